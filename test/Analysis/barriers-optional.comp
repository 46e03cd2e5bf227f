// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier %t/needed.comp %t/either.comp %t/before.comp %t/nothing.comp \
// RUN:   %t/uneven.comp
// RUN: %edit -e 's/k % 3u == 0u/true/' -e 's/k % 3u == 1u/true/' -e 's/255u - i/i/' -e 's/(in all: \([a-z]*\))/expected-\1@+1 {{this barrier orders nothing}}/' -e '/expected-no/d' %t/uneven.comp > %t/even.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier %t/even.comp
// RUN: %wglint --verify --remarks --checks=redundant-barrier -D'INTO=(i + (k >> 3)) & 255u' %t/later.comp
// RUN: %wglint --verify --remarks --checks=redundant-barrier -D'INTO=k < 5u ? i : 255u - i' %t/later.comp
// RUN: %wglint --verify --remarks --checks=redundant-barrier -D'INTO=i <= 40u + k ? i : i - 30u' %t/later.comp
// RUN: %wglint --verify --remarks --checks=redundant-barrier -D'INTO=turned(i, k)' %t/later.comp
// RUN: %edit -e 's/.in all. /expected-/' -e '/expected-no/d' %t/later.comp > %t/all.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier -DINTO=i %t/all.comp
// RUN: %wglint --verify --remarks --checks=redundant-barrier %t/nested.comp

// Barriers under conditions that all invocations share: where one holds, the barrier
// may be the only one that orders what stands around it.

//--- needed.comp
// expected-no-diagnostics
// A copy within one row: nobody may store before all have loaded.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(binding = 1) uniform Copy { int from, to, count; bool overlaps; };
void main() {
  int i = int(gl_LocalInvocationID.x);
  for (int x = 0; x < count; x += 256) {
    uint value = data[from + x + i];
    if (overlaps) barrier();
    data[to + x + i] = value;
    memoryBarrierBuffer();
    barrier();
  }
}

//--- either.comp
// expected-no-diagnostics
// One of the two is executed.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(binding = 1) uniform Way { bool isFirst; };
shared uint s[256];
void main() {
  uint i = gl_LocalInvocationID.x;
  s[i] = data[gl_GlobalInvocationID.x];
  if (isFirst) {
    data[0] = 1u;
    barrier();
  } else {
    barrier();
  }
  data[gl_GlobalInvocationID.x] = s[255u - i];
}

//--- before.comp
// expected-no-diagnostics
// What is stored in front of the branch is there on both of its sides.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(binding = 1) uniform Way { bool isFirst; };
shared uint s[64];
void main() {
  uint i = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[i] = data[g];
  if (isFirst) {
    s[i] = data[g + 1u];
    barrier();
  } else {
    barrier();
  }
  data[g] = s[data[g + 2u] & 63u];
}

//--- nothing.comp
// Each loads what it has stored itself.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(binding = 1) uniform Way { bool isFirst; };
shared uint s[256];
void main() {
  uint i = gl_LocalInvocationID.x;
  s[i] = data[gl_GlobalInvocationID.x];
  // expected-warning@+1 {{this barrier orders nothing}}
  if (isFirst) barrier();
  data[gl_GlobalInvocationID.x] = s[i];
}

//--- uneven.comp
// expected-no-diagnostics
// What the first three iterations do is not what all do: the barrier of the fourth keeps
// its stores behind the loads of the second.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
layout(binding = 2) uniform Steps { uint count; };
shared float s[256];
void main() {
  uint i = gl_LocalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < count; ++k) {
    // (in all: warning)
    if (k % 3u == 0u) barrier();
    if (k % 3u == 1u) {
      s[i] = src[k * 256u + i];
      // (in all: remark)
      barrier();
      sum += s[255u - i];
    }
  }
  dst[gl_GlobalInvocationID.x] = sum;
}

//--- later.comp
// expected-no-diagnostics
// The first three iterations do the same, but not all: from the ninth or the sixth on,
// invocations touch what others have stored.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
layout(binding = 2) uniform Steps { uint count; };
shared float s[256];
uint turned(uint i, uint k) {
  if ((k & 7u) == 7u)
    return 255u - i;
  return i;
}
void main() {
  uint i = gl_LocalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < count; ++k) {
    s[INTO] = src[k * 256u + i];
    // (in all) warning@+1 {{this barrier orders nothing}}
    barrier();
    sum += s[i];
    // (in all) remark@+1 {{this barrier orders nothing}}
    barrier();
  }
  dst[gl_GlobalInvocationID.x] = sum;
}

//--- nested.comp
// expected-no-diagnostics
// In the fourth iteration of the outer loop, the inner one begins to turn.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
layout(binding = 2) uniform Steps { uint count; };
shared float s[256];
void main() {
  uint i = gl_LocalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < count; ++k)
    for (uint j = 0u; j <= k; ++j) {
      s[(i + (j >> 2)) & 255u] = sum;
      barrier();
      sum += s[i] + 1.0;
      barrier();
    }
  dst[gl_GlobalInvocationID.x] = sum;
}
