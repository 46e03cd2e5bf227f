// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Loads, stores and calls: how the host's numbers and the ids of invocations
/// get into values.

#include "HostNumberFinder.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::Type;
using spirv::TypeKind;

/// Memory whose contents the host decides for the whole dispatch.
bool HostNumberFinder::isHostMemory(const Type &pointer, Id variable) const {
  switch (pointer.storageClass) {
  case spv::StorageClassUniformConstant:
  case spv::StorageClassPushConstant:
    return true;
  case spv::StorageClassUniform:
  case spv::StorageClassStorageBuffer:
    return Written.count(spirv::raw(variable)) == 0;
  default:
    return false;
  }
}

/// Members and constant components that lead from a variable to what \p pointer
/// points at, as the lane analysis writes them; std::nullopt where an index
/// into an array stands between.
std::optional<std::string> HostNumberFinder::pathOf(Id pointer) const {
  const Instruction *inst = M.def(pointer);
  if (!inst)
    return std::nullopt;
  if (inst->opcode == spv::OpVariable)
    return M.name(pointer).str();
  if (inst->opcode != spv::OpAccessChain &&
      inst->opcode != spv::OpInBoundsAccessChain)
    return std::nullopt;
  const Instruction *base = M.def(inst->idOperand(0));
  if (!base || base->opcode != spv::OpVariable)
    return std::nullopt;
  std::string path = M.name(base->result).str();
  const Type *type = M.typeOrNull(M.type(base->resultType).element);
  for (unsigned i = 1; type && i < inst->operands.size(); ++i) {
    const Instruction *index = M.def(inst->idOperand(i));
    if (!index || index->opcode != spv::OpConstant)
      return std::nullopt;
    uint32_t number = index->operands[0];
    if (type->kind == TypeKind::Struct && number < type->members.size()) {
      path += (path.empty() ? "" : ".") + M.memberLayout(type->id, number).name;
      type = M.typeOrNull(type->members[number]);
    } else if (type->kind == TypeKind::Vector && number < 4) {
      path += std::string(".") + "xyzw"[number];
      type = M.typeOrNull(type->element);
    } else {
      return std::nullopt;
    }
  }
  return path;
}

/// The numbers that a load from host memory gives: a scalar or a vector.
Flow HostNumberFinder::loadHost(const Instruction &inst, Id variable,
                                const std::string &path) {
  unsigned width = widthOf(inst.resultType);
  Flow flow(width);
  const Type *type = M.typeOrNull(inst.resultType);
  const Type *scalar = type && type->kind == TypeKind::Vector
                           ? M.typeOrNull(type->element)
                           : type;
  if (!scalar ||
      (scalar->kind != TypeKind::Int && scalar->kind != TypeKind::Float &&
       scalar->kind != TypeKind::Bool))
    return flow;
  for (unsigned i = 0; i < width; ++i) {
    HostNumber number;
    number.name = width == 1 ? path : path + "." + "xyzw"[i];
    number.variableId = spirv::raw(variable);
    number.typeKind = scalar->kind;
    if (auto index = numberOf(std::move(number)))
      flow[i].numbers = uint64_t(1) << *index;
  }
  return flow;
}

/// The dimension bits of a built-in variable's components.
static std::optional<Flow> builtInFlow(uint32_t builtIn) {
  Flow flow(3);
  switch (builtIn) {
  case spv::BuiltInGlobalInvocationId:
  case spv::BuiltInWorkgroupId:
    for (unsigned i = 0; i < 3; ++i)
      flow[i].ids = flow[i].dispatchIds = DimSet(1 << i);
    return flow;
  case spv::BuiltInLocalInvocationId:
    for (unsigned i = 0; i < 3; ++i)
      flow[i].ids = DimSet(1 << i);
    return flow;
  case spv::BuiltInLocalInvocationIndex:
  case spv::BuiltInSubgroupLocalInvocationId:
  case spv::BuiltInSubgroupId:
    flow.resize(1);
    flow[0].ids = 1;
    return flow;
  default:
    return std::nullopt;
  }
}

/// The cell that \p pointer points at; std::nullopt outside of private memory.
std::optional<CellPlace> HostNumberFinder::cellOf(Id pointer) const {
  const Instruction *inst = M.def(pointer);
  const Type *type = M.typeOf(pointer);
  if (!inst || !type || type->kind != TypeKind::Pointer ||
      (type->storageClass != spv::StorageClassFunction &&
       type->storageClass != spv::StorageClassPrivate &&
       type->storageClass != spv::StorageClassInput))
    return std::nullopt;
  if (inst->opcode == spv::OpVariable ||
      inst->opcode == spv::OpFunctionParameter)
    return CellPlace{{spirv::raw(pointer), ""}, std::nullopt};
  if (inst->opcode != spv::OpAccessChain &&
      inst->opcode != spv::OpInBoundsAccessChain)
    return std::nullopt;
  // glslang makes no chains of chains.
  Id base = inst->idOperand(0);
  const Type *here =
      M.typeOf(base) ? M.typeOrNull(M.typeOf(base)->element) : nullptr;
  CellPlace place{{spirv::raw(base), ""}, std::nullopt};
  for (unsigned i = 1; here && i < inst->operands.size(); ++i) {
    const Instruction *index = M.def(inst->idOperand(i));
    bool isConstant = index && index->opcode == spv::OpConstant;
    if (here->kind == TypeKind::Vector) {
      place.component = isConstant ? index->operands[0] : 0U;
      here = M.typeOrNull(here->element);
    } else if (here->kind == TypeKind::Struct && isConstant &&
               index->operands[0] < here->members.size()) {
      place.key.second += "." + std::to_string(index->operands[0]);
      here = M.typeOrNull(here->members[index->operands[0]]);
    } else {
      place.key.second += "[]";
      here = M.typeOrNull(here->element);
    }
  }
  return place;
}

void HostNumberFinder::visitLoad(const Instruction &inst) {
  Id pointer = inst.idOperand(0);
  Id variable = spirv::rootVariable(M, pointer);
  std::optional<CellPlace> place = cellOf(pointer);
  auto builtIn = M.decorations(variable).builtIn;
  if (place && builtIn)
    if (std::optional<Flow> flow = builtInFlow(*builtIn))
      joinCell(place->key, *flow);
  if (place) {
    auto it = Cells.find(place->key);
    if (it == Cells.end())
      return;
    Flow flow = it->second.flow;
    if (place->component)
      flow = Flow(1, *place->component < flow.size() ? flow[*place->component]
                                                     : Sources());
    if (it->second.stores.size() > 1)
      for (Sources &sources : flow)
        sources.isInductive = true;
    return join(inst.result, flow);
  }
  const Type *type = variable == Id::None ? nullptr : M.typeOf(variable);
  if (type && isHostMemory(*type, variable))
    if (auto path = pathOf(pointer))
      join(inst.result, loadHost(inst, variable, *path));
}

void HostNumberFinder::visitStore(const Instruction &inst) {
  std::optional<CellPlace> place = cellOf(inst.idOperand(0));
  if (!place)
    return use(inst.idOperand(1));
  Cell &cell = Cells[place->key];
  HasChanged |= cell.stores.insert(&inst).second;
  Flow flow = flowOf(inst.idOperand(1));
  if (!place->component)
    return joinCell(place->key, flow);
  Flow whole(std::max<size_t>(cell.flow.size(), *place->component + 1));
  whole[*place->component] = flow[0];
  joinCell(place->key, whole);
}

/// What is in the cells of \p from is in those of \p to as well.
void HostNumberFinder::aliasCells(uint32_t from, uint32_t to) {
  std::vector<std::pair<std::string, Flow>> found;
  for (const auto &[key, cell] : Cells)
    if (key.first == from)
      found.emplace_back(key.second, cell.flow);
  for (const auto &[path, flow] : found)
    joinCell({to, path}, flow);
}

void HostNumberFinder::visitCall(const Instruction &inst) {
  const spirv::Function *callee = M.function(inst.idOperand(0));
  if (!callee)
    return;
  for (unsigned i = 0; i < callee->parameters.size(); ++i) {
    Id argument = inst.idOperand(i + 1);
    join(callee->parameters[i], flowOf(argument));
    if (!cellOf(argument))
      continue;
    aliasCells(spirv::raw(argument), spirv::raw(callee->parameters[i]));
    aliasCells(spirv::raw(callee->parameters[i]), spirv::raw(argument));
  }
  auto it = Returns.find(spirv::raw(callee->id));
  if (it != Returns.end())
    join(inst.result, it->second);
}
