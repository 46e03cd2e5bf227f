#version 310 es
// Structures against arrays. Where all of x, y, z are used, the packed structure costs
// what three arrays cost (as an H200 shows); where one is, two thirds are waste.
// RUN: %wglint --verify --remarks %s
layout(local_size_x = 64) in;
struct Vertex { float x, y, z; };
layout(std430, binding = 0) buffer Vertices { Vertex vertices[]; };
layout(std430, binding = 1) buffer Heights { Vertex heights[]; };
layout(std430, binding = 2) buffer X { float xs[]; };
layout(std430, binding = 3) buffer Z { float zs[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  vertices[i].x += 1.0;
  vertices[i].y += 1.0;
  vertices[i].z += 1.0;
  xs[i] += 1.0;
  // expected-warning@+3 {{of which this shader uses 128: it touches 4 of the 12 bytes of each 'Vertex', and never 'x', 'z' [unused-structure-bytes]}}
  // expected-note@+2 {{% of this shader's memory traffic; counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{keep 'y' in an array without the rest (split-structure)}}
  zs[i] = heights[i].y;
}
