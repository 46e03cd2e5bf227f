// What a member holds that nobody stores to is the same for all that load it; who stores to
// another member, in a function that nobody calls, or to what is bound at the same number
// of another kind changes nothing.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %t/same.comp %t/stored.comp %t/alias.comp

//--- same.comp
#version 450
layout(local_size_x = 32) in;
uniform sampler2D colours; // gets binding 0 of the textures
layout(binding = 0) uniform Limits { int last; };
layout(std430, binding = 0) buffer Layers { int lowest; int counts[64]; int best[4]; } layers;
void unused() { atomicAdd(layers.counts[gl_LocalInvocationIndex], 1); }
void main() {
  int best[4] = int[4](0, 0, 0, 0);
  for (int y = layers.lowest; y < last; ++y)
    best[y & 3] += layers.counts[y];
  // expected-remark@+3 {{invocation 0 and invocation 1 store the same value to byte 260 of 'layers.best'}}
  // expected-note@+2 {{let one invocation store it, or use an atomic}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  layers.best = best;
}

//--- stored.comp
#version 450
layout(local_size_x = 32) in;
uniform int first;
layout(std430, binding = 0) buffer Layers { int lowest; int counts[64]; int best[4]; } layers;
void main() {
  atomicAdd(layers.counts[64u - gl_LocalInvocationIndex], 1);
  int best[4] = int[4](0, 0, 0, 0);
  for (int y = first; y < 32; ++y)
    best[y & 3] += layers.counts[y];
  // expected-warning@+3 {{data race: invocation 1 stores to byte 260 of 'layers.best'}}
  // expected-note@+2 {{let one invocation store it}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  layers.best = best;
}

//--- alias.comp
// Two blocks of one kind at one binding are one memory.
#version 450
layout(local_size_x = 32) in;
uniform int first;
layout(std430, binding = 0) buffer Layers { int lowest; int counts[64]; int best[4]; } layers;
layout(std430, binding = 0) buffer Words { int words[]; };
void main() {
  words[gl_GlobalInvocationID.x + 1u] = 3;
  int best[4] = int[4](0, 0, 0, 0);
  for (int y = first; y < 64; ++y)
    best[y & 3] += layers.counts[y];
  // expected-warning@+3 {{data race: invocation 1 stores to byte 260 of 'layers.best'}}
  // expected-note@+2 {{let one invocation store it}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  layers.best = best;
}
