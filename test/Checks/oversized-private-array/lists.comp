// RUN: %wglint --verify --verify-ignore=note --remarks --checks=oversized-private-array %s

// Filled one after the other where data lets an entry in, and read in order.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Lights { vec4 lights[]; };
layout(std430, binding = 1) buffer Out { uint result[]; };
uniform uint n;
bool isNear(uint light) { return lights[light].w < float(gl_LocalInvocationIndex); }
void main() {
  uint i = gl_GlobalInvocationID.x, at = i * 300u;
  // Under an if in an if, and where the others go on with the next.
  uint list[300];
  uint count = 0u;
  for (uint k = 0u; k < n; ++k) {
    if (lights[k].x == lights[i].x) {
      // expected-remark@+1 {{private array 'list' takes 1200 bytes in every invocation, more than the 1020 bytes of its registers, and its index is only known at run time; only the entries that a condition lets in are touched}}
      list[count++] = k;
      continue;
    }
    if (isNear(k)) {
      if (count < 300u)
        list[count++] = k;
    }
  }
  for (uint k = 0u; k < count; ++k)
    result[at + k] = list[k];
  // In batches, with a counter of another type.
  uint far[301];
  int total = 0;
  for (uint b = 0u; b < n; ++b)
    for (uint k = 0u; k < 8u; ++k) {
      if (isNear(b * 8u + k))
        continue;
      // expected-remark@+1 {{private array 'far' takes 1204 bytes}}
      far[total] = b * 8u + k;
      total += 1;
    }
  for (int k = 0; total > k; k++)
    result[at + k] += far[k];
}
