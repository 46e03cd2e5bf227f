// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=redundant-barrier %t/one.comp %t/two.comp %t/shared.comp

//--- one.comp
// The host may bind one image to both: then all have to load before the first stores.
// expected-no-diagnostics
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, r32f) readonly uniform image2D now;
layout(binding = 1, r32f) writeonly uniform image2D next;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  vec4 v = imageLoad(now, p + ivec2(1, 0)) + imageLoad(now, p - ivec2(1, 0));
  barrier();
  imageStore(next, p, v);
}

//--- two.comp
// 'restrict' says that it does not.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, r32f) restrict readonly uniform image2D now;
layout(binding = 1, r32f) restrict writeonly uniform image2D next;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  vec4 v = imageLoad(now, p + ivec2(1, 0)) + imageLoad(now, p - ivec2(1, 0));
  // expected-remark@+2 {{this barrier orders nothing}}
  // expected-note@+1 {{leave it out}}
  barrier();
  imageStore(next, p, v);
}

//--- shared.comp
// What it is there for is shared memory.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, r32f) readonly uniform image2D now;
layout(binding = 1, r32f) writeonly uniform image2D next;
shared vec4 own[8][8];
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  uvec2 l = gl_LocalInvocationID.xy;
  own[l.y][l.x] = imageLoad(now, p + ivec2(1, 0));
  // expected-warning@+2 {{this barrier orders nothing}}
  // expected-note@+1 {{leave it out}}
  barrier();
  imageStore(next, p, own[l.y][l.x]);
}
