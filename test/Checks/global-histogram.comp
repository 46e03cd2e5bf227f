// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=global-histogram %t/example.comp
// RUN: %wglint --verify --remarks --checks=global-histogram %t/declared.comp %t/near-miss.comp %t/large.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Data { uint data[]; };
layout(std430, binding = 1) buffer Bins { uint bins[]; };

void main() {
  uint value = data[gl_GlobalInvocationID.x];
  // expected-remark@+2 {{atomic on 'bins' gathers counts of the whole dispatch in 1024 bytes, at an index loaded from 'data'}}
  // expected-note@+1 {{count in a shared array first and add it to the buffer once per workgroup (privatize-atomics)}}
  atomicAdd(bins[value & 255u], 1u);
}
// [/example]

//--- declared.comp
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Data { uint data[]; };
layout(std430, binding = 1) buffer Bins { uint bins[4096]; };
void main() {
  // expected-remark@+2 {{in 16384 bytes}}
  // expected-note@+1 {{privatize-atomics}}
  atomicMax(bins[data[gl_GlobalInvocationID.x]], 1u);
}

//--- large.comp
// expected-no-diagnostics
// One bin more than every device's shared memory holds.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Data { uint data[]; };
layout(std430, binding = 1) buffer Bins { uint bins[4097]; };
void main() { atomicAdd(bins[data[gl_GlobalInvocationID.x]], 1u); }

//--- near-miss.comp
// expected-no-diagnostics
// Any size; a result that is used; a table that is shared.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Data { uint data[]; };
layout(std430, binding = 1) buffer Bins { uint bins[]; };
layout(std430, binding = 2) buffer Sorted { uint sorted[]; };
shared uint local[256];
void main() {
  uint value = data[gl_GlobalInvocationID.x];
  atomicAdd(bins[value], 1u);
  sorted[atomicAdd(bins[value & 255u], 1u)] = value;
  atomicAdd(local[value & 255u], 1u);
}
