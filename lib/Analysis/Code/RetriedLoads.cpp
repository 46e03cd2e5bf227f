// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code/RetriedLoads.h"
#include "Code/Loops.h"
#include "Code/Operands.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Block;
using spirv::Id;
using spirv::Instruction;

/// How deep the parts of an index are compared.
static constexpr unsigned kMaxDepth = 16;

/// Of a variable of this storage class, that it is loaded twice makes no
/// difference.
static bool isFixed(const spirv::Type *pointer) {
  return pointer &&
         (pointer->storageClass == spv::StorageClassInput ||
          pointer->storageClass == spv::StorageClassUniformConstant ||
          pointer->storageClass == spv::StorageClassPushConstant);
}

namespace {
/// The instructions of one function that swaps.
class SwapFunction {
public:
  SwapFunction(const spirv::Module &module, const spirv::Function &function);
  void findRetried(std::set<uint32_t> &loads) const;

private:
  using Edge =
      std::pair<uint32_t, uint32_t>; ///< a block, the successor's number
  using Blocks = std::set<uint32_t>;
  struct Attempt { ///< that is looked at
    uint32_t load, swap;
    std::set<Edge> succeeding{}, leaving{}; ///< leaving: it is not tried
    Blocks tried{};      ///< reachable from the entry with no swap succeeding
    Blocks failed{};     ///< from a swap that has failed to the next attempt
    std::set<Id> made{}; ///< of what was loaded
    std::set<uint32_t> keepers{}; ///< local variables that are stored that
  };

  /// Of one of this function's.
  uint32_t blockOf(uint32_t instruction) const {
    return *wglint::blockOf(F, instruction);
  }
  bool isLocal(Id variable) const { return Local.count(spirv::raw(variable)); }
  Id resolved(Id value) const;
  /// What a variable holds: what was stored to it last, or, if that is
  /// Id::None, what it held when a block was entered.
  struct Content {
    Id stored = Id::None;
    uint32_t since = ~0u;
  };
  Content contentAt(uint32_t variable, uint32_t block, uint32_t end) const;
  Content contentAt(uint32_t load) const {
    return contentAt(M.instructions()[load].operands[0], blockOf(load), load);
  }
  bool isSameContent(const Instruction &a, const Instruction &b) const;
  bool isSame(Id a, Id b, unsigned depth = 0) const;
  Blocks reached(std::vector<uint32_t> from, const Attempt &attempt,
                 const Blocks &ends) const;
  std::optional<unsigned> succeedingSide(const Attempt &attempt,
                                         Id condition) const;
  bool noteBranch(Attempt &attempt, uint32_t block) const;
  bool isUsedHarmlessly(Attempt &attempt) const;
  bool isLost(const Attempt &attempt, uint32_t variable) const;
  bool isLoadedFirst(uint32_t variable, uint32_t from) const;
  bool isCopy(const Attempt &attempt, Id value, std::set<Id> &seen) const;
  bool isUseHarmless(Attempt &attempt, Id value, uint32_t user,
                     std::vector<Id> &work) const;
  bool isRepeated(const Attempt &attempt) const;
  bool isRetried(uint32_t load, uint32_t swap) const;

  const spirv::Module &M;
  const spirv::Function &F;
  std::map<uint32_t, std::vector<uint32_t>> Users; ///< by id
  /// Variables that are only loaded and stored to as a whole: their stores.
  std::map<uint32_t, std::vector<uint32_t>> Local;
};
} // namespace

SwapFunction::SwapFunction(const spirv::Module &module,
                           const spirv::Function &function)
    : M(module), F(function) {
  for (const Block &block : F.blocks)
    for (uint32_t i = block.begin; i < block.end; ++i)
      for (unsigned operand : valueOperands(M.instructions()[i]))
        Users[M.instructions()[i].operands[operand]].push_back(i);
  for (const auto &[id, users] : Users) {
    const Instruction *def = M.def(Id(id));
    if (!def || def->opcode != spv::OpVariable ||
        def->operands[0] != spv::StorageClassFunction ||
        def->operands.size() > 1)
      continue;
    std::vector<uint32_t> stores;
    bool isWhole = llvm::all_of(users, [&, id = id](uint32_t user) {
      const Instruction &inst = M.instructions()[user];
      bool isStore = inst.opcode == spv::OpStore && inst.operands[0] == id &&
                     inst.operands[1] != id;
      if (isStore)
        stores.push_back(user);
      return isStore || inst.opcode == spv::OpLoad;
    });
    if (isWhole)
      Local[id] = std::move(stores);
  }
}

/// Of the local \p variable in \p block, before instruction \p end: all ways
/// there lead through what is stated.
SwapFunction::Content SwapFunction::contentAt(uint32_t variable, uint32_t block,
                                              uint32_t end) const {
  const std::vector<uint32_t> &stores = Local.at(variable);
  auto value = [&](uint32_t store) {
    return Content{M.instructions()[store].idOperand(1)};
  };
  if (stores.size() == 1 && F.loopOf[blockOf(stores[0])] == spirv::kNoLoop)
    return value(stores[0]);
  for (size_t steps = 0; steps <= F.blocks.size(); ++steps) {
    const Block &b = F.blocks[block];
    for (uint32_t store : llvm::reverse(stores))
      if (b.begin <= store && store < end)
        return value(store);
    if (b.predecessors.size() != 1)
      return {Id::None, block};
    block = b.predecessors[0];
    end = F.blocks[block].end;
  }
  return {};
}

/// Two loads of one local variable, with no store between them.
bool SwapFunction::isSameContent(const Instruction &a,
                                 const Instruction &b) const {
  if (a.idOperand(0) != b.idOperand(0) || !isLocal(a.idOperand(0)))
    return false;
  Content x = contentAt(M.defIndex(a.result)),
          y = contentAt(M.defIndex(b.result));
  return x.stored == Id::None && y.stored == Id::None && x.since != ~0u &&
         x.since == y.since;
}

/// \p value, through the variables that it was kept in.
Id SwapFunction::resolved(Id value) const {
  for (unsigned depth = 0; depth < kMaxDepth; ++depth) {
    const Instruction *def = M.def(value);
    if (!def || def->opcode != spv::OpLoad || !isLocal(def->idOperand(0)))
      break;
    Id stored = contentAt(M.defIndex(value)).stored;
    if (stored == Id::None)
      break;
    value = stored;
  }
  return value;
}

/// \p a and \p b are one value wherever both are worked out in one attempt.
bool SwapFunction::isSame(Id a, Id b, unsigned depth) const {
  a = resolved(a), b = resolved(b);
  if (a == b)
    return true;
  const Instruction *x = M.def(a), *y = M.def(b);
  if (!x || !y || x->opcode != y->opcode || x->opcode == spv::OpPhi ||
      x->resultType != y->resultType ||
      x->operands.size() != y->operands.size() || depth == kMaxDepth)
    return false;
  if (x->opcode == spv::OpLoad && isSameContent(*x, *y))
    return true;
  if (x->opcode == spv::OpLoad ? !isFixed(M.typeOf(x->idOperand(0)))
                               : !isPure(M, *x))
    return false;
  auto ids = valueOperands(*x);
  for (unsigned i = 0; i < x->operands.size(); ++i) {
    bool isId = llvm::is_contained(ids, i);
    if (isId ? !isSame(x->idOperand(i), y->idOperand(i), depth + 1)
             : x->operands[i] != y->operands[i])
      return false;
  }
  return true;
}

/// The blocks on the ways from \p from over no edge of \p attempt, on which
/// \p ends are the last.
SwapFunction::Blocks SwapFunction::reached(std::vector<uint32_t> from,
                                           const Attempt &attempt,
                                           const Blocks &ends) const {
  Blocks seen;
  while (!from.empty()) {
    uint32_t block = from.back();
    from.pop_back();
    if (!seen.insert(block).second || ends.count(block))
      continue;
    llvm::ArrayRef<uint32_t> successors = F.blocks[block].successors;
    for (unsigned i = 0; i < successors.size(); ++i)
      if (!attempt.succeeding.count({block, i}) &&
          !attempt.leaving.count({block, i}))
        from.push_back(successors[i]);
  }
  return seen;
}

/// The successor that a branch on \p condition takes where the swap has
/// succeeded, if that is what it asks for.
std::optional<unsigned> SwapFunction::succeedingSide(const Attempt &attempt,
                                                     Id condition) const {
  const Instruction &swap = M.instructions()[attempt.swap];
  const Instruction *test = M.def(resolved(condition));
  unsigned side = 0;
  while (test && test->opcode == spv::OpLogicalNot) {
    test = M.def(resolved(test->idOperand(0)));
    side ^= 1;
  }
  if (!test ||
      (test->opcode != spv::OpIEqual && test->opcode != spv::OpINotEqual))
    return std::nullopt;
  side ^= test->opcode == spv::OpINotEqual;
  for (unsigned i = 0; i < 2; ++i)
    if (resolved(test->idOperand(i)) == swap.result &&
        isSame(test->idOperand(1 - i), swap.idOperand(spirv::kSwapComparator)))
      return side;
  return std::nullopt;
}

/// The branch at the end of \p block asks for what was loaded: whether the swap
/// has succeeded, or whether it is tried at all. False: for something else.
bool SwapFunction::noteBranch(Attempt &attempt, uint32_t block) const {
  llvm::ArrayRef<uint32_t> successors = F.blocks[block].successors;
  if (attempt.succeeding.count({block, 0}) ||
      attempt.succeeding.count({block, 1}))
    return true;
  if (successors.size() != 2)
    return false;
  uint32_t swap = blockOf(attempt.swap), load = blockOf(attempt.load);
  bool isTried[2];
  for (unsigned i = 0; i < 2; ++i) {
    Blocks on = reached({successors[i]}, attempt, {load, swap});
    isTried[i] = on.count(swap) && swap != load;
  }
  if (isTried[0] == isTried[1])
    return false;
  attempt.leaving.insert({block, isTried[0] ? 1 : 0});
  return true;
}

/// \p work: grows by what is made of \p value.
bool SwapFunction::isUseHarmless(Attempt &attempt, Id value, uint32_t user,
                                 std::vector<Id> &work) const {
  const Instruction &inst = M.instructions()[user];
  switch (inst.opcode) {
  case spv::OpAtomicCompareExchange:
    return user == attempt.swap &&
           inst.idOperand(spirv::kAtomicPointer) != value;
  case spv::OpStore:
    // Where the swap has failed, it would outlive the attempt.
    if (inst.idOperand(0) == value || !isLocal(inst.idOperand(0)) ||
        attempt.failed.count(blockOf(user)))
      return false;
    attempt.keepers.insert(inst.operands[0]);
    for (uint32_t other : Users.at(inst.operands[0]))
      if (M.instructions()[other].opcode == spv::OpLoad)
        work.push_back(M.instructions()[other].result);
    return true;
  case spv::OpBranchConditional:
    return noteBranch(attempt, blockOf(user));
  case spv::OpPhi:
    if (F.blocks[blockOf(user)].isLoopHeader)
      return false;
    [[fallthrough]];
  default:
    work.push_back(inst.result);
    return isPure(M, inst);
  }
}

bool SwapFunction::isUsedHarmlessly(Attempt &attempt) const {
  std::vector<Id> work{M.instructions()[attempt.load].result};
  // What is worked out in each attempt anew is that of the last one.
  auto isNew = [&](Id value) {
    uint32_t block = blockOf(M.defIndex(value));
    return !attempt.tried.count(block) ||
           F.loopOf[block] == F.loopOf[blockOf(attempt.swap)];
  };
  while (!work.empty()) {
    Id value = work.back();
    work.pop_back();
    auto users = Users.find(spirv::raw(value));
    if (!attempt.made.insert(value).second || users == Users.end())
      continue;
    for (uint32_t user : users->second)
      if (attempt.tried.count(blockOf(user))
              ? !isUseHarmless(attempt, value, user, work)
              : !isNew(value))
        return false;
  }
  return llvm::all_of(attempt.keepers, [&](uint32_t variable) {
    return isLost(attempt, variable);
  });
}

/// Some way from the start of block \p from leads to a load of the local
/// \p variable before any store to it.
bool SwapFunction::isLoadedFirst(uint32_t variable, uint32_t from) const {
  std::vector<uint32_t> work{from};
  Blocks seen;
  while (!work.empty()) {
    uint32_t block = work.back();
    work.pop_back();
    if (!seen.insert(block).second)
      continue;
    const Block &b = F.blocks[block];
    auto first = llvm::find_if(Users.at(variable), [&](uint32_t user) {
      return b.begin <= user && user < b.end;
    });
    if (first == Users.at(variable).end())
      work.insert(work.end(), b.successors.begin(), b.successors.end());
    else if (M.instructions()[*first].opcode == spv::OpLoad)
      return true;
  }
  return false;
}

/// What \p variable keeps of an attempt that has failed, nobody sees later.
bool SwapFunction::isLost(const Attempt &attempt, uint32_t variable) const {
  return llvm::all_of(attempt.succeeding, [&](const Edge &edge) {
    const Block &block = F.blocks[edge.first];
    Id stored = contentAt(variable, edge.first, block.end).stored;
    bool isOther = stored != Id::None && !attempt.made.count(stored);
    return isOther ||
           !isLoadedFirst(variable, block.successors[1 - edge.second]);
  });
}

/// Where the swap has failed, nothing comes to the end of the function without
/// another attempt, but for those that are not made.
bool SwapFunction::isRepeated(const Attempt &attempt) const {
  uint32_t swap = blockOf(attempt.swap), load = blockOf(attempt.load);
  std::vector<uint32_t> from;
  for (unsigned i = 0; i < F.blocks[swap].successors.size(); ++i)
    if (!attempt.succeeding.count({swap, i}) &&
        !attempt.leaving.count({swap, i}))
      from.push_back(F.blocks[swap].successors[i]);
  Blocks after = reached(std::move(from), attempt, {load, swap});
  return llvm::all_of(after, [&](uint32_t block) {
    return block == load || block == swap ||
           !F.blocks[block].successors.empty();
  });
}

/// \p value is what was loaded, or what an attempt has returned since.
bool SwapFunction::isCopy(const Attempt &attempt, Id value,
                          std::set<Id> &seen) const {
  const Instruction *def = M.def(value);
  if (value == M.instructions()[attempt.load].result ||
      value == M.instructions()[attempt.swap].result ||
      !seen.insert(value).second)
    return true;
  if (!def || def->opcode != spv::OpLoad || !isLocal(def->idOperand(0)))
    return false;
  return llvm::all_of(Local.at(def->operands[0]), [&](uint32_t store) {
    return isCopy(attempt, M.instructions()[store].idOperand(1), seen);
  });
}

bool SwapFunction::isRetried(uint32_t load, uint32_t swap) const {
  Attempt attempt{load, swap};
  for (uint32_t b = 0; b < F.blocks.size(); ++b) {
    const Instruction &last = M.instructions()[F.blocks[b].end - 1];
    if (last.opcode == spv::OpBranchConditional &&
        F.blocks[b].successors.size() == 2)
      if (auto side = succeedingSide(attempt, last.idOperand(0)))
        attempt.succeeding.insert({b, *side});
  }
  if (attempt.succeeding.empty())
    return false;
  attempt.tried = reached({0}, attempt, {});
  uint32_t ends[] = {blockOf(load), blockOf(swap)};
  std::vector<uint32_t> failing;
  for (const Edge &edge : attempt.succeeding)
    failing.push_back(F.blocks[edge.first].successors[1 - edge.second]);
  attempt.failed = reached(std::move(failing), attempt, {ends[0], ends[1]});
  for (uint32_t end : ends)
    attempt.failed.erase(end);
  Id compared = M.instructions()[swap].idOperand(spirv::kSwapComparator);
  std::set<Id> seen;
  return isUsedHarmlessly(attempt) && isRepeated(attempt) &&
         attempt.made.count(compared) && isCopy(attempt, compared, seen);
}

void SwapFunction::findRetried(std::set<uint32_t> &loads) const {
  std::vector<uint32_t> swaps, all;
  for (const Block &block : F.blocks)
    for (uint32_t i = block.begin; i < block.end; ++i) {
      uint16_t opcode = M.instructions()[i].opcode;
      if (opcode == spv::OpAtomicCompareExchange)
        swaps.push_back(i);
      else if (opcode == spv::OpLoad)
        all.push_back(i);
    }
  for (uint32_t load : all)
    for (uint32_t swap : swaps) {
      Id from = M.instructions()[load].idOperand(0);
      if (!isLocal(from) &&
          isSame(from,
                 M.instructions()[swap].idOperand(spirv::kAtomicPointer)) &&
          isRetried(load, swap))
        loads.insert(load);
    }
}

RetriedLoads::RetriedLoads(const spirv::Module &module) {
  auto instructions = module.instructions();
  for (const spirv::Function &function : module.functions()) {
    bool swaps = llvm::any_of(function.blocks, [&](const Block &block) {
      return llvm::any_of(
          instructions.slice(block.begin, block.end - block.begin),
          [](const Instruction &inst) {
            return inst.opcode == spv::OpAtomicCompareExchange;
          });
    });
    if (swaps)
      SwapFunction(module, function).findRetried(Loads);
  }
}
