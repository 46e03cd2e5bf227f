// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=missing-memory-barrier %t/last.comp %t/group.comp %t/by-all.comp %t/image.comp
// RUN: %wglint --verify --remarks --checks=missing-memory-barrier %t/before.comp %t/coherent.comp %t/own.comp \
// RUN:   %t/modes.comp %t/statistic.comp
// RUN: %wglint --verify --remarks --checks=missing-memory-barrier --target-env=vulkan %t/releases.comp

//--- last.comp
// One invocation stores and counts; the last workgroup may load old parts.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Part { float part[]; };
layout(std430, binding = 2) buffer Count { uint done; float result; };
shared bool last;
void main() {
  uint l = gl_LocalInvocationIndex;
  if (l == 0u) {
    part[gl_WorkGroupID.x] = src[gl_WorkGroupID.x]; // expected-note {{invocation 0 stores to it here}}
    // expected-note@+1 {{this atomic tells of the store}}
    last = atomicAdd(done, 1u) == gl_NumWorkGroups.x - 1u;
  }
  barrier();
  if (last && l == 0u) {
    float sum = 0.0;
    for (uint i = 0u; i < gl_NumWorkGroups.x; i++)
      // expected-warning@+2 {{invocation 0 loads byte 0 of 'part', which invocation 0 of another workgroup stores to with no memory barrier for other workgroups in front of the atomic}}
      // expected-note@+1 {{put memoryBarrierBuffer() between the store and the atomic}}
      sum += part[i];
    result = sum;
  }
}

//--- group.comp
// groupMemoryBarrier() orders what invocations of its workgroup see.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Part { float part[]; };
layout(std430, binding = 2) buffer Count { uint done; float result; };
shared bool last;
void main() {
  uint l = gl_LocalInvocationIndex;
  if (l == 0u) {
    part[gl_WorkGroupID.x] = float(gl_WorkGroupID.x); // expected-note {{stores to it here}}
    groupMemoryBarrier();
    last = atomicAdd(done, 1u) == gl_NumWorkGroups.x - 1u; // expected-note {{tells of the store}}
  }
  barrier();
  if (last && l == 0u) {
    float sum = 0.0;
    for (uint i = 0u; i < gl_NumWorkGroups.x; i++)
      // expected-warning@+2 {{invocation 0 loads byte 0 of 'part'}}
      // expected-note@+1 {{put memoryBarrierBuffer() between the store and the atomic}}
      sum += part[i];
    result = sum;
  }
}

//--- by-all.comp
// All store and load; the result comes through a number, and an early return.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Part { float part[]; };
layout(std430, binding = 2) buffer Count { uint done; };
layout(std430, binding = 3) writeonly buffer Result { float result[64]; };
shared uint ticket;
void main() {
  uint l = gl_LocalInvocationIndex;
  part[gl_GlobalInvocationID.x] = float(l); // expected-note {{stores to it here}}
  barrier();
  if (l == 0u)
    ticket = atomicAdd(done, 1u); // expected-note {{tells of the store}}
  barrier();
  if (ticket + 1u != gl_NumWorkGroups.x)
    return;
  // expected-warning@+2 {{invocation 0 loads byte 0 of 'part', which invocation 0 of another workgroup stores to}}
  // expected-note@+1 {{put memoryBarrierBuffer()}}
  result[l] = part[l];
}

//--- image.comp
// A memory barrier for buffers does nothing for images.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, r32f) uniform image2D part;
layout(std430, binding = 2) buffer Count { uint done; };
layout(std430, binding = 3) writeonly buffer Result { float result[64]; };
shared uint ticket;
void main() {
  uint l = gl_LocalInvocationIndex;
  // expected-note@+1 {{stores to it here}}
  imageStore(part, ivec2(gl_GlobalInvocationID.xy), vec4(float(l)));
  memoryBarrierBuffer();
  barrier();
  if (l == 0u)
    ticket = atomicAdd(done, 1u); // expected-note {{tells of the store}}
  barrier();
  if (ticket == gl_NumWorkGroups.x * gl_NumWorkGroups.y - 1u)
    // expected-warning@+2 {{loads a texel of 'part'}}
    // expected-note@+1 {{put memoryBarrierImage()}}
    result[l] = imageLoad(part, ivec2(gl_LocalInvocationID.xy)).x;
}

//--- before.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Part { float part[]; };
layout(std430, binding = 2) buffer Count { uint done; float result; };
shared bool last;
void main() {
  uint l = gl_LocalInvocationIndex;
  if (l == 0u) {
    part[gl_WorkGroupID.x] = src[gl_WorkGroupID.x];
    memoryBarrierBuffer();
    last = atomicAdd(done, 1u) == gl_NumWorkGroups.x - 1u;
  }
  barrier();
  if (last && l == 0u) {
    float sum = 0.0;
    for (uint i = 0u; i < gl_NumWorkGroups.x; i++)
      sum += part[i];
    result = sum;
  }
}

//--- coherent.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) coherent buffer Part { float part[]; };
layout(std430, binding = 2) buffer Count { uint done; };
layout(std430, binding = 3) writeonly buffer Result { float result[64]; };
shared uint ticket;
void main() {
  uint l = gl_LocalInvocationIndex;
  part[gl_GlobalInvocationID.x] = float(l);
  barrier();
  if (l == 0u)
    ticket = atomicAdd(done, 1u);
  barrier();
  if (ticket + 1u != gl_NumWorkGroups.x)
    return;
  result[l] = part[l];
}

//--- own.comp
// Each loads what its own workgroup has stored.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Part { float part[]; };
layout(std430, binding = 2) buffer Count { uint done; };
layout(std430, binding = 3) writeonly buffer Result { float result[64]; };
shared uint ticket;
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  part[g] = float(l);
  barrier();
  if (l == 0u)
    ticket = atomicAdd(done, 1u);
  barrier();
  if (ticket + 1u == gl_NumWorkGroups.x)
    result[l] = part[g];
}

//--- modes.comp
// Two dispatches: one stores, and another one loads.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Part { float part[]; };
layout(std430, binding = 2) buffer Count { uint done; };
layout(std430, binding = 3) writeonly buffer Result { float result[64]; };
layout(push_constant) uniform Mode { uint mode; };
shared uint ticket;
void main() {
  uint l = gl_LocalInvocationIndex;
  if (mode == 0u)
    part[gl_GlobalInvocationID.x] = float(l);
  if (l == 0u)
    ticket = atomicAdd(done, 1u);
  barrier();
  if (mode == 1u && ticket + 1u == gl_NumWorkGroups.x)
    result[l] = part[l];
}

//--- statistic.comp
// The atomic decides nothing.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) buffer Part { float part[]; };
layout(std430, binding = 2) buffer Count { uint done; };
layout(std430, binding = 3) writeonly buffer Result { float result[64]; };
shared uint ticket;
void main() {
  uint l = gl_LocalInvocationIndex;
  part[gl_GlobalInvocationID.x] = float(l);
  barrier();
  if (l == 0u) {
    atomicAdd(done, 1u);
    ticket = src[0];
  }
  barrier();
  if (ticket == gl_NumWorkGroups.x)
    result[l] = part[l];
}

//--- releases.comp
// expected-no-diagnostics
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 256) in;
layout(std430, binding = 1) buffer Part { float part[]; };
layout(std430, binding = 2) buffer Count { uint done; };
layout(std430, binding = 3) writeonly buffer Result { float result; };
shared bool last;
void main() {
  uint l = gl_LocalInvocationIndex;
  if (l == 0u) {
    part[gl_WorkGroupID.x] = 1.0;
    last = atomicAdd(done, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease) == gl_NumWorkGroups.x - 1u;
  }
  barrier();
  if (last && l == 0u)
    result = part[0] + part[1];
}
