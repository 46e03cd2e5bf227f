// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %s

#version 450
layout(local_size_x = 64) in;
layout(binding = 0, rgba32f) uniform imageBuffer image;
void main() {
  int l = int(gl_LocalInvocationIndex);
  // expected-warning@+3 {{data race: invocation 1 stores to a texel of 'image', which invocation 0 stores to}}
  // expected-note@+2 {{let one invocation store it, give each an element of its own, or use an atomic}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  imageStore(image, l / 2, vec4(l));
}
