// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint-opt --rewrite=hoist-load %t/barrier.comp | FileCheck %s --check-prefix=BARRIER
// BARRIER: needs-validation: loads it once, in front of the loop
// BARRIER: +  float scaleOnce = (0) < n ? scale[gl_WorkGroupID.x] : float(0);
// BARRIER: +    sum += scaleOnce * s[l ^ 1u];

// A store may reach it; not every iteration loads it.
// RUN: %wglint-opt --rewrite=hoist-load %t/store.comp | FileCheck %s --check-prefix=STORE
// STORE: no offer
// RUN: %wglint-opt --rewrite=hoist-load %t/branch.comp | FileCheck %s --check-prefix=BRANCH
// BRANCH: no offer

//--- barrier.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
layout(std430, binding = 2) readonly buffer Scale { float scale[]; };
shared float s[64];
uniform int n;
void main() {
  uint g = gl_GlobalInvocationID.x, l = gl_LocalInvocationID.x;
  float sum = 0.0;
  for (int i = 0; i < n; ++i) {
    s[l] = src[g + i * 64];
    barrier();
    sum += scale[gl_WorkGroupID.x] * s[l ^ 1u];
    barrier();
  }
  dst[g] = sum;
}

//--- store.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
layout(std430, binding = 2) readonly buffer Scale { float scale[]; };
uniform int n;
void main() {
  uint g = gl_GlobalInvocationID.x;
  for (int i = 0; i < n; ++i)
    dst[g + i * 64] = scale[gl_WorkGroupID.x] * float(i);
}

//--- branch.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
layout(std430, binding = 2) readonly buffer Scale { float scale[]; };
shared float s[64];
uniform int n;
void main() {
  uint g = gl_GlobalInvocationID.x, l = gl_LocalInvocationID.x;
  float sum = 0.0;
  for (int i = 0; i < n; ++i) {
    s[l] = float(i);
    barrier();
    if (i > 2)
      sum += scale[gl_WorkGroupID.x] * s[l ^ 1u];
    barrier();
  }
  dst[g] = sum;
}
