// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code/UncappedLists.h"
#include "Code/Loops.h"
#include "Code/Operands.h"
#include "Code/Origins.h"
#include "Lanes/ScalarOps.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Function;
using spirv::Id;
using spirv::Instruction;

namespace {
/// A comparison of some value with a constant.
struct Cap {
  uint32_t comparison = 0; ///< index into the module
  uint32_t elements = 0;   ///< what is less is on one side
  bool isLessOnTrue = true;
};

/// How an array is filled.
struct Filling {
  const Instruction *atomic; ///< returns the index of what is stored
  Cap cap;                   ///< of that
};

/// Looks at one function.
class FunctionReader {
public:
  FunctionReader(const spirv::Module &module, const Function &function,
                 const std::set<uint32_t> &counters)
      : M(module), F(function), Counters(counters), From(module, function) {
    for (uint32_t b : F.order)
      for (uint32_t i = F.blocks[b].begin; i < F.blocks[b].end; ++i)
        readInstruction(i, b);
  }

  struct Load {
    uint32_t instruction;
    Id array, number; ///< the function variable that the index is
  };
  /// Loads from arrays in shared memory.
  const std::vector<Load> &loads() const { return Loads; }
  /// Ids of counters that count anew in a loop, or whose number is compared
  /// with a constant: it may be seen to.
  const std::set<uint32_t> &capped() const { return Capped; }
  /// Adds to \p fillings, by array, those that the function fills, and to
  /// \p others the arrays in which it puts something else as well.
  void addFillings(std::map<uint32_t, Filling> &fillings,
                   std::set<uint32_t> &others) const;
  bool goesUpTo(const Load &load, Id counter) const;

private:
  Id variableOf(Id value) const;
  Id loadedFrom(Id value) const;
  Id counterOf(Id value) const;
  const Instruction *atomicOf(Id value) const;
  const Instruction *ticketOf(Id value) const;
  std::optional<Cap> capOf(Id condition, Id &compared) const;
  void readInstruction(uint32_t index, uint32_t block);
  void readComparison(const Instruction &inst);
  void readElement(uint32_t index, uint32_t block, const Instruction &chain);
  std::optional<Cap> guardOf(uint32_t block, const Instruction &atomic) const;
  const Instruction *exitOf(uint32_t loop, uint32_t block) const;
  bool isOpen(Id condition) const;
  bool mayOverflow(const Instruction &atomic) const;

  const spirv::Module &M;
  const Function &F;
  const std::set<uint32_t> &Counters;
  Origins From;
  std::set<uint32_t> Capped;   ///< counters
  std::set<uint32_t> Compared; ///< function variables, with constants
  struct Store {
    uint32_t block;
    Id array;
    const Instruction *atomic; ///< whose result the index is; may be null
  };
  std::vector<Store> Stores;
  std::vector<Load> Loads;
};
} // namespace

/// The variable that \p value has been loaded from as a whole.
Id FunctionReader::loadedFrom(Id value) const {
  const Instruction *inst = makerOfNumber(M, value);
  return inst && (inst->opcode == spv::OpLoad ||
                  inst->opcode == spv::OpAtomicLoad)
             ? inst->idOperand(0)
             : Id::None;
}

/// The same of the function's own variables.
Id FunctionReader::variableOf(Id value) const {
  Id variable = loadedFrom(value);
  return From.storedTo(variable) ? variable : Id::None;
}

/// The atomic on a counter that makes \p value; nullptr of others.
const Instruction *FunctionReader::atomicOf(Id value) const {
  const Instruction *inst = makerOfNumber(M, value);
  bool isAtomic = inst && (inst->opcode == spv::OpAtomicIAdd ||
                           inst->opcode == spv::OpAtomicIIncrement);
  return isAtomic && Counters.count(spirv::raw(inst->idOperand(0))) ? inst
                                                                    : nullptr;
}

/// The same, or where it is loaded from a variable the only one that is stored
/// there, besides constants.
const Instruction *FunctionReader::ticketOf(Id value) const {
  const std::vector<Id> *stored = From.storedTo(loadedFrom(value));
  if (!stored)
    return atomicOf(value);
  const Instruction *only = nullptr;
  for (Id each : *stored) {
    if (spirv::constantWord(M, each))
      continue;
    const Instruction *atomic = atomicOf(each);
    if (!atomic || (only && only != atomic))
      return nullptr;
    only = atomic;
  }
  return only;
}

/// The counter whose number \p value is, or a copy of that; Id::None of others.
Id FunctionReader::counterOf(Id value) const {
  Id from = loadedFrom(value);
  if (const std::vector<Id> *stored = From.storedTo(from))
    from = stored->size() == 1 ? loadedFrom(stored->front()) : Id::None;
  return Counters.count(spirv::raw(from)) ? from : Id::None;
}

/// What \p condition compares with a constant: \p compared, less than so many
/// or not.
std::optional<Cap> FunctionReader::capOf(Id condition, Id &compared) const {
  const Instruction *inst = M.def(condition);
  if (!inst || !(isLess(inst->opcode) || isGreater(inst->opcode)))
    return std::nullopt;
  for (bool isSecond : {true, false}) {
    auto number = spirv::constantWord(M, inst->idOperand(isSecond ? 1 : 0));
    if (!number)
      continue;
    compared = inst->idOperand(isSecond ? 0 : 1);
    bool isLeftOut = leavesOutBound(inst->opcode, isSecond);
    return Cap{M.defIndex(condition), *number + (isLeftOut ? 0 : 1),
               isSecond == isLess(inst->opcode)};
  }
  return std::nullopt;
}

void FunctionReader::readElement(uint32_t index, uint32_t block,
                                 const Instruction &chain) {
  const Instruction &inst = M.instructions()[index];
  Id array = chain.idOperand(0), element = chain.idOperand(1);
  const spirv::Type *pointer = M.typeOf(array);
  if (!pointer || pointer->storageClass != spv::StorageClassWorkgroup ||
      M.type(pointer->element).kind != spirv::TypeKind::Array)
    return;
  if (inst.opcode == spv::OpStore)
    Stores.push_back({block, array, ticketOf(element)});
  else if (Id number = variableOf(element); number != Id::None)
    Loads.push_back({index, array, number});
}

/// That there is something, or nothing, is no cap.
void FunctionReader::readComparison(const Instruction &inst) {
  for (unsigned i : {0u, 1u}) {
    auto number = spirv::constantWord(M, inst.idOperand(1 - i));
    Id compared = inst.idOperand(i);
    if (!number)
      continue;
    if (*number > 1)
      From.visit(compared, [&](const Instruction &from) {
        if (from.opcode == spv::OpLoad || from.opcode == spv::OpAtomicLoad)
          Capped.insert(spirv::raw(from.idOperand(0)));
        return true;
      });
    Compared.insert(spirv::raw(variableOf(compared)));
  }
}

void FunctionReader::readInstruction(uint32_t index, uint32_t block) {
  const Instruction &inst = M.instructions()[index];
  if (isComparison(inst.opcode))
    readComparison(inst);
  bool isStore = inst.opcode == spv::OpStore;
  if ((isStore || inst.opcode == spv::OpAtomicStore) &&
      F.loopOf[block] != spirv::kNoLoop)
    Capped.insert(spirv::raw(inst.idOperand(0)));
  if (inst.opcode != spv::OpLoad && !isStore)
    return;
  const Instruction *chain = M.def(inst.idOperand(0));
  if (chain && chain->opcode == spv::OpAccessChain &&
      chain->operands.size() >= 2)
    readElement(index, block, *chain);
}

/// What lets only results of \p atomic that are less than a constant come to
/// \p block.
std::optional<Cap> FunctionReader::guardOf(uint32_t block,
                                           const Instruction &atomic) const {
  std::set<uint32_t> ends = iterationEnds(F, block);
  auto leads = [&](uint32_t from) {
    return reachableBlocks(F, from, ends).count(block) != 0;
  };
  for (uint32_t b : F.order) {
    const Instruction &branch = M.instructions()[F.blocks[b].end - 1];
    const auto &sides = F.blocks[b].successors;
    if (branch.opcode != spv::OpBranchConditional || sides.size() != 2)
      continue;
    Id compared = Id::None;
    auto cap = capOf(branch.idOperand(0), compared);
    if (cap && ticketOf(compared) == &atomic &&
        leads(sides[cap->isLessOnTrue ? 0 : 1]) &&
        !leads(sides[cap->isLessOnTrue ? 1 : 0]))
      return cap;
  }
  return std::nullopt;
}

/// The condition by which \p block leaves \p loop; nullptr: it does not.
const Instruction *FunctionReader::exitOf(uint32_t loop, uint32_t block) const {
  std::optional<uint32_t> exit = F.blockIndex(F.blocks[loop].mergeBlock);
  const Instruction &branch = M.instructions()[F.blocks[block].end - 1];
  if (!exit || F.loopOf[block] != loop ||
      branch.opcode != spv::OpBranchConditional ||
      F.blocks[block].successors.back() != *exit)
    return nullptr;
  return M.def(branch.idOperand(0));
}

/// A loop around \p load ends where the index is \p counter, and nothing else
/// is asked of the index.
bool FunctionReader::goesUpTo(const Load &load, Id counter) const {
  if (Compared.count(spirv::raw(load.number)))
    return false;
  auto isBelow = [&](const Instruction *exit) {
    return exit &&
           (exit->opcode == spv::OpULessThan ||
            exit->opcode == spv::OpSLessThan) &&
           variableOf(exit->idOperand(0)) == load.number &&
           counterOf(exit->idOperand(1)) == counter;
  };
  for (uint32_t loop = F.loopOf[*blockOf(F, load.instruction)];
       loop != spirv::kNoLoop; loop = loopAround(F, loop))
    if (llvm::any_of(F.order,
                     [&](uint32_t b) { return isBelow(exitOf(loop, b)); }))
      return true;
  return false;
}

/// Whether nothing in the text says how often a loop runs that goes on while
/// \p condition holds.
bool FunctionReader::isOpen(Id condition) const {
  const Instruction *inst = M.def(condition);
  if (!inst || !isComparison(inst->opcode))
    return false;
  bool isOpen = true;
  for (unsigned i : {0u, 1u}) {
    isOpen &= !spirv::constantWord(M, inst->idOperand(i));
    // The least of something and a constant.
    From.visit(inst->idOperand(i), [&](const Instruction &from) {
      isOpen &= from.opcode != spv::OpExtInst && from.opcode != spv::OpSelect;
      return isOpen;
    });
  }
  return isOpen;
}

/// Invocations come to \p atomic in a loop of which nobody knows how often it
/// runs.
bool FunctionReader::mayOverflow(const Instruction &atomic) const {
  std::optional<uint32_t> block = blockOf(F, M.defIndex(atomic.result));
  uint32_t loop = block ? F.loopOf[*block] : spirv::kNoLoop;
  return loop != spirv::kNoLoop && llvm::any_of(F.order, [&](uint32_t b) {
           const Instruction *exit = exitOf(loop, b);
           return exit && isOpen(exit->result);
         });
}

void FunctionReader::addFillings(std::map<uint32_t, Filling> &fillings,
                                 std::set<uint32_t> &others) const {
  for (const Store &store : Stores) {
    uint32_t array = spirv::raw(store.array);
    auto cap =
        store.atomic ? guardOf(store.block, *store.atomic) : std::nullopt;
    bool isFilling = cap && mayOverflow(*store.atomic);
    if (!isFilling || !fillings.insert({array, {store.atomic, *cap}}).second)
      others.insert(array);
  }
}

/// The scalar shared variables that are only set to 0, counted up one by one
/// by atomics, and loaded.
static std::set<uint32_t> findCounters(const spirv::Module &module) {
  std::set<uint32_t> counters;
  for (Id variable : module.globalVariables()) {
    const spirv::Type &pointer = *module.typeOf(variable);
    const spirv::Type &type = module.type(pointer.element);
    if (pointer.storageClass == spv::StorageClassWorkgroup &&
        type.kind == spirv::TypeKind::Int && type.bitWidth == 32)
      counters.insert(spirv::raw(variable));
  }
  if (counters.empty())
    return counters;
  UsersById users = usersById(module);
  auto isCount = [&](Id counter, uint32_t user) {
    const Instruction &inst = module.instructions()[user];
    switch (inst.opcode) {
    case spv::OpStore:
      return inst.idOperand(0) == counter &&
             spirv::constantWord(module, inst.idOperand(1)) == 0u;
    case spv::OpAtomicIAdd:
      return spirv::constantWord(module, inst.idOperand(3)) == 1u;
    case spv::OpAtomicStore:
      return spirv::constantWord(module, inst.idOperand(3)) == 0u;
    case spv::OpAtomicIIncrement:
    case spv::OpAtomicLoad:
    case spv::OpLoad:
    case spv::OpName:
    case spv::OpDecorate:
    case spv::OpEntryPoint:
      return true;
    default:
      return false;
    }
  };
  for (auto it = counters.begin(); it != counters.end();) {
    bool isOne = llvm::all_of(
        users[*it], [&](uint32_t user) { return isCount(Id(*it), user); });
    it = isOne ? std::next(it) : counters.erase(it);
  }
  return counters;
}

std::vector<UncappedListFact>
wglint::findUncappedLists(const spirv::Module &module,
                          const spirv::FunctionList &functions) {
  std::set<uint32_t> counters = findCounters(module);
  std::vector<UncappedListFact> lists;
  if (counters.empty())
    return lists;
  std::vector<FunctionReader> readers;
  std::map<uint32_t, Filling> fillings;
  std::set<uint32_t> others, capped;
  for (const Function *function : functions) {
    readers.emplace_back(module, *function, counters);
    readers.back().addFillings(fillings, others);
    capped.insert(readers.back().capped().begin(),
                  readers.back().capped().end());
  }
  for (const FunctionReader &reader : readers)
    for (const FunctionReader::Load &load : reader.loads()) {
      auto it = fillings.find(spirv::raw(load.array));
      if (it == fillings.end() || others.count(spirv::raw(load.array)))
        continue;
      const auto [atomic, cap] = it->second;
      const spirv::Type &type = module.type(module.typeOf(load.array)->element);
      auto length = spirv::constantWord(module, type.lengthId);
      Id counter = atomic->idOperand(0);
      if (!length || cap.elements > *length ||
          capped.count(spirv::raw(counter)) || !reader.goesUpTo(load, counter))
        continue;
      lists.push_back({debugKey(module, load.instruction),
                       debugKey(module, module.defIndex(atomic->result)),
                       debugKey(module, cap.comparison),
                       module.name(load.array).str(),
                       module.name(counter).str(), cap.elements});
      fillings.erase(it); // one load is enough
    }
  return lists;
}
