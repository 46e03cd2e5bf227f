// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lanes/LaneGroups.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

LaneGroups::LaneGroups(llvm::ArrayRef<LaneValue> components,
                       const LaneSet &active)
    : Groups(active.size()) {
  llvm::SmallVector<const int64_t *, 4> varying;
  for (const LaneValue &component : components)
    for (const Term &term : component.terms)
      if (!term.coefficient.isUniform())
        varying.push_back(term.coefficient.pattern()->distances());
  if (varying.empty()) {
    Leaders.assign(active.any(), active.find_first());
    return;
  }
  auto isSame = [&](unsigned a, unsigned b) {
    for (const int64_t *l : varying)
      if (l[a] != l[b])
        return false;
    return true;
  };
  // The groups whose coefficients share a hash are chained.
  constexpr unsigned kNone = ~0u;
  llvm::DenseMap<uint64_t, unsigned> firstOf;
  std::vector<unsigned> nextOf;
  // Of few groups each is looked at.
  constexpr size_t kFewGroups = 8;
  auto find = [&](unsigned lane) {
    for (size_t g = 0; g < std::min(Leaders.size(), kFewGroups); ++g)
      if (isSame(Leaders[g], lane))
        return unsigned(g);
    uint64_t hash = 0;
    for (const int64_t *l : varying)
      hash = llvm::hash_combine(hash, l[lane]) >> 2; // two are the map's own
    auto [it, isNew] = firstOf.try_emplace(hash, Leaders.size());
    if (!isNew)
      for (unsigned group = it->second; group != kNone; group = nextOf[group])
        if (isSame(Leaders[group], lane))
          return group;
    nextOf.push_back(isNew ? kNone : it->second);
    it->second = Leaders.size();
    Leaders.push_back(lane);
    return unsigned(Leaders.size() - 1);
  };
  int before = -1;
  for (int lane = active.find_first(); lane >= 0;
       before = lane, lane = active.find_next(lane))
    Groups[lane] =
        before >= 0 && isSame(before, lane) ? Groups[before] : find(lane);
}

/// Each holds a number for each lane. More than are in use at a time; then all
/// are forgotten.
static constexpr size_t kMaxKnownGroups = 256;

std::shared_ptr<const LaneGroups>
KnownLaneGroups::of(llvm::ArrayRef<LaneValue> components,
                    const LaneSet &active) {
  Key.clear();
  for (auto word : active.getData())
    Key.add(int64_t(word));
  for (const LaneValue &component : components)
    for (const Term &term : component.terms)
      if (!term.coefficient.isUniform())
        Key.add(term.coefficient.pattern());
  if (auto known = All.find(Key.numbers); known != All.end())
    return known->second.groups;
  if (All.size() == kMaxKnownGroups)
    All.clear();
  auto groups = std::make_shared<const LaneGroups>(components, active);
  All.emplace(Key.numbers, Known{groups, std::move(Key.held)});
  return groups;
}
