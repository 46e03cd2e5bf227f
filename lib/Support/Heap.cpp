// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Support/Heap.h"

#ifdef __GLIBC__
#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

// Of x86-64 and of AArch64 with pages of 4 KB.
static constexpr uintptr_t kLargePageBytes = 2 << 20;

// The most that glibc takes; what a thread's heap begins with, too.
static constexpr int kStepBytes = 32 << 20;

static uintptr_t endOfHeap() { return reinterpret_cast<uintptr_t>(sbrk(0)); }

void wglint::keepFreedMemory() {
  mallopt(M_TOP_PAD, kStepBytes);
  mallopt(M_TRIM_THRESHOLD, 4 * kStepBytes);
  mallopt(M_MMAP_THRESHOLD, kStepBytes);
}

void wglint::reserveHeap(size_t bytes) {
  keepFreedMemory();
  mallopt(M_TOP_PAD, static_cast<int>(bytes));
  uintptr_t before = endOfHeap();
  // More than is left at the heap's end, or it would not grow; volatile, or
  // the compiler takes both calls out.
  void *volatile block = malloc(1 << 20);
  free(block);
  mallopt(M_TOP_PAD, kStepBytes);

  uintptr_t begin = llvm::alignTo(before, kLargePageBytes);
  uintptr_t end = llvm::alignDown(endOfHeap(), kLargePageBytes);
  // Advice: a system without large pages says no, and nothing is lost.
  if (begin < end && end - begin <= 2 * bytes)
    (void)madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
}

#else

void wglint::keepFreedMemory() {}
void wglint::reserveHeap(size_t) {}

#endif
