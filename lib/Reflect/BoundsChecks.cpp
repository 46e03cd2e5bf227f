// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BoundsChecks.h"
#include "ImageChecks.h"
#include "ReportBlock.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "wglint/SPIRV/Queries.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::isAccessChain;
using spirv::isAtomic;
using spirv::raw;
using spirv::Type;
using spirv::TypeKind;

namespace {

class BoundsInstrument {
public:
  BoundsInstrument(const spirv::Module &module, const Usage &usage)
      : M(module), Used(usage), Editor(module),
        Report(Editor, /*wordsPerSite=*/2), CheckFunction(Editor.newId()),
        Images(module, Editor, CheckFunction) {}

  CheckedModule run() {
    findAccesses();
    for (uint32_t id : Used.functions)
      for (const spirv::Block &block : M.function(static_cast<Id>(id))->blocks)
        for (uint32_t i = block.begin; i < block.end; ++i)
          instrumentAny(i);
    Result.reportVariable = Report.declare();
    defineCheckFunction();
    Result.words = Editor.finish();
    return std::move(Result);
  }

private:
  /// What is done with an address: the first access and whether one writes.
  struct AddressUse {
    uint32_t instruction = 0;
    bool isStore = false;
  };

  void findAccesses() {
    for (uint32_t i = 0; i < M.instructions().size(); ++i) {
      const Instruction &inst = M.instructions()[i];
      switch (inst.opcode) {
      case spv::OpLoad:
        noteAccess(inst.idOperand(0), i, false);
        break;
      case spv::OpStore:
        noteAccess(inst.idOperand(0), i, true);
        break;
      case spv::OpCopyMemory:
        noteAccess(inst.idOperand(0), i, true);
        noteAccess(inst.idOperand(1), i, false);
        break;
      case spv::OpFunctionCall:
        for (unsigned k = 1; k < inst.operands.size(); ++k)
          noteAccess(inst.idOperand(k), i, true);
        break;
      default:
        if (isAtomic(inst.opcode))
          noteAccess(inst.idOperand(spirv::kAtomicPointer), i,
                     inst.opcode != spv::OpAtomicLoad);
      }
    }
  }

  void noteAccess(Id pointer, uint32_t index, bool isStore) {
    for (const Instruction *inst = M.def(pointer);
         inst && (isAccessChain(inst->opcode) ||
                  inst->opcode == spv::OpImageTexelPointer);
         inst = M.def(inst->idOperand(0))) {
      auto [it, isNew] =
          Accesses.emplace(raw(inst->result), AddressUse{index, isStore});
      it->second.isStore |= isStore;
    }
  }

  /// Memory that a driver gives bounds to; arrays of textures are not.
  static bool isMemory(uint32_t storageClass) {
    switch (storageClass) {
    case spv::StorageClassStorageBuffer:
    case spv::StorageClassUniform:
    case spv::StorageClassPushConstant:
    case spv::StorageClassWorkgroup:
    case spv::StorageClassPrivate:
    case spv::StorageClassFunction:
      return true;
    default:
      return false;
    }
  }

  void instrumentAny(uint32_t index) {
    if (isAccessChain(M.instructions()[index].opcode))
      instrument(index);
    else if (Images.canCheck(index))
      Images.add(index, addSite(index));
  }

  void instrument(uint32_t index) {
    const Instruction &chain = M.instructions()[index];
    const Type *pointer = M.typeOf(chain.idOperand(0));
    if (!pointer || !isMemory(pointer->storageClass))
      return;
    SpirvWords operands = {raw(chain.resultType), raw(chain.result),
                           chain.operands[0]};
    const Type *type = &M.type(pointer->element);
    uint32_t site = kNoSite;
    for (unsigned k = 1; k < chain.operands.size(); ++k) {
      uint32_t number = chain.operands[k];
      if (!isInside(*type, static_cast<Id>(number)))
        if (uint32_t length = lengthOf(*type, index, operands, *pointer))
          number = addCheck(index, number, length, site);
      operands.push_back(number);
      type = stepInto(*type, static_cast<Id>(chain.operands[k]));
      if (!type)
        return;
    }
    if (site != kNoSite)
      Editor.replace(index, spv::OpAccessChain, operands);
  }

  /// A member of a structure, or a literal index below a literal length.
  bool isInside(const Type &type, Id number) const {
    if (type.kind == TypeKind::Struct)
      return true;
    std::optional<uint32_t> index = constantWord(M, number);
    std::optional<uint32_t> length = type.kind == TypeKind::Array
                                         ? constantWord(M, type.lengthId)
                                     : type.kind == TypeKind::RuntimeArray
                                         ? std::nullopt
                                         : std::optional<uint32_t>(type.count);
    return index && length && *index < *length;
  }

  const Type *stepInto(const Type &type, Id number) const {
    if (type.kind != TypeKind::Struct)
      return M.typeOrNull(type.element);
    std::optional<uint32_t> member = constantWord(M, number);
    return member && *member < type.members.size()
               ? M.typeOrNull(type.members[*member])
               : nullptr;
  }

  /// The id of the number of elements of \p type, which lies where \p chain
  /// (result type, result, base, indices so far) leads; kNoId where it cannot
  /// be had.
  uint32_t lengthOf(const Type &type, uint32_t index, const SpirvWords &chain,
                    const Type &basePointer) {
    switch (type.kind) {
    case TypeKind::Vector:
    case TypeKind::Matrix:
      return Editor.uintConstant(type.count);
    case TypeKind::Array: {
      const Type *lengthType = M.typeOf(type.lengthId);
      if (!lengthType || lengthType->bitWidth != 32)
        return kNoId;
      return Editor.asUint(type.lengthId, index);
    }
    case TypeKind::RuntimeArray:
      return runtimeLength(index, chain, basePointer);
    default:
      return kNoId;
    }
  }

  uint32_t runtimeLength(uint32_t index, const SpirvWords &chain,
                         const Type &basePointer) {
    constexpr size_t kFirstIndex = 3;
    if (chain.size() == kFirstIndex)
      return kNoId; // the base points to the array itself
    std::optional<uint32_t> member =
        constantWord(M, static_cast<Id>(chain.back()));
    uint32_t structure = chain[2];
    if (chain.size() > kFirstIndex + 1) {
      const Type *type = M.typeOrNull(basePointer.element);
      for (size_t k = kFirstIndex; type && k + 1 < chain.size(); ++k)
        type = stepInto(*type, static_cast<Id>(chain[k]));
      if (!type)
        return kNoId;
      structure = Editor.newId();
      SpirvWords prefix = {
          Editor.type(spv::OpTypePointer,
                      {basePointer.storageClass, raw(type->id)}),
          structure};
      prefix.insert(prefix.end(), chain.begin() + 2, chain.end() - 1);
      Editor.insertBefore(index, spv::OpAccessChain, prefix);
    }
    uint32_t length = Editor.newId();
    if (!member)
      return kNoId;
    Editor.insertBefore(index, spv::OpArrayLength,
                        {Editor.uintType(), length, structure, *member});
    return length;
  }

  /// Calls the check and returns the id of the index to use.
  uint32_t addCheck(uint32_t index, uint32_t number, uint32_t length,
                    uint32_t &site) {
    uint32_t asked = Editor.asUint(static_cast<Id>(number), index);
    if (asked == kNoId)
      return number;
    if (site == kNoSite)
      site = addSite(index);
    uint32_t inside = Editor.newId();
    Editor.insertBefore(index, spv::OpFunctionCall,
                        {Editor.uintType(), inside, CheckFunction, asked,
                         length, Editor.uintConstant(site)});
    return inside;
  }

  /// A site for an access chain or an access to a texel.
  uint32_t addSite(uint32_t index) {
    const Instruction &access = M.instructions()[index];
    BoundsSite site;
    site.instruction = index;
    site.isImage = !isAccessChain(access.opcode);
    site.isTexture = access.opcode == spv::OpImageFetch;
    site.isStore = access.opcode == spv::OpImageWrite;
    bool isPointer = !site.isImage || access.opcode == spv::OpImageTexelPointer;
    if (auto it = Accesses.find(raw(access.result));
        isPointer && it != Accesses.end()) {
      site.instruction = it->second.instruction;
      site.isStore = it->second.isStore;
    }
    Id root = rootOf(M, isPointer ? access.result : access.idOperand(0));
    if (const Instruction *inst = M.def(root);
        inst && inst->opcode == spv::OpVariable)
      site.variableId = raw(root);
    Result.sites.push_back(site);
    return Result.sites.size() - 1;
  }

  /// uint check(uint index, uint length, uint site)
  void defineCheckFunction() {
    uint32_t number = Editor.uintType();
    uint32_t boolean = Editor.type(spv::OpTypeBool, {});
    uint32_t type =
        Editor.type(spv::OpTypeFunction, {number, number, number, number});
    uint32_t bad = Editor.newId(), end = Editor.newId();
    Editor.name(CheckFunction, "wglint_checkedIndex");
    Editor.appendCode(spv::OpFunction, {number, CheckFunction,
                                        spv::FunctionControlMaskNone, type});
    uint32_t index = Editor.appendValue(spv::OpFunctionParameter, number, {});
    uint32_t length = Editor.appendValue(spv::OpFunctionParameter, number, {});
    uint32_t site = Editor.appendValue(spv::OpFunctionParameter, number, {});
    Editor.appendCode(spv::OpLabel, {Editor.newId()});
    uint32_t isOutside =
        Editor.appendValue(spv::OpUGreaterThanEqual, boolean, {index, length});
    Editor.appendCode(spv::OpSelectionMerge,
                      {end, spv::SelectionControlMaskNone});
    Editor.appendCode(spv::OpBranchConditional, {isOutside, bad, end});
    Editor.appendCode(spv::OpLabel, {bad});
    Report.appendAtomic(spv::OpAtomicIAdd, site, 0, Editor.uintConstant(1));
    Report.appendAtomic(spv::OpAtomicUMax, site, 1, index);
    Editor.appendCode(spv::OpBranch, {end});
    Editor.appendCode(spv::OpLabel, {end});
    uint32_t inside = Editor.appendValue(
        spv::OpSelect, number, {isOutside, Editor.uintConstant(0), index});
    Editor.appendCode(spv::OpReturnValue, {inside});
    Editor.appendCode(spv::OpFunctionEnd, {});
  }

  static constexpr uint32_t kNoSite = ~0u;

  const spirv::Module &M;
  const Usage &Used;
  ModuleEditor Editor;
  ReportBlock Report;
  uint32_t CheckFunction;
  ImageChecks Images;
  CheckedModule Result;
  std::map<uint32_t, AddressUse> Accesses; ///< by the id of an access chain
};

} // namespace

CheckedModule wglint::checkBounds(const spirv::Module &module,
                                  const Usage &usage) {
  return BoundsInstrument(module, usage).run();
}
