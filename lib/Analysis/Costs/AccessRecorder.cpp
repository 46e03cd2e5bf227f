// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Costs/AccessRecorder.h"
#include "Flow/Flow.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace wglint;

/// Those under \p context, the innermost first.
static std::vector<BranchSide> branchSides(const Context *context) {
  constexpr uint64_t kBySymbol = uint64_t(1) << 63;
  std::vector<BranchSide> sides;
  for (const Context *c = context; c; c = c->parent.get()) {
    const OpenCondition &open = *c->condition;
    SymbolId symbol = lastingSymbol(open);
    uint64_t condition = symbol == kNoSymbol ? open.serial : kBySymbol | symbol;
    if (condition)
      sides.push_back({condition, c->side,
                       open.kind == OpenCondition::Kind::Uniform, c->edges});
  }
  return sides;
}

/// What is known here of the uniform values that \p isWanted.
template <typename Predicate>
static std::vector<UniformRange> uniformRanges(const SymbolTable &symbols,
                                               Predicate isWanted) {
  std::vector<UniformRange> ranges;
  if (const RangesPtr &known = symbols.ranges())
    for (const auto &[symbol, range] : *known)
      if (!symbols[symbol].isVarying() && isWanted(symbols[symbol], range))
        ranges.push_back({symbols.firstOfPlace(symbol), range.min, range.max});
  return ranges;
}

/// Components of gl_WorkGroupID of which what is known leaves one value.
static std::vector<UniformRange> workgroupIds(const SymbolTable &symbols) {
  return uniformRanges(symbols, [](const Symbol &symbol, SymbolRange range) {
    return symbol.kind == Symbol::Kind::WorkgroupId && range.min == range.max;
  });
}

/// Whether \p value is known but for the host's numbers, loops' iterations and
/// \p ids: whatever other components of gl_WorkGroupID are, it is the same.
static bool dependsOnlyOn(const std::vector<UniformRange> &ids,
                          const LaneValue &value, const SymbolTable &symbols) {
  auto isPlain = [&](SymbolId id) {
    const Symbol &symbol = symbols[id];
    return symbol.kind == Symbol::Kind::Uniform ||
           symbol.kind == Symbol::Kind::LoopIteration ||
           llvm::any_of(ids, [&](const UniformRange &known) {
             return known.value == symbols.firstOfPlace(id);
           });
  };
  return llvm::all_of(value.terms, [&](const Term &term) {
    return llvm::all_of(term.monomial, isPlain);
  });
}

/// Of \p known, what is known at \p event as well; nothing where it depends on
/// what may be another component.
static std::vector<UniformRange>
workgroupIdsAt(const AccessEvent &event, const SymbolTable &symbols,
               const std::vector<UniformRange> &known) {
  std::vector<UniformRange> ids = common(known, workgroupIds(symbols));
  bool isPlain = !event.unknown &&
                 dependsOnlyOn(ids, event.offsetBytes, symbols) &&
                 llvm::all_of(event.texel, [&](const LaneValue &coordinate) {
                   return dependsOnlyOn(ids, coordinate, symbols);
                 });
  return isPlain ? ids : std::vector<UniformRange>();
}

void AccessRecorder::record(const AccessEvent &event) {
  AccessRecord &record =
      Records.changeable({event.instruction, event.callChain});
  if (record.sums.empty()) {
    record.first = event;
    record.first.context = nullptr;
    record.way.sides = branchSides(event.context);
    record.way.ranges = uniformRanges(
        Math.symbols(), [](const Symbol &, SymbolRange) { return true; });
    record.way.workgroupIds = workgroupIds(Math.symbols());
    record.sums.resize(Configs.size());
    record.isDescribed =
        IsDescribed && IsDescribed({event.instruction, event.callChain});
    noteTexel(event, record);
  }
  if (!record.way.workgroupIds.empty())
    record.way.workgroupIds =
        workgroupIdsAt(event, Math.symbols(), record.way.workgroupIds);
  record.assumptions.insert(event.assumptions.begin(), event.assumptions.end());
  record.unknownTrip |= event.unknownTrip;
  if (event.active.none()) {
    record.isOutside = true;
    return;
  }
  for (const Term &t : event.offsetBytes.terms)
    for (SymbolId s : t.monomial)
      for (uint32_t a : Math.symbols()[s].assumptions)
        record.assumptions.insert(a);
  if (!record.unknown && event.unknown)
    record.unknown = event.unknown;
  if (!record.unknown &&
      hasVarying(event.offsetBytes, Math.symbols(), &event.active)) {
    SymbolId s = findVarying(event.offsetBytes, Math.symbols());
    record.unknown = *Math.symbols()[s].reason;
  }
  if (!record.isDescribed)
    describe(event, record);
  record.visits += event.typicalVisits;
  if (record.unknown)
    return countRequests(event, record);
  ++record.executions;
  record.addressSum +=
      uint64_t(event.offsetBytes.constant[event.active.find_first()]);
  std::shared_ptr<const LaneGroups> groups =
      Groups.of(event.offsetBytes, event.active);
  add(event, Executions.of(event, *groups, record.isDescribed), *groups,
      record);
}

void AccessRecorder::describe(const AccessEvent &event,
                              AccessRecord &record) const {
  notePlainPart(event, record);
  noteRowStep(event, record);
  noteOneTexel(event, record);
  noteReach(event, record);
  noteWorkgroupSteps(event, record);
  noteRepetition(event, record);
  noteRun(event, record);
  if (event.op != AccessOp::Store)
    return;
  noteStored(event, record);
  if (event.space == MemorySpace::Shared)
    noteNarrowing(event, record);
}

/// Of an access whose address is unknown: requests are issued all the same.
void AccessRecorder::countRequests(const AccessEvent &event,
                                   AccessRecord &record) const {
  unsigned lanes = event.active.size();
  for (unsigned first = 0; first < lanes; first += SubgroupSize) {
    if (event.active.find_first_in(first,
                                   std::min(first + SubgroupSize, lanes)) < 0)
      continue;
    for (CostSums &sums : record.sums)
      sums.addRequest(event.isMaybe, WorkgroupCount);
  }
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

/// But for the witnesses.
static void addExecution(CostSums &into, const CostSums &from) {
  into.requestsMin += from.requestsMin;
  into.requestsMax += from.requestsMax;
  into.costMin += from.costMin;
  into.costMax += from.costMax;
  into.idealMin += from.idealMin;
  into.idealMax += from.idealMax;
  into.addTotals(from);
}

/// Strides and where requests start, which stay as long as all executions
/// agree.
static void addStrides(AccessRecord &record, const ExecutionCost &cost) {
  record.isUniform &= cost.isUniform;
  record.stride.join(cost.stride);
  record.rowStride.join(cost.rowStride);
  if (cost.misalignmentBytes) {
    record.misalignmentIsConsistent &=
        !record.misalignmentBytes ||
        record.misalignmentBytes == cost.misalignmentBytes;
    record.misalignmentBytes = cost.misalignmentBytes;
  }
  record.misalignmentIsConsistent &= cost.misalignmentIsConsistent;
}

/// Whether an unknown part is the same within a subgroup only, as the quotient
/// of an index by the length of a row.
static bool hasSubgroupsOwn(const LaneValue &value,
                            const SymbolTable &symbols) {
  return llvm::any_of(value.terms, [&](const Term &term) {
    return llvm::any_of(term.monomial, [&](SymbolId symbol) {
      return symbols[symbol].scope == UniformityScope::Subgroup;
    });
  });
}

void AccessRecorder::add(const AccessEvent &event, const ExecutionCost &cost,
                         const LaneGroups &groups, AccessRecord &record) {
  for (size_t c = 0; c < record.sums.size(); ++c) {
    CostSums &sums = record.sums[c];
    const ExecutionCost::PerConfig &here = cost.configs[c];
    addExecution(sums, here.sums);
    if (here.first && !sums.first)
      sums.first = makeWitness(event, groups, *here.first);
    if (here.worst && (!sums.worst || here.worst->cost > sums.worst->cost))
      sums.worst = makeWitness(event, groups, *here.worst);
  }
  record.assumptions.insert(cost.assumptions.begin(), cost.assumptions.end());
  for (auto [symbol, bound] : cost.bounds)
    noteBound(symbol, bound, record);
  if (record.isDescribed)
    return;
  addStrides(record, cost);
  if (event.space != MemorySpace::Global)
    return;
  // What a pass over a summarised loop asks for is that of one iteration,
  // however often a loop around it comes there.
  if (event.activation.isSummary &&
      event.activation.serial != record.first.activation.serial)
    return;
  record.footprint.add(event.offsetBytes, event.requestBytes,
                       event.active.count(), groups, cost.bytes);
  if (hasSubgroupsOwn(event.offsetBytes, Math.symbols()))
    record.footprint.giveUp();
}

/// States how large an unknown must be for lanes to share no sector.
void AccessRecorder::noteBound(SymbolId symbol, int64_t bound,
                               AccessRecord &record) {
  if (Math.symbols().range(symbol).min >= bound)
    return; // a comparison on the way here says so
  std::string &name = Names[symbol];
  if (name.empty())
    name = Math.format(symbolValue(kAddress, symbol));
  int64_t &known = record.lowerBounds.try_emplace(name, bound).first->second;
  known = std::max(known, bound);
}

//===----------------------------------------------------------------------===//
// Witnesses
//===----------------------------------------------------------------------===//

/// What \p monomial is in a witness if it separates lanes: the first unknown of
/// \p unknowns is large enough to keep rows apart and a multiple of every
/// sector size, each further one as many times as large as a subgroup has
/// lanes, so that `(y * W + x) * C` is another number for each x and y.
static uint64_t exampleOf(const Monomial &monomial,
                          const std::set<SymbolId> &unknowns) {
  constexpr uint64_t kFirst = 4096;
  uint64_t product = 1;
  for (SymbolId s : monomial) {
    product *= kFirst;
    for (SymbolId earlier : unknowns)
      if (earlier < s)
        product *= kMaxLanes;
  }
  return product;
}

/// Values of the workgroup's id symbols at which the enumerated part of the
/// address has \p residue; zeros where there are none.
std::array<uint64_t, 3>
AccessRecorder::workgroupWithResidue(const AccessEvent &event,
                                     const RequestView &view, unsigned residue,
                                     unsigned modulus) const {
  std::array<uint64_t, 3> limit{1, 1, 1};
  std::array<int64_t, 3> step{};
  for (unsigned d = 0; d < 3; ++d) {
    if (IdSymbols[d] == kNoSymbol)
      continue;
    limit[d] = std::min<uint64_t>(Math.symbols()[IdSymbols[d]].count, modulus);
    for (unsigned t : view.uniformTerms) {
      const Term &term = event.offsetBytes.terms[t];
      if (term.monomial.size() == 1 && term.monomial[0] == IdSymbols[d])
        step[d] = term.coefficient[view.firstLane] % int64_t(modulus);
    }
  }
  // Residues repeat after `modulus` ids, so these are all there are.
  for (uint64_t z = 0; z < limit[2]; ++z)
    for (uint64_t y = 0; y < limit[1]; ++y)
      for (uint64_t x = 0; x < limit[0]; ++x) {
        int64_t sum =
            int64_t(x) * step[0] + int64_t(y) * step[1] + int64_t(z) * step[2];
        int64_t m = modulus;
        if ((sum % m + m) % m == int64_t(residue))
          return {x, y, z};
      }
  return {0, 0, 0};
}

/// Numbers what no two different unknown parts share.
uint64_t AccessRecorder::baseId(const LaneValue &unknownPart, unsigned lane) {
  std::vector<int64_t> key;
  for (const Term &t : unknownPart.terms) {
    key.push_back(t.coefficient[lane]);
    key.push_back(t.monomial.size());
    for (SymbolId s : t.monomial)
      key.push_back(Math.symbols().firstOfPlace(s));
  }
  return BaseIds.try_emplace(std::move(key), BaseIds.size() + 1).first->second;
}

/// What is the same for all lanes and not known.
void AccessRecorder::noteBase(const LaneValue &offsetBytes,
                              const RequestView &view, Witness &witness) {
  LaneValue unknownPart(offsetBytes.type, 0);
  uint64_t divisor = 0;
  for (unsigned t : view.uniformTerms) {
    const Term &term = offsetBytes.terms[t];
    if (llvm::all_of(term.monomial, [&](SymbolId s) {
          return Math.symbols()[s].isEnumerated();
        }))
      continue;
    unknownPart.terms.push_back(term);
    uint64_t step = uint64_t(term.coefficient[view.firstLane]) *
                    multipleOf(term, Math.symbols());
    divisor = llvm::MinAlign(divisor, step);
  }
  if (unknownPart.terms.empty())
    return;
  witness.unknownBase = Math.format(unknownPart, view.firstLane);
  witness.unknownBaseId = baseId(unknownPart, view.firstLane);
  witness.unknownBaseAlignment = divisor;
}

Witness AccessRecorder::makeWitness(const AccessEvent &event,
                                    const LaneGroups &groups,
                                    const WitnessPlace &place) {
  unsigned begin = place.subgroup * SubgroupSize;
  unsigned end = std::min<unsigned>(begin + SubgroupSize, event.active.size());
  RequestView view = *viewRequest(Math, event, groups, begin, end);
  Witness w;
  w.subgroup = place.subgroup;
  w.activeMask = view.mask;
  w.cost = place.cost;
  int64_t shift = 0;
  if (Box) {
    std::array<uint64_t, 3> ids =
        workgroupWithResidue(event, view, place.residue, place.modulus);
    w.workgroupId.emplace();
    for (unsigned d = 0; d < 3; ++d) {
      (*w.workgroupId)[d] = uint32_t((*Box)[d].first + (*Box)[d].step * ids[d]);
      for (unsigned t : view.uniformTerms) {
        const Term &term = event.offsetBytes.terms[t];
        if (IdSymbols[d] != kNoSymbol && term.monomial.size() == 1 &&
            term.monomial[0] == IdSymbols[d])
          shift += term.coefficient[view.firstLane] * int64_t(ids[d]);
      }
    }
  }
  const auto &terms = event.offsetBytes.terms;
  for (unsigned l = 0; l < view.laneCount; ++l)
    w.laneAddressBytes.push_back(view.mask >> l & 1 ? view.address[l] + shift
                                                    : 0);
  std::set<SymbolId> unknowns;
  for (unsigned t : view.varyingTerms)
    unknowns.insert(terms[t].monomial.begin(), terms[t].monomial.end());
  LaneValue one(event.offsetBytes.type, 0);
  for (unsigned t : view.varyingTerms) {
    uint64_t example = exampleOf(terms[t].monomial, unknowns);
    for (unsigned l = 0; l < view.laneCount; ++l)
      if (view.mask >> l & 1)
        w.laneAddressBytes[l] +=
            int64_t(uint64_t(terms[t].coefficient[view.base + l]) * example);
    one.terms = {Term{terms[t].monomial, Lanes(1)}};
    w.example += (w.example.empty() ? "" : ", ") + Math.format(one) + " = " +
                 std::to_string(int64_t(example));
  }
  noteBase(event.offsetBytes, view, w);
  return w;
}
