// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same over an image.
#version 450
#ifndef RADIUS
#define RADIUS 8
#endif
layout(local_size_x = 32, local_size_y = 8) in;
layout(rgba8, binding = 0) readonly uniform image2D source;
layout(rgba8, binding = 1) writeonly uniform image2D blurred;

void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy), size = imageSize(source);
  if (any(greaterThanEqual(p, size)))
    return;
  vec4 sum = vec4(0.0);
  for (int y = -RADIUS; y <= RADIUS; ++y)
    for (int x = -RADIUS; x <= RADIUS; ++x)
      sum += imageLoad(source, clamp(p + ivec2(x, y), ivec2(0), size - 1));
  imageStore(blurred, p, sum / float((2 * RADIUS + 1) * (2 * RADIUS + 1)));
}
