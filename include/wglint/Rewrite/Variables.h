// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the text says of variables: storage, types, whether they ever change.
#ifndef WGLINT_REWRITE_VARIABLES_H
#define WGLINT_REWRITE_VARIABLES_H

#include "wglint/Syntax/SyntaxTree.h"
#include <string>

namespace wglint {

/// Where a variable lives, as far as rewrites tell it.
enum class VariableStorage {
  Local,  ///< of a function, parameters too
  Global, ///< private to an invocation, declared outside of functions
  Shared,
  Buffer,  ///< a storage block or a member of one
  Uniform, ///< a uniform, a member of a uniform block, a specialization
           ///< constant
  Image,   ///< images and samplers
};

VariableStorage storageOf(const syntax::SyntaxTree &tree,
                          const syntax::Node &declaration);

/// Whether \p word (`readonly`, `restrict`) stands at the declaration or at the
/// block that it is a member of.
bool hasQualifier(const syntax::SyntaxTree &tree,
                  const syntax::Node &declaration, llvm::StringRef word);

/// `coherent` or `volatile` where the declaration, its block or a member of
/// that says so: others may watch what is stored there while the shader runs,
/// and how often. Empty otherwise.
llvm::StringRef watchQualifier(const syntax::SyntaxTree &tree,
                               const syntax::Node &declaration);
/// The same for the whole shader: of what gives invocations other work.
llvm::StringRef watchQualifierAnywhere(const syntax::SyntaxTree &tree);

/// Whether nothing but the initializer ever gives the variable a value.
bool isNeverWritten(const syntax::SyntaxTree &tree,
                    const syntax::Node &declaration);

/// A variable outside of functions that an invocation has for itself and gives
/// a value to: one that does the work of several would find the value of the
/// last. nullptr: there is none.
const syntax::Declarator *writtenGlobal(const syntax::SyntaxTree &tree);

/// Components of a scalar or vector type; 0 for all else.
unsigned componentCount(llvm::StringRef type);
/// Whether a scalar or vector type holds floating-point numbers.
bool isFloatType(llvm::StringRef type);
/// Bytes that a value takes in shared memory, which has no padding but that of
/// three-component vectors; 0 where it is not a scalar or vector.
unsigned sharedBytesOf(llvm::StringRef type);

/// A zero of a scalar, vector or matrix type, in GLSL.
std::string zeroText(llvm::StringRef type);

} // namespace wglint

#endif // WGLINT_REWRITE_VARIABLES_H
