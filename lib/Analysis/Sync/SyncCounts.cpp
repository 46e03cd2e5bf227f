// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncCounts.h"
#include "Code/UpdateFilters.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

/// Steps of arithmetic from what is loaded to what is stored.
static constexpr unsigned kMostSteps = 4;

/// What several invocations do to one number one after the other. What all of
/// them set or clear alike, `flags |= 1u`, is the same in any order.
static bool isUpdate(const ValueSources::Made &made) {
  switch (made.inst->opcode) {
  case spv::OpIAdd:
  case spv::OpISub:
  case spv::OpFAdd:
  case spv::OpFSub:
  case spv::OpBitwiseXor:
    return true;
  case spv::OpBitwiseOr:
  case spv::OpBitwiseAnd:
    return llvm::none_of(made.operands, [](const Value &operand) {
      return operand.isScalar() && operand.scalar.isConstant();
    });
  default:
    return false;
  }
}

bool SyncCounts::isMadeOf(const LaneValue &value,
                          const spirv::Instruction &load,
                          unsigned steps) const {
  return llvm::any_of(value.terms, [&](const Term &t) {
    const ValueSources::Made *made =
        t.monomial.size() == 1 ? Sources.madeBy(t.monomial[0]).first : nullptr;
    if (!made)
      return false;
    if (made->inst == &load)
      return steps > 0 || soleSymbol(value) == kNoSymbol;
    return steps < kMostSteps && isUpdate(*made) &&
           llvm::any_of(made->operands, [&](const Value &operand) {
             return operand.isScalar() &&
                    isMadeOf(operand.scalar, load, steps + 1);
           });
  });
}

bool SyncCounts::isUpdateOf(const spirv::Instruction &load,
                            const Value &stored) const {
  return load.opcode == spv::OpLoad && stored.isScalar() &&
         isMadeOf(stored.scalar, load, 0);
}

bool SyncCounts::isForSeveral(SymbolId condition) const {
  auto [made, part] = Sources.madeBy(condition);
  if (!made)
    return false;
  uint16_t opcode = made->inst->opcode;
  bool maySuitSeveral = asksForOrder(opcode) || opcode == spv::OpINotEqual ||
                        opcode == spv::OpFUnordNotEqual;
  return maySuitSeveral &&
         llvm::none_of(made->operands, [&](const Value &operand) {
           bool tells = false;
           forEachScalar(operand, [&](const LaneValue &v) {
             tells |= tellsInvocations(v, Symbols);
           });
           return tells;
         });
}

bool SyncCounts::areForSeveral(llvm::ArrayRef<const Context *> chain) const {
  return llvm::all_of(chain, [&](const Context *c) {
    return c->condition->kind != OpenCondition::Kind::Varying ||
           isForSeveral(c->condition->symbol);
  });
}
