// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LenientText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include <cstring>

using namespace wglint;
using llvm::StringRef;

namespace {
/// Finds the tokens that are left out, and those that others stand for.
class Leniency {
public:
  explicit Leniency(const syntax::TokenMap &tokens)
      : Map(tokens), Count(uint32_t(tokens.tokens().size())) {}

  void dropLayouts();
  void dropSemicolons();
  void replaceWords();
  void dropConst();
  std::optional<std::string> text() const;

private:
  StringRef at(uint32_t token) const {
    return token < Count ? Map.tokens()[token].text : StringRef();
  }
  bool is(uint32_t token, StringRef text) const { return at(token) == text; }
  bool isDropped(uint32_t token) const {
    auto it = Replaced.find(token);
    return it != Replaced.end() && it->second.empty();
  }
  void drop(uint32_t first, uint32_t last) {
    for (uint32_t i = first; i <= last; ++i)
      Replaced[i].clear();
  }
  void dropLayout(uint32_t layout, uint32_t end);
  void dropAttributes(uint32_t bracket);
  StringRef nameBefore(uint32_t equals) const;
  std::optional<std::string> otherWord(uint32_t token) const;

  const syntax::TokenMap &Map;
  uint32_t Count;
  syntax::TokenMap::Replacements Replaced;
};
} // namespace

/// Of `layout ( ... )` from \p layout to \p end.
void Leniency::dropLayout(uint32_t layout, uint32_t end) {
  bool isChanged = false;
  for (uint32_t i = layout + 2; i < end; ++i)
    if (is(i, "shared") || is(i, "packed")) {
      drop(i, is(i + 1, ",") ? i + 1 : i);
      isChanged = true;
    }
  if (!isChanged)
    return;
  uint32_t last = end - 1; // that is left
  while (last > layout + 1 && isDropped(last))
    --last;
  if (last == layout + 1) // layout(shared) buffer;
    drop(layout, is(end + 2, ";") ? end + 2 : end);
  else if (is(last, ","))
    drop(last, last);
}

void Leniency::dropLayouts() {
  for (uint32_t i = 0; i < Count; ++i)
    if (is(i, "layout") && is(i + 1, "("))
      if (uint32_t end = Map.matchingBracket(i + 1); end != syntax::kNone)
        dropLayout(i, end);
}

/// Behind the body of a function, and behind another semicolon.
void Leniency::dropSemicolons() {
  bool isBehindDefinition = true;
  for (uint32_t i = 0; i < Count; ++i) {
    if (Map.tokens()[i].isDirective)
      continue;
    if (is(i, ";")) {
      if (isBehindDefinition)
        drop(i, i);
      isBehindDefinition = true;
      continue;
    }
    bool isBody = i > 0 && is(i, "{") && is(i - 1, ")");
    if (uint32_t end = Map.matchingBracket(i); end != syntax::kNone && end > i)
      i = end;
    isBehindDefinition = isBody;
  }
}

static bool isCastOfBits(StringRef function) {
  return llvm::is_contained({"uintBitsToFloat", "intBitsToFloat",
                             "floatBitsToUint", "floatBitsToInt"},
                            function);
}

/// What the declaration names whose initializer \p equals begins.
StringRef Leniency::nameBefore(uint32_t equals) const {
  uint32_t name = equals - 1;
  if (is(name, "]") && Map.matchingBracket(name) != syntax::kNone)
    name = Map.matchingBracket(name) - 1;
  return at(name);
}

/// Of what no function holds, and bits make, or what is made of those.
void Leniency::dropConst() {
  uint32_t qualifier = syntax::kNone;
  StringRef name;
  llvm::StringSet<> madeOfBits;
  for (uint32_t i = 0; i < Count; ++i) {
    if (is(i, "const")) {
      qualifier = i;
    } else if (is(i, ";")) {
      qualifier = syntax::kNone;
    } else if (qualifier == syntax::kNone) {
      if (is(i, "{") && Map.matchingBracket(i) != syntax::kNone)
        i = Map.matchingBracket(i);
    } else if (is(i, "=")) {
      name = nameBefore(i);
    } else if (isCastOfBits(at(i)) || madeOfBits.count(at(i))) {
      drop(qualifier, qualifier);
      madeOfBits.insert(name);
    }
  }
}

/// `[[branch]]`, of which \p bracket is the first.
void Leniency::dropAttributes(uint32_t bracket) {
  uint32_t end = Map.matchingBracket(bracket);
  if (is(bracket, "[") && is(bracket + 1, "[") && end != syntax::kNone)
    drop(bracket, end);
}

/// No constant_id of a shader: OpenGL's and glslang's limits are far lower.
static constexpr StringRef kVariableSize =
    "local_size_x_id = 2147483645, local_size_y_id = 2147483646, "
    "local_size_z_id = 2147483647";

/// What `texture2D` and the like, of GLSL before 1.30, are called now; empty
/// for other words.
static StringRef functionNow(StringRef word) {
  return llvm::StringSwitch<StringRef>(word)
      .Cases("texture1D", "texture2D", "texture3D", "textureCube", "texture")
      .Cases("texture1DLod", "texture2DLod", "texture3DLod", "textureCubeLod",
             "textureLod")
      .Default("");
}

/// Of extensions that glslang 12 does not know: the one that has what this
/// brings, or the same one, which then is a warning, where what it brings is
/// read here. std::nullopt of others, which may be misspelt.
static std::optional<StringRef> extensionNow(StringRef extension) {
  return llvm::StringSwitch<std::optional<StringRef>>(extension)
      .Case("GL_NV_gpu_shader5", "GL_EXT_shader_explicit_arithmetic_types")
      .Case("GL_NV_shader_atomic_float", "GL_EXT_shader_atomic_float")
      .Cases("GL_ARB_compute_variable_group_size",
             "GL_EXT_maximal_reconvergence", extension)
      .Default(std::nullopt);
}

/// What \p token is called where glslang reads it.
std::optional<std::string> Leniency::otherWord(uint32_t token) const {
  StringRef word = at(token);
  if (Map.tokens()[token].isDirective) {
    auto [head, behavior] = word.split(':');
    StringRef extension = head.ltrim("# \t");
    if (!extension.consume_front("extension") ||
        behavior.trim().starts_with("disable"))
      return std::nullopt;
    if (std::optional<StringRef> now = extensionNow(extension.trim()))
      return ("#extension " + *now + " : enable").str();
    return std::nullopt;
  }
  if (word == "local_size_variable")
    return kVariableSize.str();
  if (word == "unsigned")
    return "uint";
  if (word == "gl_LocalGroupSizeARB")
    return "gl_WorkGroupSize";
  bool isCall = is(token + 1, "(");
  if (word == "length" && !isCall)
    return kLengthMember.str();
  if (StringRef now = functionNow(word); isCall && !now.empty())
    return now.str();
  StringRef digits = word;
  if ((digits.consume_back("f") || digits.consume_back("F")) &&
      !digits.empty() && llvm::all_of(digits, llvm::isDigit))
    return (digits + ".0f").str();
  return std::nullopt;
}

void Leniency::replaceWords() {
  for (uint32_t i = 0; i < Count; ++i) {
    dropAttributes(i);
    if (is(i, "unsigned") && is(i + 1, "int"))
      drop(i + 1, i + 1);
    if (auto word = isDropped(i) ? std::nullopt : otherWord(i))
      Replaced[i] = std::move(*word);
  }
}

std::optional<std::string> Leniency::text() const {
  if (Replaced.empty())
    return std::nullopt;
  return Map.compilerText(Replaced);
}

std::optional<std::string> wglint::lenientText(const syntax::TokenMap &tokens) {
  Leniency leniency(tokens);
  leniency.dropLayouts();
  leniency.dropSemicolons();
  leniency.replaceWords();
  leniency.dropConst();
  return leniency.text();
}

void wglint::restoreName(std::string &message) {
  size_t at;
  while ((at = message.find(kLengthMember.data())) != std::string::npos)
    message.replace(at, kLengthMember.size(), "length");
}

void wglint::restoreNames(std::vector<uint32_t> &spirv) {
  constexpr uint32_t kHeaderWords = 5, kOpName = 5, kOpMemberName = 6;
  for (size_t at = kHeaderWords; at < spirv.size();) {
    uint32_t opcode = spirv[at] & 0xffff, words = spirv[at] >> 16;
    if (words == 0)
      return;
    // Both names, with what ends them, are two words long.
    uint32_t first = opcode == kOpName ? 2 : opcode == kOpMemberName ? 3 : 0;
    char text[8];
    if (first != 0 && words == first + 2) {
      std::memcpy(text, &spirv[at + first], sizeof(text));
      if (StringRef(text, kLengthMember.size() + 1) ==
          StringRef(kLengthMember.data(), kLengthMember.size() + 1)) {
        text[kLengthMember.size() - 1] = '\0';
        std::memcpy(&spirv[at + first], text, sizeof(text));
      }
    }
    at += words;
  }
}
