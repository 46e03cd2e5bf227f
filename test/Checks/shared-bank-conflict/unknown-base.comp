// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %s

// Of a loop that ends where the host says: in steps of a vector the words of each are
// one request, in steps of a word nobody knows where one begins.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared vec4 vectors[1024];
shared float words[4096];
uniform uint count;
void main() {
  uint l = gl_LocalInvocationIndex;
  float sum = 0.0;
  for (uint i = l, k = 0u; k < 16u && k < count; i += 64u, ++k)
    // expected-remark@+1 {{load from 'vectors' is a 4-way bank conflict}}
    sum += vectors[i].x * vectors[i].y + vectors[i].z * vectors[i].w;
  for (uint k = 0u; k < count; ++k) {
    uint i = 4u * l + k;
    // expected-warning@+1 {{load from 'words' is a 4-way bank conflict}}
    sum += words[i] * words[i + 1u] + words[i + 2u] * words[i + 3u];
  }
  data[gl_GlobalInvocationID.x] = sum;
}
