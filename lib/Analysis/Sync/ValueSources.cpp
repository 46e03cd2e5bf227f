// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/ValueSources.h"
#include "Code/Operands.h"
#include "Lanes/PureOps.h"
#include "Lanes/Shuffles.h"
#include "Sync/SyncAddresses.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::Type;
using spirv::TypeKind;

/// Unknowns that are compared in one walk, before nothing is said any more:
/// some tens of milliseconds.
static constexpr uint64_t kMaxComparisons = 1 << 20;
/// Answers that are kept, some megabytes.
static constexpr unsigned kMaxKnown = 1 << 16;

/// `a op b` is `b op a`.
static bool isCommutative(const Instruction &inst) {
  switch (inst.opcode) {
  case spv::OpIAdd:
  case spv::OpFAdd:
  case spv::OpIMul:
  case spv::OpFMul:
  case spv::OpBitwiseAnd:
  case spv::OpBitwiseOr:
  case spv::OpBitwiseXor:
  case spv::OpLogicalAnd:
  case spv::OpLogicalOr:
    return true;
  case spv::OpExtInst: // of GLSL.std.450, no other set has numbers as high
    return inst.operands[1] >= GLSLstd450FMin &&
           inst.operands[1] <= GLSLstd450SMax;
  default:
    return false;
  }
}

/// What the others have is nobody's.
static bool isEach(const Lanes &numbers, int64_t number,
                   const LaneSet &active) {
  return numbers == Lanes(number) ||
         (active.any() && numbers.isUniformOver(active) &&
          numbers[active.find_first()] == number);
}

void ValueSources::note(const MadeEvent &event, uint32_t epoch, uint32_t time) {
  auto made = std::make_shared<Made>();
  made->inst = &event.inst;
  made->epoch = epoch;
  made->time = time;
  made->operands = event.operands.vec();
  if (isShuffle(event.inst.opcode))
    made->lanes = event.lanes;
  unsigned part = 0;
  forEachScalar(event.result, [&](const LaneValue &v) {
    // Only what the unknown is, not what it is a part of.
    if (v.terms.size() == 1 && v.terms[0].monomial.size() == 1 &&
        v.terms[0].monomial[0] >= event.firstNew &&
        isEach(v.constant, 0, event.lanes) &&
        isEach(v.terms[0].coefficient, 1, event.lanes))
      Sources.insert({v.terms[0].monomial[0], {made, part}});
    ++part;
  });
}

std::pair<const ValueSources::Made *, unsigned>
ValueSources::madeBy(SymbolId symbol) const {
  // That is also what the map has for an empty place.
  auto it = symbol == kNoSymbol ? Sources.end() : Sources.find(symbol);
  if (it == Sources.end())
    return {nullptr, 0};
  return {it->second.made.get(), it->second.part};
}

/// Its offset says where it points to.
static bool isInMemory(const PointerData &p) {
  return p.root == PointerData::Root::Memory ||
         p.root == PointerData::Root::Physical;
}

bool ValueSources::areSameOperand(const Value &a, unsigned laneA,
                                  const Value &b, unsigned laneB,
                                  UniformityScope scope) const {
  auto match = [&](SymbolId x, SymbolId y) {
    return areSameUnknown(x, laneA, y, laneB, scope);
  };
  auto areSameIndices = [&](llvm::ArrayRef<LaneValue> x,
                            llvm::ArrayRef<LaneValue> y) {
    return x.size() == y.size() &&
           llvm::all_of(llvm::zip(x, y), [&](const auto &pair) {
             return areSameValue(std::get<0>(pair), laneA, std::get<1>(pair),
                                 laneB, match);
           });
  };
  if (a.kind != b.kind)
    return false;
  switch (a.kind) {
  case Value::Kind::Empty:
    return false;
  case Value::Kind::Handle:
    return a.handle == b.handle && areSameIndices(a.element(), b.element());
  case Value::Kind::Pointer:
    return isInMemory(*a.pointer) && a.pointer->root == b.pointer->root &&
           a.pointer->variable == b.pointer->variable &&
           areSameIndices(a.pointer->path, b.pointer->path) &&
           areSameValue(a.pointer->offsetBytes, laneA, b.pointer->offsetBytes,
                        laneB, match);
  default:
    return areSameValue(a, laneA, b, laneB, match);
  }
}

/// Of two reads of one image: a sampler that stands beside it is not followed.
static bool hasOneSampler(const spirv::Module &m, const Instruction &a,
                          const Instruction &b, Id image) {
  if (&a == &b || a.opcode == spv::OpImageFetch || a.opcode == spv::OpImageRead)
    return true;
  const Type *pointer = m.typeOf(image);
  return pointer &&
         m.type(pointer->element).kind == spirv::TypeKind::SampledImage;
}

/// Both are the same operation, but for what its operands are.
static bool isSameOperation(const Instruction &a, const Instruction &b) {
  if (a.opcode != b.opcode || a.resultType != b.resultType ||
      a.operands.size() != b.operands.size())
    return false;
  auto ids = comparedOperands(a);
  for (unsigned i = 0; i < a.operands.size(); ++i)
    if (a.opcode != spv::OpLoad && !llvm::is_contained(*ids, i) &&
        a.operands[i] != b.operands[i])
      return false;
  return true;
}

/// What \p a and \p b read, if they read memory, nobody changes in between.
/// What one lane changes itself is no race.
bool ValueSources::holdsStill(const Made &a, unsigned laneA, const Made &b,
                              unsigned laneB) const {
  bool isImage = readsTexels(*a.inst);
  if (!isImage && a.inst->opcode != spv::OpLoad)
    return true;
  const Value &from = a.operands[0];
  Id variable = from.isPointer() ? from.pointer->variable : from.handle;
  return (!isImage || hasOneSampler(M, *a.inst, *b.inst, variable)) &&
         ((a.epoch == b.epoch && (laneA != laneB || &a == &b)) ||
          !Stored.mayBeStored(variable));
}

/// What is the same for both, or has come out the same, has chosen between what
/// is the same for both.
bool ValueSources::areSameChoice(SymbolId a, unsigned laneA, SymbolId b,
                                 unsigned laneB, UniformityScope scope) const {
  const ChosenValues::Choice *x = Chosen.find(a), *y = Chosen.find(b);
  if (!x || !y)
    return false;
  bool isOneChoice = a == b ? x->scope >= scope
                            : x->condition != kNoSymbol &&
                                  x->condition == y->condition &&
                                  Symbols[x->condition].scope >= scope;
  bool isAlike =
      isOneChoice || (x->own != kNoSymbol && y->own != kNoSymbol &&
                      areSameUnknown(x->own, laneA, y->own, laneB, scope));
  return isAlike &&
         areSameOperand(Value(x->whenTrue), laneA, Value(y->whenTrue), laneB,
                        scope) &&
         areSameOperand(Value(x->whenFalse), laneA, Value(y->whenFalse), laneB,
                        scope);
}

std::optional<ValueSources::InLane>
ValueSources::passedFrom(SymbolId symbol, unsigned lane) const {
  auto it = Sources.find(symbol);
  if (it == Sources.end() || !isShuffle(it->second.made->inst->opcode))
    return std::nullopt;
  const Made &shuffle = *it->second.made;
  const Value &value = shuffle.operands[0], &by = shuffle.operands[1];
  if (!by.isScalar() || !by.scalar.isConcrete())
    return std::nullopt;
  int64_t from = shuffledFrom(shuffle.inst->opcode, lane % SubgroupSize,
                              by.scalar.constant[lane]);
  auto at = laneRead(lane, from, SubgroupSize, shuffle.lanes);
  if (!at)
    return std::nullopt;
  InLane found{LaneValue(), *at};
  unsigned part = 0;
  forEachScalar(value, [&](const LaneValue &v) {
    if (part++ == it->second.part)
      found.value = v;
  });
  return found;
}

/// What one group of lanes of a subgroup has been reduced to.
bool ValueSources::areOfOneCluster(const Made &a, unsigned laneA, const Made &b,
                                   unsigned laneB) const {
  const Value &size = a.operands[1];
  return &a == &b && size.isScalar() && size.scalar.isConstant() &&
         size.scalar.constant[0] > 0 &&
         laneA / SubgroupSize == laneB / SubgroupSize &&
         laneA / size.scalar.constant[0] == laneB / size.scalar.constant[0];
}

/// One operation is made of the same, in either order where that is one.
bool ValueSources::areSameResults(const Made &a, unsigned laneA, const Made &b,
                                  unsigned laneB, UniformityScope scope) const {
  if (isClusteredReduction(*a.inst))
    return areOfOneCluster(a, laneA, b, laneB);
  auto areSameOperands = [&](unsigned ofA, unsigned ofB) {
    return areSameOperand(a.operands[ofA], laneA, b.operands[ofB], laneB,
                          scope);
  };
  unsigned count = a.operands.size();
  if (llvm::all_of(llvm::seq(count),
                   [&](unsigned i) { return areSameOperands(i, i); }))
    return true;
  return count == 2 && isCommutative(*a.inst) && areSameOperands(0, 1) &&
         areSameOperands(1, 0);
}

/// Where one of them, or both, have come from another lane, what they were
/// there is the same.
bool ValueSources::areSamePassed(SymbolId a, unsigned laneA, SymbolId b,
                                 unsigned laneB, UniformityScope scope) const {
  std::optional<InLane> fromA = passedFrom(a, laneA);
  std::optional<InLane> fromB = passedFrom(b, laneB);
  if (!fromA && !fromB)
    return false;
  NumType type = fromA ? fromA->value.type : fromB->value.type;
  InLane one = fromA.value_or(InLane{symbolValue(type, a), laneA});
  InLane other = fromB.value_or(InLane{symbolValue(type, b), laneB});
  return areSameOperand(Value(one.value), one.lane, Value(other.value),
                        other.lane, scope);
}

bool ValueSources::areSameMade(SymbolId a, unsigned laneA, SymbolId b,
                               unsigned laneB, UniformityScope scope) const {
  auto x = Sources.find(a), y = Sources.find(b);
  if (x == Sources.end() || y == Sources.end())
    return false;
  const Made &one = *x->second.made, &other = *y->second.made;
  // Which lane a shuffle has read is areSamePassed()'s to say.
  return !isShuffle(one.inst->opcode) && x->second.part == y->second.part &&
         isSameOperation(*one.inst, *other.inst) &&
         holdsStill(one, laneA, other, laneB) &&
         areSameResults(one, laneA, other, laneB, scope);
}

bool ValueSources::areSameUnknown(SymbolId a, unsigned laneA, SymbolId b,
                                  unsigned laneB, UniformityScope scope) const {
  if (a == b && (laneA == laneB || Symbols[a].scope >= scope))
    return true;
  if (++Compared > kMaxComparisons)
    return false;
  KnownKey key{{a, laneA}, {b, laneB}};
  auto [known, isNew] = Known.try_emplace(key, false);
  if (!isNew)
    return known->second;
  bool isSame = areSameChoice(a, laneA, b, laneB, scope) ||
                areSameMade(a, laneA, b, laneB, scope) ||
                areSamePassed(a, laneA, b, laneB, scope);
  return Known[key] = isSame;
}

bool ValueSources::areSame(const Value &a, unsigned laneA, const Value &b,
                           unsigned laneB, UniformityScope scope) const {
  // What was said of some lanes, others ask again.
  if (scope != KnownScope || Known.size() > kMaxKnown)
    Known.clear();
  KnownScope = scope;
  return areSameOperand(a, laneA, b, laneB, scope);
}

/// Stores that are looked into in one walk: some passes over the module each.
static constexpr size_t kMaxInfluenced = 8;

bool ValueSources::isIndependentOf(uint32_t store, Influences differing,
                                   bool isShared) {
  auto known = Influencing.find(store);
  if (known == Influencing.end()) {
    const Instruction &inst = M.instructions()[store];
    bool isImage = inst.opcode == spv::OpImageWrite;
    if ((!isImage && inst.opcode != spv::OpStore) ||
        Influencing.size() == kMaxInfluenced)
      return false;
    Influences all =
        LaneInfluence(M, Stored, store).of(inst.idOperand(isImage ? 2 : 1));
    known = Influencing.emplace(store, all).first;
  }
  return !(known->second &
           (differing | kOtherInfluence | (isShared ? kSharedInfluence : 0)));
}
