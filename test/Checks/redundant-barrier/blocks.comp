// RUN: %wglint --verify --remarks --checks=redundant-barrier %s

// expected-no-diagnostics
// All blocks of shared memory are one memory, looked at in several ways.
#version 460
#extension GL_EXT_shared_memory_block : require
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uvec4 data[]; };
shared Vectors { uvec4 vectors[256]; };
shared Words { uint words[1024]; };

void main() {
  uint l = gl_LocalInvocationIndex;
  vectors[l] = data[gl_GlobalInvocationID.x];
  barrier();
  uint sum = 0u;
  for (uint k = 0u; k < 4u; ++k)
    sum += words[(l + k * 256u) ^ 1u];
  barrier();
  vectors[l ^ 1u] = uvec4(sum);
  barrier();
  data[gl_GlobalInvocationID.x] = uvec4(words[l]);
}
