// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a configuration file or a command line says about linting a file, each
/// value with the place that it came from.
#ifndef WGLINT_CONFIG_SETTINGS_H
#define WGLINT_CONFIG_SETTINGS_H

#include "wglint/Diag/SourceRange.h"
#include "wglint/Frontend/Frontend.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wglint {

/// Where a value was written.
struct Origin {
  std::string key;   ///< "Target", or "--target" on the command line
  SourceRange range; ///< a place in a configuration file; else no file

  /// ".wglint:3", or the option.
  std::string text() const;
};

template <typename T>
struct Sourced {
  T value;
  Origin origin;
};

using NameValue = std::pair<std::string, std::string>;
using NameNumber = std::pair<std::string, int64_t>;
using Size3 = std::array<uint32_t, 3>;

/// Everything that may be set for a file; what is not set is empty. Lists are
/// in order: the earlier was written first or farther out.
struct Settings {
  std::vector<Sourced<std::string>> checks; ///< globs, see selectChecks()
  std::vector<Sourced<std::string>> warningsAsErrors; ///< globs
  std::vector<Sourced<NameNumber>> checkOptions;
  std::optional<Sourced<std::string>> target;
  std::optional<Sourced<TargetEnv>> targetEnv;
  std::optional<Sourced<std::string>> stage; ///< "compute"; empty: found out
  std::vector<Sourced<std::string>> includeDirs;
  std::vector<Sourced<NameValue>> defines;
  std::vector<Sourced<std::string>> undefines;
  std::vector<Sourced<std::string>> preambleFiles;
  std::optional<Sourced<unsigned>> glslVersion;
  std::optional<Sourced<Size3>> localSize;
  std::optional<Sourced<Size3>> dispatch;
  std::vector<Sourced<NameValue>> specialization;
  std::vector<Sourced<NameNumber>> assumptions;
};

/// Puts \p inner, which was said closer to the file, on top of \p settings:
/// lists go on (folders to include from: in front), other values
/// are replaced.
void addSettings(Settings &settings, const Settings &inner);

} // namespace wglint

#endif // WGLINT_CONFIG_SETTINGS_H
