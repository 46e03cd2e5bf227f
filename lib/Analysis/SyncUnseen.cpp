// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What walks have come to. Not to accesses behind `(k & 7) == 7` in a loop of
/// unknown length, of which only the first iterations are walked, and not to
/// all iterations of a loop that takes too much work.
#include "Loops.h"
#include "SyncFindings.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Function;
using spirv::Id;
using spirv::Instruction;

/// Whether \p inst touches memory that barriers order and somebody stores to.
static bool touchesMemory(const spirv::Module &module,
                          const StoredVariables &stored,
                          const Instruction &inst) {
  if (inst.opcode == spv::OpImageWrite || inst.opcode == spv::OpImageRead)
    return true;
  bool isAccess = inst.opcode == spv::OpLoad || inst.opcode == spv::OpStore ||
                  inst.opcode == spv::OpCopyMemory ||
                  spirv::isAtomic(inst.opcode);
  if (!isAccess)
    return false;
  const spirv::Type *pointer = module.typeOf(inst.idOperand(0));
  return pointer && pointer->kind == spirv::TypeKind::Pointer &&
         (pointer->storageClass == spv::StorageClassWorkgroup ||
          spirv::isBufferMemory(pointer->storageClass)) &&
         stored.mayBeStored(spirv::rootVariable(module, inst.idOperand(0)));
}

bool SyncFindings::hasUnseen(llvm::ArrayRef<const Function *> functions,
                             const StoredVariables &stored) const {
  llvm::SetVector<const Function *> called; // by loops, so that they are in one
  auto isUnseen = [&](uint32_t index) {
    const Instruction &inst = M.instructions()[index];
    if (inst.opcode == spv::OpFunctionCall)
      if (const Function *callee = M.function(inst.idOperand(0)))
        called.insert(callee);
    return touchesMemory(M, stored, inst) && !Seen.count(index);
  };
  auto hasUnseenIn = [&](const Function &function, bool isAll) {
    bool isFound = false;
    for (uint32_t b : function.order)
      for (uint32_t i = function.blocks[b].begin; i < function.blocks[b].end;
           ++i)
        isFound |=
            (isAll || function.loopOf[b] != spirv::kNoLoop) && isUnseen(i);
    return isFound;
  };
  for (const Function *function : functions)
    if (hasUnseenIn(*function, /*isAll=*/false))
      return true;
  for (size_t i = 0; i < called.size(); ++i) // grows
    if (hasUnseenIn(*called[i], /*isAll=*/true))
      return true;
  return false;
}

/// The function and block that \p instruction is in.
static std::pair<const Function *, uint32_t>
placeOf(const spirv::Module &module, uint32_t instruction) {
  for (const Function &function : module.functions())
    if (std::optional<uint32_t> block = blockOf(function, instruction))
      return {&function, *block};
  return {nullptr, 0};
}

/// The headers of the loops around \p block, which it may be itself.
static std::set<uint32_t> loopsAround(const Function &function,
                                      uint32_t block) {
  std::set<uint32_t> headers;
  for (uint32_t h = function.loopOf[block]; h != spirv::kNoLoop;
       h = loopAround(function, h))
    headers.insert(h);
  return headers;
}

/// Whether a loop around \p instruction is one that was cut, or around one. Of
/// functions that it may call nothing is known.
bool SyncFindings::isInCutLoop(uint32_t instruction) const {
  auto [function, block] = placeOf(M, instruction);
  if (!function)
    return true;
  std::set<uint32_t> around = loopsAround(*function, block);
  const Function &own = *function;
  return !around.empty() && llvm::any_of(CutLoops, [&](uint32_t label) {
    std::optional<uint32_t> cut = own.blockIndex(static_cast<Id>(label));
    return !cut || llvm::any_of(loopsAround(own, *cut), [&](uint32_t h) {
      return around.count(h) != 0;
    });
  });
}

void SyncFindings::keepBarriersIn(uint32_t header) {
  for (const auto &[barrier, fact] : Barriers) {
    auto [function, block] = placeOf(M, barrier);
    std::optional<uint32_t> loop;
    if (function)
      loop = function->blockIndex(static_cast<Id>(header));
    // Of another function, it may be called in the loop.
    if (!loop || loopsAround(*function, block).count(*loop))
      keepBarrier(barrier);
  }
}

/// Whether a walk over its budget has made all executions of \p site that it
/// would have made otherwise.
bool SyncFindings::hasPassed(const SyncSite &site) const {
  return Seen.count(site.instruction) && !CutLoops.count(kAllLoops) &&
         !isInCutLoop(site.instruction) &&
         llvm::none_of(site.callChain,
                       [&](uint32_t call) { return isInCutLoop(call); });
}
