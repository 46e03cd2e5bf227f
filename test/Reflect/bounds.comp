// Each index into memory that may lie outside is checked; one that is known to lie inside
// is not.
//
// RUN: %wglint-opt --emit-runnable=bounds %s > %t.comp
// RUN: FileCheck %s < %t.comp
// RUN: %wglint-opt --target-env=gl --print=module %t.comp

#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer In { uint count; float values[]; } inputs[2];
layout(std430, binding = 1) buffer Out { vec4 o[8]; } outputs;
uniform int offset;
shared float tile[64];

float pick(float table[4], int i) { return table[i]; }

// CHECK: uint wglint_checkedIndex(uint
// CHECK: atomicAdd(
// CHECK: atomicMax(
// CHECK: return {{.*}} ? 0u :

// The parameter's array, by a length that is part of its type.
// CHECK-LABEL: float pick(
// CHECK: wglint_checkedIndex(uint(i), 4u,

// CHECK-LABEL: void main()
void main() {
  uint g = gl_GlobalInvocationID.x;
  // The array's length at run time, of the block that the checked index chose.
  // CHECK: uint [[WHICH:[_0-9]+]] = wglint_checkedIndex(g & 1u, 2u,
  // CHECK: wglint_checkedIndex(g, uint(inputs[[[WHICH]]].values.length()),
  float v = inputs[g & 1u].values[g];

  // CHECK: wglint_checkedIndex({{.*}}gl_LocalInvocationID.x{{.*}}, 64u,
  tile[int(gl_LocalInvocationID.x) + offset] = v;

  // A literal that is inside; the component of the vector is not a literal.
  // CHECK: wglint_checkedIndex(g & 3u, 4u,
  // CHECK-NEXT: outputs.o[7]
  outputs.o[7][g & 3u] = pick(float[](v, v, v, v), offset);

  // CHECK-NOT: wglint_checkedIndex
  outputs.o[3].y = 1.0;

  // A literal index into an array of unknown length.
  // CHECK: wglint_checkedIndex(uint(100), uint(inputs[0].values.length()),
  inputs[0].values[100] = 1.0;
  // CHECK: }
}

// CHECK: // bounds report at binding 3
// CHECK-DAG: // site: load inputs
// CHECK-DAG: // site: store tile
// CHECK-DAG: // site: store outputs
// CHECK-DAG: // site: store inputs
