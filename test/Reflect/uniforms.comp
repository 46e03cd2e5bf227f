// Plain uniforms by the names that GL gives them: structures and outer dimensions are
// flattened, and no uniform keeps a location or binding that could collide.
//
// RUN: %wglint-opt --print=interface %s | FileCheck %s
// RUN: %wglint-opt --emit-runnable %s > %t.comp
// RUN: FileCheck --check-prefix=GLSL %s < %t.comp
// RUN: %wglint-opt --target-env=gl --print=module %t.comp

#version 450
layout(local_size_x = 8) in;
struct Light { vec3 colour; int ids[3]; };
uniform float scale;
uniform Light lights[2];
uniform float table[2][5];
layout(location = 9) uniform mat3 rotation;
uniform bool isOn;
uniform uint unused;
layout(std430, binding = 0) buffer Out { float o[]; };

// CHECK-DAG: uniform scale: float32 as scale{{$}}
// CHECK-DAG: uniform lights[0].colour: float32x3 as lights[0].colour
// CHECK-DAG: uniform lights[1].ids: int32 [3 stride 4] as lights[1].ids[0]
// CHECK-DAG: uniform table[1]: float32 [5 stride 4] as table[1][0]
// CHECK-DAG: uniform rotation: float32x3x3 stride 12 as rotation
// CHECK-DAG: uniform isOn: bool as isOn
// CHECK-NOT: unused
// GLSL-NOT: location

void main() {
  uint i = gl_GlobalInvocationID.x;
  o[i] = isOn ? scale * lights[1].colour.y + float(lights[0].ids[i % 3u]) : rotation[1][2] + table[1][i % 5u];
}
