// RUN: %wglint --verify --verify-ignore=note --remarks --target-env=vulkan --checks=data-race,same-value-race %s

// Invocations that only differ in an id that nobody asks for fetch the same texels of an image
// with a sampler, and store the same, one iteration after the other as well.
#version 450
layout(local_size_x = 32, local_size_y = 4) in;
layout(binding = 0) uniform isampler3D from;
layout(std430, binding = 1) writeonly buffer Out { int o[]; };
layout(std430, binding = 2) writeonly buffer Rows { int rows[]; };
layout(push_constant) uniform P { ivec4 sizes; int n; };
void main() {
  int i = int(gl_GlobalInvocationID.x);
  if (i * 4 >= n)
    return;
  ivec4 values;
  for (int j = 0; j < 4; ++j) {
    int k = 4 * i + j;
    ivec3 p = ivec3(k % sizes.x, (k / sizes.x) % sizes.y, k / (sizes.x * sizes.y)) % textureSize(from, 0);
    values[j] = texelFetch(from, p, 0)[k & 3];
  }
  // expected-remark@+1 {{invocation (0, 0, 0) and invocation (0, 1, 0) store the same value to byte 0 + 128 * gl_WorkGroupID.x of 'o'}}
  o[i] = values[0] | values[1] << 8 | values[2];
  for (int j = 0; j < 4; ++j)
    // expected-remark@+1 {{store the same value to byte 0 + 128 * gl_WorkGroupID.x of 'rows'}}
    rows[j * n + i] = values[j];
}
