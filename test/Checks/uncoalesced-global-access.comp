// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access --target=nvidia-hopper %t/example.comp %t/points.comp
// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access --target=nvidia-hopper %t/indices.comp \
// RUN:   %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access --target=nvidia-hopper --target-env=vulkan -DAT=p.x %t/shape.comp
// RUN: not %wglint --checks=uncoalesced-global-access --target=nvidia-hopper --target-env=vulkan '-DAT=(p.x ^ 2u)' %t/shape.comp | FileCheck --check-prefix=TURNED %s
// TURNED: load from 'src' touches 8 to 16 sectors
// TURNED: likewise: store to 'dst' here
// Starting workgroups of 64 invocations takes longer than what they move.
// RUN: %edit -e 's/_y = 8/_y = 4/' -e 's/_z = 8/_z = 4/' -e 's/-warning/-remark/' %t/shape.comp > %t/small-shape.comp
// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access --target=nvidia-hopper --target-env=vulkan -DAT=p.x %t/small-shape.comp
// Nobody takes the rest where the next workgroup is far away.
// RUN: not %wglint --checks=uncoalesced-global-access --target=nvidia-hopper --target-env=vulkan '-DAT=gl_LocalInvocationID.x + 4096u * gl_WorkGroupID.x' %t/small-shape.comp | FileCheck --check-prefix=OWN %s
// OWN: remark: load from 'src' touches
// OWN: warning: store to 'dst' touches 8 to 16 sectors
// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access %t/runs.comp %t/structures.comp \
// RUN:   %t/transpose.comp %t/narrow.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access %t/blocks.comp %t/few.comp \
// RUN:   %t/flow.comp %t/records.comp %t/colours.comp %t/components.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access -D'AT=g.x + g.y * side' %t/vertices.comp
// RUN: %edit 's/expected-remark/expected-warning/' %t/vertices.comp > %t/across.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access -D'AT=(g.x ^ 5u) * 4u + g.y * side' %t/across.comp
// RUN: %edit -e 's/expected-remark/expected-warning/' -e 's/local_size_x = 16, local_size_y = 8/local_size_x = 2, local_size_y = 64/' %t/vertices.comp > %t/short.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access -D'AT=g.x + g.y * side' %t/short.comp
// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access --target-env=vulkan %t/channels.comp
// RUN: %edit -e 's/colours.i + pitch./colours[2u * (i + pitch)]/' -e 's/-remark@/-warning@/' %t/colours.comp > %t/second-colours.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access %t/second-colours.comp \
// RUN:   %t/apart.comp %t/small-map.comp
// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access %t/update.comp
// RUN: %edit -e 's/4096/4097/' -e 's/-remark@/-warning@/' %t/small-map.comp > %t/large-map.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access %t/large-map.comp
// RUN: %wglint --verify --checks=uncoalesced-global-access %t/own-sectors.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access -DSTEP=1u %t/turned.comp
// RUN: %edit 's/8 sectors/16 sectors/; s/-remark@/-warning@/' %t/turned.comp > %t/turned-apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access -DSTEP=2u %t/turned-apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access %t/later.comp %t/parts.comp %t/rows.comp
// RUN: %edit -e 's/4096u/SIDE/g' -e 's/^void main() {/&\n  if (any(greaterThanEqual(gl_GlobalInvocationID.xy, uvec2(SIDE)))) return;/' -e '/expected/d' %t/transpose.comp > %t/bounded.comp
// RUN: %wglint --checks=uncoalesced-global-access -DSIDE=64u %t/bounded.comp
// RUN: not %wglint --checks=uncoalesced-global-access -DSIDE=72u %t/bounded.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 4, local_size_y = 64) in;

layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };

void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  // expected-warning@+3 {{load from 'src' touches 8 sectors per request where 4 would do: the distance between neighbouring lanes is not the same for all of them}}
  // expected-note@+2 {{counted for NVIDIA Hopper (32 lanes)}}
  // expected-note@+1 {{in a workgroup at least 32 wide in x the lanes of a request share a row}}
  float v = src[p.y * 1024u + p.x];
  dst[(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * 256u + gl_LocalInvocationIndex] = v;
}
// [/example]

//--- indices.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(std430, binding = 1) buffer B { float b[]; };
void main() {
  uint l = gl_LocalInvocationID.x;
  uint base = gl_WorkGroupID.x * 4096u;
  // Bits turned round: every lane in a sector of its own.
  // expected-warning@+3 {{load from 'a' touches 32 sectors per request where 4 would do}}
  // expected-note@+2 {{% of this shader's memory traffic}}
  // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
  float v = a[base + (bitfieldReverse(l) >> 20)];
  // Columns of a 16-wide tile, less than a quarter of the traffic.
  // expected-remark@+3 {{load from 'b' touches 16 sectors per request where 4 would do}}
  // expected-note@+2 {{% of this shader's memory traffic}}
  // expected-note@+1 {{neighbouring elements}}
  v += b[base + (l % 16u) * 16u + l / 16u];
  // A permutation within the sectors of a request costs nothing.
  a[base + (l ^ 5u)] = v;
}

//--- near-miss.comp
// expected-no-diagnostics
// Eight invocations side by side fill a sector.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  dst[p.y * 1024u + p.x] = src[p.y * 1024u + p.x];
}

//--- shape.comp
// The workgroup's rows are short in both images, whose pitches differ: one cause. If one is
// turned round in each row, that is another.
#version 450
layout(local_size_x = 4, local_size_y = 8, local_size_z = 8) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
layout(push_constant) uniform P { uint width, slice, outWidth, outSlice; };
void main() {
  uvec3 p = gl_GlobalInvocationID;
  // expected-warning@+4 {{load from 'src' touches 8 to 16 sectors per request where 4 would do}}
  // expected-note@+3 {{% of this shader's memory traffic}}
  // expected-note@+2 {{in a workgroup at least 32 wide in x the lanes of a request share a row}}
  // expected-note@+2 {{likewise: store to 'dst' here}}
  float v = src[p.z * slice + p.y * width + p.x];
  dst[p.z * outSlice + p.y * outWidth + AT] = v;
}

//--- runs.comp
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

//--- structures.comp
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
struct Cell { float height; float unused[7]; };
layout(std430, binding = 0) readonly buffer In { Cell cells[]; };
layout(std430, binding = 1) writeonly buffer Out { float result[]; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  uint i = p.y * 4096u + p.x;
  // expected-warning@+3 {{load from 'cells.height' touches 32 sectors per request where 4 would do}}
  // expected-note@+2 {{of this shader's memory traffic}}
  // expected-note@+1 {{keep the members that are used together in an array of their own}}
  result[i] = cells[i].height;
}

//--- blocks.comp
// Eight lanes share a block of quantized weights, and use all of it; where they
// use a part of it, the rest moves for nothing.
#version 450
layout(local_size_x = 64) in;
struct Block { float scale; uint weights[32]; };
struct Half { float scale[28]; uint weights[8]; };
layout(std430, binding = 0) readonly buffer In { Block blocks[]; };
layout(std430, binding = 1) readonly buffer Other { Half halves[]; };
layout(std430, binding = 2) writeonly buffer Out { float result[]; };
uniform uint count;
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  // expected-remark@+1 {{load from 'blocks.weights' touches}}
  sum += blocks[i / 8u].scale * float(blocks[i / 8u].weights[i % 8u * 4u]);
  for (uint b = i / 8u; b < count; b += 64u)
    // Twice the sectors, in a loop.
    // expected-remark@+1 {{load from 'halves.weights' touches}}
    sum += float(halves[b * 2u].weights[i % 8u]);
  result[i] = sum;
}

//--- transpose.comp
// The workgroup uses up its sectors, but each request goes to those of others.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
struct Cell { float height; };
layout(std430, binding = 1) writeonly buffer Out { Cell cells[]; };
layout(std430, binding = 2) readonly buffer Plain { float plain[]; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  float v = plain[p.y * 4096u + p.x];
  // expected-warning@+3 {{store to 'cells.height' touches 8 sectors per request where 4 would do}}
  // expected-note@+2 {{of this shader's memory traffic}}
  // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
  cells[p.x * 4096u + p.y].height = v;
}

//--- narrow.comp
// The same index, in elements of 2 and of 4 bytes.
#version 450
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Narrow { float16_t narrow[]; };
layout(std430, binding = 1) readonly buffer Wide { float wide[]; };
layout(std430, binding = 2) writeonly buffer Out { float result[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint scattered = i / 2u * 64u + i % 2u;
  // expected-remark@+3 {{load from 'narrow' touches 16 sectors per request where 2 would do}}
  // expected-note@+2 {{of this shader's memory traffic}}
  // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
  float v = float(narrow[scattered]);
  // expected-warning@+3 {{load from 'wide' touches 16 sectors per request where 4 would do}}
  // expected-note@+2 {{of this shader's memory traffic}}
  // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
  result[i] = v + wide[scattered];
}

//--- few.comp
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

//--- flow.comp
// A flow between cells: each component is asked for by another neighbour, so
// that all bytes of the sectors are used.
#version 430
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Flow { vec4 flow[]; };
layout(std430, binding = 1) writeonly buffer Out { float sums[]; };
layout(location = 0) uniform uint pitch;
void main() {
  uint i = gl_GlobalInvocationID.y * pitch + gl_GlobalInvocationID.x;
  // expected-remark@+1 {{load from 'flow' touches}}
  sums[i] = dot(flow[i], vec4(1.0)) - flow[i + pitch].w;
}

//--- vertices.comp
// Rows of whole elements: each takes several requests, which share the sectors. Near
// miss: elements with others between them, and short rows.
#version 460
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 16, local_size_y = 8) in;
struct Vertex { vec3 position; float u; vec3 normal; float v; vec4 color; };
layout(buffer_reference, std430) writeonly buffer Vertices { Vertex vertices[]; };
layout(push_constant) uniform Push { uint side; Vertices target; };
void main() {
  uvec2 g = gl_GlobalInvocationID.xy;
  // expected-remark@+1 {{store to 'target.vertices' touches 32 sectors per request}}
  target.vertices[AT] = Vertex(vec3(g.xyx), 1.0, vec3(0.0), 2.0, vec4(1.0));
}

//--- colours.comp
// Of the colours nobody takes the rest, which lies there for others; of every second
// one (second-colours.comp) that is not all.
#version 430
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Colours { vec4 colours[]; };
layout(std430, binding = 1) writeonly buffer Out { float sums[]; };
layout(location = 0) uniform uint pitch;
void main() {
  uint i = gl_GlobalInvocationID.y * pitch + gl_GlobalInvocationID.x;
  // expected-remark@+1 {{load from 'colours' touches}}
  sums[i] = colours[i + pitch].x;
}

//--- records.comp
// A copy of whole structures moves nothing but them, whatever their order.
#version 430
layout(local_size_x = 16, local_size_y = 16) in;
struct Particle { vec2 place, start; float age, fade; };
layout(std430, binding = 0) readonly buffer From { Particle from[]; };
layout(std430, binding = 1) writeonly buffer To { Particle to[]; };
layout(location = 0) uniform uint pitch;
void main() {
  uint i = gl_GlobalInvocationID.y * pitch + gl_GlobalInvocationID.x;
  // expected-remark@+1 {{load from 'from' touches}}
  to[i] = from[i];
}

//--- components.comp
// Rows of 16 that lie in order: what moves beside the components that are used is
// no matter of the lanes.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Items { vec2 items[]; };
layout(std430, binding = 1) writeonly buffer Out { float result[]; };
uniform uint width;
void main() {
  uint i = gl_GlobalInvocationID.y * width + gl_GlobalInvocationID.x;
  // expected-remark@+1 {{load from 'items' touches}}
  result[i] = items[i].x;
}

//--- small-map.comp
// Once through 16 KiB; four bytes more (large-map.comp) is what no cache has to hold.
#version 430
layout(local_size_x = 8, local_size_y = 8, local_size_z = 8) in;
layout(std430, binding = 0) readonly buffer Map { uint map[4096]; };
layout(std430, binding = 1) writeonly buffer Out { uint sums[]; };
void main() {
  uvec3 p = gl_GlobalInvocationID;
  // expected-remark@+1 {{load from 'map' touches}}
  sums[p.x + p.y * 16u + p.z * 256u] = map[p.x * 256u + p.y * 16u + p.z];
}

//--- channels.comp
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

//--- update.comp
// The same sectors are loaded from and stored to.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
void main() {
  uint at = bitfieldReverse(gl_LocalInvocationID.x) >> 20;
  at += gl_WorkGroupID.x * 4096u;
  // expected-warning@+3 {{load from 'a' touches 32 sectors per request where 4 would do}}
  // expected-note@+2 {{100 % of this shader's memory traffic}}
  // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
  float v = a[at];
  // expected-note@+1 {{likewise: store to 'a' here}}
  a[at] = v + 1.0;
}

//--- apart.comp
// Each in an order of its own.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
void main() {
  uint at = bitfieldReverse(gl_LocalInvocationID.x) >> 20;
  // expected-warning@+1 {{load from 'a' touches 32 sectors}}
  float v = a[at + gl_WorkGroupID.x * 4096u];
  // expected-warning@+1 {{store to 'a' touches 32 sectors}}
  a[(at ^ 64u) + gl_WorkGroupID.x * 4096u] = v + 1.0;
}

//--- own-sectors.comp
// Each structure has a sector of its own, in whatever order the lanes take them.
#version 450
layout(local_size_x = 64) in;
struct Vertex { vec3 place; uint material; vec4 color; };
layout(std430, binding = 0) readonly buffer Vertices { Vertex vertices[]; };
layout(std430, binding = 1) writeonly buffer Lengths { float lengths[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-warning@+3 {{load from 'vertices.place' touches 32 sectors per request where 4 would do}}
  // expected-note@+2 {{84 % of this shader's memory traffic}}
  // expected-note@+1 {{keep the members that are used together in an array of their own (split-structure)}}
  float x = vertices[i / 2u * 4u + i % 2u].place.x;
  lengths[i] = x + vertices[0].color.x + float(vertices[0].material);
}

//--- points.comp
// Three rows of the workgroup would touch as many sectors behind each other: it is the
// distance in them.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Points { float points[]; };
layout(std430, binding = 1) buffer Heights { uint heights[]; };
uniform uint pitch;
void main() {
  uint i = gl_GlobalInvocationID.y * pitch * 8u + gl_GlobalInvocationID.x;
  // expected-warning@+3 {{load from 'points' touches 12 sectors per request where 4 would do: neighbouring lanes of a row are 12 bytes apart}}
  // expected-note@+2 {{assumed: }}
  // expected-note@+1 {{keep what neighbouring invocations use in an array of its own}}
  float height = points[i * 3u + 2u];
  atomicAdd(heights[gl_LocalInvocationIndex], uint(height));
}

//--- turned.comp
// A component of vectors of 16 bytes: in order, too, 16 of them are 8 sectors.
#version 450
layout(local_size_x = 4, local_size_y = 4) in;
layout(std430, binding = 0) buffer Places { vec3 places[]; };
uniform float time;
void main() {
  uint i = (64u * gl_GlobalInvocationID.x + gl_GlobalInvocationID.y) * STEP;
  // expected-remark@+1 {{store to 'places' touches 8 sectors per request where 2 would do}}
  places[i].z = sin(time) * float(i);
}

//--- later.comp
// In order at first, and further apart later.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Points { vec4 points[]; };
layout(std430, binding = 1) writeonly buffer Sums { float sums[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint s = 1u; s <= 256u; s <<= 1u)
    sum += points[i * s].x; // expected-warning {{load from 'points' touches 16 to 32 sectors per request where 4 would do}}
  sums[i] = sum;
}

//--- parts.comp
// Lanes take several components of each vector.
#version 450
layout(local_size_x = 16, local_size_y = 4) in;
layout(std430, binding = 0) buffer Points { vec4 points[]; };
uniform float time;
void main() {
  uint i = gl_GlobalInvocationID.x, j = gl_GlobalInvocationID.y;
  points[i * 1024u + (j >> 2u)][j & 3u] = time * float(i); // expected-warning {{store to 'points' touches 16 sectors per request where 4 would do}}
}

//--- rows.comp
// Elements that are larger than a vector have sectors of their own in any order: that is
// no order.
#version 450
layout(local_size_x = 16, local_size_y = 4) in;
layout(std430, binding = 0) buffer Matrices { mat4 matrices[]; };
uniform float time;
void main() {
  uint i = gl_GlobalInvocationID.x, j = gl_GlobalInvocationID.y;
  matrices[i * 1024u + j * 7u][0][0] = time * float(i); // expected-warning {{store to 'matrices' touches 32 sectors per request where 4 would do}}
}
