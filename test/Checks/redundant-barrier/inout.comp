// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier %s

// It orders nothing because the function changes a copy of the array, which is not meant.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint s[256];
void scan(inout uint list[256], uint l) {
  for (uint step = 1u; step < 256u; step *= 2u) {
    // expected-remark@+1 {{this barrier orders nothing}}
    barrier();
    uint left = l >= step ? list[l - step] : 0u;
    barrier();
    list[l] += left;
  }
}
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = data[g];
  barrier();
  scan(s, l);
  barrier();
  data[g] = s[l];
}
