// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Exchanges the columns of each row of a shared array in its own way, so that
/// the lanes of a column want words of different banks. Takes no memory.
///
///     s[y][x]    ->    s[y][x ^ (y & 31)]
///
///     columns of x = 0 in rows 0..3:  0 0 0 0    ->    0 1 2 3
#include "wglint/Check/BankRemedies.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/IndexMap.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/Trial.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;
using namespace wglint::syntax;

static const Declarator *conflictingArray(const RewriteContext &context,
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

/// A row of banks: as many elements change their places among each other.
static constexpr int64_t kRowOfBanks = kMaxBankCount;

/// Arrays of one dimension: every index goes through a function that exchanges
/// the columns anew every \p rowLength elements, in loops along rows once for a
/// row if \p isByRows. Errors: no such loop.
static llvm::Expected<std::vector<TextEdit>>
swizzleFlat(const RewriteContext &context, const Declarator &array,
            int64_t rowLength, bool isByRows) {
  auto uses = indexedUses(context, array, 1);
  if (!uses)
    return uses.takeError();
  IndexMap map;
  map.function = freshName(context, "swizzled");
  map.expressionOf = [&](llvm::StringRef suffix) {
    return llvm::formatv("i ^ (i / {0}{2} % {1}{2})", rowLength, kRowOfBanks,
                         suffix)
        .str();
  };
  map.rowLength = kRowOfBanks;
  map.join = "^";
  EditSet edits(context);
  if (!isByRows)
    mapIndices(context, edits, array, *uses, map);
  else if (!mapIndicesByRows(context, edits, array, *uses, map))
    return refusal("no loop goes along its rows");
  return edits.take();
}

static std::optional<FixOffer>
prepareSwizzleSharedArray(const RewriteContext &context,
                          const Diagnostic &finding) {
  const Declarator *array = conflictingArray(context, finding);
  bool isMended = llvm::any_of(
      accessesAt(context, finding.range), [&](const AccessFact *access) {
        return bankRemedies(context.analysis.facts, *access).exchangedColumns;
      });
  if (!array || !isMended || takesComponents(context, *array, finding.range))
    return std::nullopt;
  return FixOffer{"exchanges the columns of '" +
                      context.tree.name(*array).str() + "' row by row",
                  Applicability::NeedsValidation};
}

namespace {
/// A fix with what the array's accesses cost after it.
struct JudgedFix {
  Fix fix;
  SharedCostSum cost;
};
} // namespace

/// What \p edits are worth. Errors: theirs; too little.
static llvm::Expected<JudgedFix>
judge(const RewriteContext &context, const std::string &name,
      llvm::Expected<std::vector<TextEdit>> edits) {
  if (!edits)
    return edits.takeError();
  SharedCostSum before = sumSharedCost(context.analysis.facts, name);
  std::optional<EntryPointFacts> after = tryEdits(context, *edits);
  if (!after)
    return refusal("the edited text does not compile");
  JudgedFix judged;
  judged.cost = sumSharedCost(*after, name);
  if (!isWorthInstructions(before, judged.cost, kSwizzleInstructions) ||
      isLessSynchronized(context.analysis.facts, *after))
    return refusal("it does not lower the wavefronts of '" + name +
                   "' by more than its arithmetic costs");
  judged.fix.message =
      "exchanges the columns of '" + name + "' row by row: " +
      countChange(before.shownWavefronts, judged.cost.shownWavefronts) +
      " wavefronts";
  judged.fix.applicability = Applicability::NeedsValidation;
  judged.fix.edits = std::move(*edits);
  return judged;
}

/// The best of some lengths of rows: lanes that are two rows of banks apart
/// want other columns every two rows.
static llvm::Expected<std::vector<Fix>> fixFlat(const RewriteContext &context,
                                                const Declarator &array,
                                                const std::string &name,
                                                int64_t length) {
  std::optional<JudgedFix> best;
  int64_t bestLength = 0;
  std::string whyNot;
  for (int64_t row = kRowOfBanks; row <= std::min(length, kMaxSwizzledRow);
       row *= 2) {
    auto judged = judge(context, name, swizzleFlat(context, array, row, false));
    if (!judged) {
      whyNot = llvm::toString(judged.takeError());
      continue;
    }
    if (best && judged->cost.wavefronts >= best->cost.wavefronts)
      continue;
    best = std::move(*judged);
    bestLength = row;
    if (best->cost.excess <= 0)
      break;
  }
  if (!best)
    return refusal(whyNot);
  std::vector<Fix> fixes;
  if (auto byRows = llvm::expectedToOptional(
          judge(context, name, swizzleFlat(context, array, bestLength, true))))
    fixes.push_back(std::move(byRows->fix));
  fixes.push_back(std::move(best->fix));
  return fixes;
}

static llvm::Expected<std::vector<Fix>>
applySwizzleSharedArray(const RewriteContext &context,
                        const Diagnostic &finding) {
  const Declarator *array = conflictingArray(context, finding);
  if (!array)
    return refusal("the declaration of the array is not found");
  std::string name = context.tree.name(*array).str();
  const Expr *size = array->dims.back()->size;
  int64_t length = size ? constantValue(context, *size).value_or(0) : 0;
  if (!canExchangeColumns(array->dims.size(), length))
    return refusal("the rows of '" + name + "' are no power of two long");
  if (array->dims.size() == 1)
    return fixFlat(context, *array, name, length);
  auto judged = judge(context, name, swizzleRows(context, *array, length));
  if (!judged)
    return judged.takeError();
  return std::vector<Fix>{std::move(judged->fix)};
}

static constexpr llvm::StringRef kSwizzleSharedArrayMends[] = {
    "shared-bank-conflict"};

WGLINT_DEFINE_REWRITE(
    SwizzleSharedArray,
    {"swizzle-shared-array",
     "exchanges the columns of a shared array row by row to avoid bank "
     "conflicts",
     Applicability::NeedsValidation, kSwizzleSharedArrayMends,
     /*claimsSpeed=*/true,
     R"(## What it does

```
s[y][x]    ->    s[y][x ^ (y & 31)]

columns of x = 0 in rows 0..3:  0 0 0 0    ->    0 1 2 3
```

An element of row y and column x is kept in column x ^ y: a row is a permutation of
itself. It takes no memory, and a bit of arithmetic at each access: where padding fits,
pad-shared-array costs less.

Of an array of one dimension each 32 elements are a row, or each 64 and so on up to 512 where that
leaves fewer conflicts: `i ^ (i / 64 % 32)`. Where a loop goes along rows, the
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
     prepareSwizzleSharedArray, applySwizzleSharedArray})
