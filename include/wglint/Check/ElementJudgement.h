// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Whether the elements of a buffer's array carry bytes that nobody uses: other
/// members of a structure, or padding that a layout's rules put there.
#ifndef WGLINT_CHECK_ELEMENTJUDGEMENT_H
#define WGLINT_CHECK_ELEMENTJUDGEMENT_H

#include "wglint/Analysis/Facts.h"
#include "wglint/Check/Judgement.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace wglint {

/// An array whose neighbouring lanes walk from element to element, and that
/// moves at least twice the bytes that all accesses of the shader use of it.
struct ElementVerdict {
  const BufferArrayFact *array = nullptr;
  /// Those that walk, in order of their instructions, never empty.
  llvm::SmallVector<const AccessFact *, 4> accesses;
  const DeviceCost *numbers = nullptr; ///< of the device behind the numbers
  uint64_t usedBytes = 0;  ///< of the elements of one request's lanes
  uint64_t movedBytes = 0; ///< in the sectors that hold them
};

/// The rules of judgeSectors, for all that is used of an element together:
/// twice the bytes, and 4 bytes for each lane more than needed, on every
/// configuration that has sectors.
std::vector<ElementVerdict> judgeElements(const EntryPointFacts &facts);

/// Whether at least kMaterialShare of the traffic would go away if the accesses
/// of \p verdict moved no more than they use. False where all of them find the
/// same elements in every iteration of a loop: a cache serves all but the
/// first.
bool isMaterial(const EntryPointFacts &facts, const ElementVerdict &verdict);

/// The bytes of an element of \p array that the entry point touches.
uint64_t usedBytesOf(const BufferArrayFact &array);

/// Whether the elements of \p array are commands of indirect draws, by the
/// names that the APIs give their members: their layout is not the shader's to
/// choose.
bool isDrawCommand(const BufferArrayFact &array);

/// The array of structures that \p access goes to; nullptr: there is none.
const BufferArrayFact *structuresOf(const EntryPointFacts &facts,
                                    const AccessFact &access);

/// Whether \p array is only stored to: its layout serves the shaders that load
/// it.
bool isOnlyStored(const EntryPointFacts &facts, const BufferArrayFact &array);

/// Whether one of \p verdicts speaks for \p access.
bool isJudged(const std::vector<ElementVerdict> &verdicts,
              const AccessFact &access);

/// The accesses of \p array whose neighbouring lanes are one element apart.
llvm::SmallVector<const AccessFact *, 4>
accessesAlongElements(const EntryPointFacts &facts,
                      const BufferArrayFact &array);

/// The array of structures or vectors of which neighbours, \p strideBytes
/// apart, take the same part of neighbouring elements in \p access; null if
/// there is none.
const BufferArrayFact *arrayOfParts(const EntryPointFacts &facts,
                                    const AccessFact &access,
                                    int64_t strideBytes);

/// Whether \p access takes such a part once, outside of loops, of elements of
/// \p array of which the shader uses at least half: their sectors move for the
/// other parts as well, and unused-structure-bytes does not speak of them. The
/// same of vectors, which lie together for the sake of other shaders: none of
/// eight findings on their components was of use (docs/Evidence.md).
bool takesPartOnce(const AccessFact &access, const BufferArrayFact &array);

/// Whether neighbours take in \p access the same small part, at most a quarter,
/// of structures that are less than two sectors of the first configuration
/// large and of which the shader uses at least three quarters: what one
/// iteration of a loop leaves of the sectors, others take.
bool isPartOfUsedSector(const EntryPointFacts &facts, const AccessFact &access);

/// The bytes between neighbours within the rows of the workgroup, where a
/// request has several of them, in the one that the analysis kept; std::nullopt
/// if there is no one distance.
std::optional<int64_t> rowStrideBytes(const EntryPointFacts &facts,
                                      const DeviceCost &cost);

/// Whether \p access would touch as many sectors if all lanes were one row:
/// what costs is \p rowStrideBytes, of rowStrideBytes(), not where rows lie.
/// Only of less than a sector: others may be the pitch of a matrix.
bool isCostOfDistance(const AccessFact &access, const CostVerdict &verdict,
                      std::optional<int64_t> rowStrideBytes);

/// Whether lanes share structures of which the shader uses most bytes, or take
/// neighbouring ones as a whole, or parts of neighbouring elements that are no
/// larger than a sector: what one request leaves of the sectors, others take.
/// Or each takes a part of a vector, and no order of the lanes makes fewer.
bool lacksOnlyOrder(const EntryPointFacts &facts, const AccessFact &access,
                    const DeviceCost &cost);

/// Whether a row of invocations stores to elements in the order of their
/// addresses, to each sector in one request or two: no other order makes fewer,
/// as of the first 3 of each 16 numbers, and how they lie is up to the shaders
/// that load them. Of workgroups that are a row themselves: those beside them
/// in y may store to what lies between.
bool lacksOnlyLayout(const EntryPointFacts &facts, const AccessFact &access,
                     const DeviceCost &cost);

/// What to do about structures of which the shader uses all but padding, as
/// std140 rounds them up; empty of others.
llvm::StringRef paddingAdvice(const BufferArrayFact &structures);

/// What to do about elements of which lanes take a part each, in whatever
/// order.
llvm::StringRef layoutAdvice(const BufferArrayFact &array);

/// Whether \p access takes all data of elements that the layout pads, one by
/// neighbouring lanes: padded-array-elements says what there is to say.
bool isWholePaddedElement(const EntryPointFacts &facts,
                          const AccessFact &access);

/// Whether each lane takes in the turns of a loop what one after the other
/// makes up all data of an element, as the columns of a matrix do, and its
/// neighbour the next element: a lane itself uses the bytes up to the next
/// one's. False of elements larger than a record, or of more parts than a
/// matrix has columns.
bool takesElementInTurns(const EntryPointFacts &facts,
                         const AccessFact &access);

/// Whether \p access stores a part of records in an array of numbers,
/// `items[i * 5u + 2u]`, that are only stored: how they lie is up to those that
/// load them, as with structures. False where the records are a power of two
/// large, which may be a column of a small matrix as well.
bool isStoredRecord(const EntryPointFacts &facts, const AccessFact &access);

} // namespace wglint

#endif // WGLINT_CHECK_ELEMENTJUDGEMENT_H
