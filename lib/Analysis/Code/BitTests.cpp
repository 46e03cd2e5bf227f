// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code/BitTests.h"
#include "Code/Operands.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "wglint/SPIRV/Queries.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;

static constexpr unsigned kWordBits = 32;
static constexpr uint32_t kAllBits = UINT32_MAX, kSignBit = 1u << 31;

/// Instructions that are followed for one question, before nothing is known.
static constexpr unsigned kMaxFollowed = 200;

void BitTests::Bits::add(Bits more) {
  known |= more.known;
  isOwn |= more.isOwn;
  isOther |= more.isOther;
}

//===----------------------------------------------------------------------===//
// Where numbers come from
//===----------------------------------------------------------------------===//

/// Invocations of a workgroup may have different ones: it comes from their ids,
/// or from what they load or are handed out.
bool BitTests::isOwnNumber(Id value) {
  Visited.clear();
  return comesFromOwn(value);
}

bool BitTests::comesFromOwn(Id value) {
  const Instruction *def = M.def(value);
  bool isResult = def && def->resultType != Id::None &&
                  def->opcode != spv::OpFunction &&
                  (def->opcode < spv::OpConstantTrue ||
                   def->opcode > spv::OpSpecConstantOp);
  if (!isResult || ++Steps > kMaxFollowed)
    return false;
  if (def->opcode == spv::OpLoad)
    return isOwnLoad(def->idOperand(0));
  if (spirv::isAtomic(def->opcode))
    return def->opcode != spv::OpAtomicLoad;
  return llvm::any_of(valueOperands(*def), [&](unsigned operand) {
    return comesFromOwn(def->idOperand(operand));
  });
}

bool BitTests::isOwnLoad(Id pointer) {
  Id root = spirv::rootVariable(M, pointer);
  const Instruction *def = root == Id::None ? nullptr : M.def(root);
  const spirv::Type *type = def ? M.typeOf(root) : nullptr;
  if (!type)
    return false;
  if (type->storageClass == spv::StorageClassInput) {
    auto builtIn = M.decorations(root).builtIn;
    return builtIn && *builtIn != spv::BuiltInNumWorkgroups &&
           *builtIn != spv::BuiltInWorkgroupId &&
           *builtIn != spv::BuiltInWorkgroupSize;
  }
  if (type->storageClass == spv::StorageClassStorageBuffer ||
      type->storageClass == spv::StorageClassWorkgroup)
    return true;
  auto users = Users.find(spirv::raw(root));
  return isPrivate(type) && users != Users.end() &&
         Visited.insert(spirv::raw(root)).second &&
         llvm::any_of(users->second, [&](uint32_t user) {
           const Instruction &inst = M.instructions()[user];
           return inst.opcode == spv::OpStore && inst.idOperand(0) == root &&
                  comesFromOwn(inst.idOperand(1));
         });
}

/// The bits that are set in \p mask.
BitTests::Bits BitTests::bitsOf(Id mask) {
  Bits bits;
  const Instruction *def = M.def(mask);
  if (!def || ++Steps > kMaxFollowed)
    return {0, false, true};
  if (auto number = constantWord(M, mask))
    return {*number, false, false};
  switch (def->opcode) {
  case spv::OpBitcast:
    return bitsOf(def->idOperand(0));
  case spv::OpShiftLeftLogical: {
    auto number = constantWord(M, def->idOperand(0));
    auto distance = constantWord(M, def->idOperand(1));
    if (number && distance && *distance < kWordBits)
      return {*number << *distance, false, false};
    bits.isOwn = number && isOwnNumber(def->idOperand(1));
    bits.isOther = !bits.isOwn;
    return bits;
  }
  case spv::OpSelect:
    bits = bitsOf(def->idOperand(1));
    bits.add(bitsOf(def->idOperand(2)));
    return bits;
  case spv::OpBitwiseOr:
    bits = bitsOf(def->idOperand(0));
    bits.add(bitsOf(def->idOperand(1)));
    return bits;
  case spv::OpLoad:
    return bitsOfLoaded(def->idOperand(0));
  default:
    return {0, false, true};
  }
}

/// Of all that a local variable gets.
BitTests::Bits BitTests::bitsOfLoaded(Id pointer) {
  Bits bits;
  auto users = Users.find(spirv::raw(pointer));
  const Instruction *def = M.def(pointer);
  if (!def || def->opcode != spv::OpVariable || users == Users.end() ||
      !isPrivate(M.typeOf(pointer)))
    return {0, false, true};
  for (uint32_t user : users->second) {
    const Instruction &inst = M.instructions()[user];
    if (inst.opcode == spv::OpStore && inst.idOperand(0) == pointer)
      bits.add(bitsOf(inst.idOperand(1)));
    else if (inst.opcode != spv::OpLoad)
      bits.isOther = true;
  }
  return bits;
}

//===----------------------------------------------------------------------===//
// Loads and atomics
//===----------------------------------------------------------------------===//

BitTests::Bits BitTests::usedOf(Id value) {
  Bits all;
  if (auto users = Users.find(spirv::raw(value)); users != Users.end())
    for (uint32_t user : users->second)
      all.add(usedBy(M.instructions()[user], value));
  return all;
}

BitTests::Bits BitTests::usedBy(const Instruction &user, Id value) {
  switch (user.opcode) {
  case spv::OpBitcast:
    return usedOf(user.result);
  case spv::OpShiftRightLogical:
  case spv::OpShiftRightArithmetic:
    if (user.idOperand(1) != value)
      return usedOfShifted(user);
    break;
  case spv::OpBitwiseAnd: {
    bool isFirst = user.idOperand(0) == value;
    Id mask = user.idOperand(isFirst ? 1 : 0);
    if (mask != value)
      return bitsOf(mask);
    break;
  }
  case spv::OpBitFieldUExtract:
  case spv::OpBitFieldSExtract:
    if (user.idOperand(1) != value && user.idOperand(2) != value)
      return usedOfField(user);
    break;
  default:
    break;
  }
  return {0, false, true};
}

/// Of the word that \p shift moves down.
BitTests::Bits BitTests::usedOfShifted(const Instruction &shift) {
  Bits left = usedOf(shift.result);
  auto distance = constantWord(M, shift.idOperand(1));
  if (!distance || *distance >= kWordBits) {
    bool isOwn = !left.isOther && isOwnNumber(shift.idOperand(1));
    return {0, isOwn, !isOwn};
  }
  if (left.isOther && *distance == 0)
    return left;
  uint64_t bits = uint64_t(left.isOther ? kAllBits : left.known) << *distance;
  // The sign comes in from above.
  bool hasSign = bits > kAllBits && shift.opcode == spv::OpShiftRightArithmetic;
  return {uint32_t(bits) | (hasSign ? kSignBit : 0), left.isOwn, false};
}

BitTests::Bits BitTests::usedOfField(const Instruction &field) {
  auto offset = constantWord(M, field.idOperand(1));
  auto count = constantWord(M, field.idOperand(2));
  if (!offset || !count || uint64_t(*offset) + *count > kWordBits) {
    bool isOwn = isOwnNumber(field.idOperand(1));
    return {0, isOwn, !isOwn};
  }
  uint64_t bits = ((uint64_t(1) << *count) - 1) << *offset;
  return {uint32_t(bits), false, false};
}

BitTests::Bits BitTests::changedBy(const Instruction &atomic) {
  Id value = atomic.idOperand(3); // behind scope and semantics
  switch (atomic.opcode) {
  case spv::OpAtomicOr:
  case spv::OpAtomicXor:
    return bitsOf(value);
  case spv::OpAtomicAnd: {
    if (auto number = constantWord(M, value))
      return {~*number, false, false};
    const Instruction *kept = M.def(value);
    if (kept && kept->opcode == spv::OpNot)
      return bitsOf(kept->idOperand(0));
    return {0, false, true};
  }
  default:
    return {0, false, true};
  }
}

bool BitTests::mayBeOthers(uint32_t load, uint32_t atomic) {
  const Instruction &inst = M.instructions()[load];
  const spirv::Type *type = M.typeOf(inst.result);
  if (inst.opcode != spv::OpLoad || !type ||
      type->kind != spirv::TypeKind::Int || type->bitWidth != kWordBits)
    return false;
  Steps = 0;
  Bits used = usedOf(inst.result);
  Bits changed = changedBy(M.instructions()[atomic]);
  if (used.isOther || changed.isOther)
    return false;
  bool areOwn = used.isOwn && changed.isOwn && !used.known && !changed.known;
  bool areKnown = !used.isOwn && !changed.isOwn && used.known && changed.known;
  return areOwn || (areKnown && !(used.known & changed.known));
}
