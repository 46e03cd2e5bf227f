// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How a workgroup fills a tile together: each element by an invocation that
/// takes the roles of one that reads it.
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/TilePlan.h"
#include "wglint/Rewrite/UniformFlow.h"
#include "wglint/Rewrite/Variables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace wglint;
using namespace wglint::syntax;

namespace {

/// Who reads an element: of the invocations that do, the one with the least or
/// with the greatest ids. Conditions such as `x < width` hold for some of them
/// if they hold for the least.
enum class Reader { Any, Least, Greatest };

class TileFiller {
public:
  TileFiller(const RewriteContext &context, IndexForms &forms,
             const StagedExpr &staged, const TileLoops &loops,
             const Node &scope)
      : Context(context), Forms(forms), Staged(staged), Loops(loops),
        Scope(scope), Size(context.analysis.facts.workgroupSize),
        Invocations(Size[0] * Size[1] * Size[2]) {}

  llvm::Expected<std::string> text(llvm::ArrayRef<Guard> guards);

private:
  void chooseCoordinates();
  bool hasOwnRoles() const;
  std::string roleText(unsigned axis, Reader reader) const;
  Renaming renamingFor(Reader reader) const;
  std::string roleName(Reader reader, llvm::StringRef suffix = "") const;
  void declareRole(Reader reader, const Slice &slice);
  llvm::Error addGuards(llvm::ArrayRef<Guard> guards, const Slice &exact);
  llvm::Error addGuard(const Guard &guard, const Slice &exact);
  std::optional<Reader> readerOf(const Guard &guard);
  const TileDim *dimOf(unsigned axis) const;
  bool dependsOnAxis(const Expr &expr, unsigned axis);
  std::string loopVariableText(const TileDim &dim, unsigned index) const;

  const RewriteContext &Context;
  IndexForms &Forms;
  const StagedExpr &Staged;
  const TileLoops &Loops;
  const Node &Scope;
  std::array<uint32_t, 3> Size;
  unsigned Invocations;
  llvm::SmallVector<std::string, 4> Coordinates; ///< one per dimension
  std::string Declared;                          ///< lines in front
  std::string Condition;
  std::vector<std::pair<Reader, std::unique_ptr<Slice>>> Readers;
};

} // namespace

static void append(std::string &lines, const llvm::Twine &line) {
  if (line.isTriviallyEmpty() || line.str().empty())
    return;
  lines += (lines.empty() ? "" : "\n") + line.str();
}

const TileDim *TileFiller::dimOf(unsigned axis) const {
  for (const TileDim &dim : Staged.dims)
    if (dim.axis == axis)
      return &dim;
  return nullptr;
}

/// Names the coordinates of the element that an invocation fills in. Where the
/// dimensions are as long as the workgroup's axes, these are its own ids.
void TileFiller::chooseCoordinates() {
  llvm::SmallVector<unsigned, 4> order = {Staged.fastest};
  for (unsigned i = Staged.dims.size(); i-- > 0;)
    if (i != Staged.fastest)
      order.push_back(i);
  Coordinates.assign(Staged.dims.size(), "");
  llvm::SmallVector<unsigned, 3> axes;
  for (unsigned axis = 0; axis < 3; ++axis)
    if (Size[axis] > 1)
      axes.push_back(axis);
  bool isAligned = axes.size() == order.size();
  for (size_t i = 0; i < axes.size() && isAligned; ++i)
    isAligned = Size[axes[i]] == Staged.dims[order[i]].size;
  if (isAligned) {
    for (size_t i = 0; i < axes.size(); ++i)
      Coordinates[order[i]] =
          std::string("gl_LocalInvocationID.") + "xyz"[axes[i]];
    return;
  }
  unsigned count = Staged.elementCount(), stride = 1;
  std::string index = count > Invocations ? freshName(Context, "element")
                                          : "gl_LocalInvocationIndex";
  if (order.size() == 1) {
    Coordinates[0] = index;
    return;
  }
  for (unsigned i : order) {
    const TileDim &dim = Staged.dims[i];
    std::string name =
        dim.axis ? std::string("tile") + "XYZ"[*dim.axis]
                 : (Context.tree.name(*dim.loop->variable) + "Filled").str();
    Coordinates[i] = freshName(Context, name);
    std::string value = index;
    if (stride > 1)
      value += " / " + std::to_string(stride) + "u";
    if (stride * dim.size < count)
      value += " % " + std::to_string(dim.size) + "u";
    append(Declared, "uint " + Coordinates[i] + " = " + value + ";");
    stride *= dim.size;
  }
}

/// Whether each invocation fills in what it reads itself along the axes.
bool TileFiller::hasOwnRoles() const {
  for (size_t i = 0; i < Staged.dims.size(); ++i) {
    const TileDim &dim = Staged.dims[i];
    if (dim.axis && Coordinates[i] !=
                        std::string("gl_LocalInvocationID.") + "xyz"[*dim.axis])
      return false;
  }
  return true;
}

/// The id along \p axis of the invocation whose role is taken.
std::string TileFiller::roleText(unsigned axis, Reader reader) const {
  const TileDim *dim = dimOf(axis);
  if (Size[axis] == 1)
    return "0u";
  if (!dim) {
    if (reader == Reader::Any)
      return std::string("gl_LocalInvocationID.") + "xyz"[axis];
    return reader == Reader::Least ? "0u"
                                   : std::to_string(Size[axis] - 1) + "u";
  }
  std::string at = Coordinates[dim - Staged.dims.begin()];
  if (!dim->loop || reader == Reader::Any)
    return at;
  if (reader == Reader::Greatest)
    return "min(" + at + ", " + std::to_string(Size[axis] - 1) + "u)";
  std::string before = std::to_string(dim->iterations - 1) + "u";
  if (dim->loop != Loops.chunked || Loops.countName.empty())
    return "max(" + at + ", " + before + ") - " + before;
  before = (dim->loop->type == "int" ? "uint(" + Loops.countName + ")"
                                     : Loops.countName) +
           " - 1u";
  return "max(" + at + ", " + before + ") - (" + before + ")";
}

/// What the loop's variable is for the element that is filled in.
std::string TileFiller::loopVariableText(const TileDim &dim,
                                         unsigned index) const {
  bool isChunked = dim.loop == Loops.chunked;
  bool isInt = dim.loop->type == "int";
  if (dim.axis) { // a sum: the coordinate is the id's part
    int64_t first = isChunked ? 0 : *dim.loop->firstValue;
    int64_t last = first + dim.iterations - 1;
    if (!isChunked)
      return dim.loop->literal(dim.sign > 0 ? first : last);
    return dim.sign > 0
               ? Loops.firstName
               : "(" + Loops.firstName + " + " + dim.loop->literal(last) + ")";
  }
  std::string at =
      isInt ? "int(" + Coordinates[index] + ")" : Coordinates[index];
  if (isChunked)
    return "(" + Loops.firstName + " + " + at + ")";
  return *dim.loop->firstValue == 0
             ? at
             : "(" + dim.loop->literal(*dim.loop->firstValue) + " + " + at +
                   ")";
}

Renaming TileFiller::renamingFor(Reader reader) const {
  Renaming renaming;
  for (size_t i = 0; i < Staged.dims.size(); ++i)
    if (Staged.dims[i].loop)
      renaming.variables[Staged.dims[i].loop->variable] =
          loopVariableText(Staged.dims[i], i);
  if (reader == Reader::Any && hasOwnRoles())
    return renaming;
  std::string local = roleName(reader);
  renaming.builtIns["gl_LocalInvocationID"] = local;
  renaming.builtIns["gl_GlobalInvocationID"] = roleName(reader, "Global");
  renaming.builtIns["gl_LocalInvocationIndex"] =
      "(" + local + ".x + gl_WorkGroupSize.x * (" + local +
      ".y + gl_WorkGroupSize.y * " + local + ".z))";
  return renaming;
}

std::string TileFiller::roleName(Reader reader, llvm::StringRef suffix) const {
  llvm::StringRef prefix = reader == Reader::Any     ? "filled"
                           : reader == Reader::Least ? "firstReader"
                                                     : "lastReader";
  return freshName(Context, (prefix + suffix).str());
}

/// The ids that \p slice uses, and its variables.
void TileFiller::declareRole(Reader reader, const Slice &slice) {
  std::string local = roleName(reader);
  bool usesGlobal = slice.uses("gl_GlobalInvocationID");
  bool usesLocal = usesGlobal || slice.uses("gl_LocalInvocationID") ||
                   slice.uses("gl_LocalInvocationIndex");
  if (usesLocal && (reader != Reader::Any || !hasOwnRoles()))
    append(Declared, "uvec3 " + local + " = uvec3(" + roleText(0, reader) +
                         ", " + roleText(1, reader) + ", " +
                         roleText(2, reader) + ");");
  if (usesGlobal && (reader != Reader::Any || !hasOwnRoles()))
    append(Declared, "uvec3 " + roleName(reader, "Global") +
                         " = gl_WorkGroupID * gl_WorkGroupSize + " + local +
                         ";");
  append(Declared, slice.declarations());
}

bool TileFiller::dependsOnAxis(const Expr &expr, unsigned axis) {
  return Forms.dependsOn(Forms.evaluate(expr), Forms.localId(axis));
}

/// The side of a comparison that has to be the greater one, less the other.
static bool differences(const SyntaxTree &tree, IndexForms &forms,
                        const Guard &guard,
                        std::vector<IndexPolynomial> &found) {
  const Expr *lhs = nullptr, *rhs = nullptr;
  int direction = 0;
  bool isNegated = guard.isNegated;
  if (const auto *binary = llvm::dyn_cast<BinaryExpr>(guard.condition)) {
    lhs = binary->lhs, rhs = binary->rhs;
    direction = llvm::StringSwitch<int>(tree.text(binary->opToken))
                    .Cases("<", "<=", 1)
                    .Cases(">", ">=", -1)
                    .Default(0);
  } else if (const auto *outer = llvm::dyn_cast<CallExpr>(guard.condition)) {
    const auto *inner =
        outer->arguments.size() == 1
            ? llvm::dyn_cast<CallExpr>(&withoutParens(*outer->arguments[0]))
            : nullptr;
    bool isSplit = tree.name(*outer->callee) == (isNegated ? "any" : "all");
    if (!inner || !isSplit || inner->arguments.size() != 2)
      return false;
    lhs = inner->arguments[0], rhs = inner->arguments[1];
    direction = llvm::StringSwitch<int>(tree.name(*inner->callee))
                    .Cases("lessThan", "lessThanEqual", 1)
                    .Cases("greaterThan", "greaterThanEqual", -1)
                    .Default(0);
  }
  if (!direction)
    return false;
  IndexValue a = forms.evaluate(*lhs), b = forms.evaluate(*rhs);
  if ((direction < 0) != isNegated)
    std::swap(a, b);
  if (a.isFloat || b.isFloat || forms.isUnknown(a) || forms.isUnknown(b))
    return false;
  size_t count = std::max(a.components.size(), b.components.size());
  for (const IndexValue *side : {&a, &b})
    if (side->components.size() != 1 && side->components.size() != count)
      return false;
  for (size_t i = 0; i < count; ++i)
    found.push_back(b.components[b.components.size() == 1 ? 0 : i] -
                    a.components[a.components.size() == 1 ? 0 : i]);
  return true;
}

/// Which reader's coming to the loop says that some reader comes there.
std::optional<Reader> TileFiller::readerOf(const Guard &guard) {
  bool needsReader = false;
  for (unsigned axis = 0; axis < 3; ++axis) {
    const TileDim *dim = dimOf(axis);
    if (Size[axis] > 1 && (!dim || dim->loop))
      needsReader = needsReader || dependsOnAxis(*guard.condition, axis);
  }
  if (!needsReader)
    return Reader::Any;
  std::vector<IndexPolynomial> found;
  if (!differences(Context.tree, Forms, guard, found))
    return std::nullopt;
  std::optional<Reader> reader;
  for (const IndexPolynomial &difference : found)
    for (unsigned axis = 0; axis < 3; ++axis) {
      std::optional<IndexPolynomial> factor =
          difference.factorOf(Forms.localId(axis));
      std::optional<int64_t> number =
          factor ? factor->constantValue() : std::nullopt;
      if (number == 0)
        continue;
      Reader wanted = number && *number > 0 ? Reader::Greatest : Reader::Least;
      if (!number || (reader && *reader != wanted))
        return std::nullopt;
      reader = wanted;
    }
  return reader;
}

llvm::Error TileFiller::addGuard(const Guard &guard, const Slice &exact) {
  const Expr &condition = *guard.condition;
  const Expr &staged = *Staged.exprs.front();
  bool touches = false;
  for (unsigned axis = 0; axis < 3; ++axis) {
    AtomId group = Forms.workgroupId(axis);
    bool isHeld = dimOf(axis) || Forms.dependsOn(Forms.evaluate(staged), group);
    touches = touches ||
              (isHeld && (dependsOnAxis(condition, axis) ||
                          Forms.dependsOn(Forms.evaluate(condition), group)));
  }
  // What it says of other axes holds for some workgroup that reads the same.
  bool dependsOnIds = false;
  for (unsigned axis = 0; axis < 3; ++axis)
    dependsOnIds =
        dependsOnIds || dependsOnAxis(condition, axis) ||
        Forms.dependsOn(Forms.evaluate(condition), Forms.workgroupId(axis));
  if (!touches && dependsOnIds)
    return llvm::Error::success();
  std::optional<Reader> reader = readerOf(guard);
  if (!reader)
    return refusal("which invocations come to the loop is not decided by "
                   "simple comparisons");
  Slice *slice = nullptr;
  for (auto &entry : Readers)
    if (entry.first == *reader)
      slice = entry.second.get();
  if (!slice && *reader != Reader::Any) {
    Renaming renaming = renamingFor(*reader);
    Readers.emplace_back(
        *reader,
        std::make_unique<Slice>(Context, Forms, std::vector<AtomId>{0, 1, 2},
                                Scope, std::move(renaming),
                                *reader == Reader::Least ? "First" : "Last"));
    slice = Readers.back().second.get();
  }
  if (slice)
    if (llvm::Error error = slice->require(condition))
      return error;
  std::string text = guardText(Context.tree, Forms, {guard},
                               (slice ? *slice : exact).renaming());
  Condition += (Condition.empty() ? "" : " && ") + text;
  return llvm::Error::success();
}

llvm::Expected<std::string> TileFiller::text(llvm::ArrayRef<Guard> guards) {
  chooseCoordinates();
  Renaming renaming = renamingFor(Reader::Any);
  std::vector<AtomId> changed;
  if (!hasOwnRoles())
    changed = {0, 1, 2};
  Slice slice(Context, Forms, changed, Scope, std::move(renaming), "Filled");
  const Expr &expr = *Staged.exprs.front();
  if (llvm::Error error = slice.require(expr))
    return error;
  for (const Guard &guard : guards) {
    std::optional<Reader> reader = readerOf(guard);
    if (reader == Reader::Any)
      if (llvm::Error error = slice.require(*guard.condition))
        return error;
  }
  for (const Guard &guard : guards)
    if (llvm::Error error = addGuard(guard, slice))
      return error;
  for (size_t i = 0; i < Staged.dims.size(); ++i) {
    const TileDim &dim = Staged.dims[i];
    if (!dim.loop || dim.loop != Loops.chunked || Loops.countName.empty())
      continue;
    std::string limit = dim.loop->type == "int"
                            ? "uint(" + Loops.countName + ")"
                            : Loops.countName;
    if (dim.axis)
      limit = std::to_string(Size[*dim.axis] - 1) + "u + " + limit;
    Condition +=
        (Condition.empty() ? "" : " && ") + Coordinates[i] + " < " + limit;
  }
  declareRole(Reader::Any, slice);
  for (const auto &[reader, readerSlice] : Readers)
    declareRole(reader, *readerSlice);
  std::string element = Staged.name;
  for (const std::string &coordinate : Coordinates)
    element += "[" + coordinate + "]";
  std::string value = slice.clone(expr);
  if (!Condition.empty())
    value = Condition + " ? " + value + " : " + zeroText(Staged.type);
  std::string lines = Declared;
  append(lines, element + " = " + value + ";");
  unsigned count = Staged.elementCount();
  if (count == Invocations && Declared.empty())
    return lines;
  if (count == Invocations) // names of its own
    return "{\n" + indented(lines) + "\n}";
  if (count < Invocations)
    return "if (gl_LocalInvocationIndex < " + std::to_string(count) + "u) {\n" +
           indented(lines) + "\n}";
  std::string index = freshName(Context, "element");
  return "for (uint " + index + " = gl_LocalInvocationIndex; " + index + " < " +
         std::to_string(count) + "u; " + index +
         " += " + std::to_string(Invocations) + "u) {\n" + indented(lines) +
         "\n}";
}

llvm::Expected<std::string>
wglint::fillText(const RewriteContext &context, IndexForms &forms,
                 const StagedExpr &staged, const TileLoops &loops,
                 llvm::ArrayRef<Guard> guards, const Node &scope) {
  return TileFiller(context, forms, staged, loops, scope).text(guards);
}
