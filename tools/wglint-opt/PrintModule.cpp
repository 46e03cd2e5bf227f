// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// --print=module.

#include "Actions.h"
#include "llvm/ADT/StringExtras.h"

namespace wglint::opt {

using spirv::Id;
using spirv::Module;
using spirv::Type;
using spirv::TypeKind;

/// The name of \p id, or its number where it has none.
static std::string nameOf(const Module &module, Id id) {
  llvm::StringRef name = module.name(id);
  return name.empty() ? "%" + std::to_string(raw(id)) : name.str();
}

static std::string scalarName(const Type &type) {
  if (type.kind == TypeKind::Bool)
    return "bool";
  if (type.kind == TypeKind::Float)
    return "f" + std::to_string(type.bitWidth);
  return (type.isSigned ? "i" : "u") + std::to_string(type.bitWidth);
}

/// One constant word of an array's length, or its name where it is specialized.
static std::string lengthText(const Module &module, Id length) {
  const spirv::Instruction *def = module.def(length);
  bool isSpecialized = module.decorations(length).specId.has_value();
  if (!def || isSpecialized || def->operands.size() != 1)
    return nameOf(module, length);
  return std::to_string(def->operands[0]);
}

/// A type in one line; structures by their name alone.
static std::string typeText(const Module &module, Id id) {
  std::string suffix;
  // Arrays of arrays are the only nesting without a name between its levels.
  const Type *type = module.typeOrNull(id);
  for (; type && (type->kind == TypeKind::Array ||
                  type->kind == TypeKind::RuntimeArray);
       type = module.typeOrNull(type->element)) {
    suffix += "[";
    if (type->kind == TypeKind::Array)
      suffix += lengthText(module, type->lengthId);
    suffix += "]";
    if (type->arrayStrideBytes)
      suffix += " stride " + std::to_string(type->arrayStrideBytes);
  }
  if (!type)
    return "?";
  switch (type->kind) {
  case TypeKind::Bool:
  case TypeKind::Int:
  case TypeKind::Float:
    return scalarName(*type) + suffix;
  case TypeKind::Vector:
    return scalarName(module.type(type->element)) + "x" +
           std::to_string(type->count) + suffix;
  case TypeKind::Matrix: {
    const Type &column = module.type(type->element);
    std::string component = column.kind == TypeKind::Vector
                                ? scalarName(module.type(column.element))
                                : "?";
    return component + "x" + std::to_string(column.count) + "x" +
           std::to_string(type->count) + suffix;
  }
  case TypeKind::Struct:
    return "struct " + nameOf(module, type->id) + suffix;
  case TypeKind::Image:
  case TypeKind::SampledImage:
    return "image" + suffix;
  case TypeKind::Pointer:
    return "pointer" + suffix;
  default:
    return "other" + suffix;
  }
}

static void printMembers(const Module &module, const Type &type,
                         llvm::raw_ostream &out) {
  for (unsigned i = 0; i < type.members.size(); ++i) {
    const spirv::MemberLayout &layout = module.memberLayout(type.id, i);
    out << "    " << (layout.name.empty() ? std::to_string(i) : layout.name)
        << ": " << typeText(module, type.members[i]);
    if (layout.offsetBytes)
      out << " offset " << *layout.offsetBytes;
    if (layout.matrixStrideBytes)
      out << " matrix stride " << *layout.matrixStrideBytes;
    if (layout.isRowMajor)
      out << " row major";
    if (layout.isNonWritable)
      out << " readonly";
    out << '\n';
  }
}

static void printStructs(const Module &module, llvm::raw_ostream &out) {
  for (const spirv::Instruction &inst : module.instructions()) {
    const Type *type =
        inst.resultType == Id::None ? module.typeOrNull(inst.result) : nullptr;
    if (!type || type->kind != TypeKind::Struct)
      continue;
    out << "struct " << nameOf(module, type->id);
    if (type->isBlock || type->isBufferBlock)
      out << (type->isBlock ? " block" : " buffer block");
    out << '\n';
    printMembers(module, *type, out);
  }
}

static void printEntryPoints(const Module &module, llvm::raw_ostream &out) {
  for (const spirv::EntryPoint &entry : module.entryPoints()) {
    out << "entry point " << entry.name << " model " << entry.executionModel
        << " size";
    for (unsigned i = 0; i < 3; ++i)
      out << ' '
          << (entry.sizeIds[i] == Id::None
                  ? std::to_string(entry.literalSize[i])
                  : lengthText(module, entry.sizeIds[i]));
    out << '\n';
  }
}

static void printGlobals(const Module &module, llvm::raw_ostream &out) {
  for (Id id : module.globalVariables()) {
    const Type *pointer = module.typeOf(id);
    if (!pointer || pointer->kind != TypeKind::Pointer)
      continue;
    out << "variable " << nameOf(module, id) << ": "
        << typeText(module, pointer->element) << " class "
        << pointer->storageClass;
    const spirv::Decorations &deco = module.decorations(id);
    if (deco.descriptorSet)
      out << " set " << *deco.descriptorSet;
    if (deco.binding)
      out << " binding " << *deco.binding;
    out << '\n';
  }
}

/// Blocks by their place in the order, so that tests hold no ids.
static void printFunction(const Module &module, const spirv::Function &function,
                          llvm::raw_ostream &out) {
  std::vector<unsigned> place(function.blocks.size(), ~0u);
  for (unsigned i = 0; i < function.order.size(); ++i)
    place[function.order[i]] = i;
  out << "function " << nameOf(module, function.id) << '\n';
  for (uint32_t index : function.order) {
    const spirv::Block &block = function.blocks[index];
    out << "  block " << place[index] << " ->";
    for (uint32_t successor : block.successors)
      out << ' ' << place[successor];
    if (std::optional<uint32_t> merge = function.blockIndex(block.mergeBlock)) {
      out << (block.isLoopHeader ? " loop" : " selection") << " merge ";
      // A merge block that nothing branches to is not in the order.
      out << (place[*merge] == ~0u ? "unreachable"
                                   : std::to_string(place[*merge]));
    }
    if (uint32_t loop = function.loopOf[index]; loop != spirv::kNoLoop)
      out << " in " << place[loop];
    auto parent = function.parentLoop.find(index);
    if (parent != function.parentLoop.end() && parent->second != spirv::kNoLoop)
      out << " inside " << place[parent->second];
    out << '\n';
  }
}

void printModule(const Module &module, llvm::raw_ostream &out) {
  printEntryPoints(module, out);
  printStructs(module, out);
  printGlobals(module, out);
  for (const spirv::Function &function : module.functions())
    printFunction(module, function, out);
}

} // namespace wglint::opt
