// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Costs/AccessRecords.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

void wglint::widenCount(MaybeCount &range, uint64_t min, uint64_t max) {
  if (!range)
    range = CountRange{min, max};
  range->min = std::min(range->min, min);
  range->max = std::max(range->max, max);
}

void wglint::widenCount(MaybeCount &range, const MaybeCount &other) {
  if (other)
    widenCount(range, other->min, other->max);
}

void CostSums::addRequest(bool isMaybe, uint64_t workgroups) {
  requestsMin += !isMaybe;
  requestsMax += 1;
  allRequestsMin += isMaybe ? 0 : workgroups;
  allRequestsMax += workgroups;
}

/// Leaves the values that both have.
static void joinAt(llvm::SmallVectorImpl<CostAtValue> &costs,
                   llvm::ArrayRef<CostAtValue> others) {
  llvm::erase_if(costs, [&](CostAtValue &cost) {
    auto other = llvm::find_if(
        others, [&](const CostAtValue &o) { return o.value == cost.value; });
    if (other == others.end())
      return true;
    cost.sectors.min = std::min(cost.sectors.min, other->sectors.min);
    cost.sectors.max = std::max(cost.sectors.max, other->sectors.max);
    return false;
  });
}

void CostSums::addTotals(const CostSums &from) {
  allRequestsMin += from.allRequestsMin;
  allRequestsMax += from.allRequestsMax;
  allCostMin += from.allCostMin;
  allCostMax += from.allCostMax;
  allIdealMin += from.allIdealMin;
  allIdealMax += from.allIdealMax;
  widenCount(perRequest, from.perRequest);
  widenCount(idealPerRequest, from.idealPerRequest);
  widenCount(conflictWays, from.conflictWays);
  isBounded |= from.isBounded;
  isUnknown |= from.isUnknown;
  if (!atSmallValues)
    atSmallValues = from.atSmallValues;
  else if (from.atSmallValues)
    joinAt(*atSmallValues, *from.atSmallValues);
}

AccessRecords::Mark AccessRecords::mark() {
  ++OpenMarks;
  ++Epoch;
  return Journal.size();
}

void AccessRecords::takeBack(Mark mark) {
  for (; Journal.size() > mark; Journal.pop_back()) {
    auto &[key, before] = Journal.back();
    if (before)
      Records[key] = std::move(before);
    else
      Records.erase(key);
  }
  keep(mark);
}

void AccessRecords::keep(Mark mark) {
  // An outer mark needs what was kept for an inner one.
  if (--OpenMarks == 0)
    Journal.clear();
}

/// The record of \p key, once what it was is kept if it has to be.
AccessRecord &AccessRecords::changeable(const Key &key) {
  std::shared_ptr<AccessRecord> &slot = Records[key];
  bool isKept = OpenMarks == 0 || (slot && slot->epoch == Epoch);
  if (!isKept)
    Journal.push_back({key, slot});
  if (!slot)
    slot = std::make_shared<AccessRecord>();
  else if (!isKept)
    slot = std::make_shared<AccessRecord>(*slot);
  slot->epoch = Epoch;
  return *slot;
}
