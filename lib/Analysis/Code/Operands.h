// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which operands of an instruction are values, what its result is a function
/// of, and which instructions use a result.
#ifndef WGLINT_LIB_ANALYSIS_CODE_OPERANDS_H
#define WGLINT_LIB_ANALYSIS_CODE_OPERANDS_H

#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace wglint {

/// The operands of \p inst that are ids of values. There may be too many, if a
/// literal looks like an id.
llvm::SmallVector<unsigned, 4> valueOperands(const spirv::Instruction &inst);

/// The instruction that computes the number \p value, ignoring signedness;
/// nullptr if there is none.
const spirv::Instruction *makerOfNumber(const spirv::Module &module,
                                        spirv::Id value);

/// Whether each invocation has its own copy of what \p pointer points to. \p
/// pointer is a type, or nullptr.
bool isPrivate(const spirv::Type *pointer);

/// By id, the instructions that may use a result, as indices into the module.
using UsersById = llvm::DenseMap<uint32_t, llvm::SmallVector<uint32_t, 2>>;
/// The users of all results. Cost: linear in the instructions of \p module.
UsersById usersById(const spirv::Module &module);

/// The operands that, together with memory, decide the result of \p inst: the
/// numbers of those that are ids; the others are literals. std::nullopt: other
/// things decide as well, or the instruction is not known.
std::optional<llvm::SmallVector<unsigned, 4>>
sourceOperands(const spirv::Instruction &inst);

/// As sourceOperands(), and also for values that lanes of a subgroup pass to
/// each other: the value, and the operand that says from which lane or over how
/// many.
std::optional<llvm::SmallVector<unsigned, 4>>
comparedOperands(const spirv::Instruction &inst);

/// Whether \p inst accesses memory that barriers order: an image, or a variable
/// in shared memory or a buffer.
bool touchesOrderedMemory(const spirv::Module &module,
                          const spirv::Instruction &inst);

/// Whether \p inst samples, fetches, gathers or reads texels of an image.
bool readsTexels(const spirv::Instruction &inst);

/// Whether \p inst is a reduction over groups of lanes within a subgroup.
bool isClusteredReduction(const spirv::Instruction &inst);

/// Whether the result depends on the operands alone and nothing is read or
/// written. False for some instructions that are not known.
bool isPure(const spirv::Module &module, const spirv::Instruction &inst);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_OPERANDS_H
