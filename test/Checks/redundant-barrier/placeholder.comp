// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=redundant-barrier,uninitialized-shared-read %t/placeholder.comp
// RUN: %edit -e '/expected-no/d' -e 's/(only as given)/expected-warning@+1 {{this barrier orders nothing}}/' -e 's/(of the same array)/expected-remark@+1 {{this barrier orders nothing}}/' %t/placeholder.comp > %t/given.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier --spec=0=1 %t/given.comp

//--- placeholder.comp
// With a length of 1 no index lies in the array; the host makes it longer.
// expected-no-diagnostics
#version 450
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint BINS = 1;
const uint PART = BINS / 3;
layout(std430, binding = 0) buffer Counts { uint counts[]; };
layout(std430, binding = 1) readonly buffer Src { uint count; float src[]; };
shared uint local[BINS];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  for (uint i = 0u; i < BINS; i += 256u)
    if (l + i < BINS)
      local[l + i] = 0u;
  // (only as given)
  barrier();
  if (g < count)
    atomicAdd(local[clamp(int(src[g] * PART), 0, int(PART) - 1)], 1u);
  // (of the same array)
  barrier();
  for (uint i = 0u; i < BINS; i += 256u)
    if (l + i < BINS)
      atomicAdd(counts[l + i], local[l + i]);
}
