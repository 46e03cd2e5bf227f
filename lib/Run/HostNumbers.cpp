// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HostNumberFinder.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::Type;
using spirv::TypeKind;

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

/// Operations that only pass a value on.
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

unsigned HostNumberFinder::widthOf(Id type) const {
  const Type *t = M.typeOrNull(type);
  return t && t->kind == TypeKind::Vector ? t->count : 1;
}

Flow HostNumberFinder::flowOf(Id id) const {
  auto it = Flows.find(spirv::raw(id));
  return it == Flows.end() ? Flow(1) : it->second;
}

/// All operands of \p inst joined, per component where their widths agree.
Flow HostNumberFinder::allOf(const Instruction &inst) const {
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

void HostNumberFinder::join(Flow &into, const Flow &flow) {
  if (into.size() < flow.size())
    into.resize(flow.size());
  for (size_t i = 0; i < flow.size(); ++i)
    HasChanged |= into[i].join(flow[i]);
}

void HostNumberFinder::forEachNumber(
    uint64_t set, llvm::function_ref<void(HostNumber &)> note) {
  for (size_t i = 0; i < Found.numbers.size(); ++i)
    if (set >> i & 1)
      note(Found.numbers[i]);
}

std::optional<unsigned> HostNumberFinder::numberOf(HostNumber number) {
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

/// Notes which components of the dispatch's ids an operation consumes.
void HostNumberFinder::use(Id id) {
  for (const Sources &sources : flowOf(id))
    Found.usedDims |= sources.dispatchIds;
}

void HostNumberFinder::visitExtract(const Instruction &inst) {
  Flow from = flowOf(inst.idOperand(0));
  unsigned width = widthOf(inst.resultType);
  Flow flow(width);
  if (inst.operands.size() == 2 && inst.operands[1] < from.size() && width == 1)
    flow[0] = from[inst.operands[1]];
  else
    for (Sources &into : flow)
      for (const Sources &sources : from)
        into.join(sources);
  join(inst.result, flow);
}

void HostNumberFinder::visitShuffle(const Instruction &inst) {
  Flow both = flowOf(inst.idOperand(0));
  both.resize(widthOf(M.def(inst.idOperand(0))->resultType));
  Flow second = flowOf(inst.idOperand(1));
  both.append(second.begin(), second.end());
  Flow flow;
  for (uint32_t index : inst.operands.drop_front(2))
    flow.push_back(index < both.size() ? both[index] : Sources());
  join(inst.result, flow);
}

void HostNumberFinder::visitConstruct(const Instruction &inst) {
  unsigned width = widthOf(inst.resultType);
  Flow flow;
  for (uint32_t operand : inst.operands) {
    Flow part = flowOf(static_cast<Id>(operand));
    const Type *type = M.typeOf(static_cast<Id>(operand));
    part.resize(type && type->kind == TypeKind::Vector ? type->count : 1);
    flow.append(part.begin(), part.end());
  }
  if (flow.size() != width || width == 1)
    flow = allOf(inst);
  join(inst.result, flow);
}

void HostNumberFinder::visitPhi(const Instruction &inst) {
  Flow flow = allOf(inst);
  for (Sources &sources : flow)
    sources.isInductive = true;
  join(inst.result, flow);
}

void HostNumberFinder::visitQuery(const Instruction &inst, unsigned operand,
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
      flow[i].numbers = uint64_t(1) << *index;
  }
  join(inst.result, flow);
}

/// What \p number, one side of an operation, is to the other side.
void HostNumberFinder::noteRole(const Instruction &inst, const Sources &number,
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

void HostNumberFinder::visitArithmetic(const Instruction &inst) {
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
  if (!isConversion(inst.opcode))
    for (uint32_t operand : inst.operands)
      use(static_cast<Id>(operand));
  if (inst.result != Id::None && !isComparison(inst.opcode))
    join(inst.result, allOf(inst));
}

void HostNumberFinder::visit(const Instruction &inst) {
  if (inst.opcode == spv::OpFunction)
    Function = spirv::raw(inst.result);
  // Names and decorations use ids, but not their values.
  if (Function == 0)
    return;
  switch (inst.opcode) {
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
  case spv::OpReturnValue:
    return join(Returns[Function], flowOf(inst.idOperand(0)));
  case spv::OpLine:
  case spv::OpNoLine:
    return;
  case spv::OpAccessChain:
  case spv::OpInBoundsAccessChain:
    for (uint32_t index : inst.operands.drop_front(1))
      use(static_cast<Id>(index));
    return;
  default:
    return visitArithmetic(inst);
  }
}

HostNumbers HostNumberFinder::find() {
  // Buffers that are written hold no number of the host's.
  for (const Instruction &inst : M.instructions())
    if (inst.opcode == spv::OpStore)
      Written.insert(spirv::raw(spirv::rootVariable(M, inst.idOperand(0))));
  // Each pass carries facts at least one phi or call further.
  constexpr unsigned kMaxPasses = 12;
  for (unsigned pass = 0; pass < kMaxPasses; ++pass) {
    HasChanged = false;
    Function = 0;
    for (const Instruction &inst : M.instructions())
      visit(inst);
    if (!HasChanged)
      break;
  }
  return std::move(Found);
}

HostNumbers wglint::findHostNumbers(const spirv::Module &module) {
  return HostNumberFinder(module).find();
}
