// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The accesses that a walk hands to the recorder.
#include "Code/Images.h"
#include "Lanes/PureOps.h"
#include "Walk/LaneWalk.h"
#include "wglint/Analysis/AccessCost.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/Support/MathExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Type;
using spirv::TypeKind;

/// What larger arrays cost that are accessed as a whole is not known.
static constexpr unsigned kMaxWholeElements = 4096;

static MemorySpace spaceOf(uint32_t storageClass, bool isReadOnly) {
  switch (storageClass) {
  case spv::StorageClassWorkgroup:
    return MemorySpace::Shared;
  case spv::StorageClassImage:
    return MemorySpace::Image;
  case spv::StorageClassFunction:
  case spv::StorageClassPrivate:
    return MemorySpace::Private;
  default:
    return isReadOnly ? MemorySpace::Uniform : MemorySpace::Global;
  }
}

/// Of the summarised loops around together, those of unknown length counting
/// \p ofUnknown.
double LaneWalk::iterations(double ofUnknown) const {
  double product = 1;
  for (SymbolId iteration : OpenIterations) {
    SymbolRange range = Symbols.range(iteration);
    product *= range.max < INT32_MAX ? double(range.max) + 1 : ofUnknown;
  }
  return product;
}

AccessEvent LaneWalk::makeEvent(Frame &frame, uint32_t index, AccessOp op,
                                Flow &flow) {
  AccessEvent event;
  event.instruction = index;
  event.callChain = frame.callChain;
  event.op = op;
  event.active = flow.mask;
  event.context = flow.context.get();
  event.isMaybe = flow.isMaybe();
  event.unknownTrip = !OpenIterations.empty();
  event.typicalVisits = iterations(kTypicalIterations);
  uint32_t loop = frame.function->loopOf[frame.currentBlock];
  event.loop = loop == spirv::kNoLoop
                   ? 0
                   : spirv::raw(frame.function->blocks[loop].label);
  event.activation = Activation;
  event.loopDepth = frame.outerLoopDepth + loopDepth(frame, frame.currentBlock);
  event.assumptions = flow.allAssumptions();
  Math.addWork(kAssumptionCost * event.assumptions.size());
  event.offsetBytes = LaneValue(kAddress, 0);
  return event;
}

/// Looking an address up, in lane operations.
static constexpr uint64_t kObservationCost = 16;

void LaneWalk::emit(const AccessEvent &event) {
  HasReported = true;
  if (RecordingOff || Stopped)
    return;
  if (Observer) {
    if (spend(kObservationCost * LaneCount))
      Observer->access(event, Circumstances);
    return;
  }
  // The cost on each device, and once what does not depend on it.
  if (!spend(LaneCount * (In.configs.size() + 1)))
    return;
  Recorder.record(event);
  if (auto split = Math.takeSplit(); split && In.box) {
    Split = split;
    Stopped = true;
  }
}

/// `Aligned n` on an access through a computed address says what nothing else
/// does: how far that address is aligned. 1 where it is not said.
static unsigned declaredAlignment(const spirv::Instruction &inst,
                                  const PointerData &p) {
  unsigned at = inst.opcode == spv::OpLoad ? 1 : 2;
  if (p.root != PointerData::Root::Physical || inst.operands.size() <= at + 1 ||
      (inst.opcode != spv::OpLoad && inst.opcode != spv::OpStore) ||
      !(inst.operands[at] & spv::MemoryAccessAlignedMask) ||
      !llvm::isPowerOf2_32(inst.operands[at + 1]))
    return 1;
  return inst.operands[at + 1];
}

/// Passes a declared alignment on to the address that it starts from.
void LaneWalk::noteAlignedOperand(uint64_t bytes, const PointerData &p,
                                  const Flow &flow) {
  if (bytes <= 1)
    return;
  for (int lane = flow.mask.find_first(); lane >= 0;
       lane = flow.mask.find_next(lane))
    if (p.offsetBytes.constant[lane] % int64_t(bytes) != 0)
      return;
  // The rest of the sum is a multiple then; if all terms but one are, so is
  // that one.
  const Term *open = nullptr;
  for (const Term &t : p.offsetBytes.terms) {
    LaneValue term(p.offsetBytes.type, 0);
    term.terms.push_back(t);
    if (alignmentOf(term, flow.mask, 1) >= bytes)
      continue;
    if (open)
      return;
    open = &t;
  }
  if (open && open->monomial.size() == 1 && open->coefficient == Lanes(1)) {
    Symbol &base = Symbols.edit(open->monomial[0]);
    base.multipleOf = std::max(base.multipleOf, bytes);
  }
}

/// States what is assumed of shared variables whose layout GLSL leaves open.
void LaneWalk::noteSharedLayout(AccessEvent &event, const Type &type) {
  const Type *t = &type;
  while (t->kind == TypeKind::Array)
    t = &M.type(t->element);
  if (t->kind == TypeKind::Struct && !M.memberLayout(t->id, 0).offsetBytes)
    event.assumptions.insert(Symbols.assumption(
        "shared structures are laid out by the rules of std430"));
  else if (t->kind == TypeKind::Vector && t->count == 3 && t != &type)
    event.assumptions.insert(Symbols.assumption(
        "elements of a shared array of three-component vectors are four "
        "components apart"));
}

/// Range of a scalar integer that lanes of \p active store.
static std::optional<ValueRange> rangeOfStored(const Value &stored,
                                               const LaneSet &active,
                                               const SymbolTable &symbols) {
  if (!stored.isScalar() || active.none())
    return std::nullopt;
  std::optional<Interval> range =
      boundsOf(stored.scalar, active, symbols, active.size());
  if (!range)
    return std::nullopt;
  return ValueRange{int64_t(range->min), int64_t(range->max)};
}

/// What lanes \p outside of an array do is undefined, so nothing is known of
/// what they cost. The others are counted.
void LaneWalk::leaveOut(AccessEvent &event, const LaneSet &outside) {
  if (!event.active.anyCommon(outside))
    return;
  event.active.reset(outside);
  event.assumptions.insert(Symbols.assumption(
      "lanes whose index lies outside of the array do not count"));
}

/// Whether the condition of \p c may keep some lanes of a workgroup from its
/// side, in spite of the mask.
static bool mayLackLanes(const Context &c) {
  return c.mayDivide() || (c.condition->kind == OpenCondition::Kind::Guard &&
                           !c.condition->partsNoWorkgroup);
}

/// What lanes outside of an array do is undefined. Where it is not known which
/// lanes come here, those that would be outside do not: `i < count` keeps them
/// from `list[i]`. Elsewhere the shader is wrong. Where none is left, the
/// innermost condition takes its other side in all lanes that ask it.
static void keepInside(const PointerData &p, Flow &flow) {
  Context *c = p.outside ? flow.context.get() : nullptr;
  while (c && !mayLackLanes(*c))
    c = c->parent.get();
  if (!c)
    return;
  flow.mask.reset(*p.outside);
  addLanes(flow.leftOut, *p.outside);
  c->condition->isDecided |= flow.isEmpty();
}

/// "[2][0]"; nothing where an index is not a number.
static std::string indicesText(llvm::ArrayRef<LaneValue> indices) {
  std::string text;
  for (const LaneValue &index : indices) {
    if (!index.isConstant())
      return "";
    text += "[" + std::to_string(index.constant[0]) + "]";
  }
  return text;
}

/// Whether lanes of \p active may go to different buffers of one array, which
/// lie anywhere.
static bool goesToSeveral(const PointerData &p, const LaneSet &active,
                          const SymbolTable &symbols) {
  return llvm::any_of(p.path, [&](const LaneValue &index) {
    return !isUniformOver(index, symbols, active);
  });
}

void LaneWalk::recordAccess(Frame &frame, uint32_t index, AccessOp op,
                            const PointerData &p, Flow &flow,
                            const Value *stored) {
  if (Observer)
    keepInside(p, flow);
  if (RecordingOff || flow.isEmpty())
    return;
  // Plain uniforms of OpenGL are no memory that a shader addresses.
  const Type *whole = p.variable == Id::None ? nullptr : M.typeOf(p.variable);
  if (p.storageClass == spv::StorageClassUniformConstant && whole &&
      M.type(whole->element).kind != TypeKind::Struct)
    return;
  AccessEvent event = makeEvent(frame, index, op, flow);
  Circumstances = {
      &flow, stored, {p.texel.begin(), p.texel.end()}, p.outside, 0};
  event.space = spaceOf(p.storageClass, isReadOnly(p));
  event.variable = p.variable;
  event.block = p.block;
  event.element.assign(p.path.begin(), p.path.end());
  event.member = p.member;
  event.name = p.name;
  event.isComponent = p.namesComponent;
  if (event.space == MemorySpace::Image) {
    event.name += indicesText(p.path);
    event.texel.assign(p.texel.begin(), p.texel.end());
    event.unknown =
        UnknownReason{UnknownKind::Unsupported,
                      "the layout of images is the driver's", std::nullopt};
    return emit(event);
  }
  const Type &type = M.type(p.pointee);
  event.elementBytes = Bytes.size(type);
  if (stored && !Observer)
    event.stored = rangeOfStored(*stored, event.active, Symbols);
  // A component is no variable of its own.
  if (p.namesComponent && event.space != MemorySpace::Uniform)
    event.name.resize(event.name.size() - 2);
  event.declaredAlignment = declaredAlignment(M.instructions()[index], p);
  noteAlignedOperand(event.declaredAlignment, p, flow);
  if (event.space == MemorySpace::Shared && whole)
    noteSharedLayout(event, M.type(whole->element));
  if (p.outside && !Observer)
    leaveOut(event, *p.outside);
  if (!Observer && goesToSeveral(p, event.active, Symbols))
    event.unknown = UnknownReason{
        UnknownKind::Unsupported,
        "which buffer of an array it goes to differs between lanes",
        std::nullopt};
  recordPieces(event, type, p.offsetBytes, p);
}

/// The largest power of two, at most 16, that every active lane's address is
/// known to be a multiple of.
unsigned LaneWalk::alignmentOf(const LaneValue &offset, const LaneSet &active,
                               unsigned least) const {
  uint64_t bits = 16;
  for (int lane = active.find_first(); lane >= 0;
       lane = active.find_next(lane)) {
    bits |= uint64_t(offset.constant[lane]);
    for (const Term &t : offset.terms)
      bits |= uint64_t(t.coefficient[lane]) * multipleOf(t, Symbols);
  }
  return std::max<unsigned>(least, unsigned(bits & (0 - bits)));
}

/// An access to memory that the walk can't say the bytes of: no number is said
/// of it, and nobody is said not to make it.
void LaneWalk::recordUnfollowed(AccessEvent event, llvm::StringRef why) {
  HasReported = true;
  if (RecordingOff)
    return;
  if (Observer)
    return Observer->unknownAccess();
  event.unknown =
      UnknownReason{UnknownKind::Unsupported, why.str(), std::nullopt};
  emit(event);
}

void LaneWalk::recordUnknownPointer(Frame &frame, uint32_t index, AccessOp op,
                                    Id pointer, Flow &flow) {
  const Type *type = M.typeOf(pointer);
  if (flow.isEmpty() || !type || type->kind != TypeKind::Pointer)
    return;
  MemorySpace space = spaceOf(type->storageClass, /*isReadOnly=*/false);
  if (space != MemorySpace::Shared &&
      !spirv::isBufferMemory(type->storageClass))
    return;
  // A uniform block, or a storage block of SPIR-V 1.0.
  if (type->storageClass == spv::StorageClassUniform) {
    HasReported = true;
    return Observer ? Observer->unknownAccess() : void();
  }
  AccessEvent event = makeEvent(frame, index, op, flow);
  event.space = space;
  event.name = "a variable that is not known";
  recordUnfollowed(event, "which variable its pointer is of is not followed");
}

/// Whether \p event loads a scalar or vector of a composite that the shader
/// never uses: compilers leave such loads out. Who observes is told of all.
bool LaneWalk::isUnusedPart(const AccessEvent &event, const Type &type) {
  bool isMemory =
      event.space == MemorySpace::Global || event.space == MemorySpace::Shared;
  bool isLeaf = type.kind != TypeKind::Struct && type.kind != TypeKind::Array &&
                type.kind != TypeKind::Matrix;
  if (Observer || !isMemory || !isLeaf || event.op != AccessOp::Load ||
      event.part.empty() ||
      Used.of(event.instruction, event.callChain, event.part) != 0)
    return false;
  HasReported = true;
  return true;
}

/// What is assumed of an access of \p bytes that no counter was seen for.
static std::string splitText(unsigned bytes, const AccessSplit &split) {
  size_t count = split.pieces.size();
  return "an access of " + std::to_string(bytes) + " bytes is issued as " +
         std::to_string(count) + (count == 1 ? " request" : " requests");
}

/// Splits an access of a composite into the requests that it is made of.
void LaneWalk::recordPieces(AccessEvent &event, const Type &type,
                            const LaneValue &offset, const PointerData &p) {
  auto moved = [&](uint64_t bytes) {
    return addValues(offset, LaneValue(kAddress, int64_t(bytes)));
  };
  auto request = [&](const LaneValue &at, unsigned bytes,
                     unsigned firstComponent = 0) {
    Circumstances.firstComponent = firstComponent;
    AccessEvent piece = event;
    piece.offsetBytes = at;
    piece.requestBytes = bytes;
    emit(piece);
  };
  auto recordPart = [&](unsigned index, const Type &part, uint64_t bytes,
                        const PointerData &pointer) {
    event.part.push_back(index);
    recordPieces(event, part, moved(bytes), pointer);
    event.part.pop_back();
  };
  if (isUnusedPart(event, type))
    return;
  switch (type.kind) {
  case TypeKind::Vector: {
    const Type &scalar = M.type(type.element);
    uint64_t scalarBytes = Bytes.scalarBytes(scalar);
    if (p.componentStrideBytes) { // a column of a row-major matrix
      for (unsigned i = 0; i < type.count; ++i)
        request(moved(uint64_t(i) * p.componentStrideBytes), scalarBytes, i);
      return;
    }
    unsigned bytes = unsigned(scalarBytes * type.count);
    // A part of a declared alignment's whole is aligned as far as its distance.
    uint64_t distance = subtractValues(offset, p.offsetBytes).constant[0];
    unsigned least = std::max<unsigned>(
        scalarBytes, llvm::MinAlign(event.declaredAlignment, distance));
    AccessSplit split =
        splitAccess(bytes, alignmentOf(offset, event.active, least), event.op);
    if (!split.isConfirmed)
      event.assumptions.insert(Symbols.assumption(splitText(bytes, split)));
    for (const AccessPiece &piece : split.pieces)
      request(moved(piece.offsetBytes), piece.bytes,
              piece.offsetBytes / scalarBytes);
    return;
  }
  case TypeKind::Struct:
    for (unsigned i = 0; i < type.members.size(); ++i) {
      PointerData member = p;
      const spirv::MemberLayout &layout = M.memberLayout(type.id, i);
      member.isRowMajor = layout.isRowMajor;
      member.matrixStrideBytes = layout.matrixStrideBytes.value_or(0);
      recordPart(i, M.type(type.members[i]), Bytes.memberOffset(type, i),
                 member);
    }
    return;
  case TypeKind::Array: {
    std::optional<uint64_t> count = Consts.arrayLength(type);
    if (!count || *count > kMaxWholeElements)
      return recordUnfollowed(event, "too many elements at once");
    for (uint64_t i = 0; i < *count; ++i)
      recordPart(i, M.type(type.element), i * Bytes.arrayStride(type), p);
    return;
  }
  case TypeKind::Matrix: {
    const Type &column = M.type(type.element);
    uint64_t scalarBytes = Bytes.scalarBytes(M.type(column.element));
    uint64_t stride = Bytes.matrixStride(type, p.matrixStrideBytes);
    for (unsigned i = 0; i < type.count; ++i) {
      PointerData columnPointer = p;
      columnPointer.componentStrideBytes = p.isRowMajor ? stride : 0;
      recordPart(i, column, p.isRowMajor ? i * scalarBytes : i * stride,
                 columnPointer);
    }
    return;
  }
  case TypeKind::Pointer:
    return request(offset, 8);
  default:
    return request(offset, unsigned(Bytes.scalarBytes(type)));
  }
}

/// A texel buffer lies in memory as its texels follow each other; where the
/// texels of other images lie is the driver's secret.
void LaneWalk::recordImage(Frame &frame, uint32_t index, AccessOp op,
                           const Value &image, const Value &coordinate,
                           Flow &flow, const Value *stored) {
  noteInvocationId(coordinate);
  if (RecordingOff)
    return;
  AccessEvent event = makeEvent(frame, index, op, flow);
  Circumstances = {&flow, stored, {}, nullptr, 0};
  forEachScalar(coordinate, [&](const LaneValue &component) {
    Circumstances.texel.push_back(component);
    event.texel.push_back(component);
  });
  event.space = MemorySpace::Image;
  event.variable = image.handle;
  event.element.assign(image.element().begin(), image.element().end());
  event.name = M.name(image.handle).str() + indicesText(image.element());
  const Type *type = imageTypeOf(M, image.handle);
  unsigned bytes = type && type->imageDim == spv::DimBuffer
                       ? texelBytes(type->imageFormat)
                       : 0;
  if (bytes && coordinate.isScalar()) {
    event.elementBytes = event.requestBytes = bytes;
    event.offsetBytes =
        scaleValue(resizeValue(coordinate.scalar, kAddress), int64_t(bytes));
  } else {
    event.unknown =
        UnknownReason{UnknownKind::Unsupported,
                      "the layout of images is the driver's", std::nullopt};
  }
  emit(event);
}
