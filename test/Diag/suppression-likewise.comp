// RUN: %wglint --verify --verify-ignore=note %s

// A comment at a place that another finding speaks for takes nothing back, and is not
// in vain: alone, the place would be a finding.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
uniform uint first;
void main() {
  uint at = gl_GlobalInvocationID.x * 4096u + first;
  uint low = data[at / 4u]; // expected-warning {{load from 'data' touches 32 sectors}}
  data[at / 4u] = ~low;     // NOLINT(strided-global-access)
}
