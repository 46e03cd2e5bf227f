// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Globs over the names of checks.
#ifndef WGLINT_CONFIG_CHECKSELECTION_H
#define WGLINT_CONFIG_CHECKSELECTION_H

#include "wglint/Check/Check.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace wglint {

/// The checks that \p globs select. Each glob adds the checks whose names it
/// matches, or removes them if it begins with `-`; a list that begins with a
/// removal, or is empty, starts from the checks that are on by default, any
/// other from none.
/// Errors: a glob that is malformed or matches no check, with the nearest name.
llvm::Expected<std::vector<const CheckInfo *>>
selectChecks(llvm::ArrayRef<std::string> globs);

/// The same for a list that always starts from none.
llvm::Expected<std::vector<const CheckInfo *>>
matchChecks(llvm::ArrayRef<std::string> globs);

} // namespace wglint

#endif // WGLINT_CONFIG_CHECKSELECTION_H
