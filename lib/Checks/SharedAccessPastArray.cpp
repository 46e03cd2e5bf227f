// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds accesses past the end of shared memory, most of all at the id of the
/// whole dispatch.
#include "wglint/Check/RaceFindings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

/// A host may make the array as long as it needs.
static bool isOpenLength(const EntryPointFacts &facts,
                         const PastEndFact &access) {
  return llvm::any_of(facts.sharedVariables, [&](const auto &variable) {
    return variable.variable == access.variable &&
           variable.dependsOnSpecialization;
  });
}

/// What is loaded there may never be used, and what one size of subgroups does
/// is no matter where the shader is written for another one.
static void reportInEach(const CheckContext &context, DiagnosticSink &sink,
                         const PastEndFact &access) {
  std::string message = llvm::formatv(
      "{0} {1} byte {2} of '{3}', which has {4} bytes",
      invocationText(context.facts, access.invocation), verbText(access.op),
      access.addressBytes, access.variable, access.variableBytes);
  if (access.subgroupSize)
    message +=
        llvm::formatv(", where subgroups have {0} lanes", *access.subgroupSize)
            .str();
  Diagnostic &finding =
      addSyncFinding(context, sink, access.key, access.callChain, {}, message,
                     "make the array longer, or keep the invocations away that "
                     "have no element");
  setMinor(finding,
           access.subgroupSize ? "subgroups of other sizes stay within it"
           : access.op == AccessOp::Load ? "what is loaded may never be used"
                                         : "");
}

static void reportInSecond(const CheckContext &context, DiagnosticSink &sink,
                           const PastEndFact &access) {
  bool isGiven = context.facts.dispatch.has_value();
  char axis = "xyz"[*access.dimension];
  std::vector<std::string> assumptions;
  if (!isGiven)
    assumptions.push_back(
        llvm::formatv("there are several workgroups in {0}", axis));
  std::array<uint32_t, 3> second{};
  second[*access.dimension] = 1;
  Diagnostic &finding = addSyncFinding(
      context, sink, access.key, access.callChain, assumptions,
      llvm::formatv("{0} of workgroup ({1}, {2}, {3}) {4} byte {5} of '{6}', "
                    "which has {7} bytes: each workgroup has its own, from "
                    "its first byte on",
                    invocationText(context.facts, access.invocation), second[0],
                    second[1], second[2], verbText(access.op),
                    access.addressBytes, access.variable, access.variableBytes),
      "index it by gl_LocalInvocationID");
  setMinor(finding, isGiven ? "" : "there may be one workgroup only");
}

/// What was turned away is counted all the same.
static void reportUncapped(const CheckContext &context, DiagnosticSink &sink,
                           const UncappedListFact &list) {
  std::vector<std::string> assumptions{
      llvm::formatv("the atomic on '{0}' is executed more than {1} times",
                    list.counter, list.elements)};
  Diagnostic &finding = addSyncFinding(
      context, sink, list.load, {}, assumptions,
      llvm::formatv("the loop goes through '{0}' up to '{1}', which counts on "
                    "past the {2} elements that are stored",
                    list.list, list.counter, list.elements),
      llvm::formatv("let it end at min({0}, {1}u)", list.counter, list.elements)
          .str());
  auto note = [&](const DebugKey &key, const char *text) {
    finding.notes.push_back({context.sourceMap.resolve(key).range, text});
  };
  note(list.atomic, "this counts on");
  note(list.comparison, "nothing is stored from there on");
}

static void runSharedAccessPastArray(const CheckContext &context,
                                     DiagnosticSink &sink) {
  for (const PastEndFact &access : context.facts.synchronization.pastEnds) {
    if (isOpenLength(context.facts, access))
      continue;
    if (access.dimension)
      reportInSecond(context, sink, access);
    else if (!isSpecialized(context.facts.sizeSource))
      reportInEach(context, sink, access);
  }
  for (const UncappedListFact &list : context.facts.idioms.uncappedLists)
    reportUncapped(context, sink, list);
}

WGLINT_DEFINE_CHECK(SharedAccessPastArray,
                    {"shared-access-past-array",
                     "shared memory is indexed past its end",
                     CheckCategory::SharedMemory, Severity::Warning,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

A load, a store or an atomic on a shared variable whose address grows with the
workgroup's id, so that already the second workgroup is past its end: most often
gl_GlobalInvocationID as an index, where gl_LocalInvocationID is meant.

Each workgroup has shared memory of its own, and it starts at index 0 in each.

And one whose address is known to be past the end in every workgroup, as `s[gl_LocalInvocationID.x]` of 64
invocations where `s` has 32 elements. Of a load that is a remark: what it brings may never be used. So is what subgroups of one size
do and those of another do not, as with `s[gl_SubgroupID]`.

And a loop over a list up to its counter, where invocations put elements into the list at what an atomic on that counter returns, as long as
that is within it: `slot = atomicAdd(count, 1u); if (slot < 64u) list[slot] = i;`. The counter counts those that had no room as well.

## Why it costs

What is stored there is lost or ends up in another variable, what is loaded is anything:
the first workgroup alone computes what is meant, or none does.

## When to leave it

Where the shader is only ever dispatched with one workgroup in that dimension. `--dispatch` says
so; without it this is a remark, since of seven public shaders that it was found in five are meant
for that (docs/Evidence.md).

## Limits

Nothing is said of accesses under conditions that are not known, bounds of the dispatch among them, nor of
addresses that the second workgroup may find within the variable, in front of it, or past the end of a row within it.

## References

OpenGL Shading Language 4.60, 4.3.8 "Shared Variables" and 5.11 "Out-of-Bounds Accesses".
)",
                     runSharedAccessPastArray})
