// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Gives the workgroup another size, where the shader does not ask for it.
///
///     layout(local_size_x = 1,            layout(local_size_x = 32,
///            local_size_y = 32) in;  ->          local_size_y = 8) in;
#include "wglint/Check/Judgement.h"
#include "wglint/Check/Limits.h"
#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/Trial.h"
#include "wglint/Rewrite/Variables.h"
#include "wglint/Rewrite/WorkgroupSize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;
using namespace wglint::syntax;

/// The numbers of the specialization constants that set the size.
static std::array<std::optional<int64_t>, 3>
constantsOf(const RewriteContext &context) {
  std::array<std::optional<int64_t>, 3> numbers;
  auto entries = sizeEntries(context, "_id");
  for (unsigned axis = 0; axis < 3; ++axis)
    if (entries[axis] && entries[axis]->value)
      numbers[axis] = constantValue(context, *entries[axis]->value);
  return numbers;
}

/// Whether the shader uses a constant that sets the size for anything else.
static bool isConstantUsed(const RewriteContext &context) {
  auto numbers = constantsOf(context);
  return llvm::any_of(
      allOf<LayoutEntry>(context.tree.root()), [&](const LayoutEntry *entry) {
        return context.tree.text(entry->nameToken) == "constant_id" &&
               (!entry->value ||
                llvm::is_contained(numbers,
                                   constantValue(context, *entry->value)));
      });
}

/// Whether the number of a size, or the macro or constant behind it, is used
/// for anything else.
static bool isUsedElsewhere(const RewriteContext &context, const Expr &value) {
  for (uint32_t i = value.firstToken; i <= value.lastToken; ++i) {
    const OutputToken &token = context.tokens.tokens()[i];
    if (token.use == kNone)
      continue;
    llvm::StringRef macro = context.tokens.uses()[token.use].macro;
    for (uint32_t j = 0; j < context.tokens.tokens().size(); ++j) {
      uint32_t use = context.tokens.tokens()[j].use;
      bool isOther = j < value.firstToken || j > value.lastToken;
      if (isOther && use != kNone && context.tokens.uses()[use].macro == macro)
        return true;
    }
  }
  for (const NameExpr *name : allOf<NameExpr>(value))
    if (const Node *declaration = context.tree.declarationOf(*name))
      if (context.tree.usesOf(*declaration).size() > 1)
        return true;
  return false;
}

static llvm::Error whyNot(const RewriteContext &context) {
  const EntryPointFacts &facts = context.analysis.facts;
  bool isSpecialized = facts.sizeSource == SizeSource::Specialization;
  if (facts.sizeSource != SizeSource::Literal && !isSpecialized)
    return refusal("the host chooses the workgroup's size");
  std::string word = sizeDependence(context);
  if (!word.empty())
    return refusal("what the shader does depends on the workgroup's size: it "
                   "uses '" +
                   word + "'");
  auto entries = sizeEntries(context);
  auto constants = sizeEntries(context, "_id");
  auto isNull = [](const LayoutEntry *entry) { return !entry; };
  if (llvm::all_of(entries, isNull) && llvm::all_of(constants, isNull))
    return refusal("the declaration of the workgroup's size is not found");
  for (const LayoutEntry *entry : entries)
    if (entry && entry->value && isUsedElsewhere(context, *entry->value))
      return refusal("the number in the declaration of the workgroup's size is "
                     "used elsewhere too");
  if (isSpecialized && isConstantUsed(context))
    return refusal("a specialization constant of the workgroup's size is used "
                   "elsewhere too");
  return llvm::Error::success();
}

static llvm::Expected<std::vector<TextEdit>>
editsFor(const RewriteContext &context, const WorkgroupSize &size) {
  EditSet edits(context);
  editWorkgroupSize(context, size, edits);
  return edits.take();
}

/// Which specialization constants the host has to give other numbers; empty
/// where the size has none.
static std::string constantsText(const RewriteContext &context,
                                 const WorkgroupSize &size) {
  std::string text;
  auto numbers = constantsOf(context);
  for (unsigned axis = 0; axis < 3; ++axis)
    if (numbers[axis])
      text += llvm::formatv("; specialization constant {0}, where the host "
                            "sets it, becomes {1}",
                            *numbers[axis], size[axis]);
  return text;
}

/// Whether a workgroup of \p size, if it is allowed, is about as fast as a
/// larger one: a copy takes 340 us in 256 x 1 on an H200 and 324 us in 32 x 32;
/// on an H100 231 us and 296 us, but 322 us in 128 x 1, 637 us in 64 x 1 and
/// 1268 us in 32 x 1 (docs/Measurements.md).
static bool isEnough(const WorkgroupLimits &limits, const WorkgroupSize &size) {
  constexpr uint64_t kEnough = 256;
  return invocationCount(size) >= std::min(kEnough, limits.maxInvocations);
}

static std::vector<WorkgroupSize> sizesFor(const RewriteContext &context) {
  const WorkgroupSize &old = context.analysis.facts.workgroupSize;
  bool isRow = old[1] == 1 && old[2] == 1;
  // A workgroup that nothing but its row says so of keeps its dimension. Of
  // rectangles 32 x 32 is never slower than 32 x 8 by more than 5 % on an H200
  // and mostly faster (docs/Measurements.md).
  std::vector<WorkgroupSize> sizes =
      isRow ? std::vector<WorkgroupSize>{{256, 1, 1}, {128, 1, 1}, {64, 1, 1}}
            : std::vector<WorkgroupSize>{{32, 32, 1}, {32, 8, 1}, {16, 16, 1},
                                         {64, 4, 1},  {32, 4, 1}, {8, 8, 1},
                                         {8, 32, 1}};
  if (old[2] > 1)
    sizes = {{8, 8, 4}, {32, 4, 2}, {4, 4, 4}};
  // A shader that uses z may not use y, and invocations along that do the same
  // again: what was tried against that is taken.
  const ShapeFact *better = betterShape(context.analysis.facts);
  WorkgroupLimits limits = workgroupLimits(context.analysis);
  if (better && old[2] > 1)
    sizes = {better->workgroupSize};
  else if (better && isEnough(limits, better->workgroupSize))
    sizes.insert(sizes.begin(), better->workgroupSize);
  llvm::erase_if(sizes, [&](const WorkgroupSize &size) {
    return size == old || !limits.allow(size);
  });
  return sizes;
}

/// Sectors for each invocation; where none is known all sizes are alike.
static double sectorsPerInvocation(const EntryPointFacts &facts) {
  return sumSectors(facts).value_or(0) / double(invocationCount(facts));
}

/// One dimension of the dispatch: enough workgroups to cover the same ids.
static std::string groupsText(char axis, uint32_t old, uint32_t now) {
  std::string ids(1, axis);
  if (old != 1)
    ids += " * " + std::to_string(old);
  if (old == now)
    return std::string(1, axis);
  if (now == 1)
    return ids;
  return llvm::formatv("({0} + {1}) / {2}", ids, now - 1, now);
}

static std::string dispatchText(const WorkgroupSize &old,
                                const WorkgroupSize &now) {
  return llvm::formatv("({0}, {1}, {2}) workgroups for (x, y, z); ids that are "
                       "added at the edges have to be harmless",
                       groupsText('x', old[0], now[0]),
                       groupsText('y', old[1], now[1]),
                       groupsText('z', old[2], now[2]));
}

static std::optional<FixOffer>
prepareResizeWorkgroup(const RewriteContext &context, const Diagnostic &) {
  if (llvm::Error error = whyNot(context)) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  return FixOffer{"gives the workgroup another size", Applicability::Unsafe};
}

static llvm::Expected<std::vector<Fix>>
applyResizeWorkgroup(const RewriteContext &context, const Diagnostic &) {
  if (llvm::Error error = whyNot(context))
    return error;
  const EntryPointFacts &facts = context.analysis.facts;
  const WorkgroupSize &old = facts.workgroupSize;
  std::vector<std::pair<double, Fix>> found;
  for (const WorkgroupSize &size : sizesFor(context)) {
    auto edits = editsFor(context, size);
    if (!edits)
      return edits.takeError();
    std::optional<EntryPointFacts> after = tryEdits(context, *edits);
    if (!after || after->workgroupSize != size)
      continue;
    Fix fix;
    fix.message =
        llvm::formatv("changes the workgroup from {0} x {1} x {2} to "
                      "{3} x {4} x {5} invocations",
                      old[0], old[1], old[2], size[0], size[1], size[2]);
    fix.applicability = Applicability::Unsafe;
    fix.dispatchChange = dispatchText(old, size) + constantsText(context, size);
    fix.workgroupCovers = size;
    fix.edits = std::move(*edits);
    found.emplace_back(sectorsPerInvocation(*after), std::move(fix));
  }
  if (found.empty())
    return refusal("no other size of the workgroup that all devices allow "
                   "compiles");
  return cheapestFirst(std::move(found));
}

static constexpr llvm::StringRef kResizeWorkgroupMends[] = {
    "partial-subgroup-workgroup", "scattering-workgroup-shape",
    "tiny-workgroup", "workgroup-over-limit"};

WGLINT_DEFINE_REWRITE(ResizeWorkgroup,
                      {"resize-workgroup",
                       "changes the workgroup's size, and with it the dispatch",
                       Applicability::Unsafe, kResizeWorkgroupMends,
                       /*claimsSpeed=*/true,
                       R"(## What it does

```
layout(local_size_x = 1,            layout(local_size_x = 32,
       local_size_y = 32) in;  ->          local_size_y = 8) in;
```

Sizes that devices run well, and that the shader's APIs and the target's devices all allow (Vulkan
guarantees 128 invocations), are analysed; those that touch the fewest sectors for each
invocation come first, and of those that are alike the shape that the finding names, if it has 256 invocations
or as many as are allowed: smaller workgroups are slower. The host has to dispatch another number of workgroups: the fix says
which, rounded up, so that every id of before is covered.

## When it is refused

Where the shader asks for anything but its global id (then what it does may depend on the
size), or the number of the declaration, a macro or a constant, is used elsewhere too. Of a size
that specialization constants set, the default is edited; the fix says which numbers the host
has to give.
)",
                       prepareResizeWorkgroup, applyResizeWorkgroup})
