// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Exec/Timing.h"
#include "BoundDispatch.h"
#include "Context.h"
#include "wglint/Target/DeviceProfile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <chrono>
#include <epoxy/gl.h>

using namespace wglint;
namespace json = llvm::json;

namespace {

/// Takes samples of one dispatch after the other, in the child.
class Sampler {
public:
  Sampler(bool usesGpuTimer, const TimingOptions &options)
      : UsesGpuTimer(usesGpuTimer), Options(options) {
    glCreateQueries(GL_TIME_ELAPSED, 1, &Query);
  }

  /// Nanoseconds of \p repeatCount dispatches of \p bound.
  llvm::Expected<double> sample(const BoundDispatch &bound,
                                unsigned repeatCount);

  /// How many dispatches of \p bound make a sample that is long enough. Warms
  /// up on the way.
  llvm::Expected<unsigned> chooseRepeatCount(const BoundDispatch &bound);

private:
  bool UsesGpuTimer;
  const TimingOptions &Options;
  GLuint Query = 0;
};

} // namespace

llvm::Expected<double> Sampler::sample(const BoundDispatch &bound,
                                       unsigned repeatCount) {
  if (llvm::Error error = bound.use())
    return error;
  // Nothing that was queued before is part of the sample.
  glFinish();
  auto begin = std::chrono::steady_clock::now();
  if (UsesGpuTimer)
    glBeginQuery(GL_TIME_ELAPSED, Query);
  for (unsigned i = 0; i < repeatCount; ++i)
    bound.run();
  if (UsesGpuTimer)
    glEndQuery(GL_TIME_ELAPSED);
  glFinish();
  std::chrono::duration<double, std::nano> wall =
      std::chrono::steady_clock::now() - begin;
  if (llvm::Error error = checkGl("timing"))
    return error;
  if (!UsesGpuTimer)
    return wall.count();
  GLuint64 elapsedNs = 0;
  glGetQueryObjectui64v(Query, GL_QUERY_RESULT, &elapsedNs);
  return static_cast<double>(elapsedNs);
}

llvm::Expected<unsigned>
Sampler::chooseRepeatCount(const BoundDispatch &bound) {
  // One sample of more dispatches than this says little more.
  constexpr double kMaxRepeats = 4096;
  auto wantedNs = static_cast<double>(Options.minSampleNs);
  double repeatCount = 1;
  for (;;) {
    // The first dispatch compiles and pages in: the second sample counts, but
    // for a dispatch so slow that compiling is no part of its time.
    constexpr double kSlowNs = 1e9;
    double elapsedNs = 0;
    for (unsigned i = 0; i < 2 && elapsedNs < kSlowNs; ++i)
      if (llvm::Error error = sample(bound, static_cast<unsigned>(repeatCount))
                                  .moveInto(elapsedNs))
        return error;
    if (elapsedNs >= wantedNs || repeatCount >= kMaxRepeats)
      return static_cast<unsigned>(repeatCount);
    // At least twice as many, at most ten times: small times are imprecise.
    double factor = wantedNs / std::max(elapsedNs, 1.0);
    repeatCount *= std::clamp(factor * 1.1, 2.0, 10.0);
    repeatCount = std::min(std::floor(repeatCount), kMaxRepeats);
  }
}

static json::Value samplesToJson(llvm::ArrayRef<DispatchSamples> samples) {
  json::Array all;
  for (const DispatchSamples &one : samples)
    all.push_back(json::Object{{"elapsedNs", json::Array(one.elapsedNs)},
                               {"repeatCount", one.repeatCount}});
  return all;
}

static std::vector<DispatchSamples> samplesFromJson(const json::Value &value,
                                                    bool usedGpuTimer) {
  std::vector<DispatchSamples> samples;
  for (const json::Value &one : *value.getAsArray()) {
    DispatchSamples read;
    const json::Object &object = *one.getAsObject();
    for (const json::Value &elapsed : *object.getArray("elapsedNs"))
      read.elapsedNs.push_back(*elapsed.getAsNumber());
    read.repeatCount = static_cast<unsigned>(*object.getInteger("repeatCount"));
    read.usedGpuTimer = usedGpuTimer;
    samples.push_back(std::move(read));
  }
  return samples;
}

/// All samples, in the child, whose context is current.
static llvm::Expected<std::vector<DispatchSamples>>
takeSamples(bool usesGpuTimer, const std::vector<Dispatch> &dispatches,
            const TimingOptions &options, StageAnnouncer announce) {
  ProgramCache programs;
  std::vector<BoundDispatch> bound;
  for (const Dispatch &dispatch : dispatches) {
    auto made = BoundDispatch::create(dispatch, programs, announce,
                                      bound.empty() ? nullptr : &bound.front());
    if (!made)
      return made.takeError();
    bound.push_back(std::move(*made));
  }
  announce("running the shader");
  Sampler sampler(usesGpuTimer, options);
  std::vector<DispatchSamples> all(dispatches.size());
  for (size_t i = 0; i < all.size(); ++i) {
    llvm::Expected<unsigned> count = sampler.chooseRepeatCount(bound[i]);
    if (!count)
      return count.takeError();
    all[i].repeatCount = *count;
  }
  auto takeRound = [&](bool isKept) -> llvm::Error {
    for (size_t i = 0; i < all.size(); ++i) {
      double elapsedNs = 0;
      if (llvm::Error error =
              sampler.sample(bound[i], all[i].repeatCount).moveInto(elapsedNs))
        return error;
      if (isKept)
        all[i].elapsedNs.push_back(elapsedNs / all[i].repeatCount);
    }
    return llvm::Error::success();
  };
  auto end = std::chrono::steady_clock::now() +
             std::chrono::nanoseconds(options.warmupNs);
  for (unsigned round = 0;
       round < options.warmupCount || std::chrono::steady_clock::now() < end;
       ++round)
    if (llvm::Error error = takeRound(/*isKept=*/false))
      return error;
  for (unsigned round = 0; round < options.sampleCount; ++round)
    if (llvm::Error error = takeRound(/*isKept=*/true))
      return error;
  return all;
}

/// A dispatch that took no time did not run, or the timer does not count.
static llvm::Error checkSamples(llvm::ArrayRef<DispatchSamples> all) {
  for (const DispatchSamples &samples : all)
    if (llvm::any_of(samples.elapsedNs, [](double ns) { return ns <= 0; }))
      return dispatchError(DispatchFailure::Kind::Unsupported,
                           "the device's timer says that a dispatch took no "
                           "time; its times cannot be believed");
  return llvm::Error::success();
}

llvm::Expected<std::vector<DispatchSamples>> wglint::timeDispatches(
    const DeviceInfo &device, const std::vector<Dispatch> &dispatches,
    const TimingOptions &options, const WorkerLimits &limits) {
  for (const Dispatch &dispatch : dispatches)
    if (llvm::Error error = checkDispatch(device, dispatch, limits))
      return error;
  auto answer = runIsolated(
      [&](StageAnnouncer announce) -> llvm::Expected<json::Value> {
        announce("opening the device");
        ContextOptions context;
        context.isRobust = false;
        if (llvm::Error error = openContext(device.index, context))
          return error;
        auto samples =
            takeSamples(device.hasTimer, dispatches, options, announce);
        if (!samples)
          return samples.takeError();
        return samplesToJson(*samples);
      },
      limits);
  if (!answer)
    return answer.takeError();
  std::vector<DispatchSamples> samples =
      samplesFromJson(*answer, device.hasTimer);
  if (llvm::Error error = checkSamples(samples))
    return error;
  return samples;
}

static const char *const kCopyGlsl = R"(#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer From { uvec4 from[]; };
layout(std430, binding = 1) writeonly buffer To { uvec4 to[]; };
void main() {
  uint row = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
  uint i = gl_GlobalInvocationID.y * row + gl_GlobalInvocationID.x;
  if (i < uint(to.length()))
    to[i] = from[i];
}
)";

Dispatch wglint::makeCopyDispatch(uint64_t bytes) {
  constexpr uint64_t kBytesPerWorkgroup = 256 * 16;
  uint64_t count = std::max<uint64_t>(1, bytes / 2 / kBytesPerWorkgroup);
  uint64_t rows = llvm::divideCeil(count, kGuaranteedWorkgroupCount);
  Dispatch dispatch;
  dispatch.glsl = kCopyGlsl;
  dispatch.workgroupSize = {256, 1, 1};
  dispatch.workgroupCount = {
      static_cast<uint32_t>(llvm::divideCeil(count, rows)),
      static_cast<uint32_t>(rows), 1};
  for (uint32_t binding : {0u, 1u}) {
    BoundBlock block;
    block.glBinding = binding;
    block.contents.resize(count * kBytesPerWorkgroup);
    dispatch.blocks.push_back(std::move(block));
  }
  return dispatch;
}
