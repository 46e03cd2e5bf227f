// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds storage buffers whose contents could lie in a uniform block.
#include "wglint/Check/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

// What every API guarantees for a uniform block: MAX_UNIFORM_BLOCK_SIZE of
// OpenGL 4.3 and ES 3.1, maxUniformBufferRange of Vulkan.
static constexpr uint64_t kUniformBlockBytes = 16384;

/// The loads of \p block if all lanes of each of their requests have one
/// address; empty where some access is something else, or not known.
static llvm::SmallVector<const AccessFact *, 4>
uniformLoads(const EntryPointFacts &facts, const StorageBlockFact &block) {
  llvm::SmallVector<const AccessFact *, 4> loads;
  for (const AccessFact &access : facts.accesses) {
    if (!isSameVariable(access.variableId, block.variableId))
      continue;
    if (access.op != AccessOp::Load || !access.isSubgroupUniform ||
        access.evidence == FactEvidence::Unknown)
      return {};
    loads.push_back(&access);
  }
  return loads;
}

/// Bytes from the block's beginning that it needs; std::nullopt where a length
/// that only the host knows has no bound.
static std::optional<uint64_t>
neededBytes(const StorageBlockFact &block,
            llvm::ArrayRef<const AccessFact *> loads) {
  if (block.fixedBytes)
    return block.fixedBytes;
  uint64_t bytes = 0;
  for (const AccessFact *load : loads) {
    if (!load->reachedBytes || load->reachedBytes->begin < 0)
      return std::nullopt;
    bytes = std::max(bytes, uint64_t(load->reachedBytes->end));
  }
  return bytes;
}

static void runUniformDataInBuffer(const CheckContext &context,
                                   DiagnosticSink &sink) {
  const EntryPointFacts &facts = context.facts;
  if (!facts.dependsOnInvocationId)
    return; // housekeeping
  for (const StorageBlockFact &block : facts.resources.storageBlocks) {
    if (block.isWritten || block.isAliasDeclared || block.count != 1)
      continue;
    auto loads = uniformLoads(facts, block);
    if (loads.empty())
      continue;
    std::optional<uint64_t> bytes = neededBytes(block, loads);
    if (!bytes || *bytes > kUniformBlockBytes)
      continue;
    Diagnostic &finding = addAccessFinding(
        context, sink, loads, /*config=*/nullptr,
        llvm::formatv("{0}: all lanes have one address, nothing is stored "
                      "there, and it is no more than {1} bytes",
                      accessText(*loads.front()), *bytes),
        "declare the block as uniform (std140): the lanes of a subgroup then "
        "share what the constant cache holds",
        "reads the same block");
    addMeasurement(finding, "blockBytes", double(*bytes), "bytes");
  }
}

WGLINT_DEFINE_CHECK(UniformDataInBuffer,
                    {"uniform-data-in-buffer",
                     "a small buffer is only read, by all lanes at one address",
                     CheckCategory::GlobalMemory, Severity::Remark,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

Storage blocks that nothing in the shader stores to, of which all lanes of a subgroup
read the same address in every load, and whose extent is known to be at most the 16384
bytes that every API guarantees for a uniform block: parameters, lights, filter weights.

## Why it costs

A load from a storage block goes through the path of scattered addresses: it takes a
request, and its latency. Uniform blocks are read through a cache for values that all
lanes share, and compilers keep such values once for a subgroup.

## When to leave it

When other shaders write the buffer, or one shader reads it with an index that differs
between lanes: `divergent-uniform-index`. Many compilers see that the address is uniform
and do the same for a readonly storage block. Therefore it is a remark.

## Limits

The extent must follow from the shader: a declared length, or loops whose bounds are
known. std140 pads the elements of arrays to 16 bytes.

## References

OpenGL ES 3.1 specification, MAX_UNIFORM_BLOCK_SIZE; Vulkan specification,
maxUniformBufferRange.
)",
                     runUniformDataInBuffer, /*options=*/{},
                     /*needs=*/DeviceNumber::SectorBytes})
