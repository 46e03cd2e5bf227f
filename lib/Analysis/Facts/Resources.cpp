// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What an entry point declares and reaches: storage blocks and shared
/// variables.
#include "Facts/Resources.h"
#include "Code/IdiomFinders.h"
#include "Lanes/Constants.h"
#include "Lanes/Layout.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "wglint/SPIRV/Queries.h"
#include "llvm/ADT/STLExtras.h"
#include <spirv/unified1/spirv.hpp>
#include <tuple>

using namespace wglint;
using spirv::Id;
using spirv::Instruction;
using spirv::Type;
using spirv::TypeKind;

namespace {
/// The functions that an entry point reaches, and the variables in them.
class Reach {
public:
  Reach(const spirv::Module &module, const spirv::EntryPoint &entry)
      : M(module), Functions(spirv::reachedFunctions(module, entry)) {
    noteUses();
  }

  const spirv::FunctionList &functions() const { return Functions; }
  bool isUsed(Id variable) const { return Used.count(spirv::raw(variable)); }
  bool isWritten(Id variable) const {
    return Written.count(spirv::raw(variable));
  }

private:
  /// A literal that happens to be a variable's number makes it look used: then
  /// nothing is said of it.
  void noteUses() {
    std::set<uint32_t> globals;
    for (Id id : M.globalVariables())
      globals.insert(spirv::raw(id));
    for (const spirv::Function *function : Functions)
      for (const spirv::Block &block : function->blocks)
        for (uint32_t i = block.begin; i < block.end; ++i)
          noteInstruction(M.instructions()[i], globals);
  }

  void noteInstruction(const Instruction &inst,
                       const std::set<uint32_t> &globals) {
    for (uint32_t word : inst.operands)
      if (globals.count(word))
        Used.insert(word);
    bool isWrite =
        inst.opcode == spv::OpStore || inst.opcode == spv::OpCopyMemory ||
        (spirv::isAtomic(inst.opcode) && inst.opcode != spv::OpAtomicLoad);
    if (isWrite)
      Written.insert(spirv::raw(spirv::rootVariable(M, inst.idOperand(0))));
    // What a call does with a pointer is not followed.
    if (inst.opcode == spv::OpFunctionCall)
      for (unsigned i = 1; i < inst.operands.size(); ++i)
        Written.insert(spirv::raw(spirv::rootVariable(M, inst.idOperand(i))));
  }

  const spirv::Module &M;
  spirv::FunctionList Functions;
  std::set<uint32_t> Used, Written;
};
} // namespace

static bool isStorageBlock(const Type &pointer, const Type &block) {
  return (pointer.storageClass == spv::StorageClassStorageBuffer &&
          block.isBlock) ||
         (pointer.storageClass == spv::StorageClassUniform &&
          block.isBufferBlock);
}

static bool endsInRuntimeArray(const spirv::Module &module, const Type &block) {
  return !block.members.empty() &&
         module.type(block.members.back()).kind == TypeKind::RuntimeArray;
}

static std::vector<StorageBlockFact>
describeStorageBlocks(const spirv::Module &module, Constants &constants,
                      const Reach &reach) {
  std::vector<StorageBlockFact> all;
  Layout layout(module, constants);
  for (Id id : module.globalVariables()) {
    const Type *pointer = module.typeOf(id);
    if (!pointer || pointer->kind != TypeKind::Pointer)
      continue;
    StorageBlockFact fact;
    const Type *type = module.typeOrNull(pointer->element);
    for (; type && (type->kind == TypeKind::Array ||
                    type->kind == TypeKind::RuntimeArray);
         type = module.typeOrNull(type->element))
      fact.count *= constants.arrayLength(*type).value_or(0);
    if (!type || !isStorageBlock(*pointer, *type))
      continue;
    const spirv::Decorations &decorations = module.decorations(id);
    fact.block = module.name(type->id).str();
    fact.variableId = {spirv::raw(id)};
    fact.set = decorations.descriptorSet;
    fact.binding = decorations.binding;
    fact.isUsed = reach.isUsed(id);
    fact.isWritten = reach.isWritten(id);
    fact.isAliasDeclared = decorations.isAliased || decorations.isCoherent ||
                           decorations.isVolatile;
    if (!endsInRuntimeArray(module, *type))
      fact.fixedBytes = layout.size(*type);
    for (unsigned i = 0; i < type->members.size(); ++i) {
      const spirv::MemberLayout &member = module.memberLayout(type->id, i);
      fact.isAliasDeclared |= member.isCoherent || member.isVolatile;
    }
    all.push_back(std::move(fact));
  }
  llvm::stable_sort(all, [](const auto &a, const auto &b) {
    return std::tie(a.set, a.binding) < std::tie(b.set, b.binding);
  });
  return all;
}

/// Bytes that an element of \p array takes behind its components.
static uint64_t paddingOfElement(const spirv::Module &module, Layout &layout,
                                 const Type &array) {
  if (array.kind != TypeKind::Array || array.arrayStrideBytes)
    return 0;
  const Type &element = module.type(array.element);
  if (element.kind != TypeKind::Vector)
    return 0;
  return layout.arrayStride(array) - layout.size(element);
}

static std::vector<SharedUseFact> describeShared(const spirv::Module &module,
                                                 Constants &constants,
                                                 const Reach &reach) {
  std::vector<SharedUseFact> all;
  Layout layout(module, constants);
  for (Id id : module.globalVariables()) {
    const Type *pointer = module.typeOf(id);
    if (!pointer || pointer->storageClass != spv::StorageClassWorkgroup)
      continue;
    const Type &type = module.type(pointer->element);
    SharedUseFact fact;
    fact.variable = module.name(id).str();
    fact.variableId = {spirv::raw(id)};
    fact.bytes = layout.size(type);
    fact.isUsed = reach.isUsed(id);
    uint64_t elements = 1;
    const Type *inner = &type;
    while (inner->kind == TypeKind::Array &&
           module.type(inner->element).kind == TypeKind::Array) {
      elements *= constants.arrayLength(*inner).value_or(0);
      inner = &module.type(inner->element);
    }
    fact.paddingBytes = paddingOfElement(module, layout, *inner) * elements *
                        constants.arrayLength(*inner).value_or(0);
    all.push_back(std::move(fact));
  }
  return all;
}

/// The entry point's workgroups do different work.
static bool usesWorkgroupId(const spirv::Module &module, const Reach &reach) {
  return llvm::any_of(module.globalVariables(), [&](Id id) {
    std::optional<uint32_t> builtIn = module.decorations(id).builtIn;
    return builtIn && reach.isUsed(id) &&
           (*builtIn == spv::BuiltInGlobalInvocationId ||
            *builtIn == spv::BuiltInWorkgroupId);
  });
}

static bool tracesRays(const spirv::Module &module,
                       const spirv::Function &function) {
  return llvm::any_of(function.blocks, [&](const spirv::Block &block) {
    auto instructions =
        module.instructions().slice(block.begin, block.end - block.begin);
    return llvm::any_of(instructions, [](const spirv::Instruction &inst) {
      return inst.opcode == spv::OpRayQueryInitializeKHR ||
             inst.opcode == spv::OpTraceRayKHR;
    });
  });
}

ResourceFacts wglint::describeResources(const spirv::Module &module,
                                        const spirv::EntryPoint &entry,
                                        const AnalysisOptions &options,
                                        const EntryPointFacts &facts) {
  ResourceFacts resources;
  Constants constants(module, options);
  Reach reach(module, entry);
  resources.storageBlocks = describeStorageBlocks(module, constants, reach);
  resources.sharedUses = describeShared(module, constants, reach);
  for (const SharedUseFact &shared : resources.sharedUses)
    if (shared.isUsed)
      resources.usedSharedBytes += shared.bytes;
  resources.usesWorkgroupId = usesWorkgroupId(module, reach);
  resources.reductions = findReductions(module, reach.functions(), facts);
  for (const spirv::Function *function : reach.functions()) {
    resources.hasLoop |=
        llvm::any_of(function->blocks, [](const spirv::Block &block) {
          return block.isLoopHeader;
        });
    resources.tracesRays |= tracesRays(module, *function);
    llvm::append_range(resources.atomics, findAtomics(module, *function));
    llvm::append_range(resources.narrowBallots,
                       findNarrowBallots(module, *function));
  }
  for (const DeviceConfig &config : options.configs)
    for (OccupancyFact &fact : computeOccupancy(
             facts, resources.usedSharedBytes, config, options.compilerReport))
      resources.occupancies.push_back(fact);
  resources.shapes = tryShapes(module, entry, options, facts);
  return resources;
}
