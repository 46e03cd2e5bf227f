// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Rewrite/TilePlan.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/Variables.h"
#include <algorithm>

using namespace wglint;
using namespace wglint::syntax;

unsigned StagedExpr::elementCount() const {
  unsigned count = 1;
  for (const TileDim &dim : dims)
    count *= dim.size;
  return count;
}

uint64_t StagedExpr::bytes() const {
  uint64_t rows = 1;
  for (const TileDim &dim : llvm::ArrayRef(dims).drop_back())
    rows *= dim.size;
  return rows * pitch * sharedBytesOf(type);
}

bool StagedExpr::isReused(const std::array<uint32_t, 3> &workgroupSize) const {
  std::array<bool, 3> isHeld = {false, false, false};
  for (const TileDim &dim : dims) {
    if (dim.axis && dim.loop && dim.iterations > 1)
      return true;
    if (dim.axis)
      isHeld[*dim.axis] = true;
  }
  for (unsigned axis = 0; axis < 3; ++axis)
    if (!isHeld[axis] && workgroupSize[axis] > 1)
      return true;
  return false;
}

/// Only memory that nothing writes can be read at another time.
static llvm::Error checkMemory(const RewriteContext &context,
                               const Expr &expr) {
  const SyntaxTree &tree = context.tree;
  if (!isPure(tree, expr))
    return refusal("'" + expandedText(tree, expr) + "' has side effects");
  for (const NameExpr *name : allOf<NameExpr>(expr)) {
    const Node *declaration = tree.declarationOf(*name);
    if (!declaration)
      continue;
    VariableStorage storage = storageOf(tree, *declaration);
    if (storage != VariableStorage::Buffer && storage != VariableStorage::Image)
      continue;
    if (auto word = watchQualifier(tree, *declaration); !word.empty())
      return refusal("'" + tree.name(*name) + "' is " + word);
    if (!isNeverWritten(tree, *declaration))
      return refusal("'" + tree.name(*name) + "' is written by the shader");
  }
  return llvm::Error::success();
}

/// What a load of an image gives; not known for all else.
static ExprType texelType(const SyntaxTree &tree, const Expr &expr) {
  const auto *call = llvm::dyn_cast<CallExpr>(&expr);
  llvm::StringRef name = call ? tree.name(*call->callee) : "";
  if ((name != "imageLoad" && name != "texelFetch") || call->arguments.empty())
    return {};
  ExprType image = typeOf(tree, *call->arguments.front());
  bool isUnsigned = image.name.rfind("u", 0) == 0;
  bool isSigned =
      image.name.rfind("ii", 0) == 0 || image.name.rfind("is", 0) == 0;
  return {isUnsigned ? "uvec4" : isSigned ? "ivec4" : "vec4", 0};
}

static void addDims(IndexForms &forms, const IndexValue &value,
                    const std::array<uint32_t, 3> &size, const TileLoops &loops,
                    StagedExpr &staged) {
  std::array<bool, 3> isTaken = {false, false, false};
  auto addLoop = [&](const CountedLoop &loop, unsigned iterations) {
    AtomId variable = forms.loopVariable(*loop.variable);
    if (!forms.dependsOn(value, variable))
      return;
    TileDim dim;
    dim.loop = &loop;
    dim.iterations = dim.size = iterations;
    for (unsigned axis = 0; axis < 3 && !dim.axis; ++axis) {
      if (size[axis] == 1 || isTaken[axis] ||
          !forms.dependsOn(value, forms.localId(axis)))
        continue;
      if (std::optional<int> sign =
              forms.sumSign(value, forms.localId(axis), variable)) {
        dim.axis = axis;
        dim.sign = *sign;
        dim.size = size[axis] + iterations - 1;
        isTaken[axis] = true;
      }
    }
    staged.dims.push_back(dim);
  };
  for (const CountedLoop *loop : loops.whole)
    addLoop(*loop, *loop->count());
  if (loops.chunked)
    addLoop(*loops.chunked, loops.chunk);
  for (unsigned axis = 0; axis < 3; ++axis)
    if (size[axis] > 1 && !isTaken[axis] &&
        forms.dependsOn(value, forms.localId(axis))) {
      TileDim dim;
      dim.axis = axis;
      dim.size = size[axis];
      staged.dims.push_back(dim);
    }
}

/// Lanes run along the first axis that has more than one invocation: its
/// dimension comes last, so that they read neighbouring words. Where it has
/// none, the loop's comes last: a lane reads its words in order.
static void orderDims(const std::array<uint32_t, 3> &size, StagedExpr &staged) {
  unsigned laneAxis = size[0] > 1 ? 0 : size[1] > 1 ? 1 : 2;
  auto rank = [&](const TileDim &dim) {
    if (dim.axis == laneAxis)
      return 10u;
    return dim.axis ? 3 - *dim.axis : 5u;
  };
  std::stable_sort(
      staged.dims.begin(), staged.dims.end(),
      [&](const TileDim &a, const TileDim &b) { return rank(a) < rank(b); });
}

/// The dimension along which the index, or the first coordinate that says so,
/// moves by one.
static unsigned contiguousDim(IndexForms &forms, const IndexValue &value,
                              const StagedExpr &staged) {
  std::optional<AtomId> atom = value.components.front().singleAtom();
  if (!atom)
    return staged.dims.size() - 1;
  for (const IndexPolynomial &operand : forms.atom(*atom).operands)
    for (size_t i = staged.dims.size(); i-- > 0;) {
      const TileDim &dim = staged.dims[i];
      AtomId id = dim.axis ? forms.localId(*dim.axis)
                           : forms.loopVariable(*dim.loop->variable);
      std::optional<IndexPolynomial> factor = operand.factorOf(id);
      std::optional<int64_t> number =
          factor ? factor->constantValue() : std::nullopt;
      if (number == 1 || number == -1)
        return i;
    }
  return staged.dims.size() - 1;
}

/// The dimensions in the order in which the linear index of the filling runs
/// through them.
static llvm::SmallVector<unsigned, 4> fillOrder(const StagedExpr &staged) {
  llvm::SmallVector<unsigned, 4> order = {staged.fastest};
  for (unsigned i = staged.dims.size(); i-- > 0;)
    if (i != staged.fastest)
      order.push_back(i);
  return order;
}

static TileAccess::Element elementAt(const StagedExpr &staged,
                                     llvm::ArrayRef<unsigned> coordinates) {
  TileAccess::Element element;
  for (size_t i = 0; i + 1 < staged.dims.size(); ++i)
    element.row = element.row * staged.dims[i].size + coordinates[i];
  element.column = coordinates.back();
  return element;
}

static void choosePitch(const RewriteContext &context, StagedExpr &staged) {
  const auto &size = context.analysis.facts.workgroupSize;
  TileAccess fill, use;
  fill.op = AccessOp::Store;
  unsigned count = size[0] * size[1] * size[2];
  for (unsigned i = 0; i < count; ++i) {
    llvm::SmallVector<unsigned, 4> coordinates(staged.dims.size(), 0);
    std::array<unsigned, 3> ids = idsOf(i, size, {0, 1, 2});
    for (size_t d = 0; d < staged.dims.size(); ++d)
      if (staged.dims[d].axis)
        coordinates[d] = ids[*staged.dims[d].axis];
    use.elements.push_back(elementAt(staged, coordinates));
    if (i >= staged.elementCount())
      continue;
    unsigned rest = i;
    for (unsigned d : fillOrder(staged)) {
      coordinates[d] = rest % staged.dims[d].size;
      rest /= staged.dims[d].size;
    }
    fill.elements.push_back(elementAt(staged, coordinates));
  }
  // An element is read in many iterations and filled in once.
  std::vector<TileAccess> accesses(8, use);
  accesses.push_back(fill);
  staged.pitch =
      staged.dims.size() == 1
          ? staged.dims.back().size
          : bestPitch(context.analysis.options.configs, staged.dims.back().size,
                      sharedBytesOf(staged.type), accesses);
}

llvm::Expected<StagedExpr> wglint::planTile(const RewriteContext &context,
                                            IndexForms &forms, const Expr &expr,
                                            const TileLoops &loops) {
  StagedExpr staged;
  staged.exprs = {&expr};
  if (llvm::Error error = checkMemory(context, expr))
    return error;
  ExprType type = texelType(context.tree, expr);
  if (!type.isKnown())
    type = typeOf(context.tree, expr);
  if (type.dimensions || !sharedBytesOf(type.name))
    return refusal("'" + expandedText(context.tree, expr) +
                   "' is neither a number nor a vector");
  staged.type = type.name;
  IndexValue value = forms.evaluate(expr);
  if (forms.isUnknown(value))
    return refusal("the index of '" + expandedText(context.tree, expr) +
                   "' is not known");
  const auto &size = context.analysis.facts.workgroupSize;
  addDims(forms, value, size, loops, staged);
  if (staged.dims.empty())
    return refusal("'" + expandedText(context.tree, expr) +
                   "' is the same in all iterations");
  orderDims(size, staged);
  staged.fastest = contiguousDim(forms, value, staged);
  choosePitch(context, staged);
  return staged;
}

/// How far the loop's variable is from the first value that the tile holds.
static std::string offsetText(llvm::StringRef name, const TileDim &dim,
                              const TileLoops &loops) {
  const CountedLoop &loop = *dim.loop;
  if (dim.loop == loops.chunked) // counts from the start of the chunk
    return dim.sign > 0 ? name.str()
                        : loop.literal(dim.iterations - 1) + " - " + name.str();
  if (dim.sign < 0)
    return loop.literal(*loop.lastValue) + " - " + name.str();
  if (*loop.firstValue == 0)
    return name.str();
  return *loop.firstValue < 0
             ? (name + " + " + std::to_string(-*loop.firstValue)).str()
             : (name + " - " + loop.literal(*loop.firstValue)).str();
}

std::string wglint::useText(const SyntaxTree &tree, const StagedExpr &staged,
                            const TileLoops &loops) {
  std::string text = staged.name;
  for (const TileDim &dim : staged.dims) {
    std::string id =
        dim.axis ? std::string("gl_LocalInvocationID.") + "xyz"[*dim.axis] : "";
    if (!dim.loop) {
      text += "[" + id + "]";
      continue;
    }
    std::string offset = offsetText(tree.name(*dim.loop->variable), dim, loops);
    if (id.empty())
      text += "[" + offset + "]";
    else if (dim.loop->type == "uint")
      text += "[" + id + " + " + offset + "]";
    else
      text += "[" + id + " + uint(" + offset + ")]";
  }
  return text;
}
