// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lanes/LaneMath.h"
#include "Lanes/LaneNames.h"
#include "Lanes/ScalarOps.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <numeric>
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

//===----------------------------------------------------------------------===//
// New unknowns
//===----------------------------------------------------------------------===//

ReasonPtr LaneMath::reason(UnknownKind kind, const std::string &text) {
  ReasonPtr &known = Reasons[{kind, text}];
  if (!known)
    known = makeReason(kind, text);
  return known;
}

LaneValue LaneMath::unknown(NumType type, ReasonPtr reason,
                            UniformityScope scope) {
  // Before anything is built: most unknowns are floats.
  bool isVaryingFloat = SharesFloats && type.kind == NumType::Float &&
                        scope == UniformityScope::None;
  if (isVaryingFloat)
    if (auto it = VaryingFloats.find(reason.get()); it != VaryingFloats.end())
      return symbolValue(type, it->second);
  Symbol s;
  s.kind = reason->kind == UnknownKind::DataDependent ? Symbol::Kind::Loaded
                                                      : Symbol::Kind::Other;
  s.scope = scope;
  s.reason = std::move(reason);
  if (type.kind == NumType::Int && !type.isSigned) {
    s.min = 0;
    s.max = type.widthBits >= 64 ? INT64_MAX
                                 : int64_t(zeroExtend(-1, type.widthBits));
  }
  if (type.kind == NumType::Bool)
    s.min = 0, s.max = 1, s.isUnbounded = false;
  SymbolId id = Symbols.add(std::move(s));
  if (isVaryingFloat)
    VaryingFloats[Symbols[id].reason.get()] = id;
  return symbolValue(type, id);
}

LaneValue LaneMath::undefined(NumType type) {
  return unknown(
      type, reason(UnknownKind::Undefined, "GLSL leaves the value undefined"));
}

/// A lane in which \p v has an unknown part.
unsigned LaneMath::unknownLane(const LaneValue &v) const {
  LaneSet known(LaneCount, true);
  dropUnknownLanes(v, known);
  int lane = known.find_first_unset();
  return lane < 0 ? 0 : lane;
}

SymbolId &LaneMath::derivedBy(NumType type, llvm::ArrayRef<int64_t> operation,
                              llvm::ArrayRef<const LaneValue *> operands) {
  std::vector<int64_t> key(operation.begin(), operation.end());
  key.push_back(type.kind << 8 | type.widthBits);
  for (const LaneValue *v : operands)
    appendIdentity(key, *v);
  return Symbols.derived(key);
}

/// What makes the lanes of some operand differ, loaded data before all else.
SymbolId LaneMath::varyingOf(llvm::ArrayRef<const LaneValue *> operands) const {
  SymbolId found = kNoSymbol;
  for (const LaneValue *v : operands) {
    SymbolId s = findVarying(*v, Symbols);
    if (s != kNoSymbol && Symbols[s].reason->kind == UnknownKind::DataDependent)
      return s;
    if (found == kNoSymbol)
      found = s;
  }
  return found;
}

/// Another value that is made of the one called \p name: "f(N)", once.
static std::string someFunctionOf(const std::string &name) {
  llvm::StringRef text = name;
  // A long one says no more with another call around it.
  if (text.empty() || text.starts_with("f(") || text.size() > kMaxNameLength)
    return name;
  return text.front() == '(' ? "f" + name : "f(" + name + ")";
}

LaneValue LaneMath::unknownResult(NumType type,
                                  llvm::ArrayRef<int64_t> operation,
                                  llvm::ArrayRef<const LaneValue *> operands) {
  bool allUniform = llvm::all_of(operands, [&](const LaneValue *v) {
    return isUniformValue(*v, Symbols);
  });
  if (!allUniform) {
    if (SymbolId s = varyingOf(operands); s != kNoSymbol)
      return unknown(type, Symbols[s].reason);
    for (const LaneValue *v : operands)
      if (!v->isConcrete())
        return unknown(type,
                       reason(type.kind == NumType::Float
                                  ? UnknownKind::FloatArithmetic
                                  : UnknownKind::Uniform,
                              "depends on '" + format(*v, unknownLane(*v)) +
                                  "', which is not known"));
    return unknown(type, reason(UnknownKind::FloatArithmetic,
                                "the result of float arithmetic is not exact"));
  }
  UniformityScope scope = UniformityScope::Dispatch;
  for (const LaneValue *v : operands)
    scope = std::min(scope, scopeOf(*v, Symbols));
  SymbolId &id = derivedBy(type, operation, operands);
  if (id == kNoSymbol) {
    Symbol s;
    s.kind = Symbol::Kind::Derived;
    s.scope = scope;
    s.reason = reason(UnknownKind::Uniform, "");
    bool isSigned = type.isSigned && type.kind == NumType::Int;
    s.min = isSigned ? INT32_MIN : 0;
    s.max = type.kind == NumType::Bool ? 1 : UINT32_MAX;
    s.isUnbounded = type.kind != NumType::Bool;
    for (const LaneValue *v : operands) {
      for (const Term &t : v->terms)
        for (SymbolId m : t.monomial) {
          if (s.name.empty())
            s.name = someFunctionOf(Symbols[m].name);
          s.assumptions.append(Symbols[m].assumptions.begin(),
                               Symbols[m].assumptions.end());
          s.origin.add(Symbols[m].origin);
          s.isOfWorkgroup |= Symbols[m].tellsWorkgroups();
          // What logic makes of a vote is as free as the vote.
          if (Symbols[m].isVote && type.kind == NumType::Bool) {
            s.isVote = true;
            s.reason = Symbols[m].reason;
          }
        }
    }
    if (llvm::all_of(operands,
                     [](const LaneValue *v) { return v->isConcrete(); })) {
      s.name = "a rounded number";
      s.reason = reason(UnknownKind::FloatArithmetic,
                        "the result of float arithmetic is not exact");
    }
    if (s.name.empty())
      s.name = "a uniform value";
    id = Symbols.add(std::move(s));
  }
  return symbolValue(type, id);
}

//===----------------------------------------------------------------------===//
// Lane by lane
//===----------------------------------------------------------------------===//

LaneValue
LaneMath::partial(llvm::ArrayRef<int64_t> operation,
                  llvm::ArrayRef<const LaneValue *> operands, NumType result,
                  llvm::function_ref<bool(unsigned, int64_t &)> lane) {
  bool uniformConstants = llvm::all_of(
      operands, [](const LaneValue *v) { return v->isConstant(); });
  if (uniformConstants) {
    int64_t out;
    if (lane(0, out))
      return LaneValue(result, result.kind == NumType::Int
                                   ? signExtend(out, result.widthBits)
                                   : out);
    return result.kind == NumType::Float
               ? unknownResult(result, operation, operands)
               : undefined(result);
  }
  LaneSet known(LaneCount, true);
  for (const LaneValue *v : operands)
    dropUnknownLanes(*v, known);
  LaneSet open = known;
  open.flip();
  if (open.anyCommon(*Active))
    splitIfEnumerated(operands);
  if (known.none())
    return unknownResult(result, operation, operands);
  std::vector<int64_t> values(LaneCount, 0);
  LaneSet failed(LaneCount, false);
  for (int i = known.find_first(); i >= 0; i = known.find_next(i)) {
    int64_t out = 0;
    if (lane(i, out))
      values[i] =
          result.kind == NumType::Int ? signExtend(out, result.widthBits) : out;
    else
      failed.set(i);
  }
  LaneValue value(result, lanes(values));
  if (failed.any()) {
    LaneValue bad = result.kind == NumType::Float
                        ? unknownResult(result, operation, operands)
                        : undefined(result);
    value = blendValues(failed, bad, value);
  }
  known.flip();
  if (known.any())
    value =
        blendValues(known, unknownResult(result, operation, operands), value);
  return value;
}

LaneValue LaneMath::evalUnary(llvm::ArrayRef<int64_t> operation, UnaryFn fn,
                              const LaneValue &a, NumType result) {
  unsigned w = a.type.widthBits;
  return partial(operation, {&a}, result, [&](unsigned i, int64_t &o) {
    return fn(w, a.constant[i], o);
  });
}

LaneValue LaneMath::evalBinary(llvm::ArrayRef<int64_t> operation, BinaryFn fn,
                               const LaneValue &a, const LaneValue &b,
                               NumType result) {
  unsigned w = a.type.widthBits;
  return partial(operation, {&a, &b}, result, [&](unsigned i, int64_t &o) {
    return fn(w, a.constant[i], b.constant[i], o);
  });
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

LaneValue LaneMath::binary(unsigned opcode, const LaneValue &a,
                           const LaneValue &b, NumType result) {
  if (a.type.kind == NumType::Float) {
    if (auto value = compareWholes(opcode, a, b, result))
      return *value;
    SymbolId mark = Symbols.size();
    BinaryFn fn = binaryFloatFn(opcode);
    LaneValue value = fn ? evalBinary({opcode}, fn, a, b, result)
                         : unknownResult(result, {opcode}, {&a, &b});
    nameResult(*this, opcode, a, b, value, mark);
    return value;
  }
  if (a.type.kind == NumType::Bool)
    return logical(opcode, a, b, result);
  if (isComparison(opcode))
    return compare(opcode, a, b, result);
  BinaryFn fn = binaryIntFn(opcode);
  if (!fn)
    return unknownResult(result, {opcode}, {&a, &b});
  SymbolId mark = Symbols.size();
  if (auto value = ring(opcode, a, b))
    return *value;
  if (a.isConcrete() && b.isConcrete())
    return evalBinary({opcode}, fn, a, b, result);
  std::optional<LaneValue> value;
  switch (opcode) {
  case spv::OpBitwiseAnd:
  case spv::OpBitwiseOr:
  case spv::OpBitwiseXor:
    value = bitwise(opcode, a, b);
    if (!value && onlyEnumerated(a) && b.isConstant())
      splitForDivision(a, int64_t(1) << (64 - llvm::countl_zero(zeroExtend(
                                                  b.constant[0], 31))));
    break;
  case spv::OpShiftLeftLogical:
  case spv::OpShiftRightLogical:
  case spv::OpShiftRightArithmetic:
    value = shift(opcode, a, b);
    if (!value && onlyEnumerated(a) && b.isConstant() && b.constant[0] >= 0 &&
        b.constant[0] < 31) {
      if (isNonNegative(a))
        splitForDivision(a, int64_t(1) << b.constant[0]);
      else
        splitForComparison(a);
    }
    break;
  default:
    value = divide(opcode, a, b);
  }
  if (!value)
    value = evalBinary({opcode}, fn, a, b, result);
  boundResult(opcode, a, b, *value, mark);
  nameResult(*this, opcode, a, b, *value, mark);
  return *value;
}

LaneValue LaneMath::unary(unsigned opcode, const LaneValue &a, NumType result) {
  if (a.type.kind == NumType::Float) {
    if (UnaryFn fn = unaryFloatFn(opcode); fn && a.isConcrete())
      return evalUnary({opcode}, fn, a, result);
    return unknownResult(result, {opcode}, {&a});
  }
  if (opcode == spv::OpSNegate)
    return scaleValue(a, -1);
  if (opcode == spv::OpNot)
    return subtractValues(scaleValue(a, -1), LaneValue(a.type, 1));
  UnaryFn fn = unaryIntFn(opcode);
  if (!fn)
    return unknownResult(result, {opcode}, {&a});
  return opcode == spv::OpLogicalNot ? logicalNot(a, result)
                                     : evalUnary({opcode}, fn, a, result);
}

/// The bits of a 32-bit number as another kind of number. False for a NaN, of
/// which not all bits need to survive.
static bool reinterpretBits(int64_t number, NumType::Kind from,
                            NumType::Kind to, int64_t &out) {
  if (from == NumType::Float) {
    float value = float(llvm::bit_cast<double>(number));
    out = int32_t(llvm::bit_cast<uint32_t>(value));
    return to == NumType::Int;
  }
  double value = llvm::bit_cast<float>(uint32_t(number));
  out = llvm::bit_cast<int64_t>(value);
  return to == NumType::Float && value == value;
}

LaneValue LaneMath::convert(unsigned opcode, const LaneValue &a,
                            NumType result) {
  SymbolId mark = Symbols.size();
  LaneValue value = converted(opcode, a, result);
  nameConversion(*this, opcode, a, value, mark);
  return value;
}

LaneValue LaneMath::converted(unsigned opcode, const LaneValue &a,
                              NumType result) {
  unsigned from = a.type.widthBits;
  switch (opcode) {
  case spv::OpBitcast:
    if (a.type.kind == NumType::Int && result.kind == NumType::Int &&
        from == result.widthBits)
      return resizeValue(a, result);
    if (from == result.widthBits && from == 32)
      return partial({opcode}, {&a}, result, [&](unsigned i, int64_t &o) {
        return reinterpretBits(a.constant[i], a.type.kind, result.kind, o);
      });
    return unknownResult(result, {opcode}, {&a});
  case spv::OpSConvert:
  case spv::OpUConvert: {
    // Numbers of 64 bits are taken to be small, but for addresses.
    if (result.widthBits < from && hasAddress(a, Symbols))
      return unknownResult(result, {opcode}, {&a});
    if (result.widthBits <= from)
      return resizeValue(a, result);
    if (a.isConcrete())
      return opcode == spv::OpSConvert
                 ? resizeValue(a, result)
                 : LaneValue(result, Lanes::map(a.constant, [=](int64_t v) {
                               return int64_t(zeroExtend(v, from));
                             }));
    if (opcode == spv::OpSConvert ? fitsUnwrapped(a) : isNonNegative(a))
      return resizeValue(a, result);
    if (onlyEnumerated(a))
      splitForComparison(a);
    return unknownResult(result, {opcode}, {&a});
  }
  case spv::OpConvertSToF:
  case spv::OpConvertUToF: {
    bool isUnsigned = opcode == spv::OpConvertUToF;
    if (onlyEnumerated(a))
      requestSplit(a.terms.front().monomial.front());
    LaneValue made =
        partial({opcode}, {&a}, result, [&](unsigned i, int64_t &o) {
          double d = isUnsigned ? double(zeroExtend(a.constant[i], from))
                                : double(a.constant[i]);
          o = doubleBits(d);
          bool fits =
              isUnsigned
                  ? uint64_t(d) == zeroExtend(a.constant[i], from) || from < 64
                  : int64_t(d) == a.constant[i] || from < 64;
          return fits && isExactFloat(d, result.widthBits);
        });
    return keepWhole(std::move(made), a);
  }
  case spv::OpConvertFToS:
  case spv::OpConvertFToU:
    return partial({opcode}, {&a}, result, [&](unsigned i, int64_t &o) {
      double d = asDouble(a.constant[i]);
      bool isUnsigned = opcode == spv::OpConvertFToU;
      double limit = std::ldexp(1.0, result.widthBits - (isUnsigned ? 0 : 1));
      if (!(d < limit) || !(isUnsigned ? d > -1 : d >= -limit))
        return false;
      o = isUnsigned ? int64_t(uint64_t(d)) : int64_t(d);
      return true;
    });
  case spv::OpFConvert:
    return partial({opcode}, {&a}, result, [&](unsigned i, int64_t &o) {
      o = a.constant[i];
      return isExactFloat(asDouble(o), result.widthBits);
    });
  default:
    return unknownResult(result, {opcode}, {&a});
  }
}

LaneValue LaneMath::bitField(unsigned opcode, llvm::ArrayRef<LaneValue> args,
                             NumType result) {
  llvm::SmallVector<const LaneValue *, 4> pointers;
  for (const LaneValue &v : args)
    pointers.push_back(&v);
  unsigned w = result.widthBits;
  // Bits of a value with unknown parts are a shift and a mask.
  if (opcode == spv::OpBitFieldUExtract && !args[0].isConcrete() &&
      args[1].isConstant() && args[2].isConstant()) {
    int64_t offset = args[1].constant[0], count = args[2].constant[0];
    if (offset >= 0 && count > 0 && offset + count < w) {
      LaneValue shifted = binary(spv::OpShiftRightLogical, args[0],
                                 LaneValue(args[0].type, offset), args[0].type);
      return binary(spv::OpBitwiseAnd, shifted,
                    LaneValue(args[0].type, (int64_t(1) << count) - 1), result);
    }
  }
  return partial({opcode}, pointers, result, [&](unsigned i, int64_t &o) {
    if (opcode == spv::OpBitFieldInsert)
      return bitFieldInsert(w, args[0].constant[i], args[1].constant[i],
                            args[2].constant[i], args[3].constant[i], o);
    return bitFieldExtract(w, opcode == spv::OpBitFieldSExtract,
                           args[0].constant[i], args[1].constant[i],
                           args[2].constant[i], o);
  });
}

LaneValue LaneMath::extended(unsigned instruction,
                             llvm::ArrayRef<LaneValue> args, NumType result) {
  SymbolId mark = Symbols.size();
  LaneValue value = extendedResult(instruction, args, result);
  nameCall(*this, instruction, args, value, mark);
  return value;
}

LaneValue LaneMath::extendedResult(unsigned instruction,
                                   llvm::ArrayRef<LaneValue> args,
                                   NumType result) {
  llvm::SmallVector<const LaneValue *, 4> pointers;
  for (const LaneValue &v : args)
    pointers.push_back(&v);
  auto open = [&] {
    return unknownResult(result, {DerivedBy::GlslInstruction, instruction},
                         pointers);
  };
  bool isFloat = args[0].type.kind == NumType::Float;
  auto two = [&](unsigned in, const LaneValue &a, const LaneValue &b) {
    BinaryFn fn = isFloat ? binaryFloatExtFn(in) : binaryIntExtFn(in);
    if (!isFloat)
      if (auto v = minMax(in, a, b))
        return *v;
    SymbolId mark = Symbols.size();
    LaneValue value =
        evalBinary({DerivedBy::GlslInstruction, in}, fn, a, b, result);
    boundMinMax(in, a, b, value, mark);
    return value;
  };
  switch (instruction) {
  case GLSLstd450UClamp:
    return two(GLSLstd450UMin, two(GLSLstd450UMax, args[0], args[1]), args[2]);
  case GLSLstd450SClamp:
    return two(GLSLstd450SMin, two(GLSLstd450SMax, args[0], args[1]), args[2]);
  case GLSLstd450FClamp:
  case GLSLstd450NClamp:
    return two(GLSLstd450FMin, two(GLSLstd450FMax, args[0], args[1]), args[2]);
  case GLSLstd450Fma:
    if (result.kind == NumType::Float)
      return binary(spv::OpFAdd, binary(spv::OpFMul, args[0], args[1], result),
                    args[2], result);
    return open();
  default:
    break;
  }
  if (args.size() == 1)
    if (UnaryFn fn = isFloat ? unaryFloatExtFn(instruction)
                             : unaryIntExtFn(instruction)) {
      if (instruction == GLSLstd450SAbs && !args[0].isConcrete() &&
          isNonNegative(args[0]))
        return args[0];
      return evalUnary({DerivedBy::GlslInstruction, instruction}, fn, args[0],
                       result);
    }
  if (args.size() == 2)
    if (isFloat ? binaryFloatExtFn(instruction) : binaryIntExtFn(instruction))
      return two(instruction, args[0], args[1]);
  return open();
}

StrideOrigin LaneMath::strideOrigin(const LaneValue &v) const {
  StrideOrigin origin;
  for (const Term &t : v.terms)
    for (SymbolId s : t.monomial)
      origin.add(Symbols[s].origin);
  return origin;
}
