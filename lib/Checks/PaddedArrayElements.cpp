// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds arrays in buffers whose elements a layout rule has padded: scalars in
/// std140, vec3 everywhere.
#include "wglint/Check/ElementJudgement.h"
#include "wglint/Check/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

// std140 rounds the stride of every array up to that of a vec4 (OpenGL 4.6
// core profile, 7.6.2.2, rule 4).
static constexpr uint64_t kVectorBytes = 16;

static std::string advice(const BufferArrayFact &array) {
  // In std430 elements of 4 and 8 bytes have no padding, those of 12 have.
  if (array.strideBytes == kVectorBytes && array.dataBytes <= kVectorBytes / 2)
    return "declare the block std430, or keep four neighbours in a vec4";
  return "keep the components in an array of scalars, or use the padding for "
         "data of its own";
}

static void report(const CheckContext &context, DiagnosticSink &sink,
                   const BufferArrayFact &array,
                   llvm::ArrayRef<const AccessFact *> accesses,
                   const DeviceConfig *config, MinorReason minor) {
  uint64_t paddingBytes = array.strideBytes - array.dataBytes;
  Diagnostic &finding = addAccessFinding(
      context, sink, accesses, config,
      llvm::formatv("{0} moves {1} bytes of padding with {2} bytes of data: "
                    "the elements of '{3}' are {4} bytes apart",
                    accessText(*accesses.front()), paddingBytes,
                    array.dataBytes, array.variable, array.strideBytes),
      advice(array), "walks the same elements");
  setMinor(finding, minor);
  addMeasurement(finding, "elementDataBytes", double(array.dataBytes), "bytes");
  addMeasurement(finding, "elementStrideBytes", double(array.strideBytes),
                 "bytes");
}

static void runPaddedArrayElements(const CheckContext &context,
                                   DiagnosticSink &sink) {
  std::vector<ElementVerdict> verdicts = judgeElements(context.facts);
  for (const BufferArrayFact &array : context.facts.bufferArrays) {
    if (array.isStructure || array.dataBytes == 0 ||
        array.dataBytes >= array.strideBytes)
      continue;
    auto verdict = llvm::find_if(
        verdicts, [&](const ElementVerdict &v) { return v.array == &array; });
    if (verdict != verdicts.end())
      report(context, sink, array, verdict->accesses, &verdict->numbers->config,
             isMaterial(context.facts, *verdict) ? "" : kSmallPart);
    else if (auto walking = accessesAlongElements(context.facts, array);
             !walking.empty())
      report(context, sink, array, walking, /*config=*/nullptr,
             "less than half of what is moved is padding");
  }
}

WGLINT_DEFINE_CHECK(
    PaddedArrayElements,
    {"padded-array-elements",
     "a layout rule pads the elements of an array that lanes walk",
     CheckCategory::GlobalMemory, Severity::Warning, /*enabledByDefault=*/true,
     R"(## What it flags

Arrays in storage buffers whose elements lie further apart than their data is long,
where neighbouring lanes walk from element to element. `std140` rounds the stride of
every array up to 16 bytes: a `float` takes four times its size. A `vec3` takes 16
bytes in `std430`, too.

It is a warning where at least half of what moves is padding, and a remark below
(`vec3`: a quarter), where the padding is less than a tenth of the shader's traffic
(docs/checks/README.md), and where all accesses find the same elements in each iteration
of a loop, which a cache serves.

## Why it costs

The padding moves with the data: sectors of 32 bytes hold two padded floats instead
of eight. That is the cost of reading at a distance of four floats.

## When to leave it

When the host's layout is fixed, or the padding is used through another declaration
of the buffer (then give both the same binding, and nothing is said).

## Limits

Structures are the business of `unused-structure-bytes`. Uniform blocks are always
padded this way and are not listed.

## References

OpenGL 4.6 core profile, 7.6.2.2 "Standard Uniform Block Layout"; Vulkan 1.3, 15.8.4
"Offset and Stride Assignment".
)",
     runPaddedArrayElements, /*options=*/{},
     /*needs=*/DeviceNumber::SectorBytes})
