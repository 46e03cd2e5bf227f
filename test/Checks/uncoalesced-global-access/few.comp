// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access %s

// One invocation passes; of the first 4096 whole subgroups do.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
struct Drop { vec2 at; vec2 to; float time; float size; vec2 more; };
layout(std430, binding = 0) buffer Drops { Drop drops[]; };
layout(std430, binding = 1) buffer Others { Drop others[]; };
layout(std430, binding = 2) buffer Dst { float dst[]; };
uniform Info { ivec2 size; };
void main() {
  uint index = gl_GlobalInvocationID.x + gl_GlobalInvocationID.y * size.x;
  if (index < 1u)
    drops[index].time += 0.5;
  if (index < 4096u)
    // expected-warning@+1 {{the distance between neighbouring lanes is not the same for all of them}}
    others[index].time += 0.5;
}
