// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Shapes of code that say what it is for: what an atomic computes, ballots of
/// which only one word is read. They are read off the instructions; what their
/// lanes do stands in the access facts.
#include "Code/IdiomFinders.h"
#include "wglint/SPIRV/InstructionKinds.h"
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
