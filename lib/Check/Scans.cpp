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

/// Another loop stores to the variable what is no reduction, as the way down
/// of a scan does: its partial sums have to stay where they are.
static bool hasWayDown(const EntryPointFacts &facts, const AccessFact &store) {
  return llvm::any_of(facts.accesses, [&](const AccessFact &access) {
    return access.op == AccessOp::Store && access.loopDepth > 0 &&
           access.variableId == store.variableId && access.loop != store.loop &&
           llvm::none_of(facts.resources.reductions,
                         [&](const ReductionFact &reduction) {
                           return reduction.instruction == access.instruction;
                         });
  });
}

bool wglint::isScan(const EntryPointFacts &facts,
                    const ReductionFact &reduction) {
  const AccessFact *store = storeOf(facts, reduction);
  return store && (store->keepsLanes || hasWayDown(facts, *store));
}
