// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transforms of columns, one for each workgroup: loads and stores are strided.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { vec2 data[]; };
const uint N = 256u;
shared vec2 line[N];

void main() {
  uint l = gl_LocalInvocationID.x, column = gl_WorkGroupID.x, pitch = gl_NumWorkGroups.x;
  for (uint i = l; i < N; i += 128u)
    line[bitfieldReverse(i) >> 24u] = data[i * pitch + column];
  for (uint half_ = 1u; half_ < N; half_ *= 2u) {
    barrier();
    uint k = l % half_, i = (l / half_) * 2u * half_ + k;
    float angle = -3.14159265358979 * float(k) / float(half_);
    vec2 w = vec2(cos(angle), sin(angle)), u = line[i], v = line[i + half_];
    v = vec2(v.x * w.x - v.y * w.y, v.x * w.y + v.y * w.x);
    line[i] = u + v;
    line[i + half_] = u - v;
  }
  barrier();
  for (uint i = l; i < N; i += 128u)
    data[i * pitch + column] = line[i];
}
