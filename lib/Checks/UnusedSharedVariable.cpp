// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds shared variables that no reachable code names.
#include "wglint/Check/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

/// Devices give shared memory in pieces; what is smaller is only a leftover.
/// RDNA 3 gives the largest, 1 KiB (LLVM, "User Guide for AMDGPU Backend",
/// granulated_lds_size).
static constexpr uint64_t kAllocationBytes = 1024;

static void run(const CheckContext &context, DiagnosticSink &sink) {
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
                   "remove it: a compiler that keeps it takes its bytes from "
                   "every workgroup");
    if (variable.bytes < kAllocationBytes)
      finding.severity = Severity::Remark;
    if (auto use = context.sourceMap.sharedUseLeftOut(variable.variable)) {
      finding.severity = Severity::Remark;
      finding.notes.push_back(
          {use->range, "used here, in text that this compilation leaves out"});
    }
    addMeasurement(finding, "sharedBytes", double(variable.bytes), "bytes");
  }
}

WGLINT_DEFINE_CHECK(UnusedSharedVariable,
                    {"unused-shared-variable",
                     "a shared variable is never used",
                     CheckCategory::SharedMemory, Severity::Warning,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

Shared variables that no code names which the entry point can reach. Less than 1 KiB,
which is the largest piece that a device gives shared memory in, is a remark: a compiler
strips it, and little is left to do for a reader. One that is named in text which the
preprocessor left out (the other side of an `#if`, the body of a macro that nobody uses)
is a remark too, with the place: another variant of the shader uses it.

## Why it costs

The API counts the bytes of every declared shared variable against its limit, and a
compiler that keeps them takes them from each workgroup that could be resident.
Mostly it is what an older version of the shader has left behind.

## When to leave it

In a header that several shaders include, each of which uses a part of it.

## Limits

A variable that is stored to and never read counts as used.

## References

OpenGL specification, `GL_MAX_COMPUTE_SHARED_MEMORY_SIZE`; LLVM, "User Guide for AMDGPU
Backend", `granulated_lds_size`.
)",
                     run})
