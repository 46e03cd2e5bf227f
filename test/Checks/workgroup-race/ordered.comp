// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'SET=if (g == 0u) other = 0u;' -D'COUNT=atomicAdd(count, 1u)' %s
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'SET=if (flag == 0u && g == 0u) count = 0u;' -D'COUNT=if (flag == 1u) atomicAdd(count, 1u)' %s
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'SET=switch (flag) { case 0u: if (g == 0u) count = 0u; break; case 1u: atomicAdd(count, 1u); break; }' -D'COUNT=' %s
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'SET=if (gl_NumWorkGroups.x > 1u) return; if (g == 0u) count = 0u;' -D'COUNT=atomicAdd(count, 1u)' %s
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'SET=if (g == 0u && src[g] > 3u) count = 0u;' -D'COUNT=atomicAdd(count, 1u)' %s
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'SET=if (g == 0u) { count = 0u; memoryBarrierBuffer(); atomicExchange(other, 1u); }' -D'COUNT=while (atomicAdd(other, 0u) == 0u); memoryBarrierBuffer(); atomicAdd(count, 1u)' %s
// RUN: %wglint --verify --checks=workgroup-race --dispatch=1,1,1 -D'SET=if (g == 0u) count = 0u;' -D'COUNT=atomicAdd(count, 1u)' %s

// expected-no-diagnostics
// Another counter, the opposite condition or another case, one workgroup by its own words, an invocation that data picks,
// a flag that the others wait for, or one workgroup.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) coherent buffer Counter { uint count, other; };
uniform uint flag;
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  SET
  memoryBarrierBuffer();
  barrier();
  COUNT;
}

// Each row is another workgroup's: how many there are in a row, the host says.
