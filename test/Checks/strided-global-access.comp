// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/border.comp %t/packed.comp \
// RUN:   %t/along.comp %t/minor.comp %t/single.comp %t/parts.comp %t/choice.comp %t/blocks.comp %t/windows.comp \
// RUN:   %t/overlap.comp %t/elements.comp
// RUN: %wglint --verify --remarks --checks=strided-global-access %t/rows.comp %t/structures.comp %t/groups.comp \
// RUN:   %t/boundary.comp %t/specialization.comp %t/alone.comp %t/runs.comp %t/called.comp
// RUN: %wglint --checks=strided-global-access --fail-on=never --output-format=concise %t/two-lengths.comp | FileCheck %s --check-prefix=LENGTHS --implicit-check-not=warning:
// LENGTHS: warning: load from 'a'
// LENGTHS: warning: load from 'b'
// RUN: %wglint --verify --remarks --checks=strided-global-access %t/example.comp
// RUN: %wglint --verify --remarks --checks=strided-global-access --target=nvidia-hopper %t/hopper.comp
// RUN: %wglint --verify --remarks --checks=strided-global-access --target=amd-rdna2 %t/unknown-sectors.comp
// RUN: %edit -e 's/i + width/i * 8u/' -e '/flow/s/-remark/-warning/' %t/elements.comp > %t/eighth.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/eighth.comp %t/stored.comp \
// RUN:   %t/once.comp %t/component.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access --target-env=vulkan %t/bytes.comp
// RUN: %edit -e 's/colors.i./colors[i * 2u]/' -e 's/-remark/-warning/' -e 's/16 sectors/32 sectors/' %t/component.comp > %t/every-second.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/every-second.comp \
// RUN:   %t/vertices.comp
// RUN: %edit -e 's/vertices.base + 2u./pos.y/' -e 's/-remark/-warning/' %t/vertices.comp > %t/third.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/third.comp %t/apart.comp \
// RUN:   %t/deeper.comp %t/small-block.comp
// RUN: %wglint --verify --remarks --checks=strided-global-access %t/update.comp %t/remainder.comp
// RUN: %edit -e 's/4096/4097/' -e 's/-remark@/-warning@/' %t/small-block.comp > %t/large-block.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/large-block.comp \
// RUN:   %t/counted.comp
// RUN: %edit -e 's/.3.;/[300];/' -e 's/expected-no-diagnostics/expected-warning@+12 {{neighbouring lanes are 4 * partCount bytes apart}}/' %t/counted.comp > %t/many.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/many.comp %t/rest.comp
// RUN: %edit -e "s/c < 3u/c < 1u/" -e "s/remark@+1 {{load from .weights. touches 16 sectors}}$/warning@+1 {{load from 'weights' touches 16 sectors}}/" %t/rest.comp > %t/most.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/most.comp %t/commands.comp
// RUN: %edit -e 's/= counts.i.;/+= counts[i];/' -e 's/expected-remark@+1 {{store to/expected-warning@+1 {{load from/' %t/commands.comp > %t/counted-commands.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/counted-commands.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access --target-env=vulkan %t/rays.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Samples { float samples[]; };
layout(std430, binding = 1) writeonly buffer Speeds { float speeds[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-warning@+3 {{load from 'samples' touches 32 sectors per request where 4 would do: neighbouring lanes are 32 bytes apart}}
  // expected-note@+2 {{89 % of this shader's memory traffic; counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{or keep what they use together in an array of its own}}
  speeds[i] = samples[i * 8u];
}
// [/example]

//--- structures.comp
// Members that use all bytes of a packed structure share its sectors, and so does
// a copy of it; a column is waste.
#version 450
layout(local_size_x = 64) in;
struct Vertex { float x, y, z; };
struct Body { float x, y, z, mass, vx, vy, vz, id; };
layout(std430, binding = 0) buffer Vertices { Vertex vertices[]; };
layout(std430, binding = 1) buffer Bodies { Body bodies[]; };
layout(std430, binding = 2) buffer Out { float o[]; };
layout(std430, binding = 3) buffer Copies { Body copies[]; };
uniform uint pitch;
void main() {
  uint i = gl_GlobalInvocationID.x;
  // All of 12 bytes: nothing to say.
  float sum = vertices[i].x + vertices[i].y + vertices[i].z;
  Body whole = copies[i];
  sum += whole.vx;
  // What nobody uses is the business of unused-structure-bytes.
  sum += bodies[i].mass * bodies[i].id;
  // Less than 30 % of the traffic, as all others of this shader.
  // expected-remark@+3 {{store to 'o' touches 32 sectors per request where 4 would do: neighbouring lanes are 4 * pitch bytes apart}}
  // expected-note@+2 {{assumed: pitch >=}}
  // expected-note@+1 {{or pass a tile through shared memory}}
  o[i * pitch + gl_GlobalInvocationID.y] = sum;
  o[i] = sum;
}

//--- groups.comp
// What belongs together, in a loop or beside it. The same bytes asked for again are no use of others.
// All are remarks: loads and stores that together use whole sectors, and what is less
// than 30 % of the shader's traffic.
#version 450
layout(local_size_x = 64) in;
struct Pair { float x, y; };
struct Loop { float x, y; };
layout(std430, binding = 0) buffer Pairs { Pair pairs[]; };
layout(std430, binding = 1) buffer Loops { Loop loops[]; };
layout(std430, binding = 2) buffer Quads { float quads[]; };
layout(std430, binding = 3) buffer Steps { float steps[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+4 {{load from 'pairs}}
  // expected-note@+3 {{memory traffic}}
  // expected-note@+2 {{array of its own}}
  // expected-note@+1 {{likewise: store to 'pairs}}
  pairs[i].x = pairs[i].y;
  // expected-note@+1 {{likewise: load from 'loops}}
  float sum = loops[i].x;
  for (uint k = 0u; k < 16u; k++)
    // expected-remark@+3 {{load from 'loops}}
    // expected-note@+2 {{memory traffic}}
    // expected-note@+1 {{array of its own}}
    sum += loops[i + k * 64u].y;
  // expected-remark@+5 {{touches 16 sectors per request where 4 would do}}
  // expected-note@+4 {{memory traffic}}
  // expected-note@+3 {{array of its own}}
  // expected-note@+2 3 {{walks the same structures}}
  // expected-note@+1 {{together they use 128 of the 512 bytes}}
  sum += quads[i * 4u] * quads[i * 4u] + quads[i * 4u] * quads[i * 4u];
  // Distances that differ are two findings.
  uint l = gl_LocalInvocationID.x;
  // expected-remark@+6 {{neighbouring lanes are 32 bytes apart}}
  // expected-note@+5 {{memory traffic}}
  // expected-note@+4 {{array of its own}}
  // expected-remark@+3 {{neighbouring lanes are 64 bytes apart}}
  // expected-note@+2 {{memory traffic}}
  // expected-note@+1 {{array of its own}}
  sum += steps[l * 8u] + steps[l * 16u];
  if (sum == 12345.0)
    quads[0] = sum;
}

//--- boundary.comp
// Half of each sector is used at a distance of two elements: 8 sectors where 4 would
// do, which is exactly what is said (a remark, as it is 12 % of the traffic); contiguous, reversed and broadcast accesses are
// silent, and so are wide elements side by side.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(std430, binding = 1) buffer B { vec4 b[]; };
layout(std430, binding = 2) buffer C { float c[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+3 {{load from 'a' touches 8 sectors per request where 4 would do: neighbouring lanes are 8 bytes apart}}
  // expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{array of its own}}
  float v = a[i * 2u];
  v += a[1048575u - i];
  v += a[gl_WorkGroupID.x];
  v += b[i].x + b[i].y + b[i].z + b[i].w;
  c[i] = v;
}

//--- hopper.comp
// Three of four components of a vec4 are used: less than twice the ideal.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { vec4 a[]; };
layout(std430, binding = 1) buffer B { float b[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float v = a[i].x + a[i].y + a[i].z;
  // expected-warning@+3 {{store to 'b' touches 32 sectors per request where 4 would do: neighbouring lanes are 32 bytes apart}}
  // expected-note@+2 {{counted for NVIDIA Hopper (32 lanes)}}
  // expected-note@+1 {{array of its own}}
  b[i * 8u] = v;
}

//--- unknown-sectors.comp
// expected-no-diagnostics
// How much memory RDNA 2 moves at least is not documented: nothing is said of it.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
void main() { a[gl_GlobalInvocationID.x * 32u] = 1.0; }

//--- specialization.comp
#version 450
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint stride = 32;
layout(std430, binding = 0) buffer A { float a[]; };
void main() {
  // expected-warning@+3 {{store to 'a' touches 32 sectors per request where 4 would do: neighbouring lanes are 128 bytes apart}}
  // expected-note@+2 {{100 % of this shader's memory traffic; assumed: specialization constants have their defaults; counted for}}
  // expected-note@+1 {{array of its own}}
  a[gl_GlobalInvocationID.x * stride] = 1.0;
}

//--- alone.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
uniform uint innermost;
void main() {
  // Nothing says that this one is not 1.
  // expected-remark@+3 {{store to 'a' touches 32 sectors per request where 4 would do: neighbouring lanes are 4 * innermost bytes apart}}
  // expected-note@+2 {{assumed: innermost >=}}
  // expected-note@+1 {{or pass a tile through shared memory}}
  a[gl_GlobalInvocationID.x * innermost] = 1.0;
}

//--- minor.comp
// Runs of 16 bytes in a loop of unknown length: the next iterations use what one leaves.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) writeonly buffer B { float b[]; };
uniform uint count;
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint base = i * 4u; base < count; base += 4096u)
    for (uint k = 0u; k < 4u; k++)
      // expected-remark@+1 {{neighbouring lanes are 16 bytes apart}}
      sum += a[base + k];
  b[i] = sum;
}

//--- single.comp
// No workgroup asks which one it is: there is one.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
void main() {
  uint l = gl_LocalInvocationID.x;
  // expected-remark@+1 {{neighbouring lanes are 128 bytes apart}}
  a[l * 32u] = 1.0;
}

//--- parts.comp
// A share of the work is short if there are workgroups enough; a row is not.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer C { float c[]; };
layout(std430, binding = 2) writeonly buffer B { float b[]; };
uniform uint count, row;
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint part = count / (gl_NumWorkGroups.x * 64u);
  float sum = 0.0;
  for (uint k = 0u; k < part; k++)
    // expected-remark@+1 {{gl_NumWorkGroups.x}}
    sum += a[i * part + k];
  for (uint k = 0u; k < row; k++)
    // expected-warning@+1 {{neighbouring lanes are 4 * row bytes apart}}
    sum += c[i * row + k];
  b[i] = sum;
}

//--- choice.comp
// The pitch in one direction is 1 in the other; a row has its length in both.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer C { float c[]; };
layout(std430, binding = 2) writeonly buffer B { float b[]; };
uniform uint isColumn, pitch;
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint stride = pitch;
  if (isColumn != 0u)
    stride = 1u;
  float sum = 0.0;
  for (uint k = 0u; k < pitch; k++) {
    // expected-remark@+1 {{a uniform value}}
    sum += a[i * stride + k];
    // expected-warning@+1 {{neighbouring lanes are 4 * pitch bytes apart}}
    sum += c[i * pitch + k];
  }
  b[i] = sum;
}

//--- runs.comp
// Runs of 16 bytes for each invocation are cheap, those of 32 bytes are not.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Short { float four[]; };
layout(std430, binding = 1) readonly buffer Long { float eight[]; };
layout(std430, binding = 2) writeonly buffer Out { float result[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < 4u; k++)
    // expected-remark@+3 {{load from 'four' touches 16 sectors per request where 4 would do}}
    // expected-note@+2 {{of this shader's memory traffic}}
    // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
    sum += four[i * 4u + k];
  for (uint k = 0u; k < 8u; k++)
    // expected-warning@+3 {{load from 'eight' touches 32 sectors per request where 4 would do}}
    // expected-note@+2 {{of this shader's memory traffic}}
    // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
    sum += eight[i * 8u + k];
  result[i] = sum;
}

//--- blocks.comp
// A small member of a structure that fits a sector and that is used as a whole is
// a remark; of a larger one, a warning.
#version 450
layout(local_size_x = 64) in;
struct Block {
  uint scale;
  uint values[5];
};
struct Large {
  uint scale;
  uint values[21];
};
layout(std430, binding = 0) readonly buffer Small { Block blocks[]; };
layout(std430, binding = 1) readonly buffer Big { Large larges[]; };
layout(std430, binding = 2) writeonly buffer Out { uint result[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // Told of with the loop below.
  uint sum = blocks[i].scale;
  // A small part of what the loop below wastes.
  // expected-remark@+1 {{load from 'larges.scale' touches 32 sectors}}
  sum += larges[i].scale;
  for (uint k = 0u; k < 5u; k++)
    // expected-remark@+1 {{load from 'blocks.values' touches}}
    sum += blocks[i].values[k];
  for (uint k = 0u; k < 21u; k++)
    // expected-warning@+1 {{load from 'larges.values' touches 32 sectors}}
    sum += larges[i].values[k];
  result[i] = sum;
}

//--- elements.comp
// A member of the row above, once, where the row itself uses the other half of
// each structure; every eighth structure (eighth.comp) is nobody's own.
#version 450
layout(local_size_x = 64) in;
struct Cell {
  vec4 field;
  vec4 flow;
};
layout(std430, binding = 0) readonly buffer Cells { Cell cells[]; };
layout(std430, binding = 1) writeonly buffer Out { float result[]; };
uniform uint width;
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{load from 'cells.flow' touches}}
  float above = cells[i + width].flow.y;
  // expected-remark@+1 {{load from 'cells.field' touches}}
  vec4 own = cells[i].field;
  result[i] = own.x + own.y + own.z + own.w + above;
}

//--- stored.comp
// How structures lie that are only stored is up to the shaders that load them; a
// run of plain numbers for each invocation is this one's.
#version 450
layout(local_size_x = 64) in;
struct Agent {
  float weights[16];
};
layout(std430, binding = 0) writeonly buffer Agents { Agent agents[]; };
layout(std430, binding = 1) writeonly buffer Runs { float runs[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  for (uint k = 0u; k < 16u; k++)
    // expected-remark@+1 {{store to 'agents.weights' touches 32 sectors per request where 4 would do}}
    agents[i].weights[k] = float(k);
  for (uint k = 0u; k < 16u; k++)
    // expected-warning@+1 {{store to 'runs' touches 32 sectors per request where 4 would do}}
    runs[i * 16u + k] = float(k);
}

//--- bytes.comp
// The scale of a quantized block of 32 bytes; and rows of bytes, of which each lane
// walks its own.
#version 450
#extension GL_EXT_shader_8bit_storage : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : enable
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Blocks { uint8_t blocks[]; };
layout(std430, binding = 1) buffer Scales { uint scales[]; };
layout(std430, binding = 2) buffer Rows { uint8_t rows[]; };
layout(push_constant) uniform P { uint width; } p;
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{neighbouring lanes are 34 bytes apart}}
  uint sum = uint(blocks[i * 34u]);
  for (uint k = 0u; k < p.width; k++)
    // expected-warning@+1 {{neighbouring lanes are p.width bytes apart}}
    sum += uint(rows[i * p.width + k]);
  scales[i] = sum;
}

//--- windows.comp
// Rows of N from one lane to the next are long, as a loop walks all of one; windows
// that a stride moves on may overlap.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Rows { float rows[]; };
layout(std430, binding = 1) buffer Samples { float samples[]; };
layout(std430, binding = 2) buffer Sums { float sums[]; };
uniform uint N, stride, taps;
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < N; k++)
    // expected-warning@+1 {{neighbouring lanes are 4 * N bytes apart}}
    sum += rows[i * N + k];
  for (uint k = i * stride; k < i * stride + taps; k++)
    // expected-remark@+1 {{neighbouring lanes are 4 * stride bytes apart}}
    sum += samples[k];
  sums[i] = sum;
}

//--- overlap.comp
// Windows of 12 elements, 8 apart, overlap; runs of 8 do not.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Samples { float samples[]; };
layout(std430, binding = 1) readonly buffer Runs { float runs[]; };
layout(std430, binding = 2) writeonly buffer Sums { float sums[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < 12u; k++)
    // expected-remark@+1 {{neighbouring lanes are 32 bytes apart}}
    sum += samples[8u * i + k];
  for (uint k = 0u; k < 8u; k++)
    // expected-warning@+1 {{neighbouring lanes are 32 bytes apart}}
    sum += runs[8u * i + k];
  sums[i] = sum;
}

//--- once.comp
// What is done once does not matter beside a loop of unknown length.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Long { float values[]; };
layout(std430, binding = 1) buffer Starts { float starts[]; };
layout(std430, binding = 2) buffer Columns { float columns[]; };
uniform uint N;
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{neighbouring lanes are 32 bytes apart}}
  float sum = starts[8u * i];
  for (uint k = 0u; k < N; k++)
    sum += values[k * 4096u + i];
  for (uint k = 0u; k < N; k++)
    // expected-warning@+1 {{neighbouring lanes are 32 bytes apart}}
    sum += columns[k * 4096u + 8u * i];
  values[i] = sum;
}

//--- component.comp
// One component of each vector, taken once; of every second vector (every-second.comp).
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Colors { vec4 colors[]; };
layout(std430, binding = 1) writeonly buffer Sums { float sums[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  sums[i] = colors[i].a; // expected-remark {{load from 'colors' touches 16 sectors}}
}

//--- vertices.comp
// Half of what is interleaved is used together; of less (third.comp) each is told.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Vertices { float vertices[]; };

void main() {
  uint base = gl_GlobalInvocationID.x * 6u;
  // expected-remark@+1 {{load from 'vertices' touches 24 sectors}}
  vec2 pos = vec2(vertices[base], vertices[base + 1u]);
  vertices[base + 1u] = pos.x + vertices[base + 2u];
}

//--- border.comp
// One element of each row, and nothing along them: rows of n + 2 elements are no
// rows and a step of two. With another id it is a part of the matrix.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Grid { float grid[]; };
layout(std430, binding = 1) buffer Other { float other[]; };
uniform int n;
void main() {
  uint i = gl_GlobalInvocationID.x, j = gl_GlobalInvocationID.y;
  // expected-remark@+1 {{store to 'grid' touches 32 sectors per request where 4 would do: neighbouring lanes are 4 * n + 8 bytes apart}}
  grid[i * (n + 2)] = 1.0;
  // expected-warning@+1 {{store to 'other' touches 32 sectors per request where 4 would do: neighbouring lanes are 4 * n + 8 bytes apart}}
  other[i * (n + 2) + j] = 1.0;
}

//--- rows.comp
// Rows of two variables that are taken together are one finding, and their shares of the
// traffic one share; what is taken later is one of its own.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
uniform uint n;
void main() {
  uint row = gl_GlobalInvocationID.x + 64u * gl_GlobalInvocationID.y;
  float most = 0.0;
  for (uint k = 0u; k < n; ++k)
    // expected-warning@+4 {{load from 'a' touches 32 sectors per request where 4 would do: neighbouring lanes are 4 * n bytes apart}}
    // expected-note@+3 {{likewise: load from 'b' here}}
    // expected-note@+2 {{assumed: n >=}}
    // expected-note@+1 {{(remap-lanes)}}
    most = max(most, a[row * n + k] + b[row * n + k]);
  for (uint k = 0u; k < n; ++k)
    // expected-remark@+3 {{store to 'c' touches 32 sectors}}
    // expected-note@+2 {{assumed: n >=}}
    // expected-note@+1 {{(remap-lanes)}}
    c[row * n + k] = most;
}

//--- packed.comp
// Four channels are packed into one vector: what lies between the lanes are the
// other three. With nothing between them it is a waste.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Packed { float packed[]; };
layout(std430, binding = 2) writeonly buffer Apart { float apart[]; };
uniform uint length;
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint x = i % length, channel = i / length;
  // expected-remark@+1 {{store to 'packed' touches}}
  packed[x * 4u + channel / 4u * length * 4u + channel % 4u] = src[i];
  // expected-warning@+1 {{store to 'apart' touches}}
  apart[x * 4u + channel * length * 4u] = src[i];
}

//--- two-lengths.comp
// Two unknowns of one name are two.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
struct T { uint n; };
layout(std140, binding = 0) uniform R { T t[2]; } r;
void main() {
  uint i = gl_GlobalInvocationID.x, j = gl_GlobalInvocationID.y;
  c[i] = a[i * r.t[0].n + j] + b[i * r.t[1].n + j];
}

//--- along.comp
// Workgroups walk along the rows.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Walked { float walked[]; };
uniform int n, tile;
void main() {
  // expected-warning@+1 {{store to 'walked' touches 32 sectors per request where 4 would do: neighbouring lanes are 4 * n + 4 bytes apart}}
  walked[gl_LocalInvocationID.x * (n + 1) + tile * gl_WorkGroupID.x] = 1.0;
}

//--- small-block.comp
// Once through 16 KiB; four bytes more (large-block.comp) is what no cache has to hold.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Table { float table[4096]; };
layout(std430, binding = 1) writeonly buffer Out { float sums[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{load from 'table' touches 32 sectors}}
  sums[i] = table[i * 16u];
}

//--- update.comp
// Loads and stores of the same sectors, some by an address of which it is not known that
// it is the same one.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
uniform uint first;
void main() {
  uint at = gl_GlobalInvocationID.x * 4096u + first;
  // expected-warning@+3 {{load from 'data' touches 32 sectors per request where 4 would do: neighbouring lanes are 4096 bytes apart}}
  // expected-note@+2 {{100 % of this shader's memory traffic; counted for NVIDIA Ampere}}
  // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
  uint low = data[at / 4u];
  // expected-note@+1 {{likewise: load from 'data' here}}
  uint high = data[(at + 2u) / 4u];
  // expected-note@+1 {{likewise: store to 'data' here}}
  data[at / 4u] = low ^ high;
}

//--- apart.comp
// A store to other sectors at the same distance, which is one with the load; one at another
// distance, one to another buffer: no runs.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer B { uint b[]; };
layout(std430, binding = 2) buffer C { uint c[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-warning@+1 {{load from 'a'}}
  uint x = a[i * 64u];
  a[i * 64u + 32u] = x;
  // One with the store to 'a', at the same distance: as in a copy, who takes what is to be changed.
  x ^= b[i * 64u];
  // expected-warning@+1 {{store to 'b'}}
  b[i * 65u] = x;
  // expected-remark@+1 {{store to 'c'}}
  c[i * 64u] = x;
}

//--- remainder.comp
// What the steps of the first loop leave.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Matrix { float matrix[]; };
layout(std430, binding = 1) writeonly buffer Out { float sums[]; };
uniform uint width;
void main() {
  uint row = gl_GlobalInvocationID.x;
  float sum = 0.0;
  uint k = 0u;
  for (; k + 1u < width; k += 2u)
    // expected-warning@+5 {{load from 'matrix' touches 32 sectors per request where 4 would do: neighbouring lanes are 4 * width bytes apart}}
    // expected-note@+4 {{counted for}}
    // expected-note@+3 {{pass a tile through shared memory}}
    // expected-note@+2 {{load from 'matrix' walks the same structures}}
    // expected-note@+1 {{together they use}}
    sum += matrix[row * width + k] * matrix[row * width + k + 1u];
  for (; k < width; ++k)
    // expected-note@+1 {{likewise: load from 'matrix' here}}
    sum += matrix[row * width + k];
  sums[row] = sum;
}

//--- deeper.comp
// A loop within another one, and two that do less, which are told of together.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Matrix { float matrix[]; };
uniform uint width;
void main() {
  uint row = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < width; ++k)
    // expected-remark@+1 {{load from 'matrix' touches}}
    sum += matrix[row * width + k];
  for (uint j = 0u; j < width; ++j)
    for (uint k = 0u; k < width; ++k)
      // expected-warning@+1 {{load from 'matrix' touches}}
      sum += matrix[row * width + k] * float(j);
  for (uint k = 0u; k < width; ++k)
    matrix[row * width + k] = sum;
}

//--- counted.comp
// There are no more parts than weights, so that few sectors hold them all.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Parts { float parts[]; };
layout(std430, binding = 1) writeonly buffer Sums { float sums[]; };
layout(std140, binding = 2) uniform Weights { vec4 weights[3]; };
uniform int partCount;

void main() {
  int i = int(gl_GlobalInvocationID.x);
  float sum = 0.0;
  for (int p = 0; p < partCount; ++p)
    sum += parts[i * partCount + p] * weights[p].x;
  sums[i] = sum;
}

//--- rest.comp
// What is left behind a loop that takes most of each quarter: it is little of
// the traffic, and the loop is a remark.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Weights { float weights[]; };
layout(std430, binding = 1) writeonly buffer Sums { float sums[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint c = 0u; c < 3u; ++c)
    // expected-remark@+1 {{load from 'weights' touches 16 sectors}} (in the loop)
    sum += weights[i * 4u + c];
  // expected-remark@+1 {{load from 'weights' touches 16 sectors}}
  sums[i] = sum * weights[i * 4u + 3u];
}

//--- commands.comp
// Draw commands, of which the shader fills in one number.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Commands { uint words[]; };
layout(std430, binding = 1) readonly buffer Counts { uint counts[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{store to 'words' touches 20 sectors}}
  words[i * 5u + 2u] = counts[i];
}

//--- rays.comp
// What rays move is not counted: no share of the traffic is known beside them.
#version 460
#extension GL_EXT_ray_query : require
layout(local_size_x = 64) in;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(std430, binding = 1) buffer Hits { float hits[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  rayQueryEXT query;
  rayQueryInitializeEXT(query, scene, 0, 255, vec3(i), 0.0, vec3(1), 1.0);
  while (rayQueryProceedEXT(query)) {}
  // expected-remark@+1 {{store to 'hits' touches 32 sectors per request where 4 would do}}
  hits[i * 16u] = rayQueryGetIntersectionTEXT(query, true);
}

//--- called.comp
// Who takes which row is one choice, wherever rows are walked.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Rows { float rows[]; };
layout(std430, binding = 1) writeonly buffer Sums { float sums[]; };
uniform uint width;
float sumOf(uint row) {
  float sum = 0.0;
  for (uint k = 0u; k < width; ++k)
    // expected-warning@+3 {{load from 'rows' touches 32 sectors per request}}
    // expected-note@+2 {{assumed: }}
    // expected-note@+1 {{let neighbouring invocations}}
    sum += rows[row * width + k];
  return sum;
}
float mostOf(uint row) {
  float most = 0.0;
  for (uint k = 0u; k < width; ++k)
    // expected-note@+1 {{likewise: load from 'rows' here}}
    most = max(most, rows[row * width + k]);
  return most;
}
void main() {
  uint row = gl_GlobalInvocationID.x;
  float most = mostOf(row);
  // expected-note@+1 {{called from here}}
  sums[row] = sumOf(row) / most;
}
