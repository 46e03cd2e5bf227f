// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --fail-on=never --output-format=concise --checks=data-race %t/sort.comp %t/short.comp %t/even.comp %t/again.comp | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %wglint --fail-on=never --output-format=concise --checks=same-value-race --remarks %t/sort.comp %t/short.comp %t/even.comp %t/again.comp | FileCheck %s --check-prefix=REMARK
// RUN: %wglint --fail-on=never --output-format=concise --checks=data-race %t/both.comp %t/most.comp %t/sum.comp %t/kept.comp %t/call.comp %t/barrier.comp %t/sometimes.comp %t/late.comp | FileCheck %s --implicit-check-not=warning:
// RUN: %wglint --fail-on=never --output-format=concise --checks=data-race -D'NEEDED=(i == 0u)' -D'FIRST=0.0' %t/returned.comp | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %wglint --fail-on=never --output-format=concise --checks=same-value-race --remarks -D'NEEDED=(i == 0u)' -D'FIRST=0.0' %t/returned.comp | FileCheck %s --check-prefix=RETURNED
// RUN: %wglint --fail-on=never --output-format=concise --checks=data-race -D'NEEDED=(i < 2u)' -D'FIRST=0.0' %t/returned.comp | FileCheck %s --check-prefix=LEFT
// RUN: %wglint --fail-on=never --output-format=concise --checks=data-race -D'NEEDED=(i == 0u)' -D'FIRST=first' %t/returned.comp | FileCheck %s --check-prefix=LEFT

// A load in front of the condition under which it matters: the invocations that
// load what others store do not come to what depends on it.

// SILENT-NOT: data-race
// REMARK-DAG: sort.comp:14:{{.*}} who loads it meanwhile uses it only behind a condition that does not hold there
// REMARK-DAG: short.comp:14:{{.*}} who loads it meanwhile uses it only behind a condition
// REMARK-DAG: again.comp:12:{{.*}} who loads it meanwhile uses it only behind a condition
// REMARK-DAG: even.comp:10:{{.*}} who loads it meanwhile uses it only behind a condition
// What a function returns matters where its callers use it: in the second of two calls
// the first one's result may still be there.
// RETURNED: returned.comp:15:{{.*}} who loads it meanwhile uses it only behind a condition
// LEFT: returned.comp:15:{{.*}} 'sums'

// In all others it matters to somebody.
// CHECK-DAG: both.comp:13:{{.*}} 'temp'
// CHECK-DAG: most.comp:11:{{.*}} invocation 1 {{.*}} 'temp', which invocation 2 loads
// CHECK-DAG: sum.comp:12:{{.*}} 'temp'
// CHECK-DAG: kept.comp:14:{{.*}} 'temp'
// CHECK-DAG: call.comp:12:{{.*}} 'temp'
// CHECK-DAG: barrier.comp:12:{{.*}} 'temp'
// CHECK-DAG: sometimes.comp:12:{{.*}} 'sums'
// CHECK-DAG: late.comp:12:{{.*}} 't'

//--- sort.comp
#version 450
layout(local_size_x = 64) in;
shared uint temp[64];
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  temp[i] = data[gl_GlobalInvocationID.x];
  barrier();
  for (uint k = 2u; k <= 64u; k <<= 1)
    for (uint j = k >> 1; j > 0u; j >>= 1) {
      uint a = temp[i], b = temp[i ^ j];
      if ((i ^ j) > i) {
        if (((i & k) == 0u) == (a > b)) {
          temp[i] = b;
          temp[i ^ j] = a;
        }
      }
      barrier();
    }
  data[gl_GlobalInvocationID.x] = temp[i];
}

// One condition, whose parts are evaluated one after the other, through
// variables that are stored to on the way.
//--- short.comp
#version 450
layout(local_size_x = 64) in;
shared ivec2 temp[64];
layout(std430, binding = 0) buffer Data { ivec2 data[]; };
layout(binding = 1) uniform Params { bool checks; int count; };
void main() {
  int i = int(gl_LocalInvocationIndex);
  temp[i] = data[gl_GlobalInvocationID.x];
  barrier();
  for (int j = 32; j > 0; j >>= 1) {
    ivec2 a = temp[i], b = temp[i ^ j];
    bool isBehind = checks ? a.x >= count : false;
    if ((isBehind || a.y > b.y) && (i ^ j) > i) {
      temp[i] = b;
      temp[i ^ j] = a;
    }
    barrier();
  }
  data[gl_GlobalInvocationID.x] = temp[i];
}

//--- even.comp
#version 450
layout(local_size_x = 64) in;
shared uint temp[64];
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  temp[i] = i;
  barrier();
  uint left = temp[max(i, 1u) - 1u];
  if (i % 2u == 0u) temp[i] = left;
  barrier();
  data[gl_GlobalInvocationID.x] = temp[i];
}

// The variable holds another value before anybody else uses it.
//--- again.comp
#version 450
layout(local_size_x = 64) in;
shared float sums[64];
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  sums[i] = data[i];
  barrier();
  float mean = sums[0] / 64.0;
  float scale = inversesqrt(mean + 1.0);
  if (i == 0u)
    sums[0] = scale;
  barrier();
  mean = sums[0];
  data[i] = data[i] * mean;
}

// In one path through the shader it does not.
//--- sometimes.comp
#version 450
layout(local_size_x = 64) in;
shared float sums[64];
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  sums[i] = data[i];
  barrier();
  float mean = sums[0] / 64.0;
  float scale = inversesqrt(mean + 1.0);
  if (i == 0u)
    sums[0] = scale;
  barrier();
  if (data[64] > 0.0)
    mean = sums[0];
  data[i] = data[i] * mean;
}

// Both partners store.
//--- both.comp
#version 450
layout(local_size_x = 64) in;
shared uint temp[64];
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  temp[i] = data[gl_GlobalInvocationID.x];
  barrier();
  for (uint j = 32u; j > 0u; j >>= 1) {
    uint a = temp[i], b = temp[i ^ j];
    if ((i ^ j) != i)
      if (a > b)
        temp[i] = b;
    barrier();
  }
  data[gl_GlobalInvocationID.x] = temp[i];
}

// The first invocations that meet are not the ones that matter.
//--- most.comp
#version 450
layout(local_size_x = 64) in;
shared uint temp[64];
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  temp[i] = i;
  barrier();
  uint left = temp[max(i, 1u) - 1u];
  if (i % 4u != 0u)
    temp[i] = left;
  barrier();
  data[gl_GlobalInvocationID.x] = temp[i];
}

// What is loaded matters in the next iteration.
//--- sum.comp
#version 450
layout(local_size_x = 64) in;
shared uint temp[64];
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
  uint i = gl_LocalInvocationIndex, sum = 0u;
  temp[i] = i;
  barrier();
  for (uint j = 1u; j < 4u; ++j) {
    sum += temp[(i + j) % 64u];
    if (i % (j + 1u) == 0u)
      temp[i] = sum;
    barrier();
  }
  data[gl_GlobalInvocationID.x] = temp[i];
}

// What is left of the iteration before matters.
//--- kept.comp
#version 450
layout(local_size_x = 64) in;
shared uint temp[64];
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
  uint i = gl_LocalInvocationIndex, last = 0u;
  temp[i] = i;
  barrier();
  for (uint j = 1u; j < 4u; ++j) {
    uint found = temp[(i + 1u) % 64u];
    if (i > j)
      last = found;
    if (i % (j + 1u) == 0u)
      temp[i] = last;
    barrier();
  }
  data[gl_GlobalInvocationID.x] = temp[i];
}

// Calls are not followed.
//--- call.comp
#version 450
layout(local_size_x = 64) in;
shared uint temp[64];
layout(std430, binding = 0) buffer Data { uint data[]; };
void put(uint x) { data[gl_GlobalInvocationID.x] = x; }
void main() {
  uint i = gl_LocalInvocationIndex;
  temp[i] = i;
  barrier();
  uint left = temp[max(i, 1u) - 1u];
  put(left);
  if (i % 2u == 0u) temp[i] = left;
}

// Who comes to the barrier depends on it: nothing of that is a store.
//--- barrier.comp
#version 450
layout(local_size_x = 64) in;
shared uint temp[64];
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  temp[i] = i;
  barrier();
  for (uint j = 0u; j < 2u; ++j) {
    uint left = temp[max(i, 1u) - 1u];
    if (left == 0u) break;
    if (i % 2u == 0u) temp[i] = 2u;
  }
  data[gl_GlobalInvocationID.x] = temp[i];
}

//--- returned.comp
#version 450
layout(local_size_x = 64) in;
shared float sums[64];
layout(std430, binding = 0) buffer Data { float data[]; };
layout(std430, binding = 1) writeonly buffer Own { float own[]; };
float sum(uint i, float part) {
  sums[i] = part;
  barrier();
  for (uint n = 32u; n > 0u; n >>= 1) {
    if (i < n)
      sums[i] += sums[i + n];
    barrier();
  }
  // Behind the first call, others may be here still when invocation 0 stores in the second.
  return sums[0];
}
float twice(uint i, float part) { return 2.0 * sum(i, part); }
void main() {
  uint i = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  float first = twice(i, data[g]);
  float second = sum(i, data[g] * data[g]);
  if NEEDED
    data[gl_WorkGroupID.x] = first / second;
  own[g] = FIRST;
}

//--- late.comp
// Used in an iteration that is not walked, by all.
#version 450
layout(local_size_x = 64) in;
shared uint t[64];
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(binding = 1) uniform Steps { uint count; };
void main() {
  uint i = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  t[i] = data[g];
  barrier();
  uint other = t[i ^ 1u];
  t[i] = 7u;
  for (uint k = 0u; k < count; ++k)
    if (k == 5u)
      data[g] = other;
}
