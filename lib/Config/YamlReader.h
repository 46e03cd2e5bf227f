// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// YAML with the place of every node, private to lib/Config. LLVM's YAML IO
/// would fill structures by itself, but forgets where a value stood.
#ifndef WGLINT_LIB_CONFIG_YAMLREADER_H
#define WGLINT_LIB_CONFIG_YAMLREADER_H

#include "wglint/Diag/Diagnostic.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include <optional>
#include <string>
#include <vector>

namespace wglint {

/// One text. Nodes are read once and in order, as LLVM's parser wants it.
class YamlReader {
public:
  /// What is wrong is added to \p errors.
  YamlReader(llvm::StringRef file, llvm::StringRef text,
             std::vector<Diagnostic> &errors);

  /// The text's only document; nullptr where it is empty or no YAML.
  llvm::yaml::Node *root();

  SourceRange rangeOf(const llvm::yaml::Node &node) const;
  void fail(const SourceRange &range, const llvm::Twine &message);

  /// The text of a scalar; anything else is an error.
  std::optional<std::string> scalar(llvm::yaml::Node &node);

  using EntryVisitor =
      llvm::function_ref<void(const std::string &key, const SourceRange &place,
                              llvm::yaml::Node &value)>;
  /// Calls \p visit with each key of a mapping; anything else, a key without a
  /// value and a key that stands twice are errors.
  void forEachEntry(llvm::yaml::Node &node, EntryVisitor visit);

  /// Calls \p visit with each element of a sequence, or with \p node itself if
  /// it is a scalar.
  void forEachElement(llvm::yaml::Node &node,
                      llvm::function_ref<void(llvm::yaml::Node &)> visit);

  YamlReader(const YamlReader &) = delete;
  YamlReader &operator=(const YamlReader &) = delete;

private:
  static void collect(const llvm::SMDiagnostic &diagnostic, void *self);
  bool isTooDeep();

  std::string File, Text;
  std::vector<Diagnostic> &Errors;
  llvm::SourceMgr Sources;
  std::optional<llvm::yaml::Stream> Stream;
};

} // namespace wglint

#endif // WGLINT_LIB_CONFIG_YAMLREADER_H
