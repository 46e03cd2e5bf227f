// What a number is compared with or multiplied by tells what it is; the values make
// the guard true for most invocations and false at the edge. What was chosen is
// printed, can be saved, and is the same run when it is read again.
//
// RUN: %wglint-run --plan-only %s | FileCheck %s
// RUN: %wglint-run --device=llvmpipe --save-run=%t.yaml %s \
// RUN:   | FileCheck %s --check-prefix=RAN
// RUN: %wglint-run --device=llvmpipe --run=%t.yaml %s \
// RUN:   | FileCheck %s --check-prefix=AGAIN
// RUN: %edit 's/^buffers:/bufers:/' %t.yaml > %t.wrong.yaml
// RUN: not %wglint-run --device=llvmpipe --run=%t.wrong.yaml %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WRONG
#version 450
layout(local_size_x = 16, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Table { float table[]; };
layout(std430, binding = 2) writeonly buffer Out { float result[]; };
layout(push_constant) uniform Push {
  uvec2 size;
  uint pitch;
  uint taps;
  uint mode;
} push;

void main() {
  uvec2 g = gl_GlobalInvocationID.xy;
  if (any(greaterThanEqual(g, push.size)) || push.mode != 3u)
    return;
  float sum = 0.0;
  for (uint t = 0u; t < push.taps; ++t)
    sum += table[keys[g.x] * 256u + t];
  result[g.y * push.pitch + g.x] = sum;
}
// CHECK-DAG: # workgroups: the shader reads x, y of the id
// CHECK-DAG: # uniform 'push.size.x': [[# %u, W:]]: compared with x of the id
// CHECK-DAG: # uniform 'push.size.y': [[# %u, H:]]: compared with y of the id
// CHECK-DAG: # uniform 'push.pitch': [[# %u, PITCH:]]: multiplied by y of the id
// CHECK-DAG: # uniform 'push.taps': {{[0-9]+}}: bounds a loop
// CHECK-DAG: # uniform 'push.mode': 3: makes more stores execute than 1
// CHECK-DAG: # buffer 'Keys': [[# mul(W, 4)]] bytes: all that the analysis finds reached
// CHECK-DAG: # buffer 'Out': [[# mul(add(mul(sub(H, 1), PITCH), W), 4)]] bytes: all that the analysis finds reached
//
// How large a key is only the trial shows.
// RAN: ran on llvmpipe: 5 x 5 x 1 workgroups of 16 x 8 x 1
// RAN: buffer 'Table': {{[0-9]+}} bytes: element {{[0-9]+}} was reached in a trial
// RAN-NOT: note:
// RAN: output 'Out': [[# %u, COUNT:]] of {{[0-9]+}} numbers changed
// RAN-NEXT: {{^}}  {{[-0-9]}}
// RAN: running proves nothing about synchronisation
//
// AGAIN: output 'Out': {{[1-9][0-9]+}} of {{[0-9]+}} numbers changed
//
// WRONG: yaml:{{[0-9]+}}:1: unknown key 'bufers'; did you mean 'buffers'?
