// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MissingMacro.h"
#include "wglint/Syntax/Lexer.h"
#include "wglint/Syntax/SyntaxTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace wglint {

static bool isIdentifier(StringRef text) {
  return !text.empty() && (llvm::isAlpha(text.front()) || text.front() == '_');
}

/// The token that gives \p node its name; kNone where it declares none.
static uint32_t declaredToken(const syntax::Node &node) {
  using namespace syntax;
  if (const auto *declarator = llvm::dyn_cast<Declarator>(&node))
    return declarator->nameToken;
  if (const auto *parameter = llvm::dyn_cast<Parameter>(&node))
    return parameter->nameToken;
  if (const auto *function = llvm::dyn_cast<Function>(&node))
    return function->nameToken;
  if (const auto *structure = llvm::dyn_cast<StructSpec>(&node))
    return structure->nameToken;
  if (const auto *block = llvm::dyn_cast<Block>(&node))
    return block->instanceToken;
  return kNone;
}

/// Whether a declaration anywhere, in whatever scope, is one of \p name.
static bool isDeclared(const syntax::SyntaxTree &tree, StringRef name) {
  bool isFound = false;
  syntax::walk(tree.root(), [&](const syntax::Node &node) {
    isFound |= tree.text(declaredToken(node)) == name;
    return !isFound;
  });
  return isFound;
}

/// Whether the parser takes \p token for the name of a type.
static bool isTakenForType(const syntax::SyntaxTree &tree, uint32_t token) {
  bool isFound = false;
  syntax::walk(tree.root(), [&](const syntax::Node &node) {
    const auto *type = llvm::dyn_cast<syntax::TypeSpec>(&node);
    isFound |= type && type->nameToken == token;
    return !isFound;
  });
  return isFound;
}

/// Whether `#define NAME` stands in a text, be it under a condition.
static bool isDefinedSomewhere(const syntax::TokenMap &tokens, StringRef name) {
  return llvm::any_of(tokens.files(), [&](const auto &file) {
    StringRef text = file->logicalText();
    syntax::RawTokens raw = syntax::lex(text);
    for (size_t i = 0; i + 2 < raw.tokens.size(); ++i)
      if (raw.tokens[i].in(text) == "#" &&
          raw.tokens[i + 1].in(text) == "define" &&
          raw.tokens[i + 2].in(text) == name)
        return true;
    return false;
  });
}

/// The extensions' types, such as float16_t and u8vec4, are names like all
/// others as long as their extension is not enabled.
static bool isTypeOfExtension(StringRef name) {
  bool isScalar = name.consume_back("_t");
  for (StringRef prefix : {"float", "uint", "int", "f", "u", "i"}) {
    StringRef rest = name;
    unsigned bits = 0;
    if (rest.consume_front(prefix) && !rest.consumeInteger(10, bits))
      return isScalar ? rest.empty()
                      : rest.starts_with("vec") || rest.starts_with("mat");
  }
  return false;
}

/// The name that \p error, which stands at \p token, may be about.
static uint32_t suspect(const syntax::SyntaxTree &tree,
                        const GlslangError &error) {
  uint32_t token = *error.token;
  StringRef message = error.message;
  if (message.contains("undeclared identifier"))
    return token;
  // Functions of the language all have small letters; a function that is
  // missing is more often misspelt than a macro.
  if (message.contains("no matching overloaded function"))
    return llvm::none_of(tree.text(token), llvm::isLower) ? token
                                                          : syntax::kNone;
  if (!message.contains("unexpected IDENTIFIER"))
    return syntax::kNone;
  // `shared TYPE tile[4]` is understood up to the name behind the type.
  if (!isDeclared(tree, tree.text(token)))
    return token;
  return token > 0 && isTakenForType(tree, token - 1) ? token - 1
                                                      : syntax::kNone;
}

std::optional<std::string> missingMacro(const syntax::TokenMap &tokens,
                                        const GlslangError &error) {
  if (!error.token)
    return std::nullopt;
  auto tree = syntax::SyntaxTree::parse(tokens);
  uint32_t token = suspect(*tree, error);
  StringRef name = tree->text(token);
  if (!isIdentifier(name) || name.starts_with("gl_") ||
      isTypeOfExtension(name) || isDeclared(*tree, name) ||
      isDefinedSomewhere(tokens, name))
    return std::nullopt;
  return name.str();
}

std::string missingMacroNote(const std::string &name) {
  return "'" + name +
         "' is not defined in this file; if the host defines it, give it with "
         "-D" +
         name + "=... or with Defines in .wglint";
}

} // namespace wglint
