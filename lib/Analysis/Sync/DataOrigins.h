// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Numbers to which only loads contribute, so that nothing distinguishes
/// invocations but the data that each has loaded.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_DATAORIGINS_H
#define WGLINT_LIB_ANALYSIS_SYNC_DATAORIGINS_H

#include "Sync/SyncAddresses.h"
#include "Sync/ValueSources.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>
#include <vector>

namespace wglint {

/// What a number was computed from.
struct DataOrigin {
  std::vector<const ValueSources::Made *> loads;
  bool isRounded = false;  ///< from a float
  bool isComputed = false; ///< by more than rounding
};

/// See the file comment.
class DataOrigins {
public:
  DataOrigins(const SyncWalk &walk, const ValueSources &sources,
              const ChosenValues &chosen)
      : Walk(walk), Sources(sources), Chosen(chosen) {}

  /// The loads behind \p value for the lanes of \p active. std::nullopt where
  /// an id contributes to it (other than to the address of a load), or
  /// something unknown does, such as an atomic or what && joins. Uniforms of
  /// the dispatch may contribute. Cost: a look at each operation behind the
  /// value, up to a limit.
  std::optional<DataOrigin> of(const LaneValue &value,
                               const LaneSet &active) const;

  /// Whether \p load reads, for each lane of \p active, the same element as one
  /// of \p others, or another part of it.
  bool isOfOneElement(const ValueSources::Made &load,
                      llvm::ArrayRef<const ValueSources::Made *> others,
                      const LaneSet &active) const;

private:
  using SymbolSet = llvm::DenseSet<SymbolId>;
  bool look(const LaneValue &value, const LaneSet &active, DataOrigin &origin,
            SymbolSet &seen) const;
  bool lookBehind(SymbolId symbol, const LaneSet &active, DataOrigin &origin,
                  SymbolSet &seen) const;

  const SyncWalk &Walk;
  const ValueSources &Sources;
  const ChosenValues &Chosen;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_DATAORIGINS_H
