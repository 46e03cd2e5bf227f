// Small types: two invocations in one word.
// sizes: 64 256
#version 450
#extension GL_EXT_shader_16bit_storage : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : enable
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared uint16_t s[SIZE];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = uint16_t(uint(src[g])); // twin: s[l] -> s[l & 0xfffeu]
  barrier(); // twin: drop
  dst[g] = float(uint(s[SIZE - 1u - l]));
}
