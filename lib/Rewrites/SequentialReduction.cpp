// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lets neighbouring invocations do the steps of a reduction.
///
///     for (uint d = 1; d < 256; d *= 2) {    for (uint d = 128; d > 0; d /= 2)
///     {
///       if (l % (2 * d) == 0)                  if (l < d)
///         s[l] += s[l + d];            ->        s[l] += s[l + d];
///       barrier();                             barrier();
///     }                                      }
///
///     lanes that add:  x.x.x.x.       ->     xxxx....
///
/// Where the order of additions has to stay, the elements are stored in
/// reversed order of their bits first: the second half then holds what was
/// every second element, as a step of the interleaved form takes them.
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
  Halves,   ///< the first half of the elements gets the second
  Reversed, ///< the same, of elements in reversed order of their bits
  InOrder,  ///< lane i does what lane 2di did
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
  void editHalves(const std::string &lane, int64_t first);
  void editReversed();
  void replaceElements(const std::string &target, const std::string &other);
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

void ReductionEdits::replaceElements(const std::string &target,
                                     const std::string &other) {
  auto replace = [&](const Expr &index, const std::string &text) {
    Edits.replace(index, text);
    Replaced.push_back(&index);
  };
  replace(*R.other->index, other);
  for (const IndexExpr *element : allOf<IndexExpr>(*R.update))
    if (element == R.target || isSameText(Context.tree, *element, *R.target))
      replace(*element->index, target);
}

void ReductionEdits::editInOrder() {
  std::string index = number(2) + " * " + D + " * " + Lane;
  Edits.replace(*R.guard->condition, index + " < " + number(R.count));
  replaceElements(index, index + " + " + D);
}

/// Lane \p lane takes what lies \p first elements behind its own, then half of
/// that, and so on.
void ReductionEdits::editHalves(const std::string &lane, int64_t first) {
  Edits.replace(*R.distance->initializer, number(first));
  Edits.replace(*R.loop->condition, D + " > " + number(0));
  Edits.replace(*R.loop->step, D + " /= " + number(2));
  Edits.replace(*R.guard->condition, lane + " < " + D);
  replaceElements(lane, lane + " + " + D);
}

/// Stores go to the place of the reversed bits; an element is left out behind
/// each row of banks, for the lanes that store then lie far apart. Places and
/// distances are padded alike: place(l + d) is place(l) + place(d), as l < d
/// have no bit in common, l < d is place(l) < place(d), and half of place(d),
/// rounded down, is place(d / 2).
void ReductionEdits::editReversed() {
  constexpr int64_t kBanks = 32;
  auto uses = indexedUses(Context, *R.array, 1);
  if (!uses)
    return Edits.refuse(llvm::toString(uses.takeError()));
  const Expr *size = R.array->dims.front()->size;
  if (!size || constantValue(Context, *size) != R.count)
    return Edits.refuse("the array holds more than what is reduced");
  std::vector<ArrayUse> before;
  for (const ArrayUse &use : *uses)
    if (use.name->firstToken < R.loop->firstToken)
      before.push_back(use);
  bool isPadded = R.count > kBanks;
  unsigned bits = llvm::Log2_64(R.count);
  auto reversed = [&](llvm::StringRef suffix) {
    std::string bitsText =
        suffix.empty() ? "bitfieldReverse(uint(i))" : "bitfieldReverse(i)";
    std::string text = bitsText + " >> " + std::to_string(32 - bits) + "u";
    if (isPadded)
      text = "(" + text + ") + (" + bitsText + " >> " +
             std::to_string(37 - bits) + "u)";
    return suffix.empty() ? "int(" + text + ")" : text;
  };
  mapIndices(Context, Edits, *R.array, before,
             freshName(Context, "bitReversed"), reversed);
  if (isPadded) {
    bool needs = needsParens(Context.tree, *size, "+");
    std::string more = std::to_string((R.count - 1) / kBanks);
    if (typeOf(Context.tree, *size).isScalar("uint"))
      more += "u";
    Edits.wrap(*size, needs ? "(" : "", (needs ? ") + " : " + ") + more);
  }
  if (!isPadded)
    return editHalves(Lane, R.count / 2);
  std::string place = freshName(Context, "place");
  Edits.insertLinesBefore(*R.loop, (IsUnsigned ? "uint " : "int ") + place +
                                       " = " + Lane + " + " + Lane + " / " +
                                       number(kBanks) + ";");
  editHalves(place, R.count / 2 + R.count / 2 / kBanks);
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
    editHalves(Lane, R.count / 2);
  else
    editReversed();
  removeUnused();
  return Edits.take();
}

static std::string messageOf(Form form) {
  switch (form) {
  case Form::Halves:
    return "lets the first half of the invocations take the second's elements "
           "in each step";
  case Form::Reversed:
    return "stores the elements in reversed order of their bits, so that the "
           "first half can take the second's in the same order of additions";
  case Form::InOrder:
    return "lets neighbouring invocations do each step, in the same order of "
           "additions";
  }
  llvm_unreachable("all forms are listed");
}

static std::optional<FixOffer> prepare(const RewriteContext &context,
                                       const Diagnostic &finding) {
  std::optional<TreeReduction> r = readTreeReduction(context, finding);
  if (!r || evaluate(context, *r->distance->initializer, Invocation()) != 1)
    return std::nullopt;
  return FixOffer{"lets neighbouring invocations do each step",
                  Applicability::NeedsValidation};
}

static llvm::Expected<std::vector<Fix>> apply(const RewriteContext &context,
                                              const Diagnostic &finding) {
  std::optional<TreeReduction> r = readTreeReduction(context, finding);
  if (!r)
    return refusal("the loop of the reduction has another form");
  if (llvm::Error error = checkInterleaved(context, *r))
    return error;
  // What may be applied comes first: floats keep the order of their additions.
  std::vector<Form> forms = {Form::Halves, Form::InOrder};
  if (r->keepsOrder)
    forms = {Form::Reversed, Form::InOrder, Form::Halves};
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

static constexpr llvm::StringRef kMendedChecks[] = {"interleaved-reduction",
                                                    "shared-bank-conflict"};

WGLINT_DEFINE_REWRITE(
    SequentialReduction,
    {"sequential-reduction",
     "lets neighbouring invocations do the steps of a reduction",
     Applicability::NeedsValidation, kMendedChecks,
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
the indices look like. For floats the order of additions changes the result: there the
elements are stored in reversed order of their bits first, `s[bitReversed(l)] = ...`, so that
halves add what neighbours added before, bit for bit the same. Where that cannot be done, the
elements stay, and only who adds them changes. The form above is offered as unsafe.

## When it is refused

Where the distances are no powers of two that are known, the loop does more than to reduce, or
more than the first element is read behind it.

## References

M. Harris, "Optimizing Parallel Reduction in CUDA", NVIDIA, 2007.
)",
     prepare, apply})
