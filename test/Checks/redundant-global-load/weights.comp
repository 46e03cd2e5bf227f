// RUN: %wglint --verify --remarks --checks=redundant-global-load %s

// Two tables that all lanes share are no product.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
uniform uint n;
void main() {
  float sum = 0.0;
  for (uint k = 0u; k < n; ++k)
    // expected-remark@+3 {{load from 'a' fetches each byte 256.0 times}}
    // expected-note@+2 {{likewise: load from 'b' here}}
    // expected-note@+1 {{(stage-reuse)}}
    sum += a[k] * b[k];
  c[gl_GlobalInvocationID.x] = sum;
}
