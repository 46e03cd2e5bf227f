// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which accesses a walk never executed: those behind `(k & 7) == 7` in a loop
/// of unknown length, of which only the first iterations run, and those in
/// loops that were cut. Where there are any, no barrier is stated to be
/// redundant: one of them could need it.
#include "Code/LaneInfluence.h"
#include "Code/Loops.h"
#include "Code/Operands.h"
#include "Sync/SyncRecorder.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Function;
using spirv::Id;
using spirv::Instruction;

/// Whether \p inst touches memory that barriers order and somebody stores to.
static bool touchesStored(const spirv::Module &module,
                          const StoredVariables &stored,
                          const Instruction &inst) {
  bool isImage =
      inst.opcode == spv::OpImageWrite || inst.opcode == spv::OpImageRead;
  return touchesOrderedMemory(module, inst) &&
         (isImage ||
          stored.mayBeStored(spirv::rootVariable(module, inst.idOperand(0))));
}

namespace {
/// Looks for accesses that are not in a set of instructions.
class UnseenSearch {
public:
  UnseenSearch(const spirv::Module &module, const StoredVariables &stored,
               const std::set<uint32_t> &seen)
      : M(module), Stored(stored), Seen(seen) {}

  /// Whether some are in the loops of \p function with a header that \p isAsked
  /// says so of, or in what these call.
  bool isIn(const Function &function,
            llvm::function_ref<bool(uint32_t block)> isAsked);

private:
  bool isUnseen(uint32_t index);

  const spirv::Module &M;
  const StoredVariables &Stored;
  const std::set<uint32_t> &Seen;
  llvm::SetVector<const Function *> Called;
};
} // namespace

bool UnseenSearch::isUnseen(uint32_t index) {
  const Instruction &inst = M.instructions()[index];
  if (inst.opcode == spv::OpFunctionCall)
    if (const Function *callee = M.function(inst.idOperand(0)))
      Called.insert(callee);
  return touchesStored(M, Stored, inst) && !Seen.count(index);
}

bool UnseenSearch::isIn(const Function &function,
                        llvm::function_ref<bool(uint32_t block)> isAsked) {
  auto hasUnseen = [&](const Function &f, bool isAll) {
    bool isFound = false;
    for (uint32_t b : f.order)
      for (uint32_t i = f.blocks[b].begin; i < f.blocks[b].end; ++i)
        isFound |= (isAll || isAsked(b)) && isUnseen(i);
    return isFound;
  };
  if (hasUnseen(function, /*isAll=*/false))
    return true;
  for (size_t i = 0; i < Called.size(); ++i) // grows
    if (hasUnseen(*Called[i], /*isAll=*/true))
      return true;
  return false;
}

bool SyncFindings::hasUnseen(llvm::ArrayRef<const Function *> functions,
                             const StoredVariables &stored) const {
  return llvm::any_of(functions, [&](const Function *function) {
    return UnseenSearch(M, stored, Seen).isIn(*function, [&](uint32_t block) {
      return function->loopOf[block] != spirv::kNoLoop;
    });
  });
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

bool wglint::hasUnseenInLoop(const spirv::Module &module,
                             const StoredVariables &stored,
                             const Function &function, uint32_t header,
                             const std::set<uint32_t> &seen) {
  return UnseenSearch(module, stored, seen).isIn(function, [&](uint32_t block) {
    return loopsAround(function, block).count(header) != 0;
  });
}

/// Only while some barrier may be called redundant.
bool SyncRecorder::wantsTrial() const {
  return HasBarriers && !Findings.isUneven();
}

void SyncRecorder::endTrial(bool isWhole) {
  Iterations.endInner(Trials.back());
  Trials.pop_back();
  if (!isWhole)
    Findings.setUneven();
}

void SyncRecorder::loopEnds(const Function &function, uint32_t header,
                            bool isCut) {
  SyncIterations::Summary done = Iterations.end();
  if (isCut)
    Findings.setCut();
  if (isCut && (!done.isEven || hasUnseenInLoop(Walk.module, Walk.stored,
                                                function, header, done.seen)))
    Findings.setUneven();
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

/// Whether a walk over its budget has made all executions of \p site that it
/// would have made otherwise.
bool SyncFindings::hasPassed(const SyncSite &site) const {
  return Seen.count(site.instruction) && !CutLoops.count(kAllLoops) &&
         !isInCutLoop(site.instruction) &&
         llvm::none_of(site.callChain,
                       [&](uint32_t call) { return isInCutLoop(call); });
}

/// Whether a walk over its budget lacks what \p site touches only since it has
/// not come to it: where the address may follow from subgroups, it may as well
/// be another one in those of another size.
bool SyncFindings::mayLack(const SyncSite &site,
                           const StoredVariables &stored) const {
  const Instruction &inst = M.instructions()[site.instruction];
  bool isImage =
      inst.opcode == spv::OpImageRead || inst.opcode == spv::OpImageWrite;
  LaneInfluence influence(M, stored, site.instruction);
  return !(influence.of(inst.idOperand(isImage ? 1 : 0)) & kOtherInfluence);
}
