// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code/UpdateFilters.h"
#include "Code/Loops.h"
#include "Code/Operands.h"
#include "Lanes/ScalarOps.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "wglint/SPIRV/Queries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Block;
using spirv::Function;
using spirv::Id;
using spirv::Instruction;

/// How deep the parts of two expressions are compared.
static constexpr unsigned kMaxExpressionDepth = 16;

static bool updatesMinimum(unsigned opcode) {
  return opcode == spv::OpAtomicUMin || opcode == spv::OpAtomicSMin ||
         opcode == spv::OpAtomicFMinEXT;
}

static bool updatesMaximum(unsigned opcode) {
  return opcode == spv::OpAtomicUMax || opcode == spv::OpAtomicSMax ||
         opcode == spv::OpAtomicFMaxEXT;
}

static bool comparesLess(unsigned opcode) {
  return isLess(opcode) || opcode == spv::OpFOrdLessThan ||
         opcode == spv::OpFOrdLessThanEqual;
}

static bool comparesGreater(unsigned opcode) {
  return isGreater(opcode) || opcode == spv::OpFOrdGreaterThan ||
         opcode == spv::OpFOrdGreaterThanEqual;
}

bool wglint::asksForOrder(unsigned opcode) {
  return comparesLess(opcode) || comparesGreater(opcode);
}

/// The operand of \p comparison that is not \p value.
static Id otherThan(const Instruction &comparison, Id value) {
  return comparison.idOperand(comparison.idOperand(0) == value);
}

/// Nobody stores to what \p pointer leads to: a uniform, or a push constant.
static bool isOfUniform(const spirv::Module &m, Id pointer) {
  const spirv::Type *type = m.typeOf(pointer);
  const spirv::Type *variable = m.typeOf(spirv::rootVariable(m, pointer));
  if (!type || !variable)
    return false;
  return type->storageClass == spv::StorageClassPushConstant ||
         type->storageClass == spv::StorageClassUniformConstant ||
         (type->storageClass == spv::StorageClassUniform &&
          !m.type(variable->element).isBufferBlock);
}

/// Whether \p a and \p b are written alike; what is loaded in between is taken
/// to be what it was, which doesNothingElse() sees to.
bool UpdateFilters::isSame(Id a, Id b, unsigned depth) const {
  if (a == b)
    return true;
  const Instruction *first = M.def(a), *second = M.def(b);
  if (!first || !second || first->opcode != second->opcode ||
      first->resultType != second->resultType || depth == kMaxExpressionDepth ||
      first->operands.size() != second->operands.size())
    return false;
  bool isPlain = first->opcode == spv::OpLoad ||
                 first->opcode == spv::OpBitcast ||
                 first->opcode == spv::OpCompositeExtract ||
                 spirv::isAccessChain(first->opcode);
  if (!isPlain)
    return false;
  llvm::SmallVector<unsigned, 4> ids = valueOperands(*first);
  for (unsigned i = 0; i < first->operands.size(); ++i)
    if (llvm::is_contained(ids, i)
            ? !isSame(first->idOperand(i), second->idOperand(i), depth + 1)
            : first->operands[i] != second->operands[i])
      return false;
  return first->opcode != spv::OpLoad ||
         isPrivate(M.typeOf(first->idOperand(0))) ||
         isOfUniform(M, first->idOperand(0));
}

/// Whether \p comparison holds where \p atomic would change \p loaded.
bool UpdateFilters::asksFor(const Instruction &comparison, Id loaded,
                            const Instruction &atomic) const {
  if (!asksForOrder(comparison.opcode))
    return false;
  bool isLoadedFirst = comparison.idOperand(0) == loaded;
  bool asksForLess = comparesLess(comparison.opcode) != isLoadedFirst;
  return asksForLess == updatesMinimum(atomic.opcode) &&
         isSame(otherThan(comparison, loaded),
                atomic.idOperand(spirv::kAtomicValue));
}

/// From instruction \p from of \p asking on, and in \p updating, nothing is
/// stored or called, and there is no other atomic than \p atomic.
bool UpdateFilters::doesNothingElse(const Block &asking, uint32_t from,
                                    const Block &updating,
                                    uint32_t atomic) const {
  auto isQuiet = [&](uint32_t i) {
    const Instruction &inst = M.instructions()[i];
    return i == atomic ||
           (inst.opcode != spv::OpStore && inst.opcode != spv::OpImageWrite &&
            inst.opcode != spv::OpFunctionCall &&
            inst.opcode != spv::OpCopyMemory &&
            !spirv::isBarrier(inst.opcode) && !spirv::isAtomic(inst.opcode));
  };
  return llvm::all_of(llvm::seq(from, asking.end), isQuiet) &&
         llvm::all_of(llvm::seq(updating.begin, updating.end), isQuiet) &&
         M.instructions()[updating.end - 1].opcode == spv::OpBranch;
}

const Instruction *UpdateFilters::onlyUser(Id value) const {
  auto it = Users.find(spirv::raw(value));
  return it != Users.end() && it->second.size() == 1
             ? &M.instructions()[it->second.front()]
             : nullptr;
}

/// \p limit is \p than, was made of it, or is a smaller constant.
bool UpdateFilters::isSofter(Id limit, Id than, unsigned depth) const {
  std::optional<uint32_t> a = constantWord(M, limit), b = constantWord(M, than);
  if (a && b)
    return *a <= *b;
  if (isSame(limit, than))
    return true;
  const Instruction *made = M.def(limit);
  return made && depth < kMaxExpressionDepth && isPure(M, *made) &&
         llvm::any_of(valueOperands(*made), [&](unsigned operand) {
           Id part = made->idOperand(operand);
           return !constantWord(M, part) && isSofter(part, than, depth + 1);
         });
}

/// \p value, or a local variable that it is stored to, is compared with a
/// number that \p bound is, or is softer than.
bool UpdateFilters::isComparedWith(Id value, Id bound,
                                   std::set<Id> &seen) const {
  auto users = Users.find(spirv::raw(value));
  if (users == Users.end() || !seen.insert(value).second)
    return false;
  return llvm::any_of(users->second, [&](uint32_t user) {
    const Instruction &inst = M.instructions()[user];
    if (asksForOrder(inst.opcode))
      return isSofter(bound, otherThan(inst, value));
    bool isKept = inst.opcode == spv::OpStore && inst.idOperand(1) == value &&
                  isPrivate(M.typeOf(inst.idOperand(0)));
    auto loads =
        isKept ? Users.find(spirv::raw(inst.idOperand(0))) : Users.end();
    return loads != Users.end() &&
           llvm::any_of(loads->second, [&](uint32_t at) {
             const Instruction &load = M.instructions()[at];
             return load.opcode == spv::OpLoad &&
                    isComparedWith(load.result, bound, seen);
           });
  });
}

/// The comparison of isTestOfCount(), or null.
const Instruction *UpdateFilters::testOfCount(uint32_t load,
                                              uint32_t atomic) const {
  const Instruction &loading = M.instructions()[load],
                    &update = M.instructions()[atomic];
  bool countsUp =
      update.opcode == spv::OpAtomicIIncrement ||
      (update.opcode == spv::OpAtomicIAdd &&
       int32_t(
           constantWord(M, update.idOperand(spirv::kAtomicValue)).value_or(0)) >
           0);
  bool isPair = loading.opcode == spv::OpLoad && countsUp &&
                isSame(loading.idOperand(0), update.idOperand(0));
  const Instruction *test = isPair ? onlyUser(loading.result) : nullptr;
  return test && asksForOrder(test->opcode) ? test : nullptr;
}

bool UpdateFilters::isEarlyOut(uint32_t load, uint32_t atomic) const {
  const Instruction *test = testOfCount(load, atomic);
  std::set<Id> seen;
  return test &&
         isComparedWith(M.instructions()[atomic].result,
                        otherThan(*test, M.instructions()[load].result), seen);
}

/// Some branch on \p condition, or on what is made of it, leaves the loop that
/// begins with block \p loop of \p function.
bool UpdateFilters::endsLoop(Id condition, const Function &function,
                             uint32_t loop, std::set<Id> &seen) const {
  auto users = Users.find(spirv::raw(condition));
  if (users == Users.end() || !seen.insert(condition).second)
    return false;
  std::set<uint32_t> behind;
  if (auto merge = function.blockIndex(function.blocks[loop].mergeBlock))
    behind.insert(*merge);
  return llvm::any_of(users->second, [&](uint32_t user) {
    const Instruction &inst = M.instructions()[user];
    std::optional<uint32_t> block = blockOf(function, user);
    if (block && inst.opcode == spv::OpBranchConditional)
      return llvm::any_of(
          function.blocks[*block].successors, [&](uint32_t next) {
            return !reachableBlocks(function, next, behind).count(loop);
          });
    bool isMade =
        inst.opcode == spv::OpPhi || inst.opcode == spv::OpLogicalAnd ||
        inst.opcode == spv::OpLogicalOr || inst.opcode == spv::OpLogicalNot;
    return isMade && endsLoop(inst.result, function, loop, seen);
  });
}

/// Of a variable, or of a member of one by constants.
static bool isOnePlace(const spirv::Module &m, Id pointer) {
  const Instruction *made = m.def(pointer);
  if (made && made->opcode == spv::OpVariable)
    return true;
  return made && spirv::isAccessChain(made->opcode) &&
         isOnePlace(m, made->idOperand(0)) &&
         llvm::all_of(
             llvm::drop_begin(valueOperands(*made)), [&](unsigned operand) {
               return constantWord(m, made->idOperand(operand)).has_value();
             });
}

bool UpdateFilters::isPolled(uint32_t load) const {
  const Instruction &loading = M.instructions()[load];
  auto users = Users.find(spirv::raw(loading.result));
  if (users == Users.end() || !isOnePlace(M, loading.idOperand(0)))
    return false;
  for (const Function &f : M.functions()) {
    std::optional<uint32_t> block = blockOf(f, load);
    if (!block || f.loopOf[*block] == spirv::kNoLoop)
      continue;
    return llvm::all_of(users->second, [&](uint32_t user) {
      const Instruction &inst = M.instructions()[user];
      std::set<Id> seen;
      bool isCompared = asksForOrder(inst.opcode) ||
                        inst.opcode == spv::OpIEqual ||
                        inst.opcode == spv::OpINotEqual;
      return isCompared && endsLoop(inst.result, f, f.loopOf[*block], seen);
    });
  }
  return false;
}

bool UpdateFilters::isFilter(uint32_t load, uint32_t atomic) const {
  const Instruction &loading = M.instructions()[load],
                    &update = M.instructions()[atomic];
  bool isPair =
      loading.opcode == spv::OpLoad &&
      (updatesMinimum(update.opcode) || updatesMaximum(update.opcode)) &&
      isSame(loading.idOperand(0), update.idOperand(0));
  const Instruction *comparison = isPair ? onlyUser(loading.result) : nullptr;
  if (!comparison || !asksFor(*comparison, loading.result, update))
    return false;
  for (const Function &function : M.functions()) {
    auto askingBlock = blockOf(function, load),
         updatingBlock = blockOf(function, atomic);
    if (!askingBlock || !updatingBlock)
      continue;
    const Block &asking = function.blocks[*askingBlock],
                &updating = function.blocks[*updatingBlock];
    const Instruction &branch = M.instructions()[asking.end - 1];
    Id value = otherThan(*comparison, loading.result);
    uint32_t from = std::min(load, M.defIndex(value));
    Id pointer = loading.idOperand(0);
    if (pointer != spirv::rootVariable(M, pointer)) // that is always there
      from = std::min(from, M.defIndex(pointer));
    return updating.predecessors.size() == 1 &&
           branch.opcode == spv::OpBranchConditional &&
           branch.idOperand(0) == comparison->result &&
           onlyUser(comparison->result) == &branch &&
           branch.idOperand(1) == updating.label &&
           doesNothingElse(asking, std::max(from, asking.begin), updating,
                           atomic);
  }
  return false;
}
