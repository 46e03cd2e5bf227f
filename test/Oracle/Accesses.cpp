// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Pointers, loads, stores and atomics.

#include "Machine.h"
#include <algorithm>
#include <spirv/unified1/spirv.hpp>

namespace wglint::oracle {

using namespace spirv;

/// What \p pointer points to: as its access chain knows it, else by its type.
const Layout *Machine::pointee(Id pointer) {
  if (value(pointer).layout)
    return value(pointer).layout;
  return Types.layout(M.type(M.def(pointer)->resultType).element);
}

/// The largest power of two, up to 256, that divides both.
static uint64_t commonAlignment(uint64_t align, uint64_t offset) {
  uint64_t both = align | offset | 256;
  return both & -both;
}

void Machine::accessChain(const Instruction &inst, const LaneList &lanes) {
  const Layout *layout = pointee(inst.idOperand(0));
  uint64_t align = value(inst.idOperand(0)).alignBytes;
  Value addresses = value(inst.idOperand(0));
  bool isPtrChain = inst.opcode == spv::OpPtrAccessChain ||
                    inst.opcode == spv::OpInBoundsPtrAccessChain;
  uint64_t elementStride =
      M.type(M.def(inst.idOperand(0))->resultType).arrayStrideBytes;
  for (size_t i = 1; i < inst.operands.size(); ++i) {
    Id index = inst.idOperand(i);
    const Type &indexType = *M.typeOf(index);
    bool isElement = isPtrChain && i == 1;
    if (!isElement && M.type(layout->type).kind == TypeKind::Struct) {
      size_t member = value(index).bits.at(0);
      uint64_t offset = layout->offsets.at(member);
      for (unsigned lane : lanes)
        addresses.bits[lane] += offset;
      align = align ? commonAlignment(align, offset) : 0;
      layout = layout->children[member];
      continue;
    }
    uint64_t stride = isElement ? elementStride : layout->strideBytes;
    bool isConstant = M.def(index)->opcode == spv::OpConstant;
    if (align)
      align = commonAlignment(align, isConstant ? stride * value(index).bits[0]
                                                : stride);
    for (unsigned lane : lanes) {
      Scalar scalar = get(index, 0, lane);
      int64_t number = indexType.isSigned
                           ? asSigned(scalar.bits, indexType.bitWidth)
                           : static_cast<int64_t>(scalar.bits);
      addresses.bits[lane] += static_cast<uint64_t>(number) * stride;
      addresses.undefined[lane] |= scalar.isUndefined;
    }
    if (!isElement)
      layout = layout->children[0];
  }
  Value &to = define(inst);
  for (unsigned lane : lanes)
    set(to, 0, lane, {addresses.bits[lane], addresses.undefined[lane] != 0});
  to.layout = layout;
  to.alignBytes = align;
}

/// Calls \p leaf with the offset, the bytes of a scalar and the number of
/// components of each scalar or vector that \p layout is made of.
template <typename Leaf>
static void forLeaves(const Layout &layout, uint64_t offset, const Leaf &leaf) {
  if (layout.children.empty()) {
    if (layout.sizeBytes)
      leaf(offset, layout.sizeBytes, uint64_t(1));
    return;
  }
  const Layout &element = *layout.children[0];
  if (layout.isVector && layout.strideBytes == element.sizeBytes) {
    leaf(offset, element.sizeBytes, layout.count);
    return;
  }
  if (layout.offsets.empty())
    for (uint64_t i = 0; i < layout.count; ++i)
      forLeaves(element, offset + i * layout.strideBytes, leaf);
  for (size_t i = 0; i < layout.offsets.size(); ++i)
    forLeaves(*layout.children[i], offset + layout.offsets[i], leaf);
}

/// Hands each leaf of an access to the recorder, cut as the device is assumed
/// to cut it: aligned powers of two up to 16 bytes; three words at a multiple
/// of 16 bytes load as one access and store as two.
void Machine::recordLeaves(uint32_t index, Op op, Id pointer,
                           const LaneList &lanes) {
  Space space = Mem.object(objectOf(value(pointer).bits[lanes[0]])).space;
  uint32_t storage = M.type(M.def(pointer)->resultType).storageClass;
  bool isPhysical = storage == spv::StorageClassPhysicalStorageBuffer;
  if (!isPhysical && space != Space::Global && space != Space::Shared &&
      space != Space::Uniform)
    return;
  uint64_t known = value(pointer).alignBytes;
  const Layout *layout = pointee(pointer);
  forLeaves(*layout, 0,
            [&](uint64_t offset, uint64_t scalarBytes, uint64_t count) {
              uint64_t natural = scalarBytes * (count == 3 ? 4 : count);
              uint64_t align = known ? commonAlignment(known, offset) : natural;
              uint64_t widest = std::min<uint64_t>({align, 16});
              uint64_t bytes = scalarBytes * count;
              if (bytes == 12 && widest == 16 && op == Op::Load)
                return recordPiece(index, op, pointer, offset, 12, lanes);
              for (uint64_t done = 0; done < bytes;) {
                uint64_t piece = widest;
                while (piece > bytes - done)
                  piece /= 2;
                recordPiece(index, op, pointer, offset + done,
                            static_cast<unsigned>(piece), lanes);
                done += piece;
              }
            });
}

void Machine::recordPiece(uint32_t index, Op op, Id pointer, uint64_t offset,
                          unsigned bytes, const LaneList &lanes) {
  Event event;
  event.id = {index, op, {CallChain.rbegin(), CallChain.rend()}};
  const Object &object = Mem.object(objectOf(value(pointer).bits[lanes[0]]));
  bool isNowhere = object.space == Space::Other;
  event.space = isNowhere ? Space::Global : object.space;
  event.variable = object.name;
  event.accessBytes = bytes;
  event.workgroupId = WorkgroupId;
  event.addressBytes.resize(LaneCount);
  for (unsigned lane : lanes) {
    Scalar address = get(pointer, 0, lane);
    event.addressBytes[lane] =
        offsetOf(address.bits) + static_cast<int64_t>(offset);
    event.isUndefined |= address.isUndefined;
  }
  Records.record(event);
}

void Machine::load(uint32_t index, const LaneList &lanes) {
  const Instruction &inst = M.instructions()[index];
  Id pointer = inst.idOperand(0);
  recordLeaves(index, Op::Load, pointer, lanes);
  Value &to = define(inst);
  size_t component = 0;
  forLeaves(*pointee(pointer), 0,
            [&](uint64_t offset, uint64_t scalarBytes, uint64_t count) {
              for (uint64_t i = 0; i < count; ++i, ++component)
                for (unsigned lane : lanes) {
                  Scalar address = get(pointer, 0, lane);
                  Scalar scalar =
                      Mem.read(address.bits + offset + i * scalarBytes,
                               scalarBytes, lane);
                  scalar.isUndefined |= address.isUndefined;
                  set(to, component, lane, scalar);
                }
            });
}

void Machine::store(uint32_t index, const LaneList &lanes) {
  const Instruction &inst = M.instructions()[index];
  Id pointer = inst.idOperand(0), object = inst.idOperand(1);
  recordLeaves(index, Op::Store, pointer, lanes);
  size_t component = 0;
  forLeaves(*pointee(pointer), 0,
            [&](uint64_t offset, uint64_t scalarBytes, uint64_t count) {
              for (uint64_t i = 0; i < count; ++i, ++component)
                for (unsigned lane : lanes) {
                  Scalar address = get(pointer, 0, lane);
                  // Where an undefined address stores to, nobody knows:
                  // nowhere, here.
                  if (!address.isUndefined)
                    Mem.write(address.bits + offset + i * scalarBytes,
                              scalarBytes, lane, get(object, component, lane));
                }
            });
}

void Machine::copyMemory(uint32_t index, const LaneList &lanes) {
  const Instruction &inst = M.instructions()[index];
  Id target = inst.idOperand(0), source = inst.idOperand(1);
  recordLeaves(index, Op::Load, source, lanes);
  recordLeaves(index, Op::Store, target, lanes);
  std::vector<std::pair<uint64_t, uint64_t>> from;
  forLeaves(*pointee(source), 0,
            [&](uint64_t offset, uint64_t scalarBytes, uint64_t count) {
              for (uint64_t i = 0; i < count; ++i)
                from.push_back({offset + i * scalarBytes, scalarBytes});
            });
  size_t next = 0;
  forLeaves(*pointee(target), 0,
            [&](uint64_t offset, uint64_t scalarBytes, uint64_t count) {
              for (uint64_t i = 0; i < count; ++i, ++next)
                for (unsigned lane : lanes)
                  Mem.write(
                      get(target, 0, lane).bits + offset + i * scalarBytes,
                      scalarBytes, lane,
                      Mem.read(get(source, 0, lane).bits + from[next].first,
                               from[next].second, lane));
            });
}

/// The scalar operation of a read-modify-write instruction; 0: none.
static uint32_t atomicArithmetic(uint16_t opcode) {
  switch (opcode) {
  case spv::OpAtomicIAdd:
  case spv::OpAtomicIIncrement:
    return spv::OpIAdd;
  case spv::OpAtomicISub:
  case spv::OpAtomicIDecrement:
    return spv::OpISub;
  case spv::OpAtomicAnd:
    return spv::OpBitwiseAnd;
  case spv::OpAtomicOr:
    return spv::OpBitwiseOr;
  case spv::OpAtomicXor:
    return spv::OpBitwiseXor;
  case spv::OpAtomicFAddEXT:
    return spv::OpFAdd;
  case spv::OpAtomicSMin:
    return spv::OpSLessThan;
  case spv::OpAtomicUMin:
    return spv::OpULessThan;
  case spv::OpAtomicSMax:
    return spv::OpSGreaterThan;
  case spv::OpAtomicUMax:
    return spv::OpUGreaterThan;
  default:
    return 0;
  }
}

/// What an atomic writes where it finds \p old.
static Scalar atomicResult(uint16_t opcode, ScalarType type, Scalar old,
                           Scalar operand, Scalar comparator) {
  switch (opcode) {
  case spv::OpAtomicLoad:
    return old;
  case spv::OpAtomicStore:
  case spv::OpAtomicExchange:
    return operand;
  case spv::OpAtomicCompareExchange:
    return old.bits == comparator.bits ? operand : old;
  case spv::OpAtomicIIncrement:
  case spv::OpAtomicIDecrement:
    operand = {1};
    break;
  default:
    break;
  }
  ScalarCall call;
  call.opcode = atomicArithmetic(opcode);
  call.result = call.operand[0] = call.operand[1] = type;
  call.value[0] = old;
  call.value[1] = operand;
  std::optional<Scalar> result = callCore(call);
  if (!result)
    return {0, true};
  bool isMinMax = opcode >= spv::OpAtomicSMin && opcode <= spv::OpAtomicUMax;
  if (isMinMax)
    return {result->bits ? old.bits : operand.bits, result->isUndefined};
  return *result;
}

/// Lanes take their turns in order: one of the orders that the device may take.
void Machine::atomic(uint32_t index, const LaneList &lanes) {
  const Instruction &inst = M.instructions()[index];
  Id pointer = inst.idOperand(0);
  const Layout *layout = pointee(pointer);
  recordLeaves(index, Op::Atomic, pointer, lanes);
  unsigned bytes = static_cast<unsigned>(layout->sizeBytes);
  ScalarType type = Types.scalars(layout->type).at(0);
  bool isCompare = inst.opcode == spv::OpAtomicCompareExchange;
  Id operand = inst.idOperand(isCompare ? 4 : 3);
  for (unsigned lane : lanes) {
    Scalar address = get(pointer, 0, lane);
    Scalar old = Mem.read(address.bits, bytes, lane);
    old.isUndefined |= address.isUndefined;
    Scalar given = operand == Id::None ? Scalar() : get(operand, 0, lane);
    Scalar comparator = isCompare ? get(inst.idOperand(5), 0, lane) : Scalar();
    if (inst.result != Id::None)
      set(define(inst), 0, lane, old);
    if (!address.isUndefined)
      Mem.write(address.bits, bytes, lane,
                atomicResult(inst.opcode, type, old, given, comparator));
  }
}

void Machine::arrayLength(const Instruction &inst, const LaneList &lanes) {
  Id pointer = inst.idOperand(0);
  const Layout *layout = pointee(pointer);
  std::string variable =
      Mem.object(objectOf(value(pointer).bits[lanes[0]])).name;
  std::string member = M.memberLayout(layout->type, inst.operands[1]).name;
  auto found = Options.bufferLengths.find(member);
  if (found == Options.bufferLengths.end())
    found = Options.bufferLengths.find(variable);
  Scalar length = {0, true};
  if (found != Options.bufferLengths.end())
    length = {found->second};
  Value &to = define(inst);
  for (unsigned lane : lanes)
    set(to, 0, lane, length);
}

void Machine::initializeFrom(uint64_t address, const Layout &layout, Id from,
                             unsigned lane) {
  size_t component = 0;
  forLeaves(layout, 0,
            [&](uint64_t offset, uint64_t scalarBytes, uint64_t count) {
              for (uint64_t i = 0; i < count; ++i, ++component)
                Mem.write(address + offset + i * scalarBytes, scalarBytes, lane,
                          get(from, component, lane));
            });
}

/// Loads, stores, atomics and pointers; false: none of them.
bool Machine::executeMemory(uint32_t index, const LaneList &lanes) {
  const Instruction &inst = M.instructions()[index];
  switch (inst.opcode) {
  case spv::OpLoad:
    load(index, lanes);
    return true;
  case spv::OpStore:
    store(index, lanes);
    return true;
  case spv::OpCopyMemory:
    copyMemory(index, lanes);
    return true;
  case spv::OpAccessChain:
  case spv::OpInBoundsAccessChain:
  case spv::OpPtrAccessChain:
  case spv::OpInBoundsPtrAccessChain:
    accessChain(inst, lanes);
    return true;
  case spv::OpArrayLength:
    arrayLength(inst, lanes);
    return true;
  case spv::OpVariable: {
    const Layout *layout = Types.layout(M.type(inst.resultType).element);
    auto [found, isNew] = LocalObject.insert({raw(inst.result), 0});
    if (isNew) {
      Object object;
      object.name = M.name(inst.result).str();
      object.space = Space::Private;
      object.laneBytes = layout->sizeBytes;
      object.bytes.resize(layout->sizeBytes * LaneCount);
      object.undefined.resize(layout->sizeBytes * LaneCount);
      found->second = Mem.add(std::move(object));
    }
    Object &object = Mem.object(found->second);
    Value &to = define(inst);
    to.layout = layout;
    to.alignBytes = layout->alignBytes;
    for (unsigned lane : lanes) {
      set(to, 0, lane, {makeAddress(found->second, 0)});
      std::fill_n(object.undefined.begin() + lane * layout->sizeBytes,
                  layout->sizeBytes, 1);
      if (inst.operands.size() > 1)
        initializeFrom(makeAddress(found->second, 0), *layout,
                       inst.idOperand(1), lane);
    }
    return true;
  }
  default:
    if (inst.opcode >= spv::OpAtomicLoad && inst.opcode <= spv::OpAtomicXor) {
      bool isImage =
          M.def(inst.idOperand(0))->opcode == spv::OpImageTexelPointer;
      if (isImage)
        return inst.result == Id::None ? true : (poison(inst, lanes), true);
      atomic(index, lanes);
      return true;
    }
    if (inst.opcode == spv::OpAtomicFAddEXT) {
      atomic(index, lanes);
      return true;
    }
    return false;
  }
}

} // namespace wglint::oracle
