// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds integer divisions on the way to an address.
#include "wglint/Check/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

static void runDivisionInAddress(const CheckContext &context,
                                 DiagnosticSink &sink) {
  for (const AddressDivisionFact &fact : context.facts.idioms.addressDivisions)
    addFinding(context, sink, context.sourceMap.resolve(fact.key),
               /*config=*/nullptr,
               llvm::formatv("the address in '{0}' takes the {1} of an integer "
                             "division by what is no constant",
                             fact.variable,
                             fact.isRemainder ? "remainder" : "quotient"),
               "let another dimension of the dispatch be the quotient, or make "
               "the divisor a specialization constant");
}

WGLINT_DEFINE_CHECK(
    DivisionInAddress,
    {"division-in-address",
     "an address is computed with an integer division by a variable",
     CheckCategory::GlobalMemory, Severity::Remark, /*enabledByDefault=*/false,
     R"(## What it flags

`/` and `%` of integers by something that is no constant, of which an index into a buffer
or a shared array is computed.

## Why it costs

GPUs have no instruction for it: a division is a sequence of some twenty instructions,
and a remainder a few more. Behind a load it does not show, which is why this is off by
default; it may in a kernel that does little else.

## When to leave it

Unless a profiler says that the kernel is limited by its instructions.

## Limits

Divisions in functions count where they are written, if the index is computed there.

## References

NVIDIA, CUDA C++ Best Practices Guide, "Division Modulo Operations".
)",
     runDivisionInAddress})
