// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Shapes of code that say what it is for: what an atomic computes, ballots of
/// which only one word is read. They are read off the instructions; what their
/// lanes do stands in the access facts.
#include "Code/IdiomFinders.h"
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

/// Whether \p use takes no more than the first word of \p ballot, a value or a
/// variable that holds one.
static bool takesFirstWord(const spirv::Module &module, const Instruction &use,
                           Id ballot) {
  if (use.idOperand(0) != ballot || use.operands.size() != 2)
    return false;
  if (spirv::isAccessChain(use.opcode))
    return spirv::constantWord(module, use.idOperand(1)) == 0;
  return use.opcode == spv::OpCompositeExtract && use.operands[1] == 0;
}

/// Where \p use takes \p ballot, a value or a variable of the function that
/// holds one, as a whole: the variable that it is stored to, or the value that
/// is loaded. Id::None: somewhere else.
static Id copyOf(const spirv::Module &module, const Instruction &use,
                 Id ballot) {
  if (use.opcode == spv::OpLoad)
    return use.result;
  const Instruction *target =
      use.opcode == spv::OpStore ? module.def(use.idOperand(0)) : nullptr;
  bool isToLocal = target && target->opcode == spv::OpVariable &&
                   target->operands[0] == spv::StorageClassFunction;
  return isToLocal && use.idOperand(1) == ballot ? target->result : Id::None;
}

/// Of all that becomes of \p ballot only the first word is read, and it is.
static bool isReadNarrowly(const spirv::Module &module,
                           const Function &function, Id ballot) {
  bool isRead = false;
  std::vector<Id> work{ballot};
  std::set<Id> seen{ballot};
  while (!work.empty()) {
    Id next = work.back();
    work.pop_back();
    for (const Block &block : function.blocks)
      for (uint32_t i = block.begin; i < block.end; ++i) {
        const Instruction &use = module.instructions()[i];
        if (!llvm::is_contained(use.operands, spirv::raw(next)) ||
            (use.opcode == spv::OpStore && use.idOperand(0) == next))
          continue;
        bool isFirst = takesFirstWord(module, use, next);
        isRead |= isFirst;
        Id copy = isFirst ? Id::None : copyOf(module, use, next);
        if (!isFirst && copy == Id::None)
          return false;
        if (copy != Id::None && seen.insert(copy).second)
          work.push_back(copy);
      }
  }
  return isRead;
}

std::vector<DebugKey> wglint::findNarrowBallots(const spirv::Module &module,
                                                const Function &function) {
  std::vector<DebugKey> found;
  for (const Block &block : function.blocks)
    for (uint32_t i = block.begin; i < block.end; ++i) {
      const Instruction &ballot = module.instructions()[i];
      if (ballot.opcode == spv::OpGroupNonUniformBallot &&
          isReadNarrowly(module, function, ballot.result))
        found.push_back(debugKey(module, i));
    }
  return found;
}
