// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fills a Module from words: one pass that cuts the words into instructions,
/// then one pass for each table. Every step returns the first error it meets;
/// a Module that leaves here is complete and consistent.
#ifndef WGLINT_LIB_SPIRV_MODULEBUILDER_H
#define WGLINT_LIB_SPIRV_MODULEBUILDER_H

#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/Twine.h"
#include <set>

namespace wglint::spirv {

/// An error about the module's words.
llvm::Error malformed(const llvm::Twine &message);

/// The text of a literal string that starts at word \p first of \p words.
std::string decodeString(llvm::ArrayRef<uint32_t> words, unsigned first);

class ModuleBuilder {
public:
  llvm::Expected<std::unique_ptr<Module>> build(llvm::ArrayRef<uint32_t> words);

private:
  // ModuleBuilder.cpp: words to instructions, types, functions.
  llvm::Error readHeader();
  llvm::Error readInstructions();
  llvm::Error readInstruction(uint32_t offset, unsigned wordCount);
  /// Whether words of an instruction that is not known are a result type and a
  /// result.
  struct ResultForm {
    bool hasResult, hasType;
  };
  ResultForm guessResult(uint32_t offset, unsigned wordCount) const;
  bool trackDebugLine(const Instruction &inst);
  void trackShaderDebugLine(const Instruction &inst);
  llvm::Error define(const Instruction &inst);
  llvm::Error collectTypes();
  llvm::Error addType(const Instruction &inst);
  llvm::Error checkTypeRefs(const Type &type) const;
  llvm::Error checkResultTypes() const;
  void collectGlobals();
  llvm::Error collectFunctions();
  llvm::Error addFunctionInstruction(uint32_t index, Function *&open);

  // Decorations.cpp: names, decorations, entry points.
  void collectDeclarations();
  void addDeclaration(const Instruction &inst);
  void collectDecorations();
  void applyGroups(const Instruction &inst);
  void decorate(Id target, uint32_t decoration,
                llvm::ArrayRef<uint32_t> literals);
  void decorateMember(Id target, uint32_t member, uint32_t decoration,
                      llvm::ArrayRef<uint32_t> literals);
  void addMemberName(const Instruction &inst);
  void attachDecorationsToTypes();
  llvm::Error collectEntryPoints();
  void applyExecutionMode(const Instruction &inst);
  void applyWorkgroupSizeBuiltIn();

  MemberLayout &memberSlot(uint32_t structId, uint32_t member);

  std::unique_ptr<Module> M;
  DebugLine Current;
  uint32_t LastRun = 0;
  /// Whether the first type, and the first function, have been read.
  bool HasTypes = false, IsInFunctions = false;
  /// Ids named by OpTypeForwardPointer: they may be used before their type.
  std::set<uint32_t> ForwardPointers;
  /// Decorations of types, which their Type holds rather than Decorations.
  std::map<uint32_t, uint32_t> ArrayStrides;
  std::set<uint32_t> Blocks, BufferBlocks;
};

/// Fills in blocks' successors and predecessors, Function::order and the loops.
/// Errors: a branch to a label that the function lacks.
/// Cost: blocks times depth of loops.
llvm::Error buildControlFlow(const Module &module, Function &function);

} // namespace wglint::spirv

#endif // WGLINT_LIB_SPIRV_MODULEBUILDER_H
