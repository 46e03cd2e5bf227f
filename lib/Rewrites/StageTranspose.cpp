// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lets a strided access of a buffer go through a tile in shared memory.
///
/// A strided store:
///
///     v = src[y * w + x];              v = src[y * w + x];
///     dst[x * h + y] = v;              tile[ly][lx] = v;
///                                      barrier();
///                                      // ly runs fastest among (lx', ly')
///                                      dst[x' * h + y'] = tile[ly'][lx'];
///
/// A strided load is the same from behind: the tile is filled first, by
/// invocations with other roles, then read.
#include "wglint/Rewrite/Clone.h"
#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/SharedTile.h"
#include "wglint/Rewrite/UniformFlow.h"
#include "wglint/Rewrite/Variables.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;
using namespace wglint::syntax;

namespace {

/// What is to be done, and all that the edits need.
struct Plan {
  const Function *entry = nullptr;
  const Expr *access = nullptr;
  const IndexExpr *element = nullptr;     ///< `dst[i]` within the access
  const AssignExpr *assignment = nullptr; ///< null: a load
  std::string variable, type;
  std::array<uint32_t, 3> size = {1, 1, 1};
  /// The axes, in the order in which the turned roles vary: fastest first.
  std::array<unsigned, 3> order = {0, 1, 2};
  unsigned pitch = 0; ///< of the tile's rows
  std::vector<Guard> guards;
};

} // namespace

static llvm::Error refusal(const llvm::Twine &why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), why.str());
}

/// The axis along which the buffer is walked in order, if it is not the one
/// along which lanes run.
static std::optional<unsigned> contiguousAxis(IndexForms &forms,
                                              const IndexValue &index,
                                              const Plan &plan,
                                              unsigned laneAxis) {
  if (forms.isUnknown(index) || index.components.size() != 1)
    return std::nullopt;
  for (unsigned axis = 0; axis < 3; ++axis) {
    std::optional<IndexPolynomial> factor =
        index.components.front().factorOf(forms.localId(axis));
    std::optional<int64_t> number =
        factor ? factor->constantValue() : std::nullopt;
    if (axis != laneAxis && plan.size[axis] > 1 && number &&
        (*number == 1 || *number == -1))
      return axis;
  }
  return std::nullopt;
}

/// The first axis that has more than one invocation: lanes run along it.
static unsigned laneAxisOf(const std::array<uint32_t, 3> &size) {
  for (unsigned axis = 0; axis < 3; ++axis)
    if (size[axis] > 1)
      return axis;
  return 0;
}

static llvm::Error findRoles(IndexForms &forms, Plan &plan) {
  unsigned laneAxis = laneAxisOf(plan.size);
  std::optional<unsigned> along = contiguousAxis(
      forms, forms.evaluate(*plan.element->index), plan, laneAxis);
  if (!along)
    return refusal("no other component of the invocation's id walks '" +
                   plan.variable + "' in order");
  plan.order = {*along, laneAxis, 3 - *along - laneAxis};
  return llvm::Error::success();
}

static TileAccess::Element elementOf(const std::array<unsigned, 3> &ids,
                                     const Plan &plan) {
  return {ids[2] * plan.size[1] + ids[1], ids[0]};
}

static void choosePitch(const RewriteContext &context, Plan &plan) {
  TileAccess plain, turned;
  (plan.assignment ? plain : turned).op = AccessOp::Store;
  for (unsigned i = 0; i < plan.size[0] * plan.size[1] * plan.size[2]; ++i) {
    plain.elements.push_back(elementOf(idsOf(i, plan.size, {0, 1, 2}), plan));
    turned.elements.push_back(elementOf(idsOf(i, plan.size, plan.order), plan));
  }
  plan.pitch = bestPitch(context.analysis.options.configs, plan.size[0],
                         sharedBytesOf(plan.type), {plain, turned});
}

static llvm::Error findAccess(const RewriteContext &context,
                              const Diagnostic &finding, Plan &plan) {
  for (const Node *node : nodesAt(context, finding.range)) {
    const auto *expr = llvm::dyn_cast<Expr>(node);
    const NameExpr *root = expr ? rootName(*expr) : nullptr;
    if (!root)
      continue;
    plan.access = &wholeAccess(*root);
    plan.variable = context.tree.name(*root).str();
    for (const IndexExpr *indexed : allOf<IndexExpr>(*plan.access))
      if (rootName(*indexed) == root && indexed->index)
        plan.element = indexed; // the innermost comes last
    break;
  }
  if (!plan.access || !plan.element)
    return refusal("the access is not written as an element of a buffer");
  plan.entry = entryFunction(context);
  if (!plan.entry || enclosing<Function>(*plan.access) != plan.entry)
    return refusal("the access is not in main() itself");
  if (enclosingLoop(*plan.access))
    return refusal("the access is in a loop");
  ExprType type = typeOf(context.tree, *plan.access);
  if (type.dimensions || !sharedBytesOf(type.name))
    return refusal("the element is neither a number nor a vector");
  plan.type = type.name;
  const auto *parent = llvm::dyn_cast<AssignExpr>(plan.access->parent);
  if (parent && parent->lhs == plan.access)
    plan.assignment = parent;
  else if (isWritten(context.tree, *plan.access))
    return refusal("the access is written by a function");
  return llvm::Error::success();
}

/// Nothing that the moved access may meet must lie between its old place and
/// its new one.
static llvm::Error checkOrder(const RewriteContext &context, const Plan &plan) {
  const NameExpr *root = rootName(*plan.access);
  const Node *declaration = context.tree.declarationOf(*root);
  for (llvm::StringRef word : {"coherent", "volatile"})
    if (declaration && hasQualifier(context.tree, *declaration, word))
      return refusal("'" + plan.variable + "' is " + word);
  if (plan.assignment) {
    if (context.tree.text(plan.assignment->opToken) != "=" ||
        !llvm::isa<ExprStmt>(plan.assignment->parent))
      return refusal("the store is not a plain assignment");
  }
  for (const Stmt *statement : plan.entry->body->statements) {
    bool isBehind = statement->firstToken > plan.access->lastToken;
    bool isBefore = statement->lastToken < plan.access->firstToken;
    if (plan.assignment && isBehind && touchesMemory(context.tree, *statement))
      return refusal("memory is accessed behind the store, perhaps the same");
    if (!plan.assignment && isBefore &&
        touchesMemory(context.tree, *statement, /*onlyWrites=*/true))
      return refusal("memory is written in front of the load, perhaps the "
                     "same");
  }
  return llvm::Error::success();
}

static llvm::Expected<Plan> makePlan(const RewriteContext &context,
                                     IndexForms &forms,
                                     const Diagnostic &finding) {
  Plan plan;
  if (llvm::Error error = findAccess(context, finding, plan))
    return error;
  plan.size = context.analysis.facts.workgroupSize;
  if (llvm::Error error = findRoles(forms, plan))
    return error;
  if (llvm::Error error = checkOrder(context, plan))
    return error;
  llvm::Expected<std::vector<Guard>> guards =
      guardsOf(context.tree, *plan.access);
  if (!guards)
    return guards.takeError();
  plan.guards = std::move(*guards);
  choosePitch(context, plan);
  uint64_t rows = uint64_t(plan.size[1]) * plan.size[2];
  if (rows * plan.pitch * sharedBytesOf(plan.type) > freeSharedBytes(context))
    return refusal("the tile does not fit into shared memory");
  return plan;
}

/// `tile[ids.y][ids.x]`
static std::string tileElement(const Plan &plan, llvm::StringRef tile,
                               llvm::StringRef ids) {
  std::string text = tile.str();
  for (unsigned axis : {2u, 1u, 0u})
    if (plan.size[axis] > 1 || axis == 0)
      text += llvm::formatv("[{0}.{1}]", ids, "xyz"[axis]).str();
  return text;
}

static std::string tileDeclaration(const Plan &plan, llvm::StringRef tile) {
  llvm::SmallVector<unsigned, 3> sizes;
  for (unsigned axis : {2u, 1u})
    if (plan.size[axis] > 1)
      sizes.push_back(plan.size[axis]);
  sizes.push_back(plan.pitch);
  return sharedDeclaration(plan.type, tile, sizes);
}

namespace {

/// The names of the turned roles.
struct Turned {
  std::string local, global;
};

} // namespace

/// Declares the turned ids that \p slice uses.
static std::string turnedIds(const Plan &plan, const Slice &slice,
                             const Turned &turned) {
  std::string text = "uvec3 " + turned.local + " = " +
                     idsText("gl_LocalInvocationIndex", plan.size, plan.order) +
                     ";";
  if (slice.uses("gl_GlobalInvocationID"))
    text += "\nuvec3 " + turned.global +
            " = gl_WorkGroupID * gl_WorkGroupSize + " + turned.local + ";";
  return text;
}

static std::string turnedIndex(const Plan &plan, llvm::StringRef local) {
  std::string text = (local + ".x").str();
  unsigned stride = plan.size[0];
  for (unsigned axis : {1u, 2u}) {
    if (plan.size[axis] > 1)
      text += llvm::formatv(" + {0}u * {1}.{2}", stride, local, "xyz"[axis]);
    stride *= plan.size[axis];
  }
  return "(" + text + ")";
}

/// The part that runs with turned roles: the access, with all that leads there.
static llvm::Expected<std::string>
turnedPart(const RewriteContext &context, IndexForms &forms, const Plan &plan,
           const Node &scope, llvm::StringRef tile) {
  Turned turned = {freshName(context, "turned"),
                   freshName(context, "turnedGlobal")};
  Renaming renaming;
  renaming.builtIns["gl_LocalInvocationID"] = turned.local;
  renaming.builtIns["gl_GlobalInvocationID"] = turned.global;
  renaming.builtIns["gl_LocalInvocationIndex"] =
      turnedIndex(plan, turned.local);
  Slice slice(context, forms, {0, 1, 2}, scope, std::move(renaming), "Turned");
  for (const IndexExpr *indexed : allOf<IndexExpr>(*plan.access))
    if (llvm::Error error = slice.require(*indexed->index))
      return error;
  for (const Guard &guard : plan.guards)
    if (llvm::Error error = slice.require(*guard.condition))
      return error;
  std::string lines = turnedIds(plan, slice, turned);
  if (std::string declared = slice.declarations(); !declared.empty())
    lines += "\n" + declared;
  std::string guard =
      guardText(context.tree, forms, plan.guards, slice.renaming());
  lines += guard.empty() ? "\n" : "\nif (" + guard + ")\n\t";
  std::string element = tileElement(plan, tile, turned.local);
  std::string access = slice.clone(*plan.access);
  lines += plan.assignment ? access + " = " + element + ";"
                           : element + " = " + access + ";";
  return lines;
}

static std::string messageOf(const Plan &plan) {
  return llvm::formatv("{0}s '{1}' through a shared tile, so that neighbouring "
                       "lanes {0} neighbouring elements",
                       plan.assignment ? "store" : "load", plan.variable);
}

static std::optional<FixOffer> prepare(const RewriteContext &context,
                                       const Diagnostic &finding) {
  IndexForms forms(context.tree, context.analysis.facts.workgroupSize);
  llvm::Expected<Plan> plan = makePlan(context, forms, finding);
  if (!plan) {
    llvm::consumeError(plan.takeError());
    return std::nullopt;
  }
  return FixOffer{messageOf(*plan), Applicability::NeedsValidation};
}

static llvm::Expected<std::vector<Fix>> apply(const RewriteContext &context,
                                              const Diagnostic &finding) {
  IndexForms forms(context.tree, context.analysis.facts.workgroupSize);
  llvm::Expected<Plan> plan = makePlan(context, forms, finding);
  if (!plan)
    return plan.takeError();
  EditSet edits(context);
  std::string tile = freshName(context, plan->variable + "Tile");
  const CompoundStmt &body = *plan->entry->body;
  const Node &scope = plan->assignment ? static_cast<const Node &>(body)
                                       : *body.statements.front();
  llvm::Expected<std::string> turned =
      turnedPart(context, forms, *plan, scope, tile);
  if (!turned)
    return turned.takeError();
  edits.insertLinesBefore(*plan->entry, tileDeclaration(*plan, tile) + "\n");
  edits.replace(*plan->access,
                tileElement(*plan, tile, "gl_LocalInvocationID"));
  if (!plan->assignment)
    edits.insertLinesBefore(*body.statements.front(), *turned + "\nbarrier();");
  else if (llvm::Error error = appendBehindReturns(
               context, forms, body, "barrier();\n" + *turned, edits))
    return error;
  llvm::Expected<std::vector<TextEdit>> taken = edits.take();
  if (!taken)
    return taken.takeError();
  Fix fix;
  fix.message = messageOf(*plan);
  fix.applicability = Applicability::NeedsValidation;
  fix.edits = std::move(*taken);
  return std::vector<Fix>{std::move(fix)};
}

static constexpr llvm::StringRef kChecks[] = {"strided-global-access",
                                              "uncoalesced-global-access"};

WGLINT_DEFINE_REWRITE(
    StageTranspose,
    {"stage-transpose",
     "pass a strided access of a buffer through a tile in shared memory",
     Applicability::NeedsValidation, kChecks, /*claimsSpeed=*/true,
     R"(## What it does

    uvec2 p = gl_GlobalInvocationID.xy;
    dst[p.x * height + p.y] = src[p.y * width + p.x];

becomes

    shared float dstTile[8][36];
    ...
    uvec2 p = gl_GlobalInvocationID.xy;
    dstTile[gl_LocalInvocationID.y][gl_LocalInvocationID.x] = src[p.y * width + p.x];
    barrier();
    uvec3 turned = uvec3(gl_LocalInvocationIndex / 8u, gl_LocalInvocationIndex % 8u, 0u);
    uvec3 turnedGlobal = gl_WorkGroupID * gl_WorkGroupSize + turned;
    uvec2 pTurned = turnedGlobal.xy;
    dst[pTurned.x * height + pTurned.y] = dstTile[turned.y][turned.x];

Each value is stored by another invocation of the same workgroup, one whose
neighbours store next to it. Workgroup and dispatch stay. A strided load fills the
tile first. The tile's rows are as long as the cost model finds best for both
accesses. Early returns become conditions, because all invocations have to come to
the barrier.

## When it is refused

The access is in a loop or in a function; its index or a condition in front of it
cannot be evaluated for another invocation; memory is accessed between the old and
the new place of the access; the buffer is coherent or volatile; no component of
the id other than that along which the lanes run walks the buffer in order; the
tile does not fit.

## References

NVIDIA, "An Efficient Matrix Transpose in CUDA C/C++".
)",
     prepare, apply})
