// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds private arrays that an index at run time keeps out of registers.
#include "wglint/Check/Findings.h"
#include "wglint/Check/Judgement.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

static void runDynamicPrivateIndex(const CheckContext &context,
                                   DiagnosticSink &sink) {
  for (const PrivateArrayFact &array : context.facts.privateArrays) {
    if (array.isConstantTable || !hasRunTimeIndex(array) ||
        array.bytes <= kFreeRunTimeIndexBytes ||
        array.bytes >= kCostlyRunTimeIndexBytes ||
        overRegisters(context.options.configs, array.bytes))
      continue; // a table, free, or oversized-private-array
    Diagnostic &finding = addFinding(
        context, sink, context.sourceMap.resolve(array.key), /*config=*/nullptr,
        llvm::formatv("private array '{0}' of {1} bytes has an index that is "
                      "only known at run time",
                      array.variable, array.bytes),
        "registers have no index: a loop that is unrolled, a chain of "
        "selections or shared memory keeps it out of scratch memory");
    addMeasurement(finding, "privateBytes", double(array.bytes), "bytes");
  }
}

WGLINT_DEFINE_CHECK(
    DynamicPrivateIndex,
    {"dynamic-private-index",
     "a private array is indexed by something that differs between lanes",
     CheckCategory::PrivateMemory, Severity::Remark,
     /*enabledByDefault=*/true,
     R"(## What it flags

Local arrays, or arrays in local structures, of more than 128 and less than 512 bytes whose
index differs between lanes or depends on data. Larger ones are the matter of `oversized-private-array`,
constants of `constant-lookup-table`.

## Why it costs

Registers have no index, so that the array lies in scratch memory. On an H200 an access
to such an array of 64 floats takes 1.5 times as long as to one of 8; up to 32 floats
there is no difference.

## When to leave it

When the array is rarely used: it is a remark.

## Limits

A compiler that knows more about the index may still keep the array in registers.

## References

NVIDIA, CUDA C++ Programming Guide, "Local Memory".
)",
     runDynamicPrivateIndex})
