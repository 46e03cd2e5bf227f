// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access %s

// Of each 26 words eight lanes take 24, each a run of 3: the sectors that one
// request leaves half used serve the next.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint words[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint sum = 0u;
  for (uint k = 0u; k < 3u; k++)
    // expected-remark@+3 {{load from 'words' touches 13 sectors per request where 4 would do}}
    // expected-note@+2 {{of this shader's memory traffic}}
    // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
    sum += words[i / 8u * 26u + i % 8u * 3u + k];
  result[i] = sum;
}
