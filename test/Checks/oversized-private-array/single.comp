// RUN: %wglint --verify --verify-ignore=note --remarks --checks=oversized-private-array %s

// The same for all invocations, of which there is one.
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer Lights { vec4 lights[]; };
layout(std430, binding = 1) buffer Out { uint result[]; };
void main() {
  uint list[300];
  uint count = 0u;
  for (uint k = 0u; k < lights.length(); ++k)
    if (lights[k].w < 1.0)
      // expected-remark@+1 {{only the entries that a condition lets in are touched}}
      list[count++] = k;
  for (uint k = 0u; k < count; ++k)
    result[gl_WorkGroupID.x * 300u + k] = list[k];
}
