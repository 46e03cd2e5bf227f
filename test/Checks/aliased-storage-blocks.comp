// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=aliased-storage-blocks %t/example.comp
// RUN: %wglint --verify --remarks --checks=aliased-storage-blocks %t/read-only.comp %t/coherent.comp \
// RUN:   %t/near-miss.comp

//--- example.comp
// [example]
#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(std430, binding = 0) buffer Floats { float floats[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-warning@+2 {{storage block 'Words' is written and 'Floats' names the same buffer, at binding 0}}
  // expected-note@+1 {{declare both coherent, or give one of them a binding of its own}}
  words[i] = 0u;
  floats[2u * i] += 1.0; // expected-note {{'Floats' is used here}}
}
// [/example]

//--- read-only.comp
// expected-no-diagnostics
#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Words { uint words[]; };
layout(std430, binding = 0) readonly buffer Floats { float floats[]; };
layout(std430, binding = 1) buffer Out { float result[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  result[i] = words[i] > 3u ? floats[i] : 0.0;
}

//--- coherent.comp
// expected-no-diagnostics
#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) coherent buffer Words { uint words[]; };
layout(std430, binding = 0) buffer Floats { float floats[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  words[i] = 0u;
  floats[2u * i] += 1.0;
}

//--- near-miss.comp
// expected-no-diagnostics
#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(std430, binding = 1) buffer Floats { float floats[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  words[i] = 0u;
  floats[2u * i] += 1.0;
}
