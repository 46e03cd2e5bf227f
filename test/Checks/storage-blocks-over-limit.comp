// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=storage-blocks-over-limit %t/example.comp
// RUN: %wglint --verify --remarks --checks=storage-blocks-over-limit %t/near-miss.comp %t/vulkan.comp %t/views.comp \
// RUN:   %t/desktop.comp

//--- example.comp
// [example]
#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(std430, binding = 1) buffer B { float b[]; };
layout(std430, binding = 2) buffer C { float c[]; };
layout(std430, binding = 3) buffer D { float d[]; };
layout(std430, binding = 4) buffer E { float e[]; };

// expected-warning@+2 {{the shader uses 5 storage blocks, over the 4 that OpenGL ES 3.1 and WebGL 2 compute guarantee}}
// expected-note@+1 {{several arrays fit into one block}}
void main() {
  uint i = gl_GlobalInvocationID.x;
  a[i] = b[i] + c[i] + d[i] + e[i];
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
// The fifth is declared and never used.
#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(std430, binding = 1) buffer B { float b[]; };
layout(std430, binding = 2) buffer C { float c[]; };
layout(std430, binding = 3) buffer D { float d[]; };
layout(std430, binding = 4) buffer E { float e[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  a[i] = b[i] + c[i] + d[i];
}

//--- vulkan.comp
#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer A { float a[]; } blocks[5];
// expected-remark@+2 {{the shader uses 5 storage blocks, over the 4 that Vulkan guarantees}}
// expected-note@+1 {{ask it for its limit}}
void main() {
  uint i = gl_GlobalInvocationID.x;
  blocks[0].a[i] = blocks[4].a[i];
}

//--- views.comp
// expected-no-diagnostics
// Two blocks at one binding are one descriptor.
#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer A { float a[]; };
layout(set = 0, binding = 0) readonly buffer Words { uint words[]; };
layout(set = 0, binding = 1) readonly buffer B { float b[]; };
layout(set = 0, binding = 2) readonly buffer C { float c[]; };
layout(set = 0, binding = 3) writeonly buffer D { float d[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  d[i] = a[i] + b[i] + c[i] + float(words[i]);
}

//--- desktop.comp
// So it is in OpenGL on a desktop: 8 are guaranteed, and devices allow more.
#version 430
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; } blocks[9];
// expected-remark@+2 {{the shader uses 9 storage blocks, over the 8 that OpenGL 4.3 guarantees}}
// expected-note@+1 {{ask it for its limit}}
void main() {
  uint i = gl_GlobalInvocationID.x;
  blocks[0].a[i] = blocks[8].a[i];
}
