// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The way back from SPIR-V to the text that the user wrote.
///
/// The front end does not put lines into the module's OpLine but keys: the
/// number of a token, or of an access expression (a site). Only a SourceMap can
/// read them. For SPIR-V that came from elsewhere, the keys are the line
/// numbers that its own producer wrote.
#ifndef WGLINT_DIAG_SOURCEMAP_H
#define WGLINT_DIAG_SOURCEMAP_H

#include "wglint/Diag/Diagnostic.h"
#include "wglint/Support/DebugKey.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace wglint {

/// Where an instruction is in the text.
struct SourceLocation {
  SourceRange range;
  /// Definition of the macro that the place came from, the include chain, from
  /// the innermost outwards. Empty for plain text.
  std::vector<DiagnosticNote> context;
  /// False where only the statement or the line is known, not the expression.
  bool isExact = false;
};

/// Maps keys to places. Immutable once made; cheap to copy.
class SourceMap {
public:
  virtual ~SourceMap() = default;

  /// The place of an instruction. Never fails: what is not known is the line,
  /// and where that is not known either, the file as a whole.
  virtual SourceLocation resolve(const DebugKey &key) const = 0;

  /// The declaration that gives the workgroup size, `layout(local_size_x = 8)
  /// in;`; std::nullopt where there is none, or no text.
  virtual std::optional<SourceLocation> workgroupSizeDeclaration() const {
    return std::nullopt;
  }

  /// The name in the declaration of the shared variable \p name; std::nullopt
  /// where there is none, or no text.
  virtual std::optional<SourceLocation>
  sharedDeclaration(llvm::StringRef name) const {
    return std::nullopt;
  }

  /// The text of a file that took part, as it was read; std::nullopt for a
  /// file that did not. For carets, suppressions and verify comments.
  virtual std::optional<llvm::StringRef> text(llvm::StringRef file) const = 0;

  /// All files that took part, the main one first.
  virtual std::vector<std::string> files() const = 0;

  /// The lines of \p file that something of the module comes from;
  /// std::nullopt where that is not known. Cost: linear in the tokens.
  virtual std::optional<std::set<unsigned>>
  compiledLines(llvm::StringRef file) const {
    return std::nullopt;
  }

  /// Whether a macro or a constant gives a number of the workgroup's size, or
  /// the text gives none: the host may put another in its place.
  virtual bool isWorkgroupSizeOpen() const { return false; }

  /// The first place that names the shared variable \p name in text that the
  /// preprocessor left out (the other side of an #if, a macro that nobody
  /// uses); a declaration of it is none. std::nullopt where there is none, or
  /// no text. Cost: linear in the texts.
  virtual std::optional<SourceLocation>
  sharedUseLeftOut(llvm::StringRef name) const {
    return std::nullopt;
  }
};

} // namespace wglint

#endif // WGLINT_DIAG_SOURCEMAP_H
