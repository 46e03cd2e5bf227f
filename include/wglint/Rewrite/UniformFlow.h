// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Brings a barrier into uniform control flow: early returns become conditions.
#ifndef WGLINT_REWRITE_UNIFORMFLOW_H
#define WGLINT_REWRITE_UNIFORMFLOW_H

#include "wglint/Rewrite/Clone.h"
#include "wglint/Rewrite/EditSet.h"

namespace wglint {

/// The entry point, where the text has exactly one function `main`.
const syntax::Function *entryFunction(const RewriteContext &context);

/// Whether \p node or a function that it calls accesses a storage buffer or an
/// image; with \p onlyWrites: may store to one.
bool touchesMemory(const syntax::SyntaxTree &tree, const syntax::Node &node,
                   bool onlyWrites = false);

/// Whether \p node or a function that it calls waits at a barrier.
bool hasBarrier(const syntax::SyntaxTree &tree, const syntax::Node &node);

/// Whether \p call is barrier() or one for memory.
bool isBarrierCall(const syntax::SyntaxTree &tree,
                   const syntax::CallExpr &call);

/// The same for a statement that is nothing else.
bool isBarrierStatement(const syntax::SyntaxTree &tree,
                        const syntax::Stmt &statement);

/// Whether a `return` stands in \p node.
bool hasReturn(const syntax::SyntaxTree &tree, const syntax::Node &node);

/// Makes the rest of \p body, behind each `if (c) return;` in it, the body of
/// an `if` with the opposite condition, and puts \p lines behind all of them,
/// where every invocation comes. The conditions get the names of \p renaming.
/// Errors: where an invocation leaves in another way.
llvm::Error appendBehindReturns(const RewriteContext &context,
                                IndexForms &forms,
                                const syntax::CompoundStmt &body,
                                llvm::StringRef lines, const Renaming &renaming,
                                EditSet &edits);

/// Indents the lines that start with one of the tokens \p first to \p last by
/// \p levels more.
void indentTokens(const RewriteContext &context, uint32_t first, uint32_t last,
                  unsigned levels, EditSet &edits);

/// Puts \p statements, which follow each other, under `if (condition)`.
void guardStatements(const RewriteContext &context,
                     llvm::ArrayRef<const syntax::Stmt *> statements,
                     llvm::StringRef condition, EditSet &edits);

/// What stands for the value of \p variable, declared with \p type, where it is
/// not read. Errors: arrays and structures have no such text.
llvm::Expected<std::string> zeroOf(const RewriteContext &context,
                                   const syntax::TypeSpec &type,
                                   const syntax::Declarator &variable);

/// \p lines, each one tab further in; EditSet writes what the file indents
/// with.
std::string indented(llvm::StringRef lines);

} // namespace wglint

#endif // WGLINT_REWRITE_UNIFORMFLOW_H
