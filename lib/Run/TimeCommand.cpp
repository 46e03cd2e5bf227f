// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Run/TimeCommand.h"
#include "Pairing.h"
#include "Texels.h"
#include "wglint/Support/Error.h"
#include "wglint/Target/DeviceProfile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace wglint;
namespace json = llvm::json;
using Counts = std::array<uint32_t, 3>;

static constexpr double kCoverage = 0.95;

/// OpenGL does not say how large a GPU's caches are. The largest of today is
/// AMD's Infinity Cache of 256 MB (AMD CDNA 3 white paper, 2023).
static constexpr uint64_t kMaxCacheBytes = uint64_t(256) << 20;

namespace {

/// One shader that is timed.
struct TimedShader {
  ShaderToRun shader;
  RunSpec spec;
  RunnableShader runnable;
  PreparedRun run;
  /// Bytes that move if everything that is bound is read once, where the shader
  /// reads it, and written once, where it writes it.
  uint64_t movedBytes = 0;
};

/// All that is printed.
struct TimeReport {
  std::vector<TimedShader> shaders;
  std::vector<DispatchSamples> samples; ///< of the shaders, then of the copy
  uint64_t copiedBytes = 0;
  std::vector<std::string> notes;
};

} // namespace

/// Scales the dimensions that have several workgroups, so that there are about
/// \p factor times as many.
static Counts scaleCounts(Counts counts, double factor) {
  double dimensions = 0;
  for (uint32_t count : counts)
    dimensions += count > 1;
  for (uint32_t &count : counts)
    if (count > 1)
      count = static_cast<uint32_t>(std::min<double>(
          kGuaranteedWorkgroupCount,
          std::ceil(count * std::pow(factor, 1 / dimensions))));
  return counts;
}

/// How many times larger a buffer of \p spec may become under \p plan.
static double roomOf(const RunSpec &spec, const PlanOptions &plan) {
  uint64_t largestBytes = 1;
  for (const BufferSpec &buffer : spec.buffers)
    largestBytes = std::max(largestBytes, buffer.lengthBytes);
  return static_cast<double>(plan.maxBufferBytes) /
         static_cast<double>(largestBytes);
}

/// A plan for \p shader that binds more than \p wantedBytes, where more
/// workgroups bind more and no buffer becomes too large.
static llvm::Expected<RunSpec> planLargeRun(const ShaderToRun &shader,
                                            PlanOptions plan,
                                            uint64_t wantedBytes,
                                            std::vector<std::string> &notes) {
  llvm::Expected<RunSpec> spec = planRun(shader, plan);
  // Each round comes close where sizes are a product of counts; headers and
  // remainders are why there are several.
  for (unsigned round = 0; spec && round < 4; ++round) {
    uint64_t bytes = boundBytes(*spec);
    double factor = 1.05 * static_cast<double>(wantedBytes) /
                    static_cast<double>(std::max<uint64_t>(bytes, 1));
    factor = std::min(factor, 0.95 * roomOf(*spec, plan));
    if (bytes >= wantedBytes || factor <= 1.01)
      break;
    plan.workgroupCount = scaleCounts(spec->workgroupCount, factor);
    llvm::Expected<RunSpec> larger = planRun(shader, plan);
    if (!larger)
      return larger;
    if (boundBytes(*larger) <= bytes || roomOf(*larger, plan) < 1)
      break;
    spec = std::move(larger);
  }
  if (spec && boundBytes(*spec) < wantedBytes)
    notes.push_back("what " + shader.path +
                    " binds may stay in the last-level cache: " +
                    std::to_string(boundBytes(*spec) >> 20) + " MB, where " +
                    std::to_string(wantedBytes >> 20) + " MB would not");
  return spec;
}

/// The run of the first shader.
static llvm::Expected<RunSpec> specOfFirst(const TimeRequest &request,
                                           const ShaderToRun &shader,
                                           const RunEnvironment &environment,
                                           std::vector<std::string> &notes) {
  bool isGiven = !request.runFile.empty() ||
                 llvm::sys::fs::exists(runSpecPathFor(shader.path));
  if (isGiven || request.plan.workgroupCount || request.mayFitInCache)
    return findRun(shader, request.runFile, request.plan, environment, notes);
  PlanOptions plan = request.plan;
  // The caller's, the driver's and the outputs' copies must find room.
  constexpr uint64_t kShareOfLimit = 8;
  uint64_t roomBytes = environment.limits.memoryBytes
                           ? environment.limits.memoryBytes / kShareOfLimit
                           : UINT64_MAX / 2;
  plan.maxBufferBytes =
      std::min(roomBytes, environment.device.limits.maxStorageBlockBytes);
  uint64_t wantedBytes =
      2 * lastLevelCacheBytes(environment.device).value_or(kMaxCacheBytes);
  wantedBytes = std::min(wantedBytes, 2 * roomBytes);
  llvm::Expected<RunSpec> spec = planLargeRun(shader, plan, wantedBytes, notes);
  if (!spec)
    return spec;
  auto outside = refineRun(shader, environment, plan, *spec);
  if (!outside)
    return outside.takeError();
  for (const BoundsViolation &violation : outside->arrays)
    notes.push_back(placeOf(shader, violation.site.instruction) +
                    ": accesses outside of an array; their time may be that of "
                    "other memory");
  return spec;
}

/// The run of the second shader: from the file beside it, else the first's.
static llvm::Expected<RunSpec> specOfSecond(const TimeRequest &request,
                                            const TimedShader &first,
                                            const ShaderToRun &shader) {
  std::string file = runSpecPathFor(shader.path);
  if (llvm::sys::fs::exists(file))
    return readRunSpec(file);
  auto runnable = makeRunnable(shader, RunSpec());
  if (!runnable)
    return runnable.takeError();
  const ShaderInterface &interface = runnable->interface;
  auto pairing = pairInterfaces(first.runnable.interface, interface);
  if (!pairing)
    return pairing.takeError();
  auto spec =
      runForPartner(first.runnable.interface, interface, *pairing, first.spec);
  if (spec)
    spec->workgroupCount =
        workgroupsForPartner(first.runnable.interface, interface,
                             first.spec.workgroupCount, request.dispatchB);
  return spec;
}

static uint64_t movedBytes(const TimedShader &timed) {
  const ShaderInterface &interface = timed.runnable.interface;
  uint64_t bytes = 0;
  auto add = [&](const Bytes &contents, bool isReadOnly, bool isWriteOnly) {
    bytes += contents.size() * (isReadOnly || isWriteOnly ? 1 : 2);
  };
  for (size_t i = 0; i < timed.run.blocks.size(); ++i) {
    if (timed.run.blocks[i].declaration >= interface.blocks.size())
      continue;
    const BlockInterface &block =
        interface.blocks[timed.run.blocks[i].declaration];
    add(timed.run.dispatch.blocks[i].contents,
        block.isReadOnly || block.isUniform, block.isWriteOnly);
  }
  for (const BoundImage &image : timed.run.dispatch.images)
    add(image.contents, image.interface.isReadOnly || image.interface.isSampled,
        image.interface.isWriteOnly);
  return bytes;
}

static llvm::Error prepareTimed(TimedShader &timed) {
  auto runnable = makeRunnable(timed.shader, timed.spec);
  if (!runnable)
    return runnable.takeError();
  timed.runnable = std::move(*runnable);
  auto run = prepareRun(timed.runnable, timed.spec);
  if (!run)
    return run.takeError();
  timed.run = std::move(*run);
  timed.movedBytes = movedBytes(timed);
  return llvm::Error::success();
}

/// A dispatch that writes nothing is very fast: each runs once before it is
/// timed, and is looked at.
static llvm::Error checkThatItRuns(const TimedShader &timed,
                                   const RunEnvironment &environment) {
  auto results = runDispatches(environment.device, {&timed.run.dispatch},
                               environment.limits);
  if (!results)
    return results.takeError();
  CompareRules rules;
  rules.toleranceUlp = timed.spec.toleranceUlp;
  auto report = judgeRun(timed.run, results->front(), rules);
  if (!report)
    return report.takeError();
  if (report->failures.empty())
    return llvm::Error::success();
  return makeError(timed.shader.path +
                   " is not timed: " + report->failures.front());
}

/// Binds the first's buffers for the second where both are of one size: where a
/// buffer lies moves times by a quarter (docs/Measurements.md). A note says
/// where the two do not pair.
static void shareBuffers(const TimedShader &first, TimedShader &second,
                         std::vector<std::string> &notes) {
  auto pairing =
      pairInterfaces(first.runnable.interface, second.runnable.interface);
  if (!pairing) {
    notes.push_back(
        "each shader has buffers of its own, which alone may change "
        "times by a quarter: " +
        llvm::toString(pairing.takeError()));
    return;
  }
  std::vector<size_t> partners =
      pairMemories(first.run.blocks, second.run.blocks, &pairing->blocks);
  for (size_t j = 0; j < partners.size(); ++j) {
    BoundBlock &block = second.run.dispatch.blocks[j];
    if (block.contents.size() ==
        first.run.dispatch.blocks[partners[j]].contents.size())
      block.sharedWith = partners[j];
  }
}

static llvm::Expected<TimeReport> measure(const TimeRequest &request,
                                          const RunEnvironment &environment) {
  TimeReport report;
  for (const ShaderRequest &shaderRequest : request.shaders) {
    TimedShader timed;
    if (llvm::Error error = loadShader(shaderRequest).moveInto(timed.shader))
      return error;
    auto spec =
        report.shaders.empty()
            ? specOfFirst(request, timed.shader, environment, report.notes)
            : specOfSecond(request, report.shaders.front(), timed.shader);
    if (llvm::Error error = std::move(spec).moveInto(timed.spec))
      return error;
    if (llvm::Error error = prepareTimed(timed))
      return error;
    if (llvm::Error error = checkThatItRuns(timed, environment))
      return error;
    report.shaders.push_back(std::move(timed));
  }
  if (report.shaders.size() == 2)
    shareBuffers(report.shaders[0], report.shaders[1], report.notes);
  std::vector<Dispatch> dispatches;
  for (TimedShader &timed : report.shaders)
    dispatches.push_back(std::move(timed.run.dispatch));
  dispatches.push_back(makeCopyDispatch(report.shaders.front().movedBytes));
  for (const BoundBlock &block : dispatches.back().blocks)
    report.copiedBytes += block.contents.size();
  if (llvm::Error error = timeDispatches(environment.device, dispatches,
                                         request.timing, environment.limits)
                              .moveInto(report.samples))
    return error;
  return report;
}

static double perSecond(uint64_t bytes, double elapsedNs) {
  return static_cast<double>(bytes) / elapsedNs * 1e9;
}

static void printOne(llvm::StringRef name, const DispatchSamples &samples,
                     uint64_t bytes, llvm::raw_ostream &out) {
  double medianNs = median(samples.elapsedNs);
  out << name << ": median " << llvm::format("%.2f", medianNs / 1e3)
      << " us, MAD "
      << llvm::format("%.2f", medianAbsoluteDeviation(samples.elapsedNs) / 1e3)
      << " us, " << samples.elapsedNs.size() << " samples of "
      << samples.repeatCount << " dispatches, "
      << llvm::format("%.2f", perSecond(bytes, medianNs) / 1e9) << " GB/s of "
      << llvm::format("%.1f", static_cast<double>(bytes) / 1e6) << " MB\n";
}

static void printRatio(const RatioEstimate &estimate, llvm::raw_ostream &out) {
  out << "ratio of the first to the second: "
      << llvm::format("%.3f", estimate.ratio);
  if (!estimate.interval) {
    out << " (too few samples for an interval)\n";
    return;
  }
  const MedianInterval &interval = *estimate.interval;
  out << " (" << llvm::format("%.1f", interval.coverage * 100) << " % interval "
      << llvm::format("%.3f", interval.low) << " to "
      << llvm::format("%.3f", interval.high) << "): "
      << (interval.low > 1    ? "the second is faster"
          : interval.high < 1 ? "the first is faster"
                              : "no difference is shown")
      << '\n';
}

static RatioEstimate ratioOf(const TimeReport &report) {
  return estimateRatio(report.samples[0].elapsedNs, report.samples[1].elapsedNs,
                       kCoverage);
}

static const char *timerName(const TimeReport &report) {
  return report.samples.front().usedGpuTimer ? "GL_TIME_ELAPSED"
                                             : "glFinish and a steady clock";
}

static void printText(const TimeReport &report,
                      const RunEnvironment &environment,
                      llvm::raw_ostream &out) {
  out << environment.device.name << ", " << timerName(report) << '\n';
  for (const std::string &note : report.notes)
    out << "note: " << note << '\n';
  for (size_t i = 0; i < report.shaders.size(); ++i)
    printOne(report.shaders[i].shader.path, report.samples[i],
             report.shaders[i].movedBytes, out);
  printOne("a copy of as many bytes", report.samples.back(), report.copiedBytes,
           out);
  if (report.shaders.size() == 2)
    printRatio(ratioOf(report), out);
}

static json::Object samplesToJson(llvm::StringRef name,
                                  const DispatchSamples &samples,
                                  uint64_t bytes) {
  double medianNs = median(samples.elapsedNs);
  return json::Object{{"name", name},
                      {"medianNs", medianNs},
                      {"madNs", medianAbsoluteDeviation(samples.elapsedNs)},
                      {"sampleCount", samples.elapsedNs.size()},
                      {"repeatCount", samples.repeatCount},
                      {"movedBytes", bytes},
                      {"bytesPerSecond", perSecond(bytes, medianNs)},
                      {"elapsedNs", json::Array(samples.elapsedNs)}};
}

static json::Value ratioToJson(const TimeReport &report) {
  if (report.shaders.size() < 2)
    return nullptr;
  RatioEstimate estimate = ratioOf(report);
  json::Object ratio{{"ratio", estimate.ratio}, {"interval", nullptr}};
  if (estimate.interval)
    ratio["interval"] = json::Object{{"low", estimate.interval->low},
                                     {"high", estimate.interval->high},
                                     {"coverage", estimate.interval->coverage}};
  return ratio;
}

static void printJson(const TimeReport &report,
                      const RunEnvironment &environment,
                      llvm::raw_ostream &out) {
  json::Array shaders;
  for (size_t i = 0; i < report.shaders.size(); ++i) {
    const TimedShader &timed = report.shaders[i];
    json::Object one =
        samplesToJson(timed.shader.path, report.samples[i], timed.movedBytes);
    one["workgroupCount"] = json::Array(timed.spec.workgroupCount);
    one["workgroupSize"] = json::Array(timed.runnable.interface.workgroupSize);
    shaders.push_back(std::move(one));
  }
  json::Object document{{"verdict", "timed"},
                        {"device", environment.device.name},
                        {"driver", driverOf(environment.device)},
                        {"version", environment.device.version},
                        {"timer", timerName(report)},
                        {"shaders", std::move(shaders)},
                        {"copy", samplesToJson("copy", report.samples.back(),
                                               report.copiedBytes)},
                        {"ratio", ratioToJson(report)},
                        {"notes", json::Array(report.notes)}};
  out << llvm::formatv("{0:2}\n", json::Value(std::move(document)));
}

llvm::Expected<int> wglint::timeCommand(const TimeRequest &request,
                                        const RunEnvironment &environment,
                                        llvm::raw_ostream &out) {
  auto report = measure(request, environment);
  if (!report)
    return report.takeError();
  if (request.isJson)
    printJson(*report, environment, out);
  else
    printText(*report, environment, out);
  return 0;
}
