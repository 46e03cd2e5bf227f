// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier %t/one-subgroup.comp
// RUN: %edit -e 's/local_size_x = 32/local_size_x = 33/' -e 's/expected-remark/expected-warning/' %t/one-subgroup.comp > %t/two-subgroups.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier %t/two-subgroups.comp

//--- one-subgroup.comp
// Nobody waits for anybody.
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[64];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  barrier(); // expected-remark {{this barrier orders nothing}}
  dst[g] = s[l];
}
