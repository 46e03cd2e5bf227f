// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The nodes of a syntax tree: GLSL as it is written, after its macros are
/// expanded. Plain immutable structs, told apart by llvm::isa and
/// llvm::dyn_cast. Tokens are numbers into TokenMap::tokens(); kNone is "there
/// is none".
#ifndef WGLINT_SYNTAX_SYNTAXNODES_H
#define WGLINT_SYNTAX_SYNTAXNODES_H

#include "wglint/Syntax/TokenMap.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace wglint::syntax {

enum class NodeKind : uint8_t {
  Opaque, ///< what the parser does not understand; never an error
  TranslationUnit,
  // Expressions
  NameExpr,
  LiteralExpr,
  ParenExpr,
  MemberExpr,
  IndexExpr,
  CallExpr,
  UnaryExpr,
  BinaryExpr,
  AssignExpr,
  ConditionalExpr,
  InitializerList,
  OpaqueExpr,
  // Statements
  CompoundStmt,
  IfStmt,
  ForStmt,
  WhileStmt,
  DoStmt,
  SwitchStmt,
  CaseLabel,
  JumpStmt,
  DeclStmt,
  ExprStmt,
  OpaqueStmt,
  // Declarations and their parts
  Declaration,
  Declarator,
  ArrayDim,
  TypeSpec,
  StructSpec,
  LayoutEntry,
  Block,
  Function,
  Parameter,
};

/// What all nodes have. Both tokens belong to the node; `children` are in the
/// order of the text and hold every node below, none of them null.
struct Node {
  NodeKind kind;
  uint32_t firstToken = kNone;
  uint32_t lastToken = kNone;
  const Node *parent = nullptr; ///< null at the root only
  llvm::ArrayRef<const Node *> children;

protected:
  explicit Node(NodeKind nodeKind) : kind(nodeKind) {}
};

struct Expr : Node {
  static bool classof(const Node *n) {
    return n->kind >= NodeKind::NameExpr && n->kind <= NodeKind::OpaqueExpr;
  }

protected:
  using Node::Node;
};
struct Stmt : Node {
  static bool classof(const Node *n) {
    return n->kind >= NodeKind::CompoundStmt && n->kind <= NodeKind::OpaqueStmt;
  }

protected:
  using Node::Node;
};

/// Common to the leaves of the hierarchy: what llvm::isa needs.
template <typename Base, NodeKind Kind>
struct NodeOf : Base {
  NodeOf() : Base(Kind) {}
  static bool classof(const Node *n) { return n->kind == Kind; }
};

struct Opaque : NodeOf<Node, NodeKind::Opaque> {};
struct OpaqueExpr : NodeOf<Expr, NodeKind::OpaqueExpr> {};
struct OpaqueStmt : NodeOf<Stmt, NodeKind::OpaqueStmt> {};
struct TranslationUnit : NodeOf<Node, NodeKind::TranslationUnit> {};

/// A variable, a function in front of a call, or a type in front of one.
struct NameExpr : NodeOf<Expr, NodeKind::NameExpr> {};
/// A number, true or false.
struct LiteralExpr : NodeOf<Expr, NodeKind::LiteralExpr> {};
struct ParenExpr : NodeOf<Expr, NodeKind::ParenExpr> {
  const Expr *inner = nullptr;
};
/// A member, a swizzle, or `length` in front of a call.
struct MemberExpr : NodeOf<Expr, NodeKind::MemberExpr> {
  const Expr *base = nullptr;
  uint32_t memberToken = kNone;
};
struct IndexExpr : NodeOf<Expr, NodeKind::IndexExpr> {
  const Expr *base = nullptr;
  const Expr *index = nullptr; ///< null in the type of `int[](1, 2)`
};
/// A function call or a constructor.
struct CallExpr : NodeOf<Expr, NodeKind::CallExpr> {
  const Expr *callee = nullptr; ///< NameExpr, MemberExpr, IndexExpr of a type
  llvm::ArrayRef<const Expr *> arguments;
};
struct UnaryExpr : NodeOf<Expr, NodeKind::UnaryExpr> {
  uint32_t opToken = kNone;
  bool isPostfix = false;
  const Expr *operand = nullptr;
};
/// The comma too.
struct BinaryExpr : NodeOf<Expr, NodeKind::BinaryExpr> {
  const Expr *lhs = nullptr;
  uint32_t opToken = kNone;
  const Expr *rhs = nullptr;
};
/// `=` and its kin.
struct AssignExpr : NodeOf<Expr, NodeKind::AssignExpr> {
  const Expr *lhs = nullptr;
  uint32_t opToken = kNone;
  const Expr *rhs = nullptr;
};
struct ConditionalExpr : NodeOf<Expr, NodeKind::ConditionalExpr> {
  const Expr *condition = nullptr, *whenTrue = nullptr, *whenFalse = nullptr;
};
/// `{1, 2}`
struct InitializerList : NodeOf<Expr, NodeKind::InitializerList> {
  llvm::ArrayRef<const Expr *> elements;
};

/// `[size]`, brackets included.
struct ArrayDim : NodeOf<Node, NodeKind::ArrayDim> {
  const Expr *size = nullptr; ///< null in `[]`
};
struct Declaration;
/// `struct Name { members }`
struct StructSpec : NodeOf<Node, NodeKind::StructSpec> {
  uint32_t nameToken = kNone;
  llvm::ArrayRef<const Declaration *> members;
};
/// `vec4`, `Particle[2]`, `struct { ... }`
struct TypeSpec : NodeOf<Node, NodeKind::TypeSpec> {
  uint32_t nameToken = kNone; ///< kNone where the structure stands in place
  const StructSpec *structure = nullptr;
  llvm::ArrayRef<const ArrayDim *> dims;
};
/// One of those in `layout(local_size_x = 8, std430)`.
struct LayoutEntry : NodeOf<Node, NodeKind::LayoutEntry> {
  uint32_t nameToken = kNone;
  const Expr *value = nullptr;
};
/// `shared`, `layout(...)`, `const`: a part of its owner, no node.
struct Qualifiers {
  llvm::ArrayRef<uint32_t> words; ///< tokens, without `layout`
  llvm::ArrayRef<const LayoutEntry *> layout;
  /// The closing parenthesis of the last `layout(...)`.
  uint32_t layoutEnd = kNone;
};
/// `name[dims] = initializer`
struct Declarator : NodeOf<Node, NodeKind::Declarator> {
  uint32_t nameToken = kNone;
  llvm::ArrayRef<const ArrayDim *> dims;
  const Expr *initializer = nullptr;
};
/// Variables of one type, of a structure's or a block's members too; a
/// structure alone; `layout(local_size_x = 8) in;`; `precision highp float;`.
/// The semicolon belongs to it except in conditions.
struct Declaration : NodeOf<Node, NodeKind::Declaration> {
  Qualifiers qualifiers;
  const TypeSpec *type = nullptr; ///< null in `layout(...) in;`
  llvm::ArrayRef<const Declarator *> declarators;
};
/// `buffer Name { members } instance[dims];`
struct Block : NodeOf<Node, NodeKind::Block> {
  Qualifiers qualifiers;
  uint32_t nameToken = kNone;
  llvm::ArrayRef<const Declaration *> members;
  uint32_t instanceToken = kNone;
  llvm::ArrayRef<const ArrayDim *> dims;
};
struct Parameter : NodeOf<Node, NodeKind::Parameter> {
  Qualifiers qualifiers;
  const TypeSpec *type = nullptr;
  uint32_t nameToken = kNone;
  llvm::ArrayRef<const ArrayDim *> dims;
};
struct CompoundStmt;
struct Function : NodeOf<Node, NodeKind::Function> {
  Qualifiers qualifiers;
  const TypeSpec *returnType = nullptr;
  uint32_t nameToken = kNone;
  llvm::ArrayRef<const Parameter *> parameters;
  const CompoundStmt *body = nullptr; ///< null in a prototype
};

struct CompoundStmt : NodeOf<Stmt, NodeKind::CompoundStmt> {
  llvm::ArrayRef<const Stmt *> statements;
};
struct IfStmt : NodeOf<Stmt, NodeKind::IfStmt> {
  const Expr *condition = nullptr;
  const Stmt *thenStmt = nullptr, *elseStmt = nullptr; ///< elseStmt may be null
};
struct ForStmt : NodeOf<Stmt, NodeKind::ForStmt> {
  const Stmt *init = nullptr;      ///< DeclStmt or ExprStmt, empty or not
  const Node *condition = nullptr; ///< Expr, Declaration or null
  const Expr *step = nullptr;      ///< may be null
  const Stmt *body = nullptr;
};
struct WhileStmt : NodeOf<Stmt, NodeKind::WhileStmt> {
  const Node *condition = nullptr; ///< Expr or Declaration
  const Stmt *body = nullptr;
};
struct DoStmt : NodeOf<Stmt, NodeKind::DoStmt> {
  const Stmt *body = nullptr;
  const Expr *condition = nullptr;
};
struct SwitchStmt : NodeOf<Stmt, NodeKind::SwitchStmt> {
  const Expr *condition = nullptr;
  const Stmt *body = nullptr;
};
struct CaseLabel : NodeOf<Stmt, NodeKind::CaseLabel> {
  const Expr *value = nullptr; ///< null: default
};
/// return, break, continue, discard: firstToken says which.
struct JumpStmt : NodeOf<Stmt, NodeKind::JumpStmt> {
  const Expr *value = nullptr;
};
struct DeclStmt : NodeOf<Stmt, NodeKind::DeclStmt> {
  const Declaration *declaration = nullptr;
};
struct ExprStmt : NodeOf<Stmt, NodeKind::ExprStmt> {
  const Expr *expression = nullptr; ///< null: `;`
};

} // namespace wglint::syntax

#endif // WGLINT_SYNTAX_SYNTAXNODES_H
