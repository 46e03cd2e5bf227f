// Neighbours exchange through an image.
// sizes: 8 16
#version 450
#define SIZE 8
layout(local_size_x = SIZE, local_size_y = SIZE) in;
layout(rgba8, binding = 0) uniform image2D img;
layout(rgba8, binding = 1) uniform writeonly image2D img2;

void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy), l = ivec2(gl_LocalInvocationID.xy);
  imageStore(img, p, vec4(float(p.x)));
  memoryBarrierImage(); // twin: drop : missing-memory-barrier
  barrier(); // twin: drop
  vec4 v = imageLoad(img, p - l + (ivec2(SIZE - 1) - l));
  imageStore(img2, p, v); // twin: img2, p -> img2, p / 2
}
