// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %s

// The width of the tile decides how many lanes share a row: few, most often. That of rows a
// multiple of 32 words apart makes no difference.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(binding = 1) uniform Tile { uint width; };
shared float tile[132 * 40];
shared float alike[64 * 32];
void main() {
  for (uint i = gl_LocalInvocationIndex; i < width * 40u; i += 64u) {
    uint at = i / width * 132u + i % width * 4u;
    // expected-remark@+1 {{store to 'tile' is a 4-way bank conflict}}
    tile[at] = data[i];
    // expected-warning@+1 {{store to 'alike' is a 32-way bank conflict}}
    alike[gl_LocalInvocationIndex / width * 2048u + gl_LocalInvocationIndex * 32u] = data[i];
  }
  barrier();
  data[gl_GlobalInvocationID.x] = alike[gl_LocalInvocationIndex] + tile[gl_LocalInvocationIndex * 33u];
}
