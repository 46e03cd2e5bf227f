// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=workgroup-race %t/in-place.comp
// RUN: %edit s/expected-remark/expected-warning/ %t/in-place.comp > %t/many.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race --dispatch=4,1,1 %t/many.comp

//--- in-place.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  float v = dst[g + 1u];
  barrier();
  // expected-remark@+3 {{data race between workgroups}}
  // expected-note@+2 {{no barrier orders workgroups}}
  // expected-note@-4 {{it here}}
  dst[g] = v;
}

// One workgroup may be all there is where the mode is 1.
