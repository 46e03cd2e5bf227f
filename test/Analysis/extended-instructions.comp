// The numbers of extended instructions are no ids: with GLSL.std.450, sin() is 13 and
// cos() is 14, as may be the parameters of a function that comes before.
//
// RUN: %wglint-opt --print=accesses --target-env=vulkan %s | FileCheck %s
// CHECK: store global 'dst' 4 bytes: exact
// CHECK-NEXT: lane stride: 4 bytes
// CHECK: load global 'count' 4 bytes: exact
// CHECK-NEXT: lane stride: none, one address for a subgroup
//
// Every analysis and check comes to its end.
// RUN: %wglint --remarks --target-env=vulkan --output-format=concise %s | FileCheck %s --check-prefix=REMARK --implicit-check-not=internal-error
// REMARK: remark: load from 'count': all lanes have one address
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
layout(std430, binding = 1) readonly buffer Count { uint count; };

void turn(inout float a, inout float b, inout float c) {
  a += b;
  b += c;
  c += a;
}

float run(float x) {
  uint end = count;
  for (uint i = 0u; i < end; ++i)
    x = abs(x) + floor(x) + ceil(x) + fract(x) + radians(x) + degrees(x) + sin(x) +
        cos(x) + tan(x) + asin(x) + acos(x) + atan(x) + sinh(x) + cosh(x) + tanh(x);
  return x;
}

void main() {
  float x = dst[gl_GlobalInvocationID.x], y = x, z = x;
  turn(x, y, z);
  dst[gl_GlobalInvocationID.x] = run(x) + y + z;
}
