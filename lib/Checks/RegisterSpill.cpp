// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds shaders whose registers do not suffice, by the report of a compiler.
#include "wglint/Check/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

static void runRegisterSpill(const CheckContext &context,
                             DiagnosticSink &sink) {
  const std::optional<CompilerReport> &report = context.options.compilerReport;
  if (!report || report->spillBytes.value_or(0) == 0)
    return;
  std::string device =
      report->device.empty() ? "" : " (" + report->device + ")";
  Diagnostic &finding = addFinding(
      context, sink, context.sourceMap.resolve(context.facts.key),
      /*config=*/nullptr,
      llvm::formatv("{0}{1} reports {2} bytes in every invocation that do not "
                    "fit into its registers and lie in memory",
                    report->tool, device, *report->spillBytes),
      "keep fewer values alive at a time: smaller private arrays, shorter "
      "unrolled loops, or less work for each invocation");
  addMeasurement(finding, "spillBytes", double(*report->spillBytes), "bytes");
  if (report->registersPerInvocation)
    addMeasurement(finding, "registersPerInvocation",
                   *report->registersPerInvocation, "registers");
}

WGLINT_DEFINE_CHECK(RegisterSpill,
                    {"register-spill",
                     "a compiler reports values that its registers do not hold",
                     CheckCategory::PrivateMemory, Severity::Warning,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

With `--resource-report`: shaders of which the vendor's compiler says that it keeps
values in memory because the registers do not suffice. Without a report nothing is said:
no analysis of the source knows.

## Why it costs

Each of these values is stored and loaded again, through the same path as buffers, in
every invocation.

## When to leave it

When the values are on a path that is seldom taken.

## Limits

NVIDIA's drivers report the memory of private arrays and of spilled registers as one
number; the finding says how many bytes, not which.

## References

The forms of reports: docs/ResourceReports.md.
)",
                     runRegisterSpill})
