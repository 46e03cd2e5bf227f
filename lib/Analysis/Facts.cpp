// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs walks and gathers what they recorded into facts.
///
/// Without a dispatch one walk stands for every workgroup. With one, the
/// workgroups are divided into boxes until every decision is the same for all
/// of a box; the totals are summed over the boxes.
#include "wglint/Analysis/Facts.h"
#include "Constants.h"
#include "LaneWalk.h"
#include "Layout.h"
#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::Module;
using spirv::Type;

const char *wglint::toString(MemorySpace space) {
  switch (space) {
  case MemorySpace::Global:
    return "global";
  case MemorySpace::Shared:
    return "shared";
  case MemorySpace::Private:
    return "private";
  case MemorySpace::Image:
    return "image";
  case MemorySpace::Uniform:
    return "uniform";
  }
  return "";
}

const char *wglint::toString(AccessOp op) {
  switch (op) {
  case AccessOp::Load:
    return "load";
  case AccessOp::Store:
    return "store";
  case AccessOp::Atomic:
    return "atomic";
  }
  return "";
}

const char *wglint::toString(UnknownKind kind) {
  switch (kind) {
  case UnknownKind::DataDependent:
    return "data-dependent";
  case UnknownKind::FloatArithmetic:
    return "float-arithmetic";
  case UnknownKind::Unsupported:
    return "unsupported";
  case UnknownKind::Budget:
    return "budget";
  case UnknownKind::Undefined:
    return "undefined";
  case UnknownKind::Uniform:
    return "uniform";
  }
  return "";
}

const char *wglint::toString(FactEvidence evidence) {
  switch (evidence) {
  case FactEvidence::Exact:
    return "exact";
  case FactEvidence::Assumed:
    return "assumed";
  case FactEvidence::Bounded:
    return "bounded";
  case FactEvidence::Unknown:
    return "unknown";
  }
  return "";
}

/// Invocations that a walk can enumerate; no API allows more in one workgroup.
static constexpr uint64_t kMaxInvocations = 4096;
/// How often a walk over its budget is tried again with its hottest loop
/// summarised.
static constexpr unsigned kMaxRetries = 3;

namespace {

/// What is summed up of one access over all boxes of one subgroup size.
struct MergedAccess {
  AccessRecord record;     ///< of the first box; sums merged
  uint64_t workgroups = 0; ///< that execute the access
  std::set<std::string> assumptions;
};

/// Analyses one entry point.
class EntryPointAnalysis {
public:
  EntryPointAnalysis(const Module &module, const spirv::EntryPoint &entry,
                     const AnalysisOptions &options)
      : M(module), Entry(entry), Options(options), Consts(module, options),
        Bytes(module, Consts), OperationsLeft(options.laneOperationBudget) {}

  EntryPointFacts run();

private:
  using Merged = std::map<AccessRecorder::Key, MergedAccess>;

  bool findWorkgroupSize();
  void describeDeclarations();
  void describePrivateArrays(const std::map<uint32_t, PrivateArrayUse> &uses);
  bool isConstantTable(Id variable) const;
  void analyzeSubgroupSize(unsigned subgroupSize);
  bool walkDispatch(unsigned subgroupSize, llvm::ArrayRef<DeviceConfig> configs,
                    Merged &merged, bool &isOverBudget);
  void walkOnce(unsigned subgroupSize, llvm::ArrayRef<DeviceConfig> configs,
                Merged &merged);
  void merge(LaneWalk &walk, uint64_t workgroups, Merged &merged);
  void addFacts(const Merged &merged, llvm::ArrayRef<unsigned> configIndices,
                bool hasDispatch);
  AccessFact makeFact(const MergedAccess &access) const;
  DeviceCost makeCost(const MergedAccess &access, const CostSums &sums,
                      const DeviceConfig &config, bool hasDispatch) const;
  void finishFacts();
  uint64_t dispatchCount() const;

  const Module &M;
  const spirv::EntryPoint &Entry;
  const AnalysisOptions &Options;
  Constants Consts;
  Layout Bytes;
  EntryPointFacts Facts;
  std::map<AccessRecorder::Key, AccessFact> Found;
  bool IsDispatchOverBudget = false;
  std::set<uint32_t> SummarizedLoops; ///< too costly to execute
  uint64_t OperationsLeft;
};

} // namespace

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

bool EntryPointAnalysis::findWorkgroupSize() {
  bool isSpecialized = false;
  for (unsigned d = 0; d < 3; ++d) {
    Facts.workgroupSize[d] = Entry.literalSize[d];
    if (Entry.sizeIds[d] != Id::None) {
      Facts.workgroupSize[d] = Consts.integer(Entry.sizeIds[d]).value_or(0);
      isSpecialized |= Consts.isSpecialized(Entry.sizeIds[d]);
    }
  }
  Facts.sizeSource =
      isSpecialized ? SizeSource::Specialization : SizeSource::Literal;
  if (Options.localSize) {
    Facts.workgroupSize = *Options.localSize;
    Facts.sizeSource = SizeSource::Given;
  }
  uint64_t invocations = 1;
  for (uint32_t n : Facts.workgroupSize)
    invocations *= n;
  if (invocations == 0) {
    Facts.sizeSource = SizeSource::Missing;
    Facts.unknown = UnknownReason{
        UnknownKind::Unsupported,
        "the workgroup size is not known; give --local-size X,Y,Z",
        std::nullopt};
    return false;
  }
  if (invocations > kMaxInvocations) {
    Facts.unknown = UnknownReason{
        UnknownKind::Budget, "the workgroup has more than 4096 invocations",
        std::nullopt};
    return false;
  }
  return true;
}

void EntryPointAnalysis::describeDeclarations() {
  Facts.name = Entry.name;
  Facts.dispatch = Options.dispatch;
  for (const Instruction &inst : M.instructions())
    Facts.hasBarrier |= inst.opcode == spv::OpControlBarrier;
  if (const spirv::Function *f = M.function(Entry.function))
    for (const spirv::Block &b : f->blocks) {
      for (uint32_t i = b.begin; i < b.end && Facts.key.line == 0; ++i)
        if (M.instructions()[i].debug.line)
          Facts.key = debugKey(M, i);
    }
  for (Id global : M.globalVariables()) {
    const Instruction *inst = M.def(global);
    const Type *pointer = M.typeOf(global);
    if (!pointer || inst->operands.empty() ||
        inst->operands[0] != spv::StorageClassWorkgroup)
      continue;
    SharedVariableFact shared;
    shared.variable = M.name(global).str();
    shared.variableId = spirv::raw(global) * 64;
    const Type &type = M.type(pointer->element);
    shared.bytes = Bytes.size(type);
    for (const Type *t = &type; t->kind == spirv::TypeKind::Array;
         t = &M.type(t->element))
      shared.dependsOnSpecialization |= Consts.isSpecialized(t->lengthId);
    Facts.sharedBytes += shared.bytes;
    Facts.sharedVariables.push_back(std::move(shared));
  }
}

/// Only ever written as a whole, with constants: a lookup table.
bool EntryPointAnalysis::isConstantTable(Id variable) const {
  const Instruction *def = M.def(variable);
  bool hasValue = def->operands.size() > 1;
  for (const Instruction &inst : M.instructions()) {
    if (inst.opcode != spv::OpStore ||
        spirv::rootVariable(M, inst.idOperand(0)) != variable)
      continue;
    if (inst.idOperand(0) != variable || !Consts.isConstant(inst.idOperand(1)))
      return false;
    hasValue = true;
  }
  return hasValue;
}

void EntryPointAnalysis::describePrivateArrays(
    const std::map<uint32_t, PrivateArrayUse> &uses) {
  for (const auto &[id, use] : uses) {
    const Type &type = M.type(M.typeOf(use.variable)->element);
    auto known = llvm::find_if(Facts.privateArrays,
                               [&, variable = id](const PrivateArrayFact &f) {
                                 return f.variableId == variable * 64;
                               });
    if (known != Facts.privateArrays.end()) {
      known->index = std::max(known->index, use.index);
      continue;
    }
    PrivateArrayFact fact;
    fact.variable = M.name(use.variable).str();
    fact.variableId = id * 64;
    fact.key = debugKey(M, use.firstInstruction);
    fact.bytes = Bytes.size(type);
    fact.elementCount = Consts.arrayLength(type).value_or(0);
    fact.index = use.index;
    fact.isConstantTable = isConstantTable(use.variable);
    Facts.privateBytes += fact.bytes;
    Facts.privateArrays.push_back(std::move(fact));
  }
}

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

static void widen(MaybeCount &range, const MaybeCount &other) {
  if (!other)
    return;
  if (!range)
    range = other;
  range->min = std::min(range->min, other->min);
  range->max = std::max(range->max, other->max);
}

/// Per-workgroup numbers widen, numbers over all workgroups add up.
static void addSums(CostSums &into, const CostSums &from) {
  into.requestsMin = std::min(into.requestsMin, from.requestsMin);
  into.requestsMax = std::max(into.requestsMax, from.requestsMax);
  into.costMin = std::min(into.costMin, from.costMin);
  into.costMax = std::max(into.costMax, from.costMax);
  into.idealMin = std::min(into.idealMin, from.idealMin);
  into.idealMax = std::max(into.idealMax, from.idealMax);
  into.allRequestsMin += from.allRequestsMin;
  into.allRequestsMax += from.allRequestsMax;
  into.allCostMin += from.allCostMin;
  into.allCostMax += from.allCostMax;
  into.allIdealMin += from.allIdealMin;
  into.allIdealMax += from.allIdealMax;
  widen(into.perRequest, from.perRequest);
  widen(into.idealPerRequest, from.idealPerRequest);
  widen(into.conflictWays, from.conflictWays);
  into.isUnknown |= from.isUnknown;
  if (from.worst && (!into.worst || from.worst->cost > into.worst->cost))
    into.worst = from.worst;
}

static void mergeStride(AccessRecord &into, const AccessRecord &from) {
  bool same = into.strideBytes == from.strideBytes &&
              into.strideText == from.strideText;
  into.strideIsConsistent &= from.strideIsConsistent && same;
  into.misalignmentIsConsistent &=
      from.misalignmentIsConsistent &&
      into.misalignmentBytes == from.misalignmentBytes;
  into.isUniform &= from.isUniform;
}

void EntryPointAnalysis::merge(LaneWalk &walk, uint64_t workgroups,
                               Merged &merged) {
  for (const auto &[key, shared] : walk.recorder().records()) {
    const AccessRecord &record = *shared;
    auto [it, isNew] = merged.try_emplace(key);
    MergedAccess &access = it->second;
    access.workgroups += workgroups;
    for (uint32_t a : record.assumptions)
      access.assumptions.insert(walk.symbols().assumptionText(a));
    if (isNew) {
      access.record = record;
      continue;
    }
    for (size_t c = 0; c < record.sums.size(); ++c)
      addSums(access.record.sums[c], record.sums[c]);
    if (!access.record.unknown)
      access.record.unknown = record.unknown;
    access.record.unknownTrip |= record.unknownTrip;
    for (const auto &[name, bound] : record.lowerBounds) {
      int64_t &known =
          access.record.lowerBounds.try_emplace(name, bound).first->second;
      known = std::max(known, bound);
    }
    mergeStride(access.record, record);
  }
  Facts.dependsOnInvocationId |= walk.dependsOnInvocationId();
  describePrivateArrays(walk.privateArrays());
}

/// Without a dispatch: one walk, with ever more loops summarised if it costs
/// too much.
void EntryPointAnalysis::walkOnce(unsigned subgroupSize,
                                  llvm::ArrayRef<DeviceConfig> configs,
                                  Merged &merged) {
  for (unsigned attempt = 0;; ++attempt) {
    // A third of what is left: later attempts and subgroup sizes need some too.
    uint64_t budget = OperationsLeft / 3, before = budget;
    WalkInput input{M,
                    Consts,
                    Entry,
                    Options,
                    Facts.workgroupSize,
                    subgroupSize,
                    configs,
                    std::nullopt,
                    SummarizedLoops};
    LaneWalk walk(input, budget);
    WalkOutcome outcome = walk.run();
    OperationsLeft -= before - budget;
    if (outcome == WalkOutcome::Complete)
      return merge(walk, 1, merged);
    auto hottest = walk.hottestLoop();
    if (!hottest || attempt == kMaxRetries) {
      Facts.unknown =
          UnknownReason{UnknownKind::Budget,
                        "the limit of the analysis was reached", std::nullopt};
      return;
    }
    SummarizedLoops.insert(*hottest);
  }
}

static uint64_t countOf(const WorkgroupBox &box) {
  return box[0].count * box[1].count * box[2].count;
}

/// Divides \p box as asked for in dimension \p d.
static std::vector<WorkgroupBox> divide(const WorkgroupBox &box, unsigned d,
                                        const SplitRequest &split) {
  std::vector<WorkgroupBox> parts;
  const IdRange &range = box[d];
  auto add = [&](IdRange part) {
    if (part.count == 0)
      return;
    WorkgroupBox out = box;
    out[d] = part;
    parts.push_back(out);
  };
  if (split.how == SplitRequest::How::At) {
    add({range.first, range.step, split.value});
    add({range.first + range.step * split.value, range.step,
         range.count - split.value});
  } else {
    for (uint64_t r = 0; r < split.value; ++r)
      add({range.first + range.step * r, range.step * split.value,
           (range.count - r + split.value - 1) / split.value});
  }
  return parts;
}

/// Returns false where the dispatch could not be decided (then nothing is
/// merged); \p isOverBudget says whether for lack of budget.
bool EntryPointAnalysis::walkDispatch(unsigned subgroupSize,
                                      llvm::ArrayRef<DeviceConfig> configs,
                                      Merged &merged, bool &isOverBudget) {
  const std::set<uint32_t> none;
  WorkgroupBox all;
  for (unsigned d = 0; d < 3; ++d)
    all[d] = {0, 1, (*Options.dispatch)[d]};
  std::vector<WorkgroupBox> work{all};
  uint64_t budget =
      Options.laneOperationBudget; // a dispatch has one of its own
  while (!work.empty()) {
    WorkgroupBox box = work.back();
    work.pop_back();
    WalkInput input{
        M,       Consts, Entry, Options, Facts.workgroupSize, subgroupSize,
        configs, box,    none};
    LaneWalk walk(input, budget);
    switch (walk.run()) {
    case WalkOutcome::Complete:
      merge(walk, countOf(box), merged);
      break;
    case WalkOutcome::Split: {
      auto d = walk.dimensionOf(walk.split()->symbol);
      if (!d)
        return false;
      for (const WorkgroupBox &part : divide(box, *d, *walk.split()))
        work.push_back(part);
      break;
    }
    case WalkOutcome::OverBudget:
      isOverBudget = true;
      return false;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

uint64_t EntryPointAnalysis::dispatchCount() const {
  return uint64_t((*Options.dispatch)[0]) * (*Options.dispatch)[1] *
         (*Options.dispatch)[2];
}

static MaybeCount rangeOf(uint64_t min, uint64_t max) {
  return CountRange{min, max};
}

static MaybeCount clampedRange(unsigned __int128 min, unsigned __int128 max) {
  if (max > UINT64_MAX)
    return std::nullopt;
  return CountRange{uint64_t(min), uint64_t(max)};
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
  bool everywhere = !hasDispatch || access.workgroups == dispatchCount();
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
  cost.worst = sums.worst;
  cost.first = sums.first;
  return cost;
}

AccessFact EntryPointAnalysis::makeFact(const MergedAccess &access) const {
  const AccessRecord &r = access.record;
  AccessFact fact;
  fact.instruction = r.first.instruction;
  fact.key = debugKey(M, r.first.instruction);
  for (uint32_t call : r.first.callChain)
    fact.callChain.push_back(debugKey(M, call));
  fact.variable = r.first.name;
  fact.variableId =
      spirv::raw(r.first.variable) * 64 + unsigned(r.first.member + 1);
  fact.space = r.first.space;
  fact.op = r.first.op;
  fact.elementBytes = r.first.elementBytes;
  fact.loopDepth = r.first.loopDepth;
  fact.loop = r.first.loop;
  fact.unknown = r.unknown;
  fact.assumptions.assign(access.assumptions.begin(), access.assumptions.end());
  for (const auto &[name, bound] : r.lowerBounds)
    fact.assumptions.push_back(name + " >= " + std::to_string(bound));
  if (r.strideIsConsistent && !r.unknown) {
    fact.laneStrideBytes = r.strideBytes;
    fact.laneStrideText = r.strideText;
  }
  fact.isSubgroupUniform = r.isUniform && !r.unknown;
  if (r.misalignmentIsConsistent && !r.unknown)
    fact.misalignmentBytes = r.misalignmentBytes;
  return fact;
}

/// Facts hold for all configurations, so what one needs all state. Of two
/// bounds on the same value ("N >= 8", "N >= 16") the larger one stays.
static void joinAssumptions(AccessFact &fact, const AccessFact &other) {
  for (const std::string &text : other.assumptions) {
    auto [name, bound] = llvm::StringRef(text).rsplit(" >= ");
    bool isNew = true;
    for (std::string &known : fact.assumptions) {
      auto [knownName, knownBound] = llvm::StringRef(known).rsplit(" >= ");
      long long a, b;
      if (known == text) {
        isNew = false;
      } else if (knownName == name && !bound.getAsInteger(10, a) &&
                 !knownBound.getAsInteger(10, b)) {
        isNew = false;
        if (a > b)
          known = text;
      }
    }
    if (isNew)
      fact.assumptions.push_back(text);
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
      joinAssumptions(fact, makeFact(access));
    }
    for (size_t c = 0; c < configIndices.size(); ++c)
      fact.costs[configIndices[c]] =
          makeCost(access, access.record.sums[c],
                   Options.configs[configIndices[c]], hasDispatch);
  }
}

void EntryPointAnalysis::analyzeSubgroupSize(unsigned subgroupSize) {
  llvm::SmallVector<DeviceConfig, 6> configs;
  llvm::SmallVector<unsigned, 6> indices;
  for (unsigned c = 0; c < Options.configs.size(); ++c)
    if (Options.configs[c].subgroupSize == subgroupSize) {
      configs.push_back(Options.configs[c]);
      indices.push_back(c);
    }
  Merged merged;
  bool hasDispatch = false;
  if (Options.dispatch && !IsDispatchOverBudget)
    hasDispatch =
        walkDispatch(subgroupSize, configs, merged, IsDispatchOverBudget);
  if (!hasDispatch) {
    merged.clear();
    walkOnce(subgroupSize, configs, merged);
  }
  addFacts(merged, indices, hasDispatch);
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
    const DeviceCost &cost = fact.costs.front();
    const MaybeCount &perRequest = fact.space == MemorySpace::Shared
                                       ? cost.wavefrontsPerRequest
                                       : cost.sectorsPerRequest;
    if (fact.unknown || !perRequest)
      fact.evidence = FactEvidence::Unknown;
    else if (cost.perWorkgroup.requests &&
             !cost.perWorkgroup.requests->isExact() && !Options.dispatch)
      fact.evidence = FactEvidence::Bounded;
    else
      fact.evidence = fact.assumptions.empty() ? FactEvidence::Exact
                                               : FactEvidence::Assumed;
    const CostTotals &totals = cost.perWorkgroup;
    const MaybeCount &sum =
        fact.space == MemorySpace::Shared ? totals.wavefronts : totals.sectors;
    if (fact.evidence != FactEvidence::Unknown && sum && !sum->isExact() &&
        !cost.dispatch)
      fact.evidence = FactEvidence::Bounded;
    if (fact.evidence == FactEvidence::Unknown && !fact.unknown)
      fact.unknown = UnknownReason{
          UnknownKind::Uniform, "depends on uniform values that are not given",
          std::nullopt};
    if (!isCounted(fact))
      continue;
    auto c = costOf(fact);
    totalKnown &= c.has_value();
    total += c.value_or(0);
  }
  for (auto &[key, fact] : Found) {
    if (auto c = costOf(fact); c && isCounted(fact) && totalKnown && total > 0)
      fact.costFraction = *c / total;
    Facts.accesses.push_back(std::move(fact));
  }
}

EntryPointFacts EntryPointAnalysis::run() {
  describeDeclarations();
  if (!findWorkgroupSize())
    return std::move(Facts);
  std::set<unsigned> sizes;
  for (const DeviceConfig &config : Options.configs)
    if (sizes.insert(config.subgroupSize).second)
      analyzeSubgroupSize(config.subgroupSize);
  finishFacts();
  return std::move(Facts);
}

std::vector<EntryPointFacts>
wglint::analyzeModule(const Module &module, const AnalysisOptions &options) {
  std::vector<EntryPointFacts> all;
  for (const spirv::EntryPoint &entry : module.entryPoints())
    if (entry.executionModel == spv::ExecutionModelGLCompute)
      all.push_back(EntryPointAnalysis(module, entry, options).run());
  return all;
}
