// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The table of all checks. It lies outside of the folder whose files are
/// checks; Checks.def is made by the build.
#include "wglint/Checks/Registry.h"

// In the namespace where WGLINT_DEFINE_CHECK is used.
#define WGLINT_CHECK(IDENT) extern const wglint::CheckInfo IDENT##Info;
#include "Checks.def"
#undef WGLINT_CHECK

using namespace wglint;

// File names sort as check names do: an upper-case letter and a hyphen both
// stand before every lower-case letter.
#define WGLINT_CHECK(IDENT) &IDENT##Info,
static constexpr const CheckInfo *kChecks[] = {
#include "Checks.def"
};
#undef WGLINT_CHECK

llvm::ArrayRef<const CheckInfo *> wglint::allChecks() { return kChecks; }

const CheckInfo *wglint::findCheck(llvm::StringRef name) {
  for (const CheckInfo *check : kChecks)
    if (check->name == name)
      return check;
  return nullptr;
}
