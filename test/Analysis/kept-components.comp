// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race %t/texel.comp | FileCheck %s --check-prefix=TEXEL --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race %t/texel-changed.comp | FileCheck %s --check-prefix=TEXEL-CHANGED --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race %t/shared.comp | FileCheck %s --check-prefix=SHARED --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race %t/calls.comp | FileCheck %s --check-prefix=CALLS --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race %t/buffer.comp | FileCheck %s --check-prefix=BUFFER --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race %t/atomic.comp | FileCheck %s --check-prefix=ATOMIC --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race %t/parts.comp | FileCheck %s --check-prefix=PARTS --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --checks=same-value-race,data-race %t/not-kept.comp | FileCheck %s --check-prefix=NOT-KEPT --implicit-check-not='data race' --implicit-check-not=likewise

// TEXEL: remark: {{.*}} 'field', {{.*}}: what is used of it is stored unchanged [same-value-race]
// TEXEL: remark: {{.*}} 'field', {{.*}}: what is used of it is stored unchanged [same-value-race]

// TEXEL-CHANGED: warning: data race: {{.*}} 'bytes',
// TEXEL-CHANGED: warning: data race: {{.*}} 'same',
// TEXEL-CHANGED: warning: data race: {{.*}} 'swapped',
// TEXEL-CHANGED: warning: data race: {{.*}} 'shifted',
// TEXEL-CHANGED: warning: data race: {{.*}} 'whole',

// SHARED: remark: {{.*}} 'tile', {{.*}}: what is used of it is stored unchanged [same-value-race]

// CALLS: remark: {{.*}} 'a', {{.*}}: what is used of it is stored unchanged [same-value-race]
// CALLS: warning: data race: {{.*}} 'b',

// BUFFER: remark: {{.*}} 'data', {{.*}}: what is used of it is stored unchanged [same-value-race]
// BUFFER: warning: data race: {{.*}} 'bodies.speed',
// BUFFER: remark: {{.*}} 'bodies.speed', {{.*}}: what is used of it is stored unchanged [same-value-race]

// ATOMIC: remark: {{.*}} 'flags', {{.*}}: only some bits are looked at, and may be others than the atomic changes [same-value-race]
// ATOMIC: warning: data race: {{.*}} 'seen',
// ATOMIC: remark: {{.*}} 'stored', {{.*}}: what is used of it is stored unchanged [same-value-race]
// ATOMIC: warning: data race: {{.*}} 'stored',

// PARTS: remark: {{.*}} 'data', {{.*}}: what is used of it is stored unchanged [same-value-race]
// PARTS: remark: {{.*}} 'data', {{.*}}: what is used of it is stored unchanged [same-value-race]
// PARTS: warning: data race: {{.*}} 'spin',

// NOT-KEPT: {{data race|likewise}}{{.*}} 'late'
// NOT-KEPT: {{data race|likewise}}{{.*}} 'twice'
// NOT-KEPT: {{data race|likewise}}{{.*}} 'twice'
// NOT-KEPT: {{data race|likewise}}{{.*}} 'loops'
// NOT-KEPT: {{data race|likewise}}{{.*}} 'other'

// A load and a store of one texel or vector, where the store leaves what is
// used of the load as it was.

//--- texel.comp
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(rgba32f, binding = 0) uniform image2D field;
float pressure(ivec2 at) { return imageLoad(field, at).z; }
void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  vec4 old = imageLoad(field, at);
  float slope = pressure(at + ivec2(1, 0)) - pressure(at - ivec2(1, 0));
  imageStore(field, at, vec4(old.xy - slope, old.zw));
}

// The same with a format that rounds, a component that changes, and one that
// comes from elsewhere.
//--- texel-changed.comp
#version 450
layout(local_size_x = 64) in;
layout(rgba8, binding = 0) uniform image1D bytes;
layout(rgba32f, binding = 1) uniform image1D same, swapped, shifted, whole;
void main() {
  int at = int(gl_LocalInvocationID.x);
  vec4 own = imageLoad(bytes, at);
  float next = imageLoad(bytes, at + 1).w;
  imageStore(bytes, at, vec4(next, own.yzw));
  own = imageLoad(same, at);
  next = imageLoad(same, at + 1).x;
  imageStore(same, at, vec4(next, own.yzw));
  own = imageLoad(swapped, at);
  next = imageLoad(swapped, at + 1).z;
  imageStore(swapped, at, vec4(next, own.zyw));
  own = imageLoad(shifted, at + 1);
  imageStore(shifted, at, vec4(0.0, own.yzw));
  own = imageLoad(whole, at);
  next = length(imageLoad(whole, at + 1));
  imageStore(whole, at, vec4(next, own.yzw));
}

// Through private variables, and the component of a vector by name.
//--- shared.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { vec4 data[]; };
shared vec4 tile[65];
void main() {
  uint i = gl_LocalInvocationIndex;
  tile[i] = data[gl_GlobalInvocationID.x];
  barrier();
  vec4 own = tile[i];
  vec4 next = tile[i + 1u];
  float z = tile[i + 1u].z;
  vec4 sums[2];
  sums[0] = tile[i + 1u] - own;
  own.x += next.y + sums[i & 1u].w + z;
  tile[i] = own;
  barrier();
  data[gl_GlobalInvocationID.x] = tile[i];
}

// Which components a call uses, and what it returns.
//--- calls.comp
#version 450
layout(local_size_x = 64) in;
shared vec4 a[65], b[65];
layout(std430, binding = 0) buffer Data { vec4 data[]; };
vec4 fetch(uint i) { return a[i]; }
float second(vec4 v) { return v.y; }
void put(out vec4 to, uint i) { to = b[i]; }
void main() {
  uint i = gl_LocalInvocationIndex;
  a[i] = data[i], b[i] = data[i + 64u];
  barrier();
  vec4 own = fetch(i);
  own.x = second(fetch(i + 1u));
  a[i] = own;
  vec4 next;
  put(next, i + 1u);
  own = b[i];
  own.x = next.x;
  b[i] = own;
  barrier();
  data[i] = a[i] + b[i];
}

// A component by its name against the vector, and components of a structure.
// 'speed' changes.
//--- buffer.comp
#version 450
layout(local_size_x = 64) in;
struct Body { vec4 place; vec4 speed; };
layout(std430, binding = 0) buffer Data { vec4 data[]; };
layout(std430, binding = 1) buffer Bodies { Body bodies[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  vec4 own = data[i];
  own.x = data[i + 1u].w;
  data[i] = own;
  vec4 speed = bodies[i].speed;
  speed.x += bodies[i + 1u].speed.w;
  speed.y += bodies[i + 1u].speed.x;
  bodies[i].speed = speed;
}

//--- not-kept.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { vec4 data[]; };
shared vec4 late[65], twice[65], loops[65], other[65];
void main() {
  uint i = gl_LocalInvocationIndex;
  late[i] = twice[i] = loops[i] = other[i] = data[gl_GlobalInvocationID.x];
  barrier();
  // Another may have stored there before the barrier.
  vec4 own = late[i];
  barrier();
  late[63u - i].z = 1.0;
  barrier();
  own.x = late[i + 1u].z;
  late[i] = own;
  // What was there is overwritten, and put back.
  own = twice[i];
  float next = twice[i + 1u].z;
  twice[i] = vec4(next);
  twice[i] = own;
  // In the last turn only.
  float z = loops[i + 1u].z;
  for (int k = 0; k < 3; ++k) {
    own = loops[i];
    own.x = z;
    if (k == 2)
      own.z = z;
    loops[i] = own;
  }
  // From the vector beside it.
  own = other[i];
  z = other[i + 1u].z;
  other[i ^ 1u] = vec4(z, own.yzw);
  barrier();
  data[gl_GlobalInvocationID.x] = late[i] + twice[i] + loops[i] + other[i];
}

// Atomics on a component that is not used of what is loaded, on one that is, and beside a store that
// would undo them.
//--- atomic.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Flags { ivec4 flags[]; };
layout(std430, binding = 1) buffer Seen { ivec4 seen[]; };
layout(std430, binding = 2) buffer Stored { ivec4 stored[]; };
layout(std430, binding = 3) writeonly buffer Out { ivec4 o[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint w = gl_WorkGroupID.x;
  o[i].xyz = flags[w].xyz;
  atomicOr(flags[w].w, 1);
  o[i + 4096u] = seen[w];
  atomicOr(seen[w].w, 1);
  stored[w] = ivec4(ivec3(i), stored[w].w);
  atomicOr(stored[w].w, 1);
}

// Numbers that become parts of a structure, of which the caller uses others, one of them in a vector.
//--- parts.comp
#version 450
layout(local_size_x = 64) in;
struct Body { vec3 velocity; float mass, spin; };
layout(std430, binding = 0) buffer Data { float data[]; };
layout(std430, binding = 1) readonly buffer Masses { float masses[]; };
layout(std430, binding = 2) buffer Spin { float spin[]; };
Body get(uint i) {
  Body body;
  body.velocity = vec3(data[2u * i], data[2u * i + 1u], masses[i]);
  body.mass = masses[i];
  body.spin = spin[i];
  return body;
}
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < 64u; ++k) {
    Body other = get(k);
    sum += other.mass * other.velocity.z + other.spin;
  }
  Body mine = get(i);
  data[2u * i] = mine.velocity.x + sum;
  data[2u * i + 1u] = mine.velocity.y + sum;
  spin[i] = mine.spin + sum;
}
