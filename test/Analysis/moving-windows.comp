// Lanes within a window that moves with a loop: how many there are is the host's, so that nothing is
// counted of what they access. Of what lies beyond one bound that moves, it is.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %t/window.comp | FileCheck %t/window.comp
// RUN: %edit 's/AT/k * step <= id/' %t/beyond.comp > %t/one-side.comp
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %t/one-side.comp | FileCheck %t/beyond.comp
// No windows: both ends close in, and the width is known to be large.
// RUN: %edit 's/AT/k <= id \&\& id < count - k/' %t/beyond.comp > %t/closing.comp
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %t/closing.comp | FileCheck %t/beyond.comp
// RUN: %edit 's/AT/k * 8u <= id \&\& id < k * 8u + 4096u/' %t/beyond.comp > %t/large.comp
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %t/large.comp | FileCheck %t/beyond.comp

//--- window.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float from[]; };
layout(std430, binding = 1) buffer Out { float to[]; };
layout(push_constant) uniform Params { uint count, step, size; };
void main() {
  uint id = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < count; ++k)
    // CHECK-LABEL: load global 'from'
    // CHECK-SAME: bounded
    if (k * step <= id && id <= k * step + size)
      sum += from[id * 16u + k];
  // CHECK-LABEL: store global 'to'
  // CHECK: per request 4, ideal 4
  to[id] = sum;
}

//--- beyond.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float from[]; };
layout(std430, binding = 1) buffer Out { float to[]; };
layout(push_constant) uniform Params { uint count, step; };
void main() {
  uint id = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < count; ++k)
    // CHECK-LABEL: load global 'from'
    // CHECK: per request 32, ideal 4
    if (AT)
      sum += from[id * 16u + k];
  to[id] = sum;
}
