// RUN: %wglint --verify --remarks --checks=strided-global-access %s

// Members that use all bytes of a packed structure share its sectors, and so does
// a copy of it; a column is waste.
#version 450
layout(local_size_x = 64) in;
struct Vertex { float x, y, z; };
struct Body { float x, y, z, mass, vx, vy, vz, id; };
layout(std430, binding = 0) buffer Vertices { Vertex vertices[]; };
layout(std430, binding = 1) buffer Bodies { Body bodies[]; };
layout(std430, binding = 2) buffer Out { float o[]; };
layout(std430, binding = 3) buffer Copies { Body copies[]; };
uniform uint pitch;
void main() {
  uint i = gl_GlobalInvocationID.x;
  // All of 12 bytes: nothing to say.
  float sum = vertices[i].x + vertices[i].y + vertices[i].z;
  Body whole = copies[i];
  sum += whole.x + whole.y + whole.z + whole.mass + whole.vx + whole.vy + whole.vz + whole.id;
  // What nobody uses is the business of unused-structure-bytes.
  sum += bodies[i].mass * bodies[i].id;
  // Less than 30 % of the traffic, as all others of this shader.
  // expected-remark@+3 {{store to 'o' touches 32 sectors per request where 4 would do: neighbouring lanes are 4 * pitch bytes apart}}
  // expected-note@+2 {{assumed: pitch >=}}
  // expected-note@+1 {{or pass a tile through shared memory}}
  o[i * pitch + gl_GlobalInvocationID.y] = sum;
  o[i] = sum;
}
