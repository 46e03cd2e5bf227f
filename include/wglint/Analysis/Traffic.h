// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What an invocation moves, as one number for each device. It compares a
/// shader with its rewritten form where PredictedCost.h has no time.
///
/// Units: sectors of global memory plus wavefronts of shared memory, which
///   count the same, over the invocations of the workgroup. Of a range, the
///   middle counts.
/// Unknown when: the totals of an access are not known. Atomics count by what
///   their requests touch, images only where a device's RequestRates are known.
/// Errors: none. Cost: linear in the accesses.
#ifndef WGLINT_ANALYSIS_TRAFFIC_H
#define WGLINT_ANALYSIS_TRAFFIC_H

#include "wglint/Analysis/Facts.h"
#include <optional>

namespace wglint {

/// Sectors and wavefronts of each invocation on configuration number \p config
/// of AnalysisOptions::configs.
std::optional<double> trafficPerInvocation(const EntryPointFacts &facts,
                                           size_t config);

/// What issuing an invocation's requests to buffers costs on the first
/// configuration, as a number of wavefronts that take as long. It weighs a load
/// that all lanes share: this touches one sector, just as a load from shared
/// memory takes one wavefront, and yet costs more. 0 where the device's
/// RequestRates are not known.
double issuePerInvocation(const EntryPointFacts &facts);

} // namespace wglint

#endif // WGLINT_ANALYSIS_TRAFFIC_H
