// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which operands of an instruction are values, what its result is a function
/// of, and who takes a result.
#ifndef WGLINT_LIB_ANALYSIS_CODE_OPERANDS_H
#define WGLINT_LIB_ANALYSIS_CODE_OPERANDS_H

#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace wglint {

/// The operands of \p inst that are ids of values. There may be too many: a
/// literal that is taken for one.
llvm::SmallVector<unsigned, 4> valueOperands(const spirv::Instruction &inst);

/// What makes the number that \p value is, signed or not; may be null.
const spirv::Instruction *makerOfNumber(const spirv::Module &module,
                                        spirv::Id value);

/// Each invocation has what it points to for itself. \p pointer: a type, may be
/// null.
bool isPrivate(const spirv::Type *pointer);

/// Instructions that may take a result, as indices into the module, by its id.
using UsersById = llvm::DenseMap<uint32_t, llvm::SmallVector<uint32_t, 2>>;
/// Cost: linear in the instructions of \p module.
UsersById usersById(const spirv::Module &module);

/// Where \p inst takes what its result is a function of, and what is in memory:
/// the numbers of the operands that are ids; the others are literals.
/// std::nullopt: other things decide as well, or the instruction is not known.
std::optional<llvm::SmallVector<unsigned, 4>>
sourceOperands(const spirv::Instruction &inst);

/// The same, and of what the lanes of a subgroup pass to each other: the value,
/// and the operand that tells from which lane or over how many.
std::optional<llvm::SmallVector<unsigned, 4>>
comparedOperands(const spirv::Instruction &inst);

/// \p inst loads from, stores to or changes an image, or a variable in shared
/// memory or a buffer: what barriers order.
bool touchesOrderedMemory(const spirv::Module &module,
                          const spirv::Instruction &inst);

/// A sample, fetch, gather or read of an image.
bool readsTexels(const spirv::Instruction &inst);

/// A reduction over groups of lanes of a subgroup.
bool isClusteredReduction(const spirv::Instruction &inst);

/// The result is made of the operands alone, and nothing is read or written.
/// False of some that are not known.
bool isPure(const spirv::Module &module, const spirv::Instruction &inst);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_OPERANDS_H
