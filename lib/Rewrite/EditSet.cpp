// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Edits as they are collected. EditPlaces.cpp finds where they go.
#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/Rewrite.h"
#include "wglint/Rewrite/SourceText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;
using llvm::Twine;
using namespace wglint::syntax;

namespace wglint {

EditSet::EditSet(const SyntaxTree &tree, StringRef mainFile) : Tree(tree) {
  for (const auto &file : tree.tokens().files())
    if (file->name() == mainFile)
      File = file.get();
  Unit = indentationUnit(text());
}

EditSet::EditSet(const RewriteContext &context)
    : EditSet(context.tree, context.mainFile) {}

void EditSet::refuse(const Twine &reason) {
  if (!Refusal)
    Refusal = reason.str();
}

void EditSet::add(const Place &place, std::string text) {
  if (place.isInDirective && StringRef(text).contains("//"))
    return refuse("a comment would end in the middle of a macro");
  if (place.isInDirective)
    std::replace(text.begin(), text.end(), '\n', ' ');
  Edits.push_back({place, std::move(text)});
}

/// Inserts at \p offset for the sake of \p place.
void EditSet::addAt(Place place, uint32_t offset, std::string text) {
  place.begin = place.end = offset;
  add(place, std::move(text));
}

std::string EditSet::written(const Node &node) const {
  std::optional<Place> place = findPlace(node.firstToken, node.lastToken);
  if (!place)
    return expandedText(Tree, node);
  return text().slice(place->begin, place->end).str();
}

void EditSet::replace(const Node &node, const Twine &text) {
  replaceTokens(node.firstToken, node.lastToken, text);
}

void EditSet::replaceTokens(uint32_t first, uint32_t last, const Twine &text) {
  if (std::optional<Place> place = placeOf(first, last))
    add(*place, text.str());
}

void EditSet::insertBefore(uint32_t token, const Twine &text) {
  if (std::optional<Place> place = placeOf(token, token))
    addAt(*place, place->begin, text.str());
}

void EditSet::insertAfter(uint32_t token, const Twine &text) {
  if (std::optional<Place> place = placeOf(token, token))
    addAt(*place, place->end, text.str());
}

void EditSet::wrap(const Node &node, const Twine &before, const Twine &behind) {
  std::optional<Place> place = placeOf(node);
  if (!place)
    return;
  addAt(*place, place->begin, before.str());
  addAt(*place, place->end, behind.str());
}

// ---- Whole lines ------------------------------------------------------------

std::string EditSet::indented(StringRef lines, StringRef indent) const {
  std::string result;
  bool isFirst = true;
  for (StringRef line : llvm::split(lines, '\n')) {
    if (!isFirst)
      result += '\n';
    if (!isFirst && !line.empty())
      result += indent;
    isFirst = false;
    for (; line.consume_front("\t");)
      result += Unit;
    result += line;
  }
  return result;
}

/// Whether \p node is the only statement of an `if` or a loop.
static bool isLoneBody(const Node &node) {
  if (!llvm::isa<Stmt>(node) || llvm::isa<CompoundStmt>(node))
    return false;
  if (const auto *loop = llvm::dyn_cast<ForStmt>(node.parent))
    return loop->body == &node;
  return llvm::isa<IfStmt, WhileStmt, DoStmt>(node.parent);
}

/// Of the lines that go in front of or behind \p node. A body without braces
/// stands one level further in than what it belongs to, wherever it is written.
std::string EditSet::indentOf(const Node &node, const Place &place) const {
  if (!isLoneBody(node))
    return indentationAt(text(), place.begin).str();
  const Node *owner = node.parent;
  std::optional<Place> outer = findPlace(owner->firstToken, owner->lastToken);
  return indentationAt(text(), outer ? outer->begin : place.begin).str() + Unit;
}

/// Where lines behind \p end begin: behind a comment that ends its line.
static size_t behindTrailingComment(StringRef text, size_t end) {
  StringRef rest = text.drop_front(end).take_until(
      [](char c) { return c == '\n' || c == '\r'; });
  StringRef comment = rest.ltrim();
  bool isLine = comment.starts_with("//") && !rest.ends_with("\\");
  size_t close = comment.find("*/");
  bool isBlock = comment.starts_with("/*") && close != StringRef::npos &&
                 comment.drop_front(close + 2).trim().empty();
  return isLine || isBlock ? end + rest.rtrim().size() : end;
}

/// Whether a brace may stand right behind \p text.
static bool endsInHead(StringRef text) {
  return text.ends_with(")") || text.ends_with("else") || text.ends_with("do");
}

void EditSet::addBraces(const Node &node, const Place &place) {
  if (!isLoneBody(node) || !Braced.insert(&node).second)
    return;
  std::string indent = indentOf(node, place);
  StringRef outer = StringRef(indent).drop_back(Unit.size());
  StringRef head = text().take_front(place.begin).rtrim();
  Place gap = place;
  gap.end = place.begin;
  bool isAtHead = endsInHead(head);
  gap.begin = isAtHead ? head.size() : place.begin;
  add(gap, (isAtHead ? " {\n" : "{\n") + indent);
  Place close = place;
  close.begin = close.end = place.isInDirective
                                ? place.end
                                : behindTrailingComment(text(), place.end);
  Closings.push_back({close, "\n" + outer.str() + "}"});
}

void EditSet::insertLinesBefore(const Node &node, StringRef lines) {
  std::optional<Place> place = placeOf(node);
  if (!place)
    return;
  std::string indent = indentOf(node, *place);
  addBraces(node, *place);
  addAt(*place, place->begin, indented(lines, indent) + "\n" + indent);
}

void EditSet::insertLinesBeforeFunctions(StringRef lines) {
  for (const Node *node : Tree.root().children)
    if (llvm::isa<Function>(node))
      return insertLinesBefore(*node, lines);
}

void EditSet::insertLinesAfter(const Node &node, StringRef lines) {
  std::optional<Place> place = placeOf(node);
  if (!place)
    return;
  std::string indent = indentOf(node, *place);
  addBraces(node, *place);
  size_t at = place->isInDirective ? place->end
                                   : behindTrailingComment(text(), place->end);
  addAt(*place, at, "\n" + indent + indented(lines, indent));
}

void EditSet::insertLinesAtEnd(const CompoundStmt &body, StringRef lines) {
  if (!body.statements.empty())
    return insertLinesAfter(*body.statements.back(), lines);
  std::optional<Place> place = placeOf(body);
  if (!place)
    return;
  std::string indent = indentationAt(text(), place->begin).str() + Unit;
  std::string inserted = "\n" + indent + indented(lines, indent);
  addAt(*place, place->begin + 1, std::move(inserted));
}

void EditSet::replaceLines(const Node &node, StringRef lines) {
  if (std::optional<Place> place = placeOf(node))
    add(*place, indented(lines, indentationAt(text(), place->begin)));
}

void EditSet::removeStatement(const Node &statement) {
  std::optional<Place> place = placeOf(statement);
  if (!place)
    return;
  if (isLoneBody(statement))
    return add(*place, ";");
  StringRef indent = indentationAt(text(), place->begin);
  size_t lineBegin = indent.data() - text().data();
  size_t end = behindTrailingComment(text(), place->end);
  StringRef rest = text().drop_front(end).ltrim(" \t\r");
  bool isAlone = lineBegin + indent.size() == place->begin &&
                 (rest.empty() || rest.starts_with("\n"));
  if (isAlone && !place->isInDirective) {
    place->begin = lineBegin;
    place->end = text().size() - (rest.empty() ? 0 : rest.size() - 1);
  }
  add(*place, "");
}

} // namespace wglint
