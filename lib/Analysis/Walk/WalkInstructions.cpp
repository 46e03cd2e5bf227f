// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the instructions of a block do to the values of a walk.
#include "Code/Operands.h"
#include "Lanes/PureOps.h"
#include "Walk/LaneWalk.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::Type;
using spirv::TypeKind;

static bool isScalar(const Type &type) {
  return type.kind == TypeKind::Bool || type.kind == TypeKind::Int ||
         type.kind == TypeKind::Float;
}

/// Where races are looked for, a specialization constant whose default says
/// nothing is a number that only the host knows.
static LaneValue openConstant(const spirv::Module &m, LaneMath &math, Id id,
                              NumType type) {
  SymbolId &symbol =
      math.symbols().derived({DerivedBy::OpenConstant, spirv::raw(id)});
  if (symbol == kNoSymbol) {
    std::string name =
        m.name(id).empty() ? "a specialization constant" : m.name(id).str();
    LaneValue open = math.unknown(
        type, math.reason(UnknownKind::Uniform, "depends on " + name),
        UniformityScope::Dispatch);
    symbol = open.terms.front().monomial.front();
    Symbol &s = math.symbols().edit(symbol);
    s.kind = Symbol::Kind::Uniform;
    s.name = std::move(name);
  }
  return symbolValue(type, symbol);
}

Value LaneWalk::operand(Frame &frame, Id id, const Flow &flow) {
  uint32_t def = M.defIndex(id);
  if (def == ~0u)
    return Value();
  if (def >= frame.firstInst && def - frame.firstInst < frame.values.size()) {
    uint32_t slot = def - frame.firstInst;
    if (auto e = frame.escapeObjects.find(slot); e != frame.escapeObjects.end())
      return e->second < flow.state->objects.size()
                 ? flow.state->objects[e->second]
                 : Value();
    return frame.values[slot];
  }
  std::optional<Value> &known = GlobalValues[spirv::raw(id)];
  if (!known) {
    const Type *type = M.typeOf(id);
    bool isPlaceholder = Consts.isPlaceholder(id);
    // What is made of such constants keeps its number: it is not known how the
    // numbers made of one hang together.
    const Instruction *inst = M.def(id);
    bool isOpen = Observer && isPlaceholder && type && isScalar(*type) &&
                  inst->opcode != spv::OpSpecConstantOp;
    known = isOpen ? Value(openConstant(M, Math, id, numTypeOf(*type)))
                   : globalValue(frame, id);
    IsSpecialized[spirv::raw(id)] = !isOpen && Consts.isSpecialized(id);
    IsPlaceholder[spirv::raw(id)] = !isOpen && isPlaceholder;
  }
  if (IsSpecialized[spirv::raw(id)])
    Math.assume(kSpecializationAssumption);
  if (IsPlaceholder[spirv::raw(id)])
    Math.assume(kPlaceholderAssumption);
  return *known;
}

/// Constants and module-scope variables.
Value LaneWalk::globalValue(Frame &frame, Id id) {
  if (Consts.isConstant(id)) {
    // gl_WorkGroupSize is a constant that the host may have replaced.
    if (M.decorations(id).builtIn == uint32_t(spv::BuiltInWorkgroupSize))
      return builtIn(spv::BuiltInWorkgroupSize, *M.typeOf(id));
    return Consts.value(id);
  }
  if (M.def(id)->opcode == spv::OpVariable)
    return pointerToVariable(id, frame);
  return Value();
}

void LaneWalk::assign(Frame &frame, const Instruction &inst, Value value,
                      Flow &flow) {
  uint32_t slot = M.defIndex(inst.result) - frame.firstInst;
  if (auto e = frame.escapeObjects.find(slot); e != frame.escapeObjects.end())
    flow.editState().objects.edit(e->second) = std::move(value);
  else
    frame.values[slot] = std::move(value);
}

Value LaneWalk::undefinedTree(const Type &type) {
  return makeTree(
      M, type, [&](const Type &t) { return Consts.arrayLength(t); },
      [&](NumType num) {
        return Math.unknown(num,
                            Math.reason(UnknownKind::Undefined,
                                        "GLSL leaves the value undefined"));
      });
}

/// The reason that results of instruction \p index are unknown.
ReasonPtr LaneWalk::loadReason(uint32_t index, const std::string &text) {
  ReasonPtr &known = LoadReasons[index];
  if (!known)
    known = std::make_shared<const UnknownReason>(UnknownReason{
        UnknownKind::DataDependent, text, debugKey(M, index), index});
  return known;
}

Value LaneWalk::unknownOf(const Type &type, const ReasonPtr &reason,
                          UniformityScope scope) {
  return makeTree(
      M, type, [&](const Type &t) { return Consts.arrayLength(t); },
      [&](NumType num) { return Math.unknown(num, reason, scope); });
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void LaneWalk::call(Frame &frame, uint32_t index, Flow &flow) {
  const Instruction &inst = M.instructions()[index];
  const spirv::Function *callee = M.function(inst.idOperand(0));
  if (!callee)
    return;
  std::vector<Value> args;
  for (unsigned i = 1; i < inst.operands.size(); ++i)
    args.push_back(operand(frame, inst.idOperand(i), flow));
  std::vector<uint32_t> chain = frame.callChain;
  chain.insert(chain.begin(), index);
  unsigned depth = frame.outerLoopDepth + loopDepth(frame, frame.currentBlock);
  Incoming result = callFunction(*callee, std::move(args), std::move(flow),
                                 std::move(chain), depth);
  flow = std::move(result.flow);
  Symbols.setRanges(flow.ranges);
  if (inst.result != Id::None && !result.phis.empty() && !flow.isEmpty())
    assign(frame, inst, std::move(result.phis[0]), flow);
}

static bool isImageRead(unsigned op) {
  return (op >= spv::OpImageSampleImplicitLod && op <= spv::OpImageRead) ||
         (op >= spv::OpImageSparseSampleImplicitLod &&
          op <= spv::OpImageSparseRead);
}

/// What an instruction costs besides its lanes, in lane operations: about a
/// microsecond against 3 ns a lane (release build, x86-64, 2026-11-21).
static constexpr uint64_t kInstructionCost = 256;

/// "particles.length()": what OpArrayLength \p inst asks for, of the block that
/// \p block points to.
static std::string lengthText(const spirv::Module &m, const PointerData *block,
                              const Instruction &inst) {
  if (!block || m.type(block->pointee).kind != TypeKind::Struct)
    return "the length of a buffer";
  const std::string &member =
      m.memberLayout(block->pointee, inst.operands[1]).name;
  if (member.empty())
    return "the length of a buffer";
  return (block->name.empty() ? "" : block->name + ".") + member + ".length()";
}

Value LaneWalk::pointerFromAddress(const Type &type, const Value &address) {
  PointerData p = referenceTo(type);
  NumType number{NumType::Int, 64, false};
  bool isPair = address.kind == Value::Kind::Composite && address.size() == 2 &&
                address.part(0).isScalar() && address.part(1).isScalar();
  if (address.isScalar())
    p.offsetBytes = address.scalar;
  else if (isPair && isUniformValue(address.part(0).scalar, Symbols) &&
           isUniformValue(address.part(1).scalar, Symbols)) { // a uvec2
    p.offsetBytes =
        Math.unknownResult(number, {spv::OpBitcast},
                           {&address.part(0).scalar, &address.part(1).scalar});
    alignBlock(p.offsetBytes, type);
  } else
    p.offsetBytes = Math.unknown(number, Math.reason(UnknownKind::DataDependent,
                                                     "of a computed address"));
  return Value::toPointer(std::move(p));
}

/// Two lanes of \p active that an atomic with \p operand can return one number
/// to; std::nullopt where none are known.
static std::optional<LanePair> lanesWithOneResult(uint16_t opcode,
                                                  const Value &operand,
                                                  const LaneSet &active) {
  if (!operand.isScalar() || !operand.scalar.isConcrete() || active.count() < 2)
    return std::nullopt;
  const Lanes &number = operand.scalar.constant;
  unsigned first = active.find_first(), second = active.find_next(first);
  if (opcode == spv::OpAtomicIAdd || opcode == spv::OpAtomicISub) {
    // The one that comes after a lane that adds nothing gets what that got.
    for (int lane = first; lane >= 0; lane = active.find_next(lane))
      if (number[lane] == 0)
        return LanePair(first, lane == int(first) ? second : lane);
    return std::nullopt;
  }
  // Once it has been executed, the same operand changes nothing any more.
  bool isIdempotent = opcode >= spv::OpAtomicSMin && opcode <= spv::OpAtomicOr;
  if (isIdempotent && active.count() > 2 && number.isUniformOver(active))
    return LanePair(first, second);
  return std::nullopt;
}

void LaneWalk::executeAtomic(Frame &frame, uint32_t index, Flow &flow) {
  const Instruction &inst = M.instructions()[index];
  Id pointer = inst.idOperand(spirv::kAtomicPointer);
  if (auto p = operand(frame, pointer, flow).pointer)
    recordAccess(frame, index, AccessOp::Atomic, *p, flow);
  else
    recordUnknownPointer(frame, index, AccessOp::Atomic, pointer, flow);
  const Type *type = M.typeOrNull(inst.resultType);
  if (!type || inst.result == Id::None)
    return;
  Value result =
      unknownOf(*type, loadReason(index, "returned by an atomic operation"),
                UniformityScope::None);
  if (Observer && result.scalar.terms.size() == 1 &&
      inst.operands.size() > spirv::kAtomicValue) {
    Value changed = operand(frame, inst.idOperand(spirv::kAtomicValue), flow);
    if (auto lanes = lanesWithOneResult(inst.opcode, changed, flow.mask))
      Observer->equalResults(result.scalar.terms[0].monomial[0], *lanes);
  }
  assign(frame, inst, std::move(result), flow);
}

/// Variables, pointers, loads, stores and atomics. Returns false for others.
bool LaneWalk::executeMemory(Frame &frame, uint32_t index, Flow &flow) {
  const Instruction &inst = M.instructions()[index];
  const Type *type = M.typeOrNull(inst.resultType);
  auto value = [&](unsigned i) {
    return operand(frame, inst.idOperand(i), flow);
  };
  // Null where operand i is no pointer that is known.
  auto pointerAt = [&](unsigned i) { return value(i).pointer; };
  auto unknownPointer = [&](AccessOp op, unsigned i) {
    recordUnknownPointer(frame, index, op, inst.idOperand(i), flow);
  };
  if (spirv::isAtomic(inst.opcode)) {
    executeAtomic(frame, index, flow);
    return true;
  }
  switch (inst.opcode) {
  case spv::OpVariable: {
    uint32_t object = flow.state->objects.size();
    flow.editState().objects.add(inst.operands.size() > 1 ? value(1) : Value());
    frame.objects[spirv::raw(inst.result)] = object;
    assign(frame, inst, pointerToVariable(inst.result, frame), flow);
    return true;
  }
  case spv::OpAccessChain:
  case spv::OpInBoundsAccessChain:
  case spv::OpPtrAccessChain:
  case spv::OpInBoundsPtrAccessChain:
    assign(frame, inst, accessChain(frame, inst, flow), flow);
    return true;
  case spv::OpLoad: {
    auto p = pointerAt(0);
    if (!p)
      unknownPointer(AccessOp::Load, 0);
    assign(frame, inst, p ? load(frame, index, *p, flow) : Value(), flow);
    return true;
  }
  case spv::OpStore:
    if (auto p = pointerAt(0))
      store(frame, index, *p, value(1), flow);
    else
      unknownPointer(AccessOp::Store, 0);
    return true;
  case spv::OpCopyMemory: {
    auto to = pointerAt(0), from = pointerAt(1);
    if (!from)
      unknownPointer(AccessOp::Load, 1);
    Value copied = from ? load(frame, index, *from, flow) : Value();
    if (to)
      store(frame, index, *to, copied, flow);
    else
      unknownPointer(AccessOp::Store, 0);
    return true;
  }
  case spv::OpArrayLength:
    assign(
        frame, inst,
        hostNumber({DerivedBy::ArrayLength, inst.operands[0], inst.operands[1]},
                   numTypeOf(*type), lengthText(M, pointerAt(0).get(), inst)),
        flow);
    return true;
  case spv::OpConvertPtrToU: {
    auto p = pointerAt(0);
    bool isAddress = p && p->root == PointerData::Root::Physical && !p->outside;
    if (!isAddress || !type || numTypeOf(*type).widthBits != 64)
      return false;
    assign(frame, inst, Value(resizeValue(p->offsetBytes, numTypeOf(*type))),
           flow);
    return true;
  }
  case spv::OpConvertUToPtr:
  case spv::OpBitcast:
    if (!type || type->kind != TypeKind::Pointer)
      return false;
    assign(frame, inst, pointerFromAddress(*type, value(0)), flow);
    return true;
  default:
    return false;
  }
}

/// All lanes of \p mask read one image at one place. \p value: of an operand.
static bool isOneTexel(const spirv::Module &m, const Instruction &inst,
                       llvm::function_ref<Value(unsigned)> value,
                       const SymbolTable &symbols, const LaneSet &mask) {
  const Instruction *image = m.def(inst.idOperand(0));
  auto isOne = [&](const LaneValue &v) {
    return isUniformOver(v, symbols, mask);
  };
  // A sampler of its own may be one of several.
  if (!image || image->opcode == spv::OpSampledImage ||
      value(0).handle == Id::None || !llvm::all_of(value(0).element(), isOne))
    return false;
  return llvm::all_of(
      llvm::drop_begin(valueOperands(inst)), [&](unsigned operand) {
        Value place = value(operand);
        bool isOnePlace = !place.isEmpty();
        forEachScalar(place,
                      [&](const LaneValue &v) { isOnePlace &= isOne(v); });
        return isOnePlace;
      });
}

/// Images and samplers. Returns false for other instructions.
bool LaneWalk::executeImage(Frame &frame, uint32_t index, Flow &flow) {
  const Instruction &inst = M.instructions()[index];
  auto value = [&](unsigned i) {
    return operand(frame, inst.idOperand(i), flow);
  };
  if (isImageRead(inst.opcode)) {
    recordImage(frame, index, AccessOp::Load, value(0), value(1), flow);
    assign(frame, inst,
           unknownOf(M.type(inst.resultType),
                     loadReason(index, "read from an image"),
                     isOneTexel(M, inst, value, Symbols, flow.mask)
                         ? UniformityScope::Subgroup
                         : UniformityScope::None),
           flow);
    return true;
  }
  switch (inst.opcode) {
  case spv::OpImageTexelPointer: {
    PointerData p;
    if (Value image = value(0); image.isPointer())
      p = *image.pointer;
    noteInvocationId(value(1));
    forEachScalar(value(1), [&](const LaneValue &v) { p.texel.push_back(v); });
    p.root = PointerData::Root::Handle;
    p.storageClass = spv::StorageClassImage;
    assign(frame, inst, Value::toPointer(std::move(p)), flow);
    return true;
  }
  case spv::OpImageWrite: {
    Value texel = value(2);
    recordImage(frame, index, AccessOp::Store, value(0), value(1), flow,
                &texel);
    return true;
  }
  case spv::OpSampledImage:
  case spv::OpImage:
    assign(frame, inst, value(0), flow);
    return true;
  case spv::OpImageQuerySizeLod:
  case spv::OpImageQuerySize:
  case spv::OpImageQueryLevels:
  case spv::OpImageQuerySamples:
    assign(frame, inst, imageQuery(inst, frame, flow), flow);
    return true;
  default:
    return false;
  }
}

/// What rays meet is data, as what is loaded; not what the shader gives them.
static bool asksRayQuery(unsigned op) {
  bool isGiven = op == spv::OpRayQueryGetRayTMinKHR ||
                 op == spv::OpRayQueryGetRayFlagsKHR ||
                 op == spv::OpRayQueryGetWorldRayDirectionKHR ||
                 op == spv::OpRayQueryGetWorldRayOriginKHR;
  return op == spv::OpRayQueryProceedKHR ||
         op == spv::OpRayQueryGetIntersectionTypeKHR ||
         (!isGiven && op >= spv::OpRayQueryGetRayTMinKHR &&
          op <= spv::OpRayQueryGetIntersectionWorldToObjectKHR);
}

/// What depends on operands only.
void LaneWalk::executePure(Frame &frame, const Instruction &inst, Flow &flow) {
  const Type *type = M.typeOrNull(inst.resultType);
  if (inst.result == Id::None || !type)
    return;
  if (spirv::isSubgroupOperation(inst.opcode))
    return assign(
        frame, inst,
        Subgroups.evaluate(inst, flow,
                           [&](Id id) { return operand(frame, id, flow); }),
        flow);
  Value result = evaluatePure(Math, M, inst.opcode, *type, inst.operands,
                              [&](Id id) { return operand(frame, id, flow); });
  if (result.isEmpty() && type->kind != TypeKind::Pointer &&
      type->kind != TypeKind::Void)
    result = unknownOf(
        *type,
        asksRayQuery(inst.opcode)
            ? Math.reason(UnknownKind::DataDependent, "returned by a ray query")
            : Math.reason(UnknownKind::Unsupported,
                          "an operation that is not modelled"),
        UniformityScope::None);
  assign(frame, inst, std::move(result), flow);
}

/// Lanes that are not here whenever \p flow is: they return, or go on behind
/// it.
LaneSet LaneWalk::lanesElsewhere(const Flow &flow) const {
  LaneSet lanes(LaneCount, false);
  auto add = [&](const std::optional<Incoming> &other) {
    if (other && isAround(other->flow.context, flow.context))
      lanes |= other->flow.mask;
  };
  for (const Frame *frame : Frames) {
    for (const std::optional<Incoming> &pending : frame->pending)
      add(pending);
    add(frame->returned);
  }
  return lanes;
}

void LaneWalk::observeBarrier(Frame &frame, uint32_t index, Flow &flow) {
  if (!Observer || RecordingOff)
    return;
  LaneSet lost = Lost;
  if (!lost.empty())
    addLanes(flow.leftOut, lost.reset(lanesElsewhere(flow)));
  const Instruction &inst = M.instructions()[index];
  auto number = [&](unsigned i) {
    return uint32_t(Consts.integer(inst.idOperand(i)).value_or(0));
  };
  BarrierEvent event;
  event.instruction = index;
  event.callChain = frame.callChain;
  event.loopDepth = frame.outerLoopDepth + loopDepth(frame, frame.currentBlock);
  event.isControl = inst.opcode == spv::OpControlBarrier;
  if (event.isControl)
    event.executionScope = number(0);
  event.memoryScope = number(event.isControl ? 1 : 0);
  event.semantics = number(event.isControl ? 2 : 1);
  Observer->barrier(event, flow);
}

/// Instruction \p index has made unknowns, from \p mark on.
void LaneWalk::observeMade(Frame &frame, uint32_t index, SymbolId mark,
                           Flow &flow) {
  const Instruction &inst = M.instructions()[index];
  auto compared = comparedOperands(inst);
  if (inst.result == Id::None || !compared)
    return;
  std::vector<Value> operands;
  for (unsigned i : *compared)
    operands.push_back(operand(frame, inst.idOperand(i), flow));
  Value result = operand(frame, inst.result, flow);
  Observer->made({inst, result, operands, mark, flow.mask});
}

/// What comes under a condition that nobody knows may never be executed, and a
/// loop of unknown length may have one iteration.
void LaneWalk::countArithmetic(const Instruction &inst, const Flow &flow) {
  if (Observer || RecordingOff)
    return;
  unsigned results = spirv::arithmeticResults(M, inst);
  if (results != 0 && !flow.isMaybe())
    Arithmetic +=
        results * iterations(/*ofUnknown=*/1) * flow.mask.count() / LaneCount;
}

void LaneWalk::execute(Frame &frame, uint32_t index, Flow &flow) {
  const Instruction &inst = M.instructions()[index];
  if (!spend(kInstructionCost + LaneCount / 2 + Math.takeWork()))
    return;
  Math.setActive(&flow.mask);
  countArithmetic(inst, flow);
  SymbolId firstNew = Symbols.size();
  HasReported = false;
  if (inst.opcode == spv::OpFunctionCall)
    call(frame, index, flow);
  else if (spirv::isBarrier(inst.opcode))
    observeBarrier(frame, index, flow);
  else if (!executeMemory(frame, index, flow) &&
           !executeImage(frame, index, flow))
    executePure(frame, inst, flow);
  assert((HasReported || Stopped || RecordingOff || flow.isEmpty() ||
          !touchesOrderedMemory(M, inst)) &&
         "an access that nobody hears of");
  if (Observer && Symbols.size() > firstNew)
    observeMade(frame, index, firstNew, flow);
  for (uint32_t assumption : Math.takeAssumptions())
    flow.assumptions.insert(assumption);
  if (auto split = Math.takeSplit(); split && In.box) {
    Split = split;
    Stopped = true;
  }
}
