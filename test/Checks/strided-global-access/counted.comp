// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/counted.comp
// RUN: %edit -e 's/.3.;/[300];/' -e 's/expected-no-diagnostics/expected-warning@+12 {{neighbouring lanes are 4 * partCount bytes apart}}/' %t/counted.comp > %t/many.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/many.comp

//--- counted.comp
// There are no more parts than weights, so that few sectors hold them all.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Parts { float parts[]; };
layout(std430, binding = 1) writeonly buffer Sums { float sums[]; };
layout(std140, binding = 2) uniform Weights { vec4 weights[3]; };
uniform int partCount;

void main() {
  int i = int(gl_GlobalInvocationID.x);
  float sum = 0.0;
  for (int p = 0; p < partCount; ++p)
    sum += parts[i * partCount + p] * weights[p].x;
  sums[i] = sum;
}
