// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Exchanges the columns of each row of a shared array in its own way, so that
/// the lanes of a column want words of different banks. Takes no memory.
///
///     s[y][x]    ->    s[y][x ^ (y & 31)]
///
///     columns of x = 0 in rows 0..3:  0 0 0 0    ->    0 1 2 3
#include "wglint/Rewrite/ArrayUses.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/Trial.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;
using namespace wglint::syntax;

static const Declarator *arrayOf(const RewriteContext &context,
                                 const Diagnostic &finding) {
  for (const AccessFact *access : accessesAt(context, finding.range))
    if (access->space == MemorySpace::Shared)
      if (const Declarator *array = sharedDeclarator(
              context, llvm::StringRef(access->variable).split('.').first))
        if (!array->dims.empty())
          return array;
  return nullptr;
}

/// `index` as an int, in parentheses where it needs them.
static std::string asInt(const RewriteContext &context, const EditSet &edits,
                         const Expr &index) {
  std::string text = edits.written(index);
  if (typeOf(context.tree, index).isScalar("int"))
    return "(" + text + ")";
  return "int(" + text + ")";
}

/// Arrays of rows: the last index takes in the one before it.
static llvm::Expected<std::vector<TextEdit>>
swizzleRows(const RewriteContext &context, const Declarator &array,
            int64_t columns) {
  auto uses = indexedUses(context, array, array.dims.size());
  if (!uses)
    return uses.takeError();
  EditSet edits(context);
  for (const ArrayUse &use : *uses) {
    const Expr &row = *use.indices[use.indices.size() - 2]->index;
    const Expr &column = *use.indices.back()->index;
    if (!isPure(context.tree, row))
      edits.refuse("an index has an effect of its own");
    edits.replace(column, llvm::formatv("{0} ^ ({1} & {2})",
                                        asInt(context, edits, column),
                                        asInt(context, edits, row), columns - 1)
                              .str());
  }
  return edits.take();
}

/// Arrays of one dimension: every index goes through a function.
static llvm::Expected<std::vector<TextEdit>>
swizzleFlat(const RewriteContext &context, const Declarator &array,
            int64_t columns) {
  auto uses = indexedUses(context, array, 1);
  if (!uses)
    return uses.takeError();
  EditSet edits(context);
  std::string function = freshName(context, "swizzled");
  for (const ArrayUse &use : *uses)
    edits.replace(*use.indices.front()->index,
                  function + "(" +
                      asInt(context, edits, *use.indices.front()->index) + ")");
  edits.insertLinesAfter(
      *array.parent,
      llvm::formatv("int {0}(int i) {{ return i ^ (i / {1} % {1}); }", function,
                    columns)
          .str());
  return edits.take();
}

static std::optional<FixOffer> prepare(const RewriteContext &context,
                                       const Diagnostic &finding) {
  const Declarator *array = arrayOf(context, finding);
  if (!array)
    return std::nullopt;
  return FixOffer{"exchanges the columns of '" +
                      context.tree.name(*array).str() + "' row by row",
                  Applicability::NeedsValidation};
}

static llvm::Expected<std::vector<Fix>> apply(const RewriteContext &context,
                                              const Diagnostic &finding) {
  const Declarator *array = arrayOf(context, finding);
  if (!array)
    return refusal("the declaration of the array is not found");
  std::string name = context.tree.name(*array).str();
  const Expr *size = array->dims.back()->size;
  int64_t length = size ? constantValue(context, *size).value_or(0) : 0;
  bool isFlat = array->dims.size() == 1;
  constexpr int64_t kBanks = 32;
  int64_t columns = isFlat ? kBanks : length;
  bool fits = length > 1 && llvm::has_single_bit(uint64_t(columns)) &&
              length % columns == 0;
  if (!fits)
    return refusal("the rows of '" + name + "' are no power of two long");
  auto edits = isFlat ? swizzleFlat(context, *array, columns)
                      : swizzleRows(context, *array, columns);
  if (!edits)
    return edits.takeError();
  SharedCostSum before = sumSharedCost(context.analysis.facts, name);
  std::optional<EntryPointFacts> after = tryEdits(context, *edits);
  if (!after)
    return refusal("the edited text does not compile");
  SharedCostSum now = sumSharedCost(*after, name);
  if (now.wavefronts >= before.wavefronts ||
      isLessSynchronized(context.analysis.facts, *after))
    return refusal("it lowers no wavefronts of '" + name + "'");
  Fix fix;
  fix.message = "exchanges the columns of '" + name + "' row by row: " +
                countChange(before.shownWavefronts, now.shownWavefronts) +
                " wavefronts";
  fix.applicability = Applicability::NeedsValidation;
  fix.edits = std::move(*edits);
  return std::vector<Fix>{std::move(fix)};
}

static constexpr llvm::StringRef kMendedChecks[] = {"shared-bank-conflict"};

WGLINT_DEFINE_REWRITE(
    SwizzleSharedArray,
    {"swizzle-shared-array",
     "exchanges the columns of a shared array row by row, against bank "
     "conflicts",
     Applicability::NeedsValidation, kMendedChecks,
     /*claimsSpeed=*/true,
     R"(## What it does

```
s[y][x]    ->    s[y][x ^ (y & 31)]

columns of x = 0 in rows 0..3:  0 0 0 0    ->    0 1 2 3
```

An element of row y and column x is kept in column x ^ y: a row is a permutation of
itself. It takes no memory, and a bit of arithmetic at each access: where padding fits,
pad-shared-array costs less.

## When it is refused

Where the rows are no power of two long, the array is passed on as a whole, or no wavefronts
would be saved.
)",
     prepare, apply})
