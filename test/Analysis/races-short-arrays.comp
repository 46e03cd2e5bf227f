// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race %t/placeholder.comp \
// RUN:   %t/inside.comp %t/decided.comp

// Where a lane that goes on would be behind the end of an array in all
// workgroups, what it does is not known: lengths may be placeholders of a host.

//--- placeholder.comp
// expected-no-diagnostics
#version 460
#define COUNT 1
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer From { vec2 from[COUNT], old[COUNT]; };
layout(std430, binding = 1) writeonly buffer To { vec2 to[COUNT], last[COUNT]; };
layout(std430, binding = 2) writeonly buffer Rows { vec2 row[64], rest[64]; };
uniform uint n;
void main() {
  uint id = gl_GlobalInvocationID.x;
  if (id >= n)
    return;
  to[id] = from[id];
  last[id] = old[id];
  row[id + 63u] = from[0];
  rest[id] = old[0];
}

// Some of them are within it.
//--- inside.comp
#version 460
#define COUNT 16
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer From { vec2 from[COUNT], old[COUNT]; };
layout(std430, binding = 1) writeonly buffer To { vec2 to[COUNT], last[COUNT]; };
uniform uint n;
void main() {
  uint id = gl_GlobalInvocationID.x;
  if (id >= n)
    return;
  to[id / 2u] = from[id]; // expected-warning {{stores to byte 0 + 128 * gl_WorkGroupID.x of 'to'}}
}

// A loop whose second iteration is behind the end decides a condition around
// the loops.
//--- decided.comp
// expected-no-diagnostics
#version 460
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer Particles { vec2 position[1], old[1]; };
layout(std430, binding = 1) readonly buffer Cells { uint sorted[1], start[1], end[1]; };
layout(std430, binding = 2) readonly buffer Fluid { float rest[1], stiffness[1], near[1]; };
uniform uint n;
layout(std430, binding = 3) writeonly buffer Sums { float sums[]; };
void main() {
  uint id = gl_GlobalInvocationID.x;
  if (id >= n)
    return;
  vec2 own = position[id];
  float pressure = stiffness[id] * rest[id], nearly = near[id], sum = 0.0;
  ivec2 cell = ivec2(floor(own));
  for (int y = -1; y <= 1; y++) {
    for (int x = -1; x <= 1; x++) {
      uint at = (cell.x + x) + (cell.y + y);
      uint first = start[at];
      uint last = end[at];
      for (uint i = first; i < last; i++) {
        vec2 d = position[sorted[i]] - own;
        float q = sqrt(d.x * d.x + d.y * d.y);
        if (q < 1.0) {
          float k = 1.0 - q;
          sum += 0.5 * (pressure * k + nearly * k * k);
        }
      }
    }
  }
  sums[id] = sum;
}
