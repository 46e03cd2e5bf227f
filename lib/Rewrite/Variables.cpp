// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/Variables.h"
#include "llvm/ADT/StringSwitch.h"

using namespace wglint;
using namespace wglint::syntax;

static bool holdsWord(const SyntaxTree &tree, const Qualifiers &qualifiers,
                      llvm::StringRef word) {
  for (uint32_t token : qualifiers.words)
    if (tree.text(token) == word)
      return true;
  for (const LayoutEntry *entry : qualifiers.layout)
    if (tree.text(entry->nameToken) == word)
      return true;
  return false;
}

bool wglint::hasQualifier(const SyntaxTree &tree, const Node &declaration,
                          llvm::StringRef word) {
  for (const Node *n = &declaration; n; n = n->parent) {
    const Qualifiers *qualifiers = nullptr;
    if (const auto *d = llvm::dyn_cast<Declaration>(n))
      qualifiers = &d->qualifiers;
    else if (const auto *b = llvm::dyn_cast<Block>(n))
      qualifiers = &b->qualifiers;
    else if (const auto *p = llvm::dyn_cast<Parameter>(n))
      qualifiers = &p->qualifiers;
    else if (!llvm::isa<Declarator>(n))
      break;
    if (qualifiers && holdsWord(tree, *qualifiers, word))
      return true;
  }
  return false;
}

static constexpr llvm::StringLiteral kWatchQualifiers[] = {"coherent",
                                                           "volatile"};

/// What one of the declarations at or below \p node says.
static llvm::StringRef watchQualifierBelow(const SyntaxTree &tree,
                                           const Node &node) {
  for (llvm::StringRef word : kWatchQualifiers) {
    bool isFound = false;
    walk(node, [&](const Node &n) {
      if (llvm::isa<Declaration, Block, Parameter>(n))
        isFound |= hasQualifier(tree, n, word);
      return !isFound;
    });
    if (isFound)
      return word;
  }
  return "";
}

llvm::StringRef wglint::watchQualifier(const SyntaxTree &tree,
                                       const Node &declaration) {
  for (llvm::StringRef word : kWatchQualifiers)
    if (hasQualifier(tree, declaration, word))
      return word;
  const auto *block = llvm::dyn_cast<Block>(&declaration);
  if (!block)
    block = enclosing<Block>(declaration);
  return block ? watchQualifierBelow(tree, *block) : "";
}

llvm::StringRef wglint::watchQualifierAnywhere(const SyntaxTree &tree) {
  return watchQualifierBelow(tree, tree.root());
}

static bool isOpaqueType(llvm::StringRef name) {
  return name.contains("image") || name.contains("sampler") ||
         name.contains("texture");
}

VariableStorage wglint::storageOf(const SyntaxTree &tree,
                                  const Node &declaration) {
  const auto *statement = enclosing<Declaration>(declaration);
  if (statement && statement->type && !enclosing<Block>(declaration) &&
      isOpaqueType(tree.text(statement->type->nameToken)))
    return VariableStorage::Image;
  if (enclosing<Function>(declaration))
    return VariableStorage::Local;
  if (hasQualifier(tree, declaration, "shared"))
    return VariableStorage::Shared;
  if (hasQualifier(tree, declaration, "buffer"))
    return VariableStorage::Buffer;
  if (hasQualifier(tree, declaration, "uniform") ||
      hasQualifier(tree, declaration, "constant_id"))
    return VariableStorage::Uniform;
  return VariableStorage::Global;
}

bool wglint::isNeverWritten(const SyntaxTree &tree, const Node &declaration) {
  for (const NameExpr *use : tree.usesOf(declaration))
    if (isWritten(tree, wholeAccess(*use)))
      return false;
  return true;
}

const Declarator *wglint::writtenGlobal(const SyntaxTree &tree) {
  for (const Node *node : tree.root().children)
    if (const auto *declaration = llvm::dyn_cast<Declaration>(node))
      for (const Declarator *variable : declaration->declarators)
        if (storageOf(tree, *variable) == VariableStorage::Global &&
            !isNeverWritten(tree, *variable))
          return variable;
  return nullptr;
}

unsigned wglint::componentCount(llvm::StringRef type) {
  if (type == "float" || type == "int" || type == "uint" || type == "bool" ||
      type == "double")
    return 1;
  llvm::StringRef rest = type;
  if (!rest.consume_front("vec") && !rest.consume_front("ivec") &&
      !rest.consume_front("uvec") && !rest.consume_front("bvec") &&
      !rest.consume_front("dvec"))
    return 0;
  return llvm::StringSwitch<unsigned>(rest)
      .Case("2", 2)
      .Case("3", 3)
      .Case("4", 4)
      .Default(0);
}

bool wglint::isFloatType(llvm::StringRef type) {
  return type == "float" || type == "double" || type.starts_with("vec") ||
         type.starts_with("dvec") || type.starts_with("mat");
}

unsigned wglint::sharedBytesOf(llvm::StringRef type) {
  unsigned count = componentCount(type);
  unsigned each = type.starts_with("d") ? 8 : 4;
  return (count == 3 ? 4 : count) * each;
}

std::string wglint::zeroText(llvm::StringRef type) {
  return llvm::StringSwitch<std::string>(type)
      .Case("float", "0.0")
      .Case("uint", "0u")
      .Case("int", "0")
      .Case("bool", "false")
      .Default((type + "(0)").str());
}
