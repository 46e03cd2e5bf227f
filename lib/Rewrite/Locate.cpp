// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/Locate.h"
#include "wglint/Check/Judgement.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/Variables.h"
#include "wglint/Syntax/Lexer.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;
using namespace wglint::syntax;

namespace wglint {

static const SourceFile *fileNamed(const TokenMap &tokens, StringRef name) {
  for (const auto &file : tokens.files())
    if (file->name() == name)
      return file.get();
  return nullptr;
}

llvm::SmallVector<const Node *, 4> nodesAt(const RewriteContext &context,
                                           const SourceRange &range) {
  const SourceFile *file = fileNamed(context.tokens, range.file);
  if (!file || range.isWholeFile())
    return {};
  auto begin = file->offsetOf({range.begin.line, range.begin.column});
  auto end = file->offsetOf({range.end.line, range.end.column});
  if (!begin || !end)
    return {};
  return context.tree.nodesAt(range.file, *begin, *end);
}

const Expr *accessExpr(const RewriteContext &context,
                       const AccessFact &access) {
  SourceLocation place = context.analysis.sourceMap.resolve(access.key);
  if (!place.isExact)
    return nullptr;
  return findNode<Expr>(context, place.range);
}

llvm::SmallVector<const AccessFact *, 8>
accessesAt(const RewriteContext &context, const SourceRange &range) {
  llvm::SmallVector<const AccessFact *, 8> found;
  for (const AccessFact &access : context.analysis.facts.accesses)
    if (context.analysis.sourceMap.resolve(access.key).range == range)
      found.push_back(&access);
  return found;
}

bool takesComponents(const RewriteContext &context, const Declarator &array,
                     const SourceRange &range) {
  auto accesses = accessesAt(context, range);
  return componentCount(declaredType(context.tree, array).name) > 1 &&
         llvm::all_of(accesses, [&](const AccessFact *access) {
           return conflictsByElementSize(context.analysis.facts, *access);
         });
}

const Declarator *sharedDeclarator(const RewriteContext &context,
                                   StringRef variable) {
  const Node *node = context.tree.findGlobal(variable);
  const auto *declarator = llvm::dyn_cast_or_null<Declarator>(node);
  const auto *declaration =
      declarator ? llvm::dyn_cast<Declaration>(declarator->parent) : nullptr;
  if (!declaration)
    return nullptr;
  bool isShared =
      llvm::any_of(declaration->qualifiers.words, [&](uint32_t word) {
        return context.tree.text(word) == "shared";
      });
  return isShared ? declarator : nullptr;
}

bool occursUnseen(const RewriteContext &context, StringRef name) {
  const SourceFile *file = fileNamed(context.tokens, context.mainFile);
  if (!file)
    return true;
  llvm::DenseSet<uint32_t> seen;
  for (const OutputToken &token : context.tokens.tokens())
    if (token.spelling.instance != kNone &&
        &context.tokens.fileOf(token.spelling.instance) == file)
      seen.insert(token.spelling.begin);
  StringRef text = file->logicalText();
  return llvm::any_of(lex(text).tokens, [&](const RawToken &token) {
    return token.kind == TokenKind::Identifier && token.in(text) == name &&
           !seen.contains(token.offset);
  });
}

llvm::SmallVector<const NameExpr *, 8>
usesOfBuiltIn(const RewriteContext &context, StringRef name) {
  llvm::SmallVector<const NameExpr *, 8> uses;
  for (const NameExpr *use : allOf<NameExpr>(context.tree.root()))
    if (context.tree.name(*use) == name && !context.tree.declarationOf(*use))
      uses.push_back(use);
  return uses;
}

bool usesSubgroups(const RewriteContext &context) {
  return llvm::any_of(context.tokens.tokens(), [](const OutputToken &token) {
    // The last two: by GL_ARB_shader_ballot and GL_ARB_shader_group_vote.
    return !token.isDirective && (token.text.starts_with("gl_Subgroup") ||
                                  token.text.starts_with("subgroup") ||
                                  token.text.starts_with("gl_NumSubgroups") ||
                                  token.text.starts_with("gl_SubGroup") ||
                                  token.text.ends_with("ARB"));
  });
}

std::optional<unsigned> numberOption(const RewriteContext &context,
                                     StringRef name) {
  std::optional<unsigned> number;
  for (const auto &[option, value] : context.parameters)
    if (unsigned given = 0;
        option == name && !StringRef(value).getAsInteger(10, given))
      number = given;
  return number;
}

std::string freshName(const RewriteContext &context, StringRef wish) {
  auto isTaken = [&](StringRef name) {
    for (const auto &file : context.tokens.files())
      if (file->text().contains(name))
        return true;
    return false;
  };
  std::string name = wish.str();
  for (unsigned i = 2; isTaken(name); ++i)
    name = wish.str() + std::to_string(i);
  return name;
}

} // namespace wglint
