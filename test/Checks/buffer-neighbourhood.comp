// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=buffer-neighbourhood %t/example.comp
// RUN: %wglint --verify --remarks --checks=buffer-neighbourhood %t/near-miss.comp %t/written.comp %t/suppressed.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform int pitch;

void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy) + 1;
  float sum = 0.0;
  for (int y = -1; y <= 1; ++y)
    for (int x = -1; x <= 1; ++x)
      // expected-remark@+3 {{load from 'src' takes part in 9 loads of each invocation from around its own place in two dimensions}}
      // expected-note@+2 {{of this shader's memory traffic}}
      // expected-note@+1 {{a texture keeps neighbours of both dimensions together in its cache}}
      sum += src[(p.y + y) * pitch + p.x + x];
  dst[p.y * pitch + p.x] = sum / 9.0;
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
// One element for each invocation.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform int pitch;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  dst[p.y * pitch + p.x] = src[p.y * pitch + p.x];
}

//--- written.comp
// expected-no-diagnostics
// A texture is not written to.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) buffer Src { float src[]; };
uniform int pitch;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy) + 1;
  float sum = 0.0;
  for (int y = -1; y <= 1; ++y)
    for (int x = -1; x <= 1; ++x)
      sum += src[(p.y + y) * pitch + p.x + x];
  src[p.y * pitch + p.x + 1048576] = sum / 9.0;
}

//--- suppressed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform int pitch;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy) + 1;
  float sum = 0.0;
  for (int y = -1; y <= 1; ++y)
    for (int x = -1; x <= 1; ++x)
      sum += src[(p.y + y) * pitch + p.x + x]; // NOLINT(buffer-neighbourhood)
  dst[p.y * pitch + p.x] = sum / 9.0;
}
