// Tiles of a plane of unknown size: iterations beyond the array are none.
// sizes: 8 16
#version 450
#define SIZE 8
layout(local_size_x = SIZE, local_size_y = SIZE) in;
layout(binding = 0, r32f) readonly uniform image2D plane;
layout(std430, binding = 1) buffer Dst { float dst[]; };
layout(binding = 2) uniform Numbers { int width, height; };
shared float s[2 * SIZE][2 * SIZE];

void main() {
  ivec2 l = ivec2(gl_LocalInvocationID.xy);
  for (int y = 0; y < height; y += SIZE)
    for (int x = 0; x < width; x += SIZE)
      s[l.y + y][l.x + x] = imageLoad(plane, l + ivec2(x, y)).x; // twin: l.x + x -> l.x + 1 - l.x % 2
  barrier(); // twin: drop
  dst[gl_LocalInvocationIndex] = s[l.y][SIZE - 1 - l.x];
}
