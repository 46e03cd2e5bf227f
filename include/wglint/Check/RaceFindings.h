// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The parts that findings on races and barriers share.
#ifndef WGLINT_CHECK_RACEFINDINGS_H
#define WGLINT_CHECK_RACEFINDINGS_H

#include "wglint/Check/Check.h"
#include <string>
#include <vector>

namespace wglint {

/// AccessFact::stretch of \p access; 0: there is no such fact.
/// Cost: linear in the accesses.
uint32_t stretchNumber(const EntryPointFacts &facts, const RaceAccess &access);

/// "invocation 3", or "invocation (3, 1, 0)" of a workgroup that is not a row.
std::string invocationText(const EntryPointFacts &facts,
                           const InvocationId &invocation);

/// "workgroup (3, 0, 0)".
std::string workgroupIdText(const InvocationId &workgroup);

/// "loads", "stores to", "atomically changes".
std::string verbText(AccessOp op);

/// "byte 512 of 's'", "byte 4 + 4 * N of 's'", "a texel of 'image'".
std::string placeText(const RaceFact &race);

/// "invocation 1 loads byte 4 of 's', which invocation 0 stores to".
std::string meetingText(const CheckContext &context, const RaceFact &race);

/// Whether one of the two accesses is of more than atomics change at once: a
/// vector, a matrix, a double.
bool isOfSeveralWords(const CheckContext &context, const RaceFact &race);

/// Whether two invocations meet in one statement outside of loops (`a[i] += x`,
/// or one store): no barrier can stand between the two.
bool isOneStatement(const CheckContext &context, const RaceFact &race);

/// isOneStatement() of a single store.
bool isOneStore(const CheckContext &context, const RaceFact &race);

/// The shared array that \p array is an argument's copy of; nullptr: of none.
const SharedVariableFact *passedArray(const EntryPointFacts &facts,
                                      const PrivateArrayFact &array);

/// Whether \p race is between the invocations that fetch a function's copy of a
/// shared array and hand it back, all of them all of it (`inout uint
/// list[64]`).
bool isPassedBack(const CheckContext &context, const RaceFact &race);

/// Whether such a race hands back \p array, a copy of a shared one.
bool isHandedBackInRace(const CheckContext &context,
                        const PrivateArrayFact &array);

/// What to do about such a copy (GLSL 4.60, 6.1.1 "Function Calling
/// Conventions").
inline constexpr llvm::StringLiteral kPassedArrayAdvice =
    "let the function use the shared array itself: arrays are passed by value, "
    "so that what a function changes is each invocation's own copy";

/// The two accesses of \p race, one between workgroups, meet within a workgroup
/// as well, which weighs as much: what mends that may mend this.
bool meetsWithinWorkgroup(const CheckContext &context, const RaceFact &race);

/// The race between workgroups of the two accesses of \p race, which is one
/// within a workgroup: no barrier mends that. nullptr if there is none.
const RaceFact *raceAcrossWorkgroups(const CheckContext &context,
                                     const RaceFact &race);

/// Elements that data picks, or that a loop goes through, are looked at while
/// each invocation stores to its own.
bool isInPlace(const RaceFact &race);

/// What to do about \p race, one between workgroups.
std::string acrossWorkgroupsAdvice(const RaceFact &race);

/// Where the later access of each race of the facts is, in their order: the
/// ranges of the findings on them. Costs a search of the text for each.
std::vector<SourceRange> raceRanges(const CheckContext &context);

/// Starts a finding on the later access of \p race, with notes: what it rests
/// on, \p advice, the other access, macros and calls.
Diagnostic &addRaceFinding(const CheckContext &context, DiagnosticSink &sink,
                           const RaceFact &race, std::string message,
                           llvm::StringRef advice);

/// Adds notes to \p finding, which speaks of \p leader, for the others of
/// \p group at their later accesses, one for each place.
void addOthers(const CheckContext &context, Diagnostic &finding,
               llvm::ArrayRef<const RaceFact *> group, const RaceFact &leader);

/// Starts a finding at \p key, with \p advice, macros and calls as notes, and
/// \p assumptions.
Diagnostic &addSyncFinding(const CheckContext &context, DiagnosticSink &sink,
                           const DebugKey &key,
                           llvm::ArrayRef<DebugKey> callChain,
                           llvm::ArrayRef<std::string> assumptions,
                           std::string message, llvm::StringRef advice);

} // namespace wglint

#endif // WGLINT_CHECK_RACEFINDINGS_H
