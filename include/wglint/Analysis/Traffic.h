// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What an invocation moves, in one number for each device: for holding a
/// shader against its rewritten form where PredictedCost.h has no time.
///
/// Units: sectors of global memory and wavefronts of shared memory, one as dear
///   as the other, over the invocations of the workgroup; of bounds the middle.
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

/// What issuing the requests to buffers takes of each invocation on the first
/// configuration, in wavefronts that take as long: a load that all lanes share
/// touches one sector, as one from shared memory takes one wavefront, and yet
/// costs more. 0 where the device's RequestRates are not known.
double issuePerInvocation(const EntryPointFacts &facts);

} // namespace wglint

#endif // WGLINT_ANALYSIS_TRAFFIC_H
