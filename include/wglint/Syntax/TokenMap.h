// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The tokens that the preprocessor hands to the compiler, each with the way
/// back to the text: the file and how it was included, the macro use that it
/// came from, and whether it stands in an argument of that use.
///
/// Token numbers start at 0. The compiler gets one token per line, so that its
/// line number is the token number plus one.
#ifndef WGLINT_SYNTAX_TOKENMAP_H
#define WGLINT_SYNTAX_TOKENMAP_H

#include "wglint/Syntax/SourceFile.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace wglint::syntax {

/// "No such index".
inline constexpr uint32_t kNone = ~0u;

/// A stretch of one file instance, as offsets in its logical text. `instance`
/// is kNone for what stands in no file (a predefined macro).
struct Spelling {
  uint32_t instance = kNone;
  uint32_t begin = 0, end = 0; ///< half open
};

/// One reading of a file. A file that is included twice has two.
struct FileInstance {
  uint32_t file = 0;   ///< index into TokenMap::files()
  Spelling includedAt; ///< the #include directive; no instance for a top file
};

/// A macro use in the text: the outermost one where uses are nested.
struct MacroUse {
  llvm::StringRef macro;
  Spelling definition; ///< the name in its #define
  Spelling use;        ///< name to closing parenthesis
};

/// A token as the compiler gets it, or a whole directive that it gets to see.
struct OutputToken {
  llvm::StringRef text;
  /// Where its characters stand: in the text, or in a macro's body.
  Spelling spelling;
  uint32_t use = kNone; ///< index into TokenMap::uses()
  bool isDirective = false;
};

/// Where tokens are in the text, as TokenMap::place() finds it.
struct TokenPlace {
  Spelling range;
  uint32_t use = kNone; ///< the macro use that the range comes from, if one
  bool isExact = true;  ///< false if the tokens stand in different files
};

/// Filled by the preprocessor, read only afterwards. Owns all texts.
class TokenMap {
public:
  TokenMap() : Saver(Arena) {}

  const std::vector<std::unique_ptr<SourceFile>> &files() const {
    return Files;
  }
  const std::vector<FileInstance> &instances() const { return Instances; }
  const std::vector<MacroUse> &uses() const { return Uses; }
  const std::vector<OutputToken> &tokens() const { return Tokens; }
  const SourceFile &fileOf(uint32_t instance) const {
    return *Files[Instances[instance].file];
  }

  /// The place of the tokens from \p first to \p last, both included.
  ///
  /// Tokens from a macro's body stand for the whole use of that macro; tokens
  /// of an argument have their own place unless the stretch reaches out of it.
  TokenPlace place(uint32_t first, uint32_t last) const;

  /// The bracket that belongs to the one at \p token; kNone if there is none.
  uint32_t matchingBracket(uint32_t token) const { return Brackets[token]; }

  /// Whether a token comes from a macro's body; if not, it stands in plain text
  /// or in an argument of a macro use.
  bool isFromBody(uint32_t token) const;

  /// What stands on the line of a token instead of it, by its number.
  using Replacements = llvm::DenseMap<uint32_t, std::string>;

  /// The text for the compiler, one token per line.
  std::string compilerText(const Replacements &replaced = Replacements()) const;

  TokenMap(const TokenMap &) = delete;
  TokenMap &operator=(const TokenMap &) = delete;

private:
  friend class Preprocessor;

  void matchBrackets();

  std::vector<std::unique_ptr<SourceFile>> Files;
  std::vector<FileInstance> Instances;
  std::vector<MacroUse> Uses;
  std::vector<OutputToken> Tokens;
  std::vector<uint32_t> Brackets;
  llvm::BumpPtrAllocator Arena;
  llvm::StringSaver Saver;
};

} // namespace wglint::syntax

#endif // WGLINT_SYNTAX_TOKENMAP_H
