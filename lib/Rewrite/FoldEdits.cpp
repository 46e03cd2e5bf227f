// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The text of invocations that are put together.
#include "wglint/Rewrite/Clone.h"
#include "wglint/Rewrite/EditSet.h"
#include "wglint/Rewrite/ExprTypes.h"
#include "wglint/Rewrite/Fold.h"
#include "wglint/Rewrite/Locate.h"
#include "wglint/Rewrite/SourceText.h"
#include "wglint/Rewrite/UniformFlow.h"
#include "wglint/Rewrite/Variables.h"
#include "wglint/Rewrite/WorkgroupSize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;
using namespace wglint::syntax;

namespace {

class FoldWriter {
public:
  FoldWriter(const RewriteContext &context, IndexForms &forms, const Fold &fold,
             const FoldPlan &plan)
      : Context(context), Tree(context.tree), Forms(forms), By(fold),
        Plan(plan), Size(context.analysis.facts.workgroupSize), Edits(context),
        Part(freshName(context, "part")) {}

  llvm::Expected<std::vector<TextEdit>> write();

private:
  /// The expressions of a run that something has taken the place of as a whole.
  using Taken = std::vector<const Expr *>;

  void writeRun(const FoldRun &run);
  std::string declarations(const FoldRun &run) const;
  std::string readOnce(const FoldRun &run, Taken &taken);
  bool isStored(const Node &declaration, const FoldRun &run) const;
  bool isSameForParts(const Expr &read, const FoldRun &run);
  std::string nextLine(uint32_t token) const;
  void editDeclaration(const DeclStmt &statement);
  std::string editIds(const FoldRun &run, const Taken &taken);
  std::string idText(const NameExpr &id) const;
  bool editComponent(const NameExpr &id);
  std::string wholeIds(const std::string &local,
                       const std::string &global) const;
  void replaceSize();
  void spread(const DeclStmt &statement);
  std::string newName(llvm::StringRef wish);
  void putIntoLoop(const FoldRun &run, const std::string &inFront,
                   const std::string &ids);

  const RewriteContext &Context;
  const SyntaxTree &Tree;
  IndexForms &Forms;
  const Fold &By;
  const FoldPlan &Plan;
  WorkgroupSize Size;
  EditSet Edits;
  std::string Part;
  std::vector<std::string> Names; ///< given by newName()
};

} // namespace

/// A name that is new to the shader and to what is written here.
std::string FoldWriter::newName(llvm::StringRef wish) {
  std::string name = freshName(Context, wish);
  for (unsigned i = 2; llvm::is_contained(Names, name); ++i)
    name = freshName(Context, (wish + std::to_string(i)).str());
  Names.push_back(name);
  return name;
}

/// `float sum[4];`
std::string FoldWriter::declarations(const FoldRun &run) const {
  std::string lines;
  for (const DeclStmt *statement : run.spread)
    for (const Declarator *variable : statement->declaration->declarators) {
      for (uint32_t word : statement->declaration->qualifiers.words)
        if (Tree.text(word) != "const")
          lines += (Tree.text(word) + " ").str();
      lines += expandedText(Tree, *statement->declaration->type) + " " +
               Tree.name(*variable).str() + "[" + std::to_string(By.parts) +
               "]";
      for (const ArrayDim *dim : variable->dims)
        lines += expandedText(Tree, *dim);
      lines += ";\n";
    }
  return lines;
}

/// What begins another statement of the part behind \p token, on a line of its
/// own where the text is no macro's.
std::string FoldWriter::nextLine(uint32_t token) const {
  const OutputToken &t = Context.tokens.tokens()[token];
  if (t.use != kNone || t.spelling.instance == kNone || t.isDirective)
    return " ";
  const SourceFile &file = Context.tokens.fileOf(t.spelling.instance);
  size_t at = file.physicalOffset(t.spelling.begin);
  return "\n" + indentationAt(file.text(), at).str() +
         indentationUnit(file.text());
}

/// The declaration becomes what gives the part's variable its value.
void FoldWriter::editDeclaration(const DeclStmt &statement) {
  llvm::ArrayRef<const Declarator *> variables =
      statement.declaration->declarators;
  if (isBareDeclaration(statement))
    return Edits.removeStatement(statement);
  uint32_t first = statement.firstToken;
  std::string lead;
  for (const Declarator *variable : variables) {
    uint32_t last = variable->initializer
                        ? variable->initializer->firstToken - 2
                        : variable->lastToken;
    Edits.replaceTokens(first, last,
                        lead + Tree.name(*variable).str() + "[" + Part + "]");
    first = variable->lastToken + 1; // a comma, or the end
    lead = ";" + nextLine(first);
  }
}

/// The built-in id \p id, as it is for a part.
std::string FoldWriter::idText(const NameExpr &id) const {
  llvm::StringRef name = Tree.name(id);
  unsigned stride = Size[By.axis] / By.parts;
  std::string own = llvm::formatv("{0}u * {1}", stride, Part);
  char axis = "xyz"[By.axis];
  if (name == "gl_LocalInvocationID")
    return llvm::formatv("(gl_LocalInvocationID.{0} + {1})", axis, own);
  if (name == "gl_GlobalInvocationID")
    return llvm::formatv(
        "(gl_WorkGroupID.{0} * {1}u + gl_LocalInvocationID.{0} + {2})", axis,
        Size[By.axis], own);
  unsigned below = 1;
  for (unsigned i = 0; i < By.axis; ++i)
    below *= Size[i];
  bool isSlowest = By.axis == 2 || Size[2] == 1;
  isSlowest = isSlowest && (By.axis >= 1 || Size[1] == 1);
  if (isSlowest)
    return llvm::formatv("(gl_LocalInvocationIndex + {0}u * {1})",
                         below * stride, Part);
  std::array<std::string, 3> ids;
  for (unsigned i = 0; i < 3; ++i)
    ids[i] = llvm::formatv("gl_LocalInvocationID.{0}", "xyz"[i]);
  ids[By.axis] = llvm::formatv("({0} + {1})", ids[By.axis], own);
  return llvm::formatv("({0} + {1}u * ({2} + {3}u * {4}))", ids[0], Size[0],
                       ids[1], Size[1], ids[2]);
}

/// Writes one component of an id, or an index, for the part; false where more
/// of an id is used.
bool FoldWriter::editComponent(const NameExpr &id) {
  const auto *member = llvm::dyn_cast<MemberExpr>(id.parent);
  llvm::StringRef letters = member ? Tree.text(member->memberToken) : "";
  size_t letter = letters.size() == 1 ? llvm::StringRef("xyz").find(letters)
                                      : llvm::StringRef::npos;
  bool isIndex = Tree.name(id) == "gl_LocalInvocationIndex";
  if (!isIndex && letter >= 3)
    return false;
  if (!isIndex && letter != By.axis)
    return true; // the same for all parts
  const Expr &whole = isIndex ? static_cast<const Expr &>(id) : *member;
  std::string text = idText(id);
  bool isPlain = mayLoseParens(Tree.text(whole.firstToken - 1),
                               Tree.text(whole.lastToken + 1));
  Edits.replace(whole, isPlain ? llvm::StringRef(text).drop_front().drop_back()
                               : llvm::StringRef(text));
  return true;
}

/// The ids as a whole, for the part.
std::string FoldWriter::wholeIds(const std::string &local,
                                 const std::string &global) const {
  std::array<std::string, 3> shift = {"0u", "0u", "0u"};
  shift[By.axis] = llvm::formatv("{0}u * {1}", Size[By.axis] / By.parts, Part);
  std::string own = llvm::formatv("gl_LocalInvocationID + uvec3({0}, {1}, {2})",
                                  shift[0], shift[1], shift[2]);
  std::string lines;
  if (!local.empty())
    lines += "uvec3 " + local + " = " + own + ";\n";
  if (!global.empty())
    lines += llvm::formatv(
        "uvec3 {0} = gl_WorkGroupID * uvec3({1}u, {2}u, {3}u) + {4};\n", global,
        Size[0], Size[1], Size[2], local.empty() ? own : local);
  return lines;
}

/// Gives the ids in \p run the values of the part; the lines that it needs.
std::string FoldWriter::editIds(const FoldRun &run, const Taken &taken) {
  std::string local, global;
  auto isTaken = [&](const Node &node) {
    return llvm::any_of(
        taken, [&](const Expr *expr) { return isAncestor(*expr, node); });
  };
  for (llvm::StringRef id : {"gl_LocalInvocationID", "gl_GlobalInvocationID",
                             "gl_LocalInvocationIndex"})
    for (const NameExpr *use : usesOfBuiltIn(Context, id)) {
      if (!run.holds(*use) || isTaken(*use) || editComponent(*use))
        continue;
      bool isLocal = id == "gl_LocalInvocationID";
      std::string &name = isLocal ? local : global;
      name = freshName(Context, isLocal ? "place" : "global");
      Edits.replace(*use, name);
    }
  return wholeIds(local, global);
}

/// Whether \p read gives the same in each part, and may be read for all in
/// front of them.
bool FoldWriter::isSameForParts(const Expr &read, const FoldRun &run) {
  for (const IndexExpr *indexed : allOf<IndexExpr>(read)) {
    if (!indexed->index || !isPure(Tree, *indexed->index))
      return false;
    IndexValue index = Forms.evaluate(*indexed->index);
    if (Forms.isUnknown(index) ||
        Forms.dependsOn(index, Forms.localId(By.axis)))
      return false;
  }
  for (const NameExpr *name : allOf<NameExpr>(read)) {
    const Node *declaration = Tree.declarationOf(*name);
    if (declaration ? run.holds(*declaration) || Plan.isSpread(*declaration)
                    : Tree.name(*name) == "gl_LocalInvocationIndex")
      return false;
  }
  // In all invocations: a part may come to it where no other does.
  for (const Node *n = &read; !llvm::is_contained(run.statements, n);
       n = n->parent)
    if (llvm::isa<IfStmt, ConditionalExpr, SwitchStmt, ForStmt, WhileStmt,
                  DoStmt>(n->parent))
      return false;
    else if (const auto *binary = llvm::dyn_cast<BinaryExpr>(n->parent))
      if (llvm::StringRef op = Tree.text(binary->opToken);
          op == "&&" || op == "||")
        return false;
  return true;
}

/// Whether \p run may store to the shared variable, perhaps in a function.
bool FoldWriter::isStored(const Node &declaration, const FoldRun &run) const {
  const auto *home = enclosing<Function>(*run.statements.front());
  return llvm::any_of(Tree.usesOf(declaration), [&](const NameExpr *use) {
    return (run.holds(*use) || enclosing<Function>(*use) != home) &&
           isWritten(Tree, wholeAccess(*use));
  });
}

/// The reads of shared memory that all parts of \p run have in common, as
/// variables in front of it.
std::string FoldWriter::readOnce(const FoldRun &run, Taken &taken) {
  std::string lines;
  std::vector<std::pair<const Expr *, std::string>> reads;
  if (!run.isInLoop)
    return lines;
  for (const Stmt *statement : run.statements)
    for (const NameExpr *name : allOf<NameExpr>(*statement)) {
      const Node *declaration = Tree.declarationOf(*name);
      const Expr &read = wholeAccess(*name);
      bool isShared = declaration &&
                      storageOf(Tree, *declaration) == VariableStorage::Shared;
      ExprType type = isShared ? typeOf(Tree, read) : ExprType();
      if (!type.isKnown() || type.dimensions || !sharedBytesOf(type.name) ||
          isStored(*declaration, run) || !isSameForParts(read, run))
        continue;
      auto known = llvm::find_if(reads, [&](const auto &other) {
        return isSameText(Tree, *other.first, read);
      });
      if (known == reads.end()) {
        reads.emplace_back(&read, newName((Tree.name(*name) + "Read").str()));
        known = std::prev(reads.end());
        lines += type.name + " " + known->second + " = " + Edits.written(read) +
                 ";\n";
      }
      Edits.replace(read, known->second);
      taken.push_back(&read);
    }
  return lines;
}

void FoldWriter::putIntoLoop(const FoldRun &run, const std::string &inFront,
                             const std::string &ids) {
  std::vector<const Stmt *> left;
  for (const Stmt *statement : run.statements)
    if (!llvm::is_contained(run.common, statement) &&
        !(isBareDeclaration(*statement) &&
          llvm::is_contained(run.spread, statement)))
      left.push_back(statement);
  const auto *declared = llvm::dyn_cast<DeclStmt>(left.front());
  bool isSeveral = declared && declared->declaration->declarators.size() > 1;
  bool isSingle = left.size() == 1 && ids.empty() && !isSeveral;
  std::string lines =
      inFront + llvm::formatv("for (uint {0} = 0u; {0} < {1}u; ++{0}){2}", Part,
                              By.parts, isSingle ? "" : " {")
                    .str();
  for (llvm::StringRef rest = ids; !rest.empty();) {
    auto [line, others] = rest.split('\n');
    lines += ("\n\t" + line).str();
    rest = others;
  }
  Edits.insertLinesBefore(*left.front(), lines);
  for (const Stmt *statement : left)
    indentTokens(Context, statement->firstToken, statement->lastToken, 1,
                 Edits);
  if (!isSingle)
    Edits.insertLinesAfter(*left.back(), "}");
}

void FoldWriter::writeRun(const FoldRun &run) {
  std::string lines;
  for (const DeclStmt *statement : run.common) {
    lines += Edits.written(*statement) + "\n";
    Edits.removeStatement(*statement);
  }
  lines += declarations(run);
  Taken taken;
  lines += readOnce(run, taken);
  putIntoLoop(run, lines, editIds(run, taken));
  for (const DeclStmt *statement : run.spread)
    editDeclaration(*statement);
}

/// What has a value for each part is an element wherever it is used.
void FoldWriter::spread(const DeclStmt &statement) {
  for (const Declarator *variable : statement.declaration->declarators)
    for (const NameExpr *use : Tree.usesOf(*variable))
      Edits.insertAfter(use->lastToken, "[" + Part + "]");
}

/// The size that the text speaks of stays what it was.
void FoldWriter::replaceSize() {
  for (const NameExpr *use : usesOfBuiltIn(Context, "gl_WorkGroupSize"))
    Edits.replace(*use, llvm::formatv("uvec3({0}u, {1}u, {2}u)", Size[0],
                                      Size[1], Size[2])
                            .str());
}

llvm::Expected<std::vector<TextEdit>> FoldWriter::write() {
  WorkgroupSize smaller = Size;
  smaller[By.axis] /= By.parts;
  editWorkgroupSize(Context, smaller, Edits);
  replaceSize();
  for (const FoldRun &run : Plan.runs) {
    writeRun(run);
    for (const DeclStmt *statement : run.spread)
      spread(*statement);
  }
  for (const DeclStmt *statement : Plan.arrays) {
    for (const Declarator *variable : statement->declaration->declarators)
      Edits.insertAfter(variable->nameToken,
                        "[" + std::to_string(By.parts) + "]");
    spread(*statement);
  }
  return Edits.take();
}

llvm::Expected<std::vector<TextEdit>>
wglint::editFold(const RewriteContext &context, const Fold &fold) {
  IndexForms forms(context.tree, context.analysis.facts.workgroupSize);
  llvm::Expected<FoldPlan> plan = planFold(context, forms, fold);
  if (!plan)
    return plan.takeError();
  return FoldWriter(context, forms, fold, *plan).write();
}
