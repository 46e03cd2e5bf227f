// What a load is needed for, behind functions that only compute and behind members of structures.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --verify-ignore=note --checks=data-race,same-value-race %t/silent.comp %t/needed.comp %t/other-member.comp %t/passed-on.comp

// The whole workgroup loads the result, and invocation 0 alone goes on with it.
//--- silent.comp
#version 450
layout(local_size_x = 64) in;
struct Box { vec3 low; vec3 high; };
layout(std430, binding = 0) readonly buffer Points { vec4 points[]; };
layout(std430, binding = 1) buffer Bounds { uint bounds[6]; };
shared vec3 parts[64];
void split(vec3 number, out uvec3 bits) {
  bits = floatBitsToUint(number);
  if (number.x < 0.0)
    bits.x = ~bits.x;
}
vec3 lowest(vec3 own) {
  uint l = gl_LocalInvocationIndex;
  parts[l] = own;
  for (uint step = 32u; step > 0u; step /= 2u) {
    barrier();
    if (l < step)
      parts[l] = min(parts[l], parts[l + step]);
  }
  barrier();
  return parts[0];
}
vec3 highest(vec3 own) {
  uint l = gl_LocalInvocationIndex;
  // expected-remark@+1 {{which invocation 63 loads with nothing to order them: who loads it meanwhile uses it only behind a condition}}
  parts[l] = own;
  for (uint step = 32u; step > 0u; step /= 2u) {
    barrier();
    if (l < step)
      parts[l] = max(parts[l], parts[l + step]);
  }
  barrier();
  return parts[0];
}
void main() {
  vec3 point = points[gl_GlobalInvocationID.x].xyz;
  Box box = Box(point, point);
  box.low = lowest(box.low);
  box.high = highest(box.high);
  if (gl_LocalInvocationIndex == 0u) {
    uvec3 low, high;
    split(box.low, low);
    split(box.high, high);
    atomicMin(bounds[0], low.x);
    atomicMax(bounds[3], high.x);
  }
}

// All invocations store what they make of it.
//--- needed.comp
#version 450
layout(local_size_x = 64) in;
struct Sums { float first; float second; };
layout(std430, binding = 0) buffer Data { float data[]; };
shared float parts[64];
float doubled(float number) { return number * 2.0; }
float sumOf(float own) {
  uint l = gl_LocalInvocationIndex;
  parts[l] = own;
  barrier();
  for (uint i = 1u; l == 0u && i < 64u; ++i)
    parts[0] += parts[i];
  barrier();
  // expected-warning@+1 {{data race: invocation 63 loads byte 0 of 'parts', which invocation 0 stores to}}
  return parts[0];
}
void main() {
  Sums sums;
  sums.first = sumOf(data[gl_GlobalInvocationID.x]);
  sums.second = sumOf(data[gl_GlobalInvocationID.x + 64u]);
  float twice = doubled(sums.first);
  data[gl_GlobalInvocationID.x] = twice;
}

// What the next call is given is another member: what the first has returned does not come there.
//--- other-member.comp
#version 450
layout(local_size_x = 64) in;
struct Sums { float first; float second; };
layout(std430, binding = 0) buffer Data { float data[]; };
layout(std430, binding = 1) writeonly buffer Total { float total[]; };
shared float parts[64];
float sumOf(float own) {
  uint l = gl_LocalInvocationIndex;
  parts[l] = own;
  barrier();
  for (uint i = 1u; l == 0u && i < 64u; ++i)
    parts[0] += parts[i];
  barrier();
  // expected-remark@+1 {{which invocation 0 stores to with nothing to order them: who loads it meanwhile uses it only behind a condition}}
  return parts[0];
}
void main() {
  Sums sums = Sums(data[gl_GlobalInvocationID.x], data[gl_GlobalInvocationID.x + 64u]);
  sums.first = sumOf(sums.first);
  sums.second = sumOf(sums.second);
  if (gl_LocalInvocationIndex == 0u)
    total[gl_WorkGroupID.x] = sums.first + sums.second;
}

// The same member: it does.
//--- passed-on.comp
#version 450
layout(local_size_x = 64) in;
struct Sums { float first; float second; };
layout(std430, binding = 0) buffer Data { float data[]; };
layout(std430, binding = 1) writeonly buffer Total { float total[]; };
shared float parts[64];
float sumOf(float own) {
  uint l = gl_LocalInvocationIndex;
  parts[l] = own;
  barrier();
  for (uint i = 1u; l == 0u && i < 64u; ++i)
    parts[0] += parts[i];
  barrier();
  // expected-warning@+1 {{data race: invocation 63 loads byte 0 of 'parts', which invocation 0 stores to}}
  return parts[0];
}
void main() {
  Sums sums = Sums(data[gl_GlobalInvocationID.x], 0.0);
  sums.first = sumOf(sums.first);
  sums.second = sumOf(sums.first);
  if (gl_LocalInvocationIndex == 0u)
    total[gl_WorkGroupID.x] = sums.second;
}
