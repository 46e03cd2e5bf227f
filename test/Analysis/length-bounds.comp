// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck %s

// A loop that reads an element of an array in each iteration counts to no more than the
// array's length, and the stride that is made of the same number is no longer.
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer A { float three[]; };
layout(std430, binding = 1) readonly buffer B { float one[]; };
layout(std430, binding = 2) readonly buffer C { float inclusive[]; };
layout(std430, binding = 3) readonly buffer D { float falling[]; };
layout(std430, binding = 4) readonly buffer E { float spread[]; };
layout(std430, binding = 5) readonly buffer F { float both[]; };
layout(std430, binding = 6) readonly buffer G { float behind[]; };
layout(std430, binding = 7) readonly buffer H { float product[]; };
layout(std430, binding = 8) readonly buffer I { float wide[]; };
layout(std430, binding = 9) readonly buffer J { float conditional[]; };
layout(std430, binding = 10) readonly buffer K { float left[]; };
layout(std430, binding = 11) readonly buffer L { float runtime[]; };
layout(std430, binding = 12) readonly buffer M { float other[]; };
layout(std430, binding = 13) readonly buffer N { float capped[]; };
layout(std430, binding = 14) readonly buffer O { float flexible[]; };
layout(std430, binding = 15) readonly buffer P { float element[]; };
layout(std430, binding = 16) readonly buffer Q { float inner[]; };
layout(std430, binding = 17) readonly buffer R { float weights[]; };
layout(std430, binding = 18) readonly buffer S { float last[1]; };
layout(std430, binding = 19) writeonly buffer T { float result[]; };
layout(std140, binding = 20) uniform U { vec4 colors[3]; vec4 many[100]; };
uniform int n1, n2, n3, n4, n5, n6, n8, n9, n10, n11, n12, n13, n14, n15, n16, pitch, first;
layout(std430, binding = 21) readonly buffer V { float table[]; };
layout(std430, binding = 22) readonly buffer W { float quotient[]; };
layout(std430, binding = 23) readonly buffer X { float loaded[]; };
layout(std430, binding = 24) readonly buffer Y { float paired[]; };
layout(std430, binding = 25) readonly buffer Z { float atLeastOnce[]; };
layout(std430, binding = 26) readonly buffer Sizes { uint sizes[]; };
layout(std430, binding = 28) readonly buffer Turns { float turns[]; };
layout(std430, binding = 29) readonly buffer Late { float lateStart[]; };
layout(std430, binding = 30) readonly buffer Alone { float alone[]; };
layout(std430, binding = 31) readonly buffer Masked { float masked[]; };
layout(std430, binding = 27) readonly buffer Path { float path[]; };
uniform uint n7, n24;
uniform int n17, n18, n20, n21, n22, n23, n25;
shared float tile[64], row[32];
const float constants[4] = float[](1.0, 2.0, 4.0, 8.5);

void main() {
  int i = int(gl_GlobalInvocationID.x), lane = int(gl_LocalInvocationID.x);
  float keys[1];
  float sum = 0.0;

  // n1 is 1, 2 or 3.
  for (int t = 0; t < n1; ++t)
    sum += three[i * n1 + t] * colors[t].x;
  // CHECK-LABEL: load global 'three'
  // CHECK-NEXT: lane stride: 4 * n1 bytes
  // CHECK-NEXT: per request 4..13, ideal 4
  // CHECK: assumed: n1 <= 3 as 'colors' has no more elements

  for (int t = 0; t < n2; ++t)
    keys[t] = one[i * n2 + t];
  // CHECK-LABEL: load global 'one'
  // CHECK: per request 4..5, ideal 4
  // CHECK: assumed: n2 <= 1 as 'keys' has no more elements

  // Two elements behind the counter.
  for (int t = 0; t <= n3; ++t)
    sum += inclusive[i * n3 + t] * colors[t + 1].x;
  // CHECK-LABEL: load global 'inclusive'
  // CHECK: assumed: n3 <= 1 as 'colors' has no more elements

  for (int t = n4 - 1; t >= 0; --t)
    sum += falling[i * n4 + t] * colors[t].x;
  // CHECK-LABEL: load global 'falling'
  // CHECK: assumed: n4 <= 3 as 'colors' has no more elements

  // All 32 lanes have elements of their own in an array of 64.
  for (int t = 0; t < n5; ++t)
    tile[lane * n5 + t] = spread[i * n5 + t];
  // CHECK-LABEL: load global 'spread'
  // CHECK: per request 4..9, ideal 4
  // CHECK: assumed: n5 <= 2 as 'tile' has no more elements

  // One of two accesses to the same element is in each iteration.
  for (int t = 0; t < n6; ++t)
    if (both[i * n6 + t] > 0.0)
      sum += colors[t].x;
    else
      sum += colors[t].y;
  // CHECK-LABEL: load global 'both'
  // CHECK: assumed: n6 <= 3 as 'colors' has no more elements

  // It holds behind the loop.
  for (uint t = 0u; t < n7; ++t)
    sum += colors[t].x;
  sum += behind[uint(i) * n7];
  // CHECK-LABEL: load global 'behind'
  // CHECK: assumed: n7 <= 3 as 'colors' has no more elements

  // The other unknown is any number.
  for (int t = 0; t < n8; ++t)
    sum += product[(lane / 8 * pitch + lane % 8) * n8 + t] * colors[t].x;
  // CHECK-LABEL: load global 'product'
  // CHECK: assumed: n8 <= 3 as 'colors' has no more elements

  // 16 is among what it may be.
  for (int t = 0; t < n9; ++t)
    sum += wide[i * n9 + t] * many[t].x;
  // CHECK-LABEL: load global 'wide'
  // CHECK: per request 32, ideal 4
  // CHECK: assumed: n9 >= 8

  // Iterations without the access.
  for (int t = 0; t < n10; ++t) {
    sum += conditional[i * n10 + t];
    if (t < 3)
      sum += colors[t].x;
  }
  // CHECK-LABEL: load global 'conditional'
  // CHECK: assumed: n10 >= 8

  // The loop may end before.
  for (int t = 0; t < n11; ++t) {
    sum += left[i * n11 + t] * colors[t].x;
    if (first + t == 2)
      break;
  }
  // CHECK-LABEL: load global 'left'
  // CHECK: assumed: n11 >= 8

  for (int t = 0; t < n12; ++t)
    sum += runtime[i * n12 + t] * weights[t];
  // CHECK-LABEL: load global 'runtime'
  // CHECK: assumed: n12 >= 8

  // Of another uniform, nothing is said.
  for (int t = 0; t < n13; ++t)
    sum += other[i * pitch + t] * colors[t].x;
  // CHECK-LABEL: load global 'other'
  // CHECK: assumed: pitch >= 8

  for (int t = 0; t < n14 && t < 3; ++t)
    sum += capped[i * n14 + t] * colors[t].x;
  // CHECK-LABEL: load global 'capped'
  // CHECK: assumed: n14 >= 8

  // One element at the end of a buffer stands for as many as there are.
  for (int t = 0; t < n15; ++t)
    sum += flexible[i * n15 + t] * last[t];
  // CHECK-LABEL: load global 'flexible'
  // CHECK: assumed: n15 >= 8

  // The counter is not the index.
  for (int t = 0; t < n16; ++t)
    sum += element[i * n16 + t] * colors[first].x;
  // CHECK-LABEL: load global 'element'
  // CHECK: assumed: n16 >= 8

  // The inner loop counts, and may not be entered.
  for (int k = 0; k < pitch; ++k)
    for (int t = 0; t < pitch; ++t)
      for (int u = 0; u < first; ++u)
        sum += inner[i * pitch + t] * colors[t].x;
  // CHECK-LABEL: load global 'inner'
  // CHECK: assumed: pitch >= 8

  for (int t = 0; t < n17; ++t)
    sum += table[i * n17 + t] * constants[t];
  // CHECK-LABEL: load global 'table'
  // CHECK: assumed: n17 <= 4 as an array has no more elements

  for (int t = 0; t < n18 / 4; ++t)
    sum += quotient[i * (n18 / 4) + t] * colors[t].x;
  // CHECK-LABEL: load global 'quotient'
  // CHECK: assumed: (n18 / 4) <= 3 as 'colors' has no more elements

  uint size = sizes[gl_WorkGroupID.x];
  for (uint t = 0u; t < size; ++t)
    sum += loaded[uint(i) * size + t] * colors[t].x;
  // CHECK-LABEL: load global 'loaded'
  // CHECK: assumed: (a value loaded from 'sizes') <= 3 as 'colors' has no more elements

  // 1 or 2: with 3, element 3 would be read.
  for (int t = 0; t < n20; t += 2)
    sum += paired[i * n20 + t] * (colors[t].x + colors[t + 1].x);
  // CHECK-LABEL: load global 'paired'
  // CHECK: assumed: n20 <= 2 as 'colors' has no more elements

  // The first element is read whatever n21 is, below zero as well.
  int t = 0;
  do {
    sum += atLeastOnce[i * n21 + t] * colors[t].x;
    ++t;
  } while (t < n21);
  // CHECK-LABEL: load global 'atLeastOnce'
  // CHECK: per request unknown

  // The lanes take turns.
  for (int t = lane; t < n23; t += 32)
    sum += turns[i * n23 + t] * row[t];
  // CHECK-LABEL: load global 'turns'
  // CHECK: assumed: n23 <= 32 as 'row' has no more elements

  // A loop with no iteration reads nothing.
  for (uint u = 5u; u < n24; ++u)
    sum += colors[u].x;
  sum += lateStart[uint(i) * n24];
  // CHECK-LABEL: load global 'lateStart'
  // CHECK: assumed: n24 <= 5 as 'colors' has no more elements

  // Which lanes come here is not known: the first one may be alone.
  if (first > 5)
    for (int u = 0; u < n25; ++u)
      tile[lane * n25 + u] = alone[i * n25 + u];
  // CHECK-LABEL: load global 'alone'
  // CHECK: assumed: n25 >= 8

  // Whatever it is, it is one of four numbers.
  sum += masked[i * (pitch & 3)];
  // CHECK-LABEL: load global 'masked'
  // CHECK-NEXT: lane stride: 4 * (pitch & 3) bytes
  // CHECK-NEXT: per request 1..12, ideal 1..4
  // CHECK-NOT: (pitch & 3) >=

  // Known on this path, and not behind it.
  if (first > 5)
    for (int t = 0; t < n22; ++t)
      sum += colors[t].x;
  for (int t = 0; t < n22; ++t)
    sum += path[i * n22 + t];
  // CHECK-LABEL: load global 'path'
  // CHECK: assumed: n22 >= 8

  result[i] = sum + keys[0];
}
