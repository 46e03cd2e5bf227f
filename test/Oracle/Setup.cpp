// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Constants, variables, uniform values and built-ins.

#include "Machine.h"
#include <spirv/unified1/spirv.hpp>

namespace wglint::oracle {

using namespace spirv;

static constexpr uint64_t baseAlignBytes = 256;

Machine::Machine(const Module &module, MachineOptions options,
                 Recorder &recorder)
    : M(module), Options(std::move(options)), Records(recorder),
      Types(module, [this](Id id) { return constantBits(id); }),
      Values(module.idBound()) {}

bool Machine::setUp() {
  if (!chooseEntryPoint() || !readSize())
    return false;
  for (unsigned lane = 0; lane < LaneCount; ++lane)
    AllLanes.push_back(lane);
  evaluateConstants();
  createGlobals();
  for (const auto &[name, number] : Options.assumptions)
    if (!assume(name, number))
      return fail("there is no uniform named '" + name + "'");
  return Failure.empty();
}

bool Machine::chooseEntryPoint() {
  for (const EntryPoint &entry : M.entryPoints()) {
    bool isWanted =
        Options.entryPoint.empty() || entry.name == Options.entryPoint;
    if (!Entry && isWanted &&
        entry.executionModel == spv::ExecutionModelGLCompute)
      Entry = &entry;
  }
  return Entry || fail("there is no such compute entry point");
}

bool Machine::readSize() {
  uint64_t count = 1;
  for (unsigned i = 0; i < 3; ++i) {
    Size[i] = Entry->sizeIds[i] != Id::None
                  ? static_cast<uint32_t>(constantBits(Entry->sizeIds[i]))
                  : Entry->literalSize[i];
    if (Options.localSize[i])
      Size[i] = Options.localSize[i];
    count *= Size[i];
  }
  if (count == 0 || count > 4096)
    return fail("the workgroup has " + std::to_string(count) + " invocations");
  LaneCount = static_cast<unsigned>(count);
  return true;
}

/// A specialization constant's value: as given, else the module's default.
uint64_t Machine::specialized(Id id, uint64_t value) const {
  std::optional<uint32_t> specId = M.decorations(id).specId;
  for (const auto &[key, given] : Options.specialization)
    if ((specId && key == std::to_string(*specId)) || key == M.name(id))
      return static_cast<uint64_t>(given);
  return value;
}

/// The first scalar of a constant, also before there are values: sizes of the
/// workgroup and of arrays are needed to make them.
uint64_t Machine::constantBits(Id id) {
  const Instruction *inst = M.def(id);
  if (!inst || LaneCount == 0) {
    bool isPlain = inst && !inst->operands.empty() &&
                   (inst->opcode == spv::OpConstant ||
                    inst->opcode == spv::OpSpecConstant);
    if (isPlain)
      return truncated(specialized(id, inst->operands[0]), 32);
    fail("a size depends on a constant that is computed");
    return 1;
  }
  if (value(id).bits.empty())
    evaluateConstant(*inst);
  return value(id).bits.empty() ? 1 : value(id).bits[0];
}

void Machine::evaluateConstants() {
  for (const Instruction &inst : M.instructions()) {
    if (inst.opcode == spv::OpFunction)
      break;
    if (inst.result != Id::None && inst.resultType != Id::None &&
        inst.opcode != spv::OpVariable)
      evaluateConstant(inst);
  }
  // Undefined values may stand in functions, too; they are made where they are
  // met.
}

void Machine::evaluateConstant(const Instruction &inst) {
  if (!value(inst.result).bits.empty())
    return;
  size_t count = Types.scalars(inst.resultType).size();
  auto setAll = [&](uint64_t bits, bool isUndefined) {
    Value &to = define(inst);
    for (size_t c = 0; c < count; ++c)
      for (unsigned lane : AllLanes)
        set(to, c, lane, {bits, isUndefined});
  };
  switch (inst.opcode) {
  case spv::OpConstant:
  case spv::OpSpecConstant: {
    uint64_t bits = inst.operands[0];
    if (inst.operands.size() > 1)
      bits |= uint64_t(inst.operands[1]) << 32;
    setAll(truncated(specialized(inst.result, bits),
                     M.type(inst.resultType).bitWidth),
           false);
    break;
  }
  case spv::OpConstantTrue:
  case spv::OpConstantFalse:
    setAll(inst.opcode == spv::OpConstantTrue, false);
    break;
  case spv::OpSpecConstantTrue:
  case spv::OpSpecConstantFalse:
    setAll(specialized(inst.result, inst.opcode == spv::OpSpecConstantTrue) !=
               0,
           false);
    break;
  case spv::OpConstantNull:
    setAll(0, false);
    break;
  case spv::OpUndef:
    setAll(0, true);
    break;
  case spv::OpConstantComposite:
  case spv::OpSpecConstantComposite:
    compositeConstruct(inst, AllLanes);
    if (M.decorations(inst.result).builtIn == spv::BuiltInWorkgroupSize)
      for (unsigned i = 0; i < 3; ++i)
        for (unsigned lane : AllLanes)
          set(value(inst.result), i, lane, {Size[i]});
    break;
  case spv::OpSpecConstantOp: {
    // The same instruction as any other, with its opcode as the first operand.
    Instruction inner = inst;
    inner.opcode = static_cast<uint16_t>(inst.operands[0]);
    inner.operands = inst.operands.drop_front();
    if (!executeValue(inner, AllLanes))
      fail("OpSpecConstantOp with opcode " + std::to_string(inner.opcode));
    break;
  }
  default:
    break;
  }
}

static Space spaceOf(const Module &module, const Type &pointer) {
  const Type *pointee = &module.type(pointer.element);
  while (pointee->kind == TypeKind::Array ||
         pointee->kind == TypeKind::RuntimeArray)
    pointee = &module.type(pointee->element);
  switch (pointer.storageClass) {
  case spv::StorageClassStorageBuffer:
  case spv::StorageClassPhysicalStorageBuffer:
    return Space::Global;
  case spv::StorageClassUniform:
    return pointee->isBufferBlock ? Space::Global : Space::Uniform;
  case spv::StorageClassPushConstant:
    return Space::Uniform;
  case spv::StorageClassWorkgroup:
    return Space::Shared;
  case spv::StorageClassPrivate:
  case spv::StorageClassFunction:
  case spv::StorageClassInput:
  case spv::StorageClassOutput:
    return Space::Private;
  default:
    return Space::Other;
  }
}

void Machine::createGlobals() {
  for (Id id : M.globalVariables())
    createGlobal(id);
}

void Machine::createGlobal(Id id) {
  const Instruction &inst = *M.def(id);
  const Type &pointer = M.type(inst.resultType);
  const Layout *layout = Types.layout(pointer.element);
  Object object;
  object.name = M.name(id).str();
  object.space = spaceOf(M, pointer);
  if (object.space == Space::Private)
    object.laneBytes = layout->sizeBytes;
  // An array of blocks is an object for each block: see Layout's stride for
  // them.
  const Type &pointee = M.type(pointer.element);
  bool isBuffer =
      object.space == Space::Global || object.space == Space::Uniform;
  bool isBlockArray = isBuffer && pointee.kind == TypeKind::Array;
  uint64_t number = Mem.add(object);
  for (uint64_t i = 1; isBlockArray && i < layout->count; ++i)
    Mem.add(object);
  ObjectOf[raw(id)] = number;
  Value &to = define(inst);
  to.layout = layout;
  to.alignBytes = baseAlignBytes;
  for (unsigned lane : AllLanes)
    set(to, 0, lane, {makeAddress(number, 0)});
}

/// Writes a uniform value; \p rest is what is left of its name: "", ".x",
/// "[1]".
bool Machine::assumeAt(uint64_t address, const Layout &layout,
                       const std::string &rest, int64_t value) {
  const Type &type = M.type(layout.type);
  if (rest.empty() && layout.children.empty()) {
    uint64_t bits = static_cast<uint64_t>(value);
    if (type.kind == TypeKind::Float)
      bits = floatBits(static_cast<double>(value), type.bitWidth);
    Mem.write(address, layout.sizeBytes, 0, {bits});
    return true;
  }
  if (type.kind == TypeKind::Vector && rest.size() == 2 && rest[0] == '.') {
    size_t component = std::string("xyzw").find(rest[1]);
    if (component < layout.count)
      return assumeAt(address + component * layout.strideBytes,
                      *layout.children[0], "", value);
  }
  bool isArray =
      type.kind == TypeKind::Array || type.kind == TypeKind::RuntimeArray;
  size_t close = rest.find(']');
  if (isArray && !rest.empty() && rest[0] == '[' &&
      close != std::string::npos) {
    uint64_t index = std::stoull(rest.substr(1, close - 1));
    return assumeAt(address + index * layout.strideBytes, *layout.children[0],
                    rest.substr(close + 1), value);
  }
  if (type.kind == TypeKind::Struct && !rest.empty() && rest[0] == '.')
    for (unsigned i = 0; i < type.members.size(); ++i) {
      const std::string member = "." + M.memberLayout(type.id, i).name;
      if (rest.compare(0, member.size(), member) == 0 &&
          assumeAt(address + layout.offsets[i], *layout.children[i],
                   rest.substr(member.size()), value))
        return true;
    }
  return false;
}

/// A name is a variable, `block.member`, `instance.member` or a member alone.
bool Machine::assume(const std::string &name, int64_t value) {
  bool isFound = false;
  for (Id id : M.globalVariables()) {
    const Object &object = Mem.object(ObjectOf[raw(id)]);
    if (object.space == Space::Private || object.space == Space::Shared)
      continue;
    const Layout *layout = Types.layout(M.type(M.def(id)->resultType).element);
    uint64_t address = makeAddress(ObjectOf[raw(id)], 0);
    const std::string prefixes[] = {M.name(id).str(),
                                    M.name(layout->type).str()};
    for (const std::string &prefix : prefixes)
      if (!prefix.empty() && name.compare(0, prefix.size(), prefix) == 0)
        isFound |=
            assumeAt(address, *layout, name.substr(prefix.size()), value);
    isFound |= assumeAt(address, *layout, "." + name, value);
  }
  for (const Instruction &inst : M.instructions())
    isFound |=
        inst.opcode == spv::OpSpecConstant && M.name(inst.result) == name;
  return isFound;
}

Scalar Machine::builtIn(uint32_t which, unsigned component,
                        unsigned lane) const {
  const std::array<uint32_t, 3> local = {
      lane % Size[0], lane / Size[0] % Size[1], lane / Size[0] / Size[1]};
  const unsigned subgroupLane = lane % Options.subgroupSize;
  const uint64_t bit = uint64_t(1) << subgroupLane;
  auto half = [&](uint64_t mask) -> Scalar {
    uint64_t all = Options.subgroupSize == 64
                       ? ~uint64_t(0)
                       : (uint64_t(1) << Options.subgroupSize) - 1;
    mask &= all;
    return {component == 0   ? mask & 0xffffffff
            : component == 1 ? mask >> 32
                             : 0};
  };
  switch (which) {
  case spv::BuiltInNumWorkgroups:
    return {Options.dispatch[component]};
  case spv::BuiltInWorkgroupSize:
    return {Size[component]};
  case spv::BuiltInWorkgroupId:
    return {WorkgroupId[component]};
  case spv::BuiltInLocalInvocationId:
    return {local[component]};
  case spv::BuiltInGlobalInvocationId:
    return {truncated(uint64_t(WorkgroupId[component]) * Size[component] +
                          local[component],
                      32)};
  case spv::BuiltInLocalInvocationIndex:
    return {lane};
  case spv::BuiltInSubgroupSize:
    return {Options.subgroupSize};
  case spv::BuiltInNumSubgroups:
    return {(LaneCount + Options.subgroupSize - 1) / Options.subgroupSize};
  case spv::BuiltInSubgroupId:
    return {lane / Options.subgroupSize};
  case spv::BuiltInSubgroupLocalInvocationId:
    return {subgroupLane};
  case spv::BuiltInSubgroupEqMask:
    return half(bit);
  case spv::BuiltInSubgroupGeMask:
    return half(~(bit - 1));
  case spv::BuiltInSubgroupGtMask:
    return half(~(bit - 1) & ~bit);
  case spv::BuiltInSubgroupLeMask:
    return half((bit - 1) | bit);
  case spv::BuiltInSubgroupLtMask:
    return half(bit - 1);
  default:
    return {0, true};
  }
}

void Machine::fillBuiltIns() {
  for (Id id : M.globalVariables()) {
    std::optional<uint32_t> which = M.decorations(id).builtIn;
    const Type &pointer = M.type(M.def(id)->resultType);
    if (!which || pointer.storageClass != spv::StorageClassInput)
      continue;
    uint64_t object = ObjectOf[raw(id)];
    const std::vector<ScalarType> &scalars = Types.scalars(pointer.element);
    for (unsigned lane : AllLanes)
      for (unsigned c = 0; c < scalars.size(); ++c)
        Mem.write(makeAddress(object, c * 4), 4, lane,
                  builtIn(*which, c, lane));
  }
}

/// Shared and private variables begin each workgroup undefined or with their
/// initializer; buffers keep what they hold.
void Machine::resetWorkgroupMemory() {
  for (Id id : M.globalVariables()) {
    Object &object = Mem.object(ObjectOf[raw(id)]);
    if (object.space != Space::Shared && object.space != Space::Private)
      continue;
    const Instruction &inst = *M.def(id);
    const Layout *layout = Types.layout(M.type(inst.resultType).element);
    uint64_t bytes = object.space == Space::Shared
                         ? layout->sizeBytes
                         : layout->sizeBytes * LaneCount;
    object.bytes.assign(bytes, 0);
    object.undefined.assign(bytes, 1);
    if (inst.operands.size() > 1)
      for (unsigned lane : AllLanes)
        initializeFrom(makeAddress(ObjectOf[raw(id)], 0), *layout,
                       inst.idOperand(1), lane);
  }
}

} // namespace wglint::oracle
