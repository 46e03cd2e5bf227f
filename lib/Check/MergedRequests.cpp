// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What accesses to neighbouring words of shared memory cost where compilers
/// make wider requests of them.
#include "ByteUnion.h"
#include "wglint/Analysis/AccessCost.h"
#include "wglint/Check/Judgement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/MathExtras.h"
#include <bitset>

using namespace wglint;

static constexpr unsigned kWordBytes = 4;

namespace {
/// The accesses of one iteration by which the same lanes take words of the same
/// block, the widest of 16 or 8 bytes that lies alike for all lanes.
class MergedRequests {
public:
  MergedRequests(const AccessFact &access, unsigned configIndex);

  /// Whether there is such a block, of which \p access takes a part.
  bool isKnown() const { return BlockBytes != 0 && Used.any(); }
  /// Adds the words that \p access takes; false where it takes no others.
  bool add(const AccessFact &access);
  /// Whether requests for all words take twice the wavefronts that they need.
  bool isWasteful() const;

private:
  using Words = std::bitset<kMaxRequestBytes / kWordBytes>;
  static int64_t placeOf(const Witness &lanes) {
    return lanes.laneAddressBytes[llvm::countr_zero(lanes.activeMask)];
  }
  int64_t withinBlock(int64_t addressBytes) const {
    return addressBytes & (BlockBytes - 1);
  }
  bool staysBeside(const AccessFact &access) const;
  Words wordsOf(const AccessFact &access) const;
  SharedCost costOf(unsigned offsetBytes, unsigned bytes) const;

  const AccessFact &Access;
  unsigned Config;
  const Witness *Lanes;
  int64_t BlockBytes = 0; ///< 0: there is none
  Words Used;
};
} // namespace

MergedRequests::MergedRequests(const AccessFact &access, unsigned configIndex)
    : Access(access), Config(configIndex),
      Lanes(groupWitness(access, configIndex)) {
  if (!Lanes || Lanes->activeMask == 0)
    return;
  int64_t differing = int64_t(Lanes->unknownBaseAlignment);
  for (unsigned l = 0; l < Lanes->laneAddressBytes.size(); ++l)
    if (Lanes->activeMask >> l & 1)
      differing |= Lanes->laneAddressBytes[l] ^ placeOf(*Lanes);
  if (differing % kMaxRequestBytes == 0)
    BlockBytes = kMaxRequestBytes;
  else if (differing % (2 * kWordBytes) == 0)
    BlockBytes = 2 * kWordBytes;
  Used = wordsOf(access);
}

/// Whether \p access is as far away in all iterations, on average, as in the
/// first one: `s[i]` and `s[i + d]` are side by side for one `d` alone.
bool MergedRequests::staysBeside(const AccessFact &access) const {
  int64_t distance = placeOf(*groupWitness(access, Config)) - placeOf(*Lanes);
  return access.executions == Access.executions &&
         access.addressSum - Access.addressSum ==
             access.executions * uint64_t(distance);
}

MergedRequests::Words MergedRequests::wordsOf(const AccessFact &access) const {
  const Witness *lanes = groupWitness(access, Config);
  if (!lanes || BlockBytes == 0 || !staysBeside(access))
    return {};
  int64_t block = placeOf(*Lanes) - withinBlock(placeOf(*Lanes));
  int64_t first = placeOf(*lanes) - block;
  if (first < 0 || first % kWordBytes != 0 ||
      first + access.elementBytes > BlockBytes ||
      access.elementBytes % kWordBytes != 0)
    return {};
  Words words;
  for (unsigned at = 0; at < access.elementBytes; at += kWordBytes)
    words.set((first + at) / kWordBytes);
  return words;
}

bool MergedRequests::add(const AccessFact &access) {
  Words before = Used;
  Used |= wordsOf(access);
  return Used != before;
}

SharedCost MergedRequests::costOf(unsigned offsetBytes, unsigned bytes) const {
  llvm::SmallVector<int64_t, kMaxLanes> addresses;
  for (int64_t address : Lanes->laneAddressBytes)
    addresses.push_back(address - withinBlock(address) + offsetBytes);
  return sharedCostBounds({addresses, Lanes->activeMask, bytes},
                          *Access.costs[Config].config.device->sharedBanks,
                          Access.op)
      .min;
}

bool MergedRequests::isWasteful() const {
  uint64_t wavefronts = 0, ideal = 0;
  for (unsigned first = 0; first < Used.size(); ++first) {
    unsigned end = first;
    while (end < Used.size() && Used[end])
      ++end;
    if (end == first)
      continue;
    unsigned offset = first * kWordBytes, bytes = (end - first) * kWordBytes;
    unsigned alignment = unsigned(llvm::MinAlign(offset, kMaxRequestBytes));
    for (const AccessPiece &piece :
         splitAccess(bytes, alignment, Access.op).pieces)
      wavefronts += costOf(offset + piece.offsetBytes,
                           unsigned(llvm::PowerOf2Ceil(piece.bytes)))
                        .wavefronts;
    ideal += (end - first) * costOf(offset, kWordBytes).idealWavefronts;
    first = end;
  }
  return wavefronts >= 2 * ideal;
}

/// Made in one go by the same lanes, so that nothing comes between the two.
static bool areSideBySide(const AccessFact &a, const AccessFact &b) {
  return a.op == b.op && a.stretch == b.stretch &&
         llvm::equal(a.callChain, b.callChain);
}

Merging wglint::mergingOf(const EntryPointFacts &facts,
                          const AccessFact &access) {
  if (access.op == AccessOp::Atomic)
    return Merging::None;
  auto alongside = accessesAlongside(facts, access);
  Merging merging = Merging::None;
  for (unsigned i = 0; i < access.costs.size(); ++i) {
    if (!access.costs[i].config.device->sharedBanks)
      continue;
    MergedRequests requests(access, i);
    if (!requests.isKnown())
      continue;
    bool isAlone = true;
    for (const AccessFact *other : alongside)
      if (areSideBySide(access, *other))
        isAlone &= !requests.add(*other);
    if (isAlone)
      continue;
    if (!requests.isWasteful())
      return Merging::Harmless;
    merging = Merging::Wasteful;
  }
  return merging;
}
