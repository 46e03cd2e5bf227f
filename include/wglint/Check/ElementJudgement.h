// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Whether the elements of a buffer's array contain bytes that nobody uses:
/// other members of a structure, or padding that the layout rules require.
#ifndef WGLINT_CHECK_ELEMENTJUDGEMENT_H
#define WGLINT_CHECK_ELEMENTJUDGEMENT_H

#include "wglint/Analysis/Facts.h"
#include "wglint/Check/Judgement.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace wglint {

/// An array that neighbouring lanes walk element by element, and of which at
/// least twice the bytes are moved that all accesses of the shader use.
struct ElementVerdict {
  const BufferArrayFact *array = nullptr;
  /// The accesses that walk it, in order of their instructions; never empty.
  llvm::SmallVector<const AccessFact *, 4> accesses;
  const DeviceCost *numbers = nullptr; ///< for the device behind the numbers
  uint64_t usedBytes = 0;  ///< in the elements of one request's lanes
  uint64_t movedBytes = 0; ///< in the sectors that contain them
};

/// The verdicts by the rules of judgeSectors(), applied to all that is used of
/// an element together: twice the bytes, and 4 bytes more than needed for each
/// lane, on every configuration that has sectors.
std::vector<ElementVerdict> judgeElements(const EntryPointFacts &facts);

/// Whether at least kMaterialShare of the traffic would be saved if the
/// accesses of \p verdict moved no more than they use. False where all of them
/// read the same elements in every iteration of a loop, as a cache serves all
/// iterations but the first.
bool isMaterial(const EntryPointFacts &facts, const ElementVerdict &verdict);

/// The bytes of an element of \p array that the entry point touches.
uint64_t usedBytesOf(const BufferArrayFact &array);

/// Whether the elements of \p array are commands of indirect draws, to judge by
/// the names that the APIs give their members. The shader cannot choose their
/// layout.
bool isDrawCommand(const BufferArrayFact &array);

/// The array of structures that \p access goes to; nullptr if there is none.
const BufferArrayFact *structuresOf(const EntryPointFacts &facts,
                                    const AccessFact &access);

/// Whether \p array is only stored to. Its layout then serves the shaders that
/// load it.
bool isOnlyStored(const EntryPointFacts &facts, const BufferArrayFact &array);

/// Whether one of \p verdicts includes \p access.
bool isJudged(const std::vector<ElementVerdict> &verdicts,
              const AccessFact &access);

/// The accesses of \p array whose neighbouring lanes are one element apart.
llvm::SmallVector<const AccessFact *, 4>
accessesAlongElements(const EntryPointFacts &facts,
                      const BufferArrayFact &array);

/// The array of structures or vectors of whose neighbouring elements the lanes
/// take the same part in \p access, \p strideBytes apart; nullptr if there is
/// none.
const BufferArrayFact *arrayOfParts(const EntryPointFacts &facts,
                                    const AccessFact &access,
                                    int64_t strideBytes);

/// Whether \p access takes such a part once, outside of loops, from elements of
/// \p array at least half of whose bytes the shader uses. Their sectors move
/// for the other parts as well, and unused-structure-bytes does not flag them.
/// It also holds for vectors, whose components other shaders may want together:
/// of eight findings on them none was of use (docs/Evidence.md).
bool takesPartOnce(const AccessFact &access, const BufferArrayFact &array);

/// Whether neighbouring lanes take in \p access the same small part, at most a
/// quarter, of structures that are smaller than two sectors of the first
/// configuration and of which the shader uses at least three quarters. Other
/// accesses then use what one iteration of a loop leaves of the sectors.
bool isPartOfUsedSector(const EntryPointFacts &facts, const AccessFact &access);

/// The distance in bytes between neighbouring lanes of one row of the
/// workgroup, in the request that the analysis kept, where a request has
/// several rows. std::nullopt if that is not one distance.
std::optional<int64_t> rowStrideBytes(const EntryPointFacts &facts,
                                      const DeviceCost &cost);

/// Whether \p access would touch as many sectors if all its lanes were one row:
/// the cost then comes from \p rowStrideBytes (see the function of that name)
/// and not from where the rows lie. Only for distances of less than a sector;
/// larger ones may be the pitch of a matrix.
bool isCostOfDistance(const AccessFact &access, const CostVerdict &verdict,
                      std::optional<int64_t> rowStrideBytes);

/// Whether at most another order of the lanes could save sectors, not another
/// layout. One of these holds:
/// - lanes share structures of which the shader uses most bytes;
/// - they take neighbouring structures as a whole;
/// - they take parts of neighbouring elements that are no larger than a sector,
///   so that other requests take the rest of the sectors;
/// - each takes a part of a vector, and no order of the lanes makes fewer
///   sectors.
bool lacksOnlyOrder(const EntryPointFacts &facts, const AccessFact &access,
                    const DeviceCost &cost);

/// Whether a row of invocations stores to elements in the order of their
/// addresses, each sector in one request or two, so that no other order makes
/// fewer: for example the first 3 of each 16 numbers. The layout is up to the
/// shaders that load them. Only for workgroups that are one row, as others may
/// store to the gaps from the rows beside it.
bool lacksOnlyLayout(const EntryPointFacts &facts, const AccessFact &access,
                     const DeviceCost &cost);

/// What to do about structures that the shader uses except for padding, as
/// std140 adds it; empty for others.
llvm::StringRef paddingAdvice(const BufferArrayFact &structures);

/// What to do about elements of which each lane takes a part, in any order.
llvm::StringRef layoutAdvice(const BufferArrayFact &array);

/// Whether \p access takes all data of elements that the layout pads,
/// neighbouring lanes neighbouring elements. padded-array-elements reports
/// these.
bool isWholePaddedElement(const EntryPointFacts &facts,
                          const AccessFact &access);

/// Whether each lane takes one element piece by piece in the iterations of a
/// loop, as it does with the columns of a matrix, and its neighbour the next
/// element. A lane then uses all bytes up to its neighbour's. False for
/// elements larger than a record, and for more pieces than a matrix has
/// columns.
bool takesElementInTurns(const EntryPointFacts &facts,
                         const AccessFact &access);

/// Whether the rows of the workgroup, whose lanes are \p rowStrideBytes apart,
/// move whole elements that take several requests each: what one leaves of a
/// sector, the next ones take, but for the two ends of the row, which may be a
/// quarter of it at most.
bool movesWholeElements(const EntryPointFacts &facts, const AccessFact &access,
                        const DeviceCost &cost,
                        std::optional<int64_t> rowStrideBytes);

/// Whether \p access takes a part of draw commands, isDrawCommand(), from lane
/// to lane.
bool isInDrawCommands(const EntryPointFacts &facts, const AccessFact &access);

/// Whether \p access stores a part of records that lie in an array of numbers,
/// `items[i * 5u + 2u]`, and are never loaded. As with structures, their layout
/// is up to the shaders that load them. False for records whose size is a power
/// of two, which may be columns of a small matrix.
bool isStoredRecord(const EntryPointFacts &facts, const AccessFact &access);

} // namespace wglint

#endif // WGLINT_CHECK_ELEMENTJUDGEMENT_H
