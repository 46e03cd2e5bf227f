// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'BEGIN=range[gl_WorkGroupID.x].x' -D'END=range[gl_WorkGroupID.x].y' %t/own.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'BEGIN=gl_WorkGroupID.x * 64u' -D'END=range[gl_WorkGroupID.x].y' %t/own.comp
// RUN: %edit -e 's/of a workgroup away/of the last workgroup away/' -e 's/its range is.*size/the bound is no multiple/' %t/own.comp > %t/common.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'BEGIN=gl_WorkGroupID.x * 64u' -D'END=range[0].y' %t/common.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'BEGIN=gl_WorkGroupID.x * 64u' -D'END=data[2]' %t/common.comp

//--- own.comp
// Each workgroup has a range of its own. One bound for all is that of the last.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Range { uvec2 range[]; };
layout(std430, binding = 1) buffer Data { uint data[]; };
shared uint s[64];
void main() {
  uint l = gl_LocalInvocationID.x, at = BEGIN + l;
  // expected-note@+1 {{the bound is in this condition}}
  if (at >= END)
    return;
  s[l] = data[at];
  // expected-error@+3 {{a bound keeps some invocations of a workgroup away from this barrier}}
  // expected-note@+2 {{assumed: its range is no multiple of its size}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  data[at] = s[0];
}
