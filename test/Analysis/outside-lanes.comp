// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier,data-race %t/side.comp %t/corners.comp %t/other-side.comp %t/leaving.comp %t/calls.comp %t/table.comp %t/inside.comp

// What lanes do whose index is outside of an array is not known.

//--- side.comp
// Invocation (0, 0) alone comes to the corner, and reads outside of the tile there: it
// still comes to the second barrier like all others.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(binding = 1) uniform Size { ivec2 size; };
shared float a[20][20];
shared float b[20][20];
float most(ivec2 at) {
  float m = -1.0;
  for (int y = -2; y <= 2; ++y)
    for (int x = -2; x <= 2; ++x) m = max(m, a[at.y + y][at.x + x]);
  return m;
}
void main() {
  ivec2 g = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(g, size))) return;
  ivec2 l = ivec2(gl_LocalInvocationID.xy) + 6;
  a[l.y][l.x] = data[g.y * size.x + g.x];
  // expected-error@+1 {{a bound keeps some invocations of the last workgroup away from this barrier}}
  barrier();
  b[l.y][l.x] = most(l);
  if (gl_LocalInvocationID.x == 0 && gl_LocalInvocationID.y == 0)
    for (int y = -6; y <= -1; ++y)
      for (int x = -6; x <= -1; ++x) b[l.y + y][l.x + x] = most(l + ivec2(x, y));
  barrier();
  data[g.y * size.x + g.x] = b[l.y - 1][l.x - 1];
}

//--- corners.comp
// The same at both corners and along two sides, with a loop that is long enough for
// loops to be summarised.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(binding = 1) uniform Size { ivec2 size; };
shared float a[20][20];
shared float b[20][20];
float most(ivec2 at) {
  float m = -1.0;
  for (int y = -2; y <= 2; ++y)
    for (int x = -2; x <= 2; ++x) m = max(m, a[at.y + y][at.x + x]);
  return m;
}
void main() {
  ivec2 g = ivec2(gl_GlobalInvocationID.xy);
  if (g.x >= size.x || g.y >= size.y) return;
  ivec2 l = ivec2(gl_LocalInvocationID.xy) + 6;
  a[l.y][l.x] = data[g.y * 1024 + g.x];
  // expected-error@+1 {{a bound keeps some invocations of the last workgroup away from this barrier}}
  barrier();
  b[l.y][l.x] = most(l);
  if (gl_LocalInvocationID.x == 0 && gl_LocalInvocationID.y == 0)
    for (int y = -6; y <= -1; ++y)
      for (int x = -6; x <= -1; ++x) b[l.y + y][l.x + x] = most(l + ivec2(x, y));
  if (gl_LocalInvocationID.x == 0)
    for (int x = -6; x <= -1; ++x) b[l.y][l.x + x] = most(l + ivec2(x, 0));
  if (gl_LocalInvocationID.y == 0)
    for (int y = -6; y <= -1; ++y) b[l.y + y][l.x] = most(l + ivec2(0, y));
  if (gl_LocalInvocationID.x == 7 && gl_LocalInvocationID.y == 7)
    for (int y = 1; y <= 6; ++y)
      for (int x = 1; x <= 6; ++x) b[l.y + y][l.x + x] = most(l + ivec2(x, y));
  barrier();
  float sum = 0.0;
  for (int k = 0; k < 2000; ++k) sum += b[l.y - k % 3][l.x - k % 5];
  data[g.y * 1024 + g.x] = sum;
}

//--- other-side.comp
// Where data does not lead there, the upper half returns all the same.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float s[64];
void main() {
  uint i = gl_LocalInvocationIndex;
  s[i] = data[gl_GlobalInvocationID.x];
  if (i >= 32u) {
    if (s[i] > 7.0) s[i + 32u] = 0.0;
    return;
  }
  // expected-error@+1 {{invocation 0 reaches this barrier and invocation 32 does not}}
  barrier();
  data[gl_GlobalInvocationID.x] = s[i];
}

//--- leaving.comp
// Nor do they come back to a loop that they have left.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float s[64];
void main() {
  uint i = gl_LocalInvocationIndex;
  s[i] = data[gl_GlobalInvocationID.x];
  for (int k = 0; k < 2; ++k) {
    if (i >= 32u) {
      if (s[i] > 7.0) s[i + 32u] = 0.0;
      break;
    }
    // expected-error@+1 {{invocation 0 reaches this barrier and invocation 32 does not}}
    barrier();
  }
  data[gl_GlobalInvocationID.x] = s[i];
}

//--- calls.comp
// Nor to a call that they have returned from, whether it is made or not.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float s[64];
void part(uint i) {
  if (i >= 32u) {
    if (s[i] > 7.0) s[i + 32u] = 0.0;
    return;
  }
  // expected-error@+1 {{invocation 0 reaches this barrier and invocation 32 does not}}
  barrier();
}
void main() {
  uint i = gl_LocalInvocationIndex;
  s[i] = data[gl_GlobalInvocationID.x];
  if (data[0] > 1.0) part(i);
  data[gl_GlobalInvocationID.x] = s[i];
}

//--- table.comp
// expected-no-diagnostics
// From invocation 5 on nobody knows which element it is.
#version 450
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint s[8];
const uint table[2][5] = {{0, 1, 2, 3, 4}, {7, 6, 5, 4, 3}};
uint pick(uint row, uint n) { return table[row][n]; }
void main() {
  uint i = gl_LocalInvocationIndex;
  s[pick(1, i)] = i;
  barrier();
  data[gl_GlobalInvocationID.x] = s[i];
}

//--- inside.comp
#version 450
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint s[8];
const uint table[2][8] = {{0, 1, 2, 3, 4, 5, 6, 7}, {7, 6, 5, 4, 3, 7, 1, 0}};
uint pick(uint row, uint n) { return table[row][n]; }
void main() {
  uint i = gl_LocalInvocationIndex;
  // expected-warning@+1 {{invocation 5 stores to byte 28 of 's', which invocation 0 stores to}}
  s[pick(1, i)] = i;
  barrier();
  data[gl_GlobalInvocationID.x] = s[i];
}
