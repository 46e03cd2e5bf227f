// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds constant tables that every invocation has for itself.
#include "wglint/Check/Findings.h"
#include "wglint/Check/Judgement.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

/// The table's name, with a blank before it. A constant has none in SPIR-V:
/// glslang copies it to a variable of its own.
static std::string nameText(const PrivateArrayFact &array) {
  if (array.variable.empty() || array.variable == "indexable")
    return "";
  return " '" + array.variable + "'";
}

static void run(const CheckContext &context, DiagnosticSink &sink) {
  for (const PrivateArrayFact &array : context.facts.privateArrays) {
    using Index = PrivateArrayFact::Index;
    if (!array.isConstantTable || array.index == Index::Constant ||
        array.bytes <= kFreeRunTimeIndexBytes)
      continue;
    bool isUniform = array.index == Index::Uniform;
    Diagnostic &finding = addFinding(
        context, sink, context.sourceMap.resolve(array.key), /*config=*/nullptr,
        llvm::formatv("constant table{0} of {1} bytes has an index that "
                      "{2}",
                      nameText(array), array.bytes,
                      isUniform ? "is the same for all lanes of a subgroup"
                                : "differs between lanes"),
        isUniform
            ? "a uniform block serves one address to all lanes at once"
            : "a copy in shared memory serves a different address to each "
              "lane (share-table)");
    addMeasurement(finding, "tableBytes", double(array.bytes), "bytes");
  }
}

WGLINT_DEFINE_CHECK(ConstantLookupTable,
                    {"constant-lookup-table",
                     "a constant array in the shader is indexed at run time",
                     CheckCategory::PrivateMemory, Severity::Remark,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

Arrays of more than 128 bytes that only ever hold one constant and whose index is not
a constant.

## Why it costs

A compiler either keeps the table in constant memory, where lanes with different
addresses wait for each other, or writes it into scratch memory in every invocation.
Where the table is best depends on the index: with one index for a subgroup it belongs
in a uniform block, with an index for each lane in shared memory.

## When to leave it

Mostly: small tables cost little, and it is a remark. Up to 32 floats no difference
could be measured between an array with a run-time index and one without
(docs/checks/oversized-private-array.md).

## Limits

What a driver does with the table is its secret; nothing was counted here.

## References

NVIDIA, CUDA C++ Best Practices Guide, "Constant Memory" and "Local Memory".
)",
                     run})
