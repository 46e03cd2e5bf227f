// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Glslang.h"
#include "GlslangLog.h"
#include "llvm/ADT/StringExtras.h"
#include <climits>
#include <glslang/MachineIndependent/localintermediate.h>
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>
#include <glslang/build_info.h>
#include <set>

using llvm::StringRef;

namespace wglint {

/// glslang's process-wide state; set up on first use and kept, since its symbol
/// tables are what forked workers share.
static void initializeOnce() {
  [[maybe_unused]] static const bool isReady = glslang::InitializeProcess();
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

/// A size that is made of gl_MaxComputeWorkGroupSize is within the device's
/// limit whatever that is: of those that name it, the least that \p env allows.
static TBuiltInResource limitsFor(const std::string &text, TargetEnv env) {
  TBuiltInResource resources = limits();
  if (text.find("gl_MaxComputeWorkGroupSize") == std::string::npos)
    return resources;
  // From the APIs' tables of implementation-dependent limits.
  resources.maxComputeWorkGroupSizeX = resources.maxComputeWorkGroupSizeY =
      env == TargetEnv::GL ? 1024 : 128;
  resources.maxComputeWorkGroupSizeZ = 64;
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

GlslangOutput compileTokens(const syntax::TokenMap &tokens, TargetEnv env) {
  initializeOnce();
  GlslangOutput output;
  std::string text = tokens.compilerText();
  const char *strings[] = {text.c_str()};
  const int lengths[] = {static_cast<int>(text.size())};
  glslang::TShader shader(EShLangCompute);
  shader.setStringsWithLengths(strings, lengths, 1);
  setEnvironment(shader, env);
  EShMessages messages = messagesFor(env);
  TBuiltInResource resources = limitsFor(text, env);
  if (!shader.parse(&resources, /*defaultVersion=*/450,
                    /*forwardCompatible=*/false, messages)) {
    output.errors = readGlslangLog(shader.getInfoLog(), tokens);
    return output;
  }
  // The program is made last: it must go before the shader.
  glslang::TProgram program;
  program.addShader(&shader);
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
