// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=shared-memory-over-limit %t/example.comp
// RUN: %wglint --verify --remarks --checks=shared-memory-over-limit %t/near-miss.comp %t/desktop.comp %t/vulkan.comp \
// RUN:   %t/limit.comp
// RUN: %wglint --verify --remarks --checks=shared-memory-over-limit --target=nvidia-hopper %t/device.comp
// RUN: %wglint --verify --remarks --checks=shared-memory-over-limit --api=webgpu %t/constants.comp

//--- example.comp
// [example]
#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared uint flags[16];
// expected-warning@+2 {{shared variables take 16448 bytes, over the 16384 that OpenGL ES 3.1 and WebGL 2 compute guarantee}}
// expected-note@+1 {{a smaller tile, or a narrower type, fits}}
shared float tile[64][64];

void main() {
  tile[gl_LocalInvocationID.x][0] = data[gl_GlobalInvocationID.x];
  flags[0] = 1u;
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float tile[64][64];
void main() { tile[gl_LocalInvocationID.x][0] = data[gl_GlobalInvocationID.x]; }

//--- desktop.comp
#version 430
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
// expected-warning@+2 {{shared variables take 32772 bytes, over the 32768 that OpenGL 4.3 guarantees}}
// expected-note@+1 {{a smaller tile}}
shared float tile[8193];
void main() { tile[gl_LocalInvocationID.x] = data[gl_GlobalInvocationID.x]; }

//--- device.comp
#version 430
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
// expected-warning@+2 {{shared variables take 49156 bytes, over the 32768 that OpenGL 4.3 guarantees and the 49152 that NVIDIA Hopper allows}}
// expected-note@+1 {{a smaller tile}}
shared float tile[12289];
void main() { tile[gl_LocalInvocationID.x] = data[gl_GlobalInvocationID.x]; }

//--- vulkan.comp
#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { float data[]; };
// expected-remark@+2 {{shared variables take 16388 bytes, over the 16384 that Vulkan guarantees}}
// expected-note@+1 {{ask it for its limit}}
shared float tile[4097];
void main() { tile[gl_LocalInvocationID.x] = data[gl_GlobalInvocationID.x]; }

//--- constants.comp
// The host sets the length: its default proves nothing.
#version 450
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint kLength = 5000;
layout(set = 0, binding = 0) buffer Data { float data[]; };
// expected-remark@+2 {{shared variables take 20000 bytes, over the 16384 that WebGPU guarantees}}
// expected-note@+1 {{a smaller tile}}
shared float tile[kLength];
void main() { tile[gl_LocalInvocationID.x] = data[gl_GlobalInvocationID.x]; }

//--- limit.comp
// As many elements as a device allows invocations.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float tile[gl_MaxComputeWorkGroupSize.x];
void main() {
  tile[gl_LocalInvocationIndex] = data[gl_GlobalInvocationID.x];
  barrier();
  data[gl_GlobalInvocationID.x] = tile[63u - gl_LocalInvocationIndex];
}
