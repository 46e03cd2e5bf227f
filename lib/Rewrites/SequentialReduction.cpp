// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lets neighbouring invocations do the steps of a reduction.
///
///     for (d = 1; d < 256; d *= 2) {     for (d = 128; d > 0; d /= 2) {
///       if (l % (2 * d) == 0)              if (l < d)
///         s[l] += s[l + d];        ->        s[l] += s[l + d];
///       barrier();                         barrier();
///     }                                  }
///
///     lanes that add:  x.x.x.x.    ->    xxxx....
///
/// Where the order of additions has to stay, each sum gets a place of its own
/// in front of what it adds:
///
///     s[d + l] = s[2 * (d + l)] + s[2 * (d + l) + 1];
///
///     place:  1      2      3      4  5  6  7    8 9 10 11 12 13 14 15
///             total  (of 4) (of 4) (sums of 2)   elements 0..7
#include "wglint/Rewrite/ArrayUses.h"
#include "wglint/Rewrite/Evaluate.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/TreeReduction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace wglint;
using namespace wglint::syntax;

namespace {
/// What the loop becomes.
enum class Form {
  Halves,  ///< the first half of the elements gets the second
  Pairs,   ///< sums of neighbours stand in front of them
  InOrder, ///< lane i does what lane 2di did
};

/// Makes the edits of one form.
class ReductionEdits {
public:
  ReductionEdits(const RewriteContext &context, const TreeReduction &reduction)
      : Context(context), R(reduction), Edits(context),
        D(context.tree.name(*reduction.distance).str()),
        IsUnsigned(
            declaredType(context.tree, *reduction.distance).isScalar("uint")),
        Lane(laneText()) {}

  llvm::Expected<std::vector<TextEdit>> make(Form form);

private:
  std::string laneText() const;
  std::string number(int64_t value) const {
    return std::to_string(value) + (IsUnsigned ? "u" : "");
  }
  void editInOrder();
  void editLoop();
  void editHalves();
  void editPairs();
  void editUsesOutside(const ArrayUse &use);
  void replaceElements(const std::string &sum, const std::string &first,
                       const std::string &second);
  void removeUnused();

  const RewriteContext &Context;
  const TreeReduction &R;
  EditSet Edits;
  std::string D;   ///< the name of the distance
  bool IsUnsigned; ///< the distance is
  std::string Lane;
  std::vector<const Node *> Replaced;
};
} // namespace

/// The lane's number in the distance's type: a variable that the loop uses, or
/// the built-in one.
std::string ReductionEdits::laneText() const {
  const SyntaxTree &tree = Context.tree;
  for (const NameExpr *name : allOf<NameExpr>(*R.loop->body)) {
    const Node *declaration = tree.declarationOf(*name);
    if (!declaration || isAncestor(*R.loop, *declaration) ||
        !typeOf(tree, *name).isScalar(IsUnsigned ? "uint" : "int"))
      continue;
    bool isLane = llvm::all_of(
        invocationsOf(Context.analysis.facts), [&](const Invocation &lane) {
          return evaluate(Context, *name, lane) == lane.localIndex();
        });
    if (isLane)
      return tree.name(*name).str();
  }
  return IsUnsigned ? "gl_LocalInvocationIndex"
                    : "int(gl_LocalInvocationIndex)";
}

/// \p sum is the index of what is stored, the other two of what is added.
void ReductionEdits::replaceElements(const std::string &sum,
                                     const std::string &first,
                                     const std::string &second) {
  auto replace = [&](const Expr &index, const std::string &text) {
    Edits.replace(index, text);
    Replaced.push_back(&index);
  };
  replace(*R.other->index, second);
  replace(*R.target->index, sum);
  for (const IndexExpr *element : allOf<IndexExpr>(*R.update->rhs))
    if (isSameText(Context.tree, *element, *R.target))
      replace(*element->index, first);
}

void ReductionEdits::editInOrder() {
  std::string index = number(2) + " * " + D + " * " + Lane;
  Edits.replace(*R.guard->condition, index + " < " + number(R.count));
  replaceElements(index, index, index + " + " + D);
}

/// Half as many lanes take part in each step as in the one before.
void ReductionEdits::editLoop() {
  Edits.replace(*R.distance->initializer, number(R.count / 2));
  Edits.replace(*R.loop->condition, D + " > " + number(0));
  Edits.replace(*R.loop->step, D + " /= " + number(2));
  Edits.replace(*R.guard->condition, Lane + " < " + D);
}

void ReductionEdits::editHalves() {
  editLoop();
  replaceElements(Lane, Lane, Lane + " + " + D);
}

/// Elements move behind the sums, and the sum of all is in place 1.
void ReductionEdits::editUsesOutside(const ArrayUse &use) {
  const Expr &index = *use.indices.front()->index;
  bool isUnsignedIndex = typeOf(Context.tree, index).isScalar("uint");
  llvm::StringRef suffix = isUnsignedIndex ? "u" : "";
  if (use.name->firstToken > R.loop->lastToken)
    return Edits.replace(index, "1" + suffix);
  bool needs = needsParens(Context.tree, index, "+");
  Edits.wrap(index, std::to_string(R.count) + suffix + (needs ? " + (" : " + "),
             needs ? ")" : "");
}

void ReductionEdits::editPairs() {
  const SyntaxTree &tree = Context.tree;
  const Expr *size = R.array->dims.front()->size;
  auto uses = indexedUses(Context, *R.array, 1);
  if (!uses)
    return Edits.refuse(llvm::toString(uses.takeError()));
  if (!size)
    return Edits.refuse("the length of the array is not known");
  for (const ArrayUse &use : *uses) {
    // A function may run in front of the loop and behind it.
    if (enclosing<Function>(*use.name) != enclosing<Function>(*R.loop))
      return Edits.refuse("another function uses the array as well");
    if (!isAncestor(*R.loop, *use.name))
      editUsesOutside(use);
  }
  bool needs = needsParens(tree, *size, "+");
  Edits.wrap(*size, needs ? "(" : "",
             (needs ? ") + " : " + ") + std::to_string(R.count) +
                 (typeOf(tree, *size).isScalar("uint") ? "u" : ""));
  editLoop();
  std::string place = D + " + " + Lane,
              first = number(2) + " * (" + place + ")";
  replaceElements(place, first, first + " + " + number(1));
  llvm::StringRef op = tree.text(R.update->opToken);
  if (op.consume_back("=") && !op.empty())
    Edits.replaceTokens(R.update->opToken, R.update->opToken,
                        "= " + tree.name(*R.array) + "[" + first + "] " + op);
}

/// Variables of the loop that only the old indices and condition used.
void ReductionEdits::removeUnused() {
  Replaced.push_back(R.guard->condition);
  for (const DeclStmt *statement : allOf<DeclStmt>(*R.loop->body)) {
    const auto &declarators = statement->declaration->declarators;
    bool isUnused = llvm::all_of(declarators, [&](const Declarator *d) {
      return llvm::all_of(Context.tree.usesOf(*d), [&](const NameExpr *use) {
        return llvm::any_of(Replaced, [&](const Node *node) {
          return isAncestor(*node, *use);
        });
      });
    });
    if (isUnused)
      Edits.removeStatement(*statement);
  }
}

llvm::Expected<std::vector<TextEdit>> ReductionEdits::make(Form form) {
  if (form == Form::InOrder)
    editInOrder();
  else if (form == Form::Halves)
    editHalves();
  else
    editPairs();
  removeUnused();
  return Edits.take();
}

static std::string messageOf(Form form) {
  switch (form) {
  case Form::Halves:
    return "lets the first half of the invocations take the second's elements "
           "in each step";
  case Form::Pairs:
    return "adds neighbours to sums that stand in front of them, in the same "
           "order of additions";
  case Form::InOrder:
    return "lets neighbouring invocations do each step, in the same order of "
           "additions";
  }
  llvm_unreachable("all forms are listed");
}

static std::optional<FixOffer>
prepareSequentialReduction(const RewriteContext &context,
                           const Diagnostic &finding) {
  std::optional<TreeReduction> r = readTreeReduction(context, finding);
  if (!r || evaluate(context, *r->distance->initializer, Invocation()) != 1)
    return std::nullopt;
  return FixOffer{"lets neighbouring invocations do each step",
                  Applicability::NeedsValidation};
}

static llvm::Expected<std::vector<Fix>>
applySequentialReduction(const RewriteContext &context,
                         const Diagnostic &finding) {
  std::optional<TreeReduction> r = readTreeReduction(context, finding);
  if (!r)
    return refusal("the loop of the reduction has another form");
  if (llvm::Error error = checkInterleaved(context, *r))
    return error;
  // What may be applied comes first: floats keep the order of their additions.
  std::vector<Form> forms = {Form::Halves, Form::InOrder};
  if (r->keepsOrder)
    forms = {Form::Pairs, Form::InOrder, Form::Halves};
  std::vector<Fix> fixes;
  std::string whyNot;
  for (Form form : forms) {
    auto edits = ReductionEdits(context, *r).make(form);
    if (!edits) {
      whyNot = llvm::toString(edits.takeError());
      continue;
    }
    Fix fix;
    fix.message = messageOf(form);
    fix.applicability = r->keepsOrder && form == Form::Halves
                            ? Applicability::Unsafe
                            : Applicability::NeedsValidation;
    fix.edits = std::move(*edits);
    fixes.push_back(std::move(fix));
  }
  if (fixes.empty())
    return refusal(whyNot);
  return fixes;
}

static constexpr llvm::StringRef kSequentialReductionMends[] = {
    "interleaved-reduction", "shared-bank-conflict"};

WGLINT_DEFINE_REWRITE(
    SequentialReduction,
    {"sequential-reduction",
     "lets neighbouring invocations do the steps of a reduction",
     Applicability::NeedsValidation, kSequentialReductionMends,
     /*claimsSpeed=*/false,
     R"(## What it does

```
for (uint d = 1; d < 256; d *= 2) {    for (uint d = 128; d > 0; d /= 2) {
  if (l % (2 * d) == 0)                  if (l < d)
    s[l] += s[l + d];            ->        s[l] += s[l + d];
  barrier();                             barrier();
}                                      }

lanes that add:  x.x.x.x.       ->     xxxx....
```

Which elements each step adds is computed for all invocations, whatever the condition and
the indices look like. For floats the order of additions changes the result: there each sum gets
a place of its own, in front of the two that it adds, in an array of twice the length:

```
for (uint d = 128; d > 0; d /= 2) {
  if (l < d)
    s[d + l] = s[2 * (d + l)] + s[2 * (d + l) + 1];
  barrier();
}

place:  1      2      3      4  5  6  7    8 9 10 11 12 13 14 15
        total  (of 4) (of 4) (sums of 2)   elements 0..7
```

This adds what was added before, bit for bit the same. Where the memory is not there, the elements stay, and
only who adds them changes. The first form is offered as unsafe.

## When it is refused

Where the distances are no powers of two that are known, the loop does more than to reduce, or
more than the first element is read behind it.

## References

M. Harris, "Optimizing Parallel Reduction in CUDA", NVIDIA, 2007.
)",
     prepareSequentialReduction, applySequentialReduction,
     /*mendsUndefined=*/false, /*changesOrder=*/true})
