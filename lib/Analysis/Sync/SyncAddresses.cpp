// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncAddresses.h"
#include "Lanes/LaneNames.h"
#include "Lanes/PureOps.h"
#include "Sync/ShadowMemory.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace wglint;
using spirv::Type;
using spirv::TypeKind;

/// The unknown part of an address in one lane, and its known number.
struct AddressMap::Parts {
  int64_t constant = 0;
  llvm::SmallVector<std::pair<Monomial, int64_t>, 4> terms;

  void add(const Monomial &monomial, int64_t coefficient) {
    for (auto &[known, sum] : terms)
      if (known == monomial) {
        sum += coefficient;
        return;
      }
    terms.push_back({monomial, coefficient});
  }
  void appendTo(std::vector<int64_t> &key) {
    llvm::erase_if(terms, [](const auto &term) { return term.second == 0; });
    llvm::sort(terms);
    key.push_back(terms.size());
    for (const auto &[monomial, coefficient] : terms) {
      key.push_back(coefficient);
      key.push_back(monomial.size());
      key.insert(key.end(), monomial.begin(), monomial.end());
    }
  }
};

bool AddressMap::isComparable(SymbolId symbol, WorkgroupView view) const {
  // What is taken to be the same for a subgroup rests on where its ends are.
  if (Walk.symbols[symbol].scope < UniformityScope::Workgroup)
    return false;
  return view.dimension == 3 ||
         Walk.symbols[symbol].scope == UniformityScope::Dispatch ||
         llvm::is_contained(Walk.workgroupIds, symbol);
}

/// Replaces the symbol of a workgroup's id by its number in \p view, and
/// returns the factor that it leaves.
static int64_t replaceId(Monomial &monomial,
                         const std::array<SymbolId, 3> &workgroupIds,
                         WorkgroupView view) {
  auto ids = std::remove(monomial.begin(), monomial.end(),
                         workgroupIds[view.dimension]);
  int64_t factor = 1;
  for (auto id = ids; id != monomial.end(); ++id)
    factor *= view.id;
  monomial.erase(ids, monomial.end());
  return factor;
}

LaneValue wglint::unknownPartIn(const SyncWalk &walk, LaneValue value,
                                WorkgroupView view) {
  value.constant = 0;
  std::vector<Term> terms;
  for (Term &t : value.terms) {
    int64_t factor = replaceId(t.monomial, walk.workgroupIds, view);
    if (factor == 0 || t.monomial.empty())
      continue;
    t.coefficient =
        Lanes::product(t.coefficient, Lanes(factor), value.type.widthBits);
    terms.push_back(std::move(t));
  }
  value.terms.assign(terms.begin(), terms.end());
  return value;
}

/// Returns false where the address is unknown.
bool AddressMap::addParts(Parts &parts, const LaneValue &value, unsigned lane,
                          WorkgroupView view) const {
  parts.constant = value.constant[lane];
  for (const Term &t : value.terms) {
    int64_t coefficient = t.coefficient[lane];
    if (coefficient == 0)
      continue;
    Monomial rest = t.monomial;
    if (view.dimension < 3)
      coefficient =
          wrapMul(coefficient, replaceId(rest, Walk.workgroupIds, view));
    if (coefficient == 0)
      continue;
    if (!llvm::all_of(rest, [&](SymbolId s) { return isComparable(s, view); }))
      return false;
    if (rest.empty())
      parts.constant += coefficient;
    else
      parts.add(rest, coefficient);
  }
  return true;
}

/// What the addresses of a group have in common.
struct AddressMap::GroupAddress {
  /// Of lane 0, were it in the group; of texels without the number.
  LaneAddress address;
  /// What a lane's known number is moved by, for each component.
  llvm::SmallVector<int64_t, 3> added;
};

AddressMap::GroupAddress AddressMap::groupAddress(const AccessAddresses &access,
                                                  unsigned leader,
                                                  WorkgroupView view) {
  GroupAddress group;
  std::vector<int64_t> key{int64_t(spirv::raw(access.event.variable))};
  group.address.isConcrete = true;
  for (const LaneValue &component : access.components) {
    Parts parts;
    if ((access.isTexel && component.type.kind != NumType::Int) ||
        !addParts(parts, component, leader, view))
      return group;
    parts.appendTo(key);
    group.address.isConcrete &= parts.terms.empty();
    group.added.push_back(parts.constant - component.constant[leader]);
  }
  for (const LaneValue &index : access.event.element) {
    Parts parts;
    if (!isUniformOver(index, Walk.symbols, access.event.active) ||
        !addParts(parts, index, leader, view))
      return group;
    key.push_back(parts.constant);
    parts.appendTo(key);
    group.address.isConcrete &= parts.terms.empty();
  }
  group.address.region =
      Regions.try_emplace(std::move(key), Regions.size()).first->second;
  group.address.isKnown = true;
  if (!access.isTexel)
    group.address.at =
        wrapAdd(access.components[0].constant[0], group.added[0]);
  return group;
}

std::vector<LaneAddress> AddressMap::addresses(const AccessAddresses &access,
                                               WorkgroupView view) {
  std::vector<LaneAddress> out(Walk.laneCount);
  const AccessEvent &event = access.event;
  if (!access.isTexel && (event.unknown || event.space == MemorySpace::Image))
    return out;
  std::vector<GroupAddress> known;
  for (unsigned leader : access.groups->leaders())
    known.push_back(groupAddress(access, leader, view));
  llvm::ArrayRef<LaneValue> components = access.components;
  auto packed = [&](const GroupAddress &group, unsigned lane) {
    int64_t texel = 0;
    for (unsigned i = 0; i < components.size(); ++i)
      texel |= ((components[i].constant[lane] + group.added[i]) &
                ((int64_t(1) << kTexelBits) - 1))
               << (i * kTexelBits);
    return texel;
  };
  // Numbers of lanes that differ; the loop below is run for most accesses.
  const LanePatternPtr &pattern = components[0].constant.pattern();
  const int64_t *distances = pattern ? pattern->distances() : nullptr;
  const LaneGroups &groups = *access.groups;
  forEachLane(event.active, [&](unsigned lane) {
    if (access.outside && access.outside->test(lane))
      return;
    const GroupAddress &group = known[groups[lane]];
    out[lane] = group.address;
    if (!group.address.isKnown)
      return;
    if (access.isTexel)
      out[lane].at = packed(group, lane);
    else if (distances)
      out[lane].at = wrapAdd(group.address.at, distances[lane]);
  });
  return out;
}

/// The terms of \p v that \p lane has, in order.
static llvm::SmallVector<const Term *, 2> termsIn(const LaneValue &v,
                                                  unsigned lane) {
  llvm::SmallVector<const Term *, 2> terms;
  for (const Term &t : v.terms)
    if (t.coefficient[lane] != 0)
      terms.push_back(&t);
  return terms;
}

std::string wglint::unknownPartText(LaneMath &math,
                                    const LaneValue &offsetBytes,
                                    unsigned lane) {
  if (termsIn(offsetBytes, lane).empty())
    return "";
  LaneValue unknown = offsetBytes;
  unknown.constant = 0;
  return briefText(math, unknown, lane);
}

/// The same for one scalar.
static bool isSameScalar(const LaneValue &a, unsigned laneA, const LaneValue &b,
                         unsigned laneB, SymbolMatch match) {
  if (!(a.type == b.type) || a.constant[laneA] != b.constant[laneB])
    return false;
  auto left = termsIn(a, laneA), right = termsIn(b, laneB);
  return left.size() == right.size() &&
         llvm::all_of(llvm::zip(left, right), [&](const auto &pair) {
           const auto &[x, y] = pair;
           return x->coefficient[laneA] == y->coefficient[laneB] &&
                  x->monomial.size() == y->monomial.size() &&
                  llvm::all_of(llvm::zip(x->monomial, y->monomial),
                               [&](const auto &symbols) {
                                 return match(std::get<0>(symbols),
                                              std::get<1>(symbols));
                               });
         });
}

bool wglint::areSameValue(const Value &a, unsigned laneA, const Value &b,
                          unsigned laneB, SymbolMatch match) {
  // At most a matrix in nearly all cases.
  llvm::SmallVector<const LaneValue *, 16> left, right;
  forEachScalar(a, [&](const LaneValue &v) { left.push_back(&v); });
  forEachScalar(b, [&](const LaneValue &v) { right.push_back(&v); });
  if (left.empty() || left.size() != right.size())
    return false;
  for (size_t i = 0; i < left.size(); ++i)
    if (!isSameScalar(*left[i], laneA, *right[i], laneB, match))
      return false;
  return true;
}

bool wglint::areSameValue(const SymbolTable &symbols, const Value &a,
                          unsigned laneA, const Value &b, unsigned laneB,
                          UniformityScope scope) {
  return areSameValue(a, laneA, b, laneB, [&](SymbolId x, SymbolId y) {
    return x == y && symbols[x].scope >= scope;
  });
}
