// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Errors that carry nothing but what to tell the user.
#ifndef WGLINT_SUPPORT_ERROR_H
#define WGLINT_SUPPORT_ERROR_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace wglint {

/// A failure whose \p message says what is wrong and, where the user can mend
/// it, what to do next. No part of it is read as a format.
inline llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

} // namespace wglint

#endif // WGLINT_SUPPORT_ERROR_H
