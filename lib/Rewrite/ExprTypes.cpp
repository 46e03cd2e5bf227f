// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/ExprTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;
using namespace wglint::syntax;

namespace wglint {

static ExprType typeOfAt(const SyntaxTree &tree, const Expr &expr,
                         unsigned depth);

static StringRef builtinType(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Cases("gl_GlobalInvocationID", "gl_LocalInvocationID", "uvec3")
      .Cases("gl_WorkGroupID", "gl_NumWorkGroups", "gl_WorkGroupSize", "uvec3")
      .Cases("gl_LocalInvocationIndex", "gl_SubgroupInvocationID", "uint")
      .Cases("gl_SubgroupID", "gl_SubgroupSize", "gl_NumSubgroups", "uint")
      .Default("");
}

static bool isTypeName(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("float", "int", "uint", "bool", "double", true)
      .Cases("vec2", "vec3", "vec4", "ivec2", "ivec3", "ivec4", true)
      .Cases("uvec2", "uvec3", "uvec4", "bvec2", "bvec3", "bvec4", true)
      .Cases("dvec2", "dvec3", "dvec4", "mat2", "mat3", "mat4", true)
      .Cases("float16_t", "f16vec2", "f16vec4", "int8_t", "uint8_t", true)
      .Cases("int16_t", "uint16_t", "int64_t", "uint64_t", true)
      .Default(false);
}

/// "float" for "vec4", "uint" for "uvec2"; empty for what is no vector.
static StringRef componentOf(StringRef vector) {
  return llvm::StringSwitch<StringRef>(vector)
      .Cases("vec2", "vec3", "vec4", "float")
      .Cases("ivec2", "ivec3", "ivec4", "int")
      .Cases("uvec2", "uvec3", "uvec4", "uint")
      .Cases("bvec2", "bvec3", "bvec4", "bool")
      .Cases("dvec2", "dvec3", "dvec4", "double")
      .Default("");
}

static std::string vectorOf(StringRef component, size_t count) {
  if (count <= 1)
    return component.str();
  StringRef prefix = llvm::StringSwitch<StringRef>(component)
                         .Case("float", "vec")
                         .Case("int", "ivec")
                         .Case("uint", "uvec")
                         .Case("bool", "bvec")
                         .Case("double", "dvec")
                         .Default("");
  return prefix.empty() ? "" : prefix.str() + std::to_string(count);
}

ExprType declaredType(const SyntaxTree &tree, const Node &declaration) {
  ExprType type;
  const TypeSpec *spec = nullptr;
  if (const auto *declarator = llvm::dyn_cast<Declarator>(&declaration)) {
    const auto *owner = llvm::dyn_cast<Declaration>(declarator->parent);
    spec = owner ? owner->type : nullptr;
    type.dimensions = declarator->dims.size();
  } else if (const auto *parameter = llvm::dyn_cast<Parameter>(&declaration)) {
    spec = parameter->type;
    type.dimensions = parameter->dims.size();
  }
  if (!spec || spec->nameToken == kNone)
    return {};
  type.name = tree.text(spec->nameToken).str();
  type.dimensions += spec->dims.size();
  return type;
}

static const Declarator *
memberNamed(const SyntaxTree &tree, llvm::ArrayRef<const Declaration *> members,
            StringRef name) {
  for (const Declaration *member : members)
    for (const Declarator *declarator : member->declarators)
      if (tree.name(*declarator) == name)
        return declarator;
  return nullptr;
}

static const StructSpec *structNamed(const SyntaxTree &tree, StringRef name) {
  for (const StructSpec *structure : allOf<StructSpec>(tree.root()))
    if (tree.text(structure->nameToken) == name)
      return structure;
  return nullptr;
}

static ExprType memberType(const SyntaxTree &tree, const MemberExpr &member,
                           unsigned depth) {
  StringRef name = tree.text(member.memberToken);
  // A member of a block with an instance name.
  if (const NameExpr *root = rootName(*member.base))
    if (const auto *block =
            llvm::dyn_cast_or_null<Block>(tree.declarationOf(*root)))
      if (member.base == root ||
          (llvm::isa<IndexExpr>(member.base) && block->dims.size() == 1))
        if (const auto *found = memberNamed(tree, block->members, name))
          return declaredType(tree, *found);
  ExprType base = typeOfAt(tree, *member.base, depth);
  if (!base.isKnown() || base.dimensions > 0)
    return {};
  if (StringRef component = componentOf(base.name); !component.empty())
    return {vectorOf(component, name.size()), 0};
  if (const StructSpec *structure = structNamed(tree, base.name))
    if (const auto *found = memberNamed(tree, structure->members, name))
      return declaredType(tree, *found);
  return {};
}

static ExprType literalType(StringRef text) {
  if (text == "true" || text == "false")
    return {"bool", 0};
  if (text.starts_with_insensitive("0x"))
    return {text.ends_with_insensitive("u") ? "uint" : "int", 0};
  if (text.ends_with_insensitive("lf"))
    return {"double", 0};
  if (text.find_first_of(".eEfF") != StringRef::npos)
    return {"float", 0};
  return {text.ends_with_insensitive("u") ? "uint" : "int", 0};
}

static ExprType callType(const SyntaxTree &tree, const CallExpr &call,
                         unsigned depth) {
  if (const auto *member = llvm::dyn_cast<MemberExpr>(call.callee))
    return tree.text(member->memberToken) == "length" ? ExprType{"int", 0}
                                                      : ExprType{};
  StringRef name = tree.name(*call.callee);
  if (isTypeName(name) || structNamed(tree, name))
    return {name.str(), 0};
  auto functions = tree.functionsNamed(name);
  if (!functions.empty()) {
    const TypeSpec &type = *functions.front()->returnType;
    bool isOne = llvm::all_of(functions, [&](const Function *f) {
      return isSameText(tree, *f->returnType, type);
    });
    return isOne && type.dims.empty()
               ? ExprType{tree.text(type.nameToken).str(), 0}
               : ExprType{};
  }
  if (name == "dot" || name == "length" || name == "distance")
    return {"float", 0};
  bool isLikeArgument =
      llvm::StringSwitch<bool>(name)
          .Cases("min", "max", "abs", "clamp", "mix", "floor", "ceil", true)
          .Cases("sqrt", "exp", "log", "sin", "cos", "pow", "fract", true)
          .Cases("atomicAdd", "atomicMin", "atomicMax", "atomicOr", true)
          .Cases("atomicAnd", "atomicXor", "atomicExchange", true)
          .Default(false);
  return isLikeArgument && !call.arguments.empty()
             ? typeOfAt(tree, *call.arguments.front(), depth)
             : ExprType{};
}

static ExprType binaryType(const SyntaxTree &tree, const BinaryExpr &binary,
                           unsigned depth) {
  StringRef op = tree.text(binary.opToken);
  if (op == ",")
    return typeOfAt(tree, *binary.rhs, depth);
  bool isCondition = llvm::StringSwitch<bool>(op)
                         .Cases("<", ">", "<=", ">=", "==", "!=", true)
                         .Cases("&&", "||", "^^", true)
                         .Default(false);
  if (isCondition)
    return {"bool", 0};
  ExprType left = typeOfAt(tree, *binary.lhs, depth);
  if (op == "<<" || op == ">>")
    return left;
  ExprType right = typeOfAt(tree, *binary.rhs, depth);
  if (!left.isKnown() || !right.isKnown())
    return {};
  if (left.name == right.name)
    return left;
  // Of vectors and scalars the vector, then the wider kind of number.
  for (StringRef kind : {"double", "float", "uint"})
    for (const ExprType *type : {&left, &right}) {
      const ExprType &other = type == &left ? right : left;
      StringRef component = componentOf(type->name);
      if (component == kind || (component.empty() && type->name == kind &&
                                componentOf(other.name).empty()))
        return *type;
    }
  return {};
}

static ExprType typeOfAt(const SyntaxTree &tree, const Expr &outer,
                         unsigned depth) {
  const Expr &expr = withoutParens(outer);
  if (depth == 0)
    return {};
  --depth;
  if (const auto *name = llvm::dyn_cast<NameExpr>(&expr)) {
    const Node *declaration = tree.declarationOf(*name);
    return declaration ? declaredType(tree, *declaration)
                       : ExprType{builtinType(tree.name(*name)).str(), 0};
  }
  if (llvm::isa<LiteralExpr>(expr))
    return literalType(tree.text(expr.firstToken));
  if (const auto *member = llvm::dyn_cast<MemberExpr>(&expr))
    return memberType(tree, *member, depth);
  if (const auto *index = llvm::dyn_cast<IndexExpr>(&expr)) {
    ExprType base = typeOfAt(tree, *index->base, depth);
    if (base.dimensions > 0)
      return {base.name, base.dimensions - 1};
    return {componentOf(base.name).str(), 0};
  }
  if (const auto *call = llvm::dyn_cast<CallExpr>(&expr))
    return callType(tree, *call, depth);
  if (const auto *unary = llvm::dyn_cast<UnaryExpr>(&expr))
    return typeOfAt(tree, *unary->operand, depth);
  if (const auto *binary = llvm::dyn_cast<BinaryExpr>(&expr))
    return binaryType(tree, *binary, depth);
  if (const auto *choice = llvm::dyn_cast<ConditionalExpr>(&expr))
    return typeOfAt(tree, *choice->whenTrue, depth);
  if (const auto *assign = llvm::dyn_cast<AssignExpr>(&expr))
    return typeOfAt(tree, *assign->lhs, depth);
  return {};
}

ExprType typeOf(const SyntaxTree &tree, const Expr &expr) {
  return typeOfAt(tree, expr, kMaxExprDepth);
}

// ---- Values -----------------------------------------------------------------

static std::optional<int64_t> combine(StringRef op, int64_t a, int64_t b) {
  if (op == "+")
    return a + b;
  if (op == "-")
    return a - b;
  if (op == "*")
    return a * b;
  if (op == "/" && b != 0)
    return a / b;
  if (op == "%" && b != 0)
    return a % b;
  if (op == "<<" && b >= 0 && b < 32)
    return a << b;
  if (op == ">>" && b >= 0 && b < 32)
    return a >> b;
  return std::nullopt;
}

/// The initializer of a `const` variable that the host cannot change.
static const Expr *constantInitializer(const SyntaxTree &tree,
                                       const Node *declaration) {
  const auto *declarator = llvm::dyn_cast_or_null<Declarator>(declaration);
  const auto *owner =
      declarator ? llvm::dyn_cast<Declaration>(declarator->parent) : nullptr;
  if (!owner || !declarator->dims.empty() || !owner->qualifiers.layout.empty())
    return nullptr;
  bool isConst = llvm::any_of(owner->qualifiers.words, [&](uint32_t word) {
    return tree.text(word) == "const";
  });
  return isConst ? declarator->initializer : nullptr;
}

static std::optional<int64_t> valueAt(const RewriteContext &context,
                                      const Expr &outer, unsigned depth) {
  const SyntaxTree &tree = context.tree;
  const Expr &expr = withoutParens(outer);
  if (depth == 0)
    return std::nullopt;
  --depth;
  if (llvm::isa<LiteralExpr>(expr)) {
    auto value = literalValue(tree.text(expr.firstToken));
    return value ? std::optional<int64_t>(*value) : std::nullopt;
  }
  if (const auto *name = llvm::dyn_cast<NameExpr>(&expr)) {
    const Expr *initializer =
        constantInitializer(tree, tree.declarationOf(*name));
    return initializer ? valueAt(context, *initializer, depth) : std::nullopt;
  }
  if (const auto *member = llvm::dyn_cast<MemberExpr>(&expr)) {
    const EntryPointFacts &facts = context.analysis.facts;
    StringRef swizzle = tree.text(member->memberToken);
    size_t axis = StringRef("xyz").find(swizzle);
    if (tree.name(*member->base) == "gl_WorkGroupSize" && swizzle.size() == 1 &&
        axis != StringRef::npos && facts.sizeSource == SizeSource::Literal)
      return facts.workgroupSize[axis];
    return std::nullopt;
  }
  if (const auto *call = llvm::dyn_cast<CallExpr>(&expr)) {
    StringRef name = tree.name(*call->callee);
    if ((name == "int" || name == "uint") && call->arguments.size() == 1)
      return valueAt(context, *call->arguments.front(), depth);
    return std::nullopt;
  }
  const auto *binary = llvm::dyn_cast<BinaryExpr>(&expr);
  if (!binary)
    return std::nullopt;
  auto left = valueAt(context, *binary->lhs, depth);
  auto right = valueAt(context, *binary->rhs, depth);
  return left && right ? combine(tree.text(binary->opToken), *left, *right)
                       : std::nullopt;
}

std::optional<int64_t> constantValue(const RewriteContext &context,
                                     const Expr &expr) {
  return valueAt(context, expr, kMaxExprDepth);
}

bool needsParens(const SyntaxTree &tree, const Expr &expr, StringRef op) {
  if (llvm::isa<ConditionalExpr, AssignExpr>(expr))
    return true;
  const auto *binary = llvm::dyn_cast<BinaryExpr>(&expr);
  if (!binary)
    return false;
  StringRef inner = tree.text(binary->opToken);
  bool isProduct = inner == "*" || inner == "/" || inner == "%";
  bool isSum = inner == "+" || inner == "-";
  return op == "+" ? !isProduct && !isSum : true;
}

} // namespace wglint
