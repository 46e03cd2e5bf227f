// RUN: %wglint --verify --remarks --checks=redundant-barrier %s

// Nothing is left to wait for behind the last access, even where it is in a loop.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  for (int i = 0; i < 4; i++) {
    dst[g] += 1.0;
    // expected-warning@+2 {{this barrier orders nothing}}
    // expected-note@+1 {{leave it out}}
    barrier();
  }
  // expected-remark@+2 {{this barrier orders nothing}}
  // expected-note@+1 {{leave it out}}
  barrier();
}
