// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sync/DataOrigins.h"
#include "Code/Operands.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using Made = ValueSources::Made;

/// Unknowns behind a value that are looked at.
static constexpr unsigned kMaxSeen = 256;

std::optional<DataOrigin> DataOrigins::of(const LaneValue &value,
                                          const LaneSet &active) const {
  DataOrigin origin;
  SymbolSet seen;
  if (!look(value, active, origin, seen))
    return std::nullopt;
  return origin;
}

bool DataOrigins::look(const LaneValue &value, const LaneSet &active,
                       DataOrigin &origin, SymbolSet &seen) const {
  if (!value.constant.isUniformOver(active))
    return false;
  return llvm::all_of(value.terms, [&](const Term &t) {
    return t.coefficient.isUniformOver(active) &&
           llvm::all_of(t.monomial, [&](SymbolId symbol) {
             return Walk.symbols[symbol].scope == UniformityScope::Dispatch ||
                    lookBehind(symbol, active, origin, seen);
           });
  });
}

static bool isLoad(const spirv::Instruction &inst) {
  return inst.opcode == spv::OpLoad || inst.opcode == spv::OpImageRead ||
         inst.opcode == spv::OpImageFetch;
}

static bool isRounding(const spirv::Instruction &inst) {
  return inst.opcode == spv::OpConvertFToS || inst.opcode == spv::OpConvertFToU;
}

/// The number stays what it was, but for its fraction.
static bool onlyRounds(const spirv::Instruction &inst) {
  if (inst.opcode == spv::OpExtInst)
    return inst.operands[1] == GLSLstd450Round ||
           inst.operands[1] == GLSLstd450RoundEven ||
           inst.operands[1] == GLSLstd450Trunc ||
           inst.operands[1] == GLSLstd450Floor ||
           inst.operands[1] == GLSLstd450Ceil;
  return isRounding(inst);
}

bool DataOrigins::lookBehind(SymbolId symbol, const LaneSet &active,
                             DataOrigin &origin, SymbolSet &seen) const {
  if (llvm::is_contained(Walk.workgroupIds, symbol) || seen.size() > kMaxSeen)
    return false;
  if (!seen.insert(symbol).second)
    return true; // looked at before, or being looked at
  if (const ChosenValues::Choice *choice = Chosen.find(symbol))
    return choice->condition != kNoSymbol &&
           lookBehind(choice->condition, active, origin, seen) &&
           look(choice->whenTrue, active, origin, seen) &&
           look(choice->whenFalse, active, origin, seen);
  const Made *made = Sources.madeBy(symbol).first;
  if (!made)
    return false;
  if (isLoad(*made->inst)) {
    origin.loads.push_back(made);
    return true;
  }
  if (!isPure(Walk.module, *made->inst))
    return false;
  origin.isRounded |= isRounding(*made->inst);
  origin.isComputed |= !onlyRounds(*made->inst);
  bool isKnown = true;
  for (const Value &operand : made->operands)
    forEachScalar(operand, [&](const LaneValue &scalar) {
      isKnown = isKnown && look(scalar, active, origin, seen);
    });
  return isKnown;
}

/// Bytes from the element of the first lane to that of the next, shared out to
/// the lanes between them; 0 for a single lane.
static int64_t elementBytes(const Lanes &at, const LaneSet &active) {
  int first = active.find_first(), second = active.find_next(first);
  return second < 0 ? 0 : (at[second] - at[first]) / (second - first);
}

bool DataOrigins::isOfOneElement(const Made &load,
                                 llvm::ArrayRef<const Made *> others,
                                 const LaneSet &active) const {
  return llvm::any_of(others, [&](const Made *other) {
    if (other == &load)
      return true;
    if (load.operands.empty() || other->operands.empty() ||
        !load.operands[0].isPointer() || !other->operands[0].isPointer())
      return false;
    const PointerData &mine = *load.operands[0].pointer,
                      &theirs = *other->operands[0].pointer;
    LaneValue distance = subtractValues(mine.offsetBytes, theirs.offsetBytes);
    return mine.variable == theirs.variable && distance.isConcrete() &&
           distance.constant.isUniformOver(active) &&
           std::llabs(distance.constant[active.find_first()]) <
               elementBytes(mine.offsetBytes.constant, active);
  });
}
