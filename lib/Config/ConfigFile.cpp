// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Config/ConfigFile.h"
#include "SettingsReader.h"
#include "wglint/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace wglint;
using llvm::StringRef;
namespace yaml = llvm::yaml;

namespace {

/// Reads the keys around the settings.
class ConfigReader {
public:
  ConfigReader(YamlReader &yaml, ConfigFile &config)
      : Yaml(yaml), Values(yaml, config.folder), Config(config) {}

  void readTop(yaml::Node &root);

private:
  void readFiles(yaml::Node &node);
  void readRule(yaml::Node &node, FileRule &rule);
  void readVariants(yaml::Node &node);
  void readVariant(yaml::Node &node, Variant &variant);
  void failUnknown(const std::string &key, const SourceRange &place,
                   llvm::ArrayRef<StringRef> others);

  YamlReader &Yaml;
  SettingsReader Values;
  ConfigFile &Config;
};

} // namespace

void ConfigReader::failUnknown(const std::string &key, const SourceRange &place,
                               llvm::ArrayRef<StringRef> others) {
  std::vector<StringRef> known = SettingsReader::keys();
  llvm::append_range(known, others);
  std::string message = "unknown key '" + key + "'";
  StringRef nearest = nearestSpelling(key, known);
  if (!nearest.empty())
    message += ("; did you mean '" + nearest + "'?").str();
  Yaml.fail(place, message);
}

void ConfigReader::readTop(yaml::Node &root) {
  Yaml.forEachEntry(root, [&](const std::string &key, const SourceRange &place,
                              yaml::Node &value) {
    if (key == "InheritParentConfig")
      Config.inheritsParent = Values.readBool(key, value);
    else if (key == "Files")
      readFiles(value);
    else if (key == "Variants")
      readVariants(value);
    else if (!Values.read(key, value, Config.settings))
      failUnknown(key, place, {"InheritParentConfig", "Files", "Variants"});
  });
}

void ConfigReader::readFiles(yaml::Node &node) {
  Yaml.forEachEntry(node, [&](const std::string &glob, const SourceRange &place,
                              yaml::Node &value) {
    FileRule rule;
    rule.glob = glob;
    rule.origin = {"Files", place};
    if (auto pattern = llvm::GlobPattern::create(glob); !pattern)
      return Yaml.fail(place, "'" + glob + "' is no glob: " +
                                  llvm::toString(pattern.takeError()));
    readRule(value, rule);
    Config.rules.push_back(std::move(rule));
  });
}

void ConfigReader::readRule(yaml::Node &node, FileRule &rule) {
  if (llvm::isa<yaml::ScalarNode>(node)) {
    rule.isSkipped = Yaml.scalar(node) == "skip";
    if (!rule.isSkipped)
      Yaml.fail(Yaml.rangeOf(node),
                "expected 'skip' or a mapping of keys to values");
    return;
  }
  Yaml.forEachEntry(node, [&](const std::string &key, const SourceRange &place,
                              yaml::Node &value) {
    if (key == "Skip") {
      rule.isSkipped = Values.readBool(key, value);
    } else if (key == "Variants") {
      rule.variants.emplace();
      for (Sourced<std::string> &name : Values.readStrings(key, value, ","))
        rule.variants->push_back(std::move(name.value));
    } else if (!Values.read(key, value, rule.settings)) {
      failUnknown(key, place, {"Skip", "Variants"});
    }
  });
}

void ConfigReader::readVariants(yaml::Node &node) {
  Config.variants.emplace();
  Yaml.forEachEntry(node, [&](const std::string &name, const SourceRange &place,
                              yaml::Node &value) {
    Variant variant;
    variant.name = name;
    variant.origin = {"Variants", place};
    readVariant(value, variant);
    Config.variants->push_back(std::move(variant));
  });
}

/// A variant is a list of defines, or a mapping of the keys that it sets.
void ConfigReader::readVariant(yaml::Node &node, Variant &variant) {
  if (!llvm::isa<yaml::MappingNode>(node)) {
    variant.settings.defines = Values.readPairs("Defines", node, "1");
    return;
  }
  Yaml.forEachEntry(node, [&](const std::string &key, const SourceRange &place,
                              yaml::Node &value) {
    if (!Values.read(key, value, variant.settings))
      failUnknown(key, place, {});
  });
}

ConfigFile wglint::readConfigFile(StringRef path, StringRef folder,
                                  StringRef text,
                                  std::vector<Diagnostic> &errors) {
  ConfigFile config;
  config.path = path.str();
  config.folder = folder.str();
  YamlReader yaml(path, text, errors);
  if (yaml::Node *root = yaml.root())
    ConfigReader(yaml, config).readTop(*root);
  return config;
}
