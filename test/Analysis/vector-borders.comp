// Borders of two axes, each of which some lanes of a workgroup ask for: the interior is counted, as
// behind one after the other.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %t/lower.comp | FileCheck %t/lower.comp
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %t/both.comp | FileCheck %t/both.comp
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %t/side.comp | FileCheck %t/side.comp
// RUN: %wglint --verify --verify-ignore=note --checks=-*,divergent-barrier %t/barrier.comp %t/flag.comp %t/far.comp \
// RUN:   %t/inside.comp %t/whole.comp %t/local.comp %t/difference.comp

//--- lower.comp
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer In { float from[]; };
layout(std430, binding = 1) buffer Out { float to[]; };
void main() {
  uvec2 id = gl_GlobalInvocationID.xy;
  if (any(lessThan(id, uvec2(1u)))) return;
  // CHECK-LABEL: load global 'from'
  // CHECK: per request 16, ideal 4
  // CHECK: assumed: no subgroup straddles the bound 1
  // CHECK-LABEL: store global 'to'
  // CHECK: per request 16, ideal 4
  to[id.x * 1024u + id.y] = from[id.x * 1024u + id.y];
}

//--- both.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float from[]; };
layout(std430, binding = 1) buffer Out { float to[]; };
layout(push_constant) uniform Params { uvec2 size; };
void main() {
  uvec2 id = gl_GlobalInvocationID.xy;
  if (!(all(greaterThan(id, uvec2(0u))) && all(lessThan(id, size - 1u)))) return;
  // CHECK-LABEL: load global 'from'
  // CHECK-NEXT: lane stride: 256 bytes
  // CHECK-NEXT: per request 32, ideal 4
  to[id.y * size.x + id.x] = from[id.x * 64u + id.y];
}

//--- side.comp
// What is done at the border alone: the rows' lanes side by side, not those of the columns beside them.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 1) buffer Out { float to[]; };
void main() {
  uvec2 id = gl_GlobalInvocationID.xy;
  // CHECK-LABEL: store global 'to'
  // CHECK: per request 1..2, ideal 1..2
  if (any(equal(id, uvec2(0u)))) to[id.y * 1024u + id.x] = 0.0;
}

//--- barrier.comp
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float tile[256];
void main() {
  uvec2 id = gl_GlobalInvocationID.xy;
  if (any(lessThan(id, uvec2(1u)))) return;
  tile[gl_LocalInvocationIndex] = 1.0;
  barrier(); // expected-error {{invocation (1, 1, 0) reaches this barrier and invocation (0, 0, 0) does not}}
  data[id.y * 1024u + id.x] = tile[gl_LocalInvocationIndex ^ 1u];
}

//--- flag.comp
// Workgroups of the first row are parted, not the last one.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(push_constant) uniform Params { uint mode; };
shared float tile[256];
void main() {
  uvec2 id = gl_GlobalInvocationID.xy;
  if (any(lessThan(id, uvec2(1u))) && mode == 0u) return;
  tile[gl_LocalInvocationIndex] = 1.0;
  barrier(); // expected-error {{a bound keeps some invocations of the workgroup that it lies in away from this barrier}}
  data[id.y * 1024u + id.x] = tile[gl_LocalInvocationIndex ^ 1u];
}

//--- far.comp
// A constant bound parts the workgroup that it lies in, and none where it is a multiple of its size.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float tile[64];
void main() {
  uint id = gl_GlobalInvocationID.x;
  if (id < 128u) barrier();
  if (id >= 1000u) return;
  tile[gl_LocalInvocationIndex] = 1.0;
  barrier(); // expected-error {{a bound keeps some invocations of the workgroup that it lies in away from this barrier}}
  data[id] = tile[gl_LocalInvocationIndex ^ 1u];
}

//--- inside.comp
// The border comes in any case, and of the others those past the end.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(push_constant) uniform Params { uvec2 size; };
shared float tile[256];
void main() {
  uvec2 id = gl_GlobalInvocationID.xy;
  if (any(greaterThanEqual(id, size - 1u)) || any(lessThan(id, uvec2(1u)))) {
    tile[gl_LocalInvocationIndex] = 1.0;
    barrier(); // expected-error {{a bound keeps some invocations of the last workgroup away from this barrier}}
    data[id.y * size.x + id.x] = tile[gl_LocalInvocationIndex ^ 1u];
  }
}

//--- whole.comp
// Half of the lanes come in any case, and the others where the bound lets whole workgroups in.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float tile[64];
void main() {
  uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex;
  if (l < 32u || i < 1024u) {
    tile[l] = 1.0;
    barrier();
    data[i] = tile[63u - l];
  }
}

//--- local.comp
// Who asks is told by the local id: where the bound lies decides, in each workgroup alike.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(push_constant) uniform Params { uint count; };
shared float tile[64];
void main() {
  uint l = gl_LocalInvocationIndex;
  if (l < 32u || l >= count) {
    tile[l] = 1.0;
    barrier(); // expected-error {{a bound keeps some invocations of each workgroup away from this barrier}}
    data[gl_GlobalInvocationID.x] = tile[63u - l];
  }
}

//--- difference.comp
// The bound is the uniform's, not the 0 that the difference is compared with.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(push_constant) uniform Params { int count; };
shared float tile[64];
void main() {
  int i = int(gl_GlobalInvocationID.x);
  if (count - i <= 0) return;
  tile[gl_LocalInvocationIndex] = 1.0;
  barrier(); // expected-error {{a bound keeps some invocations of the last workgroup away from this barrier}}
  data[i] = tile[63u - gl_LocalInvocationIndex];
}
