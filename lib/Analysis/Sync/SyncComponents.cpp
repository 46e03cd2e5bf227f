// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/SyncComponents.h"
#include "Code/Images.h"
#include "Lanes/PureOps.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Type;
using spirv::TypeKind;

/// Writes to a variable that are kept: what lies further back than those is not
/// "just" loaded any more. A kilobyte and more each.
static constexpr size_t kMaxWrites = 8;

/// Elements of an array in what is copied as a whole, before nothing is known
/// of where its scalars lie.
static constexpr uint64_t kMaxCopiedElements = 64;

/// What conditions have chosen from that is looked into, for each component.
static constexpr unsigned kMaxChoices = 64;

/// A vector's type, or that of a scalar; nullptr for others.
static const Type *scalarOf(const spirv::Module &m, const Type *type) {
  if (type && type->kind == TypeKind::Vector)
    type = &m.type(type->element);
  bool isScalar =
      type && (type->kind == TypeKind::Int || type->kind == TypeKind::Float);
  return isScalar ? type : nullptr;
}

/// The components that texels of \p image do not have.
static ComponentSet missingComponents(const spirv::Module &m, spirv::Id image) {
  const Type *type = imageTypeOf(m, image);
  unsigned count = type ? exactComponents(type->imageFormat) : 0;
  return count ? kAllComponents & ~((1u << count) - 1) : 0;
}

ComponentSet SyncComponents::usedOf(const Current &load) {
  return Used.of(load.event.instruction, load.event.callChain, load.event.part);
}

/// What \p event loads or stores, all of it; nullptr: neither.
static const Type *accessedType(const spirv::Module &m,
                                const AccessEvent &event) {
  const spirv::Instruction &inst = m.instructions()[event.instruction];
  switch (inst.opcode) {
  case spv::OpLoad:
  case spv::OpImageRead:
    return m.typeOf(inst.result);
  case spv::OpStore:
    return m.typeOf(inst.idOperand(1));
  case spv::OpImageWrite:
    return m.typeOf(inst.idOperand(2));
  default:
    return nullptr;
  }
}

std::string wglint::partText(const spirv::Module &m, const AccessEvent &event) {
  return partName(m, accessedType(m, event), event.part);
}

/// Of the vector or scalar that the request is for; nullptr: it is neither.
const Type *SyncComponents::scalarOfRequest(const Current &now) const {
  const spirv::Module &m = Walk.module;
  return scalarOf(m, partType(m, accessedType(m, now.event), now.event.part));
}

/// What \p part leads to; nullptr: \p value is not known down to there.
static const Value *partOf(const Value *value, const PartPath &part) {
  for (uint32_t index : part) {
    if (!value || !value->isComposite() || index >= value->size())
      return nullptr;
    value = &value->part(index);
  }
  return value;
}

SyncComponents::IdleComponents
SyncComponents::idleComponents(const Current &now) {
  IdleComponents idle;
  if (now.event.space == MemorySpace::Image)
    idle.always = missingComponents(Walk.module, now.event.variable);
  if (now.event.op == AccessOp::Load)
    idle.always |= ~usedOf(now) & kAllComponents;
  const Value *stored = partOf(now.circumstances.stored, now.event.part);
  if (now.event.op != AccessOp::Store || !stored)
    return idle;
  idle.kept = Decisions::kAlways;
  unsigned component = 0;
  forEachScalar(*stored, [&](const LaneValue &v) {
    ChoicesLeft = kMaxChoices;
    Decisions::Tree tree =
        component < 4 ? kept(now, v, component) : Decisions::kNever;
    if (tree == Decisions::kAlways)
      idle.always |= 1u << component;
    else if (!(idle.always >> component & 1))
      idle.kept = Trees.both(idle.kept, tree);
    ++component;
  });
  return idle;
}

Idleness SyncComponents::idleness(uint32_t site, const AccessEvent &event,
                                  const AccessCircumstances &circumstances,
                                  llvm::ArrayRef<LaneAddress> addresses) {
  const Current now{site, event, circumstances, addresses};
  const Type *scalar = scalarOfRequest(now);
  if (!scalar)
    return {};
  if (event.op == AccessOp::Store && !event.part.empty() &&
      placesIn(*accessedType(Walk.module, event), {}).empty())
    return {0, Decisions::kNever, /*isOpaque=*/true};
  IdleComponents idle = idleComponents(now);
  if (event.space == MemorySpace::Image)
    return {idle.always, idle.kept};
  unsigned scalarBytes = Walk.layout.scalarBytes(*scalar);
  RequestBytes bytes = 0;
  for (unsigned i = 0; idle.always && i < event.requestBytes; ++i)
    if (idle.always >> (circumstances.firstComponent + i / scalarBytes) & 1)
      bytes |= RequestBytes(1) << i;
  return {bytes, idle.kept};
}

/// The unknown that \p v is in all lanes of \p active; kNoSymbol where it is
/// more than that, or another one.
static SymbolId plainSymbol(const LaneValue &v, const LaneSet &active) {
  SymbolId symbol = kNoSymbol;
  bool isPlain = true;
  forEachLane(active, [&](unsigned lane) {
    isPlain &= v.constant[lane] == 0;
    unsigned count = 0;
    for (const Term &t : v.terms) {
      int64_t coefficient = isPlain ? t.coefficient[lane] : 0;
      if (coefficient == 0)
        continue;
      isPlain = ++count == 1 && coefficient == 1 && t.monomial.size() == 1 &&
                (symbol == kNoSymbol || symbol == t.monomial[0]);
      symbol = t.monomial[0];
    }
    isPlain &= count == 1;
  });
  return isPlain ? symbol : kNoSymbol;
}

/// \p a is \p b plus \p distance in all lanes of \p active.
static bool isApart(const LaneValue &a, const LaneValue &b, int64_t distance,
                    const LaneSet &active) {
  if (!(a.type == b.type))
    return false;
  LaneValue difference = subtractValues(a, b);
  bool isSo = true;
  forEachLane(active, [&](unsigned lane) {
    isSo &= difference.constant[lane] == distance;
    for (const Term &t : difference.terms)
      isSo &= t.coefficient[lane] == 0;
  });
  return isSo;
}

/// Where \p component is stored with \p stored unchanged.
Decisions::Tree SyncComponents::kept(const Current &now,
                                     const LaneValue &stored,
                                     unsigned component) {
  SymbolId symbol =
      stored.terms.empty() ? kNoSymbol : plainSymbol(stored, now.event.active);
  if (symbol == kNoSymbol)
    return Decisions::kNever;
  const ChosenValues::Choice *choice = Chosen.find(symbol);
  if (!choice || choice->condition == kNoSymbol)
    return isKept(now, symbol, component) || isKeptBool(now, symbol, component)
               ? Decisions::kAlways
               : Decisions::kNever;
  if (ChoicesLeft == 0)
    return Decisions::kNever;
  --ChoicesLeft;
  Decisions::Tree whenTrue = kept(now, choice->whenTrue, component);
  Decisions::Tree whenFalse = kept(now, choice->whenFalse, component);
  return Trees.choose(choice->condition, whenTrue, whenFalse);
}

/// `b ? 1 : 0` of a `b` that is "what was loaded is not 0": in memory there are
/// no bools.
bool SyncComponents::isKeptBool(const Current &now, SymbolId symbol,
                                unsigned component) {
  auto isNumber = [](const Value &v, int64_t number) {
    return v.isScalar() && v.scalar.isConstant() &&
           v.scalar.constant[0] == number;
  };
  auto [select, ofSelect] = Sources.madeBy(symbol);
  if (!select || select->inst->opcode != spv::OpSelect || ofSelect != 0 ||
      !select->operands[0].isScalar() || !isNumber(select->operands[1], 1) ||
      !isNumber(select->operands[2], 0))
    return false;
  SymbolId condition =
      plainSymbol(select->operands[0].scalar, now.event.active);
  auto [compare, ofCompare] = Sources.madeBy(condition);
  if (!compare || compare->inst->opcode != spv::OpINotEqual || ofCompare != 0 ||
      !compare->operands[0].isScalar() || !isNumber(compare->operands[1], 0))
    return false;
  SymbolId loaded = plainSymbol(compare->operands[0].scalar, now.event.active);
  return loaded != kNoSymbol && isKept(now, loaded, component);
}

/// Whether \p component is stored with \p symbol, which each lane has loaded
/// from there since the last barrier, and has not overwritten since.
bool SyncComponents::isKept(const Current &now, SymbolId symbol,
                            unsigned component) {
  auto [load, part] = Sources.madeBy(symbol);
  return load && load->time >= LastBarrier &&
         isFrom(now, *load, part, component) &&
         isUntouchedSince(now, load->time);
}

/// Adds where the scalars of \p type lie from \p offset on, in the order of
/// forEachScalar(). \p matrices: how they lie, of the block's member. False
/// where that is not known: of long arrays, and of what is no number.
bool SyncComponents::addPlaces(const Type &type, uint64_t offset,
                               MatrixLayout matrices,
                               std::vector<ScalarPlace> &places) {
  const spirv::Module &m = Walk.module;
  auto addElements = [&](uint64_t count, uint64_t strideBytes) {
    bool isKnown = count <= kMaxCopiedElements;
    for (uint64_t i = 0; i < count && isKnown; ++i)
      isKnown = addPlaces(m.type(type.element), offset + i * strideBytes,
                          matrices, places);
    return isKnown;
  };
  switch (type.kind) {
  case TypeKind::Int:
  case TypeKind::Float:
  case TypeKind::Bool:
    places.push_back({offset, Walk.layout.scalarBytes(type)});
    return true;
  case TypeKind::Vector:
    return addElements(type.count,
                       matrices.rowBytes
                           ? matrices.rowBytes
                           : Walk.layout.scalarBytes(m.type(type.element)));
  case TypeKind::Matrix: {
    uint64_t stride = Walk.layout.matrixStride(type, matrices.strideBytes);
    if (!matrices.isRowMajor)
      return addElements(type.count, stride);
    matrices.rowBytes = stride; // from a component of a column to the next
    return addElements(type.count, Walk.layout.scalarBytes(
                                       m.type(m.type(type.element).element)));
  }
  case TypeKind::Array:
    return addElements(Walk.layout.arrayLength(type).value_or(~uint64_t(0)),
                       Walk.layout.arrayStride(type));
  case TypeKind::Struct:
    for (unsigned i = 0; i < type.members.size(); ++i) {
      const spirv::MemberLayout &member = m.memberLayout(type.id, i);
      if (!addPlaces(
              m.type(type.members[i]),
              offset + Walk.layout.memberOffset(type, i),
              {member.matrixStrideBytes.value_or(0), member.isRowMajor, 0},
              places))
        return false;
    }
    return true;
  default:
    return false;
  }
}

/// Empty where some of them are not known.
const std::vector<SyncComponents::ScalarPlace> &
SyncComponents::placesIn(const Type &type, MatrixLayout matrices) {
  auto [it, isNew] = Places.try_emplace(
      {spirv::raw(type.id), matrices.strideBytes, matrices.isRowMajor});
  if (isNew && !addPlaces(type, 0, matrices, it->second))
    it->second.clear();
  return it->second;
}

/// \p path leads to the variable of an array of them that \p event goes to.
static bool isSameElement(const AccessEvent &event,
                          llvm::ArrayRef<LaneValue> path) {
  return path.size() == event.element.size() &&
         llvm::all_of(llvm::zip(path, event.element), [&](const auto &pair) {
           return isApart(std::get<0>(pair), std::get<1>(pair), 0,
                          event.active);
         });
}

/// \p part of what \p load has loaded is from where \p component is stored.
bool SyncComponents::isFrom(const Current &now, const ValueSources::Made &load,
                            unsigned part, unsigned component) {
  const AccessEvent &event = now.event;
  if (load.inst->opcode == spv::OpImageRead)
    return event.space == MemorySpace::Image && part == component &&
           isFromTexel(now, load);
  if (load.inst->opcode != spv::OpLoad || event.space == MemorySpace::Image ||
      !load.operands[0].isPointer())
    return false;
  const PointerData &from = *load.operands[0].pointer;
  const Type *stored = scalarOfRequest(now);
  const std::vector<ScalarPlace> &places =
      placesIn(Walk.module.type(from.pointee),
               {from.matrixStrideBytes, from.isRowMajor, 0});
  if (part >= places.size())
    return false;
  uint64_t bytes = Walk.layout.scalarBytes(*stored);
  int64_t inRequest = int64_t(component) - now.circumstances.firstComponent;
  int64_t distance =
      int64_t(places[part].offsetBytes) - inRequest * int64_t(bytes);
  return from.root == PointerData::Root::Memory &&
         from.variable == event.variable && isSameElement(event, from.path) &&
         !from.componentStrideBytes && places[part].bytes == bytes &&
         isApart(event.offsetBytes, from.offsetBytes, distance, event.active);
}

bool SyncComponents::isFromTexel(const Current &now,
                                 const ValueSources::Made &load) const {
  const Type *type = imageTypeOf(Walk.module, now.event.variable);
  if (!type || !exactComponents(type->imageFormat) || type->imageMultisampled ||
      load.operands.size() != 2 ||
      load.operands[0].handle != now.event.variable ||
      !isSameElement(now.event, load.operands[0].element()))
    return false;
  llvm::ArrayRef<LaneValue> texel = now.circumstances.texel;
  bool isSame = true;
  forEachScalar(load.operands[1], [&](const LaneValue &coordinate) {
    isSame = isSame && !texel.empty() &&
             isApart(texel.front(), coordinate, 0, now.event.active);
    texel = texel.drop_front(texel.empty() ? 0 : 1);
  });
  return isSame && texel.empty();
}

/// What the lanes store to has not been written to by themselves since \p time.
/// What others write to it meanwhile is a race of its own.
bool SyncComponents::isUntouchedSince(const Current &now, uint32_t time) const {
  auto it = Variables.find(spirv::raw(now.event.variable));
  if (it == Variables.end())
    return true;
  if (it->second.forgotten > time)
    return false;
  bool isTexel = now.event.space == MemorySpace::Image;
  int64_t ownBytes = isTexel ? 1 : now.event.requestBytes;
  return llvm::all_of(it->second.latest, [&](const Write &write) {
    if (write.time <= time)
      return true;
    bool isApart = true;
    int64_t bytes = isTexel ? 1 : write.requestBytes;
    forEachLane(now.event.active, [&](unsigned lane) {
      const LaneAddress &own = now.addresses[lane],
                        &other = write.addresses[lane];
      if (write.active.test(lane))
        isApart &=
            own.isKnown && other.isKnown && own.region == other.region &&
            (own.at + ownBytes <= other.at || other.at + bytes <= own.at);
    });
    return isApart;
  });
}

bool SyncComponents::isContinued(Write &write, const AccessEvent &event,
                                 llvm::ArrayRef<LaneAddress> addresses) const {
  int lane = event.active.find_first();
  const LaneAddress &first = write.addresses[lane], &next = addresses[lane];
  bool isNext =
      write.instruction == event.instruction && !event.part.empty() &&
      write.active == event.active &&
      !std::lexicographical_compare(event.part.begin(), event.part.end(),
                                    write.part.begin(), write.part.end()) &&
      first.isKnown && next.isKnown && first.region == next.region &&
      next.at > first.at;
  if (!isNext)
    return false;
  write.time = Time;
  write.part = event.part;
  write.requestBytes = std::max<int64_t>(
      write.requestBytes, next.at - first.at + int64_t(event.requestBytes));
  return true;
}

void SyncComponents::note(const AccessEvent &event,
                          llvm::ArrayRef<LaneAddress> addresses) {
  ++Time;
  if (event.op == AccessOp::Load)
    return;
  Writes &writes = Variables[spirv::raw(event.variable)];
  if (!writes.latest.empty() &&
      isContinued(writes.latest.back(), event, addresses))
    return;
  if (writes.latest.size() == kMaxWrites) {
    writes.forgotten = writes.latest.front().time;
    writes.latest.erase(writes.latest.begin());
  }
  writes.latest.push_back({Time, event.requestBytes, event.instruction,
                           event.part, event.active, addresses.vec()});
}

void SyncComponents::noteBarrier() {
  LastBarrier = ++Time;
  Variables.clear();
}
