// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LoadEffects.h"
#include "Loops.h"
#include "ValueSources.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Block;
using spirv::Function;
using spirv::Id;
using spirv::Instruction;

/// It makes its result, at most of what is in memory, and does nothing else.
static bool onlyMakesResult(const spirv::Module &m, const Instruction &inst) {
  bool isComposite =
      inst.opcode >= spv::OpVectorShuffle && inst.opcode <= spv::OpCopyObject;
  return isComposite || isPure(m, inst) ||
         (inst.opcode != spv::OpExtInst && sourceOperands(inst));
}

namespace {
/// Follows what one instruction loads through one function.
class EffectSearch {
public:
  EffectSearch(const spirv::Module &module, const UsersById &users,
               const Function &function, uint32_t load)
      : M(module), Users(users), F(function), Load(load),
        Own(*blockOf(function, load)),
        Without(reachableBlocks(function, 0, {Own})) {}

  /// False: it may matter otherwise than by \p effects.
  bool follow(std::set<uint32_t> &effects);

private:
  bool use(uint32_t user);
  bool branch(uint32_t block);
  bool execute(uint32_t instruction);
  bool keep(uint32_t store);
  bool takeFrom(uint32_t store, Id variable, Id pointer);
  std::optional<uint32_t> storeBehind(Id variable, uint32_t block,
                                      uint32_t begin) const;
  bool isThereAt(uint32_t store, Id variable, uint32_t load) const;
  bool isFresh(Id variable, uint32_t load) const;
  void depend(Id value) {
    if (Dependent.insert(value).second)
      Work.push_back(value);
  }

  const spirv::Module &M;
  const UsersById &Users;
  const Function &F;
  uint32_t Load, Own;         ///< the instruction, its block
  std::set<uint32_t> Without; ///< blocks that are reached without that one
  std::set<Id> Dependent;     ///< values
  std::set<uint32_t> Kept;    ///< stores of such to local variables
  std::vector<Id> Work;
  std::set<uint32_t> *Effects = nullptr;
};
} // namespace

bool EffectSearch::follow(std::set<uint32_t> &effects) {
  Effects = &effects;
  depend(M.instructions()[Load].result);
  while (!Work.empty()) {
    auto users = Users.find(spirv::raw(Work.back()));
    Work.pop_back();
    if (users != Users.end() &&
        !llvm::all_of(users->second, [&](uint32_t user) { return use(user); }))
      return false;
  }
  return true;
}

/// What \p user makes of a value that depends on the load.
bool EffectSearch::use(uint32_t user) {
  const Instruction &inst = M.instructions()[user];
  std::optional<uint32_t> block = blockOf(F, user);
  if (!block)
    return false;
  if (inst.opcode == spv::OpBranchConditional || inst.opcode == spv::OpSwitch)
    return branch(*block);
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
      return keep(instruction);
    break;
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

/// By \p store a local variable comes to hold what depends on the load.
bool EffectSearch::keep(uint32_t store) {
  Id variable = spirv::rootVariable(M, M.instructions()[store].idOperand(0));
  const Instruction *def = M.def(variable);
  if (!def || def->opcode != spv::OpVariable ||
      def->operands[0] != spv::StorageClassFunction)
    return false;
  return !Kept.insert(store).second || takeFrom(store, variable, variable);
}

/// Follows what is loaded from \p variable, through \p pointer, which leads
/// into it, while it holds what \p store has stored.
bool EffectSearch::takeFrom(uint32_t store, Id variable, Id pointer) {
  auto users = Users.find(spirv::raw(pointer));
  return users == Users.end() ||
         llvm::all_of(users->second, [&](uint32_t user) {
           const Instruction &inst = M.instructions()[user];
           if (spirv::isAccessChain(inst.opcode))
             return takeFrom(store, variable, inst.result);
           if (inst.opcode == spv::OpStore)
             return true;
           if (inst.opcode == spv::OpLoad && !isThereAt(store, variable, user))
             return true;
           if (inst.opcode != spv::OpLoad || !isFresh(variable, user))
             return false;
           depend(inst.result);
           return true;
         });
}

/// The first store to all of \p variable in \p block from instruction \p begin
/// on.
std::optional<uint32_t> EffectSearch::storeBehind(Id variable, uint32_t block,
                                                  uint32_t begin) const {
  for (uint32_t i = begin; i < F.blocks[block].end; ++i)
    if (M.instructions()[i].opcode == spv::OpStore &&
        M.instructions()[i].idOperand(0) == variable)
      return i;
  return std::nullopt;
}

/// Some path from \p store to \p load stores nothing else to all of \p
/// variable.
bool EffectSearch::isThereAt(uint32_t store, Id variable, uint32_t load) const {
  std::optional<uint32_t> from = blockOf(F, store), to = blockOf(F, load);
  if (!from || !to)
    return true;
  std::optional<uint32_t> next = storeBehind(variable, *from, store + 1);
  if (*from == *to && store < load && (!next || load < *next))
    return true;
  if (next)
    return false;
  std::set<uint32_t> ends;
  for (uint32_t i = 0; i < F.blocks.size(); ++i)
    if (auto other = storeBehind(variable, i, F.blocks[i].begin);
        other && (i != *to || *other < load))
      ends.insert(i);
  return llvm::any_of(F.blocks[*from].successors, [&](uint32_t successor) {
    return reachableBlocks(F, successor, ends).count(*to);
  });
}

/// Whatever \p load loads from \p variable was stored there since the last
/// execution of what is followed: nothing is left of the one before.
bool EffectSearch::isFresh(Id variable, uint32_t load) const {
  std::optional<uint32_t> block = blockOf(F, load);
  if (!block || Without.count(*block))
    return false;
  auto first = storeBehind(variable, Own, Load);
  if (*block == Own)
    return first && *first < load;
  if (first)
    return true;
  // Where a path from there need not be followed.
  std::set<uint32_t> ends{Own};
  for (uint32_t i = 0; i < F.blocks.size(); ++i)
    if (auto store = storeBehind(variable, i, F.blocks[i].begin);
        store && (i != *block || *store < load))
      ends.insert(i);
  return llvm::none_of(F.blocks[Own].successors, [&](uint32_t next) {
    return reachableBlocks(F, next, ends).count(*block);
  });
}

const std::optional<std::set<uint32_t>> &LoadEffects::all(uint32_t load) {
  auto [it, isNew] = Known.try_emplace(load);
  if (!isNew)
    return it->second;
  if (!Users)
    Users = usersById(M);
  for (const Function &function : M.functions()) {
    if (!blockOf(function, load))
      continue;
    std::set<uint32_t> effects;
    if (EffectSearch(M, *Users, function, load).follow(effects))
      it->second = std::move(effects);
  }
  return it->second;
}

const std::set<uint32_t> &LoadEffects::elsewhere(uint32_t load) {
  auto [it, isNew] = KnownElsewhere.try_emplace(load);
  const std::optional<std::set<uint32_t>> &effects = all(load);
  if (!isNew || !effects)
    return it->second;
  bool isThere = llvm::any_of(M.functions(), [&](const Function &function) {
    std::optional<uint32_t> own = blockOf(function, load);
    return own && llvm::any_of(*effects, [&](uint32_t effect) {
             return blockOf(function, effect) == own;
           });
  });
  if (!isThere)
    it->second = *effects;
  return it->second;
}

static bool endsBlock(unsigned opcode) {
  return opcode == spv::OpBranch || opcode == spv::OpBranchConditional ||
         opcode == spv::OpSwitch || opcode == spv::OpReturn ||
         opcode == spv::OpReturnValue || opcode == spv::OpKill ||
         opcode == spv::OpUnreachable;
}

bool wglint::isAwaited(const spirv::Module &module, uint32_t access) {
  // Values, and the local variables that hold them.
  std::set<Id> dependent{module.instructions()[access].result};
  for (uint32_t i = access + 1; i < module.instructions().size(); ++i) {
    const Instruction &inst = module.instructions()[i];
    bool depends = llvm::any_of(valueOperands(inst), [&](unsigned operand) {
      return dependent.count(inst.idOperand(operand));
    });
    if (endsBlock(inst.opcode))
      return depends && inst.opcode != spv::OpReturnValue;
    if (!depends)
      continue;
    if (inst.opcode == spv::OpStore) {
      Id pointer = inst.idOperand(0);
      if (!isPrivate(module.typeOf(pointer)))
        return dependent.count(inst.idOperand(1));
      dependent.insert(spirv::rootVariable(module, pointer));
    } else if (inst.result != Id::None) {
      dependent.insert(inst.result);
    }
  }
  return false;
}
