// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code/LengthBounds.h"
#include "Code/Loops.h"
#include "Lanes/ScalarOps.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "wglint/SPIRV/Queries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::Type;
using spirv::TypeKind;

//===----------------------------------------------------------------------===//
// The loop's shape
//===----------------------------------------------------------------------===//

namespace {

/// The one branch that leaves a loop.
struct LoopExit {
  Id condition = Id::None;
  bool staysWhen = false; ///< the condition's outcome that stays inside
  uint32_t outside = 0;   ///< the block that the other one leads to
};

/// An element of an array whose length is known.
struct IndexedArray {
  uint32_t block = 0;
  Id index = Id::None;
  int64_t length = 0;
  std::string name; ///< for messages
};

} // namespace

/// std::nullopt where a loop has several ways out, as a `break` is one.
static std::optional<LoopExit> onlyExit(const spirv::Module &m,
                                        const ProbedLoop &loop) {
  std::optional<LoopExit> exit;
  for (uint32_t index : loop.blocks) {
    const spirv::Block &block = loop.function.blocks[index];
    if (block.successors.empty())
      return std::nullopt; // a return
    for (unsigned i = 0; i < block.successors.size(); ++i) {
      uint32_t to = block.successors[i];
      if (isInLoop(loop.function, to, loop.blocks.front()))
        continue;
      const Instruction &last = m.instructions()[block.end - 1];
      if (exit || last.opcode != spv::OpBranchConditional ||
          block.successors.size() != 2)
        return std::nullopt;
      exit = {last.idOperand(0), i == 1, to};
    }
  }
  return exit;
}

/// The length of \p type, an array in \p storageClass, where it says how many
/// elements there are.
static std::optional<int64_t> lengthOf(const spirv::Module &m, const Type &type,
                                       uint32_t storageClass) {
  auto length = type.kind == TypeKind::Array ? constantWord(m, type.lengthId)
                                             : std::nullopt;
  if (!length || (spirv::isBufferMemory(storageClass) && *length <= 1))
    return std::nullopt;
  return *length;
}

/// Adds the arrays that the pointer \p chain of \p block goes through.
static void addArrays(const spirv::Module &m, const Instruction &chain,
                      uint32_t block, std::vector<IndexedArray> &arrays) {
  Id variable = chain.idOperand(0);
  const Type *pointer = m.typeOf(variable);
  const Instruction *base = m.def(variable);
  if (!pointer || !base || base->opcode != spv::OpVariable)
    return;
  std::string name = m.name(variable).str();
  if (name == "indexable") // what glslang makes of an array of constants
    name.clear();
  const Type *type = &m.type(pointer->element);
  for (unsigned i = 1; i < chain.operands.size(); ++i) {
    Id index = chain.idOperand(i);
    if (type->kind == TypeKind::Struct) {
      auto member = constantWord(m, index);
      if (!member || *member >= type->members.size())
        return;
      const std::string &own = m.memberLayout(type->id, *member).name;
      name += (name.empty() || own.empty() ? "" : ".") + own;
      type = &m.type(type->members[*member]);
      continue;
    }
    if (auto length = lengthOf(m, *type, pointer->storageClass))
      arrays.push_back({block, index, *length,
                        name.empty() ? "an array" : "'" + name + "'"});
    type = &m.type(type->element);
  }
}

/// The arrays of known length that \p loop's own blocks read or write.
static std::vector<IndexedArray> indexedArrays(const spirv::Module &m,
                                               const ProbedLoop &loop) {
  std::vector<IndexedArray> arrays;
  for (uint32_t index : loop.blocks) {
    if (loop.function.loopOf[index] != loop.blocks.front())
      continue;
    const spirv::Block &block = loop.function.blocks[index];
    for (uint32_t i = block.begin; i < block.end; ++i) {
      const Instruction &inst = m.instructions()[i];
      if (inst.opcode != spv::OpLoad && inst.opcode != spv::OpStore &&
          !spirv::isAtomic(inst.opcode))
        continue;
      const Instruction *chain = m.def(inst.idOperand(0));
      if (chain && spirv::isAccessChain(chain->opcode))
        addArrays(m, *chain, index, arrays);
    }
  }
  return arrays;
}

/// No iteration comes to its end without one of \p blocks.
static bool isInEachIteration(const ProbedLoop &loop, const LoopExit &exit,
                              std::set<uint32_t> blocks) {
  uint32_t header = loop.blocks.front();
  if (blocks.count(header))
    return true;
  blocks.insert(exit.outside);
  return llvm::none_of(reachableBlocks(loop.function, header, blocks),
                       [&](uint32_t block) {
                         return llvm::is_contained(
                             loop.function.blocks[block].successors, header);
                       });
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// \p v of the probed iteration as it is in any one.
static std::optional<LaneValue> inAnyIteration(const ProbedLoop &loop,
                                               const LaneValue &v) {
  LaneValue sum(kAddress, v.constant);
  for (const Term &term : v.terms) {
    auto changed = [&](SymbolId s) { return loop.changes.count(s) != 0; };
    LaneValue part(kAddress, 0);
    if (llvm::none_of(term.monomial, changed)) {
      part.terms.push_back(term);
    } else {
      if (term.monomial.size() != 1)
        return std::nullopt;
      const LaneValue &change = loop.changes.at(term.monomial.front());
      part = scaleValue(resizeValue(change, kAddress), term.coefficient);
    }
    sum = addValues(sum, part);
  }
  return sum;
}

/// What the probed iteration made of \p id, an integer.
static std::optional<LaneValue> valueOf(const spirv::Module &m,
                                        const ProbedLoop &loop, Id id) {
  if (auto word = constantWord(m, id))
    return LaneValue(kAddress, int32_t(*word));
  uint32_t slot = m.defIndex(id) - loop.firstInst;
  if (slot >= loop.values.size() || !loop.values[slot].isScalar() ||
      loop.values[slot].scalar.type.kind != NumType::Int)
    return std::nullopt;
  return resizeValue(loop.values[slot].scalar, kAddress);
}

/// What is not positive exactly where \p loop goes on, in iteration k. A
/// condition that is no comparison has none.
static std::optional<LaneValue> distanceToEnd(const spirv::Module &m,
                                              const ProbedLoop &loop,
                                              const LoopExit &exit) {
  const Instruction *comparison = m.def(exit.condition);
  if (!comparison || comparison->operands.size() != 2)
    return std::nullopt;
  auto a = valueOf(m, loop, comparison->idOperand(0));
  auto b = valueOf(m, loop, comparison->idOperand(1));
  if (!a || !b)
    return std::nullopt;
  unsigned opcode = comparison->opcode;
  if (!isLess(opcode) && !isGreater(opcode))
    return std::nullopt;
  bool goesOnBelow = isLess(opcode);
  bool isStrict = opcode == spv::OpULessThan || opcode == spv::OpSLessThan ||
                  opcode == spv::OpUGreaterThan ||
                  opcode == spv::OpSGreaterThan;
  // `a < b` is a - b + 1 <= 0, and its opposite is b - a <= 0.
  goesOnBelow ^= !exit.staysWhen;
  isStrict ^= !exit.staysWhen;
  LaneValue d = goesOnBelow ? subtractValues(*a, *b) : subtractValues(*b, *a);
  return inAnyIteration(loop,
                        isStrict ? addValues(d, LaneValue(kAddress, 1)) : d);
}

namespace {
/// `constant + perTrip * k + perSymbol * symbol`, of one lane.
struct LinearSum {
  int64_t constant = 0, perTrip = 0, perSymbol = 0;
};
} // namespace

/// Numbers below this are multiplied without overflow.
static constexpr int64_t kMaxFactor = int64_t(1) << 28;

/// The least that \p v is in \p lane as far as it depends on the loop and \p
/// symbol; std::nullopt where other unknowns leave it open, or, with \p
/// isExact, where there are any.
static std::optional<LinearSum> linearSum(const LaneValue &v,
                                          const SymbolTable &symbols,
                                          unsigned lane, SymbolId iteration,
                                          SymbolId symbol, bool isExact) {
  LinearSum sum;
  __int128 constant = v.constant[lane];
  for (const Term &term : v.terms) {
    int64_t coefficient = term.coefficient[lane];
    if (coefficient == 0)
      continue;
    bool isSingle = term.monomial.size() == 1;
    if (isSingle && term.monomial[0] == iteration) {
      sum.perTrip = coefficient;
    } else if (isSingle && term.monomial[0] == symbol) {
      sum.perSymbol = coefficient;
    } else {
      Interval range = rangeInLane(term, symbols, lane);
      // A product with the number that is looked for is no other unknown.
      bool isOther = !llvm::is_contained(term.monomial, iteration) &&
                     !llvm::is_contained(term.monomial, symbol);
      if (isExact || !isOther || range.isUnboundedBelow)
        return std::nullopt;
      constant += range.min;
    }
  }
  auto isLarge = [](__int128 n) { return n > kMaxFactor || n < -kMaxFactor; };
  if (isLarge(constant) || isLarge(sum.perTrip) || isLarge(sum.perSymbol))
    return std::nullopt;
  sum.constant = int64_t(constant);
  return sum;
}

/// A lane takes that many steps to find its bound.
static constexpr int64_t kMaxCountedSteps = 1024;

/// The most that the symbol can be for a lane whose loop goes on while \p
/// distance is not positive, and which accesses element \p index of \p length.
///
/// Where the index rises, the last iteration k counts: c * k is at least
/// -distance(0) - (c - 1) there, for a distance that grows by c. Where it
/// falls, the first one does. A lane with no iteration says nothing, but then
/// distance(0) is positive, which bounds the symbol as well. Numbers below that
/// bound are tried as long as they lead beyond the length: where c is not 1,
/// the last iteration may be farther than it must.
static std::optional<int64_t>
mostForLane(const LinearSum &distance, const LinearSum &index, int64_t length) {
  int64_t c = distance.perTrip, v = index.perTrip;
  if (c <= 0 || v == 0 || length >= kMaxFactor)
    return std::nullopt;
  int64_t constant = index.constant - (length - 1), slope = index.perSymbol;
  if (v > 0) {
    constant = c * constant - v * distance.constant - v * (c - 1);
    slope = c * slope - v * distance.perSymbol;
  }
  bool mayNotRun = distance.perSymbol != 0 || distance.constant > 0;
  if (slope <= 0 || (mayNotRun && distance.perSymbol >= 0))
    return std::nullopt;
  int64_t most = llvm::divideFloorSigned(-constant, slope);
  if (mayNotRun)
    most = std::max(most, llvm::divideFloorSigned(distance.constant - 1,
                                                  -distance.perSymbol));
  auto isBeyond = [&](int64_t symbol) {
    int64_t first = distance.constant + distance.perSymbol * symbol;
    int64_t k = v > 0 ? -first / c : 0;
    return first <= 0 &&
           index.constant + v * k + index.perSymbol * symbol >= length;
  };
  for (int64_t step = 0; step < kMaxCountedSteps && isBeyond(most); ++step)
    --most;
  return most;
}

/// The same for all lanes of \p entry. Under conditions that are not known one
/// lane is there, whichever it is; else all are.
static std::optional<int64_t> mostForAll(const SymbolTable &symbols,
                                         const LaneValue &distance,
                                         const LaneValue &index, int64_t length,
                                         SymbolId symbol, SymbolId iteration,
                                         const Flow &entry) {
  std::optional<int64_t> most;
  for (unsigned lane : entry.mask.set_bits()) {
    auto d = linearSum(distance, symbols, lane, iteration, symbol, true);
    auto i = linearSum(index, symbols, lane, iteration, symbol, false);
    auto here = d && i ? mostForLane(*d, *i, length) : std::nullopt;
    if (!entry.context) {
      if (here && (!most || *here < *most))
        most = here;
    } else if (!here) {
      return std::nullopt;
    } else if (!most || *here > *most) {
      most = here;
    }
  }
  return most;
}

/// The one number that \p distance depends on beside \p iteration, the same for
/// a workgroup; kNoSymbol where there are others.
static SymbolId countedNumber(const SymbolTable &symbols,
                              const LaneValue &distance, SymbolId iteration) {
  SymbolId found = kNoSymbol;
  for (const Term &term : distance.terms) {
    SymbolId s = term.monomial.front();
    if (term.monomial.size() == 1 && s == iteration)
      continue;
    Symbol::Kind kind = symbols[s].kind;
    bool isNumber = kind == Symbol::Kind::Uniform ||
                    kind == Symbol::Kind::Derived ||
                    kind == Symbol::Kind::Loaded;
    if (term.monomial.size() != 1 || found != kNoSymbol || !isNumber ||
        symbols[s].scope < UniformityScope::Workgroup)
      return kNoSymbol;
    found = s;
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Together
//===----------------------------------------------------------------------===//

static RangesPtr narrowed(LaneMath &math, const RangesPtr &known, SymbolId s,
                          int64_t most, const std::string &array) {
  SymbolRange range = math.symbols().range(s);
  if (range.max <= most || range.min > most)
    return known;
  range.max = most;
  range.isUnbounded = false;
  range.assumption = math.symbols().assumption(
      math.format(symbolValue(kAddress, s)) + " <= " + std::to_string(most) +
      " as " + array + " has no more elements");
  auto ranges = known ? std::make_shared<SymbolRanges>(*known)
                      : std::make_shared<SymbolRanges>();
  (*ranges)[s] = range;
  return ranges;
}

/// What iterations make of the index of \p arrays[i], if none goes by without
/// an access to that element, in one block or in another.
static std::optional<LaneValue>
indexInEachIteration(const spirv::Module &m, const ProbedLoop &loop,
                     const LoopExit &exit,
                     const std::vector<IndexedArray> &arrays, size_t i) {
  auto index = valueOf(m, loop, arrays[i].index);
  if (!index || index->isConcrete())
    return std::nullopt;
  std::set<uint32_t> blocks;
  for (const IndexedArray &other : arrays) {
    auto its = other.length == arrays[i].length ? valueOf(m, loop, other.index)
                                                : std::nullopt;
    if (its && *its == *index)
      blocks.insert(other.block);
  }
  return isInEachIteration(loop, exit, std::move(blocks))
             ? inAnyIteration(loop, *index)
             : std::nullopt;
}

RangesPtr wglint::rangesByLengths(LaneMath &math, const spirv::Module &module,
                                  const ProbedLoop &loop, const Flow &entry) {
  std::optional<LoopExit> exit = onlyExit(module, loop);
  if (!exit)
    return entry.ranges;
  std::vector<IndexedArray> arrays = indexedArrays(module, loop);
  auto distance =
      arrays.empty() ? std::nullopt : distanceToEnd(module, loop, *exit);
  if (!distance)
    return entry.ranges;
  SymbolTable &symbols = math.symbols();
  SymbolId symbol = countedNumber(symbols, *distance, loop.iteration);
  if (symbol == kNoSymbol)
    return entry.ranges;
  RangesPtr ranges = entry.ranges;
  for (size_t i = 0; i < arrays.size(); ++i) {
    auto index = indexInEachIteration(module, loop, *exit, arrays, i);
    if (!index)
      continue;
    math.addWork(entry.mask.size());
    symbols.setRanges(ranges);
    if (auto most = mostForAll(symbols, *distance, *index, arrays[i].length,
                               symbol, loop.iteration, entry))
      ranges = narrowed(math, ranges, symbol, *most, arrays[i].name);
  }
  symbols.setRanges(entry.ranges);
  return ranges;
}
