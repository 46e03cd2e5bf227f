// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The front end from top to bottom: what the file is, its preprocessing, its
/// compilation, and the map back.
#include "wglint/Frontend/Frontend.h"
#include "Glslang.h"
#include "MissingMacro.h"
#include "ShaderKind.h"
#include "SpirvInput.h"
#include "TokenSourceMap.h"
#include "wglint/Syntax/Preprocessor.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace wglint {

namespace {
/// One try under one environment.
struct Attempt {
  TargetEnv env = TargetEnv::GL;
  syntax::PreprocessedText text;
  GlslangOutput output;
  bool failed() const { return output.spirv.empty(); }
};

void announceNothing(StringRef) {}

/// A GLSL text that was looked at but not yet preprocessed.
struct Shader {
  StringRef path;
  const FrontendOptions &options;
  std::vector<syntax::PreprocessorInput>
      inputs; ///< the text itself is the last
  syntax::VersionDirective version;
  std::vector<Diagnostic> problems; ///< found before any try
  StageAnnouncer announce = announceNothing;
};
} // namespace

static Diagnostic compileError(StringRef path, std::string message) {
  Diagnostic diagnostic;
  diagnostic.check = "compile-error";
  diagnostic.severity = Severity::Error;
  diagnostic.range.file = path.str();
  diagnostic.message = std::move(message);
  return diagnostic;
}

/// The overlay that stands for the file at \p path; nullptr: none does.
static const std::string *findOverlay(StringRef path,
                                      const FrontendOptions &options) {
  if (options.overlays.empty())
    return nullptr;
  llvm::SmallString<256> absolute = path;
  if (llvm::sys::fs::make_absolute(absolute))
    return nullptr;
  llvm::sys::path::remove_dots(absolute, /*remove_dot_dot=*/true);
  auto found = options.overlays.find(absolute.str().str());
  return found == options.overlays.end() ? nullptr : &found->second;
}

static std::optional<std::string> readFile(const std::string &path,
                                           const FrontendOptions &options) {
  if (const std::string *overlay = findOverlay(path, options))
    return *overlay;
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return std::nullopt;
  return (*buffer)->getBuffer().str();
}

/// What a text without #version counts as: --glsl-version, or what glslc takes.
static syntax::VersionDirective defaultVersion(const FrontendOptions &options) {
  constexpr unsigned kDesktop = 450, kES = 310;
  syntax::VersionDirective version;
  version.number = options.glslVersion != 0 ? options.glslVersion
                   : options.targetEnv == TargetEnv::GLES31 ? kES
                                                            : kDesktop;
  version.isES =
      version.number == 300 || version.number == 310 || version.number == 320;
  version.text = "#version " + std::to_string(version.number) +
                 (version.isES ? " es" : "");
  return version;
}

/// -D and -U as a text of their own, so that their macros have a place.
static std::string commandLineText(const FrontendOptions &options) {
  std::string text;
  for (const auto &[name, value] : options.defines)
    text += "#define " + name + " " + value + "\n";
  for (const std::string &name : options.undefines)
    text += "#undef " + name + "\n";
  return text;
}

static Shader prepareShader(StringRef path, StringRef text,
                            const FrontendOptions &options,
                            const syntax::RawTokens &raw,
                            StringRef logicalText) {
  Shader shader{
      path, options, {}, syntax::findVersion(raw.tokens, logicalText), {}};
  if (shader.version.number == 0)
    shader.version = defaultVersion(options);
  std::string commandLine = commandLineText(options);
  if (!commandLine.empty())
    shader.inputs.push_back(
        {kCommandLineText.str(), commandLine, /*isPreamble=*/true});
  for (const std::string &preamble : options.preambleFiles) {
    if (auto content = readFile(preamble, options))
      shader.inputs.push_back({preamble, *content, /*isPreamble=*/true});
    else
      shader.problems.push_back(
          compileError(path, "cannot read the preamble '" + preamble + "'"));
  }
  shader.inputs.push_back({path.str(), text.str(), /*isPreamble=*/false});
  return shader;
}

static syntax::PreprocessedText preprocessFor(const Shader &shader,
                                              TargetEnv env) {
  syntax::PreprocessorOptions options;
  options.includeDirs = shader.options.includeDirs;
  options.readFile = [&](const std::string &path) {
    return readFile(path, shader.options);
  };
  options.defaultVersion = defaultVersion(shader.options);
  options.predefined = [&](llvm::ArrayRef<StringRef> names) {
    return predefinedMacros(names, shader.version, env);
  };
  return syntax::preprocess(shader.inputs, options);
}

static TargetEnv guessEnvironment(const syntax::TokenMap &tokens, bool isES) {
  EnvironmentGuess guess(isES);
  for (const syntax::OutputToken &token : tokens.tokens()) {
    // Of directives the last words count: #extension NAME : require
    llvm::SmallVector<StringRef, 8> words;
    if (token.isDirective)
      token.text.split(words, ' ', -1, /*KeepEmpty=*/false);
    else
      words.push_back(token.text);
    for (StringRef word : words)
      guess.add(word);
  }
  return guess.result();
}

/// glslang's part of an attempt, announced as such.
static GlslangOutput compile(const Shader &shader, const Attempt &attempt) {
  shader.announce(stage::kGlslang);
  GlslangOutput output = compileTokens(*attempt.text.map, attempt.env);
  shader.announce(stage::kFrontend);
  return output;
}

static Attempt attempt(const Shader &shader, TargetEnv env) {
  Attempt attempt;
  attempt.env = env;
  attempt.text = preprocessFor(shader, env);
  if (attempt.text.errors.empty())
    attempt.output = compile(shader, attempt);
  return attempt;
}

/// What to try where \p env does not compile.
static TargetEnv otherEnvironment(TargetEnv env, bool isES) {
  if (env != TargetEnv::Vulkan)
    return TargetEnv::Vulkan;
  return isES ? TargetEnv::GLES31 : TargetEnv::GL;
}

/// Tries what the text looks like, and where that does not compile the other
/// environment of the same family: what only one accepts was meant for it.
static Attempt attemptAuto(const Shader &shader) {
  bool isES = shader.version.isES;
  TargetEnv env = isES ? TargetEnv::GLES31 : TargetEnv::GL;
  Attempt first;
  first.env = env;
  first.text = preprocessFor(shader, env);
  TargetEnv guess = guessEnvironment(*first.text.map, isES);
  if (guess != env)
    first = attempt(shader, guess);
  else if (first.text.errors.empty())
    first.output = compile(shader, first);
  if (!first.failed())
    return first;
  Attempt second = attempt(shader, otherEnvironment(first.env, isES));
  return second.failed() ? std::move(first) : std::move(second);
}

static Diagnostic toDiagnostic(const syntax::TokenMap &tokens,
                               const syntax::SyntaxError &error) {
  Diagnostic diagnostic = compileError("", error.message);
  diagnostic.range = toSourceRange(tokens, error.place);
  for (const auto &[place, message] : error.notes)
    diagnostic.notes.push_back({toSourceRange(tokens, place), message});
  if (!error.undefinedName.empty())
    diagnostic.notes.push_back(
        {diagnostic.range, missingMacroNote(error.undefinedName)});
  for (DiagnosticNote &note : contextNotes(tokens, error.place, syntax::kNone))
    diagnostic.notes.push_back(std::move(note));
  return diagnostic;
}

static Diagnostic toDiagnostic(StringRef path, const syntax::TokenMap &tokens,
                               const GlslangError &error) {
  Diagnostic diagnostic = compileError(path, error.message);
  if (!error.token)
    return diagnostic;
  syntax::TokenPlace place = tokens.place(*error.token, *error.token);
  if (place.range.instance == syntax::kNone)
    return diagnostic;
  diagnostic.range = toSourceRange(tokens, place.range);
  if (auto name = missingMacro(tokens, error))
    diagnostic.notes.push_back({diagnostic.range, missingMacroNote(*name)});
  llvm::append_range(diagnostic.notes,
                     contextNotes(tokens, place.range, place.use));
  return diagnostic;
}

/// Something that makes looking for GLSL in \p text pointless.
static std::optional<std::string> whyNoText(StringRef text) {
  if (text.trim().empty())
    return "the file is empty";
  size_t zero = text.find('\0');
  if (zero != StringRef::npos)
    return "no GLSL: byte " + std::to_string(zero) +
           " is zero, so this is binary data";
  return std::nullopt;
}

static FrontendResult compileGlsl(StringRef path, StringRef text,
                                  const FrontendOptions &options,
                                  StageAnnouncer announce) {
  FrontendResult result;
  syntax::SourceFile file(path.str(), text);
  syntax::RawTokens raw = syntax::lex(file.logicalText());
  auto finish = [&](const std::shared_ptr<const syntax::TokenMap> &map,
                    std::vector<Site> sites) {
    auto mainFile =
        llvm::find_if(map->files(), [&](auto &f) { return f->name() == path; });
    auto index = static_cast<uint32_t>(mainFile - map->files().begin());
    result.tokens = map;
    result.sourceMap =
        std::make_shared<TokenSourceMap>(map, index, std::move(sites));
  };
  auto isSaidByIncludes = [&] {
    Shader shader = prepareShader(path, text, options, raw, file.logicalText());
    auto whole = preprocessFor(shader, TargetEnv::Vulkan);
    return whole.errors.empty() && isComputeText(*whole.map);
  };
  if (auto reason = whyNotCompute(path, options.stage, raw.tokens,
                                  file.logicalText(), isSaidByIncludes)) {
    finish(syntax::preprocess({{path.str(), "", false}}, {}).map, {});
    result.status = FrontendStatus::Skipped;
    result.skipReason = *reason;
    return result;
  }
  if (auto reason = whyNoText(text)) {
    finish(syntax::preprocess({{path.str(), text.str(), false}}, {}).map, {});
    result.diagnostics.push_back(compileError(path, *reason));
    return result;
  }
  Shader shader = prepareShader(path, text, options, raw, file.logicalText());
  shader.announce = announce;
  Attempt done = options.targetEnv == TargetEnv::Auto
                     ? attemptAuto(shader)
                     : attempt(shader, options.targetEnv);
  const syntax::TokenMap &tokens = *done.text.map;
  result.diagnostics = std::move(shader.problems);
  for (const syntax::SyntaxError &error : done.text.errors)
    result.diagnostics.push_back(toDiagnostic(tokens, error));
  for (const GlslangError &error : done.output.errors)
    result.diagnostics.push_back(toDiagnostic(path, tokens, error));
  result.targetEnv = done.env;
  result.isWebGL2 = done.text.version.isES && done.text.version.number == 310;
  result.spirv = std::move(done.output.spirv);
  finish(done.text.map, std::move(done.output.sites));
  if (result.diagnostics.empty())
    result.status = FrontendStatus::Compiled;
  return result;
}

FrontendResult compileShader(StringRef path, StringRef text,
                             const FrontendOptions &options,
                             StageAnnouncer announce) {
  FileFormat format = detectFormat(path, text);
  if (format == FileFormat::GLSL)
    return compileGlsl(path, text, options, announce);
  return readSpirv(path, text, format, announce);
}

std::string preprocessShader(StringRef path, StringRef text,
                             const FrontendOptions &options) {
  syntax::SourceFile file(path.str(), text);
  syntax::RawTokens raw = syntax::lex(file.logicalText());
  Shader shader = prepareShader(path, text, options, raw, file.logicalText());
  TargetEnv env = options.targetEnv == TargetEnv::Auto ? TargetEnv::Vulkan
                                                       : options.targetEnv;
  return preprocessFor(shader, env).map->compilerText();
}

/// Whether glslang knows \p version and has compute shaders in it, be it as an
/// extension. About other versions it prints to stdout, which belongs to the
/// report in the process that is warmed.
static bool hasComputeShaders(const syntax::VersionDirective &version) {
  if (version.isES)
    return version.number == 310 || version.number == 320;
  return version.number >= 420 && version.number <= 460 &&
         version.number % 10 == 0;
}

void warmFrontend(StringRef path, StringRef text,
                  const FrontendOptions &options, bool withSecondTry) {
  if (detectFormat(path, text) != FileFormat::GLSL || whyNoText(text))
    return;
  syntax::SourceFile file(path.str(), text);
  syntax::RawTokens raw = syntax::lex(file.logicalText());
  if (whyNotCompute(path, options.stage, raw.tokens, file.logicalText(),
                    [] { return false; }))
    return;
  syntax::VersionDirective version =
      syntax::findVersion(raw.tokens, file.logicalText());
  if (version.number == 0)
    version = defaultVersion(options);
  if (!hasComputeShaders(version))
    return;
  TargetEnv env = options.targetEnv;
  if (env == TargetEnv::Auto) {
    EnvironmentGuess guess(version.isES);
    for (const syntax::RawToken &token : raw.tokens)
      guess.add(token.in(file.logicalText()));
    env = guess.result();
  }
  warmGlslang(version, env);
  if (withSecondTry && options.targetEnv == TargetEnv::Auto)
    warmGlslang(version, otherEnvironment(env, version.isES));
}

std::string frontendVersions() {
  return glslangVersion() + ", " + spirvToolsVersion();
}

} // namespace wglint
