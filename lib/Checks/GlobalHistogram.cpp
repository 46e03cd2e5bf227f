// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds histograms whose bins lie in a buffer though they would fit into
/// shared memory.
#include "wglint/Check/Findings.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

// What every API guarantees to a workgroup (docs/Targets.md).
static constexpr int64_t kTableBytes = 16384;

/// Bytes of the table that \p access may touch, if that is known and small.
static std::optional<int64_t> tableBytes(const CheckContext &context,
                                         const AccessFact &access) {
  std::optional<int64_t> bytes;
  if (access.reachedBytes)
    bytes = access.reachedBytes->end - access.reachedBytes->begin;
  const StorageBlockFact *block = storageBlock(context.facts, access);
  if (block && block->fixedBytes)
    bytes = std::min(bytes.value_or(*block->fixedBytes),
                     int64_t(*block->fixedBytes));
  return bytes && *bytes <= kTableBytes ? bytes : std::nullopt;
}

static bool isSum(const CheckContext &context, const AccessFact &access) {
  for (const AtomicFact &atomic : context.facts.resources.atomics)
    if (atomic.instruction == access.instruction)
      return !atomic.isResultUsed;
  return false;
}

static void runGlobalHistogram(const CheckContext &context,
                               DiagnosticSink &sink) {
  for (const AccessFact &access : context.facts.accesses) {
    if (access.space != MemorySpace::Global || access.op != AccessOp::Atomic ||
        access.evidence != FactEvidence::Unknown || !access.unknown ||
        access.unknown->kind != UnknownKind::DataDependent ||
        !isSum(context, access))
      continue;
    std::optional<int64_t> bytes = tableBytes(context, access);
    if (!bytes)
      continue;
    Diagnostic &finding = addAccessFinding(
        context, sink, {&access}, /*config=*/nullptr,
        llvm::formatv("{0} gathers counts of the whole dispatch in {1} bytes, "
                      "at an index {2}",
                      accessText(access), *bytes, access.unknown->text),
        "count in a shared array first and add it to the buffer once per "
        "workgroup (privatize-atomics)");
    addMeasurement(finding, "tableBytes", double(*bytes), "bytes");
  }
}

WGLINT_DEFINE_CHECK(
    GlobalHistogram,
    {"global-histogram",
     "atomics on a small table in a buffer, at indices that data gives",
     CheckCategory::GlobalMemory, Severity::Remark,
     /*enabledByDefault=*/true,
     R"(## What it flags

Atomic sums, minima, maxima and bit operations on a storage buffer, at an index that
was loaded or computed from loaded data, into a part of the buffer that is known to
be no larger than the shared memory of every device (16384 bytes): a histogram. It is
a remark, since whether it pays hangs on how many values there are, which the host knows.

## Why it costs

Atomics of all workgroups meet in a few addresses and are carried out one after the
other. A histogram of 2^26 values in 256 bins takes 17277 us on an H200 this way, and
192 us if each workgroup of 256 invocations counts 16 values an invocation in shared
memory and adds its bins to the buffer at the end.

## When to leave it

When each workgroup counts only a few values, fewer than there are bins.

## Limits

The size must follow from the shader: from a declared length, a mask, a remainder. A
hash table or grid whose size only the host knows is not meant.

## References

The times are those of `hist_global` and `hist_shared` in
test/Inputs/hardware/h200-timings.csv.
)",
     runGlobalHistogram})
