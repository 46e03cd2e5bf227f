// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint-opt --rewrite=share-table %t/global.comp | FileCheck %s --check-prefix=GLOBAL
// GLOBAL: needs-validation: keeps 'kTable' in shared memory
// GLOBAL: +shared float shared_kTable[64];
// GLOBAL: +  for (uint i = gl_LocalInvocationIndex; i < 64u; i += 64u)
// GLOBAL-NEXT: +    shared_kTable[i] = kTable[i];
// GLOBAL-NEXT: +  barrier();
// GLOBAL: +  dst[g] = shared_kTable[int(src[g]) % 64];

// Some invocations have left before the table is declared.
// RUN: %wglint-opt --rewrite=share-table %t/late.comp | FileCheck %s --check-prefix=LATE
// LATE: refused: the table does not fit into shared memory, or not all invocations would reach the barrier

// Each invocation has its own values.
// RUN: %wglint-opt --rewrite=share-table %t/own.comp | FileCheck %s --check-prefix=OWN
// OWN: no offer

//--- global.comp
#version 450
#define R(x) x, x + 1.0, x, x, x, x + 2.0, x, x
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
const float kTable[64] = float[](R(1.0), R(2.0), R(3.0), R(4.0), R(5.0), R(6.0), R(7.0), R(8.0));
void main() {
  uint g = gl_GlobalInvocationID.x;
  dst[g] = kTable[int(src[g]) % 64];
}

//--- late.comp
#version 450
#define R(x) x, x + 1.0, x, x, x, x + 2.0, x, x
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  if (gl_LocalInvocationID.x > 3u)
    return;
  const float table[64] = float[](R(1.0), R(2.0), R(3.0), R(4.0), R(5.0), R(6.0), R(7.0), R(8.0));
  dst[g] = table[int(src[g]) % 64];
}

//--- own.comp
#version 450
#define R(x) x, x + 1.0, x, x, x, x + 2.0, x, x
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  float table[64] = float[](R(float(g)), R(2.0), R(3.0), R(4.0), R(5.0), R(6.0), R(7.0), R(8.0));
  dst[g] = table[int(src[g]) % 64];
}
