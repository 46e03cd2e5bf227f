// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tokens to a syntax tree, by recursive descent. A rule that does not match
/// returns null; the nearest statement or global declaration around it then
/// becomes opaque, and parsing goes on behind it.
#ifndef WGLINT_LIB_SYNTAX_PARSER_H
#define WGLINT_LIB_SYNTAX_PARSER_H

#include "wglint/Syntax/SyntaxTree.h"
#include <utility>

namespace wglint::syntax {

class Parser {
public:
  explicit Parser(SyntaxTree &tree);
  /// Fills the tree's root and its opaque nodes.
  void parse();

private:
  /// Where a declaration stands decides what it may be and how it ends.
  enum class Where { Global, Member, Local, Condition };

  // ---- The stream of tokens, directives left out ----------------------------
  llvm::StringRef peek(size_t ahead = 0) const;
  bool isAt(llvm::StringRef text) const { return peek() == text; }
  bool isIdentifier(size_t ahead = 0) const;
  bool isAtEnd() const { return Pos >= Stream.size(); }
  bool accept(llvm::StringRef text);
  uint32_t take() { return Stream[Pos++]; }
  /// Position behind the bracket that belongs to the one at \p position; the
  /// next position where there is none.
  size_t behindBracket(size_t position) const;

  // ---- Making nodes
  // -----------------------------------------------------------
  template <typename T>
  T *make() {
    return new (Tree.Arena.Allocate<T>()) T();
  }
  /// Sets the tokens, from \p first to the last one taken, and the children;
  /// nulls among them are left out.
  template <typename T>
  T *finish(T *node, uint32_t first, llvm::ArrayRef<const Node *> children) {
    setUp(node, first, children);
    return node;
  }
  void setUp(Node *node, uint32_t first, llvm::ArrayRef<const Node *> children);
  template <typename T>
  llvm::ArrayRef<T> keep(llvm::ArrayRef<T> list) {
    return list.copy(Tree.Arena);
  }
  /// Goes back to \p start and takes what probably is one statement.
  template <typename T>
  T *recover(size_t start);
  void skipStatement(size_t start);

  // ---- Expressions
  // ------------------------------------------------------------
  Expr *parseExpression();
  Expr *parseAssignment();
  Expr *parseConditional();
  Expr *parseBinary(int minPrecedence);
  Expr *parseUnary();
  Expr *parsePostfix();
  Expr *parsePrimary();
  Expr *parseIndex(Expr *base);
  Expr *parseCall(Expr *callee);
  Expr *parseInitializer();
  Expr *parseName();

  // ---- Statements
  // -------------------------------------------------------------
  Stmt *parseStatement();
  Stmt *parseStatementOrFail();
  Stmt *parsePlainStatement(uint32_t first);
  CompoundStmt *parseCompound();
  Stmt *parseIf(uint32_t first);
  Stmt *parseFor(uint32_t first);
  Stmt *parseWhile(uint32_t first);
  Stmt *parseDo(uint32_t first);
  Stmt *parseSwitch(uint32_t first);
  Stmt *parseCase(uint32_t first);
  Stmt *parseJump(uint32_t first);
  Node *parseCondition();

  // ---- Declarations
  // -----------------------------------------------------------
  Node *parseGlobal();
  Node *parseGlobalOrFail();
  bool isDeclaration() const;
  Declaration *parseDeclaration(Where where);
  Declaration *parseDeclarators(Declaration *declaration, uint32_t first,
                                Where where,
                                llvm::SmallVectorImpl<const Node *> &children);
  bool parseQualifiers(Qualifiers &qualifiers,
                       llvm::SmallVectorImpl<const Node *> &children);
  bool parseLayout(llvm::SmallVectorImpl<const LayoutEntry *> &entries);
  TypeSpec *parseType();
  StructSpec *parseStruct();
  Declarator *parseDeclarator();
  bool parseDims(llvm::ArrayRef<const ArrayDim *> &dims,
                 llvm::SmallVectorImpl<const Node *> &children);
  bool parseMembers(llvm::ArrayRef<const Declaration *> &members,
                    llvm::SmallVectorImpl<const Node *> &children);
  Node *parseBlock(uint32_t first, Qualifiers qualifiers,
                   llvm::SmallVectorImpl<const Node *> &children);
  Node *parseFunction(uint32_t first, Qualifiers qualifiers, TypeSpec *type,
                      llvm::SmallVectorImpl<const Node *> &children);
  Parameter *parseParameter();
  size_t behindTypeName(size_t position) const;
  /// Every word that belongs to the name of a type with arguments in `<>`.
  void takeTypeArguments();

  SyntaxTree &Tree;
  std::vector<uint32_t> Stream;
  size_t Pos = 0;
  unsigned Depth = 0;

  /// Counts the rules that are under way: text that nests deeper than any
  /// shader does is opaque rather than the end of the stack.
  struct Nesting {
    explicit Nesting(unsigned &depth) : Depth(depth) { ++Depth; }
    ~Nesting() { --Depth; }
    bool isTooDeep() const { return Depth > kMaxDepth; }
    Nesting(const Nesting &) = delete;
    Nesting &operator=(const Nesting &) = delete;

  private:
    static constexpr unsigned kMaxDepth = 400;
    unsigned &Depth;
  };
};

} // namespace wglint::syntax

#endif // WGLINT_LIB_SYNTAX_PARSER_H
