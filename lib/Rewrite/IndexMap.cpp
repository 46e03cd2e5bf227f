// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Indices through a function. A loop goes along a row where the low bits of an
/// index are those of the loop's variable: nothing that is added has any of
/// them, so that no carry reaches the row's number within a part of a row, and
/// the part's first index is all that the function has to see.
#include "wglint/Rewrite/IndexMap.h"
#include "wglint/Rewrite/Clone.h"
#include "wglint/Rewrite/CountedLoop.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/UniformFlow.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"

using namespace wglint;
using namespace wglint::syntax;

static const Expr &indexOf(const ArrayUse &use) {
  return *use.indices.front()->index;
}

/// Declares the function behind \p array.
static void declareMap(const RewriteContext &context, EditSet &edits,
                       const Declarator &array, llvm::ArrayRef<ArrayUse> uses,
                       const IndexMap &map) {
  bool hasInt = false, hasUint = false;
  for (const ArrayUse &use : uses) {
    ExprType type = typeOf(context.tree, indexOf(use));
    hasInt |= !type.isScalar("uint");
    hasUint |= !type.isScalar("int");
  }
  std::string lines;
  for (llvm::StringRef type : {"uint", "int"}) {
    bool isUnsigned = type == "uint";
    if (!(isUnsigned ? hasUint : hasInt))
      continue;
    lines += lines.empty() ? "" : "\n";
    lines += (type + " " + map.function + "(" + type + " i) { return " +
              map.expressionOf(isUnsigned ? "u" : "") + "; }")
                 .str();
  }
  edits.insertLinesAfter(*array.parent, lines);
}

void wglint::mapIndices(const RewriteContext &context, EditSet &edits,
                        const Declarator &array, llvm::ArrayRef<ArrayUse> uses,
                        const IndexMap &map) {
  for (const ArrayUse &use : uses)
    edits.wrap(indexOf(use), map.function + "(", ")");
  declareMap(context, edits, array, uses, map);
}

namespace {
/// A loop along rows, with the indices that follow it.
struct RowWalk {
  CountedLoop loop;
  int64_t span = 0; ///< iterations for which the function is called once
  std::vector<const Expr *> indices;

  /// All iterations lie in one part of a row.
  bool isWhole() const { return loop.firstValue == 0 && loop.count() == span; }
};

class RowWalks {
public:
  RowWalks(const RewriteContext &context, const IndexMap &map)
      : Context(context), Tree(context.tree), Map(map),
        Forms(context.tree, context.analysis.facts.workgroupSize) {}

  void find(llvm::ArrayRef<ArrayUse> uses);
  void edit(llvm::StringRef arrayName, EditSet &edits);
  /// Whether edit() has replaced \p index.
  bool isReplaced(const Expr &index) const { return Replaced.count(&index); }
  bool isAnyReplaced() const { return !Replaced.empty(); }

private:
  std::optional<RowWalk> walkOf(const Expr &index);
  int64_t spanOf(const CountedLoop &loop, const IndexPolynomial &value);
  void add(RowWalk walk);
  void editWalk(const RowWalk &walk, EditSet &edits);
  void editLoop(const RowWalk &walk, llvm::StringRef start,
                const std::string &lines, EditSet &edits);
  std::string joined(const RowWalk &walk, const Expr &index,
                     const std::string &first) const;

  const RewriteContext &Context;
  const SyntaxTree &Tree;
  const IndexMap &Map;
  IndexForms Forms;
  std::vector<RowWalk> Walks;
  llvm::SmallPtrSet<const Expr *, 8> Replaced;
  std::string FirstName; ///< of variables for what the function gives
  unsigned NameCount = 0;
};
} // namespace

/// The most iterations that stay in a row together; 0 where it is too few to
/// pay, or not always the same.
int64_t RowWalks::spanOf(const CountedLoop &loop,
                         const IndexPolynomial &value) {
  constexpr int64_t kLeast = 4; // calls of the function get as many times fewer
  AtomId variable = Forms.loopVariable(*loop.variable);
  std::optional<int64_t> count = loop.count();
  if (!count || *count <= 0 || *loop.firstValue < 0)
    return 0;
  for (int64_t span = Map.rowLength; span >= kLeast; span /= 2)
    if (*count % span == 0 && *loop.firstValue % span == 0 &&
        Forms.keepsLowBits(value, variable, span))
      return span;
  return 0;
}

/// The walk of the innermost loop that \p index follows.
std::optional<RowWalk> RowWalks::walkOf(const Expr &index) {
  IndexValue value = Forms.evaluate(index);
  ExprType type = typeOf(Tree, index);
  if (value.components.size() != 1 || Forms.isUnknown(value) ||
      (!type.isScalar("int") && !type.isScalar("uint")))
    return std::nullopt;
  const IndexPolynomial &number = value.components.front();
  if (Forms.readsMemory(number))
    return std::nullopt; // which a condition may keep it from
  for (const Stmt *at = enclosingLoop(index); at; at = enclosingLoop(*at)) {
    const auto *loop = llvm::dyn_cast<ForStmt>(at);
    if (!loop || !isAncestor(*loop->body, index))
      continue;
    auto counted = asCountedLoop(Tree, Forms, *loop);
    if (!counted ||
        !Forms.dependsOn(number, Forms.loopVariable(*counted->variable)))
      continue;
    RowWalk walk{*counted, spanOf(*counted, number), {&index}};
    bool canSplit = walk.isWhole() || !hasEarlyExit(Tree, *loop);
    return walk.span && canSplit ? std::optional(walk) : std::nullopt;
  }
  return std::nullopt;
}

/// Of one loop the longest spans count; of loops in each other the inner ones.
void RowWalks::add(RowWalk walk) {
  for (RowWalk &other : Walks) {
    if (other.loop.loop == walk.loop.loop) {
      if (other.span == walk.span)
        other.indices.push_back(walk.indices.front());
      else if (other.span < walk.span)
        other = std::move(walk);
      return;
    }
    if (isAncestor(*walk.loop.loop, *other.loop.loop))
      return;
    if (isAncestor(*other.loop.loop, *walk.loop.loop)) {
      other = std::move(walk);
      return;
    }
  }
  Walks.push_back(std::move(walk));
}

void RowWalks::find(llvm::ArrayRef<ArrayUse> uses) {
  // Strides that the host chooses are not known here.
  if (Context.analysis.facts.sizeSource != SizeSource::Literal)
    return;
  for (const ArrayUse &use : uses)
    if (std::optional<RowWalk> walk = walkOf(indexOf(use)))
      add(std::move(*walk));
}

/// `sRow ^ k`, in the type of \p index.
std::string RowWalks::joined(const RowWalk &walk, const Expr &index,
                             const std::string &first) const {
  std::string type = typeOf(Tree, index).name;
  std::string step = Tree.name(*walk.loop.variable).str();
  if (type != walk.loop.type)
    step = type + "(" + step + ")";
  return (first + " " + Map.join + " " + step).str();
}

/// The loops, with \p lines in front of what was the loop.
void RowWalks::editLoop(const RowWalk &walk, llvm::StringRef start,
                        const std::string &lines, EditSet &edits) {
  const ForStmt &loop = *walk.loop.loop;
  if (walk.isWhole())
    return edits.insertLinesBefore(loop, lines);
  edits.insertLinesBefore(loop, chunkHeader(Tree, walk.loop, start, walk.span) +
                                    "\n" + indented(lines));
  indentTokens(Context, loop.firstToken, loop.lastToken, 1, edits);
  edits.insertLinesAfter(loop, "}");
  countFromZero(
      Tree, walk.loop, start, walk.loop.literal(walk.span),
      [&](const NameExpr &use) {
        return llvm::any_of(walk.indices, [&](const Expr *index) {
          return isReplaced(*index) &&
                 (index == &use || isAncestor(*index, use));
        });
      },
      edits);
}

/// \p index of a walk's first iteration, without a zero that is added to it.
static std::string firstText(const RowWalk &walk, llvm::StringRef index) {
  std::string zero = walk.loop.literal(0);
  if (walk.isWhole() && !index.consume_back(" + " + zero))
    index.consume_front(zero + " + ");
  return index.str();
}

void RowWalks::editWalk(const RowWalk &walk, EditSet &edits) {
  const CountedLoop &loop = walk.loop;
  std::string start =
      freshName(Context, Tree.name(*loop.variable).str() + "Row");
  Renaming renaming;
  renaming.variables[loop.variable] = walk.isWhole() ? loop.literal(0) : start;
  // What stands in front of the loop itself stays in scope behind it.
  bool isTaken = walk.isWhole() && NameCount;
  Slice slice(Context, Forms, {Forms.loopVariable(*loop.variable)}, *loop.loop,
              std::move(renaming),
              "Row" + (isTaken ? std::to_string(NameCount + 1) : ""));
  std::string calls;
  llvm::StringMap<std::string> names; // of equal indices
  for (const Expr *index : walk.indices) {
    if (llvm::Error error = slice.require(*index)) {
      llvm::consumeError(std::move(error)); // it keeps its own call
      continue;
    }
    std::string call =
        Map.function + "(" + firstText(walk, slice.clone(*index)) + ")";
    std::string &name = names[call];
    if (name.empty()) {
      name = FirstName + (NameCount ? std::to_string(NameCount + 1) : "");
      ++NameCount;
      calls += (calls.empty() ? "" : "\n") + typeOf(Tree, *index).name + " " +
               name + " = " + call + ";";
    }
    edits.replace(*index, joined(walk, *index, name));
    Replaced.insert(index);
  }
  if (calls.empty())
    return;
  std::string declared = slice.declarations();
  editLoop(walk, start, declared + (declared.empty() ? "" : "\n") + calls,
           edits);
}

void RowWalks::edit(llvm::StringRef arrayName, EditSet &edits) {
  FirstName = freshName(Context, (arrayName + "Row").str());
  for (const RowWalk &walk : Walks)
    editWalk(walk, edits);
}

bool wglint::mapIndicesByRows(const RewriteContext &context, EditSet &edits,
                              const Declarator &array,
                              llvm::ArrayRef<ArrayUse> uses,
                              const IndexMap &map) {
  RowWalks walks(context, map);
  walks.find(uses);
  walks.edit(context.tree.name(array), edits);
  if (!walks.isAnyReplaced())
    return false;
  for (const ArrayUse &use : uses)
    if (!walks.isReplaced(indexOf(use)))
      edits.wrap(indexOf(use), map.function + "(", ")");
  declareMap(context, edits, array, uses, map);
  return true;
}
