// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ModuleEditor.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::raw;

static void encode(SpirvWords &out, uint16_t opcode,
                   llvm::ArrayRef<uint32_t> operands) {
  out.push_back(uint32_t(operands.size() + 1) << spv::WordCountShift | opcode);
  out.insert(out.end(), operands.begin(), operands.end());
}

static bool isTypeDeclaration(uint16_t opcode) {
  return opcode >= spv::OpTypeVoid && opcode <= spv::OpTypeForwardPointer;
}

ModuleEditor::ModuleEditor(const spirv::Module &module)
    : M(module), NextId(module.idBound()) {
  llvm::ArrayRef<Instruction> insts = M.instructions();
  while (FirstDeclaration < insts.size() &&
         !isTypeDeclaration(insts[FirstDeclaration].opcode))
    ++FirstDeclaration;
  while (FirstFunction < insts.size() &&
         insts[FirstFunction].opcode != spv::OpFunction)
    ++FirstFunction;
  for (const Instruction &inst : insts) {
    if (inst.opcode != spv::OpTypeInt && inst.opcode != spv::OpTypeBool &&
        inst.opcode != spv::OpTypeVector && inst.opcode != spv::OpTypePointer &&
        inst.opcode != spv::OpTypeFunction)
      continue;
    Key key = {inst.opcode};
    key.insert(key.end(), inst.operands.begin(), inst.operands.end());
    Known.emplace(std::move(key), raw(inst.result));
  }
}

void ModuleEditor::replace(uint32_t index, uint16_t opcode, Operands operands) {
  SpirvWords words;
  encode(words, opcode, operands);
  Replaced[index] = std::move(words);
}

void ModuleEditor::insertBefore(uint32_t index, uint16_t opcode,
                                Operands operands) {
  encode(Inserted[index], opcode, operands);
}

uint32_t ModuleEditor::insertValueBefore(uint32_t index, uint16_t opcode,
                                         uint32_t type, Operands operands) {
  SpirvWords all = {type, newId()};
  all.insert(all.end(), operands.begin(), operands.end());
  insertBefore(index, opcode, all);
  return all[1];
}

void ModuleEditor::annotate(uint16_t opcode, Operands operands) {
  encode(Annotations, opcode, operands);
}

void ModuleEditor::declare(uint16_t opcode, Operands operands) {
  encode(Declarations, opcode, operands);
}

void ModuleEditor::appendCode(uint16_t opcode, Operands operands) {
  encode(Code, opcode, operands);
}

uint32_t ModuleEditor::appendValue(uint16_t opcode, uint32_t type,
                                   Operands operands) {
  SpirvWords all = {type, newId()};
  all.insert(all.end(), operands.begin(), operands.end());
  appendCode(opcode, all);
  return all[1];
}

void ModuleEditor::name(uint32_t id, llvm::StringRef text) {
  // A literal string is packed little-endian and ends in a zero byte.
  SpirvWords operands = {id};
  operands.resize(2 + text.size() / 4);
  for (size_t i = 0; i < text.size(); ++i)
    operands[1 + i / 4] |= uint32_t(uint8_t(text[i])) << (i % 4 * 8);
  annotate(spv::OpName, operands);
}

uint32_t ModuleEditor::type(uint16_t opcode, Operands operands) {
  Key key = {opcode};
  key.insert(key.end(), operands.begin(), operands.end());
  auto [it, isNew] = Known.emplace(std::move(key), NextId);
  if (isNew) {
    SpirvWords words = {newId()};
    words.insert(words.end(), operands.begin(), operands.end());
    declare(opcode, words);
  }
  return it->second;
}

uint32_t ModuleEditor::uintType() {
  return type(spv::OpTypeInt, {/*bits=*/32, /*signed=*/0});
}

uint32_t ModuleEditor::uintConstant(uint32_t value) {
  uint32_t type = uintType();
  auto [it, isNew] = Uints.emplace(value, NextId);
  if (isNew)
    declare(spv::OpConstant, {type, newId(), value});
  return it->second;
}

uint32_t ModuleEditor::asUint(Id value, uint32_t index) {
  const spirv::Type *type = M.typeOf(value);
  if (!type || type->kind != spirv::TypeKind::Int || type->bitWidth > 32)
    return 0;
  if (type->bitWidth == 32 && !type->isSigned)
    return raw(value);
  uint16_t opcode = type->bitWidth == 32 ? spv::OpBitcast
                    : type->isSigned     ? spv::OpSConvert
                                         : spv::OpUConvert;
  return insertValueBefore(index, opcode, uintType(), {raw(value)});
}

bool ModuleEditor::isNonSemantic(const Instruction &inst) const {
  if (inst.opcode == spv::OpExtInstImport)
    return M.extInstSet(inst.result).starts_with("NonSemantic.");
  return inst.opcode == spv::OpExtInst &&
         M.extInstSet(inst.idOperand(0)).starts_with("NonSemantic.");
}

void ModuleEditor::copy(const Instruction &inst, SpirvWords &out) const {
  if (isNonSemantic(inst))
    return;
  SpirvWords operands;
  if (inst.resultType != Id::None)
    operands.push_back(raw(inst.resultType));
  if (inst.result != Id::None)
    operands.push_back(raw(inst.result));
  operands.insert(operands.end(), inst.operands.begin(), inst.operands.end());
  encode(out, inst.opcode, operands);
}

SpirvWords ModuleEditor::finish() const {
  SpirvWords out = {spv::MagicNumber, M.version(), 0, NextId, 0};
  auto append = [&](const SpirvWords &words) {
    out.insert(out.end(), words.begin(), words.end());
  };
  for (uint32_t i = 0; i < M.instructions().size(); ++i) {
    if (i == FirstDeclaration)
      append(Annotations);
    if (i == FirstFunction)
      append(Declarations);
    if (auto it = Inserted.find(i); it != Inserted.end())
      append(it->second);
    if (auto it = Replaced.find(i); it != Replaced.end())
      append(it->second);
    else
      copy(M.instructions()[i], out);
  }
  append(Code);
  return out;
}
