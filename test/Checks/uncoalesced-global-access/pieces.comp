// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access %s

// Vectors behind an address of which only a component's alignment is known are stored in
// pieces. What one piece leaves of the sectors of a row, the other one takes: a remark. Of
// rows of two vectors a request does not fill half of its sectors.
#version 450
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_buffer_reference2 : require
layout(local_size_x = 8, local_size_y = 8) in;
layout(scalar, buffer_reference, buffer_reference_align = 4) buffer Points { vec2 point; };
layout(std430, binding = 0) readonly buffer All { Points all[]; };
void main() {
  Points points = all[gl_WorkGroupID.z], others = all[gl_WorkGroupID.z + 1u];
  uint x = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y, pitch = 8u * gl_NumWorkGroups.x;
  // expected-remark@+3 {{store to 'point' touches 8 to 12 sectors per request where 4 would do}}
  // expected-note@+2 {{an access of 8 bytes is issued as 2 requests}}
  // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
  points[y * pitch + x].point = vec2(x, y);
  // expected-warning@+3 {{store to 'point' touches 16 to 32 sectors per request where 4 would do}}
  // expected-note@+2 {{an access of 8 bytes is issued as 2 requests}}
  // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
  others[(y * 4u + x / 2u) * pitch + x % 2u].point = vec2(x, y);
}
