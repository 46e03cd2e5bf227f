// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Who touched which word last: for every word of memory and every access as
/// written, the last two invocations that executed it there. Two are enough to
/// find, for an access of any invocation, the latest one of another invocation.
#ifndef WGLINT_LIB_ANALYSIS_SYNC_SHADOWMEMORY_H
#define WGLINT_LIB_ANALYSIS_SYNC_SHADOWMEMORY_H

#include "wglint/Analysis/Facts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <deque>
#include <vector>

namespace wglint {

/// Logarithm of the bytes that most accesses touch.
constexpr unsigned kWordBits = 2;
constexpr int64_t kWordBytes = 1 << kWordBits;

/// When and under what conditions all lanes of an access execute it, as numbers
/// that the owner of the shadow memory assigns.
struct AccessMoment {
  uint32_t control = 0;  ///< control barriers before it
  uint32_t fence = 0;    ///< memory barriers of its kind of memory before it
  uint32_t subgroup = 0; ///< subgroup barriers before it
  uint32_t context = 0;  ///< the conditions that it is under
  uint32_t value = 0;    ///< what is stored
  uint32_t kept = 0;     ///< Idleness::kept
  bool isUnsure = false; ///< invocations may have waited for each other
};

/// The moment of an access by one invocation.
struct AccessStamp : AccessMoment {
  uint32_t lane = ~0u;  ///< identifies the invocation among those compared
  uint32_t witness = 0; ///< the invocation, where `lane` does not say it
};

/// Sets of bytes of a word or, for images, of components of a texel, one bit
/// each.
struct WordBytes {
  uint8_t touched = 0;
  /// Those that make no difference to others: loaded but not used, or stored
  /// unchanged.
  uint8_t idle = 0;
};

/// One access as written, on one word.
struct ShadowEntry {
  struct Invocation {
    uint32_t lane, witness; ///< as in AccessStamp
    uint32_t moment;        ///< a number of the shadow memory's
  };
  uint32_t site = 0;
  AccessOp op = AccessOp::Load;
  uint8_t bytes = 0;              ///< WordBytes::touched
  uint8_t lastCount = 0;          ///< number of valid entries of `last`
  uint8_t idle = 0xFF;            ///< WordBytes::idle common to all executions
  uint32_t kept = 0;              ///< Idleness::kept common to all executions
  std::array<Invocation, 2> last; ///< of different lanes, latest first
  uint32_t leastLane = ~0u, mostLane = 0; ///< of all executions
};

/// Whether accesses \p a and \p b must not happen at the same time on the same
/// bytes.
inline bool areConflicting(AccessOp a, AccessOp b) {
  return (a == AccessOp::Store || b == AccessOp::Store) ||
         ((a == AccessOp::Atomic) != (b == AccessOp::Atomic));
}

/// Whether one loads what the other changes. Then only bytes that are both used
/// and changed make a difference.
inline bool isOneLoad(AccessOp a, AccessOp b) {
  return (a == AccessOp::Load) != (b == AccessOp::Load);
}

/// Bits of a packed image coordinate. Images of 2^20 texels in one direction
/// are beyond every API's limit.
constexpr unsigned kTexelBits = 21;

/// A word: the number of its region (a variable and the unknown part of the
/// address), and its index in there.
struct ShadowWord {
  uint32_t region;
  int64_t index;
};

} // namespace wglint

/// Words are looked up for each invocation of each access, so the hash is a
/// cheap one.
template <>
struct llvm::DenseMapInfo<wglint::ShadowWord> {
  using Word = wglint::ShadowWord;
  static Word getEmptyKey() { return {~0u, 0}; }
  static Word getTombstoneKey() { return {~0u, 1}; }
  static unsigned getHashValue(const Word &word) {
    // Words of one region follow each other, as do the texels of one row; other
    // regions and rows lie elsewhere. A row and a layer are the upper bits of
    // an index (kTexelBits), which tables of fewer words would not see.
    constexpr unsigned kOdd = 37, kGoldenRatio = 0x9E3779B9,
                       kOther = 0x85EBCA6B;
    uint64_t index = uint64_t(word.index);
    return unsigned(index) * kOdd +
           unsigned(index >> wglint::kTexelBits) * kOther +
           unsigned(index >> 2 * wglint::kTexelBits) * kOther * kOther +
           word.region * kGoldenRatio;
  }
  static bool isEqual(const Word &a, const Word &b) {
    return a.index == b.index && a.region == b.region;
  }
};

namespace wglint {

/// See the file comment.
class ShadowMemory {
public:
  /// Is called with conflicting accesses. \p isKept: they are a load and a
  /// store that changes nothing of what is used. Returns true if it wants to
  /// hear no more of what other invocations executed together with this one.
  using Conflict = llvm::function_ref<bool(const ShadowEntry &,
                                           const AccessStamp &, bool isKept)>;

  /// Begins an execution of \p site, to which the following calls of access()
  /// belong.
  void begin(uint32_t site, AccessOp op, const AccessMoment &moment);
  /// Calls \p conflict for the latest conflicting accesses of other lanes, then
  /// enters this one.
  void access(ShadowWord word, WordBytes bytes, uint32_t lane, uint32_t witness,
              Conflict conflict);
  /// Whether so many words are held that more would take too much memory.
  bool isFull() const { return Words.size() >= kMaxWords; }

private:
  /// Enough for four words for each of 16 loads or stores by 1024 invocations,
  /// four times over; about 150 bytes each, so 40 MB.
  static constexpr size_t kMaxWords = 1 << 18;

  /// Loads are kept apart from the rest, as they do not conflict with each
  /// other: a word that many accesses load is mostly stored to by few.
  struct Entries {
    llvm::SmallVector<ShadowEntry, 1> loads;  ///< by site
    llvm::SmallVector<ShadowEntry, 0> others; ///< by site
  };
  ShadowEntry &ownEntry(llvm::SmallVectorImpl<ShadowEntry> &entries,
                        uint8_t bytes) const;
  void meet(llvm::ArrayRef<ShadowEntry> entries, WordBytes bytes, uint32_t lane,
            Conflict conflict);

  llvm::DenseMap<ShadowWord, Entries *> Words;
  /// A deque, as there may be hundreds of thousands and they should never be
  /// moved.
  std::deque<Entries> AllEntries;
  std::vector<AccessMoment> Moments;
  /// Sites and moments of which the current execution wants to hear no more.
  llvm::SmallVector<std::pair<uint32_t, uint32_t>, 4> Heard;
  uint32_t Site = 0;
  AccessOp Op = AccessOp::Load;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SYNC_SHADOWMEMORY_H
