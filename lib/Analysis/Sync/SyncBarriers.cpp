// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What each barrier orders.
#include "Code/IdiomFinders.h"
#include "Sync/SyncRecorder.h"
#include "Sync/SyncWorkgroups.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

/// Barriers that are looked at one by one when none of them may stand between.
static constexpr uint32_t kMaxOtherPaths = 16;

/// No barrier is executed between now and an access that \p control barriers
/// came before: all since then are on other paths.
bool SyncRecorder::isUnseparated(uint32_t control, uint32_t contextA,
                                 uint32_t contextB) const {
  if (Control - control > kMaxOtherPaths)
    return false;
  return llvm::all_of(
      llvm::ArrayRef(RunContexts).drop_front(control), [&](uint32_t context) {
        return Conditions.isExcluded(context, contextA, contextB);
      });
}

/// A conflict with an access before control barrier number \p control + 1:
/// notes which barriers order it.
void SyncRecorder::constrain(uint32_t control, uint32_t contextA,
                             uint32_t contextB) {
  if (control == Control ||
      !Constrained.insert({control, contextA, contextB}).second)
    return;
  std::set<uint32_t> order;
  std::map<uint32_t, std::set<uint32_t>> optional; // by context
  for (const auto &[barrier, run] : Barriers)
    if (run.control > control) {
      if (Conditions.isImplied(run.context, contextA, contextB))
        order.insert(barrier);
      else if (!Conditions.isExcluded(run.context, contextA, contextB))
        optional[run.context].insert(barrier);
    }
  if (!order.empty())
    return Findings.addConstraint(std::move(order));
  // Where the conditions of some of these hold, they may be the only ones.
  for (auto &[context, barriers] : optional)
    Findings.addConstraint(std::move(barriers));
}

/// Accesses whose addresses are not known conflict with all of their variable.
void SyncRecorder::constrainUnknown(Current &now, bool hasUnknown,
                                    bool hasKnown) {
  for (AccessOp op : {AccessOp::Load, AccessOp::Store, AccessOp::Atomic}) {
    if (!areConflicting(op, now.event.op))
      continue;
    if (hasUnknown)
      for (const Moment &any : now.variable.all[unsigned(op)])
        constrain(any.control, any.context, now.stamp.context);
    if (hasKnown)
      for (const Moment &unknown : now.variable.unknown[unsigned(op)])
        constrain(unknown.control, unknown.context, now.stamp.context);
  }
}

/// Atomics of the same opcode, other than 0, may change places: nothing is seen
/// of the order in which they come to a place in memory.
uint16_t SyncRecorder::commutingOpcode(uint32_t instruction) {
  if (!CommutingAtomics) {
    CommutingAtomics.emplace();
    for (const spirv::Function &function : Walk.module.functions())
      for (const AtomicFact &atomic : findAtomics(Walk.module, function))
        if (!atomic.isResultUsed)
          CommutingAtomics->insert(atomic.instruction);
  }
  return CommutingAtomics->count(instruction)
             ? Walk.module.instructions()[instruction].opcode
             : 0;
}

/// Atomics race with no atomics, but what they leave and return depends on
/// their order: `atomicExchange(n, 0)` goes before the others count. Which
/// elements they touch does not matter here: there are few such arrays.
void SyncRecorder::constrainAtomics(Current &now) {
  if (now.event.op != AccessOp::Atomic)
    return;
  uint16_t opcode = commutingOpcode(now.event.instruction);
  for (const auto &[other, moments] : now.variable.atomics)
    if (opcode != other || opcode == 0)
      for (const Moment &moment : moments)
        constrain(moment.control, moment.context, now.stamp.context);
  now.variable.atomics[opcode].note(
      {Control, Fences[now.variable.memory], now.stamp.context}, Unconditional);
}

/// Two buffers may be one, and two images, unless they say that they are not; a
/// barrier that does not order those is not there for that. All blocks of
/// shared memory are one (SPV_KHR_workgroup_memory_explicit_layout), and each
/// barrier orders them.
/// In a shader without any, barrier() alone lets all load from an image before
/// some store to it: hosts bind one to both, to change it in place.
void SyncRecorder::constrainAliases(Current &now) {
  MemoryClass memory = now.variable.memory;
  if (!now.variable.mayBeAnother)
    return;
  auto isOrdered = [&](AccessOp op, const Moment &moment) {
    return memory == SharedClass || moment.fence != Fences[memory] ||
           (memory == ImageClass && op == AccessOp::Load &&
            !Walk.hasSharedMemory);
  };
  for (auto &[id, other] : Variables) {
    if (&other == &now.variable || other.memory != memory ||
        !other.mayBeAnother)
      continue;
    for (AccessOp op : {AccessOp::Load, AccessOp::Store, AccessOp::Atomic})
      for (const Moment &moment : other.all[unsigned(op)])
        if (areConflicting(op, now.event.op) && isOrdered(op, moment))
          constrain(moment.control, moment.context, now.stamp.context);
  }
}

/// What other workgroups are told of, or wait for.
void SyncRecorder::constrainHandOver(const Current &now) {
  if (now.variable.memory == SharedClass)
    return;
  bool isCommuting = now.event.op == AccessOp::Atomic &&
                     commutingOpcode(now.event.instruction) != 0;
  HandOver.access({now.event, now.variable.memory, Sites[now.site].isCoherent,
                   now.variable.mayBeStored, isCommuting, Control,
                   now.stamp.context, Fences},
                  Unconditional, [&](const Moment &earlier) {
                    constrain(earlier.control, earlier.context,
                              now.stamp.context);
                  });
}

/// Notes the access to shared memory, and whether invocations may touch
/// elements of others there: unknown ones, those of another unknown part, by
/// atomics, which are there for that, of another block, all of which share one
/// memory, or by the workgroup's id, which is past the end of most.
void SyncRecorder::noteShared(const Current &now) {
  Findings.noteShared(now.event.variable, now.event.name, now.event.op);
  bool isOwn = now.event.op != AccessOp::Atomic && now.variable.mayBeStored &&
               !now.variable.mayBeAnother;
  for (const Term &t : now.event.offsetBytes.terms)
    for (SymbolId id : Walk.workgroupIds)
      isOwn &= id == kNoSymbol || !llvm::is_contained(t.monomial, id);
  std::optional<uint32_t> region = now.variable.region;
  forEachLane(now.event.active, [&](unsigned lane) {
    const LaneAddress &address = now.addresses[lane];
    if (!region)
      region = address.region;
    isOwn &= address.isKnown && address.region == *region;
  });
  if (!isOwn)
    Findings.noteCrossed(now.event.variable);
}

/// Brings what is known of the whole variable up to date.
void SyncRecorder::noteVariable(Current &now,
                                llvm::ArrayRef<LaneAddress> addresses) {
  Variable &v = now.variable;
  bool hasUnknown = !v.mayBeStored, hasKnown = false;
  if (v.mayBeStored)
    forEachLane(now.event.active, [&](unsigned lane) {
      bool isKnown = addresses[lane].isKnown;
      // How two unknown parts lie to each other is not known.
      if (isKnown && !v.region)
        v.region = addresses[lane].region;
      (isKnown && *v.region == addresses[lane].region ? hasKnown : hasUnknown) =
          true;
    });
  constrainUnknown(now, hasUnknown, hasKnown);
  constrainAtomics(now);
  constrainAliases(now);
  constrainHandOver(now);
  Moment moment{Control, Fences[v.memory], now.stamp.context};
  v.all[unsigned(now.event.op)].note(moment, Unconditional);
  if (hasUnknown)
    v.unknown[unsigned(now.event.op)].note(moment, Unconditional);
}

void SyncRecorder::barrier(const BarrierEvent &event, const Flow &flow) {
  Iterations.note(event.instruction, flow.mask, {});
  if (isInTrial())
    return;
  Components.noteBarrier();
  if (event.isControl && event.executionScope != spv::ScopeSubgroup) {
    Findings.addBarrier(event.instruction, event.loopDepth);
    Divergences.note(event, flow);
    RunContexts.push_back(Conditions.number(flow.context));
    Barriers[event.instruction] = {++Control, RunContexts.back()};
    Constrained.clear();
    IsUnsure = false;
  }
  if (event.isControl && event.executionScope == spv::ScopeSubgroup) {
    ++SubgroupSync;
    return;
  }
  if (event.memoryScope == spv::ScopeSubgroup ||
      event.memoryScope == spv::ScopeInvocation)
    return;
  auto noteFence = [&](MemoryClass memory) {
    ++Fences[memory];
    if (event.memoryScope != spv::ScopeWorkgroup)
      ++DispatchFences[memory];
    if (memory != SharedClass)
      Ordering.noteFence();
  };
  if (event.semantics & spv::MemorySemanticsWorkgroupMemoryMask)
    noteFence(SharedClass);
  if (event.semantics & spv::MemorySemanticsUniformMemoryMask)
    noteFence(BufferClass);
  if (event.semantics & spv::MemorySemanticsImageMemoryMask)
    noteFence(ImageClass);
}

void SyncRecorder::parted(uint32_t branch, const LaneSet &lanes) {
  if (!isInTrial())
    Conditions.noteParted(branch, lanes);
}
