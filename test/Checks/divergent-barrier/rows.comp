// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier -DWIDTH=width %t/rows.comp
// RUN: %edit 's/expected-error .*/expected-error {{invocation 1 reaches this barrier and invocation 0 does not}}/' %t/rows.comp > %t/known-rows.comp
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier -DWIDTH=96u %t/known-rows.comp
// RUN: %edit -e 's/uint i = .*/uint i = gl_LocalInvocationID.x;/' -e 's/the workgroups at ends of rows/each workgroup/' %t/rows.comp > %t/local-rows.comp
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier -DWIDTH=width %t/local-rows.comp

//--- rows.comp
// The ends of rows lie anywhere in a dispatch, not only in its last workgroup.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Values { float values[]; };
uniform uint width;
shared float tile[64];
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint x = i % WIDTH;
  if (x == 0u || x == WIDTH - 1u)
    return;
  tile[gl_LocalInvocationID.x] = values[i];
  barrier(); // expected-error {{a bound keeps some invocations of the workgroups at ends of rows away from this barrier}}
  values[i] = tile[63u - gl_LocalInvocationID.x];
}
