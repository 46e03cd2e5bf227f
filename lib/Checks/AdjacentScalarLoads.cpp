// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds scalars side by side that each invocation loads one by one.
#include "wglint/Check/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace wglint;

// The vectors that a single request loads (docs/analyses/Sectors.md).
static constexpr unsigned kMaxVectorBytes = 16;
static constexpr unsigned kScalarBytes = 4;

/// Every lane has runs of its own, and where they begin is known. A component
/// is part of a vector already: a compiler knows what lies beside it.
static bool mayBePartOfVector(const AccessFact &access) {
  return access.op == AccessOp::Load && access.elementBytes == kScalarBytes &&
         !access.isComponent && access.evidence != FactEvidence::Unknown &&
         access.laneStrideBytes && *access.laneStrideBytes != 0 &&
         access.misalignmentBytes && !access.costs.empty() &&
         access.costs.front().first;
}

/// The scalars of \p group in order of their addresses in the first request.
static std::map<int64_t, const AccessFact *> inOrder(const AccessGroup &group) {
  std::map<int64_t, const AccessFact *> scalars;
  for (const AccessFact *access : group.members)
    if (mayBePartOfVector(*access)) {
      const Witness &first = *access->costs.front().first;
      for (unsigned lane = 0; lane < first.laneAddressBytes.size(); ++lane)
        if (first.activeMask >> lane & 1) {
          scalars.emplace(first.laneAddressBytes[lane], access);
          break;
        }
    }
  return scalars;
}

/// Accesses from \p begin on that lie side by side and make up an aligned
/// vector of \p bytes in every lane; empty where they do not.
static llvm::SmallVector<const AccessFact *, 4>
vectorAt(const std::map<int64_t, const AccessFact *> &scalars, int64_t begin,
         const AccessFact &first, unsigned bytes) {
  llvm::SmallVector<const AccessFact *, 4> parts;
  if (*first.misalignmentBytes % bytes != 0 ||
      *first.laneStrideBytes % int64_t(bytes) != 0)
    return parts;
  for (unsigned at = 0; at < bytes; at += kScalarBytes) {
    auto part = scalars.find(begin + at);
    if (part == scalars.end())
      return {};
    parts.push_back(part->second);
  }
  return parts;
}

static void report(const CheckContext &context, DiagnosticSink &sink,
                   llvm::ArrayRef<const AccessFact *> parts) {
  Diagnostic &finding = addAccessFinding(
      context, sink, parts, /*config=*/nullptr,
      llvm::formatv("{0} loads from '{1}' take {2} bytes that lie side by side "
                    "in each invocation: one load of a vector would do",
                    parts.size(), parts.front()->variable,
                    parts.size() * kScalarBytes),
      llvm::formatv("declare the elements as vectors of {0}, and load each as "
                    "a whole (widen-loads)",
                    parts.size())
          .str(),
      "takes the bytes behind it");
  addMeasurement(finding, "loads", double(parts.size()), "loads");
}

static void runAdjacentScalarLoads(const CheckContext &context,
                                   DiagnosticSink &sink) {
  for (const AccessGroup &group : groupGlobalAccesses(context.facts)) {
    std::map<int64_t, const AccessFact *> scalars = inOrder(group);
    for (auto it = scalars.begin(); it != scalars.end();) {
      llvm::SmallVector<const AccessFact *, 4> parts;
      for (unsigned bytes = kMaxVectorBytes;
           parts.empty() && bytes > kScalarBytes; bytes /= 2)
        parts = vectorAt(scalars, it->first, *it->second, bytes);
      if (!parts.empty())
        report(context, sink, parts);
      std::advance(it, std::max<size_t>(1, parts.size()));
    }
  }
}

WGLINT_DEFINE_CHECK(AdjacentScalarLoads,
                    {"adjacent-scalar-loads",
                     "an invocation loads neighbouring scalars one by one",
                     CheckCategory::GlobalMemory, Severity::Remark,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

Two or four loads of 4 bytes each by which every invocation takes 8 or 16 bytes that lie
side by side and begin at a multiple of their length: `a[4 * i]`, `a[4 * i + 1]` and so
on, or members of a structure of scalars.

## Why it costs

Each load is a request of its own, and touches the same sectors again. One load of a
`vec2` or `vec4` is a single request. Copying floats as `vec4` takes the time of copying
them one by one on an H200, where memory is the limit (`vec_copy` in
test/Inputs/hardware/h200-timings.csv): what is saved is issue slots.

## When to leave it

When the elements are not always needed together, or compilers for the target merge
loads: therefore it is a remark.

## Limits

Only loads of one loop and one call, whose alignment is known. A buffer that begins at an
offset which is no multiple of the vector cannot be declared as vectors.

## References

NVIDIA, "CUDA Pro Tip: Increase Performance with Vectorized Memory Access".
)",
                     runAdjacentScalarLoads, /*options=*/{},
                     /*needs=*/DeviceNumber::SectorBytes})
