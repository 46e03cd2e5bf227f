// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds shared variables that no reachable code names.
#include "wglint/Check/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

static void runUnusedSharedVariable(const CheckContext &context,
                                    DiagnosticSink &sink) {
  // What the host pastes into an empty shader is not here.
  if (context.facts.accesses.empty())
    return;
  for (const SharedUseFact &variable : context.facts.resources.sharedUses) {
    // Without a declaration in the text it is another entry point's.
    if (variable.isUsed ||
        !context.sourceMap.sharedDeclaration(variable.variable))
      continue;
    Diagnostic &finding =
        addFinding(context, sink, sharedVariableLocation(context, variable),
                   /*config=*/nullptr,
                   llvm::formatv("shared variable '{0}' of {1} bytes is never "
                                 "used",
                                 variable.variable, variable.bytes),
                   "remove it: a compiler may drop it, the API's limit counts "
                   "it all the same");
    if (auto use = context.sourceMap.sharedUseLeftOut(variable.variable))
      finding.notes.push_back(
          {use->range, "used here, in text that this compilation leaves out"});
    addMeasurement(finding, "sharedBytes", double(variable.bytes), "bytes");
  }
}

WGLINT_DEFINE_CHECK(UnusedSharedVariable,
                    {"unused-shared-variable",
                     "a shared variable is never used",
                     CheckCategory::SharedMemory, Severity::Remark,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

Shared variables that no code names which the entry point can reach. Where one is named
in text that the preprocessor left out (the other side of an `#if`, the body of a macro
that nobody uses), the place is told: another variant of the shader uses it.

## Why it costs

The API counts the bytes of every declared shared variable against its limit. Time it
costs none on an H100, whose driver drops it, whatever its size and whether or not
functions that nobody calls name it (docs/Measurements.md, "Shared variables that nobody
uses"): so it is a remark, and no other check counts its bytes for the occupancy. Mostly
it is what an older version of the shader has left behind.

## When to leave it

In a header that several shaders include, each of which uses a part of it.

## Limits

A variable that is stored to and never read counts as used.

## References

OpenGL specification, `GL_MAX_COMPUTE_SHARED_MEMORY_SIZE`.
)",
                     runUnusedSharedVariable})
