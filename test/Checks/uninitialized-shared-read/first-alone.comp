// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --checks=uninitialized-shared-read %t/global.comp %t/local.comp %t/within.comp
// RUN: %wglint --dispatch=1,1,1 --checks=uninitialized-shared-read %t/global.comp | count 0

//--- global.comp
// One invocation of the dispatch sets back what each workgroup has for itself.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer F { uint f[]; };
shared uint n;
void main() {
  if (gl_GlobalInvocationID.x == 0u)
    n = 0u;
  barrier();
  // expected-warning@+3 {{invocation 0 changes byte 0 of 'n', which nothing has stored to}}
  // expected-note@+2 {{assumed: there are workgroups besides the first, which alone stores to it}}
  // expected-note@+1 {{store to it first}}
  atomicAdd(n, gl_LocalInvocationIndex);
  barrier();
  f[gl_GlobalInvocationID.x] = n;
}

//--- local.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer F { uint f[]; };
shared uint n;
void main() {
  if (gl_LocalInvocationID.x == 0u)
    n = 0u;
  barrier();
  atomicAdd(n, gl_LocalInvocationIndex);
  barrier();
  f[gl_GlobalInvocationID.x] = n;
}

//--- within.comp
// The first workgroup alone uses it as well.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer F { uint f[]; };
shared uint n[64];
void main() {
  if (gl_WorkGroupID.x != 0u)
    return;
  n[gl_LocalInvocationIndex] = f[gl_LocalInvocationIndex];
  barrier();
  f[gl_LocalInvocationIndex] = n[63u - gl_LocalInvocationIndex];
}
