// RUN: %wglint --verify --remarks --checks=redundant-barrier,uninitialized-shared-read --target-env=vulkan %s

// expected-no-diagnostics
// Loads and stores of cooperative matrices are not followed.
#version 450
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_NV_cooperative_matrix : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float16_t tile[256], result[256];
void main() {
  uint l = gl_LocalInvocationID.x;
  for (uint i = l; i < 256u; i += 32u)
    tile[i] = float16_t(data[i]);
  barrier();
  fcoopmatNV<16, gl_ScopeSubgroup, 16, 16> m;
  coopMatLoadNV(m, tile, 0, 16, false);
  coopMatStoreNV(m, result, 0, 16, false);
  barrier();
  for (uint i = l; i < 256u; i += 32u)
    data[i] = float(result[i]);
}
