// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Puts together what was found in the variants of a file.
#ifndef WGLINT_DRIVER_VARIANTS_H
#define WGLINT_DRIVER_VARIANTS_H

#include "wglint/Driver/Driver.h"
#include <string>
#include <vector>

namespace wglint {

struct VariantResult {
  std::string variant; ///< empty where the file has none
  FileResult result;
};

/// One result for all of \p variants, of which there is at least one. What
/// several variants find at one place is one finding. What is not found in all
/// of them gets a note, "in 3 of 12 variants: fp16, fp32, int8"; a suppression
/// counts as unused only if no variant needs it. The worst status stands.
FileResult mergeVariants(std::vector<VariantResult> variants);

} // namespace wglint

#endif // WGLINT_DRIVER_VARIANTS_H
