// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Edges, block order and loops of one function.
///
/// The order is the reverse of the post-order of a depth-first search that
/// walks from each header to its merge block first, then to its continue
/// target, then to the other successors. What is found only after the merge
/// block's part is done belongs to the construct, so constructs come out
/// contiguous and before their merge blocks (the structured order of the SPIR-V
/// specification 1.6, section 2.11 "Structured Control Flow").

#include "ModuleBuilder.h"
#include "Opcodes.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace wglint::spirv {

static constexpr uint32_t kNone = ~0u;

/// Raw ids of the labels that a terminator names, in its order.
static llvm::SmallVector<uint32_t, 4> branchTargets(const Module &module,
                                                    const Instruction &inst) {
  llvm::SmallVector<uint32_t, 4> targets;
  llvm::ArrayRef<uint32_t> operands = inst.operands;
  if (inst.opcode == spv::OpBranch && operands.size() >= 1)
    targets.push_back(operands[0]);
  if (inst.opcode == spv::OpBranchConditional && operands.size() >= 3)
    targets = {operands[1], operands[2]};
  if (inst.opcode == spv::OpSwitch && operands.size() >= 2) {
    // A case's literal takes as many words as the selector's type has.
    const Type *selector = module.typeOf(inst.idOperand(0));
    unsigned literalWords = selector && selector->bitWidth > 32 ? 2 : 1;
    targets.push_back(operands[1]);
    for (size_t i = 2 + literalWords; i < operands.size();
         i += literalWords + 1)
      targets.push_back(operands[i]);
  }
  return targets;
}

static llvm::Error connectBlock(const Module &module, Function &function,
                                uint32_t index) {
  Block &block = function.blocks[index];
  for (uint32_t i = block.begin; i < block.end; ++i) {
    const Instruction &inst = module.instructions()[i];
    if (inst.opcode == spv::OpSelectionMerge || inst.opcode == spv::OpLoopMerge)
      block.mergeBlock = inst.idOperand(0);
    if (inst.opcode == spv::OpLoopMerge) {
      block.continueBlock = inst.idOperand(1);
      block.isLoopHeader = true;
    }
  }
  const Instruction &terminator = module.instructions()[block.end - 1];
  for (uint32_t target : branchTargets(module, terminator)) {
    std::optional<uint32_t> successor =
        function.blockIndex(static_cast<Id>(target));
    if (!successor)
      return malformed("block " + llvm::Twine(raw(block.label)) +
                       " branches to the label " + llvm::Twine(target) +
                       ", which its function lacks");
    block.successors.push_back(*successor);
    auto &predecessors = function.blocks[*successor].predecessors;
    if (!llvm::is_contained(predecessors, index))
      predecessors.push_back(index);
  }
  return llvm::Error::success();
}

/// Where the search goes from \p block, in its order.
static llvm::SmallVector<uint32_t, 4> searchEdges(const Function &function,
                                                  const Block &block) {
  llvm::SmallVector<uint32_t, 4> edges;
  for (Id label : {block.mergeBlock, block.continueBlock})
    if (std::optional<uint32_t> index = function.blockIndex(label))
      edges.push_back(*index);
  // Backwards, so that the first successor comes first in the reversed order.
  for (uint32_t successor : llvm::reverse(block.successors))
    edges.push_back(successor);
  return edges;
}

static std::vector<uint32_t> structuredOrder(const Function &function) {
  struct Frame {
    uint32_t block;
    llvm::SmallVector<uint32_t, 4> edges;
    unsigned next = 0;
  };
  std::vector<bool> isVisited(function.blocks.size());
  std::vector<uint32_t> postOrder;
  std::vector<Frame> stack;
  auto visit = [&](uint32_t index) {
    if (isVisited[index])
      return;
    isVisited[index] = true;
    stack.push_back({index, searchEdges(function, function.blocks[index])});
  };
  visit(0);
  while (!stack.empty()) {
    Frame &frame = stack.back();
    if (frame.next < frame.edges.size()) {
      visit(frame.edges[frame.next++]);
      continue;
    }
    postOrder.push_back(frame.block);
    stack.pop_back();
  }
  std::reverse(postOrder.begin(), postOrder.end());
  return postOrder;
}

/// Blocks that a branch can really lead to. The search above also follows merge
/// and continue declarations, which nothing need branch to.
static std::vector<bool> reachableBlocks(const Function &function) {
  std::vector<bool> isReachable(function.blocks.size());
  std::vector<uint32_t> work = {0};
  isReachable[0] = true;
  while (!work.empty()) {
    uint32_t index = work.back();
    work.pop_back();
    for (uint32_t successor : function.blocks[index].successors)
      if (!isReachable[successor]) {
        isReachable[successor] = true;
        work.push_back(successor);
      }
  }
  return isReachable;
}

/// Marks the blocks of the loop headed by \p header: those that it leads to
/// without passing its merge block.
static void markLoop(Function &function, uint32_t header,
                     const std::vector<uint32_t> &position) {
  std::optional<uint32_t> merge =
      function.blockIndex(function.blocks[header].mergeBlock);
  std::vector<bool> isSeen(function.blocks.size());
  std::vector<uint32_t> work = {header};
  isSeen[header] = true;
  while (!work.empty()) {
    uint32_t index = work.back();
    work.pop_back();
    function.loopOf[index] = header;
    for (uint32_t successor : function.blocks[index].successors) {
      // Blocks before the header are outside: only an outer loop's continue
      // target could lead to them, and only in a module that is not structured.
      if (isSeen[successor] || successor == merge ||
          position[successor] < position[header])
        continue;
      isSeen[successor] = true;
      work.push_back(successor);
    }
  }
}

static void findLoops(Function &function) {
  function.loopOf.assign(function.blocks.size(), kNone);
  std::vector<uint32_t> position(function.blocks.size(), kNone);
  for (uint32_t i = 0; i < function.order.size(); ++i)
    position[function.order[i]] = i;
  // Outer loops come first in the order, so inner ones overwrite them.
  for (uint32_t index : function.order) {
    if (!function.blocks[index].isLoopHeader)
      continue;
    function.parentLoop[index] = function.loopOf[index];
    markLoop(function, index, position);
  }
}

llvm::Error buildControlFlow(const Module &module, Function &function) {
  if (function.blocks.empty())
    return llvm::Error::success();
  for (uint32_t i = 0; i < function.blocks.size(); ++i)
    if (llvm::Error error = connectBlock(module, function, i))
      return error;
  function.order = structuredOrder(function);
  std::vector<bool> isReachable = reachableBlocks(function);
  llvm::erase_if(function.order,
                 [&](uint32_t index) { return !isReachable[index]; });
  findLoops(function);
  return llvm::Error::success();
}

} // namespace wglint::spirv
