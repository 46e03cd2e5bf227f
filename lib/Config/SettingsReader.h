// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The keys of a configuration that set something for a file; private to
/// lib/Config.
#ifndef WGLINT_LIB_CONFIG_SETTINGSREADER_H
#define WGLINT_LIB_CONFIG_SETTINGSREADER_H

#include "YamlReader.h"
#include "wglint/Config/Settings.h"
#include "llvm/Support/Error.h"

namespace wglint {

/// Reads values into Settings.
class SettingsReader {
public:
  /// \p folder is what paths are relative to.
  SettingsReader(YamlReader &yaml, llvm::StringRef folder)
      : Yaml(yaml), Folder(folder.str()) {}

  /// Reads the value of \p key; false if that is none of the keys here.
  bool read(const std::string &key, llvm::yaml::Node &value,
            Settings &settings);

  /// Takes a list of names and values: a mapping, or NAME=VALUE scalars. What
  /// has no value gets \p defaultValue; without one that is an error.
  std::vector<Sourced<NameValue>> readPairs(const std::string &key,
                                            llvm::yaml::Node &node,
                                            const char *defaultValue = nullptr);
  /// Takes scalars; \p separators split each into several.
  std::vector<Sourced<std::string>> readStrings(const std::string &key,
                                                llvm::yaml::Node &node,
                                                llvm::StringRef separators);
  /// Reads "true" or "false".
  bool readBool(const std::string &key, llvm::yaml::Node &node);

  /// The names of all keys that read() knows.
  static std::vector<llvm::StringRef> keys();

private:
  struct Key;
  static llvm::ArrayRef<Key> table();

  Origin originOf(const std::string &key, const llvm::yaml::Node &node) const;
  void fail(const Origin &origin, llvm::Error error);
  void readGlobs(const std::string &key, llvm::yaml::Node &node,
                 std::vector<Sourced<std::string>> &out);
  void readNumbers(const std::string &key, llvm::yaml::Node &node,
                   std::vector<Sourced<NameNumber>> &out);
  void readPaths(const std::string &key, llvm::yaml::Node &node,
                 std::vector<Sourced<std::string>> &out);
  void readSize(const std::string &key, llvm::yaml::Node &node,
                std::optional<Sourced<Size3>> &out);
  template <typename T>
  void readOne(const std::string &key, llvm::yaml::Node &node,
               llvm::function_ref<llvm::Expected<T>(llvm::StringRef)> parse,
               std::optional<Sourced<T>> &out);

  YamlReader &Yaml;
  std::string Folder;
};

} // namespace wglint

#endif // WGLINT_LIB_CONFIG_SETTINGSREADER_H
