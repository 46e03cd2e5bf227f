// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 256 loads of texels of an image of 64 x 64, which the cache of a processor holds, as
// bank.comp loads words of shared memory: what a request for texels takes of it.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) writeonly buffer Dst { float dst[]; };
#if KIND == 0 // imageLoad()
layout(binding = 0, r32f) readonly uniform image2D source;
#else
layout(binding = 0) uniform sampler2D source;
#endif

void main() {
  ivec2 l = ivec2(gl_LocalInvocationID.x & 31u, gl_LocalInvocationID.x >> 5u);
  float sum = 0.0;
  for (int k = 0; k < 256; ++k) {
    ivec2 at = (l + ivec2(k, k >> 4)) & 63;
#if KIND == 0
    sum += imageLoad(source, at).x;
#elif KIND == 1
    sum += texelFetch(source, at, 0).x;
#else
    sum += textureLod(source, (vec2(at) + 0.5) / 64.0, 0.0).x;
#endif
  }
  dst[gl_GlobalInvocationID.x] = sum;
}
