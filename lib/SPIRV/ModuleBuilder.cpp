// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Words to instructions, types and functions.
///
/// OpLine, OpNoLine and the debug-line instructions of
/// NonSemantic.Shader.DebugInfo.100 set the place of what follows, up to the
/// end of the block (SPIR-V specification 1.6, OpLine). The first two do not
/// become instructions themselves.

#include "ModuleBuilder.h"
#include "Opcodes.h"
#include "wglint/Support/Error.h"
#include "llvm/Support/SwapByteOrder.h"
#include <spirv-tools/libspirv.h>
#include <spirv/unified1/NonSemanticShaderDebugInfo100.h>

namespace wglint::spirv {

// SPIR-V specification 1.6, section 2.17 "Universal Limits".
static constexpr uint32_t kMaxIdBound = 4'194'303;
static constexpr unsigned kHeaderWords = 5;

llvm::Error malformed(const llvm::Twine &message) {
  return makeError("malformed SPIR-V: " + message);
}

std::string decodeString(llvm::ArrayRef<uint32_t> words, unsigned first) {
  std::string text;
  for (unsigned i = first; i < words.size(); ++i)
    for (unsigned shift = 0; shift < 32; shift += 8) {
      char c = static_cast<char>(words[i] >> shift & 0xff);
      if (!c)
        return text;
      text += c;
    }
  return text;
}

llvm::Expected<std::unique_ptr<Module>>
ModuleBuilder::build(llvm::ArrayRef<uint32_t> words) {
  M.reset(new Module());
  M->Words.assign(words.begin(), words.end());
  if (llvm::Error error = readHeader())
    return error;
  if (llvm::Error error = readInstructions())
    return error;
  collectDeclarations();
  collectDecorations();
  if (llvm::Error error = collectTypes())
    return error;
  if (llvm::Error error = checkResultTypes())
    return error;
  attachDecorationsToTypes();
  collectGlobals();
  if (llvm::Error error = collectFunctions())
    return error;
  if (llvm::Error error = collectEntryPoints())
    return error;
  return std::move(M);
}

llvm::Error ModuleBuilder::readHeader() {
  std::vector<uint32_t> &words = M->Words;
  if (words.empty())
    return malformed("the module is empty");
  if (words[0] == llvm::byteswap<uint32_t>(spv::MagicNumber))
    for (uint32_t &word : words)
      word = llvm::byteswap(word);
  if (words[0] != spv::MagicNumber)
    return malformed("it does not begin with SPIR-V's magic number");
  if (words.size() < kHeaderWords)
    return malformed("the header has " + llvm::Twine(words.size()) +
                     " words instead of 5");
  M->Version = words[1];
  M->Bound = words[3];
  if (M->Bound == 0 || M->Bound > kMaxIdBound)
    return malformed("its id bound " + llvm::Twine(M->Bound) +
                     " is not between 1 and " + llvm::Twine(kMaxIdBound));
  M->DefIndex.assign(M->Bound, ~0u);
  return llvm::Error::success();
}

llvm::Error ModuleBuilder::readInstructions() {
  uint32_t size = static_cast<uint32_t>(M->Words.size());
  M->Insts.reserve(size / 4);
  for (uint32_t offset = kHeaderWords; offset < size;) {
    unsigned wordCount = M->Words[offset] >> 16;
    if (wordCount == 0)
      return malformed("the instruction at word " + llvm::Twine(offset) +
                       " has no length");
    if (wordCount > size - offset)
      return malformed("the instruction at word " + llvm::Twine(offset) +
                       " has " + llvm::Twine(wordCount) +
                       " words, but the module ends after " +
                       llvm::Twine(size - offset));
    if (llvm::Error error = readInstruction(offset, wordCount))
      return error;
    offset += wordCount;
  }
  return llvm::Error::success();
}

/// Types are all that has a result and no result type in front of functions.
static bool isUnknownType(const Instruction &inst) {
  return inst.isUnknown && inst.result != Id::None &&
         inst.resultType == Id::None;
}

/// How many operand words a type instruction must have; ~0u: not a type.
static unsigned minTypeOperands(const Instruction &inst) {
  switch (inst.opcode) {
  case spv::OpTypeVoid:
  case spv::OpTypeBool:
  case spv::OpTypeSampler:
  case spv::OpTypeStruct:
    return 0;
  case spv::OpTypeFloat:
  case spv::OpTypeRuntimeArray:
  case spv::OpTypeSampledImage:
  case spv::OpTypeFunction:
    return 1;
  case spv::OpTypeInt:
  case spv::OpTypeVector:
  case spv::OpTypeMatrix:
  case spv::OpTypeArray:
  case spv::OpTypePointer:
    return 2;
  case spv::OpTypeImage:
    return 7;
  case spv::OpTypeOpaque:
  case spv::OpTypeEvent:
  case spv::OpTypeDeviceEvent:
  case spv::OpTypeReserveId:
  case spv::OpTypeQueue:
  case spv::OpTypePipe:
  case spv::OpTypePipeStorage:
  case spv::OpTypeNamedBarrier:
  case spv::OpTypeAccelerationStructureKHR:
  case spv::OpTypeRayQueryKHR:
  case spv::OpTypeHitObjectNV:
  case spv::OpTypeCooperativeMatrixNV:
    return 0;
  default:
    return isUnknownType(inst) ? 0 : ~0u;
  }
}

static bool isTypeDeclaration(const Instruction &inst) {
  return minTypeOperands(inst) != ~0u;
}

/// Whether SPIRV-Tools has not heard of \p opcode either.
static bool isUnknownOpcode(uint16_t opcode) {
  // Those below are SPIR-V 1.6's own, and most of what there is.
  return opcode > spv::OpPtrDiff &&
         llvm::StringRef(spvOpcodeString(opcode)) == "unknown";
}

/// A result type has been declared, and a result is an id that nobody has
/// defined. What declares a type has no result type, and stands between the
/// first of them and the functions.
ModuleBuilder::ResultForm ModuleBuilder::guessResult(uint32_t offset,
                                                     unsigned wordCount) const {
  auto isNewId = [&](unsigned word) {
    if (word >= wordCount)
      return false;
    uint32_t id = M->Words[offset + word];
    return id != 0 && id < M->Bound && M->DefIndex[id] == ~0u;
  };
  const Instruction *first =
      wordCount > 2 ? M->def(static_cast<Id>(M->Words[offset + 1])) : nullptr;
  if (first && isTypeDeclaration(*first) && isNewId(2))
    return {true, true};
  return {!IsInFunctions && HasTypes && isNewId(1), false};
}

llvm::Error ModuleBuilder::readInstruction(uint32_t offset,
                                           unsigned wordCount) {
  Instruction inst;
  inst.opcode = static_cast<uint16_t>(M->Words[offset] & 0xffff);
  bool hasResult = false, hasResultType = false;
  spv::HasResultAndType(static_cast<spv::Op>(inst.opcode), &hasResult,
                        &hasResultType);
  if (!hasResult && isUnknownOpcode(inst.opcode)) {
    inst.isUnknown = true;
    ResultForm guess = guessResult(offset, wordCount);
    hasResult = guess.hasResult;
    hasResultType = guess.hasType;
  }
  unsigned headWords = 1u + hasResult + hasResultType;
  if (wordCount < headWords)
    return malformed("the instruction at word " + llvm::Twine(offset) +
                     " (opcode " + llvm::Twine(inst.opcode) +
                     ") is too short for its result");
  uint32_t next = offset + 1;
  if (hasResultType)
    inst.resultType = static_cast<Id>(M->Words[next++]);
  if (hasResult)
    inst.result = static_cast<Id>(M->Words[next++]);
  inst.operands =
      llvm::ArrayRef<uint32_t>(M->Words).slice(next, wordCount - headWords);

  if (trackDebugLine(inst))
    return llvm::Error::success();
  inst.debug = Current;
  if (hasResult)
    if (llvm::Error error = define(inst))
      return error;
  HasTypes = HasTypes || isTypeDeclaration(inst);
  IsInFunctions |= inst.opcode == spv::OpFunction;
  M->Insts.push_back(inst);
  if (isTerminator(inst.opcode))
    Current = DebugLine();
  return llvm::Error::success();
}

/// Takes over OpLine and OpNoLine; returns whether \p inst was one of them.
bool ModuleBuilder::trackDebugLine(const Instruction &inst) {
  switch (inst.opcode) {
  case spv::OpLine:
    Current = DebugLine();
    if (inst.operands.size() >= 3)
      Current = {inst.idOperand(0), inst.operands[1], inst.operands[2],
                 ++LastRun};
    return true;
  case spv::OpNoLine:
    Current = DebugLine();
    return true;
  case spv::OpExtInstImport:
    // Needed before the tables are collected: debug lines refer to the set.
    M->ExtSets[raw(inst.result)] = decodeString(inst.operands, 0);
    return false;
  case spv::OpExtInst:
    trackShaderDebugLine(inst);
    return false;
  default:
    return false;
  }
}

/// The same for DebugLine and DebugNoLine, whose operands are ids of constants.
void ModuleBuilder::trackShaderDebugLine(const Instruction &inst) {
  if (inst.operands.size() < 2 ||
      M->extInstSet(inst.idOperand(0)) != "NonSemantic.Shader.DebugInfo.100")
    return;
  auto constant = [&](unsigned operand) -> uint32_t {
    const Instruction *def = M->def(inst.idOperand(operand));
    bool isConstant =
        def && def->opcode == spv::OpConstant && !def->operands.empty();
    return isConstant ? def->operands[0] : 0;
  };
  if (inst.operands[1] == NonSemanticShaderDebugInfo100DebugNoLine)
    Current = DebugLine();
  if (inst.operands[1] != NonSemanticShaderDebugInfo100DebugLine)
    return;
  // DebugLine: set, number, source, line begin, line end, column begin, end.
  const Instruction *source = M->def(inst.idOperand(2));
  Current = {source ? source->idOperand(2) : Id::None, constant(3), constant(5),
             ++LastRun};
}

llvm::Error ModuleBuilder::define(const Instruction &inst) {
  uint32_t id = raw(inst.result);
  if (id == 0 || id >= M->Bound)
    return malformed("id " + llvm::Twine(id) + " is not below the bound " +
                     llvm::Twine(M->Bound));
  if (M->DefIndex[id] != ~0u)
    return malformed("id " + llvm::Twine(id) + " is defined twice");
  M->DefIndex[id] = static_cast<uint32_t>(M->Insts.size());
  return llvm::Error::success();
}

llvm::Error ModuleBuilder::collectTypes() {
  M->TypeById.assign(M->Bound, nullptr);
  for (const Instruction &inst : M->Insts) {
    if (inst.opcode == spv::OpTypeForwardPointer)
      ForwardPointers.insert(raw(inst.idOperand(0)));
    unsigned minOperands = minTypeOperands(inst);
    if (minOperands == ~0u)
      continue;
    if (inst.operands.size() < minOperands)
      return malformed("the declaration of type " +
                       llvm::Twine(raw(inst.result)) + " is too short");
    if (llvm::Error error = addType(inst))
      return error;
  }
  // Pointees may come late, so pointers are looked at once all types are there.
  for (const auto &[id, type] : M->Types)
    if (type.kind == TypeKind::Pointer && !M->typeOrNull(type.element))
      return malformed("pointer type " + llvm::Twine(id) +
                       " points to no type");
  for (uint32_t id : ForwardPointers) {
    const Type *type = M->typeOrNull(static_cast<Id>(id));
    if (!type || type->kind != TypeKind::Pointer)
      return malformed("forward pointer " + llvm::Twine(id) +
                       " is no pointer type");
  }
  return llvm::Error::success();
}

static void setImageFields(Type &type, const Instruction &inst) {
  type.imageDim = inst.operands[1];
  type.imageDepth = inst.operands[2];
  type.imageArrayed = inst.operands[3];
  type.imageMultisampled = inst.operands[4];
  type.imageSampled = inst.operands[5];
  type.imageFormat = inst.operands[6];
}

static TypeKind typeKind(uint16_t opcode) {
  switch (opcode) {
  case spv::OpTypeVoid:
    return TypeKind::Void;
  case spv::OpTypeBool:
    return TypeKind::Bool;
  case spv::OpTypeInt:
    return TypeKind::Int;
  case spv::OpTypeFloat:
    return TypeKind::Float;
  case spv::OpTypeVector:
    return TypeKind::Vector;
  case spv::OpTypeMatrix:
    return TypeKind::Matrix;
  case spv::OpTypeArray:
    return TypeKind::Array;
  case spv::OpTypeRuntimeArray:
    return TypeKind::RuntimeArray;
  case spv::OpTypeStruct:
    return TypeKind::Struct;
  case spv::OpTypePointer:
    return TypeKind::Pointer;
  case spv::OpTypeImage:
    return TypeKind::Image;
  case spv::OpTypeSampledImage:
    return TypeKind::SampledImage;
  case spv::OpTypeSampler:
    return TypeKind::Sampler;
  case spv::OpTypeFunction:
    return TypeKind::Function;
  default:
    return TypeKind::Other;
  }
}

llvm::Error ModuleBuilder::addType(const Instruction &inst) {
  Type type;
  type.kind = typeKind(inst.opcode);
  type.id = inst.result;
  switch (type.kind) {
  case TypeKind::Int:
    type.isSigned = inst.operands[1] != 0;
    [[fallthrough]];
  case TypeKind::Float:
    type.bitWidth = inst.operands[0];
    break;
  case TypeKind::Vector:
  case TypeKind::Matrix:
    type.count = inst.operands[1];
    type.element = inst.idOperand(0);
    break;
  case TypeKind::Array:
    type.lengthId = inst.idOperand(1);
    type.element = inst.idOperand(0);
    break;
  case TypeKind::RuntimeArray:
  case TypeKind::SampledImage:
    type.element = inst.idOperand(0);
    break;
  case TypeKind::Struct:
    for (uint32_t member : inst.operands)
      type.members.push_back(static_cast<Id>(member));
    break;
  case TypeKind::Pointer:
    type.storageClass = inst.operands[0];
    type.element = inst.idOperand(1);
    break;
  case TypeKind::Image:
    type.element = inst.idOperand(0);
    setImageFields(type, inst);
    break;
  default:
    break;
  }
  if (llvm::Error error = checkTypeRefs(type))
    return error;
  Type &kept = M->Types[raw(type.id)] = std::move(type);
  M->TypeById[raw(kept.id)] = &kept; // nodes of a map stay where they are
  return llvm::Error::success();
}

/// The types that \p type is made of must stand before it, so that no type
/// contains itself but through a pointer.
llvm::Error ModuleBuilder::checkTypeRefs(const Type &type) const {
  auto isKnown = [&](Id id) {
    return M->typeOrNull(id) || ForwardPointers.count(raw(id));
  };
  bool isSound = true;
  if (type.element != Id::None && type.kind != TypeKind::Pointer)
    isSound = isKnown(type.element);
  for (Id member : type.members)
    isSound = isSound && isKnown(member);
  if (type.kind == TypeKind::Vector || type.kind == TypeKind::Matrix)
    isSound = isSound && M->typeOrNull(type.element) && type.count <= 16;
  if (isSound)
    return llvm::Error::success();
  return malformed("type " + llvm::Twine(raw(type.id)) +
                   " is made of something that is no type");
}

llvm::Error ModuleBuilder::checkResultTypes() const {
  for (const Instruction &inst : M->Insts)
    if (inst.resultType != Id::None && !M->typeOrNull(inst.resultType))
      return malformed("id " + llvm::Twine(raw(inst.result)) +
                       " has the type " + llvm::Twine(raw(inst.resultType)) +
                       ", which is no type");
  return llvm::Error::success();
}

void ModuleBuilder::collectGlobals() {
  for (const Instruction &inst : M->Insts) {
    if (inst.opcode == spv::OpFunction)
      return;
    if (inst.opcode == spv::OpVariable)
      M->Globals.push_back(inst.result);
  }
}

llvm::Error ModuleBuilder::collectFunctions() {
  Function *open = nullptr;
  for (uint32_t i = 0; i < M->Insts.size(); ++i)
    if (llvm::Error error = addFunctionInstruction(i, open))
      return error;
  if (open)
    return malformed("the last function has no end");
  for (uint32_t i = 0; i < M->Funcs.size(); ++i) {
    M->FuncById[raw(M->Funcs[i].id)] = i;
    if (llvm::Error error = buildControlFlow(*M, M->Funcs[i]))
      return error;
  }
  return llvm::Error::success();
}

/// One step of collectFunctions(). \p open is the function that the instruction
/// stands in, or nullptr.
llvm::Error ModuleBuilder::addFunctionInstruction(uint32_t index,
                                                  Function *&open) {
  const Instruction &inst = M->Insts[index];
  // A block whose end is not set yet is the one being read.
  Block *block = open && !open->blocks.empty() && open->blocks.back().end == 0
                     ? &open->blocks.back()
                     : nullptr;
  switch (inst.opcode) {
  case spv::OpFunction:
    if (open)
      return malformed("a function begins inside another one");
    M->Funcs.emplace_back();
    open = &M->Funcs.back();
    open->id = inst.result;
    open->returnType = inst.resultType;
    return llvm::Error::success();
  case spv::OpFunctionEnd:
    if (!open || block)
      return malformed("a function ends in the middle of a block");
    open = nullptr;
    return llvm::Error::success();
  case spv::OpFunctionParameter:
    if (open)
      open->parameters.push_back(inst.result);
    return llvm::Error::success();
  case spv::OpLabel:
    if (!open || block)
      return malformed("a label stands where no block can begin");
    open->labelToBlock[raw(inst.result)] =
        static_cast<uint32_t>(open->blocks.size());
    open->blocks.emplace_back();
    open->blocks.back().label = inst.result;
    open->blocks.back().begin = index;
    return llvm::Error::success();
  default:
    break;
  }
  if (isTerminator(inst.opcode)) {
    if (!block)
      return malformed("a branch or return stands outside of any block");
    block->end = index + 1;
  }
  return llvm::Error::success();
}

} // namespace wglint::spirv
