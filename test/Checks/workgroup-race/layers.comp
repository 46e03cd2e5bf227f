// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race %s

#version 450
layout(local_size_x = 1) in;
layout(r32f, binding = 0) uniform image3D noise;
void main() {
  uvec3 p = gl_GlobalInvocationID;
  for (uint z = p.z; z < 8u; ++z)
    // expected-remark@+3 {{data race between workgroups: invocation 0 stores to a texel of 'noise'}}
    // expected-note@+2 {{no barrier orders workgroups}}
    // expected-note@+1 {{invocation 0 stores to it here}}
    imageStore(noise, ivec3(p.xy, z), vec4(float(p.x + z) * float(p.y + p.z)));
}

// Sand in place: whatever a grain does is one cause.
