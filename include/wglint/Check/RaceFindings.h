// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The parts that findings on races and barriers share.
#ifndef WGLINT_CHECK_RACEFINDINGS_H
#define WGLINT_CHECK_RACEFINDINGS_H

#include "wglint/Check/Check.h"
#include <string>
#include <vector>

namespace wglint {

/// AccessFact::stretch of \p access; 0 if there is no such fact. Cost: linear
/// in the accesses.
uint32_t stretchNumber(const EntryPointFacts &facts, const RaceAccess &access);

/// "invocation 3"; or "invocation (3, 1, 0)" where the workgroup is not one
/// row.
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

/// Whether one of the two accesses is wider than what an atomic can change: a
/// vector, a matrix, a double.
bool isOfSeveralWords(const CheckContext &context, const RaceFact &race);

/// Whether two invocations meet in one statement outside of loops (`a[i] += x`,
/// or a single store): no barrier can stand between the two.
bool isOneStatement(const CheckContext &context, const RaceFact &race);

/// Whether isOneStatement() holds for a single store.
bool isOneStore(const CheckContext &context, const RaceFact &race);

/// The shared array of which the parameter \p array is a copy; nullptr if it is
/// not one.
const SharedVariableFact *passedArray(const EntryPointFacts &facts,
                                      const PrivateArrayFact &array);

/// Whether \p race is between invocations that all copy a whole shared array
/// into a function and back (`inout uint list[64]`).
bool isPassedBack(const CheckContext &context, const RaceFact &race);

/// Whether such a race writes back \p array, a copy of a shared one.
bool isHandedBackInRace(const CheckContext &context,
                        const PrivateArrayFact &array);

/// What to do about such a copy (GLSL 4.60, 6.1.1 "Function Calling
/// Conventions").
inline constexpr llvm::StringLiteral kPassedArrayAdvice =
    "let the function use the shared array itself: arrays are passed by value, "
    "so that what a function changes is each invocation's own copy";

/// Whether the two accesses of \p race, which is between workgroups, also race
/// within a workgroup and are as serious there. What mends that race may mend
/// this one.
bool meetsWithinWorkgroup(const CheckContext &context, const RaceFact &race);

/// The race between workgroups of the two accesses of \p race, which is within
/// a workgroup and which no barrier can mend for that reason; nullptr if there
/// is none.
const RaceFact *raceAcrossWorkgroups(const CheckContext &context,
                                     const RaceFact &race);

/// Whether each invocation stores to its own element while others look at
/// elements that data picks, or that a loop goes through.
bool isInPlace(const RaceFact &race);

/// What to do about \p race, which is between workgroups.
std::string acrossWorkgroupsAdvice(const RaceFact &race);

/// The place of the later access of each race, in the order of the facts: the
/// ranges of the findings on them. Cost: a search of the text for each race.
std::vector<SourceRange> raceRanges(const CheckContext &context);

/// Starts a finding on the later access of \p race. Its notes say what it rests
/// on, \p advice, the other access, macros and calls.
Diagnostic &addRaceFinding(const CheckContext &context, DiagnosticSink &sink,
                           const RaceFact &race, std::string message,
                           llvm::StringRef advice);

/// Adds notes to \p finding, which is about \p leader, for the others of \p
/// group: one for each place of a later access.
void addOthers(const CheckContext &context, Diagnostic &finding,
               llvm::ArrayRef<const RaceFact *> group, const RaceFact &leader);

/// Starts a finding at \p key with \p assumptions, and with notes on \p advice,
/// macros and calls.
Diagnostic &addSyncFinding(const CheckContext &context, DiagnosticSink &sink,
                           const DebugKey &key,
                           llvm::ArrayRef<DebugKey> callChain,
                           llvm::ArrayRef<std::string> assumptions,
                           std::string message, llvm::StringRef advice);

} // namespace wglint

#endif // WGLINT_CHECK_RACEFINDINGS_H
