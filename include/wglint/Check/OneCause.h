// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which findings on memory have one cause, and with it one remedy: one of them
/// speaks for all.
#ifndef WGLINT_CHECK_ONECAUSE_H
#define WGLINT_CHECK_ONECAUSE_H

#include "wglint/Check/BankRemedies.h"
#include "wglint/Check/Check.h"
#include "wglint/Check/Judgement.h"
#include "wglint/Check/Share.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace wglint {

/// Accesses that are a finding, unless one with the same cause speaks for them.
struct Suspects {
  llvm::ArrayRef<const AccessFact *> accesses; ///< never empty
  bool isMinor = false;                        ///< a remark
  double weight = 0; ///< which of several is to speak: the heaviest
};

/// Findings with one cause, as indices into a list of Suspects.
struct OneCause {
  size_t leader = 0; ///< the one that speaks for all
  llvm::SmallVector<size_t, 4> others;
};

/// Parts \p all into as few causes as \p haveOne leaves, which is asked of two
/// of them, the earlier one first. A warning leads before a remark, then the
/// heaviest, then the first. In order of the first of each.
/// Cost: quadratic in \p all.
std::vector<OneCause>
joinByCause(llvm::ArrayRef<Suspects> all,
            llvm::function_ref<bool(size_t, size_t)> haveOne);

/// The accesses of the others of \p cause.
llvm::SmallVector<const AccessFact *, 8> likewise(const OneCause &cause,
                                                  llvm::ArrayRef<Suspects> all);

/// Whether the global accesses \p a and \p b are scattered by how invocations
/// are dealt out, which mends both where it is mended: under one chain of calls
/// their lanes keep the same distances. Of one variable in one loop they lie
/// less than a sector apart, or are of one size where that is not known; those
/// of two loops are of one size, as in a loop and in that over what it leaves.
/// Those of two variables are of one size, made in one go, and the host gives
/// the distance.
bool areDealtAlike(const AccessFact &a, const AccessFact &b);

/// A group that wastes sectors, which speaks for others with its cause.
struct ScatteredCause {
  const ScatteredGroup *leader = nullptr;
  bool isMinor = false; ///< a remark
  llvm::SmallVector<const AccessFact *, 8> likewise;
  size_t otherCount = 0; ///< groups that `likewise` are
};

/// The causes of \p groups, in order of the first group of each; of several
/// with one cause that leads which moves most. Those have one cause that
/// areDealtAlike(), runs of as many elements, which lanes take of several
/// variables in one go, parts of structures of one type, and all groups
/// \p isOfShape: the workgroup's shape, whatever they access. What moves less
/// often, and is minor for that, stays apart.
std::vector<ScatteredCause>
causesOf(const EntryPointFacts &facts, llvm::ArrayRef<ScatteredGroup> groups,
         llvm::function_ref<bool(const ScatteredGroup &)> isMinor,
         llvm::function_ref<bool(const ScatteredGroup &)> isOfShape = nullptr);

/// Starts a finding on \p cause, with its numbers and all its places.
void addScatteredFinding(const CheckContext &context, DiagnosticSink &sink,
                         const ScatteredCause &cause, std::string message,
                         llvm::StringRef advice);

/// Accesses to a shared variable that conflict alike, as those of
/// `s[i] += s[i + d]` do, and one by several calls of its function.
struct AlikeConflicts {
  llvm::SmallVector<const AccessFact *, 4> accesses; ///< never empty
  ConflictVerdict verdict;                           ///< of the first
  Merging merging = Merging::None;                   ///< of the first
  MaybeCount extra;      ///< wavefronts of the first's place, over all calls
  BankRemedies remedies; ///< of the first
};

/// The bank conflicts of \p facts, in order of their first accesses.
/// Cost: quadratic in the accesses to shared memory, and that of bankRemedies()
/// for each of the result.
std::vector<AlikeConflicts> alikeConflicts(const EntryPointFacts &facts);

/// Whether one remedy mends \p a and \p b. In one array: the same of
/// bankRemedies() does, padding if shared memory \p hasRoom for it, or the
/// lanes of their first accesses keep the same distances where the conflicts
/// were counted, as those that fill the rows of a tile and those that read them
/// do. In two of one shape: they are of one kind, made in one go at the same
/// index, as those of `red[i] = v.x; green[i] = v.y` are: lane by lane the same
/// distances all the way, and the same numbers.
bool haveOnePattern(const EntryPointFacts &facts, bool hasRoom,
                    const AlikeConflicts &a, const AlikeConflicts &b);

} // namespace wglint

#endif // WGLINT_CHECK_ONECAUSE_H
