// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Loads scalars that lie side by side as one vector.
///
///     buffer Src { float src[]; };        buffer Src { vec4 src[]; };
///     a = src[4 * i] + src[4 * i + 1] ->  vec4 srcVector = src[i];
///       + src[4 * i + 2] ...              a = srcVector.x + srcVector.y ...
#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/IndexForm.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/Trial.h"
#include "wglint/Rewrite/UniformFlow.h"
#include "wglint/Rewrite/Variables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace wglint;
using namespace wglint::syntax;

namespace {
/// One load of an element.
struct ScalarLoad {
  const IndexExpr *element = nullptr;
  const Stmt *statement = nullptr; ///< nearest around it
  unsigned component = 0;          ///< of the vector that holds it
};

/// Loads that take all components of one vector, in statements of one list.
struct VectorLoad {
  std::vector<ScalarLoad> loads; ///< in the order of the text
};

/// A buffer's array of scalars and all that is done with it.
class WideArray {
public:
  WideArray(const RewriteContext &context, unsigned width)
      : Context(context), Tree(context.tree),
        Forms(context.tree, context.analysis.facts.workgroupSize),
        Width(width) {}

  llvm::Error read(const Diagnostic &finding);
  llvm::Expected<std::vector<TextEdit>> edits() const;
  std::string name() const { return Tree.name(*Array).str(); }
  std::string vectorType() const;

private:
  llvm::Error readDeclaration();
  llvm::Error readLoad(const NameExpr &use);
  llvm::Error checkTogether(const VectorLoad &vector) const;
  std::string indexText(const EditSet &edits, const Expr &index) const;

  const RewriteContext &Context;
  const SyntaxTree &Tree;
  IndexForms Forms;
  unsigned Width;
  const Declarator *Array = nullptr;
  const Declaration *Member = nullptr;
  std::string Type; ///< of an element
  /// By the first token of the list of statements and by the index of the first
  /// component.
  std::map<std::pair<uint32_t, std::string>, VectorLoad> Vectors;
};
} // namespace

std::string WideArray::vectorType() const {
  std::string prefix = Type == "float" ? "" : Type.substr(0, 1);
  return prefix + "vec" + std::to_string(Width);
}

llvm::Error WideArray::readDeclaration() {
  Member = llvm::dyn_cast<Declaration>(Array->parent);
  const auto *block =
      Member ? llvm::dyn_cast_or_null<Block>(Member->parent) : nullptr;
  if (!block || storageOf(Tree, *Array) != VariableStorage::Buffer)
    return refusal("it is no array of a storage block");
  bool isAlone = block->members.size() == 1 &&
                 Member->declarators.size() == 1 && Member->type->dims.empty();
  if (!isAlone || Array->dims.size() != 1 || Array->dims.front()->size)
    return refusal("the block holds more than an array of open length");
  bool isTight = llvm::any_of(block->qualifiers.layout, [&](const auto *entry) {
    return Tree.text(entry->nameToken) == "std430";
  });
  Type = declaredType(Tree, *Array).name;
  if (!isTight || (Type != "float" && Type != "int" && Type != "uint"))
    return refusal("its elements are no scalars that lie side by side");
  for (llvm::StringRef word : {"coherent", "volatile"})
    if (hasQualifier(Tree, *Array, word))
      return refusal("the buffer is coherent or volatile");
  if (block->instanceToken != kNone || !isNeverWritten(Tree, *Array))
    return refusal("it is stored to, or reached through the block's name");
  if (occursUnseen(Context, name()))
    return refusal("'" + name() +
                   "' also stands in code that is not compiled here");
  return llvm::Error::success();
}

/// Whether \p node is evaluated whenever \p statement is executed.
static bool isAlwaysEvaluated(const SyntaxTree &tree, const Node &node,
                              const Stmt &statement) {
  for (const Node *n = node.parent; n && n != &statement; n = n->parent) {
    const auto *binary = llvm::dyn_cast<BinaryExpr>(n);
    llvm::StringRef op = binary ? tree.text(binary->opToken) : "";
    if (llvm::isa<ConditionalExpr>(n) || op == "&&" || op == "||")
      return false;
  }
  return true;
}

llvm::Error WideArray::readLoad(const NameExpr &use) {
  const auto *element = llvm::dyn_cast_or_null<IndexExpr>(use.parent);
  const auto *function = enclosing<Function>(use);
  if (!element || element->base != &use || !element->index || !function)
    return refusal("'" + name() + "' is not only loaded from");
  ScalarLoad load{element, enclosing<Stmt>(use), 0};
  const Node *list = load.statement->parent;
  bool isPlain = llvm::isa<ExprStmt, DeclStmt, JumpStmt>(load.statement) &&
                 !llvm::isa<ForStmt>(list) &&
                 !llvm::isa_and_nonnull<SwitchStmt>(list->parent);
  if (!llvm::isa<CompoundStmt>(list))
    list = load.statement; // the body of an `if`, without braces
  if (!isPlain || !isAlwaysEvaluated(Tree, *element, *load.statement))
    return refusal("an element of '" + name() + "' is not always loaded");
  IndexValue index = Forms.evaluate(*element->index);
  if (index.components.size() != 1)
    return refusal("an index of '" + name() + "' is not known");
  IndexPolynomial rest = index.components.front();
  int64_t constant = 0;
  for (const auto &[monomial, factor] : rest.terms())
    if (monomial.empty())
      constant = factor;
    else if (factor % int64_t(Width) != 0)
      return refusal("an index of '" + name() + "' is no multiple of " +
                     std::to_string(Width) + " and a number");
  load.component = ((constant % Width) + Width) % Width;
  rest = rest - IndexPolynomial::constant(load.component);
  Vectors[{list->firstToken, rest.key()}].loads.push_back(load);
  return llvm::Error::success();
}

/// Whether the first load may take all components: none is left out, and
/// nothing that happens up to the last load may change one.
llvm::Error WideArray::checkTogether(const VectorLoad &vector) const {
  std::vector<bool> isLoaded(Width, false);
  for (const ScalarLoad &load : vector.loads)
    isLoaded[load.component] = true;
  if (!llvm::all_of(isLoaded, [](bool is) { return is; }))
    return refusal("an element of '" + name() +
                   "' is loaded without its neighbours");
  const Stmt *first = vector.loads.front().statement,
             *last = vector.loads.back().statement;
  bool isRestrict = hasQualifier(Tree, *Array, "restrict");
  for (const Node *node : first->parent->children) {
    if (node->firstToken < first->firstToken ||
        node->firstToken > last->firstToken)
      continue;
    bool isLast = node == last;
    if (!isLast &&
        (!allOf<JumpStmt>(*node).empty() || !allOf<OpaqueStmt>(*node).empty()))
      return refusal("the way may end between the loads of '" + name() + "'");
    if (!isLast && hasBarrier(Tree, *node))
      return refusal("a barrier stands between the loads of '" + name() + "'");
    if (!isRestrict && !isLast &&
        touchesMemory(Tree, *node, /*onlyWrites=*/true))
      return refusal("a store between the loads of '" + name() +
                     "' may reach it: the buffers are not restrict");
  }
  for (const CallExpr *call : allOf<CallExpr>(*last))
    if (!isPure(Tree, *call))
      return refusal("a call may store between the loads of '" + name() + "'");
  return llvm::Error::success();
}

llvm::Error WideArray::read(const Diagnostic &finding) {
  const auto *access = findNode<IndexExpr>(Context, finding.range);
  const auto *base = access ? llvm::dyn_cast<NameExpr>(access->base) : nullptr;
  Array = base ? llvm::dyn_cast_or_null<Declarator>(Tree.declarationOf(*base))
               : nullptr;
  if (!Array)
    return refusal("it is no element of an array of scalars");
  if (llvm::Error error = readDeclaration())
    return error;
  for (const NameExpr *use : Tree.usesOf(*Array))
    if (llvm::Error error = readLoad(*use))
      return error;
  for (const auto &[key, vector] : Vectors)
    if (llvm::Error error = checkTogether(vector))
      return error;
  return llvm::Error::success();
}

/// The index of the vector: `i` for `4 * i`, else with a division that leaves
/// nothing over but the component.
std::string WideArray::indexText(const EditSet &edits,
                                 const Expr &index) const {
  const auto *product = llvm::dyn_cast<BinaryExpr>(&withoutParens(index));
  if (product && Tree.text(product->opToken) == "*")
    for (const auto &[factor, rest] : {std::pair(product->lhs, product->rhs),
                                       std::pair(product->rhs, product->lhs)})
      if (constantValue(Context, *factor) == int64_t(Width) &&
          typeOf(Tree, *rest).isScalar(typeOf(Tree, index).name))
        return edits.written(*rest);
  std::string text = edits.written(index);
  if (needsParens(Tree, index, "*"))
    text = "(" + text + ")";
  bool isUnsigned = typeOf(Tree, index).isScalar("uint");
  return text + " / " + std::to_string(Width) + (isUnsigned ? "u" : "");
}

llvm::Expected<std::vector<TextEdit>> WideArray::edits() const {
  EditSet edits(Context);
  edits.replaceTokens(Member->type->firstToken, Member->type->lastToken,
                      vectorType());
  std::string wish = freshName(Context, name() + "Vector");
  unsigned count = 0;
  for (const auto &[key, vector] : Vectors) {
    std::string variable = wish;
    if (count++ > 0)
      variable += std::to_string(count);
    const ScalarLoad &first = vector.loads.front();
    edits.insertLinesBefore(
        *first.statement, vectorType() + " " + variable + " = " + name() + "[" +
                              indexText(edits, *first.element->index) + "];");
    for (const ScalarLoad &load : vector.loads)
      edits.replace(*load.element, variable + "." + "xyzw"[load.component]);
  }
  return edits.take();
}

/// How many scalars of one vector the finding names.
static unsigned widthOf(const Diagnostic &finding) {
  for (const Measurement &measurement : finding.measurements)
    if (measurement.name == "loads")
      return static_cast<unsigned>(measurement.value);
  return 0;
}

static llvm::Expected<Fix> makeWidening(const RewriteContext &context,
                                        const Diagnostic &finding) {
  unsigned width = widthOf(finding);
  if (width != 2 && width != 4)
    return refusal("the loads make up no vector");
  WideArray array(context, width);
  if (llvm::Error error = array.read(finding))
    return error;
  auto edits = array.edits();
  if (!edits)
    return edits.takeError();
  Fix fix;
  fix.message = llvm::formatv("loads '{0}' as elements of type {1}",
                              array.name(), array.vectorType());
  fix.applicability = Applicability::NeedsValidation;
  fix.edits = std::move(*edits);
  return fix;
}

static std::optional<FixOffer> prepareWidenLoads(const RewriteContext &context,
                                                 const Diagnostic &finding) {
  return offerOf(makeWidening(context, finding));
}

static llvm::Expected<std::vector<Fix>>
applyWidenLoads(const RewriteContext &context, const Diagnostic &finding) {
  return onlyFix(makeWidening(context, finding));
}

static constexpr llvm::StringRef kWidenLoadsMends[] = {"adjacent-scalar-loads"};

WGLINT_DEFINE_REWRITE(WidenLoads,
                      {"widen-loads", "loads adjacent scalars as vectors",
                       Applicability::NeedsValidation, kWidenLoadsMends,
                       /*claimsSpeed=*/true,
                       R"(## What it does

```
buffer Src { float src[]; };           buffer Src { vec4 src[]; };
float a = src[4u * i];             ->  vec4 srcVector = src[i];
float b = src[4u * i + 1u]; ...        float a = srcVector.x;
                                       float b = srcVector.y; ...
```

The host's data stays: vectors of two or four lie in memory as their components do. Every load
of the buffer has to be one of a whole vector, all components in one list of statements and
none of them under a condition, so that no element lies behind the end of a buffer whose
length is no multiple.

## When it is refused

Where the buffer is stored to, is coherent or volatile, or holds more than one array; where
an index is no multiple of the vector's length and a number; where a component is left out,
or a store stands between the loads that may reach the buffer: it may not if the buffer is
`restrict`. A buffer that the host binds at an offset which is no multiple of 16 bytes cannot be
declared so; APIs ask for larger alignments.

## References

NVIDIA, "CUDA Pro Tip: Increase Performance with Vectorized Memory Access".
)",
                       prepareWidenLoads, applyWidenLoads})
