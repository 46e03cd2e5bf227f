// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the recorder notes of an access besides its costs: its texels, how far
/// it reaches, what it stores, and how its address follows loops and rows.
#include "Costs/AccessRecorder.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

using namespace wglint;

void AccessRecorder::noteStored(const AccessEvent &event,
                                AccessRecord &record) {
  record.storesAnything |= !event.stored;
  if (!event.stored)
    return;
  if (!record.stored)
    record.stored = event.stored;
  record.stored->min = std::min(record.stored->min, event.stored->min);
  record.stored->max = std::max(record.stored->max, event.stored->max);
}

// A loop over so many bytes side by side walks along a row: with the same bytes
// in a row, neighbouring lanes are as far apart. Fewer may be the taps of a
// filter, which overlap.
static constexpr int64_t kRowBytes = 64;

/// Whether the unknown that separates the lanes bounds a loop around: `for (k =
/// 0; k < N; ++k) a[row * N + k]`, where N is the length of a row.
static bool isRowOfLoop(const AccessEvent &event) {
  for (const Term &t : event.offsetBytes.terms)
    for (SymbolId s : t.monomial)
      if (!t.coefficient.isUniform() &&
          llvm::is_contained(event.activation.bounds, s))
        return true;
  return false;
}

/// The coefficient of \p monomial in \p value; 0: it has no such term.
static Lanes coefficientOf(const LaneValue &value, const Monomial &monomial) {
  for (const Term &t : value.terms)
    if (t.monomial == monomial)
      return t.coefficient;
  return Lanes(0);
}

/// Whether something in \p offset follows an id, and all that does is a
/// multiple of \p pitch, its term of one unknown: `id * (n + 2)` is `id * n`
/// and twice the id, which walks along no row.
static bool followsPitch(const LaneValue &offset, const Term &pitch,
                         const LaneSet &active, const SymbolTable &symbols) {
  int first = active.find_first(), second = active.find_next(first);
  if (second < 0 || pitch.monomial.size() != 1)
    return false;
  auto isMultiple = [](int64_t a, int64_t b, int64_t distance, int64_t step) {
    return a * step == b * distance;
  };
  int64_t step = pitch.coefficient[second] - pitch.coefficient[first];
  int64_t more = offset.constant[second] - offset.constant[first];
  bool isPart = step != 0 && more != 0;
  forEachLane(active, [&](unsigned lane) {
    isPart &=
        isMultiple(offset.constant[lane] - offset.constant[first], more,
                   pitch.coefficient[lane] - pitch.coefficient[first], step);
  });
  for (const Term &t : offset.terms) {
    auto isId = [&](SymbolId s) {
      return symbols[s].kind == Symbol::Kind::WorkgroupId;
    };
    bool isOfPitch = t.monomial.size() == 2 &&
                     llvm::is_contained(t.monomial, pitch.monomial[0]);
    if (isOfPitch || llvm::none_of(t.monomial, isId))
      continue;
    if (t.monomial.size() != 1)
      return false; // it moves along with the workgroup
    Monomial both{t.monomial[0], pitch.monomial[0]};
    llvm::sort(both);
    isPart &= isMultiple(t.coefficient[first], more,
                         coefficientOf(offset, both)[first], step);
  }
  return isPart;
}

void AccessRecorder::notePlainPart(const AccessEvent &event,
                                   AccessRecord &record) const {
  int first = event.active.find_first();
  if (record.hasPlainPart || first < 0)
    return;
  bool isInLoop = event.activation.serial != 0; // it may walk along the row
  if (!isInLoop && llvm::any_of(event.offsetBytes.terms, [&](const Term &t) {
        return followsPitch(event.offsetBytes, t, event.active, Math.symbols());
      }))
    return;
  int64_t at = event.offsetBytes.constant[first];
  record.plainBytes.begin = std::min(record.plainBytes.begin, at);
  record.plainBytes.end =
      std::max(record.plainBytes.end, at + int64_t(event.requestBytes));
  record.hasPlainPart =
      !event.offsetBytes.constant.isUniformOver(event.active) ||
      record.plainBytes.end - record.plainBytes.begin >= kRowBytes;
  for (const Term &t : event.offsetBytes.terms)
    record.hasPlainPart |= llvm::all_of(t.monomial, [&](SymbolId s) {
      Symbol::Kind kind = Math.symbols()[s].kind;
      return kind == Symbol::Kind::WorkgroupId ||
             (kind == Symbol::Kind::LoopIteration && isRowOfLoop(event));
    });
}

/// A word of each bank of shared memory, of the devices with most banks.
static constexpr uint64_t kBankRowBytes = uint64_t(kMaxBankCount) * kBankBytes;

void AccessRecorder::noteRowStep(const AccessEvent &event,
                                 AccessRecord &record) const {
  int first = event.active.find_first();
  for (const Term &t : event.offsetBytes.terms) {
    if (first < 0 || t.monomial.size() != 1 ||
        Math.symbols()[t.monomial[0]].scope != UniformityScope::Subgroup)
      continue;
    uint64_t step = std::llabs(t.coefficient[first]);
    if (step == 0)
      continue;
    record.rowStepBytes = std::min(record.rowStepBytes.value_or(step), step);
    // Rows this far apart share their banks, however long they are.
    const Symbol &row = Math.symbols()[t.monomial[0]];
    record.isInAssumedRow |= step % kBankRowBytes != 0 &&
                             row.kind == Symbol::Kind::Derived &&
                             !row.assumptions.empty();
  }
}

/// Whether \p symbol is the same in all iterations of \p loop. What is made
/// of uniforms within the loop is not looked into.
static bool isFixedIn(const LoopActivation &loop, SymbolId id,
                      const Symbol &symbol) {
  return id < loop.mark || symbol.kind == Symbol::Kind::Uniform ||
         symbol.kind == Symbol::Kind::WorkgroupId;
}

void AccessRecorder::noteRepetition(const AccessEvent &event,
                                    AccessRecord &record) const {
  LoopRepetition &repetition = record.repetition;
  // A part of an access is none of its own.
  bool isWhole = event.requestBytes == event.elementBytes;
  if (event.activation.serial == 0 || !isWhole || event.unknown)
    repetition.isVarying = true;
  if (repetition.isVarying)
    return;
  if (event.activation.isSummary) {
    repetition.isRepeated = true;
    for (const Term &t : event.offsetBytes.terms)
      for (SymbolId s : t.monomial)
        repetition.isVarying |=
            !isFixedIn(event.activation, s, Math.symbols()[s]);
    return;
  }
  if (repetition.serial == event.activation.serial) {
    repetition.isRepeated = true;
    repetition.isVarying = !(repetition.offsetBytes == event.offsetBytes);
    return;
  }
  repetition.serial = event.activation.serial;
  repetition.offsetBytes = event.offsetBytes;
}

std::optional<LaneTurns> LaneRun::all() const {
  if (isBroken || current.turns == 0 || (before && !(*before == current)))
    return std::nullopt;
  return current;
}

void AccessRecorder::noteRun(const AccessEvent &event, AccessRecord &record) {
  LaneRun &run = record.run;
  run.isBroken |= event.space != MemorySpace::Global || event.unknown ||
                  event.isMaybe || event.activation.serial == 0 ||
                  event.activation.isSummary ||
                  event.requestBytes != event.elementBytes;
  if (run.isBroken)
    return;
  if (run.serial != event.activation.serial) {
    run.isBroken = run.serial != 0 && !run.all();
    run.before = run.serial != 0 ? run.all() : std::nullopt;
    run.serial = event.activation.serial;
    run.active = event.active;
    run.current = {0, 1};
  } else {
    LaneValue distance = subtractValues(event.offsetBytes, run.offsetBytes);
    int64_t step = distance.isConstant() ? distance.constant.uniformValue() : 0;
    run.isBroken = step == 0 || run.active != event.active ||
                   (run.current.turns > 1 && run.current.stepBytes != step) ||
                   run.current.turns == LaneRun::kMaxTurns;
    run.current = {step, run.current.turns + 1};
  }
  run.offsetBytes = event.offsetBytes;
}

/// Whether \p event is the next piece of what starts at \p offsetBytes: of a
/// vector that is stored by several requests.
static bool isNextPiece(const LaneValue &offsetBytes,
                        const AccessEvent &event) {
  LaneValue distance = subtractValues(event.offsetBytes, offsetBytes);
  return distance.isConstant() && distance.constant.uniformValue() > 0 &&
         distance.constant.uniformValue() < int64_t(event.elementBytes);
}

void AccessRecorder::noteNarrowing(const AccessEvent &event,
                                   AccessRecord &record) {
  LaneNarrowing &narrowing = record.narrowing;
  if (event.activation.serial == 0 || event.activation.isSummary)
    return;
  if (narrowing.serial == event.activation.serial) {
    if (isNextPiece(narrowing.offsetBytes, event))
      return;
    LaneSet others = event.active;
    narrowing.isBroken |=
        others.reset(narrowing.active).any() ||
        2 * event.active.count() > narrowing.active.count() + 1;
  }
  narrowing.serial = event.activation.serial;
  narrowing.offsetBytes = event.offsetBytes;
  narrowing.active = event.active;
}

/// Keeps the coordinates of the first subgroup that takes part.
void AccessRecorder::noteTexel(const AccessEvent &event,
                               AccessRecord &record) const {
  int active = event.active.find_first();
  if (active < 0)
    return;
  unsigned first = active / SubgroupSize * SubgroupSize;
  unsigned last = std::min<unsigned>(first + SubgroupSize, event.active.size());
  // Without configurations every event looks like the first one.
  record.texel.clear();
  for (const LaneValue &component : event.texel) {
    bool isKnown = component.type.kind == NumType::Int &&
                   !hasVarying(component, Math.symbols(), &event.active) &&
                   llvm::all_of(component.terms, [](const Term &t) {
                     return t.coefficient.isUniform();
                   });
    if (!isKnown)
      return record.texel.clear();
    TexelCoordinate coordinate;
    for (unsigned lane = first; lane < last; ++lane)
      coordinate.lanes.push_back(
          event.active.test(lane)
              ? std::optional<int64_t>(component.constant[lane])
              : std::nullopt);
    LaneValue base = component;
    base.constant = 0;
    if (!base.isConcrete())
      coordinate.unknownBase = Math.format(base);
    record.texel.push_back(std::move(coordinate));
  }
}

void AccessRecorder::noteOneTexel(const AccessEvent &event,
                                  AccessRecord &record) const {
  auto isOne = [&](const LaneValue &value) {
    return isUniformOver(value, Math.symbols(), event.active);
  };
  record.isOneTexel = record.isOneTexel && !event.texel.empty() &&
                      llvm::all_of(event.texel, isOne) &&
                      llvm::all_of(event.element, isOne);
}

/// The ends of the range of \p v are values of it: its symbols take all values
/// of their ranges, each apart from the others.
static bool hasTightRange(const LaneValue &v, const SymbolTable &symbols) {
  llvm::SmallVector<SymbolId, 4> seen;
  for (const Term &t : v.terms)
    for (SymbolId s : t.monomial) {
      if (!symbols[s].isEnumerated() || llvm::is_contained(seen, s))
        return false;
      seen.push_back(s);
    }
  return true;
}

/// Widens the record's bytes by those that \p event may touch.
void AccessRecorder::noteReach(const AccessEvent &event,
                               AccessRecord &record) const {
  if (!record.reachedBytes || event.active.none())
    return;
  // Mostly one lane has no bound already.
  Interval one =
      rangeInLane(event.offsetBytes, Math.symbols(), event.active.find_first());
  if (event.unknown || one.isUnboundedAbove || one.isUnboundedBelow) {
    record.reachedBytes.reset();
    return;
  }
  Interval r = rangeOver(event.offsetBytes, Math.symbols(), event.active.size(),
                         &event.active);
  __int128 end = r.max + event.requestBytes;
  if (r.isUnboundedAbove || r.isUnboundedBelow || r.min < INT64_MIN ||
      end > INT64_MAX) {
    record.reachedBytes.reset();
    return;
  }
  record.reachIsTight &= !event.isMaybe && !event.unknownTrip &&
                         hasTightRange(event.offsetBytes, Math.symbols());
  record.reachedBytes->begin =
      std::min(record.reachedBytes->begin, int64_t(r.min));
  record.reachedBytes->end = std::max(record.reachedBytes->end, int64_t(end));
}

void IdStep::add(const IdStep &other) {
  isOne &= other.isOne && (!bytes || !other.bytes || *bytes == *other.bytes);
  if (!bytes)
    bytes = other.bytes;
}

/// Each workgroup may have another value of \p symbol: one that it has loaded
/// at a place of its own, or that is made of its id, in a loop too.
static bool isWorkgroupsOwn(const Symbol &symbol) {
  return symbol.kind != Symbol::Kind::WorkgroupId &&
         symbol.scope != UniformityScope::Dispatch;
}

/// How the addresses of \p event move with \p id, of which each counts
/// \p workgroups.
static IdStep stepOf(const AccessEvent &event, SymbolId id, int64_t workgroups,
                     const SymbolTable &symbols) {
  IdStep step{std::nullopt, !event.unknown};
  if (id == kNoSymbol)
    return step;
  step.bytes = 0;
  for (const Term &t : event.offsetBytes.terms) {
    step.isOne &= !llvm::any_of(
        t.monomial, [&](SymbolId s) { return isWorkgroupsOwn(symbols[s]); });
    if (!llvm::is_contained(t.monomial, id))
      continue;
    int64_t bytes = t.coefficient[event.active.find_first()];
    step.bytes = bytes / workgroups;
    step.isOne &= t.monomial.size() == 1 && bytes % workgroups == 0 &&
                  t.coefficient.isUniformOver(event.active);
  }
  return step;
}

void AccessRecorder::noteWorkgroupSteps(const AccessEvent &event,
                                        AccessRecord &record) const {
  if (event.space != MemorySpace::Global)
    return;
  auto mayDiffer = [&](const LaneValue &value) {
    return anySymbol(value, [&](SymbolId s) {
      const Symbol &symbol = Math.symbols()[s];
      return isWorkgroupsOwn(symbol) ||
             symbol.kind == Symbol::Kind::WorkgroupId;
    });
  };
  record.differsByWorkgroup |=
      mayDiffer(event.offsetBytes) || llvm::any_of(event.element, mayDiffer);
  record.nextWorkgroup.add(stepOf(
      event, IdSymbols[0], Box ? int64_t((*Box)[0].step) : 1, Math.symbols()));
  for (unsigned d = 0; Box && d < 3; ++d)
    record.workgroupSteps[d].add(
        stepOf(event, IdSymbols[d], 1, Math.symbols()));
}
