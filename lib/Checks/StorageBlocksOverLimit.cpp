// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Holds the number of storage blocks against what the API guarantees.
#include "wglint/Check/Findings.h"
#include "wglint/Check/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>
#include <utility>

using namespace wglint;

/// Blocks that the linker keeps; std::nullopt where an array of them has no
/// known length. Vulkan counts descriptors: blocks at one binding are one.
static std::optional<uint64_t> blockCount(const ResourceFacts &resources,
                                          bool countsDescriptors) {
  uint64_t count = 0;
  std::set<std::pair<uint32_t, uint32_t>> met;
  for (const StorageBlockFact &block : resources.storageBlocks) {
    if (!block.isUsed ||
        (countsDescriptors && block.binding &&
         !met.insert({block.set.value_or(0), *block.binding}).second))
      continue;
    if (block.count == 0)
      return std::nullopt;
    count += block.count;
  }
  return count;
}

/// Whether a device of a desktop mostly allows more than its API guarantees:
/// all of the APIs that apply are such. docs/Evidence.md has what readers of
/// findings on OpenGL said.
static bool isDesktop(const CheckContext &context) {
  return llvm::all_of(context.apis, [](const ApiProfile *api) {
    return api->name == "gl43" || api->name == "vulkan";
  });
}

static void runStorageBlocksOverLimit(const CheckContext &context,
                                      DiagnosticSink &sink) {
  bool isVulkan = llvm::all_of(context.apis, [](const ApiProfile *api) {
    return api->name == "vulkan";
  });
  std::optional<uint64_t> count =
      blockCount(context.facts.resources, /*countsDescriptors=*/isVulkan);
  if (!count)
    return;
  if (std::optional<BrokenLimit> limit = brokenLimit(
          context, *count,
          [](const ApiProfile &api) { return api.maxStorageBlocks; },
          /*ofDevice=*/nullptr)) {
    Diagnostic &finding = addFinding(
        context, sink, context.sourceMap.resolve(context.facts.key),
        /*config=*/nullptr,
        llvm::formatv("the shader uses {0} storage blocks, over the {1} that "
                      "{2}",
                      *count, limit->value, limit->owners),
        isDesktop(context)
            ? "a device may allow more: ask it for its limit before the "
              "dispatch"
            : "several arrays fit into one block, one behind the other");
    setMinor(finding, isDesktop(context) ? kOnlyPortability : "");
    addMeasurement(finding, "storageBlocks", double(*count), "");
    addMeasurement(finding, "limit", double(limit->value), "");
  }
}

WGLINT_DEFINE_CHECK(StorageBlocksOverLimit,
                    {"storage-blocks-over-limit",
                     "a shader uses more storage blocks than an API guarantees",
                     CheckCategory::GlobalMemory, Severity::Warning,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

Shaders that use more storage blocks (`buffer`) than their API guarantees to a
compute shader: 4 for OpenGL ES 3.1, which is the limit of WebGL 2 compute too, 8
for OpenGL 4.3 and WebGPU. Vulkan's 4 and OpenGL's 8 are a remark: desktop devices
allow more. Each element of an array of blocks counts.

An ES 3.10 source without `--api` is held against OpenGL ES 3.1 and WebGL 2 compute.

## Why it costs

Above a device's limit the program does not link. Many phones allow exactly what is
guaranteed.

## When to leave it

When the program only runs where the limit is known to be higher.

## Limits

Blocks that the shader declares and never uses do not count: linkers drop them.
Buffers behind buffer references are not counted either.

## References

The limits and their sources: docs/Targets.md.
)",
                     runStorageBlocksOverLimit})
