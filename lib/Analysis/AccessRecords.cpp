// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AccessRecords.h"
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

static void widenAt(llvm::SmallVectorImpl<CostAtValue> &costs,
                    const CostAtValue &cost) {
  auto known = llvm::lower_bound(
      costs, cost.value,
      [](const CostAtValue &c, int64_t value) { return c.value < value; });
  if (known == costs.end() || known->value != cost.value) {
    costs.insert(known, cost);
    return;
  }
  known->sectors.min = std::min(known->sectors.min, cost.sectors.min);
  known->sectors.max = std::max(known->sectors.max, cost.sectors.max);
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
  for (const CostAtValue &small : from.atSmallValues)
    widenAt(atSmallValues, small);
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
