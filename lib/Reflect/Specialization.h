// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Makes a module's specialization constants and its workgroup size literals.
#ifndef WGLINT_LIB_REFLECT_SPECIALIZATION_H
#define WGLINT_LIB_REFLECT_SPECIALIZATION_H

#include "ModuleEditor.h"
#include "wglint/Reflect/Runnable.h"

namespace wglint {

/// The specialization constants that \p module declares, one for each SpecId
/// (the one that has a name, where several share it), by SpecId.
std::vector<SpecConstantInterface>
specializationConstants(const spirv::Module &module);

/// A copy of \p module in which every specialization constant has the value of
/// \p options (else its default) and is an ordinary constant, what follows from
/// them is folded, and \p entry has the workgroup size of the options where
/// they give one.
///
/// A host sets all constants of one SpecId or none, so they have one value.
/// Errors: a name or SpecId that no constant has, a value that is not one of
/// the constant's type, SPIRV-Tools' complaint about the module.
llvm::Expected<SpirvWords> specialize(const spirv::Module &module,
                                      const spirv::EntryPoint &entry,
                                      const RunnableOptions &options);

/// The workgroup size of \p entry in a module that specialize() made.
/// Errors: it is not known, or 0.
llvm::Expected<std::array<uint32_t, 3>>
workgroupSize(const spirv::Module &module, const spirv::EntryPoint &entry);

} // namespace wglint

#endif // WGLINT_LIB_REFLECT_SPECIALIZATION_H
