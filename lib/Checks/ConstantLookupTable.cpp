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
  llvm::StringRef variable = array.variable;
  if (variable.empty() || variable == "indexable" ||
      variable.starts_with("indexable."))
    return "";
  return " '" + array.variable + "'";
}

/// A table of so many elements takes 1.5 to 2 times as long in the text as in
/// shared memory on an H100 if lanes pick different ones, one of 8 elements up
/// to 8.6 times (docs/Measurements.md, "Constant tables").
static constexpr uint64_t kCheapElements = 4;

static uint64_t elementsOf(const PrivateArrayFact &array) {
  uint64_t count = 1;
  for (uint64_t length : array.dimensions)
    count *= length;
  return count;
}

static bool isCheap(const PrivateArrayFact &array) {
  using Index = PrivateArrayFact::Index;
  if (array.index == Index::Constant)
    return true;
  return array.index == Index::Uniform ? array.bytes <= kFreeRunTimeIndexBytes
                                       : elementsOf(array) <= kCheapElements;
}

static void runConstantLookupTable(const CheckContext &context,
                                   DiagnosticSink &sink) {
  for (const PrivateArrayFact &array : context.facts.privateArrays) {
    if (!array.isConstantTable || array.isCopiedToShared || isCheap(array))
      continue;
    bool isUniform = array.index == PrivateArrayFact::Index::Uniform;
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

Arrays that only ever hold one constant and whose index is not a constant: of more
than 4 elements where the index differs between lanes or depends on data, of more
than 128 bytes where it is the same for all lanes of a subgroup. One that only fills
a copy in shared memory is left alone.

## Why it costs

A compiler either keeps the table in constant memory, where lanes with different
addresses wait for each other, or writes it into scratch memory in every invocation.
On an H100, where data picks 64 floats one after the other, a table in the text takes as
long as one in a uniform block, and longer than a copy in shared memory the more lanes
differ: 1.5 times with 2 elements, 8.6 times with 8, 14.9 times with 16, 21 times with
32 (docs/Measurements.md). With one index for a subgroup all three take the same time within
a fifth there. Other devices keep such a table in scratch memory, and then a uniform
block is the better place.

## When to leave it

Where the table is read now and then: a copy in shared memory takes a barrier, and room
for it. Therefore it is a remark.

## Limits

What a driver does with the table is its secret; nothing was counted here. An index that
depends on data is taken to differ.

## References

NVIDIA, CUDA C++ Best Practices Guide, "Constant Memory" and "Local Memory".
)",
                     runConstantLookupTable})
