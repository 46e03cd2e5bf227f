// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Asks wglint-run, as a process of its own, whether a rewrite is right and
/// whether it is faster; private to lib/Driver. A driver that crashes or hangs
/// costs one answer.
#ifndef WGLINT_LIB_DRIVER_RUNNER_H
#define WGLINT_LIB_DRIVER_RUNNER_H

#include "wglint/Driver/Fix.h"

namespace wglint {

/// What running both versions has shown.
struct RunAnswer {
  enum class Verdict {
    Equal,
    Different,     ///< an output differs
    Failed,        ///< the edited shader left an array, or wrote nothing
    NotComparable, ///< the original's outputs depend on the order
    NotRun,        ///< no runner, no device, or the original cannot be run
  };
  Verdict verdict = Verdict::NotRun;
  std::string text; ///< "3 sizes x 2 seeds, ... identical (llvmpipe)", or why
};

/// Two texts of one shader, as files in a folder that goes with this object.
class RunPair {
public:
  /// Errors: the folder or a file cannot be written; no wglint-run.
  static llvm::Expected<RunPair>
  create(llvm::StringRef path, llvm::StringRef before, llvm::StringRef after,
         const JobOptions &job, const FixOptions &options);
  RunPair(RunPair &&other) noexcept;
  RunPair &operator=(RunPair &&) = delete;
  ~RunPair();

  /// Fix::workgroupCovers: the edited shader gets the dispatch that goes with
  /// it.
  void setWorkgroupCovers(std::optional<std::array<uint32_t, 3>> covered);

  /// `wglint-run compare`.
  RunAnswer compare() const;

  /// What timing both has shown.
  struct Timing {
    double speedup = 1;       ///< time before over time after
    double low = 0, high = 0; ///< of its confidence interval; 0: there is none
    std::string device;
  };
  /// `wglint-run time`. Errors: why they could not be timed.
  llvm::Expected<Timing> time() const;

private:
  RunPair() = default;
  llvm::Expected<llvm::json::Value> run(llvm::StringRef command) const;

  std::string Folder, Before, After, Program;
  std::vector<std::string> Arguments;
  unsigned LimitS = 0;
};

} // namespace wglint

#endif // WGLINT_LIB_DRIVER_RUNNER_H
