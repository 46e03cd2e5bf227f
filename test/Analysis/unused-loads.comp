// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race %t/unused.comp | FileCheck %s --check-prefix=UNUSED --allow-empty --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race -DWAY=0 %t/used.comp | FileCheck %s --check-prefix=USED --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race -DWAY=1 %t/used.comp | FileCheck %s --check-prefix=USED --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race -DWAY=2 %t/used.comp | FileCheck %s --check-prefix=USED --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race -DWAY=3 %t/used.comp | FileCheck %s --check-prefix=USED --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race -DWAY=4 %t/used.comp | FileCheck %s --check-prefix=USED --implicit-check-not=remark: --implicit-check-not=warning:

// Loads of which nothing is used race with nothing.

// UNUSED-NOT: data-race

// USED: warning: data race: {{.*}} 'tile',

// A result that nobody takes; a variable that nobody reads, or only itself; and
// what a call makes of it.
//--- unused.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { vec4 data[]; };
layout(std430, binding = 1) buffer Numbers { float numbers[]; };
float twice(float x) { return 2.0 * x; }
void main() {
  uint i = gl_GlobalInvocationID.x;
  normalize(data[i + 1u].xyz);
  float never = numbers[i + 1u] + 1.0;
  float itself = 0.0;
  for (int k = 0; k < 3; ++k)
    itself = itself * 0.5 + numbers[i + 2u];
  twice(numbers[i + 3u]);
  data[i] *= 2.0;
  numbers[i] *= 2.0;
}

// A condition; what a call returns; an element far back in an array; what an
// instruction writes besides its result; and an index.
//--- used.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Out { float data[]; };
shared float tile[65];
float twice(float x) { return 2.0 * x; }
void main() {
  uint i = gl_LocalInvocationIndex;
  tile[i] = data[i];
  if (i == 0u)
    tile[64] = 0.0;
  barrier();
  float sum = 0.0;
#if WAY == 0
  if (tile[i + 1u] > 0.0)
    sum = 1.0;
#elif WAY == 1
  sum += twice(tile[i + 1u]);
#elif WAY == 2
  sum += float[](1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, tile[i + 1u])[8];
#elif WAY == 3
  int power;
  frexp(tile[i + 1u], power);
  sum += float(power);
#else
  sum += data[64u + (floatBitsToUint(tile[i + 1u]) & 63u)];
#endif
  tile[i] = sum;
  barrier();
  data[i] = tile[i];
}
