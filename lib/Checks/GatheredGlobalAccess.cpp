// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Names the accesses to buffers whose addresses depend on loaded values, and
/// the load on which they depend.
#include "wglint/Check/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

/// What an atomic returns is a place of each lane's own.
static llvm::StringRef advice(const AccessFact &access) {
  return llvm::StringRef(access.unknown->text).contains("atomic")
             ? "let one lane add for its subgroup, and give the places out in "
               "the order of the lanes: neighbouring lanes then take "
               "neighbouring ones"
             : "sort the indices, so that neighbouring lanes follow "
               "neighbouring ones";
}

static void runGatheredGlobalAccess(const CheckContext &context,
                                    DiagnosticSink &sink) {
  for (const AccessFact &access : context.facts.accesses) {
    if (access.space != MemorySpace::Global || !access.unknown ||
        access.unknown->kind != UnknownKind::DataDependent ||
        access.evidence != FactEvidence::Unknown)
      continue;
    std::string message =
        llvm::formatv("lanes of the {0} follow an index {1}",
                      accessText(access), access.unknown->text);
    Diagnostic &finding =
        addAccessFinding(context, sink, {&access}, /*config=*/nullptr,
                         std::move(message), advice(access));
    if (access.unknown->origin) {
      SourceRange range =
          context.sourceMap.resolve(*access.unknown->origin).range;
      finding.notes.push_back({range, "the index is loaded here"});
    }
  }
}

WGLINT_DEFINE_CHECK(GatheredGlobalAccess,
                    {"gathered-global-access",
                     "the lanes' addresses depend on values that were loaded",
                     CheckCategory::GlobalMemory, Severity::Remark,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

Loads, stores and atomics on storage buffers whose address depends on a value that
was loaded from memory: gathers, scatters, indirections through an index buffer.
The remark names that load.

## Why it costs

Where such an access goes is decided by the data. In the worst case each lane
touches a sector of its own (32 instead of 4 for 32 floats); if the indices are
sorted or repeated it costs no more than any other access. Nobody can tell from the
shader, so this is a remark and states no numbers.

## When to leave it

Mostly: an indirection is there for a reason. Sorting the indices, or gathering
several values for each index, uses more of each sector.

## Limits

Only addresses. A condition that depends on data makes the counts of what lies
under it a range, and is not listed here.
)",
                     runGatheredGlobalAccess})
