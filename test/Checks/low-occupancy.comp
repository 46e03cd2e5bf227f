// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=low-occupancy --target=nvidia-hopper %t/example.comp
// RUN: %wglint --verify --remarks --checks=low-occupancy --target=nvidia-hopper %t/boundary.comp %t/near-miss.comp \
// RUN:   %t/no-report.comp
// RUN: %wglint --verify --remarks --checks=low-occupancy --target=adreno %t/unknown.comp
// RUN: %wglint --verify --remarks --checks=low-occupancy %t/generic.comp
// RUN: %wglint --verify --remarks --checks=low-occupancy --target=nvidia-hopper --resource-report=%S/../Inputs/reports/executable.json %t/registers.comp
// RUN: %wglint --verify --remarks --checks=low-occupancy --target=nvidia-ada --resource-report=%S/../Inputs/reports/executable.json %t/no-report.comp
// RUN: %wglint --verify --remarks --checks=low-occupancy --target=amd-rdna2 --resource-report=%S/../Inputs/reports/rga.csv %t/radeon.comp
// RUN: cp %t/mali.comp %t/example.comp
// RUN: %wglint --verify --remarks --checks=low-occupancy --target=mali-valhall --resource-report=%S/../Inputs/reports/malioc.json %t/example.comp

//--- registers.comp
// A subgroup takes 168 x 32 of the 16384 registers of a quarter: 3 fit there.
#version 450
// expected-remark@+3 {{168 registers of each invocation (VK_KHR_pipeline_executable_properties) leave room for 6 workgroups on a compute unit: at most 12 of 64 subgroups are resident, 64 without them}}
// expected-note@+2 {{counted for NVIDIA Hopper}}
// expected-note@+1 {{fewer values that are alive at a time}}
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_GlobalInvocationID.x] *= 2.0; }

//--- no-report.comp
// expected-no-diagnostics
// Nothing is known of registers, or of another device's.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_GlobalInvocationID.x] *= 2.0; }

//--- radeon.comp
// 4 subgroups of 64 lanes with 128 registers each in the 32768 of a SIMD.
#version 450
// expected-remark@+3 {{128 registers of each invocation (RGA) leave room for 16 workgroups on a compute unit: at most 16 of 64 subgroups}}
// expected-note@+2 {{counted for AMD RDNA 2 (64 lanes)}}
// expected-note@+1 {{fewer values that are alive at a time}}
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_GlobalInvocationID.x] *= 2.0; }

//--- mali.comp
// The report itself says how many subgroups fit.
#version 450
// expected-remark@+3 {{64 registers of each invocation (malioc) leave room for 4 workgroups on a compute unit: at most 16 of 32 subgroups are resident, 32 without them}}
// expected-note@+2 {{counted for Arm Mali Valhall (16 lanes)}}
// expected-note@+1 {{fewer values that are alive at a time}}
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_GlobalInvocationID.x] *= 2.0; }

//--- example.comp
// [example]
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
// expected-remark@+3 {{49152 bytes of shared memory leave room for 4 workgroups on a compute unit: at most 16 of 64 subgroups are resident, 64 without them}}
// expected-note@+2 {{counted for NVIDIA Hopper (32 lanes)}}
// expected-note@+1 {{a smaller tile, or a larger workgroup around the same one}}
shared float tile[12288];
shared float unused[20000];

void main() {
  tile[gl_LocalInvocationID.x] = data[gl_GlobalInvocationID.x];
  barrier();
  data[gl_GlobalInvocationID.x] = tile[gl_LocalInvocationID.x ^ 1u];
}
// [/example]

//--- boundary.comp
// 228 KiB hold 8 of 16 workgroups if each takes 28.5 KiB, one of them reserved.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
// expected-remark@+3 {{28160 bytes of shared memory leave room for 8 workgroups on a compute unit: at most 32 of 64}}
// expected-note@+2 {{counted for}}
// expected-note@+1 {{a smaller tile}}
shared float tile[7040];
void main() { tile[gl_LocalInvocationID.x] = data[gl_GlobalInvocationID.x]; }

//--- near-miss.comp
// expected-no-diagnostics
// 9 of 16 workgroups; what nobody uses takes no room.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float tile[6000], unused[6000];
void main() { tile[gl_LocalInvocationID.x] = data[gl_GlobalInvocationID.x]; }

//--- unknown.comp
// expected-no-diagnostics
// Nothing of its compute units is documented.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float tile[8000];
void main() { tile[gl_LocalInvocationID.x] = data[gl_GlobalInvocationID.x]; }

//--- generic.comp
// The numbers are those of the device that holds the largest part.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
// expected-remark@+3 {{at most 20 of 64 subgroups are resident}}
// expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
// expected-note@+1 {{a smaller tile}}
shared float tile[8000];
void main() { tile[gl_LocalInvocationID.x] = data[gl_GlobalInvocationID.x]; }
