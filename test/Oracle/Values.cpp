// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Instructions from values to values.

#include "Machine.h"
#include <cmath>
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp>

namespace wglint::oracle {

using namespace spirv;

Value &Machine::define(const Instruction &inst) {
  Value &to = value(inst.result);
  size_t wanted = Types.scalars(inst.resultType).size() * LaneCount;
  if (to.bits.size() != wanted) {
    to.bits.assign(wanted, 0);
    to.undefined.assign(wanted, 1);
  }
  return to;
}

Scalar Machine::get(Id id, size_t component, unsigned lane) {
  Value &from = value(id);
  size_t at = component * LaneCount + lane;
  if (at >= from.bits.size()) {
    const Instruction *inst = M.def(id);
    if (!inst || (inst->opcode != spv::OpUndef && inst->resultType != Id::None))
      Unsupported.insert(inst ? inst->opcode : 0);
    return {0, true};
  }
  return {from.bits[at], from.undefined[at] != 0};
}

void Machine::set(Value &to, size_t component, unsigned lane, Scalar scalar) {
  size_t at = component * LaneCount + lane;
  to.bits[at] = scalar.bits;
  to.undefined[at] = scalar.isUndefined;
}

void Machine::copyScalars(Value &to, size_t toFirst, Id from, size_t fromFirst,
                          size_t count, const LaneList &lanes) {
  for (size_t c = 0; c < count; ++c)
    for (unsigned lane : lanes)
      set(to, toFirst + c, lane, get(from, fromFirst + c, lane));
}

/// The result is not known to the oracle.
void Machine::poison(const Instruction &inst, const LaneList &lanes) {
  Value &to = define(inst);
  for (size_t c = 0; c < Types.scalars(inst.resultType).size(); ++c)
    for (unsigned lane : lanes)
      set(to, c, lane, {0, true});
}

/// Applies a scalar operation to each component; an operand of one component
/// serves for all (OpSelect's condition, OpVectorTimesScalar).
bool Machine::componentWise(const Instruction &inst, uint32_t opcode,
                            unsigned firstOperand, bool isGlsl,
                            const LaneList &lanes) {
  const std::vector<ScalarType> results = Types.scalars(inst.resultType);
  size_t operandCount =
      std::min<size_t>(4, inst.operands.size() - firstOperand);
  ScalarCall call;
  call.opcode = opcode;
  std::vector<const std::vector<ScalarType> *> types;
  for (size_t i = 0; i < operandCount; ++i) {
    const Type *type = M.typeOf(inst.idOperand(firstOperand + i));
    if (!type)
      return false;
    types.push_back(&Types.scalars(type->id));
    if (types.back()->size() != 1 && types.back()->size() != results.size())
      return false;
  }
  Value &to = define(inst);
  for (size_t c = 0; c < results.size(); ++c) {
    call.result = results[c];
    for (size_t i = 0; i < operandCount; ++i)
      call.operand[i] = (*types[i])[types[i]->size() == 1 ? 0 : c];
    for (unsigned lane : lanes) {
      for (size_t i = 0; i < operandCount; ++i)
        call.value[i] = get(inst.idOperand(firstOperand + i),
                            types[i]->size() == 1 ? 0 : c, lane);
      std::optional<Scalar> result = isGlsl ? callGlsl(call) : callCore(call);
      if (!result)
        return false;
      set(to, c, lane, *result);
    }
  }
  return true;
}

void Machine::compositeExtract(const Instruction &inst, const LaneList &lanes) {
  Id type = M.typeOf(inst.idOperand(0))->id;
  size_t first = 0;
  for (uint32_t index : inst.operands.drop_front(1)) {
    first += Types.scalarOffset(type, index);
    type = Types.elementType(type, index);
  }
  copyScalars(define(inst), 0, inst.idOperand(0), first,
              Types.scalars(inst.resultType).size(), lanes);
}

void Machine::compositeInsert(const Instruction &inst, const LaneList &lanes) {
  Id type = inst.resultType;
  size_t first = 0;
  for (uint32_t index : inst.operands.drop_front(2)) {
    first += Types.scalarOffset(type, index);
    type = Types.elementType(type, index);
  }
  Value &to = define(inst);
  copyScalars(to, 0, inst.idOperand(1), 0,
              Types.scalars(inst.resultType).size(), lanes);
  copyScalars(to, first, inst.idOperand(0), 0, Types.scalars(type).size(),
              lanes);
}

void Machine::compositeConstruct(const Instruction &inst,
                                 const LaneList &lanes) {
  Value &to = define(inst);
  size_t first = 0;
  for (uint32_t operand : inst.operands) {
    size_t count =
        Types.scalars(M.def(static_cast<Id>(operand))->resultType).size();
    copyScalars(to, first, static_cast<Id>(operand), 0, count, lanes);
    first += count;
  }
}

void Machine::vectorShuffle(const Instruction &inst, const LaneList &lanes) {
  Value &to = define(inst);
  size_t firstCount = Types.scalars(M.typeOf(inst.idOperand(0))->id).size();
  for (size_t c = 0; c + 2 < inst.operands.size(); ++c) {
    uint32_t from = inst.operands[c + 2];
    for (unsigned lane : lanes)
      if (from == ~0u)
        set(to, c, lane, {0, true});
      else if (from < firstCount)
        set(to, c, lane, get(inst.idOperand(0), from, lane));
      else
        set(to, c, lane, get(inst.idOperand(1), from - firstCount, lane));
  }
}

/// OpVectorExtractDynamic and OpVectorInsertDynamic.
void Machine::dynamicComponent(const Instruction &inst, const LaneList &lanes) {
  bool isInsert = inst.opcode == spv::OpVectorInsertDynamic;
  size_t count = Types.scalars(M.typeOf(inst.idOperand(0))->id).size();
  Value &to = define(inst);
  if (isInsert)
    copyScalars(to, 0, inst.idOperand(0), 0, count, lanes);
  for (unsigned lane : lanes) {
    Scalar index = get(inst.idOperand(isInsert ? 2 : 1), 0, lane);
    bool isUndefined = index.isUndefined || index.bits >= count;
    if (!isInsert) {
      set(to, 0, lane,
          isUndefined ? Scalar{0, true}
                      : get(inst.idOperand(0), index.bits, lane));
      continue;
    }
    for (size_t c = 0; isUndefined && c < count; ++c)
      set(to, c, lane, {0, true});
    if (!isUndefined)
      set(to, index.bits, lane, get(inst.idOperand(1), 0, lane));
  }
}

/// Regroups bits: two 32-bit components become one of 64 bits, low one first.
void Machine::bitcast(const Instruction &inst, const LaneList &lanes) {
  const std::vector<ScalarType> to = Types.scalars(inst.resultType);
  const std::vector<ScalarType> from =
      Types.scalars(M.typeOf(inst.idOperand(0))->id);
  Value &result = define(inst);
  if (to[0].kind == ScalarKind::Pointer)
    result.layout = Types.layout(M.type(inst.resultType).element);
  for (unsigned lane : lanes)
    for (size_t c = 0; c < to.size(); ++c) {
      Scalar scalar;
      for (unsigned bit = 0; bit < to[c].width;) {
        unsigned at = static_cast<unsigned>(c) * to[c].width + bit;
        Scalar part = get(inst.idOperand(0), at / from[0].width, lane);
        unsigned inside = at % from[0].width;
        unsigned width = std::min(from[0].width - inside, to[c].width - bit);
        scalar.bits |= truncated(part.bits >> inside, width) << bit;
        scalar.isUndefined |= part.isUndefined;
        bit += width;
      }
      set(result, c, lane, scalar);
    }
}

void Machine::anyOrAll(const Instruction &inst, const LaneList &lanes) {
  bool isAll = inst.opcode == spv::OpAll;
  size_t count = Types.scalars(M.typeOf(inst.idOperand(0))->id).size();
  Value &to = define(inst);
  for (unsigned lane : lanes) {
    Scalar result = {isAll, false};
    for (size_t c = 0; c < count; ++c) {
      Scalar one = get(inst.idOperand(0), c, lane);
      result.bits = isAll ? result.bits & one.bits : result.bits | one.bits;
      result.isUndefined |= one.isUndefined;
    }
    set(to, 0, lane, result);
  }
}

/// Operations whose result is a structure of the low and the high half.
void Machine::wideArithmetic(const Instruction &inst, const LaneList &lanes) {
  const std::vector<ScalarType> types =
      Types.scalars(M.typeOf(inst.idOperand(0))->id);
  Value &to = define(inst);
  for (size_t c = 0; c < types.size(); ++c)
    for (unsigned lane : lanes) {
      unsigned width = types[c].width;
      Scalar a = get(inst.idOperand(0), c, lane),
             b = get(inst.idOperand(1), c, lane);
      bool isUndefined = a.isUndefined || b.isUndefined;
      __extension__ typedef __int128 Wide;
      Wide x = a.bits, y = b.bits, result = 0;
      if (inst.opcode == spv::OpSMulExtended)
        x = asSigned(a.bits, width), y = asSigned(b.bits, width);
      switch (inst.opcode) {
      case spv::OpIAddCarry:
        result = x + y;
        break;
      case spv::OpISubBorrow:
        result = x - y;
        break;
      default:
        result = x * y;
        break;
      }
      uint64_t high = truncated(static_cast<uint64_t>(result >> width), width);
      if (inst.opcode == spv::OpISubBorrow)
        high = a.bits < b.bits;
      set(to, c, lane,
          {truncated(static_cast<uint64_t>(result), width), isUndefined});
      set(to, types.size() + c, lane, {high, isUndefined});
    }
}

/// Sum of products, rounded after each step as the component type would.
Scalar Machine::dot(Id a, Id b, size_t count, size_t firstA, size_t strideA,
                    size_t firstB, unsigned lane, ScalarType type) {
  Scalar sum;
  for (size_t i = 0; i < count; ++i) {
    Scalar x = get(a, firstA + i * strideA, lane), y = get(b, firstB + i, lane);
    double product = asFloat(
        floatBits(asFloat(x.bits, type.width) * asFloat(y.bits, type.width),
                  type.width),
        type.width);
    double total = i == 0 ? product : asFloat(sum.bits, type.width) + product;
    sum = {floatBits(total, type.width),
           sum.isUndefined || x.isUndefined || y.isUndefined};
  }
  return sum;
}

bool Machine::linearAlgebra(const Instruction &inst, const LaneList &lanes) {
  const Type *left = M.typeOf(inst.idOperand(0));
  const Type *right = M.typeOf(inst.idOperand(1));
  if (!left)
    return false;
  const std::vector<ScalarType> results = Types.scalars(inst.resultType);
  size_t rows = left->kind == TypeKind::Matrix ? M.type(left->element).count
                                               : left->count;
  auto fill = [&](auto component) {
    Value &to = define(inst);
    for (size_t c = 0; c < results.size(); ++c)
      for (unsigned lane : lanes)
        set(to, c, lane, component(c, lane));
    return true;
  };
  Id a = inst.idOperand(0), b = inst.idOperand(1);
  switch (inst.opcode) {
  case spv::OpDot:
    return fill([&](size_t, unsigned lane) {
      return dot(a, b, left->count, 0, 1, 0, lane, results[0]);
    });
  case spv::OpMatrixTimesVector:
    return fill([&](size_t row, unsigned lane) {
      return dot(a, b, left->count, row, rows, 0, lane, results[0]);
    });
  case spv::OpVectorTimesMatrix:
    return fill([&](size_t column, unsigned lane) {
      return dot(a, b, left->count, 0, 1, column * left->count, lane,
                 results[0]);
    });
  case spv::OpMatrixTimesMatrix:
    return fill([&](size_t c, unsigned lane) {
      return dot(a, b, left->count, c % rows, rows, c / rows * left->count,
                 lane, results[0]);
    });
  case spv::OpTranspose:
    return fill([&](size_t c, unsigned lane) {
      return get(a, c % left->count * rows + c / left->count, lane);
    });
  case spv::OpOuterProduct:
    return fill([&](size_t c, unsigned lane) {
      return dot(a, b, 1, c % left->count, 1, c / left->count, lane,
                 results[0]);
    });
  default:
    return right && componentWise(inst, spv::OpFMul, 0, false, lanes);
  }
}

/// OpExtInst of GLSL.std.450; other sets are annotations.
bool Machine::extended(const Instruction &inst, const LaneList &lanes) {
  if (M.extInstSet(inst.idOperand(0)) != "GLSL.std.450")
    return M.type(inst.resultType).kind == TypeKind::Void;
  uint32_t op = inst.operands[1];
  if (op != GLSLstd450Length && op != GLSLstd450Normalize &&
      op != GLSLstd450Distance)
    return componentWise(inst, op, 2, true, lanes);
  return false;
}

bool Machine::executeValue(const Instruction &inst, const LaneList &lanes) {
  switch (inst.opcode) {
  case spv::OpUndef:
    poison(inst, lanes);
    return true;
  case spv::OpCompositeExtract:
    compositeExtract(inst, lanes);
    return true;
  case spv::OpCompositeInsert:
    compositeInsert(inst, lanes);
    return true;
  case spv::OpCompositeConstruct:
    compositeConstruct(inst, lanes);
    return true;
  case spv::OpVectorShuffle:
    vectorShuffle(inst, lanes);
    return true;
  case spv::OpVectorExtractDynamic:
  case spv::OpVectorInsertDynamic:
    dynamicComponent(inst, lanes);
    return true;
  case spv::OpBitcast:
    bitcast(inst, lanes);
    return true;
  case spv::OpAny:
  case spv::OpAll:
    anyOrAll(inst, lanes);
    return true;
  case spv::OpIAddCarry:
  case spv::OpISubBorrow:
  case spv::OpUMulExtended:
  case spv::OpSMulExtended:
    wideArithmetic(inst, lanes);
    return true;
  case spv::OpDot:
  case spv::OpMatrixTimesVector:
  case spv::OpVectorTimesMatrix:
  case spv::OpMatrixTimesMatrix:
  case spv::OpTranspose:
  case spv::OpOuterProduct:
  case spv::OpVectorTimesScalar:
  case spv::OpMatrixTimesScalar:
    return linearAlgebra(inst, lanes);
  case spv::OpExtInst:
    return extended(inst, lanes);
  case spv::OpCopyObject:
  case spv::OpCopyLogical: {
    Value &to = define(inst);
    copyScalars(to, 0, inst.idOperand(0), 0,
                Types.scalars(inst.resultType).size(), lanes);
    to.layout = value(inst.idOperand(0)).layout;
    to.alignBytes = value(inst.idOperand(0)).alignBytes;
    return true;
  }
  default:
    if (inst.result == Id::None || inst.operands.empty())
      return false;
    if (!componentWise(inst, inst.opcode, 0, false, lanes))
      return false;
    if (inst.opcode == spv::OpSelect)
      value(inst.result).layout = value(inst.idOperand(1)).layout;
    if (inst.opcode == spv::OpConvertUToPtr)
      value(inst.result).layout = Types.layout(M.type(inst.resultType).element);
    return true;
  }
}

} // namespace wglint::oracle
