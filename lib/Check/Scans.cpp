// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Check/Scans.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

const AccessFact *wglint::storeOf(const EntryPointFacts &facts,
                                  const ReductionFact &reduction) {
  auto store = llvm::find_if(facts.accesses, [&](const AccessFact &access) {
    return access.instruction == reduction.instruction;
  });
  return store == facts.accesses.end() ? nullptr : &*store;
}

/// Another loop behind it loads from the variable and stores to it what is no
/// reduction, as the way down of a scan does: its partial sums have to stay
/// where they are.
static bool hasWayDown(const EntryPointFacts &facts, const AccessFact &store) {
  auto isInOneLoop = [&](const AccessFact &load, const AccessFact &access) {
    return load.op == AccessOp::Load && load.loop == access.loop &&
           load.variableId == store.variableId;
  };
  return llvm::any_of(facts.accesses, [&](const AccessFact &access) {
    return access.op == AccessOp::Store && access.loopDepth > 0 &&
           access.instruction > store.instruction &&
           access.variableId == store.variableId && access.loop != store.loop &&
           llvm::any_of(facts.accesses,
                        [&](const AccessFact &load) {
                          return isInOneLoop(load, access);
                        }) &&
           llvm::none_of(facts.resources.reductions,
                         [&](const ReductionFact &reduction) {
                           return reduction.instruction == access.instruction;
                         });
  });
}

bool wglint::isReadByLanes(const EntryPointFacts &facts,
                           const AccessFact &store) {
  return llvm::any_of(facts.accesses, [&](const AccessFact &load) {
    return load.op == AccessOp::Load && load.loop != store.loop &&
           load.instruction > store.instruction && !load.isSubgroupUniform &&
           load.variableId == store.variableId;
  });
}

bool wglint::isScan(const EntryPointFacts &facts,
                    const ReductionFact &reduction) {
  const AccessFact *store = storeOf(facts, reduction);
  return store && (store->keepsLanes || hasWayDown(facts, *store));
}
