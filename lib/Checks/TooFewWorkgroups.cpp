// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds dispatches that leave compute units of the device without work.
#include "wglint/Check/Findings.h"
#include "wglint/Check/Limits.h"
#include "wglint/Target/Throughput.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

/// The product with the fewest compute units; nullptr where some device of the
/// target has none whose number is known.
static const Throughput *smallestProduct(const CheckContext &context) {
  const Throughput *smallest = nullptr;
  for (const DeviceConfig &config : context.options.configs) {
    const Throughput *product = findThroughput(config.device->name);
    if (!product)
      return nullptr;
    if (!smallest || product->computeUnitCount < smallest->computeUnitCount)
      smallest = product;
  }
  return smallest;
}

/// Nothing ties the invocations of a workgroup together, so that it may be
/// divided.
static bool mayBeDivided(const CheckContext &context) {
  return invocationCount(context.facts) >= 2ull * largestSubgroup(context) &&
         context.facts.resources.usedSharedBytes == 0 &&
         !context.facts.hasBarrier;
}

static void runTooFewWorkgroups(const CheckContext &context,
                                DiagnosticSink &sink) {
  if (context.facts.sizeSource == SizeSource::Assumed)
    return; // it is not the host's
  const EntryPointFacts &facts = context.facts;
  // A shader that does not ask which workgroup it is in means a single one.
  const Throughput *product = smallestProduct(context);
  if (!facts.dispatch || !product || !facts.dependsOnInvocationId ||
      !facts.resources.usesWorkgroupId)
    return;
  uint64_t workgroups = workgroupCount(*facts.dispatch);
  if (workgroups >= product->computeUnitCount)
    return;
  bool isDivisible = mayBeDivided(context);
  Diagnostic &finding = addWorkgroupFinding(
      context, sink, /*config=*/nullptr,
      llvm::formatv("the dispatch has {0} workgroup{1}: {2} of the {3} compute "
                    "units of an {4} have nothing to do",
                    workgroups, workgroups == 1 ? "" : "s",
                    product->computeUnitCount - workgroups,
                    product->computeUnitCount, product->product),
      isDivisible
          ? llvm::formatv("workgroups of {0} invocations would be {1} "
                          "(resize-workgroup)",
                          largestSubgroup(context),
                          workgroups * invocationCount(facts) /
                              largestSubgroup(context))
                .str()
          : "give each invocation less to do, so that the dispatch has more of "
            "them");
  addMeasurement(finding, "workgroups", double(workgroups), "workgroups");
  addMeasurement(finding, "computeUnits", product->computeUnitCount, "");
  setMinor(finding, isDivisible ? "" : "its workgroups cannot just be divided");
}

WGLINT_DEFINE_CHECK(
    TooFewWorkgroups,
    {"too-few-workgroups",
     "a dispatch has fewer workgroups than the device has compute units",
     CheckCategory::Workgroup, Severity::Warning, /*enabledByDefault=*/true,
     R"(## What it flags

With `--dispatch`, on a target with a product whose number of compute units is known:
dispatches of fewer workgroups than that. It is a warning if the workgroup can be divided
(it is twice a subgroup or larger, and has no barrier and no shared memory), and a remark
otherwise.

## Why it costs

A workgroup runs on one compute unit. The others have nothing to do for the whole
dispatch.

## When to leave it

When other dispatches run at the same time, or there is no more work to do.

## Limits

Families of devices have members of many sizes, so that only targets with a product are
judged: `--target=nvidia-hopper` stands for an H200 with 132.

## References

NVIDIA H200 datasheet (132 streaming multiprocessors); NVIDIA, CUDA C++ Best Practices
Guide, "Thread and Block Heuristics".
)",
     runTooFewWorkgroups})
