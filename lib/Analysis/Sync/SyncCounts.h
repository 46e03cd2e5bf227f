// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Counting without an atomic where data says what counts: `if (t[i] > 0.5)
/// hits++`. One element under a condition on data is mostly the choice of a
/// single invocation, `if (i == picked) result = x`, and then no race. But code
/// that adds to the previous value expects several invocations.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SYNCCOUNTS_H
#define WGLINT_LIB_ANALYSIS_SYNC_SYNCCOUNTS_H

#include "Flow/Flow.h"
#include "Sync/ValueSources.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace wglint {

/// See the file comment.
class SyncCounts {
public:
  SyncCounts(const ValueSources &sources, const SymbolTable &symbols)
      : Sources(sources), Symbols(symbols) {}

  /// Whether \p stored is what \p load has loaded, changed by arithmetic that
  /// several invocations may do one after the other. False where that is not
  /// known. Cost: linear in the unknowns that it was computed from.
  bool isUpdateOf(const spirv::Instruction &load, const Value &stored) const;
  /// Whether each condition of \p chain that depends on data is one that
  /// several invocations may meet: it compares by order, or for being unequal,
  /// with something that does not distinguish invocations. A test for equality
  /// may elect one, as with a key or a rank. False where that is not known.
  bool areForSeveral(llvm::ArrayRef<const Context *> chain) const;

private:
  /// Records of unknowns that were visited.
  using Seen = llvm::SmallPtrSet<const ValueSources::Made *, 8>;

  bool isMadeOf(const Value &value, const spirv::Instruction &load,
                unsigned steps, Seen &seen) const;
  bool isForSeveral(SymbolId condition) const;

  const ValueSources &Sources;
  const SymbolTable &Symbols;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SYNCCOUNTS_H
