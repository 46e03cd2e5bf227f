// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race %s

#version 450
layout(local_size_x = 1) in;
layout(r8ui, binding = 0) uniform uimage2D cells;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy), below = p - ivec2(0, 1);
  // expected-note@+1 {{invocation 0 loads it here}}
  uint own = imageLoad(cells, p).r;
  if (own == 1u) {
    imageStore(cells, p, uvec4(0u));
    // expected-warning@+3 {{data race between workgroups: invocation 0 stores to a texel of 'cells', which invocation 0 of the workgroup next to it in y loads}}
    // expected-note@+2 {{some data makes an invocation come here}}
    // expected-note@+1 {{no barrier orders workgroups: load from one image and store to another}}
    imageStore(cells, below, uvec4(own));
  }
}

// One's number decides with the data: who stores meets nobody.
