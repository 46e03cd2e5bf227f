// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The text of a staged loop.
#include "wglint/Rewrite/Staging.h"
#include "wglint/Rewrite/UniformFlow.h"
#include "wglint/Rewrite/Variables.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;
using namespace wglint::syntax;

/// `for (uint kTile = 0u; kTile < n; kTile += 16u) {`, and how many iterations
/// the chunk has.
static std::string tileHeader(const RewriteContext &context,
                              const TileLoops &loops) {
  const CountedLoop &loop = *loops.chunked;
  std::string header =
      chunkHeader(context.tree, loop, loops.firstName, loops.chunk);
  if (loops.countName.empty())
    return header;
  std::string bound = cloneText(context.tree, *loop.bound, Renaming());
  bool isSimple =
      llvm::isa<NameExpr, MemberExpr, CallExpr>(withoutParens(*loop.bound));
  return header + "\n\t" + loop.type + " " + loops.countName + " = min(" +
         loop.literal(loops.chunk) + ", " +
         (isSimple ? bound : "(" + bound + ")") + " - " + loops.firstName +
         (loop.isInclusive ? " + " + loop.literal(1) : "") + ");";
}

static bool isInTile(const StagingPlan &plan, const Node &node) {
  return llvm::any_of(plan.tiles, [&](const StagedExpr &tile) {
    return llvm::any_of(tile.exprs, [&](const Expr *expr) {
      return expr == &node || isAncestor(*expr, node);
    });
  });
}

static void editChunkedLoop(const RewriteContext &context,
                            const StagingPlan &plan, bool isWhole,
                            EditSet &edits) {
  const CountedLoop &loop = *plan.loops.chunked;
  std::string end =
      isWhole ? loop.literal(plan.loops.chunk) : plan.loops.countName;
  countFromZero(
      context.tree, loop, plan.loops.firstName, end,
      [&](const NameExpr &use) { return isInTile(plan, use); }, edits);
}

/// The inner loop once more, for a chunk that is shorter: a loop whose end is
/// written as a number is unrolled, and the whole ones should be that. Empty
/// where the chunks are all whole, or the body is more than one statement.
static std::string shorterLoop(const RewriteContext &context,
                               const StagingPlan &plan) {
  const CountedLoop *loop = plan.loops.chunked;
  if (!loop || plan.loops.countName.empty())
    return "";
  const Stmt *body = loop->loop->body;
  if (const auto *block = llvm::dyn_cast<CompoundStmt>(body))
    body = block->statements.size() == 1 ? block->statements.front() : body;
  if (!llvm::isa<ExprStmt>(body))
    return "";
  std::string variable = context.tree.name(*loop->variable).str();
  Renaming renaming;
  renaming.variables[loop->variable] =
      "(" + plan.loops.firstName + " + " + variable + ")";
  for (const StagedExpr &tile : plan.tiles)
    for (const Expr *expr : tile.exprs)
      renaming.nodes[expr] = useText(context.tree, tile, plan.loops);
  return "for (" + loop->type + " " + variable + " = " + loop->literal(0) +
         "; " + variable + " < " + plan.loops.countName + "; " +
         cloneText(context.tree, *loop->loop->step, Renaming()) + ")\n\t" +
         cloneText(context.tree, *body, renaming);
}

static llvm::Expected<std::string> fillAll(const RewriteContext &context,
                                           IndexForms &forms,
                                           const StagingPlan &plan,
                                           llvm::ArrayRef<Guard> guards) {
  std::string lines;
  for (const StagedExpr &tile : plan.tiles) {
    llvm::Expected<std::string> fill =
        fillText(context, forms, tile, plan.loops, guards, *plan.region);
    if (!fill)
      return fill.takeError();
    lines += *fill + "\n";
  }
  return lines + "barrier();";
}

static void declareTiles(const StagingPlan &plan, EditSet &edits) {
  std::string lines;
  for (const StagedExpr &tile : plan.tiles) {
    llvm::SmallVector<unsigned, 4> sizes;
    for (const TileDim &dim : llvm::ArrayRef(tile.dims).drop_back())
      sizes.push_back(dim.size);
    sizes.push_back(tile.pitch);
    lines += sharedDeclaration(tile.type, tile.name, sizes) + "\n";
  }
  edits.insertLinesBefore(*plan.site.entry, lines);
}

/// Only those that an invocation decides for itself.
static std::vector<Guard> divergent(IndexForms &forms,
                                    std::vector<Guard> guards) {
  llvm::erase_if(guards, [&](const Guard &guard) {
    return forms.isWorkgroupUniform(forms.evaluate(*guard.condition));
  });
  return guards;
}

llvm::Expected<std::vector<TextEdit>>
wglint::editStaging(const RewriteContext &context, IndexForms &forms,
                    const StagingPlan &plan) {
  EditSet edits(context);
  llvm::Expected<std::vector<Guard>> guards =
      guardsOf(context.tree, *plan.region);
  if (!guards)
    return guards.takeError();
  declareTiles(plan, edits);
  llvm::Expected<std::string> isInside =
      predicateRest(context, forms, *plan.region, edits);
  if (!isInside)
    return isInside.takeError();
  llvm::Expected<std::string> fill =
      fillAll(context, forms, plan, divergent(forms, std::move(*guards)));
  if (!fill)
    return fill.takeError();
  bool isChunked = plan.loops.chunked != nullptr;
  bool isGuarded = plan.hasOtherReads && !isInside->empty();
  std::string shorter = shorterLoop(context, plan);
  std::string lines = *fill, behind;
  if (isGuarded)
    lines += "\nif (" + *isInside + (shorter.empty() ? ")" : ") {");
  if (!shorter.empty()) {
    std::string test = "if (" + plan.loops.countName +
                       " == " + plan.loops.chunked->literal(plan.loops.chunk) +
                       ") {";
    lines += "\n" + (isGuarded ? indented(test) : test);
    behind = "} else {\n" + indented(shorter) + "\n}";
    behind = (isGuarded ? indented(behind) + "\n}" : behind) + "\n";
  }
  if (isChunked)
    lines = tileHeader(context, plan.loops) + "\n" + indented(lines);
  edits.insertLinesBefore(*plan.region, lines);
  indentTokens(context, plan.region->firstToken, plan.region->lastToken,
               isChunked + isGuarded + !shorter.empty(), edits);
  if (isChunked)
    edits.insertLinesAfter(*plan.region,
                           indented(behind + "barrier();") + "\n}");
  else if (enclosingLoop(*plan.region))
    edits.insertLinesAfter(*plan.region, "barrier();");
  for (const StagedExpr &tile : plan.tiles)
    for (const Expr *expr : tile.exprs)
      edits.replace(*expr, useText(context.tree, tile, plan.loops));
  if (isChunked)
    editChunkedLoop(context, plan,
                    plan.loops.countName.empty() || !shorter.empty(), edits);
  return edits.take();
}

std::optional<FixOffer>
wglint::offerStaging(llvm::Expected<StagingPlan> plan,
                     std::string (*messageOf)(const StagingPlan &)) {
  auto known = llvm::expectedToOptional(std::move(plan));
  if (!known)
    return std::nullopt;
  return FixOffer{messageOf(*known), Applicability::NeedsValidation};
}

llvm::Expected<std::vector<Fix>>
wglint::applyStaging(const RewriteContext &context, IndexForms &forms,
                     llvm::Expected<StagingPlan> plan,
                     std::string (*messageOf)(const StagingPlan &)) {
  if (!plan)
    return plan.takeError();
  llvm::Expected<std::vector<TextEdit>> edits =
      editStaging(context, forms, *plan);
  if (!edits)
    return edits.takeError();
  Fix fix;
  fix.message = messageOf(*plan);
  fix.applicability = Applicability::NeedsValidation;
  fix.edits = std::move(*edits);
  return std::vector<Fix>{std::move(fix)};
}
