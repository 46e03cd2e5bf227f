// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// From the sums of the walks to facts.
#include "Facts/BufferArrays.h"
#include "Facts/EntryPointAnalysis.h"
#include "Lanes/AssumptionNames.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

static MaybeCount rangeOf(uint64_t min, uint64_t max) {
  return CountRange{min, max};
}

static MaybeCount clampedRange(unsigned __int128 min, unsigned __int128 max) {
  if (max > UINT64_MAX)
    return std::nullopt;
  return CountRange{uint64_t(min), uint64_t(max)};
}

/// Whether one of \p assumptions is on \p name, too, and no lower bound: with
/// another number it would not hold.
static bool isNamed(llvm::StringRef name,
                    const std::set<std::string> &assumptions) {
  return llvm::any_of(assumptions, [&](llvm::StringRef text) {
    return !text.starts_with((name + " >= ").str()) && mentions(text, name);
  });
}

DeviceCost EntryPointAnalysis::makeCost(const MergedAccess &access,
                                        const CostSums &sums,
                                        const DeviceConfig &config,
                                        bool hasDispatch) const {
  DeviceCost cost;
  cost.config = config;
  const AccessRecord &r = access.record;
  bool isShared = r.first.space == MemorySpace::Shared;
  bool countable = !r.unknown && !sums.isUnknown;
  // Workgroups of the dispatch that do not come here at all count with zero.
  bool everywhere =
      !hasDispatch || access.workgroups == workgroupCount(*Options.dispatch);
  auto totals = [&](MaybeCount requests, MaybeCount total, MaybeCount ideal) {
    CostTotals t;
    t.requests = requests;
    if (countable && isShared) {
      t.wavefronts = total;
      t.idealWavefronts = ideal;
    } else if (countable) {
      t.sectors = total;
      t.idealSectors = ideal;
    }
    return t;
  };
  if (!r.unknownTrip)
    cost.perWorkgroup =
        totals(rangeOf(everywhere ? sums.requestsMin : 0, sums.requestsMax),
               rangeOf(everywhere ? sums.costMin : 0, sums.costMax),
               rangeOf(everywhere ? sums.idealMin : 0, sums.idealMax));
  if (Options.dispatch) {
    cost.dispatch = CostTotals();
    if (hasDispatch && !r.unknownTrip)
      cost.dispatch =
          totals(clampedRange(sums.allRequestsMin, sums.allRequestsMax),
                 clampedRange(sums.allCostMin, sums.allCostMax),
                 clampedRange(sums.allIdealMin, sums.allIdealMax));
  }
  if (!countable)
    return cost;
  (isShared ? cost.wavefrontsPerRequest : cost.sectorsPerRequest) =
      sums.perRequest;
  (isShared ? cost.idealWavefrontsPerRequest : cost.idealSectorsPerRequest) =
      sums.idealPerRequest;
  cost.conflictWays = sums.conflictWays;
  cost.isBounded = sums.isBounded;
  cost.worst = sums.worst;
  cost.first = sums.first;
  // Of two unknowns it is not known which one is small.
  if (r.lowerBounds.size() == 1 && sums.atSmallValues &&
      !isNamed(r.lowerBounds.begin()->first, access.assumptions)) {
    cost.unknownStep = r.lowerBounds.begin()->first;
    cost.atSmallValues = *sums.atSmallValues;
  }
  return cost;
}

/// AccessFact::variableId.
VariableId wglint::variableIdOf(const AccessEvent &event) {
  spirv::Id variable =
      event.variable == spirv::Id::None ? event.block : event.variable;
  return {spirv::raw(variable), event.member};
}

static std::vector<std::string> assumptionsOf(const MergedAccess &access) {
  std::vector<std::string> texts(access.assumptions.begin(),
                                 access.assumptions.end());
  for (const auto &[name, bound] : access.record.lowerBounds)
    texts.push_back(name + " >= " + std::to_string(bound));
  return texts;
}

/// The id of a workgroup moves addresses by its steps alone where the whole
/// dispatch reaches as far as they say, and not where a remainder is taken.
static std::optional<WorkgroupReach>
reachOfWorkgroups(const AccessRecord &record, Footprint &footprint,
                  const std::array<uint32_t, 3> &dispatch) {
  uint64_t span = footprint.spanBytes();
  auto isOne = [](const IdStep &step) { return step.isOne; };
  if (!span || !llvm::all_of(record.workgroupSteps, isOne) || record.unknown ||
      !record.reachedBytes)
    return std::nullopt;
  WorkgroupReach reach{span, {}};
  double wholeBytes = double(span);
  for (unsigned d = 0; d < 3; ++d) {
    reach.stepBytes[d] = record.workgroupSteps[d].bytes.value_or(0);
    wholeBytes +=
        std::abs(double(reach.stepBytes[d])) * (double(dispatch[d]) - 1);
  }
  if (wholeBytes >
      double(record.reachedBytes->end) - double(record.reachedBytes->begin))
    return std::nullopt;
  return reach;
}

static bool isBranchOrBarrier(const spirv::Instruction &inst) {
  return inst.opcode == spv::OpLabel || inst.opcode == spv::OpFunctionCall ||
         spirv::isBarrier(inst.opcode) || spirv::isAtomic(inst.opcode);
}

/// Accesses on both sides of it may not be made at once. Calls of functions
/// that only compute something are no hindrance.
static bool endsStretch(const spirv::Module &module,
                        const spirv::Instruction &inst) {
  if (inst.opcode != spv::OpFunctionCall)
    return isBranchOrBarrier(inst);
  const spirv::Function *callee = module.function(inst.idOperand(0));
  if (!callee || callee->blocks.size() != 1)
    return true;
  const spirv::Block &body = callee->blocks.front();
  return llvm::any_of(
      module.instructions().slice(body.begin + 1, body.end - body.begin - 1),
      isBranchOrBarrier);
}

uint32_t wglint::stretchOf(const spirv::Module &module, uint32_t instruction) {
  while (instruction > 0 &&
         !endsStretch(module, module.instructions()[instruction - 1]))
    --instruction;
  return instruction;
}

/// Which instruction it is, and of what kind.
static AccessFact describe(const spirv::Module &module,
                           const AccessEvent &event) {
  AccessFact fact;
  fact.instruction = event.instruction;
  fact.stretch = stretchOf(module, event.instruction);
  fact.key = spirv::debugKey(module, event.instruction);
  for (uint32_t call : event.callChain)
    fact.callChain.push_back(spirv::debugKey(module, call));
  fact.variable = event.name;
  fact.variableId = variableIdOf(event);
  fact.space = event.space;
  fact.op = event.op;
  fact.elementBytes = event.elementBytes;
  fact.isComponent = event.isComponent;
  fact.loopDepth = event.loopDepth;
  fact.loop = event.loop;
  fact.enclosingLoop = event.activation.loop;
  return fact;
}

/// Why nobody can say how often it is executed in the dispatch; std::nullopt if
/// that is known.
std::optional<UnknownReason>
EntryPointAnalysis::whyTotalsUnknown(const AccessRecord &record) const {
  if (record.unknownTrip && SummarizedLoops.empty())
    return UnknownReason{UnknownKind::Uniform,
                         "in a loop whose number of iterations is not known",
                         std::nullopt};
  if (record.unknownTrip)
    return UnknownReason{UnknownKind::Budget,
                         "in a loop that is too long to be executed",
                         std::nullopt};
  if (Options.dispatch && IsDispatchUndecided)
    return UnknownReason{UnknownKind::Budget,
                         "the dispatch is too much work to be followed",
                         std::nullopt};
  return std::nullopt;
}

/// What is said of its addresses, where they are known.
void EntryPointAnalysis::addPlaces(const AccessRecord &r,
                                   AccessFact &fact) const {
  if (!r.unknown && r.stride.isConsistent) {
    fact.laneStrideBytes = r.stride.bytes;
    fact.laneStrideText = r.stride.text;
    fact.laneStrideId = r.stride.id;
    fact.laneStrideOrigin = r.stride.origin;
  } else if (!r.unknown && r.rowStride.isConsistent) {
    fact.rowStrideText = r.rowStride.text;
  }
  if (!r.unknown && r.misalignmentIsConsistent)
    fact.misalignmentBytes = r.misalignmentBytes;
  if (r.reachedBytes && r.reachedBytes->begin < r.reachedBytes->end) {
    fact.reachedBytes = r.reachedBytes;
    fact.reachIsTight = r.reachIsTight;
  }
  auto sectorBytes = Options.configs.front().device->sectorBytes;
  Footprint footprint = r.footprint;
  if (uint64_t bytes = footprint.distinctBytes(); bytes && sectorBytes) {
    fact.workgroupBytes = bytes;
    fact.workgroupSectors = footprint.distinctBlocks(*sectorBytes);
  }
  if (Options.dispatch)
    fact.workgroupReach = reachOfWorkgroups(r, footprint, *Options.dispatch);
}

AccessFact EntryPointAnalysis::makeFact(const MergedAccess &access) const {
  const AccessRecord &r = access.record;
  AccessFact fact = describe(M, r.first);
  fact.way = r.way;
  fact.totalsUnknown = whyTotalsUnknown(r);
  fact.unknown = r.unknown;
  if (!r.unknown && r.isOutside && r.sums.front().requestsMax == 0)
    fact.unknown =
        UnknownReason{UnknownKind::Undefined,
                      "its index lies outside of the array", std::nullopt};
  fact.assumptions = assumptionsOf(access);
  addPlaces(r, fact);
  fact.texel = r.texel;
  fact.isOneTexel = r.isOneTexel;
  fact.executions = r.executions;
  fact.visits = r.visits;
  fact.addressSum = r.addressSum;
  fact.hasPlainPart = r.hasPlainPart;
  fact.rowStepBytes = r.rowStepBytes;
  fact.isInAssumedRow = r.isInAssumedRow;
  if (r.nextWorkgroup.isOne)
    fact.nextWorkgroupBytes = r.nextWorkgroup.bytes;
  fact.isSameForWorkgroups = !r.unknown && !r.differsByWorkgroup;
  fact.isLoopInvariant =
      !r.unknown && r.repetition.isRepeated && !r.repetition.isVarying;
  if (!r.unknown)
    fact.laneTurns = r.run.all();
  fact.keepsLanes = r.narrowing.isBroken;
  if (!r.storesAnything)
    fact.storedValues = r.stored;
  fact.isSubgroupUniform = r.isUniform && !r.unknown;
  return fact;
}

/// `N` and 8 of "N >= 8"; other texts have no bound.
static std::pair<llvm::StringRef, std::optional<long long>>
splitBound(llvm::StringRef text) {
  auto [name, bound] = text.rsplit(" >= ");
  long long number = 0;
  if (bound.empty() || bound.getAsInteger(10, number))
    return {text, std::nullopt};
  return {name, number};
}

/// Facts hold for all configurations, so what one needs all state. Of two
/// bounds on the same value ("N >= 8", "N >= 16") the larger one stays. Loops
/// leave thousands of texts ("k != 4711"): the cost is linear in them.
static void joinAssumptions(AccessFact &fact,
                            llvm::ArrayRef<std::string> others) {
  llvm::StringMap<size_t> known; // by text, by name of those with a bound
  for (size_t i = 0; i < fact.assumptions.size(); ++i)
    known[splitBound(fact.assumptions[i]).first] = i;
  for (const std::string &text : others) {
    auto [name, bound] = splitBound(text);
    auto [it, isNew] = known.try_emplace(name, fact.assumptions.size());
    if (isNew)
      fact.assumptions.push_back(text);
    else if (std::string &old = fact.assumptions[it->second];
             bound > splitBound(old).second)
      old = text;
  }
}

void EntryPointAnalysis::addFacts(const Merged &merged,
                                  llvm::ArrayRef<unsigned> configIndices,
                                  bool hasDispatch) {
  for (const auto &[key, access] : merged) {
    auto [it, isNew] = Found.try_emplace(key);
    AccessFact &fact = it->second;
    if (isNew) {
      fact = makeFact(access);
      fact.costs.resize(Options.configs.size());
      for (size_t c = 0; c < Options.configs.size(); ++c)
        fact.costs[c].config = Options.configs[c];
    } else {
      joinAssumptions(fact, assumptionsOf(access));
    }
    for (size_t c = 0; c < configIndices.size(); ++c)
      fact.costs[configIndices[c]] =
          makeCost(access, access.record.sums[c],
                   Options.configs[configIndices[c]], hasDispatch);
  }
}

void EntryPointAnalysis::analyzeSubgroupSize(unsigned subgroupSize) {
  llvm::SmallVector<unsigned, 6> indices;
  for (unsigned c = 0; c < Options.configs.size(); ++c)
    if (Options.configs[c].subgroupSize == subgroupSize)
      indices.push_back(c);
  Merged merged;
  bool hasDispatch = false;
  if (Options.dispatch && !IsDispatchOverBudget)
    hasDispatch = walkDispatch(subgroupSize, merged, IsDispatchOverBudget);
  if (!hasDispatch) {
    merged.clear();
    Branches = BranchNotes();
    if (Found.empty()) {
      Reuses.clear();
      ReuseWorkgroups = 0;
    }
    walkOnce(subgroupSize, merged);
  }
  joinBranches();
  addFacts(merged, indices, hasDispatch);
}

/// How far the numbers of the first configuration can be relied on.
static FactEvidence evidenceOf(const AccessFact &fact) {
  const DeviceCost &cost = fact.costs.front();
  bool isShared = fact.space == MemorySpace::Shared;
  const MaybeCount &perRequest =
      isShared ? cost.wavefrontsPerRequest : cost.sectorsPerRequest;
  if (fact.unknown || !perRequest)
    return FactEvidence::Unknown;
  // Over a dispatch bounds of single requests may still add up exactly.
  MaybeCount total;
  if (cost.dispatch)
    total = isShared ? cost.dispatch->wavefronts : cost.dispatch->sectors;
  if (cost.isBounded && !(total && total->isExact()))
    return FactEvidence::Bounded;
  return fact.assumptions.empty() ? FactEvidence::Exact : FactEvidence::Assumed;
}

/// Why there are no numbers of an access whose address is known.
static UnknownReason whyNoNumbers(const AccessFact &fact) {
  const DeviceProfile &device = *fact.costs.front().config.device;
  bool isDocumented = fact.space == MemorySpace::Shared
                          ? device.sharedBanks.has_value()
                          : device.sectorBytes.has_value();
  if (!isDocumented)
    return {UnknownKind::Device,
            "what " + device.displayName.str() +
                " moves for it is not documented",
            std::nullopt};
  return {UnknownKind::Uniform, "depends on uniform values that are not given",
          std::nullopt};
}

/// Evidence and shares, once all configurations are there.
void EntryPointAnalysis::finishFacts() {
  double total = 0;
  bool totalKnown = true;
  auto costOf = [](const AccessFact &fact) -> std::optional<double> {
    const DeviceCost &cost = fact.costs.front();
    const MaybeCount &count = fact.space == MemorySpace::Shared
                                  ? cost.perWorkgroup.wavefronts
                                  : cost.perWorkgroup.sectors;
    return count ? std::optional<double>(count->max) : std::nullopt;
  };
  auto isCounted = [](const AccessFact &fact) {
    return fact.space == MemorySpace::Global ||
           fact.space == MemorySpace::Shared;
  };
  for (auto &[key, fact] : Found) {
    fact.evidence = evidenceOf(fact);
    if (fact.evidence == FactEvidence::Unknown && !fact.unknown)
      fact.unknown = whyNoNumbers(fact);
    if (!isCounted(fact))
      continue;
    auto c = costOf(fact);
    totalKnown &= c.has_value();
    total += c.value_or(0);
  }
  std::map<AccessRecorder::Key, uint32_t> indices;
  for (auto &[key, fact] : Found) {
    if (auto c = costOf(fact); c && isCounted(fact) && totalKnown && total > 0)
      fact.costFraction = *c / total;
    indices[key] = Facts.accesses.size();
    Facts.accesses.push_back(std::move(fact));
  }
  Facts.bufferArrays = describeBufferArrays(M, Consts, Bytes, Facts);
  for (auto &[fact, keys] : Reuses) {
    for (const AccessRecorder::Key &key : keys) {
      auto index = indices.find(key);
      assert(index != indices.end() && "a reuse of accesses without facts");
      fact.accesses.push_back(index->second);
    }
    for (const BufferArrayFact &array : Facts.bufferArrays)
      if (array.variableId == fact.variableId)
        fact.variable = array.variable;
    Facts.reuses.push_back(std::move(fact));
  }
}
