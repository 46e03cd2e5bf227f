// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A FileResult as bytes, for the way from a worker to its parent; private to
/// lib/Driver. Both ends are the same program, so the form has no version.
#ifndef WGLINT_LIB_DRIVER_FILERESULTJSON_H
#define WGLINT_LIB_DRIVER_FILERESULTJSON_H

#include "wglint/Driver/Driver.h"

namespace wglint {

std::string serialize(FileResult result);

/// The inverse. Asserts on anything that serialize() did not write.
FileResult deserialize(llvm::StringRef bytes);

} // namespace wglint

#endif // WGLINT_LIB_DRIVER_FILERESULTJSON_H
