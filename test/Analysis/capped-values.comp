// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race %s

// What is capped by a branch or a choice is no more than its cap, so that lists
// of 64 places beside each other do not meet.
#version 450
layout(local_size_x = 256) in;
layout(binding = 0) readonly buffer Keys { uint keys[]; };
layout(binding = 1) buffer Lists { uint list[]; };
layout(binding = 2) buffer Others { uint other[]; };
shared uint found[2];

void main() {
  uint i = gl_LocalInvocationIndex;
  if (i < 2u)
    found[i] = 0u;
  barrier();
  uint key = keys[gl_GlobalInvocationID.x];
  if (key > 3u)
    atomicAdd(found[0], 1u);
  if (key > 5u)
    atomicAdd(found[1], 1u);
  barrier();
  uint low = found[0];
  if (low > 64u)
    low = 64u;
  uint high = found[1];
  high = high > 64u ? 64u : high;
  uint base = gl_WorkGroupID.x * 128u;
  if (i < low)
    list[base + i] = i;
  if (i < high)
    list[base + 64u + i] = i * 2u;

  // One more than fits.
  uint tooHigh = found[0];
  if (tooHigh > 65u)
    tooHigh = 65u;
  if (i < tooHigh)
    other[base + i] = i;
  if (i < high)
    other[base + 64u + i] = i * 2u; // expected-warning-re {{data race: invocation 0 stores to byte 256 {{.*}} of 'other', which invocation 64 stores to}}
}
