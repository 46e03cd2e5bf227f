// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ShaderKind.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace wglint {

FileFormat detectFormat(StringRef path, StringRef text) {
  if (text.starts_with("\x03\x02\x23\x07") ||
      text.starts_with("\x07\x23\x02\x03") || path.ends_with(".spv"))
    return FileFormat::SpirvBinary;
  if (path.ends_with(".spvasm") || text.starts_with("; SPIR-V"))
    return FileFormat::SpirvAssembly;
  return FileFormat::GLSL;
}

static bool hasComputeEnding(StringRef path) {
  return llvm::any_of(
      std::initializer_list<StringRef>{".comp", ".comp.glsl", ".cs.glsl",
                                       "_cs.glsl", ".compute", ".csh"},
      [&](StringRef ending) { return path.ends_with_insensitive(ending); });
}

/// The stage that an ending stands for in glslang and glslc; empty for others.
static StringRef stageOfEnding(StringRef path) {
  StringRef name = llvm::sys::path::filename(path);
  name.consume_back(".glsl");
  return llvm::StringSwitch<StringRef>(name.rsplit('.').second)
      .Case("vert", "vertex")
      .Case("frag", "fragment")
      .Case("geom", "geometry")
      .Cases("tesc", "tese", "tessellation")
      .Cases("mesh", "task", "mesh")
      .Cases("rgen", "rint", "rahit", "rchit", "rmiss", "rcall", "ray tracing")
      .Default("");
}

namespace {
/// What a text says about its stage.
struct StageMarks {
  StringRef pragma;         ///< of #pragma shader_stage(...)
  bool hasSections = false; ///< Godot's #[...]
  bool hasComputeSection = false;
  bool hasLocalSize = false;
  bool hasMain = false; ///< the word, be it in a macro
  bool hasInclude = false;
  /// Outside of #if, where nothing says that they are of a variant:
  bool hasVersion = false;
  bool hasMainThere = false;
  bool hasComputeBuiltIn = false;
  bool isMesh = false; ///< or a task shader: they have workgroups as well
};
} // namespace

static bool isComputeBuiltIn(StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases("gl_GlobalInvocationID", "gl_LocalInvocationID",
             "gl_LocalInvocationIndex", true)
      .Cases("gl_WorkGroupID", "gl_NumWorkGroups", "gl_WorkGroupSize", true)
      .Default(false);
}

/// Words that mesh and task shaders cannot do without.
static bool isMeshWord(StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases("EmitMeshTasksEXT", "SetMeshOutputsEXT", true)
      .Cases("gl_PrimitiveCountNV", "gl_TaskCountNV", true)
      .Default(false);
}

/// How many more conditions a directive of this name opens than it closes.
static int opened(StringRef directive) {
  return llvm::StringSwitch<int>(directive)
      .Cases("if", "ifdef", "ifndef", 1)
      .Case("endif", -1)
      .Default(0);
}

static StageMarks findStageMarks(llvm::ArrayRef<syntax::RawToken> tokens,
                                 StringRef text) {
  StageMarks marks;
  auto word = [&](size_t i) {
    return i < tokens.size() ? tokens[i].in(text) : StringRef();
  };
  int depth = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (word(i).starts_with("local_size_"))
      marks.hasLocalSize = true;
    marks.hasMain |= word(i) == "main";
    if (depth == 0) {
      marks.hasComputeBuiltIn |= isComputeBuiltIn(word(i));
      marks.hasMainThere |= word(i) == "main" && word(i + 1) == "(";
      marks.isMesh |= isMeshWord(word(i));
    }
    if (!tokens[i].startsLine || word(i) != "#")
      continue;
    depth += opened(word(i + 1));
    marks.hasVersion |= word(i + 1) == "version";
    marks.hasInclude |= word(i + 1) == "include";
    if (word(i + 1) == "[") {
      marks.hasSections = true;
      marks.hasComputeSection |= word(i + 2) == "compute";
    }
    if (word(i + 1) == "pragma" && word(i + 2) == "shader_stage" &&
        marks.pragma.empty())
      marks.pragma = word(i + 4);
  }
  return marks;
}

bool isComputeText(const syntax::TokenMap &text) {
  bool hasLocalSize = false, hasMain = false, isMesh = false;
  StringRef previous;
  for (const syntax::OutputToken &token : text.tokens()) {
    hasLocalSize |= token.text.starts_with("local_size_");
    hasMain |= previous == "main" && token.text == "(";
    isMesh |= isMeshWord(token.text);
    previous = token.text;
  }
  return hasLocalSize && hasMain && !isMesh;
}

std::optional<std::string>
whyNotCompute(StringRef path, StringRef stage,
              llvm::ArrayRef<syntax::RawToken> tokens, StringRef logicalText,
              llvm::function_ref<bool()> isSaidByIncludes) {
  if (!stage.empty())
    return stage == "compute" || stage == "comp"
               ? std::nullopt
               : std::make_optional(("the stage is " + stage).str());
  StageMarks marks = findStageMarks(tokens, logicalText);
  if (!marks.pragma.empty())
    return marks.pragma == "compute"
               ? std::nullopt
               : std::make_optional(
                     ("its #pragma says " + marks.pragma + " shader").str());
  if (marks.hasSections)
    return marks.hasComputeSection ? std::nullopt
                                   : std::make_optional<std::string>(
                                         "it has no #[compute] section");
  if (hasComputeEnding(path))
    return std::nullopt;
  StringRef other = stageOfEnding(path);
  // The layout, or main(), may come with an include.
  bool isSaid =
      marks.hasLocalSize || (marks.hasVersion && marks.hasComputeBuiltIn &&
                             marks.hasMainThere && marks.hasInclude);
  if (!other.empty() && !marks.hasLocalSize)
    return ("its ending says " + other + " shader").str();
  if (isSaid && marks.isMesh)
    return "it is a mesh or task shader";
  if (isSaid && !marks.hasMain && !marks.hasInclude)
    return "it has no main(), so that it is for others to include";
  if (isSaid || (marks.hasInclude && isSaidByIncludes()))
    return std::nullopt;
  return "nothing in it says compute shader (no local_size, no .comp, no "
         "#pragma shader_stage)";
}

/// Words that only GL_KHR_vulkan_glsl and extensions built on it have. Types
/// count where they are not called like GLSL 1.20's functions of the same name.
static bool isVulkanWord(StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases("push_constant", "constant_id", "input_attachment_index", true)
      .Cases("local_size_x_id", "local_size_y_id", "local_size_z_id", true)
      .Cases("subpassInput", "isubpassInput", "usubpassInput", "subpassLoad",
             true)
      .Cases("buffer_reference", "buffer_reference_align", "shaderRecordEXT",
             true)
      .Cases("accelerationStructureEXT", "rayQueryEXT", true)
      .Cases("GL_KHR_vulkan_glsl", "GL_EXT_buffer_reference",
             "GL_EXT_buffer_reference2", true)
      .Cases("GL_EXT_ray_query", "GL_EXT_debug_printf",
             "GL_KHR_memory_scope_semantics", true)
      .Cases("GL_EXT_scalar_block_layout", "GL_EXT_nonuniform_qualifier", true)
      .Default(false);
}

void EnvironmentGuess::add(StringRef word) {
  NeedsVulkan |= isVulkanWord(word);
  // layout(set = 0, ...
  NeedsVulkan |= word == "=" && Previous == "set" &&
                 (BeforePrevious == "(" || BeforePrevious == ",");
  // uniform texture2D t;  uniform sampler s;
  NeedsVulkan |=
      BeforePrevious == "uniform" &&
      (Previous == "sampler" || Previous == "samplerShadow" ||
       Previous.starts_with("texture") || Previous.starts_with("itexture") ||
       Previous.starts_with("utexture"));
  BeforePrevious = Previous;
  Previous = word;
}

TargetEnv EnvironmentGuess::result() const {
  if (NeedsVulkan)
    return TargetEnv::Vulkan;
  return IsES ? TargetEnv::GLES31 : TargetEnv::GL;
}

} // namespace wglint
