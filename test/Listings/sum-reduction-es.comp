#version 310 es
// Sequential addressing has no conflicts, but every workgroup writes the same totalSum.
// RUN: %wglint --verify --remarks %s
// expected-warning@+2 {{workgroup of 256 invocations is over the 128 that OpenGL ES 3.1 and WebGL 2 compute guarantee [workgroup-over-limit]}}
// expected-note@+1 {{give the workgroup at most 128 invocations, and the shared arrays that it fills the size of it}}
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Data { float data[]; };
layout(std430, binding = 1) writeonly buffer Sum { float totalSum; };
shared float s[256];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = data[gl_GlobalInvocationID.x];
  barrier();
  for (uint stride = 128u; stride > 0u; stride /= 2u) {
    if (l < stride)
      s[l] += s[l + stride];
    barrier();
  }
  if (l == 0u)
    // expected-warning@+3 {{invocation 0 of every workgroup stores to byte 0 of 'totalSum'}}
    // expected-note@+2 {{no barrier orders workgroups}}
    // expected-note@+1 {{invocation 0 stores to it here}}
    totalSum = s[0];
}
