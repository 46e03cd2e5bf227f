// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Config/Settings.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;

std::string Origin::text() const {
  if (range.file.empty())
    return key;
  return range.file + ":" + std::to_string(range.begin.line);
}

template <typename T>
static void add(std::vector<T> &values, const std::vector<T> &inner) {
  llvm::append_range(values, inner);
}

template <typename T>
static void add(std::optional<T> &value, const std::optional<T> &inner) {
  if (inner)
    value = inner;
}

void wglint::addSettings(Settings &settings, const Settings &inner) {
  add(settings.checks, inner.checks);
  add(settings.warningsAsErrors, inner.warningsAsErrors);
  add(settings.checkOptions, inner.checkOptions);
  add(settings.target, inner.target);
  add(settings.targetEnv, inner.targetEnv);
  add(settings.stage, inner.stage);
  // The nearest folder is searched first.
  settings.includeDirs.insert(settings.includeDirs.begin(),
                              inner.includeDirs.begin(),
                              inner.includeDirs.end());
  add(settings.defines, inner.defines);
  add(settings.undefines, inner.undefines);
  add(settings.preambleFiles, inner.preambleFiles);
  add(settings.glslVersion, inner.glslVersion);
  add(settings.localSize, inner.localSize);
  add(settings.dispatch, inner.dispatch);
  add(settings.specialization, inner.specialization);
  add(settings.assumptions, inner.assumptions);
}
