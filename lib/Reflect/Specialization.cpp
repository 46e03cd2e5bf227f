// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Specialization.h"
#include "wglint/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <spirv-tools/optimizer.hpp>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::raw;
using spirv::TypeKind;

static bool isScalarSpecConstant(uint16_t opcode) {
  return opcode == spv::OpSpecConstant || opcode == spv::OpSpecConstantTrue ||
         opcode == spv::OpSpecConstantFalse;
}

static uint64_t defaultBits(const Instruction &inst) {
  if (inst.opcode != spv::OpSpecConstant)
    return inst.opcode == spv::OpSpecConstantTrue;
  uint64_t bits = inst.operands.empty() ? 0 : inst.operands[0];
  if (inst.operands.size() > 1)
    bits |= uint64_t(inst.operands[1]) << 32;
  return bits;
}

static SpecConstantInterface describe(const spirv::Module &module,
                                      const Instruction &inst,
                                      uint32_t specId) {
  SpecConstantInterface constant;
  constant.name = module.name(inst.result).str();
  constant.specId = specId;
  constant.defaultBits = defaultBits(inst);
  const spirv::Type &type = module.type(inst.resultType);
  if (type.kind == TypeKind::Bool)
    constant.component = ComponentKind::Bool;
  else if (type.kind == TypeKind::Float)
    constant.component = ComponentKind::Float;
  else
    constant.component =
        type.isSigned ? ComponentKind::Int : ComponentKind::Uint;
  if (type.bitWidth)
    constant.componentBits = type.bitWidth;
  constant.defaultBits &=
      llvm::maskTrailingOnes<uint64_t>(constant.componentBits);
  return constant;
}

std::vector<SpecConstantInterface>
wglint::specializationConstants(const spirv::Module &module) {
  std::map<uint32_t, SpecConstantInterface> found;
  for (const Instruction &inst : module.instructions()) {
    if (!isScalarSpecConstant(inst.opcode))
      continue;
    const auto &specId = module.decorations(inst.result).specId;
    if (!specId)
      continue;
    auto it = found.find(*specId);
    if (it == found.end() ||
        (it->second.name.empty() && !module.name(inst.result).empty()))
      found[*specId] = describe(module, inst, *specId);
  }
  std::vector<SpecConstantInterface> constants;
  for (auto &[specId, constant] : found)
    constants.push_back(std::move(constant));
  return constants;
}

/// The bits of \p text as a value of \p constant's type; std::nullopt where it
/// is none.
static std::optional<uint64_t>
parseValue(llvm::StringRef text, const SpecConstantInterface &constant) {
  unsigned bits = constant.componentBits;
  text = text.trim();
  if (text == "true" || text == "false")
    return constant.component == ComponentKind::Bool
               ? std::optional<uint64_t>(text == "true")
               : std::nullopt;
  if (constant.component == ComponentKind::Float) {
    double value;
    if (bits == 16 || text.getAsDouble(value))
      return std::nullopt;
    if (bits == 64)
      return llvm::bit_cast<uint64_t>(value);
    return llvm::bit_cast<uint32_t>(static_cast<float>(value));
  }
  // A host passes bits: -1 for a uint and 4294967295 for an int are one value.
  if (int64_t value; !text.getAsInteger(0, value) &&
                     (llvm::isIntN(bits, value) || llvm::isUIntN(bits, value)))
    return constant.component == ComponentKind::Bool
               ? value != 0
               : uint64_t(value) & llvm::maskTrailingOnes<uint64_t>(bits);
  if (uint64_t value; bits == 64 && !text.getAsInteger(0, value))
    return value;
  return std::nullopt;
}

/// The value of every SpecId that is given, or whose constants have different
/// defaults.
static llvm::Expected<std::map<uint32_t, uint64_t>>
chooseValues(const spirv::Module &module, const RunnableOptions &options) {
  std::vector<SpecConstantInterface> constants =
      specializationConstants(module);
  std::map<uint32_t, uint64_t> values;
  for (const SpecConstantInterface &constant : constants)
    values[constant.specId] = constant.defaultBits;
  for (const auto &[key, text] : options.specialization) {
    auto it = llvm::find_if(constants, [&, &key = key](const auto &constant) {
      return key == constant.name || key == std::to_string(constant.specId);
    });
    if (it == constants.end())
      return makeError("the shader has no specialization constant '" + key +
                       "'");
    std::optional<uint64_t> bits = parseValue(text, *it);
    if (!bits)
      return makeError("'" + text +
                       "' is no value for specialization constant '" + key +
                       "'");
    values[it->specId] = *bits;
  }
  return values;
}

/// Sets the constants that give the workgroup size to \p size. A specialization
/// constant among them gets the value, as the host would set it.
static void overrideSize(ModuleEditor &editor, const spirv::EntryPoint &entry,
                         const std::array<uint32_t, 3> &size,
                         std::map<uint32_t, uint64_t> &values) {
  const spirv::Module &module = editor.module();
  for (unsigned d = 0; d < 3; ++d)
    if (auto specId = module.decorations(entry.sizeIds[d]).specId)
      values[*specId] = size[d];
  const llvm::ArrayRef<Instruction> insts = module.instructions();
  for (uint32_t i = 0; i < insts.size(); ++i) {
    if (insts[i].opcode != spv::OpConstantComposite &&
        insts[i].opcode != spv::OpSpecConstantComposite)
      continue;
    if (module.decorations(insts[i].result).builtIn !=
        spv::BuiltInWorkgroupSize)
      continue;
    SpirvWords operands = {raw(insts[i].resultType), raw(insts[i].result)};
    Id component = module.type(insts[i].resultType).element;
    for (uint32_t n : size) {
      operands.push_back(editor.newId());
      editor.insertBefore(i, spv::OpConstant,
                          {raw(component), operands.back(), n});
    }
    editor.replace(i, spv::OpConstantComposite, operands);
  }
}

/// Replaces the size that execution modes state by a literal one.
static void setLiteralSize(ModuleEditor &editor, const spirv::EntryPoint &entry,
                           const std::array<uint32_t, 3> &size) {
  const llvm::ArrayRef<Instruction> insts = editor.module().instructions();
  for (uint32_t i = 0; i < insts.size(); ++i) {
    bool isMode = insts[i].opcode == spv::OpExecutionMode ||
                  insts[i].opcode == spv::OpExecutionModeId;
    if (isMode && insts[i].idOperand(0) == entry.function &&
        (insts[i].operands[1] == spv::ExecutionModeLocalSize ||
         insts[i].operands[1] == spv::ExecutionModeLocalSizeId))
      editor.erase(i);
    if (insts[i].opcode == spv::OpEntryPoint &&
        insts[i].idOperand(1) == entry.function)
      editor.insertBefore(i + 1, spv::OpExecutionMode,
                          {raw(entry.function), spv::ExecutionModeLocalSize,
                           size[0], size[1], size[2]});
  }
}

static void freeze(ModuleEditor &editor, uint32_t index,
                   const std::map<uint32_t, uint64_t> &values) {
  const spirv::Module &module = editor.module();
  const Instruction &inst = module.instructions()[index];
  uint64_t bits = defaultBits(inst);
  if (const auto &specId = module.decorations(inst.result).specId)
    if (auto it = values.find(*specId); it != values.end())
      bits = it->second;
  uint32_t type = raw(inst.resultType), id = raw(inst.result);
  if (inst.opcode != spv::OpSpecConstant)
    return editor.replace(
        index, bits ? spv::OpConstantTrue : spv::OpConstantFalse, {type, id});
  if (inst.operands.size() > 1)
    return editor.replace(index, spv::OpConstant,
                          {type, id, uint32_t(bits), uint32_t(bits >> 32)});
  // Signed literals below 32 bits are sign-extended, others zero-extended.
  const spirv::Type &number = module.type(inst.resultType);
  if (number.isSigned)
    bits = llvm::SignExtend64(bits, number.bitWidth);
  editor.replace(index, spv::OpConstant, {type, id, uint32_t(bits)});
}

/// Folds what is computed from constants (OpSpecConstantOp).
static llvm::Expected<SpirvWords> fold(const SpirvWords &words) {
  std::string complaint;
  spvtools::Optimizer optimizer(SPV_ENV_UNIVERSAL_1_6);
  optimizer.SetMessageConsumer([&](spv_message_level_t, const char *,
                                   const spv_position_t &,
                                   const char *text) { complaint = text; });
  optimizer.RegisterPass(spvtools::CreateFoldSpecConstantOpAndCompositePass());
  spvtools::OptimizerOptions options;
  options.set_run_validator(false);
  SpirvWords folded;
  if (!optimizer.Run(words.data(), words.size(), &folded, options))
    return makeError("SPIRV-Tools cannot fold the shader's constants: " +
                     complaint);
  return folded;
}

llvm::Expected<SpirvWords> wglint::specialize(const spirv::Module &module,
                                              const spirv::EntryPoint &entry,
                                              const RunnableOptions &options) {
  auto values = chooseValues(module, options);
  if (!values)
    return values.takeError();
  ModuleEditor editor(module);
  if (options.localSize) {
    overrideSize(editor, entry, *options.localSize, *values);
    setLiteralSize(editor, entry, *options.localSize);
  }
  const llvm::ArrayRef<Instruction> insts = module.instructions();
  for (uint32_t i = 0; i < insts.size(); ++i) {
    if (isScalarSpecConstant(insts[i].opcode))
      freeze(editor, i, *values);
    else if (insts[i].opcode == spv::OpDecorate &&
             insts[i].operands[1] == spv::DecorationSpecId)
      editor.erase(i);
  }
  return fold(editor.finish());
}

llvm::Expected<std::array<uint32_t, 3>>
wglint::workgroupSize(const spirv::Module &module,
                      const spirv::EntryPoint &entry) {
  std::array<uint32_t, 3> size = entry.literalSize;
  for (unsigned d = 0; d < 3; ++d)
    if (const Instruction *inst = module.def(entry.sizeIds[d]))
      size[d] = inst->opcode == spv::OpConstant ? inst->operands[0] : 0;
  if (!size[0] || !size[1] || !size[2])
    return makeError(
        "the workgroup size is not known; give --local-size X,Y,Z");
  return size;
}
