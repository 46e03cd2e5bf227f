// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Questions about nodes that need no place in the text.
#include "wglint/Syntax/Lexer.h"
#include "wglint/Syntax/SyntaxTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace wglint::syntax {

void walk(const Node &node, llvm::function_ref<bool(const Node &)> visit) {
  llvm::SmallVector<const Node *, 32> pending = {&node};
  while (!pending.empty()) {
    const Node *next = pending.pop_back_val();
    if (visit(*next))
      for (const Node *child : llvm::reverse(next->children))
        pending.push_back(child);
  }
}

const Stmt *enclosingLoop(const Node &node) {
  for (const Node *n = node.parent; n; n = n->parent)
    if (llvm::isa<ForStmt, WhileStmt, DoStmt>(n))
      return llvm::cast<Stmt>(n);
  return nullptr;
}

bool isAncestor(const Node &ancestor, const Node &node) {
  for (const Node *n = &node; n; n = n->parent)
    if (n == &ancestor)
      return true;
  return false;
}

const Expr &withoutParens(const Expr &expr) {
  const Expr *inner = &expr;
  while (const auto *paren = llvm::dyn_cast<ParenExpr>(inner))
    inner = paren->inner;
  return *inner;
}

const NameExpr *rootName(const Expr &expr) {
  for (const Expr *e = &withoutParens(expr);;) {
    if (const auto *index = llvm::dyn_cast<IndexExpr>(e))
      e = &withoutParens(*index->base);
    else if (const auto *member = llvm::dyn_cast<MemberExpr>(e))
      e = &withoutParens(*member->base);
    else
      return llvm::dyn_cast<NameExpr>(e);
  }
}

const Expr &wholeAccess(const NameExpr &name) {
  const Expr *whole = &name;
  while (const Node *parent = whole->parent) {
    const auto *index = llvm::dyn_cast<IndexExpr>(parent);
    const auto *member = llvm::dyn_cast<MemberExpr>(parent);
    // `a.length()` is no access of a, but its callee reads like one.
    bool isPart =
        (index && index->base == whole) ||
        (member && !(member->parent && llvm::isa<CallExpr>(member->parent) &&
                     member->parent->children.front() == member)) ||
        llvm::isa<ParenExpr>(parent);
    if (!isPart)
      break;
    whole = llvm::cast<Expr>(parent);
  }
  return *whole;
}

/// Functions that write to what one of their arguments names, or whose effect
/// depends on where they stand.
static bool isImpureBuiltin(StringRef name) {
  if (name.starts_with("atomic") || name.starts_with("imageAtomic") ||
      name.starts_with("subgroup") || name.starts_with("memoryBarrier") ||
      name.starts_with("rayQuery") || name.starts_with("debugPrintf") ||
      name.starts_with("coopMat") || name.starts_with("coopVec"))
    return true;
  return llvm::StringSwitch<bool>(name)
      .Cases("barrier", "groupMemoryBarrier", "controlBarrier", true)
      .Cases("imageStore", "imageStoreLodAMD", "modf", "frexp", true)
      .Cases("uaddCarry", "usubBorrow", "umulExtended", "imulExtended", true)
      .Cases("ballotARB", "anyInvocation", "allInvocations", true)
      .Cases("traceRayEXT", "executeCallableEXT", "clockARB", true)
      .Cases("clock2x32ARB", "clockRealtimeEXT", "clockRealtime2x32EXT", true)
      .Default(false);
}

/// Whether the call's argument \p index is written to: by the built-in rules,
/// or as an `out` parameter of a function of that name.
static bool isWrittenArgument(const SyntaxTree &tree, const CallExpr &call,
                              size_t index) {
  StringRef name = tree.name(*call.callee);
  llvm::SmallVector<const Function *, 2> functions = tree.functionsNamed(name);
  if (functions.empty()) {
    // The image, or the variable; what is stored and where is only read.
    bool isStore = name.starts_with("image") || name.starts_with("atomic");
    return isImpureBuiltin(name) && (!isStore || index == 0);
  }
  return llvm::any_of(functions, [&](const Function *function) {
    if (index >= function->parameters.size())
      return false;
    return llvm::any_of(function->parameters[index]->qualifiers.words,
                        [&](uint32_t word) {
                          StringRef text = tree.text(word);
                          return text == "out" || text == "inout";
                        });
  });
}

bool isWritten(const SyntaxTree &tree, const Expr &access) {
  const Node *parent = access.parent;
  if (!parent)
    return false;
  if (const auto *assign = llvm::dyn_cast<AssignExpr>(parent))
    return assign->lhs == &access;
  if (const auto *unary = llvm::dyn_cast<UnaryExpr>(parent)) {
    StringRef op = tree.text(unary->opToken);
    return op == "++" || op == "--";
  }
  const auto *call = llvm::dyn_cast<CallExpr>(parent);
  if (!call)
    return false;
  for (size_t i = 0; i < call->arguments.size(); ++i)
    if (call->arguments[i] == &access)
      return isWrittenArgument(tree, *call, i);
  return false;
}

/// Whether \p target is a variable of \p function: what is stored there is seen
/// by no one else.
static bool isOwnVariable(const SyntaxTree &tree, const Function &function,
                          const Expr &target) {
  const NameExpr *root = rootName(target);
  const Node *declaration = root ? tree.declarationOf(*root) : nullptr;
  if (!declaration || !isAncestor(function, *declaration))
    return false;
  const auto *parameter = llvm::dyn_cast<Parameter>(declaration);
  return !parameter || llvm::none_of(parameter->qualifiers.words, [&](auto w) {
    return tree.text(w) == "out" || tree.text(w) == "inout";
  });
}

namespace {
/// Looks through the functions that an expression calls, each once.
class PurityChecker {
public:
  explicit PurityChecker(const SyntaxTree &tree) : Tree(tree) {}

  bool isPure(const Expr &expr) {
    bool pure = isPureIn(expr, nullptr);
    while (pure && !Pending.empty()) {
      const Function *function = Pending.pop_back_val();
      pure = isPureIn(*function->body, function);
    }
    return pure;
  }

private:
  bool isPureIn(const Node &node, const Function *function) {
    bool pure = true;
    walk(node, [&](const Node &n) {
      pure = pure && !changes(n, function);
      return pure;
    });
    return pure;
  }

  bool changes(const Node &n, const Function *function) {
    if (llvm::isa<Opaque, OpaqueExpr, OpaqueStmt>(n))
      return true;
    if (const auto *assign = llvm::dyn_cast<AssignExpr>(&n))
      return !function || !isOwnVariable(Tree, *function, *assign->lhs);
    if (const auto *unary = llvm::dyn_cast<UnaryExpr>(&n)) {
      StringRef op = Tree.text(unary->opToken);
      return (op == "++" || op == "--") &&
             (!function || !isOwnVariable(Tree, *function, *unary->operand));
    }
    if (const auto *call = llvm::dyn_cast<CallExpr>(&n))
      return isImpureCall(*call, function);
    return false;
  }

  bool isImpureCall(const CallExpr &call, const Function *function) {
    StringRef name = Tree.name(*call.callee);
    llvm::SmallVector<const Function *, 2> called = Tree.functionsNamed(name);
    if (called.empty())
      return isImpureBuiltin(name);
    for (size_t i = 0; i < call.arguments.size(); ++i)
      if (isWrittenArgument(Tree, call, i) &&
          (!function || !isOwnVariable(Tree, *function, *call.arguments[i])))
        return true;
    for (const Function *f : called)
      if (Seen.insert(f).second)
        Pending.push_back(f);
    return false;
  }

  const SyntaxTree &Tree;
  llvm::SmallVector<const Function *, 8> Pending;
  llvm::SmallPtrSet<const Function *, 8> Seen;
};
} // namespace

bool isPure(const SyntaxTree &tree, const Expr &expr) {
  return PurityChecker(tree).isPure(expr);
}

/// A name in front of a call is no variable: `f` of f(x), `float` of
/// float[2](x, y).
static bool isCallee(const Node &node) {
  const Node *callee = &node;
  while (const auto *index =
             llvm::dyn_cast_or_null<IndexExpr>(callee->parent)) {
    if (index->base != callee)
      return false;
    callee = index;
  }
  const auto *call = llvm::dyn_cast_or_null<CallExpr>(callee->parent);
  return call && call->callee == callee;
}

bool dependsOnlyOn(const SyntaxTree &tree, const Expr &expr,
                   llvm::function_ref<bool(const NameExpr &)> isFixed) {
  if (!isPure(tree, expr))
    return false;
  bool isOnly = true;
  walk(expr, [&](const Node &n) {
    const auto *name = llvm::dyn_cast<NameExpr>(&n);
    if (name && isCallee(*name))
      // What a function of the shader reads is not looked at.
      isOnly &= tree.functionsNamed(tree.name(*name)).empty();
    else if (name)
      isOnly &= isFixed(*name);
    return isOnly;
  });
  return isOnly;
}

/// Whether two tokens would become one if nothing stood between them.
static bool wouldJoin(StringRef left, StringRef right) {
  if (left.empty() || right.empty())
    return false;
  std::string both = (left + right).str();
  return lex(both).tokens.size() == 1 ||
         lex(both).tokens.front().length != left.size();
}

std::string expandedText(const SyntaxTree &tree, const Node &node) {
  std::string text;
  StringRef last;
  for (uint32_t i = node.firstToken; i <= node.lastToken; ++i) {
    if (tree.tokens().tokens()[i].isDirective)
      continue;
    StringRef token = tree.text(i);
    bool isBehindName =
        !last.empty() && (llvm::isAlnum(last.back()) || last.back() == '_' ||
                          last.back() == ']' || last.back() == ')');
    bool isTight = token == "," || token == ";" || token == ")" ||
                   token == "]" || token == "." || last == "(" || last == "[" ||
                   last == "." || last.empty() ||
                   ((token == "(" || token == "[") && isBehindName);
    if (!isTight || wouldJoin(last, token))
      text += ' ';
    text += token;
    last = token;
  }
  return text;
}

bool isSameText(const SyntaxTree &tree, const Node &a, const Node &b) {
  uint32_t length = a.lastToken - a.firstToken;
  if (b.lastToken - b.firstToken != length)
    return false;
  for (uint32_t i = 0; i <= length; ++i)
    if (tree.text(a.firstToken + i) != tree.text(b.firstToken + i))
      return false;
  return true;
}

std::optional<uint64_t> literalValue(StringRef text) {
  text = text.rtrim("uUlLsS");
  unsigned radix = 10;
  if (text.consume_front_insensitive("0x"))
    radix = 16;
  else if (text.size() > 1 && text.starts_with("0"))
    radix = 8;
  uint64_t value = 0;
  if (text.empty() || text.getAsInteger(radix, value))
    return std::nullopt;
  return value;
}

} // namespace wglint::syntax
