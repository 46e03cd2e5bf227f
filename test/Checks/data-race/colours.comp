// Every second texel is replaced by a mean of its neighbours, as the fields of one colour of a
// chessboard, so that nobody stores to a neighbour. Which colour it is, the host says.
// RUN: rm -rf %t && split-file %s %t
// RUN: cat %t/remainder.comp %t/main.inc > %t/a.comp && cat %t/unsigned.comp %t/main.inc > %t/b.comp
// RUN: cat %t/compared.comp %t/main.inc > %t/c.comp && cat %t/bits.comp %t/main.inc > %t/d.comp
// RUN: cat %t/known.comp %t/main.inc > %t/e.comp
// RUN: %wglint --verify --checks=data-race,workgroup-race %t/a.comp %t/b.comp %t/c.comp %t/d.comp %t/e.comp
//
// Diagonal neighbours are of the same colour.
// RUN: %edit -e 's/ivec2(1, 0)/ivec2(1, 1)/' %t/e.comp > %t/diagonal.comp
// RUN: not %wglint --checks=data-race %t/diagonal.comp | FileCheck %s --implicit-check-not=warning:
// CHECK: warning: data race: invocation (2, 1, 0) stores to a texel of 'im', which invocation (1, 0, 0) loads

//--- remainder.comp
// expected-no-diagnostics
#version 450
#define IS_OTHER(p) ((p.x + p.y + colour) % 2 == 0)

//--- unsigned.comp
// expected-no-diagnostics
#version 450
#define IS_OTHER(p) ((uint(p.x + p.y) + uint(colour)) % 2u == 0u)

//--- compared.comp
// expected-no-diagnostics
#version 450
#define IS_OTHER(p) ((p.x + p.y) % 2 == colour)

//--- bits.comp
// expected-no-diagnostics
#version 450
#define IS_OTHER(p) (((p.x + p.y + colour) & 1) == 0)

//--- known.comp
// expected-no-diagnostics
#version 450
#define IS_OTHER(p) ((p.x + p.y) % 2 == 0)

//--- main.inc
layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0, r32f) uniform image2D im;
layout(push_constant) uniform PC { int colour; };
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  if (IS_OTHER(p))
    return;
  vec4 sum = imageLoad(im, p + ivec2(1, 0)) + imageLoad(im, p - ivec2(1, 0)) +
             imageLoad(im, p + ivec2(0, 1)) + imageLoad(im, p - ivec2(0, 1));
  imageStore(im, p, sum * 0.25);
}
