// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --checks=data-race %t/in-place.comp %t/cleared.comp %t/ordered.comp %t/few.comp

//--- in-place.comp
// Others may not have loaded yet what data makes an invocation overwrite.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer V { uint v[]; };
shared uint s[64];
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  s[l] = v[g];
  barrier();
  uint x = s[63u - l];
  // expected-warning@+1 {{data race: invocation 1 stores to an element of 's', which invocation 0 loads with no barrier in between}}
  s[x & 63u] = x;
  barrier();
  v[g] = s[l];
}

//--- cleared.comp
// Nor has the owner of the element cleared it for certain.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer V { uint v[]; };
shared uint s[64];
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  s[l] = 0u;
  // expected-warning@+1 {{data race: invocation 1 stores to an element of 's', which invocation 0 stores to with no barrier in between}}
  s[v[g] & 63u] = l;
  barrier();
  v[g] = s[l];
}

//--- ordered.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer V { uint v[]; };
shared uint s[64];
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  s[l] = v[g];
  barrier();
  uint x = s[63u - l];
  barrier();
  s[x & 63u] = x;
  barrier();
  v[g] = s[l];
}

//--- few.comp
// What one invocation loads of many elements, data may keep the others from.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer V { uint v[]; };
shared uint s[256];
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  for (uint k = l; k < 256u; k += 64u)
    s[k] = 0u;
  barrier();
  uint x = s[l];
  s[64u + (v[g] & 127u)] = x;
  barrier();
  v[g] = s[l + 64u];
}
