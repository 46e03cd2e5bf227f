// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint-opt --rewrite=widen-loads %t/four.comp | FileCheck %s --check-prefix=FOUR
// FOUR: needs-validation: loads 'src' as elements of type vec4
// FOUR: +layout(std430, binding = 0) readonly buffer Src { vec4 src[]; };
// FOUR: -  float a = src[AT(0u)], b = src[AT(1u)]; // two
// FOUR: +  vec4 srcVector = src[AT(0u) / 4u];
// FOUR: +  float a = srcVector.x, b = srcVector.y; // two
// FOUR: +  dst[i] = a * b + srcVector.z * srcVector.w;
// RUN: %wglint --fix=widen-loads --remarks %t/four.comp
// RUN: FileCheck %s --check-prefix=MENDED < %t/four.comp
// MENDED: vec4 srcVector = src[AT(0u) / 4u];

// Pairs of integers, in a loop and as the only statement of an if.
// RUN: %wglint-opt --rewrite=widen-loads %t/two.comp | FileCheck %s --check-prefix=TWO
// TWO: +layout(std430, binding = 0) restrict readonly buffer Src { uvec2 src[]; };
// TWO: +    uvec2 srcVector = src[(2u * (i * 64u + k) + 1u) / 2u];
// TWO: +    sum += srcVector.y;
// TWO: +    sum += srcVector.x;
// TWO: +  if (sum > 7u) {
// TWO-NEXT: +    uvec2 srcVector2 = src[i];
// TWO-NEXT: +    dst[i] = srcVector2.x ^ srcVector2.y;

// Near misses: a store that may reach it, a condition, an element alone.
// RUN: %wglint-opt --rewrite=widen-loads %t/store.comp | FileCheck %s --check-prefix=NONE
// RUN: %wglint-opt --rewrite=widen-loads %t/maybe.comp | FileCheck %s --check-prefix=NONE
// RUN: %wglint-opt --rewrite=widen-loads %t/alone.comp | FileCheck %s --check-prefix=NONE
// NONE: adjacent-scalar-loads
// NONE: no offer

//--- four.comp
#version 450
#define AT(k) (4u * i + k)
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float a = src[AT(0u)], b = src[AT(1u)]; // two
  dst[i] = a * b + src[i * 4u + 2u] * src[3u + 4u * i];
}

//--- two.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) restrict readonly buffer Src { uint src[]; };
layout(std430, binding = 1) restrict writeonly buffer Dst { uint dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x, sum = 0u;
  for (uint k = 0u; k < 64u; ++k) {
    sum += src[2u * (i * 64u + k) + 1u];
    dst[i] = sum;
    sum += src[2u * (i * 64u + k)];
  }
  if (sum > 7u)
    dst[i] = src[2u * i] ^ src[2u * i + 1u];
}

//--- store.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  dst[2u * i] = src[2u * i];
  dst[2u * i + 1u] = src[2u * i + 1u];
}

//--- maybe.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  dst[i] = src[2u * i] + (i % 2u == 0u ? src[2u * i + 1u] : 0.0);
  dst[i] += src[2u * i] + src[2u * i + 1u];
}

//--- alone.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float v = src[2u * i] + src[2u * i + 1u];
  if (v > 1.0)
    v += src[4u * i];
  dst[i] = v;
}
