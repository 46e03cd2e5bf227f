// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which findings on memory have the same cause, and so the same remedy: one of
/// them is reported for all.
#ifndef WGLINT_CHECK_ONECAUSE_H
#define WGLINT_CHECK_ONECAUSE_H

#include "wglint/Check/BankRemedies.h"
#include "wglint/Check/Check.h"
#include "wglint/Check/Judgement.h"
#include "wglint/Check/MinorReason.h"
#include "wglint/Check/Share.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace wglint {

/// Accesses that are a finding, unless another finding with the same cause is
/// reported for them.
struct Suspects {
  llvm::ArrayRef<const AccessFact *> accesses; ///< never empty
  MinorReason minor = "";                      ///< why it is a remark
  double weight = 0; ///< of several, the heaviest is reported
};

/// Findings with the same cause, as indices into a list of Suspects.
struct OneCause {
  size_t leader = 0; ///< the one that is reported for all
  llvm::SmallVector<size_t, 4> others;
};

/// Groups \p all by cause. \p haveOne says whether two of them have the same
/// cause; it is asked with the earlier one first. In each group a warning leads
/// before a remark, then the heaviest, then the first. The groups are in the
/// order of their first members. Cost: quadratic in \p all.
std::vector<OneCause>
joinByCause(llvm::ArrayRef<Suspects> all,
            llvm::function_ref<bool(size_t, size_t)> haveOne);

/// The accesses of those members of \p cause that do not lead.
llvm::SmallVector<const AccessFact *, 8> likewise(const OneCause &cause,
                                                  llvm::ArrayRef<Suspects> all);

/// Whether the global accesses \p a and \p b are scattered for the same reason,
/// the assignment of invocations to elements, so that one change mends both.
/// Their lanes keep the same distances under the same chain of calls, and in
/// addition
/// - for one variable and one loop: they are less than a sector apart, or of
///   one size where the distance is not known;
/// - for one variable and two loops: they are of one size, as in a loop and in
///   another one over what it leaves;
/// - for two variables: they are of one size, executed one after the other, and
///   the host gives the distance.
bool areDealtAlike(const AccessFact &a, const AccessFact &b);

/// A group that wastes sectors and is reported for others with its cause.
struct ScatteredCause {
  const ScatteredGroup *leader = nullptr;
  MinorReason minor = ""; ///< why it is a remark
  llvm::SmallVector<const AccessFact *, 8> likewise;
  size_t otherCount = 0; ///< number of groups behind `likewise`
};

/// Groups \p groups by cause, in the order of the first group of each; the
/// group that moves most leads. Two groups have the same cause if one of these
/// holds:
/// - areDealtAlike();
/// - lanes take runs of as many elements from several variables at once;
/// - they take parts of structures of one type;
/// - \p isOfShape holds for both, which means that the shape of the workgroup
///   is the cause, whatever they access.
///
/// A group that is minor because it is executed less often stays apart.
std::vector<ScatteredCause>
causesOf(const EntryPointFacts &facts, llvm::ArrayRef<ScatteredGroup> groups,
         llvm::function_ref<MinorReason(const ScatteredGroup &)> whyMinor,
         llvm::function_ref<bool(const ScatteredGroup &)> isOfShape = nullptr);

/// Starts a finding on \p cause, with its numbers and all its places.
void addScatteredFinding(const CheckContext &context, DiagnosticSink &sink,
                         const ScatteredCause &cause, std::string message,
                         llvm::StringRef advice);

/// Accesses to a shared variable that conflict in the same way: those of `s[i]
/// += s[i + d]`, for example, or one access under several calls of its
/// function.
struct AlikeConflicts {
  llvm::SmallVector<const AccessFact *, 4> accesses; ///< never empty
  ConflictVerdict verdict;                           ///< of the first access
  Merging merging = Merging::None;                   ///< of the first access
  /// Extra wavefronts at the place of the first access, over all calls.
  MaybeCount extra;
  BankRemedies remedies; ///< for the first access
};

/// The bank conflicts of \p facts, in the order of their first accesses. Cost:
/// quadratic in the accesses to shared memory, plus bankRemedies() for each
/// element of the result.
std::vector<AlikeConflicts> alikeConflicts(const EntryPointFacts &facts);

/// Whether one remedy mends \p a and \p b.
/// - In one array: the same remedy of bankRemedies() helps both (padding counts
///   only if shared memory \p hasRoom for it), or the lanes of their first
///   accesses keep the same distances where the conflicts were counted. The
///   accesses that fill the rows of a tile and those that read them are like
///   that.
/// - In two arrays of one shape: they are of one kind and executed together at
///   the same index, as in `red[i] = v.x; green[i] = v.y`, with the same
///   distances lane by lane and the same numbers.
bool haveOnePattern(const EntryPointFacts &facts, bool hasRoom,
                    const AlikeConflicts &a, const AlikeConflicts &b);

} // namespace wglint

#endif // WGLINT_CHECK_ONECAUSE_H
