// RUN: %wglint --verify --remarks --checks=redundant-barrier %s

// An element that data picks, or an atomic, may be anybody's.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { uint dst[]; };
shared uint picked[64], counts[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  picked[dst[g] & 63u] = 1u;
  atomicAdd(counts[l], 1u);
  // expected-remark@+2 {{this barrier orders nothing}}
  // expected-note-re@+1 {{{{^}}leave it out (remove-barrier){{$}}}}
  barrier();
  dst[g] = counts[l];
}
