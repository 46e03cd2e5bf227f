// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/component.comp
// RUN: %edit -e 's/colors.i./colors[i * 2u]/' -e 's/-remark/-warning/' -e 's/16 sectors/32 sectors/' %t/component.comp > %t/every-second.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/every-second.comp

//--- component.comp
// One component of each vector, taken once; of every second vector (every-second.comp).
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Colors { vec4 colors[]; };
layout(std430, binding = 1) writeonly buffer Sums { float sums[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  sums[i] = colors[i].a; // expected-remark {{load from 'colors' touches 16 sectors}}
}
