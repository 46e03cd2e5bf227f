// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race -D'WHILE=i < 16u' %t/sum.comp
// RUN: %edit -e '/expected/d' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/sum.comp > %t/waits.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race -D'WHILE=sums[gl_WorkGroupID.y * 16u + i] > 0.0' %t/waits.comp

//--- sum.comp
// A loop that counts waits for no other workgroup, however coherent what it loads is.
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) coherent buffer Sums { float sums[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
void main() {
  uint l = gl_LocalInvocationID.x;
  // expected-remark@+1 {{data race between workgroups: invocation 0 stores}}
  sums[gl_WorkGroupID.y * 16u + l] = float(gl_WorkGroupID.x);
  memoryBarrierBuffer();
  barrier();
  float sum = 0.0;
  for (uint i = 0u; WHILE; ++i)
    // expected-remark@+1 {{data race between workgroups: invocation 0 loads}}
    sum += sums[gl_WorkGroupID.y * 16u + i];
  result[gl_WorkGroupID.y * 1024u + gl_GlobalInvocationID.x] = sum;
}
