// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The parts that all findings share, so that they read alike: where, how much,
/// under which assumptions, for which device, and what to do.
#ifndef WGLINT_CHECK_FINDINGS_H
#define WGLINT_CHECK_FINDINGS_H

#include "wglint/Check/Check.h"
#include "wglint/Check/Judgement.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace wglint {

/// The word that users see for \p evidence.
Evidence evidenceOf(FactEvidence evidence);

/// "4", or "4 to 32" for a range.
std::string countText(const CountRange &count);

/// "'position', 'mass'", of more than four "'a', 'b', 'c', 'd' and 2 more".
std::string namesText(llvm::ArrayRef<llvm::StringRef> names);

/// "load from 'src'", "store to 'dst'", "atomic on 'bins'".
std::string accessText(const AccessFact &access);

/// "NVIDIA Ampere (32 lanes)".
std::string deviceText(const DeviceConfig &config);

/// "16 x 16 = 256", or "256" for a workgroup of one dimension.
std::string workgroupText(const std::array<uint32_t, 3> &size);

/// Of SizeSource::Assumed: the assumption.
std::string assumedSizeText(const EntryPointFacts &facts);

/// \p assumption as findings state it: where the workgroup's size is assumed,
/// the constants that make it up do not have their defaults.
std::string statedAssumption(const EntryPointFacts &facts,
                             const std::string &assumption);

/// Subgroups of a workgroup, the last one perhaps not full.
uint64_t subgroupCount(const EntryPointFacts &facts,
                       const DeviceConfig &config);

/// Starts a finding on the first of \p accesses: place, evidence and
/// assumptions of all of them, and notes in this order: how much it matters and
/// what it rests on, \p advice (one sentence, or empty), the places of the
/// other accesses (eight of them at most), macros and calls. \p config names
/// the device of the numbers; nullptr: no device is named. \p likewise: the
/// accesses of other findings with the same cause, for which this one speaks;
/// noteLikewise() names them.
Diagnostic &
addAccessFinding(const CheckContext &context, DiagnosticSink &sink,
                 llvm::ArrayRef<const AccessFact *> accesses,
                 const DeviceConfig *config, std::string message,
                 llvm::StringRef advice,
                 llvm::StringRef others = "walks the same structures",
                 llvm::ArrayRef<const AccessFact *> likewise = {});

/// Adds notes for \p accesses, of \p findingCount findings that have the cause
/// of \p diagnostic (eight of them at most). Nothing where there are none.
void noteLikewise(const CheckContext &context, Diagnostic &diagnostic,
                  llvm::ArrayRef<const AccessFact *> accesses,
                  size_t findingCount);

/// Starts a finding at \p location, with the first two of these notes and those
/// of macros. For findings on variables and on the entry point.
Diagnostic &addFinding(const CheckContext &context, DiagnosticSink &sink,
                       const SourceLocation &location,
                       const DeviceConfig *config, std::string message,
                       llvm::StringRef advice);

/// Where findings on the workgroup's size stand: the declaration, or else the
/// entry point.
SourceLocation workgroupSizeLocation(const CheckContext &context);

/// Where findings on shared memory as a whole stand: the declaration of the
/// largest shared variable that is used, or else that of the workgroup's size.
SourceLocation sharedMemoryLocation(const CheckContext &context);

/// Where the shared variable \p name is declared, or else the first access to
/// it, or else the entry point.
SourceLocation sharedVariableLocation(const CheckContext &context,
                                      const SharedUseFact &variable);

/// Starts a finding on the workgroup's size. A remark where the size is only
/// the default of specialization constants: hosts that set it leave that at 1.
Diagnostic &addWorkgroupFinding(const CheckContext &context,
                                DiagnosticSink &sink,
                                const DeviceConfig *config, std::string message,
                                llvm::StringRef advice);

/// Starts a finding on a workgroup that leaves lanes of its subgroups idle: "\p
/// what: 28 of 128 lanes are idle", with the measurements and a size that fits.
/// A remark where \p verdict does not hold on all devices.
Diagnostic &addIdleLanesFinding(const CheckContext &context,
                                DiagnosticSink &sink,
                                const ConfigVerdict &verdict,
                                llvm::StringRef what);

/// Adds `name` with the value of an exact count, `nameMin` and `nameMax` for a
/// range.
void addMeasurement(Diagnostic &diagnostic, llvm::StringRef name,
                    const CountRange &count, llvm::StringRef unit);
void addMeasurement(Diagnostic &diagnostic, llvm::StringRef name, double value,
                    llvm::StringRef unit);

/// The measurements that every finding on sectors carries, and a note on what
/// the accesses of a group use together.
void addSectorNumbers(Diagnostic &diagnostic, const AccessFact &access,
                      const CostVerdict &verdict);

} // namespace wglint

#endif // WGLINT_CHECK_FINDINGS_H
