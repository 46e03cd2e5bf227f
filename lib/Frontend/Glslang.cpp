// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Glslang.h"
#include "GlslangLog.h"
#include "LenientText.h"
#include "wglint/Support/Heap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <climits>
#include <glslang/MachineIndependent/localintermediate.h>
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>
#include <glslang/build_info.h>
#include <memory>
#include <set>
#include <utility>

using llvm::StringRef;

namespace wglint {

/// glslang's process-wide state; set up on first use and kept, since its symbol
/// tables are what forked workers share. The tables of the built-in functions,
/// which the first shader brings, take 28 MB, and what is made of a small
/// shader fits beside them.
static void initializeOnce() {
  [[maybe_unused]] static const bool isReady = [] {
    constexpr size_t kHeapBytes = 64 << 20;
    reserveHeap(kHeapBytes);
    return glslang::InitializeProcess();
  }();
}

/// glslang's own limits, but none for what a check reports in its own words.
static const TBuiltInResource &limits() {
  static const TBuiltInResource resources = [] {
    TBuiltInResource r = *GetDefaultResources();
    r.maxComputeWorkGroupSizeX = r.maxComputeWorkGroupSizeY =
        r.maxComputeWorkGroupSizeZ = INT_MAX;
    r.maxComputeUniformComponents = INT_MAX;
    r.maxComputeImageUniforms = r.maxImageUnits = r.maxCombinedImageUniforms =
        INT_MAX;
    r.maxComputeTextureImageUnits = r.maxCombinedTextureImageUnits = INT_MAX;
    r.maxComputeAtomicCounters = r.maxComputeAtomicCounterBuffers = INT_MAX;
    r.maxAtomicCounterBufferSize = INT_MAX;
    // glslang allocates an array of this many, so it cannot be without bounds.
    r.maxAtomicCounterBindings = 256;
    r.maxCombinedShaderOutputResources = INT_MAX;
    return r;
  }();
  return resources;
}

/// Whether something is made as large as a device allows workgroups to be, so
/// that it is within the limit, whatever that is.
static bool asksForLimit(const syntax::TokenMap &tokens) {
  return llvm::any_of(tokens.tokens(), [](const syntax::OutputToken &token) {
    return token.text == "gl_MaxComputeWorkGroupSize";
  });
}

/// The limits of a device that allows no more than \p env guarantees.
static TBuiltInResource leastLimits(TargetEnv env) {
  TBuiltInResource resources = limits();
  // As in the profiles of the APIs (wglint/Target/ApiProfile.h), whose tables
  // of implementation-dependent limits they are from.
  constexpr int kOpenGL = 1024, kOthers = 128, kDepth = 64;
  resources.maxComputeWorkGroupSizeX = resources.maxComputeWorkGroupSizeY =
      env == TargetEnv::GL ? kOpenGL : kOthers;
  resources.maxComputeWorkGroupSizeZ = kDepth;
  return resources;
}

static EShMessages messagesFor(TargetEnv env) {
  int messages = EShMsgSpvRules | EShMsgSuppressWarnings;
  if (env == TargetEnv::Vulkan)
    messages |= EShMsgVulkanRules;
  return static_cast<EShMessages>(messages);
}

/// The newest SPIR-V that each client's rules of this glslang allow: newer
/// versions say more (storage buffers have a storage class of their own).
static void setEnvironment(glslang::TShader &shader, TargetEnv env) {
  bool isVulkan = env == TargetEnv::Vulkan;
  glslang::EShClient client =
      isVulkan ? glslang::EShClientVulkan : glslang::EShClientOpenGL;
  shader.setEnvInput(glslang::EShSourceGlsl, EShLangCompute, client, 100);
  shader.setEnvClient(client, isVulkan ? glslang::EShTargetVulkan_1_3
                                       : glslang::EShTargetOpenGL_450);
  shader.setEnvTarget(glslang::EShTargetSpv, isVulkan
                                                 ? glslang::EShTargetSpv_1_6
                                                 : glslang::EShTargetSpv_1_5);
  // A text leaves these to the API where the API allows that.
  shader.setAutoMapBindings(true);
  shader.setAutoMapLocations(true);
}

/// The shader of \p text, and whether it has no errors.
static std::pair<std::unique_ptr<glslang::TShader>, bool>
parse(const std::string &text, TargetEnv env,
      const TBuiltInResource &resources) {
  const char *strings[] = {text.c_str()};
  const int lengths[] = {static_cast<int>(text.size())};
  auto shader = std::make_unique<glslang::TShader>(EShLangCompute);
  shader->setStringsWithLengths(strings, lengths, 1);
  setEnvironment(*shader, env);
  bool isGood = shader->parse(&resources, /*defaultVersion=*/450,
                              /*forwardCompatible=*/false, messagesFor(env));
  return {std::move(shader), isGood};
}

/// The same, within the limits that \p tokens ask for.
static std::pair<std::unique_ptr<glslang::TShader>, bool>
parseTokens(const std::string &text, const syntax::TokenMap &tokens,
            TargetEnv env) {
  if (asksForLimit(tokens))
    if (auto parsed = parse(text, env, leastLimits(env)); parsed.second)
      return parsed;
  // Twice the limit is too much for every device; a check says that.
  return parse(text, env, limits());
}

/// The shader of \p tokens, and whether it has no errors; where it has some, as
/// drivers read it: what is forgiven keeps nobody from reading the rest.
static std::pair<std::unique_ptr<glslang::TShader>, bool>
parseAsDriversDo(const syntax::TokenMap &tokens, TargetEnv env) {
  auto strict = parseTokens(tokens.compilerText(), tokens, env);
  if (strict.second)
    return strict;
  std::optional<std::string> lenient = lenientText(tokens);
  return lenient ? parseTokens(*lenient, tokens, env) : std::move(strict);
}

GlslangOutput compileTokens(const syntax::TokenMap &tokens, TargetEnv env) {
  initializeOnce();
  GlslangOutput output;
  auto [shader, isGood] = parseAsDriversDo(tokens, env);
  EShMessages messages = messagesFor(env);
  if (!isGood) {
    output.errors = readGlslangLog(shader->getInfoLog(), tokens);
    for (GlslangError &error : output.errors)
      restoreName(error.message);
    return output;
  }
  // The program is made last: it must go before the shader.
  glslang::TProgram program;
  program.addShader(shader.get());
  if (!program.link(messages)) {
    output.errors = readGlslangLog(program.getInfoLog(), tokens);
    return output;
  }
  // Fails where bindings overlap, which is none of our business.
  program.mapIO();
  glslang::TIntermediate *intermediate =
      program.getIntermediate(EShLangCompute);
  output.sites = placeAccessSites(intermediate->getTreeRoot(), tokens);
  glslang::SpvOptions options;
  options.generateDebugInfo = true;
  options.disableOptimizer = true;
  spv::SpvBuildLogger logger;
  glslang::GlslangToSpv(*intermediate, output.spirv, &logger, &options);
  restoreNames(output.spirv);
  return output;
}

/// Runs glslang's preprocessor, which also builds its symbol tables.
static std::string preprocessProbe(const std::string &text, TargetEnv env) {
  initializeOnce();
  const char *strings[] = {text.c_str()};
  glslang::TShader shader(EShLangCompute);
  shader.setStrings(strings, 1);
  setEnvironment(shader, env);
  std::string result;
  glslang::TShader::ForbidIncluder noIncludes;
  shader.preprocess(&limits(), /*defaultVersion=*/450, ENoProfile,
                    /*forceDefaultVersionAndProfile=*/false,
                    /*forwardCompatible=*/false, messagesFor(env), &result,
                    noIncludes);
  return result;
}

std::vector<std::optional<std::string>>
predefinedMacros(llvm::ArrayRef<StringRef> names,
                 const syntax::VersionDirective &version, TargetEnv env) {
  std::string probe = version.text + "\n";
  for (size_t i = 0; i < names.size(); ++i)
    probe += ("#ifdef " + names[i] + "\nprobe " + llvm::Twine(i) + " " +
              names[i] + "\n#endif\n")
                 .str();
  std::string answer = preprocessProbe(probe, env);
  std::vector<std::optional<std::string>> values(names.size());
  llvm::SmallVector<StringRef, 0> lines;
  StringRef(answer).split(lines, '\n');
  for (StringRef line : lines) {
    size_t index = 0;
    line = line.trim();
    if (line.consume_front("probe ") && !line.consumeInteger(10, index) &&
        index < values.size())
      values[index] = line.trim().str();
  }
  return values;
}

void warmGlslang(const syntax::VersionDirective &version, TargetEnv env) {
  // glslang keeps what it builds for a version and a profile, but parses its
  // limits anew each time: 2 ms that an editor would wait for at each edit.
  static std::set<std::pair<std::string, TargetEnv>> warmed;
  // Whoever types makes up versions: what is remembered has a bound.
  constexpr size_t kMaxWarmed = 64;
  if (warmed.size() == kMaxWarmed)
    warmed.clear();
  if (warmed.insert({version.text, env}).second)
    preprocessProbe(version.text + "\n", env);
}

std::string glslangVersion() {
  return "glslang " + llvm::utostr(GLSLANG_VERSION_MAJOR) + "." +
         llvm::utostr(GLSLANG_VERSION_MINOR) + "." +
         llvm::utostr(GLSLANG_VERSION_PATCH);
}

} // namespace wglint
