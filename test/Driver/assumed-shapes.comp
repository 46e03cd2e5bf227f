// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify %t/rows.comp %t/column.comp
// RUN: not %wglint --spec=0=8 --spec=1=8 --checks=data-race,divergent-barrier %t/rows.comp | FileCheck %s --check-prefix=SQUARE
// SQUARE-DAG: error: a bound keeps some invocations of the last workgroup away from this barrier
// SQUARE-DAG: warning: data race: invocation (0, 0, 0) stores to byte 0 of 'sums'
// RUN: %wglint --remarks --checks=data-race,divergent-barrier %t/rows.comp | FileCheck %s --check-prefix=REMARKS
// REMARKS-DAG: remark: a bound keeps some invocations of the last workgroup away from this barrier
// REMARKS-DAG: remark: data race: invocation (0, 0, 0) stores to byte 0 of 'sums'
// RUN: %wglint --verify --verify-ignore=note --checks=data-race,divergent-barrier %t/any.comp
// RUN: not %wglint --checks=divergent-barrier %t/any.comp | FileCheck %s --check-prefix=ANY
// ANY: note: so it is in workgroups of 64, and of 1 x 64 = 64 invocations

// What is found in workgroups of one shape is a warning where it is found in all
// that the host may choose.

//--- rows.comp
// expected-no-diagnostics
// One row for each workgroup of 64 x 1, which a square would mix up.
#version 450
layout(local_size_x_id = 0, local_size_y_id = 1) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
layout(push_constant) uniform Sizes { uint rows, columns; };
shared float sums[64];
void main() {
  uint row = gl_GlobalInvocationID.y, worker = gl_LocalInvocationID.x;
  if (row >= rows)
    return;
  float sum = 0.0;
  for (uint i = worker; i < columns; i += 64u)
    sum += src[row * columns + i];
  sums[worker] = sum;
  barrier();
  for (uint step = 32u; step > 0u; step >>= 1u) {
    if (worker < step)
      sums[worker] += sums[worker + step];
    barrier();
  }
  if (worker == 0u)
    dst[row] = sums[0];
}

//--- any.comp
// A bound of both dimensions parts workgroups of every shape.
#version 450
layout(local_size_x_id = 0, local_size_y_id = 1) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
layout(push_constant) uniform Sizes { uvec2 size; };
shared float sums[64];
void main() {
  uvec2 at = gl_GlobalInvocationID.xy;
  if (at.x >= size.x || at.y >= size.y)
    return;
  sums[gl_LocalInvocationIndex] = dst[at.y * size.x + at.x];
  barrier(); // expected-error {{a bound keeps some invocations of the last workgroup away from this barrier}}
  dst[at.y * size.x + at.x] = sums[63u - gl_LocalInvocationIndex];
}

//--- column.comp
// expected-no-diagnostics
// Only y is asked for: that is where the invocations are.
#version 450
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared float sums[64];
void main() {
  uint worker = gl_LocalInvocationID.y;
  sums[worker] = dst[worker];
  barrier();
  dst[worker] = sums[63u - worker];
}
