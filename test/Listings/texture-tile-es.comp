#version 310 es
// 8x8 texels of 16 bytes: every row of the tile fills its sectors and its banks.
// RUN: %wglint --verify --remarks %s
precision highp float;
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) writeonly buffer Out { vec4 outPixels[]; };
uniform highp sampler2D inputTexture;
shared vec4 texelTile[8][8];
void main() {
  uint lx = gl_LocalInvocationID.x;
  uint ly = gl_LocalInvocationID.y;
  uint gx = gl_GlobalInvocationID.x;
  uint gy = gl_GlobalInvocationID.y;
  ivec2 coords = ivec2(gl_GlobalInvocationID.xy);
  texelTile[ly][lx] = texture(inputTexture, vec2(coords) / 1024.0);
  // expected-warning@+2 {{this barrier orders nothing}}
  // expected-note@+1 {{leave it out}}
  barrier();
  outPixels[gy * 1024u + gx] = texelTile[ly][lx];
}
