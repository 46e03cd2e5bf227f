// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Config/ConfigLoader.h"
#include "wglint/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace wglint;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The configurations that hold for the files of a folder, the outermost first.
struct ConfigLoader::Chain {
  std::vector<ConfigFile> configs;
  std::vector<std::string> dependencies;
  std::vector<Diagnostic> errors;
};

static std::string absolutePath(StringRef file) {
  llvm::SmallString<256> absolute(file);
  if (fs::make_absolute(absolute))
    return file.str();
  path::remove_dots(absolute, /*remove_dot_dot=*/true);
  return absolute.str().str();
}

/// \p absolute as a user below it would write it.
static std::string displayPath(StringRef absolute) {
  llvm::SmallString<256> current;
  if (fs::current_path(current))
    return absolute.str();
  StringRef rest = absolute;
  if (rest.consume_front(current) && (rest.empty() || rest.consume_front("/")))
    return rest.str();
  return absolute.str();
}

/// \p absolute from \p folder on; empty if it is not below it.
static StringRef relativeTo(StringRef absolute, StringRef folder) {
  std::string base = absolutePath(folder.empty() ? "." : folder);
  StringRef rest = absolute;
  if (!rest.consume_front(base))
    return "";
  return StringRef(base).ends_with("/") || rest.consume_front("/") ? rest : "";
}

static bool matches(const FileRule &rule, StringRef folder,
                    StringRef absoluteFile) {
  // The reader has seen to it that this is a glob.
  llvm::GlobPattern pattern =
      llvm::cantFail(llvm::GlobPattern::create(rule.glob));
  if (!StringRef(rule.glob).contains('/'))
    return pattern.match(path::filename(absoluteFile));
  StringRef relative = relativeTo(absoluteFile, folder);
  return !relative.empty() && pattern.match(relative);
}

ConfigLoader::ConfigLoader(ConfigSource source) : Source(std::move(source)) {}
ConfigLoader::~ConfigLoader() = default;

static Diagnostic unreadable(StringRef path, const llvm::Twine &why) {
  Diagnostic error;
  error.check = kInvalidConfiguration.str();
  error.severity = Severity::Error;
  error.range.file = path.str();
  error.message = ("cannot read the configuration: " + why).str();
  return error;
}

/// Puts the configuration at \p path in front of \p chain.
void ConfigLoader::read(StringRef path, StringRef folder, Chain &chain) {
  // More is no configuration that a person wrote.
  constexpr uint64_t kMaxBytes = 1 << 20;
  fs::file_status status;
  if (std::error_code error = fs::status(path, status)) {
    chain.errors.push_back(unreadable(path, error.message()));
    return;
  }
  if (status.type() != fs::file_type::regular_file ||
      status.getSize() > kMaxBytes) {
    chain.errors.push_back(unreadable(path, "it is no file of less than 1 MB"));
    return;
  }
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/true,
                                            /*IsVolatile=*/true);
  if (!buffer) {
    chain.errors.push_back(unreadable(path, buffer.getError().message()));
    return;
  }
  StringRef text = (*buffer)->getBuffer();
  Texts[path.str()] = text.str();
  chain.configs.insert(chain.configs.begin(),
                       readConfigFile(path, folder, text, chain.errors));
}

ConfigLoader::Chain ConfigLoader::search(std::string folder) {
  Chain chain;
  while (true) {
    llvm::SmallString<256> candidate(folder);
    path::append(candidate, ".wglint");
    std::string shown = displayPath(candidate);
    chain.dependencies.push_back(shown);
    if (fs::exists(candidate)) {
      size_t count = chain.configs.size();
      read(shown, displayPath(folder), chain);
      bool isRead = chain.configs.size() > count;
      if (!isRead || !chain.configs.front().inheritsParent)
        return chain;
    }
    StringRef parent = path::parent_path(folder);
    if (parent.empty() || parent == folder)
      return chain;
    folder = parent.str();
  }
}

const ConfigLoader::Chain &ConfigLoader::chainFor(StringRef file) {
  bool isFixed = Source.file || Source.text;
  std::string absolute = absolutePath(file);
  std::string folder = isFixed ? "" : path::parent_path(absolute).str();
  std::unique_ptr<Chain> &chain = ByFolder[folder];
  if (chain)
    return *chain;
  chain = std::make_unique<Chain>();
  if (Source.text) {
    Texts["<--config>"] = *Source.text;
    chain->configs.push_back(
        readConfigFile("<--config>", "", *Source.text, chain->errors));
  } else if (Source.file) {
    chain->dependencies.push_back(*Source.file);
    read(*Source.file, path::parent_path(*Source.file), *chain);
  } else {
    *chain = search(folder);
  }
  return *chain;
}

/// Keeps those of \p variants that \p rule names.
static void chooseVariants(const FileRule &rule, FileConfig &config) {
  std::vector<StringRef> known;
  for (const Variant &variant : config.variants)
    known.push_back(variant.name);
  for (const std::string &name : *rule.variants)
    if (!llvm::is_contained(known, name)) {
      StringRef nearest = nearestSpelling(name, known);
      Diagnostic error = unreadable(rule.origin.range.file, "");
      error.range = rule.origin.range;
      error.message = "there is no variant '" + name + "'";
      if (!nearest.empty())
        error.message += ("; did you mean '" + nearest + "'?").str();
      config.errors.push_back(std::move(error));
    }
  llvm::erase_if(config.variants, [&](const Variant &variant) {
    return !llvm::is_contained(*rule.variants, variant.name);
  });
}

FileConfig ConfigLoader::forFile(StringRef file) {
  const Chain &chain = chainFor(file);
  FileConfig result;
  result.dependencies = chain.dependencies;
  result.errors = chain.errors;
  for (const ConfigFile &config : chain.configs) {
    addSettings(result.settings, config.settings);
    if (config.variants)
      result.variants = *config.variants;
  }
  std::string absolute = absolutePath(file);
  for (const ConfigFile &config : chain.configs)
    for (const FileRule &rule : config.rules) {
      if (!matches(rule, config.folder, absolute))
        continue;
      addSettings(result.settings, rule.settings);
      result.skippedBy =
          rule.isSkipped ? std::optional(rule.origin) : std::nullopt;
      if (rule.variants)
        chooseVariants(rule, result);
    }
  return result;
}

bool ConfigLoader::isNamed(StringRef file) {
  std::string absolute = absolutePath(file);
  bool isNamed = false;
  for (const ConfigFile &config : chainFor(file).configs)
    for (const FileRule &rule : config.rules)
      if (matches(rule, config.folder, absolute))
        isNamed = !rule.isSkipped;
  return isNamed;
}
