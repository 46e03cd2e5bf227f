// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ConfigFlags.h"
#include "wglint/CommandLine/OptionValues.h"

using namespace wglint;
using llvm::StringRef;
namespace cl = llvm::cl;

ConfigFlags::ConfigFlags(cl::OptionCategory &category)
    : File("config-file",
           cl::desc("Configuration of all files, rather than the\nnearest "
                    ".wglint of each"),
           cl::value_desc("file"), cl::cat(category)),
      Text("config",
           cl::desc("The same as text: '{Checks: \"-tiny-*\"}'; '{}' for\nno "
                    "configuration"),
           cl::value_desc("yaml"), cl::cat(category)),
      Explain("explain-config",
              cl::desc("Print each file's options and where they were\nsaid"),
              cl::cat(category)),
      BaselineFile("baseline",
                   cl::desc("Pass over the findings that are in this file"),
                   cl::value_desc("file"), cl::cat(category)),
      WriteBaseline("write-baseline",
                    cl::desc("Write all findings into the file of --baseline"),
                    cl::cat(category)),
      WarningsAsErrors("warnings-as-errors", cl::CommaSeparated,
                       cl::desc("Checks whose warnings are errors"),
                       cl::value_desc("globs"), cl::cat(category)) {}

/// Each of \p values as said by the option \p key.
template <typename T>
static std::vector<Sourced<T>> said(StringRef key, llvm::ArrayRef<T> values) {
  std::vector<Sourced<T>> sourced;
  for (const T &value : values)
    sourced.push_back({value, {key.str(), {}}});
  return sourced;
}

template <typename T>
static std::optional<Sourced<T>> said(StringRef key, bool isSaid,
                                      const T &value) {
  if (!isSaid)
    return std::nullopt;
  return Sourced<T>{value, {key.str(), {}}};
}

template <typename T>
static std::optional<Sourced<T>> said(StringRef key,
                                      const std::optional<T> &value) {
  return said(key, value.has_value(), value.value_or(T()));
}

/// What the command line says, as a layer over the configurations.
static Settings settingsOf(const JobOptions &job) {
  const FrontendOptions &frontend = job.frontend;
  const AnalysisOptions &analysis = job.analysis;
  Settings settings;
  settings.targetEnv =
      said("--target-env", frontend.targetEnv != TargetEnv::Auto,
           frontend.targetEnv);
  settings.stage = said("--stage", !frontend.stage.empty(), frontend.stage);
  settings.includeDirs = said<std::string>("-I", frontend.includeDirs);
  settings.defines = said<NameValue>("-D", frontend.defines);
  settings.undefines = said<std::string>("-U", frontend.undefines);
  settings.preambleFiles =
      said<std::string>("--preamble", frontend.preambleFiles);
  settings.glslVersion =
      said("--glsl-version", frontend.glslVersion != 0, frontend.glslVersion);
  settings.localSize = said("--local-size", analysis.localSize);
  settings.dispatch = said("--dispatch", analysis.dispatch);
  settings.specialization = said<NameValue>("--spec", analysis.specialization);
  settings.assumptions = said<NameNumber>("--assume", analysis.assumptions);
  return settings;
}

llvm::Error ConfigFlags::read(RunOptions &run,
                              llvm::ArrayRef<std::string> checks,
                              bool isTargetSaid) {
  bool isTextSaid = Text.getNumOccurrences() > 0;
  if (!File.empty() && isTextSaid)
    return badValue("--config", "--config-file is given too");
  if (WriteBaseline && BaselineFile.empty())
    return badValue("--write-baseline", "needs --baseline=FILE");
  run.baseline = BaselineFile;
  run.writesBaseline = WriteBaseline;
  run.config.emplace();
  if (!File.empty())
    run.config->file = File;
  if (isTextSaid)
    run.config->text = Text;
  run.commandLine = settingsOf(run.job);
  run.commandLine.checks = said<std::string>("--checks", checks);
  run.commandLine.target = said("--target", isTargetSaid, run.job.target);
  auto errorChecks = matchChecks(WarningsAsErrors);
  if (!errorChecks)
    return badValue("--warnings-as-errors",
                    llvm::toString(errorChecks.takeError()));
  run.job.errorChecks = std::move(*errorChecks);
  run.commandLine.warningsAsErrors = said<std::string>(
      "--warnings-as-errors", llvm::ArrayRef<std::string>(WarningsAsErrors));
  return llvm::Error::success();
}
