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
  // expected-warning@+3 {{touches 12 sectors per request where 4 would do: neighbouring lanes are 12 bytes apart [strided-global-access]}}
  // expected-note@+2 {{% of this shader's memory traffic; counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{keep what they use together in an array of its own}}
  zs[i] = heights[i].y;
}
