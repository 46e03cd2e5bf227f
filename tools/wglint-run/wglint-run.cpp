// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs compute shaders, compares and times them. Everything else is in
/// lib/Run and lib/Exec.
#include "Options.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace wglint;

// docs/Devices.md lists them.
static constexpr int kSuccessExit = 0;
static constexpr int kUsageExit = 2;

/// Each way in which a device can fail has a number of its own.
static int exitCodeOf(DispatchFailure::Kind kind) {
  switch (kind) {
  case DispatchFailure::Kind::NoDevice:
    return kUsageExit;
  case DispatchFailure::Kind::Unsupported:
    return 4;
  case DispatchFailure::Kind::Compile:
    return 5;
  case DispatchFailure::Kind::GlError:
    return 6;
  case DispatchFailure::Kind::ContextLost:
    return 7;
  case DispatchFailure::Kind::OutOfMemory:
    return 8;
  case DispatchFailure::Kind::Timeout:
    return 9;
  case DispatchFailure::Kind::Crash:
    return 10;
  }
  llvm_unreachable("all kinds are above");
}

/// Prints \p error; the exit code.
static int report(llvm::Error error, bool isJson) {
  int code = kUsageExit;
  std::string kind = "usage";
  std::string message;
  llvm::handleAllErrors(
      std::move(error),
      [&](const DispatchError &failed) {
        code = exitCodeOf(failed.failure().kind);
        kind = toString(failed.failure().kind);
        message = failed.failure().detail;
      },
      [&](const llvm::ErrorInfoBase &other) { message = other.message(); });
  if (isJson)
    llvm::outs() << llvm::formatv(
        "{0:2}\n",
        llvm::json::Value(llvm::json::Object{
            {"verdict", "error"},
            {"error",
             llvm::json::Object{{"kind", kind},
                                {"message", llvm::json::fixUTF8(message)}}}}));
  llvm::errs() << "wglint-run: error: " << message << '\n';
  return code;
}

static llvm::Expected<int> printDevices(bool isJson) {
  llvm::Expected<std::vector<DeviceInfo>> devices = listDevices();
  if (!devices)
    return devices.takeError();
  if (isJson) {
    llvm::json::Array all;
    for (const DeviceInfo &device : *devices)
      all.push_back(toJson(device));
    llvm::outs() << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(all)));
    return kSuccessExit;
  }
  for (const DeviceInfo &device : *devices)
    llvm::outs() << device.index << "  " << device.name << "  (OpenGL "
                 << device.version << ", " << device.renderer
                 << (device.hasTimer ? "" : ", no timer that counts") << ")\n";
  return kSuccessExit;
}

static llvm::Expected<int> runCommandLine(const Command &command) {
  if (command.kind == Command::Kind::ListDevices)
    return printDevices(command.isJson);
  RunEnvironment environment;
  llvm::Expected<DeviceInfo> device = findDevice(command.device);
  if (!device)
    return device.takeError();
  environment.device = std::move(*device);
  environment.limits = command.limits;
  switch (command.kind) {
  case Command::Kind::Run:
    return runCommand(command.run, environment, llvm::outs());
  case Command::Kind::Compare:
    return compareCommand(command.compare, environment, llvm::outs());
  case Command::Kind::Time:
    return timeCommand(command.time, environment, llvm::outs());
  case Command::Kind::ListDevices:
    break;
  }
  llvm_unreachable("all kinds are above");
}

int main(int argc, char **argv) {
  llvm::Expected<Command> command = parseCommandLine(argc, argv);
  // Programs that ask for JSON get it for their own mistakes too.
  if (!command)
    return report(command.takeError(),
                  llvm::is_contained(llvm::ArrayRef(argv, argc),
                                     llvm::StringRef("--output-format=json")));
  llvm::Expected<int> code = runCommandLine(*command);
  return code ? *code : report(code.takeError(), command->isJson);
}
