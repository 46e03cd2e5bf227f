// RUN: %wglint --verify --remarks --checks=shared-bank-conflict %s

// Neighbours take one component of neighbouring vectors: no row is too short.
#version 450
layout(local_size_x = 1024) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared vec4 s[1024];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = vec4(float(l));
  barrier();
  // expected-warning@+3 {{load from 's' is a 4-way bank conflict: 4 wavefronts per request where 1 would do, 96 extra in each workgroup}}
  // expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
  // expected-note-re@+1 {{keep what is accessed in an array of its own, so that neighbouring lanes want neighbouring words{{$}}}}
  dst[l] = s[1023u - l].w;
}
