// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %s

// Two variables that are updated in place alike want one remedy. One that is loaded
// elsewhere is another matter.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Positions { vec2 positions[]; };
layout(std430, binding = 1) buffer Velocities { vec2 velocities[]; };
layout(std430, binding = 2) buffer Ages { float ages[]; };
uniform uint n;
void main() {
  uint i = gl_GlobalInvocationID.x, next = i + 1u;
  vec2 pull = vec2(0.0);
  // expected-note@+1 {{invocation 0 loads it here}}
  vec2 position = positions[next];
  vec2 velocity = velocities[next];
  if (position.x < velocity.x)
    pull = position - velocity;
  // expected-note@+1 {{invocation 0 loads it here}}
  float age = ages[next];
  // expected-warning@+3 {{data race: invocation 1 stores to byte 8 + 512 * gl_WorkGroupID.x of 'positions'}}
  // expected-note@+2 {{workgroups meet there, too}}
  // expected-note@+1 {{likewise: invocation 1 stores to 'velocities' here}}
  positions[i] = pull; velocities[i] = position;
  // expected-warning@+2 {{data race: invocation 1 stores to byte 4 + 256 * gl_WorkGroupID.x of 'ages'}}
  // expected-note@+1 {{workgroups meet there, too}}
  ages[i] = age + 1.0;
}
