// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lanes/LaneNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include <array>
#include <charconv>
#include <cmath>
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

/// What messages call \p symbol.
static std::string nameOf(const Symbol &symbol) {
  if (!symbol.name.empty())
    return symbol.name;
  return symbol.kind == Symbol::Kind::Loaded && !symbol.reason->text.empty()
             ? "(a value " + symbol.reason->text + ")"
             : "(an unknown value)";
}

static const char *operatorSign(unsigned opcode) {
  switch (opcode) {
  case spv::OpFAdd:
    return " + ";
  case spv::OpFSub:
    return " - ";
  case spv::OpFMul:
    return " * ";
  case spv::OpUDiv:
  case spv::OpSDiv:
  case spv::OpFDiv:
    return " / ";
  case spv::OpUMod:
  case spv::OpSMod:
  case spv::OpSRem:
    return " % ";
  case spv::OpBitwiseAnd:
    return " & ";
  case spv::OpBitwiseOr:
    return " | ";
  case spv::OpBitwiseXor:
    return " ^ ";
  case spv::OpShiftLeftLogical:
    return " << ";
  case spv::OpShiftRightLogical:
  case spv::OpShiftRightArithmetic:
    return " >> ";
  default:
    return nullptr;
  }
}

/// GLSL's name of the functions that sizes and indices are made with.
static const char *functionName(unsigned instruction) {
  switch (instruction) {
  case GLSLstd450Ceil:
    return "ceil";
  case GLSLstd450Exp2:
    return "exp2";
  case GLSLstd450FAbs:
  case GLSLstd450SAbs:
    return "abs";
  case GLSLstd450FClamp:
  case GLSLstd450SClamp:
  case GLSLstd450UClamp:
    return "clamp";
  case GLSLstd450Floor:
    return "floor";
  case GLSLstd450Fract:
    return "fract";
  case GLSLstd450FMax:
  case GLSLstd450SMax:
  case GLSLstd450UMax:
    return "max";
  case GLSLstd450FMin:
  case GLSLstd450SMin:
  case GLSLstd450UMin:
    return "min";
  case GLSLstd450Log2:
    return "log2";
  case GLSLstd450Pow:
    return "pow";
  case GLSLstd450Round:
    return "round";
  case GLSLstd450RoundEven:
    return "roundEven";
  case GLSLstd450Sqrt:
    return "sqrt";
  case GLSLstd450Trunc:
    return "trunc";
  default:
    return nullptr;
  }
}

/// GLSL's name of a scalar type: "uint", "int64_t".
static std::string typeName(NumType type) {
  unsigned bits = type.widthBits;
  switch (type.kind) {
  case NumType::Bool:
    return "bool";
  case NumType::Float:
    return bits == 64 ? "double" : bits == 32 ? "float" : "float16_t";
  case NumType::Int:
    std::string name = type.isSigned ? "int" : "uint";
    return bits == 32 ? name : name + std::to_string(bits) + "_t";
  }
  llvm_unreachable("no other kind of number");
}

/// GLSL's name of what makes a number of \p to of one of \p from.
static std::string conversionName(unsigned opcode, NumType from, NumType to) {
  if (opcode != spv::OpBitcast || from.kind == to.kind)
    return typeName(to);
  bool isFromFloat = from.kind == NumType::Float;
  const char *number = (isFromFloat ? to : from).isSigned ? "Int" : "Uint";
  std::string name = number;
  return isFromFloat ? "floatBitsTo" + name
                     : std::string(1, llvm::toLower(name[0])) + name.substr(1) +
                           "BitsToFloat";
}

/// The shortest text that reads back as \p number, and as no integer. Numbers
/// with up to six digits before the point are written without an exponent.
static std::string floatText(double number) {
  std::array<char, 32> digits; // 24 for the longest, of 17 digits
  char *end = digits.data() + digits.size();
  end = (std::abs(number) < 1e6 ? std::to_chars(digits.data(), end, number,
                                                std::chars_format::general)
                                : std::to_chars(digits.data(), end, number))
            .ptr;
  std::string text(digits.data(), end);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

/// \p v as an operand.
static std::string operandText(const LaneMath &math, const LaneValue &v) {
  return v.type.kind == NumType::Float && v.isConstant()
             ? floatText(llvm::bit_cast<double>(v.constant[0]))
             : math.format(v);
}

/// The unknown that an operation on \p operands has just made and that is its
/// whole \p result; kNoSymbol where there is none, or where it is older than
/// \p mark and has its name.
static SymbolId newUniform(LaneMath &math, llvm::ArrayRef<LaneValue> operands,
                           const LaneValue &result, SymbolId mark) {
  const SymbolTable &symbols = math.symbols();
  SymbolId s = LaneMath::conditionSymbol(result);
  bool isNew = s != kNoSymbol && s >= mark &&
               symbols[s].kind == Symbol::Kind::Derived &&
               llvm::all_of(operands, [&](const LaneValue &v) {
                 return isUniformValue(v, symbols);
               });
  return isNew ? s : kNoSymbol;
}

/// Calls \p symbol \p name where that is short enough.
static void call(LaneMath &math, SymbolId symbol, std::string name) {
  if (name.size() <= kMaxNameLength)
    math.symbols().edit(symbol).name = std::move(name);
}

void wglint::nameResult(LaneMath &math, unsigned opcode, const LaneValue &a,
                        const LaneValue &b, const LaneValue &result,
                        SymbolId mark) {
  const char *sign = operatorSign(opcode);
  SymbolId s = sign ? newUniform(math, {a, b}, result, mark) : kNoSymbol;
  if (s == kNoSymbol)
    return;
  auto side = [&](const LaneValue &v) {
    std::string text = operandText(math, v);
    bool isOne =
        v.isConstant() ||
        (v.constant.isZero() && v.terms.size() == 1 &&
         v.terms[0].monomial.size() == 1 && v.terms[0].coefficient == Lanes(1));
    return isOne ? text : "(" + text + ")";
  };
  call(math, s, "(" + side(a) + sign + side(b) + ")");
}

/// What stands between the parentheses of a call: \p text without its own.
static std::string argument(const std::string &text) {
  int depth = 0;
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0)
      return text; // they do not enclose all of it
  }
  return text.size() < 2 ? text : text.substr(1, text.size() - 2);
}

void wglint::nameConversion(LaneMath &math, unsigned opcode,
                            const LaneValue &operand, const LaneValue &result,
                            SymbolId mark) {
  if (SymbolId s = newUniform(math, operand, result, mark); s != kNoSymbol)
    call(math, s,
         conversionName(opcode, operand.type, result.type) + "(" +
             argument(operandText(math, operand)) + ")");
}

void wglint::nameCall(LaneMath &math, unsigned instruction,
                      llvm::ArrayRef<LaneValue> args, const LaneValue &result,
                      SymbolId mark) {
  const char *function = functionName(instruction);
  SymbolId s = function ? newUniform(math, args, result, mark) : kNoSymbol;
  if (s == kNoSymbol)
    return;
  std::string list;
  for (const LaneValue &arg : args)
    list += (list.empty() ? "" : ", ") + argument(operandText(math, arg));
  call(math, s, std::string(function) + "(" + list + ")");
}

std::string LaneMath::format(const LaneValue &v, unsigned lane) const {
  std::string out;
  auto add = [&](int64_t factor, const std::string &text) {
    if (factor == 0)
      return;
    if (!out.empty())
      out += factor < 0 ? " - " : " + ";
    else if (factor < 0)
      out += "-";
    uint64_t f = factor < 0 ? -uint64_t(factor) : factor;
    if (text.empty())
      out += std::to_string(f);
    else
      out += f == 1 ? text : std::to_string(f) + " * " + text;
  };
  for (const Term &t : v.terms) {
    std::string product;
    for (SymbolId s : t.monomial) {
      if (!product.empty())
        product += " * ";
      product += nameOf(Symbols[s]);
    }
    add(t.coefficient[lane], product);
  }
  add(v.constant[lane], "");
  return out.empty() ? "0" : out;
}

/// Terms that a reader of a message still adds up, and those that are named of
/// more: enough to recognize which address it is.
static constexpr unsigned kMaxNamedTerms = 4, kNamedTerms = 2;

std::string wglint::briefText(const LaneMath &math, const LaneValue &v,
                              unsigned lane) {
  LaneValue named = v;
  llvm::erase_if(named.terms,
                 [&](const Term &t) { return t.coefficient[lane] == 0; });
  unsigned count = named.terms.size() + (v.constant[lane] != 0);
  if (count <= kMaxNamedTerms)
    return math.format(v, lane);
  named.terms.truncate(kNamedTerms);
  named.constant = 0;
  return math.format(named, lane) + " + (" +
         std::to_string(count - kNamedTerms) + " more terms)";
}
