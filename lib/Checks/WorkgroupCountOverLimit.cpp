// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Holds the workgroups of the dispatch against what the API guarantees.
#include "wglint/Check/Findings.h"
#include "wglint/Check/Limits.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

static void runWorkgroupCountOverLimit(const CheckContext &context,
                                       DiagnosticSink &sink) {
  if (!context.facts.dispatch)
    return;
  for (unsigned i = 0; i < 3; ++i) {
    uint32_t count = (*context.facts.dispatch)[i];
    if (std::optional<BrokenLimit> limit = brokenLimit(
            context, count,
            [i](const ApiProfile &api) { return api.maxWorkgroupCount[i]; },
            /*ofDevice=*/nullptr)) {
      Diagnostic &finding = addFinding(
          context, sink, workgroupSizeLocation(context), /*config=*/nullptr,
          llvm::formatv("the dispatch has {0} workgroups in {1}, over the {2} "
                        "that {3}",
                        count, "xyz"[i], limit -> value, limit -> owners),
          "divide them among two dimensions, or let each invocation take "
          "several elements");
      addMeasurement(finding, "workgroups", count, "workgroups");
      addMeasurement(finding, "limit", double(limit->value), "workgroups");
    }
  }
}

WGLINT_DEFINE_CHECK(WorkgroupCountOverLimit,
                    {"workgroup-count-over-limit",
                     "a dispatch has more workgroups than an API guarantees",
                     CheckCategory::Workgroup, Severity::Warning,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

A `--dispatch` with more workgroups in one dimension than the API guarantees: 65535
everywhere. With Vulkan it is a warning too, because many devices allow no more.

## Why it costs

Above a device's limit the dispatch is an error and nothing runs.

## When to leave it

When the program asks the device for its limit first.

## Limits

Only the dispatch that is given. A dispatch that a buffer holds is not seen.

## References

The limits and their sources: docs/Targets.md.
)",
                     runWorkgroupCountOverLimit})
