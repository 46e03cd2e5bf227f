// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/Clone.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/Variables.h"
#include <cctype>

using namespace wglint;
using namespace wglint::syntax;

/// Whether a space belongs between two tokens that do not stand side by side in
/// one text.
static bool needsSpace(llvm::StringRef left, llvm::StringRef right) {
  if (right == ")" || right == "]" || right == "," || right == ";" ||
      right == "." || left == "(" || left == "[" || left == ".")
    return false;
  bool isName = std::isalnum(static_cast<unsigned char>(left.back())) ||
                left.back() == '_';
  return !(isName && (right == "(" || right == "["));
}

static bool isSpaced(const TokenMap &map, uint32_t left, uint32_t right) {
  const OutputToken &a = map.tokens()[left], &b = map.tokens()[right];
  if (a.use == kNone && b.use == kNone &&
      a.spelling.instance == b.spelling.instance &&
      a.spelling.instance != kNone && a.spelling.end <= b.spelling.begin)
    return a.spelling.end != b.spelling.begin;
  return needsSpace(a.text, b.text);
}

bool wglint::mayLoseParens(llvm::StringRef left, llvm::StringRef right) {
  return (left == "[" || left == "(" || left == "," || left == "+" ||
          left == "=") &&
         (right == "]" || right == ")" || right == "," || right == "+" ||
          right == "-" || right == ";");
}

std::string wglint::cloneText(const SyntaxTree &tree, const Node &node,
                              const Renaming &renaming) {
  std::map<uint32_t, std::pair<const Node *, const std::string *>> wholes;
  for (const auto &[whole, other] : renaming.nodes)
    wholes[whole->firstToken] = {whole, &other};
  std::map<uint32_t, llvm::StringRef> replaced;
  for (const NameExpr *name : allOf<NameExpr>(node)) {
    if (const Node *declaration = tree.declarationOf(*name)) {
      if (auto it = renaming.variables.find(declaration);
          it != renaming.variables.end())
        replaced[name->firstToken] = it->second;
    } else if (auto it = renaming.builtIns.find(tree.name(*name));
               it != renaming.builtIns.end()) {
      replaced[name->firstToken] = it->second;
    }
  }
  std::string text;
  for (uint32_t token = node.firstToken; token <= node.lastToken; ++token) {
    if (token != node.firstToken && isSpaced(tree.tokens(), token - 1, token))
      text += ' ';
    if (auto whole = wholes.find(token); whole != wholes.end()) {
      text += *whole->second.second;
      token = whole->second.first->lastToken;
      continue;
    }
    auto it = replaced.find(token);
    llvm::StringRef word = it != replaced.end() ? it->second : tree.text(token);
    if (it != replaced.end() && word.starts_with("(") && token > 0 &&
        mayLoseParens(tree.text(token - 1), tree.text(token + 1)))
      word = word.drop_front().drop_back();
    text += word;
  }
  return text;
}

Slice::Slice(const RewriteContext &context, IndexForms &forms,
             std::vector<AtomId> changed, const Node &scope, Renaming renaming,
             std::string suffix)
    : Context(context), Forms(forms), Changed(std::move(changed)), Scope(scope),
      Names(std::move(renaming)), Suffix(std::move(suffix)) {}

/// The clone stands at the end of Scope where that is a compound statement, in
/// front of it otherwise.
bool Slice::isInScope(const Node &declaration) const {
  const auto *home = enclosing<CompoundStmt>(declaration);
  if (!home)
    return true; // global, or a parameter
  if (const auto *loop = llvm::dyn_cast_or_null<ForStmt>(
          enclosing<Declaration>(declaration)->parent->parent))
    return isAncestor(*loop, Scope);
  return isAncestor(*home, Scope) &&
         (llvm::isa<CompoundStmt>(Scope) ||
          declaration.firstToken < Scope.firstToken);
}

llvm::Error Slice::require(const Expr &expr) {
  if (!isPure(Context.tree, expr))
    return refusal("'" + expandedText(Context.tree, expr) +
                   "' cannot be evaluated a second time");
  for (const NameExpr *name : allOf<NameExpr>(expr)) {
    if (const Node *declaration = Context.tree.declarationOf(*name)) {
      if (llvm::Error error = requireVariable(*name, *declaration))
        return error;
      continue;
    }
    UsedBuiltIns[Context.tree.name(*name)] = true;
    for (const Function *function :
         Context.tree.functionsNamed(Context.tree.name(*name)))
      for (const NameExpr *inner : allOf<NameExpr>(*function))
        if (Context.tree.name(*inner).starts_with("gl_"))
          return refusal("'" + Context.tree.name(*function) +
                         "' reads the invocation's id");
  }
  return llvm::Error::success();
}

llvm::Error Slice::requireVariable(const NameExpr &name,
                                   const Node &declaration) {
  llvm::StringRef spelled = Context.tree.name(name);
  if (Names.variables.count(&declaration))
    return llvm::Error::success();
  VariableStorage storage = storageOf(Context.tree, declaration);
  if (storage == VariableStorage::Uniform)
    return llvm::Error::success();
  if (storage != VariableStorage::Local) {
    const auto *variable = llvm::dyn_cast<Declarator>(&declaration);
    bool isFixed = isNeverWritten(Context.tree, declaration) &&
                   storage != VariableStorage::Shared &&
                   !(storage == VariableStorage::Global && variable &&
                     !variable->initializer);
    return isFixed ? llvm::Error::success()
                   : refusal("'" + spelled + "' may have changed meanwhile");
  }
  const auto *variable = llvm::dyn_cast<Declarator>(&declaration);
  IndexValue value = Forms.evaluate(name);
  bool isSame = !Forms.isUnknown(value);
  for (AtomId id : Changed)
    isSame = isSame && !Forms.dependsOn(value, id);
  if (isSame && isInScope(declaration))
    return llvm::Error::success();
  if (!variable || !variable->initializer ||
      !isNeverWritten(Context.tree, declaration) || !variable->dims.empty())
    return refusal("'" + spelled + "' is given its value in several places");
  if (llvm::Error error = require(*variable->initializer))
    return error;
  std::string fresh = freshName(Context, (spelled + Suffix).str());
  const auto *statement = enclosing<Declaration>(*variable);
  std::string line;
  for (uint32_t word : statement->qualifiers.words)
    line += (Context.tree.text(word) + " ").str();
  line += cloneText(Context.tree, *statement->type, Names) + ' ' + fresh +
          " = " + clone(*variable->initializer) + ';';
  Declared[variable->firstToken] = std::move(line);
  Names.variables[&declaration] = std::move(fresh);
  return llvm::Error::success();
}

std::string Slice::declarations() const {
  std::string lines;
  for (const auto &entry : Declared)
    lines += (lines.empty() ? "" : "\n") + entry.second;
  return lines;
}
