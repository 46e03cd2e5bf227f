#version 310 es
// The article's tiled transpose still stores columns, and its tile, whose width is a
// power of two, is written by columns too.
// RUN: %wglint --verify --remarks %s
// expected-warning@+2 {{workgroup of 16 x 16 = 256 invocations is over the 128 that OpenGL ES 3.1 and WebGL 2 compute guarantee [workgroup-over-limit]}}
// expected-note@+1 {{give the workgroup at most 128 invocations, and the shared arrays that it fills the size of it}}
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Input { float inputData[]; };
layout(std430, binding = 1) writeonly buffer Output { float outputData[]; };
uniform uint imageWidth;
uniform uint imageHeight;
shared float tile[16][16];
void main() {
  uint lx = gl_LocalInvocationID.x;
  uint ly = gl_LocalInvocationID.y;
  uint gx = gl_GlobalInvocationID.x;
  uint gy = gl_GlobalInvocationID.y;
  // expected-warning@+3 {{store to 'tile' is an 8-way bank conflict: 8 wavefronts per request where 1 would do, 56 extra in each workgroup [shared-bank-conflict]}}
  // expected-note@+2 {{17 % of this shader's memory traffic; counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{pad the array (pad-shared-array) or permute its index}}
  tile[lx][ly] = inputData[gx + gy * imageWidth];
  barrier();
  float v = tile[ly][lx];
  // expected-warning@+2 {{this barrier orders nothing}}
  // expected-note@+1 {{leave it out}}
  barrier();
  // expected-warning@+3 {{store to 'outputData' touches 16 to 32 sectors per request where 4 would do: neighbouring lanes of a row are 4 * imageHeight bytes apart [uncoalesced-global-access]}}
  // expected-note@+2 {{assumed: imageHeight >= 17; counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{let neighbouring invocations take neighbouring elements (remap-lanes), or pass a tile through shared memory}}
  outputData[gy + gx * imageHeight] = v;
}
