// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "YamlReader.h"
#include "wglint/Config/ConfigFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>

using namespace wglint;
namespace yaml = llvm::yaml;

YamlReader::YamlReader(llvm::StringRef file, llvm::StringRef text,
                       std::vector<Diagnostic> &errors)
    : File(file.str()), Text(text.str()), Errors(errors) {
  Sources.setDiagHandler(collect, this);
}

void YamlReader::collect(const llvm::SMDiagnostic &diagnostic, void *self) {
  auto &reader = *static_cast<YamlReader *>(self);
  auto line = static_cast<unsigned>(std::max(diagnostic.getLineNo(), 1));
  auto column = static_cast<unsigned>(std::max(diagnostic.getColumnNo(), 0));
  Position place = {line, column + 1};
  reader.fail({reader.File, place, place},
              "this is no YAML: " + diagnostic.getMessage());
}

void YamlReader::fail(const SourceRange &range, const llvm::Twine &message) {
  Diagnostic error;
  error.check = kInvalidConfiguration.str();
  error.severity = Severity::Error;
  error.range = range;
  error.message = message.str();
  Errors.push_back(std::move(error));
}

/// LLVM's parser calls itself for what is nested, and a repository that is
/// merely looked at must not end the process.
bool YamlReader::isTooDeep() {
  constexpr unsigned kMaxBrackets = 64;
  constexpr size_t kMaxIndentation = 256;
  unsigned line = 1, brackets = 0;
  for (llvm::StringRef rest = Text; !rest.empty(); ++line) {
    llvm::StringRef text;
    std::tie(text, rest) = rest.split('\n');
    size_t indentation = text.find_first_not_of(" \t-?:");
    for (char c : text) {
      brackets += c == '[' || c == '{' ? 1 : 0;
      brackets -= (c == ']' || c == '}') && brackets > 0 ? 1 : 0;
      if (brackets > kMaxBrackets)
        break;
    }
    if (brackets <= kMaxBrackets &&
        std::min(indentation, text.size()) <= kMaxIndentation)
      continue;
    fail({File, {line, 1}, {line, 1}}, "this is nested too deeply");
    return true;
  }
  return false;
}

yaml::Node *YamlReader::root() {
  if (isTooDeep())
    return nullptr;
  Stream.emplace(Text, Sources, /*ShowColors=*/false);
  yaml::document_iterator document = Stream->begin();
  if (document == Stream->end())
    return nullptr;
  yaml::Node *node = document->getRoot();
  if (!node || Stream->failed() || llvm::isa<yaml::NullNode>(node))
    return nullptr;
  return node;
}

SourceRange YamlReader::rangeOf(const yaml::Node &node) const {
  auto at = [&](llvm::SMLoc place) -> Position {
    const char *pointer = place.getPointer();
    if (pointer < Text.data() || pointer > Text.data() + Text.size())
      return {1, 1};
    auto offset = static_cast<size_t>(pointer - Text.data());
    llvm::StringRef before = llvm::StringRef(Text).take_front(offset);
    return {static_cast<unsigned>(before.count('\n') + 1),
            static_cast<unsigned>(offset - (before.rfind('\n') + 1) + 1)};
  };
  llvm::SMRange range = node.getSourceRange();
  // A list's or a mapping's range begins behind its bracket and ends where it
  // was read to.
  Position begin = at(range.Start);
  if (!llvm::isa<yaml::ScalarNode>(node) && begin.column > 1 &&
      llvm::StringRef("[{").contains(range.Start.getPointer()[-1]))
    --begin.column;
  Position end = llvm::isa<yaml::ScalarNode>(node) ? at(range.End) : begin;
  return {File, begin, end};
}

std::optional<std::string> YamlReader::scalar(yaml::Node &node) {
  if (auto *text = llvm::dyn_cast<yaml::BlockScalarNode>(&node))
    return text->getValue().str();
  if (auto *text = llvm::dyn_cast<yaml::ScalarNode>(&node)) {
    llvm::SmallString<64> storage;
    return text->getValue(storage).str();
  }
  fail(rangeOf(node), "expected a value, not a list or a mapping");
  return std::nullopt;
}

void YamlReader::forEachEntry(yaml::Node &node, EntryVisitor visit) {
  auto *mapping = llvm::dyn_cast<yaml::MappingNode>(&node);
  if (!mapping) {
    fail(rangeOf(node), "expected a mapping of keys to values");
    return;
  }
  llvm::StringSet<> seen;
  for (yaml::KeyValueNode &entry : *mapping) {
    yaml::Node *key = entry.getKey();
    if (!key || Stream->failed())
      return;
    SourceRange place = rangeOf(*key);
    std::optional<std::string> name = scalar(*key);
    yaml::Node *value = entry.getValue();
    if (!name || !value || Stream->failed())
      return;
    if (!seen.insert(*name).second)
      fail(place, "'" + *name + "' stands here twice");
    else if (llvm::isa<yaml::NullNode>(value))
      fail(place, "'" + *name + "' has no value");
    else
      visit(*name, place, *value);
  }
}

void YamlReader::forEachElement(yaml::Node &node,
                                llvm::function_ref<void(yaml::Node &)> visit) {
  auto *sequence = llvm::dyn_cast<yaml::SequenceNode>(&node);
  if (!sequence)
    return visit(node);
  for (yaml::Node &element : *sequence)
    if (!Stream->failed())
      visit(element);
}
