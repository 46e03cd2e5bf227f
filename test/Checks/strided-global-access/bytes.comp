// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access --target-env=vulkan %s

// The scale of a quantized block of 32 bytes; and rows of bytes, of which each lane
// walks its own.
#version 450
#extension GL_EXT_shader_8bit_storage : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : enable
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Blocks { uint8_t blocks[]; };
layout(std430, binding = 1) buffer Scales { uint scales[]; };
layout(std430, binding = 2) buffer Rows { uint8_t rows[]; };
layout(push_constant) uniform P { uint width; } p;
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{neighbouring lanes are 34 bytes apart}}
  uint sum = uint(blocks[i * 34u]);
  for (uint k = 0u; k < p.width; k++)
    // expected-warning@+1 {{neighbouring lanes are p.width bytes apart}}
    sum += uint(rows[i * p.width + k]);
  scales[i] = sum;
}
