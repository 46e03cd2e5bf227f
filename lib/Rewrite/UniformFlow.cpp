// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/UniformFlow.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/SourceText.h"
#include "wglint/Rewrite/Variables.h"

using namespace wglint;
using namespace wglint::syntax;

const Function *wglint::entryFunction(const RewriteContext &context) {
  auto mains = context.tree.functionsNamed("main");
  return mains.size() == 1 ? mains.front() : nullptr;
}

/// Calls \p visit for \p node and for the functions that it calls.
static bool anyReached(const SyntaxTree &tree, const Node &node,
                       llvm::function_ref<bool(const NameExpr &)> visit,
                       unsigned depth = 0) {
  if (depth > 32)
    return true;
  for (const NameExpr *name : allOf<NameExpr>(node)) {
    if (visit(*name))
      return true;
    if (tree.declarationOf(*name) ||
        !llvm::isa_and_nonnull<CallExpr>(name->parent))
      continue;
    for (const Function *callee : tree.functionsNamed(tree.name(*name)))
      if (anyReached(tree, *callee->body, visit, depth + 1))
        return true;
  }
  return false;
}

bool wglint::touchesMemory(const SyntaxTree &tree, const Node &node,
                           bool onlyWrites) {
  return anyReached(tree, node, [&](const NameExpr &name) {
    const Node *declaration = tree.declarationOf(name);
    if (!declaration)
      return tree.name(name) == "imageStore" ||
             tree.name(name).starts_with("imageAtomic");
    VariableStorage storage = storageOf(tree, *declaration);
    if (storage == VariableStorage::Image)
      return !onlyWrites;
    return storage == VariableStorage::Buffer &&
           (!onlyWrites || isWritten(tree, wholeAccess(name)));
  });
}

bool wglint::hasBarrier(const SyntaxTree &tree, const Node &node) {
  return anyReached(tree, node, [&](const NameExpr &name) {
    return !tree.declarationOf(name) && tree.name(name) == "barrier";
  });
}

void wglint::indentTokens(const RewriteContext &context, uint32_t first,
                          uint32_t last, unsigned levels, EditSet &edits) {
  for (uint32_t token = first; token <= last; ++token) {
    const OutputToken &t = context.tokens.tokens()[token];
    if (t.use != kNone || t.spelling.instance == kNone || t.isDirective)
      continue;
    const SourceFile &file = context.tokens.fileOf(t.spelling.instance);
    llvm::StringRef text = file.text();
    size_t at = file.physicalOffset(t.spelling.begin);
    size_t lineStart = text.rfind('\n', at);
    lineStart =
        lineStart == llvm::StringRef::npos || at == 0 ? 0 : lineStart + 1;
    if (!text.slice(lineStart, at).trim(" \t").empty())
      continue;
    std::string indent;
    for (unsigned i = 0; i < levels; ++i)
      indent += indentationUnit(text);
    edits.insertBefore(token, indent);
  }
}

llvm::Error
wglint::appendBehindReturns(const RewriteContext &context, IndexForms &forms,
                            const CompoundStmt &body, llvm::StringRef lines,
                            const Renaming &renaming, EditSet &edits) {
  std::vector<const IfStmt *> exits;
  for (const Stmt *statement : body.statements)
    if (const IfStmt *exit = asEarlyReturn(context.tree, *statement))
      exits.push_back(exit);
  size_t returns = 0;
  for (const JumpStmt *jump : allOf<JumpStmt>(body))
    returns += context.tree.text(jump->firstToken) == "return";
  if (returns != exits.size())
    return refusal("an invocation may return from within a nested statement");
  if (!exits.empty() && hasBarrier(context.tree, body))
    return refusal("the shader has barriers behind a return");
  for (size_t i = 0; i < exits.size(); ++i) {
    std::vector<Guard> guards =
        conjuncts(context.tree, *exits[i]->condition, /*isNegated=*/true);
    edits.replaceTokens(
        exits[i]->firstToken, exits[i]->lastToken,
        "if (" + guardText(context.tree, forms, guards, renaming) + ") {");
    uint32_t end =
        i + 1 < exits.size() ? exits[i + 1]->lastToken : body.lastToken - 1;
    indentTokens(context, exits[i]->lastToken + 1, end, i + 1, edits);
  }
  std::string closing;
  for (size_t i = exits.size(); i-- > 0;)
    closing += std::string(i, '\t') + "}\n";
  edits.insertLinesAtEnd(body, closing + lines.str());
  return llvm::Error::success();
}

void wglint::guardStatements(const RewriteContext &context,
                             llvm::ArrayRef<const Stmt *> statements,
                             llvm::StringRef condition, EditSet &edits) {
  if (statements.empty())
    return;
  bool isSingle = statements.size() == 1;
  edits.insertLinesBefore(*statements.front(),
                          "if (" + condition.str() + (isSingle ? ")" : ") {"));
  indentTokens(context, statements.front()->firstToken,
               statements.back()->lastToken, 1, edits);
  if (!isSingle)
    edits.insertLinesAfter(*statements.back(), "}");
}

llvm::Expected<std::string> wglint::zeroOf(const RewriteContext &context,
                                           const TypeSpec &type,
                                           const Declarator &variable) {
  if (!type.dims.empty() || !variable.dims.empty() ||
      context.tree.structOf(type))
    return refusal("'" + context.tree.name(variable) +
                   "' has no zero that it could become");
  return zeroText(context.tree.text(type.nameToken));
}

std::string wglint::indented(llvm::StringRef lines) {
  std::string text = "\t";
  for (char c : lines) {
    text += c;
    if (c == '\n')
      text += '\t';
  }
  return text;
}

bool wglint::isBarrierCall(const SyntaxTree &tree, const CallExpr &call) {
  llvm::StringRef name = tree.name(*call.callee);
  return name == "barrier" || name == "groupMemoryBarrier" ||
         name.starts_with("memoryBarrier");
}

bool wglint::isBarrierStatement(const SyntaxTree &tree, const Stmt &statement) {
  const auto *expr = llvm::dyn_cast<ExprStmt>(&statement);
  const auto *call =
      expr ? llvm::dyn_cast_or_null<CallExpr>(expr->expression) : nullptr;
  return call && isBarrierCall(tree, *call);
}

bool wglint::hasReturn(const SyntaxTree &tree, const Node &node) {
  return llvm::any_of(allOf<JumpStmt>(node), [&](const JumpStmt *jump) {
    return tree.text(jump->firstToken) == "return";
  });
}
