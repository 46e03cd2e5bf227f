// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The parser's rules for declarations: OpenGL Shading Language 4.60, chapters
/// 4 and 6.1, and the extensions that compute shaders use.
#include "Parser.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace wglint::syntax {

static bool isQualifier(StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases("const", "in", "out", "inout", "uniform", "buffer", "shared", true)
      .Cases("coherent", "volatile", "restrict", "readonly", "writeonly", true)
      .Cases("devicecoherent", "queuefamilycoherent", "workgroupcoherent", true)
      .Cases("subgroupcoherent", "nonprivate", "shadercallcoherent", true)
      .Cases("highp", "mediump", "lowp", "precise", "invariant", true)
      .Cases("layout", "flat", "smooth", "noperspective", "centroid", true)
      .Cases("sample", "patch", "subroutine", "varying", "attribute", true)
      .Cases("precision", "nonuniformEXT", "tileImageEXT", true)
      .Cases("spirv_instruction", "spirv_decorate", "spirv_by_reference", true)
      .Cases("spirv_literal", "spirv_storage_class", true)
      .Default(false);
}

/// Types that extensions give arguments: `coopmat<float, 3, 16, 16, 0>`.
static bool hasTypeArguments(StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases("coopmat", "coopvecNV", "fcoopmatNV", "icoopmatNV", true)
      .Cases("ucoopmatNV", "tensorARM", "tensorLayoutNV", "tensorViewNV", true)
      .Case("spirv_type", true)
      .Default(false);
}

/// Position behind a type's name at \p position and its arguments.
size_t Parser::behindTypeName(size_t position) const {
  if (!hasTypeArguments(Tree.text(Stream[position])))
    return position + 1;
  size_t i = position + 1;
  auto textAt = [&](size_t p) {
    return p < Stream.size() ? Tree.text(Stream[p]) : StringRef();
  };
  if (textAt(i) == "(")
    return behindBracket(i);
  if (textAt(i) != "<")
    return i;
  while (i < Stream.size() && textAt(i) != ">" && textAt(i) != ";")
    i = textAt(i) == "(" ? behindBracket(i) : i + 1;
  return std::min(i + 1, Stream.size());
}

void Parser::takeTypeArguments() { Pos = behindTypeName(Pos - 1); }

/// A declaration begins with a qualifier, or with a type and a name: no
/// expression has two names in a row.
bool Parser::isDeclaration() const {
  StringRef word = peek();
  if (word == "struct")
    return true;
  if (isQualifier(word))
    return word != "nonuniformEXT" || peek(1) != "(";
  if (!isIdentifier())
    return false;
  size_t position = behindTypeName(Pos);
  while (position < Stream.size() && Tree.text(Stream[position]) == "[")
    position = behindBracket(position);
  return isIdentifier(position - Pos);
}

Node *Parser::parseGlobal() {
  size_t start = Pos;
  if (Node *node = parseGlobalOrFail())
    return node;
  return recover<Opaque>(start);
}

Node *Parser::parseGlobalOrFail() {
  uint32_t first = Stream[Pos];
  while (isAt("[") && peek(1) == "[")
    Pos = behindBracket(Pos);
  size_t start = Pos;
  Qualifiers qualifiers;
  llvm::SmallVector<const Node *, 8> children;
  if (!parseQualifiers(qualifiers, children))
    return nullptr;
  if (isIdentifier() && peek(1) == "{")
    return parseBlock(first, qualifiers, children);
  if (isIdentifier() && !isAt("struct")) {
    if (TypeSpec *type = parseType(); type && isIdentifier() && peek(1) == "(")
      return parseFunction(first, qualifiers, type, children);
  }
  Pos = start;
  return parseDeclaration(Where::Global);
}

bool Parser::parseQualifiers(Qualifiers &qualifiers,
                             llvm::SmallVectorImpl<const Node *> &children) {
  llvm::SmallVector<uint32_t, 4> words;
  llvm::SmallVector<const LayoutEntry *, 4> entries;
  while (isQualifier(peek())) {
    if (isAt("layout")) {
      take();
      if (!parseLayout(entries))
        return false;
      qualifiers.layoutEnd = Stream[Pos - 1];
      continue;
    }
    words.push_back(take());
    if (isAt("("))
      Pos = behindBracket(Pos);
  }
  qualifiers.words = keep<uint32_t>(words);
  qualifiers.layout = keep<const LayoutEntry *>(entries);
  children.append(entries.begin(), entries.end());
  return true;
}

/// Behind `layout`: `(name, name = value)`.
bool Parser::parseLayout(llvm::SmallVectorImpl<const LayoutEntry *> &entries) {
  if (!accept("("))
    return false;
  while (!isAt(")")) {
    if (!isIdentifier())
      return false;
    auto *entry = make<LayoutEntry>();
    entry->nameToken = take();
    if (accept("=") && !(entry->value = parseConditional()))
      return false;
    entries.push_back(finish(entry, entry->nameToken, {entry->value}));
    if (!isAt(")") && !accept(","))
      return false;
  }
  take();
  return true;
}

Declaration *Parser::parseDeclaration(Where where) {
  Nesting nesting(Depth);
  if (nesting.isTooDeep() || isAtEnd())
    return nullptr;
  uint32_t first = Stream[Pos];
  auto *declaration = make<Declaration>();
  llvm::SmallVector<const Node *, 8> children;
  if (!parseQualifiers(declaration->qualifiers, children))
    return nullptr;
  bool hasQualifier = Pos > 0 && Stream[Pos - 1] >= first;
  if (hasQualifier && isAt(";")) {
    take();
    return finish(declaration, first, children);
  }
  // `precise a, b;` qualifies names anew and declares none.
  if (hasQualifier && isIdentifier() && peek(1) == ",") {
    while (!isAtEnd() && !isAt(";"))
      take();
    return accept(";") ? finish(declaration, first, children) : nullptr;
  }
  TypeSpec *type = parseType();
  if (!type)
    return nullptr;
  declaration->type = type;
  children.push_back(type);
  if (where != Where::Condition && accept(";"))
    return finish(declaration, first, children);
  return parseDeclarators(declaration, first, where, children);
}

Declaration *
Parser::parseDeclarators(Declaration *declaration, uint32_t first, Where where,
                         llvm::SmallVectorImpl<const Node *> &children) {
  llvm::SmallVector<const Declarator *, 4> declarators;
  do {
    Declarator *declarator = parseDeclarator();
    if (!declarator)
      return nullptr;
    declarators.push_back(declarator);
    children.push_back(declarator);
  } while (where != Where::Condition && accept(","));
  if (where != Where::Condition && !accept(";"))
    return nullptr;
  declaration->declarators = keep<const Declarator *>(declarators);
  return finish(declaration, first, children);
}

TypeSpec *Parser::parseType() {
  if (!isIdentifier())
    return nullptr;
  uint32_t first = Stream[Pos];
  auto *type = make<TypeSpec>();
  llvm::SmallVector<const Node *, 4> children;
  if (isAt("struct")) {
    StructSpec *structure = parseStruct();
    if (!structure)
      return nullptr;
    type->structure = structure;
    type->nameToken = structure->nameToken;
    children.push_back(structure);
  } else {
    type->nameToken = take();
    takeTypeArguments();
  }
  if (!parseDims(type->dims, children))
    return nullptr;
  return finish(type, first, children);
}

StructSpec *Parser::parseStruct() {
  uint32_t first = take();
  auto *structure = make<StructSpec>();
  if (isIdentifier())
    structure->nameToken = take();
  llvm::SmallVector<const Node *, 8> children;
  if (!parseMembers(structure->members, children))
    return nullptr;
  return finish(structure, first, children);
}

/// `{ float a, b[2]; ... }`
bool Parser::parseMembers(llvm::ArrayRef<const Declaration *> &members,
                          llvm::SmallVectorImpl<const Node *> &children) {
  if (!accept("{"))
    return false;
  llvm::SmallVector<const Declaration *, 8> found;
  while (!isAt("}")) {
    Declaration *member = parseDeclaration(Where::Member);
    if (!member)
      return false;
    found.push_back(member);
  }
  take();
  members = keep<const Declaration *>(found);
  children.append(found.begin(), found.end());
  return true;
}

bool Parser::parseDims(llvm::ArrayRef<const ArrayDim *> &dims,
                       llvm::SmallVectorImpl<const Node *> &children) {
  llvm::SmallVector<const ArrayDim *, 4> found;
  while (isAt("[")) {
    uint32_t first = take();
    auto *dim = make<ArrayDim>();
    if (!isAt("]") && !(dim->size = parseExpression()))
      return false;
    if (!accept("]"))
      return false;
    found.push_back(finish(dim, first, {dim->size}));
  }
  dims = keep<const ArrayDim *>(found);
  children.append(found.begin(), found.end());
  return true;
}

Declarator *Parser::parseDeclarator() {
  if (!isIdentifier())
    return nullptr;
  auto *declarator = make<Declarator>();
  declarator->nameToken = take();
  llvm::SmallVector<const Node *, 4> children;
  if (!parseDims(declarator->dims, children))
    return nullptr;
  if (accept("=")) {
    declarator->initializer = parseInitializer();
    if (!declarator->initializer)
      return nullptr;
    children.push_back(declarator->initializer);
  }
  return finish(declarator, declarator->nameToken, children);
}

Node *Parser::parseBlock(uint32_t first, Qualifiers qualifiers,
                         llvm::SmallVectorImpl<const Node *> &children) {
  auto *block = make<Block>();
  block->qualifiers = qualifiers;
  block->nameToken = take();
  if (!parseMembers(block->members, children))
    return nullptr;
  if (isIdentifier())
    block->instanceToken = take();
  if (!parseDims(block->dims, children) || !accept(";"))
    return nullptr;
  return finish(block, first, children);
}

Node *Parser::parseFunction(uint32_t first, Qualifiers qualifiers,
                            TypeSpec *type,
                            llvm::SmallVectorImpl<const Node *> &children) {
  auto *function = make<Function>();
  function->qualifiers = qualifiers;
  function->returnType = type;
  children.push_back(type);
  function->nameToken = take();
  take();
  llvm::SmallVector<const Parameter *, 8> parameters;
  if (isAt("void") && peek(1) == ")")
    take();
  while (!isAt(")")) {
    Parameter *parameter = parseParameter();
    if (!parameter)
      return nullptr;
    parameters.push_back(parameter);
    if (!isAt(")") && !accept(","))
      return nullptr;
  }
  take();
  function->parameters = keep<const Parameter *>(parameters);
  children.append(parameters.begin(), parameters.end());
  // Attributes, such as [[subgroup_uniform_control_flow]].
  while (isAt("[") && peek(1) == "[")
    Pos = behindBracket(Pos);
  if (!accept(";")) {
    function->body = parseCompound();
    if (!function->body)
      return nullptr;
    children.push_back(function->body);
  }
  return finish(function, first, children);
}

Parameter *Parser::parseParameter() {
  if (isAtEnd())
    return nullptr;
  uint32_t first = Stream[Pos];
  auto *parameter = make<Parameter>();
  llvm::SmallVector<const Node *, 4> children;
  if (!parseQualifiers(parameter->qualifiers, children))
    return nullptr;
  TypeSpec *type = parseType();
  if (!type)
    return nullptr;
  parameter->type = type;
  children.push_back(type);
  if (isIdentifier())
    parameter->nameToken = take();
  if (!parseDims(parameter->dims, children))
    return nullptr;
  return finish(parameter, first, children);
}

} // namespace wglint::syntax
