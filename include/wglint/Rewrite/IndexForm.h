// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the expressions of a compute shader's text are worth, in terms of the
/// ids of an invocation, the variables of loops and what the host gives. The
/// facts say what an access costs; this says how its text depends on what, so
/// that a rewrite can evaluate it for another invocation.
#ifndef WGLINT_REWRITE_INDEXFORM_H
#define WGLINT_REWRITE_INDEXFORM_H

#include "wglint/Rewrite/IndexPolynomial.h"
#include "wglint/Syntax/SyntaxTree.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <string>
#include <vector>

namespace wglint {

/// What an unknown stands for.
struct IndexAtom {
  enum class Kind : uint8_t {
    LocalId,      ///< component `axis` of gl_LocalInvocationID
    WorkgroupId,  ///< component `axis` of gl_WorkGroupID
    LoopVariable, ///< `variable` of a `for` that only its header changes
    Uniform,      ///< the same for all invocations of a dispatch
    Operation,    ///< a function of `operands`, and of memory that none writes
    Unknown,      ///< may depend on anything
  };
  Kind kind = Kind::Unknown;
  unsigned axis = 0;
  const syntax::Declarator *variable = nullptr;
  std::string operation; ///< tells operations apart
  std::vector<IndexPolynomial> operands;
};

/// A scalar or a vector, component by component. One component may also be all
/// that is known of a vector.
struct IndexValue {
  llvm::SmallVector<IndexPolynomial, 4> components;
  bool isFloat = false;
};

/// Evaluates expressions; remembers what it has evaluated.
class IndexForms {
public:
  IndexForms(const syntax::SyntaxTree &tree,
             std::array<uint32_t, 3> workgroupSize);

  /// Cost: linear in the expression and in the variables that it uses.
  IndexValue evaluate(const syntax::Expr &expr);
  /// The value of an expression that is one number in every run.
  std::optional<int64_t> constantOf(const syntax::Expr &expr);

  AtomId localId(unsigned axis) const { return axis; }
  AtomId workgroupId(unsigned axis) const { return 3 + axis; }
  AtomId loopVariable(const syntax::Declarator &variable);
  const IndexAtom &atom(AtomId id) const { return Atoms[id]; }

  /// Whether \p value may change with \p id, through operations too.
  bool dependsOn(const IndexPolynomial &value, AtomId id) const;
  bool dependsOn(const IndexValue &value, AtomId id) const;
  /// Whether some part of \p value is not known at all.
  bool isUnknown(const IndexValue &value) const;
  /// Whether all invocations of a workgroup agree on \p value, given that they
  /// agree on the variables of loops.
  bool isWorkgroupUniform(const IndexValue &value) const;
  /// Whether \p value depends on \p id and \p shift only through the sum
  /// `id + sign * shift`, with a sign that is 1 or -1.
  std::optional<int> sumSign(const IndexValue &value, AtomId id,
                             AtomId shift) const;
  /// How many zeros \p value ends in as a binary number, at least; at most 32.
  unsigned trailingZeros(const IndexPolynomial &value);
  /// Whether \p value equals \p id modulo \p span up to a multiple of \p span:
  /// for every m there is an n such that id = m * span + j implies value = n *
  /// span + j, for all j from 0 to span - 1. \p span is a power of two.
  bool keepsLowBits(const IndexPolynomial &value, AtomId id, uint32_t span);
  /// Whether evaluating \p value reads arrays or calls functions.
  bool readsMemory(const IndexPolynomial &value) const;
  /// \p value with \p id replaced, within operations too.
  IndexPolynomial substitute(const IndexPolynomial &value, AtomId id,
                             const IndexPolynomial &by);

private:
  using Operands = std::vector<IndexPolynomial>;

  IndexValue evaluateName(const syntax::NameExpr &name);
  IndexValue evaluateBuiltIn(llvm::StringRef name);
  IndexValue evaluateDeclared(const syntax::NameExpr &name,
                              const syntax::Node &declaration);
  IndexValue evaluateVariable(const syntax::Declarator &variable,
                              const syntax::NameExpr &name);
  IndexValue evaluateMember(const syntax::MemberExpr &member);
  IndexValue evaluateIndexed(const syntax::IndexExpr &indexed);
  IndexValue evaluateCall(const syntax::CallExpr &call);
  IndexValue evaluateFunction(const syntax::CallExpr &call,
                              const std::vector<IndexValue> &arguments);
  std::optional<IndexValue>
  evaluateConstructor(llvm::StringRef type,
                      const std::vector<IndexValue> &arguments);
  IndexValue evaluateUnary(const syntax::UnaryExpr &unary);
  IndexValue evaluateBinary(const syntax::BinaryExpr &binary);
  IndexValue inlineBody(const syntax::Function &function,
                        const std::vector<IndexValue> &arguments);

  unsigned trailingZerosOf(AtomId id);
  bool operationKeepsLowBits(AtomId operation, AtomId id, uint32_t span);
  IndexValue unknown();
  IndexValue uniform(llvm::StringRef text, llvm::StringRef type);
  IndexPolynomial operation(llvm::StringRef what, Operands operands);
  /// Component by component, scalars repeated.
  IndexValue componentwise(llvm::StringRef what,
                           llvm::ArrayRef<IndexValue> operands, bool isFloat);
  IndexValue reduced(llvm::StringRef what, llvm::ArrayRef<IndexValue> operands,
                     bool isFloat);
  bool checkSum(const IndexPolynomial &value, AtomId id, AtomId shift,
                std::optional<int> &sign) const;

  const syntax::SyntaxTree &Tree;
  std::array<uint32_t, 3> WorkgroupSize;
  std::vector<IndexAtom> Atoms;
  std::map<std::string, AtomId> Interned;
  llvm::DenseMap<const syntax::Node *, IndexValue> Known;
  /// Arguments of the calls that are being evaluated in place.
  llvm::DenseMap<const syntax::Node *, IndexValue> Bound;
  unsigned Depth = 0;
};

} // namespace wglint

#endif // WGLINT_REWRITE_INDEXFORM_H
