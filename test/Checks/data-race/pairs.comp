// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race,workgroup-race %t/edges.comp %t/shared.comp %t/swapped.comp %t/bytes.comp

//--- edges.comp
// Both ends of an edge move by what the other one is: the host colours such edges.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer P { vec4 pos[]; };
layout(std430, binding = 1) readonly buffer E { uint edges[]; };
uniform uint first, count;
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= count)
    return;
  uint edge = edges[first + i], a = edge & 0xffffu, b = edge >> 16;
  vec3 d = pos[b].xyz - pos[a].xyz;
  d *= 0.5 - 0.5 * inversesqrt(dot(d, d) + 1e-9);
  pos[a].xyz += d;
  pos[b].xyz -= d;
}

//--- shared.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer P { vec4 pos[]; };
layout(std430, binding = 1) readonly buffer E { uvec2 edges[]; };
uniform uint colours;
shared vec4 s[128];
void main() {
  uint l = gl_LocalInvocationIndex, b = gl_WorkGroupID.x * 128u;
  s[l] = pos[b + l];
  s[l + 64u] = pos[b + l + 64u];
  barrier();
  for (uint c = 0u; c < colours; ++c) {
    uvec2 e = edges[(gl_WorkGroupID.x * colours + c) * 64u + l];
    vec3 d = s[e.y].xyz - s[e.x].xyz;
    float k = 0.5 * (1.0 - 1.0 / max(length(d), 1e-6));
    s[e.x].xyz += d * k;
    s[e.y].xyz -= d * k;
    barrier();
  }
  pos[b + l] = s[l];
  pos[b + l + 64u] = s[l + 64u];
}

//--- swapped.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer V { float v[]; };
layout(std430, binding = 1) readonly buffer Pairs { uvec2 pairs[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationIndex, b = gl_WorkGroupID.x * 64u;
  s[l] = v[b + l];
  s[l + 32u] = v[b + l + 32u];
  barrier();
  uvec2 p = pairs[l];
  float t = s[p.x];
  s[p.x] = s[p.y];
  s[p.y] = t;
  barrier();
  v[b + l] = s[l];
  v[b + l + 32u] = s[l + 32u];
}

//--- bytes.comp
// Two counts of one histogram are no pair.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer V { uint v[]; };
layout(std430, binding = 1) buffer H { uint counts[]; };
shared uint s[256];
void main() {
  uint l = gl_LocalInvocationIndex;
  for (uint k = l; k < 256u; k += 64u)
    s[k] = 0u;
  barrier();
  uint x = v[gl_GlobalInvocationID.x];
  // expected-warning@+1 {{data race: invocation 1 stores to an element of 's', which invocation 0 stores to}}
  s[x & 255u]++;
  s[x >> 8 & 255u]++;
  barrier();
  for (uint k = l; k < 256u; k += 64u)
    counts[gl_WorkGroupID.x * 256u + k] = s[k];
}
