// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How a rewrite says that it cannot be done.
#ifndef WGLINT_REWRITE_REFUSAL_H
#define WGLINT_REWRITE_REFUSAL_H

#include "wglint/Support/Error.h"

namespace wglint {

/// An error for the user: \p why is a sentence that starts in lower case.
inline llvm::Error refusal(const llvm::Twine &why) { return makeError(why); }

} // namespace wglint

#endif // WGLINT_REWRITE_REFUSAL_H
