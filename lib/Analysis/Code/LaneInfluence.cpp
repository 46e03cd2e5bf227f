// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Code/LaneInfluence.h"
#include "Code/Loops.h"
#include "Code/Operands.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "wglint/SPIRV/Queries.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;
using spirv::Block;
using spirv::Function;
using spirv::Id;
using spirv::Instruction;
using spirv::Type;
using spirv::TypeKind;

static constexpr Influences kCoordinates = 7;

/// The variable, or the parameter that stands for one, that \p pointer leads
/// into; Id::None where that is not known.
static Id rootOf(const spirv::Module &m, Id pointer) {
  const Instruction *inst = m.def(pointer);
  while (inst && (spirv::isAccessChain(inst->opcode) ||
                  inst->opcode == spv::OpCopyObject))
    inst = m.def(inst->idOperand(0));
  bool isRoot = inst && (inst->opcode == spv::OpVariable ||
                         inst->opcode == spv::OpFunctionParameter);
  return isRoot ? inst->result : Id::None;
}

/// The member of a block that \p pointer leads into; -1 where that is not
/// known.
static int memberOf(const spirv::Module &m, Id pointer) {
  const Instruction *inst = m.def(pointer), *base = inst;
  while (base && (spirv::isAccessChain(base->opcode) ||
                  base->opcode == spv::OpCopyObject)) {
    inst = base;
    base = m.def(inst->idOperand(0));
  }
  bool isOfVariable = base && base != inst && inst->operands.size() > 1 &&
                      (inst->opcode == spv::OpAccessChain ||
                       inst->opcode == spv::OpInBoundsAccessChain) &&
                      base->opcode == spv::OpVariable;
  if (!isOfVariable ||
      m.type(m.typeOf(base->result)->element).kind != TypeKind::Struct)
    return -1;
  return int(spirv::constantWord(m, inst->idOperand(1)).value_or(-1));
}

static std::array<Influences, 4> all(Influences influences) {
  return {influences, influences, influences, influences};
}

static Influences anyOf(const std::array<Influences, 4> &parts) {
  return parts[0] | parts[1] | parts[2] | parts[3];
}

LaneInfluence::LaneInfluence(const spirv::Module &module,
                             const StoredVariables &stored, uint32_t together)
    : M(module), Stored(stored), Values(module.idBound(), Parts{}) {
  noteCalls();
  noteAgreed(together);
  spirv::FunctionList functions = spirv::reachedFunctions(M);
  do {
    IsChanged = false;
    for (const Function *function : functions)
      passOver(*function);
  } while (IsChanged);
}

void LaneInfluence::noteCalls() {
  for (const Instruction &inst : M.instructions())
    if (inst.opcode == spv::OpFunctionCall)
      Called.insert(inst.idOperand(0));
}

/// Branches outside of loops one side of which leads to \p together.
void LaneInfluence::noteAgreed(uint32_t together) {
  for (const Function &function : M.functions()) {
    std::optional<uint32_t> own = blockOf(function, together);
    if (!own || Called.count(function.id))
      continue;
    for (uint32_t block : function.order) {
      const Block &b = function.blocks[block];
      std::optional<uint32_t> merge = function.blockIndex(b.mergeBlock);
      if (!merge || function.loopOf[block] != spirv::kNoLoop)
        continue;
      unsigned sides = llvm::count_if(b.successors, [&](uint32_t next) {
        return reachableBlocks(function, next, {}).count(*own) != 0;
      });
      if (sides == 1)
        Agreed.insert(spirv::raw(b.label));
    }
  }
}

Influences LaneInfluence::of(Id value) const {
  return anyOf(Values[spirv::raw(value)]);
}

void LaneInfluence::add(Influences &to, Influences more) {
  IsChanged |= (more & ~to) != 0;
  to |= more;
}

void LaneInfluence::add(Parts &to, const Parts &more) {
  for (unsigned i = 0; i < to.size(); ++i)
    add(to[i], more[i]);
}

void LaneInfluence::passOver(const Function &function) {
  for (uint32_t block : function.order) {
    const Block &b = function.blocks[block];
    Influences &control = Blocks[spirv::raw(b.label)];
    // Who comes back early from a call skips the rest of it. Who leaves the
    // shader early does not execute what others do together.
    if (Called.count(function.id))
      add(control, Returns[function.id]);
    for (uint32_t loop = function.loopOf[block]; loop != spirv::kNoLoop;
         loop = loopAround(function, loop))
      add(control, Loops[spirv::raw(function.blocks[loop].label)]);
    for (uint32_t i = b.begin; i < b.end; ++i)
      look(function, block, M.instructions()[i]);
    branch(function, block);
    endBlock(function, block);
  }
}

void LaneInfluence::look(const Function &function, uint32_t block,
                         const Instruction &inst) {
  Influences control = Blocks[spirv::raw(function.blocks[block].label)];
  if (inst.opcode == spv::OpStore) {
    Parts value = Values[spirv::raw(inst.idOperand(1))];
    for (Influences &part : value)
      part |= control;
    return store(inst.idOperand(0), value);
  }
  if (inst.opcode == spv::OpFunctionCall)
    call(inst, control);
  else if (inst.opcode == spv::OpReturnValue)
    add(Values[spirv::raw(function.id)], all(of(inst.idOperand(0)) | control));
  else if (inst.opcode == spv::OpPhi)
    add(Values[spirv::raw(inst.result)], phi(inst, function));
  else if (inst.result != Id::None)
    add(Values[spirv::raw(inst.result)], resultOf(inst));
  // Others than these write through pointers as well.
  bool isKnown = inst.result != Id::None && isPure(M, inst);
  if (isKnown || inst.opcode == spv::OpLoad ||
      inst.opcode == spv::OpFunctionCall || inst.opcode == spv::OpVariable)
    return;
  for (unsigned i = 0; i < inst.operands.size(); ++i) {
    Id pointer = rootOf(M, inst.idOperand(i));
    if (pointer != Id::None && isPrivate(M.typeOf(pointer)))
      store(pointer, all(kAllInfluences));
  }
}

/// Who leaves a loop's iteration, or the function, in \p block.
void LaneInfluence::endBlock(const Function &function, uint32_t block) {
  const Block &b = function.blocks[block];
  Influences control = Blocks[spirv::raw(b.label)];
  bool isReturn = b.successors.empty() && Called.count(function.id) &&
                  M.instructions()[b.end - 1].opcode != spv::OpUnreachable;
  if (isReturn)
    add(Returns[function.id], control);
  for (uint32_t loop = function.loopOf[block]; loop != spirv::kNoLoop;
       loop = loopAround(function, loop)) {
    const Block &header = function.blocks[loop];
    bool isEnd = llvm::any_of(b.successors, [&](uint32_t next) {
      Id label = function.blocks[next].label;
      return label == header.mergeBlock || label == header.continueBlock;
    });
    if (isEnd || isReturn)
      add(Loops[spirv::raw(header.label)], control);
  }
}

/// Some side of the branch at the end of \p block comes to what is behind
/// \p merge without coming to that, as the `break` of a switch in an `if` does.
static bool skipsMerge(const Function &function, uint32_t block, uint32_t merge,
                       std::set<uint32_t> ends) {
  std::set<uint32_t> behind = reachableBlocks(function, merge, ends);
  ends.insert(merge);
  return llvm::any_of(function.blocks[block].successors, [&](uint32_t next) {
    return llvm::any_of(reachableBlocks(function, next, ends),
                        [&](uint32_t side) { return behind.count(side) != 0; });
  });
}

/// What the branch at the end of \p block decides.
void LaneInfluence::branch(const Function &function, uint32_t block) {
  const Block &b = function.blocks[block];
  const Instruction &last = M.instructions()[b.end - 1];
  if ((last.opcode != spv::OpBranchConditional &&
       last.opcode != spv::OpSwitch) ||
      Agreed.count(spirv::raw(b.label)))
    return;
  Influences condition = of(last.idOperand(0));
  std::set<uint32_t> ends = iterationEnds(function, block);
  std::optional<uint32_t> merge = function.blockIndex(b.mergeBlock);
  if (merge && !skipsMerge(function, block, *merge, ends))
    ends.insert(*merge);
  for (uint32_t next : b.successors) {
    for (uint32_t side : reachableBlocks(function, next, ends))
      add(Blocks[spirv::raw(function.blocks[side].label)], condition);
    if (uint32_t loop = function.loopOf[block];
        loop != spirv::kNoLoop && ends.count(next) &&
        !(merge == next && !b.isLoopHeader))
      add(Loops[spirv::raw(function.blocks[loop].label)], condition);
  }
}

/// Which of several values comes here is decided by who comes from where, and
/// by the branch between them.
LaneInfluence::Parts LaneInfluence::phi(const Instruction &inst,
                                        const Function &function) const {
  Parts parts{};
  auto controlOf = [&](Id label) {
    auto it = Blocks.find(spirv::raw(label));
    return it == Blocks.end() ? Influences(0) : it->second;
  };
  Influences control = 0;
  for (unsigned i = 0; i + 1 < inst.operands.size(); i += 2) {
    const Parts &value = Values[inst.operands[i]];
    for (unsigned p = 0; p < parts.size(); ++p)
      parts[p] |= value[p];
    control |= controlOf(inst.idOperand(i + 1));
    // A side without a block of its own.
    if (auto from = function.blockIndex(inst.idOperand(i + 1))) {
      const Instruction &last =
          M.instructions()[function.blocks[*from].end - 1];
      if (last.opcode != spv::OpBranch)
        control |= of(last.idOperand(0));
    }
  }
  for (Influences &part : parts)
    part |= control;
  return parts;
}

void LaneInfluence::call(const Instruction &inst, Influences control) {
  const Function *callee = M.function(inst.idOperand(0));
  if (!callee)
    return add(Values[spirv::raw(inst.result)], all(kAllInfluences));
  if (!callee->blocks.empty())
    add(Blocks[spirv::raw(callee->blocks[0].label)], control);
  add(Returns[callee->id], control);
  for (unsigned i = 0; i < callee->parameters.size(); ++i) {
    Id argument = inst.idOperand(i + 1), parameter = callee->parameters[i];
    add(Values[spirv::raw(parameter)], Values[spirv::raw(argument)]);
    if (!isPrivate(M.typeOf(argument)))
      continue;
    // They are one variable.
    Id variable = rootOf(M, argument);
    Parts &passed = heldBy(variable);
    add(heldBy(parameter), passed);
    add(passed, heldBy(parameter));
  }
  add(Values[spirv::raw(inst.result)], Values[spirv::raw(callee->id)]);
}

/// The component of a vector that \p pointer leads to, if it is the variable's
/// own and the index a constant.
std::optional<unsigned> LaneInfluence::componentAt(Id pointer) const {
  const Instruction *chain = M.def(pointer);
  if (!chain || !spirv::isAccessChain(chain->opcode) ||
      chain->operands.size() != 2)
    return std::nullopt;
  const Instruction *base = M.def(chain->idOperand(0));
  const Instruction *index = M.def(chain->idOperand(1));
  const Type *type = M.typeOf(chain->idOperand(0));
  if (!base || base->opcode != spv::OpVariable || !index ||
      index->opcode != spv::OpConstant || !type ||
      M.type(type->element).kind != TypeKind::Vector || index->operands[0] > 3)
    return std::nullopt;
  return index->operands[0];
}

/// Id::None: nobody knows by which.
LaneInfluence::Parts &LaneInfluence::heldBy(Id variable) {
  auto [it, isNew] = Held.try_emplace(variable);
  IsChanged |= isNew;
  return it->second;
}

void LaneInfluence::store(Id pointer, const Parts &value) {
  if (!isPrivate(M.typeOf(pointer)))
    return;
  Parts &held = heldBy(rootOf(M, pointer));
  Influences place = of(pointer);
  if (std::optional<unsigned> component = componentAt(pointer)) {
    add(held[*component], value[0] | place);
    return;
  }
  bool isWhole =
      M.def(pointer) && !spirv::isAccessChain(M.def(pointer)->opcode);
  Parts stored = isWhole ? value : all(anyOf(value));
  for (Influences &part : stored)
    part |= place;
  add(held, stored);
}

/// What a built-in input says of the invocation.
static std::array<Influences, 4> influencesOfInput(uint32_t builtIn) {
  switch (builtIn) {
  case spv::BuiltInLocalInvocationId:
  case spv::BuiltInGlobalInvocationId:
    return {1, 2, 4, 0};
  case spv::BuiltInLocalInvocationIndex:
    return all(kCoordinates);
  case spv::BuiltInWorkgroupId:
  case spv::BuiltInNumWorkgroups:
  case spv::BuiltInWorkgroupSize:
    return all(0);
  default:
    return all(kAllInfluences);
  }
}

LaneInfluence::Parts LaneInfluence::loadFrom(Id pointer) {
  Id root = rootOf(M, pointer);
  const Type *type = M.typeOf(pointer);
  if (root == Id::None || !type)
    return all(kAllInfluences);
  Influences place = of(pointer);
  Parts parts = all(0);
  if (isPrivate(type)) {
    // What is stored nobody knows where may be anywhere.
    bool isAny = Held.count(Id::None) != 0;
    parts = isAny ? all(kAllInfluences) : heldBy(root);
  } else if (type->storageClass == spv::StorageClassInput) {
    parts =
        influencesOfInput(M.decorations(root).builtIn.value_or(~uint32_t(0)));
  } else if (type->storageClass == spv::StorageClassWorkgroup) {
    parts = all(kSharedInfluence);
  } else if (M.def(root)->opcode != spv::OpVariable ||
             Stored.mayBeStored(root, memberOf(M, pointer))) {
    return all(kAllInfluences);
  }
  const Type &loaded = M.type(type->element);
  if (std::optional<unsigned> component = componentAt(pointer))
    parts = all(parts[*component]);
  else if (loaded.kind != TypeKind::Vector ||
           M.def(pointer)->opcode != spv::OpVariable)
    parts = all(anyOf(parts));
  for (Influences &part : parts)
    part |= place;
  return parts;
}

static bool isOfImage(const Instruction &inst) {
  return inst.opcode >= spv::OpSampledImage &&
         inst.opcode <= spv::OpImageQuerySamples;
}

/// Of all operands that are ids.
LaneInfluence::Parts LaneInfluence::unionOf(const Instruction &inst) const {
  bool isByComponent = true;
  const Type *result = M.typeOf(inst.result);
  Parts parts{};
  auto take = [&](Id operand) {
    const Type *type = M.typeOf(operand);
    isByComponent &=
        type && result && result->kind == TypeKind::Vector &&
        (type->kind != TypeKind::Vector || type->count == result->count);
    const Parts &value = Values[spirv::raw(operand)];
    for (unsigned i = 0; i < parts.size(); ++i)
      parts[i] |= value[i];
  };
  if (auto sources = sourceOperands(inst))
    for (unsigned i : *sources)
      take(inst.idOperand(i));
  else
    for (unsigned i = 0; i < inst.operands.size(); ++i)
      take(inst.idOperand(i));
  // GLSL.std.450 has cross() and the like; a texel hangs on all coordinates.
  isByComponent &= inst.opcode != spv::OpExtInst && !isOfImage(inst) &&
                   inst.opcode != spv::OpMatrixTimesVector &&
                   inst.opcode != spv::OpVectorTimesMatrix;
  return isByComponent ? parts : all(anyOf(parts));
}

LaneInfluence::Parts LaneInfluence::resultOf(const Instruction &inst) {
  auto isVector = [&](Id id) {
    return M.typeOf(id) && M.typeOf(id)->kind == TypeKind::Vector;
  };
  switch (inst.opcode) {
  case spv::OpVariable:
  case spv::OpFunctionParameter:
  case spv::OpFunction:
  case spv::OpLabel:
    return {};
  case spv::OpLoad:
    return loadFrom(inst.idOperand(0));
  case spv::OpCompositeExtract:
    if (isVector(inst.idOperand(0)) && inst.operands[1] < 4)
      return all(Values[inst.operands[0]][inst.operands[1]]);
    return all(of(inst.idOperand(0)));
  case spv::OpVectorShuffle: {
    Parts parts{};
    unsigned left = M.typeOf(inst.idOperand(0))->count;
    for (unsigned i = 2; i < inst.operands.size() && i < 6; ++i) {
      unsigned from = inst.operands[i];
      if (from < left + 4)
        parts[i - 2] = from < left ? Values[inst.operands[0]][from]
                                   : Values[inst.operands[1]][from - left];
    }
    return parts;
  }
  case spv::OpCompositeConstruct: {
    bool isOfScalars = isVector(inst.result) &&
                       inst.operands.size() == M.typeOf(inst.result)->count;
    Parts parts = unionOf(inst);
    for (unsigned i = 0; i < 4 && isOfScalars; ++i)
      parts[i] = i < inst.operands.size() ? of(inst.idOperand(i)) : 0;
    return isOfScalars ? parts : all(anyOf(parts));
  }
  case spv::OpCompositeInsert:
    return all(of(inst.idOperand(0)) | of(inst.idOperand(1)));
  case spv::OpSelect:
    return all(of(inst.idOperand(0)) | of(inst.idOperand(1)) |
               of(inst.idOperand(2)));
  case spv::OpCopyObject:
  case spv::OpCopyLogical:
  case spv::OpArrayLength:
    return all(of(inst.idOperand(0)));
  default:
    break;
  }
  auto sources = sourceOperands(inst);
  if (!isPure(M, inst) && !(isOfImage(inst) && sources))
    return all(kAllInfluences);
  return unionOf(inst);
}
