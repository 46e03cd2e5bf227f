// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lists the accesses whose cost the analysis does not know, and why, so that
/// silence about an access always means that it was understood.
#include "wglint/Check/Findings.h"

using namespace wglint;

/// gathered-global-access says it of data-dependent addresses in buffers.
static bool isGathered(const AccessFact &access) {
  return access.space == MemorySpace::Global &&
         access.unknown->kind == UnknownKind::DataDependent;
}

/// That is so of all accesses, and nothing about the shader.
static bool isUndocumented(const AccessFact &access) {
  return access.unknown->kind == UnknownKind::Device;
}

static std::string reasonText(const UnknownReason &reason) {
  return reason.text.empty() ? toString(reason.kind) : reason.text;
}

static llvm::StringRef adviceFor(const UnknownReason &reason) {
  return reason.kind == UnknownKind::Uniform
             ? "give what it depends on: --assume NAME=VALUE"
             : "a profiler counts what the source does not tell";
}

static void runUnknownAccess(const CheckContext &context,
                             DiagnosticSink &sink) {
  if (context.facts.unknown)
    addFinding(context, sink, workgroupSizeLocation(context),
               /*config=*/nullptr,
               "entry point '" + context.facts.name +
                   "' is not analysed: " + reasonText(*context.facts.unknown),
               /*advice=*/"");
  for (const AccessFact &access : context.facts.accesses) {
    bool isCounted = access.space == MemorySpace::Global ||
                     access.space == MemorySpace::Shared;
    if (!isCounted || access.evidence != FactEvidence::Unknown ||
        !access.unknown || isGathered(access) || isUndocumented(access))
      continue;
    Diagnostic &finding =
        addAccessFinding(context, sink, {&access}, /*config=*/nullptr,
                         "cost of the " + accessText(access) +
                             " is not known: " + reasonText(*access.unknown),
                         adviceFor(*access.unknown));
    if (access.unknown->origin)
      finding.notes.push_back(
          {context.sourceMap.resolve(*access.unknown->origin).range,
           "it depends on this"});
  }
}

WGLINT_DEFINE_CHECK(UnknownAccess,
                    {"unknown-access",
                     "the cost of an access could not be decided",
                     CheckCategory::GlobalMemory, Severity::Remark,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

Loads, stores and atomics on storage buffers and shared memory whose cost is
unknown, each with the reason: the address comes out of float arithmetic, is
undefined in GLSL, needs an operation that the analysis does not model, or the
analysis reached its limit of work. An entry point that could not be analysed at
all is listed too. Addresses in buffers that depend on loaded values are listed by
`gathered-global-access`.

## Why it matters

No other check says anything about such an access. Silence about all others means
that they were understood and found good.

## When to leave it

It is no complaint about the shader. Where the reason names a uniform or a
specialization constant, `--assume` and `--spec` give its value.

## Limits

Accesses to images, uniform blocks and private arrays are not listed, nor those of which only the device does not
tell what it moves (docs/Targets.md).
)",
                     runUnknownAccess})
