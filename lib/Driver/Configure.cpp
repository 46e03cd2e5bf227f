// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Driver/Configure.h"
#include "wglint/Target/DeviceProfile.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

template <typename T>
static std::vector<T> valuesOf(const std::vector<Sourced<T>> &sourced) {
  std::vector<T> values;
  for (const Sourced<T> &one : sourced)
    values.push_back(one.value);
  return values;
}

/// Each name once, with the value that was given last.
template <typename Pair>
static std::vector<Pair> lastByName(const std::vector<Sourced<Pair>> &sourced) {
  std::vector<Pair> values;
  for (const Sourced<Pair> &one : sourced) {
    llvm::erase_if(values, [&](const Pair &earlier) {
      return earlier.first == one.value.first;
    });
    values.push_back(one.value);
  }
  return values;
}

static void applyToFrontend(const Settings &settings,
                            FrontendOptions &frontend) {
  if (settings.targetEnv)
    frontend.targetEnv = settings.targetEnv->value;
  if (settings.stage)
    frontend.stage = settings.stage->value;
  if (settings.glslVersion)
    frontend.glslVersion = settings.glslVersion->value;
  frontend.includeDirs = valuesOf(settings.includeDirs);
  frontend.defines = lastByName(settings.defines);
  frontend.undefines = valuesOf(settings.undefines);
  frontend.preambleFiles = valuesOf(settings.preambleFiles);
}

static void applyToAnalysis(const Settings &settings,
                            AnalysisOptions &analysis) {
  if (settings.localSize)
    analysis.localSize = settings.localSize->value;
  if (settings.dispatch)
    analysis.dispatch = settings.dispatch->value;
  analysis.specialization = lastByName(settings.specialization);
  analysis.assumptions = lastByName(settings.assumptions);
}

static void applySettings(const Settings &settings, JobOptions &job) {
  if (settings.target) {
    job.target = settings.target->value;
    job.analysis.configs = deviceConfigs(job.target);
  }
  applyToFrontend(settings, job.frontend);
  applyToAnalysis(settings, job.analysis);
  // Each glob was tried where it was read.
  if (!settings.checks.empty())
    job.checks = llvm::cantFail(selectChecks(valuesOf(settings.checks)));
  job.errorChecks =
      llvm::cantFail(matchChecks(valuesOf(settings.warningsAsErrors)));
  job.checkOptions = valuesOf(settings.checkOptions);
}

EffectiveOptions wglint::effectiveOptions(llvm::StringRef path,
                                          const JobOptions &base,
                                          const Settings &commandLine,
                                          ConfigLoader &loader) {
  FileConfig config = loader.forFile(path);
  EffectiveOptions result;
  result.skippedBy = std::move(config.skippedBy);
  result.dependencies = std::move(config.dependencies);
  result.errors = std::move(config.errors);
  result.variants = std::move(config.variants);
  result.settings = config.settings;
  addSettings(result.settings, commandLine);
  for (const Variant &variant : result.variants) {
    Settings settings = config.settings;
    addSettings(settings, variant.settings);
    addSettings(settings, commandLine);
    result.jobs.push_back({variant.name, base});
    applySettings(settings, result.jobs.back().job);
    result.jobs.back().settings = std::move(settings);
  }
  if (result.jobs.empty()) {
    result.jobs.push_back({"", base});
    applySettings(result.settings, result.jobs.back().job);
    result.jobs.back().settings = result.settings;
  }
  return result;
}
