// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a dead worker means for its file.
#ifndef WGLINT_DRIVER_DEATH_H
#define WGLINT_DRIVER_DEATH_H

#include "wglint/Driver/Driver.h"
#include "wglint/Support/Worker.h"

namespace wglint {

/// The result of the file whose worker did not finish: one diagnostic that says
/// what died, of what and where. A death inside a library is the file's (or the
/// library's) matter; one in wglint's own code is a bug of wglint.
FileResult resultOfDeath(llvm::StringRef file, const WorkerResult &worker,
                         const WorkerLimits &limits);

} // namespace wglint

#endif // WGLINT_DRIVER_DEATH_H
