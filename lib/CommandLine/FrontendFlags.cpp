// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/CommandLine/FrontendFlags.h"
#include "wglint/CommandLine/OptionValues.h"
#include "wglint/Support/Spelling.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace wglint;
using llvm::StringRef;
namespace cl = llvm::cl;

llvm::Expected<TargetEnv> wglint::parseTargetEnv(StringRef option,
                                                 StringRef name) {
  std::vector<StringRef> names;
  for (TargetEnv env :
       {TargetEnv::Auto, TargetEnv::GLES31, TargetEnv::GL, TargetEnv::Vulkan}) {
    if (toString(env) == name)
      return env;
    names.push_back(toString(env));
  }
  return unknownName(option, name, names);
}

StringRef wglint::toString(TargetEnv env) {
  switch (env) {
  case TargetEnv::Auto:
    return "auto";
  case TargetEnv::GLES31:
    return "gles31";
  case TargetEnv::GL:
    return "gl";
  case TargetEnv::Vulkan:
    return "vulkan";
  }
  llvm_unreachable("all environments are listed");
}

llvm::Expected<std::string> wglint::parseStage(StringRef option,
                                               StringRef name) {
  return parseChoice<std::string>(option, name,
                                  {{"auto", ""}, {"compute", "compute"}});
}

FrontendFlags::FrontendFlags(cl::OptionCategory &category,
                             cl::SubCommand &command)
    : Stage("stage", cl::desc("Stage of all files: compute, or auto (default)"),
            cl::value_desc("name"), cl::init("auto"), cl::cat(category),
            cl::sub(command)),
      TargetEnvName(
          "target-env",
          cl::desc("Rules of the language: gles31, gl, vulkan,\nor auto "
                   "(default)"),
          cl::value_desc("name"), cl::init("auto"), cl::cat(category),
          cl::sub(command)),
      IncludeDirs("I", cl::Prefix, cl::desc("Search folder for #include"),
                  cl::value_desc("folder"), cl::cat(category),
                  cl::sub(command)),
      Defines("D", cl::Prefix, cl::desc("Define a macro, 1 by default"),
              cl::value_desc("name[=value]"), cl::cat(category),
              cl::sub(command)),
      Undefines("U", cl::Prefix, cl::desc("Undefine a macro"),
                cl::value_desc("name"), cl::cat(category), cl::sub(command)),
      Preambles("preamble", cl::desc("File to put before the text"),
                cl::value_desc("file"), cl::cat(category), cl::sub(command)),
      GlslVersion("glsl-version",
                  cl::desc("#version of files that have none (default 450)"),
                  cl::value_desc("number"), cl::cat(category),
                  cl::sub(command)) {}

llvm::Error FrontendFlags::read(FrontendOptions &options) {
  if (llvm::Error error =
          parseTargetEnv("--target-env", TargetEnvName.getValue())
              .moveInto(options.targetEnv))
    return error;
  if (llvm::Error error =
          parseStage("--stage", Stage.getValue()).moveInto(options.stage))
    return error;
  for (const std::string &preamble : Preambles)
    if (!llvm::sys::fs::is_regular_file(preamble))
      return badValue("--preamble", "cannot read '" + preamble + "'");
  options.includeDirs = IncludeDirs;
  options.undefines = Undefines;
  options.preambleFiles = Preambles;
  options.glslVersion = GlslVersion;
  for (StringRef define : Defines) {
    auto [name, value] = define.split('=');
    options.defines.push_back(
        {name.str(), define.contains('=') ? value.str() : std::string("1")});
  }
  return llvm::Error::success();
}

SpecializationFlags::SpecializationFlags(cl::OptionCategory &category,
                                         cl::SubCommand &command)
    : Constants("spec", cl::CommaSeparated,
                cl::desc("Set a specialization constant"),
                cl::value_desc("name-or-id=value"), cl::cat(category),
                cl::sub(command)),
      LocalSize("local-size",
                cl::desc("Workgroup size, where the host sets it"),
                cl::value_desc("X,Y,Z"), cl::cat(category), cl::sub(command)) {}

llvm::Error SpecializationFlags::read(
    std::vector<std::pair<std::string, std::string>> &constants,
    std::optional<std::array<uint32_t, 3>> &localSize) {
  for (const std::string &text : Constants) {
    auto pair = parseNameValue("--spec", text);
    if (!pair)
      return pair.takeError();
    constants.push_back(std::move(*pair));
  }
  return readSize("--local-size", LocalSize.getValue(), localSize);
}

void wglint::removeForeignOptions() {
  std::vector<cl::Option *> foreign;
  for (auto &[name, option] : cl::getRegisteredOptions())
    if (name != "help" && name != "h" && name != "help-hidden" &&
        name != "version")
      foreign.push_back(option);
  for (cl::Option *option : foreign)
    option->removeArgument();
}

/// What stands between the first quotes of \p line, without its dashes and
/// without a value.
static StringRef quotedOption(StringRef line) {
  StringRef quoted = line.split('\'').second.split('\'').first;
  return quoted.split('=').first.ltrim('-');
}

/// Whether LLVM offers \p offered for \p word although they have little in
/// common; it offers the nearest, however far that is, and for one letter any.
static bool isFarFetched(StringRef word, StringRef offered) {
  return word.size() < 2 || nearestSpelling(word, {offered}).empty();
}

std::string wglint::withoutProgramName(StringRef errors, StringRef program) {
  std::string prefix = (llvm::sys::path::filename(program) + ": ").str();
  llvm::SmallVector<StringRef, 4> lines, kept;
  errors.rtrim().split(lines, '\n');
  StringRef word;
  for (StringRef line : lines) {
    line.consume_front(prefix);
    if (line.starts_with("Unknown command line argument"))
      word = quotedOption(line);
    if (!line.starts_with("Did you mean") ||
        !isFarFetched(word, quotedOption(line)))
      kept.push_back(line);
  }
  return llvm::join(kept, " ");
}
