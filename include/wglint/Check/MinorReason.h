// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Why a finding is milder than its check: what is true, but not worth a
/// warning, is a remark that says so.
#ifndef WGLINT_CHECK_MINORREASON_H
#define WGLINT_CHECK_MINORREASON_H

#include "wglint/Diag/Diagnostic.h"
#include "llvm/ADT/StringRef.h"
#include <initializer_list>

namespace wglint {

/// What follows "a remark, as", for people: "one workgroup does all of it".
/// Empty where a finding is worth the severity of its check. Always a literal.
using MinorReason = llvm::StringRef;

constexpr MinorReason kOneWorkgroup = "one workgroup does all of it";
constexpr MinorReason kSmallPart = "it is a small part of the shader's traffic";
constexpr MinorReason kFewSectors =
    "it moves less than three times what it needs";
constexpr MinorReason kDrawCommands =
    "the API fixes the layout of draw commands";
constexpr MinorReason kLaidOutForLoads =
    "the shaders that load it decide on its layout";
constexpr MinorReason kSomeDevices =
    "it is not so on all devices of the target";
constexpr MinorReason kOpenSize = "the host sets the workgroup's size";
constexpr MinorReason kOpenShape =
    "the host sets the workgroup's size, and with it who is whose neighbour";
constexpr MinorReason kOnlyPortability =
    "most devices allow more, and programs ask them";

/// The first of \p reasons that is not empty.
MinorReason firstOf(std::initializer_list<MinorReason> reasons);

/// Makes \p finding a remark that says why. Does nothing if \p why is empty, or
/// if it is a remark already.
void setMinor(Diagnostic &finding, MinorReason why);

} // namespace wglint

#endif // WGLINT_CHECK_MINORREASON_H
