// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The table of all checks, made by the build from the files of lib/Checks.
#ifndef WGLINT_CHECKS_REGISTRY_H
#define WGLINT_CHECKS_REGISTRY_H

#include "wglint/Check/Check.h"
#include "llvm/ADT/ArrayRef.h"

namespace wglint {

/// Every check, sorted by name. A constant table: no static constructors.
llvm::ArrayRef<const CheckInfo *> allChecks();

/// nullptr where there is none of that name.
const CheckInfo *findCheck(llvm::StringRef name);

} // namespace wglint

#endif // WGLINT_CHECKS_REGISTRY_H
