// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Pointers, loads and stores of a walk, and the accesses that it records.
#include "Code/StoredVariables.h"
#include "Lanes/PureOps.h"
#include "Walk/LaneWalk.h"
#include "wglint/Analysis/AccessCost.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::Type;
using spirv::TypeKind;

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

Value LaneWalk::pointerToVariable(Id variable, Frame &frame) {
  const Instruction *inst = M.def(variable);
  const Type *type = M.typeOf(variable);
  if (!inst || !type || inst->operands.empty())
    return Value();
  PointerData p;
  p.variable = variable;
  p.storageClass = inst->operands[0];
  p.pointee = type->element;
  p.name = M.name(variable).str();
  p.offsetBytes = LaneValue(kAddress, 0);
  // gl_SubGroupSizeARB is a uniform to OpenGL.
  if (p.storageClass == spv::StorageClassUniformConstant &&
      M.decorations(variable).builtIn)
    p.storageClass = spv::StorageClassInput;
  switch (p.storageClass) {
  case spv::StorageClassFunction:
    p.root = PointerData::Root::Private;
    p.object = frame.objects.lookup(spirv::raw(variable));
    break;
  case spv::StorageClassPrivate:
    p.root = PointerData::Root::Private;
    p.object = GlobalObjects[spirv::raw(variable)];
    break;
  case spv::StorageClassInput:
  case spv::StorageClassOutput:
    p.root = PointerData::Root::Input;
    break;
  case spv::StorageClassUniformConstant: {
    // Images and samplers, or arrays of them; plain uniforms under OpenGL.
    const Type *t = &M.type(p.pointee);
    while (t->kind == TypeKind::Array || t->kind == TypeKind::RuntimeArray)
      t = &M.type(t->element);
    bool isHandle = t->kind == TypeKind::Image ||
                    t->kind == TypeKind::SampledImage ||
                    t->kind == TypeKind::Sampler || t->kind == TypeKind::Other;
    p.root = isHandle ? PointerData::Root::Handle : PointerData::Root::Memory;
    break;
  }
  default:
    p.root = PointerData::Root::Memory;
  }
  return Value::toPointer(std::move(p));
}

/// An index as a 64-bit number of elements.
static LaneValue toIndex(const LaneValue &index) {
  if (index.isConcrete() && !index.type.isSigned)
    return {kAddress, index.constant.zeroExtended(index.type.widthBits)};
  return resizeValue(index, kAddress);
}

static bool isAtLeast(const Interval &range, uint64_t bound) {
  return !range.isUnboundedBelow && range.min >= __int128(bound);
}

/// Adds the lanes whose \p index is known to be none of an array's.
static void noteOutside(PointerData &p, const LaneValue &index, uint64_t length,
                        const SymbolTable &symbols, unsigned laneCount) {
  bool isKnown = index.isConcrete();
  auto isOutside = [&](unsigned lane) {
    return isKnown ? uint64_t(index.constant[lane]) >= length
                   : isAtLeast(rangeInLane(index, symbols, lane), length);
  };
  if (isKnown && index.constant.isUniform() && !isOutside(0))
    return;
  LaneSet outside(laneCount);
  for (unsigned lane = 0; lane < laneCount; ++lane)
    if (isOutside(lane))
      outside.set(lane);
  if (outside.none())
    return;
  if (p.outside)
    outside |= *p.outside;
  p.outside = std::make_shared<const LaneSet>(std::move(outside));
}

/// Selects one level: a member, an element, a column or a component.
void LaneWalk::stepInto(PointerData &p, const LaneValue &index,
                        bool indexIsConstant) {
  const Type &type = M.type(p.pointee);
  bool isMemory = p.root == PointerData::Root::Memory ||
                  p.root == PointerData::Root::Physical;
  auto advance = [&](int64_t strideBytes) {
    if (isMemory)
      p.offsetBytes =
          addValues(p.offsetBytes, scaleValue(toIndex(index), strideBytes));
    else
      p.path.push_back(index);
  };
  switch (type.kind) {
  case TypeKind::Struct: {
    unsigned member = index.isConstant() ? index.constant[0] : ~0u;
    if (member >= type.members.size()) {
      p.root = PointerData::Root::Unknown;
      return;
    }
    const spirv::MemberLayout &layout = M.memberLayout(type.id, member);
    if (isMemory)
      p.offsetBytes = addValues(
          p.offsetBytes, LaneValue(kAddress, Bytes.memberOffset(type, member)));
    else
      p.path.push_back(index);
    if (p.member < 0)
      p.member = member;
    p.isRowMajor = layout.isRowMajor;
    p.matrixStrideBytes = layout.matrixStrideBytes.value_or(0);
    if (!layout.name.empty())
      p.name += (p.name.empty() ? "" : ".") + layout.name;
    p.pointee = type.members[member];
    return;
  }
  case TypeKind::Array:
  case TypeKind::RuntimeArray: {
    // An array of blocks is several buffers; its index is no address.
    const Type *element = &M.type(type.element);
    while (element->kind == TypeKind::Array)
      element = &M.type(element->element);
    bool isBlockArray = isMemory &&
                        (element->isBlock || element->isBufferBlock) &&
                        type.arrayStrideBytes == 0;
    bool isShared = p.storageClass == spv::StorageClassWorkgroup;
    if (isMemory && (Observer || isShared))
      if (auto length = Consts.arrayLength(type))
        noteOutside(p, toIndex(index), *length, Symbols, LaneCount);
    if (isBlockArray || p.root == PointerData::Root::Handle)
      p.path.push_back(index);
    else
      advance(isMemory ? Bytes.arrayStride(type) : 0);
    p.pointee = type.element;
    return;
  }
  case TypeKind::Matrix: {
    const Type &column = M.type(type.element);
    uint64_t scalar = Bytes.scalarBytes(M.type(column.element));
    uint64_t stride = Bytes.matrixStride(type, p.matrixStrideBytes);
    advance(p.isRowMajor ? scalar : stride);
    p.componentStrideBytes = p.isRowMajor ? stride : 0;
    p.pointee = type.element;
    return;
  }
  case TypeKind::Vector: {
    uint64_t scalar = Bytes.scalarBytes(M.type(type.element));
    advance(p.componentStrideBytes ? p.componentStrideBytes : scalar);
    // "size.x": a component is part of the name only where it is selected.
    if (indexIsConstant && index.isConstant() && index.constant[0] >= 0 &&
        index.constant[0] < 4) {
      p.name += std::string(".") + "xyzw"[index.constant[0]];
      p.namesComponent = true;
    }
    p.componentStrideBytes = 0;
    p.pointee = type.element;
    return;
  }
  default:
    p.root = PointerData::Root::Unknown;
  }
}

Value LaneWalk::accessChain(Frame &frame, const Instruction &inst, Flow &flow) {
  Value base = operand(frame, inst.idOperand(0), flow);
  if (!base.isPointer())
    return Value();
  PointerData p = *base.pointer;
  unsigned first = 1;
  if (inst.opcode == spv::OpPtrAccessChain ||
      inst.opcode == spv::OpInBoundsPtrAccessChain) {
    // The first index steps over whole pointees.
    const Type *pointerType = M.typeOf(inst.idOperand(0));
    LaneValue element = toScalar(Math, operand(frame, inst.idOperand(1), flow),
                                 *M.typeOf(inst.idOperand(1)));
    uint64_t stride = pointerType && pointerType->arrayStrideBytes
                          ? pointerType->arrayStrideBytes
                          : Bytes.size(M.type(p.pointee));
    p.offsetBytes =
        addValues(p.offsetBytes, scaleValue(toIndex(element), int64_t(stride)));
    first = 2;
  }
  for (unsigned i = first; i < inst.operands.size(); ++i) {
    Id id = inst.idOperand(i);
    const Type *type = M.typeOf(id);
    if (!type || p.root == PointerData::Root::Unknown)
      return Value();
    LaneValue index = toScalar(Math, operand(frame, id, flow), *type);
    noteInvocationId(index);
    stepInto(p, index, Consts.isConstant(id));
  }
  return p.root == PointerData::Root::Unknown ? Value()
                                              : Value::toPointer(std::move(p));
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// Remembers that something depends on which invocation it is.
void LaneWalk::noteInvocationId(const Value &value) {
  if (!UsesInvocationId && value.size() <= 16)
    forEachScalar(value, [&](const LaneValue &v) {
      UsesInvocationId |= tellsInvocations(v, Symbols);
    });
}

Value LaneWalk::load(Frame &frame, uint32_t index, const PointerData &p,
                     Flow &flow) {
  const Type &type = M.type(p.pointee);
  switch (p.root) {
  case PointerData::Root::Private: {
    if (p.object >= flow.state->objects.size() || p.variable == Id::None)
      return Value();
    notePrivateIndex(index, p, flow);
    const Type &whole = M.type(M.typeOf(p.variable)->element);
    return loadPrivate(flow.state->objects[p.object], whole, p.path, flow.mask);
  }
  case PointerData::Root::Input: {
    const auto &builtInId = M.decorations(p.variable).builtIn;
    if (!builtInId)
      return undefinedTree(type);
    Value whole = builtIn(*builtInId, M.type(M.typeOf(p.variable)->element));
    return loadPrivate(whole, M.type(M.typeOf(p.variable)->element), p.path,
                       flow.mask);
  }
  case PointerData::Root::Handle:
    if (type.kind == TypeKind::Array || type.kind == TypeKind::RuntimeArray)
      return Value(); // all of them
    return Value::toHandle(p);
  case PointerData::Root::Memory:
  case PointerData::Root::Physical:
    recordAccess(frame, index, AccessOp::Load, p, flow);
    return flow.isEmpty() ? Value() : loadData(index, p, type, flow);
  default:
    return Value();
  }
}

void LaneWalk::store(Frame &frame, uint32_t index, const PointerData &p,
                     const Value &value, Flow &flow) {
  noteInvocationId(value);
  switch (p.root) {
  case PointerData::Root::Private: {
    if (p.object >= flow.state->objects.size() || p.variable == Id::None)
      return;
    notePrivateIndex(index, p, flow);
    const Type &whole = M.type(M.typeOf(p.variable)->element);
    storePrivate(flow.editState().objects.edit(p.object), whole, p.path, value,
                 flow.mask);
    break;
  }
  case PointerData::Root::Memory:
  case PointerData::Root::Physical:
    recordAccess(frame, index, AccessOp::Store, p, flow, &value);
    break;
  default:
    break;
  }
}

/// Read-only for the whole dispatch: uniform blocks, push constants, uniforms.
bool LaneWalk::isReadOnly(const PointerData &p) const {
  if (p.storageClass == spv::StorageClassPushConstant ||
      p.storageClass == spv::StorageClassUniformConstant)
    return true;
  if (p.storageClass != spv::StorageClassUniform || p.variable == Id::None)
    return false;
  const Type *t = M.typeOf(p.variable);
  t = t ? M.typeOrNull(t->element) : nullptr;
  while (t && (t->kind == TypeKind::Array || t->kind == TypeKind::RuntimeArray))
    t = M.typeOrNull(t->element);
  return t && !t->isBufferBlock;
}

/// What --assume says of \p name, which is known by that of its last part, too.
std::optional<LaneValue> LaneWalk::assumedScalar(NumType type,
                                                 const std::string &name) {
  llvm::StringRef full = name,
                  member = full.substr(full.find('.') == llvm::StringRef::npos
                                           ? 0
                                           : full.find('.') + 1);
  for (const auto &[key, value] : In.options.assumptions)
    if (!key.empty() && (key == full || key == member)) {
      Math.assume(name + " = " + std::to_string(value));
      return type.kind == NumType::Float
                 ? Math.convert(spv::OpConvertSToF,
                                LaneValue({NumType::Int, 64, true}, value),
                                type)
                 : LaneValue(type, signExtend(value, type.widthBits));
    }
  return std::nullopt;
}

/// One scalar that the host gives: known by --assume, or one symbol per place.
LaneValue LaneWalk::uniformScalar(const PointerData &p, const LaneValue &offset,
                                  NumType type, const std::string &name) {
  if (auto assumed = assumedScalar(type, name))
    return *assumed;
  // Which of an array of blocks, and where in it.
  llvm::SmallVector<LaneValue, 2> place(p.path.begin(), p.path.end());
  place.push_back(offset);
  if (!llvm::all_of(place, [&](const LaneValue &index) {
        return isUniformValue(index, Symbols);
      }))
    return Math.unknown(type, Math.reason(UnknownKind::DataDependent,
                                          "loaded from '" + name + "'"));
  std::vector<int64_t> key{DerivedBy::UniformPlace, spirv::raw(p.variable),
                           type.kind, type.widthBits};
  UniformityScope scope = UniformityScope::Dispatch;
  for (const LaneValue &index : place) {
    scope = std::min(scope, scopeOf(index, Symbols));
    key.push_back(index.constant.uniformValue());
    key.push_back(index.terms.size());
    for (const Term &t : index.terms) {
      key.push_back(t.coefficient.uniformValue());
      key.insert(key.end(), t.monomial.begin(), t.monomial.end());
    }
  }
  SymbolId &id = Symbols.derived(key);
  if (id == kNoSymbol) {
    Symbol s;
    s.kind = Symbol::Kind::Uniform;
    s.scope = scope;
    bool isSigned = type.isSigned;
    unsigned w = type.widthBits;
    s.min = isSigned ? (w >= 64 ? INT64_MIN / 2 : -(int64_t(1) << (w - 1))) : 0;
    s.max = w >= 63 ? INT64_MAX / 2 : (int64_t(1) << (w - isSigned)) - 1;
    // 8- and 16-bit values are bounded by their type in earnest.
    s.isUnbounded = w >= 32;
    s.name = name;
    s.reason = Math.reason(UnknownKind::Uniform, "depends on '" + name + "'");
    id = Symbols.add(std::move(s));
  }
  return symbolValue(type, id);
}

/// The block that \p pointer, a reference at \p address, leads to is at least
/// as aligned as its widest member.
void LaneWalk::alignBlock(const LaneValue &address, const Type &pointer) {
  for (const Term &t : address.terms)
    if (t.monomial.size() == 1) {
      Symbol &block = Symbols.edit(t.monomial[0]);
      block.multipleOf =
          std::max<uint64_t>(1, Bytes.alignment(M.type(pointer.element)));
      block.isAddress = true;
    }
}

Value LaneWalk::loadUniform(const PointerData &p, const Type &type) {
  if (type.kind == TypeKind::Bool || type.kind == TypeKind::Int ||
      type.kind == TypeKind::Float)
    return uniformScalar(p, p.offsetBytes, numTypeOf(type), p.name);
  if (type.kind == TypeKind::Pointer) { // a buffer reference
    PointerData target = referenceTo(type);
    target.name = p.name;
    target.offsetBytes =
        uniformScalar(p, p.offsetBytes, {NumType::Int, 64, false}, p.name);
    alignBlock(target.offsetBytes, type);
    return Value::toPointer(std::move(target));
  }
  unsigned count = Consts.elementCount(type);
  if (count > kMaxFollowedElements || type.kind == TypeKind::RuntimeArray ||
      count == 0)
    return Value();
  std::vector<Value> parts;
  for (unsigned i = 0; i < count; ++i) {
    PointerData part = p;
    stepInto(part, LaneValue({NumType::Int, 32, true}, int64_t(i)),
             /*indexIsConstant=*/true);
    parts.push_back(loadUniform(part, M.type(part.pointee)));
  }
  return Value::composite(std::move(parts));
}

/// What \p p points into is a buffer's memory that this shader only reads and
/// that nobody else is said to change while it runs.
static bool isOnlyRead(const spirv::Module &m, const StoredVariables &stored,
                       const PointerData &p) {
  const Type *pointer = p.variable == Id::None ? nullptr : m.typeOf(p.variable);
  const Type *block = pointer ? m.typeOrNull(pointer->element) : nullptr;
  if (!block || !(block->isBlock || block->isBufferBlock))
    return false;
  const spirv::Decorations &d = m.decorations(p.variable);
  spirv::MemberLayout member;
  if (p.member >= 0)
    member = m.memberLayout(pointer->element, p.member);
  return (d.isNonWritable || member.isNonWritable ||
          !stored.mayBeStored(p.variable, p.member)) &&
         !d.isVolatile && !d.isCoherent && !member.isVolatile &&
         !member.isCoherent;
}

/// The name of \p p says all of where it points: no index of an array is left
/// out of it.
static bool isNamedWhole(const spirv::Module &m, const PointerData &p) {
  const Type *pointer = m.typeOf(p.variable);
  const Type *block = pointer ? m.typeOrNull(pointer->element) : nullptr;
  if (!block || p.member < 0 || unsigned(p.member) >= block->members.size())
    return false;
  const Type &member = m.type(block->members[p.member]);
  return member.kind == TypeKind::Int || member.kind == TypeKind::Vector;
}

Value LaneWalk::loadData(uint32_t index, const PointerData &p, const Type &type,
                         Flow &flow) {
  if (isReadOnly(p))
    return loadUniform(p, type);
  // All lanes of a request that read one address read one value.
  auto isOne = [&](const LaneValue &index) {
    return isUniformOver(index, Symbols, flow.mask);
  };
  bool uniform = isOne(p.offsetBytes) && llvm::all_of(p.path, isOne);
  std::string from = p.name.empty() ? "a buffer" : "'" + p.name + "'";
  ReasonPtr reason = loadReason(index, "loaded from " + from);
  if (type.kind == TypeKind::Pointer) {
    PointerData target = referenceTo(type);
    target.name = p.name;
    target.offsetBytes = Math.unknown({NumType::Int, 64, false}, reason,
                                      uniform ? UniformityScope::Subgroup
                                              : UniformityScope::None);
    return Value::toPointer(std::move(target));
  }
  UniformityScope scope =
      uniform ? UniformityScope::Subgroup : UniformityScope::None;
  if (uniform && isOnlyRead(M, In.stored, p))
    scope = scopeOf(p.offsetBytes, Symbols);
  Value value = unknownOf(type, reason, scope);
  int lane = flow.mask.find_first();
  if (uniform && lane >= 0 && type.kind == TypeKind::Int &&
      p.offsetBytes.isConcrete() && scope == UniformityScope::Dispatch) {
    SymbolId symbol = value.scalar.terms.front().monomial.front();
    Symbols.noteSamePlace(
        symbol, {DerivedBy::ReadOnlyPlace, spirv::raw(p.variable),
                 p.offsetBytes.constant[lane], numTypeOf(type).widthBits});
    if (isNamedWhole(M, p)) {
      if (auto assumed = assumedScalar(numTypeOf(type), p.name))
        return Value(std::move(*assumed));
      Symbols.edit(symbol).name = p.name;
    }
  }
  return value;
}
