// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WriterTracking.h"
#include "MemoryTypes.h"
#include "ReportBlock.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "wglint/SPIRV/Queries.h"
#include "wglint/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::isAccessChain;
using spirv::isWritingAtomic;
using spirv::raw;
using spirv::Type;
using spirv::TypeKind;

/// Instructions that are handed memory and leave it as it is.
static bool isHarmless(uint16_t opcode) {
  return isAccessChain(opcode) || opcode == spv::OpLoad ||
         opcode == spv::OpArrayLength || opcode == spv::OpAtomicLoad ||
         opcode == spv::OpImageTexelPointer;
}

namespace {

class WriterInstrument {
public:
  WriterInstrument(const spirv::Module &module, const Usage &usage,
                   const WatchedNumber &watched)
      : M(module), Used(usage), Watched(watched), Editor(module),
        Report(Editor, /*wordsPerSite=*/3) {}

  llvm::Expected<TrackedModule> run() {
    RecordFunction = Editor.newId();
    for (uint32_t id : Used.functions)
      for (const spirv::Block &block : M.function(static_cast<Id>(id))->blocks)
        for (uint32_t i = block.begin; i < block.end; ++i)
          if (!visit(i))
            return makeError(
                "a write to the watched memory cannot be followed");
    Result.reportVariable = Report.declare();
    defineRecordFunction();
    Result.words = Editor.finish();
    return std::move(Result);
  }

private:
  /// Instruments a write. Returns false where one cannot be followed.
  bool visit(uint32_t index) {
    const Instruction &inst = M.instructions()[index];
    if (inst.opcode == spv::OpImageWrite)
      return !isWatched(inst.idOperand(0)) ||
             record(index, texelHit(index, inst.idOperand(0), inst));
    bool isWrite = inst.opcode == spv::OpStore ||
                   inst.opcode == spv::OpCopyMemory ||
                   isWritingAtomic(inst.opcode);
    if (isWrite)
      return !isWatched(inst.idOperand(0)) ||
             record(index, pointerHit(index, inst.idOperand(0)));
    return isHarmless(inst.opcode) || !isHandedWatched(inst);
  }

  bool isWatched(Id pointer) const {
    Id root = rootOf(M, pointer);
    const Instruction *inst = M.def(root);
    // A parameter may stand for any variable.
    if (inst && inst->opcode == spv::OpFunctionParameter)
      return M.typeOf(root)->storageClass != spv::StorageClassFunction;
    return llvm::is_contained(Watched.variableIds, raw(root));
  }

  bool isHandedWatched(const Instruction &inst) const {
    return llvm::any_of(inst.operands, [&](uint32_t operand) {
      const Type *type = M.typeOf(static_cast<Id>(operand));
      return type && type->kind == TypeKind::Pointer &&
             isWatched(static_cast<Id>(operand));
    });
  }

  uint32_t boolType() { return Editor.type(spv::OpTypeBool, {}); }

  uint32_t emit(uint32_t index, uint16_t opcode, uint32_t type,
                ModuleEditor::Operands operands) {
    return Editor.insertValueBefore(index, opcode, type, operands);
  }

  uint32_t both(uint32_t index, uint32_t left, uint32_t right) {
    if (left == kNoId || right == kNoId)
      return left == kNoId ? right : left;
    return emit(index, spv::OpLogicalAnd, boolType(), {left, right});
  }

  /// The id of a boolean: \p value is the number \p wanted.
  uint32_t isEqual(uint32_t index, uint32_t value, uint32_t wanted) {
    return emit(index, spv::OpIEqual, boolType(),
                {value, Editor.uintConstant(wanted)});
  }

  /// Calls the function with the boolean \p isHit; kNoId: it was not had.
  bool record(uint32_t index, uint32_t isHit) {
    if (isHit == kNoId)
      return false;
    uint32_t site = Result.sites.size();
    Result.sites.push_back(index);
    emit(index, spv::OpFunctionCall, Editor.uintType(),
         {RecordFunction, isHit, Editor.uintConstant(site)});
    return true;
  }

  /// Whether a write to \p pointer hits; of a buffer or a texel.
  uint32_t pointerHit(uint32_t index, Id pointer) {
    const Instruction *inst = M.def(pointer);
    if (inst && inst->opcode == spv::OpImageTexelPointer)
      return texelHit(index, inst->idOperand(0), *inst);
    return bufferHit(index, pointer);
  }

  /// Whether the coordinates, operand 1 of \p access, are those that are
  /// watched. Neither a literal nor a 64-bit coordinate is one of GLSL's.
  uint32_t texelHit(uint32_t index, Id image, const Instruction &access) {
    const Instruction *load = M.def(image);
    Id pointer =
        load && load->opcode == spv::OpLoad ? load->idOperand(0) : image;
    std::vector<uint32_t> path;
    const Type *type = rootPath(pointer, path);
    const Type *coordinate = M.typeOf(access.idOperand(1));
    uint32_t isHit = kNoId;
    if (!type || !coordinate || !chooseElement(index, type, path, isHit) ||
        !path.empty())
      return kNoId;
    bool isVector = coordinate->kind == TypeKind::Vector;
    const Type &scalar = isVector ? M.type(coordinate->element) : *coordinate;
    if (scalar.kind != TypeKind::Int || scalar.bitWidth != 32)
      return kNoId;
    unsigned count = isVector ? std::min(3U, coordinate->count) : 1;
    for (unsigned i = 0; i < count; ++i) {
      uint32_t value = access.operands[1];
      if (isVector)
        value =
            emit(index, spv::OpCompositeExtract, raw(scalar.id), {value, i});
      isHit = both(index, isHit, isEqual(index, value, Watched.texel[i]));
    }
    return isHit;
  }

  /// All indices from the variable to \p pointer, and the variable's type;
  /// nullptr where the pointer does not come from a variable by access chains.
  const Type *rootPath(Id pointer, std::vector<uint32_t> &path) const {
    const Instruction *inst = M.def(pointer);
    for (; inst && isAccessChain(inst->opcode);
         inst = M.def(inst->idOperand(0)))
      path.insert(path.begin(), inst->operands.begin() + 1,
                  inst->operands.end());
    if (!inst || inst->opcode != spv::OpVariable)
      return nullptr;
    return M.typeOrNull(M.typeOf(inst->result)->element);
  }

  /// Of an array of blocks or images, takes the first index off \p path and
  /// adds to \p isHit that it is the one that is watched.
  bool chooseElement(uint32_t index, const Type *&type,
                     std::vector<uint32_t> &path, uint32_t &isHit) {
    if (type->kind != TypeKind::Array)
      return true;
    const Type *element = M.typeOrNull(type->element);
    if (path.empty() || !element || element->kind == TypeKind::Array)
      return false;
    uint32_t number = Editor.asUint(static_cast<Id>(path.front()), index);
    if (number == kNoId)
      return false;
    isHit = both(index, isHit, isEqual(index, number, Watched.arrayIndex));
    path.erase(path.begin());
    type = element;
    return true;
  }

  /// Whether the bytes at \p pointer hold the watched one.
  uint32_t bufferHit(uint32_t index, Id pointer) {
    std::vector<uint32_t> path;
    const Type *type = rootPath(pointer, path);
    uint32_t isHit = kNoId;
    if (!type || !chooseElement(index, type, path, isHit))
      return kNoId;
    spirv::MemberLayout layout;
    uint32_t offset = Editor.uintConstant(0);
    for (uint32_t number : path) {
      offset = step(index, offset, type, layout, static_cast<Id>(number));
      if (offset == kNoId)
        return kNoId;
    }
    std::optional<uint64_t> size = sizeOf(*type, layout);
    if (!size || *size > UINT32_MAX)
      return kNoId;
    uint32_t distance =
        emit(index, spv::OpISub, Editor.uintType(),
             {Editor.uintConstant(uint32_t(Watched.offsetBytes)), offset});
    uint32_t isInside = emit(index, spv::OpULessThan, boolType(),
                             {distance, Editor.uintConstant(uint32_t(*size))});
    return both(index, isHit, isInside);
  }

  /// The offset one index further; changes \p type and \p layout to what lies
  /// there. kNoId where the layout does not say.
  uint32_t step(uint32_t index, uint32_t offset, const Type *&type,
                spirv::MemberLayout &layout, Id number) {
    if (type->kind == TypeKind::Struct) {
      std::optional<uint32_t> member = constantWord(M, number);
      if (!member || *member >= type->members.size())
        return kNoId;
      layout = M.memberLayout(type->id, *member);
      type = &M.type(type->members[*member]);
      return layout.offsetBytes
                 ? add(index, offset, Editor.uintConstant(*layout.offsetBytes))
                 : kNoId;
    }
    std::optional<uint32_t> strideBytes = strideOf(*type, layout);
    uint32_t value = Editor.asUint(number, index);
    if (!strideBytes || value == kNoId)
      return kNoId;
    type = &M.type(type->element);
    return add(index, offset,
               emit(index, spv::OpIMul, Editor.uintType(),
                    {value, Editor.uintConstant(*strideBytes)}));
  }

  uint32_t add(uint32_t index, uint32_t left, uint32_t right) {
    return emit(index, spv::OpIAdd, Editor.uintType(), {left, right});
  }

  /// Bytes between elements of \p type; std::nullopt where they do not lie one
  /// behind the other.
  std::optional<uint32_t> strideOf(const Type &type,
                                   const spirv::MemberLayout &layout) const {
    switch (type.kind) {
    case TypeKind::Array:
    case TypeKind::RuntimeArray:
      if (type.arrayStrideBytes == 0)
        return std::nullopt;
      return type.arrayStrideBytes;
    case TypeKind::Matrix:
      if (layout.isRowMajor)
        return std::nullopt;
      return layout.matrixStrideBytes;
    case TypeKind::Vector:
      return M.type(type.element).bitWidth / 8;
    default:
      return std::nullopt;
    }
  }

  /// Bytes that a write of \p type covers.
  std::optional<uint64_t> sizeOf(const Type &type,
                                 const spirv::MemberLayout &layout) const {
    if (type.kind == TypeKind::Matrix) {
      if (!layout.matrixStrideBytes)
        return std::nullopt;
      unsigned vectors =
          layout.isRowMajor ? M.type(type.element).count : type.count;
      return uint64_t(*layout.matrixStrideBytes) * vectors;
    }
    auto memory = memoryType(M, type, MemoryLayout::Explicit);
    if (memory)
      return extentBytes(*memory);
    llvm::consumeError(memory.takeError());
    return std::nullopt;
  }

  /// The variable of gl_GlobalInvocationID: the module's, or a new one.
  uint32_t globalIdVariable(uint32_t vectorType) {
    for (Id variable : M.globalVariables())
      if (M.decorations(variable).builtIn == spv::BuiltInGlobalInvocationId)
        return raw(variable);
    uint32_t pointer =
        Editor.type(spv::OpTypePointer, {spv::StorageClassInput, vectorType});
    uint32_t variable = Editor.newId();
    Editor.declare(spv::OpVariable,
                   {pointer, variable, spv::StorageClassInput});
    Editor.annotate(spv::OpDecorate, {variable, spv::DecorationBuiltIn,
                                      spv::BuiltInGlobalInvocationId});
    return variable;
  }

  /// x + width * (y + height * z) of the global id.
  uint32_t appendLinearId() {
    uint32_t number = Editor.uintType();
    uint32_t vector = Editor.type(spv::OpTypeVector, {number, 3});
    uint32_t id =
        Editor.appendValue(spv::OpLoad, vector, {globalIdVariable(vector)});
    uint32_t linear = kNoId;
    for (unsigned d = 3; d-- > 0;) {
      uint32_t part =
          Editor.appendValue(spv::OpCompositeExtract, number, {id, d});
      if (linear != kNoId)
        part = Editor.appendValue(
            spv::OpIAdd, number,
            {part,
             Editor.appendValue(
                 spv::OpIMul, number,
                 {linear, Editor.uintConstant(Watched.invocationCount[d])})});
      linear = part;
    }
    return linear;
  }

  /// uint record(bool isHit, uint site)
  void defineRecordFunction() {
    uint32_t number = Editor.uintType();
    uint32_t type =
        Editor.type(spv::OpTypeFunction, {number, boolType(), number});
    uint32_t hit = Editor.newId(), end = Editor.newId();
    Editor.name(RecordFunction, "wglint_recordWriter");
    Editor.appendCode(spv::OpFunction, {number, RecordFunction,
                                        spv::FunctionControlMaskNone, type});
    uint32_t isHit =
        Editor.appendValue(spv::OpFunctionParameter, boolType(), {});
    uint32_t site = Editor.appendValue(spv::OpFunctionParameter, number, {});
    Editor.appendCode(spv::OpLabel, {Editor.newId()});
    Editor.appendCode(spv::OpSelectionMerge,
                      {end, spv::SelectionControlMaskNone});
    Editor.appendCode(spv::OpBranchConditional, {isHit, hit, end});
    Editor.appendCode(spv::OpLabel, {hit});
    uint32_t linear = appendLinearId();
    // The block starts as zeros: a complement makes the least id the greatest.
    uint32_t complement = Editor.appendValue(spv::OpNot, number, {linear});
    Report.appendAtomic(spv::OpAtomicIAdd, site, 0, Editor.uintConstant(1));
    Report.appendAtomic(spv::OpAtomicUMax, site, 1, complement);
    Report.appendAtomic(spv::OpAtomicUMax, site, 2, linear);
    Editor.appendCode(spv::OpBranch, {end});
    Editor.appendCode(spv::OpLabel, {end});
    Editor.appendCode(spv::OpReturnValue, {Editor.uintConstant(0)});
    Editor.appendCode(spv::OpFunctionEnd, {});
  }

  const spirv::Module &M;
  const Usage &Used;
  const WatchedNumber &Watched;
  ModuleEditor Editor;
  ReportBlock Report;
  TrackedModule Result;
  uint32_t RecordFunction = kNoId;
};

} // namespace

llvm::Expected<TrackedModule>
wglint::trackWriters(const spirv::Module &module, const Usage &usage,
                     const WatchedNumber &watched) {
  return WriterInstrument(module, usage, watched).run();
}
