// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HostNumbers.h"
#include "wglint/Run/Commands.h"
#include "wglint/Support/Error.h"
#include "wglint/Support/Worker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace wglint;

/// The first error among \p diagnostics, with its place.
static std::string firstError(const FrontendResult &result,
                              llvm::StringRef path) {
  for (const Diagnostic &diagnostic : result.diagnostics) {
    if (diagnostic.severity != Severity::Error)
      continue;
    SourceRange range = diagnostic.range;
    if (range.file.empty())
      range.file = path.str();
    return placeText(range) + ": " + diagnostic.message;
  }
  return (path + ": the shader does not compile").str();
}

/// Why there is nothing to run; empty: the shader compiled.
static std::string complaint(const FrontendResult &result,
                             llvm::StringRef path) {
  switch (result.status) {
  case FrontendStatus::Compiled:
    return "";
  case FrontendStatus::Skipped:
    return (path + ": " + result.skipReason).str();
  case FrontendStatus::Failed:
    return firstError(result, path);
  }
  llvm_unreachable("a status that the frontend does not give");
}

/// Lets a child compile first: on some inputs glslang ends its process or
/// prints to it.
static llvm::Error tryCompiling(const ShaderRequest &request,
                                llvm::StringRef text) {
  // Once for the child and for this process, which compiles after it.
  warmFrontend(request.path, text, request.frontend);
  WorkerLimits limits;
  WorkerResult result;
  llvm::Error error = runWorkers(
      1, 1, limits,
      [&](size_t) -> WorkerTask {
        return [&](StageAnnouncer announce) {
          return complaint(
              compileShader(request.path, text, request.frontend, announce),
              request.path);
        };
      },
      [&](size_t, WorkerResult got) { result = std::move(got); });
  if (error)
    return error;
  if (result.death)
    return makeError(request.path + ": the compiler died: " +
                     describeDeath(*result.death, limits));
  if (!result.output.empty())
    return makeError(result.output);
  return llvm::Error::success();
}

/// Fills in a workgroup size where the host is to choose it.
static llvm::Error chooseLocalSize(ShaderToRun &shader) {
  llvm::Expected<std::unique_ptr<spirv::Module>> module =
      spirv::Module::parse(shader.words);
  if (!module)
    return module.takeError();
  for (const spirv::EntryPoint &entry : (*module)->entryPoints()) {
    bool isWanted =
        shader.entryPoint.empty() || shader.entryPoint == entry.name;
    if (!isWanted || entry.sizeIds[0] != spirv::Id::None ||
        entry.literalSize[0] != 0)
      continue;
    bool isFlat = findHostNumbers(**module).usedDims <= 1;
    shader.localSize = isFlat ? std::array<uint32_t, 3>{64, 1, 1}
                              : std::array<uint32_t, 3>{8, 8, 1};
  }
  return llvm::Error::success();
}

llvm::Expected<ShaderToRun> wglint::loadShader(const ShaderRequest &request) {
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(request.path);
  if (!file)
    return makeError("cannot read '" + request.path +
                     "': " + file.getError().message());
  llvm::StringRef text = (*file)->getBuffer();
  if (llvm::Error error = tryCompiling(request, text))
    return error;
  FrontendResult result = compileShader(request.path, text, request.frontend);
  if (std::string why = complaint(result, request.path); !why.empty())
    return makeError(why);
  ShaderToRun shader;
  shader.path = request.path;
  shader.words = std::move(result.spirv);
  shader.entryPoint = request.entryPoint;
  shader.specialization = request.specialization;
  shader.localSize = request.localSize;
  shader.sourceMap = result.sourceMap;
  if (!shader.localSize)
    if (llvm::Error error = chooseLocalSize(shader))
      return error;
  return shader;
}

llvm::Expected<RunSpec> wglint::findRun(const ShaderToRun &shader,
                                        llvm::StringRef runFile,
                                        const PlanOptions &plan,
                                        const RunEnvironment &environment,
                                        std::vector<std::string> &notes) {
  std::string beside = runSpecPathFor(shader.path);
  if (runFile.empty() && llvm::sys::fs::exists(beside)) {
    notes.push_back("the run is '" + beside + "'");
    return readRunSpec(beside);
  }
  if (!runFile.empty())
    return readRunSpec(runFile);
  llvm::Expected<RunSpec> spec = planRun(shader, plan);
  if (!spec)
    return spec;
  llvm::Expected<AccessesOutside> outside =
      refineRun(shader, environment, plan, *spec);
  if (outside) {
    for (const BoundsViolation &violation : outside->arrays)
      notes.push_back(describeOutside(shader, violation));
    for (const BoundsViolation &violation : outside->images)
      notes.push_back(describeOutside(shader, violation));
  } else {
    // The shader itself may still run; its own dispatch says why it does not.
    notes.push_back("indices were not checked: " +
                    toString(outside.takeError()));
  }
  return spec;
}
