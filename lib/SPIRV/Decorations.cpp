// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Names, decorations and entry points of a module.

#include "ModuleBuilder.h"
#include "Opcodes.h"
#include "llvm/ADT/STLExtras.h"

namespace wglint::spirv {

void ModuleBuilder::collectDeclarations() {
  for (const Instruction &inst : M->Insts)
    addDeclaration(inst);
}

void ModuleBuilder::addDeclaration(const Instruction &inst) {
  switch (inst.opcode) {
  case spv::OpCapability:
    if (!inst.operands.empty())
      M->Capabilities.push_back(inst.operands[0]);
    break;
  case spv::OpString:
    M->Strings[raw(inst.result)] = decodeString(inst.operands, 0);
    break;
  case spv::OpName:
    M->Names[raw(inst.idOperand(0))] = decodeString(inst.operands, 1);
    break;
  case spv::OpMemberName:
    addMemberName(inst);
    break;
  default:
    break;
  }
}

/// The slot for a member's layout; a dummy where the structure has no such
/// member, so that noise cannot allocate at will.
MemberLayout &ModuleBuilder::memberSlot(uint32_t structId, uint32_t member) {
  static thread_local MemberLayout dummy;
  const Instruction *def = M->def(static_cast<Id>(structId));
  if (!def || def->opcode != spv::OpTypeStruct ||
      member >= def->operands.size())
    return dummy = MemberLayout();
  std::vector<MemberLayout> &members = M->Members[structId];
  if (members.size() < def->operands.size())
    members.resize(def->operands.size());
  return members[member];
}

void ModuleBuilder::addMemberName(const Instruction &inst) {
  if (inst.operands.size() >= 2)
    memberSlot(inst.operands[0], inst.operands[1]).name =
        decodeString(inst.operands, 2);
}

void ModuleBuilder::collectDecorations() {
  for (const Instruction &inst : M->Insts) {
    if (inst.opcode == spv::OpDecorate && inst.operands.size() >= 2)
      decorate(inst.idOperand(0), inst.operands[1],
               inst.operands.drop_front(2));
    if (inst.opcode == spv::OpMemberDecorate && inst.operands.size() >= 3)
      decorateMember(inst.idOperand(0), inst.operands[1], inst.operands[2],
                     inst.operands.drop_front(3));
  }
  for (const Instruction &inst : M->Insts)
    if (inst.opcode == spv::OpGroupDecorate ||
        inst.opcode == spv::OpGroupMemberDecorate)
      applyGroups(inst);
}

/// Repeats the decorations of a group for each of its targets.
void ModuleBuilder::applyGroups(const Instruction &inst) {
  bool isMember = inst.opcode == spv::OpGroupMemberDecorate;
  unsigned step = isMember ? 2 : 1;
  for (const Instruction &decoration : M->Insts) {
    if (decoration.opcode != spv::OpDecorate ||
        decoration.operands.size() < 2 ||
        decoration.idOperand(0) != inst.idOperand(0))
      continue;
    llvm::ArrayRef<uint32_t> literals = decoration.operands.drop_front(2);
    for (unsigned i = 1; i + step <= inst.operands.size(); i += step)
      if (isMember)
        decorateMember(inst.idOperand(i), inst.operands[i + 1],
                       decoration.operands[1], literals);
      else
        decorate(inst.idOperand(i), decoration.operands[1], literals);
  }
}

void ModuleBuilder::decorate(Id target, uint32_t decoration,
                             llvm::ArrayRef<uint32_t> literals) {
  uint32_t literal = literals.empty() ? 0 : literals[0];
  Decorations &deco = M->Decos[raw(target)];
  switch (decoration) {
  case spv::DecorationBuiltIn:
    deco.builtIn = literal;
    break;
  case spv::DecorationBinding:
    deco.binding = literal;
    break;
  case spv::DecorationDescriptorSet:
    deco.descriptorSet = literal;
    break;
  case spv::DecorationLocation:
    deco.location = literal;
    break;
  case spv::DecorationSpecId:
    deco.specId = literal;
    break;
  case spv::DecorationAlignment:
    deco.alignment = literal;
    break;
  case spv::DecorationNonWritable:
    deco.isNonWritable = true;
    break;
  case spv::DecorationNonReadable:
    deco.isNonReadable = true;
    break;
  case spv::DecorationRestrict:
  case spv::DecorationRestrictPointer:
    deco.isRestrict = true;
    break;
  case spv::DecorationAliased:
  case spv::DecorationAliasedPointer:
    deco.isAliased = true;
    break;
  case spv::DecorationCoherent:
    deco.isCoherent = true;
    break;
  case spv::DecorationVolatile:
    deco.isVolatile = true;
    break;
  case spv::DecorationNoContraction:
    deco.isNoContraction = true;
    break;
  case spv::DecorationArrayStride:
    ArrayStrides[raw(target)] = literal;
    break;
  case spv::DecorationBlock:
    Blocks.insert(raw(target));
    break;
  case spv::DecorationBufferBlock:
    BufferBlocks.insert(raw(target));
    break;
  default:
    break;
  }
}

void ModuleBuilder::decorateMember(Id target, uint32_t member,
                                   uint32_t decoration,
                                   llvm::ArrayRef<uint32_t> literals) {
  uint32_t literal = literals.empty() ? 0 : literals[0];
  MemberLayout &layout = memberSlot(raw(target), member);
  switch (decoration) {
  case spv::DecorationOffset:
    layout.offsetBytes = literal;
    break;
  case spv::DecorationMatrixStride:
    layout.matrixStrideBytes = literal;
    break;
  case spv::DecorationRowMajor:
    layout.isRowMajor = true;
    break;
  case spv::DecorationNonWritable:
    layout.isNonWritable = true;
    break;
  case spv::DecorationNonReadable:
    layout.isNonReadable = true;
    break;
  case spv::DecorationCoherent:
    layout.isCoherent = true;
    break;
  case spv::DecorationVolatile:
    layout.isVolatile = true;
    break;
  case spv::DecorationRestrict:
    // glslang says of each member what GLSL says of the block.
    M->Decos[raw(target)].isRestrict = true;
    break;
  default:
    break;
  }
}

void ModuleBuilder::attachDecorationsToTypes() {
  for (auto &[id, type] : M->Types) {
    auto stride = ArrayStrides.find(id);
    if (stride != ArrayStrides.end())
      type.arrayStrideBytes = stride->second;
    type.isBlock = Blocks.count(id);
    type.isBufferBlock = BufferBlocks.count(id);
  }
}

llvm::Error ModuleBuilder::collectEntryPoints() {
  for (const Instruction &inst : M->Insts) {
    if (inst.opcode != spv::OpEntryPoint)
      continue;
    if (inst.operands.size() < 3)
      return malformed("an entry point's declaration is too short");
    EntryPoint entry;
    entry.executionModel = inst.operands[0];
    entry.function = inst.idOperand(1);
    entry.name = decodeString(inst.operands, 2);
    const Function *function = M->function(entry.function);
    if (!function || function->blocks.empty())
      return malformed("the entry point '" + entry.name +
                       "' has no function body");
    M->Entries.push_back(std::move(entry));
  }
  for (const Instruction &inst : M->Insts)
    if (inst.opcode == spv::OpExecutionMode ||
        inst.opcode == spv::OpExecutionModeId)
      applyExecutionMode(inst);
  applyWorkgroupSizeBuiltIn();
  return llvm::Error::success();
}

void ModuleBuilder::applyExecutionMode(const Instruction &inst) {
  if (inst.operands.size() < 5)
    return;
  for (EntryPoint &entry : M->Entries) {
    if (entry.function != inst.idOperand(0))
      continue;
    for (unsigned i = 0; i < 3; ++i) {
      if (inst.operands[1] == spv::ExecutionModeLocalSize)
        entry.literalSize[i] = inst.operands[2 + i];
      if (inst.operands[1] == spv::ExecutionModeLocalSizeId)
        entry.sizeIds[i] = inst.idOperand(2 + i);
    }
  }
}

void ModuleBuilder::applyWorkgroupSizeBuiltIn() {
  for (const auto &[id, deco] : M->Decos) {
    const Instruction *def = M->def(static_cast<Id>(id));
    if (deco.builtIn != spv::BuiltInWorkgroupSize || !def ||
        def->operands.size() != 3)
      continue;
    if (def->opcode != spv::OpConstantComposite &&
        def->opcode != spv::OpSpecConstantComposite)
      continue;
    for (EntryPoint &entry : M->Entries)
      for (unsigned i = 0; i < 3; ++i)
        entry.sizeIds[i] = def->idOperand(i);
  }
}

} // namespace wglint::spirv
