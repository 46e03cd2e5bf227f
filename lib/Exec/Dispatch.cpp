// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Exec/Dispatch.h"
#include "BoundDispatch.h"
#include "Context.h"
#include <epoxy/gl.h>

using namespace wglint;
namespace json = llvm::json;

WorkerLimits wglint::defaultDispatchLimits() {
  WorkerLimits limits;
  limits.memoryKind = WorkerLimits::MemoryKind::Resident;
  limits.memoryBytes = uint64_t(4) << 30;
  limits.cpuSeconds = 0;
  limits.wallSeconds = 60;
  return limits;
}

/// One dispatch, in the child.
static llvm::Error runOne(const Dispatch &dispatch, ProgramCache &programs,
                          StageAnnouncer announce, uint8_t *out) {
  llvm::Expected<BoundDispatch> bound =
      BoundDispatch::create(dispatch, programs, announce);
  if (!bound)
    return bound.takeError();
  if (llvm::Error error = bound->use())
    return error;
  announce("running the shader");
  bound->run();
  if (llvm::Error error = checkGl("dispatching"))
    return error;
  glFinish();
  if (llvm::Error error = checkGl("running the shader"))
    return error;
  announce("reading back");
  if (llvm::Error error = bound->readBack(out))
    return error;
  bound->destroy();
  return llvm::Error::success();
}

/// Takes the next \p size bytes off \p from.
static Bytes takeBytes(const uint8_t *&from, size_t size) {
  Bytes bytes(from, from + size);
  from += size;
  return bytes;
}

static DispatchResult takeResult(const Dispatch &dispatch,
                                 const uint8_t *&from) {
  DispatchResult result;
  for (const BoundBlock &block : dispatch.blocks)
    result.blocks.push_back(
        takeBytes(from, block.readBack ? block.contents.size() : 0));
  for (const BoundImage &image : dispatch.images)
    result.images.push_back(
        takeBytes(from, image.readBack ? image.contents.size() : 0));
  return result;
}

llvm::Expected<std::vector<DispatchResult>>
wglint::runDispatches(const DeviceInfo &device,
                      llvm::ArrayRef<const Dispatch *> dispatches,
                      const WorkerLimits &limits) {
  uint64_t totalBytes = 0;
  for (const Dispatch *dispatch : dispatches) {
    if (llvm::Error error = checkDispatch(device, *dispatch, limits))
      return error;
    totalBytes += outputBytes(*dispatch);
  }
  llvm::Expected<SharedRegion> outputs = SharedRegion::create(totalBytes);
  if (!outputs)
    return outputs.takeError();

  auto answer = runIsolated(
      [&](StageAnnouncer announce) -> llvm::Expected<json::Value> {
        announce("opening the device");
        if (llvm::Error error = openContext(device.index, ContextOptions()))
          return error;
        uint8_t *out = outputs->data();
        ProgramCache programs;
        for (const Dispatch *dispatch : dispatches) {
          if (llvm::Error error = runOne(*dispatch, programs, announce, out))
            return error;
          out += outputBytes(*dispatch);
        }
        return nullptr;
      },
      limits);
  if (!answer)
    return answer.takeError();

  std::vector<DispatchResult> results;
  const uint8_t *from = outputs->data();
  for (const Dispatch *dispatch : dispatches)
    results.push_back(takeResult(*dispatch, from));
  return results;
}
