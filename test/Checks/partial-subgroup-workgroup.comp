// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=partial-subgroup-workgroup,tiny-workgroup %t/example.comp
// RUN: %wglint --verify --remarks --checks=partial-subgroup-workgroup,tiny-workgroup %t/some.comp %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=partial-subgroup-workgroup %t/specialization.comp
// RUN: %wglint --verify --remarks --checks=partial-subgroup-workgroup --spec=0=40 --target=nvidia-hopper %t/given.comp

//--- example.comp
// [example]
#version 450
// expected-remark@+3 {{workgroup of 10 x 10 = 100 invocations is no multiple of the subgroup: 28 of 128 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
// expected-note@+1 {{a multiple of 64 invocations fills whole subgroups on every device of the target}}
layout(local_size_x = 10, local_size_y = 10) in;

layout(std430, binding = 0) buffer Data { float data[]; };

void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  data[p.y * 100u + p.x] *= 2.0;
}
// [/example]

//--- some.comp
// 48 invocations fill three Intel subgroups of 16 lanes: a remark.
#version 450
// expected-remark@+3 {{workgroup of 48 invocations is no multiple of the subgroup: 16 of 64 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
// expected-note@+1 {{a multiple of 64}}
layout(local_size_x = 48) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  data[gl_GlobalInvocationID.x] *= 2.0;
}

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 8, local_size_y = 8, local_size_z = 2) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_GlobalInvocationID.x] *= 2.0; }

//--- specialization.comp
// The default of a size that the host sets says little: a remark.
#version 450
// expected-remark@+3 {{workgroup of 100 invocations is no multiple of the subgroup: 28 of 128 lanes are idle}}
// expected-note@+2 {{assumed: specialization constants have their defaults; counted for}}
// expected-note@+1 {{a multiple of 64}}
layout(local_size_x_id = 0) in;
layout(local_size_x = 100) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_GlobalInvocationID.x] *= 2.0; }

//--- given.comp
// What the host is said to set is judged like any other size.
#version 450
// expected-remark@+3 {{workgroup of 40 invocations is no multiple of the subgroup: 24 of 64 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Hopper}}
// expected-note@+1 {{a multiple of}}
layout(local_size_x_id = 0) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_GlobalInvocationID.x] *= 2.0; }
