// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CrossCompiler.h"
#include "wglint/Support/Error.h"
#include "llvm/ADT/Twine.h"
#include <spirv_cross_c.h>

using namespace wglint;

/// What spvc_context_destroy() frees all at once.
struct CrossCompiler::Handles {
  spvc_context context = nullptr;
  spvc_compiler compiler = nullptr;

  ~Handles() {
    if (context)
      spvc_context_destroy(context);
  }
};

CrossCompiler::CrossCompiler(std::unique_ptr<Handles> handles)
    : H(std::move(handles)) {}
CrossCompiler::~CrossCompiler() = default;

llvm::Error CrossCompiler::failure() const {
  return makeError(
      llvm::Twine("SPIRV-Cross cannot translate the shader to GLSL 4.50: ") +
      spvc_context_get_last_error_string(H->context));
}

/// The GLSL is for desktop OpenGL, whatever the shader was written for: an ES
/// driver is rare, and bindings beyond ES's limits must stay possible.
static bool setOptions(spvc_compiler compiler, GlslDialect dialect) {
  spvc_compiler_options options = nullptr;
  if (spvc_compiler_create_compiler_options(compiler, &options))
    return false;
  spvc_compiler_options_set_uint(options, SPVC_COMPILER_OPTION_GLSL_VERSION,
                                 450);
  spvc_compiler_options_set_bool(options, SPVC_COMPILER_OPTION_GLSL_ES,
                                 SPVC_FALSE);
  spvc_compiler_options_set_bool(
      options, SPVC_COMPILER_OPTION_GLSL_VULKAN_SEMANTICS,
      dialect == GlslDialect::Vulkan ? SPVC_TRUE : SPVC_FALSE);
  return !spvc_compiler_install_compiler_options(compiler, options);
}

llvm::Expected<std::unique_ptr<CrossCompiler>>
CrossCompiler::create(llvm::ArrayRef<uint32_t> words,
                      const std::string &entryPoint, GlslDialect dialect) {
  auto handles = std::make_unique<Handles>();
  if (spvc_context_create(&handles->context))
    return makeError("no memory for SPIRV-Cross");
  std::unique_ptr<CrossCompiler> cross(new CrossCompiler(std::move(handles)));
  Handles &h = *cross->H;
  spvc_parsed_ir ir = nullptr;
  if (spvc_context_parse_spirv(h.context, words.data(), words.size(), &ir) ||
      spvc_context_create_compiler(h.context, SPVC_BACKEND_GLSL, ir,
                                   SPVC_CAPTURE_MODE_TAKE_OWNERSHIP,
                                   &h.compiler) ||
      spvc_compiler_set_entry_point(h.compiler, entryPoint.c_str(),
                                    SpvExecutionModelGLCompute) ||
      !setOptions(h.compiler, dialect))
    return cross->failure();
  return cross;
}

llvm::Expected<std::vector<CombinedSampler>> CrossCompiler::combineSamplers() {
  // texelFetch needs no sampler in Vulkan, but in GL.
  spvc_variable_id dummy = 0;
  if (spvc_compiler_build_dummy_sampler_for_combined_images(H->compiler,
                                                            &dummy) ||
      spvc_compiler_build_combined_image_samplers(H->compiler))
    return failure();
  const spvc_combined_image_sampler *list = nullptr;
  size_t count = 0;
  if (spvc_compiler_get_combined_image_samplers(H->compiler, &list, &count))
    return failure();
  std::vector<CombinedSampler> out;
  for (const spvc_combined_image_sampler &pair :
       llvm::ArrayRef<spvc_combined_image_sampler>(list, count))
    out.push_back({pair.combined_id, pair.image_id});
  return out;
}

void CrossCompiler::setName(uint32_t id, const std::string &name) {
  spvc_compiler_set_name(H->compiler, id, name.c_str());
}

void CrossCompiler::setBinding(uint32_t id, uint32_t binding) {
  removeLocation(id);
  spvc_compiler_set_decoration(H->compiler, id, SpvDecorationBinding, binding);
}

void CrossCompiler::removeLocation(uint32_t id) {
  // Offset is that of an atomic counter in its buffer.
  for (SpvDecoration decoration :
       {SpvDecorationBinding, SpvDecorationDescriptorSet, SpvDecorationLocation,
        SpvDecorationOffset})
    spvc_compiler_unset_decoration(H->compiler, id, decoration);
}

void CrossCompiler::setAccess(uint32_t id, bool isRead, bool isWritten) {
  if (!isRead)
    spvc_compiler_set_decoration(H->compiler, id, SpvDecorationNonReadable, 0);
  else if (!isWritten)
    spvc_compiler_set_decoration(H->compiler, id, SpvDecorationNonWritable, 0);
}

void CrossCompiler::requireExtension(const std::string &name) {
  spvc_compiler_require_extension(H->compiler, name.c_str());
}

llvm::Expected<std::string> CrossCompiler::compile() {
  const char *source = nullptr;
  if (spvc_compiler_compile(H->compiler, &source))
    return failure();
  return std::string(source);
}

std::string CrossCompiler::variableName(uint32_t id) const {
  std::string name = spvc_compiler_get_name(H->compiler, id);
  return name.empty() ? "_" + std::to_string(id) : name;
}

std::string CrossCompiler::memberName(uint32_t structType,
                                      unsigned member) const {
  std::string name =
      spvc_compiler_get_member_name(H->compiler, structType, member);
  return name.empty() ? "_m" + std::to_string(member) : name;
}

bool CrossCompiler::isShadow(uint32_t id) const {
  return spvc_compiler_variable_is_depth_or_compare(H->compiler, id);
}
