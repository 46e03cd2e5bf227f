// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The SPIR-V headers with their utility code, and the opcode classes that this
/// library asks for.
#ifndef WGLINT_LIB_SPIRV_OPCODES_H
#define WGLINT_LIB_SPIRV_OPCODES_H

#define SPV_ENABLE_UTILITY_CODE
#include <cstdint>
#include <spirv/unified1/spirv.hpp>

namespace wglint::spirv {

/// Whether \p opcode ends a basic block.
inline bool isTerminator(uint16_t opcode) {
  switch (opcode) {
  case spv::OpBranch:
  case spv::OpBranchConditional:
  case spv::OpSwitch:
  case spv::OpReturn:
  case spv::OpReturnValue:
  case spv::OpKill:
  case spv::OpUnreachable:
  case spv::OpTerminateInvocation:
  case spv::OpIgnoreIntersectionKHR:
  case spv::OpTerminateRayKHR:
  case spv::OpEmitMeshTasksEXT:
    return true;
  default:
    return false;
  }
}

} // namespace wglint::spirv

#endif // WGLINT_LIB_SPIRV_OPCODES_H
