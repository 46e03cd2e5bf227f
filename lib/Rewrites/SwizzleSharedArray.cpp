// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Exchanges the columns of each row of a shared array in its own way, so that
/// the lanes of a column want words of different banks. Takes no memory.
///
///     s[y][x]    ->    s[y][x ^ (y & 31)]
///
///     columns of x = 0 in rows 0..3:  0 0 0 0    ->    0 1 2 3
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/IndexMap.h"
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

/// `index` as an int, in parentheses where it needs them; as it is where
/// \p isUnsigned says that it is of type uint.
static std::string asNumber(const RewriteContext &context, const EditSet &edits,
                            const Expr &index, bool isUnsigned) {
  std::string text = edits.written(index);
  if (isUnsigned || typeOf(context.tree, index).isScalar("int"))
    return needsParens(context.tree, index, "*") ? "(" + text + ")" : text;
  return "int(" + text + ")";
}

/// `column ^ row`, of which only the bits of a column count.
static std::string swizzledText(const RewriteContext &context,
                                const EditSet &edits, const Expr &column,
                                const Expr &row, int64_t rows,
                                int64_t columns) {
  bool isUnsigned = typeOf(context.tree, row).isScalar("uint") &&
                    typeOf(context.tree, column).isScalar("uint");
  std::string left = asNumber(context, edits, column, isUnsigned),
              right = asNumber(context, edits, row, isUnsigned);
  if (rows > 0 && rows <= columns)
    return left + " ^ " + right;
  return llvm::formatv("{0} ^ ({1} & {2}{3})", left, right, columns - 1,
                       isUnsigned ? "u" : "")
      .str();
}

/// Arrays of rows: the last index takes in the one before it.
static llvm::Expected<std::vector<TextEdit>>
swizzleRows(const RewriteContext &context, const Declarator &array,
            int64_t columns) {
  auto uses = indexedUses(context, array, array.dims.size());
  if (!uses)
    return uses.takeError();
  EditSet edits(context);
  const Expr *size = array.dims[array.dims.size() - 2]->size;
  int64_t rows = size ? constantValue(context, *size).value_or(0) : 0;
  for (const ArrayUse &use : *uses) {
    const Expr &row = *use.indices[use.indices.size() - 2]->index;
    const Expr &column = *use.indices.back()->index;
    if (!isPure(context.tree, row))
      edits.refuse("an index has an effect of its own");
    edits.replace(column,
                  swizzledText(context, edits, column, row, rows, columns));
  }
  return edits.take();
}

/// Arrays of one dimension: every index goes through a function,
/// in loops along rows once for a row if \p isByRows. Errors: no such loop.
static llvm::Expected<std::vector<TextEdit>>
swizzleFlat(const RewriteContext &context, const Declarator &array,
            int64_t columns, bool isByRows) {
  auto uses = indexedUses(context, array, 1);
  if (!uses)
    return uses.takeError();
  IndexMap map;
  map.function = freshName(context, "swizzled");
  map.expressionOf = [&](llvm::StringRef suffix) {
    return llvm::formatv("i ^ (i / {0}{1} % {0}{1})", columns, suffix).str();
  };
  map.rowLength = columns;
  map.join = "^";
  EditSet edits(context);
  if (!isByRows)
    mapIndices(context, edits, array, *uses, map);
  else if (!mapIndicesByRows(context, edits, array, *uses, map))
    return refusal("no loop goes along its rows");
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

/// What \p edits are worth. Errors: theirs; too little.
static llvm::Expected<Fix> fixOf(const RewriteContext &context,
                                 const std::string &name,
                                 llvm::Expected<std::vector<TextEdit>> edits) {
  if (!edits)
    return edits.takeError();
  SharedCostSum before = sumSharedCost(context.analysis.facts, name);
  std::optional<EntryPointFacts> after = tryEdits(context, *edits);
  if (!after)
    return refusal("the edited text does not compile");
  SharedCostSum now = sumSharedCost(*after, name);
  constexpr double kAdded = 3; // a shift, a mask and an exclusive or
  if (!isWorthInstructions(before, now, kAdded) ||
      isLessSynchronized(context.analysis.facts, *after))
    return refusal("it does not lower the wavefronts of '" + name +
                   "' by more than its arithmetic costs");
  Fix fix;
  fix.message = "exchanges the columns of '" + name + "' row by row: " +
                countChange(before.shownWavefronts, now.shownWavefronts) +
                " wavefronts";
  fix.applicability = Applicability::NeedsValidation;
  fix.edits = std::move(*edits);
  return fix;
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
  if (!isFlat)
    return onlyFix(fixOf(context, name, swizzleRows(context, *array, columns)));
  std::vector<Fix> fixes;
  auto byRows = fixOf(context, name,
                      swizzleFlat(context, *array, columns, /*isByRows=*/true));
  if (byRows)
    fixes.push_back(std::move(*byRows));
  else
    llvm::consumeError(byRows.takeError());
  auto plain = fixOf(context, name,
                     swizzleFlat(context, *array, columns, /*isByRows=*/false));
  if (plain)
    fixes.push_back(std::move(*plain));
  else if (fixes.empty())
    return plain.takeError();
  else
    llvm::consumeError(plain.takeError());
  return fixes;
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

Of an array of one dimension each 32 elements are a row. Where a loop goes along rows, the
exchange is worked out once for a row, which the loop's variable is then joined to:

```
for (k = 0; k < 256; ++k)            for (kRow = 0; kRow < 256; kRow += 32) {
  sum += s[(l * 32 + k) & 8191];       uint sRow = swizzled((l * 32 + kRow) & 8191);
                               ->      for (k = 0; k < 32; ++k)
                                         sum += s[sRow ^ k];
                                     }
```

Parts of rows of 16, 8 and 4 are taken likewise. That no carry leaves such a part is proved from the
text, for any value of what is not known: all that is added to the loop's variable ends in zeros.
The number of iterations must be a known multiple, and the loop end by its condition only.

## When it is refused

Where the rows are no power of two long, the array is passed on as a whole, or too few
wavefronts would be saved to pay for the arithmetic.
)",
     prepare, apply})
