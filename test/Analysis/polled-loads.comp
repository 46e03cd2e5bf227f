// A loop that asks a coherent variable until an atomic of others has changed it: no warning. A race it
// stays where the variable is not coherent, or what is loaded is used for more than to compare.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=-*,data-race,same-value-race %t/polled.comp
// RUN: %edit -e 's/coherent buffer/buffer/' -e 's/-remark {{.*}}$/-warning {{data race: invocation}}/' %t/polled.comp > %t/cached.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=-*,data-race,same-value-race %t/cached.comp
// RUN: %edit -e 's/pending == 0u/data[pending] == 0u/' -e 's/-remark {{.*}}$/-warning {{data race: invocation}}/' %t/polled.comp > %t/used.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=-*,data-race,same-value-race %t/used.comp
// What each of many places holds is asked once: a barrier is missing.
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=-*,data-race,same-value-race %t/counts.comp
// RUN: %wglint --verify --verify-ignore=note --checks=-*,data-race --target-env=vulkan %t/places.comp

//--- polled.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) coherent buffer Queue { uint pending; };
layout(std430, binding = 1) buffer Data { uint data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  for (uint k = 0u; k < 1000u; ++k) {
    data[i] += k;
    atomicAdd(pending, ~0u);
    memoryBarrierBuffer();
    if (pending == 0u) break; // expected-remark {{with nothing to order them: a loop asks for it again and again}}
  }
}

//--- counts.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) coherent buffer Counts { uint counts[64]; };
layout(std430, binding = 1) buffer Data { uint data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  atomicAdd(counts[data[i] & 63u], 1u);
  memoryBarrierBuffer();
  uint many = 0u;
  for (uint k = 0u; k < 64u; ++k)
    if (counts[k] > 5u) many += k; // expected-warning {{data race}}
  data[i] = many;
}

//--- places.comp
// The test lets more in than there are places for, as others count on in between.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) coherent buffer Places { uint taken; };
layout(std430, binding = 1) buffer Data { uint data[]; };
layout(push_constant) uniform Params { uint count; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  for (uint k = 0u; k < 64u; ++k) {
    if (taken >= count) break;
    data[atomicAdd(taken, 1u)] = i; // expected-warning {{data race}}
  }
}
