// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Invocations that the data pick (PERCENT of them) use one word atomically:
// each by itself, or (IN_SHARED) a workgroup's together.
// KIND 0 adds one, 1 adds a value, 2 takes the largest value, 3 takes a slot
// and stores there. Every invocation loads WORDS words beside.
#version 450
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) writeonly buffer Found { uint found[]; };
layout(std430, binding = 2) buffer Counter { uint counter; };
#if IN_SHARED
shared uint count;
#if KIND == 3
shared uint first;
#endif
#endif
void main() {
  uint value = 0u;
  for (uint k = 0u; k < WORDS; ++k)
    value += src[(gl_WorkGroupID.x * WORDS + k) * SIZE + gl_LocalInvocationID.x];
  bool isPicked = PERCENT == 100u || value % 100u < PERCENT;
#if IN_SHARED
  if (gl_LocalInvocationID.x == 0u)
    count = 0u;
  barrier();
#if KIND == 3
  uint slot = 0u;
  if (isPicked)
    slot = atomicAdd(count, 1u);
  barrier();
  if (gl_LocalInvocationID.x == 0u)
    first = atomicAdd(counter, count);
  barrier();
  if (isPicked)
    found[first + slot] = value;
#else
  if (isPicked)
#if KIND == 2
    atomicMax(count, value);
#else
    atomicAdd(count, KIND == 0 ? 1u : value);
#endif
  barrier();
  if (gl_LocalInvocationID.x == 0u)
#if KIND == 2
    atomicMax(counter, count);
#else
    atomicAdd(counter, count);
#endif
#endif
#else
  if (isPicked)
#if KIND == 3
    found[atomicAdd(counter, 1u)] = value;
#elif KIND == 2
    atomicMax(counter, value);
#else
    atomicAdd(counter, KIND == 0 ? 1u : value);
#endif
#endif
}
