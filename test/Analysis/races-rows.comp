// RUN: %wglint --verify --verify-ignore=note --checks=data-race %s
// RUN: %edit -e '/RUN/d' -e '/= cells/d' -e 's/warning@.*/no-diagnostics/' %s > %t.comp
// RUN: %wglint --verify --checks=data-race %t.comp

// Nobody in the first row stores here: 1 divided by what is at least 2 is no
// row behind it. Invocation 40 may be in the second one.
#version 450
layout(local_size_x = 256) in;
layout(std140, binding = 0) uniform Sizes { uint n; };
layout(std430, binding = 1) buffer Cells { float cells[]; };
layout(std430, binding = 2) buffer Others { float others[]; };
layout(std430, binding = 3) buffer Sums { float sums[]; };

void main() {
  uint index = gl_GlobalInvocationID.x;
  uint x = index % (n + 2u), y = index / (n + 2u);
  if (x < 1u || y < 1u)
    return;
  cells[x + y * (n + 2u)] = 1.0;
  others[x + y * (n + 2u)] = 1.0;
  others[0] = others[1] * 2.0;
  // expected-warning@+1 {{loads byte 160 of 'cells', which invocation 40 stores to}}
  sums[index] = cells[40];
}
