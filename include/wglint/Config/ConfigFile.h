// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// One configuration file, `.wglint`, as it is written. docs/Configuration.md
/// says for users what stands in it. A configuration only states values: no key
/// names a program, and reading one runs none.
#ifndef WGLINT_CONFIG_CONFIGFILE_H
#define WGLINT_CONFIG_CONFIGFILE_H

#include "wglint/Config/Settings.h"
#include "wglint/Diag/Diagnostic.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace wglint {

/// The check name of what is wrong with a configuration.
constexpr llvm::StringLiteral kInvalidConfiguration = "invalid-configuration";

/// A named set of settings, usually defines, that a shader is built with.
struct Variant {
  std::string name;
  Origin origin;
  Settings settings;
};

/// What is different for the files that a glob matches.
struct FileRule {
  /// `*` matches `/` too. With a `/` in it, it is held against the path from
  /// the folder of the configuration; without, against the file's name.
  std::string glob;
  Origin origin;
  bool isSkipped = false;
  std::optional<std::vector<std::string>> variants; ///< those to use; else all
  Settings settings;
};

struct ConfigFile {
  std::string path;   ///< as messages name it
  std::string folder; ///< what its globs and paths are relative to
  bool inheritsParent = false;
  Settings settings;
  std::vector<FileRule> rules;
  std::optional<std::vector<Variant>> variants;
};

/// Reads \p text.
/// Errors: everything that is wrong with it, each at its place, is added to
/// \p errors; what is right is in the result all the same.
ConfigFile readConfigFile(llvm::StringRef path, llvm::StringRef folder,
                          llvm::StringRef text,
                          std::vector<Diagnostic> &errors);

} // namespace wglint

#endif // WGLINT_CONFIG_CONFIGFILE_H
