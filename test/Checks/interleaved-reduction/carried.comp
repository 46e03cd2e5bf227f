// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=interleaved-reduction -D'STEP=uint other = s[l + d]; s[l] += other;' %t/carried.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=interleaved-reduction -D'STEP=uint own = s[l]; s[l] = own + s[l + d];' %t/carried.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=interleaved-reduction -D'STEP=s[l] = sum(s[l], s[l + d]);' %t/carried.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=interleaved-reduction -D'STEP=s[l] = sumOfFixed(s[l], s[l + d]);' %t/carried.comp

// The function does more than to add, it takes one argument twice, and what is
// added is not all from the array.
// RUN: %edit 's/expected-.*/expected-no-diagnostics/' %t/carried.comp > %t/none.comp
// RUN: %wglint --verify --remarks --checks=interleaved-reduction -D'STEP=s[l] = average(s[l], s[l + d]);' %t/none.comp
// RUN: %wglint --verify --remarks --checks=interleaved-reduction -D'STEP=s[l] = twice(s[l], s[l + d]);' %t/none.comp
// RUN: %wglint --verify --remarks --checks=interleaved-reduction -D'STEP=s[l] = counted(s[l], s[l + d]);' %t/none.comp
// RUN: %wglint --verify --remarks --checks=interleaved-reduction -D'STEP=uint other = s[l + d]; other += d; s[l] += other;' %t/none.comp
// RUN: %wglint --verify --remarks --checks=interleaved-reduction -D'STEP=uint own = s[l]; s[l] = own + own;' %t/none.comp

//--- carried.comp
// What is added comes through a variable or goes to a function.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) writeonly buffer Out { uint sums[]; };
shared uint s[256];
uint sum(uint a, uint b) { return a + b; }
uint sumOfFixed(const uint a, const uint b) { return a + b; }
uint average(uint a, uint b) { return (a + b) / 2u; }
uint twice(uint a, uint b) { return a + a; }
uint counted(uint a, uint b) { b++; return a + b; }
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = src[gl_GlobalInvocationID.x];
  barrier();
  for (uint d = 1u; d < 256u; d *= 2u) {
    if (l % (2u * d) == 0u) {
      // expected-warning@+1 {{reduction in 's' works in 16 of 32 lanes}}
      STEP
    }
    barrier();
  }
  if (l == 0u)
    sums[gl_WorkGroupID.x] = s[0];
}
