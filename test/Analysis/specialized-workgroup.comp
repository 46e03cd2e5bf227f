// A host replaces a workgroup size that is a specialization constant, and strides
// that are 0 by default: nothing is said about reads that only a single invocation
// would find unwritten, barriers that only it could do without, and stores that meet
// only where the stride is 0.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --target-env=vulkan --checks=data-race,uninitialized-shared-read,redundant-barrier %t/open.comp
// RUN: %wglint --verify --target-env=vulkan --checks=data-race,uninitialized-shared-read,redundant-barrier --local-size=64,1,1 --spec=stride=0 %t/given.comp

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
