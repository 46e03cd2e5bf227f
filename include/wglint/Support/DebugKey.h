// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The name of an instruction's place, as the module knows it. Facts carry
/// keys; a SourceMap turns them into places in the text.
#ifndef WGLINT_SUPPORT_DEBUGKEY_H
#define WGLINT_SUPPORT_DEBUGKEY_H

#include <cstdint>
#include <string>
#include <tuple>

namespace wglint {

/// What an instruction does to memory, as far as finding its expression in the
/// text needs it.
enum class SiteKind { Load, Store, Atomic, Image, Other };

/// Names one instruction's place. Produced by the SPIR-V module, read by a
/// SourceMap.
struct DebugKey {
  std::string file;    ///< OpLine's file, as the module names it
  uint32_t line = 0;   ///< OpLine's line; 0 where the module has none
  uint32_t column = 0; ///< OpLine's column; 0 where the module has none
  SiteKind kind = SiteKind::Other;
  std::string root; ///< name of the variable accessed, if any
  /// How many instructions of the same kind and root stand between the last
  /// OpLine and this one. `a[i] += a[j]` has two loads of `a` under one line.
  uint32_t ordinal = 0;

  bool operator==(const DebugKey &o) const {
    return std::tie(file, line, column, kind, root, ordinal) ==
           std::tie(o.file, o.line, o.column, o.kind, o.root, o.ordinal);
  }
  bool operator<(const DebugKey &o) const {
    return std::tie(file, line, column, kind, root, ordinal) <
           std::tie(o.file, o.line, o.column, o.kind, o.root, o.ordinal);
  }
};

} // namespace wglint

#endif // WGLINT_SUPPORT_DEBUGKEY_H
