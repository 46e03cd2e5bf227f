// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=redundant-barrier %t/announced.comp %t/waited.comp %t/forgotten.comp
// RUN: %edit -e '/expected-no/d' -e 's/atomicAdd(done, 1u)/3u/' -e 's:^  barrier();  // announced:&  // expected-warning {{this barrier orders nothing}}:' %t/announced.comp > %t/silent.comp
// RUN: %wglint --verify --verify-ignore=note --checks=redundant-barrier %t/silent.comp

//--- announced.comp
// expected-no-diagnostics
// One invocation says for all of its workgroup that they have stored.
#version 450
layout(local_size_x = 256) in;
layout(binding = 0, r32ui) uniform coherent uimage1D part;
layout(std430, binding = 1) coherent buffer C { uint done; uint sums[]; };
shared uint last;
void main() {
  uint l = gl_LocalInvocationIndex;
  imageStore(part, int(gl_GlobalInvocationID.x), uvec4(l));
  memoryBarrierImage();
  barrier();  // announced
  if (l == 0u)
    last = atomicAdd(done, 1u);
  barrier();
  if (last != gl_NumWorkGroups.x - 1u)
    return;
  memoryBarrierImage();
  sums[l] = imageLoad(part, int(l * 3u)).x;
}

//--- waited.comp
// expected-no-diagnostics
// One invocation waits for all of its workgroup.
#version 450
layout(local_size_x = 256) in;
layout(binding = 0, r32ui) uniform coherent uimage1D part;
layout(std430, binding = 1) coherent buffer C { uint ready[]; };
void main() {
  uint l = gl_LocalInvocationIndex, w = gl_WorkGroupID.x;
  if (l == 0u && w > 0u)
    while (atomicAdd(ready[w - 1u], 0u) == 0u) {
    }
  memoryBarrierImage();
  barrier();
  uint before = w > 0u ? imageLoad(part, int(w * 256u - l)).x : 0u;
  imageStore(part, int(gl_GlobalInvocationID.x), uvec4(before + 1u));
  memoryBarrierImage();
  barrier();
  if (l == 0u)
    atomicExchange(ready[w], 1u);
}

//--- forgotten.comp
// expected-no-diagnostics
// Without a memory barrier the one that speaks for all still waits for them.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) buffer Bins { uint bins[16]; };
layout(std430, binding = 2) buffer C { uint done; };
layout(std430, binding = 3) buffer Result { uint result[]; };
shared uint last;
void main() {
  uint l = gl_LocalInvocationIndex;
  atomicAdd(bins[src[gl_GlobalInvocationID.x] & 15u], 1u);
  barrier();
  if (l == 0u)
    last = atomicAdd(done, 1u);
  barrier();
  if (last == gl_NumWorkGroups.x - 1u && l < 16u)
    result[l] = atomicAdd(bins[l], 0u);
}
