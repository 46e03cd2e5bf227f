// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=tiny-workgroup,partial-subgroup-workgroup %t/example.comp
// RUN: %wglint --verify --remarks --checks=tiny-workgroup,partial-subgroup-workgroup %t/near-miss.comp

//--- example.comp
// [example]
#version 450
// expected-warning@+3 {{workgroup of 1 x 8 = 8 invocations is smaller than a subgroup: 24 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
// expected-note@+1 {{a multiple of 64 invocations fills whole subgroups on every device of the target}}
layout(local_size_x = 1, local_size_y = 8) in;

layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };

void main() {
  float sum = 0.0;
  for (uint k = 0u; k < 16u; k++)
    sum += src[gl_GlobalInvocationID.y * 16u + k];
  dst[gl_GlobalInvocationID.y] = sum;
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_GlobalInvocationID.x] *= 2.0; }
