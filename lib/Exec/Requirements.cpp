// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a dispatch asks of a device, before anything is compiled.
#include "Textures.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace wglint;
using Problem = std::optional<std::string>;

/// "the shader needs 20 storage blocks; llvmpipe has 16".
static Problem overLimit(const DeviceInfo &device, const std::string &what,
                         uint64_t wanted, uint64_t limit) {
  if (limit == 0 || wanted <= limit)
    return std::nullopt;
  return "the shader needs " + std::to_string(wanted) + " " + what + "; " +
         device.name + " has " + std::to_string(limit);
}

static Problem findMissingExtension(const DeviceInfo &device,
                                    const Dispatch &dispatch) {
  for (const RequiredExtension &required : dispatch.requiredExtensions) {
    bool isThere = llvm::any_of(required.anyOf, [&](const std::string &name) {
      return llvm::is_contained(device.extensions, name);
    });
    if (!isThere)
      return "the shader needs " + required.feature + ", which " + device.name +
             " lacks in OpenGL (" + llvm::join(required.anyOf, " or ") + ")";
  }
  return std::nullopt;
}

static Problem findWorkgroupProblem(const DeviceInfo &device,
                                    const Dispatch &dispatch) {
  const DeviceLimits &limits = device.limits;
  uint64_t invocations = 1;
  for (unsigned i = 0; i < 3; ++i) {
    std::string direction(1, "xyz"[i]);
    invocations *= dispatch.workgroupSize[i];
    if (Problem problem =
            overLimit(device, "invocations of a workgroup in " + direction,
                      dispatch.workgroupSize[i], limits.maxWorkgroupSize[i]))
      return problem;
    if (Problem problem =
            overLimit(device, "workgroups in " + direction,
                      dispatch.workgroupCount[i], limits.maxWorkgroupCount[i]))
      return problem;
  }
  if (Problem problem = overLimit(device, "invocations in a workgroup",
                                  invocations, limits.maxWorkgroupInvocations))
    return problem;
  return overLimit(device, "bytes of shared memory", dispatch.sharedBytes,
                   limits.maxSharedBytes);
}

static Problem findBlockProblem(const DeviceInfo &device,
                                const Dispatch &dispatch) {
  const DeviceLimits &limits = device.limits;
  uint64_t storageCount = dispatch.aliasBlockCount, uniformCount = 0;
  for (const BoundBlock &block : dispatch.blocks) {
    ++(block.isUniform ? uniformCount : storageCount);
    if (Problem problem =
            overLimit(device, "bytes in a block", block.contents.size(),
                      block.isUniform ? limits.maxUniformBlockBytes
                                      : limits.maxStorageBlockBytes))
      return problem;
  }
  if (Problem problem = overLimit(device, "storage blocks", storageCount,
                                  limits.maxStorageBlocks))
    return problem;
  return overLimit(device, "uniform blocks", uniformCount,
                   limits.maxUniformBlocks);
}

static Problem findImagesProblem(const DeviceInfo &device,
                                 const Dispatch &dispatch) {
  uint64_t imageCount = 0, textureCount = 0;
  for (const BoundImage &image : dispatch.images) {
    ++(image.interface.isSampled ? textureCount : imageCount);
    if (Problem problem = findImageProblem(image, device.limits))
      return problem;
  }
  if (Problem problem =
          overLimit(device, "images", imageCount, device.limits.maxImages))
    return problem;
  return overLimit(device, "textures", textureCount, device.limits.maxTextures);
}

std::optional<DispatchFailure>
wglint::findUnsupported(const DeviceInfo &device, const Dispatch &dispatch) {
  for (auto find : {findMissingExtension, findWorkgroupProblem,
                    findBlockProblem, findImagesProblem})
    if (Problem problem = find(device, dispatch))
      return DispatchFailure{DispatchFailure::Kind::Unsupported, *problem};
  return std::nullopt;
}
