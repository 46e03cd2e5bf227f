// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The options that hold for one file: defaults, configuration, command line.
#ifndef WGLINT_DRIVER_CONFIGURE_H
#define WGLINT_DRIVER_CONFIGURE_H

#include "wglint/Config/ConfigLoader.h"
#include "wglint/Driver/Driver.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace wglint {

/// The job of one variant.
struct VariantJob {
  std::string variant; ///< empty where the file has no variants
  JobOptions job;
  Settings settings = {}; ///< what \c job was made of, with its origins
};

/// See the file comment.
struct EffectiveOptions {
  std::vector<VariantJob> jobs;    ///< at least one
  std::optional<Origin> skippedBy; ///< set if the file is not to be linted
  Settings settings;               ///< of all variants, with their origins
  std::vector<Variant> variants;   ///< what each adds
  /// Paths whose creation, change or removal changes the options.
  std::vector<std::string> dependencies;
  /// What is wrong with the configuration; then nothing else here counts.
  std::vector<Diagnostic> errors;
};

/// The options for \p path.
/// \param base what neither a configuration nor \p commandLine can set, and the
///        defaults of the rest.
/// \param commandLine goes on top of the configuration that \p loader finds.
EffectiveOptions effectiveOptions(llvm::StringRef path, const JobOptions &base,
                                  const Settings &commandLine,
                                  ConfigLoader &loader);

/// Prints every value that is set for \p path and where it was said, one a
/// line: "Target  nvidia-ampere  .wglint:3".
void explainOptions(llvm::StringRef path, const EffectiveOptions &options,
                    llvm::raw_ostream &os);

} // namespace wglint

#endif // WGLINT_DRIVER_CONFIGURE_H
