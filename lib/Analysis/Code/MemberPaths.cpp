// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code/MemberPaths.h"
#include "wglint/SPIRV/Queries.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::Type;
using spirv::TypeKind;

bool MemberPath::contains(const MemberPath &other) const {
  return variable == other.variable && members.size() <= other.members.size() &&
         std::equal(members.begin(), members.end(), other.members.begin());
}

bool MemberPath::overlaps(const MemberPath &other) const {
  return contains(other) || other.contains(*this);
}

MemberPath wglint::memberPathOf(const spirv::Module &module, Id pointer) {
  MemberPath path;
  path.variable = spirv::rootVariable(module, pointer);
  if (path.variable == Id::None)
    return path;
  std::vector<Id> indices; // the last first
  while (pointer != path.variable) {
    const Instruction *inst = module.def(pointer);
    bool isChain = inst->opcode == spv::OpAccessChain ||
                   inst->opcode == spv::OpInBoundsAccessChain;
    for (unsigned i = inst->operands.size(); isChain && i-- > 1;)
      indices.push_back(inst->idOperand(i));
    if (!isChain && inst->opcode != spv::OpCopyObject) {
      path.leadsFurther = true; // a step of another kind
      return path;
    }
    pointer = inst->idOperand(0);
  }
  const Type *type = &module.type(module.typeOf(path.variable)->element);
  for (Id index : llvm::reverse(indices)) {
    std::optional<uint32_t> member = constantWord(module, index);
    if (type->kind != TypeKind::Struct || !member ||
        *member >= type->members.size()) {
      path.leadsFurther = true;
      break;
    }
    path.members.push_back(*member);
    type = &module.type(type->members[*member]);
  }
  return path;
}

/// The structures that \p path leads through and what it ends at.
static std::vector<const Type *> typesOf(const spirv::Module &module,
                                         const MemberPath &path) {
  std::vector<const Type *> types{
      &module.type(module.typeOf(path.variable)->element)};
  for (uint32_t member : path.members)
    types.push_back(&module.type(types.back()->members[member]));
  return types;
}

const Type &wglint::typeOfPath(const spirv::Module &module,
                               const MemberPath &path) {
  return *typesOf(module, path).back();
}

std::string wglint::memberNames(const spirv::Module &module,
                                const MemberPath &path) {
  std::string names;
  std::vector<const Type *> types = typesOf(module, path);
  for (auto [type, member] : llvm::zip(types, path.members))
    names += "." + module.memberLayout(type->id, member).name;
  return names;
}

std::vector<std::vector<uint32_t>> wglint::arraysIn(const spirv::Module &module,
                                                    const Type &type) {
  std::vector<std::vector<uint32_t>> found;
  std::vector<std::pair<const Type *, std::vector<uint32_t>>> work{{&type, {}}};
  while (!work.empty()) {
    auto [at, members] = std::move(work.back());
    work.pop_back();
    if (at->kind == TypeKind::Array)
      found.push_back(members);
    if (at->kind != TypeKind::Struct)
      continue;
    for (unsigned i = 0; i < at->members.size(); ++i) {
      work.push_back({&module.type(at->members[i]), members});
      work.back().second.push_back(i);
    }
  }
  return found;
}
