// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The parts that all findings share, so that they read alike: where, how much,
/// under which assumptions, for which device, and what to do.
#ifndef WGLINT_CHECK_FINDINGS_H
#define WGLINT_CHECK_FINDINGS_H

#include "wglint/Check/Check.h"
#include "wglint/Check/Judgement.h"
#include "wglint/Check/MinorReason.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace wglint {

/// The word that users see for \p evidence.
Evidence evidenceOf(FactEvidence evidence);

/// "4", or "4 to 32" for a range.
std::string countText(const CountRange &count);

/// "'position', 'mass'"; more than four names are shortened: "'a', 'b', 'c',
/// 'd' and 2 more".
std::string namesText(llvm::ArrayRef<llvm::StringRef> names);

/// "load from 'src'", "store to 'dst'", "atomic on 'bins'".
std::string accessText(const AccessFact &access);

/// "NVIDIA Ampere (32 lanes)".
std::string deviceText(const DeviceConfig &config);

/// "16 x 16 = 256", or "256" for a workgroup of one dimension.
std::string workgroupText(const std::array<uint32_t, 3> &size);

/// The text of the assumption where the workgroup's size is
/// SizeSource::Assumed.
std::string assumedSizeText(const EntryPointFacts &facts);

/// \p assumption as findings state it. Where the workgroup's size is assumed,
/// its text does not claim that the constants behind that size have their
/// defaults.
std::string statedAssumption(const EntryPointFacts &facts,
                             const std::string &assumption);

/// Number of subgroups of a workgroup; the last one need not be full.
uint64_t subgroupCount(const EntryPointFacts &facts,
                       const DeviceConfig &config);

/// Starts a finding on the first of \p accesses, with its place and the
/// evidence and assumptions of all of them. Notes follow in this order: how
/// much it matters and what it rests on, \p advice (one sentence, or empty),
/// the places of the other accesses (at most eight), macros and calls. \p
/// config is the device behind the numbers; nullptr: no device is named. \p
/// likewise are the accesses of other findings with the same cause, for which
/// this one speaks; noteLikewise() names them.
Diagnostic &
addAccessFinding(const CheckContext &context, DiagnosticSink &sink,
                 llvm::ArrayRef<const AccessFact *> accesses,
                 const DeviceConfig *config, std::string message,
                 llvm::StringRef advice,
                 llvm::StringRef others = "walks the same structures",
                 llvm::ArrayRef<const AccessFact *> likewise = {});

/// Adds notes for \p accesses (at most eight), which belong to \p findingCount
/// findings with the cause of \p diagnostic. Does nothing if there are none.
void noteLikewise(const CheckContext &context, Diagnostic &diagnostic,
                  llvm::ArrayRef<const AccessFact *> accesses,
                  size_t findingCount);

/// Starts a finding at \p location, for findings on variables and on the entry
/// point. It has the first two of the notes of addAccessFinding(), and those on
/// macros.
Diagnostic &addFinding(const CheckContext &context, DiagnosticSink &sink,
                       const SourceLocation &location,
                       const DeviceConfig *config, std::string message,
                       llvm::StringRef advice);

/// Where findings on the workgroup's size are reported: at its declaration,
/// else at the entry point.
SourceLocation workgroupSizeLocation(const CheckContext &context);

/// Where findings on shared memory as a whole are reported: at the declaration
/// of the largest shared variable that is used, else at that of the workgroup's
/// size.
SourceLocation sharedMemoryLocation(const CheckContext &context);

/// Where the shared variable \p variable is declared, else its first access,
/// else the entry point.
SourceLocation sharedVariableLocation(const CheckContext &context,
                                      const SharedUseFact &variable);

/// Starts a finding on the workgroup's size. It is a remark where the size is
/// only the default of specialization constants: authors whose hosts set the
/// size leave the default at 1.
Diagnostic &addWorkgroupFinding(const CheckContext &context,
                                DiagnosticSink &sink,
                                const DeviceConfig *config, std::string message,
                                llvm::StringRef advice);

/// Starts a finding on a workgroup that leaves lanes of its subgroups idle,
/// with the measurements and a size that fits: "\p what: 28 of 128 lanes are
/// idle". It is a remark where \p verdict does not hold on all devices.
Diagnostic &addIdleLanesFinding(const CheckContext &context,
                                DiagnosticSink &sink,
                                const ConfigVerdict &verdict,
                                llvm::StringRef what);

/// Adds a measurement called \p name if \p count is exact; else two, called
/// `nameMin` and `nameMax`.
void addMeasurement(Diagnostic &diagnostic, llvm::StringRef name,
                    const CountRange &count, llvm::StringRef unit);
void addMeasurement(Diagnostic &diagnostic, llvm::StringRef name, double value,
                    llvm::StringRef unit);

/// Adds the measurements that every finding on sectors has, and a note on what
/// the accesses of a group use together.
void addSectorNumbers(Diagnostic &diagnostic, const AccessFact &access,
                      const CostVerdict &verdict);

} // namespace wglint

#endif // WGLINT_CHECK_FINDINGS_H
