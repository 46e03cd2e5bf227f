// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access --target-env=vulkan %s

// In rows of W pixels of C channels each lane has sectors of its own; of both loads those
// of neighbours are the same: 9 pixels in each of 4 rows.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
layout(push_constant) uniform P { uint C, W; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  float sum = 0.0;
  for (uint c = 0u; c < C; c++)
    // expected-warning@+5 {{load from 'src' touches 32 sectors per request where 4 would do}}
    // expected-note@+4 {{lanes that are C or C * W apart share no sector}}
    // expected-note@+3 {{let neighbouring invocations take neighbouring elements}}
    // expected-note@+2 {{load from 'src' walks the same}}
    // expected-note@+1 {{together they use 144 of the 1152 bytes}}
    sum += src[(p.y * W + p.x) * C + c] + src[(p.y * W + p.x + 1u) * C + c];
  dst[p.y * W + p.x] = sum;
}
