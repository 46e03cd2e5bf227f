// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=global-histogram -D'DIGIT=bitfieldExtract(keys[i], int(shift), 12)' %t/digits.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=global-histogram -D'DIGIT=(keys[i] >> shift) & 4095u' %t/digits.comp

// Twice as many, and as many as the host says.
// RUN: %edit 's/expected-.*/expected-no-diagnostics/' %t/digits.comp > %t/none.comp
// RUN: %wglint --verify --remarks --checks=global-histogram -D'DIGIT=bitfieldExtract(keys[i], int(shift), 13)' %t/none.comp
// RUN: %wglint --verify --remarks --checks=global-histogram -D'DIGIT=bitfieldExtract(keys[i], 0, int(shift))' %t/none.comp

//--- digits.comp
// The host says where in a key the digit is.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) buffer Counts { uint counts[]; };
layout(push_constant) uniform Constants { uint n, shift; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < n)
    // expected-remark@+1 {{gathers counts of the whole dispatch in 16384 bytes}}
    atomicAdd(counts[DIGIT], 1u);
}
