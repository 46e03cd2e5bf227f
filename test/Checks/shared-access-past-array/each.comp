// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=shared-access-past-array %t/each.comp
// RUN: %edit -e 's/s.32/s[64/' -e 's/expected-warning.*/expected-no-diagnostics/' -e 's/expected-note.*//' %t/each.comp > %t/long.comp
// RUN: %wglint --verify --remarks --checks=shared-access-past-array %t/long.comp
// RUN: %wglint --verify --remarks --checks=shared-access-past-array %t/load.comp %t/last.comp %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=shared-access-past-array --target-env=vulkan %t/open.comp

//--- each.comp
// Each workgroup has more invocations than the array has elements.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float s[32];
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  // expected-warning@+2 {{invocation 32 stores to byte 128 of 's', which has 128 bytes}}
  // expected-note@+1 {{make the array longer, or keep the invocations away that have no element}}
  s[l] = data[g];
  barrier();
  data[g] = s[l ^ 1u];
}

//--- load.comp
// What is loaded may never be used.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  s[l] = data[g];
  barrier();
  // expected-remark@+2 {{invocation 63 loads byte 256 of 's', which has 256 bytes}}
  // expected-note@+1 {{make the array longer}}
  float next = s[l + 1u];
  data[g] = l < 63u ? next : 0.0;
}

//--- last.comp
// One more than there are.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float s[65];
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  s[l] = data[g];
  // expected-warning@+3 {{invocation 1 stores to byte 260 of 's', which has 260 bytes}}
  // expected-note@+2 {{make the array longer}}
  if (l <= 1u)
    s[l + 64u] = 0.0;
  barrier();
  data[g] = s[l + 1u];
}

//--- near-miss.comp
// expected-no-diagnostics
// Who would be past the end may not come here: a bound, a mode, or the end of
// a loop keeps them away. In front of an array, and in the next row, is not
// past its end.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
uniform uint n, isWide, tiles;
shared float bounded[32], wide[32], loops[128], s[64], rows[9][8];
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  if (l < n)
    bounded[l] = data[g];
  if (data[g] > 0.0)
    bounded[l] = 1.0;
  if (isWide == 0u)
    wide[l] = data[g];
  for (uint k = 0u; k < tiles; ++k)
    loops[k * 64u + l] = data[g];
  s[l] = data[g];
  rows[l >> 3][(l & 7u) + 1u] = data[g];
  barrier();
  float before = s[l - 1u];
  data[g] = bounded[l & 31u] + wide[l & 31u] + loops[l] + rows[l >> 3][0] +
            (l > 0u ? before : 0.0);
}

//--- open.comp
// expected-no-diagnostics
// The host may make the workgroup smaller.
#version 450
layout(local_size_x = 64, local_size_x_id = 1) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float s[32];
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  s[l] = data[g];
  barrier();
  data[g] = s[l ^ 1u];
}
