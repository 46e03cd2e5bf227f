// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HostNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::Type;
using spirv::TypeKind;

namespace {

/// What flows into one scalar.
struct Sources {
  DimSet ids = 0;
  bool isInductive = false; ///< goes through a phi: changes in a loop
  uint64_t numbers = 0;     ///< bit i: HostNumbers::numbers[i]
  uint64_t only = 0;        ///< the number that it is, unchanged

  bool join(const Sources &other) {
    Sources before = *this;
    ids |= other.ids;
    isInductive |= other.isInductive;
    numbers |= other.numbers;
    only |= other.only;
    return ids != before.ids || isInductive != before.isInductive ||
           numbers != before.numbers || only != before.only;
  }
};

/// One entry per component of a vector, one for all else.
using Flow = llvm::SmallVector<Sources, 4>;

class Finder {
public:
  explicit Finder(const spirv::Module &module) : M(module) {}
  HostNumbers find();

private:
  void visit(const Instruction &inst);
  void visitLoad(const Instruction &inst);
  void visitStore(const Instruction &inst);
  void visitCall(const Instruction &inst);
  void visitExtract(const Instruction &inst);
  void visitShuffle(const Instruction &inst);
  void visitConstruct(const Instruction &inst);
  void visitPhi(const Instruction &inst);
  void visitQuery(const Instruction &inst, unsigned operand,
                  HostNumber::Kind kind);
  void visitArithmetic(const Instruction &inst);
  void visitComparison(const Instruction &inst);

  Flow flowOf(Id id) const;
  Flow allOf(const Instruction &inst) const;
  void join(Id id, const Flow &flow);
  void useDims(Id id, const Flow &flow);
  unsigned widthOf(Id type) const;
  bool isHostMemory(const Type &pointer, Id variable) const;
  std::optional<unsigned> numberOf(HostNumber number);
  Flow loadHost(const Instruction &inst, Id variable, const std::string &path);
  std::optional<std::string> pathOf(Id pointer) const;
  void noteRole(const Instruction &inst, const Sources &number,
                const Sources &other, Id otherId, bool isLeft);
  void forEachNumber(uint64_t set, llvm::function_ref<void(HostNumber &)> note);

  const spirv::Module &M;
  HostNumbers Found;
  std::map<std::pair<uint32_t, std::string>, unsigned> Known;
  std::map<uint32_t, Flow> Flows;     ///< by result id
  std::map<uint32_t, Flow> Variables; ///< private ones, all their contents
  std::map<uint32_t, Flow> Returns;   ///< by function
  std::set<uint32_t> Written;         ///< buffers that are stored to
  uint32_t Function = 0;              ///< that is being visited
  bool HasChanged = false;
};

} // namespace

static bool isComparison(uint16_t opcode) {
  switch (opcode) {
  case spv::OpIEqual:
  case spv::OpINotEqual:
  case spv::OpUGreaterThan:
  case spv::OpSGreaterThan:
  case spv::OpUGreaterThanEqual:
  case spv::OpSGreaterThanEqual:
  case spv::OpULessThan:
  case spv::OpSLessThan:
  case spv::OpULessThanEqual:
  case spv::OpSLessThanEqual:
  case spv::OpFOrdLessThan:
  case spv::OpFOrdGreaterThan:
  case spv::OpFOrdLessThanEqual:
  case spv::OpFOrdGreaterThanEqual:
    return true;
  default:
    return false;
  }
}

/// Operations through which a number goes unchanged.
static bool isConversion(uint16_t opcode) {
  switch (opcode) {
  case spv::OpBitcast:
  case spv::OpSConvert:
  case spv::OpUConvert:
  case spv::OpCopyObject:
  case spv::OpConvertSToF:
  case spv::OpConvertUToF:
  case spv::OpConvertFToS:
  case spv::OpConvertFToU:
    return true;
  default:
    return false;
  }
}

unsigned Finder::widthOf(Id type) const {
  const Type *t = M.typeOrNull(type);
  return t && t->kind == TypeKind::Vector ? t->count : 1;
}

Flow Finder::flowOf(Id id) const {
  auto it = Flows.find(spirv::raw(id));
  return it == Flows.end() ? Flow(1) : it->second;
}

/// All operands of \p inst joined, per component where their widths agree.
Flow Finder::allOf(const Instruction &inst) const {
  unsigned width = widthOf(inst.resultType);
  Flow all(width);
  for (uint32_t operand : inst.operands) {
    auto it = Flows.find(operand);
    if (it == Flows.end())
      continue;
    const Flow &flow = it->second;
    for (unsigned i = 0; i < width; ++i)
      if (flow.size() == width)
        all[i].join(flow[i]);
      else
        for (const Sources &sources : flow)
          all[i].join(sources);
  }
  return all;
}

void Finder::join(Id id, const Flow &flow) {
  Flow &into = Flows[spirv::raw(id)];
  if (into.size() < flow.size())
    into.resize(flow.size());
  for (size_t i = 0; i < flow.size(); ++i)
    HasChanged |= into[i].join(flow[i]);
}

void Finder::forEachNumber(uint64_t set,
                           llvm::function_ref<void(HostNumber &)> note) {
  for (size_t i = 0; i < Found.numbers.size(); ++i)
    if (set >> i & 1)
      note(Found.numbers[i]);
}

std::optional<unsigned> Finder::numberOf(HostNumber number) {
  auto key = std::make_pair(
      number.variableId, number.name + "/" + std::to_string(number.component) +
                             "/" + std::to_string(unsigned(number.kind)));
  auto it = Known.find(key);
  if (it != Known.end())
    return it->second;
  if (Found.numbers.size() >= 64)
    return std::nullopt;
  Known[key] = Found.numbers.size();
  Found.numbers.push_back(std::move(number));
  return Found.numbers.size() - 1;
}

/// Memory whose contents the host decides for the whole dispatch.
bool Finder::isHostMemory(const Type &pointer, Id variable) const {
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
std::optional<std::string> Finder::pathOf(Id pointer) const {
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
Flow Finder::loadHost(const Instruction &inst, Id variable,
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
      flow[i].numbers = flow[i].only = uint64_t(1) << *index;
  }
  return flow;
}

/// The dimension bits of a built-in variable's components.
static std::optional<Flow> builtInFlow(uint32_t builtIn) {
  Flow vector(3);
  for (unsigned i = 0; i < 3; ++i)
    vector[i].ids = DimSet(1 << i);
  Flow scalar(1);
  scalar[0].ids = 1;
  switch (builtIn) {
  case spv::BuiltInGlobalInvocationId:
  case spv::BuiltInWorkgroupId:
  case spv::BuiltInLocalInvocationId:
    return vector;
  case spv::BuiltInLocalInvocationIndex:
  case spv::BuiltInSubgroupLocalInvocationId:
  case spv::BuiltInSubgroupId:
    return scalar;
  default:
    return std::nullopt;
  }
}

void Finder::visitLoad(const Instruction &inst) {
  Id pointer = inst.idOperand(0);
  Id variable = spirv::rootVariable(M, pointer);
  const Type *type = variable == Id::None ? nullptr : M.typeOf(variable);
  if (!type)
    return;
  if (auto builtIn = M.decorations(variable).builtIn) {
    std::optional<Flow> flow = builtInFlow(*builtIn);
    if (!flow)
      return;
    // One component, through an access chain.
    const Instruction *chain = M.def(pointer);
    if (chain && chain->opcode != spv::OpVariable) {
      const Instruction *index = M.def(chain->idOperand(1));
      bool isKnown = index && index->opcode == spv::OpConstant &&
                     index->operands[0] < flow->size();
      flow = Flow(1, isKnown ? (*flow)[index->operands[0]] : Sources{7});
      useDims(variable, *flow);
    }
    return join(inst.result, *flow);
  }
  if (type->storageClass == spv::StorageClassFunction ||
      type->storageClass == spv::StorageClassPrivate) {
    Flow all(widthOf(inst.resultType));
    auto it = Variables.find(spirv::raw(variable));
    if (it != Variables.end())
      for (Sources &sources : all)
        sources.join(it->second[0]);
    return join(inst.result, all);
  }
  if (isHostMemory(*type, variable))
    if (auto path = pathOf(pointer))
      join(inst.result, loadHost(inst, variable, *path));
}

void Finder::visitStore(const Instruction &inst) {
  Id variable = spirv::rootVariable(M, inst.idOperand(0));
  if (variable == Id::None)
    return;
  Written.insert(spirv::raw(variable));
  Flow &into = Variables[spirv::raw(variable)];
  into.resize(1);
  // A variable that is written in a loop counts like a phi: what it is once, it
  // need not stay.
  for (const Sources &sources : flowOf(inst.idOperand(1)))
    HasChanged |= into[0].join(sources);
}

void Finder::visitCall(const Instruction &inst) {
  const spirv::Function *callee = M.function(inst.idOperand(0));
  if (!callee)
    return;
  for (unsigned i = 0; i < callee->parameters.size(); ++i) {
    Id argument = inst.idOperand(i + 1);
    join(callee->parameters[i], flowOf(argument));
    // A pointer parameter is another name of the variable.
    Id variable = spirv::rootVariable(M, argument);
    auto it = Variables.find(spirv::raw(variable));
    if (variable != Id::None && it != Variables.end())
      Variables[spirv::raw(callee->parameters[i])] = it->second;
  }
  auto it = Returns.find(spirv::raw(callee->id));
  if (it != Returns.end())
    join(inst.result, it->second);
}

/// Notes which components of the dispatch's ids are read.
void Finder::useDims(Id id, const Flow &flow) {
  auto builtIn = M.decorations(id).builtIn;
  if (builtIn != uint32_t(spv::BuiltInGlobalInvocationId) &&
      builtIn != uint32_t(spv::BuiltInWorkgroupId))
    return;
  for (const Sources &sources : flow)
    Found.usedDims |= sources.ids;
}

/// The built-in variable that \p id was loaded from whole, else \p id.
static Id loadedFrom(const spirv::Module &module, Id id) {
  const Instruction *inst = module.def(id);
  return inst && inst->opcode == spv::OpLoad ? inst->idOperand(0) : id;
}

void Finder::visitExtract(const Instruction &inst) {
  Flow from = flowOf(inst.idOperand(0));
  unsigned width = widthOf(inst.resultType);
  Flow flow(width);
  if (inst.operands.size() == 2 && inst.operands[1] < from.size() && width == 1)
    flow[0] = from[inst.operands[1]];
  else
    for (Sources &into : flow)
      for (const Sources &sources : from)
        into.join(sources);
  useDims(loadedFrom(M, inst.idOperand(0)), flow);
  join(inst.result, flow);
}

void Finder::visitShuffle(const Instruction &inst) {
  Flow both = flowOf(inst.idOperand(0));
  both.resize(widthOf(M.def(inst.idOperand(0))->resultType));
  Flow second = flowOf(inst.idOperand(1));
  both.append(second.begin(), second.end());
  Flow flow;
  for (uint32_t index : inst.operands.drop_front(2))
    flow.push_back(index < both.size() ? both[index] : Sources());
  useDims(loadedFrom(M, inst.idOperand(0)), flow);
  join(inst.result, flow);
}

void Finder::visitConstruct(const Instruction &inst) {
  unsigned width = widthOf(inst.resultType);
  Flow flow;
  for (uint32_t operand : inst.operands) {
    Flow part = flowOf(static_cast<Id>(operand));
    const Type *type = M.typeOf(static_cast<Id>(operand));
    part.resize(type && type->kind == TypeKind::Vector ? type->count : 1);
    useDims(loadedFrom(M, static_cast<Id>(operand)), part);
    flow.append(part.begin(), part.end());
  }
  if (flow.size() != width || width == 1)
    flow = allOf(inst);
  join(inst.result, flow);
}

void Finder::visitPhi(const Instruction &inst) {
  Flow flow = allOf(inst);
  for (Sources &sources : flow)
    sources.isInductive = true;
  join(inst.result, flow);
}

void Finder::visitQuery(const Instruction &inst, unsigned operand,
                        HostNumber::Kind kind) {
  // An image is loaded first; a sampled image may be taken apart.
  Id id = inst.idOperand(operand);
  const Instruction *from = M.def(id);
  while (from && (from->opcode == spv::OpLoad || from->opcode == spv::OpImage ||
                  from->opcode == spv::OpSampledImage))
    from = M.def(id = from->idOperand(0));
  Id variable = spirv::rootVariable(M, id);
  if (variable == Id::None)
    return;
  Flow flow(widthOf(inst.resultType));
  for (unsigned i = 0; i < flow.size(); ++i) {
    HostNumber number;
    number.kind = kind;
    number.variableId = spirv::raw(variable);
    number.component = i;
    if (auto index = numberOf(std::move(number)))
      flow[i].numbers = flow[i].only = uint64_t(1) << *index;
  }
  join(inst.result, flow);
}

/// What \p number, one side of an operation, is to the other side.
void Finder::noteRole(const Instruction &inst, const Sources &number,
                      const Sources &other, Id otherId, bool isLeft) {
  if (number.numbers == 0)
    return;
  switch (inst.opcode) {
  case spv::OpIMul:
    if (number.ids == 0)
      forEachNumber(number.numbers,
                    [&](HostNumber &n) { n.factorOf |= other.ids; });
    return;
  case spv::OpUDiv:
  case spv::OpSDiv:
  case spv::OpUMod:
  case spv::OpSRem:
  case spv::OpSMod:
    if (!isLeft)
      forEachNumber(number.numbers, [](HostNumber &n) { n.isDivisor = true; });
    return;
  case spv::OpShiftLeftLogical:
  case spv::OpShiftRightLogical:
  case spv::OpShiftRightArithmetic:
    if (!isLeft)
      forEachNumber(number.numbers, [](HostNumber &n) { n.isShift = true; });
    return;
  default:
    break;
  }
  if (!isComparison(inst.opcode) || number.ids != 0)
    return;
  const Instruction *constant = M.def(otherId);
  bool isEquality =
      inst.opcode == spv::OpIEqual || inst.opcode == spv::OpINotEqual;
  forEachNumber(number.numbers, [&](HostNumber &n) {
    // More than one component at once is a linear index.
    if ((other.ids & (other.ids - 1)) != 0)
      n.isLinearBound = true;
    else if (other.ids != 0)
      n.boundOf |= other.ids;
    else if (other.isInductive &&
             !(other.numbers >> (&n - Found.numbers.data()) & 1))
      n.isLoopBound = true;
    if (isEquality && constant && constant->opcode == spv::OpConstant)
      n.equalTo.insert(int32_t(constant->operands[0]));
  });
}

void Finder::visitArithmetic(const Instruction &inst) {
  if (inst.operands.size() == 2) {
    Id left = inst.idOperand(0), right = inst.idOperand(1);
    Flow a = flowOf(left), b = flowOf(right);
    for (unsigned i = 0; i < std::max(a.size(), b.size()); ++i) {
      const Sources &x =
          a[a.size() == 1 ? 0 : std::min<size_t>(i, a.size() - 1)];
      const Sources &y =
          b[b.size() == 1 ? 0 : std::min<size_t>(i, b.size() - 1)];
      noteRole(inst, x, y, right, /*isLeft=*/true);
      noteRole(inst, y, x, left, /*isLeft=*/false);
    }
  }
  for (uint32_t operand : inst.operands) {
    auto it = Flows.find(operand);
    if (it != Flows.end())
      useDims(loadedFrom(M, static_cast<Id>(operand)), it->second);
  }
  if (inst.result == Id::None || isComparison(inst.opcode))
    return;
  Flow flow = allOf(inst);
  if (!isConversion(inst.opcode))
    for (Sources &sources : flow)
      sources.only = 0;
  join(inst.result, flow);
}

void Finder::visit(const Instruction &inst) {
  switch (inst.opcode) {
  case spv::OpFunction:
    Function = spirv::raw(inst.result);
    return;
  case spv::OpLoad:
    return visitLoad(inst);
  case spv::OpStore:
    return visitStore(inst);
  case spv::OpFunctionCall:
    return visitCall(inst);
  case spv::OpCompositeExtract:
    return visitExtract(inst);
  case spv::OpVectorShuffle:
    return visitShuffle(inst);
  case spv::OpCompositeConstruct:
    return visitConstruct(inst);
  case spv::OpPhi:
    return visitPhi(inst);
  case spv::OpImageQuerySize:
  case spv::OpImageQuerySizeLod:
    return visitQuery(inst, 0, HostNumber::Kind::ImageSize);
  case spv::OpArrayLength:
    return visitQuery(inst, 0, HostNumber::Kind::BufferLength);
  case spv::OpReturnValue: {
    Flow &into = Returns[Function];
    Flow flow = flowOf(inst.idOperand(0));
    into.resize(std::max(into.size(), flow.size()));
    for (size_t i = 0; i < flow.size(); ++i)
      HasChanged |= into[i].join(flow[i]);
    return;
  }
  case spv::OpAccessChain:
  case spv::OpInBoundsAccessChain:
  case spv::OpSwitch:
    return;
  default:
    return visitArithmetic(inst);
  }
}

HostNumbers Finder::find() {
  // Buffers that are written hold no number of the host's.
  for (const Instruction &inst : M.instructions())
    if (inst.opcode == spv::OpStore)
      Written.insert(spirv::raw(spirv::rootVariable(M, inst.idOperand(0))));
  // Each pass carries facts at least one phi or call further.
  constexpr unsigned kMaxPasses = 12;
  for (unsigned pass = 0; pass < kMaxPasses; ++pass) {
    HasChanged = false;
    for (const Instruction &inst : M.instructions())
      visit(inst);
    if (!HasChanged)
      break;
  }
  return std::move(Found);
}

HostNumbers wglint::findHostNumbers(const spirv::Module &module) {
  return Finder(module).find();
}
