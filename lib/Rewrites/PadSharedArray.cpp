// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Makes the rows of a shared array longer than they have to be, so that the
/// lanes of a column want words of different banks.
///
///     shared float tile[32][32];      shared float tile[32][32 + 1];
///     ... tile[lane][k]           ->  ... tile[lane][k]
///
///     bank of tile[0..3][0]:  0 0 0 0     ->     0 1 2 3
#include "wglint/Check/BankRemedies.h"
#include "wglint/Check/Limits.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/IndexMap.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/Trial.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;
using namespace wglint::syntax;

namespace {
/// The array of a finding.
struct Subject {
  std::string name;
  const Declarator *array = nullptr;
  uint64_t bytes = 0;
};

/// Tries paddings and keeps the best.
class PaddingSearch {
public:
  PaddingSearch(const RewriteContext &context, Subject subject)
      : Context(context), Array(std::move(subject)),
        Before(sumSharedCost(context.analysis.facts, Array.name)),
        Limit(std::max(sharedBytesLimit(context.analysis),
                       context.analysis.facts.sharedBytes)) {}

  llvm::Expected<std::vector<Fix>> run();

private:
  struct Candidate {
    std::vector<TextEdit> edits;
    std::string message;
    SharedCostSum cost;
    uint64_t sharedBytes = 0;
    /// The same with all loops as they are; may be empty.
    std::vector<TextEdit> plainEdits;
  };

  void tryDeclaration(size_t dimension);
  void tryStructure();
  llvm::Error tryFlattened();
  void tryRowLength(llvm::ArrayRef<ArrayUse> uses, int64_t rowLength,
                    int64_t count);
  void tryFunction(llvm::ArrayRef<ArrayUse> uses, int64_t rowLength,
                   int64_t count);
  bool restsStayInRows(llvm::ArrayRef<ArrayUse> uses, int64_t rowLength,
                       int64_t count);
  bool consider(const EditSet &edits, const std::string &message,
                double addedInstructions = 0);
  bool isDone() const { return Best && Best->cost.excess <= 0; }
  /// maxRowPadding() if there are \p elementCount elements.
  int64_t maxPadding(int64_t elementCount) const;

  const RewriteContext &Context;
  Subject Array;
  SharedCostSum Before;
  uint64_t Limit;
  std::optional<Candidate> Best;
  bool WasTooLarge = false;
  std::string WhyNot; ///< the text could not be edited
};
} // namespace

/// Analyses \p edits; true if they are the best so far. \p addedInstructions
/// is what each access takes more.
bool PaddingSearch::consider(const EditSet &edits, const std::string &message,
                             double addedInstructions) {
  auto taken = edits.take();
  if (!taken) {
    WhyNot = llvm::toString(taken.takeError());
    return false;
  }
  std::optional<EntryPointFacts> facts = tryEdits(Context, *taken);
  if (!facts || isLessSynchronized(Context.analysis.facts, *facts))
    return false;
  if (facts->sharedBytes > Limit) {
    WasTooLarge = true;
    return false;
  }
  SharedCostSum cost = sumSharedCost(*facts, Array.name);
  if (!isWorthInstructions(Before, cost, addedInstructions))
    return false;
  double least = Best ? Best->cost.wavefronts : Before.wavefronts;
  bool isSmaller = Best && cost.wavefronts == least &&
                   facts->sharedBytes < Best->sharedBytes;
  if (cost.wavefronts >= least && !isSmaller)
    return false;
  Best = Candidate{std::move(*taken), message, cost, facts->sharedBytes, {}};
  return true;
}

int64_t PaddingSearch::maxPadding(int64_t elementCount) const {
  return maxRowPadding(elementCount > 0 ? int64_t(Array.bytes) / elementCount
                                        : 0);
}

/// Longer rows of an array of several dimensions: only the declaration changes.
void PaddingSearch::tryDeclaration(size_t dimension) {
  const Expr *size = Array.array->dims[dimension]->size;
  if (!size)
    return;
  int64_t count = 1;
  for (const ArrayDim *dim : Array.array->dims)
    count *= dim->size ? constantValue(Context, *dim->size).value_or(0) : 0;
  std::optional<int64_t> length = constantValue(Context, *size);
  for (int64_t pad = 1; pad <= maxPadding(count) && !isDone(); ++pad) {
    EditSet edits(Context);
    std::string text = edits.written(*size);
    if (needsParens(Context.tree, *size, "+"))
      text = "(" + text + ")";
    bool isUnsigned = typeOf(Context.tree, *size).isScalar("uint");
    edits.replace(*size,
                  text + " + " + std::to_string(pad) + (isUnsigned ? "u" : ""));
    std::string change = length
                             ? "from " + std::to_string(*length) + " to " +
                                   std::to_string(*length + pad) + " elements"
                             : "by " + std::to_string(pad);
    consider(edits, "pads the rows of '" + Array.name + "' " + change);
  }
}

/// Whether \p structure is only the type of variables of the shader's own: what
/// the host knows may not change, nor may what is made by a constructor.
static bool isPrivateType(const SyntaxTree &tree, const StructSpec &structure) {
  llvm::StringRef name = tree.text(structure.nameToken);
  bool isOwn = !name.empty() && tree.callsOf(name).empty();
  for (const TypeSpec *type : allOf<TypeSpec>(tree.root())) {
    bool isMember = enclosing<Block>(*type) ||
                    (enclosing<StructSpec>(*type) && !type->structure);
    if (isMember && tree.text(type->nameToken) == name)
      isOwn = false;
  }
  return isOwn;
}

/// The structure that \p array is made of, if it may get a member more; else
/// null.
static const StructSpec *ownStructure(const SyntaxTree &tree,
                                      const Declarator &array) {
  const auto *declaration = llvm::cast<Declaration>(array.parent);
  const StructSpec *structure = tree.structOf(*declaration->type);
  bool isOwn = structure && !structure->members.empty() &&
               isPrivateType(tree, *structure);
  return isOwn ? structure : nullptr;
}

/// Elements whose own size makes the conflicts get a member that nobody uses.
void PaddingSearch::tryStructure() {
  const StructSpec *structure = ownStructure(Context.tree, *Array.array);
  if (!structure)
    return;
  std::string member = freshName(Context, "padding");
  for (unsigned words = 1; words <= kMaxPaddingWords && !isDone(); ++words) {
    EditSet edits(Context);
    std::string length = words > 1 ? "[" + std::to_string(words) + "]" : "";
    edits.insertLinesAfter(*structure->members.back(),
                           "float " + member + length + ";");
    consider(edits, "pads the elements of '" + Array.name + "' by " +
                        std::to_string(kBankBytes * words) + " bytes");
  }
}

/// Whether what is left of each index without its row is an element of a row,
/// in every invocation: it is put in the place of the index and analysed.
bool PaddingSearch::restsStayInRows(llvm::ArrayRef<ArrayUse> uses,
                                    int64_t rowLength, int64_t count) {
  EditSet probe(Context);
  for (const ArrayUse &use : uses) {
    const Expr &index = *use.indices.front()->index;
    probe.replace(index, splitIndex(Context, probe, index, rowLength).rest);
  }
  auto taken = llvm::expectedToOptional(probe.take());
  if (!taken)
    return false;
  std::optional<EntryPointFacts> facts = tryEdits(Context, *taken);
  if (!facts)
    return false;
  int64_t rowBytes = int64_t(Array.bytes) / count * rowLength;
  return llvm::all_of(facts->accesses, [&](const AccessFact &access) {
    return !isAccessTo(access, Array.name) ||
           (access.reachedBytes && access.reachedBytes->begin >= 0 &&
            access.reachedBytes->end <= rowBytes);
  });
}

/// `tile[y * 32 + x]` to `tile[y * (32 + 1) + x]`.
void PaddingSearch::tryRowLength(llvm::ArrayRef<ArrayUse> uses,
                                 int64_t rowLength, int64_t count) {
  if (!restsStayInRows(uses, rowLength, count))
    return;
  const Expr &size = *Array.array->dims.front()->size;
  for (int64_t pad = 1; pad <= maxPadding(count) && !isDone(); ++pad) {
    EditSet edits(Context);
    for (const ArrayUse &use : uses) {
      FlatIndex flat =
          splitIndex(Context, edits, *use.indices.front()->index, rowLength);
      for (const RowFactor &factor : flat.factors)
        scaleFactor(Context, edits, factor, rowLength, pad);
    }
    FlatIndex flatSize = splitIndex(Context, edits, size, rowLength);
    if (flatSize.factors.size() == 1 && flatSize.rest == "0")
      scaleFactor(Context, edits, flatSize.factors.front(), rowLength, pad);
    else
      edits.replace(size,
                    std::to_string(count / rowLength * (rowLength + pad)));
    consider(edits, "pads the rows of '" + Array.name + "' from " +
                        std::to_string(rowLength) + " to " +
                        std::to_string(rowLength + pad) + " elements");
  }
}

/// Every index through a function that leaves out an element behind each row:
/// right for any index at all. In loops along rows once for a row, if it can
/// be.
void PaddingSearch::tryFunction(llvm::ArrayRef<ArrayUse> uses,
                                int64_t rowLength, int64_t count) {
  std::string length = std::to_string(rowLength);
  IndexMap map;
  map.function = freshName(Context, "padded");
  map.expressionOf = [&](llvm::StringRef suffix) {
    return ("i + i / " + length + suffix).str();
  };
  map.rowLength = rowLength;
  map.join = "+";
  const Expr &size = *Array.array->dims.front()->size;
  std::string message =
      "leaves an element out of '" + Array.name + "' behind each " + length;
  EditSet byRows(Context), plain(Context);
  for (EditSet *edits : {&byRows, &plain})
    edits->replace(size, std::to_string(count + (count - 1) / rowLength));
  mapIndices(Context, plain, *Array.array, uses, map);
  if (!mapIndicesByRows(Context, byRows, *Array.array, uses, map) ||
      !consider(byRows, message, kPaddingInstructions))
    consider(plain, message, kPaddingInstructions);
  else if (auto edits = llvm::expectedToOptional(plain.take()))
    Best->plainEdits = std::move(*edits);
}

llvm::Error PaddingSearch::tryFlattened() {
  auto uses = indexedUses(Context, *Array.array, 1);
  if (!uses)
    return uses.takeError();
  const Expr *size = Array.array->dims.front()->size;
  std::optional<int64_t> count =
      size ? constantValue(Context, *size) : std::nullopt;
  if (!count || *count <= 0)
    return refusal("the length of '" + Array.name + "' is not known");
  std::vector<int64_t> lengths = rowLengthsOf(Context, *uses);
  for (int64_t length : lengths)
    if (!isDone() && length < *count && *count % length == 0)
      tryRowLength(*uses, length, *count);
  for (int64_t length : kPaddedRowLengths)
    if (!isDone() && length < *count)
      tryFunction(*uses, length, *count);
  return llvm::Error::success();
}

llvm::Expected<std::vector<Fix>> PaddingSearch::run() {
  if (!Context.reanalyze)
    return refusal("there is nothing to compare paddings by");
  size_t dimensions = Array.array->dims.size();
  if (dimensions == 1) {
    if (llvm::Error error = tryFlattened())
      return error;
  } else {
    auto uses = indexedUses(Context, *Array.array, dimensions);
    if (!uses)
      return uses.takeError();
    for (size_t i = dimensions; i-- > 1 && !isDone();)
      tryDeclaration(i);
  }
  if (!isDone())
    tryStructure();
  if (!Best && !WhyNot.empty())
    return refusal(WhyNot);
  if (!Best)
    return refusal(WasTooLarge ? "with padding '" + Array.name +
                                     "' does not fit into shared memory"
                               : "no padding of '" + Array.name +
                                     "' lowers its wavefronts enough");
  Fix fix;
  fix.message =
      Best->message + ": " +
      countChange(Before.shownWavefronts, Best->cost.shownWavefronts) +
      " wavefronts";
  fix.applicability =
      Before.hasUnknown ? Applicability::NeedsValidation : Applicability::Safe;
  fix.edits = std::move(Best->edits);
  std::vector<Fix> fixes = {fix};
  if (!Best->plainEdits.empty()) {
    fix.edits = std::move(Best->plainEdits);
    fixes.push_back(std::move(fix));
  }
  return fixes;
}

static std::optional<Subject> subjectOf(const RewriteContext &context,
                                        const Diagnostic &finding) {
  for (const AccessFact *access : accessesAt(context, finding.range)) {
    if (access->space != MemorySpace::Shared)
      continue;
    Subject subject;
    subject.name = llvm::StringRef(access->variable).split('.').first.str();
    subject.array = sharedDeclarator(context, subject.name);
    for (const SharedVariableFact &variable :
         context.analysis.facts.sharedVariables)
      if (variable.variable == subject.name)
        subject.bytes = variable.bytes;
    const auto *declaration =
        subject.array ? llvm::cast<Declaration>(subject.array->parent)
                      : nullptr;
    if (declaration && declaration->type->dims.empty() &&
        !subject.array->dims.empty() && subject.bytes > 0)
      return subject;
  }
  return std::nullopt;
}

/// Padding that the text allows was computed to help some access at \p range.
static bool isMendedByPadding(const RewriteContext &context,
                              const Declarator &array,
                              const SourceRange &range) {
  std::vector<int64_t> lengths;
  if (auto uses = llvm::expectedToOptional(indexedUses(context, array, 1)))
    lengths = rowLengthsOf(context, *uses);
  bool canGrow = ownStructure(context.tree, array) != nullptr;
  return llvm::any_of(
      accessesAt(context, range), [&](const AccessFact *access) {
        BankRemedies remedies =
            bankRemedies(context.analysis.facts, *access, lengths);
        return remedies.longerRows || (canGrow && remedies.largerElements);
      });
}

static std::optional<FixOffer>
preparePadSharedArray(const RewriteContext &context,
                      const Diagnostic &finding) {
  // Whatever is padded takes more bytes.
  if (context.analysis.facts.sharedBytes >= sharedBytesLimit(context.analysis))
    return std::nullopt;
  std::optional<Subject> subject = subjectOf(context, finding);
  if (!subject || takesComponents(context, *subject->array, finding.range) ||
      !isMendedByPadding(context, *subject->array, finding.range))
    return std::nullopt;
  bool hasUnknown =
      sumSharedCost(context.analysis.facts, subject->name).hasUnknown;
  return FixOffer{"pads '" + subject->name + "'",
                  hasUnknown ? Applicability::NeedsValidation
                             : Applicability::Safe};
}

static llvm::Expected<std::vector<Fix>>
applyPadSharedArray(const RewriteContext &context, const Diagnostic &finding) {
  std::optional<Subject> subject = subjectOf(context, finding);
  if (!subject)
    return refusal("the declaration of the array is not found");
  return PaddingSearch(context, std::move(*subject)).run();
}

static constexpr llvm::StringRef kPadSharedArrayMends[] = {
    "shared-bank-conflict"};

WGLINT_DEFINE_REWRITE(
    PadSharedArray,
    {"pad-shared-array",
     "lengthens the rows of a shared array to avoid bank conflicts",
     Applicability::Safe, kPadSharedArrayMends,
     /*claimsSpeed=*/true,
     R"(## What it does

```
shared float tile[32][32];      shared float tile[32][32 + 1];
... tile[lane][k]           ->  ... tile[lane][k]

bank of tile[0..3][0]:  0 0 0 0     ->     0 1 2 3
```

Each padding up to a whole row of banks is analysed, with all accesses of the array:
the one with the fewest wavefronts is taken, and of equal ones the smallest. In an array of
one dimension that is indexed as `row * length + column`, the length is changed in every
index; where the indices have no such form, or `column` may lie outside of a row, every
index goes through a function that leaves an element out behind each row. A loop along rows
calls it once for a row, as with swizzle-shared-array.

## When it is refused

Where the array is passed on as a whole, where it would no longer fit into the shared
memory that the target's devices and APIs have, or where no padding helps: wavefronts have to
become fewer, by more than the function's instructions cost where one is needed. Structures whose own
size makes the conflicts get a member more, unless the host knows them or a constructor makes
them.

## References

`bank 32`, `bank 33` and the transposes in test/Inputs/hardware/h200-timings.csv.
)",
     preparePadSharedArray, applyPadSharedArray})
