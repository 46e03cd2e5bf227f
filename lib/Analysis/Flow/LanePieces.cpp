// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Flow/LanePieces.h"
#include "Flow/Flow.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace wglint;

LaneSet wglint::setOfLanes(llvm::ArrayRef<unsigned> lanes, unsigned laneCount) {
  LaneSet set(laneCount, false);
  for (unsigned lane : lanes)
    set.set(lane);
  return set;
}

std::vector<ElementLanes> wglint::lanesByElement(const Lanes &index,
                                                 const LaneSet &active,
                                                 uint64_t count) {
  std::vector<std::pair<uint64_t, unsigned>> chosen;
  chosen.reserve(active.count());
  forEachLane(active, [&](unsigned lane) {
    if (uint64_t(index[lane]) < count)
      chosen.push_back({uint64_t(index[lane]), lane});
  });
  llvm::sort(chosen);
  std::vector<ElementLanes> elements;
  for (auto [element, lane] : chosen) {
    if (elements.empty() || elements.back().element != element)
      elements.push_back({element, {}});
    elements.back().lanes.push_back(lane);
  }
  return elements;
}

/// \p each: the numbers of each piece. All lanes that have none of their own
/// take the first one's.
static Lanes joinLanes(llvm::ArrayRef<const Lanes *> each,
                       llvm::ArrayRef<LanePiece> pieces, unsigned laneCount) {
  if (llvm::all_of(each, [&](const Lanes *l) { return *l == *each.front(); }))
    return *each.back();
  std::vector<int64_t> numbers(laneCount);
  for (unsigned lane = 0; lane < laneCount; ++lane)
    numbers[lane] = (*each.front())[lane];
  for (size_t i = 1; i < pieces.size(); ++i)
    for (unsigned lane : pieces[i].lanes)
      numbers[lane] = (*each[i])[lane];
  return Lanes::perLane(numbers);
}

/// Joins numbers. What no lane takes of a piece is left out before anything is
/// put together: most often that is nearly all, such as what an element was
/// before one lane wrote to it.
static LaneValue joinScalars(llvm::ArrayRef<LanePiece> pieces,
                             unsigned laneCount) {
  static const Lanes kNone = 0;
  std::vector<const Lanes *> constants;
  std::map<Monomial, std::vector<const Lanes *>> coefficients;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const LaneValue &piece = pieces[i].value->scalar;
    constants.push_back(&piece.constant);
    for (const Term &t : piece.terms) {
      bool isTaken = i == 0 || llvm::any_of(pieces[i].lanes, [&](unsigned l) {
                       return t.coefficient[l] != 0;
                     });
      if (isTaken)
        coefficients.try_emplace(t.monomial, pieces.size(), &kNone)
            .first->second[i] = &t.coefficient;
    }
  }
  LaneValue out(pieces.back().value->scalar.type,
                joinLanes(constants, pieces, laneCount));
  for (const auto &[monomial, each] : coefficients) {
    Lanes coefficient = joinLanes(each, pieces, laneCount);
    if (!coefficient.isZero())
      out.terms.push_back({monomial, std::move(coefficient)});
  }
  return out;
}

/// Joins what is not the same kind of thing in all pieces, or no number.
static Value joinOneByOne(LaneMath &math, llvm::ArrayRef<LanePiece> pieces) {
  Value joined = *pieces.front().value;
  for (const LanePiece &piece : pieces.drop_front()) {
    LaneSet here = setOfLanes(piece.lanes, math.laneCount()), others = here;
    others.flip();
    joined = joined.isEmpty()
                 ? *piece.value
                 : mergeValues(math, *piece.value, here, joined, others, {});
  }
  return joined;
}

Value wglint::joinPieces(LaneMath &math, llvm::ArrayRef<LanePiece> all) {
  llvm::SmallVector<LanePiece, 32> pieces;
  llvm::copy_if(all, std::back_inserter(pieces),
                [](const LanePiece &piece) { return !piece.value->isEmpty(); });
  if (pieces.empty())
    return Value();
  const Value &first = *pieces.front().value;
  auto areAll = [&](auto isLikeFirst) {
    return llvm::all_of(llvm::drop_begin(pieces), [&](const LanePiece &piece) {
      return isLikeFirst(*piece.value);
    });
  };
  if (areAll([&](const Value &v) { return v.isSameAs(first); })) {
    math.addWork(kMergeCost * (pieces.size() - 1));
    return *pieces.back().value;
  }
  bool isAlike = areAll([&](const Value &v) {
    return v.kind == first.kind && v.size() == first.size() &&
           v.scalar.type == first.scalar.type;
  });
  if (!isAlike || !(first.isScalar() || first.isComposite()))
    return joinOneByOne(math, pieces);
  math.addWork(kMergeCost * (pieces.size() - 1));
  if (first.isScalar())
    return joinScalars(pieces, math.laneCount());
  std::vector<Value> parts(first.size());
  llvm::SmallVector<LanePiece, 32> ofPart = pieces;
  for (unsigned i = 0; i < parts.size(); ++i) {
    for (size_t k = 0; k < pieces.size(); ++k)
      ofPart[k].value = &pieces[k].value->part(i);
    parts[i] = joinPieces(math, ofPart);
  }
  return Value::composite(std::move(parts));
}
