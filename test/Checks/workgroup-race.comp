// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=workgroup-race %t/example.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race --dispatch=1,1,1 %t/one-workgroup.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race %t/in-place.comp
// RUN: sed s/expected-remark/expected-warning/ %t/in-place.comp > %t/many.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race --dispatch=4,1,1 %t/many.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race %t/mode.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race %t/all.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race %t/last.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race %t/modes.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  barrier();
  for (uint d = 32u; d > 0u; d /= 2u) {
    if (l < d)
      s[l] += s[l + d];
    barrier();
  }
  if (l == 0u)
    // expected-warning@+3 {{invocation 0 of every workgroup stores to byte 0 of 'dst': only one of the values stays}}
    // expected-note@+2 {{no barrier orders workgroups: give each its own element}}
    // expected-note@+1 {{invocation 0 stores to it here}}
    dst[0] = s[0];
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l == 0u)
    dst[gl_WorkGroupID.x] = src[g];
}

//--- one-workgroup.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l == 0u)
    dst[0] = src[g];
}

//--- in-place.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  float v = dst[g + 1u];
  barrier();
  // expected-remark@+3 {{data race between workgroups}}
  // expected-note@+2 {{no barrier orders workgroups}}
  // expected-note@-4 {{it here}}
  dst[g] = v;
}

// One workgroup may be all there is where the mode is 1.
//--- mode.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
layout(push_constant) uniform Pass { uint mode; };
void main() {
  if (gl_LocalInvocationID.x == 0u && mode == 1u)
    // expected-remark@+1 {{invocation 0 of every workgroup stores to byte 0 of 'dst'}}
    dst[0] = src[gl_GlobalInvocationID.x];
}

//--- all.comp
// All invocations of all workgroups: once is enough.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(std430, binding = 1) buffer Sum { float sum; };
void main() {
  // expected-warning@+3 {{data race: invocation 1 stores to byte 0 of 'sum'}}
  // expected-note@+2 {{let one invocation store it}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  sum = data[gl_GlobalInvocationID.x];
}

// One workgroup in z stores, whatever else the short circuit asks.
//--- last.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
layout(push_constant) uniform Sizes { uint layers, width, used; };
void main() {
  uint z = gl_WorkGroupID.z, i = gl_GlobalInvocationID.x;
  if (z + 1u == layers && i < width)
    dst[i] = src[z * width + i];
  if (z == 3u && i < width && gl_LocalInvocationID.x < used)
    dst[width + i] = src[z * width + i];
}

// The host chooses one of the two.
//--- modes.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(push_constant) uniform Sizes { uint mode, width; };
shared float s[65];
void main() {
  uint l = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x;
  s[l] = 0.0;
  if (l == 0u)
    s[64] = 0.0;
  barrier();
  if (mode == 0u && i < width)
    s[l] = data[i];
  if (mode == 1u && i < width)
    data[i] = s[l + 1u];
}
