// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=missing-memory-barrier %t/example.comp
// RUN: %wglint --verify --remarks --checks=missing-memory-barrier %t/near-miss.comp %t/load-first.comp \
// RUN:   %t/load-first-in-loop.comp %t/last-workgroup.comp %t/later.comp %t/several.comp %t/both.comp
// RUN: %wglint --verify --remarks --checks=missing-memory-barrier --target-env=vulkan %t/scopes.comp
// RUN: %wglint --verify --remarks --checks=missing-memory-barrier,data-race %t/in-place.comp

//--- several.comp
// One variable is one finding, however often it is handed on.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Dst { float dst[]; };
layout(std430, binding = 2) buffer Sum { float sum[]; };
layout(std430, binding = 3) writeonly buffer Out { float result[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  dst[g] = 1.0; // expected-note {{stores to it here}}
  sum[g] = 1.0; // expected-note {{stores to it here}}
  barrier();
  // expected-warning@+2 {{of 'dst'}}
  // expected-note@+1 {{put memoryBarrierBuffer() before}}
  float v = dst[g ^ 1u];
  v += dst[g ^ 2u]; // expected-note {{likewise}}
  // expected-warning@+2 {{of 'sum'}}
  // expected-note@+1 {{put memoryBarrierBuffer() before}}
  v += sum[g ^ 1u];
  result[g] = v;
}

//--- both.comp
// Workgroups meet at one load; what mends that mends the other as well.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  data[g] = 1.0; // expected-note {{stores to it here}}
  barrier();
  // expected-warning@+2 {{loads byte}}
  // expected-note@+1 {{workgroups meet there, too}}
  float v = data[g + 1u];
  v += data[g ^ 1u]; // expected-note {{likewise}}
  result[g] = v;
}

//--- scopes.comp
// A barrier for workgroups whose memory is ordered for subgroups only. No shared
// variable may be declared coherent.
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) writeonly buffer Dst { uint dst[]; };
shared uint s[256];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = src[gl_GlobalInvocationID.x]; // expected-note {{stores to it here}}
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeSubgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
  // expected-warning@+2 {{loads byte 1020 of 's'}}
  // expected-note-re@+1 {{put memoryBarrierShared() before the barrier(){{$}}}}
  dst[gl_GlobalInvocationID.x] = s[255u - l];
}

//--- in-place.comp
// Two passes of a blur in place: workgroups meet, which is the data race. What
// mends that mends this, and a barrier is not offered.
#version 450
layout(local_size_x = 64) in;
layout(r32f, binding = 0) uniform image2D img;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  // expected-note@+1 {{loads it here}}
  vec4 v = imageLoad(img, p + ivec2(1, 0));
  // expected-warning@+3 {{data race}}
  // expected-note@+2 {{workgroups meet there, too}}
  // expected-note@+1 {{invocation 2 stores to it here}}
  imageStore(img, p, v);
  barrier();
  // expected-remark@+2 {{before a barrier() that does not order this memory}}
  // expected-note@+1 {{workgroups meet there, too}}
  v = imageLoad(img, p + ivec2(2, 0));
  // expected-note@+2 {{likewise: invocation 2 stores to 'img' here}}
  // expected-note@+1 {{likewise: invocation 1 stores to 'img' here}}
  imageStore(img, p, v);
}

//--- load-first.comp
// The store comes after the load on every device: only the letter is missed.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Dst { float dst[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{loads it here}}
  float v = dst[g ^ 1u];
  barrier();
  // expected-remark@+2 {{stores to}}
  // expected-note@+1 {{put memoryBarrierBuffer() before the barrier()}}
  dst[g] = v * 2.0;
}

//--- last-workgroup.comp
// The atomic has returned when the barrier is reached: the counter is set back after it.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Counter { uint finished; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared bool isLast;
void main() {
  if (gl_LocalInvocationID.x == 0u)
    // expected-note@+1 {{invocation 0 atomically changes it here}}
    isLast = atomicAdd(finished, 1u) == gl_NumWorkGroups.x - 1u;
  barrier();
  if (!isLast) return;
  // expected-remark@+2 {{which invocation 0 atomically changes before a barrier()}}
  // expected-note@+1 {{put memoryBarrierBuffer() before the barrier()}}
  finished = 0u;
  dst[gl_LocalInvocationID.x] = 0.0;
}

//--- later.comp
// Nobody waits for what the atomic returns.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Counter { uint finished; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
shared uint last;
void main() {
  uint ticket = 0u;
  if (gl_LocalInvocationID.x == 0u) {
    // expected-note@+1 {{invocation 0 atomically changes it here}}
    ticket = atomicAdd(finished, 1u);
    ticket = 7u; // what it has returned is forgotten
    last = ticket;
  }
  barrier();
  if (gl_LocalInvocationID.x == 1u)
    // expected-warning@+2 {{which invocation 0 atomically changes before a barrier()}}
    // expected-note@+1 {{workgroups meet there, too}}
    finished = 0u;
  dst[gl_GlobalInvocationID.x] = ticket + last;
}

//--- load-first-in-loop.comp
// The next iteration loads what this one stores.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Dst { float dst[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  for (int k = 0; k < 4; ++k) {
    // expected-warning@+2 {{of 'dst', which invocation 1 stores to before a barrier()}}
    // expected-note@+1 {{put memoryBarrierBuffer() before the barrier()}}
    float v = dst[g ^ 1u];
    barrier();
    // expected-note@+1 {{stores to it here}}
    dst[g] = v * 2.0;
    barrier();
  }
}

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  dst[g] = src[g];
  barrier();
  // expected-warning@+3 {{which invocation 1 stores to before a barrier() that does not order this memory}}
  // expected-note@+2 {{put memoryBarrierBuffer() before the barrier()}}
  // expected-note@-4 {{invocation 1 stores to it here}}
  float v = dst[g ^ 1u];
  barrier();
  memoryBarrierBuffer();
  dst[g] = v * 2.0;
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  dst[g] = src[g];
  memoryBarrierBuffer();
  barrier();
  float v = dst[g ^ 1u];
  memoryBarrierBuffer();
  barrier();
  dst[g] = v * 2.0;
}
