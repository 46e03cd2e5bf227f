// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race %s

#version 450
layout(local_size_x = 256) in;
layout(r32f, binding = 0) uniform image2D heat;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  // expected-note@+1 {{invocation 0 loads it here}}
  vec4 above = imageLoad(heat, p - ivec2(0, 1));
  // expected-warning@+2 {{data race between workgroups: invocation 0 stores to a texel of 'heat', which invocation 0 of the workgroup next to it in y loads}}
  // expected-note@+1 {{no barrier orders workgroups: load from one image and store to another}}
  imageStore(heat, p, imageLoad(heat, p) + above);
}

// The first workgroup stores to what the second has for its own.
