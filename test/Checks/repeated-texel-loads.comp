// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=repeated-texel-loads %t/example.comp
// RUN: %wglint --verify --remarks --checks=repeated-texel-loads %t/near-miss.comp %t/narrow.comp %t/suppressed.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
uniform sampler2D source;
layout(rgba8, binding = 0) writeonly uniform image2D blurred;

void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy), last = textureSize(source, 0) - 1;
  vec4 sum = vec4(0.0);
  for (int y = -4; y <= 4; ++y)
    for (int x = -4; x <= 4; ++x)
      // expected-remark@+3 {{load from 'source' is executed 81 times by each invocation, in a loop within a loop}}
      // expected-note@+2 {{assumed: no subgroup reaches the bound 0}}
      // expected-note@+1 {{where neighbours load the same texels}}
      sum += texelFetch(source, clamp(p + ivec2(x, y), ivec2(0), last), 0);
  imageStore(blurred, p, sum / 81.0);
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
// A small neighbourhood.
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(rgba8, binding = 0) readonly uniform image2D source;
layout(rgba8, binding = 1) writeonly uniform image2D blurred;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  vec4 sum = vec4(0.0);
  for (int y = -3; y <= 3; ++y)
    for (int x = -3; x <= 3; ++x)
      sum += imageLoad(source, p + ivec2(x, y));
  imageStore(blurred, p, sum / 49.0);
}

//--- narrow.comp
// expected-no-diagnostics
// Rows of 16 invocations; a loop of unknown length.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(rgba8, binding = 0) readonly uniform image2D source;
layout(rgba8, binding = 1) writeonly uniform image2D blurred;
uniform int radius;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  vec4 sum = vec4(0.0);
  for (int y = -radius; y <= radius; ++y)
    for (int x = -4; x <= 4; ++x)
      sum += imageLoad(source, p + ivec2(x, y));
  for (int y = -4; y <= 4; ++y)
    for (int x = -4; x <= 4; ++x)
      sum += imageLoad(source, p + ivec2(x, y));
  imageStore(blurred, p, sum / 49.0);
}

//--- suppressed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(rgba8, binding = 0) readonly uniform image2D source;
layout(rgba8, binding = 1) writeonly uniform image2D blurred;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  vec4 sum = vec4(0.0);
  for (int y = -4; y <= 4; ++y)
    for (int x = -4; x <= 4; ++x)
      sum += imageLoad(source, p + ivec2(x, y)); // NOLINT(repeated-texel-loads)
  imageStore(blurred, p, sum / 81.0);
}
