// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What wglint-run's subcommands `run` and `compare` do, from paths to printed
/// answers. The tool adds options and exit codes of errors.
#ifndef WGLINT_RUN_COMMANDS_H
#define WGLINT_RUN_COMMANDS_H

#include "wglint/Frontend/Frontend.h"
#include "wglint/Run/Compare.h"
#include "llvm/Support/raw_ostream.h"

namespace wglint {

/// How a shader is read: what its host would say.
struct ShaderRequest {
  std::string path;
  FrontendOptions frontend;
  std::string entryPoint;
  std::vector<std::pair<std::string, std::string>> specialization;
  std::optional<std::array<uint32_t, 3>> localSize;
};

/// Reads and compiles a shader. A workgroup size that the module leaves to the
/// host becomes 64, or 8 x 8 where the shader reads two components of its id.
/// Errors: an unreadable file, a shader that does not compile (the first
/// message, with its place), no compute shader, a compiler that died.
/// Cost: two compilations, the first of them in a child.
llvm::Expected<ShaderToRun> loadShader(const ShaderRequest &request);

struct RunRequest {
  ShaderRequest shader;
  PlanOptions plan;
  std::string runFile;       ///< empty: the one beside the shader, else a plan
  std::string saveRunFile;   ///< empty: the run is not written
  std::string outputsFolder; ///< empty: outputs are not written
  bool isDumpingShared = false;
  bool isPlanOnly = false; ///< plan and save, run nothing
  CompareRules rules;
  bool isJson = false;
};

/// Plans (or reads) a run, runs it and prints what came back. Returns the exit
/// code: 0, or 1 where the run is no success.
/// Errors: whatever keeps it from running.
llvm::Expected<int> runCommand(const RunRequest &request,
                               const RunEnvironment &environment,
                               llvm::raw_ostream &out);

struct CompareRequest {
  ShaderRequest a, b;
  CompareOptions options;
  std::string runFile; ///< for A; empty: the one beside A, else plans
  bool isJson = false;
};

/// Compares two shaders and prints the verdict. Returns the exit code: 0 where
/// they are equal, 1 where they differ, cannot be compared or failed.
llvm::Expected<int> compareCommand(const CompareRequest &request,
                                   const RunEnvironment &environment,
                                   llvm::raw_ostream &out);

/// The run of a shader: from \p runFile, from the file beside it, or planned
/// and mended by trial. \p notes gets what a user should know besides.
/// Errors: as readRunSpec(), planRun() and refineRun().
llvm::Expected<RunSpec> findRun(const ShaderToRun &shader,
                                llvm::StringRef runFile,
                                const PlanOptions &plan,
                                const RunEnvironment &environment,
                                std::vector<std::string> &notes);

} // namespace wglint

#endif // WGLINT_RUN_COMMANDS_H
