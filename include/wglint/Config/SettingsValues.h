// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Reads values that the command line and a configuration spell the same.
/// \p option is what an error names: "--target", "Target".
#ifndef WGLINT_CONFIG_SETTINGSVALUES_H
#define WGLINT_CONFIG_SETTINGSVALUES_H

#include "wglint/Frontend/Frontend.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace wglint {

/// A device, or "generic".
llvm::Expected<std::string> parseTarget(llvm::StringRef option,
                                        llvm::StringRef name);

/// An error if no check has an option of that name.
llvm::Error checkOptionName(llvm::StringRef option, llvm::StringRef name);

} // namespace wglint

#endif // WGLINT_CONFIG_SETTINGSVALUES_H
