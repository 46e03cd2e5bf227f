// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access --target=nvidia-hopper --target-env=vulkan \
// RUN:   -DAT=p.x %t/shape.comp
// RUN: not %wglint --checks=uncoalesced-global-access --target=nvidia-hopper --target-env=vulkan '-DAT=(p.x ^ 2u)' %t/shape.comp | FileCheck --check-prefix=TURNED %s
// TURNED: load from 'src' touches 8 to 16 sectors
// TURNED: likewise: store to 'dst' here
// Starting workgroups of 64 invocations takes longer than what they move.
// RUN: %edit -e 's/_y = 8/_y = 4/' -e 's/_z = 8/_z = 4/' -e 's/-warning/-remark/' %t/shape.comp > %t/small-shape.comp
// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access --target=nvidia-hopper --target-env=vulkan \
// RUN:   -DAT=p.x %t/small-shape.comp
// Nobody takes the rest where the next workgroup is far away.
// RUN: not %wglint --checks=uncoalesced-global-access --target=nvidia-hopper --target-env=vulkan '-DAT=gl_LocalInvocationID.x + 4096u * gl_WorkGroupID.x' %t/small-shape.comp | FileCheck --check-prefix=OWN %s
// OWN: remark: load from 'src' touches
// OWN: warning: store to 'dst' touches 8 to 16 sectors

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
