// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a context says about its device, private to lib/Exec.
#ifndef WGLINT_LIB_EXEC_DEVICEQUERY_H
#define WGLINT_LIB_EXEC_DEVICEQUERY_H

#include "Context.h"

namespace wglint {

/// Asks the current context, which openContext() made for device \p index.
DeviceInfo queryDevice(unsigned index);

/// Reads what toJson() wrote, for that is how a child tells its parent.
bool fromJson(const llvm::json::Value &value, DeviceInfo &device,
              llvm::json::Path path);

} // namespace wglint

#endif // WGLINT_LIB_EXEC_DEVICEQUERY_H
