// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The preprocessor's state. Directives.cpp reads files and directives,
/// MacroExpander.cpp expands macros; both work on one stack of frames.
///
/// The stack holds the open files at the bottom and the bodies of the macros
/// that are being expanded on top. A macro whose body is on the stack is not
/// expanded again, and a use of it met meanwhile never will be (its token is
/// `isPainted`), as in C. Only the arguments of a macro recurse, and their
/// depth is limited.
#ifndef WGLINT_SYNTAX_PREPROCESSORIMPL_H
#define WGLINT_SYNTAX_PREPROCESSORIMPL_H

#include "wglint/Syntax/Preprocessor.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

namespace wglint::syntax {

/// A token on its way through the preprocessor.
struct PPToken {
  llvm::StringRef text;
  Spelling spelling;
  uint32_t use = kNone;
  TokenKind kind = TokenKind::Unknown;
  bool hasSpaceBefore = false;
  bool isPainted = false;
};

/// A token of a macro's body.
struct BodyToken {
  PPToken token;
  int parameter = -1;      ///< index of the parameter that it names, or -1
  bool pastesNext = false; ///< followed by ##
};

struct Macro {
  llvm::StringRef name;
  bool isFunctionLike = false;
  llvm::SmallVector<llvm::StringRef, 4> parameters;
  std::vector<BodyToken> body;
  Spelling definition;
  bool isBusy = false; ///< its body is on the stack
};

class Preprocessor {
public:
  explicit Preprocessor(const PreprocessorOptions &options);
  PreprocessedText run(llvm::ArrayRef<PreprocessorInput> inputs);

private:
  /// An #if with its groups.
  struct Conditional {
    Spelling place;
    bool isActive = false; ///< the present group is read
    bool wasTaken = false; ///< some group was read
    bool isOuterActive = true;
    bool hasElse = false;
  };

  struct LexedFile {
    RawTokens raw;
    bool isOnce = false;
  };

  /// An open file, or a macro's body, or an argument (a barrier).
  struct Frame {
    Macro *macro = nullptr;         ///< to be released at the end
    std::vector<PPToken> tokens;    ///< body or argument
    uint32_t instance = kNone;      ///< set for files
    size_t next = 0;                ///< into `tokens`, or the file's raw tokens
    size_t conditionalsAtStart = 0; ///< files
    int lineDelta = 0;              ///< files: what #line adds
    bool isBarrier = false;         ///< reading stops at its end
    bool isPreamble = false;
  };

  // Files (Preprocessor.cpp) and directives (Directives.cpp).
  void enterFile(uint32_t file, Spelling includedAt, bool isPreamble);
  uint32_t addFile(std::string name, llvm::StringRef text);
  void leaveFile();
  bool nextFromFile(PPToken &token);
  PPToken makeToken(const RawToken &raw, uint32_t instance) const;
  // In all of these \p line is the directive from its # on.
  void directive(llvm::ArrayRef<PPToken> line);
  void activeDirective(llvm::StringRef name, llvm::ArrayRef<PPToken> line);
  bool conditionalDirective(llvm::StringRef name, llvm::ArrayRef<PPToken> line);
  void openConditional(llvm::StringRef name, llvm::ArrayRef<PPToken> line);
  void elseConditional(llvm::StringRef name, llvm::ArrayRef<PPToken> line);
  bool isDefined(llvm::StringRef name);
  bool condition(llvm::ArrayRef<PPToken> line);
  void sectionMark(llvm::ArrayRef<PPToken> line);
  std::string missingIncludeAdvice(llvm::StringRef name) const;
  void includeDirective(llvm::ArrayRef<PPToken> line);
  std::optional<std::pair<std::string, bool>>
  headerName(llvm::ArrayRef<PPToken> line);
  std::vector<llvm::StringRef> foldersAbove() const;
  std::vector<std::string> includeCandidates(llvm::StringRef name) const;
  std::optional<uint32_t> findInclude(llvm::StringRef written);
  void defineDirective(llvm::ArrayRef<PPToken> line);
  bool parseParameters(Macro &macro, llvm::ArrayRef<PPToken> line, size_t &at);
  bool parseBody(Macro &macro, llvm::ArrayRef<PPToken> body);
  void undefDirective(llvm::ArrayRef<PPToken> line);
  void versionDirective(llvm::ArrayRef<PPToken> line);
  void pragmaDirective(llvm::ArrayRef<PPToken> line);
  void lineDirective(llvm::ArrayRef<PPToken> line);
  void extensionDirective(llvm::ArrayRef<PPToken> line);
  void keepDirective(llvm::ArrayRef<PPToken> line);
  bool isReserved(const PPToken &name);
  static Spelling placeOf(llvm::ArrayRef<PPToken> line);
  static std::string joinTokens(llvm::ArrayRef<PPToken> line);
  uint32_t currentInstance() const;
  bool isReading() const {
    return IsInSection &&
           (Conditionals.empty() || Conditionals.back().isActive);
  }

  // Macros (MacroExpander.cpp).
  bool next(PPToken &token);
  bool expand(PPToken &token);
  bool expandBuiltin(PPToken &token);
  bool expandDefined(PPToken &token);
  bool collectArguments(Macro &macro, PPToken &name, uint32_t use,
                        std::vector<std::vector<PPToken>> &arguments);
  bool nextIsParenthesis();
  void substitute(const Macro &macro,
                  llvm::ArrayRef<std::vector<PPToken>> arguments, uint32_t use,
                  std::vector<PPToken> &out);
  void paste(PPToken &left, const PPToken &right, const Macro &macro);
  std::vector<PPToken> expandIsolated(llvm::ArrayRef<PPToken> tokens);
  uint32_t useOf(const PPToken &name, const Macro &macro);
  void pushMacro(Macro &macro, std::vector<PPToken> tokens, const PPToken &name,
                 uint32_t use);
  Macro *findMacro(llvm::StringRef name);
  std::optional<llvm::StringRef> predefinedValue(llvm::StringRef name);

  void emit(const PPToken &token);
  SyntaxError &error(Spelling place, const llvm::Twine &message);
  /// An error at \p token, or at the macro use that it came from.
  SyntaxError &errorAt(const PPToken &token, const llvm::Twine &message);
  /// Ends the run: nothing is read any more.
  SyntaxError &fatal(Spelling place, const llvm::Twine &message);
  llvm::StringRef save(const llvm::Twine &text) {
    return Map->Saver.save(text);
  }
  std::string describe(uint32_t instance) const;

  const PreprocessorOptions &Options;
  std::shared_ptr<TokenMap> Map = std::make_shared<TokenMap>();
  PreprocessedText Result;
  std::vector<Frame> Frames;
  std::vector<LexedFile> Lexed; ///< parallel to the map's files
  std::vector<Conditional> Conditionals;
  llvm::StringMap<std::unique_ptr<Macro>> Macros;
  std::vector<std::unique_ptr<Macro>>
      Retired; ///< #undef'd while perhaps in use
  llvm::StringMap<std::optional<std::string>> Predefined;
  llvm::StringMap<uint32_t> FileByPath;
  std::optional<PPToken> Pending; ///< read ahead
  bool HasMainText = false;       ///< a token that is no preamble's was put out
  bool IsInCondition = false;
  bool IsInSection = true; ///< false in a Godot section that is not #[compute]
  bool IsFatal = false;
  unsigned ArgumentDepth = 0;
  unsigned IncludeDepth = 0;
  size_t TokensExpanded = 0, TokensRead = 0;
};

} // namespace wglint::syntax

#endif // WGLINT_SYNTAX_PREPROCESSORIMPL_H
