// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read -D'SET=' %t/bins.comp
// RUN: %edit -e 's/^ *\/\/ expected.*//' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/bins.comp > %t/set-bins.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read -D'SET=bins[gl_LocalInvocationIndex %% 16u] = 0u; barrier();' %t/set-bins.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read -D'SET=if (flag == 1u) bins[first] = 0u; barrier();' %t/set-bins.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read -D'SET=atomicExchange(bins[first], 0u); barrier();' %t/set-bins.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read -D'SET=atomicAnd(bins[first], 0u); barrier();' %t/set-bins.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read -D'SET=atomicMin(bins[first], 0u); barrier();' %t/set-bins.comp

//--- bins.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint flag, first; uint src[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
shared uint bins[16];
void main() {
  uint g = gl_GlobalInvocationID.x;
  SET
  // expected-warning@+2 {{invocation 0 changes an element of 'bins', which nothing has stored to: its value is undefined in OpenGL 4.3}}
  // expected-note@+1 {{store to it first}}
  atomicAdd(bins[src[g] & 15u], 1u);
  barrier();
  if (gl_LocalInvocationIndex < 16u)
    dst[g] = bins[gl_LocalInvocationIndex];
}

// Blocks in shared memory are one memory.
