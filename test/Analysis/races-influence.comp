// What does not depend on a coordinate is the same for all invocations that differ in it
// alone, however it was computed.
//
// RUN: %wglint --remarks --checks=data-race,same-value-race -DSTEP= -DCOUNT=n -DSCALE=1.0 %s | FileCheck --check-prefix=SAME %s
// RUN: %wglint --remarks --checks=data-race,same-value-race -DSTEP= -DCOUNT=g.y -DSCALE=src[g.y] %s | FileCheck --check-prefix=SAME %s
// RUN: %wglint --remarks --checks=data-race,same-value-race -DSTEP='if(g.y==3u)sum[k&63u]+=1.0' -DCOUNT=n -DSCALE='early(g.y)' %s | FileCheck --check-prefix=SAME %s
// RUN: %wglint --remarks --checks=data-race,same-value-race -DSTEP= -DCOUNT=n -DSCALE='vec2(g.x,g.y).y' %s | FileCheck --check-prefix=SAME %s
// RUN: %wglint --remarks --checks=data-race,same-value-race -DSTEP= -DCOUNT=n -DSCALE='tile[g.y&7u]' %s | FileCheck --check-prefix=SAME %s
//
// A value, a branch, the length of a loop, its end, the way out of a call, an index.
// RUN: not %wglint --checks=data-race -DSTEP= -DCOUNT=n -DSCALE=src[g.x] %s | FileCheck --check-prefix=RACE %s
// RUN: not %wglint --checks=data-race -DSTEP='if(g.x==3u)sum[k&63u]+=1.0' -DCOUNT=n -DSCALE=1.0 %s | FileCheck --check-prefix=RACE %s
// RUN: not %wglint --checks=data-race -DSTEP= -DCOUNT=g.x -DSCALE=1.0 %s | FileCheck --check-prefix=RACE %s
// RUN: not %wglint --checks=data-race -DSTEP='if(g.x==k)break' -DCOUNT=n -DSCALE=1.0 %s | FileCheck --check-prefix=RACE %s
// RUN: not %wglint --checks=data-race -DSTEP='if(g.x==k)continue' -DCOUNT=n -DSCALE=1.0 %s | FileCheck --check-prefix=RACE %s
// RUN: not %wglint --checks=data-race -DSTEP= -DCOUNT=n -DSCALE='early(g.x)' %s | FileCheck --check-prefix=RACE %s
// RUN: not %wglint --checks=data-race -DSTEP= -DCOUNT=n -DSCALE='late(g.x)' %s | FileCheck --check-prefix=RACE %s
// RUN: not %wglint --checks=data-race -DSTEP= -DCOUNT=n -DSCALE='sum[g.x&7u]' %s | FileCheck --check-prefix=RACE %s
// RUN: not %wglint --checks=data-race -DSTEP='sum[g.x&7u]=2.0' -DCOUNT=n -DSCALE=1.0 %s | FileCheck --check-prefix=RACE %s
// RUN: not %wglint --checks=data-race -DSTEP= -DCOUNT=n -DSCALE='float(g.x==2u?n:2u)' %s | FileCheck --check-prefix=RACE %s
// RUN: not %wglint --checks=data-race -DSTEP= -DCOUNT=n -DSCALE='vec2(g.x,g.y).x' %s | FileCheck --check-prefix=RACE %s
// RUN: not %wglint --checks=data-race -DSTEP= -DCOUNT=n -DSCALE='chosen(g.x)' %s | FileCheck --check-prefix=RACE %s
// RUN: not %wglint --checks=data-race -DSTEP= -DCOUNT=n -DSCALE='textureGather(cubes,vec4(1.0,float(g.x),1.0,0.0)).x' %s | FileCheck --check-prefix=RACE %s
// RUN: %wglint --remarks --checks=data-race,same-value-race -DSTEP= -DCOUNT=n -DSCALE='chosen(g.y)' %s | FileCheck --check-prefix=SAME %s
//
// What others may have stored to meanwhile.
// RUN: not %wglint --checks=data-race -DSTEP= -DCOUNT=n -DSCALE='dst[g.y]' %s | FileCheck --check-prefix=RACE %s
// RUN: not %wglint --checks=data-race -DSTEP= -DCOUNT=n -DSCALE='float(atomicAdd(count,1u))' %s | FileCheck --check-prefix=RACE %s
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
layout(std430, binding = 2) buffer Count { uint count; };
uniform uint n, width;
layout(binding = 3) uniform samplerCubeArray cubes;
shared float tile[8];
float limit;

float early(uint i) {
  if (i > 4u)
    return 2.0;
  return 3.0;
}

void skip(uint i) {
  if (i > 4u)
    return;
  limit = float(n);
}

float late(uint i) {
  limit = 1.0;
  skip(i);
  return limit;
}

float chosen(uint i) {
  float v = 7.0;
  switch (n) {
  case 0u:
    if (i > 3u)
      break;
    v = 9.0;
    break;
  default:
    v = 3.0;
    break;
  }
  return v;
}

void main() {
  uvec2 g = gl_GlobalInvocationID.xy;
  if (gl_LocalInvocationIndex < 8u)
    tile[gl_LocalInvocationIndex] = src[gl_LocalInvocationIndex];
  barrier();
  if (g.x < width) {
    float sum[64];
    for (uint k = 0u; k < min(width, 64u); ++k)
      sum[k] = 0.0;
    for (uint k = 0u; k < COUNT; ++k) {
      STEP;
      sum[k & 63u] += src[g.y * n + k];
    }
    // SAME: remark: invocation (0, 0, 0) and invocation (1, 0, 0) store the same value
    // RACE: warning: data race: {{.*}} 'dst'
    for (uint k = 0u; k < min(width, 64u); ++k)
      dst[g.y * 64u + k] = sum[k] * SCALE;
  }
}
