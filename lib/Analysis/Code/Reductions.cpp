// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Steps of reductions and scans in shared memory, read off the instructions.
/// What a step combines may come through variables of the invocation or go to a
/// function that does no more, and the step may be in a function that the loop
/// calls.
#include "Code/IdiomFinders.h"
#include "Code/Loops.h"
#include "Code/Origins.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Block;
using spirv::Function;
using spirv::Id;
using spirv::Instruction;

//===----------------------------------------------------------------------===//
// What is combined
//===----------------------------------------------------------------------===//

/// Name of the associative operation that \p inst computes; empty for others.
static llvm::StringRef reductionName(const spirv::Module &module,
                                     const Instruction &inst) {
  switch (inst.opcode) {
  case spv::OpIAdd:
  case spv::OpFAdd:
    return "Add";
  case spv::OpIMul:
  case spv::OpFMul:
    return "Mul";
  case spv::OpBitwiseAnd:
    return "And";
  case spv::OpBitwiseOr:
    return "Or";
  case spv::OpBitwiseXor:
    return "Xor";
  case spv::OpExtInst:
    break;
  default:
    return "";
  }
  if (inst.operands.size() < 2 ||
      module.extInstSet(inst.idOperand(0)) != "GLSL.std.450")
    return "";
  switch (inst.operands[1]) {
  case GLSLstd450FMin:
  case GLSLstd450UMin:
  case GLSLstd450SMin:
  case GLSLstd450NMin:
    return "Min";
  case GLSLstd450FMax:
  case GLSLstd450UMax:
  case GLSLstd450SMax:
  case GLSLstd450NMax:
    return "Max";
  default:
    return "";
  }
}

namespace {
/// An associative operation on two values.
struct Combination {
  llvm::StringRef name; ///< empty: it is none
  std::array<Id, 2> operands = {Id::None, Id::None};
};
} // namespace

static Combination combinationOf(const spirv::Module &module, Id value) {
  const Instruction *inst = module.def(value);
  llvm::StringRef name = inst ? reductionName(module, *inst) : "";
  unsigned first = inst && inst->opcode == spv::OpExtInst ? 2 : 0;
  if (name.empty() || inst->operands.size() < first + 2)
    return {};
  return {name, {inst->idOperand(first), inst->idOperand(first + 1)}};
}

/// The number of the parameter of \p function that \p id is, or is loaded from;
/// std::nullopt where it is none or may be changed there.
static std::optional<unsigned>
parameterBehind(const spirv::Module &module, const Function &function, Id id) {
  const Instruction *inst = module.def(id);
  if (inst && inst->opcode == spv::OpLoad)
    id = inst->idOperand(0);
  auto it = llvm::find(function.parameters, id);
  if (it == function.parameters.end())
    return std::nullopt;
  for (const Block &block : function.blocks)
    for (uint32_t i = block.begin; i < block.end; ++i) {
      const Instruction &use = module.instructions()[i];
      if (inst->opcode == spv::OpLoad && use.opcode != spv::OpLoad &&
          llvm::is_contained(use.operands, spirv::raw(id)))
        return std::nullopt;
    }
  return it - function.parameters.begin();
}

/// What \p call gives if the function does no more than to combine two of its
/// arguments; the operands are the arguments.
static Combination combinationOfCall(const spirv::Module &module,
                                     const Instruction &call) {
  const Function *callee = module.function(call.idOperand(0));
  if (!callee || callee->blocks.size() != 1)
    return {};
  const Instruction &last =
      module.instructions()[callee->blocks.front().end - 1];
  if (last.opcode != spv::OpReturnValue)
    return {};
  Combination found = combinationOf(module, last.idOperand(0));
  for (Id &operand : found.operands) {
    auto parameter = parameterBehind(module, *callee, operand);
    if (!parameter)
      return {};
    operand = call.idOperand(*parameter + 1);
  }
  return found;
}

namespace {
/// The loads of a shared variable that a value comes from, and the variables of
/// the invocation on the way.
struct Source {
  std::set<uint32_t> loads; ///< empty: it is made of something else
  std::set<uint32_t> carriers;
};
} // namespace

/// \p id may be a value or, as an argument, a variable that holds it.
static Source sourceOf(const spirv::Module &module, const Origins &origins,
                       Id id, Id shared) {
  Source source;
  bool isElse = false;
  auto visit = [&](const Instruction &inst) {
    Id from = inst.opcode == spv::OpLoad
                  ? spirv::rootVariable(module, inst.idOperand(0))
                  : Id::None;
    if (from == shared) {
      source.loads.insert(module.defIndex(inst.result));
      return false;
    }
    bool isCarried = from != Id::None && origins.storedTo(from);
    if (isCarried)
      source.carriers.insert(spirv::raw(from));
    isElse |= !isCarried;
    return isCarried;
  };
  const std::vector<Id> *argument = origins.storedTo(id);
  if (argument)
    source.carriers.insert(spirv::raw(id));
  for (Id value : argument ? *argument : std::vector<Id>{id})
    origins.visit(value, visit);
  return isElse ? Source() : source;
}

/// How many instructions of \p function do more with \p variable than to store
/// to it.
static unsigned countReads(const spirv::Module &module,
                           const Function &function, uint32_t variable) {
  unsigned count = 0;
  for (const Block &block : function.blocks)
    for (uint32_t i = block.begin; i < block.end; ++i) {
      const Instruction &inst = module.instructions()[i];
      bool isStore = inst.opcode == spv::OpStore &&
                     spirv::raw(inst.idOperand(0)) == variable;
      count += !isStore && llvm::is_contained(inst.operands, variable);
    }
  return count;
}

//===----------------------------------------------------------------------===//
// Steps and their loops
//===----------------------------------------------------------------------===//

namespace {
/// See the file comment.
class ReductionFinder {
public:
  ReductionFinder(const spirv::Module &module,
                  const spirv::FunctionList &functions,
                  const EntryPointFacts &facts)
      : M(module), Facts(facts) {
    for (const Function *function : functions)
      noteCalls(*function);
    for (const Function *function : functions)
      findSteps(*function);
  }

  std::vector<ReductionFact> take();

private:
  /// A block, or, of a loop, its header.
  using Place = std::pair<const Function *, uint32_t>;
  struct Step {
    Place place;
    ReductionFact fact;
    Id variable = Id::None;
    bool isCarried = false; ///< an operand is not loaded where it is combined
  };

  void noteCalls(const Function &function);
  void findSteps(const Function &function);
  void addStep(const Place &place, uint32_t store, const Origins &origins);
  std::vector<Place> loopsAround(const Place &place) const;
  bool hasBarrier(const Place &loop) const;
  bool hasOtherStores(const Place &loop, Id variable) const;
  bool isInPlace(uint32_t store, const std::set<uint32_t> &loads) const;

  const spirv::Module &M;
  const EntryPointFacts &Facts;
  std::map<uint32_t, std::vector<Place>> Calls; ///< by the called function
  std::map<uint32_t, Step> Steps;               ///< by instruction
};
} // namespace

void ReductionFinder::noteCalls(const Function &function) {
  for (uint32_t b = 0; b < function.blocks.size(); ++b)
    for (uint32_t i = function.blocks[b].begin; i < function.blocks[b].end;
         ++i) {
      const Instruction &inst = M.instructions()[i];
      if (inst.opcode == spv::OpFunctionCall)
        Calls[spirv::raw(inst.idOperand(0))].emplace_back(&function, b);
    }
}

void ReductionFinder::findSteps(const Function &function) {
  Origins origins(M, function);
  for (uint32_t b = 0; b < function.blocks.size(); ++b)
    for (uint32_t i = function.blocks[b].begin; i < function.blocks[b].end; ++i)
      if (M.instructions()[i].opcode == spv::OpStore)
        addStep({&function, b}, i, origins);
}

/// Some of \p loads is executed as often as \p store and finds what that
/// replaces.
bool ReductionFinder::isInPlace(uint32_t store,
                                const std::set<uint32_t> &loads) const {
  return llvm::any_of(Facts.accesses, [&](const AccessFact &to) {
    return to.instruction == store &&
           llvm::any_of(Facts.accesses, [&](const AccessFact &from) {
             return loads.count(from.instruction) && from.executions != 0 &&
                    from.callChain == to.callChain &&
                    from.executions == to.executions &&
                    from.addressSum == to.addressSum;
           });
  });
}

/// Notes the instruction \p store of \p place if it is a step. A value that
/// goes to several places, as one of two that are exchanged, makes none.
void ReductionFinder::addStep(const Place &place, uint32_t store,
                              const Origins &origins) {
  const Instruction &inst = M.instructions()[store];
  Id variable = spirv::rootVariable(M, inst.idOperand(0));
  const spirv::Type *pointer =
      variable == Id::None ? nullptr : M.typeOf(variable);
  const Instruction *value = M.def(inst.idOperand(1));
  if (!pointer || pointer->storageClass != spv::StorageClassWorkgroup || !value)
    return;
  Combination combined = value->opcode == spv::OpFunctionCall
                             ? combinationOfCall(M, *value)
                             : combinationOf(M, value->result);
  if (combined.name.empty())
    return;
  Source left = sourceOf(M, origins, combined.operands[0], variable);
  Source right = sourceOf(M, origins, combined.operands[1], variable);
  std::set<uint32_t> carriers = left.carriers, loads = left.loads;
  carriers.insert(right.carriers.begin(), right.carriers.end());
  loads.insert(right.loads.begin(), right.loads.end());
  if (left.loads.empty() || right.loads.empty() || left.loads == right.loads ||
      llvm::any_of(carriers, [&](uint32_t carrier) {
        return countReads(M, *place.first, carrier) != 1;
      }))
    return;
  if (!carriers.empty() && !isInPlace(store, loads))
    return;
  Steps[store] = {place,
                  {store, debugKey(M, store), M.name(variable).str(),
                   VariableId{spirv::raw(variable)}, combined.name.str()},
                  variable,
                  !carriers.empty()};
}

/// The innermost loops that \p place is in, where it is in none of its function
/// those of all calls; empty where a call is in none.
std::vector<ReductionFinder::Place>
ReductionFinder::loopsAround(const Place &place) const {
  std::vector<Place> loops, work{place};
  std::set<const Function *> seen;
  while (!work.empty()) {
    auto [function, block] = work.back();
    work.pop_back();
    if (function->loopOf[block] != spirv::kNoLoop) {
      loops.emplace_back(function, function->loopOf[block]);
      continue;
    }
    auto calls = Calls.find(spirv::raw(function->id));
    if (calls == Calls.end())
      return {};
    if (seen.insert(function).second)
      llvm::append_range(work, calls->second);
  }
  return loops;
}

/// \p loop and no loop inside of it holds a control barrier.
bool ReductionFinder::hasBarrier(const Place &loop) const {
  auto isBarrier = [&](uint32_t i) {
    return M.instructions()[i].opcode == spv::OpControlBarrier;
  };
  const auto &[function, header] = loop;
  for (uint32_t b = 0; b < function->blocks.size(); ++b)
    if (function->loopOf[b] == header &&
        anyInstruction(M, function->blocks[b], isBarrier))
      return true;
  return false;
}

/// Something else is stored to \p variable in \p loop, as where two values are
/// exchanged.
bool ReductionFinder::hasOtherStores(const Place &loop, Id variable) const {
  auto isOther = [&](uint32_t i) {
    const Instruction &inst = M.instructions()[i];
    return inst.opcode == spv::OpStore && !Steps.count(i) &&
           spirv::rootVariable(M, inst.idOperand(0)) == variable;
  };
  const auto &[function, header] = loop;
  for (uint32_t b = 0; b < function->blocks.size(); ++b)
    if (isInLoop(*function, b, header) &&
        anyInstruction(M, function->blocks[b], isOther))
      return true;
  return false;
}

std::vector<ReductionFact> ReductionFinder::take() {
  std::vector<ReductionFact> found;
  for (const auto &[at, noted] : Steps) {
    const Step &step = noted; // a name that a lambda may use
    std::vector<Place> loops = loopsAround(step.place);
    bool isStep = !loops.empty() && llvm::all_of(loops, [&](const Place &loop) {
      return hasBarrier(loop) &&
             !(step.isCarried && hasOtherStores(loop, step.variable));
    });
    if (isStep)
      found.push_back(step.fact);
  }
  return found;
}

std::vector<ReductionFact>
wglint::findReductions(const spirv::Module &module,
                       const spirv::FunctionList &functions,
                       const EntryPointFacts &facts) {
  return ReductionFinder(module, functions, facts).take();
}
