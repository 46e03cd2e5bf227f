// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds workgroups whose last subgroup has lanes without an invocation.
#include "wglint/Check/Findings.h"

using namespace wglint;

static void runPartialSubgroupWorkgroup(const CheckContext &context,
                                        DiagnosticSink &sink) {
  if (context.facts.sizeSource == SizeSource::Assumed)
    return; // it is not the host's
  const EntryPointFacts &facts = context.facts;
  uint64_t count = invocationCount(facts);
  llvm::ArrayRef<DeviceConfig> configs = context.options.configs;
  auto isTiny = [&](const DeviceConfig &c) { return count < c.subgroupSize; };
  // tiny-workgroup, or housekeeping that it leaves alone.
  if (count == 0 ||
      judgeAcrossDevices(configs, isTiny).agreement != Agreement::None)
    return;
  ConfigVerdict verdict =
      judgeAcrossDevices(configs, [&](const DeviceConfig &config) {
        return count % config.subgroupSize != 0;
      });
  if (verdict.agreement == Agreement::None)
    return;
  addIdleLanesFinding(context, sink, verdict,
                      "workgroup of " + workgroupText(facts.workgroupSize) +
                          " invocations is no multiple of the subgroup");
}

WGLINT_DEFINE_CHECK(PartialSubgroupWorkgroup,
                    {"partial-subgroup-workgroup",
                     "a workgroup's last subgroup is not full",
                     CheckCategory::Workgroup, Severity::Remark,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

Workgroups whose number of invocations is no multiple of the subgroup size, so that
the last subgroup runs with idle lanes: 100 invocations take 4 subgroups of 32, and
28 of 128 lanes do nothing. It is a warning if this holds for every subgroup size
of the target, and a remark if it holds for every size of some of its devices.

Workgroups smaller than a subgroup are the matter of `tiny-workgroup`.

## Why it costs

A subgroup takes its time and its registers whether or not its lanes are used.
28 idle lanes of 128 are 22 % of the arithmetic.

## When to leave it

When the algorithm needs that size (a 10 x 10 tile) and a larger workgroup with
unused invocations would say the same in more words.

## Limits

A workgroup size that comes from specialization constants is judged at its
defaults, and the finding says so.

## References

The subgroup sizes of the devices: docs/Targets.md.
)",
                     runPartialSubgroupWorkgroup})
