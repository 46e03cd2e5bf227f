// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lanes/PureOps.h"
#include "Lanes/ScalarOps.h"
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Module;
using spirv::Type;
using spirv::TypeKind;

NumType wglint::numTypeOf(const Type &type) {
  switch (type.kind) {
  case TypeKind::Bool:
    return {NumType::Bool, 1, false};
  case TypeKind::Int:
    return {NumType::Int, uint8_t(type.bitWidth), type.isSigned};
  case TypeKind::Float:
    return {NumType::Float, uint8_t(type.bitWidth), true};
  default:
    return {NumType::Int, 64, false};
  }
}

static ReasonPtr undefinedReason(LaneMath &math) {
  return math.reason(UnknownKind::Undefined, "GLSL leaves the value undefined");
}

LaneValue wglint::toScalar(LaneMath &math, const Value &value,
                           const Type &type) {
  if (value.isScalar())
    return value.scalar;
  return math.unknown(numTypeOf(type), undefinedReason(math));
}

LaneValue wglint::toScalar(LaneMath &math, Value &&value, const Type &type) {
  if (value.isScalar())
    return std::move(value.scalar);
  return toScalar(math, value, type);
}

void wglint::forEachScalar(const Value &value,
                           llvm::function_ref<void(const LaneValue &)> visit) {
  if (value.isScalar())
    visit(value.scalar);
  for (unsigned i = 0; i < value.size(); ++i)
    forEachScalar(value.part(i), visit);
}

Value wglint::makeTree(
    const Module &module, const Type &type,
    llvm::function_ref<std::optional<uint64_t>(const Type &)> arrayLength,
    llvm::function_ref<LaneValue(NumType)> leaf) {
  auto repeat = [&](Id element, uint64_t count) {
    std::vector<Value> parts(count);
    for (Value &part : parts)
      part = makeTree(module, module.type(element), arrayLength, leaf);
    return Value::composite(std::move(parts));
  };
  switch (type.kind) {
  case TypeKind::Bool:
  case TypeKind::Int:
  case TypeKind::Float:
    return leaf(numTypeOf(type));
  case TypeKind::Vector:
  case TypeKind::Matrix:
    return repeat(type.element, type.count);
  case TypeKind::Array: {
    auto length = arrayLength(type);
    return length && *length <= 65536 ? repeat(type.element, *length) : Value();
  }
  case TypeKind::Struct: {
    std::vector<Value> parts;
    for (Id member : type.members)
      parts.push_back(makeTree(module, module.type(member), arrayLength, leaf));
    return Value::composite(std::move(parts));
  }
  default:
    return Value();
  }
}

namespace {

/// One evaluation; holds what its helpers share.
class PureEvaluator {
public:
  PureEvaluator(LaneMath &math, const Module &module, unsigned opcode,
                const Type &type, llvm::ArrayRef<uint32_t> operands,
                OperandFn operand)
      : Math(math), M(module), Opcode(opcode), ResultType(type),
        Operands(operands), Operand(operand) {}

  Value run();

private:
  Id id(unsigned i) const {
    return i < Operands.size() ? Id(Operands[i]) : Id::None;
  }
  Value arg(unsigned i) { return Operand(id(i)); }
  const Type *typeOf(unsigned i) const { return M.typeOf(id(i)); }
  /// Type of component \p i of \p type (the type itself if it is a scalar).
  const Type &componentType(const Type &type) const {
    return type.kind == TypeKind::Vector ? M.type(type.element) : type;
  }
  LaneValue component(const Value &v, const Type &type, unsigned i) {
    if (v.isComposite())
      return i < v.size() ? toScalar(Math, v.part(i), componentType(type))
                          : Math.unknown(numTypeOf(componentType(type)),
                                         undefinedReason(Math));
    return toScalar(Math, v, componentType(type));
  }
  /// Applies \p f to the components of all arguments.
  Value byComponent(
      unsigned argCount, unsigned firstArg,
      llvm::function_ref<LaneValue(llvm::ArrayRef<LaneValue>, NumType)> f);
  /// An unknown of the result's type that depends on all arguments.
  Value opaque(llvm::ArrayRef<Value> args);
  Value construct();
  Value extract();
  Value insert();
  Value shuffle();
  Value dynamicExtract();
  Value select();
  Value anyAll();
  Value extendedMul();
  Value carry();
  Value transpose();
  Value extInst();
  Value bitcast();
  Value arithmetic();

  LaneMath &Math;
  const Module &M;
  unsigned Opcode;
  const Type &ResultType;
  llvm::ArrayRef<uint32_t> Operands;
  OperandFn Operand;
};

} // namespace

Value PureEvaluator::byComponent(
    unsigned argCount, unsigned firstArg,
    llvm::function_ref<LaneValue(llvm::ArrayRef<LaneValue>, NumType)> f) {
  llvm::SmallVector<Value, 4> args;
  llvm::SmallVector<const Type *, 4> types;
  for (unsigned i = 0; i < argCount; ++i) {
    args.push_back(arg(firstArg + i));
    types.push_back(typeOf(firstArg + i));
    if (!types.back())
      return Value();
  }
  if (ResultType.kind == TypeKind::Matrix)
    return opaque(args);
  bool isVector = ResultType.kind == TypeKind::Vector;
  auto at = [&](unsigned number) {
    llvm::SmallVector<LaneValue, 4> scalars;
    for (unsigned i = 0; i < argCount; ++i)
      scalars.push_back(
          isVector || args[i].isComposite()
              ? component(args[i], *types[i], number)
              : toScalar(Math, std::move(args[i]), componentType(*types[i])));
    return f(scalars, numTypeOf(componentType(ResultType)));
  };
  if (!isVector)
    return at(0);
  std::vector<Value> parts;
  for (unsigned i = 0; i < ResultType.count; ++i)
    parts.push_back(at(i));
  return Value::composite(std::move(parts));
}

Value PureEvaluator::opaque(llvm::ArrayRef<Value> args) {
  std::vector<LaneValue> scalars;
  for (const Value &v : args)
    forEachScalar(v, [&](const LaneValue &s) { scalars.push_back(s); });
  std::vector<const LaneValue *> pointers;
  for (const LaneValue &s : scalars)
    pointers.push_back(&s);
  int64_t leafNumber = 0;
  return makeTree(
      M, ResultType, [](const Type &) { return std::nullopt; },
      [&](NumType type) {
        // GLSL.std.450 instructions share an opcode: tell them apart.
        int64_t which = Opcode == spv::OpExtInst ? Operands[1] : 0;
        return Math.unknownResult(type, {int64_t(Opcode), which, leafNumber++},
                                  pointers);
      });
}

Value PureEvaluator::construct() {
  std::vector<Value> parts;
  for (unsigned i = 0; i < Operands.size(); ++i) {
    Value v = arg(i);
    bool spread = ResultType.kind == TypeKind::Vector && v.isComposite();
    if (!spread) {
      parts.push_back(std::move(v));
      continue;
    }
    for (unsigned j = 0; j < v.size(); ++j)
      parts.push_back(v.part(j));
  }
  return Value::composite(std::move(parts));
}

Value PureEvaluator::extract() {
  Value v = arg(0);
  for (uint32_t index : Operands.drop_front()) {
    if (index >= v.size())
      return Value();
    v = Value(v.part(index));
  }
  return v;
}

Value PureEvaluator::insert() {
  Value object = arg(0), whole = arg(1);
  llvm::SmallVector<Value *, 4> chain{&whole};
  const Type *type = &ResultType;
  for (uint32_t index : Operands.drop_front(2)) {
    Value *v = chain.back();
    unsigned count = type->kind == TypeKind::Struct  ? type->members.size()
                     : type->kind == TypeKind::Array ? v->size()
                                                     : type->count;
    if (v->isEmpty())
      *v = Value::composite(
          std::vector<Value>(std::max<unsigned>(count, index + 1)));
    if (index >= v->size())
      return Value();
    chain.push_back(&v->editParts()[index]);
    type = &M.type(type->kind == TypeKind::Struct ? type->members[index]
                                                  : type->element);
  }
  *chain.back() = std::move(object);
  return whole;
}

Value PureEvaluator::shuffle() {
  Value a = arg(0), b = arg(1);
  const Type *ta = typeOf(0), *tb = typeOf(1);
  if (!ta || !tb)
    return Value();
  std::vector<Value> parts;
  for (uint32_t index : Operands.drop_front(2)) {
    if (index < ta->count)
      parts.push_back(component(a, *ta, index));
    else
      parts.push_back(
          component(b, *tb, index - ta->count)); // 0xFFFFFFFF: undefined
  }
  return Value::composite(std::move(parts));
}

Value PureEvaluator::dynamicExtract() {
  Value v = arg(0);
  LaneValue index = toScalar(Math, arg(1), *typeOf(1));
  const Type &type = *typeOf(0);
  LaneValue out = component(v, type, 0);
  if (!index.isConcrete())
    return opaque({v, Value(index)});
  for (unsigned i = 1; i < type.count; ++i) {
    LaneSet here(Math.laneCount(), false);
    for (unsigned lane = 0; lane < Math.laneCount(); ++lane)
      if (index.constant[lane] == int64_t(i))
        here.set(lane);
    out = blendValues(here, component(v, type, i), out);
  }
  return out;
}

Value PureEvaluator::select() {
  const Type *conditionType = typeOf(0);
  if (!conditionType)
    return Value();
  if (conditionType->kind == TypeKind::Vector ||
      (ResultType.kind != TypeKind::Struct &&
       ResultType.kind != TypeKind::Array &&
       ResultType.kind != TypeKind::Matrix &&
       ResultType.kind != TypeKind::Pointer))
    return byComponent(3, 0, [&](llvm::ArrayRef<LaneValue> v, NumType) {
      return Math.select(v[0], v[1], v[2]);
    });
  LaneValue condition = toScalar(Math, arg(0), *conditionType);
  if (condition.isConstant())
    return arg(condition.constant[0] ? 1 : 2);
  return ResultType.kind == TypeKind::Pointer
             ? Value()
             : opaque({arg(0), arg(1), arg(2)});
}

Value PureEvaluator::anyAll() {
  const Type &type = *typeOf(0);
  Value v = arg(0);
  LaneValue out = component(v, type, 0);
  for (unsigned i = 1; i < type.count; ++i)
    out =
        Math.binary(Opcode == spv::OpAny ? spv::OpLogicalOr : spv::OpLogicalAnd,
                    out, component(v, type, i), numTypeOf(ResultType));
  return out;
}

/// OpUMulExtended and OpSMulExtended: {low word, high word}.
Value PureEvaluator::extendedMul() {
  const Type &member = M.type(ResultType.members[0]);
  NumType type = numTypeOf(componentType(member));
  Value a = arg(0), b = arg(1);
  if (member.kind == TypeKind::Vector || type.widthBits != 32)
    return opaque({a, b});
  LaneValue x = toScalar(Math, a, member), y = toScalar(Math, b, member);
  return Value::composite(
      {Math.binary(spv::OpIMul, x, y, type),
       Math.highProduct(x, y, Opcode == spv::OpSMulExtended)});
}

/// OpIAddCarry: {sum, carry}; OpISubBorrow: {difference, borrow}.
Value PureEvaluator::carry() {
  const Type &member = M.type(ResultType.members[0]);
  NumType type = numTypeOf(componentType(member)),
          boolean{NumType::Bool, 1, false};
  Value a = arg(0), b = arg(1);
  if (member.kind == TypeKind::Vector)
    return opaque({a, b});
  LaneValue x = toScalar(Math, a, member), y = toScalar(Math, b, member);
  bool isAdd = Opcode == spv::OpIAddCarry;
  LaneValue low = Math.binary(isAdd ? spv::OpIAdd : spv::OpISub, x, y, type);
  LaneValue wraps =
      Math.binary(spv::OpULessThan, isAdd ? low : x, isAdd ? x : y, boolean);
  return Value::composite(
      {low, Math.select(wraps, LaneValue(type, 1), LaneValue(type, 0))});
}

Value PureEvaluator::transpose() {
  Value v = arg(0);
  const Type &column = M.type(ResultType.element);
  std::vector<Value> columns;
  for (unsigned c = 0; c < ResultType.count; ++c) {
    std::vector<Value> rows;
    for (unsigned r = 0; r < column.count; ++r)
      rows.push_back(r < v.size() && c < v.part(r).size() ? v.part(r).part(c)
                                                          : Value());
    columns.push_back(Value::composite(std::move(rows)));
  }
  return Value::composite(std::move(columns));
}

Value PureEvaluator::extInst() {
  if (M.extInstSet(id(0)) != "GLSL.std.450")
    return Value();
  unsigned count = Operands.size() - 2;
  llvm::SmallVector<Value, 4> args;
  for (unsigned i = 0; i < count; ++i)
    args.push_back(arg(i + 2));
  switch (Operands[1]) {
  // Work on whole vectors, or write through a pointer.
  case GLSLstd450Length:
  case GLSLstd450Distance:
  case GLSLstd450Cross:
  case GLSLstd450Normalize:
  case GLSLstd450FaceForward:
  case GLSLstd450Reflect:
  case GLSLstd450Refract:
  case GLSLstd450Determinant:
  case GLSLstd450MatrixInverse:
  case GLSLstd450ModfStruct:
  case GLSLstd450FrexpStruct:
  case GLSLstd450Modf:
  case GLSLstd450Frexp:
  case GLSLstd450PackSnorm4x8:
  case GLSLstd450PackUnorm4x8:
  case GLSLstd450PackSnorm2x16:
  case GLSLstd450PackUnorm2x16:
  case GLSLstd450PackHalf2x16:
  case GLSLstd450PackDouble2x32:
  case GLSLstd450UnpackSnorm2x16:
  case GLSLstd450UnpackUnorm2x16:
  case GLSLstd450UnpackHalf2x16:
  case GLSLstd450UnpackSnorm4x8:
  case GLSLstd450UnpackUnorm4x8:
  case GLSLstd450UnpackDouble2x32:
    return opaque(args);
  default:
    return byComponent(count, 2,
                       [&](llvm::ArrayRef<LaneValue> v, NumType type) {
                         return Math.extended(Operands[1], v, type);
                       });
  }
}

static bool isUnaryOp(unsigned op) {
  return op == spv::OpSNegate || op == spv::OpFNegate || op == spv::OpNot ||
         op == spv::OpLogicalNot || op == spv::OpBitCount ||
         op == spv::OpBitReverse || op == spv::OpIsNan || op == spv::OpIsInf;
}

static bool isBinaryOp(unsigned op) {
  return binaryIntFn(op) || binaryFloatFn(op) || op == spv::OpVectorTimesScalar;
}

static bool isConversion(unsigned op) {
  return op >= spv::OpConvertFToU && op <= spv::OpFConvert;
}

static bool isMatrixOp(unsigned op) {
  return (op >= spv::OpMatrixTimesScalar && op <= spv::OpOuterProduct) ||
         op == spv::OpDot || op == spv::OpQuantizeToF16;
}

Value PureEvaluator::bitcast() {
  const Type *from = typeOf(0);
  if (!from || from->kind == TypeKind::Pointer ||
      ResultType.kind == TypeKind::Pointer)
    return Value();
  auto components = [](const Type &t) {
    return t.kind == TypeKind::Vector ? t.count : 1;
  };
  if (components(*from) != components(ResultType))
    return opaque({arg(0)});
  return byComponent(1, 0, [&](llvm::ArrayRef<LaneValue> v, NumType type) {
    return Math.convert(Opcode, v[0], type);
  });
}

Value PureEvaluator::arithmetic() {
  if (isUnaryOp(Opcode))
    return byComponent(1, 0, [&](llvm::ArrayRef<LaneValue> v, NumType type) {
      return Math.unary(Opcode, v[0], type);
    });
  if (isConversion(Opcode))
    return byComponent(1, 0, [&](llvm::ArrayRef<LaneValue> v, NumType type) {
      return Math.convert(Opcode, v[0], type);
    });
  if (isBinaryOp(Opcode)) {
    if (Opcode == spv::OpVectorTimesScalar)
      Opcode = spv::OpFMul;
    return byComponent(2, 0, [&](llvm::ArrayRef<LaneValue> v, NumType type) {
      return Math.binary(Opcode, v[0], v[1], type);
    });
  }
  return Value();
}

Value PureEvaluator::run() {
  if (isMatrixOp(Opcode)) {
    llvm::SmallVector<Value, 2> args;
    for (unsigned i = 0; i < Operands.size(); ++i)
      args.push_back(arg(i));
    return opaque(args);
  }
  switch (Opcode) {
  case spv::OpBitcast:
    return bitcast();
  case spv::OpBitFieldInsert:
  case spv::OpBitFieldSExtract:
  case spv::OpBitFieldUExtract:
    return byComponent(Opcode == spv::OpBitFieldInsert ? 4 : 3, 0,
                       [&](llvm::ArrayRef<LaneValue> v, NumType type) {
                         return Math.bitField(Opcode, v, type);
                       });
  case spv::OpCompositeConstruct:
    return construct();
  case spv::OpCompositeExtract:
    return extract();
  case spv::OpCompositeInsert:
    return insert();
  case spv::OpVectorShuffle:
    return shuffle();
  case spv::OpVectorExtractDynamic:
    return dynamicExtract();
  case spv::OpVectorInsertDynamic:
    return opaque({arg(0), arg(1), arg(2)});
  case spv::OpCopyObject:
  case spv::OpCopyLogical:
    return arg(0);
  case spv::OpSelect:
    return select();
  case spv::OpAny:
  case spv::OpAll:
    return anyAll();
  case spv::OpIAddCarry:
  case spv::OpISubBorrow:
    return carry();
  case spv::OpUMulExtended:
  case spv::OpSMulExtended:
    return extendedMul();
  case spv::OpTranspose:
    return transpose();
  case spv::OpExtInst:
    return extInst();
  default:
    return arithmetic();
  }
}

Value wglint::evaluatePure(LaneMath &math, const Module &module,
                           unsigned opcode, const Type &resultType,
                           llvm::ArrayRef<uint32_t> operands,
                           OperandFn operand) {
  return PureEvaluator(math, module, opcode, resultType, operands, operand)
      .run();
}
