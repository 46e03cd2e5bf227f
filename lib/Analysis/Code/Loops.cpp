// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code/Loops.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Function;

std::optional<uint32_t> wglint::blockOf(const Function &function,
                                        uint32_t instruction) {
  auto it =
      llvm::partition_point(function.blocks, [&](const spirv::Block &block) {
        return block.end <= instruction;
      });
  if (it == function.blocks.end() || instruction < it->begin)
    return std::nullopt;
  return it - function.blocks.begin();
}

std::pair<const Function *, uint32_t>
wglint::placeOf(const spirv::Module &module, uint32_t instruction) {
  for (const Function &function : module.functions())
    if (std::optional<uint32_t> block = blockOf(function, instruction))
      return {&function, *block};
  return {nullptr, 0};
}

uint32_t wglint::loopAround(const Function &function, uint32_t header) {
  auto it = function.parentLoop.find(header);
  return it == function.parentLoop.end() ? spirv::kNoLoop : it->second;
}

bool wglint::isInLoop(const Function &function, uint32_t block,
                      uint32_t header) {
  uint32_t loop = function.loopOf[block];
  while (loop != spirv::kNoLoop && loop != header)
    loop = loopAround(function, loop);
  return loop != spirv::kNoLoop;
}

std::set<uint32_t> wglint::iterationEnds(const Function &function,
                                         uint32_t block) {
  std::set<uint32_t> ends;
  for (uint32_t loop = function.loopOf[block]; loop != spirv::kNoLoop;
       loop = loopAround(function, loop)) {
    const spirv::Block &header = function.blocks[loop];
    ends.insert(loop);
    for (spirv::Id end : {header.mergeBlock, header.continueBlock})
      if (std::optional<uint32_t> index = function.blockIndex(end))
        ends.insert(*index);
  }
  return ends;
}

std::set<uint32_t> wglint::reachableBlocks(const Function &function,
                                           uint32_t from,
                                           const std::set<uint32_t> &ends) {
  std::set<uint32_t> reached;
  std::vector<uint32_t> work{from};
  while (!work.empty()) {
    uint32_t next = work.back();
    work.pop_back();
    if (!ends.count(next) && reached.insert(next).second)
      llvm::append_range(work, function.blocks[next].successors);
  }
  return reached;
}

/// Blocks of \p function from which a branch leaves the loop \p header, or the
/// function.
static unsigned countExits(const Function &function, uint32_t header) {
  unsigned count = 0;
  for (uint32_t b = 0; b < function.blocks.size(); ++b) {
    const auto &successors = function.blocks[b].successors;
    count +=
        isInLoop(function, b, header) &&
        (successors.empty() || llvm::any_of(successors, [&](uint32_t next) {
           return !isInLoop(function, next, header);
         }));
  }
  return count;
}

bool wglint::isInLoopOfOneExit(const spirv::Module &module,
                               uint32_t instruction) {
  for (const Function &function : module.functions())
    if (auto block = blockOf(function, instruction))
      return function.loopOf[*block] != spirv::kNoLoop &&
             countExits(function, function.loopOf[*block]) == 1;
  return false;
}

bool wglint::anyInstruction(const spirv::Module &module,
                            const spirv::Block &block,
                            llvm::function_ref<bool(uint32_t)> holds) {
  std::vector<const spirv::Block *> work{&block};
  std::set<const Function *> called;
  while (!work.empty()) {
    const spirv::Block &next = *work.back();
    work.pop_back();
    for (uint32_t i = next.begin; i < next.end; ++i) {
      if (holds(i))
        return true;
      const spirv::Instruction &inst = module.instructions()[i];
      const Function *callee = inst.opcode == spv::OpFunctionCall
                                   ? module.function(inst.idOperand(0))
                                   : nullptr;
      if (callee && called.insert(callee).second)
        for (const spirv::Block &inner : callee->blocks)
          work.push_back(&inner);
    }
  }
  return false;
}
