// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race %s

// expected-no-diagnostics
#version 450
layout(local_size_x = 1) in;
layout(r32f, binding = 0) uniform image2D heat;
layout(push_constant) uniform Pass { int colour; };
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  if ((p.x + p.y) % 2 == colour)
    imageStore(heat, p, imageLoad(heat, p - ivec2(1, 0)));
}

// Each workgroup has a row of its own, and looks at the one before.
