// A host replaces a workgroup size that is a specialization constant, and strides
// that are 0 by default: nothing is said about reads that only a single invocation
// would find unwritten, barriers that only it could do without, and stores that meet
// only where the stride is 0.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --target-env=vulkan --checks=data-race,uninitialized-shared-read,redundant-barrier %t/open.comp
// RUN: %wglint --verify --target-env=vulkan --checks=data-race,uninitialized-shared-read,redundant-barrier --local-size=64,1,1 --spec=stride=0 %t/given.comp
//
// Where not even a default is written, 64 invocations are assumed, but nothing is said of that size.
// RUN: %wglint --verify --remarks --target-env=vulkan %t/assumed.comp
// RUN: %wglint --verify --target-env=vulkan --checks=divergent-barrier,data-race %t/placeholder.comp
// RUN: %wglint --verify --target-env=vulkan --checks=divergent-barrier %t/own-size.comp %t/modes.comp
// RUN: %wglint --verify --remarks --target-env=vulkan --checks=data-race,workgroup-race %t/blocks.comp
// RUN: not %wglint --target-env=vulkan --spec=0=64 %t/assumed.comp | FileCheck --check-prefix=GIVEN %s
// RUN: %wglint --facts --output-format=json --target-env=vulkan -D'SIZE=local_size_x_id = 0' %t/sizes.comp | FileCheck -DX=64 -DY=1 -DFROM=assumed --check-prefix=SIZE %s
// RUN: %wglint --facts --output-format=json --target-env=vulkan -D'SIZE=local_size_x_id = 0, local_size_y = 4' %t/sizes.comp | FileCheck -DX=16 -DY=4 -DFROM=assumed --check-prefix=SIZE %s
// RUN: %wglint --facts --output-format=json --target-env=vulkan -D'SIZE=local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2' %t/sizes.comp | FileCheck -DX=64 -DY=1 -DFROM=assumed --check-prefix=SIZE %s
// RUN: %wglint --facts --output-format=json --target-env=vulkan -D'SIZE=local_size_x_id = 0, local_size_y = 3' %t/sizes.comp | FileCheck -DX=64 -DY=3 -DFROM=assumed --check-prefix=SIZE %s
// RUN: %wglint --facts --output-format=json --target-env=vulkan -D'SIZE=local_size_x = 64, local_size_y_id = 1' %t/sizes.comp | FileCheck -DX=64 -DY=1 -DFROM=specialization --check-prefix=SIZE %s
// RUN: %wglint --facts --output-format=json --target-env=vulkan -D'SIZE=local_size_x_id = 1, local_size_y_id = 2' -D'BLOCK=layout(constant_id = 1) const int block = 128;' %t/sizes.comp | FileCheck -DX=128 -DY=1 -DFROM=specialization --check-prefix=SIZE %s
// A shader that asks for several components of its id has as many dimensions.
// RUN: %wglint --facts --output-format=json --target-env=vulkan -D'SIZE=local_size_x_id = 0, local_size_y_id = 1' -D'ID=uint(dot(vec2(gl_GlobalInvocationID.yx), vec2(1.0)))' %t/sizes.comp | FileCheck -DX=8 -DY=8 -DFROM=assumed --check-prefix=SIZE %s
// RUN: %wglint --facts --output-format=json --target-env=vulkan -D'SIZE=local_size_x_id = 0, local_size_y_id = 1' -D'ID=gl_LocalInvocationID.x + gl_GlobalInvocationID.y' %t/sizes.comp | FileCheck -DX=8 -DY=8 -DFROM=assumed --check-prefix=SIZE %s
// RUN: %wglint --facts --output-format=json --target-env=vulkan -D'SIZE=local_size_x_id = 0, local_size_y_id = 1' -D'ID=id.x + id.y' %t/sizes.comp | FileCheck -DX=8 -DY=8 -DFROM=assumed --check-prefix=SIZE %s
// RUN: %wglint --facts --output-format=json --target-env=vulkan -D'SIZE=local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2' -D'ID=uint(dot(vec2(gl_LocalInvocationID.zx), vec2(1.0)))' %t/sizes.comp | FileCheck -DX=8 -DY=1 -DFROM=assumed --check-prefix=SIZES %s
// RUN: %wglint --facts --output-format=json --target-env=vulkan -D'SIZE=local_size_x_id = 0, local_size_y_id = 1' -D'ID=gl_GlobalInvocationID.x' %t/sizes.comp | FileCheck -DX=64 -DY=1 -DFROM=assumed --check-prefix=SIZE %s
// RUN: %wglint --facts --output-format=json --target-env=vulkan -D'SIZE=local_size_x_id = 0, local_size_y_id = 1' -D'ID=gl_WorkGroupID.xy.y' %t/sizes.comp | FileCheck -DX=64 -DY=1 -DFROM=assumed --check-prefix=SIZE %s
// SIZES: "workgroupSize": [
// SIZES-NEXT: [[X]],
// SIZES-NEXT: [[Y]],
// SIZES-NEXT: 8
// GIVEN-NOT: the host makes
// GIVEN: data race: invocation
// GIVEN-NOT: the host makes
// SIZE: "workgroupSize": [
// SIZE-NEXT: [[X]],
// SIZE-NEXT: [[Y]],
// SIZE-NEXT: 1
// SIZE: "workgroupSizeSource": "[[FROM]]"

//--- open.comp
// expected-no-diagnostics
#version 450
layout(local_size_x_id = 0, local_size_y = 2) in;
layout(constant_id = 1) const uint stride = 0;
layout(std430, binding = 0) buffer Dst { uint dst[]; };
shared uint s[64];

void main() {
  uint l = gl_LocalInvocationIndex;
  s[l] = l;
  barrier();
  uint sum = 0u;
  for (uint i = 0u; i < 64u; ++i)
    sum += s[i];
  barrier();
  s[l] = sum;
  dst[gl_LocalInvocationID.y * stride + gl_LocalInvocationID.x] = l;
}

//--- given.comp
#version 450
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint stride = 0;
layout(std430, binding = 0) buffer Dst { uint dst[]; };

void main() {
  // expected-warning@+3 {{data race: invocation 1 stores to byte 0}}
  // expected-note@+2 {{let one invocation store it}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  dst[gl_LocalInvocationID.x * stride] = gl_LocalInvocationID.x;
}

//--- assumed.comp
#version 450
layout(local_size_x_id = 0) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) writeonly buffer Dst { uint dst[]; };
shared uint s[gl_WorkGroupSize.x];

void main() {
  uint l = gl_LocalInvocationIndex;
  // expected-note@+1 {{invocation 1 stores to it here}}
  s[l] = src[gl_GlobalInvocationID.x];
  // expected-warning@+3 {{data race: invocation 0 loads byte 4 of 's'}}
  // expected-note@+2 {{assumed: the host makes workgroups of 64 invocations}}
  // expected-note@+1 {{a barrier() between the two}}
  dst[gl_GlobalInvocationID.x] = s[l ^ 1u];
}

//--- placeholder.comp
// A default of 0 is a bound that is not known, and one of 1 a stride.
#version 450
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint count = 0;
layout(constant_id = 2) const uint stride = 1;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(std430, binding = 1) buffer Rows { uint rows[]; };
shared uint s[gl_WorkGroupSize.x];

void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{the bound is in this condition}}
  if (g > count)
    return;
  s[l] = data[g];
  // expected-error@+3 {{a bound keeps some invocations of the last workgroup away from this barrier}}
  // expected-note@+2 {{assumed: the bound is no multiple of the workgroup's size, the host makes workgroups of 64 invocations}}
  // expected-note@+1 {{move the barrier}}
  barrier();
  data[g] = s[l ^ 1u];
  // expected-warning@+4 {{data race: invocation 1 stores to byte 0 + 4 * gl_WorkGroupID.x * stride of 'rows'}}
  // expected-note@+3 {{assumed: no subgroup straddles the bound count, the host makes workgroups of 64}}
  // expected-note@+2 {{let one invocation store it}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  rows[gl_WorkGroupID.x * stride] = g;
}

//--- own-size.comp
// expected-no-diagnostics
// A size of 1 that is specialized is as it is stated, and no unknown bound.
#version 450
layout(local_size_x = 64, local_size_y_id = 1) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint s[64];

void main() {
  uint l = gl_LocalInvocationIndex;
  for (uint k = l; k < gl_WorkGroupSize.x * gl_WorkGroupSize.y; k += 64u) {
    s[l] = data[k];
    barrier();
    data[k] = s[l ^ 1u];
  }
}

//--- blocks.comp
// expected-no-diagnostics
// The size is one number wherever it is asked for.
#version 450
layout(local_size_x_id = 0, local_size_y = 1, local_size_z = 1) in;
layout(std430, binding = 0) buffer Data { uint data[]; };

void main() {
  uint g = gl_WorkGroupID.x * gl_WorkGroupSize.x * 2 + gl_LocalInvocationID.x;
  data[g] = g;
  g += gl_WorkGroupSize.x;
  data[g] = g;
}

//--- modes.comp
// expected-no-diagnostics
// What is made of one placeholder hangs together.
#version 450
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint mode = 0u;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint s[64];

void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  if (mode == 0u) {
    if (l == 0u)
      return;
  }
  if (mode != 0u) {
    s[l] = data[g];
    barrier();
    data[g] = s[l ^ 1u];
  }
}

//--- sizes.comp
// Beside a size that is written, which need not be a power of two, and of three
// dimensions.
#version 450
layout(SIZE) in;
#ifdef BLOCK
BLOCK
#endif
layout(std430, binding = 0) buffer Data { uvec3 data[]; };
#ifndef ID
#define ID gl_LocalInvocationIndex
#endif
void main() {
  ivec3 id = ivec3(gl_GlobalInvocationID);
  data[ID] = gl_WorkGroupSize;
}
