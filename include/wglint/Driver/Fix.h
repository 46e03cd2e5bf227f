// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Mends what a file's findings say, one proved rewrite at a time.
///
/// After each rewrite the whole pipeline runs again on the edited text, so that
/// nothing is applied to a text that has changed meanwhile.
#ifndef WGLINT_DRIVER_FIX_H
#define WGLINT_DRIVER_FIX_H

#include "wglint/Driver/Configure.h"
#include "wglint/Rewrite/Rewrite.h"
#include "wglint/Support/Worker.h"
#include <functional>
#include <string>
#include <vector>

namespace wglint {

/// What `--fix` may do and how it proves it.
struct FixOptions {
  bool isFixing = false; ///< `--fix` or `--diff` was given
  /// Rewrites that were named, `--fix=NAME,...`; those that are safe need no
  /// name. All of them for `--fix=all`.
  std::vector<const RewriteInfo *> named;
  bool allowsUnsafe = false; ///< `--unsafe-fixes`: the host's part may change
  bool isMeasuring = false;  ///< `--measure`: keep only what is faster here
  bool isDiffOnly = false;   ///< `--diff`: show the patch, write nothing
  bool isFixOnly = false;    ///< `--fix-only`: what is left is not reported
  /// Takes out of a result what the report does not show: nobody has asked for
  /// it to be mended. Empty: all is shown.
  std::function<void(FileResult &)> dropHidden;
  /// `--prove=EDITED`: only say whether that file may take the place.
  std::string provedFile;
  /// wglint-run; empty: the one beside this program, else the one in PATH.
  std::string runner;
  std::string device = "auto"; ///< as wglint-run --device
  unsigned runLimitS = 120;    ///< wall-clock time for one run of wglint-run
  WorkerLimits limits;         ///< of each run of the pipeline
};

/// The rewrites that \p names select; "all" stands for every one.
/// Errors: a name that is not known, with the nearest.
llvm::Expected<std::vector<const RewriteInfo *>>
selectRewrites(llvm::ArrayRef<std::string> names);

/// A fix with the finding that it mends, or was to mend.
struct FixRecord {
  Diagnostic finding;
  Fix fix;
  std::string refusal; ///< why it was not applied; empty: it was
};

/// What became of one file.
struct FixedFile {
  std::string text;               ///< with all fixes that were applied
  std::vector<FixRecord> applied; ///< in the order in which they were applied
  std::vector<FixRecord> refused; ///< on the final text, in output order
  /// Findings of the final text that could be mended but for this: they are
  /// remarks that are not shown; only unsafe fixes mend them.
  unsigned hiddenRemarkCount = 0, unsafeCount = 0;
  FileResult result; ///< of the final text
};

/// Applies to \p text what \p options allow and the proof lets through in every
/// variant of \p jobs: the edited text compiles, the finding is gone, no other
/// of its rank has come, no race and no unknown address has come, the predicted
/// counts fell (of rewrites that claim speed), and wglint-run finds all outputs
/// equal. Of several rewrites of one finding, the one with the least predicted
/// traffic is applied.
///
/// Runs on the file as it is: \p path is what includes are relative to.
/// Errors: none; a file that does not compile comes back as it is.
/// Cost, for each variant: two runs of the pipeline for each fix that is tried,
/// and one of wglint-run for each that the analysis lets through.
/// Caveat: forks.
FixedFile fixFile(llvm::StringRef path, llvm::StringRef text,
                  llvm::ArrayRef<VariantJob> jobs, const FixOptions &options);

/// Works out and proves the fix \p rewrite of one finding of \p text, whatever
/// its applicability; for the editor. Errors: why it cannot be applied.
llvm::Expected<Fix> proveFix(llvm::StringRef path, llvm::StringRef text,
                             const Diagnostic &finding, llvm::StringRef rewrite,
                             llvm::ArrayRef<VariantJob> jobs,
                             const FixOptions &options);

/// Whether \p after may take the place of \p before, which is the text of
/// \p path: the proof that a rewrite has to pass, for an edit made by hand.
/// What was shown, in words. Errors: why not.
llvm::Expected<std::string>
provePair(llvm::StringRef path, llvm::StringRef before, llvm::StringRef after,
          llvm::ArrayRef<VariantJob> jobs, const FixOptions &options);

/// Replaces the file by \p text: whole or not at all, mode kept, symbolic links
/// followed. Errors: what the system says, with the file's name.
llvm::Error replaceFile(llvm::StringRef path, llvm::StringRef text);

} // namespace wglint

#endif // WGLINT_DRIVER_FIX_H
