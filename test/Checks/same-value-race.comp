// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --checks=same-value-race,data-race %t/example.comp
// RUN: %wglint --verify --remarks --checks=same-value-race,data-race %t/settled.comp %t/buffer.comp \
// RUN:   %t/suppressed.comp %t/near-miss.comp %t/halo.comp %t/halo-off.comp %t/loaded.comp %t/own.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Bins { uint bins[]; };
shared uint count;

void main() {
  // expected-warning@+3 {{invocation 0 and invocation 1 store the same value to byte 0 of 'count' with nothing to order them}}
  // expected-note@+2 {{let one invocation store it, or use an atomic}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  count = 1u;
  bins[gl_GlobalInvocationID.x] = gl_LocalInvocationID.x;
}
// [/example]

// The barrier settles it.
//--- settled.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Bins { uint bins[]; };
shared uint count;

void main() {
  // expected-remark@+3 {{invocation 0 and invocation 1 store the same value to byte 0 of 'count' with nothing to order them}}
  // expected-note@+2 {{let one invocation store it, or use an atomic}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  count = 0u;
  barrier();
  bins[gl_GlobalInvocationID.x] = atomicAdd(count, 1u);
}

//--- buffer.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Flags { uint seen; uint values[]; };
void main() {
  if (gl_WorkGroupID.x == 0u)
    // expected-remark@+4 {{invocation 0 and invocation 1 store the same value to byte 0 of 'seen' with nothing to order them}}
    // expected-note@+3 {{assumed: gl_WorkGroupID.x == 0}}
    // expected-note@+2 {{let one invocation store it, or use an atomic}}
    // expected-note@+1 {{invocation 0 stores to it here}}
    seen = 1u;
  values[gl_GlobalInvocationID.x] = 0u;
}

//--- suppressed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Bins { uint bins[]; };
shared uint count;
void main() {
  count = 0u; // NOLINT(same-value-race): all devices that we ship on do that
  barrier();
  bins[gl_GlobalInvocationID.x] = atomicAdd(count, 1u);
}

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Bins { uint bins[]; };
shared uint count;
void main() {
  if (gl_LocalInvocationIndex == 0u)
    count = 0u;
  barrier();
  bins[gl_GlobalInvocationID.x] = atomicAdd(count, 1u);
}

// Two invocations load one texel for their halos.
//--- halo.comp
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) uniform sampler2D source;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform vec2 pixel;
shared float tile[12];
void main() {
  int x = int(gl_LocalInvocationID.x);
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  vec2 left = (at - ivec2(2, 0)) * pixel;
  vec2 right = (at + ivec2(2, 0)) * pixel;
  // expected-note@+1 {{invocation 4 stores to it here}}
  tile[x] = texture(source, left).x;
  // expected-remark@+2 {{invocation 4 and invocation 0 store the same value to byte 16 of 'tile' with nothing to order them}}
  // expected-note@+1 {{let one invocation store it, or use an atomic}}
  tile[x + 4] = texture(source, right).x;
  barrier();
  dst[gl_GlobalInvocationID.x] = tile[x] + tile[x + 2] + tile[x + 4];
}

// The texels are one apart.
//--- halo-off.comp
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) uniform sampler2D source;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform vec2 pixel;
shared float tile[12];
void main() {
  int x = int(gl_LocalInvocationID.x);
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  vec2 left = (at - ivec2(2, 0)) * pixel;
  vec2 right = (at + ivec2(3, 0)) * pixel;
  // expected-note@+1 {{invocation 4 stores to it here}}
  tile[x] = texture(source, left).x;
  // expected-warning@+2 {{data race: invocation 0 stores to byte 16 of 'tile', which invocation 4 stores to with no barrier in between}}
  // expected-note@+1 {{orders them (insert-barrier)}}
  tile[x + 4] = texture(source, right).x;
  barrier();
  dst[gl_GlobalInvocationID.x] = tile[x] + tile[x + 2] + tile[x + 4];
}

// What a barrier has settled is one value for all; what others may still
// change is not.
//--- loaded.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Result { uint result, next; uint data[]; };
shared uint count;
void main() {
  if (gl_LocalInvocationIndex == 0u)
    count = 0u;
  barrier();
  uint mine = atomicAdd(count, data[gl_LocalInvocationIndex]);
  barrier();
  // expected-remark@+3 {{invocation 0 and invocation 1 store the same value to byte 0 of 'result' with nothing to order them}}
  // expected-note@+2 {{let one invocation store it, or use an atomic}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  result = 2u * count + 1u;
  // expected-warning@+3 {{data race: invocation 1 stores to byte 4 of 'next', which invocation 0 stores to with no barrier in between}}
  // expected-note@+2 {{let one invocation store it}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  next = mine;
}

// Each loads what it has stored itself.
//--- own.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared uint left;
void main() {
  // expected-remark@+4 {{invocation 0 and invocation 1 store the same value to byte 0 of 'left' with nothing to order them}}
  // expected-note@+3 {{let one invocation store it, or use an atomic}}
  // expected-note@+2 {{invocation 0 stores to it here}}
  // expected-note@+1 {{invocation 63 stores to it here}}
  left = 4u;
  // expected-remark@+2 {{invocation 0 loads byte 0 of 'left', which invocation 63 stores to with nothing to order them, where both have stored one value}}
  // expected-note@+1 {{let one invocation store it, or use an atomic}}
  uint n = left;
  barrier();
  data[gl_GlobalInvocationID.x] *= float(n);
}
