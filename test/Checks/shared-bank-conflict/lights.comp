// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %t/lights.comp
// RUN: %edit -e 's/l < count; /l < readCount; /' -e '/sum +=/s/near.l./near[l % 512u]/g' -e 's/expected-remark/expected-warning/' %t/lights.comp > %t/open-lights.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %t/open-lights.comp

//--- lights.comp
// All 512 are read by everyone after they have been stored once.
#version 450
layout(local_size_x = 128) in;
struct Light { vec4 place, colour; };
layout(std430, binding = 0) readonly buffer Lights { Light lights[]; };
layout(std430, binding = 1) writeonly buffer Sums { vec4 sums[]; };
uniform uint lightCount, readCount;
shared Light near[512];

void main() {
  uint first = gl_LocalInvocationIndex * 4u, count = min(lightCount, 512u);
  for (uint l = first; l < min(first + 4u, count); ++l)
    // expected-remark@+1 {{store to 'near' is an 8-way bank conflict}}
    near[l] = lights[l];
  barrier();
  vec4 sum = vec4(0.0);
  for (uint l = 0u; l < count; ++l)
    sum += near[l].place * near[l].colour;
  sums[gl_GlobalInvocationID.x] = sum;
}
