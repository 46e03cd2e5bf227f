// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Keeps a table that every invocation has for itself once for the workgroup.
///
///     const float kT[64] = ...;       const float kT[64] = ...;
///     void main() {                   shared float sharedKT[64];
///       ... kT[i]                ->   void main() {
///     }                                 (copy kT to sharedKT) barrier();
///                                       ... sharedKT[i]
///                                     }
#include "wglint/Check/Limits.h"
#include "wglint/Rewrite/ArrayUses.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/Trial.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;
using namespace wglint::syntax;

namespace {
struct Table {
  const Declarator *array = nullptr;
  std::string name, type;
  int64_t count = 0;
  bool isGlobal = false;
  std::vector<ArrayUse> uses;
  const Function *main = nullptr;
};
} // namespace

static const Declarator *arrayAt(const RewriteContext &context,
                                 const SourceRange &range) {
  const auto *expr = findNode<Expr>(context, range);
  const NameExpr *root = expr ? rootName(*expr) : nullptr;
  const Node *declaration = root ? context.tree.declarationOf(*root) : nullptr;
  return llvm::dyn_cast_or_null<Declarator>(declaration);
}

/// `float[](1.0, 2.0)` and `{1.0, 2.0}` tell their length.
static int64_t lengthOf(const RewriteContext &context,
                        const Declarator &array) {
  const auto *owner = llvm::cast<Declaration>(array.parent);
  const ArrayDim *dim =
      !array.dims.empty() ? array.dims.front() : owner->type->dims.front();
  if (dim->size)
    return constantValue(context, *dim->size).value_or(0);
  if (const auto *call = llvm::dyn_cast<CallExpr>(array.initializer))
    return call->arguments.size();
  if (const auto *list = llvm::dyn_cast<InitializerList>(array.initializer))
    return list->elements.size();
  return 0;
}

static llvm::Expected<Table> readTable(const RewriteContext &context,
                                       const Diagnostic &finding) {
  Table table;
  table.array = arrayAt(context, finding.range);
  if (!table.array || !table.array->initializer)
    return refusal("it is no array that gets its values where it is declared");
  table.name = context.tree.name(*table.array).str();
  ExprType type = declaredType(context.tree, *table.array);
  if (type.dimensions != 1)
    return refusal("'" + table.name + "' has several dimensions");
  table.type = type.name;
  table.count = lengthOf(context, *table.array);
  if (table.count <= 0)
    return refusal("the length of '" + table.name + "' is not known");
  for (const NameExpr *use : context.tree.usesOf(*table.array))
    if (isWritten(context.tree, wholeAccess(*use)))
      return refusal("'" + table.name + "' is written to");
  auto uses = indexedUses(context, *table.array, 1);
  if (!uses)
    return uses.takeError();
  table.uses = std::move(*uses);
  auto mains = context.tree.functionsNamed("main");
  if (mains.size() != 1)
    return refusal("there is no main function");
  table.main = mains.front();
  table.isGlobal = llvm::isa<TranslationUnit>(table.array->parent->parent);
  const auto *statement = llvm::dyn_cast<DeclStmt>(table.array->parent->parent);
  if (!table.isGlobal && (!statement || statement->parent != table.main->body))
    return refusal("'" + table.name +
                   "' is declared within a function that "
                   "is called, or under a condition");
  // What an invocation computes for itself is no table of the workgroup.
  bool isConstant = dependsOnlyOn(
      context.tree, *table.array->initializer, [&](const NameExpr &name) {
        return constantValue(context, name).has_value();
      });
  if (!isConstant)
    return refusal("the values of '" + table.name + "' are not constant");
  return table;
}

static std::optional<FixOffer> prepareShareTable(const RewriteContext &context,
                                                 const Diagnostic &finding) {
  auto table = llvm::expectedToOptional(readTable(context, finding));
  if (!table)
    return std::nullopt;
  return FixOffer{"keeps '" + table->name + "' in shared memory",
                  Applicability::NeedsValidation};
}

static llvm::Expected<std::vector<Fix>>
applyShareTable(const RewriteContext &context, const Diagnostic &finding) {
  auto table = readTable(context, finding);
  if (!table)
    return table.takeError();
  const EntryPointFacts &facts = context.analysis.facts;
  if (facts.sizeSource != SizeSource::Literal)
    return refusal("the workgroup's size is not fixed");
  EditSet edits(context);
  std::string local = freshName(context, "shared_" + table->name);
  for (const ArrayUse &use : table->uses)
    edits.replace(*use.name, local);
  std::string declaration =
      llvm::formatv("shared {0} {1}[{2}];", table->type, local, table->count);
  std::string fill = llvm::formatv(
      "for (uint i = gl_LocalInvocationIndex; i < {0}u; i += {1}u)\n"
      "\t{2}[i] = {3}[i];\nbarrier();",
      table->count, invocationCount(facts), local, table->name);
  if (table->isGlobal) {
    edits.insertLinesAfter(*table->array->parent, declaration);
    if (table->main->body->statements.empty())
      return refusal("main() is empty");
    edits.insertLinesBefore(*table->main->body->statements.front(), fill);
  } else {
    edits.insertLinesBefore(*table->main, declaration + "\n");
    edits.insertLinesAfter(*table->array->parent->parent, fill);
  }
  auto taken = edits.take();
  if (!taken)
    return taken.takeError();
  std::optional<EntryPointFacts> after = tryEdits(context, *taken);
  if (context.reanalyze &&
      (!after || isLessSynchronized(facts, *after) ||
       after->sharedBytes > sharedBytesLimit(context.analysis)))
    return refusal("the table does not fit into shared memory, or not all "
                   "invocations would reach the barrier");
  Fix fix;
  fix.message = "keeps '" + table->name + "' in shared memory";
  fix.applicability = Applicability::NeedsValidation;
  fix.edits = std::move(*taken);
  return std::vector<Fix>{std::move(fix)};
}

static constexpr llvm::StringRef kShareTableMends[] = {
    "constant-lookup-table", "dynamic-private-index",
    "oversized-private-array"};

WGLINT_DEFINE_REWRITE(
    ShareTable,
    {"share-table",
     "keeps one copy of a constant table per workgroup in shared memory",
     Applicability::NeedsValidation, kShareTableMends,
     /*claimsSpeed=*/false,
     R"(## What it does

```
const float kT[64] = ...;       const float kT[64] = ...;
void main() {                   shared float shared_kT[64];
  ... kT[i]                ->   void main() {
}                                 (copy kT to shared_kT) barrier();
                                  ... shared_kT[i]
                                }
```

A private array whose index is only known at run time lies in memory of each invocation's own;
one copy for the workgroup takes a fraction of that, and lanes that want the same element get
it at once.

## When it is refused

Where the table is written to, its values are no constants, it is declared within a function
that is called, or some invocations have left main() before it.
)",
     prepareShareTable, applyShareTable})
