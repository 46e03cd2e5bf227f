// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read -D'COUNT=atomicAdd(bins[src[g] & 63u], 1u)' %t/counting.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read -D'COUNT=for (uint k = 0u; k < n; ++k) atomicAdd(bins[(l + k) & 63u], 1u)' %t/counting.comp
// RUN: %edit -e 's/^ *\/\/ expected.*//' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/counting.comp > %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read -D'COUNT=atomicExchange(bins[src[g] & 63u], 1u)' %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read -D'COUNT=bins[src[g] & 63u] = 1u' %t/near-miss.comp

//--- counting.comp
// What counts in some bins, whichever, sets none of those that nothing has
// set. What puts a number there may set any.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
uniform uint n;
shared uint bins[128];
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  bins[l] = 0u;
  barrier();
  COUNT;
  barrier();
  // expected-warning@+2 {{invocation 0 loads byte 256 of 'bins', which nothing has stored to}}
  // expected-note@+1 {{store to it first}}
  dst[g] = bins[l + 64u];
}
