// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Code that means subgroups of 32 or 64 lanes. `index / 32` alone says
/// nothing (a bit mask has 32 bits as well), so it counts only beside subgroup
/// operations, and only on the local index.
#include "Code/IdiomFinders.h"
#include "Code/Origins.h"
#include "wglint/SPIRV/Queries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;

/// The sizes that code is written for.
static bool isUsualSize(uint64_t lanes) { return lanes == 32 || lanes == 64; }

static bool isSubgroupOperation(const Instruction &inst) {
  return inst.opcode >= spv::OpGroupNonUniformAll &&
         inst.opcode <= spv::OpGroupNonUniformQuadSwap;
}

/// Whether some reached instruction reads the built-in that tells the size.
static bool asksForSize(const spirv::Module &module,
                        const spirv::FunctionList &functions) {
  for (const spirv::Function *function : functions)
    for (const spirv::Block &block : function->blocks)
      for (uint32_t i = block.begin; i < block.end; ++i) {
        const Instruction &inst = module.instructions()[i];
        if (inst.opcode != spv::OpLoad)
          continue;
        Id variable = spirv::rootVariable(module, inst.idOperand(0));
        std::optional<uint32_t> builtIn = module.decorations(variable).builtIn;
        if (builtIn && (*builtIn == spv::BuiltInSubgroupSize ||
                        *builtIn == spv::BuiltInNumSubgroups ||
                        *builtIn == spv::BuiltInSubgroupId))
          return true;
      }
  return false;
}

/// The variable that \p id is loaded from, as another type maybe; Id::None
/// where it is something else.
static Id loadedVariable(const spirv::Module &module, Id id) {
  const Instruction *inst = module.def(id);
  if (inst && inst->opcode == spv::OpBitcast)
    inst = module.def(inst->idOperand(0));
  return inst && inst->opcode == spv::OpLoad
             ? spirv::rootVariable(module, inst->idOperand(0))
             : Id::None;
}

/// Whether \p value is twice what \p variable holds.
static bool isDoubleOf(const spirv::Module &module, Id value, Id variable) {
  const Instruction *inst = module.def(value);
  if (!inst || inst->operands.size() != 2 ||
      loadedVariable(module, inst->idOperand(0)) != variable)
    return false;
  Id second = inst->idOperand(1);
  switch (inst->opcode) {
  case spv::OpIMul:
    return constantWord(module, second) == 2;
  case spv::OpShiftLeftLogical:
    return constantWord(module, second) == 1;
  case spv::OpIAdd:
    return loadedVariable(module, second) == variable;
  default:
    return false;
  }
}

/// Below which number \p variable stays in the loop of \p header, as the
/// comparison that ends it says.
static std::optional<uint32_t> boundInLoop(const spirv::Module &module,
                                           const spirv::Function &function,
                                           uint32_t header, Id variable) {
  std::optional<uint32_t> merge =
      function.blockIndex(function.blocks[header].mergeBlock);
  for (uint32_t b = 0; b < function.blocks.size(); ++b) {
    const spirv::Block &block = function.blocks[b];
    const Instruction &branch = module.instructions()[block.end - 1];
    if (function.loopOf[b] != header || !merge ||
        branch.opcode != spv::OpBranchConditional ||
        function.blockIndex(branch.idOperand(2)) != merge)
      continue;
    const Instruction *compared = module.def(branch.idOperand(0));
    auto bound =
        compared ? constantWord(module, compared->idOperand(1)) : std::nullopt;
    if (!bound || loadedVariable(module, compared->idOperand(0)) != variable)
      continue;
    if (compared->opcode == spv::OpULessThan ||
        compared->opcode == spv::OpSLessThan)
      return bound;
    if (compared->opcode == spv::OpULessThanEqual ||
        compared->opcode == spv::OpSLessThanEqual)
      return *bound + 1;
  }
  return std::nullopt;
}

/// The largest power of two times \p first that is less than \p bound.
static uint32_t lastDoubled(uint32_t first, uint32_t bound) {
  uint64_t last = first;
  while (last != 0 && 2 * last < bound)
    last *= 2;
  return uint32_t(last);
}

/// The distance of a shuffle in \p block: a constant, or the largest number
/// that the variable of a loop is set to, one that falls
/// (`for (d = 16; d > 0; d >>= 1)`) or is doubled up to a bound.
static std::optional<uint32_t>
shuffleDistance(const spirv::Module &module, const spirv::Function &function,
                uint32_t block, const Origins &origins, Id operand) {
  if (auto constant = constantWord(module, operand))
    return constant;
  Id variable = loadedVariable(module, operand);
  const std::vector<Id> *stored =
      variable == Id::None ? nullptr : origins.storedTo(variable);
  std::optional<uint32_t> largest;
  bool isDoubled = true;
  for (Id value : stored ? *stored : std::vector<Id>())
    if (auto constant = constantWord(module, value))
      largest = std::max(largest.value_or(0), *constant);
    else
      isDoubled &= isDoubleOf(module, value, variable);
  uint32_t header = function.loopOf[block];
  if (!largest || !isDoubled || header == spirv::kNoLoop)
    return largest;
  auto bound = boundInLoop(module, function, header, variable);
  return bound ? lastDoubled(*largest, *bound) : largest;
}

static bool isShuffleByDistance(uint16_t opcode) {
  return opcode == spv::OpGroupNonUniformShuffleXor ||
         opcode == spv::OpGroupNonUniformShuffleUp ||
         opcode == spv::OpGroupNonUniformShuffleDown;
}

/// The shuffle of the largest distance in \p function, if its distance is half
/// of a usual size.
static void findShuffle(const spirv::Module &module,
                        const spirv::Function &function, const Origins &origins,
                        std::vector<SubgroupSizeUse> &found) {
  std::optional<SubgroupSizeUse> widest;
  for (uint32_t b = 0; b < function.blocks.size(); ++b)
    for (uint32_t i = function.blocks[b].begin; i < function.blocks[b].end;
         ++i) {
      const Instruction &inst = module.instructions()[i];
      if (!isShuffleByDistance(inst.opcode))
        continue;
      auto distance =
          shuffleDistance(module, function, b, origins, inst.idOperand(2));
      if (distance && (!widest || 2 * *distance > widest->lanes))
        widest = SubgroupSizeUse{SubgroupSizeUse::Kind::Shuffle,
                                 debugKey(module, i), 2 * *distance};
    }
  if (widest && isUsualSize(widest->lanes))
    found.push_back(*widest);
}

/// \p id is the local index or one of the local ids, and nothing else.
static bool isLocalIndex(const Origins &origins, Id id) {
  std::set<uint32_t> builtIns = origins.builtIns(id);
  return builtIns == std::set<uint32_t>{spv::BuiltInLocalInvocationIndex} ||
         builtIns == std::set<uint32_t>{spv::BuiltInLocalInvocationId};
}

/// What \p inst does to a local index if it splits it at a usual size.
static std::optional<SubgroupSizeUse> splitOfIndex(const spirv::Module &module,
                                                   const Origins &origins,
                                                   const Instruction &inst) {
  if (inst.operands.size() != 2)
    return std::nullopt;
  auto constant = constantWord(module, inst.idOperand(1));
  if (!constant)
    return std::nullopt;
  SubgroupSizeUse use;
  switch (inst.opcode) {
  case spv::OpUDiv:
  case spv::OpSDiv:
    use.kind = SubgroupSizeUse::Kind::Quotient;
    use.lanes = *constant;
    break;
  case spv::OpShiftRightLogical:
  case spv::OpShiftRightArithmetic:
    use.kind = SubgroupSizeUse::Kind::Quotient;
    use.lanes = *constant < 32 ? 1u << *constant : 0;
    break;
  case spv::OpUMod:
  case spv::OpSMod:
  case spv::OpSRem:
    use.kind = SubgroupSizeUse::Kind::Remainder;
    use.lanes = *constant;
    break;
  case spv::OpBitwiseAnd:
    use.kind = SubgroupSizeUse::Kind::Remainder;
    use.lanes = *constant + 1;
    break;
  default:
    return std::nullopt;
  }
  if (!isUsualSize(use.lanes) || !isLocalIndex(origins, inst.idOperand(0)))
    return std::nullopt;
  return use;
}

/// `gl_SubgroupInvocationID == 31`.
static std::optional<SubgroupSizeUse> lastLaneOf(const spirv::Module &module,
                                                 const Origins &origins,
                                                 const Instruction &inst) {
  bool isComparison =
      inst.opcode == spv::OpIEqual || inst.opcode == spv::OpINotEqual;
  if (!isComparison)
    return std::nullopt;
  auto constant = constantWord(module, inst.idOperand(1));
  if (!constant || !isUsualSize(uint64_t(*constant) + 1) ||
      origins.builtIns(inst.idOperand(0)) !=
          std::set<uint32_t>{spv::BuiltInSubgroupLocalInvocationId})
    return std::nullopt;
  SubgroupSizeUse use;
  use.kind = SubgroupSizeUse::Kind::LastLane;
  use.lanes = *constant + 1;
  return use;
}

std::vector<SubgroupSizeUse>
wglint::findSubgroupSizeUses(const spirv::Module &module,
                             const spirv::FunctionList &functions) {
  std::vector<SubgroupSizeUse> found;
  bool hasOperations =
      llvm::any_of(functions, [&](const spirv::Function *function) {
        return llvm::any_of(function->blocks, [&](const spirv::Block &block) {
          return llvm::any_of(
              module.instructions().slice(block.begin, block.end - block.begin),
              isSubgroupOperation);
        });
      });
  if (!hasOperations || asksForSize(module, functions))
    return found;
  for (const spirv::Function *function : functions) {
    Origins origins(module, *function);
    findShuffle(module, *function, origins, found);
    for (const spirv::Block &block : function->blocks)
      for (uint32_t i = block.begin; i < block.end; ++i) {
        const Instruction &inst = module.instructions()[i];
        auto use = splitOfIndex(module, origins, inst);
        if (!use)
          use = lastLaneOf(module, origins, inst);
        if (!use)
          continue;
        use->key = debugKey(module, i);
        found.push_back(*use);
      }
  }
  return found;
}
