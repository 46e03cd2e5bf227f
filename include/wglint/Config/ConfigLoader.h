// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds the configuration of a file: the nearest `.wglint` in its folder or
/// one above, with the ones farther out where it inherits them.
#ifndef WGLINT_CONFIG_CONFIGLOADER_H
#define WGLINT_CONFIG_CONFIGLOADER_H

#include "wglint/Config/ConfigFile.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wglint {

/// Where configurations come from. At most one of the two is given; without,
/// they are searched for.
struct ConfigSource {
  std::optional<std::string> file; ///< --config-file
  std::optional<std::string> text; ///< --config
};

/// What the configuration says about one file.
struct FileConfig {
  Settings settings;
  std::optional<Origin> skippedBy; ///< set if the file is not to be linted
  std::vector<Variant> variants;   ///< those to use; empty: the file as it is
  /// Paths whose creation, change or removal changes this.
  std::vector<std::string> dependencies;
  std::vector<Diagnostic> errors;
};

/// Reads each configuration once. Not thread-safe.
class ConfigLoader {
public:
  explicit ConfigLoader(ConfigSource source = {});
  ~ConfigLoader();

  /// \p file does not have to exist. Errors: in the result.
  FileConfig forFile(llvm::StringRef file);

  /// Whether a rule under `Files` of the configuration for \p file names it
  /// and does not skip it: such a file is linted whatever its ending is.
  bool isNamed(llvm::StringRef file);

  /// Path and text of each configuration that was read, for carets.
  const std::map<std::string, std::string> &texts() const { return Texts; }

private:
  struct Chain;
  const Chain &chainFor(llvm::StringRef file);
  void read(llvm::StringRef path, llvm::StringRef folder, Chain &chain);
  Chain search(std::string folder);

  ConfigSource Source;
  std::map<std::string, std::unique_ptr<Chain>> ByFolder;
  std::map<std::string, std::string> Texts;
};

} // namespace wglint

#endif // WGLINT_CONFIG_CONFIGLOADER_H
