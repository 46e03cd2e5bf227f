// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LoadedComponents.h"
#include "ValueSources.h"
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

llvm::SmallVector<unsigned, 4> wglint::valueOperands(const Instruction &inst) {
  llvm::SmallVector<unsigned, 4> all;
  unsigned count = inst.operands.size();
  switch (inst.opcode) {
  case spv::OpLine:
  case spv::OpNoLine:
  case spv::OpLabel:
  case spv::OpBranch:
  case spv::OpSelectionMerge:
  case spv::OpLoopMerge:
    return all;
  case spv::OpSwitch:
  case spv::OpBranchConditional:
  case spv::OpCompositeExtract:
    count = 1;
    break;
  case spv::OpCompositeInsert:
  case spv::OpVectorShuffle:
  case spv::OpStore:
    count = 2;
    break;
  default:
    if (auto sources = sourceOperands(inst))
      return *sources;
  }
  for (unsigned i = 0; i < count; ++i)
    all.push_back(i);
  return all;
}

LoadedComponents::LoadedComponents(const spirv::Module &module) : M(module) {
  for (const spirv::Function &function : M.functions())
    for (const spirv::Block &block : function.blocks)
      for (uint32_t i = block.begin; i < block.end; ++i) {
        const Instruction &inst = M.instructions()[i];
        for (unsigned operand : valueOperands(inst)) {
          auto &users = Users[inst.operands[operand]];
          if (users.empty() || users.back() != i)
            users.push_back(i);
        }
      }
}

/// Component by component: the result's is made of the same ones.
static bool isByComponent(uint16_t opcode) {
  return opcode == spv::OpCopyObject ||
         (opcode >= spv::OpConvertFToU && opcode <= spv::OpFConvert) ||
         (opcode >= spv::OpSNegate && opcode <= spv::OpVectorTimesScalar);
}

static bool isPrivate(const Type *pointer) {
  return pointer && (pointer->storageClass == spv::StorageClassFunction ||
                     pointer->storageClass == spv::StorageClassPrivate);
}

ComponentSet LoadedComponents::used(uint32_t instruction,
                                    llvm::ArrayRef<uint32_t> callChain) {
  const Instruction &inst = M.instructions()[instruction];
  const Type *type = M.typeOf(inst.result);
  if (!type || type->kind != TypeKind::Vector || callChain.size() > kMaxCalls)
    return kAllComponents;
  Private.clear();
  Steps = 0;
  ComponentSet found = 0;
  // What goes round through a variable may come back in another component.
  do {
    HasGrown = false;
    IsVisited.clear();
    found = usedOf(inst.result, callChain.vec());
  } while (HasGrown && found != kAllComponents);
  return found;
}

ComponentSet LoadedComponents::usedOf(Id value, const Calls &calls) {
  auto users = Users.find(spirv::raw(value));
  ComponentSet found = 0;
  if (users != Users.end())
    for (uint32_t user : users->second) {
      if (++Steps > kMaxSteps || found == kAllComponents)
        return kAllComponents;
      found |= usedBy(user, value, calls);
    }
  return found;
}

ComponentSet LoadedComponents::usedBy(uint32_t user, Id value,
                                      const Calls &calls) {
  const Instruction &inst = M.instructions()[user];
  switch (inst.opcode) {
  case spv::OpCompositeExtract:
    return inst.operands.size() == 2 ? ComponentSet(1u << inst.operands[1])
                                     : kAllComponents;
  case spv::OpCompositeInsert:
    return inst.operands.size() == 3 && inst.idOperand(0) != value
               ? usedOf(inst.result, calls) & ~(1u << inst.operands[2])
               : kAllComponents;
  case spv::OpVectorShuffle:
    return usedByShuffle(inst, value, calls);
  case spv::OpStore:
    return inst.idOperand(0) == value ? kAllComponents
                                      : usedByStore(inst.idOperand(0), calls);
  case spv::OpFunctionCall:
    return usedByCall(user, value, calls);
  case spv::OpReturnValue:
    return calls.empty() ? kAllComponents
                         : usedOf(M.instructions()[calls.front()].result,
                                  {calls.begin() + 1, calls.end()});
  default:
    return isByComponent(inst.opcode) ? usedOf(inst.result, calls)
                                      : kAllComponents;
  }
}

ComponentSet LoadedComponents::usedByShuffle(const Instruction &inst, Id value,
                                             const Calls &calls) {
  unsigned firstCount = M.typeOf(inst.idOperand(0))->count;
  ComponentSet ofResult = usedOf(inst.result, calls), found = 0;
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

/// A vector is stored as a whole, to a variable or to an element of an array.
ComponentSet LoadedComponents::usedByStore(Id pointer, const Calls &calls) {
  if (!isPrivate(M.typeOf(pointer)))
    return kAllComponents;
  const Instruction *def = M.def(pointer);
  while (def && spirv::isAccessChain(def->opcode))
    def = M.def(def->idOperand(0));
  if (!def)
    return kAllComponents;
  if (def->opcode == spv::OpVariable)
    return usedBehind(def->result, calls);
  Id argument = argumentFor(def->result, calls);
  if (def->opcode != spv::OpFunctionParameter || argument == Id::None)
    return kAllComponents;
  return usedBehind(def->result, calls) |
         usedByStore(argument, {calls.begin() + 1, calls.end()});
}

ComponentSet LoadedComponents::usedByCall(uint32_t call, Id argument,
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
      found |= isPointer ? usedBehind(callee->parameters[i], inner)
                         : usedOf(callee->parameters[i], inner);
  return found;
}

/// What is used of all vectors together that are loaded through \p pointer, or
/// through what is made of it.
ComponentSet LoadedComponents::usedBehind(Id pointer, const Calls &calls) {
  const Type *type = M.typeOf(pointer);
  bool isGlobal = type && type->storageClass == spv::StorageClassPrivate;
  // Who loads a global variable may be called by others.
  std::pair<uint32_t, Calls> key(spirv::raw(pointer),
                                 isGlobal ? Calls() : calls);
  if (std::exchange(IsVisited[key], true))
    return Private[key];
  auto users = Users.find(spirv::raw(pointer));
  ComponentSet found = Private[key];
  if (users != Users.end())
    for (uint32_t user : users->second) {
      if (++Steps > kMaxSteps)
        return kAllComponents;
      found |= usedThrough(user, pointer, key.second);
    }
  HasGrown |= found != Private[key];
  return Private[key] = found;
}

ComponentSet LoadedComponents::usedThrough(uint32_t user, Id pointer,
                                           const Calls &calls) {
  const Instruction &inst = M.instructions()[user];
  switch (inst.opcode) {
  case spv::OpStore:
    return inst.idOperand(0) == pointer ? 0 : kAllComponents;
  case spv::OpLoad: {
    const Type *type = M.typeOf(inst.result);
    return type && type->kind == TypeKind::Vector ? usedOf(inst.result, calls)
                                                  : kAllComponents;
  }
  case spv::OpFunctionCall:
    return usedByCall(user, pointer, calls);
  case spv::OpAccessChain:
  case spv::OpInBoundsAccessChain: {
    const Type *type = M.typeOf(inst.result);
    TypeKind kind = type ? M.type(type->element).kind : TypeKind::Other;
    bool isScalar = kind == TypeKind::Float || kind == TypeKind::Int;
    return isScalar ? usedOfComponent(inst, calls)
                    : usedBehind(inst.result, calls);
  }
  default:
    return kAllComponents;
  }
}

/// \p chain leads to a scalar: by a number to a vector's component, or to what
/// is no part of a vector.
ComponentSet LoadedComponents::usedOfComponent(const Instruction &chain,
                                               const Calls &calls) {
  auto users = Users.find(spirv::raw(chain.result));
  bool isLoaded =
      users != Users.end() && llvm::any_of(users->second, [&](uint32_t user) {
        const Instruction &inst = M.instructions()[user];
        return inst.opcode != spv::OpStore || inst.idOperand(0) != chain.result;
      });
  if (!isLoaded)
    return 0;
  const Instruction *last =
      M.def(chain.idOperand(unsigned(chain.operands.size()) - 1));
  bool isNumber = last && last->opcode == spv::OpConstant &&
                  !last->operands.empty() && last->operands[0] < 4;
  // An array's element has a number too, and is not what is asked for.
  return isNumber ? ComponentSet(1u << last->operands[0]) : kAllComponents;
}
