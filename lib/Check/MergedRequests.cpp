// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What accesses to neighbouring words of shared memory cost where compilers
/// make wider requests of them.
#include "ByteUnion.h"
#include "wglint/Analysis/AccessCost.h"
#include "wglint/Check/Judgement.h"
#include "llvm/ADT/bit.h"

using namespace wglint;

static constexpr unsigned kWordBytes = 4;
static constexpr unsigned kWordsPerRequest = kMaxRequestBytes / kWordBytes;

namespace {
/// Bit w: word w of the 16 bytes that hold what a lane takes.
using Words = unsigned;

/// The requests of one iteration that words of the same 16 bytes make.
class MergedRequests {
public:
  MergedRequests(const AccessFact &access, unsigned configIndex)
      : Access(access), Config(configIndex),
        Lanes(groupWitness(access, configIndex)) {}

  /// Whether the lanes are alike: each takes the same words of its 16 bytes.
  bool isKnown() const;
  Words wordsOf(const AccessFact &access) const;
  /// Whether requests for \p words take twice the wavefronts that they need.
  bool isWasteful(Words words) const;

private:
  uint64_t wavefronts(unsigned firstWord, unsigned words, bool isIdeal) const;
  int64_t placeOf(const Witness &lanes) const {
    return lanes.laneAddressBytes[llvm::countr_zero(lanes.activeMask)];
  }

  const AccessFact &Access;
  unsigned Config;
  const Witness *Lanes;
};
} // namespace

static int64_t within(int64_t addressBytes) {
  return addressBytes & (kMaxRequestBytes - 1);
}

bool MergedRequests::isKnown() const {
  if (!Lanes || Lanes->activeMask == 0 || !Lanes->unknownBase.empty())
    return false;
  for (unsigned l = 0; l < Lanes->laneAddressBytes.size(); ++l)
    if ((Lanes->activeMask >> l & 1) &&
        within(Lanes->laneAddressBytes[l]) != within(placeOf(*Lanes)))
      return false;
  return true;
}

Words MergedRequests::wordsOf(const AccessFact &access) const {
  int64_t block = placeOf(*Lanes) - within(placeOf(*Lanes));
  int64_t first = placeOf(*groupWitness(access, Config)) - block;
  if (first < 0 || first % kWordBytes != 0 ||
      first + access.elementBytes > kMaxRequestBytes ||
      access.elementBytes % kWordBytes != 0)
    return 0;
  return ((1u << access.elementBytes / kWordBytes) - 1) << first / kWordBytes;
}

uint64_t MergedRequests::wavefronts(unsigned firstWord, unsigned words,
                                    bool isIdeal) const {
  llvm::SmallVector<int64_t, kMaxLanes> addresses;
  for (int64_t address : Lanes->laneAddressBytes)
    addresses.push_back(address - within(address) + firstWord * kWordBytes);
  SharedCostBounds cost = sharedCostBounds(
      {addresses, Lanes->activeMask, words * kWordBytes},
      *Access.costs[Config].config.device->sharedBanks, Access.op);
  return isIdeal ? cost.min.idealWavefronts : cost.min.wavefronts;
}

bool MergedRequests::isWasteful(Words words) const {
  constexpr Words kAll = (1u << kWordsPerRequest) - 1, kPair = 3;
  uint64_t actual = 0;
  Words left = words;
  if (words == kAll ||
      (Access.op == AccessOp::Load && llvm::popcount(words) == 3)) {
    actual = wavefronts(0, kWordsPerRequest, /*isIdeal=*/false);
    left = 0;
  }
  for (unsigned at = 0; at < kWordsPerRequest; at += 2)
    if ((left >> at & kPair) == kPair) {
      actual += wavefronts(at, 2, /*isIdeal=*/false);
      left &= ~(kPair << at);
    }
  for (unsigned at = 0; at < kWordsPerRequest; ++at)
    if (left >> at & 1)
      actual += wavefronts(at, 1, /*isIdeal=*/false);
  return actual >=
         2 * llvm::popcount(words) * wavefronts(0, 1, /*isIdeal=*/true);
}

Merging wglint::mergingOf(const EntryPointFacts &facts,
                          const AccessFact &access) {
  auto alongside = accessesAlongside(facts, access);
  Merging merging = Merging::None;
  for (unsigned i = 0; i < access.costs.size(); ++i) {
    MergedRequests requests(access, i);
    if (!access.costs[i].config.device->sharedBanks || !requests.isKnown())
      continue;
    Words words = requests.wordsOf(access);
    bool isAlone = true;
    for (const AccessFact *other : alongside)
      if (other->op == access.op) {
        isAlone &= (requests.wordsOf(*other) & ~words) == 0;
        words |= requests.wordsOf(*other);
      }
    if (isAlone || words == 0)
      continue;
    if (!requests.isWasteful(words))
      return Merging::Harmless;
    merging = Merging::Wasteful;
  }
  return merging;
}

MaybeCount wglint::extraWavefronts(const EntryPointFacts &facts,
                                   const AccessFact &access,
                                   const ConflictVerdict &verdict) {
  if (mergingOf(facts, access) != Merging::None)
    return std::nullopt;
  const CostTotals &totals = verdict.cost.numbers->perWorkgroup;
  const MaybeCount &actual = totals.wavefronts;
  const MaybeCount &ideal = totals.idealWavefronts;
  if (!actual || !ideal || actual->min < ideal->max)
    return std::nullopt;
  return CountRange{actual->min - ideal->max, actual->max - ideal->min};
}
