// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/IndexForm.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/Variables.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>

using namespace wglint;
using namespace wglint::syntax;

IndexForms::IndexForms(const SyntaxTree &tree,
                       std::array<uint32_t, 3> workgroupSize)
    : Tree(tree), WorkgroupSize(workgroupSize) {
  for (auto kind : {IndexAtom::Kind::LocalId, IndexAtom::Kind::WorkgroupId})
    for (unsigned axis = 0; axis < 3; ++axis) {
      IndexAtom atom;
      atom.kind = kind;
      atom.axis = axis;
      Atoms.push_back(std::move(atom));
    }
}

IndexValue IndexForms::unknown() {
  Atoms.emplace_back();
  return {{IndexPolynomial::atom(Atoms.size() - 1)}, false};
}

IndexPolynomial IndexForms::operation(llvm::StringRef what, Operands operands) {
  std::string key = what.str();
  for (const IndexPolynomial &operand : operands)
    key += '(' + operand.key() + ')';
  auto [it, isNew] = Interned.try_emplace(std::move(key), Atoms.size());
  if (isNew) {
    IndexAtom atom;
    atom.kind = IndexAtom::Kind::Operation;
    atom.operation = what.str();
    atom.operands = std::move(operands);
    Atoms.push_back(std::move(atom));
  }
  return IndexPolynomial::atom(it->second);
}

AtomId IndexForms::loopVariable(const Declarator &variable) {
  std::string key =
      "loop " + std::to_string(reinterpret_cast<uintptr_t>(&variable));
  auto [it, isNew] = Interned.try_emplace(std::move(key), Atoms.size());
  if (isNew) {
    IndexAtom atom;
    atom.kind = IndexAtom::Kind::LoopVariable;
    atom.variable = &variable;
    Atoms.push_back(std::move(atom));
  }
  return it->second;
}

IndexValue IndexForms::uniform(llvm::StringRef text, llvm::StringRef type) {
  IndexValue value;
  value.isFloat = isFloatType(type);
  unsigned count = std::max(1u, componentCount(type));
  for (unsigned i = 0; i < count; ++i) {
    std::string key = text.str();
    if (count > 1)
      key += std::string(".") + "xyzw"[i];
    auto [it, isNew] = Interned.try_emplace("uniform " + key, Atoms.size());
    if (isNew) {
      IndexAtom atom;
      atom.kind = IndexAtom::Kind::Uniform;
      Atoms.push_back(std::move(atom));
    }
    value.components.push_back(IndexPolynomial::atom(it->second));
  }
  return value;
}

static const IndexPolynomial &component(const IndexValue &value, unsigned i) {
  return value.components[value.components.size() == 1 ? 0 : i];
}

static unsigned widest(llvm::ArrayRef<IndexValue> values) {
  unsigned count = 1;
  for (const IndexValue &value : values)
    count = std::max<unsigned>(count, value.components.size());
  return count;
}

IndexValue IndexForms::componentwise(llvm::StringRef what,
                                     llvm::ArrayRef<IndexValue> operands,
                                     bool isFloat) {
  IndexValue value;
  value.isFloat = isFloat;
  for (unsigned i = 0, count = widest(operands); i < count; ++i) {
    Operands parts;
    for (const IndexValue &operand : operands) {
      if (operand.components.size() > 1 && operand.components.size() != count)
        return unknown();
      parts.push_back(component(operand, i));
    }
    value.components.push_back(operation(what, std::move(parts)));
  }
  return value;
}

IndexValue IndexForms::reduced(llvm::StringRef what,
                               llvm::ArrayRef<IndexValue> operands,
                               bool isFloat) {
  Operands parts;
  for (const IndexValue &operand : operands)
    parts.insert(parts.end(), operand.components.begin(),
                 operand.components.end());
  return {{operation(what, std::move(parts))}, isFloat};
}

IndexValue IndexForms::evaluate(const Expr &expr) {
  const Expr &plain = withoutParens(expr);
  if (Bound.empty())
    if (auto it = Known.find(&plain); it != Known.end())
      return it->second;
  if (Depth >= kMaxExprDepth)
    return unknown();
  ++Depth;
  auto restore = llvm::make_scope_exit([this] { --Depth; });
  IndexValue value = [&]() -> IndexValue {
    switch (plain.kind) {
    case NodeKind::LiteralExpr: {
      llvm::StringRef text = Tree.text(plain.firstToken);
      if (std::optional<uint64_t> number = literalValue(text))
        return {{IndexPolynomial::constant(static_cast<int64_t>(*number))},
                false};
      return {{operation(text, {})}, text != "true" && text != "false"};
    }
    case NodeKind::NameExpr:
      return evaluateName(llvm::cast<NameExpr>(plain));
    case NodeKind::MemberExpr:
      return evaluateMember(llvm::cast<MemberExpr>(plain));
    case NodeKind::IndexExpr:
      return evaluateIndexed(llvm::cast<IndexExpr>(plain));
    case NodeKind::CallExpr:
      return evaluateCall(llvm::cast<CallExpr>(plain));
    case NodeKind::UnaryExpr:
      return evaluateUnary(llvm::cast<UnaryExpr>(plain));
    case NodeKind::BinaryExpr:
      return evaluateBinary(llvm::cast<BinaryExpr>(plain));
    case NodeKind::ConditionalExpr: {
      const auto &choice = llvm::cast<ConditionalExpr>(plain);
      IndexValue whenTrue = evaluate(*choice.whenTrue);
      return componentwise(
          "?",
          {evaluate(*choice.condition), whenTrue, evaluate(*choice.whenFalse)},
          whenTrue.isFloat);
    }
    default:
      return unknown();
    }
  }();
  if (Bound.empty())
    Known[&plain] = value;
  return value;
}

std::optional<int64_t> IndexForms::constantOf(const Expr &expr) {
  IndexValue value = evaluate(expr);
  if (value.isFloat || value.components.size() != 1)
    return std::nullopt;
  return value.components.front().constantValue();
}

IndexValue IndexForms::evaluateBuiltIn(llvm::StringRef name) {
  IndexValue value;
  if (name == "gl_LocalInvocationIndex") {
    IndexPolynomial index;
    int64_t stride = 1;
    for (unsigned axis = 0; axis < 3; ++axis) {
      index = index + IndexPolynomial::constant(stride) *
                          IndexPolynomial::atom(localId(axis));
      stride *= WorkgroupSize[axis];
    }
    return {{index}, false};
  }
  if (name == "gl_NumWorkGroups")
    return uniform(name, "uvec3");
  bool isGlobal = name == "gl_GlobalInvocationID";
  for (unsigned axis = 0; axis < 3; ++axis) {
    auto local = IndexPolynomial::atom(localId(axis));
    auto group = IndexPolynomial::atom(workgroupId(axis));
    auto size = IndexPolynomial::constant(WorkgroupSize[axis]);
    if (isGlobal)
      value.components.push_back(size * group + local);
    else if (name == "gl_LocalInvocationID")
      value.components.push_back(local);
    else if (name == "gl_WorkGroupID")
      value.components.push_back(group);
    else if (name == "gl_WorkGroupSize")
      value.components.push_back(size);
  }
  return value.components.empty() ? unknown() : value;
}

IndexValue IndexForms::evaluateName(const NameExpr &name) {
  if (const Node *declaration = Tree.declarationOf(name))
    return evaluateDeclared(name, *declaration);
  return evaluateBuiltIn(Tree.name(name));
}

IndexValue IndexForms::evaluateDeclared(const NameExpr &name,
                                        const Node &declaration) {
  if (auto it = Bound.find(&declaration); it != Bound.end())
    return it->second;
  if (storageOf(Tree, declaration) == VariableStorage::Uniform) {
    ExprType type = typeOf(Tree, name);
    return uniform(Tree.name(name), type.dimensions ? "" : type.name);
  }
  if (const auto *variable = llvm::dyn_cast<Declarator>(&declaration))
    return evaluateVariable(*variable, name);
  return unknown();
}

/// The loop in whose header \p variable is declared, if only its step changes
/// it.
static const ForStmt *loopOf(const SyntaxTree &tree,
                             const Declarator &variable) {
  const auto *statement = enclosing<DeclStmt>(variable);
  const auto *loop =
      statement ? llvm::dyn_cast_or_null<ForStmt>(statement->parent) : nullptr;
  if (!loop || loop->init != statement || !loop->step)
    return nullptr;
  for (const NameExpr *use : tree.usesOf(variable))
    if (isWritten(tree, wholeAccess(*use)) && !isAncestor(*loop->step, *use))
      return nullptr;
  return loop;
}

IndexValue IndexForms::evaluateVariable(const Declarator &variable,
                                        const NameExpr &name) {
  if (loopOf(Tree, variable))
    return {{IndexPolynomial::atom(loopVariable(variable))}, false};
  VariableStorage storage = storageOf(Tree, variable);
  if (storage == VariableStorage::Buffer || storage == VariableStorage::Image)
    return isNeverWritten(Tree, variable)
               ? uniform(Tree.name(name), "") // a member that is no array
               : unknown();
  if (!variable.initializer || storage == VariableStorage::Shared ||
      !variable.dims.empty() || !isNeverWritten(Tree, variable))
    return unknown();
  return evaluate(*variable.initializer);
}

static std::optional<unsigned> swizzleIndex(char letter) {
  for (llvm::StringRef set : {"xyzw", "rgba", "stpq"})
    if (size_t at = set.find(letter); at != llvm::StringRef::npos)
      return at;
  return std::nullopt;
}

IndexValue IndexForms::evaluateMember(const MemberExpr &member) {
  const NameExpr *root = rootName(member);
  const Node *declaration = root ? Tree.declarationOf(*root) : nullptr;
  bool isUniform =
      declaration && storageOf(Tree, *declaration) == VariableStorage::Uniform;
  llvm::StringRef name = Tree.text(member.memberToken);
  bool isSwizzle = componentCount(typeOf(Tree, *member.base).name) > 1;
  if (isUniform && !isSwizzle)
    return allOf<IndexExpr>(member).empty()
               ? uniform(expandedText(Tree, member), typeOf(Tree, member).name)
               : unknown();
  IndexValue value = evaluate(*member.base);
  IndexValue picked;
  picked.isFloat = value.isFloat;
  for (char letter : name) {
    std::optional<unsigned> i = swizzleIndex(letter);
    if (!i || (value.components.size() > 1 && *i >= value.components.size()))
      return unknown();
    // Of a vector of which only the whole is known, as of a call.
    picked.components.push_back(
        value.components.size() > 1
            ? value.components[*i]
            : operation(std::string(".") + letter, {value.components[0]}));
  }
  return picked;
}

IndexValue IndexForms::evaluateIndexed(const IndexExpr &indexed) {
  if (!indexed.index)
    return unknown();
  IndexValue base = evaluate(*indexed.base);
  std::optional<int64_t> number = constantOf(*indexed.index);
  if (base.components.size() > 1)
    return number && *number >= 0 &&
                   static_cast<size_t>(*number) < base.components.size()
               ? IndexValue{{base.components[*number]}, base.isFloat}
               : reduced("[]", {base, evaluate(*indexed.index)}, base.isFloat);
  const NameExpr *root = rootName(indexed);
  const Node *declaration = root ? Tree.declarationOf(*root) : nullptr;
  if (!declaration || !isNeverWritten(Tree, *declaration))
    return unknown();
  return reduced("[" + Tree.name(*root).str() + "]", {evaluate(*indexed.index)},
                 isFloatType(typeOf(Tree, indexed).name));
}

std::optional<IndexValue>
IndexForms::evaluateConstructor(llvm::StringRef type,
                                const std::vector<IndexValue> &arguments) {
  unsigned count = componentCount(type);
  if (!count || arguments.empty())
    return std::nullopt;
  IndexValue all;
  for (const IndexValue &argument : arguments) {
    bool converts =
        argument.isFloat || isFloatType(type) || type.starts_with("b");
    for (const IndexPolynomial &part : argument.components)
      all.components.push_back(
          converts ? operation("(" + type.take_front(1).str() + ")", {part})
                   : part);
  }
  all.isFloat = isFloatType(type);
  if (all.components.size() == 1)
    all.components.resize(count, all.components.front());
  if (all.components.size() < count)
    return unknown();
  all.components.resize(count);
  return all;
}

/// What imageSize() and textureSize() give of an image of this type.
static llvm::StringRef sizeTypeOf(llvm::StringRef image) {
  unsigned count = image.contains("3D") ? 3 : 2;
  if (image.contains("1D") || image.contains("Buffer"))
    count = 1;
  count += image.contains("Array");
  return count == 1 ? "int" : count == 2 ? "ivec2" : "ivec3";
}

IndexValue IndexForms::evaluateCall(const CallExpr &call) {
  const auto *callee = llvm::dyn_cast<NameExpr>(call.callee);
  if (!callee)
    return isPure(Tree, call) ? uniform(expandedText(Tree, call), "int")
                              : unknown(); // .length()
  std::vector<IndexValue> arguments;
  for (const Expr *argument : call.arguments)
    arguments.push_back(evaluate(*argument));
  llvm::StringRef name = Tree.name(*callee);
  if (std::optional<IndexValue> made = evaluateConstructor(name, arguments))
    return *made;
  if (!isPure(Tree, call))
    return unknown();
  if (!Tree.functionsNamed(name).empty())
    return evaluateFunction(call, arguments);
  if ((name == "imageSize" || name == "textureSize") && !arguments.empty())
    return uniform(expandedText(Tree, call),
                   sizeTypeOf(typeOf(Tree, *call.arguments.front()).name));
  bool isFloat =
      llvm::any_of(arguments, [](const IndexValue &a) { return a.isFloat; });
  bool isComponentwise =
      llvm::StringSwitch<bool>(name)
          .Cases("min", "max", "clamp", "abs", "sign", "mod", "floor", "ceil",
                 "mix", "step", true)
          .Cases("lessThan", "lessThanEqual", "greaterThan", "greaterThanEqual",
                 "equal", "notEqual", "not", "fract", "round", "trunc", true)
          .Default(false);
  return isComponentwise ? componentwise(name, arguments, isFloat)
                         : reduced(name, arguments, isFloat);
}

/// Whether what \p function gives depends on its arguments and on memory that
/// nothing writes only. \p seen: functions of which that is asked already; a
/// function may call others of its name.
static bool isClosed(const SyntaxTree &tree, const Function &function,
                     llvm::SmallPtrSetImpl<const Function *> &seen) {
  if (!seen.insert(&function).second)
    return true;
  for (const NameExpr *name : allOf<NameExpr>(function)) {
    const Node *declaration = tree.declarationOf(*name);
    if (!declaration) {
      if (tree.name(*name).starts_with("gl_"))
        return false;
      for (const Function *callee : tree.functionsNamed(tree.name(*name)))
        if (!isClosed(tree, *callee, seen))
          return false;
      continue;
    }
    if (!enclosing<Function>(*declaration) &&
        (storageOf(tree, *declaration) == VariableStorage::Shared ||
         !isNeverWritten(tree, *declaration)))
      return false;
  }
  return true;
}

IndexValue IndexForms::inlineBody(const Function &function,
                                  const std::vector<IndexValue> &arguments) {
  const auto &result = llvm::cast<JumpStmt>(*function.body->statements.front());
  for (size_t i = 0; i < arguments.size(); ++i)
    Bound[function.parameters[i]] = arguments[i];
  IndexValue value = evaluate(*result.value);
  for (const Parameter *parameter : function.parameters)
    Bound.erase(parameter);
  return value;
}

IndexValue
IndexForms::evaluateFunction(const CallExpr &call,
                             const std::vector<IndexValue> &arguments) {
  auto functions =
      Tree.functionsNamed(Tree.name(llvm::cast<NameExpr>(*call.callee)));
  if (functions.size() != 1 ||
      functions.front()->parameters.size() != arguments.size())
    return unknown();
  const Function &function = *functions.front();
  auto statements = function.body->statements;
  const auto *only = statements.size() == 1
                         ? llvm::dyn_cast<JumpStmt>(statements.front())
                         : nullptr;
  if (only && only->value && Depth < kMaxExprDepth / 2)
    return inlineBody(function, arguments);
  llvm::SmallPtrSet<const Function *, 8> seen;
  if (!isClosed(Tree, function, seen))
    return unknown();
  return reduced(Tree.name(function), arguments,
                 isFloatType(typeOf(Tree, call).name));
}

IndexValue IndexForms::evaluateUnary(const UnaryExpr &unary) {
  llvm::StringRef op = Tree.text(unary.opToken);
  if (op == "++" || op == "--")
    return unknown();
  IndexValue value = evaluate(*unary.operand);
  if (op == "+")
    return value;
  if (op != "-" || value.isFloat)
    return componentwise(op, {value}, value.isFloat);
  for (IndexPolynomial &part : value.components)
    part = IndexPolynomial() - part;
  return value;
}

/// `/`, `%`, shifts of known numbers; what GLSL leaves undefined is not known.
static std::optional<int64_t> foldBinary(llvm::StringRef op, int64_t a,
                                         int64_t b) {
  if (a < 0 || b < 0)
    return std::nullopt;
  if (op == "/" && b)
    return a / b;
  if (op == "%" && b)
    return a % b;
  if (op == "<<" && b < 32)
    return a << b;
  if (op == ">>" && b < 32)
    return a >> b;
  return std::nullopt;
}

IndexValue IndexForms::evaluateBinary(const BinaryExpr &binary) {
  llvm::StringRef op = Tree.text(binary.opToken);
  IndexValue lhs = evaluate(*binary.lhs), rhs = evaluate(*binary.rhs);
  if (op == ",")
    return unknown();
  bool isFloat = lhs.isFloat || rhs.isFloat;
  bool isShift = op == "<<";
  if (isFloat || (op != "+" && op != "-" && op != "*" && !isShift &&
                  op != "/" && op != "%" && op != ">>"))
    return componentwise(op, {lhs, rhs}, isFloat);
  unsigned count = widest({lhs, rhs});
  if ((lhs.components.size() > 1 && lhs.components.size() != count) ||
      (rhs.components.size() > 1 && rhs.components.size() != count))
    return unknown();
  IndexValue value;
  for (unsigned i = 0; i < count; ++i) {
    const IndexPolynomial &a = component(lhs, i), &b = component(rhs, i);
    std::optional<int64_t> aNumber = a.constantValue(),
                           bNumber = b.constantValue(), folded;
    if (aNumber && bNumber)
      folded = foldBinary(op, *aNumber, *bNumber);
    if (op == "+")
      value.components.push_back(a + b);
    else if (op == "-")
      value.components.push_back(a - b);
    else if (op == "*")
      value.components.push_back(a * b);
    else if (folded)
      value.components.push_back(IndexPolynomial::constant(*folded));
    else if (isShift && bNumber && *bNumber >= 0 && *bNumber < 31)
      value.components.push_back(
          a * IndexPolynomial::constant(int64_t(1) << *bNumber));
    else
      value.components.push_back(operation(op, {a, b}));
  }
  return value;
}
