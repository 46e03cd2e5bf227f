// RUN: %wglint --verify --verify-ignore=note --remarks --checks=oversized-private-array %s

// Each differs from a list in one point, and from the others in its length.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Lights { vec4 lights[]; };
layout(std430, binding = 1) buffer Out { uint result[]; };
uniform uint n;
#define FILL(list, length, count)                                              \
  uint list[length];                                                           \
  uint count = 0u;                                                             \
  for (uint k = 0u; k < n; ++k)                                                \
    if (lights[k].w < lights[i].w)                                             \
      list[count++] = k;
void main() {
  uint i = gl_GlobalInvocationID.x, at = i * 300u;
  // All elements are read.
  // expected-warning@+1 {{private array 'all'}}
  FILL(all, 300, a)
  for (uint k = 0u; k < 300u; ++k)
    result[at + k] = all[k];
  // Read several times.
  // expected-warning@+1 {{private array 'often'}}
  FILL(often, 301, o)
  for (uint j = 0u; j < n; ++j)
    for (uint k = 0u; k < o; ++k)
      result[at + k] += often[k];
  // Backwards.
  // expected-warning@+1 {{private array 'back'}}
  FILL(back, 302, b)
  for (; b > 0u; b--)
    result[at + b] += back[b];
  // Sorted.
  // expected-warning@+1 {{private array 'sorted'}}
  FILL(sorted, 303, s)
  for (uint k = 1u; k < s; ++k)
    if (sorted[k] < sorted[k - 1u])
      sorted[k] = sorted[k - 1u];
  for (uint k = 0u; k < s; ++k)
    result[at + k] += sorted[k];
  // A stack, in one loop.
  uint stack[304];
  uint top = 0u;
  for (uint k = 0u; k < n; ++k) {
    if (lights[k].w < lights[i].w)
      // expected-warning@+1 {{private array 'stack'}}
      stack[top++] = k;
    if (lights[k].x < lights[i].x)
      result[at] += stack[--top];
  }
  // Each of as many as data says.
  uint every[305];
  uint e = 0u, end = result[i];
  for (uint k = 0u; k < end; ++k)
    // expected-warning@+1 {{private array 'every'}}
    every[e++] = k;
  for (uint k = 0u; k < e; ++k)
    result[at + k] += every[k];
  // The same for all invocations.
  uint same[306];
  uint m = 0u;
  for (uint k = 0u; k < n; ++k)
    if (lights[k].w < 1.0)
      // expected-warning@+1 {{private array 'same'}}
      same[m++] = k;
  for (uint k = 0u; k < m; ++k)
    result[at + k] += same[k];
  // Not next to each other.
  uint apart[307];
  uint p = 0u;
  for (uint k = 0u; k < n; ++k)
    if (lights[k].w < lights[i].w) {
      // expected-warning@+1 {{private array 'apart'}}
      apart[p] = k;
      p += 2u;
    }
  for (uint k = 0u; k < p; ++k)
    result[at + k] += apart[k];
}
