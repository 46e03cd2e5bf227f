// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Analysis/AccessKinds.h"
#include "llvm/Support/ErrorHandling.h"

using namespace wglint;

const char *wglint::toString(MemorySpace space) {
  switch (space) {
  case MemorySpace::Global:
    return "global";
  case MemorySpace::Shared:
    return "shared";
  case MemorySpace::Private:
    return "private";
  case MemorySpace::Image:
    return "image";
  case MemorySpace::Uniform:
    return "uniform";
  }
  llvm_unreachable("a memory space without a name");
}

const char *wglint::toString(AccessOp op) {
  switch (op) {
  case AccessOp::Load:
    return "load";
  case AccessOp::Store:
    return "store";
  case AccessOp::Atomic:
    return "atomic";
  }
  llvm_unreachable("an operation without a name");
}
