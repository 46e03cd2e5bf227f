// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Macro expansion as in C (ISO C11 6.10.3), without # and variadic macros,
/// which GLSL does not have.
#include "PreprocessorImpl.h"

using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

namespace wglint::syntax {

/// How deep uses of macros may stand in arguments of macros. Newer glslang has
/// the same limit (its change log for 16.4: "capping macro expansion depth at
/// 200").
static constexpr unsigned kMaxArgumentDepth = 200;
/// How many tokens all macros together may expand to. At some 40 bytes each
/// that is 160 MB; 26 doublings of one token are 67 million.
static constexpr size_t kMaxTokensExpanded = 4'000'000;

bool Preprocessor::next(PPToken &token) {
  if (Pending) {
    token = *Pending;
    Pending.reset();
    return true;
  }
  while (!Frames.empty() && !IsFatal) {
    Frame &frame = Frames.back();
    if (frame.instance != kNone) {
      if (nextFromFile(token))
        return true;
      continue;
    }
    if (frame.next < frame.tokens.size()) {
      token = frame.tokens[frame.next++];
      return true;
    }
    if (frame.isBarrier)
      return false;
    frame.macro->isBusy = false;
    Frames.pop_back();
  }
  return false;
}

Macro *Preprocessor::findMacro(StringRef name) {
  auto found = Macros.find(name);
  return found == Macros.end() ? nullptr : found->second.get();
}

/// Replaces \p token, if it names a macro: either in place (true is returned
/// only if the token is used up) or by pushing the macro's body.
bool Preprocessor::expand(PPToken &token) {
  if (token.kind != TokenKind::Identifier || token.isPainted)
    return false;
  if (IsInCondition && token.text == "defined")
    return expandDefined(token);
  Macro *macro = findMacro(token.text);
  if (!macro)
    return expandBuiltin(token);
  if (macro->isBusy) {
    token.isPainted = true;
    return false;
  }
  std::vector<std::vector<PPToken>> arguments;
  if (macro->isFunctionLike && !nextIsParenthesis())
    return false;
  uint32_t use = useOf(token, *macro);
  if (macro->isFunctionLike && !collectArguments(*macro, token, use, arguments))
    return true;
  std::vector<PPToken> body;
  substitute(*macro, arguments, use, body);
  pushMacro(*macro, std::move(body), token, use);
  return true;
}

/// Replaces the names that are no macros but have a value; never uses up a
/// token.
bool Preprocessor::expandBuiltin(PPToken &token) {
  auto replace = [&](const Twine &text) {
    token.text = save(text);
    token.kind = TokenKind::Number;
  };
  if (token.text == "__LINE__") {
    const Spelling &place =
        token.use == kNone ? token.spelling : Map->Uses[token.use].use;
    const SourceFile &file = Map->fileOf(place.instance);
    int delta = 0;
    for (const Frame &frame : Frames)
      if (frame.instance == place.instance)
        delta = frame.lineDelta;
    replace(Twine(static_cast<int>(
                      file.lineColumn(file.physicalOffset(place.begin)).line) +
                  delta));
  } else if (token.text == "__FILE__") {
    // The number of the source string: there is always one.
    replace("0");
  } else if (token.text == "__VERSION__") {
    replace(Twine(Result.version.number));
  } else if (IsInCondition) {
    if (auto value = predefinedValue(token.text)) {
      token.text = *value;
      token.kind = TokenKind::Number;
    }
  }
  return false;
}

/// `defined X` or `defined(X)`, also where a macro spells it out.
bool Preprocessor::expandDefined(PPToken &token) {
  PPToken name, close;
  bool isComplete = next(name);
  if (isComplete && name.text == "(")
    isComplete = next(name) && next(close) && close.text == ")";
  if (!isComplete || name.kind != TokenKind::Identifier) {
    errorAt(token, "'defined' is not followed by a name");
    return true;
  }
  token.text = isDefined(name.text) ? "1" : "0";
  token.kind = TokenKind::Number;
  return false;
}

bool Preprocessor::isDefined(StringRef name) {
  return findMacro(name) || name == "__LINE__" || name == "__FILE__" ||
         name == "__VERSION__" || predefinedValue(name);
}

/// Names that the compiler may define: GLSL 4.60, section 3.3 reserves the
/// prefix GL_ and names with two underscores; GL_KHR_vulkan_glsl adds VULKAN.
static bool mayBePredefined(StringRef name) {
  return name.starts_with("GL_") || name == "VULKAN" || name.contains("__");
}

std::optional<StringRef> Preprocessor::predefinedValue(StringRef name) {
  if (!mayBePredefined(name) || !Options.predefined)
    return std::nullopt;
  if (!Predefined.count(name)) {
    // One question for all the names of all files read up to here: asking costs
    // much more than one more name.
    std::vector<StringRef> names = {name};
    for (size_t file = 0; file < Lexed.size(); ++file)
      for (const RawToken &raw : Lexed[file].raw.tokens) {
        StringRef other = raw.in(Map->Files[file]->logicalText());
        if (raw.kind == TokenKind::Identifier && mayBePredefined(other) &&
            !Predefined.count(other))
          names.push_back(other);
      }
    auto values = Options.predefined(names);
    for (size_t i = 0; i < names.size(); ++i)
      Predefined.try_emplace(names[i], values[i]);
  }
  const std::optional<std::string> &value = Predefined[name];
  return value ? std::optional<StringRef>(*value) : std::nullopt;
}

bool Preprocessor::nextIsParenthesis() {
  PPToken token;
  if (!next(token))
    return false;
  Pending = token;
  return token.text == "(";
}

/// The outermost use that an expansion of \p name belongs to.
uint32_t Preprocessor::useOf(const PPToken &name, const Macro &macro) {
  if (name.use != kNone)
    return name.use;
  Map->Uses.push_back({macro.name, macro.definition, name.spelling});
  return static_cast<uint32_t>(Map->Uses.size()) - 1;
}

bool Preprocessor::collectArguments(
    Macro &macro, PPToken &name, uint32_t use,
    std::vector<std::vector<PPToken>> &arguments) {
  PPToken token;
  next(token); // the parenthesis that nextIsParenthesis() saw
  unsigned depth = 0;
  arguments.emplace_back();
  for (;;) {
    if (!next(token)) {
      if (!IsFatal)
        errorAt(name, "the arguments of macro '" + macro.name + "' do not end");
      return false;
    }
    bool isFromText = token.use == kNone;
    token.use = isFromText ? use : token.use;
    if (token.text == ")" && depth == 0) {
      Spelling &range = Map->Uses[use].use;
      if (isFromText && token.spelling.instance == range.instance)
        range.end = std::max(range.end, token.spelling.end);
      break;
    }
    if (token.text == "," && depth == 0) {
      arguments.emplace_back();
      continue;
    }
    depth += token.text == "(" ? 1 : 0;
    depth -= token.text == ")" ? 1 : 0;
    arguments.back().push_back(token);
  }
  if (macro.parameters.empty() && arguments.size() == 1 && arguments[0].empty())
    arguments.clear();
  if (arguments.size() != macro.parameters.size()) {
    errorAt(name, "macro '" + macro.name + "' takes " +
                      Twine(macro.parameters.size()) + " arguments, not " +
                      Twine(arguments.size()));
    return false;
  }
  return true;
}

static bool isWord(const PPToken &token) {
  return token.kind == TokenKind::Identifier || token.kind == TokenKind::Number;
}

void Preprocessor::substitute(const Macro &macro,
                              ArrayRef<std::vector<PPToken>> arguments,
                              uint32_t use, std::vector<PPToken> &out) {
  // An argument is expanded once, and only if its parameter stands anywhere but
  // beside ##.
  std::vector<std::optional<std::vector<PPToken>>> expanded(arguments.size());
  bool pastes = false, hasLeft = false;
  bool isInWord = false; // of the body, whose first token was pasted
  for (const BodyToken &b : macro.body) {
    ArrayRef<PPToken> piece;
    PPToken own = b.token;
    own.use = use;
    if (b.parameter < 0) {
      piece = own;
    } else if (pastes || b.pastesNext) {
      piece = arguments[b.parameter];
    } else {
      auto &full = expanded[b.parameter];
      if (!full)
        full = expandIsolated(arguments[b.parameter]);
      piece = *full;
    }
    if (TokensExpanded + out.size() + piece.size() > kMaxTokensExpanded) {
      TokensExpanded = kMaxTokensExpanded; // pushMacro() reports it
      out.resize(1);
      return;
    }
    size_t joined = 0;
    if (pastes && hasLeft && !piece.empty()) {
      // What stands on the right without a space is one word, even where the
      // lexer made two tokens of it: `image ## 1D`.
      paste(out.back(), piece[joined++], macro);
      while (joined < piece.size() && !piece[joined].hasSpaceBefore &&
             isWord(piece[joined]) && isWord(piece[joined - 1]))
        paste(out.back(), piece[joined++], macro);
    }
    bool isWordOfBody = b.parameter < 0 && isWord(own);
    if (isInWord && !pastes && isWordOfBody && !own.hasSpaceBefore)
      paste(out.back(), piece[joined++], macro);
    else
      isInWord = pastes && hasLeft && isWordOfBody;
    hasLeft = !piece.empty() || (pastes && hasLeft);
    out.insert(out.end(), piece.begin() + joined, piece.end());
    pastes = b.pastesNext;
  }
}

void Preprocessor::paste(PPToken &left, const PPToken &right,
                         const Macro &macro) {
  StringRef text = save(left.text + right.text);
  auto kind = lexSingle(text);
  if (!kind) {
    errorAt(left, "'" + left.text + "' ## '" + right.text + "' gives no token");
    return;
  }
  left.text = text;
  left.kind = *kind;
  left.isPainted = false;
  // It stands nowhere in the text, so that its place is the use of the macro.
  left.spelling = macro.definition;
}

std::vector<PPToken> Preprocessor::expandIsolated(ArrayRef<PPToken> tokens) {
  std::vector<PPToken> out;
  if (tokens.empty())
    return out;
  if (++ArgumentDepth > kMaxArgumentDepth) {
    errorAt(tokens.front(), "macro arguments are nested deeper than " +
                                Twine(kMaxArgumentDepth) + " uses");
    IsFatal = true;
  }
  Frame barrier;
  barrier.tokens = tokens.vec();
  barrier.isBarrier = true;
  Frames.push_back(std::move(barrier));
  PPToken token;
  while (next(token))
    if (!expand(token))
      out.push_back(token);
  if (!IsFatal) {
    assert(Frames.back().isBarrier &&
           "frames above the barrier are used up first");
    Frames.pop_back();
  }
  --ArgumentDepth;
  return out;
}

void Preprocessor::pushMacro(Macro &macro, std::vector<PPToken> tokens,
                             const PPToken &name, uint32_t use) {
  TokensExpanded += tokens.size();
  if (TokensExpanded > kMaxTokensExpanded) {
    const MacroUse &outermost = Map->Uses[use];
    fatal(outermost.use, "macro '" + outermost.macro +
                             "' brings the macros' expansion to more than " +
                             Twine(kMaxTokensExpanded) + " tokens");
    return;
  }
  Frame frame;
  frame.macro = &macro;
  frame.tokens = std::move(tokens);
  macro.isBusy = true;
  Frames.push_back(std::move(frame));
}

} // namespace wglint::syntax
