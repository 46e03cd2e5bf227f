// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BitTests.h"
#include "LoadedComponents.h"
#include <optional>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;

static constexpr unsigned kWordBits = 32;

BitTests::BitTests(const spirv::Module &module) : M(module) {
  for (const spirv::Function &function : M.functions())
    for (const spirv::Block &block : function.blocks)
      for (uint32_t i = block.begin; i < block.end; ++i)
        for (unsigned operand : valueOperands(M.instructions()[i]))
          Users[M.instructions()[i].operands[operand]].push_back(i);
}

/// A constant of at most 32 bits.
std::optional<uint64_t> BitTests::numberOf(Id value) const {
  const Instruction *def = M.def(value);
  if (!def || def->opcode != spv::OpConstant || def->operands.size() != 1)
    return std::nullopt;
  return def->operands[0];
}

BitTests::Bits BitTests::usedOf(Id value) const {
  Bits all;
  auto users = Users.find(spirv::raw(value));
  if (users == Users.end())
    return all;
  for (uint32_t user : users->second) {
    Bits some = usedBy(M.instructions()[user], value);
    all.known |= some.known;
    all.isOpen |= some.isOpen;
    all.isAll |= some.isAll;
  }
  return all;
}

BitTests::Bits BitTests::usedBy(const Instruction &user, Id value) const {
  Bits bits;
  switch (user.opcode) {
  case spv::OpBitcast:
    return usedOf(user.result);
  case spv::OpShiftRightLogical:
  case spv::OpShiftRightArithmetic:
    if (user.idOperand(0) == value)
      return usedOfShifted(user);
    break;
  case spv::OpBitwiseAnd: {
    bool isFirst = user.idOperand(0) == value;
    if (user.idOperand(isFirst ? 1 : 0) == value)
      break;
    auto mask = numberOf(user.idOperand(isFirst ? 1 : 0));
    bits.known = mask.value_or(0);
    bits.isOpen = !mask;
    return bits;
  }
  case spv::OpBitFieldUExtract:
  case spv::OpBitFieldSExtract:
    bits.isOpen = user.idOperand(0) == value;
    bits.isAll = !bits.isOpen;
    return bits;
  default:
    break;
  }
  bits.isAll = true;
  return bits;
}

/// Of the word that \p shift moves down.
BitTests::Bits BitTests::usedOfShifted(const Instruction &shift) const {
  Bits bits = usedOf(shift.result);
  auto distance = numberOf(shift.idOperand(1));
  // All that is left of a word is a part of it as well.
  bool isPart = !bits.isAll || (distance && *distance > 0);
  if (!isPart)
    return bits;
  if (!distance || *distance >= kWordBits)
    return {0, /*isOpen=*/true, false};
  uint64_t left = bits.isAll ? ~uint64_t(0) : bits.known;
  return {left << *distance & UINT32_MAX, bits.isOpen, false};
}

BitTests::Bits BitTests::changedBy(const Instruction &atomic) const {
  bool isFlags = atomic.opcode == spv::OpAtomicOr ||
                 atomic.opcode == spv::OpAtomicAnd ||
                 atomic.opcode == spv::OpAtomicXor;
  if (!isFlags)
    return {0, false, /*isAll=*/true};
  auto value = numberOf(atomic.idOperand(3)); // behind scope and semantics
  if (!value)
    return {0, /*isOpen=*/true, false};
  return {(atomic.opcode == spv::OpAtomicAnd ? ~*value : *value) & UINT32_MAX,
          false, false};
}

bool BitTests::mayBeOthers(uint32_t load, uint32_t atomic) const {
  const Instruction &inst = M.instructions()[load];
  const spirv::Type *type = M.typeOf(inst.result);
  if (inst.opcode != spv::OpLoad || !type ||
      type->kind != spirv::TypeKind::Int || type->bitWidth != kWordBits)
    return false;
  Bits used = usedOf(inst.result);
  Bits changed = changedBy(M.instructions()[atomic]);
  bool isNothing = !used.known && !used.isOpen;
  return !used.isAll && !changed.isAll && !isNothing &&
         !(used.known & changed.known);
}
