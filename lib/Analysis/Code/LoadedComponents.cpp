// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code/LoadedComponents.h"
#include "Code/Operands.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::Type;
using spirv::TypeKind;

/// Uses that are followed for one load, and calls within each other, before all
/// of it counts as used.
static constexpr unsigned kMaxSteps = 2000;
static constexpr unsigned kMaxCalls = 16;

LoadedComponents::LoadedComponents(const spirv::Module &module)
    : M(module), Users(usersById(module)) {}

/// Component by component: the result's is made of the same ones.
static bool isByComponent(uint16_t opcode) {
  return opcode == spv::OpCopyObject ||
         (opcode >= spv::OpConvertFToU && opcode <= spv::OpFConvert) ||
         (opcode >= spv::OpSNegate && opcode <= spv::OpVectorTimesScalar);
}

std::string wglint::partName(const spirv::Module &m, const Type *type,
                             const PartPath &part) {
  std::string name;
  for (unsigned i = 0; i < part.size() && type; ++i) {
    if (type->kind == TypeKind::Struct && part[i] < type->members.size())
      if (const std::string &member = m.memberLayout(type->id, part[i]).name;
          !member.empty())
        name += "." + member;
    type = partType(m, type, {part[i]});
  }
  return name;
}

const Type *wglint::partType(const spirv::Module &m, const Type *type,
                             const PartPath &part) {
  for (uint32_t index : part) {
    bool isStruct = type && type->kind == TypeKind::Struct;
    if (!type || (isStruct && index >= type->members.size()))
      return nullptr;
    type = m.typeOrNull(isStruct ? type->members[index] : type->element);
  }
  return type;
}

ComponentSet LoadedComponents::used(uint32_t instruction,
                                    llvm::ArrayRef<uint32_t> callChain,
                                    const PartPath &part) {
  const Instruction &inst = M.instructions()[instruction];
  const Type *type = partType(M, M.typeOf(inst.result), part);
  bool isVector = type && type->kind == TypeKind::Vector;
  bool isScalar =
      type && (type->kind == TypeKind::Int || type->kind == TypeKind::Float);
  if ((!isVector && !isScalar) || callChain.size() > kMaxCalls)
    return kAllComponents;
  Calls calls = callChain.vec();
  ComponentSet found =
      settled([&] { return usedOf(inst.result, part, calls); });
  // What is loaded for nothing may be what a test of races is made of.
  if (!found && part.empty() && !isPartOfUsed(inst.result, calls))
    return kAllComponents;
  return found && isScalar ? kAllComponents : found;
}

/// What goes round through a variable may come back in another component.
ComponentSet
LoadedComponents::settled(llvm::function_ref<ComponentSet()> question) {
  Private.clear();
  Steps = 0;
  ComponentSet found = 0;
  do {
    HasGrown = false;
    Visited.clear();
    found = question();
  } while (HasGrown && found != kAllComponents);
  return found;
}

/// The private variable that \p pointer leads to a part of; nullptr: none.
static const Instruction *variableAround(const spirv::Module &m, Id pointer) {
  const Instruction *def = m.def(pointer);
  if (!def || !spirv::isAccessChain(def->opcode) ||
      !isPrivate(m.typeOf(pointer)))
    return nullptr;
  while (def && spirv::isAccessChain(def->opcode))
    def = m.def(def->idOperand(0));
  return def && def->opcode == spv::OpVariable ? def : nullptr;
}

/// Whether \p value goes into a vector or a structure of which something is
/// used.
bool LoadedComponents::isPartOfUsed(Id value, const Calls &calls) {
  auto users = Users.find(spirv::raw(value));
  if (users == Users.end())
    return false;
  return llvm::any_of(users->second, [&](uint32_t user) {
    const Instruction &inst = M.instructions()[user];
    switch (inst.opcode) {
    case spv::OpCompositeInsert:
    case spv::OpCompositeConstruct:
      return settled([&] { return usedOf(inst.result, {}, calls); }) != 0 ||
             isPartOfUsed(inst.result, calls);
    case spv::OpStore: {
      const Instruction *around = variableAround(M, inst.idOperand(0));
      return around && inst.idOperand(1) == value &&
             settled([&] { return usedBehind(around->result, {}, calls); }) !=
                 0;
    }
    default:
      return false;
    }
  });
}

ComponentSet LoadedComponents::usedOf(Id value, const PartPath &part,
                                      const Calls &calls) {
  auto users = Users.find(spirv::raw(value));
  ComponentSet found = 0;
  if (users != Users.end())
    for (uint32_t user : users->second) {
      if (++Steps > kMaxSteps || found == kAllComponents)
        return kAllComponents;
      found |= usedBy(user, value, part, calls);
    }
  return found;
}

ComponentSet LoadedComponents::usedBy(uint32_t user, Id value,
                                      const PartPath &part,
                                      const Calls &calls) {
  const Instruction &inst = M.instructions()[user];
  switch (inst.opcode) {
  case spv::OpCompositeExtract:
    return usedByExtract(inst, part, calls);
  case spv::OpCompositeInsert:
    return usedByInsert(inst, value, part, calls);
  case spv::OpCompositeConstruct:
    return usedByConstruct(inst, value, part, calls);
  case spv::OpVectorShuffle:
    return usedByShuffle(inst, value, calls);
  case spv::OpStore:
    return inst.idOperand(0) == value
               ? kAllComponents
               : usedByStore(inst.idOperand(0), part, calls);
  case spv::OpFunctionCall:
    return usedByCall(user, value, part, calls);
  case spv::OpReturnValue:
    return calls.empty() ? kAllComponents
                         : usedOf(M.instructions()[calls.front()].result, part,
                                  {calls.begin() + 1, calls.end()});
  case spv::OpCopyObject:
  case spv::OpCopyLogical:
    return usedOf(inst.result, part, calls);
  default:
    return isByComponent(inst.opcode) ? usedOf(inst.result, part, calls)
                                      : kAllComponents;
  }
}

/// How a way that begins where \p part does goes on from it.
namespace {
enum class Way { Elsewhere, Around, To, Into };
}

/// Elsewhere: to another part; Around: to what holds \p part; Into: to a
/// component of it.
static Way wayOf(llvm::ArrayRef<uint32_t> indices, const PartPath &part) {
  for (auto [index, wanted] : llvm::zip(indices, part))
    if (index != wanted && index != kAnyElement && wanted != kAnyElement)
      return Way::Elsewhere;
  return indices.size() < part.size()    ? Way::Around
         : indices.size() == part.size() ? Way::To
                                         : Way::Into;
}

/// \p part, seen from where \p indices lead to on the way to it.
static PartPath restOf(const PartPath &part, size_t indices) {
  return {part.begin() + indices, part.end()};
}

/// A component by its number; all, where that is not known.
static ComponentSet oneComponent(llvm::ArrayRef<uint32_t> indices) {
  return indices.size() == 1 && indices[0] < 4 ? ComponentSet(1u << indices[0])
                                               : kAllComponents;
}

ComponentSet LoadedComponents::usedByExtract(const Instruction &inst,
                                             const PartPath &part,
                                             const Calls &calls) {
  llvm::ArrayRef<uint32_t> indices(inst.operands.begin() + 1,
                                   inst.operands.end());
  switch (wayOf(indices, part)) {
  case Way::Elsewhere:
    return 0;
  case Way::Into:
    return oneComponent(indices.drop_front(part.size()));
  default:
    return usedOf(inst.result, restOf(part, indices.size()), calls);
  }
}

ComponentSet LoadedComponents::usedByInsert(const Instruction &inst, Id value,
                                            const PartPath &part,
                                            const Calls &calls) {
  if (inst.idOperand(0) == value)
    return kAllComponents;
  llvm::ArrayRef<uint32_t> indices(inst.operands.begin() + 2,
                                   inst.operands.end());
  Way way = wayOf(indices, part);
  if (way == Way::Elsewhere || llvm::is_contained(part, kAnyElement))
    return usedOf(inst.result, part, calls);
  if (way != Way::Into)
    return 0; // something else takes its place
  return usedOf(inst.result, part, calls) &
         ~oneComponent(indices.drop_front(part.size()));
}

ComponentSet LoadedComponents::usedByConstruct(const Instruction &inst,
                                               Id value, const PartPath &part,
                                               const Calls &calls) {
  bool isVector = M.typeOf(inst.result)->kind == TypeKind::Vector;
  ComponentSet found = 0;
  unsigned first = 0;
  for (uint32_t i = 0; i < inst.operands.size(); ++i) {
    const Type *type = M.typeOf(inst.idOperand(i));
    unsigned count = type && type->kind == TypeKind::Vector ? type->count : 1;
    if (inst.idOperand(i) == value && isVector) {
      found |= usedOf(inst.result, {}, calls) >> first & ((1u << count) - 1);
    } else if (inst.idOperand(i) == value) {
      PartPath inResult{i};
      inResult.append(part.begin(), part.end());
      found |= usedOf(inst.result, inResult, calls);
    }
    first += count;
  }
  return found;
}

ComponentSet LoadedComponents::usedByShuffle(const Instruction &inst, Id value,
                                             const Calls &calls) {
  unsigned firstCount = M.typeOf(inst.idOperand(0))->count;
  ComponentSet ofResult = usedOf(inst.result, {}, calls), found = 0;
  for (unsigned i = 2; i < inst.operands.size(); ++i) {
    uint32_t from = inst.operands[i];
    if (!(ofResult & (1u << (i - 2))) || from == ~0u)
      continue;
    if (from < firstCount && inst.idOperand(0) == value)
      found |= 1u << from;
    else if (from >= firstCount && inst.idOperand(1) == value)
      found |= 1u << (from - firstCount);
  }
  return found;
}

/// What the parameter of the running function stands for in its caller.
Id LoadedComponents::argumentFor(Id parameter, const Calls &calls) const {
  if (calls.empty())
    return Id::None;
  const Instruction &call = M.instructions()[calls.front()];
  const spirv::Function *callee = M.function(call.idOperand(0));
  for (unsigned i = 0; callee && i < callee->parameters.size(); ++i)
    if (callee->parameters[i] == parameter)
      return call.idOperand(i + 1);
  return Id::None;
}

PartPath LoadedComponents::indicesOf(const Instruction &chain) const {
  PartPath indices;
  for (unsigned i = 1; i < chain.operands.size(); ++i)
    indices.push_back(
        constantWord(M, chain.idOperand(i)).value_or(kAnyElement));
  return indices;
}

/// What is stored to \p pointer has the part.
ComponentSet LoadedComponents::usedByStore(Id pointer, PartPath part,
                                           const Calls &calls) {
  if (!isPrivate(M.typeOf(pointer)))
    return kAllComponents;
  const Instruction *def = M.def(pointer);
  while (def && spirv::isAccessChain(def->opcode)) {
    PartPath indices = indicesOf(*def);
    part.insert(part.begin(), indices.begin(), indices.end());
    def = M.def(def->idOperand(0));
  }
  if (!def)
    return kAllComponents;
  if (def->opcode == spv::OpVariable)
    return usedBehind(def->result, part, calls);
  Id argument = argumentFor(def->result, calls);
  if (def->opcode != spv::OpFunctionParameter || argument == Id::None)
    return kAllComponents;
  return usedBehind(def->result, part, calls) |
         usedByStore(argument, part, {calls.begin() + 1, calls.end()});
}

ComponentSet LoadedComponents::usedByCall(uint32_t call, Id argument,
                                          const PartPath &part,
                                          const Calls &calls) {
  const Instruction &inst = M.instructions()[call];
  const spirv::Function *callee = M.function(inst.idOperand(0));
  if (!callee || calls.size() >= kMaxCalls)
    return kAllComponents;
  Calls inner{call};
  inner.insert(inner.end(), calls.begin(), calls.end());
  const Type *type = M.typeOf(argument);
  bool isPointer = type && type->kind == TypeKind::Pointer;
  ComponentSet found = 0;
  for (unsigned i = 0; i < callee->parameters.size(); ++i)
    if (inst.idOperand(i + 1) == argument)
      found |= isPointer ? usedBehind(callee->parameters[i], part, inner)
                         : usedOf(callee->parameters[i], part, inner);
  return found;
}

/// What is used of all that is loaded through \p pointer, or through what is
/// made of it.
ComponentSet LoadedComponents::usedBehind(Id pointer, const PartPath &part,
                                          const Calls &calls) {
  const Type *type = M.typeOf(pointer);
  bool isGlobal = type && type->storageClass == spv::StorageClassPrivate;
  // Who loads a global variable may be called by others.
  Place place{spirv::raw(pointer),
              {part.begin(), part.end()},
              isGlobal ? Calls() : calls};
  if (!Visited.insert(place).second)
    return Private[place];
  auto users = Users.find(spirv::raw(pointer));
  ComponentSet found = Private[place];
  if (users != Users.end())
    for (uint32_t user : users->second) {
      if (++Steps > kMaxSteps)
        return kAllComponents;
      found |= usedThrough(user, pointer, part, place.calls);
    }
  HasGrown |= found != Private[place];
  return Private[place] = found;
}

ComponentSet LoadedComponents::usedThrough(uint32_t user, Id pointer,
                                           const PartPath &part,
                                           const Calls &calls) {
  const Instruction &inst = M.instructions()[user];
  switch (inst.opcode) {
  case spv::OpStore:
    return inst.idOperand(0) == pointer ? 0 : kAllComponents;
  case spv::OpLoad:
    return usedOf(inst.result, part, calls);
  case spv::OpFunctionCall:
    return usedByCall(user, pointer, part, calls);
  case spv::OpAccessChain:
  case spv::OpInBoundsAccessChain:
    return usedByChain(inst, part, calls);
  default:
    return kAllComponents;
  }
}

ComponentSet LoadedComponents::usedByChain(const Instruction &chain,
                                           const PartPath &part,
                                           const Calls &calls) {
  PartPath indices = indicesOf(chain);
  switch (wayOf(indices, part)) {
  case Way::Elsewhere:
    return 0;
  case Way::Into:
    break;
  default:
    return usedBehind(chain.result, restOf(part, indices.size()), calls);
  }
  auto users = Users.find(spirv::raw(chain.result));
  bool isLoaded =
      users != Users.end() && llvm::any_of(users->second, [&](uint32_t user) {
        const Instruction &inst = M.instructions()[user];
        return inst.opcode != spv::OpStore || inst.idOperand(0) != chain.result;
      });
  return isLoaded ? oneComponent(restOf(indices, part.size())) : 0;
}

ComponentSet UsedComponents::of(uint32_t instruction,
                                llvm::ArrayRef<uint32_t> callChain,
                                const PartPath &part) {
  auto [it, isNew] = Known.try_emplace(
      {instruction, callChain.vec(), {part.begin(), part.end()}},
      kAllComponents);
  if (!isNew)
    return it->second;
  if (!Loaded)
    Loaded.emplace(M);
  it->second = Loaded->used(instruction, callChain, part);
  return it->second;
}
