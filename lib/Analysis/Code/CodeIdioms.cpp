// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Divisions on the way to an address, loads that a loop repeats, and what the
/// sides of a branch hold.
#include "Code/IdiomFinders.h"
#include "Code/Loops.h"
#include "Code/Origins.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "wglint/SPIRV/Queries.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Block;
using spirv::Function;
using spirv::Id;
using spirv::Instruction;

//===----------------------------------------------------------------------===//
// Divisions
//===----------------------------------------------------------------------===//

static bool isConstant(const spirv::Module &module, Id id) {
  const Instruction *inst = module.def(id);
  if (!inst)
    return false;
  switch (inst->opcode) {
  case spv::OpConstant:
  case spv::OpConstantComposite:
  case spv::OpSpecConstant:
  case spv::OpSpecConstantComposite:
  case spv::OpSpecConstantOp:
    return true;
  default:
    return false;
  }
}

static bool isQuotient(uint16_t opcode) {
  return opcode == spv::OpUDiv || opcode == spv::OpSDiv;
}

static bool isRemainder(uint16_t opcode) {
  return opcode == spv::OpUMod || opcode == spv::OpSMod ||
         opcode == spv::OpSRem;
}

/// Memory whose addresses count: buffers and shared variables.
static bool isAddressed(const spirv::Module &module, Id pointer) {
  const spirv::Type *type = module.typeOf(pointer);
  return type && (type->storageClass == spv::StorageClassStorageBuffer ||
                  type->storageClass == spv::StorageClassWorkgroup ||
                  type->storageClass == spv::StorageClassUniform);
}

/// Name of the variable that \p chain leads into; of a block without a name of
/// its own that of the member.
static std::string addressedName(const spirv::Module &module,
                                 const Instruction &chain) {
  Id variable = spirv::rootVariable(module, chain.idOperand(0));
  if (variable == Id::None || !module.name(variable).empty())
    return module.name(variable).str();
  const spirv::Type *pointer = module.typeOf(variable);
  auto member = constantWord(module, chain.idOperand(1));
  if (!pointer || !member)
    return "";
  return module.memberLayout(pointer->element, *member).name;
}

std::vector<AddressDivisionFact>
wglint::findAddressDivisions(const spirv::Module &module,
                             const spirv::FunctionList &functions) {
  std::map<uint32_t, AddressDivisionFact> found; // by instruction
  for (const Function *function : functions) {
    Origins origins(module, *function);
    for (const Block &block : function->blocks)
      for (uint32_t i = block.begin; i < block.end; ++i) {
        const Instruction &chain = module.instructions()[i];
        if ((chain.opcode != spv::OpAccessChain &&
             chain.opcode != spv::OpInBoundsAccessChain) ||
            !isAddressed(module, chain.result))
          continue;
        for (unsigned k = 1; k < chain.operands.size(); ++k)
          origins.visit(chain.idOperand(k), [&](const Instruction &inst) {
            if ((!isQuotient(inst.opcode) && !isRemainder(inst.opcode)) ||
                isConstant(module, inst.idOperand(1)))
              return true;
            uint32_t at = module.defIndex(inst.result);
            found.try_emplace(at,
                              AddressDivisionFact{debugKey(module, at),
                                                  addressedName(module, chain),
                                                  isRemainder(inst.opcode)});
            return true;
          });
      }
  }
  std::vector<AddressDivisionFact> all;
  for (auto &[at, fact] : found)
    all.push_back(std::move(fact));
  return all;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// A store or an atomic to memory that a buffer may lie in, or a barrier that
/// orders it.
static bool mayHinder(const spirv::Module &module, const Instruction &inst) {
  if (spirv::ordersMemory(module, inst, spv::MemorySemanticsUniformMemoryMask))
    return true;
  if (inst.opcode != spv::OpStore &&
      (!spirv::isAtomic(inst.opcode) || inst.opcode == spv::OpAtomicLoad))
    return false;
  const spirv::Type *type = module.typeOf(inst.idOperand(0));
  return type && spirv::isBufferMemory(type->storageClass);
}

/// The first instruction of the loop, or of a function that it calls, that
/// hinders; ~0u: none.
static uint32_t hindranceIn(const spirv::Module &module,
                            const Function &function, uint32_t header) {
  uint32_t found = ~0u;
  auto hinders = [&](uint32_t i) {
    bool isFirst = mayHinder(module, module.instructions()[i]);
    found = isFirst ? i : found;
    return isFirst;
  };
  for (uint32_t b = 0; b < function.blocks.size(); ++b)
    if (isInLoop(function, b, header) &&
        anyInstruction(module, function.blocks[b], hinders))
      return found;
  return ~0u;
}

/// Nothing in the shader stores to the block, nor may anybody else while it
/// runs.
static bool isNeverStoredTo(const EntryPointFacts &facts,
                            const AccessFact &access) {
  return llvm::any_of(
      facts.resources.storageBlocks, [&](const StorageBlockFact &block) {
        return isSameVariable(block.variableId, access.variableId) &&
               !block.isWritten && !block.isAliasDeclared;
      });
}

/// `restrict` says that a store to another buffer does not reach this one.
static bool isRestrict(const spirv::Module &module, Id variable) {
  const spirv::Type *pointer = module.typeOf(variable);
  return module.decorations(variable).isRestrict ||
         (pointer && module.decorations(pointer->element).isRestrict);
}

std::vector<RepeatedLoadFact>
wglint::findRepeatedLoads(const spirv::Module &module,
                          const spirv::FunctionList &functions,
                          const EntryPointFacts &facts) {
  std::vector<RepeatedLoadFact> found;
  for (uint32_t a = 0; a < facts.accesses.size(); ++a) {
    const AccessFact &access = facts.accesses[a];
    if (!access.isLoopInvariant || access.space != MemorySpace::Global ||
        access.op != AccessOp::Load || access.enclosingLoop == 0 ||
        !isNeverStoredTo(facts, access))
      continue;
    for (const Function *function : functions) {
      std::optional<uint32_t> header =
          function->blockIndex(static_cast<Id>(access.enclosingLoop));
      if (!header)
        continue;
      uint32_t at = hindranceIn(module, *function, *header);
      if (at == ~0u)
        continue;
      bool isBarrier = spirv::isBarrier(module.instructions()[at].opcode);
      Id variable = static_cast<Id>(access.variableId.variable);
      if (isBarrier || !isRestrict(module, variable))
        found.push_back({a, debugKey(module, at), isBarrier});
    }
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// Whether \p inst is work: arithmetic, or an access to memory outside of the
/// invocation's own.
static bool isOperation(const spirv::Module &module, const Instruction &inst) {
  switch (inst.opcode) {
  case spv::OpLoad:
  case spv::OpStore: {
    const spirv::Type *type = module.typeOf(inst.idOperand(0));
    return type && type->storageClass != spv::StorageClassFunction &&
           type->storageClass != spv::StorageClassPrivate &&
           type->storageClass != spv::StorageClassInput &&
           type->storageClass != spv::StorageClassUniformConstant;
  }
  case spv::OpExtInst:
    return true;
  default:
    return (inst.opcode >= spv::OpSNegate && inst.opcode <= spv::OpBitCount) ||
           (inst.opcode >= spv::OpImageSampleImplicitLod &&
            inst.opcode <= spv::OpImageWrite) ||
           spirv::isAtomic(inst.opcode);
  }
}

/// Operations of \p block and of the functions that it calls, each once.
static unsigned countOperations(const spirv::Module &module, const Block &block,
                                std::set<uint32_t> &called) {
  unsigned count = 0;
  std::vector<const Block *> work{&block};
  while (!work.empty()) {
    const Block &next = *work.back();
    work.pop_back();
    for (uint32_t i = next.begin; i < next.end; ++i) {
      const Instruction &inst = module.instructions()[i];
      count += isOperation(module, inst);
      if (inst.opcode != spv::OpFunctionCall ||
          !called.insert(spirv::raw(inst.idOperand(0))).second)
        continue;
      if (const Function *callee = module.function(inst.idOperand(0)))
        for (const Block &inner : callee->blocks)
          work.push_back(&inner);
    }
  }
  return count;
}

std::array<unsigned, 2> wglint::countSideOperations(const spirv::Module &module,
                                                    const Function &function,
                                                    uint32_t block) {
  std::array<unsigned, 2> counts = {0, 0};
  const Block &head = function.blocks[block];
  std::optional<uint32_t> merge = function.blockIndex(head.mergeBlock);
  if (head.successors.size() != 2 || head.isLoopHeader || !merge)
    return counts;
  std::set<uint32_t> ends = iterationEnds(function, block);
  ends.insert(*merge);
  for (unsigned side = 0; side < 2; ++side) {
    std::set<uint32_t> called;
    for (uint32_t next : reachableBlocks(function, head.successors[side], ends))
      counts[side] += countOperations(module, function.blocks[next], called);
  }
  return counts;
}
