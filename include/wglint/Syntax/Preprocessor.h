// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// GLSL's preprocessor: directives, includes and macros, with a place for every
/// token.
///
/// The compiler's own preprocessor would do, but it reports lines only and
/// forgets macros. This one follows it (the tests compare the two token by
/// token), except that it knows where each token comes from, reads Godot's
/// section marks and has limits instead of running out of memory.
#ifndef WGLINT_SYNTAX_PREPROCESSOR_H
#define WGLINT_SYNTAX_PREPROCESSOR_H

#include "wglint/Syntax/Lexer.h"
#include "wglint/Syntax/TokenMap.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wglint::syntax {

/// What `#version` says. `number` is 0 where a text has none.
struct VersionDirective {
  unsigned number = 0;
  bool isES = false;
  std::string text; ///< the whole directive, spaces made single
};

/// The first `#version` of \p tokens, whatever conditions it stands under.
VersionDirective findVersion(llvm::ArrayRef<RawToken> tokens,
                             llvm::StringRef logicalText);

struct PreprocessorOptions {
  std::vector<std::string>
      includeDirs; ///< searched after the includer's folder
  /// Content of a file; std::nullopt where there is none.
  std::function<std::optional<std::string>(const std::string &path)> readFile;
  /// Values of those \p names that the compiler defines itself, in the same
  /// order.
  std::function<std::vector<std::optional<std::string>>(
      llvm::ArrayRef<llvm::StringRef> names)>
      predefined;
  /// What counts as the version where the text has no #version.
  VersionDirective defaultVersion;
};

/// Something wrong with the text. Notes name further places.
struct SyntaxError {
  Spelling place;
  std::string message;
  std::vector<std::pair<Spelling, std::string>> notes;
  std::string undefinedName; ///< the macro that is missing, if that is all
};

struct PreprocessedText {
  std::shared_ptr<const TokenMap> map;
  VersionDirective version;
  std::vector<SyntaxError> errors;        ///< in the order of the text
  std::optional<std::string> pragmaStage; ///< of `#pragma shader_stage(...)`
  /// Files that were included, by the path that they were read from.
  std::vector<std::string> includedFiles;
};

/// A text to read: the preambles first, the shader last.
struct PreprocessorInput {
  std::string name;
  std::string text;
  /// A preamble's #version does not have to come first.
  bool isPreamble = false;
};

/// Runs the preprocessor over \p inputs as if they were one text.
///
/// Errors: in the result; the map is usable all the same and holds what was
/// read up to there. Limits on nesting and size end the run with an error that
/// names what grew. Cost: linear in the tokens read and expanded.
PreprocessedText preprocess(llvm::ArrayRef<PreprocessorInput> inputs,
                            const PreprocessorOptions &options);

} // namespace wglint::syntax

#endif // WGLINT_SYNTAX_PREPROCESSOR_H
