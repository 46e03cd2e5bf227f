// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Values that are put together from pieces, each for some of the lanes, as
/// when an array is read at an index that differs from lane to lane.
#ifndef WGLINT_LIB_ANALYSIS_FLOW_LANEPIECES_H
#define WGLINT_LIB_ANALYSIS_FLOW_LANEPIECES_H

#include "Lanes/LaneMath.h"
#include "Lanes/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace wglint {

/// The lanes that select one element of an array.
struct ElementLanes {
  uint64_t element = 0;
  llvm::SmallVector<unsigned, 2> lanes;
};

/// \p lanes as a set.
LaneSet setOfLanes(llvm::ArrayRef<unsigned> lanes, unsigned laneCount);

/// The elements that the lanes of \p active select by \p index, ascending.
/// Lanes whose element is not below \p count are left out.
std::vector<ElementLanes> lanesByElement(const Lanes &index,
                                         const LaneSet &active, uint64_t count);

/// A value and the lanes that take it.
struct LanePiece {
  const Value *value = nullptr;
  llvm::ArrayRef<unsigned> lanes; ///< those of no two pieces meet
};

/// The value that each lane takes from its piece. Lanes without a piece, and
/// those of an Empty one, hold the value of the first piece that is not Empty.
Value joinPieces(LaneMath &math, llvm::ArrayRef<LanePiece> pieces);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_FLOW_LANEPIECES_H
