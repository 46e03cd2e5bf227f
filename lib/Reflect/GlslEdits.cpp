// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GlslEdits.h"
#include "MemoryTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace wglint;
using spirv::Id;
using spirv::Type;
using spirv::TypeKind;

static bool isWordLetter(char c) { return llvm::isAlnum(c) || c == '_'; }

/// Replaces each identifier \p from by \p to.
static void replaceWord(std::string &text, llvm::StringRef from,
                        llvm::StringRef to) {
  for (size_t at = text.find(from.data(), 0, from.size());
       at != std::string::npos; at = text.find(from.data(), at, from.size())) {
    size_t end = at + from.size();
    if ((at && isWordLetter(text[at - 1])) ||
        (end < text.size() && isWordLetter(text[end]))) {
      at = end;
      continue;
    }
    text.replace(at, from.size(), to.data(), to.size());
    at += to.size();
  }
}

/// Puts \p lines behind the declaration of the workgroup size.
static void insertBehindSize(std::string &glsl, llvm::StringRef lines) {
  size_t at = glsl.find("layout(local_size_x");
  assert(at != std::string::npos && "a compute shader states its size");
  at = glsl.find('\n', at);
  glsl.insert(at + 1, lines.data(), lines.size());
}

void wglint::reverseIds(std::string &glsl, IdOrder order,
                        const std::array<uint32_t, 3> &size) {
  bool isLocal =
      order == IdOrder::ReversedLocal || order == IdOrder::ReversedBoth;
  bool isWorkgroup =
      order == IdOrder::ReversedWorkgroup || order == IdOrder::ReversedBoth;
  if (!isLocal && !isWorkgroup)
    return;
  for (llvm::StringRef name : {"LocalInvocationID", "LocalInvocationIndex",
                               "WorkGroupID", "GlobalInvocationID"})
    replaceWord(glsl, ("gl_" + name).str(), ("wglint_" + name + "()").str());
  auto constant = [&](unsigned less) {
    std::string text = "uvec3(";
    for (unsigned d = 0; d < 3; ++d)
      text += std::to_string(size[d] - less) + (d < 2 ? "u, " : "u)");
    return text;
  };
  std::string last = constant(1);
  uint64_t count = uint64_t(size[0]) * size[1] * size[2];
  std::string functions = "\nuvec3 wglint_LocalInvocationID() { return ";
  functions += isLocal ? last + " - gl_LocalInvocationID" //
                       : "gl_LocalInvocationID";
  functions += "; }\nuint wglint_LocalInvocationIndex() { return ";
  functions += isLocal
                   ? std::to_string(count - 1) + "u - gl_LocalInvocationIndex"
                   : "gl_LocalInvocationIndex";
  functions += "; }\nuvec3 wglint_WorkGroupID() { return ";
  functions += isWorkgroup ? "gl_NumWorkGroups - uvec3(1u) - gl_WorkGroupID"
                           : "gl_WorkGroupID";
  functions += "; }\nuvec3 wglint_GlobalInvocationID() { return "
               "wglint_WorkGroupID() * " +
               constant(0) + " + wglint_LocalInvocationID(); }\n";
  insertBehindSize(glsl, functions);
}

namespace {

/// Writes the statements that copy one shared variable into words.
class DumpWriter {
public:
  DumpWriter(const spirv::Module &module, const CrossCompiler &cross,
             uint64_t invocations)
      : M(module), Cross(cross), Invocations(invocations) {}

  /// The statements so far.
  std::string text;

  void writeVariable(const SharedInterface &variable,
                     const RunnableShader::DumpedVariable &dumped) {
    const Type &type =
        M.type(M.typeOf(static_cast<Id>(variable.variableId))->element);
    std::string name = Cross.variableName(variable.variableId);
    std::string at =
        "wglint_at + " + std::to_string(dumped.offsetBytes / 4) + "u";
    if (dumped.type.arrayCounts.empty())
      line("if (gl_LocalInvocationIndex == 0u)");
    text += "    {\n";
    write(type, dumped.type, 0, name, at);
    text += "    }\n";
  }

private:
  void line(const llvm::Twine &code) { text += ("    " + code + "\n").str(); }

  /// \p depth is the number of array dimensions of \p memory that \p value has
  /// indexed; \p type is what is left of the type.
  void write(const Type &type, const MemoryType &memory, unsigned depth,
             const std::string &value, const std::string &at) {
    if (depth == memory.arrayCounts.size())
      return writeElement(type, memory, value, at);
    std::string i = "wglint_i" + std::to_string(LoopCount++);
    // The outermost dimension is shared out among the invocations.
    bool isShared = LoopNesting++ == 0;
    line("for (uint " + i +
         (isShared ? " = gl_LocalInvocationIndex; " : " = 0u; ") + i + " < " +
         llvm::Twine(memory.arrayCounts[depth]) + "u; " + i + " += " +
         (isShared ? llvm::Twine(Invocations) : llvm::Twine(1)) + "u) {");
    write(M.type(type.element), memory, depth + 1, value + "[" + i + "]",
          at + " + " + i + " * " +
              std::to_string(memory.arrayStridesBytes[depth] / 4) + "u");
    line("}");
    --LoopNesting;
  }

  void writeElement(const Type &type, const MemoryType &memory,
                    const std::string &value, const std::string &at) {
    if (type.kind != TypeKind::Struct)
      return writeNumeric(memory, value, at);
    for (unsigned i = 0; i < memory.members.size(); ++i) {
      const MemoryType::Member &member = memory.members[i];
      // A member array is a loop inside the variable's, or beside its scalars
      // in one invocation.
      ++LoopNesting;
      write(M.type(type.members[i]), member.type, 0,
            value + "." + Cross.memberName(spirv::raw(type.id), i),
            at + " + " + std::to_string(member.offsetBytes / 4) + "u");
      --LoopNesting;
    }
  }

  void writeNumeric(const MemoryType &memory, const std::string &value,
                    const std::string &at) {
    unsigned wordCount = memory.componentBits == 64 ? 2 : 1;
    for (unsigned c = 0; c < memory.columnCount; ++c)
      for (unsigned r = 0; r < memory.rowCount; ++r) {
        std::string component = value;
        if (memory.columnCount > 1)
          component += "[" + std::to_string(c) + "]";
        if (memory.rowCount > 1)
          component += "[" + std::to_string(r) + "]";
        std::string word =
            std::to_string((c * memory.rowCount + r) * uint64_t(wordCount));
        writeComponent(memory, component, at + " + " + word + "u");
      }
  }

  void writeComponent(const MemoryType &memory, const std::string &value,
                      const std::string &at) {
    if (memory.componentBits == 64) {
      std::string pair = memory.component == ComponentKind::Float
                             ? "unpackDouble2x32(" + value + ")"
                             : "unpackUint2x32(uint64_t(" + value + "))";
      line("wglint_words[" + at + "] = " + pair + ".x;");
      line("wglint_words[" + at + " + 1u] = " + pair + ".y;");
      return;
    }
    bool isFloat = memory.component == ComponentKind::Float;
    line("wglint_words[" + at +
         "] = " + (isFloat ? "floatBitsToUint(float(" : "uint(") + value +
         (isFloat ? "));" : ");"));
  }

  const spirv::Module &M;
  const CrossCompiler &Cross;
  uint64_t Invocations;
  unsigned LoopCount = 0, LoopNesting = 0;
};

} // namespace

llvm::Error wglint::dumpSharedVariables(RunnableShader &shader,
                                        uint32_t binding,
                                        const spirv::Module &module,
                                        const CrossCompiler &cross) {
  const auto &size = shader.interface.workgroupSize;
  DumpWriter writer(module, cross, uint64_t(size[0]) * size[1] * size[2]);
  for (const SharedInterface &variable : shader.interface.sharedVariables) {
    Id id = static_cast<Id>(variable.variableId);
    auto type = memoryType(module, module.type(module.typeOf(id)->element),
                           MemoryLayout::Widened);
    if (!type)
      return type.takeError();
    shader.sharedDumpBytes = llvm::alignTo(shader.sharedDumpBytes, 8);
    shader.sharedDump.push_back({shader.sharedDumpBytes, std::move(*type)});
    writer.writeVariable(variable, shader.sharedDump.back());
    shader.sharedDumpBytes += extentBytes(shader.sharedDump.back().type);
  }
  shader.sharedDumpBytes = llvm::alignTo(shader.sharedDumpBytes, 8);
  shader.sharedDumpBinding = binding;
  std::string words = std::to_string(shader.sharedDumpBytes / 4);
  insertBehindSize(shader.glsl,
                   "\nlayout(binding = " + std::to_string(binding) +
                       ", std430) writeonly buffer wglint_SharedDump\n{\n"
                       "    uint wglint_words[];\n};\n");
  replaceWord(shader.glsl, "main", "wglint_main");
  shader.glsl +=
      "\nvoid main()\n{\n"
      "    wglint_main();\n"
      "    memoryBarrierShared();\n"
      "    barrier();\n"
      "    uint wglint_at = ((gl_WorkGroupID.z * gl_NumWorkGroups.y + "
      "gl_WorkGroupID.y) * gl_NumWorkGroups.x + gl_WorkGroupID.x) * " +
      words + "u;\n" + writer.text + "}\n";
  return llvm::Error::success();
}

/// What an extension of GL is for, in words; its own name where that says it.
static std::string featureOf(llvm::StringRef extension) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
      kFeatures[] = {
          {"subgroup", "subgroup operations"},
          {"shader_ballot", "subgroup operations"},
          {"16bit_storage", "16-bit values in memory"},
          {"8bit_storage", "8-bit values in memory"},
          {"half_float", "16-bit floats"},
          {"float16", "16-bit floats"},
          {"int16", "16-bit integers"},
          {"types_int8", "8-bit integers"},
          {"atomic_int64", "atomics on 64-bit integers"},
          {"int64", "64-bit integers"},
          {"atomic_float", "atomics on floats"},
          {"fp64", "64-bit floats"},
          {"scalar_block_layout", "scalar block layout"},
      };
  for (const auto &[part, feature] : kFeatures)
    if (extension.contains(part))
      return feature.str();
  return extension.str();
}

std::vector<RequiredExtension>
wglint::requiredExtensions(llvm::StringRef glsl) {
  std::vector<RequiredExtension> required;
  // Alternatives stand in the branches of one #if, which is a requirement only
  // if it ends in #error.
  RequiredExtension alternatives;
  bool isConditional = false;
  llvm::SmallVector<llvm::StringRef, 0> lines;
  glsl.split(lines, '\n');
  for (llvm::StringRef line : lines) {
    if (line.starts_with("#if")) {
      isConditional = true;
      alternatives = RequiredExtension();
    } else if (line.starts_with("#error")) {
      required.push_back(alternatives);
    } else if (line.starts_with("#endif")) {
      isConditional = false;
    }
    if (!line.consume_front("#extension ") || !line.ends_with(": require"))
      continue;
    llvm::StringRef name = line.split(' ').first;
    if (!isConditional)
      required.push_back({{name.str()}, featureOf(name)});
    else if (alternatives.anyOf.empty())
      alternatives = {{name.str()}, featureOf(name)};
    else
      alternatives.anyOf.push_back(name.str());
  }
  return required;
}
