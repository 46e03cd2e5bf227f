// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Refusals.h"
#include "wglint/SPIRV/InstructionKinds.h"
#include "wglint/Support/Error.h"
#include <spirv/unified1/spirv.hpp>

using namespace wglint;

namespace {

struct MissingFeature {
  uint32_t capability;
  llvm::StringLiteral name;
};

} // namespace

// Vulkan's and OpenCL's own, for which OpenGL 4.6 and the extensions in its
// registry (GL_KHR_*, GL_ARB_*, GL_EXT_*; read 2026-11) have no counterpart.
static constexpr MissingFeature kMissingFeatures[] = {
    {spv::CapabilityRayQueryKHR, "ray queries"},
    {spv::CapabilityRayQueryProvisionalKHR, "ray queries"},
    {spv::CapabilityRayTracingKHR, "ray tracing"},
    {spv::CapabilityRayTracingNV, "ray tracing"},
    {spv::CapabilityRayTracingProvisionalKHR, "ray tracing"},
    {spv::CapabilityPhysicalStorageBufferAddresses, "buffer references"},
    {spv::CapabilityCooperativeMatrixNV, "cooperative matrices"},
    {spirv::kCapabilityCooperativeMatrixKHR, "cooperative matrices"},
    {spv::CapabilityVariablePointers, "variable pointers"},
    {spv::CapabilityVariablePointersStorageBuffer, "variable pointers"},
    {spv::CapabilityRuntimeDescriptorArray, "unsized arrays of descriptors"},
    {spv::CapabilityShaderNonUniform, "non-uniform indexing of descriptors"},
    {spv::CapabilityDotProduct, "integer dot products"},
    {spv::CapabilityWorkgroupMemoryExplicitLayoutKHR,
     "shared memory with an explicit layout"},
    {spv::CapabilityComputeDerivativeGroupQuadsNV,
     "derivatives in compute shaders"},
    {spv::CapabilityComputeDerivativeGroupLinearNV,
     "derivatives in compute shaders"},
    {spv::CapabilityGroupNonUniformPartitionedNV,
     "partitioned subgroup operations"},
    {spv::CapabilityInt64ImageEXT, "images of 64-bit integers"},
    {spv::CapabilitySparseResidency, "sparse images"},
    {spv::CapabilityMeshShadingEXT, "mesh shaders"},
    {spv::CapabilityMeshShadingNV, "mesh shaders"},
    {spv::CapabilityKernel, "OpenCL's execution model"},
    {spv::CapabilityAddresses, "OpenCL's pointers"},
};

llvm::Error wglint::refuseWhatGlLacks(const spirv::Module &module) {
  for (const MissingFeature &feature : kMissingFeatures)
    if (module.hasCapability(feature.capability))
      return makeError("OpenGL cannot run this shader: it uses " +
                       feature.name);
  // NVIDIA's extension for them wants a layout that SPIRV-Cross does not write.
  for (const spirv::Instruction &inst : module.instructions())
    if (inst.opcode >= spv::OpDPdx && inst.opcode <= spv::OpFwidthCoarse)
      return makeError("OpenGL cannot run this shader: it uses derivatives in "
                       "compute shaders");
  return llvm::Error::success();
}

llvm::Error wglint::refuseEmptyArrays(const spirv::Module &module) {
  for (const spirv::Instruction &inst : module.instructions()) {
    if (inst.opcode != spv::OpTypeArray)
      continue;
    const spirv::Instruction *length = module.def(inst.idOperand(1));
    if (length && length->opcode == spv::OpConstant && !length->operands[0])
      return makeError("with these specialization constants an array has no "
                       "elements; set other values");
  }
  return llvm::Error::success();
}

llvm::Expected<const spirv::EntryPoint *>
wglint::chooseEntryPoint(const spirv::Module &module, llvm::StringRef name) {
  const spirv::EntryPoint *chosen = nullptr;
  unsigned count = 0;
  std::string names;
  for (const spirv::EntryPoint &entry : module.entryPoints()) {
    if (entry.executionModel != spv::ExecutionModelGLCompute)
      continue;
    ++count;
    names += (names.empty() ? "'" : ", '") + entry.name + "'";
    if (!chosen || entry.name == name)
      chosen = &entry;
  }
  if (!chosen)
    return makeError("the module has no compute entry point");
  if (!name.empty() && chosen->name != name)
    return makeError("the module has no compute entry point '" + name +
                     "'; it has " + names);
  if (name.empty() && count > 1)
    return makeError("the module has " + llvm::Twine(count) +
                     " compute entry points; choose one of " + names);
  return chosen;
}
