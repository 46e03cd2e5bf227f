// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds buffers of 32-bit integers that only ever get small values.
#include "wglint/Check/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace wglint;

static constexpr unsigned kElementBytes = 4;

namespace {
/// All that the shader stores to one variable.
struct Stores {
  llvm::SmallVector<const AccessFact *, 4> accesses;
  ValueRange values;
  bool isKnown = true;
};
} // namespace

static std::map<VariableId, Stores>
collectStores(const EntryPointFacts &facts) {
  std::map<VariableId, Stores> all;
  for (const AccessFact &access : facts.accesses) {
    if (access.space != MemorySpace::Global || access.op == AccessOp::Load)
      continue;
    Stores &stores = all[access.variableId];
    if (access.op == AccessOp::Atomic || !access.storedValues ||
        access.elementBytes != kElementBytes) {
      stores.isKnown = false;
      continue;
    }
    const ValueRange &range = *access.storedValues;
    if (stores.accesses.empty())
      stores.values = range;
    stores.values.min = std::min(stores.values.min, range.min);
    stores.values.max = std::max(stores.values.max, range.max);
    stores.accesses.push_back(&access);
  }
  return all;
}

/// Bits that hold all of \p values, in a size that storage has; 32 where it
/// takes all of them.
static unsigned sufficientBits(const ValueRange &values) {
  for (unsigned bits : {8u, 16u}) {
    int64_t end = int64_t(1) << bits;
    if (values.min >= 0 ? values.max < end
                        : values.min >= -end / 2 && values.max < end / 2)
      return bits;
  }
  return 32;
}

/// Neighbouring lanes store neighbouring elements: it is an array, and its
/// bytes are what the store costs.
static bool isArray(const AccessFact &access) {
  return access.laneStrideBytes == int64_t(kElementBytes);
}

static void runWideBufferElements(const CheckContext &context,
                                  DiagnosticSink &sink) {
  for (const auto &[variable, stores] : collectStores(context.facts)) {
    // One value alone says nothing of what other shaders put there.
    if (!stores.isKnown || stores.accesses.empty() ||
        stores.values.min == stores.values.max ||
        !llvm::all_of(stores.accesses,
                      [](const AccessFact *a) { return isArray(*a); }))
      continue;
    unsigned bits = sufficientBits(stores.values);
    if (bits == 32)
      continue;
    Diagnostic &finding = addAccessFinding(
        context, sink, stores.accesses, /*config=*/nullptr,
        llvm::formatv("{0} writes 32 bits for values from {1} to {2}, which "
                      "{3} bits hold",
                      accessText(*stores.accesses.front()), stores.values.min,
                      stores.values.max, bits),
        llvm::formatv("store {0} of them in each element, or declare the "
                      "elements with {1} bits (GL_EXT_shader_{1}bit_storage)",
                      32 / bits, bits)
            .str(),
        "stores such values too");
    addMeasurement(finding, "sufficientBits", bits, "bits");
  }
}

WGLINT_DEFINE_CHECK(
    WideBufferElements,
    {"wide-buffer-elements",
     "a buffer of 32-bit integers only gets values of 8 or 16 bits",
     CheckCategory::GlobalMemory, Severity::Remark, /*enabledByDefault=*/true,
     R"(## What it flags

Arrays of 32-bit integers in storage buffers, filled lane beside lane, of which all
stores of the shader store values that 8 or 16 bits hold: flags, classes, masked bytes.

## Why it costs

A copy takes as long as its bytes: half of them, half the time, where memory is the
limit.

## When to leave it

When other shaders store larger values, or many invocations change neighbouring elements
at once: bytes of one word need an atomic, or an extension. Therefore it is a remark.

## Limits

Values are known as far as constants, masks, remainders, comparisons and clamps tell.
Buffers that get a single value only (they are cleared) are left out.

## References

GL_EXT_shader_16bit_storage; VK_KHR_8bit_storage.
)",
     runWideBufferElements})
