// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SettingsReader.h"
#include "wglint/Checks/Registry.h"
#include "wglint/CommandLine/FrontendFlags.h"
#include "wglint/CommandLine/OptionValues.h"
#include "wglint/Config/CheckSelection.h"
#include "wglint/Config/SettingsValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace wglint;
using llvm::StringRef;
namespace yaml = llvm::yaml;

Origin SettingsReader::originOf(const std::string &key,
                                const yaml::Node &node) const {
  return {key, Yaml.rangeOf(node)};
}

void SettingsReader::fail(const Origin &origin, llvm::Error error) {
  Yaml.fail(origin.range, llvm::toString(std::move(error)));
}

std::vector<Sourced<std::string>>
SettingsReader::readStrings(const std::string &key, yaml::Node &node,
                            StringRef separators) {
  std::vector<Sourced<std::string>> values;
  Yaml.forEachElement(node, [&](yaml::Node &element) {
    Origin origin = originOf(key, element);
    std::optional<std::string> text = Yaml.scalar(element);
    llvm::SmallVector<StringRef, 8> parts;
    if (text && separators.empty())
      parts.push_back(*text);
    else if (text)
      llvm::SplitString(*text, parts, separators);
    for (StringRef part : parts)
      if (!part.trim().empty())
        values.push_back({part.trim().str(), origin});
  });
  return values;
}

std::vector<Sourced<NameValue>>
SettingsReader::readPairs(const std::string &key, yaml::Node &node,
                          const char *defaultValue) {
  std::vector<Sourced<NameValue>> pairs;
  if (llvm::isa<yaml::MappingNode>(node)) {
    Yaml.forEachEntry(node, [&](const std::string &name,
                                const SourceRange &place, yaml::Node &value) {
      if (std::optional<std::string> text = Yaml.scalar(value))
        pairs.push_back({{name, *text}, {key, place}});
    });
    return pairs;
  }
  for (const Sourced<std::string> &text : readStrings(key, node, "")) {
    if (defaultValue && text.value.find('=') == std::string::npos) {
      pairs.push_back({{text.value, defaultValue}, text.origin});
      continue;
    }
    auto pair = parseNameValue(key, text.value);
    if (pair)
      pairs.push_back({std::move(*pair), text.origin});
    else
      fail(text.origin, pair.takeError());
  }
  return pairs;
}

void SettingsReader::readGlobs(const std::string &key, yaml::Node &node,
                               std::vector<Sourced<std::string>> &out) {
  for (Sourced<std::string> &glob : readStrings(key, node, ", \t\n")) {
    auto matched = matchChecks({glob.value});
    if (matched)
      out.push_back(std::move(glob));
    else
      fail(glob.origin, badValue(key, llvm::toString(matched.takeError())));
  }
}

void SettingsReader::readNumbers(const std::string &key, yaml::Node &node,
                                 std::vector<Sourced<NameNumber>> &out) {
  for (Sourced<NameValue> &pair : readPairs(key, node)) {
    auto &[name, text] = pair.value;
    auto number = parseInteger(key + " " + name, text);
    if (number)
      out.push_back({{name, *number}, pair.origin});
    else
      fail(pair.origin, number.takeError());
  }
}

void SettingsReader::readPaths(const std::string &key, yaml::Node &node,
                               std::vector<Sourced<std::string>> &out) {
  for (Sourced<std::string> &path : readStrings(key, node, "")) {
    llvm::SmallString<128> joined(Folder);
    if (llvm::sys::path::is_absolute(path.value))
      joined = path.value;
    else
      llvm::sys::path::append(joined, path.value);
    llvm::sys::path::remove_dots(joined, /*remove_dot_dot=*/true);
    if (joined.empty())
      joined = ".";
    out.push_back({joined.str().str(), path.origin});
  }
}

void SettingsReader::readSize(const std::string &key, yaml::Node &node,
                              std::optional<Sourced<Size3>> &out) {
  Origin origin = originOf(key, node);
  std::vector<std::string> parts;
  for (const Sourced<std::string> &part : readStrings(key, node, ""))
    parts.push_back(part.value);
  if (parts.empty())
    return;
  auto size = parseSize(key, llvm::join(parts, ","));
  if (size)
    out = {*size, origin};
  else
    fail(origin, size.takeError());
}

bool SettingsReader::readBool(const std::string &key, yaml::Node &node) {
  std::optional<std::string> text = Yaml.scalar(node);
  if (!text)
    return false;
  auto value =
      parseChoice<bool>(key, *text, {{"true", true}, {"false", false}});
  if (!value)
    fail(originOf(key, node), value.takeError());
  return value ? *value : false;
}

template <typename T>
void SettingsReader::readOne(
    const std::string &key, yaml::Node &node,
    llvm::function_ref<llvm::Expected<T>(StringRef)> parse,
    std::optional<Sourced<T>> &out) {
  Origin origin = originOf(key, node);
  std::optional<std::string> text = Yaml.scalar(node);
  if (!text)
    return;
  llvm::Expected<T> value = parse(*text);
  if (value)
    out = {std::move(*value), std::move(origin)};
  else
    fail(origin, value.takeError());
}

/// A key and how its value is read.
struct SettingsReader::Key {
  StringRef name;
  void (*read)(SettingsReader &reader, const std::string &key, yaml::Node &node,
               Settings &settings);
};

static llvm::Expected<unsigned> parseVersion(StringRef text) {
  unsigned version = 0;
  if (text.getAsInteger(10, version) || version == 0)
    return badValue("GlslVersion",
                    "'" + text + "' is not a number such as 450 or 310");
  return version;
}

llvm::ArrayRef<SettingsReader::Key> SettingsReader::table() {
  using Reader = SettingsReader;
  using Name = const std::string;
  using Node = yaml::Node;
  // In the order of docs/Configuration.md.
  static const Key kKeys[] = {
      {"Checks", [](Reader &r, Name &key, Node &node,
                    Settings &s) { r.readGlobs(key, node, s.checks); }},
      {"WarningsAsErrors",
       [](Reader &r, Name &key, Node &node, Settings &s) {
         r.readGlobs(key, node, s.warningsAsErrors);
       }},
      {"CheckOptions",
       [](Reader &r, Name &key, Node &node, Settings &s) {
         std::vector<Sourced<NameNumber>> options;
         r.readNumbers(key, node, options);
         for (Sourced<NameNumber> &option : options)
           if (llvm::Error error = checkOptionName(key, option.value.first))
             r.fail(option.origin, std::move(error));
           else
             s.checkOptions.push_back(std::move(option));
       }},
      {"Target",
       [](Reader &r, Name &key, Node &node, Settings &s) {
         r.readOne<std::string>(
             key, node, [&](StringRef text) { return parseTarget(key, text); },
             s.target);
       }},
      {"TargetEnv",
       [](Reader &r, Name &key, Node &node, Settings &s) {
         r.readOne<TargetEnv>(
             key, node,
             [&](StringRef text) { return parseTargetEnv(key, text); },
             s.targetEnv);
       }},
      {"Stage",
       [](Reader &r, Name &key, Node &node, Settings &s) {
         r.readOne<std::string>(
             key, node, [&](StringRef text) { return parseStage(key, text); },
             s.stage);
       }},
      {"IncludeDirs",
       [](Reader &r, Name &key, Node &node, Settings &s) {
         r.readPaths(key, node, s.includeDirs);
       }},
      {"Defines",
       [](Reader &r, Name &key, Node &node, Settings &s) {
         llvm::append_range(s.defines, r.readPairs(key, node, "1"));
       }},
      {"Undefines",
       [](Reader &r, Name &key, Node &node, Settings &s) {
         llvm::append_range(s.undefines, r.readStrings(key, node, ""));
       }},
      {"Preamble",
       [](Reader &r, Name &key, Node &node, Settings &s) {
         r.readPaths(key, node, s.preambleFiles);
       }},
      {"GlslVersion",
       [](Reader &r, Name &key, Node &node, Settings &s) {
         r.readOne<unsigned>(key, node, parseVersion, s.glslVersion);
       }},
      {"LocalSize", [](Reader &r, Name &key, Node &node,
                       Settings &s) { r.readSize(key, node, s.localSize); }},
      {"Specialization",
       [](Reader &r, Name &key, Node &node, Settings &s) {
         llvm::append_range(s.specialization, r.readPairs(key, node));
       }},
      {"Assume", [](Reader &r, Name &key, Node &node,
                    Settings &s) { r.readNumbers(key, node, s.assumptions); }},
      {"Dispatch", [](Reader &r, Name &key, Node &node,
                      Settings &s) { r.readSize(key, node, s.dispatch); }},
  };
  return kKeys;
}

bool SettingsReader::read(const std::string &key, yaml::Node &value,
                          Settings &settings) {
  for (const Key &candidate : table())
    if (candidate.name == key) {
      candidate.read(*this, key, value, settings);
      return true;
    }
  return false;
}

std::vector<StringRef> SettingsReader::keys() {
  std::vector<StringRef> names;
  for (const Key &key : table())
    names.push_back(key.name);
  return names;
}
