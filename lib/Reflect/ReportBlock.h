// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The storage block in which instruments leave what they saw: some uints for
/// each site, all zero before the dispatch, changed by atomics alone.
#ifndef WGLINT_LIB_REFLECT_REPORTBLOCK_H
#define WGLINT_LIB_REFLECT_REPORTBLOCK_H

#include "ModuleEditor.h"

namespace wglint {

/// See the file comment. \p editor must outlive it.
class ReportBlock {
public:
  ReportBlock(ModuleEditor &editor, uint32_t wordsPerSite)
      : Editor(editor), WordsPerSite(wordsPerSite) {}

  /// Declares the block; returns its variable's id. Call it once, first.
  uint32_t declare();
  /// Adds an atomic \p opcode with \p value on word \p word of \p site to the
  /// function that is being appended; \p site and \p value are ids.
  void appendAtomic(uint16_t opcode, uint32_t site, uint32_t word,
                    uint32_t value);

private:
  ModuleEditor &Editor;
  uint32_t WordsPerSite;
  uint32_t Variable = 0;
};

} // namespace wglint

#endif // WGLINT_LIB_REFLECT_REPORTBLOCK_H
