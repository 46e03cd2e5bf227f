// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A predicted time of a dispatch, made of the counts of its facts: for putting
/// variants of one shader in order, not for stating how long one takes.
///
/// Computes: five times, each of one part of the device as if the others cost
///   nothing, and their sum. docs/analyses/PredictedCost.md has the formulas.
/// Units: counts are of the whole dispatch; times are in ns.
/// Unknown when: no dispatch is given; the totals of an access are not known
///   (data decides its address, its loop is too long, an atomic's or an
///   image's cost is not documented); the occupancy or the rates of the
///   device are not known.
/// Assumes: level 1 serves what one workgroup loads again, and nothing else;
///   stores pass it by. Arithmetic and barriers are free.
/// Errors: none. Cost: linear in the accesses.
#ifndef WGLINT_ANALYSIS_PREDICTEDCOST_H
#define WGLINT_ANALYSIS_PREDICTEDCOST_H

#include "wglint/Analysis/Facts.h"
#include "wglint/Target/Throughput.h"
#include <optional>

namespace wglint {

/// What a dispatch asks of the parts of a device.
struct DispatchCounts {
  double workgroups = 0;
  double requests = 0;       ///< to buffers, shared and indexed private memory
  double missRequests = 0;   ///< loads from buffers that level 1 does not serve
  double lines = 0;          ///< summed up over the requests to buffers
  double wavefronts = 0;     ///< of shared memory
  double l2Sectors = 0;      ///< loaded once by each workgroup, or stored
  double ramSectors = 0;     ///< of l2Sectors, each counted once
  double ramRequests = 0;    ///< of missRequests, those that wait for memory
  double partialSectors = 0; ///< that a workgroup stores only a part of
  double residentSubgroups = 0; ///< on one compute unit
};

/// See the file comment.
struct PredictedCost {
  DispatchCounts counts;
  double launchNs = 0;  ///< starting the workgroups
  double latencyNs = 0; ///< waiting for requests, as many at once as fit
  double passesNs = 0;  ///< level 1 and shared memory at work
  double l2Ns = 0;      ///< sectors through the level-2 cache
  double ramNs = 0;     ///< sectors through the device's memory
  double totalNs() const {
    return launchNs + latencyNs + passesNs + l2Ns + ramNs;
  }
};

/// The counts of \p facts for a configuration that they were computed for,
/// which has to be the first one; std::nullopt where one is unknown.
std::optional<DispatchCounts> countDispatch(const EntryPointFacts &facts);

/// The times of \p counts at the rates \p rates; its occupancy is at least one.
PredictedCost predictCost(const DispatchCounts &counts, const Throughput &rates,
                          unsigned sectorBytes);

/// Both of them, at the rates of the first configuration's device.
std::optional<PredictedCost> predictCost(const EntryPointFacts &facts);

} // namespace wglint

#endif // WGLINT_ANALYSIS_PREDICTEDCOST_H
