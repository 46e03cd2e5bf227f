// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What an entry point declares: the size of its workgroup, its shared
/// variables and its private arrays.
#include "Code/Copies.h"
#include "Code/FilledLists.h"
#include "Code/IdiomFinders.h"
#include "Code/Loops.h"
#include "Code/MemberPaths.h"
#include "Code/Operands.h"
#include "Facts/EntryPointAnalysis.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "wglint/SPIRV/Queries.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::Type;

/// Invocations that a walk can enumerate; no API allows more in one workgroup.
static constexpr uint64_t kMaxInvocations = 4096;

bool EntryPointAnalysis::findWorkgroupSize() {
  bool isSpecialized = false, isAssumed = false;
  for (unsigned d = 0; d < 3; ++d) {
    Facts.workgroupSize[d] = Entry.literalSize[d];
    if (Entry.sizeIds[d] != Id::None) {
      Facts.workgroupSize[d] = Consts.integer(Entry.sizeIds[d]).value_or(0);
      isSpecialized |= Consts.isSpecialized(Entry.sizeIds[d]);
      isAssumed |= Consts.isAssumed(Entry.sizeIds[d]);
    }
  }
  Facts.sizeSource = isAssumed       ? SizeSource::Assumed
                     : isSpecialized ? SizeSource::Specialization
                                     : SizeSource::Literal;
  Facts.otherShapes = Consts.otherShapes();
  if (Options.localSize) {
    Facts.workgroupSize = *Options.localSize;
    Facts.sizeSource = SizeSource::Given;
  }
  uint64_t invocations = 1;
  for (uint32_t n : Facts.workgroupSize)
    invocations *= n;
  if (invocations == 0) {
    Facts.sizeSource = SizeSource::Missing;
    Facts.unknown = UnknownReason{
        UnknownKind::Unsupported,
        "the workgroup size is not known; give --local-size X,Y,Z",
        std::nullopt};
    return false;
  }
  if (invocations > kMaxInvocations) {
    Facts.unknown = UnknownReason{
        UnknownKind::Budget, "the workgroup has more than 4096 invocations",
        std::nullopt};
    return false;
  }
  return true;
}

/// Lengths of the arrays that \p type nests, the outermost first.
static std::vector<uint64_t> dimensionsOf(const spirv::Module &module,
                                          Constants &constants,
                                          const Type &type) {
  std::vector<uint64_t> dimensions;
  for (const Type *t = &type; t->kind == spirv::TypeKind::Array;
       t = &module.type(t->element))
    dimensions.push_back(constants.arrayLength(*t).value_or(0));
  return dimensions;
}

void EntryPointAnalysis::describeDeclarations() {
  Facts.name = Entry.name;
  Facts.dispatch = Options.dispatch;
  for (const Instruction &inst : M.instructions())
    Facts.hasBarrier |= inst.opcode == spv::OpControlBarrier;
  if (const spirv::Function *f = M.function(Entry.function))
    for (const spirv::Block &b : f->blocks) {
      for (uint32_t i = b.begin; i < b.end && Facts.key.line == 0; ++i)
        if (M.instructions()[i].debug.line)
          Facts.key = debugKey(M, i);
    }
  for (Id global : M.globalVariables()) {
    const Instruction *inst = M.def(global);
    const Type *pointer = M.typeOf(global);
    if (!pointer || inst->operands.empty() ||
        inst->operands[0] != spv::StorageClassWorkgroup)
      continue;
    SharedVariableFact shared;
    shared.variable = M.name(global).str();
    shared.variableId = {spirv::raw(global)};
    const Type &type = M.type(pointer->element);
    shared.bytes = shared.elementBytes = Bytes.size(type);
    shared.dimensions = dimensionsOf(M, Consts, type);
    const Type &element = spirv::withoutArrays(M, type);
    shared.hasStructures = element.kind == spirv::TypeKind::Struct;
    shared.elementAlignment = Bytes.alignment(element);
    for (const Type *t = &type; t->kind == spirv::TypeKind::Array;
         t = &M.type(t->element)) {
      shared.elementBytes = Bytes.arrayStride(*t);
      shared.dependsOnSpecialization |= Consts.isSpecialized(t->lengthId);
    }
    Facts.sharedBytes += shared.bytes;
    Facts.sharedVariables.push_back(std::move(shared));
  }
}

/// What calls pass for \p value if it is a parameter; empty for others.
static std::vector<Id> argumentsFor(const spirv::Module &module, Id value) {
  std::vector<Id> arguments;
  for (const spirv::Function &function : module.functions()) {
    auto it = llvm::find(function.parameters, value);
    if (it == function.parameters.end())
      continue;
    unsigned number = it - function.parameters.begin();
    for (const Instruction &inst : module.instructions())
      if (inst.opcode == spv::OpFunctionCall &&
          inst.idOperand(0) == function.id)
        arguments.push_back(inst.idOperand(number + 1));
  }
  return arguments;
}

/// The name of a private array. What a call takes a value through is glslang's:
/// it goes by the name of the parameter.
static std::string nameOf(const spirv::Module &module, Id variable) {
  std::string name = module.name(variable).str();
  if (name != "param")
    return name;
  for (const Instruction &inst : module.instructions())
    for (unsigned i = 1; i < inst.operands.size(); ++i)
      if (inst.opcode == spv::OpFunctionCall && inst.idOperand(i) == variable)
        if (const spirv::Function *callee = module.function(inst.idOperand(0)))
          return module.name(callee->parameters[i - 1]).str();
  return name;
}

/// A constant, or a parameter for which every call passes one.
bool EntryPointAnalysis::isAlwaysConstant(Id value) const {
  std::vector<Id> work{value};
  std::set<Id> seen;
  while (!work.empty()) {
    Id next = work.back();
    work.pop_back();
    if (Consts.isConstant(next) || !seen.insert(next).second)
      continue;
    std::vector<Id> arguments = argumentsFor(M, next);
    if (arguments.empty())
      return false;
    llvm::append_range(work, arguments);
  }
  return true;
}

/// Only ever written as a whole, with constants: a lookup table.
bool EntryPointAnalysis::isConstantTable(const MemberPath &array) const {
  const Instruction *def = M.def(array.variable);
  bool hasValue = def->operands.size() > 1;
  for (const Instruction &inst : M.instructions()) {
    if (inst.opcode != spv::OpStore ||
        spirv::rootVariable(M, inst.idOperand(0)) != array.variable)
      continue;
    MemberPath stored = memberPathOf(M, inst.idOperand(0));
    if (!stored.overlaps(array))
      continue;
    if (stored.leadsFurther || !stored.contains(array) ||
        !isAlwaysConstant(inst.idOperand(1)))
      return false;
    hasValue = true;
  }
  return hasValue;
}

/// Calls \p visit for what is executed and may write to \p array: others than
/// loads that take a pointer may.
void EntryPointAnalysis::eachWriteTo(
    const MemberPath &array,
    llvm::function_ref<void(const Instruction &)> visit) const {
  auto mayWrite = [&](const Instruction &inst) {
    bool isWriting =
        inst.opcode == spv::OpStore || inst.opcode == spv::OpCopyMemory ||
        inst.opcode == spv::OpExtInst || inst.opcode == spv::OpFunctionCall ||
        spirv::isAtomic(inst.opcode);
    return isWriting &&
           llvm::any_of(valueOperands(inst), [&](unsigned operand) {
             return memberPathOf(M, inst.idOperand(operand)).overlaps(array);
           });
  };
  for (const spirv::Function *function : spirv::reachedFunctions(M, Entry))
    for (const spirv::Block &block : function->blocks)
      for (uint32_t i = block.begin; i < block.end; ++i)
        if (mayWrite(M.instructions()[i]))
          visit(M.instructions()[i]);
}

/// Nothing that is executed writes to it: what is read of it is undefined, and
/// compilers give it no room.
bool EntryPointAnalysis::isNeverFilled(const MemberPath &array) const {
  bool isFilled = M.def(array.variable)->operands.size() > 1; // initializer
  eachWriteTo(array, [&](const Instruction &) { isFilled = true; });
  return !isFilled;
}

/// A member that is stored with its structure alone, and no table: the
/// structure stands for another one, as a parameter that is passed by value
/// does, and compilers read that.
bool EntryPointAnalysis::isOnlyCopied(const MemberPath &array) const {
  bool isOnlyCopied = !array.members.empty();
  eachWriteTo(array, [&](const Instruction &inst) {
    MemberPath stored = memberPathOf(M, inst.idOperand(0));
    isOnlyCopied &= inst.opcode == spv::OpStore && !stored.leadsFurther &&
                    stored.members.size() < array.members.size();
  });
  return isOnlyCopied && !isConstantTable(array);
}

/// What \p array is filled from as a whole, if it is, or is in, what a call
/// passes for that one. An array that the shader copies is one more.
std::optional<MemberPath>
EntryPointAnalysis::copiedFrom(const MemberPath &array) const {
  std::optional<MemberPath> from;
  bool isArgument = false;
  for (const Instruction &inst : M.instructions()) {
    isArgument |= inst.opcode == spv::OpFunctionCall &&
                  llvm::is_contained(inst.operands, spirv::raw(array.variable));
    if (inst.opcode != spv::OpStore || inst.idOperand(0) != array.variable)
      continue;
    const Instruction *value = M.def(inst.idOperand(1));
    if (!value || value->opcode != spv::OpLoad)
      continue;
    MemberPath source = memberPathOf(M, value->idOperand(0));
    if (source.variable == Id::None || source.leadsFurther)
      continue;
    llvm::append_range(source.members, array.members);
    from = std::move(source);
  }
  return isArgument ? from : std::nullopt;
}

PrivateArrayFact
EntryPointAnalysis::privateArrayFact(const PrivateArrayUse &use) {
  const MemberPath &array = use.array;
  const Type &type = typeOfPath(M, array);
  PrivateArrayFact fact;
  fact.variable = nameOf(M, array.variable) + memberNames(M, array);
  fact.variableId = {spirv::raw(array.variable)};
  fact.members = array.members;
  fact.key = debugKey(M, use.firstInstruction);
  if (auto function = placeOf(M, M.defIndex(array.variable)).first)
    fact.function = spirv::raw(function->id);
  fact.stretch = stretchOf(M, use.firstInstruction);
  fact.bytes = Bytes.dataBytes(type);
  fact.elementCount = Consts.arrayLength(type).value_or(0);
  fact.dimensions = dimensionsOf(M, Consts, type);
  fact.index = use.index;
  fact.isConstantTable = isConstantTable(array);
  fact.isCopiedToShared =
      fact.isConstantTable && isOnlyCopiedToShared(M, array);
  fact.isFilledList = isFilledList(M, array);
  fact.isStack = isStack(M, array);
  eachWriteTo(array, [&](const Instruction &inst) {
    fact.isPassed |= inst.opcode == spv::OpFunctionCall;
  });
  if (std::optional<MemberPath> from = copiedFrom(array)) {
    fact.copyOf = VariableId{spirv::raw(from->variable)};
    fact.copiedMembers = std::move(from->members);
  }
  return fact;
}

void EntryPointAnalysis::describePrivateArrays(const PrivateArrayUses &uses) {
  for (const auto &[id, use] : uses) {
    auto known = llvm::find_if(Facts.privateArrays,
                               [key = id](const PrivateArrayFact &f) {
                                 return f.variableId == VariableId{key.first} &&
                                        f.members == key.second;
                               });
    if (known != Facts.privateArrays.end()) {
      known->index = std::max(known->index, use.index);
      continue;
    }
    if (isNeverFilled(use.array) || isOnlyCopied(use.array))
      continue;
    PrivateArrayFact fact = privateArrayFact(use);
    Facts.privateBytes += fact.bytes;
    Facts.privateArrays.push_back(std::move(fact));
  }
}
