// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/Staging.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/UniformFlow.h"
#include "wglint/Rewrite/Variables.h"
#include "llvm/ADT/STLExtras.h"

using namespace wglint;
using namespace wglint::syntax;

/// The read within main(): the access, or the only call of the function that it
/// stands in.
static const Expr *readInEntry(const RewriteContext &context,
                               const Function &entry, const Expr &access) {
  const auto *home = enclosing<Function>(access);
  if (home == &entry)
    return &access;
  if (!home)
    return nullptr;
  auto calls = context.tree.callsOf(context.tree.name(*home));
  return calls.size() == 1 && enclosing<Function>(*calls.front()) == &entry
             ? calls.front()
             : nullptr;
}

static llvm::Error addLoops(const RewriteContext &context, IndexForms &forms,
                            StagingSite &site) {
  IndexValue value = forms.evaluate(*site.expr);
  for (const Stmt *at = enclosingLoop(*site.expr); at;
       at = enclosingLoop(*at)) {
    const auto *loop = llvm::dyn_cast<ForStmt>(at);
    std::optional<CountedLoop> counted =
        loop ? asCountedLoop(context.tree, forms, *loop) : std::nullopt;
    if (!counted || hasEarlyExit(context.tree, *loop))
      return refusal("a loop around the load does not simply count");
    if (!forms.isWorkgroupUniform(forms.evaluate(*counted->first)) ||
        !forms.isWorkgroupUniform(forms.evaluate(*counted->bound)))
      return refusal("invocations run through the loop differently often");
    site.loops.push_back(std::make_unique<CountedLoop>(*counted));
    if (forms.dependsOn(value, forms.loopVariable(*counted->variable)))
      site.dependent.push_back(site.loops.back().get());
  }
  return llvm::Error::success();
}

/// The access or the call at \p range; null where there is neither.
static const Expr *accessAt(const RewriteContext &context,
                            const SourceRange &range) {
  for (const Node *node : nodesAt(context, range)) {
    const auto *expr = llvm::dyn_cast<Expr>(node);
    const NameExpr *root = expr ? rootName(*expr) : nullptr;
    if (root && context.tree.declarationOf(*root))
      return &wholeAccess(*root);
    if (expr && llvm::isa<CallExpr>(expr))
      return expr;
  }
  return nullptr;
}

static llvm::Expected<StagingSite>
siteOf(const RewriteContext &context, IndexForms &forms, const Expr *access) {
  StagingSite site;
  site.entry = entryFunction(context);
  if (!site.entry || !access)
    return refusal("the load is not written as an element of a buffer");
  site.expr = readInEntry(context, *site.entry, *access);
  if (!site.expr)
    return refusal("the load is in a function that is called from several "
                   "places");
  if (forms.isUnknown(forms.evaluate(*site.expr)))
    return refusal("the index is not known");
  if (llvm::Error error = addLoops(context, forms, site))
    return error;
  if (site.dependent.empty())
    return refusal("the load does not change in a loop");
  return site;
}

llvm::Expected<StagingSite>
wglint::findStagingSite(const RewriteContext &context, IndexForms &forms,
                        const Diagnostic &finding) {
  llvm::Expected<StagingSite> site =
      siteOf(context, forms, accessAt(context, finding.range));
  if (site)
    return site;
  // The first load of the array may stand in front of the loop. A shader of a
  // hundred loads is offered what its first ones allow: this is asked on
  // saving.
  constexpr size_t kMaxNotes = 8;
  for (const DiagnosticNote &note :
       llvm::ArrayRef(finding.notes)
           .take_front(std::min(finding.notes.size(), kMaxNotes))) {
    llvm::Expected<StagingSite> other =
        siteOf(context, forms, accessAt(context, note.range));
    if (other) {
      llvm::consumeError(site.takeError());
      return other;
    }
    llvm::consumeError(other.takeError());
  }
  return site;
}

/// Whether \p expr is the outermost thing in main() that reads: an element of a
/// buffer, a texel, or the call of a function of the shader that reads.
static bool isRead(const RewriteContext &context, const Expr &expr) {
  if (const auto *call = llvm::dyn_cast<CallExpr>(&expr)) {
    llvm::StringRef name = context.tree.name(*call->callee);
    if (name == "imageLoad" || name == "texelFetch")
      return true;
    return llvm::any_of(context.tree.functionsNamed(name),
                        [&](const Function *function) {
                          return touchesMemory(context.tree, *function->body);
                        });
  }
  const NameExpr *root = rootName(expr);
  const Node *declaration = root ? context.tree.declarationOf(*root) : nullptr;
  return declaration &&
         storageOf(context.tree, *declaration) == VariableStorage::Buffer &&
         &wholeAccess(*root) == &expr;
}

static llvm::SmallVector<const Expr *, 8> readsIn(const RewriteContext &context,
                                                  const Node &node) {
  llvm::SmallVector<const Expr *, 8> reads;
  walk(node, [&](const Node &n) {
    const auto *expr = llvm::dyn_cast<Expr>(&n);
    if (!expr || !isRead(context, *expr))
      return true;
    reads.push_back(expr);
    return false;
  });
  return reads;
}

/// Whether the read is executed in each iteration, but perhaps those that an
/// equality singles out.
static bool isUnconditional(const RewriteContext &context, const Expr &read,
                            const ForStmt &region) {
  for (const Node *n = &read; n != &region; n = n->parent) {
    const Expr *condition = nullptr;
    if (const auto *branch = llvm::dyn_cast<IfStmt>(n->parent))
      condition = branch->condition;
    else if (llvm::isa<ConditionalExpr, SwitchStmt>(n->parent))
      return false;
    else if (const auto *binary = llvm::dyn_cast<BinaryExpr>(n->parent))
      if (llvm::StringRef op = context.tree.text(binary->opToken);
          (op == "&&" || op == "||") && n == binary->rhs)
        return false;
    if (!condition || n == condition)
      continue;
    const auto *compare =
        llvm::dyn_cast<BinaryExpr>(&withoutParens(*condition));
    llvm::StringRef op = compare ? context.tree.text(compare->opToken) : "";
    if (op != "!=" && op != "==")
      return false;
  }
  return true;
}

static std::string tileName(const RewriteContext &context, const Expr &read,
                            size_t number) {
  llvm::StringRef base;
  if (const auto *call = llvm::dyn_cast<CallExpr>(&read)) {
    base = context.tree.name(*call->callee);
    if (base == "imageLoad" || base == "texelFetch")
      if (const NameExpr *image = rootName(*call->arguments.front()))
        base = context.tree.name(*image);
  } else {
    base = context.tree.name(*rootName(read));
  }
  std::string wish = base.str() + "Tile";
  if (number)
    wish += std::to_string(number + 1);
  return freshName(context, wish);
}

static void addTile(const RewriteContext &context, IndexForms &forms,
                    StagedExpr staged, StagingPlan &plan) {
  const Expr &read = *staged.exprs.front();
  IndexValue value = forms.evaluate(read);
  for (StagedExpr &other : plan.tiles)
    if (forms.evaluate(*other.exprs.front()).components == value.components) {
      other.exprs.push_back(&read);
      return;
    }
  size_t number = 0;
  do
    staged.name = tileName(context, read, number++);
  while (llvm::any_of(plan.tiles, [&](const StagedExpr &other) {
    return other.name == staged.name;
  }));
  plan.tiles.push_back(std::move(staged));
}

/// Nothing may store where the tiles read, or perhaps read.
static llvm::Error checkWrites(const RewriteContext &context,
                               const StagingPlan &plan) {
  const SyntaxTree &tree = context.tree;
  const Stmt *outermost = plan.site.loops.back()->loop;
  if (touchesMemory(tree, *outermost, /*onlyWrites=*/true))
    return refusal("memory is written in the loop, perhaps the same");
  if (hasBarrier(tree, *plan.region))
    return refusal("there is a barrier in the loop");
  for (const Stmt *statement : plan.site.entry->body->statements)
    if (statement->lastToken < outermost->firstToken &&
        touchesMemory(tree, *statement, /*onlyWrites=*/true))
      return refusal("memory is written in front of the loop, perhaps the "
                     "same");
  return llvm::Error::success();
}

llvm::Error wglint::planTiles(const RewriteContext &context, IndexForms &forms,
                              StagingPlan &plan) {
  if (llvm::Error error = checkWrites(context, plan))
    return error;
  const auto &size = context.analysis.facts.workgroupSize;
  for (const Expr *read : readsIn(context, *plan.region->body)) {
    bool isAsked = read == plan.site.expr;
    llvm::Expected<StagedExpr> staged =
        planTile(context, forms, *read, plan.loops);
    bool fits = false;
    if (staged)
      fits = staged->isReused(size) &&
             isUnconditional(context, *read, *plan.region);
    if (fits) {
      addTile(context, forms, std::move(*staged), plan);
      continue;
    }
    plan.hasOtherReads = true;
    if (!staged && isAsked)
      return staged.takeError();
    if (!staged)
      llvm::consumeError(staged.takeError());
    else if (isAsked)
      return refusal("the load is not reused by other invocations in the loop, "
                     "or not in all iterations");
  }
  uint64_t bytes = 0;
  for (const StagedExpr &tile : plan.tiles)
    bytes += tile.bytes();
  if (plan.tiles.empty())
    return refusal("the load is not in the loop");
  if (bytes > freeSharedBytes(context))
    return refusal("the tiles do not fit into shared memory");
  return llvm::Error::success();
}
