// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code/UncappedLists.h"
#include "Code/Loops.h"
#include "Code/Operands.h"
#include "Code/Origins.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Block;
using spirv::Function;
using spirv::Id;
using spirv::Instruction;

namespace {
/// A comparison of some value with a constant.
struct Cap {
  uint32_t comparison = 0; ///< index into the module
  uint32_t elements = 0;   ///< lets through what is less
};

/// How an array is filled.
struct Filling {
  const Instruction *atomic; ///< returns the index of what is stored
  Cap cap;                   ///< of that
  bool mayOverflow;          ///< more may come than have room
};

/// Looks at one function.
class FunctionReader {
public:
  FunctionReader(const spirv::Module &module, const Function &function,
                 const std::set<uint32_t> &counters)
      : M(module), F(function), Counters(counters), From(module, function) {
    for (uint32_t b : F.order)
      for (uint32_t i = F.blocks[b].begin; i < F.blocks[b].end; ++i)
        readInstruction(i);
  }

  struct Load {
    uint32_t instruction;
    Id array, number; ///< the function variable that the index is
  };
  /// Loads from arrays in shared memory.
  const std::vector<Load> &loads() const { return Loads; }
  /// By array, those that the function fills.
  std::map<uint32_t, Filling> fillings(const EntryPointFacts &facts) const;
  bool goesUpTo(const Load &load, Id counter) const;

private:
  Id variableOf(Id value) const;
  Id loadedFrom(Id value) const;
  const Instruction *atomicOf(Id value) const;
  const Instruction *ticketOf(Id value) const;
  std::optional<Cap> capOf(uint32_t comparison, Id &compared) const;
  void readInstruction(uint32_t index);
  void readElement(uint32_t index, const Instruction &chain);
  bool isCounterBound(Id value, Id counter) const;
  bool mayOverflow(const Instruction &atomic, uint32_t elements,
                   const EntryPointFacts &facts) const;

  const spirv::Module &M;
  const Function &F;
  const std::set<uint32_t> &Counters;
  Origins From;
  std::map<uint32_t, Cap> Tickets; ///< by the atomic that returns them
  std::set<uint32_t> Compared;     ///< function variables, with constants
  /// By array: the atomic whose result is the index of what is stored.
  std::map<uint32_t, const Instruction *> Stores;
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

/// What an instruction compares with a constant: \p compared, less than so many
/// or not.
std::optional<Cap> FunctionReader::capOf(uint32_t comparison,
                                         Id &compared) const {
  const Instruction &inst = M.instructions()[comparison];
  bool isLess =
      inst.opcode == spv::OpULessThan || inst.opcode == spv::OpSLessThan;
  bool isLessEqual = inst.opcode == spv::OpULessThanEqual ||
                     inst.opcode == spv::OpSLessThanEqual;
  bool isGreater =
      inst.opcode == spv::OpUGreaterThan || inst.opcode == spv::OpSGreaterThan;
  bool isGreaterEqual = inst.opcode == spv::OpUGreaterThanEqual ||
                        inst.opcode == spv::OpSGreaterThanEqual;
  if (!(isLess || isLessEqual || isGreater || isGreaterEqual))
    return std::nullopt;
  for (bool isSecond : {true, false}) {
    auto number = spirv::constantWord(M, inst.idOperand(isSecond ? 1 : 0));
    if (!number)
      continue;
    compared = inst.idOperand(isSecond ? 0 : 1);
    // `x <= 63`, `63 >= x`, and their opposites.
    bool isIncluded =
        isSecond ? isLessEqual || isGreater : isGreaterEqual || isLess;
    return Cap{comparison, *number + (isIncluded ? 1 : 0)};
  }
  return std::nullopt;
}

void FunctionReader::readElement(uint32_t index, const Instruction &chain) {
  const Instruction &inst = M.instructions()[index];
  Id array = chain.idOperand(0), element = chain.idOperand(1);
  const spirv::Type *pointer = M.typeOf(array);
  if (!pointer || pointer->storageClass != spv::StorageClassWorkgroup ||
      M.type(pointer->element).kind != spirv::TypeKind::Array)
    return;
  if (inst.opcode == spv::OpStore) {
    if (const Instruction *atomic = ticketOf(element))
      Stores.try_emplace(spirv::raw(array), atomic);
  } else if (Id number = variableOf(element); number != Id::None) {
    Loads.push_back({index, array, number});
  }
}

void FunctionReader::readInstruction(uint32_t index) {
  const Instruction &inst = M.instructions()[index];
  Id compared = Id::None;
  if (auto cap = capOf(index, compared)) {
    if (const Instruction *atomic = ticketOf(compared)) {
      auto [it, isNew] = Tickets.try_emplace(spirv::raw(atomic->result), *cap);
      if (!isNew && it->second.elements < cap->elements)
        it->second = *cap;
    } else if (Id number = variableOf(compared); number != Id::None) {
      Compared.insert(spirv::raw(number));
    }
  }
  if (inst.opcode != spv::OpLoad && inst.opcode != spv::OpStore)
    return;
  const Instruction *chain = M.def(inst.idOperand(0));
  if (chain && chain->opcode == spv::OpAccessChain &&
      chain->operands.size() >= 2)
    readElement(index, *chain);
}

/// \p value is what \p counter has come to, or a copy of that.
bool FunctionReader::isCounterBound(Id value, Id counter) const {
  if (loadedFrom(value) == counter)
    return true;
  Id copy = variableOf(value);
  const std::vector<Id> *stored =
      copy == Id::None ? nullptr : From.storedTo(copy);
  return stored && stored->size() == 1 &&
         loadedFrom(stored->front()) == counter;
}

/// A loop around \p load ends where the index is \p counter, and nothing else
/// is asked of the index.
bool FunctionReader::goesUpTo(const Load &load, Id counter) const {
  if (Compared.count(spirv::raw(load.number)))
    return false;
  for (uint32_t loop = F.loopOf[*blockOf(F, load.instruction)];
       loop != spirv::kNoLoop; loop = loopAround(F, loop)) {
    std::optional<uint32_t> exit = F.blockIndex(F.blocks[loop].mergeBlock);
    bool isHere = exit && llvm::any_of(F.order, [&](uint32_t b) {
                    const Instruction &branch =
                        M.instructions()[F.blocks[b].end - 1];
                    if (F.loopOf[b] != loop ||
                        branch.opcode != spv::OpBranchConditional ||
                        F.blocks[b].successors.back() != *exit)
                      return false;
                    const Instruction *inst = M.def(branch.idOperand(0));
                    return inst &&
                           (inst->opcode == spv::OpULessThan ||
                            inst->opcode == spv::OpSLessThan) &&
                           variableOf(inst->idOperand(0)) == load.number &&
                           isCounterBound(inst->idOperand(1), counter);
                  });
    if (isHere)
      return true;
  }
  return false;
}

/// More invocations than \p elements may come to \p atomic, or one of them
/// several times.
bool FunctionReader::mayOverflow(const Instruction &atomic, uint32_t elements,
                                 const EntryPointFacts &facts) const {
  std::optional<uint32_t> block = blockOf(F, M.defIndex(atomic.result));
  const std::array<uint32_t, 3> &size = facts.workgroupSize;
  bool isMany = facts.sizeSource == SizeSource::Literal &&
                uint64_t(size[0]) * size[1] * size[2] > elements;
  return isMany || (block && F.loopOf[*block] != spirv::kNoLoop);
}

std::map<uint32_t, Filling>
FunctionReader::fillings(const EntryPointFacts &facts) const {
  std::map<uint32_t, Filling> fillings;
  for (const auto &[array, atomic] : Stores) {
    auto cap = Tickets.find(spirv::raw(atomic->result));
    if (cap != Tickets.end())
      fillings.insert({array,
                       {atomic, cap->second,
                        mayOverflow(*atomic, cap->second.elements, facts)}});
  }
  return fillings;
}

/// The scalar shared variables that are only set to constants, counted up by
/// atomics, and loaded.
static std::set<uint32_t> findCounters(const spirv::Module &module) {
  std::set<uint32_t> counters;
  for (const Instruction &inst : module.instructions()) {
    if (inst.opcode != spv::OpVariable ||
        inst.operands[0] != spv::StorageClassWorkgroup)
      continue;
    const spirv::Type &type = module.type(module.typeOf(inst.result)->element);
    if (type.kind == spirv::TypeKind::Int && type.bitWidth == 32)
      counters.insert(spirv::raw(inst.result));
  }
  UsersById users = usersById(module);
  auto isCount = [&](Id counter, uint32_t user) {
    const Instruction &inst = module.instructions()[user];
    switch (inst.opcode) {
    case spv::OpStore:
      return inst.idOperand(0) == counter &&
             spirv::constantWord(module, inst.idOperand(1)).has_value();
    case spv::OpAtomicIAdd: {
      auto step = spirv::constantWord(module, inst.idOperand(3));
      return step && int32_t(*step) > 0;
    }
    case spv::OpAtomicStore:
      return spirv::constantWord(module, inst.idOperand(3)).has_value();
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
                          const spirv::FunctionList &functions,
                          const EntryPointFacts &facts) {
  std::set<uint32_t> counters = findCounters(module);
  std::vector<UncappedListFact> lists;
  if (counters.empty())
    return lists;
  std::vector<FunctionReader> readers;
  std::map<uint32_t, Filling> fillings;
  for (const Function *function : functions) {
    readers.emplace_back(module, *function, counters);
    fillings.merge(readers.back().fillings(facts));
  }
  for (const FunctionReader &reader : readers)
    for (const FunctionReader::Load &load : reader.loads()) {
      auto it = fillings.find(spirv::raw(load.array));
      if (it == fillings.end() || !it->second.mayOverflow)
        continue;
      const auto &[atomic, cap, mayOverflow] = it->second;
      const spirv::Type &type = module.type(module.typeOf(load.array)->element);
      auto length = spirv::constantWord(module, type.lengthId);
      Id counter = atomic->idOperand(0);
      if (!length || cap.elements > *length || !reader.goesUpTo(load, counter))
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
