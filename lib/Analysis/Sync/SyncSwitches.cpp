// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncSwitches.h"
#include "Sync/SyncConditions.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace wglint;

/// The number of the host's that \p selector has besides a number of each
/// lane's; kNoSymbol where it is anything else.
static SymbolId hostsNumber(const SyncWalk &walk, const LaneValue &selector) {
  if (selector.terms.size() != 1 || selector.terms[0].monomial.size() != 1 ||
      selector.type.kind != NumType::Int || selector.type.widthBits != 32 ||
      !selector.terms[0].coefficient.isUniform() ||
      selector.terms[0].coefficient.uniformValue() != 1 ||
      selector.constant.isUniform())
    return kNoSymbol;
  SymbolId id = selector.terms[0].monomial[0];
  const Symbol &symbol = walk.symbols[id];
  bool isHosts = symbol.kind == Symbol::Kind::Uniform &&
                 symbol.scope == UniformityScope::Dispatch &&
                 !symbol.name.empty();
  return isHosts ? id : kNoSymbol;
}

/// Some condition besides \p c may say which numbers \p id is.
static bool isAskedFor(const SyncWalk &walk, const LaneMath &math, SymbolId id,
                       const Context &c,
                       llvm::ArrayRef<const Context *> chain) {
  return llvm::any_of(chain, [&](const Context *other) {
    return other != &c && !comparesOthers(*other, math, walk.symbols,
                                          [&](SymbolId s) { return s == id; });
  });
}

/// By number of a case, the label that it leads to.
static std::map<uint32_t, uint32_t> casesOf(const spirv::Instruction &inst) {
  std::map<uint32_t, uint32_t> cases;
  for (unsigned i = 2; i + 1 < inst.operands.size(); i += 2)
    cases.try_emplace(inst.operands[i], inst.operands[i + 1]);
  return cases;
}

std::optional<SwitchParting>
wglint::partingOfSwitch(const SyncWalk &walk, const LaneMath &math,
                        const Context &c,
                        llvm::ArrayRef<const Context *> chain) {
  const std::optional<LaneValue> &selector = c.condition->selector.first;
  if (!selector || c.edges.size() != 1)
    return std::nullopt;
  SymbolId id = hostsNumber(walk, *selector);
  if (id == kNoSymbol || isAskedFor(walk, math, id, c, chain))
    return std::nullopt;
  const spirv::Instruction &inst =
      walk.module.instructions()[c.condition->selector.second];
  std::map<uint32_t, uint32_t> cases = casesOf(inst);
  auto isTaken = [&](unsigned lane, int64_t number) {
    auto it = cases.find(uint32_t(selector->constant[lane] + number));
    return (it == cases.end() ? inst.operands[1] : it->second) == c.edges[0];
  };
  SymbolRange range = walk.symbols.range(id);
  std::set<int64_t> tried;
  for (const auto &[value, label] : cases)
    for (unsigned lane = 0; lane < walk.laneCount; ++lane) {
      int64_t number = int64_t(int32_t(value)) - selector->constant[lane];
      if (number >= std::max<int64_t>(0, range.min) && number <= range.max)
        tried.insert(number);
    }
  for (int64_t number : tried) {
    std::optional<unsigned> arriving, missing;
    for (unsigned lane = 0; lane < walk.laneCount; ++lane) {
      std::optional<unsigned> &first =
          isTaken(lane, number) ? arriving : missing;
      first = first.value_or(lane);
    }
    if (arriving && missing)
      return SwitchParting{*arriving, *missing,
                           walk.symbols[id].name + " = " +
                               std::to_string(number)};
  }
  return std::nullopt;
}
