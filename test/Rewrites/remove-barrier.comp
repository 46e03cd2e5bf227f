// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint-opt --rewrite=remove-barrier %t/plain.comp | FileCheck %s --check-prefix=PLAIN
// PLAIN: safe: leaves the barrier out
// PLAIN:       s[l] = float(l); // one
// PLAIN-NEXT: -  barrier(); // nothing to wait for
// PLAIN-NEXT:    /* two */ dst[l] = s[l];

// The macro stands in another place, where it is needed.
// RUN: %wglint-opt --rewrite=remove-barrier %t/macro.comp | FileCheck %s --check-prefix=MACRO
// MACRO: safe: leaves the barrier out
// MACRO: -  SYNC();
// MACRO-NOT: {{^[-+]}}

// A condition goes with the barrier that is all it has, unless it does something.
// RUN: %wglint-opt --rewrite=remove-barrier %t/branch.comp | FileCheck %s --check-prefix=BRANCH
// BRANCH: safe: leaves the barrier out
// BRANCH:      -    if ((k & 1u) == 0u)
// BRANCH-NEXT: -      barrier();
// BRANCH-NOT:  {{^[-+]}}
// RUN: %edit -e 's/if ((k/if ((++n \& k/' %t/branch.comp > %t/counting.comp
// RUN: %wglint-opt --rewrite=remove-barrier %t/counting.comp | FileCheck %s --check-prefix=COUNTING
// COUNTING: safe: leaves the barrier out
// COUNTING:      if ((++n & k & 1u) == 0u)
// COUNTING-NEXT: -      barrier();
// COUNTING-NEXT: +      ;

// No finding, no rewrite.
// RUN: %wglint-opt --rewrite=remove-barrier %t/needed.comp | count 0

//--- plain.comp
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[32];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = float(l); // one
  barrier(); // nothing to wait for
  /* two */ dst[l] = s[l];
}

//--- macro.comp
#version 450
#define SYNC() barrier()
layout(local_size_x = 32) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[32];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = float(l);
  SYNC();
  s[l] += 1.0;
  SYNC();
  dst[l] = s[l ^ 1u];
}

//--- branch.comp
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[32];
void main() {
  uint l = gl_LocalInvocationID.x, n = 7u;
  for (uint k = 0u; k < 4u; ++k) {
    s[l] = float(k);
    if ((k & 1u) == 0u)
      barrier();
  }
  dst[l] = s[l];
}

//--- needed.comp
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[32];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = float(l);
  barrier();
  dst[l] = s[l ^ 1u];
}
