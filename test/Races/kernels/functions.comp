// Loads and exchanges in functions that are called with different arguments.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[2 * SIZE];
void put(uint i, float v) { s[i] = v; }
float take(uint i) { return s[i]; }
void meet() {
  barrier(); // twin: drop
}

void main() {
  uint l = gl_LocalInvocationID.x;
  put(l, src[gl_GlobalInvocationID.x]);
  put(l + SIZE, 1.0); // twin: l + SIZE -> l + 1u
  meet();
  float v = take(l + 1u);
  dst[gl_GlobalInvocationID.x] = v;
}
