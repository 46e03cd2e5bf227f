// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which blocks of a function belong to which of its loops, and what an
/// iteration reaches.
#ifndef WGLINT_LIB_ANALYSIS_CODE_LOOPS_H
#define WGLINT_LIB_ANALYSIS_CODE_LOOPS_H

#include "wglint/SPIRV/Module.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <set>

namespace wglint {

/// The block of \p function that contains \p instruction, an index into the
/// module; std::nullopt if none does.
std::optional<uint32_t> blockOf(const spirv::Function &function,
                                uint32_t instruction);

/// The function and block that contain \p instruction; the function is nullptr
/// if none does.
std::pair<const spirv::Function *, uint32_t>
placeOf(const spirv::Module &module, uint32_t instruction);

/// The header of the innermost loop around the loop of \p header, or
/// spirv::kNoLoop.
uint32_t loopAround(const spirv::Function &function, uint32_t header);

/// Whether \p block is in the loop of \p header, or in a loop inside of it.
bool isInLoop(const spirv::Function &function, uint32_t block, uint32_t header);

/// The places where an execution of \p block that begins with an iteration of
/// its loops ends: the headers, merge blocks and continue targets of the loops
/// around it.
std::set<uint32_t> iterationEnds(const spirv::Function &function,
                                 uint32_t block);

/// The blocks that can be reached from \p from without entering one of \p ends.
std::set<uint32_t> reachableBlocks(const spirv::Function &function,
                                   uint32_t from,
                                   const std::set<uint32_t> &ends);

/// Whether \p instruction is in a loop of its function that has a single exit,
/// as a counting loop does. False where it is in no loop.
bool isInLoopOfOneExit(const spirv::Module &module, uint32_t instruction);

/// Whether \p holds for an instruction (an index into \p module) of \p block,
/// or of a function that it calls, directly or not. Cost: linear in their
/// instructions.
bool anyInstruction(const spirv::Module &module, const spirv::Block &block,
                    llvm::function_ref<bool(uint32_t)> holds);

} // namespace wglint

#endif // WGLINT_LIB_ANALYSIS_CODE_LOOPS_H
