// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which buffer, image and uniform of one shader is which of another's.
#ifndef WGLINT_LIB_RUN_PAIRING_H
#define WGLINT_LIB_RUN_PAIRING_H

#include "wglint/Run/Compare.h"

namespace wglint {

/// For each declaration of B the index of A's.
struct Pairing {
  std::vector<size_t> blocks;
  std::vector<size_t> images;
};

/// Pairs by name, then by set and binding, then by order; blocks of one kind
/// only with their like.
/// Errors: something that B uses or A writes has no partner, or images of
/// different shape or format; with its name.
llvm::Expected<Pairing> pairInterfaces(const ShaderInterface &a,
                                       const ShaderInterface &b);

/// Those specialization constants of \p run that \p b declares, by name or by
/// SpecId.
std::vector<ValueSpec> constantsFor(const ShaderInterface &b,
                                    const RunSpec &run);

/// The run of B that does what \p run does to A: the same seed, lengths,
/// contents and constants, under B's names. Workgroups stay A's.
/// Errors: a uniform of B of which \p run has no value.
llvm::Expected<RunSpec> runForPartner(const ShaderInterface &a,
                                      const ShaderInterface &b,
                                      const Pairing &pairing,
                                      const RunSpec &run);

/// For each of \p others the index of its partner among \p memories. \p pairing
/// maps declarations, null where both lists are of one shader. Elements of an
/// array of blocks follow one another in both.
std::vector<size_t> pairMemories(const std::vector<RunMemory> &memories,
                                 const std::vector<RunMemory> &others,
                                 const std::vector<size_t> *pairing);

/// The workgroups of B where A has \p countA: as \p dispatch says, else as many
/// as have A's invocations.
std::array<uint32_t, 3>
workgroupsForPartner(const ShaderInterface &a, const ShaderInterface &b,
                     const std::array<uint32_t, 3> &countA,
                     const PartnerDispatch &dispatch);

} // namespace wglint

#endif // WGLINT_LIB_RUN_PAIRING_H
