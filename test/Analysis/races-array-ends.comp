// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race %s

// Lanes that would take an element from behind the end of an array do not come
// there, where a bound that nobody knows decides who comes.
#version 450
layout(local_size_x = 256) in;
layout(binding = 0) buffer Lists { uint list[]; };
layout(binding = 1) buffer Others { uint other[]; };
layout(push_constant) uniform Counts { uint first, second; };
shared uint low[64], high[64];
shared uint more[256];

void main() {
  uint i = gl_LocalInvocationIndex;
  if (i < 64u) {
    low[i] = i;
    high[i] = i + 1u;
  }
  more[i] = i;
  barrier();
  uint base = gl_WorkGroupID.x * 512u;
  for (uint j = i; j < first; j += 256u)
    list[base + j] = low[j];
  for (uint j = i; j < second; j += 256u)
    list[base + 64u + j] = high[j];
  // An array that is long enough keeps nobody away.
  if (i < first)
    other[base + i] = more[i];
  if (i < second)
    other[base + 64u + i] = more[i]; // expected-warning-re {{data race: invocation 0 stores to byte 256 {{.*}} of 'other', which invocation 64 stores to}}
}
