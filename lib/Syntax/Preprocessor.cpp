// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The preprocessor's outer loop: files in, tokens out, errors.
#include "wglint/Syntax/Preprocessor.h"
#include "PreprocessorImpl.h"
#include "llvm/Support/Path.h"

using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

namespace wglint::syntax {

/// How deep files may include each other. Deep enough for any tree that a
/// person wrote; the compiler's own preprocessor has no limit and runs out of
/// memory.
static constexpr unsigned kMaxIncludeDepth = 64;
/// How many tokens may be read from files in all, so that includes that double
/// at each level end too.
static constexpr size_t kMaxTokensRead = 16'000'000;

VersionDirective findVersion(ArrayRef<RawToken> tokens, StringRef text) {
  VersionDirective version;
  for (size_t i = 0; i + 2 < tokens.size(); ++i) {
    if (!tokens[i].startsLine || tokens[i].in(text) != "#" ||
        tokens[i + 1].startsLine || tokens[i + 1].in(text) != "version" ||
        tokens[i + 2].startsLine)
      continue;
    if (tokens[i + 2].in(text).getAsInteger(10, version.number))
      version.number = 0;
    version.text = ("#version " + tokens[i + 2].in(text)).str();
    for (size_t j = i + 3; j < tokens.size() && !tokens[j].startsLine; ++j) {
      version.text += (" " + tokens[j].in(text)).str();
      version.isES |= tokens[j].in(text) == "es";
    }
    break;
  }
  return version;
}

Preprocessor::Preprocessor(const PreprocessorOptions &options)
    : Options(options) {
  Result.version = options.defaultVersion;
  // The version stands on the compiler's first line, whatever comes before it.
  OutputToken version;
  version.text = save(options.defaultVersion.text);
  version.isDirective = true;
  Map->Tokens.push_back(version);
}

PreprocessedText Preprocessor::run(ArrayRef<PreprocessorInput> inputs) {
  for (const PreprocessorInput &input : inputs) {
    uint32_t file = addFile(input.name, input.text);
    enterFile(file, Spelling(), input.isPreamble);
    PPToken token;
    while (next(token))
      if (!expand(token))
        emit(token);
  }
  Map->matchBrackets();
  Result.map = Map;
  return std::move(Result);
}

PreprocessedText preprocess(ArrayRef<PreprocessorInput> inputs,
                            const PreprocessorOptions &options) {
  return Preprocessor(options).run(inputs);
}

uint32_t Preprocessor::addFile(std::string name, StringRef text) {
  auto index = static_cast<uint32_t>(Map->Files.size());
  FileByPath[name] = index;
  Map->Files.push_back(std::make_unique<SourceFile>(std::move(name), text));
  LexedFile lexed;
  lexed.raw = lex(Map->Files.back()->logicalText());
  Lexed.push_back(std::move(lexed));
  return index;
}

void Preprocessor::enterFile(uint32_t file, Spelling includedAt,
                             bool isPreamble) {
  if (Lexed[file].isOnce)
    return;
  if (includedAt.instance != kNone && ++IncludeDepth > kMaxIncludeDepth) {
    fatal(includedAt, "includes are nested deeper than " +
                          Twine(kMaxIncludeDepth) +
                          " files: " + describe(includedAt.instance));
    return;
  }
  Frame frame;
  frame.instance = static_cast<uint32_t>(Map->Instances.size());
  frame.conditionalsAtStart = Conditionals.size();
  frame.isPreamble = isPreamble;
  Map->Instances.push_back({file, includedAt});
  if (auto at = Lexed[file].raw.unterminatedComment)
    error({frame.instance, *at, *at + 2}, "this comment does not end");
  Frames.push_back(std::move(frame));
}

void Preprocessor::leaveFile() {
  Frame &frame = Frames.back();
  if (Conditionals.size() > frame.conditionalsAtStart) {
    error(Conditionals[frame.conditionalsAtStart].place,
          "this condition has no #endif");
    Conditionals.resize(frame.conditionalsAtStart);
  }
  if (Map->Instances[frame.instance].includedAt.instance != kNone)
    --IncludeDepth;
  Frames.pop_back();
}

PPToken Preprocessor::makeToken(const RawToken &raw, uint32_t instance) const {
  PPToken token;
  token.text = raw.in(Map->fileOf(instance).logicalText());
  token.spelling = {instance, raw.offset, raw.offset + raw.length};
  token.kind = raw.kind;
  token.hasSpaceBefore = raw.hasSpaceBefore;
  return token;
}

/// Reads on in the file on top of the stack. False if there is no token but the
/// stack may have changed: a directive was read, or the file ended.
bool Preprocessor::nextFromFile(PPToken &token) {
  size_t index = Frames.size() - 1;
  uint32_t instance = Frames[index].instance;
  uint32_t file = Map->Instances[instance].file;
  StringRef text = Map->fileOf(instance).logicalText();
  for (;;) {
    const std::vector<RawToken> &raw = Lexed[file].raw.tokens;
    size_t &at = Frames[index].next;
    if (at == raw.size()) {
      leaveFile();
      return false;
    }
    const RawToken &first = raw[at++];
    ++TokensRead;
    if (first.startsLine && first.in(text) == "#") {
      std::vector<PPToken> line = {makeToken(first, instance)};
      while (at < raw.size() && !raw[at].startsLine)
        line.push_back(makeToken(raw[at++], instance));
      if (TokensRead > kMaxTokensRead)
        fatal(placeOf(line),
              "more than " + Twine(kMaxTokensRead) + " tokens in all includes");
      else
        directive(line);
      return false;
    }
    if (isReading()) {
      token = makeToken(first, instance);
      return true;
    }
  }
}

uint32_t Preprocessor::currentInstance() const {
  for (auto frame = Frames.rbegin(); frame != Frames.rend(); ++frame)
    if (frame->instance != kNone)
      return frame->instance;
  return kNone;
}

void Preprocessor::emit(const PPToken &token) {
  OutputToken out;
  out.text = token.text;
  out.spelling = token.spelling;
  out.use = token.use;
  Map->Tokens.push_back(out);
  HasMainText |= !Frames.empty() && !Frames.front().isPreamble;
}

SyntaxError &Preprocessor::error(Spelling place, const Twine &message) {
  Result.errors.push_back({place, message.str(), {}, ""});
  return Result.errors.back();
}

SyntaxError &Preprocessor::errorAt(const PPToken &token, const Twine &message) {
  if (token.use == kNone)
    return error(token.spelling, message);
  const MacroUse &use = Map->Uses[token.use];
  SyntaxError &e = error(use.use, message);
  e.notes.emplace_back(use.definition,
                       ("expanded from macro '" + use.macro + "'").str());
  return e;
}

SyntaxError &Preprocessor::fatal(Spelling place, const Twine &message) {
  IsFatal = true;
  return error(place, message);
}

/// The chain of includes that led to \p instance, from its file outwards. Long
/// chains are cut where they start to repeat.
std::string Preprocessor::describe(uint32_t instance) const {
  std::vector<uint32_t> files;
  for (uint32_t i = instance; i != kNone;
       i = Map->Instances[i].includedAt.instance) {
    uint32_t file = Map->Instances[i].file;
    bool isRepeated = llvm::is_contained(files, file);
    files.push_back(file);
    if (isRepeated)
      break;
  }
  std::string text;
  for (auto file = files.rbegin(); file != files.rend(); ++file)
    text +=
        (text.empty() ? "" : " includes ") + Map->Files[*file]->name().str();
  return text;
}

} // namespace wglint::syntax
