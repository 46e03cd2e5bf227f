// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code/LoadEffects.h"
#include "Code/LocalFunctions.h"
#include "Code/Loops.h"
#include "Code/MemberPaths.h"
#include "Code/Operands.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Block;
using spirv::Function;
using spirv::Id;
using spirv::Instruction;

namespace {
/// Follows what one instruction loads through one function.
class EffectSearch {
public:
  EffectSearch(const spirv::Module &module, const UsersById &users,
               std::map<Id, bool> &local, const Function &function,
               uint32_t load, bool byValueAlone)
      : M(module), Users(users), Local(local), F(function), Load(load),
        ByValueAlone(byValueAlone), Own(*blockOf(function, load)),
        Without(reachableBlocks(function, 0, {Own})),
        IsRepeated(
            llvm::any_of(function.blocks[Own].successors, [&](uint32_t next) {
              return reachableBlocks(function, next, {}).count(Own);
            })) {}

  /// False: it may matter otherwise than by \p effects, or, where \p
  /// isReturned, by what the function returns.
  bool follow(std::set<uint32_t> &effects, bool &isReturned);

private:
  bool use(uint32_t user);
  bool branch(uint32_t block);
  bool execute(uint32_t instruction);
  bool call(uint32_t instruction);
  bool keep(uint32_t store, Id pointer);
  bool takeFrom(uint32_t store, const MemberPath &stored, Id pointer,
                const std::set<uint32_t> &reached);
  /// The stores to all of a local variable: the first in each block, and all.
  struct WholeStores {
    std::map<uint32_t, uint32_t> firstOf;
    std::set<uint32_t> all;
  };
  const WholeStores &storesTo(Id variable);
  std::optional<uint32_t> storeBehind(Id variable, uint32_t block,
                                      uint32_t begin);
  std::set<uint32_t> reachOf(uint32_t store, Id variable);
  bool isThereAt(uint32_t store, Id variable, uint32_t load,
                 const std::set<uint32_t> &reached);
  bool isFresh(Id variable, uint32_t load);
  void depend(Id value) {
    if (Dependent.insert(value).second)
      Work.push_back(value);
  }

  const spirv::Module &M;
  const UsersById &Users;
  std::map<Id, bool> &Local; ///< LoadEffects::Local
  const Function &F;
  uint32_t Load;              ///< the instruction
  bool ByValueAlone;          ///< it may decide nothing, and no address
  uint32_t Own;               ///< its block
  std::set<uint32_t> Without; ///< blocks that are reached without that one
  bool IsRepeated;            ///< the load, by one execution of the function
  std::set<Id> Dependent;     ///< values
  /// Stores of such to local variables, and calls that may store them there.
  std::set<std::pair<uint32_t, Id>> Kept;
  std::map<Id, WholeStores> Stores;
  std::map<uint32_t, bool> Fresh; ///< by load
  std::vector<Id> Work;
  std::set<uint32_t> *Effects = nullptr;
  bool IsReturned = false;
};
} // namespace

bool EffectSearch::follow(std::set<uint32_t> &effects, bool &isReturned) {
  Effects = &effects;
  depend(M.instructions()[Load].result);
  while (!Work.empty()) {
    auto users = Users.find(spirv::raw(Work.back()));
    Work.pop_back();
    if (users != Users.end() &&
        !llvm::all_of(users->second, [&](uint32_t user) { return use(user); }))
      return false;
  }
  isReturned = IsReturned;
  return true;
}

/// What \p user makes of a value that depends on the load.
bool EffectSearch::use(uint32_t user) {
  const Instruction &inst = M.instructions()[user];
  std::optional<uint32_t> block = blockOf(F, user);
  if (!block)
    return false;
  if (inst.opcode == spv::OpBranchConditional || inst.opcode == spv::OpSwitch)
    return !ByValueAlone && branch(*block);
  if (inst.opcode == spv::OpReturnValue)
    return IsReturned = !ByValueAlone;
  if (ByValueAlone && inst.opcode == spv::OpStore &&
      Dependent.count(inst.idOperand(0)))
    return false;
  if (ByValueAlone && inst.opcode == spv::OpPhi && Without.count(*block))
    return false; // it may come from elsewhere
  if (inst.opcode == spv::OpPhi && F.blocks[*block].isLoopHeader)
    return false; // the next iteration may use it
  if (!execute(user))
    return false;
  if (inst.result != Id::None)
    depend(inst.result);
  return true;
}

/// Whether \p block branches is decided by what depends on the load.
bool EffectSearch::branch(uint32_t block) {
  std::optional<uint32_t> merge = F.blockIndex(F.blocks[block].mergeBlock);
  if (!merge || F.blocks[block].isLoopHeader)
    return false;
  std::set<uint32_t> ends = iterationEnds(F, block);
  if (!ends.insert(*merge).second)
    return false; // it ends the iteration
  std::set<uint32_t> sides;
  for (uint32_t next : F.blocks[block].successors)
    for (uint32_t side : reachableBlocks(F, next, ends))
      sides.insert(side);
  auto staysInside = [&](uint32_t from) {
    const Block &b = F.blocks[from];
    return !b.successors.empty() &&
           llvm::all_of(b.successors, [&](uint32_t next) {
             return next == *merge || !ends.count(next);
           });
  };
  if (!staysInside(block) || !llvm::all_of(sides, staysInside))
    return false;
  for (uint32_t side : sides)
    for (uint32_t i = F.blocks[side].begin; i < F.blocks[side].end; ++i)
      if (!execute(i))
        return false;
  const Block &after = F.blocks[*merge];
  for (uint32_t i = after.begin; i < after.end; ++i)
    if (M.instructions()[i].opcode == spv::OpPhi)
      depend(M.instructions()[i].result);
  return true;
}

/// Notes what \p instruction does besides making its result; false: that is not
/// known, or does not end with the invocation's next load.
bool EffectSearch::execute(uint32_t instruction) {
  const Instruction &inst = M.instructions()[instruction];
  switch (inst.opcode) {
  case spv::OpLabel:
  case spv::OpLine:
  case spv::OpNoLine:
  case spv::OpSelectionMerge:
  case spv::OpLoopMerge:
  case spv::OpBranch:
  case spv::OpBranchConditional:
  case spv::OpSwitch:
    return true;
  case spv::OpStore:
    if (isPrivate(M.typeOf(inst.idOperand(0))))
      return keep(instruction, inst.idOperand(0));
    break;
  case spv::OpFunctionCall:
    return call(instruction);
  case spv::OpImageWrite:
    break;
  default:
    if (onlyMakesResult(M, inst))
      return true;
    if (!spirv::isAtomic(inst.opcode))
      return false;
  }
  Effects->insert(instruction);
  return true;
}

/// A call of a function that does nothing but make its result, and fill the
/// local variables that it is given.
bool EffectSearch::call(uint32_t instruction) {
  const Instruction &inst = M.instructions()[instruction];
  const Function *callee = M.function(inst.idOperand(0));
  if (!callee || ByValueAlone)
    return false;
  auto [known, isNew] = Local.try_emplace(callee->id, false);
  if (isNew)
    known->second = isLocal(M, *callee);
  if (!known->second)
    return false;
  for (unsigned i = 1; i < inst.operands.size(); ++i)
    if (isPrivate(M.typeOf(inst.idOperand(i))) &&
        !keep(instruction, inst.idOperand(i)))
      return false;
  return true;
}

/// By \p store, a call as well, the local variable that \p pointer leads into
/// comes to hold what depends on the load.
bool EffectSearch::keep(uint32_t store, Id pointer) {
  MemberPath stored = memberPathOf(M, pointer);
  const Instruction *def = M.def(stored.variable);
  if (!def || def->opcode != spv::OpVariable ||
      def->operands[0] != spv::StorageClassFunction)
    return false;
  return !Kept.insert({store, pointer}).second ||
         takeFrom(store, stored, stored.variable,
                  reachOf(store, stored.variable));
}

/// Follows what is loaded from the variable of \p stored, through \p pointer,
/// which leads into it, while it holds what \p store has stored there.
bool EffectSearch::takeFrom(uint32_t store, const MemberPath &stored,
                            Id pointer, const std::set<uint32_t> &reached) {
  Id variable = stored.variable;
  bool isPart = stored.overlaps(memberPathOf(M, pointer));
  auto users = Users.find(spirv::raw(pointer));
  return users == Users.end() ||
         llvm::all_of(users->second, [&](uint32_t user) {
           const Instruction &inst = M.instructions()[user];
           if (spirv::isAccessChain(inst.opcode))
             return takeFrom(store, stored, inst.result, reached);
           if (inst.opcode == spv::OpStore)
             return true;
           bool isCall = inst.opcode == spv::OpFunctionCall;
           if (!isCall && inst.opcode != spv::OpLoad)
             return false;
           if (!isPart || !isThereAt(store, variable, user, reached))
             return true;
           if (!isFresh(variable, user) || (isCall && !call(user)))
             return false;
           depend(inst.result);
           return true;
         });
}

const EffectSearch::WholeStores &EffectSearch::storesTo(Id variable) {
  auto [it, isNew] = Stores.try_emplace(variable);
  auto users = Users.find(spirv::raw(variable));
  if (!isNew || users == Users.end())
    return it->second;
  for (uint32_t user : users->second) {
    const Instruction &inst = M.instructions()[user];
    std::optional<uint32_t> block = blockOf(F, user);
    if (inst.opcode != spv::OpStore || inst.idOperand(0) != variable || !block)
      continue;
    it->second.all.insert(user);
    uint32_t &first =
        it->second.firstOf.try_emplace(*block, user).first->second;
    first = std::min(first, user);
  }
  return it->second;
}

/// The first store to all of \p variable in \p block from instruction \p begin
/// on.
std::optional<uint32_t> EffectSearch::storeBehind(Id variable, uint32_t block,
                                                  uint32_t begin) {
  const std::set<uint32_t> &all = storesTo(variable).all;
  auto next = all.lower_bound(begin);
  if (next == all.end() || *next >= F.blocks[block].end)
    return std::nullopt;
  return *next;
}

/// The blocks that some path from \p store leads to on which nothing else is
/// stored to all of \p variable.
std::set<uint32_t> EffectSearch::reachOf(uint32_t store, Id variable) {
  std::set<uint32_t> reached;
  std::optional<uint32_t> from = blockOf(F, store);
  if (!from || storeBehind(variable, *from, store + 1))
    return reached;
  const WholeStores &stores = storesTo(variable);
  std::vector<uint32_t> work(F.blocks[*from].successors.begin(),
                             F.blocks[*from].successors.end());
  while (!work.empty()) {
    uint32_t next = work.back();
    work.pop_back();
    if (reached.insert(next).second && !stores.firstOf.count(next))
      llvm::append_range(work, F.blocks[next].successors);
  }
  return reached;
}

/// Some path from \p store, which leads to the blocks \p reached, leads to
/// \p load as well.
bool EffectSearch::isThereAt(uint32_t store, Id variable, uint32_t load,
                             const std::set<uint32_t> &reached) {
  std::optional<uint32_t> from = blockOf(F, store), to = blockOf(F, load);
  if (!from || !to)
    return true;
  if (*from == *to && store < load) {
    auto next = storeBehind(variable, *from, store + 1);
    if (!next || load < *next)
      return true;
  }
  const WholeStores &stores = storesTo(variable);
  auto first = stores.firstOf.find(*to);
  return reached.count(*to) &&
         (first == stores.firstOf.end() || load < first->second);
}

/// Whatever \p load loads from \p variable was stored there since the last
/// execution of what is followed: nothing is left of the one before.
bool EffectSearch::isFresh(Id variable, uint32_t load) {
  auto [it, isNew] = Fresh.try_emplace(load, false);
  std::optional<uint32_t> block = blockOf(F, load);
  if (isNew && !IsRepeated)
    return it->second = true;
  if (!isNew || !block || Without.count(*block))
    return it->second;
  auto first = storeBehind(variable, Own, Load);
  if (*block == Own)
    return it->second = first && *first < load;
  if (first)
    return it->second = true;
  // Where a path from there need not be followed.
  std::set<uint32_t> ends{Own};
  for (auto [at, store] : storesTo(variable).firstOf)
    if (at != *block || store < load)
      ends.insert(at);
  return it->second =
             llvm::none_of(F.blocks[Own].successors, [&](uint32_t next) {
               return reachableBlocks(F, next, ends).count(*block);
             });
}

/// Follows what \p from returns through its callers, and theirs: no deeper than
/// \p depth. False: as EffectSearch::follow().
bool LoadEffects::followReturned(const Function &from,
                                 std::set<uint32_t> &effects, unsigned depth) {
  if (depth == 0)
    return false;
  auto isFollowed = [&](const Function &caller, uint32_t call) {
    const Instruction &inst = M.instructions()[call];
    if (inst.opcode != spv::OpFunctionCall || inst.idOperand(0) != from.id)
      return true;
    bool isReturned = false;
    return EffectSearch(M, *Users, Local, caller, call, /*byValueAlone=*/false)
               .follow(effects, isReturned) &&
           (!isReturned || followReturned(caller, effects, depth - 1));
  };
  for (const Function &caller : M.functions())
    for (const Block &block : caller.blocks)
      for (uint32_t i = block.begin; i < block.end; ++i)
        if (!isFollowed(caller, i))
          return false;
  return true;
}

std::optional<LoadEffects::Followed> LoadEffects::follow(uint32_t load,
                                                         bool byValueAlone) {
  constexpr unsigned kMaxDepth = 8; // of calls; shaders seldom have four
  if (!Users)
    Users = usersById(M);
  for (const Function &function : M.functions()) {
    Followed followed{function, {}};
    bool isReturned = false;
    if (!blockOf(function, load) ||
        !EffectSearch(M, *Users, Local, function, load, byValueAlone)
             .follow(followed.effects, isReturned))
      continue;
    if (isReturned && !followReturned(function, followed.effects, kMaxDepth))
      return std::nullopt;
    if (isReturned)
      Returned.insert(load);
    return followed;
  }
  return std::nullopt;
}

const std::set<uint32_t> &LoadEffects::of(uint32_t load) {
  auto [it, isNew] = Known.try_emplace(load);
  if (!isNew)
    return it->second;
  std::optional<Followed> followed = follow(load, /*byValueAlone=*/false);
  auto isThere = [&](uint32_t effect) {
    return blockOf(followed->function, effect) ==
           blockOf(followed->function, load);
  };
  if (followed && llvm::none_of(followed->effects, isThere))
    it->second = std::move(followed->effects);
  return it->second;
}

const std::optional<std::set<uint32_t>> &LoadEffects::storesOf(uint32_t load) {
  auto [it, isNew] = KnownStores.try_emplace(load);
  if (!isNew)
    return it->second;
  std::optional<Followed> followed = follow(load, /*byValueAlone=*/true);
  auto isStore = [&](uint32_t effect) {
    return M.instructions()[effect].opcode == spv::OpStore;
  };
  if (followed && llvm::all_of(followed->effects, isStore))
    it->second = std::move(followed->effects);
  return it->second;
}

/// The instruction that ends the block of \p instruction.
static uint32_t endOfBlock(const spirv::Module &module, uint32_t instruction) {
  auto [function, block] = placeOf(module, instruction);
  return function ? function->blocks[block].end - 1 : instruction;
}

bool wglint::isAwaited(const spirv::Module &module, uint32_t access) {
  // Values, and the local variables that hold one as a whole.
  std::set<Id> dependent{module.instructions()[access].result};
  auto depends = [&](const Instruction &inst) {
    return llvm::any_of(valueOperands(inst), [&](unsigned operand) {
      return dependent.count(inst.idOperand(operand));
    });
  };
  uint32_t end = endOfBlock(module, access);
  for (uint32_t i = access + 1; i < end; ++i) {
    const Instruction &inst = module.instructions()[i];
    if (inst.opcode == spv::OpStore) {
      Id pointer = inst.idOperand(0);
      bool isDependent = dependent.count(inst.idOperand(1));
      if (!isPrivate(module.typeOf(pointer))) {
        if (isDependent)
          return true;
      } else if (isDependent) {
        dependent.insert(pointer);
      } else {
        dependent.erase(pointer);
      }
    } else if (inst.result != Id::None && !spirv::isAccessChain(inst.opcode) &&
               depends(inst)) {
      dependent.insert(inst.result);
    }
  }
  const Instruction &last = module.instructions()[end];
  return last.opcode != spv::OpReturnValue && depends(last);
}
