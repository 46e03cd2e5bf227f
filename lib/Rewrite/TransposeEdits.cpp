// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The text of an access that goes through a tile.
#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/Refusal.h"
#include "wglint/Rewrite/SharedTile.h"
#include "wglint/Rewrite/Transpose.h"
#include "wglint/Rewrite/UniformFlow.h"
#include "wglint/Rewrite/Variables.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;
using namespace wglint::syntax;

namespace {

class TransposeWriter {
public:
  TransposeWriter(const RewriteContext &context, IndexForms &forms,
                  const TransposePlan &plan, const TransposeVariant &variant);

  llvm::Expected<std::vector<TextEdit>> run();

private:
  llvm::Error checkIds() const;
  void declareTile();
  std::string tileElement(llvm::StringRef ids) const;
  std::string linearText(llvm::StringRef ids) const;
  std::string workgroupLines() const;
  std::string ownLines() const;
  std::string loopHeader() const;
  llvm::Expected<std::string> turnedLines();
  void renameIds();
  bool isReplaced(const Node &node) const;
  llvm::Error editStore();
  llvm::Error editLoad();
  void putIntoLoop(const std::string &inFront, const std::string &behind);

  const RewriteContext &Context;
  IndexForms &Forms;
  const TransposePlan &Plan;
  const TransposeVariant &Variant;
  EditSet Edits;
  std::array<unsigned, 3> Order; ///< of the turned roles: fastest axis first
  unsigned Count;                ///< elements of the tile
  bool TakesSeveral;
  std::string Tile, Index, Local, Global, Group;
  Renaming Own; ///< what the ids become in main()
};

} // namespace

TransposeWriter::TransposeWriter(const RewriteContext &context,
                                 IndexForms &forms, const TransposePlan &plan,
                                 const TransposeVariant &variant)
    : Context(context), Forms(forms), Plan(plan), Variant(variant),
      Edits(context), Order{plan.along, plan.laneAxis,
                            3 - plan.along - plan.laneAxis},
      Count(variant.held[0] * variant.held[1] * variant.held[2]),
      TakesSeveral(variant.takesSeveral(plan)),
      Tile(freshName(context, plan.variable + "Tile")),
      Index("gl_LocalInvocationIndex"), Local("gl_LocalInvocationID"),
      Global("gl_GlobalInvocationID"), Group("gl_WorkGroupID") {
  if (TakesSeveral) {
    Index = freshName(context, "element");
    Local = freshName(context, "place");
    Own.builtIns["gl_LocalInvocationID"] = Local;
    Own.builtIns["gl_LocalInvocationIndex"] = linearText(Local);
  }
  if (Variant.turnsWorkgroups) {
    Group = freshName(context, "group");
    Own.builtIns["gl_WorkGroupID"] = Group;
  }
  if (TakesSeveral || Variant.turnsWorkgroups) {
    Global = freshName(context, "global");
    Own.builtIns["gl_GlobalInvocationID"] = Global;
  }
}

/// Other ids than the built-in ones must reach all that reads them.
llvm::Error TransposeWriter::checkIds() const {
  for (const NameExpr *name : allOf<NameExpr>(Context.tree.root())) {
    llvm::StringRef word = Context.tree.name(*name);
    if (Own.builtIns.count(word) && enclosing<Function>(*name) != Plan.entry)
      return refusal("a function reads " + word);
    bool tellsSize = word == "gl_WorkGroupSize" || word == "gl_WorkGroupID";
    if (TakesSeveral && tellsSize && enclosing<Function>(*name))
      return refusal("the shader depends on the size of its workgroup");
  }
  return llvm::Error::success();
}

void TransposeWriter::declareTile() {
  TileAccess plain, turned;
  (Plan.assignment ? plain : turned).op = AccessOp::Store;
  for (unsigned i = 0; i < Count; ++i)
    for (TileAccess *access : {&plain, &turned}) {
      std::array<unsigned, 3> ids = access == &plain
                                        ? idsOf(i, Variant.held, {0, 1, 2})
                                        : idsOf(i, Variant.held, Order);
      access->elements.push_back({ids[2] * Variant.held[1] + ids[1], ids[0]});
    }
  unsigned pitch = bestPitch(Context.analysis.options.configs, Variant.held[0],
                             sharedBytesOf(Plan.type), {plain, turned});
  llvm::SmallVector<unsigned, 3> sizes;
  for (unsigned axis : {2u, 1u})
    if (Variant.held[axis] > 1)
      sizes.push_back(Variant.held[axis]);
  sizes.push_back(pitch);
  Edits.insertLinesBefore(*Plan.entry,
                          sharedDeclaration(Plan.type, Tile, sizes) + "\n");
}

/// `tile[ids.y][ids.x]`
std::string TransposeWriter::tileElement(llvm::StringRef ids) const {
  std::string text = Tile;
  for (unsigned axis : {2u, 1u, 0u})
    if (Variant.held[axis] > 1 || axis == 0)
      text += llvm::formatv("[{0}.{1}]", ids, "xyz"[axis]).str();
  return text;
}

std::string TransposeWriter::linearText(llvm::StringRef ids) const {
  std::string text = (ids + ".x").str();
  unsigned stride = Variant.held[0];
  for (unsigned axis : {1u, 2u}) {
    if (Variant.held[axis] > 1)
      text += llvm::formatv(" + {0}u * {1}.{2}", stride, ids, "xyz"[axis]);
    stride *= Variant.held[axis];
  }
  return "(" + text + ")";
}

/// Numbers the workgroups as before and lets the number run along the
/// contiguous axis: each has another's place, and each place is taken.
std::string TransposeWriter::workgroupLines() const {
  if (!Variant.turnsWorkgroups)
    return "";
  char a = "xyz"[Plan.laneAxis], b = "xyz"[Plan.along];
  std::string number = freshName(Context, "workgroup");
  std::array<std::string, 3> parts = {"gl_WorkGroupID.x", "gl_WorkGroupID.y",
                                      "gl_WorkGroupID.z"};
  parts[Plan.laneAxis] = llvm::formatv("{0} / gl_NumWorkGroups.{1}", number, b);
  parts[Plan.along] = llvm::formatv("{0} % gl_NumWorkGroups.{1}", number, b);
  return llvm::formatv(
      "uint {0} = gl_WorkGroupID.{1} + gl_NumWorkGroups.{1} * "
      "gl_WorkGroupID.{2};\nuvec3 {3} = uvec3({4}, {5}, {6});\n",
      number, a, b, Group, parts[0], parts[1], parts[2]);
}

static std::string sizeText(const TransposePlan &plan,
                            const TransposeVariant &variant) {
  if (!variant.takesSeveral(plan))
    return "gl_WorkGroupSize";
  return llvm::formatv("uvec3({0}u, {1}u, {2}u)", variant.held[0],
                       variant.held[1], variant.held[2]);
}

/// What replaces the built-in ids in main().
std::string TransposeWriter::ownLines() const {
  std::string lines;
  if (TakesSeveral)
    lines += "uvec3 " + Local + " = " +
             idsText(Index, Variant.held, {0, 1, 2}) + ";\n";
  if (TakesSeveral || Variant.turnsWorkgroups)
    lines += "uvec3 " + Global + " = " + Group + " * " +
             sizeText(Plan, Variant) + " + " + Local + ";\n";
  return lines;
}

std::string TransposeWriter::loopHeader() const {
  unsigned step = Plan.size[0] * Plan.size[1] * Plan.size[2];
  return llvm::formatv("for (uint {0} = gl_LocalInvocationIndex; {0} < {1}u; "
                       "{0} += {2}u) {",
                       Index, Count, step);
}

/// The part that runs with turned roles: the access, with all that leads there.
llvm::Expected<std::string> TransposeWriter::turnedLines() {
  std::string turned = freshName(Context, "turned"),
              turnedGlobal = freshName(Context, "turnedGlobal");
  Renaming renaming = Own;
  renaming.builtIns["gl_LocalInvocationID"] = turned;
  renaming.builtIns["gl_GlobalInvocationID"] = turnedGlobal;
  renaming.builtIns["gl_LocalInvocationIndex"] = linearText(turned);
  // What depends on the workgroup's id alone has been renamed in place, unless
  // it is declared within the loop.
  const Node &scope = Plan.assignment && !TakesSeveral
                          ? static_cast<const Node &>(*Plan.entry->body)
                          : *Plan.entry->body->statements.front();
  Slice slice(Context, Forms, {0, 1, 2}, scope, std::move(renaming), "Turned");
  for (const IndexExpr *indexed : allOf<IndexExpr>(*Plan.access))
    if (llvm::Error error = slice.require(*indexed->index))
      return error;
  for (const Guard &guard : Plan.guards)
    if (llvm::Error error = slice.require(*guard.condition))
      return error;
  std::string lines =
      "uvec3 " + turned + " = " + idsText(Index, Variant.held, Order) + ";";
  if (slice.uses("gl_GlobalInvocationID"))
    lines += "\nuvec3 " + turnedGlobal + " = " + Group + " * " +
             sizeText(Plan, Variant) + " + " + turned + ";";
  if (std::string declared = slice.declarations(); !declared.empty())
    lines += "\n" + declared;
  std::string guard =
      guardText(Context.tree, Forms, Plan.guards, slice.renaming());
  lines += guard.empty() ? "\n" : "\nif (" + guard + ")\n\t";
  std::string access = slice.clone(*Plan.access);
  lines += Plan.assignment ? access + " = " + tileElement(turned) + ";"
                           : tileElement(turned) + " = " + access + ";";
  return TakesSeveral ? loopHeader() + "\n" + indented(lines) + "\n}" : lines;
}

/// Whether the node's text comes anew from elsewhere.
bool TransposeWriter::isReplaced(const Node &node) const {
  if (isAncestor(*Plan.access, node))
    return true;
  if (TakesSeveral || !Plan.assignment)
    return false;
  for (const Stmt *statement : Plan.entry->body->statements)
    if (const IfStmt *exit = asEarlyReturn(Context.tree, *statement))
      if (isAncestor(*exit, node))
        return true;
  return false;
}

void TransposeWriter::renameIds() {
  for (const NameExpr *name : allOf<NameExpr>(*Plan.entry->body))
    if (auto it = Own.builtIns.find(Context.tree.name(*name));
        it != Own.builtIns.end() && !isReplaced(*name))
      Edits.replace(*name, it->second);
}

/// The body becomes that of a loop, which an invocation leaves early only for
/// its next element.
void TransposeWriter::putIntoLoop(const std::string &inFront,
                                  const std::string &behind) {
  const CompoundStmt &body = *Plan.entry->body;
  const Stmt &first = *body.statements.front();
  std::string own = ownLines();
  Edits.insertLinesBefore(first, inFront + loopHeader() + "\n" +
                                     indented(llvm::StringRef(own).rtrim()));
  indentTokens(Context, first.firstToken, body.lastToken - 1, 1, Edits);
  for (const JumpStmt *jump : allOf<JumpStmt>(body))
    if (Context.tree.text(jump->firstToken) == "return")
      Edits.replaceTokens(jump->firstToken, jump->firstToken, "continue");
  Edits.insertLinesAtEnd(body, "}" + behind);
}

llvm::Error TransposeWriter::editStore() {
  llvm::Expected<std::string> turned = turnedLines();
  if (!turned)
    return turned.takeError();
  const CompoundStmt &body = *Plan.entry->body;
  if (TakesSeveral) {
    putIntoLoop(workgroupLines(), "\nbarrier();\n" + *turned);
    return llvm::Error::success();
  }
  if (std::string own = workgroupLines() + ownLines(); !own.empty())
    Edits.insertLinesBefore(*body.statements.front(),
                            llvm::StringRef(own).rtrim());
  return appendBehindReturns(Context, Forms, body, "barrier();\n" + *turned,
                             Own, Edits);
}

llvm::Error TransposeWriter::editLoad() {
  llvm::Expected<std::string> turned = turnedLines();
  if (!turned)
    return turned.takeError();
  std::string lines = workgroupLines() + *turned + "\nbarrier();\n";
  if (TakesSeveral)
    putIntoLoop(lines, "");
  else
    Edits.insertLinesBefore(*Plan.entry->body->statements.front(),
                            llvm::StringRef(lines + ownLines()).rtrim());
  return llvm::Error::success();
}

llvm::Expected<std::vector<TextEdit>> TransposeWriter::run() {
  if (llvm::Error error = checkIds())
    return error;
  if (hasBarrier(Context.tree, *Plan.entry->body) && TakesSeveral)
    return refusal("the shader has barriers");
  declareTile();
  if (llvm::Error error = Plan.assignment ? editStore() : editLoad())
    return error;
  Edits.replace(*Plan.access, tileElement(Local));
  renameIds();
  return Edits.take();
}

llvm::Expected<std::vector<TextEdit>>
wglint::editTranspose(const RewriteContext &context, IndexForms &forms,
                      const TransposePlan &plan,
                      const TransposeVariant &variant) {
  return TransposeWriter(context, forms, plan, variant).run();
}
