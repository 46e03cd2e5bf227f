// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Preparation.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "wglint/SPIRV/Queries.h"
#include "wglint/Support/Error.h"
#include "llvm/ADT/SmallVector.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::raw;
using spirv::Type;
using spirv::TypeKind;

llvm::StringRef wglint::imageFormatName(uint32_t format) {
  // In the order of spv::ImageFormat (SPIR-V 1.6, 3.11), whose names these are.
  static constexpr llvm::StringLiteral kNames[] = {
      "",          "rgba32f",      "rgba16f",
      "r32f",      "rgba8",        "rgba8_snorm",
      "rg32f",     "rg16f",        "r11f_g11f_b10f",
      "r16f",      "rgba16",       "rgb10_a2",
      "rg16",      "rg8",          "r16",
      "r8",        "rgba16_snorm", "rg16_snorm",
      "rg8_snorm", "r16_snorm",    "r8_snorm",
      "rgba32i",   "rgba16i",      "rgba8i",
      "r32i",      "rg32i",        "rg16i",
      "rg8i",      "r16i",         "r8i",
      "rgba32ui",  "rgba16ui",     "rgba8ui",
      "r32ui",     "rgb10_a2ui",   "rg32ui",
      "rg16ui",    "rg8ui",        "r16ui",
      "r8ui",      "r64ui",        "r64i"};
  if (format >= std::size(kNames))
    return {};
  return kNames[format];
}

namespace {

class Preparer {
public:
  Preparer(const spirv::Module &module, const spirv::EntryPoint &entry,
           const Usage &usage)
      : M(module), Entry(entry), Used(usage), Editor(module) {}

  llvm::Expected<PreparedModule> run() {
    dropOtherEntryPoints();
    dropUnreachedFunctions();
    dropUnusedVariables();
    allowReading();
    chooseImageFormats();
    matchShiftWidths();
    replacePushConstants();
    replaceCounters();
    if (HasCounterParameters)
      return makeError(
          "the shader hands an atomic counter to a function, which is not "
          "supported");
    Result.words = Editor.finish();
    return std::move(Result);
  }

private:
  const Instruction &inst(uint32_t index) const {
    return M.instructions()[index];
  }
  uint32_t count() const { return M.instructions().size(); }

  void dropOtherEntryPoints() {
    for (uint32_t i = 0; i < count(); ++i) {
      if (inst(i).opcode == spv::OpEntryPoint) {
        if (inst(i).idOperand(1) == Entry.function)
          rewriteEntryPoint(i);
        else
          Editor.erase(i);
      }
      if ((inst(i).opcode == spv::OpExecutionMode ||
           inst(i).opcode == spv::OpExecutionModeId) &&
          inst(i).idOperand(0) != Entry.function)
        Editor.erase(i);
    }
  }

  /// Behind the name stands the interface. Since SPIR-V 1.4 it lists every
  /// global variable in use, instruments included; before, that does no harm.
  void rewriteEntryPoint(uint32_t index) {
    size_t nameEnd = 2 + Entry.name.size() / 4 + 1;
    SpirvWords operands = inst(index).operands.take_front(nameEnd).vec();
    for (const auto &[id, use] : Used.variables)
      operands.push_back(id);
    Editor.replace(index, spv::OpEntryPoint, operands);
  }

  void dropUnreachedFunctions() {
    bool isDropping = false;
    for (uint32_t i = 0; i < count(); ++i) {
      if (inst(i).opcode == spv::OpFunction)
        isDropping = !Used.functions.count(raw(inst(i).result));
      if (isDropping)
        Editor.erase(i);
      if (inst(i).opcode == spv::OpFunctionEnd)
        isDropping = false;
    }
  }

  void dropUnusedVariables() {
    for (Id variable : M.globalVariables())
      if (!Used.isUsed(variable))
        Editor.erase(M.defIndex(variable));
  }

  /// Drivers count length() and atomics as reading, SPIR-V does not. Images
  /// that are only written are told so again, from what the shader does.
  void allowReading() {
    for (uint32_t i = 0; i < count(); ++i) {
      bool isMember = inst(i).opcode == spv::OpMemberDecorate;
      if ((isMember || inst(i).opcode == spv::OpDecorate) &&
          inst(i).operands[isMember ? 2 : 1] == spv::DecorationNonReadable)
        Editor.erase(i);
    }
  }

  /// The image type at the root of a variable's type; nullptr where there is
  /// none.
  const Type *imageOf(Id variable) const {
    const Type &type = withoutArrays(M, M.type(M.typeOf(variable)->element));
    return type.kind == TypeKind::Image ? &type : nullptr;
  }

  /// GL reads only images whose format is declared; Vulkan can do without. The
  /// host may then use any format: one that keeps every value is taken.
  void chooseImageFormats() {
    for (const auto &[id, use] : Used.variables) {
      const Type *image = imageOf(static_cast<Id>(id));
      if (!image || image->imageSampled != 2 || image->imageFormat ||
          !use.isRead)
        continue;
      const Instruction &def = *M.def(image->id);
      SpirvWords operands = {raw(image->id)};
      operands.insert(operands.end(), def.operands.begin(), def.operands.end());
      constexpr unsigned kFormatWord = 7;
      const Type &texel = M.type(image->element);
      operands[kFormatWord] = texel.kind == TypeKind::Float
                                  ? spv::ImageFormatRgba32f
                              : texel.isSigned ? spv::ImageFormatRgba32i
                                               : spv::ImageFormatRgba32ui;
      Editor.replace(M.defIndex(image->id), spv::OpTypeImage, operands);
    }
  }

  /// SPIR-V shifts by amounts of any width; SPIRV-Cross 2021-01 to 1.3.239
  /// reinterprets an amount of another width as a vector. What a conversion
  /// cuts off is an amount that has no defined result anyway.
  void matchShiftWidths() {
    for (uint32_t i = 0; i < count(); ++i) {
      uint16_t opcode = inst(i).opcode;
      if (opcode != spv::OpShiftLeftLogical &&
          opcode != spv::OpShiftRightLogical &&
          opcode != spv::OpShiftRightArithmetic)
        continue;
      const Type &result = M.type(inst(i).resultType);
      const Type *amount = M.typeOf(inst(i).idOperand(1));
      unsigned bits = scalarOf(result).bitWidth;
      // 64-bit values are shifted by 32-bit amounts in GLSL as well.
      if (!amount || scalarOf(*amount).bitWidth == bits || bits == 64)
        continue;
      uint32_t type = Editor.type(spv::OpTypeInt, {bits, /*signed=*/0});
      if (result.kind == TypeKind::Vector)
        type = Editor.type(spv::OpTypeVector, {type, result.count});
      uint32_t converted = Editor.newId();
      Editor.insertBefore(i, spv::OpUConvert,
                          {type, converted, inst(i).operands[1]});
      Editor.replace(i, opcode,
                     {raw(inst(i).resultType), raw(inst(i).result),
                      inst(i).operands[0], converted});
    }
  }

  const Type &scalarOf(const Type &type) const {
    return type.kind == TypeKind::Vector ? M.type(type.element) : type;
  }

  /// Push constants become a plain uniform: a structure without a layout.
  void replacePushConstants() {
    std::set<uint32_t> structures;
    for (const auto &[id, use] : Used.variables) {
      const Type &pointer = *M.typeOf(static_cast<Id>(id));
      if (pointer.storageClass != spv::StorageClassPushConstant)
        continue;
      Result.pushConstants.insert(id);
      structures.insert(raw(pointer.element));
      Editor.replace(M.defIndex(static_cast<Id>(id)), spv::OpVariable,
                     {raw(pointer.id), id, spv::StorageClassUniformConstant});
    }
    for (uint32_t i = 0; i < count(); ++i) {
      const llvm::ArrayRef<uint32_t> operands = inst(i).operands;
      if (inst(i).opcode == spv::OpTypePointer &&
          operands[0] == spv::StorageClassPushConstant)
        Editor.replace(i, spv::OpTypePointer,
                       {raw(inst(i).result), spv::StorageClassUniformConstant,
                        operands[1]});
      if ((inst(i).opcode == spv::OpDecorate ||
           inst(i).opcode == spv::OpMemberDecorate) &&
          structures.count(operands[0]))
        Editor.erase(i);
    }
  }

  /// Each counter becomes the only member of a storage block: GL's counters
  /// have buffers of their own kind, and SPIR-V's atomics work on both alike.
  void replaceCounters() {
    for (const auto &[id, use] : Used.variables)
      if (M.typeOf(static_cast<Id>(id))->storageClass ==
          spv::StorageClassAtomicCounter)
        replaceCounter(id);
    if (Result.counters.empty())
      return;
    for (uint32_t function : Used.functions)
      for (Id parameter : M.function(static_cast<Id>(function))->parameters)
        if (const Type *type = M.typeOf(parameter))
          HasCounterParameters |=
              type->storageClass == spv::StorageClassAtomicCounter;
    for (uint32_t i = 0; i < count(); ++i)
      redirectToBlock(i);
  }

  void replaceCounter(uint32_t id) {
    uint32_t contents = raw(M.typeOf(static_cast<Id>(id))->element);
    uint32_t structure = Editor.newId();
    Editor.annotate(spv::OpDecorate, {structure, spv::DecorationBlock});
    Editor.annotate(spv::OpMemberDecorate,
                    {structure, 0, spv::DecorationOffset, 0});
    Editor.name(structure, (M.name(static_cast<Id>(id)) + "_block").str());
    if (M.type(static_cast<Id>(contents)).kind == TypeKind::Array)
      Editor.annotate(spv::OpDecorate,
                      {contents, spv::DecorationArrayStride, 4});
    Editor.declare(spv::OpTypeStruct, {structure, contents});
    uint32_t pointer = Editor.type(spv::OpTypePointer,
                                   {spv::StorageClassStorageBuffer, structure});
    Editor.erase(M.defIndex(static_cast<Id>(id)));
    Editor.declare(spv::OpVariable,
                   {pointer, id, spv::StorageClassStorageBuffer});
    Result.counters.insert(id);
  }

  void redirectToBlock(uint32_t index) {
    const Instruction &use = inst(index);
    bool isChain = spirv::isAccessChain(use.opcode);
    uint32_t counter = use.operands.empty() ? 0 : use.operands[0];
    if ((!isChain && !spirv::isAtomic(use.opcode)) ||
        !Result.counters.count(counter))
      return;
    const Type &number =
        M.type(isChain ? M.typeOf(use.result)->element
                       : M.typeOf(static_cast<Id>(counter))->element);
    uint32_t pointer = Editor.type(
        spv::OpTypePointer, {spv::StorageClassStorageBuffer, raw(number.id)});
    uint32_t zero = Editor.uintConstant(0);
    SpirvWords chain = {pointer, isChain ? raw(use.result) : Editor.newId(),
                        counter, zero};
    if (isChain) {
      chain.insert(chain.end(), use.operands.begin() + 1, use.operands.end());
      return Editor.replace(index, spv::OpAccessChain, chain);
    }
    Editor.insertBefore(index, spv::OpAccessChain, chain);
    SpirvWords operands;
    if (use.resultType != Id::None)
      operands = {raw(use.resultType), raw(use.result)};
    operands.push_back(chain[1]);
    operands.insert(operands.end(), use.operands.begin() + 1,
                    use.operands.end());
    Editor.replace(index, use.opcode, operands);
  }

  const spirv::Module &M;
  const spirv::EntryPoint &Entry;
  const Usage &Used;
  ModuleEditor Editor;
  PreparedModule Result;
  bool HasCounterParameters = false;
};

} // namespace

llvm::Expected<PreparedModule>
wglint::prepareForGl(const spirv::Module &module,
                     const spirv::EntryPoint &entry, const Usage &usage) {
  return Preparer(module, entry, usage).run();
}
