// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code/FilledLists.h"
#include "Code/Loops.h"
#include "Code/Operands.h"
#include "Code/Origins.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "wglint/SPIRV/Queries.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <spirv/unified1/spirv.hpp>
#include <utility>

using namespace wglint;
using spirv::Block;
using spirv::Function;
using spirv::Id;
using spirv::Instruction;

namespace {
/// A load or store of one element.
struct ElementAccess {
  uint32_t block = 0;
  Id counter = Id::None; ///< what the index is loaded from: placeOf()
};

/// Looks at one array.
class ListReader {
public:
  ListReader(const spirv::Module &module, const Function &function,
             const MemberPath &array)
      : M(module), F(function), Array(array), From(module, function) {}

  bool isList();
  bool isStack();

private:
  bool readUses(bool withDistances);
  bool readUse(const Instruction &inst, uint32_t block, bool withDistances);
  std::optional<uint32_t> wordOf(Id value) const;
  Id variableOf(Id index);
  Id placeOf(Id pointer);
  bool isStoreTo(const Instruction &inst, Id counter) const;
  bool addsOne(Id value, Id counter);
  std::pair<Id, int32_t> countFrom(Id value);
  bool readSteps(Id counter, std::set<uint32_t> &up, std::set<uint32_t> &down);
  std::vector<Id> storedTo(Id counter) const;
  bool onlyGrows(Id counter);
  bool isResetIn(Id counter, uint32_t loop);
  bool isUnderData(uint32_t block) const;
  bool dependsOnMemory(Id condition) const;
  bool countsUpTo(uint32_t loop, Id counter, Id bound);
  bool isBelow(Id condition, Id counter, Id bound);
  uint32_t outermost(uint32_t loop) const;
  bool isFilled();
  bool isReadOnce(const ElementAccess &load);

  const spirv::Module &M;
  const Function &F;
  MemberPath Array;
  Origins From;
  std::vector<std::pair<MemberPath, Id>> Places; ///< met by placeOf()
  std::vector<ElementAccess> Loads, Stores;
};
} // namespace

/// The number that \p value is, where it is written; std::nullopt where it is
/// made.
std::optional<uint32_t> ListReader::wordOf(Id value) const {
  const Instruction *inst = makerOfNumber(M, value);
  return inst ? constantWord(M, inst->result) : std::nullopt;
}

/// The first id met that points where \p pointer does; Id::None where that is
/// no function variable or member of one.
Id ListReader::placeOf(Id pointer) {
  MemberPath path = memberPathOf(M, pointer);
  if (path.leadsFurther || !From.storedTo(path.variable))
    return Id::None;
  for (const auto &[known, id] : Places)
    if (known == path)
      return id;
  Places.push_back({std::move(path), pointer});
  return pointer;
}

/// The function variable, or member of one, that \p index is the value of:
/// placeOf() it; Id::None for others.
Id ListReader::variableOf(Id index) {
  const Instruction *inst = makerOfNumber(M, index);
  return inst && inst->opcode == spv::OpLoad ? placeOf(inst->idOperand(0))
                                             : Id::None;
}

/// Whether \p inst stores to \p counter, or to what that is a part of.
bool ListReader::isStoreTo(const Instruction &inst, Id counter) const {
  return inst.opcode == spv::OpStore &&
         memberPathOf(M, inst.idOperand(0)).overlaps(memberPathOf(M, counter));
}

/// One that takes the array as a whole, or a pointer into it, is no list's. \p
/// withDistances: indices may be a constant distance from the counter.
bool ListReader::readUse(const Instruction &inst, uint32_t block,
                         bool withDistances) {
  bool isAccess = inst.opcode == spv::OpLoad || inst.opcode == spv::OpStore;
  for (unsigned i = 0; i < inst.operands.size(); ++i) {
    Id id = inst.idOperand(i);
    const spirv::Type *type = M.typeOf(id);
    if (!type || type->kind != spirv::TypeKind::Pointer ||
        !memberPathOf(M, id).overlaps(Array))
      continue;
    const Instruction *chain = M.def(id);
    unsigned place = 1 + Array.members.size(); // of the index in the chain
    if (!isAccess || i != 0 || chain->opcode != spv::OpAccessChain ||
        chain->idOperand(0) != Array.variable ||
        chain->operands.size() <= place)
      return false;
    // The first entries may be put in one by one.
    Id index = chain->idOperand(place);
    if (withDistances && wordOf(index))
      continue;
    Id counter = withDistances ? countFrom(index).first : variableOf(index);
    if (counter == Id::None)
      return false;
    (inst.opcode == spv::OpLoad ? Loads : Stores).push_back({block, counter});
  }
  return true;
}

bool ListReader::readUses(bool withDistances) {
  for (uint32_t b : F.order)
    for (uint32_t i = F.blocks[b].begin; i < F.blocks[b].end; ++i) {
      const Instruction &inst = M.instructions()[i];
      if (inst.opcode != spv::OpAccessChain && !readUse(inst, b, withDistances))
        return false;
    }
  return true;
}

/// The variable that \p value is a constant distance from, and how far;
/// Id::None where there is none.
std::pair<Id, int32_t> ListReader::countFrom(Id value) {
  const Instruction *inst = makerOfNumber(M, value);
  bool isSum =
      inst && (inst->opcode == spv::OpIAdd || inst->opcode == spv::OpISub);
  if (!isSum)
    return {variableOf(value), 0};
  for (unsigned i : {1u, 0u}) {
    auto step = constantWord(M, inst->idOperand(i));
    Id variable = variableOf(inst->idOperand(1 - i));
    bool isDifference = inst->opcode == spv::OpISub;
    if (step && variable != Id::None && (i == 1 || !isDifference))
      return {variable, int32_t(isDifference ? 0 - *step : *step)};
  }
  return {Id::None, 0};
}

bool ListReader::addsOne(Id value, Id counter) {
  const Instruction *sum = makerOfNumber(M, value);
  return sum && sum->opcode == spv::OpIAdd &&
         countFrom(value) == std::pair<Id, int32_t>(counter, 1);
}

/// All that is stored to \p counter, or to what that is a part of.
std::vector<Id> ListReader::storedTo(Id counter) const {
  MemberPath path = memberPathOf(M, counter);
  std::vector<Id> stored = *From.storedTo(path.variable);
  if (path.members.empty())
    return stored;
  const Instruction *variable = M.def(path.variable);
  stored.resize(variable->operands.size() > 1); // an initializer comes first
  for (const Block &block : F.blocks)
    for (uint32_t i = block.begin; i < block.end; ++i)
      if (isStoreTo(M.instructions()[i], counter))
        stored.push_back(M.instructions()[i].idOperand(1));
  return stored;
}

/// Set to a constant, and one more from then on.
bool ListReader::onlyGrows(Id counter) {
  return llvm::all_of(storedTo(counter), [&](Id value) {
    return constantWord(M, value) || addsOne(value, counter);
  });
}

/// Whether something else than one more is stored to \p counter in \p loop.
bool ListReader::isResetIn(Id counter, uint32_t loop) {
  return llvm::any_of(F.order, [&](uint32_t b) {
    if (!isInLoop(F, b, loop))
      return false;
    for (uint32_t i = F.blocks[b].begin; i < F.blocks[b].end; ++i) {
      const Instruction &inst = M.instructions()[i];
      if (isStoreTo(inst, counter) && !addsOne(inst.idOperand(1), counter))
        return true;
    }
    return false;
  });
}

/// Reads what other invocations or the host may have written.
static bool readsMemory(const spirv::Module &module, const Instruction &inst) {
  if (inst.opcode >= spv::OpImageSampleImplicitLod &&
      inst.opcode <= spv::OpImageRead)
    return true;
  const spirv::Type *type =
      inst.opcode == spv::OpLoad ? module.typeOf(inst.idOperand(0)) : nullptr;
  return type && (type->storageClass == spv::StorageClassWorkgroup ||
                  spirv::isBufferMemory(type->storageClass));
}

/// A function that \p call calls, or one that it calls in turn, reads memory.
static bool calleeReadsMemory(const spirv::Module &module,
                              const Instruction &call) {
  std::vector<Id> work{call.idOperand(0)};
  std::set<uint32_t> seen;
  while (!work.empty()) {
    Id id = work.back();
    work.pop_back();
    const Function *callee = module.function(id);
    if (!callee || !seen.insert(spirv::raw(id)).second)
      continue;
    for (const Block &block : callee->blocks)
      for (uint32_t i = block.begin; i < block.end; ++i) {
        const Instruction &inst = module.instructions()[i];
        if (readsMemory(module, inst))
          return true;
        if (inst.opcode == spv::OpFunctionCall)
          work.push_back(inst.idOperand(0));
      }
  }
  return false;
}

bool ListReader::dependsOnMemory(Id condition) const {
  bool depends = false;
  From.visit(condition, [&](const Instruction &inst) {
    depends |= readsMemory(M, inst) || (inst.opcode == spv::OpFunctionCall &&
                                        calleeReadsMemory(M, inst));
    return !depends;
  });
  return depends;
}

/// In an iteration of the innermost loop around it, a condition on data decides
/// whether \p block is executed. That decides whether there is one more
/// iteration is another matter.
bool ListReader::isUnderData(uint32_t block) const {
  uint32_t loop = F.loopOf[block];
  std::set<uint32_t> ends = iterationEnds(F, block);
  auto leads = [&](uint32_t from) {
    return reachableBlocks(F, from, ends).count(block) != 0;
  };
  return llvm::any_of(F.order, [&](uint32_t b) {
    const Instruction &branch = M.instructions()[F.blocks[b].end - 1];
    const auto &sides = F.blocks[b].successors;
    return F.loopOf[b] == loop && branch.opcode == spv::OpBranchConditional &&
           llvm::all_of(sides,
                        [&](uint32_t to) { return isInLoop(F, to, loop); }) &&
           leads(sides[0]) != leads(sides[1]) &&
           dependsOnMemory(branch.idOperand(0));
  });
}

/// The header of the loop around that of \p loop that is in no other.
uint32_t ListReader::outermost(uint32_t loop) const {
  while (loopAround(F, loop) != spirv::kNoLoop)
    loop = loopAround(F, loop);
  return loop;
}

/// All stores are in loops, at one counter, under conditions on data.
bool ListReader::isFilled() {
  Id counter = Stores.front().counter;
  return onlyGrows(counter) &&
         llvm::all_of(Stores, [&](const ElementAccess &store) {
           uint32_t loop = F.loopOf[store.block];
           return loop != spirv::kNoLoop && store.counter == counter &&
                  !isResetIn(counter, outermost(loop)) &&
                  isUnderData(store.block);
         });
}

/// \p condition lets \p counter be less than \p bound only.
bool ListReader::isBelow(Id condition, Id counter, Id bound) {
  const Instruction *inst = M.def(condition);
  if (!inst || inst->operands.size() < 2)
    return false;
  Id first = variableOf(inst->idOperand(0)),
     second = variableOf(inst->idOperand(1));
  switch (inst->opcode) {
  case spv::OpULessThan:
  case spv::OpSLessThan:
  case spv::OpINotEqual:
    return first == counter && second == bound;
  case spv::OpUGreaterThan:
  case spv::OpSGreaterThan:
    return first == bound && second == counter;
  case spv::OpLogicalAnd:
    return isBelow(inst->idOperand(0), counter, bound) ||
           isBelow(inst->idOperand(1), counter, bound);
  default:
    return false;
  }
}

/// \p loop counts \p counter up and ends where it is \p bound.
bool ListReader::countsUpTo(uint32_t loop, Id counter, Id bound) {
  std::optional<uint32_t> exit = F.blockIndex(F.blocks[loop].mergeBlock);
  return exit && onlyGrows(counter) && !isResetIn(counter, loop) &&
         llvm::any_of(F.order, [&](uint32_t b) {
           const Block &block = F.blocks[b];
           const Instruction &branch = M.instructions()[block.end - 1];
           return F.loopOf[b] == loop &&
                  branch.opcode == spv::OpBranchConditional &&
                  block.successors.back() == *exit &&
                  isBelow(branch.idOperand(0), counter, bound);
         });
}

/// Behind all stores, in one loop that is in no other.
bool ListReader::isReadOnce(const ElementAccess &load) {
  uint32_t loop = F.loopOf[load.block];
  auto isAhead = [&](const ElementAccess &store) {
    return llvm::find(F.order, store.block) < llvm::find(F.order, load.block);
  };
  return loop != spirv::kNoLoop && loopAround(F, loop) == spirv::kNoLoop &&
         llvm::none_of(Stores,
                       [&](const ElementAccess &store) {
                         return isInLoop(F, store.block, loop);
                       }) &&
         llvm::all_of(Stores, isAhead) &&
         countsUpTo(loop, load.counter, Stores.front().counter);
}

bool ListReader::isList() {
  return readUses(/*withDistances=*/false) && !Stores.empty() &&
         !Loads.empty() && isFilled() &&
         llvm::all_of(Loads, [&](const ElementAccess &load) {
           return isReadOnce(load);
         });
}

/// Whether \p counter is only ever set to constants, or moved by constants, and
/// notes the blocks in which it moves up and down.
bool ListReader::readSteps(Id counter, std::set<uint32_t> &up,
                           std::set<uint32_t> &down) {
  for (uint32_t b : F.order)
    for (uint32_t i = F.blocks[b].begin; i < F.blocks[b].end; ++i) {
      const Instruction &inst = M.instructions()[i];
      if (!isStoreTo(inst, counter) || wordOf(inst.idOperand(1)))
        continue;
      auto [from, distance] = countFrom(inst.idOperand(1));
      if (from != counter || distance == 0)
        return false;
      (distance > 0 ? up : down).insert(b);
    }
  return true;
}

/// Elements are stored where the counter goes up and loaded where it goes down,
/// without a branch between the two. What goes up and down in another way, as
/// in a sort or a sweep, is none, nor what is handed on as a whole.
bool ListReader::isStack() {
  if (!readUses(/*withDistances=*/true) || Stores.empty() || Loads.empty())
    return false;
  Id counter = Stores.front().counter;
  std::set<uint32_t> up, down;
  auto isIn = [&](const std::set<uint32_t> &blocks) {
    return [&, counter](const ElementAccess &access) {
      return access.counter == counter && blocks.count(access.block);
    };
  };
  return readSteps(counter, up, down) && llvm::all_of(Stores, isIn(up)) &&
         llvm::all_of(Loads, isIn(down));
}

/// Asks \p isWanted about \p array, if it is one of a function's.
static bool askReader(const spirv::Module &module, const MemberPath &array,
                      bool (*isWanted)(ListReader &)) {
  const spirv::Type &type = typeOfPath(module, array);
  if (type.kind != spirv::TypeKind::Array ||
      module.typeOf(array.variable)->storageClass !=
          spv::StorageClassFunction ||
      module.type(type.element).kind == spirv::TypeKind::Array)
    return false;
  uint32_t at = module.defIndex(array.variable);
  for (const Function &function : module.functions())
    if (!function.blocks.empty() && function.blocks.front().begin <= at &&
        at < function.blocks.front().end) {
      ListReader reader(module, function, array);
      return isWanted(reader);
    }
  return false;
}

bool wglint::isFilledList(const spirv::Module &module,
                          const MemberPath &array) {
  return askReader(module, array,
                   [](ListReader &reader) { return reader.isList(); });
}

bool wglint::isStack(const spirv::Module &module, const MemberPath &array) {
  return askReader(module, array,
                   [](ListReader &reader) { return reader.isStack(); });
}
