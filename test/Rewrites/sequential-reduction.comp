// RUN: rm -rf %t && split-file %s %t
// Floats keep the order of their additions; without it, it is unsafe.
// RUN: %wglint-opt --rewrite=sequential-reduction %t/float.comp | FileCheck %s --check-prefix=FLOAT
// FLOAT: needs-validation: adds neighbours to sums that stand in front of them
// FLOAT: +shared float s[256 + 256];
// FLOAT: +  s[256u + tid] = src[gl_GlobalInvocationID.x];
// FLOAT: +  for (uint d = 128u; d > 0u; d /= 2u) {
// FLOAT-NEXT: +    if (tid < d)
// FLOAT-NEXT: +      s[d + tid] = s[2u * (d + tid)] + s[2u * (d + tid) + 1u]; // add
// FLOAT: +    dst[gl_WorkGroupID.x] = s[1];
// FLOAT: needs-validation: lets neighbouring invocations do each step, in the same order of additions
// FLOAT: +    if (2u * d * tid < 256u)
// FLOAT: +      s[2u * d * tid] += s[2u * d * tid + d];
// FLOAT: unsafe: lets the first half of the invocations take the second's elements
// FLOAT: +  for (uint d = 128u; d > 0u; d /= 2u) {
// FLOAT: +    if (tid < d)
// RUN: not %wglint --fix=sequential-reduction --diff %t/float.comp 2>&1 | FileCheck %s --check-prefix=SAME
// SAME-DAG: +shared float s[256 + 256];
// SAME-DAG: validated:

// Lanes that lie together already, but far apart in the array; signed indices,
// another form of the sum.
// RUN: %wglint-opt --rewrite=sequential-reduction %t/strided.comp | FileCheck %s --check-prefix=STRIDED
// STRIDED: +shared vec2 s[(1 << 6) + 64];
// STRIDED: +  s[64 + (l & 63)] = vec2
// STRIDED: +  for (int d = 32; d > 0; d /= 2) {
// STRIDED: +    if (l < d) s[d + l] = s[2 * (d + l)] * 0.5 + s[2 * (d + l) + 1];
// STRIDED: +    dst[gl_WorkGroupID.x] = s[1].x - s[1].y;
// A part of the array is reduced.
// RUN: not %wglint --fix=sequential-reduction --diff %t/part.comp 2>&1 | FileCheck %s --check-prefix=PART
// PART: +shared float s[128 + 64];
// PART: +  s[64u + l] = src[gl_GlobalInvocationID.x];
// PART: +  s[64u + l + 64u] = src[gl_GlobalInvocationID.x];
// Another function reads the array as well: the elements stay.
// RUN: %wglint-opt --rewrite=sequential-reduction %t/function.comp | FileCheck %s --check-prefix=FUNCTION
// FUNCTION-NOT: in front of them
// FUNCTION: needs-validation: lets neighbouring invocations do each step, in the same order of additions

// Integers may; in a macro, with another condition and another form of the sum.
// RUN: %wglint-opt --rewrite=sequential-reduction %t/int.comp | FileCheck %s --check-prefix=INT
// INT: needs-validation: lets the first half of the invocations take the second's elements
// INT: +  for (int stride = 64; stride > 0; stride /= 2) {
// INT: +      total[id] = max(total[id], total[id + stride]);

// Near misses: something else in the loop; a second element that is read.
// RUN: %wglint-opt --rewrite=sequential-reduction %t/more.comp | FileCheck %s --check-prefix=MORE
// MORE: refused: the loop does more than to reduce
// RUN: %wglint-opt --rewrite=sequential-reduction %t/second.comp | FileCheck %s --check-prefix=SECOND
// SECOND: refused: more than the first element is read behind the loop

//--- float.comp
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[256];
void main() {
  uint tid = gl_LocalInvocationID.x;
  s[tid] = src[gl_GlobalInvocationID.x];
  barrier();
  for (uint d = 1; d < gl_WorkGroupSize.x; d <<= 1) {
    uint k = 2 * d;
    if ((tid & (k - 1u)) == 0)
      s[tid] += s[tid + d]; // add
    barrier();
  }
  if (tid == 0)
    dst[gl_WorkGroupID.x] = s[0];
}

//--- int.comp
#version 450
#define SIZE 128
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { int src[]; };
layout(std430, binding = 1) writeonly buffer Dst { int dst[]; };
shared int total[SIZE];
void main() {
  const int id = int(gl_LocalInvocationIndex);
  total[id] = src[gl_GlobalInvocationID.x];
  for (int stride = 1; stride <= SIZE / 2; stride = stride * 2) {
    barrier();
    if (id % (stride + stride) == 0) {
      total[id] = max(total[id], total[stride + id]);
    }
  }
  if (id == 0)
    dst[gl_WorkGroupID.x] = total[id - id];
}

//--- more.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[64];
void main() {
  uint tid = gl_LocalInvocationID.x;
  float other = 0.0;
  s[tid] = src[gl_GlobalInvocationID.x];
  barrier();
  for (uint d = 1; d < 64; d *= 2) {
    if (tid % (2 * d) == 0)
      s[tid] += s[tid + d];
    other += float(d);
    barrier();
  }
  dst[tid] = s[0] + other;
}

//--- second.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[64];
void main() {
  uint tid = gl_LocalInvocationID.x;
  s[tid] = src[gl_GlobalInvocationID.x];
  barrier();
  for (uint d = 1; d < 64; d *= 2) {
    if (tid % (2 * d) == 0)
      s[tid] += s[tid + d];
    barrier();
  }
  dst[tid] = s[tid];
}

//--- strided.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared vec2 s[1 << 6];
void main() {
  int l = int(gl_LocalInvocationID.x);
  s[l & 63] = vec2(src[gl_GlobalInvocationID.x], 1.0);
  barrier();
  for (int d = 1; d < 64; d *= 2) {
    int i = 2 * d * l;
    if (i < 64) s[i] = s[i] * 0.5 + s[i + d];
    barrier();
  }
  if (l == 0)
    dst[gl_WorkGroupID.x] = s[0].x - s[0].y;
}

//--- part.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[128];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = src[gl_GlobalInvocationID.x];
  s[l + 64u] = src[gl_GlobalInvocationID.x];
  barrier();
  for (uint d = 1u; d < 64u; d *= 2u) {
    if (l % (2u * d) == 0u)
      s[l] += s[l + d];
    barrier();
  }
  if (l == 0)
    dst[gl_WorkGroupID.x] = s[0];
}

//--- function.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[64];
float first() { return s[0]; }
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = src[gl_GlobalInvocationID.x];
  barrier();
  for (uint d = 1u; d < 64u; d *= 2u) {
    if (l % (2u * d) == 0u)
      s[l] += s[l + d];
    barrier();
  }
  if (l == 0)
    dst[gl_WorkGroupID.x] = first();
}
