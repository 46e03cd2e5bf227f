// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Kinds of SPIR-V instructions that several parts tell apart.
#ifndef WGLINT_SPIRV_INSTRUCTIONKINDS_H
#define WGLINT_SPIRV_INSTRUCTIONKINDS_H

#include <cstdint>

namespace wglint::spirv {

class Module;
struct Instruction;

/// Of SPV_KHR_cooperative_matrix, which is younger than Debian 12's headers.
constexpr uint32_t kCapabilityCooperativeMatrixKHR = 6022;
constexpr uint16_t kOpCooperativeMatrixLoadKHR = 4457;
constexpr uint16_t kOpCooperativeMatrixStoreKHR = 4458;

/// OpAccessChain and OpInBoundsAccessChain.
bool isAccessChain(uint16_t opcode);

/// Atomics, those on floats and flags included.
bool isAtomic(uint16_t opcode);

/// Operands of atomics: the first three of all but those that compare, the
/// value of those that have one.
constexpr unsigned kAtomicPointer = 0, kAtomicScope = 1, kAtomicSemantics = 2,
                   kAtomicValue = 3;

/// Operands of OpAtomicCompareExchange behind its pointer and its scope: its
/// semantics where what it finds is equal to the comparator, and where not; the
/// value that it stores then.
constexpr unsigned kSwapEqualSemantics = 2, kSwapUnequalSemantics = 3,
                   kSwapValue = 4, kSwapComparator = 5;

/// Atomics whose new value is made of the old one, whichever the order of
/// several: sums, minima, maxima and bits.
bool isUpdatingAtomic(uint16_t opcode);

/// Atomics that always write: all but OpAtomicLoad and those that compare
/// first.
bool isWritingAtomic(uint16_t opcode);

/// OpControlBarrier and OpMemoryBarrier.
bool isBarrier(uint16_t opcode);

/// Whether \p inst is a barrier that orders one of the kinds of memory of
/// \p semantics (spv::MemorySemanticsMask), or may do so: barrier() alone
/// orders shared memory.
bool ordersMemory(const Module &module, const Instruction &inst,
                  uint32_t semantics);

/// Of SPV_KHR_shader_ballot and SPV_KHR_subgroup_vote, whose operands have no
/// scope in front of them: what does the same with one; 0 for others.
uint16_t subgroupOperationWithScope(uint16_t opcode);

/// Whether \p inst may load or store what its operands do not say in a way
/// that is known here: cooperative matrices, and all that is not known at all.
bool mayAccessUnseen(const Instruction &inst);

/// Operations of a subgroup: of the core, SPV_NV_shader_subgroup_partitioned,
/// SPV_KHR_shader_ballot and SPV_KHR_subgroup_vote.
bool isSubgroupOperation(uint16_t opcode);

/// How many scalar results of arithmetic, or of GLSL.std.450, \p inst computes;
/// 0 of all others, comparisons, conversions and choices among them.
unsigned arithmeticResults(const Module &module, const Instruction &inst);

/// Storage classes that buffers lie in: uniform blocks and storage blocks,
/// those of SPIR-V 1.0 included, and what addresses lead to.
bool isBufferMemory(uint32_t storageClass);

} // namespace wglint::spirv

#endif // WGLINT_SPIRV_INSTRUCTIONKINDS_H
