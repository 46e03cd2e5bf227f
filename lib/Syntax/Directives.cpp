// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The directives of GLSL 4.60, section 3.3, the include extensions, and
/// Godot's section marks (`#[compute]`).
#include "ConditionExpression.h"
#include "PreprocessorImpl.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using llvm::ArrayRef;
using llvm::StringRef;

namespace wglint::syntax {

Spelling Preprocessor::placeOf(ArrayRef<PPToken> line) {
  Spelling place = line.front().spelling;
  place.end = line.back().spelling.end;
  return place;
}

/// The tokens as text, white space made single.
std::string Preprocessor::joinTokens(ArrayRef<PPToken> line) {
  std::string text;
  for (const PPToken &token : line) {
    if (token.hasSpaceBefore && !text.empty())
      text += ' ';
    text += token.text;
  }
  return text;
}

void Preprocessor::directive(ArrayRef<PPToken> line) {
  if (line.size() == 1)
    return;
  StringRef name = line[1].text;
  if (name == "[") {
    sectionMark(line);
    return;
  }
  if (!IsInSection)
    return;
  if (!conditionalDirective(name, line) && isReading())
    activeDirective(name, line);
}

void Preprocessor::activeDirective(StringRef name, ArrayRef<PPToken> line) {
  enum {
    Define,
    Undef,
    Include,
    Version,
    Pragma,
    Line,
    Error,
    Extension,
    Godot,
    Unknown
  };
  switch (llvm::StringSwitch<int>(name)
              .Case("define", Define)
              .Case("undef", Undef)
              .Case("include", Include)
              .Case("version", Version)
              .Case("pragma", Pragma)
              .Case("line", Line)
              .Case("error", Error)
              .Case("extension", Extension)
              // The place where Godot puts a variant's #defines.
              .Case("VERSION_DEFINES", Godot)
              .Default(Unknown)) {
  case Define:
    return defineDirective(line);
  case Undef:
    return undefDirective(line);
  case Include:
    return includeDirective(line);
  case Version:
    return versionDirective(line);
  case Pragma:
    return pragmaDirective(line);
  case Line:
    return lineDirective(line);
  case Extension:
    return extensionDirective(line);
  case Error:
    error(placeOf(line), "#error " + joinTokens(line.drop_front(2)));
    return;
  case Unknown:
    error(placeOf(line), "unknown directive '#" + name + "'");
    return;
  }
}

void Preprocessor::sectionMark(ArrayRef<PPToken> line) {
  IsInSection = line.size() > 2 && line[2].text == "compute";
}

/// False if \p name is no directive of a condition.
bool Preprocessor::conditionalDirective(StringRef name,
                                        ArrayRef<PPToken> line) {
  if (name == "if" || name == "ifdef" || name == "ifndef") {
    openConditional(name, line);
  } else if (name == "elif" || name == "else" || name == "endif") {
    // A condition belongs to its file.
    size_t first =
        Frames.back().instance == kNone ? 0 : Frames.back().conditionalsAtStart;
    if (Conditionals.size() <= first)
      error(placeOf(line), "#" + name + " without #if");
    else if (name == "endif")
      Conditionals.pop_back();
    else
      elseConditional(name, line);
  } else {
    return false;
  }
  return true;
}

void Preprocessor::openConditional(StringRef name, ArrayRef<PPToken> line) {
  Conditional conditional;
  conditional.place = placeOf(line);
  conditional.isOuterActive = isReading();
  if (conditional.isOuterActive) {
    if (name == "if")
      conditional.isActive = condition(line);
    else if (line.size() < 3 || line[2].kind != TokenKind::Identifier)
      error(placeOf(line), "#" + name + " without a name");
    else
      conditional.isActive = isDefined(line[2].text) == (name == "ifdef");
  }
  conditional.wasTaken = conditional.isActive;
  Conditionals.push_back(conditional);
}

void Preprocessor::elseConditional(StringRef name, ArrayRef<PPToken> line) {
  if (Conditionals.back().hasElse) {
    error(placeOf(line), "#" + name + " behind #else")
        .notes.emplace_back(Conditionals.back().place,
                            "the condition starts here");
    return;
  }
  Conditionals.back().hasElse = name == "else";
  bool mayTake =
      Conditionals.back().isOuterActive && !Conditionals.back().wasTaken;
  // A condition that does not matter is not looked at, as in C.
  bool isActive = mayTake && (name == "else" || condition(line));
  Conditionals.back().isActive = isActive;
  Conditionals.back().wasTaken |= isActive;
}

static std::vector<ConditionToken> toCondition(ArrayRef<PPToken> tokens) {
  std::vector<ConditionToken> condition;
  condition.reserve(tokens.size());
  for (const PPToken &token : tokens)
    condition.push_back({token.text, token.kind});
  return condition;
}

bool Preprocessor::condition(ArrayRef<PPToken> line) {
  bool wasInCondition = IsInCondition;
  IsInCondition = true;
  std::vector<PPToken> tokens = expandIsolated(line.drop_front(2));
  IsInCondition = wasInCondition;
  if (IsFatal)
    return false;
  ConditionResult result =
      evaluateCondition(toCondition(tokens), Result.version.isES);
  if (result.error) {
    bool isAtToken = result.errorToken < tokens.size();
    const PPToken &token = isAtToken ? tokens[result.errorToken] : line.back();
    SyntaxError &error = errorAt(token, *result.error);
    if (result.isUnknownName)
      error.undefinedName = token.text.str();
  }
  return result.value != 0;
}

/// Name of a header and whether it stands in quotes.
std::optional<std::pair<std::string, bool>>
Preprocessor::headerName(ArrayRef<PPToken> line) {
  std::vector<PPToken> tokens = line.drop_front(2).vec();
  if (!tokens.empty() && tokens[0].kind == TokenKind::Identifier)
    tokens = expandIsolated(tokens);
  if (tokens.empty())
    return std::nullopt;
  if (tokens[0].kind == TokenKind::String)
    return std::make_pair(tokens[0].text.drop_front().drop_back().str(), true);
  if (tokens[0].text != "<" || tokens[0].spelling.instance == kNone)
    return std::nullopt;
  StringRef text = Map->fileOf(tokens[0].spelling.instance).logicalText();
  StringRef name =
      text.drop_front(tokens[0].spelling.end).take_until([](char c) {
        return c == '>' || c == '\n';
      });
  if (!text.drop_front(tokens[0].spelling.end + name.size()).starts_with(">"))
    return std::nullopt;
  return std::make_pair(name.str(), false);
}

/// The folders above the file that is being read, the innermost first.
std::vector<StringRef> Preprocessor::foldersAbove() const {
  std::vector<StringRef> above;
  StringRef file = Map->fileOf(currentInstance()).name();
  while (!(file = llvm::sys::path::parent_path(file)).empty())
    above.push_back(file);
  above.push_back(".");
  return above;
}

/// Looks in the folders of the includers, the innermost first, then in those of
/// -I. A path that begins with / and is not there begins in a folder that the
/// host knows: one of -I, or one above, as that of a pack of shaders.
std::vector<std::string> Preprocessor::includeCandidates(StringRef name) const {
  std::vector<std::string> candidates;
  auto add = [&](StringRef folder) {
    llvm::SmallString<256> path = folder;
    llvm::sys::path::append(path, name.ltrim('/'));
    llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
    if (!llvm::is_contained(candidates, path.str()))
      candidates.push_back(path.str().str());
  };
  bool isAbsolute = llvm::sys::path::is_absolute(name);
  if (isAbsolute)
    candidates.push_back(name.str());
  for (uint32_t i = currentInstance(); i != kNone && !isAbsolute;
       i = Map->Instances[i].includedAt.instance)
    add(llvm::sys::path::parent_path(Map->fileOf(i).name()));
  for (const std::string &folder : Options.includeDirs)
    add(folder);
  if (isAbsolute)
    llvm::for_each(foldersAbove(), add);
  return candidates;
}

std::optional<uint32_t> Preprocessor::findInclude(StringRef written) {
  std::string name = written.str();
  std::replace(name.begin(), name.end(), '\\', '/'); // as Windows has it
  std::vector<std::string> candidates = includeCandidates(name);
  for (const std::string &path : candidates) {
    if (auto known = FileByPath.find(path); known != FileByPath.end())
      return known->second;
    if (auto text = Options.readFile ? Options.readFile(path) : std::nullopt) {
      Result.includedFiles.push_back(path);
      return addFile(path, *text);
    }
  }
  return std::nullopt;
}

/// Hosts give compilers a folder above that of the shader as often as not.
std::string Preprocessor::missingIncludeAdvice(StringRef name) const {
  std::vector<StringRef> above;
  if (Options.readFile && !llvm::sys::path::is_absolute(name))
    above = foldersAbove();
  for (StringRef folder : above) {
    llvm::SmallString<256> path = folder;
    llvm::sys::path::append(path, name);
    if (Options.readFile(std::string(path)))
      return ("there is '" + path + "', which -I" + folder +
              " finds (in a .wglint file: IncludeDirs)")
          .str();
  }
  return "it is looked for beside the files that include it, and in the "
         "folders of -I (in a .wglint file: IncludeDirs)";
}

void Preprocessor::includeDirective(ArrayRef<PPToken> line) {
  auto name = headerName(line);
  if (!name) {
    error(placeOf(line), "#include is followed by neither \"file\" nor <file>");
    return;
  }
  auto file = findInclude(name->first);
  if (!file) {
    // What follows would only complain about what the file declares.
    fatal(placeOf(line), "cannot find the included file '" + name->first + "'")
        .notes.emplace_back(placeOf(line), missingIncludeAdvice(name->first));
    return;
  }
  bool isPreamble = Frames.front().isPreamble;
  enterFile(*file, placeOf(line), isPreamble);
}

bool Preprocessor::isReserved(const PPToken &name) {
  bool isReserved = name.text.starts_with("GL_") || name.text == "defined" ||
                    name.text == "__LINE__" || name.text == "__FILE__" ||
                    name.text == "__VERSION__";
  if (isReserved)
    error(name.spelling,
          "the name '" + name.text + "' is reserved and cannot be (un)defined");
  return isReserved;
}

/// `(a, b)` behind the macro's name; \p at is behind it afterwards.
bool Preprocessor::parseParameters(Macro &macro, ArrayRef<PPToken> line,
                                   size_t &at) {
  macro.isFunctionLike = true;
  ++at;
  if (at < line.size() && line[at].text == ")") {
    ++at;
    return true;
  }
  for (; at + 1 < line.size(); at += 2) {
    if (line[at].kind != TokenKind::Identifier)
      break;
    if (llvm::is_contained(macro.parameters, line[at].text)) {
      error(line[at].spelling, "parameter '" + line[at].text +
                                   "' stands twice in macro '" + macro.name +
                                   "'");
      return false;
    }
    macro.parameters.push_back(line[at].text);
    if (line[at + 1].text == ")") {
      at += 2;
      return true;
    }
    if (line[at + 1].text != ",")
      break;
  }
  error(placeOf(line),
        "the parameters of macro '" + macro.name + "' are malformed");
  return false;
}

bool Preprocessor::parseBody(Macro &macro, ArrayRef<PPToken> body) {
  for (size_t i = 0; i < body.size(); ++i) {
    if (body[i].text == "##") {
      if (macro.body.empty() || i + 1 == body.size()) {
        error(body[i].spelling,
              "## stands at an end of the body of macro '" + macro.name + "'");
        return false;
      }
      macro.body.back().pastesNext = true;
      continue;
    }
    BodyToken token;
    token.token = body[i];
    auto parameter = llvm::find(macro.parameters, body[i].text);
    // In `2D` no D stands alone.
    bool isInNumber = i > 0 && body[i - 1].kind == TokenKind::Number &&
                      !body[i].hasSpaceBefore;
    if (macro.isFunctionLike && !isInNumber &&
        parameter != macro.parameters.end())
      token.parameter = static_cast<int>(parameter - macro.parameters.begin());
    macro.body.push_back(token);
  }
  return true;
}

static bool haveSameMeaning(const Macro &a, const Macro &b) {
  return a.isFunctionLike == b.isFunctionLike && a.parameters == b.parameters &&
         llvm::equal(a.body, b.body,
                     [](const BodyToken &x, const BodyToken &y) {
                       return x.token.text == y.token.text &&
                              x.pastesNext == y.pastesNext;
                     });
}

void Preprocessor::defineDirective(ArrayRef<PPToken> line) {
  if (line.size() < 3 || line[2].kind != TokenKind::Identifier) {
    error(placeOf(line), "#define without a name");
    return;
  }
  if (isReserved(line[2]))
    return;
  auto macro = std::make_unique<Macro>();
  macro->name = line[2].text;
  macro->definition = line[2].spelling;
  size_t at = 3;
  bool hasParameters =
      line.size() > 3 && line[3].text == "(" && !line[3].hasSpaceBefore;
  if (hasParameters && !parseParameters(*macro, line, at))
    return;
  if (!parseBody(*macro, line.drop_front(at)))
    return;
  std::unique_ptr<Macro> &slot = Macros[macro->name];
  if (slot && haveSameMeaning(*slot, *macro))
    return;
  if (slot)
    error(line[2].spelling,
          "macro '" + macro->name + "' is redefined with another meaning")
        .notes.emplace_back(slot->definition, "it was defined here");
  else
    slot = std::move(macro);
}

void Preprocessor::undefDirective(ArrayRef<PPToken> line) {
  if (line.size() < 3 || line[2].kind != TokenKind::Identifier) {
    error(placeOf(line), "#undef without a name");
    return;
  }
  if (isReserved(line[2]))
    return;
  auto found = Macros.find(line[2].text);
  if (found == Macros.end()) {
    Predefined[line[2].text] = std::nullopt;
    return;
  }
  // Its body may be on the stack (a directive inside of macro arguments).
  Retired.push_back(std::move(found->second));
  Macros.erase(found);
}

/// It may stand in a file that is included before all else. In one that is
/// included later it is left out if it asks for no more: what a project
/// compiles by itself as well, its program puts together in this way.
void Preprocessor::versionDirective(ArrayRef<PPToken> line) {
  VersionDirective version;
  bool isNumber =
      line.size() > 2 && !line[2].text.getAsInteger(10, version.number);
  if (!isNumber && !HasMainText) {
    error(placeOf(line), "#version without a number");
    return;
  }
  version.text = "#version";
  for (const PPToken &part : line.drop_front(2)) {
    version.text += " " + part.text.str();
    version.isES |= part.text == "es";
  }
  if (HasMainText) {
    const FileInstance &file = Map->Instances[line[0].spelling.instance];
    bool isIncluded = file.includedAt.instance != kNone;
    bool isGiven = Map->Tokens.front().spelling.instance != kNone;
    if (!isIncluded || !isGiven || !isNumber ||
        version.number > Result.version.number ||
        version.isES != Result.version.isES)
      error(placeOf(line), "#version has to come before everything else");
    return;
  }
  OutputToken &out = Map->Tokens.front();
  out.text = save(version.text);
  out.spelling = placeOf(line);
  Result.version = version;
}

void Preprocessor::pragmaDirective(ArrayRef<PPToken> line) {
  if (line.size() == 3 && line[2].text == "once") {
    Lexed[Map->Instances[line[0].spelling.instance].file].isOnce = true;
    return;
  }
  if (line.size() == 6 && line[2].text == "shader_stage" &&
      line[3].text == "(") {
    Result.pragmaStage = line[4].text.str();
    return;
  }
  keepDirective(line);
}

/// `#line` moves __LINE__ and nothing else: places are those of the files.
void Preprocessor::lineDirective(ArrayRef<PPToken> line) {
  // A second number or a file name may follow: only the first value counts.
  std::vector<PPToken> tokens = expandIsolated(line.drop_front(2));
  int number =
      evaluateCondition(toCondition(tokens), /*rejectsUnknownNames=*/false)
          .value;
  if (tokens.empty() && !IsFatal)
    error(placeOf(line), "#line without a number");
  if (tokens.empty())
    return;
  const Spelling &place = line[0].spelling;
  const SourceFile &file = Map->fileOf(place.instance);
  int here =
      static_cast<int>(file.lineColumn(file.physicalOffset(place.begin)).line);
  Frames.back().lineDelta = number - here - 1;
}

void Preprocessor::extensionDirective(ArrayRef<PPToken> line) {
  // Done with here, as #include is, and not known to glslang 12.
  if (line.size() > 2 && line[2].text == "GL_ARB_shading_language_include")
    return;
  keepDirective(line);
}

void Preprocessor::keepDirective(ArrayRef<PPToken> line) {
  OutputToken out;
  out.text = save(joinTokens(line));
  out.spelling = placeOf(line);
  out.isDirective = true;
  Map->Tokens.push_back(out);
  HasMainText |= !Frames.front().isPreamble;
}

} // namespace wglint::syntax
