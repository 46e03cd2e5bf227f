// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which variable an instruction touches, and the key of its place.

#include "Opcodes.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "wglint/SPIRV/Module.h"

namespace wglint::spirv {

/// The first value behind \p id that is neither an access chain nor a copy of
/// another pointer or image.
static Id pointerBase(const Module &module, Id id) {
  // Definitions come before uses in any chain, so a longer walk than the module
  // has instructions is a cycle of a broken module.
  for (size_t steps = module.instructions().size(); steps > 0; --steps) {
    const Instruction *inst = module.def(id);
    if (!inst)
      return Id::None;
    switch (inst->opcode) {
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain:
    case spv::OpPtrAccessChain:
    case spv::OpInBoundsPtrAccessChain:
    case spv::OpImageTexelPointer:
    case spv::OpCopyObject:
    case spv::OpCopyLogical:
    case spv::OpBitcast:
    case spv::OpSampledImage:
    case spv::OpImage:
      id = inst->idOperand(0);
      break;
    default:
      return id;
    }
  }
  return Id::None;
}

Id rootVariable(const Module &module, Id pointer) {
  Id base = pointerBase(module, pointer);
  const Instruction *inst = module.def(base);
  return inst && inst->opcode == spv::OpVariable ? base : Id::None;
}

/// Instructions that touch texels; queries do not.
static bool isImageAccess(uint16_t opcode) {
  return (opcode >= spv::OpImageSampleImplicitLod &&
          opcode <= spv::OpImageWrite) ||
         (opcode >= spv::OpImageSparseSampleImplicitLod &&
          opcode <= spv::OpImageSparseDrefGather) ||
         opcode == spv::OpImageSparseRead;
}

static SiteKind siteKind(uint16_t opcode) {
  if (isAtomic(opcode))
    return SiteKind::Atomic;
  if (isImageAccess(opcode))
    return SiteKind::Image;
  switch (opcode) {
  case spv::OpLoad:
  case spv::OpCopyMemory:
  case spv::OpCopyMemorySized:
    return SiteKind::Load;
  case spv::OpStore:
    return SiteKind::Store;
  default:
    return SiteKind::Other;
  }
}

/// The pointer or image that \p inst touches; Id::None where it touches none.
static Id touchedPointer(const Instruction &inst, SiteKind kind) {
  if (kind == SiteKind::Other)
    return Id::None;
  // A copy's first operand is its target, the second its source.
  bool isCopy =
      inst.opcode == spv::OpCopyMemory || inst.opcode == spv::OpCopyMemorySized;
  return inst.idOperand(isCopy ? 1 : 0);
}

/// Name of the variable or parameter that \p inst touches.
static llvm::StringRef rootName(const Module &module, const Instruction &inst,
                                SiteKind kind) {
  Id base = pointerBase(module, touchedPointer(inst, kind));
  const Instruction *def = module.def(base);
  // An image operand is a value that was loaded from its variable.
  if (def && def->opcode == spv::OpLoad && kind == SiteKind::Image) {
    base = pointerBase(module, def->idOperand(0));
    def = module.def(base);
  }
  bool hasName = def && (def->opcode == spv::OpVariable ||
                         def->opcode == spv::OpFunctionParameter);
  return hasName ? module.name(base) : llvm::StringRef();
}

/// Counts the instructions of this kind and root under the same OpLine that
/// stand before number \p index.
static uint32_t ordinalUnderLine(const Module &module, uint32_t index,
                                 SiteKind kind, llvm::StringRef root) {
  uint32_t run = module.instructions()[index].debug.run;
  uint32_t ordinal = 0;
  for (uint32_t i = index; run != 0 && i-- > 0;) {
    const Instruction &earlier = module.instructions()[i];
    if (earlier.debug.run != run)
      break;
    if (siteKind(earlier.opcode) == kind &&
        rootName(module, earlier, kind) == root)
      ++ordinal;
  }
  return ordinal;
}

DebugKey debugKey(const Module &module, uint32_t index) {
  const Instruction &inst = module.instructions()[index];
  DebugKey key;
  key.file = module.string(inst.debug.file).str();
  key.line = inst.debug.line;
  key.column = inst.debug.column;
  key.kind = siteKind(inst.opcode);
  llvm::StringRef root = rootName(module, inst, key.kind);
  key.root = root.str();
  key.ordinal = ordinalUnderLine(module, index, key.kind, root);
  return key;
}

} // namespace wglint::spirv
