// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The bytes that several requests of one subgroup use together.
#ifndef WGLINT_LIB_CHECK_BYTEUNION_H
#define WGLINT_LIB_CHECK_BYTEUNION_H

#include "wglint/Analysis/Facts.h"
#include "wglint/Check/Judgement.h"
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace wglint {

/// Collects byte ranges; overlapping bytes count once.
class ByteUnion {
public:
  struct Sectors {
    uint64_t touched = 0; ///< sectors that hold at least one byte
    uint64_t ideal = 0;   ///< the fewest that could hold all the bytes
    uint64_t usedBytes = 0;
  };

  /// Adds the bytes that the active lanes of \p witness touch.
  void add(ByteRange range) { Ranges.push_back({range.begin, range.end}); }
  void add(const Witness &witness, unsigned elementBytes);

  /// Cost: n log n in the lanes added.
  Sectors sectors(unsigned sectorBytes) const;

private:
  std::vector<std::pair<int64_t, int64_t>> Ranges; ///< half open
};

/// The witness by which accesses are compared with each other; nullptr where
/// there is none.
const Witness *groupWitness(const AccessFact &access, unsigned configIndex);

/// What \p accesses, which have such witnesses, use together in one request of
/// each.
ByteUnion::Sectors sectorsOf(llvm::ArrayRef<const AccessFact *> accesses,
                             unsigned configIndex);

/// Whether the bytes that \p group uses together still leave sectors wasted on
/// every configuration that has sectors. Sets \p together, where it is given,
/// for the first of them.
bool groupWastesSectors(
    const AccessGroup &group,
    std::optional<CostVerdict::Together> *together = nullptr);

} // namespace wglint

#endif // WGLINT_LIB_CHECK_BYTEUNION_H
