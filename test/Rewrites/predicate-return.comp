// RUN: rm -rf %t && split-file %s %t && cd %t

// A guard at the beginning: everything behind it but the barriers, and but
// declarations that read no memory. What the device makes of a barrier that some
// do not reach, and of a loop around it, depends on their order.
// RUN: cp guard.comp fixed.comp
// RUN: %wglint --device=llvmpipe --fix=predicate-return fixed.comp 2>&1 | FileCheck %s --check-prefix=PROOF
// RUN: FileCheck %s --check-prefix=GUARD --input-file=fixed.comp
// PROOF: 'predicate-return' lets invocations that have nothing to do come to the barriers
// PROOF: proved by analysis; the outputs depend on the order of invocations
// GUARD:      uint x = gl_GlobalInvocationID.x, l = gl_LocalInvocationID.x;
// GUARD-NEXT: s[l] = 0.0;
// GUARD-NEXT: bool isInside = x < n;
// GUARD-NEXT: float first = isInside ? src[x] : 0.0;
// GUARD-NEXT: float scale = 2.0 * float(l);
// GUARD-NEXT: if (isInside)
// GUARD-NEXT:   s[l] = first * scale;
// GUARD-NEXT: for (uint k = 1u; k < 64u; k *= 2u) {
// GUARD-NEXT:   barrier();
// GUARD-NEXT:   float other = isInside ? s[l ^ k] : 0.0;
// GUARD-NEXT:   barrier();
// GUARD-NEXT:   if (isInside)
// GUARD-NEXT:     s[l] += other;
// GUARD-NEXT: }
// GUARD-NEXT: isInside = isInside && x + 1u < n;
// GUARD-NEXT: if (isInside) {
// GUARD-NEXT:   dst[x] = s[l]; // one
// GUARD-NEXT:   last[x] = first;
// GUARD-NEXT: }

// A barrier within a condition.
// RUN: cp within.comp fixed.comp
// RUN: %wglint --device=llvmpipe --fix=predicate-return fixed.comp 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: validated: {{[1-9].*}} output identical (llvmpipe
// RUN: %wglint-opt --rewrite=predicate-return within.comp | FileCheck %s --check-prefix=WITHIN
// WITHIN:      +  bool isActive = l < 32u;
// WITHIN-NEXT: +  {
// WITHIN-NEXT: +    if (isActive)
// WITHIN-NEXT: +      s[l] = src[x];
// WITHIN-NEXT:      barrier();
// WITHIN-NEXT: -    dst[x] = s[31u - l];
// WITHIN-NEXT: +    if (isActive)
// WITHIN-NEXT: +      dst[x] = s[31u - l];
// WITHIN-NEXT:    }

// Near misses: two branches; a return within a loop; another function.
// RUN: %wglint-opt --rewrite=predicate-return two.comp | FileCheck %s --check-prefix=NONE
// RUN: %wglint-opt --rewrite=predicate-return loop.comp | FileCheck %s --check-prefix=NONE
// RUN: %wglint-opt --rewrite=predicate-return function.comp | FileCheck %s --check-prefix=NONE
// NONE: divergent-barrier
// NONE: no offer

//--- guard.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
layout(std430, binding = 2) writeonly buffer Last { float last[]; };
uniform uint n;
shared float s[64];
void main() {
  uint x = gl_GlobalInvocationID.x, l = gl_LocalInvocationID.x;
  s[l] = 0.0;
  if (x >= n)
    return;
  float first = src[x];
  float scale = 2.0 * float(l);
  s[l] = first * scale;
  for (uint k = 1u; k < 64u; k *= 2u) {
    barrier();
    float other = s[l ^ k];
    barrier();
    s[l] += other;
  }
  if (!(x + 1u < n)) { return; }
  dst[x] = s[l]; // one
  last[x] = first;
}

//--- within.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[32];
void main() {
  uint x = gl_GlobalInvocationID.x, l = gl_LocalInvocationID.x;
  if (l < 32u) {
    s[l] = src[x];
    barrier();
    dst[x] = s[31u - l];
  }
}

//--- two.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  if (gl_LocalInvocationID.x < 32u) {
    dst[gl_GlobalInvocationID.x] = 1.0;
    barrier();
  } else {
    dst[gl_GlobalInvocationID.x] = 2.0;
  }
}

//--- loop.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  for (uint i = 0u; i < 8u; ++i) {
    if (gl_LocalInvocationID.x == i)
      return;
    barrier();
    dst[gl_GlobalInvocationID.x] = float(i);
  }
}

//--- function.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void wait() { barrier(); }
void main() {
  if (gl_LocalInvocationID.x < 32u)
    return;
  wait();
  dst[gl_GlobalInvocationID.x] = 1.0;
}
