// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=unused-structure-bytes,strided-global-access %t/example.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=unused-structure-bytes,strided-global-access %t/commands.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=unused-structure-bytes %t/stored.comp
// RUN: %wglint --verify --remarks --checks=unused-structure-bytes,strided-global-access %t/together.comp \
// RUN:   %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=unused-structure-bytes --target=nvidia-hopper %t/boundary.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=unused-structure-bytes -D'REST=sums[0] += order[i];' %t/beside.comp
// RUN: %edit s/expected-warning/expected-remark/ %t/beside.comp > %t/beside-scattered.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=unused-structure-bytes -D'REST=atomicAdd(sums[i & 1u], 1u);' %t/beside-scattered.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=unused-structure-bytes -D'REST=sums[i] = order[order[i]];' %t/beside-scattered.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=unused-structure-bytes,strided-global-access --target-env=vulkan %t/references.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 256) in;

struct Particle {
  vec4 position;
  vec4 velocity;
};
layout(std430, binding = 0) readonly buffer Particles { Particle particles[]; };
layout(std430, binding = 1) writeonly buffer Speeds { float speeds[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-warning@+3 {{load from 'particles.velocity' moves 1024 bytes per request of which this shader uses 128: it touches 4 of the 32 bytes of each 'Particle', and never 'position'}}
  // expected-note@+2 {{89 % of this shader's memory traffic; counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{keep 'velocity' in an array without the rest (split-structure)}}
  speeds[i] = particles[i].velocity.x;
}
// [/example]

//--- commands.comp
// The API says what lies in a command.
#version 450
layout(local_size_x = 64) in;
struct DrawCommand { uint indexCount, instance_count, firstIndex; int vertexOffset; uint firstInstance; };
layout(std430, binding = 0) buffer Commands { DrawCommand commands[]; };
layout(std430, binding = 1) buffer Visible { uint visible[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{load from 'commands.instance_count', with 1 more, moves 640 bytes for 32 lanes}}
  if (commands[i].instance_count > 1u)
    commands[i].instance_count = visible[i];
}

//--- references.comp
// Arrays behind addresses are arrays like others.
#version 450
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
layout(local_size_x = 64) in;
struct DrawCommand { uint indexCount, instanceCount, firstIndex; int vertexOffset; uint firstInstance; };
struct Body { vec4 position; vec4 velocity; };
layout(buffer_reference, std430) buffer Commands { DrawCommand commands[]; };
layout(buffer_reference, std430) readonly buffer Bodies { Body bodies[]; };
layout(push_constant) uniform Params { Commands target; uvec2 from; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+2 {{store to 'target.commands.instanceCount' moves 640 bytes}}
  // expected-warning@+1 {{it touches 4 of the 32 bytes of each 'Body', and never 'position'}}
  target.commands[i].instanceCount = Bodies(from).bodies[i].velocity.x > 0.0 ? 1u : 0u;
}

//--- stored.comp
// What is only stored is laid out for those that load it.
#version 450
layout(local_size_x = 64) in;
struct Body { vec4 position; vec4 velocity; vec4 force; vec4 spin; vec4 rest[2]; };
layout(std430, binding = 0) writeonly buffer Bodies { Body bodies[]; };
layout(std430, binding = 1) readonly buffer Loaded { Body loaded[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-warning@+3 {{load from 'loaded.position' moves}}
  // expected-remark@+1 {{store to 'bodies.force' moves}}
  bodies[i].force = vec4(
      loaded[i].position.x);
}

//--- together.comp
// All accesses of the shader count, wherever they stand; one finding speaks for
// them. Padding is used by nobody.
#version 450
layout(local_size_x = 64) in;
struct Body { float x, y, z, mass; vec4 a, b, c; };
layout(std430, binding = 0) buffer Bodies { Body bodies[]; };
uniform uint n;
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-warning@+4 {{load from 'bodies.x', with 1 more, moves 1024 bytes for 32 lanes of which this shader uses 256: it touches 8 of the 64 bytes of each 'Body', and never 'y', 'z', 'a', 'b' and 1 more}}
  // expected-note@+3 {{counted for}}
  // expected-note@+2 {{keep 'x', 'mass' in an array without the rest}}
  // expected-note@+3 {{store to 'bodies.mass' walks the same structures}}
  float sum = bodies[i].x;
  for (uint k = 0u; k < n; ++k)
    bodies[i].mass = sum * float(k);
}

//--- near-miss.comp
// expected-no-diagnostics
// As the example, but another loop uses the rest; and lanes that do not walk from
// element to element.
#version 450
layout(local_size_x = 64) in;
struct Particle { vec4 position; vec4 velocity; };
layout(std430, binding = 0) readonly buffer P { Particle particles[]; };
layout(std430, binding = 1) readonly buffer Q { Particle shared_[]; };
layout(std430, binding = 2) buffer O { float o[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  Particle p = particles[i];
  o[i] = p.velocity.x + p.position.x + shared_[gl_WorkGroupID.x].velocity.x;
}

//--- boundary.comp
// 16 of 32 bytes are reported, as a remark, 20 of 32 are not.
#version 450
layout(local_size_x = 64) in;
struct Half { float a, b, c, d, e, f, g, h; };
layout(std430, binding = 0) readonly buffer P { Half halves[]; };
layout(std430, binding = 1) readonly buffer Q { Half more[]; };
layout(std430, binding = 2) buffer O { float o[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+4 {{load from 'halves.a', with 3 more, moves 1024 bytes for 32 lanes of which this shader uses 512}}
  // expected-note@+3 {{memory traffic}}
  // expected-note@+2 {{split-structure}}
  // expected-note@+1 3 {{walks the same structures}}
  float sum = halves[i].a + halves[i].b + halves[i].c + halves[i].d;
  o[i] = sum + more[i].a + more[i].b + more[i].c + more[i].d + more[i].e;
}

// What atomics, and places that data picks, cost is not known, and mostly more.
//--- beside.comp
#version 450
layout(local_size_x = 64) in;
struct Body { vec4 position; vec4 velocity; };
layout(std430, binding = 0) readonly buffer Bodies { Body bodies[]; };
layout(std430, binding = 1) writeonly buffer Speeds { float speeds[]; };
layout(std430, binding = 2) readonly buffer Order { uint order[]; };
layout(std430, binding = 3) buffer Sums { uint sums[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-warning@+1 {{load from 'bodies.velocity' moves}}
  speeds[i] = bodies[i].velocity.x;
  REST
}
