// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How a finding can be mended: edits of the user's own text, as plain data.
#ifndef WGLINT_DIAG_FIX_H
#define WGLINT_DIAG_FIX_H

#include "wglint/Diag/SourceRange.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace wglint {

/// How far a fix may be trusted, from the most to the least.
enum class Applicability {
  Safe,            ///< `--fix` applies it, once its proof held
  NeedsValidation, ///< applied when named (`--fix=NAME`, `--fix=all`) and
                   ///< proved
  Unsafe,          ///< changes what the host has to do: `--unsafe-fixes` only
  DisplayOnly,     ///< a proposal to read; never applied
};
llvm::StringRef toString(Applicability applicability);

/// Replaces the text of `range` by `text`. An empty range is an insertion.
struct TextEdit {
  SourceRange range;
  std::string text;

  bool operator==(const TextEdit &o) const {
    return range == o.range && text == o.text;
  }
  bool operator<(const TextEdit &o) const {
    return std::tie(range, text) < std::tie(o.range, o.text);
  }
};

/// One way to mend a finding. The edits belong together: all or none.
struct Fix {
  std::string rewrite; ///< kebab-case name of the rewrite: "pad-shared-array"
  std::string message; ///< what it does: "pads 'tile' from 32 to 33 columns"
  Applicability applicability = Applicability::DisplayOnly;
  /// In order, not overlapping; empty where the edits are not worked out yet
  /// (they are costly), or for a proposal that is text alone.
  std::vector<TextEdit> edits;
  /// Shown below the message, as it is: new declarations, the host's copy loop.
  std::string proposal;
  /// The dispatch in workgroups that goes with it, where it has to change: for
  /// people.
  std::string dispatchChange;
  /// The same as data: the invocations of the original, for each axis, whose
  /// work one workgroup does. The host dispatches as many workgroups as cover
  /// all, rounded up.
  std::optional<std::array<uint32_t, 3>> workgroupCovers;
  /// What was run to prove it: "validated: 3 sizes x 2 seeds, 4 buffers
  /// identical (llvmpipe, Mesa 22.3.6)"; or why it was not.
  std::string validation;
};

} // namespace wglint

#endif // WGLINT_DIAG_FIX_H
