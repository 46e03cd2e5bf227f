// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncCounts.h"
#include "Code/UpdateFilters.h"
#include "Lanes/PureOps.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

/// Steps of arithmetic from what is loaded to what is stored.
static constexpr unsigned kMaxCountSteps = 4;

/// What several invocations do to one number, or to each component of a vector,
/// one after the other. What all of them set or clear alike, `flags |= 1u`, is
/// the same in any order.
static bool isUpdate(const ValueSources::Made &made) {
  switch (made.inst->opcode) {
  case spv::OpIAdd:
  case spv::OpISub:
  case spv::OpFAdd:
  case spv::OpFSub:
  case spv::OpIMul:
  case spv::OpFMul:
  case spv::OpVectorTimesScalar:
  case spv::OpMatrixTimesScalar:
  case spv::OpVectorTimesMatrix:
  case spv::OpMatrixTimesVector:
  case spv::OpMatrixTimesMatrix:
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

bool SyncCounts::isMadeOf(const Value &value, const spirv::Instruction &load,
                          unsigned steps, Seen &seen) const {
  bool isMade = false;
  forEachScalar(value, [&](const LaneValue &v) {
    for (const Term &t : v.terms) {
      const ValueSources::Made *made = t.monomial.size() == 1
                                           ? Sources.madeBy(t.monomial[0]).first
                                           : nullptr;
      if (isMade || !made)
        continue;
      if (made->inst == &load)
        isMade = steps > 0 || soleSymbol(v) == kNoSymbol;
      else if (steps < kMaxCountSteps && isUpdate(*made) &&
               seen.insert(made).second)
        isMade = llvm::any_of(made->operands, [&](const Value &operand) {
          return isMadeOf(operand, load, steps + 1, seen);
        });
    }
  });
  return isMade;
}

bool SyncCounts::isUpdateOf(const spirv::Instruction &load,
                            const Value &stored) const {
  Seen seen;
  return load.opcode == spv::OpLoad && isMadeOf(stored, load, 0, seen);
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
