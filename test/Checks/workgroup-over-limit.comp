// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=workgroup-over-limit %t/example.comp
// RUN: %wglint --verify --remarks --checks=workgroup-over-limit %t/near-miss.comp %t/dimension.comp %t/own-limit.comp \
// RUN:   %t/twice.comp %t/shared.comp %t/desktop.comp %t/vulkan.comp
// RUN: %wglint --verify --remarks --checks=workgroup-over-limit --target-env=vulkan %t/own-limit.comp %t/beside.comp
// RUN: %wglint --verify --remarks --checks=workgroup-over-limit --api=webgpu %t/webgpu.comp

//--- example.comp
// [example]
#version 310 es
// expected-note@+2 {{a workgroup within 128, and as many more workgroups, covers the same ids (resize-workgroup)}}
// expected-warning@+1 {{workgroup of 16 x 16 = 256 invocations is over the 128 that OpenGL ES 3.1 and WebGL 2 compute guarantee}}
layout(local_size_x = 16, local_size_y = 16) in;

layout(std430, binding = 0) buffer Data { float data[]; };

void main() {
  data[gl_GlobalInvocationID.y * 1024u + gl_GlobalInvocationID.x] *= 2.0;
}
// [/example]

//--- own-limit.comp
// expected-no-diagnostics
// As many as the device allows, whatever that is.
#version 450
layout(local_size_x = min(gl_MaxComputeWorkGroupSize.x, 5120)) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_GlobalInvocationID.x] *= 2.0; }

//--- beside.comp
// A size that only stands beside the name of the limit.
#version 450
// expected-note@+2 {{a device may allow more}}
// expected-remark@+1 {{workgroup of 256 invocations is over the 128 that Vulkan guarantees}}
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  if (gl_GlobalInvocationID.x < gl_MaxComputeWorkGroupSize.x)
    data[gl_GlobalInvocationID.x] *= 2.0;
}

//--- twice.comp
// More than the limit, whatever that is.
#version 450
// expected-note@+2 {{a workgroup within 1024}}
// expected-warning@+1 {{workgroup of 2048 invocations is over the 1024 that OpenGL 4.3 guarantees and NVIDIA Ampere allows}}
layout(local_size_x = min(gl_MaxComputeWorkGroupSize.x, 512) * 4) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_GlobalInvocationID.x] *= 2.0; }

//--- near-miss.comp
// expected-no-diagnostics
#version 310 es
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_GlobalInvocationID.x] *= 2.0; }

//--- shared.comp
#version 310 es
// expected-warning@+2 {{workgroup of 256 invocations is over the 128}}
// expected-note@+1 {{give the workgroup at most 128 invocations, and the shared arrays that it fills the size of it}}
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float tile[256];
void main() { tile[gl_LocalInvocationIndex] = data[gl_GlobalInvocationID.x]; }

//--- dimension.comp
#version 310 es
// expected-note@+2 {{a workgroup within 64}}
// expected-warning@+1 {{workgroup size of 65 in z is over the 64 that OpenGL ES 3.1 and WebGL 2 compute guarantee}}
layout(local_size_x = 1, local_size_y = 1, local_size_z = 65) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  data[gl_GlobalInvocationID.z] *= 2.0;
}

//--- desktop.comp
#version 430
// expected-note@+2 {{a workgroup within 1024}}
// expected-warning@+1 {{workgroup of 2048 invocations is over the 1024 that OpenGL 4.3 guarantees and NVIDIA Ampere allows}}
layout(local_size_x = 2048) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  data[gl_GlobalInvocationID.x] *= 2.0;
}

//--- vulkan.comp
#version 450
// expected-remark@+2 {{workgroup of 256 invocations is over the 128 that Vulkan guarantees}}
// expected-note@+1 {{ask it for its limit before the dispatch}}
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) buffer Data { float data[]; };
void main() {
  data[gl_GlobalInvocationID.x] *= 2.0;
}

//--- webgpu.comp
#version 450
// expected-note@+2 {{a workgroup within 256}}
// expected-warning@+1 {{workgroup of 512 invocations is over the 256 that WebGPU guarantees}}
layout(local_size_x = 512) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  data[gl_GlobalInvocationID.x] *= 2.0;
}
