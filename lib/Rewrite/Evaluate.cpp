// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/Evaluate.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;
using namespace wglint::syntax;

namespace wglint {

const Expr *onlyValueOf(const SyntaxTree &tree, const Node *declaration) {
  const auto *declarator = llvm::dyn_cast_or_null<Declarator>(declaration);
  if (!declarator || !declarator->dims.empty() || !declarator->initializer)
    return nullptr;
  bool isWrittenTo =
      llvm::any_of(tree.usesOf(*declarator), [&](const NameExpr *use) {
        return isWritten(tree, wholeAccess(*use));
      });
  return isWrittenTo ? nullptr : declarator->initializer;
}

namespace {
using Value = std::optional<int64_t>;

class Evaluator {
public:
  Evaluator(const RewriteContext &context, const Invocation &invocation)
      : Context(context), Tree(context.tree), Lane(invocation) {}

  Value value(const Expr &outer, unsigned depth) {
    const Expr &expr = withoutParens(outer);
    if (depth == 0)
      return std::nullopt;
    --depth;
    if (const auto *name = llvm::dyn_cast<NameExpr>(&expr))
      return ofName(*name, depth);
    if (const auto *member = llvm::dyn_cast<MemberExpr>(&expr))
      return ofMember(*member, depth);
    if (const auto *call = llvm::dyn_cast<CallExpr>(&expr))
      return ofCall(*call, depth);
    if (const auto *unary = llvm::dyn_cast<UnaryExpr>(&expr))
      return ofUnary(*unary, depth);
    if (const auto *binary = llvm::dyn_cast<BinaryExpr>(&expr))
      return ofBinary(*binary, depth);
    if (const auto *choice = llvm::dyn_cast<ConditionalExpr>(&expr)) {
      Value condition = value(*choice->condition, depth);
      if (!condition)
        return std::nullopt;
      return value(*condition ? *choice->whenTrue : *choice->whenFalse, depth);
    }
    if (Tree.text(expr.firstToken) == "true")
      return 1;
    if (Tree.text(expr.firstToken) == "false")
      return 0;
    return constantValue(Context, expr);
  }

private:
  static Value inRange(int64_t value) {
    constexpr int64_t kMaxUnsigned = UINT32_MAX;
    return value >= -(kMaxUnsigned + 1) / 2 && value <= kMaxUnsigned
               ? Value(value)
               : std::nullopt;
  }

  /// One coordinate of a built-in id.
  Value ofId(StringRef name, unsigned axis) const {
    if (name == "gl_LocalInvocationID")
      return Lane.localId[axis];
    if (name == "gl_WorkGroupSize")
      return Lane.workgroupSize[axis];
    if (name == "gl_WorkGroupID")
      return Lane.workgroupId[axis];
    if (name == "gl_GlobalInvocationID")
      return int64_t(Lane.workgroupId[axis]) * Lane.workgroupSize[axis] +
             Lane.localId[axis];
    return std::nullopt;
  }

  Value ofName(const NameExpr &name, unsigned depth) {
    const Node *declaration = Tree.declarationOf(name);
    if (!declaration)
      return Tree.name(name) == "gl_LocalInvocationIndex"
                 ? Value(Lane.localIndex())
                 : std::nullopt;
    auto given = Lane.variables.find(declaration);
    if (given != Lane.variables.end())
      return given->second;
    if (Value constant = constantValue(Context, name))
      return constant;
    const Expr *only = onlyValueOf(Tree, declaration);
    return only ? value(*only, depth) : std::nullopt;
  }

  /// `id.x` of a built-in vector, or of a variable that holds (a part of) one.
  Value ofMember(const MemberExpr &member, unsigned depth) {
    StringRef swizzle = Tree.text(member.memberToken);
    size_t axis = StringRef("xyz").find(swizzle);
    if (swizzle.size() != 1 || axis == StringRef::npos)
      return std::nullopt;
    const Expr *base = &withoutParens(*member.base);
    for (; depth > 0; --depth) {
      if (const auto *call = llvm::dyn_cast<CallExpr>(base)) {
        StringRef name = Tree.name(*call->callee);
        if (call->arguments.size() == 1 &&
            (name.starts_with("ivec") || name.starts_with("uvec")))
          base = &withoutParens(*call->arguments.front());
        else if (axis < call->arguments.size() &&
                 (name.starts_with("ivec") || name.starts_with("uvec")))
          return value(*call->arguments[axis], depth);
        else
          return std::nullopt;
        continue;
      }
      if (const auto *inner = llvm::dyn_cast<MemberExpr>(base)) {
        StringRef text = Tree.text(inner->memberToken);
        size_t at = axis < text.size() ? StringRef("xyz").find(text[axis])
                                       : StringRef::npos;
        if (at == StringRef::npos)
          return std::nullopt;
        axis = at;
        base = &withoutParens(*inner->base);
        continue;
      }
      const auto *name = llvm::dyn_cast<NameExpr>(base);
      if (!name)
        return std::nullopt;
      const Node *declaration = Tree.declarationOf(*name);
      if (!declaration)
        return ofId(Tree.name(*name), axis);
      const Expr *only = onlyValueOf(Tree, declaration);
      if (!only)
        return std::nullopt;
      base = &withoutParens(*only);
    }
    return std::nullopt;
  }

  Value ofCall(const CallExpr &call, unsigned depth) {
    StringRef name = Tree.name(*call.callee);
    if ((name == "int" || name == "uint") && call.arguments.size() == 1)
      return value(*call.arguments.front(), depth);
    if ((name != "min" && name != "max") || call.arguments.size() != 2)
      return std::nullopt;
    Value a = value(*call.arguments[0], depth);
    Value b = value(*call.arguments[1], depth);
    if (!a || !b)
      return std::nullopt;
    return name == "min" ? std::min(*a, *b) : std::max(*a, *b);
  }

  Value ofUnary(const UnaryExpr &unary, unsigned depth) {
    Value operand = value(*unary.operand, depth);
    StringRef op = Tree.text(unary.opToken);
    if (!operand || op == "++" || op == "--" || op == "~")
      return std::nullopt;
    return op == "-" ? -*operand : op == "!" ? !*operand : *operand;
  }

  Value ofBinary(const BinaryExpr &binary, unsigned depth) {
    StringRef op = Tree.text(binary.opToken);
    Value a = value(*binary.lhs, depth);
    if (a && ((op == "&&" && !*a) || (op == "||" && *a)))
      return op == "||";
    Value b = value(*binary.rhs, depth);
    if (!a || !b)
      return std::nullopt;
    return combine(op, *a, *b);
  }

  static Value combine(StringRef op, int64_t a, int64_t b) {
    if (op == "+")
      return inRange(a + b);
    if (op == "-")
      return inRange(a - b);
    if (op == "*")
      return inRange(a * b);
    if (op == "/" || op == "%") {
      if (b <= 0 || a < 0)
        return std::nullopt;
      return op == "/" ? a / b : a % b;
    }
    if (op == "<<" || op == ">>") {
      if (b < 0 || b > 31 || a < 0)
        return std::nullopt;
      return op == "<<" ? inRange(a << b) : Value(a >> b);
    }
    return compare(op, a, b);
  }

  static Value compare(StringRef op, int64_t a, int64_t b) {
    if (op == "&")
      return a & b;
    if (op == "|")
      return a | b;
    if (op == "^")
      return a ^ b;
    if (op == "<")
      return a < b;
    if (op == ">")
      return a > b;
    if (op == "<=")
      return a <= b;
    if (op == ">=")
      return a >= b;
    if (op == "==")
      return a == b;
    if (op == "!=")
      return a != b;
    if (op == "&&")
      return a && b;
    if (op == "||")
      return a || b;
    return std::nullopt;
  }

  const RewriteContext &Context;
  const SyntaxTree &Tree;
  const Invocation &Lane;
};
} // namespace

std::optional<int64_t> evaluate(const RewriteContext &context, const Expr &expr,
                                const Invocation &invocation) {
  return Evaluator(context, invocation).value(expr, kMaxExprDepth);
}

std::vector<Invocation> invocationsOf(const EntryPointFacts &facts) {
  std::vector<Invocation> invocations;
  Invocation lane;
  lane.workgroupSize = facts.workgroupSize;
  auto &[x, y, z] = lane.localId;
  for (z = 0; z < facts.workgroupSize[2]; ++z)
    for (y = 0; y < facts.workgroupSize[1]; ++y)
      for (x = 0; x < facts.workgroupSize[0]; ++x)
        invocations.push_back(lane);
  return invocations;
}

} // namespace wglint
