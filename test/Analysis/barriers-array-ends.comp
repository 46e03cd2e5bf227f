// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier %t/none-left.comp %t/some-left.comp \
// RUN:   %t/both-sides.comp

//--- none-left.comp
// expected-no-diagnostics
// In the third iteration every lane is behind the end of the array: all take the
// other side of the bound, and none is missing at the barrier.
#version 450
layout(local_size_x = 512) in;
layout(binding = 0) readonly buffer Src { float src[]; };
layout(binding = 1) writeonly buffer Dst { float dst[]; };
layout(push_constant) uniform Sizes { uint count; };
shared float row[1024];
void load(uint steps) {
  uint i = gl_LocalInvocationIndex;
  for (uint at = i, step = 0u; step < steps; at += 512u, ++step) {
    if (at >= count)
      continue;
    row[at] = src[at];
  }
  barrier();
  for (uint at = 2u * i; at < count; at += 1024u)
    dst[at] = row[at] + row[at + 1u];
}
void main() {
  uint steps = (count + 511u) / 512u;
  if (steps > 2u)
    load(steps);
  else
    load(1u);
}

//--- some-left.comp
// A bound around the one that is decided parts workgroups as before.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Src { float src[]; };
layout(binding = 1) writeonly buffer Dst { float dst[]; };
layout(push_constant) uniform Sizes { uint count, first; };
shared float row[64];
void main() {
  uint i = gl_LocalInvocationIndex;
  if (gl_GlobalInvocationID.x >= count)
    return;
  row[i] = 0.0;
  if (i < first)
    row[i + 64u] = src[gl_GlobalInvocationID.x];
  barrier(); // expected-error {{a bound keeps some invocations of the last workgroup away from this barrier}}
  dst[gl_GlobalInvocationID.x] = row[63u - i];
}

//--- both-sides.comp
// expected-no-diagnostics
// Behind the end of an array on either side: the shader is wrong, and nobody is missing.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; };
shared uint row[64], table[64];
void main() {
  uint i = gl_LocalInvocationIndex;
  table[i] = i;
  barrier();
  if (data[i] > 7u)
    row[i] = table[i + 16u];
  else
    row[i] = table[i + 20u];
  barrier();
  data[i] = row[63u - i];
}
