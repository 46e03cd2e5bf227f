// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access,uncoalesced-global-access,unused-structure-bytes %t/whole.comp %t/parts.comp

//--- whole.comp
// expected-no-diagnostics
// A loop over the columns takes the matrix, as it would unrolled: each lane uses all bytes up to its neighbour's. In either
// order, padded or not, loaded and stored, and in a loop around that.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer M { mat4 m[]; };
layout(std430, binding = 1) readonly buffer N { mat3 n[]; };
layout(std430, binding = 2) writeonly buffer O { mat4 o[]; };
layout(std430, binding = 3) readonly buffer P { vec4 p[][3]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  vec4 s = vec4(0.0);
  for (int c = 0; c < 4; ++c)
    s += m[g][c] * float(c + 1);
  for (int c = 3; c >= 0; --c)
    o[g][c] = s * float(c);
  vec3 t = vec3(0.0);
  for (int c = 0; c < 3; ++c)
    t += n[g][c] * s.x;
  for (int k = 0; k < 2; ++k)
    for (int c = 0; c < 3; ++c)
      t += p[g + 64 * k][c].xyz;
  o[g + 4096u][0] = vec4(t, 1.0);
  o[g + 4096u][1] = s;
  o[g + 4096u][2] = s;
  o[g + 4096u][3] = s;
}

//--- parts.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer M { mat4 m[]; };
layout(std430, binding = 1) readonly buffer N { mat4 n[]; };
layout(std430, binding = 2) writeonly buffer O { vec4 o[]; };
layout(std430, binding = 3) readonly buffer P { vec4 p[]; };
layout(std430, binding = 4) readonly buffer R { vec4 r[][16]; };
layout(std430, binding = 5) readonly buffer Q { mat4 q[]; };
layout(std430, binding = 6) readonly buffer T { vec2 t[][8]; };
uniform int count;
void main() {
  uint g = gl_GlobalInvocationID.x;
  vec4 s = vec4(0.0);
  // Half of the columns.
  for (int c = 0; c < 2; ++c)
    // expected-remark@+1 {{load from 'm' touches 32 sectors per request where 16 would do}}
    s += m[g][c] * float(c + 1);
  // The bytes between are used, but by other lanes.
  for (uint c = 0u; c < 4u; ++c)
    // expected-remark@+1 {{load from 'n' touches 32 sectors per request where 16 would do}}
    s += n[g + c][c] * float(c + 1u);
  // Rows that only the index makes.
  for (uint c = 0u; c < 4u; ++c)
    // expected-remark@+1 {{load from 'p' touches 32 sectors per request where 16 would do}}
    s += p[g * 4u + c];
  // Rows longer than a record, and of more parts than a matrix has.
  for (uint c = 0u; c < 16u; ++c)
    // expected-remark@+1 {{load from 'r' touches 32 sectors per request where 16 would do}}
    s += r[g][c];
  for (uint c = 0u; c < 8u; ++c)
    // expected-remark@+1 {{load from 't' touches 32 sectors per request where 8 would do}}
    s += t[g][c].xyxy;
  // How many columns it takes is not known.
  for (int c = 0; c < count; ++c)
    // expected-remark@+1 {{load from 'q' touches 32 sectors per request where 16 would do}}
    s += q[g][c];
  o[g] = s;
}
