// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=contended-atomic %t/example.comp
// RUN: %wglint --verify --remarks --checks=contended-atomic %t/reserve.comp %t/several.comp %t/housekeeping.comp \
// RUN:   %t/near-miss.comp %t/unknown.comp %t/small.comp %t/own.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=contended-atomic %t/cheap.comp %t/loop.comp
// RUN: %wglint --remarks --checks=contended-atomic %t/loop.comp | FileCheck %t/loop.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=contended-atomic --dispatch=4096,1,1 %t/dispatch.comp %t/hidden.comp %t/loop-beside.comp \
// RUN:   %t/rare.comp %t/narrow.comp
// RUN: %wglint --remarks --checks=contended-atomic --dispatch=4095,1,1 %t/dispatch.comp | FileCheck %t/dispatch.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(std430, binding = 1) buffer Sum { uint sum; };

void main() {
  // expected-remark@+3 {{atomic on 'sum' goes to one address from all 32 lanes of a subgroup}}
  // expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{let one invocation issue the atomic (privatize-atomics)}}
  atomicAdd(sum, data[gl_GlobalInvocationID.x]);
}
// [/example]

//--- several.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(std430, binding = 1) buffer Limits { uint smallest, largest; };
void main() {
  // expected-remark@+3 {{atomic on 'smallest' goes to one address from all 32 lanes}}
  // expected-note@+2 {{counted for}}
  // expected-note@+1 {{privatize-atomics}}
  atomicMin(smallest, data[gl_GlobalInvocationID.x]);
  atomicMin(smallest, 7u); // expected-note {{atomic on 'smallest' contends for the same variable}}
}

//--- cheap.comp
// Compilers combine a constant whose sum nobody reads; if it is read, or the value
// differs between lanes, they do not. Behind a loop that accesses memory one atomic is
// little.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(std430, binding = 1) buffer Counts { uint count, next; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{atomic on 'count' goes to one address}}
  atomicAdd(count, 1u);
  // expected-remark@+1 {{atomic on 'next' goes to one address}}
  data[g] = atomicAdd(next, 1u);
}

//--- loop.comp
// What lies in shared memory is combined within the subgroup.
// CHECK: {{atomic on 'most'}}
// CHECK: note: combine the values within the subgroup first (subgroupAdd() and its like)
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(std430, binding = 1) buffer Sums { uint largest, total; };
shared uint most;
void main() {
  uint g = gl_GlobalInvocationID.x, sum = 0u;
  if (g == 0u) most = 0u;
  barrier();
  for (uint k = 0u; k < 64u; k++) {
    sum += data[g + 4096u * k];
    // expected-remark@+1 {{atomic on 'most' goes to one address}}
    atomicMax(most, data[g + 4096u * k]);
  }
  // expected-remark@+1 {{atomic on 'total' goes to one address}}
  atomicAdd(total, sum);
}

//--- housekeeping.comp
// expected-no-diagnostics
// All invocations do the same.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Sum { uint sum; };
void main() { atomicAdd(sum, 1u); }

//--- reserve.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint used;
void main() {
  // expected-remark@+3 {{atomic on 'used' goes to one address from all 32 lanes of a subgroup}}
  // expected-note@+2 {{counted for}}
  // expected-note@+1 {{let one invocation reserve room for all}}
  uint at = atomicAdd(used, 1u);
  data[at] = gl_GlobalInvocationID.x;
}

//--- near-miss.comp
// expected-no-diagnostics
// One invocation; neighbouring addresses; an exchange.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(std430, binding = 1) buffer Sum { uint sum; };
void main() {
  if (gl_LocalInvocationIndex == 0u)
    atomicAdd(sum, 1u);
  atomicAdd(data[gl_GlobalInvocationID.x], 1u);
  atomicExchange(sum, 0u);
}

//--- unknown.comp
// How many lanes take part is up to the data, but all workgroups meet there.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(std430, binding = 1) buffer Sum { uint sum, count; };
layout(std430, binding = 2) writeonly buffer Found { uint found[]; };
void main() {
  uint value = data[gl_GlobalInvocationID.x];
  // expected-remark@+3 {{atomic on 'sum' goes to one address from all invocations that come here, of all workgroups}}
  // expected-note@+2 {{counted for}}
  // expected-note@+1 {{privatize-atomics}}
  if (value > 1000u) atomicAdd(sum, value);
  // expected-remark@+3 {{atomic on 'count' goes to one address from all invocations that come here}}
  // expected-note@+2 {{counted for}}
  // expected-note@+1 {{reserve room for all of the workgroup}}
  if (value > 1000u) found[atomicAdd(count, 1u)] = value;
}

//--- own.comp
// expected-no-diagnostics
// Data decides who comes, and each workgroup has its own, or one that it has loaded the
// number of, or some share one, or a loop picks it; one invocation, or one workgroup,
// comes at most; shared memory.
#version 450
layout(local_size_x = 64) in;
layout(binding = 3) uniform Count { uint count; };
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(std430, binding = 1) buffer Sums { uint sums[]; };
layout(std430, binding = 2) buffer Rest { uint rest; };
shared uint most;
void main() {
  uint value = data[gl_GlobalInvocationID.x];
  if (gl_LocalInvocationIndex == 0u) most = 0u;
  barrier();
  if (value > 7u) {
    atomicAdd(sums[gl_WorkGroupID.x], value);
    atomicAdd(sums[data[gl_WorkGroupID.x]], value);
    atomicAdd(sums[gl_WorkGroupID.x / 3u], value);
    atomicAdd(sums[gl_WorkGroupID.y], value);
    atomicAdd(sums[gl_WorkGroupID.x & 7u], value);
    atomicMax(most, value);
    if (gl_LocalInvocationIndex == 0u) atomicAdd(rest, value);
    if (gl_WorkGroupID.x == 3u) atomicAdd(rest, value);
    uint own = gl_WorkGroupID.x, found = 0u;
    while (own > 64u) own >>= 1u;
    atomicAdd(sums[own], value);
    for (uint i = 0u; i < count; ++i)
      if (data[i] == gl_WorkGroupID.x) found = i;
    atomicAdd(sums[found], value);
  }
}

//--- dispatch.comp
// CHECK: remark: atomic on 'sum' goes to one address from all 32 lanes of a subgroup [contended-atomic]
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(std430, binding = 1) buffer Sum { uint sum; };
void main() {
  // expected-warning@+1 {{atomic on 'sum' goes to one address from all 32 lanes of a subgroup, of 32768 subgroups one after the other}}
  atomicAdd(sum, data[gl_GlobalInvocationID.x]);
}

//--- loop-beside.comp
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(std430, binding = 1) buffer Sum { uint sum; };
void main() {
  float value = data[gl_GlobalInvocationID.x];
  for (uint k = 0u; k < 200u; ++k)
    value = sin(value);
  // expected-remark@+1 {{atomic on 'sum' goes to one address from all 32 lanes}}
  atomicAdd(sum, uint(value));
}

//--- hidden.comp
// What 20 words each take hides the atomics, and what a loop takes is not known.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uvec4 data[]; };
layout(std430, binding = 1) buffer Sum { uint sum; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  uvec4 value = data[i] + data[i + (1u << 20)] + data[i + (2u << 20)] + data[i + (3u << 20)] + data[i + (4u << 20)];
  // expected-remark@+1 {{atomic on 'sum' goes to one address from all 32 lanes}}
  atomicAdd(sum, value.x + value.y + value.z + value.w);
}

//--- rare.comp
// It may be that next to none come there.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(std430, binding = 1) buffer Sum { uint sum; };
void main() {
  // expected-remark@+1 {{atomic on 'sum' goes to one address from all invocations that come here}}
  if (data[gl_GlobalInvocationID.x] == 0u) atomicAdd(sum, 1u);
}

//--- narrow.comp
// Two subgroups have little to combine.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(std430, binding = 1) buffer Sum { uint sum; };
void main() {
  // expected-remark@+1 {{atomic on 'sum' goes to one address from all 32 lanes}}
  atomicAdd(sum, data[gl_GlobalInvocationID.x]);
}

//--- small.comp
// expected-no-diagnostics
// Eight invocations have little to combine; 32 are in the example's place.
#version 450
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Count { uint count; };
layout(std430, binding = 1) readonly buffer Data { uint data[]; };
void main() { atomicAdd(count, data[gl_GlobalInvocationID.x]); }
