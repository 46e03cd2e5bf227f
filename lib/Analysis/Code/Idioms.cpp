// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Shapes of code that say what it is for: reductions in shared memory, what an
/// atomic computes, ballots of which only one word is read. They are read off
/// the instructions; what their lanes do stands in the access facts.
#include "Code/IdiomFinders.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Block;
using spirv::Function;
using spirv::Id;
using spirv::Instruction;

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

/// Whether \p id was loaded from \p variable.
static bool isLoadOf(const spirv::Module &module, Id id, Id variable) {
  const Instruction *load = module.def(id);
  return load && load->opcode == spv::OpLoad &&
         spirv::rootVariable(module, load->idOperand(0)) == variable;
}

/// The loop (by header) of \p block and those around it hold a control barrier.
static bool hasBarrierInLoop(const spirv::Module &module,
                             const Function &function, uint32_t loop) {
  for (uint32_t b = 0; b < function.blocks.size(); ++b) {
    if (function.loopOf[b] != loop)
      continue;
    const Block &block = function.blocks[b];
    for (uint32_t i = block.begin; i < block.end; ++i)
      if (module.instructions()[i].opcode == spv::OpControlBarrier)
        return true;
  }
  return false;
}

std::vector<ReductionFact> wglint::findReductions(const spirv::Module &module,
                                                  const Function &function) {
  std::vector<ReductionFact> found;
  for (uint32_t b = 0; b < function.blocks.size(); ++b) {
    uint32_t loop = function.loopOf[b];
    if (loop == spirv::kNoLoop || !hasBarrierInLoop(module, function, loop))
      continue;
    for (uint32_t i = function.blocks[b].begin; i < function.blocks[b].end;
         ++i) {
      const Instruction &store = module.instructions()[i];
      if (store.opcode != spv::OpStore)
        continue;
      Id variable = spirv::rootVariable(module, store.idOperand(0));
      const spirv::Type *pointer =
          variable == Id::None ? nullptr : module.typeOf(variable);
      const Instruction *value = module.def(store.idOperand(1));
      if (!pointer || pointer->storageClass != spv::StorageClassWorkgroup ||
          !value)
        continue;
      llvm::StringRef name = reductionName(module, *value);
      unsigned first = value->opcode == spv::OpExtInst ? 2 : 0;
      if (name.empty() || value->operands.size() < first + 2 ||
          !isLoadOf(module, value->idOperand(first), variable) ||
          !isLoadOf(module, value->idOperand(first + 1), variable))
        continue;
      found.push_back({i, debugKey(module, i), module.name(variable).str(),
                       spirv::raw(variable) * kIdsPerVariable, name.str()});
    }
  }
  return found;
}

/// The ids that some instruction of \p function reads.
static std::set<uint32_t> wordsRead(const spirv::Module &module,
                                    const Function &function) {
  std::set<uint32_t> words;
  for (const Block &block : function.blocks)
    for (uint32_t i = block.begin; i < block.end; ++i)
      for (uint32_t word : module.instructions()[i].operands)
        words.insert(word);
  return words;
}

std::vector<AtomicFact> wglint::findAtomics(const spirv::Module &module,
                                            const Function &function) {
  std::vector<AtomicFact> found;
  std::set<uint32_t> words = wordsRead(module, function);
  for (const Block &block : function.blocks)
    for (uint32_t i = block.begin; i < block.end; ++i) {
      const Instruction &inst = module.instructions()[i];
      if (spirv::isUpdatingAtomic(inst.opcode))
        found.push_back({i, words.count(spirv::raw(inst.result)) != 0});
    }
  return found;
}

/// Whether \p use reads only the first word of the ballot \p ballot.
static bool readsFirstWord(const Instruction &use, Id ballot) {
  return use.opcode == spv::OpCompositeExtract && use.idOperand(0) == ballot &&
         use.operands.size() == 2 && use.operands[1] == 0;
}

std::vector<DebugKey> wglint::findNarrowBallots(const spirv::Module &module,
                                                const Function &function) {
  std::vector<DebugKey> found;
  for (const Block &block : function.blocks)
    for (uint32_t i = block.begin; i < block.end; ++i) {
      const Instruction &ballot = module.instructions()[i];
      if (ballot.opcode != spv::OpGroupNonUniformBallot)
        continue;
      bool isRead = false, isNarrow = true;
      for (const Block &other : function.blocks)
        for (uint32_t j = other.begin; j < other.end; ++j) {
          const Instruction &use = module.instructions()[j];
          if (!llvm::is_contained(use.operands, spirv::raw(ballot.result)))
            continue;
          isRead = true;
          isNarrow &= readsFirstWord(use, ballot.result);
        }
      if (isRead && isNarrow)
        found.push_back(debugKey(module, i));
    }
  return found;
}
