// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Contents.h"
#include "wglint/Run/RunShader.h"
#include "wglint/Support/Error.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cassert>

using namespace wglint;

const char *const wglint::kSynchronisationCaveat =
    "running proves nothing about synchronisation";

static TypedMemory memoryOf(const RunMemory &memory, uint64_t lengthBytes) {
  if (memory.image)
    return {nullptr, &*memory.image, lengthBytes};
  return {&memory.type, nullptr, lengthBytes};
}

/// Position of a float among all floats of its width, so that neighbours differ
/// by one and both zeros are at 0.
static int64_t rankOf(const Component &component, uint64_t bits) {
  uint64_t signBit = uint64_t(1) << (component.bits - 1);
  return bits & signBit ? -int64_t(bits & ~signBit) : int64_t(bits);
}

/// Whether two numbers count as the same.
static bool isSame(const Component &component, const uint8_t *left,
                   const uint8_t *right, const CompareRules &rules) {
  uint64_t leftBits = bitsOf(component, left),
           rightBits = bitsOf(component, right);
  if (leftBits == rightBits)
    return true;
  if (component.kind != ComponentKind::Float)
    return false;
  bool isLeftNan = isNan(component, left), isRightNan = isNan(component, right);
  if (isLeftNan || isRightNan)
    return isLeftNan && isRightNan && !rules.isNanBitExact;
  if (rules.toleranceUlp == 0)
    return false;
  int64_t leftRank = rankOf(component, leftBits),
          rightRank = rankOf(component, rightBits);
  uint64_t distance = leftRank < rightRank
                          ? uint64_t(rightRank) - uint64_t(leftRank)
                          : uint64_t(leftRank) - uint64_t(rightRank);
  return distance <= rules.toleranceUlp;
}

Comparison wglint::compareMemory(const RunMemory &memory, const Bytes &left,
                                 const Bytes &right,
                                 const CompareRules &rules) {
  assert(left.size() == right.size() && "memories of different lengths");
  TypedMemory typed = memoryOf(memory, left.size());
  Comparison comparison;
  std::optional<Component> first;
  typed.forEach([&](const Component &component) {
    ++comparison.componentCount;
    if (isSame(component, &left[component.offsetBytes],
               &right[component.offsetBytes], rules))
      return;
    if (comparison.differentCount++ == 0 ||
        component.offsetBytes < first->offsetBytes)
      first = component;
  });
  if (!first)
    return comparison;
  Mismatch mismatch;
  mismatch.memory = memory.name;
  mismatch.offsetBytes = first->offsetBytes;
  if (auto named = typed.at(first->offsetBytes))
    mismatch.component = memory.image ? memory.name + named->path : named->path;
  mismatch.left = toText(*first, &left[first->offsetBytes]);
  mismatch.right = toText(*first, &right[first->offsetBytes]);
  comparison.first = std::move(mismatch);
  return comparison;
}

/// Looks at one output; says in \p failures what is not as expected.
static llvm::Expected<OutputReport>
judgeOutput(const RunMemory &memory, const Bytes &before, const Bytes &after,
            const CompareRules &rules, std::vector<std::string> &failures) {
  OutputReport report;
  report.name = memory.name;
  CompareRules sameBits;
  sameBits.isNanBitExact = true;
  Comparison change = compareMemory(memory, before, after, sameBits);
  report.componentCount = change.componentCount;
  report.changedCount = change.differentCount;
  if (memory.expectedFile.empty())
    return report;
  llvm::Expected<std::vector<uint8_t>> expected =
      readExpected(memoryOf(memory, after.size()), memory.expectedFile);
  if (!expected)
    return expected.takeError();
  report.expected = compareMemory(memory, after, *expected, rules);
  if (report.expected->first) {
    const Mismatch &first = *report.expected->first;
    failures.push_back(
        first.component + " is " + first.left + ", expected " + first.right +
        " (" + std::to_string(report.expected->differentCount) + " of " +
        std::to_string(report.expected->componentCount) + " numbers of '" +
        memory.name + "' differ)");
  }
  return report;
}

llvm::Expected<RunReport> wglint::judgeRun(const PreparedRun &run,
                                           const DispatchResult &result,
                                           const CompareRules &rules) {
  RunReport report;
  auto judgeAll = [&](const std::vector<RunMemory> &memories, const auto &bound,
                      const std::vector<Bytes> &after) -> llvm::Error {
    for (size_t i = 0; i < memories.size(); ++i) {
      if (!memories[i].isOutput)
        continue;
      llvm::Expected<OutputReport> output = judgeOutput(
          memories[i], bound[i].contents, after[i], rules, report.failures);
      if (!output)
        return output.takeError();
      report.outputs.push_back(std::move(*output));
    }
    return llvm::Error::success();
  };
  if (llvm::Error error =
          judgeAll(run.blocks, run.dispatch.blocks, result.blocks))
    return error;
  if (llvm::Error error =
          judgeAll(run.images, run.dispatch.images, result.images))
    return error;
  uint64_t changedCount = 0;
  for (const OutputReport &output : report.outputs)
    changedCount += output.changedCount;
  if (report.outputs.empty())
    report.failures.push_back("the shader has no output");
  else if (changedCount == 0)
    report.failures.push_back("nothing was written: all outputs are as before");
  return report;
}

std::vector<BoundsViolation>
wglint::readBoundsReport(const RunnableShader &shader, const PreparedRun &run,
                         const DispatchResult &result) {
  std::vector<BoundsViolation> violations;
  if (!run.boundsReport)
    return violations;
  const Bytes &report = result.blocks[*run.boundsReport];
  for (size_t i = 0; i < shader.boundsSites.size(); ++i) {
    uint32_t count = llvm::support::endian::read32le(&report[8 * i]);
    uint32_t greatest = llvm::support::endian::read32le(&report[8 * i + 4]);
    if (count != 0)
      violations.push_back({shader.boundsSites[i], count, greatest});
  }
  return violations;
}

llvm::Error wglint::saveOutputs(const PreparedRun &run,
                                const DispatchResult &result,
                                llvm::StringRef folder) {
  auto saveAll = [&](const std::vector<RunMemory> &memories,
                     const std::vector<Bytes> &after) -> llvm::Error {
    for (size_t i = 0; i < memories.size(); ++i) {
      if (!memories[i].isOutput)
        continue;
      llvm::SmallString<128> path(folder);
      llvm::sys::path::append(path, memories[i].name + ".npy");
      std::error_code code;
      llvm::raw_fd_ostream out(path, code);
      if (code)
        return makeError("cannot write '" + path + "': " + code.message());
      out << toNpyFile(memoryOf(memories[i], after[i].size()), after[i]);
    }
    return llvm::Error::success();
  };
  if (llvm::Error error = saveAll(run.blocks, result.blocks))
    return error;
  return saveAll(run.images, result.images);
}
