// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds private arrays that cannot live in registers: larger than those of an
/// invocation, or large and indexed by what differs between lanes.
#include "wglint/Check/Findings.h"
#include "wglint/Check/RaceFindings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <tuple>

using namespace wglint;

static uint64_t registerBytes(const DeviceConfig &config) {
  return uint64_t(*config.device->registersPerInvocationLimit) * 4;
}

/// What is said of each PrivateArrayFact::Index, in their order.
static constexpr llvm::StringLiteral kIndexTexts[] = {
    "constant", "the same for all lanes", "different from lane to lane",
    "only known at run time"};

/// A list that costs what data lets in. One that all invocations of a workgroup
/// fill alike wants to be a shared one.
static bool isListOfData(const CheckContext &context,
                         const PrivateArrayFact &array) {
  using Index = PrivateArrayFact::Index;
  return array.isFilledList && (array.index == Index::Unknown ||
                                (array.index == Index::Uniform &&
                                 invocationCount(context.facts) == 1));
}

/// \p array with the least regular index of it and its copies.
static PrivateArrayFact withCopies(const CheckContext &context,
                                   PrivateArrayFact array) {
  for (const PrivateArrayFact &other : context.facts.privateArrays)
    if (isCopyOf(other, array))
      array.index = std::max(array.index, other.index);
  return array;
}

namespace {
struct Oversized {
  PrivateArrayFact array;
  const DeviceConfig *config = nullptr; ///< whose registers it does not fit
  std::vector<PrivateArrayFact> others; ///< that the same mends
};
} // namespace

static MinorReason whyMinor(const CheckContext &context,
                            const Oversized &oversized) {
  const PrivateArrayFact &array = oversized.array;
  if (isListOfData(context, array))
    return "data decides how much of it is used";
  if (array.index == PrivateArrayFact::Index::Constant)
    return "compilers split an array with constant indices into variables";
  if (isSpecialized(context.facts.sizeSource))
    return "a host that sets the workgroup's size mostly sets the length";
  if ((array.isStack || isOfSeveral(context.facts, array)) && !oversized.config)
    return "few of its entries are used at a time";
  return passedArray(context.facts, array) && isHandedBackInRace(context, array)
             ? "data-race says what to do"
             : "";
}

/// As long, and as bad: what makes one of them shorter does so with the other,
/// and what a function returns is one with what it is stored to.
static bool isAlike(const CheckContext &context, const Oversized &a,
                    const Oversized &b) {
  return a.array.dimensions == b.array.dimensions &&
         passedArray(context.facts, a.array) ==
             passedArray(context.facts, b.array) &&
         whyMinor(context, a).empty() == whyMinor(context, b).empty();
}

/// Arrays of run-time values, the largest first: it speaks for those like it,
/// and of equal ones that of the worst index. Copies count as what they copy.
static std::vector<PrivateArrayFact> ownArrays(const CheckContext &context) {
  std::vector<PrivateArrayFact> arrays;
  for (const PrivateArrayFact &array : context.facts.privateArrays)
    if (!array.isConstantTable && !isCopy(context.facts, array))
      arrays.push_back(withCopies(context, array));
  llvm::stable_sort(arrays, [](const auto &a, const auto &b) {
    return std::tie(a.bytes, a.index) > std::tie(b.bytes, b.index);
  });
  return arrays;
}

static std::vector<Oversized> oversizedArrays(const CheckContext &context) {
  std::vector<Oversized> found;
  for (PrivateArrayFact &array : ownArrays(context)) {
    const DeviceConfig *config =
        overRegisters(context.options.configs, array.bytes);
    if (!config &&
        !(hasRunTimeIndex(array) && array.bytes >= kCostlyRunTimeIndexBytes))
      continue;
    Oversized oversized{std::move(array), config, {}};
    auto alike = llvm::find_if(found, [&](const Oversized &other) {
      return isAlike(context, other, oversized);
    });
    if (alike != found.end())
      alike->others.push_back(std::move(oversized.array));
    else
      found.push_back(std::move(oversized));
  }
  return found;
}

static constexpr llvm::StringLiteral kScratchAdvice =
    "what does not fit into registers, or has an index that differs between "
    "lanes, lies in scratch memory: a smaller array, shared memory or values "
    "computed again keep it out";

static void report(const CheckContext &context, DiagnosticSink &sink,
                   const Oversized &oversized) {
  const auto &[array, config, others] = oversized;
  const SharedVariableFact *shared = passedArray(context.facts, array);
  std::string message = llvm::formatv(
      shared ? "copy of '{0}' for a call takes {1} bytes in every invocation"
             : "private array '{0}' takes {1} bytes in every invocation",
      shared ? shared->variable : array.variable, array.bytes);
  if (config)
    message += llvm::formatv(", more than the {0} bytes of its registers",
                             registerBytes(*config))
                   .str();
  message += (", and its index is " + kIndexTexts[unsigned(array.index)]).str();
  if (isListOfData(context, array))
    message += "; only the entries that a condition lets in are touched";
  Diagnostic &finding = addFinding(
      context, sink, context.sourceMap.resolve(array.key), config,
      std::move(message), shared ? kPassedArrayAdvice : kScratchAdvice);
  for (const PrivateArrayFact &other : others)
    finding.notes.push_back({context.sourceMap.resolve(other.key).range,
                             "likewise: '" + other.variable + "' here"});
  setMinor(finding, whyMinor(context, oversized));
  addMeasurement(finding, "privateBytes", double(array.bytes), "bytes");
  if (!others.empty())
    addMeasurement(finding, kLikewiseFindings, double(others.size()),
                   "findings");
  if (config)
    addMeasurement(finding, "registerBytes", double(registerBytes(*config)),
                   "bytes");
}

static void runOversizedPrivateArray(const CheckContext &context,
                                     DiagnosticSink &sink) {
  for (const Oversized &oversized : oversizedArrays(context))
    report(context, sink, oversized);
}

WGLINT_DEFINE_CHECK(OversizedPrivateArray,
                    {"oversized-private-array",
                     "a private array is too large for registers",
                     CheckCategory::PrivateMemory, Severity::Warning,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

Arrays that each invocation has for itself (local variables, globals without `shared`, members of either), if they take more bytes than an
invocation has registers on the target (255 registers of 4 bytes on NVIDIA), or if they take 512 bytes or more and their index differs
between lanes or depends on data. Tables that only ever hold one constant are not meant; the copy that a function gets of an array to
change it (`inout`) is named as the array itself, of a shared one as well. Arrays of one length are one finding, at the largest.

## Why it costs

Registers have no index. An array that does not fit, or whose index is only known at run time, lies in scratch memory: each
access to it goes through the caches to memory, once for every invocation. Measured on an H200, one access to each element with a
run-time index:

| floats | us | per element, against 8 |
|---|---|---|
| 8 | 29.9 | 1.0 |
| 32 | 124.7 | 1.0 |
| 64 | 356.2 | 1.5 |
| 128 | 1308.8 | 2.7 |
| 256 | 6376.4 | 6.7 |

The limit of 512 bytes is where the cost of an element has doubled in this table.

## When to leave it

When the array is touched rarely, or when the compiler is known to take it apart (all loops over it unrolled, its elements not all alive at
once). A list that a loop fills under a condition on data, `list[count++] = i`, and that a later loop reads in order up to `count`, is a
remark: each entry that occurs is stored once and loaded once, the others not at all. A list that is the same for all invocations of a
workgroup, a histogram or a list that is sorted in place stays a warning. So does a stack that is larger than the registers; a smaller one
is a remark, since the times above are those of arrays that are touched as a whole, and of a stack only the depth that is in use is. So is
a smaller one that several functions use, as push() and pop().

## Limits

The bytes are those of the declared scalars; how many registers a compiler really uses is not known before it has run. So it is a remark
where all indices are constants, which a compiler takes apart, and where the workgroup's size comes from specialization constants, which
the array's length mostly follows. Devices whose registers are not documented take no part.

## References

NVIDIA, CUDA C++ Programming Guide, "Local Memory" and "Technical Specifications per Compute Capability"; Intel, OpenCL guide, on private arrays.
)",
                     runOversizedPrivateArray})
