// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "EntryPointAnalysis.h"
#include "Copies.h"
#include "FilledLists.h"
#include "IdiomFinders.h"
#include "LoadedComponents.h"
#include "SyncFindings.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::Type;

/// Invocations that a walk can enumerate; no API allows more in one workgroup.
static constexpr uint64_t kMaxInvocations = 4096;
/// How often a walk over its budget is tried again with its hottest loop
/// summarised.
static constexpr unsigned kMaxRetries = 3;

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

bool EntryPointAnalysis::findWorkgroupSize() {
  bool isSpecialized = false, isAssumed = false;
  for (unsigned d = 0; d < 3; ++d) {
    Facts.workgroupSize[d] = Entry.literalSize[d];
    if (Entry.sizeIds[d] != Id::None) {
      Facts.workgroupSize[d] = Consts.integer(Entry.sizeIds[d]).value_or(0);
      isSpecialized |= Consts.isSpecialized(Entry.sizeIds[d]);
      isAssumed |= Consts.isAssumed(Entry.sizeIds[d]);
    }
  }
  Facts.sizeSource = isAssumed       ? SizeSource::Assumed
                     : isSpecialized ? SizeSource::Specialization
                                     : SizeSource::Literal;
  Facts.otherShapes = Consts.otherShapes();
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

/// Lengths of the arrays that \p type nests, the outermost first.
static std::vector<uint64_t> dimensionsOf(const spirv::Module &module,
                                          Constants &constants,
                                          const Type &type) {
  std::vector<uint64_t> dimensions;
  for (const Type *t = &type; t->kind == spirv::TypeKind::Array;
       t = &module.type(t->element))
    dimensions.push_back(constants.arrayLength(*t).value_or(0));
  return dimensions;
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
    shared.variableId = spirv::raw(global) * kIdsPerVariable;
    const Type &type = M.type(pointer->element);
    shared.bytes = shared.elementBytes = Bytes.size(type);
    shared.dimensions = dimensionsOf(M, Consts, type);
    for (const Type *t = &type; t->kind == spirv::TypeKind::Array;
         t = &M.type(t->element)) {
      shared.elementBytes = Bytes.arrayStride(*t);
      shared.dependsOnSpecialization |= Consts.isSpecialized(t->lengthId);
    }
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

/// Nothing that is executed writes to it: what is read of it is undefined, and
/// compilers give it no room.
bool EntryPointAnalysis::isNeverFilled(Id variable) const {
  if (M.def(variable)->operands.size() > 1)
    return false; // it has an initializer
  auto mayFill = [&](const Instruction &inst) {
    // Others than loads that take the pointer may write.
    bool mayWrite =
        inst.opcode == spv::OpStore || inst.opcode == spv::OpCopyMemory ||
        inst.opcode == spv::OpExtInst || inst.opcode == spv::OpFunctionCall ||
        spirv::isAtomic(inst.opcode);
    return mayWrite && llvm::any_of(valueOperands(inst), [&](unsigned operand) {
             return spirv::rootVariable(M, inst.idOperand(operand)) == variable;
           });
  };
  for (const spirv::Function *function : reachedFunctions(M, Entry))
    for (const spirv::Block &block : function->blocks)
      for (uint32_t i = block.begin; i < block.end; ++i)
        if (mayFill(M.instructions()[i]))
          return false;
  return true;
}

/// The variable that \p variable is filled from as a whole, if it is what a
/// call passes for that one. An array that the shader copies is one more.
std::optional<uint32_t> EntryPointAnalysis::copiedFrom(Id variable) const {
  std::optional<uint32_t> from;
  bool isArgument = false;
  for (const Instruction &inst : M.instructions()) {
    isArgument |= inst.opcode == spv::OpFunctionCall &&
                  llvm::is_contained(inst.operands, spirv::raw(variable));
    if (inst.opcode != spv::OpStore || inst.idOperand(0) != variable)
      continue;
    const Instruction *value = M.def(inst.idOperand(1));
    if (!value || value->opcode != spv::OpLoad)
      continue;
    const Instruction *source = M.def(value->idOperand(0));
    if (source && source->opcode == spv::OpVariable)
      from = spirv::raw(value->idOperand(0)) * kIdsPerVariable;
  }
  return isArgument ? from : std::nullopt;
}

void EntryPointAnalysis::describePrivateArrays(
    const std::map<uint32_t, PrivateArrayUse> &uses) {
  for (const auto &[id, use] : uses) {
    const Type &type = M.type(M.typeOf(use.variable)->element);
    auto known = llvm::find_if(
        Facts.privateArrays, [&, variable = id](const PrivateArrayFact &f) {
          return f.variableId == variable * kIdsPerVariable;
        });
    if (known != Facts.privateArrays.end()) {
      known->index = std::max(known->index, use.index);
      continue;
    }
    if (isNeverFilled(use.variable))
      continue;
    PrivateArrayFact fact;
    fact.variable = M.name(use.variable).str();
    fact.variableId = id * kIdsPerVariable;
    fact.key = debugKey(M, use.firstInstruction);
    fact.bytes = Bytes.dataBytes(type);
    fact.elementCount = Consts.arrayLength(type).value_or(0);
    fact.dimensions = dimensionsOf(M, Consts, type);
    fact.index = use.index;
    fact.isConstantTable = isConstantTable(use.variable);
    fact.isCopiedToShared =
        fact.isConstantTable && isOnlyCopiedToShared(M, use.variable);
    fact.isFilledList = isFilledList(M, use.variable);
    fact.isStack = isStack(M, use.variable);
    fact.copyOf = copiedFrom(use.variable);
    Facts.privateBytes += fact.bytes;
    Facts.privateArrays.push_back(std::move(fact));
  }
}

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

/// Per-workgroup numbers widen, numbers over all workgroups add up.
static void addSums(CostSums &into, const CostSums &from) {
  into.requestsMin = std::min(into.requestsMin, from.requestsMin);
  into.requestsMax = std::max(into.requestsMax, from.requestsMax);
  into.costMin = std::min(into.costMin, from.costMin);
  into.costMax = std::max(into.costMax, from.costMax);
  into.idealMin = std::min(into.idealMin, from.idealMin);
  into.idealMax = std::max(into.idealMax, from.idealMax);
  into.addTotals(from);
  if (from.worst && (!into.worst || from.worst->cost > into.worst->cost))
    into.worst = from.worst;
}

static void mergeReach(AccessRecord &into, const AccessRecord &from) {
  into.reachIsTight &= from.reachIsTight;
  if (!from.reachedBytes)
    into.reachedBytes.reset();
  if (!into.reachedBytes)
    return;
  into.reachedBytes->begin =
      std::min(into.reachedBytes->begin, from.reachedBytes->begin);
  into.reachedBytes->end =
      std::max(into.reachedBytes->end, from.reachedBytes->end);
}

static void mergeRecordedValues(AccessRecord &into, const AccessRecord &from) {
  into.repetition.isRepeated |= from.repetition.isRepeated;
  into.repetition.isVarying |= from.repetition.isVarying;
  into.storesAnything |= from.storesAnything;
  into.narrowing.isBroken |= from.narrowing.isBroken;
  if (into.stored && from.stored) {
    into.stored->min = std::min(into.stored->min, from.stored->min);
    into.stored->max = std::max(into.stored->max, from.stored->max);
  }
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
  ++MergedWalks;
  for (const auto &[key, shared] : walk.recorder().records()) {
    const AccessRecord &record = *shared;
    auto [it, isNew] = merged.try_emplace(key);
    MergedAccess &access = it->second;
    access.workgroups += workgroups;
    for (uint32_t a : record.assumptions)
      access.assumptions.insert(walk.symbols().assumptionText(a));
    if (isNew) {
      access.record = record;
      access.record.way.walk = MergedWalks;
      continue;
    }
    for (size_t c = 0; c < record.sums.size(); ++c)
      addSums(access.record.sums[c], record.sums[c]);
    if (!access.record.unknown)
      access.record.unknown = record.unknown;
    access.record.isOutside |= record.isOutside;
    access.record.unknownTrip |= record.unknownTrip;
    for (const auto &[name, bound] : record.lowerBounds) {
      int64_t &known =
          access.record.lowerBounds.try_emplace(name, bound).first->second;
      known = std::max(known, bound);
    }
    mergeReach(access.record, record);
    access.record.workgroupSteps.add(record.workgroupSteps);
    mergeRecordedValues(access.record, record);
    mergeStride(access.record, record);
  }
  noteReuse(walk.recorder(), workgroups);
  Facts.dependsOnInvocationId |= walk.dependsOnInvocationId();
  describePrivateArrays(walk.privateArrays());
  mergeBranches(walk.branches());
}

/// Without a dispatch: one walk, with ever more loops summarised if it costs
/// too much.
void EntryPointAnalysis::walkOnce(unsigned subgroupSize, Merged &merged) {
  for (unsigned attempt = 0;; ++attempt) {
    std::unique_ptr<CostWalk> walk = takeAhead(subgroupSize);
    if (!walk) {
      // A third of what is left: later attempts and subgroup sizes need some.
      uint64_t budget = OperationsLeft / 3;
      if (attempt == 0)
        budget = std::min(OperationsLeft, firstBudget());
      walk = std::make_unique<CostWalk>(inputFor(subgroupSize), budget);
      walk->run();
    }
    OperationsLeft -= walk->spent();
    if (walk->outcome() == WalkOutcome::Complete)
      return merge(walk->walk(), 1, merged);
    auto hottest = walk->walk().hottestLoop();
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
bool EntryPointAnalysis::walkDispatch(unsigned subgroupSize, Merged &merged,
                                      bool &isOverBudget) {
  WorkgroupBox all;
  for (unsigned d = 0; d < 3; ++d)
    all[d] = {0, 1, (*Options.dispatch)[d]};
  std::vector<WorkgroupBox> work{all};
  // A dispatch is asked for: it may cost more than a look on every save.
  uint64_t budget = 3 * Options.laneOperationBudget;
  while (!work.empty()) {
    WorkgroupBox box = work.back();
    work.pop_back();
    WalkInput input = inputFor(subgroupSize);
    input.box = box;
    input.summarizedLoops.clear();
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

EntryPointFacts EntryPointAnalysis::run() {
  describeDeclarations();
  if (!findWorkgroupSize())
    return std::move(Facts);
  Races = planRaceWalks();
  walkAhead();
  for (unsigned subgroupSize : subgroupSizes())
    analyzeSubgroupSize(subgroupSize);
  describeBranches();
  finishFacts();
  Facts.synchronization = findRaces();
  return std::move(Facts);
}
