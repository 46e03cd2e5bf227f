// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Isolation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <csignal>
#include <sys/mman.h>
#include <utility>

using namespace wglint;
namespace json = llvm::json;
using Kind = DispatchFailure::Kind;

char DispatchError::ID = 0;

const char *wglint::toString(Kind kind) {
  switch (kind) {
  case Kind::NoDevice:
    return "no-device";
  case Kind::Unsupported:
    return "unsupported";
  case Kind::Compile:
    return "compile";
  case Kind::GlError:
    return "gl-error";
  case Kind::ContextLost:
    return "context-lost";
  case Kind::OutOfMemory:
    return "out-of-memory";
  case Kind::Timeout:
    return "timeout";
  case Kind::Crash:
    return "crash";
  }
  llvm_unreachable("all kinds are above");
}

void DispatchError::log(llvm::raw_ostream &os) const { os << Failure.detail; }

std::error_code DispatchError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

llvm::Error wglint::dispatchError(Kind kind, const llvm::Twine &detail) {
  return llvm::make_error<DispatchError>(DispatchFailure{kind, detail.str()});
}

/// What the child sends: {"value": ...} or {"kind": ..., "detail": ...}.
static json::Value answerToJson(llvm::Expected<json::Value> answer) {
  if (answer)
    return json::Object{{"value", std::move(*answer)}};
  json::Object object;
  llvm::handleAllErrors(
      answer.takeError(),
      [&](const DispatchError &error) {
        object["kind"] = static_cast<int>(error.failure().kind);
        object["detail"] = json::fixUTF8(error.failure().detail);
      },
      [&](const llvm::ErrorInfoBase &error) {
        object["kind"] = static_cast<int>(Kind::GlError);
        object["detail"] = json::fixUTF8(error.message());
      });
  return object;
}

static llvm::Expected<json::Value> answerFromJson(llvm::StringRef text) {
  llvm::Expected<json::Value> parsed = json::parse(text);
  if (!parsed)
    return parsed.takeError();
  json::Object *object = parsed->getAsObject();
  assert(object && "the child sends an object");
  if (json::Value *value = object->get("value"))
    return std::move(*value);
  return dispatchError(static_cast<Kind>(*object->getInteger("kind")),
                       object->getString("detail").value_or(""));
}

/// The end of what the driver printed: its last words say most.
static std::string lastWords(llvm::StringRef printed) {
  constexpr size_t kMaxBytes = 600;
  printed = printed.trim().take_back(kMaxBytes);
  return printed.empty() ? "" : ("; it printed: " + printed).str();
}

static llvm::Error deathError(const WorkerDeath &death,
                              const WorkerLimits &limits,
                              llvm::StringRef printed) {
  using Cause = WorkerDeath::Cause;
  std::string during = death.stage.empty() ? "" : " (" + death.stage + ")";
  std::string how = describeDeath(death, limits);
  switch (death.cause) {
  case Cause::WallLimit:
  case Cause::CpuLimit:
    return dispatchError(
        Kind::Timeout,
        how + " reached" + during +
            ": the shader may loop without end; --time-limit allows more");
  case Cause::OutOfMemory:
    return dispatchError(
        Kind::OutOfMemory,
        how + during + ": --memory-limit allows more, or use smaller buffers");
  case Cause::Signal:
    // Nobody but the system kills with this signal, and that for one reason.
    if (death.detail == SIGKILL)
      return dispatchError(Kind::OutOfMemory,
                           "the system ended the driver's process" + during +
                               ", as it does when memory runs out");
    break;
  case Cause::StackOverflow:
  case Cause::Cancelled: // nobody does
  case Cause::Exit:
    break;
  }
  return dispatchError(Kind::Crash, "the driver's process died: " + how +
                                        during + lastWords(printed));
}

llvm::Expected<json::Value> wglint::runIsolated(const DriverTask &task,
                                                const WorkerLimits &limits) {
  WorkerLimits resident = limits;
  resident.memoryKind = WorkerLimits::MemoryKind::Resident;
  WorkerResult result;
  if (llvm::Error error = runWorkers(
          1, 1, resident,
          [&](size_t) -> WorkerTask {
            return [&](StageAnnouncer announce) {
              return llvm::formatv("{0}", answerToJson(task(announce))).str();
            };
          },
          [&](size_t, WorkerResult ended) { result = std::move(ended); }))
    return error;
  if (result.death)
    return deathError(*result.death, resident, result.printed);
  return answerFromJson(result.output);
}

llvm::Expected<SharedRegion> SharedRegion::create(uint64_t bytes) {
  // Pages are taken when they are first written.
  void *data = mmap(nullptr, bytes ? bytes : 1, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data == MAP_FAILED)
    return dispatchError(Kind::OutOfMemory,
                         "no room for " + llvm::Twine(bytes) +
                             " bytes of outputs; use smaller buffers");
  return SharedRegion(static_cast<uint8_t *>(data), bytes ? bytes : 1);
}

SharedRegion::SharedRegion(SharedRegion &&other) noexcept
    : Data(std::exchange(other.Data, nullptr)), SizeBytes(other.SizeBytes) {}

SharedRegion::~SharedRegion() {
  if (Data)
    munmap(Data, SizeBytes);
}
