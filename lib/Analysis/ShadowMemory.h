// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Who touched which word last: for every word of memory and every access as
/// written, the last two invocations that executed it there.
///
/// Two are enough to find, for an access of any invocation, the latest one of
/// another invocation.
#ifndef WGLINT_LIB_ANALYSIS_SHADOWMEMORY_H
#define WGLINT_LIB_ANALYSIS_SHADOWMEMORY_H

#include "wglint/Analysis/Facts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <deque>

namespace wglint {

/// What most accesses touch.
constexpr int64_t kWordBytes = 4;

/// When an access was executed, and by whom: numbers that the owner of the
/// shadow memory gives out.
struct AccessStamp {
  uint32_t lane = ~0u;    ///< tells invocations of one workgroup apart
  uint32_t witness = 0;   ///< the invocation, where `lane` does not say it
  uint32_t workgroup = 0; ///< which of the compared workgroups
  uint32_t control = 0;   ///< control barriers before it
  uint32_t fence = 0;     ///< memory barriers of its kind of memory before it
  uint32_t subgroup = 0;  ///< subgroup barriers before it
  uint32_t context = 0;   ///< the conditions that it is under
  uint32_t value = 0;     ///< what is stored
  bool isUnsure = false;  ///< invocations may have waited for each other
};

/// One access as written on one word.
struct ShadowEntry {
  uint32_t site = 0;
  AccessOp op = AccessOp::Load;
  uint8_t bytes = 0;                      ///< bit b: byte b of the word
  uint8_t lastCount = 0;                  ///< of `last`
  std::array<AccessStamp, 2> last;        ///< of different lanes, latest first
  uint32_t leastLane = ~0u, mostLane = 0; ///< of all that ever came
};

/// \p a and \p b may not happen at the same time on the same bytes.
inline bool areConflicting(AccessOp a, AccessOp b) {
  return (a == AccessOp::Store || b == AccessOp::Store) ||
         ((a == AccessOp::Atomic) != (b == AccessOp::Atomic));
}

/// See the file comment. A word is named by the number of its region (a
/// variable and the unknown part of the address) and its index in there.
class ShadowMemory {
public:
  using Word = std::pair<uint32_t, int64_t>;

  /// Calls \p conflict for the latest conflicting accesses of other lanes, then
  /// enters this one.
  void access(Word word, uint32_t site, AccessOp op, uint8_t bytes,
              const AccessStamp &stamp,
              llvm::function_ref<void(const ShadowEntry &, const AccessStamp &)>
                  conflict);
  /// Holds so many words that more would take too much memory.
  bool isFull() const { return Words.size() >= kMaxWords; }

private:
  /// Four for each of 16 loads or stores by 1024 invocations four times over;
  /// about 150 bytes each, so 40 MB.
  static constexpr size_t kMaxWords = 1 << 18;

  static void enter(ShadowEntry &entry, const AccessStamp &stamp);

  /// Loads conflict with no loads, so they are kept apart from the rest: a word
  /// that many accesses load is most often stored to by few.
  struct Entries {
    llvm::SmallVector<ShadowEntry, 1> loads;  ///< by site
    llvm::SmallVector<ShadowEntry, 0> others; ///< by site

    llvm::SmallVectorImpl<ShadowEntry> &ofKind(AccessOp op) {
      if (op == AccessOp::Load)
        return loads;
      return others;
    }
  };

  llvm::DenseMap<Word, uint32_t> Numbers; ///< into Words
  /// Never moved: there may be hundreds of thousands.
  std::deque<Entries> Words;
};

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_SHADOWMEMORY_H
