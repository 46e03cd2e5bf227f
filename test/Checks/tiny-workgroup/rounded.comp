// RUN: %wglint --verify --remarks --checks=tiny-workgroup %s

// Which workgroup it is, it knows as a float.
#version 450
// expected-warning@+3 {{workgroup of 1 invocation is smaller than a subgroup}}
// expected-note@+2 {{counted for}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 1) in;
layout(rgba32f, binding = 0) uniform writeonly image2D picture;
uniform samplerCube sky;
uniform vec2 size;
void main() {
  vec2 at = vec2(gl_GlobalInvocationID.xy);
  vec4 colour = vec4(0.0);
  for (int i = 0; i < 100; ++i)
    colour += texture(sky, vec3(at / size, float(i)));
  imageStore(picture, ivec2(at), colour);
}
