// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-global-load %t/prologue.comp
// RUN: %edit -e 's/expected-remark/expected-warning/' -e 's/r < rows/r < 1u/' %t/prologue.comp > %t/short.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-global-load %t/short.comp

//--- prologue.comp
// What stands in front of the loop over rows is little beside it.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) buffer C { float c[]; };
uniform uint n, rows;

void main() {
  uvec2 g = gl_GlobalInvocationID.xy;
  float scale = 0.0;
  for (uint k = 0u; k < n; ++k)
    // expected-remark@+1 {{load from 'a'}}
    scale += a[g.y * n + k] * b[k * n + g.x];
  for (uint r = 0u; r < rows; ++r) {
    float sum = 0.0;
    for (uint k = 0u; k < n; ++k)
      // (the loop that counts)
      sum += c[(r * n + k) * 4096u + g.y * 1024u + g.x];
    scale += sum;
  }
  c[g.y * n + g.x] = scale;
}
