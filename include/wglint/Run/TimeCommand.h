// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What wglint-run's subcommand `time` does, from paths to a printed table.
#ifndef WGLINT_RUN_TIMECOMMAND_H
#define WGLINT_RUN_TIMECOMMAND_H

#include "wglint/Exec/Statistics.h"
#include "wglint/Exec/Timing.h"
#include "wglint/Run/Commands.h"

namespace wglint {

struct TimeRequest {
  std::vector<ShaderRequest> shaders; ///< one or two
  PlanOptions plan;
  std::string runFile; ///< of the first shader; empty: as for `run`
  PartnerDispatch dispatchB;
  TimingOptions timing;
  /// Else a planned dispatch grows until what it binds is larger than the
  /// last-level cache.
  bool mayFitInCache = false;
  bool isJson = false;
};

/// Times the shaders on the same inputs, interleaved with a copy of as many
/// bytes as the first binds, and prints medians, spreads, bytes per second and
/// the ratio of the two with its confidence interval. Returns the exit code 0.
/// Errors: whatever keeps them from running.
llvm::Expected<int> timeCommand(const TimeRequest &request,
                                const RunEnvironment &environment,
                                llvm::raw_ostream &out);

} // namespace wglint

#endif // WGLINT_RUN_TIMECOMMAND_H
