// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds reads of shared memory that nothing has stored to.
#include "wglint/Check/Findings.h"
#include "wglint/Check/RaceFindings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

/// "OpenGL ES 3.1; WebGPU starts with zeros": whose shared memory is undefined
/// at first. Empty: nobody's.
static std::string whoseIsUndefined(const CheckContext &context) {
  std::vector<llvm::StringRef> undefined, zeroed;
  for (const ApiProfile *api : context.apis)
    (api->sharedStartsZeroed ? zeroed : undefined).push_back(api->displayName);
  if (undefined.empty())
    return "";
  std::string whose = llvm::join(undefined, " and ");
  if (!zeroed.empty())
    whose += "; " + llvm::join(zeroed, " and ") +
             (zeroed.size() == 1 ? " starts with zeros" : " start with zeros");
  return whose;
}

static std::string messageText(const CheckContext &context,
                               const UninitializedReadFact &read,
                               llvm::StringRef whose) {
  return llvm::formatv("{0} {1} {2} of '{3}', which nothing has stored to: "
                       "its value is undefined in {4}",
                       invocationText(context.facts, read.invocation),
                       read.op == AccessOp::Load ? "loads" : "changes",
                       read.addressBytes
                           ? "byte " + std::to_string(*read.addressBytes)
                           : "an element",
                       read.variable, whose);
}

/// Bytes of the array that \p read goes to; 0 where it is none.
static uint64_t arrayBytes(const EntryPointFacts &facts,
                           const UninitializedReadFact &read) {
  for (const SharedVariableFact &variable : facts.sharedVariables)
    if (isSameVariable(variable.variableId, read.variableId))
      return variable.bytes > variable.elementBytes ? variable.bytes : 0;
  return 0;
}

/// Whether what lacks is the same: stores to one variable, or a loop that fills
/// several arrays of one size and leaves out the same bytes of each.
static bool lackTheSame(const EntryPointFacts &facts,
                        const UninitializedReadFact &a,
                        const UninitializedReadFact &b) {
  return a.variableId == b.variableId ||
         (a.addressBytes && a.addressBytes == b.addressBytes &&
          a.invocation == b.invocation && a.assumptions == b.assumptions &&
          llvm::equal(a.callChain, b.callChain) && arrayBytes(facts, a) != 0 &&
          arrayBytes(facts, a) == arrayBytes(facts, b));
}

using Reads = std::vector<const UninitializedReadFact *>;

static void report(const CheckContext &context, DiagnosticSink &sink,
                   const Reads &reads, llvm::StringRef whose) {
  const UninitializedReadFact &first = *reads.front();
  Diagnostic &finding =
      addSyncFinding(context, sink, first.key, first.callChain,
                     first.assumptions, messageText(context, first, whose),
                     "store to it first, and put a barrier() between the two");
  for (const UninitializedReadFact *read : llvm::drop_begin(reads))
    finding.notes.push_back(
        {context.sourceMap.resolve(read->key).range,
         "likewise: " + invocationText(context.facts, read->invocation) +
             " reads '" + read->variable + "' here"});
  if (reads.size() > 1)
    addMeasurement(finding, kLikewiseFindings, double(reads.size() - 1),
                   "findings");
}

static void runUninitializedSharedRead(const CheckContext &context,
                                       DiagnosticSink &sink) {
  std::string whose = whoseIsUndefined(context);
  if (whose.empty())
    return;
  std::vector<Reads> causes;
  for (const UninitializedReadFact &read :
       context.facts.synchronization.uninitializedReads) {
    auto home = llvm::find_if(causes, [&](const Reads &reads) {
      return llvm::any_of(reads, [&](const UninitializedReadFact *other) {
        return lackTheSame(context.facts, *other, read);
      });
    });
    if (home == causes.end())
      home = causes.insert(home, Reads());
    home->push_back(&read);
  }
  for (const Reads &reads : causes)
    report(context, sink, reads, whose);
}

WGLINT_DEFINE_CHECK(UninitializedSharedRead,
                    {"uninitialized-shared-read",
                     "shared memory is read that nothing has stored to",
                     CheckCategory::SharedMemory, Severity::Warning,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

A load from a `shared` variable, or an atomic on one, at bytes that no invocation can
have stored to before: a counter that is never set to 0, or by the first workgroup alone
(`if (gl_GlobalInvocationID.x == 0u)`), the corner of a tile's halo that nobody loads, the
first iteration of a loop that reads what the second one stores.
All reads of one variable are one finding, and so are reads of several arrays of one size by one invocation at the same byte, as of
two tiles that one loop fills.

## Why it matters

GLSL leaves the contents of shared variables undefined when a workgroup starts. They are
often what the workgroup before has left there, or zero on the machine at hand.

WebGL 2 compute and WebGPU start them with zeros: with `--api` of these alone nothing is
said. OpenGL ES 3.10 sources are judged by OpenGL ES unless `--api` says otherwise.

## When to leave it

Where the value is read but never used. A read of which only values are made that are stored to the same variable again is none until
somebody uses one of these for more than that: so it is with the padding of a scan.

## Limits

Only reads are found whose bytes no store can have reached: behind a store to an
unknown address of the variable nothing is said. A read behind a condition that is not
known is only found where nothing stores to the variable at all: the condition may be
what keeps the read to what is written. Atomics that change what is there are no stores:
of bins that are only ever counted up, whichever, the first one is found.

## References

OpenGL Shading Language 4.60, 4.3.8 "Shared Variables"; WebGPU, "Workgroup memory".
)",
                     runUninitializedSharedRead})
