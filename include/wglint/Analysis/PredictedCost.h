// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A predicted time of a dispatch, made of the counts of its facts: for putting
/// variants of one shader in order, not for stating how long one takes.
///
/// Computes: seven times, each of one part of the device as if the others cost
///   nothing, and what they come to together. docs/analyses/PredictedCost.md
///   has the formulas.
/// Units: counts are of the whole dispatch; times are in ns.
/// Unknown when: no dispatch is given; the totals of an access are not known
///   (data decides its address, its loop is too long, an atomic's or an
///   image's cost is not documented); a private array is indexed at run time;
///   the occupancy or the rates of the device are not known.
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
  double subgroups = 0;
  double requests = 0;     ///< to buffers
  double missRequests = 0; ///< loads that level 1 does not serve
  double ramRequests = 0; ///< those of missRequests that level 2 does not serve
  double lines = 0;       ///< summed up over the requests to buffers
  double wavefronts = 0;  ///< of shared memory
  double l2Sectors = 0;   ///< loaded once by each workgroup, or stored
  double partialSectors = 0; ///< of which a workgroup stores only a part
  double ramSectors = 0;     ///< of l2Sectors, each counted once
  /// Visits to pages that other pages have displaced since the last visit.
  double pageVisits = 0;
  double residentSubgroups = 0; ///< on one compute unit
};

/// See the file comment.
struct PredictedCost {
  DispatchCounts counts;
  double startNs = 0;   ///< starting workgroups and subgroups
  double issueNs = 0;   ///< issuing requests with their addresses
  double latencyNs = 0; ///< waiting for loads, as many at once as fit
  double passesNs = 0;  ///< level 1 and shared memory at work
  double l2Ns = 0;      ///< sectors through the level-2 cache
  double ramNs = 0;     ///< sectors through the device's memory
  double pagesNs = 0;   ///< translating addresses
  /// Square root of the sum of their squares: the parts work at the same time,
  /// but not all of the time.
  double totalNs() const;
};

/// The counts of \p facts for the first configuration, for which they must have
/// been computed; std::nullopt where one is unknown. From \p rates only the
/// sizes of pages and of the memory that is translated at once are used.
std::optional<DispatchCounts> countDispatch(const EntryPointFacts &facts,
                                            const Throughput &rates);

/// How often an access comes to a page that was displaced since its last visit.
/// It lies at \p reach and touches \p workgroupSectors distinct sectors in each
/// workgroup; workgroups run in the order of their ids, x first. 0 where all
/// that it reaches fits.
double countPageVisits(const WorkgroupReach &reach, double workgroupSectors,
                       const std::array<uint32_t, 3> &dispatch,
                       const Throughput &rates);

/// The times of \p counts at \p rates. Their occupancy has to be at least one.
PredictedCost predictCost(const DispatchCounts &counts, const Throughput &rates,
                          unsigned sectorBytes);

/// countDispatch() and predictCost() together, at the rates of the first
/// configuration's device; std::nullopt where one of the counts is unknown.
std::optional<PredictedCost> predictCost(const EntryPointFacts &facts);

} // namespace wglint

#endif // WGLINT_ANALYSIS_PREDICTEDCOST_H
