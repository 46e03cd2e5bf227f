// Each access is found at its own expression, whatever the compiler evaluates last.
// RUN: %wglint-opt --print=sites %s | FileCheck %s
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(std430, binding = 1) buffer Colors { vec4 c[]; } colors;
layout(binding = 2, rgba32f) uniform image2D picture;
layout(std430, binding = 3) buffer Counts { uint counts[]; };
shared float tile[33];

float mixed(float a, inout float b) { b += a; return a * b; }
float none() { return data[7]; }

void main() {
  uint i = gl_GlobalInvocationID.x;

  // The store's line is that of the last thing evaluated; its place is not.
  data[i] = data[i + 1u] + max(data[2u * i], tile[i & 31u]);
  // CHECK: load - float exact {{.*}}:[[# @LINE - 1]]:13-[[# @LINE - 1]]:25 | data[i + 1u]
  // CHECK: load - float exact {{.*}} | data[2u * i]
  // CHECK: load tile float exact {{.*}} | tile[i & 31u]
  // CHECK: store - ? exact {{.*}}:[[# @LINE - 4]]:3-[[# @LINE - 4]]:10 | data[i]

  tile[i] += data[i] + data[i];
  // CHECK: load - float exact {{.*}}:14-{{.*}} | data[i]
  // CHECK: load - float exact {{.*}}:24-{{.*}} | data[i]
  // CHECK: load tile float exact {{.*}} | tile[i]
  // CHECK: store tile ? exact {{.*}} | tile[i]

  // One swizzled store is several instructions of one place.
  colors.c[i].xz = (colors).c[i + 2u].yx;
  // CHECK: load colors vec4 exact {{.*}}:20-{{.*}} | (colors).c[i + 2u].yx
  // CHECK: store colors ? exact {{.*}} | colors.c[i].xz
  // CHECK-NEXT: store colors ? exact {{.*}} | colors.c[i].xz

  colors.c[i].w++;
  // CHECK: load colors float exact {{.*}} | colors.c[i].w
  // CHECK-NEXT: store colors ? exact {{.*}} | colors.c[i].w

  // Arguments are copied in and out around the call.
  float r = mixed(data[i], data[i + 7u]) + none();
  // CHECK: load - float exact {{.*}} | data[i]
  // CHECK: load - float exact {{.*}} | data[i + 7u]
  // CHECK: call - float exact {{.*}} | mixed(data[i], data[i + 7u])
  // CHECK: store - ? exact {{.*}} | data[i + 7u]
  // CHECK: call - float exact {{.*}} | none()

  bool b = i < 4u ? tile[i] > tile[i + 1u] : data[counts[i]] > 0.0;
  // CHECK: load tile float exact {{.*}} | tile[i]
  // CHECK: load tile float exact {{.*}} | tile[i + 1u]
  // CHECK: load - uint exact {{.*}} | counts[i]
  // CHECK: load - float exact {{.*}} | data[counts[i]]

  uint old = atomicAdd(counts[i >> 1u], counts[i]);
  // CHECK: load - uint exact {{.*}} | counts[i]
  // CHECK: atomic - uint exact {{.*}} | counts[i >> 1u]

  imageStore(picture, ivec2(i, old), imageLoad(picture, ivec2(counts[i], 0)));
  // CHECK: load - uint exact {{.*}} | counts[i]
  // CHECK: image picture vec4 exact {{.*}} | imageLoad(picture, ivec2(counts[i], 0))
  // CHECK: image picture ? exact {{.*}}:3-{{.*}}:78 | imageStore(

  while (data[i] > r || b)
  // CHECK: load - float exact {{.*}} | data[i]
    switch (counts[i]) {
    // CHECK: load - uint exact {{.*}} | counts[i]
    case 0u:
      i += uint(data.length());
    }

  // `return` sets its own line between the operand and its load.
  // CHECK: load - float exact {{.*}}:12:23-12:30 | data[7]
}
