// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=workgroup-count-over-limit --dispatch=1,65536 %t/example.comp
// RUN: %wglint --verify --remarks --checks=workgroup-count-over-limit --dispatch=65535,65535 %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=workgroup-count-over-limit %t/near-miss.comp

//--- example.comp
// [example]
#version 450
// expected-warning@+2 {{the dispatch has 65536 workgroups in y, over the 65535 that OpenGL 4.3 guarantees}}
// expected-note@+1 {{divide them among two dimensions}}
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_WorkGroupID.y * 64u + gl_LocalInvocationID.x] = 0.0; }
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_WorkGroupID.y * 64u + gl_LocalInvocationID.x] = 0.0; }
