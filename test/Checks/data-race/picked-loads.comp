// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -DORDER= -DPART=0u %t/gather.comp
// RUN: %edit -e '/expected-warning/d' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/gather.comp > %t/silent.comp
// RUN: %wglint --verify --remarks --checks=data-race -D'ORDER=barrier();' -DPART=0u %t/silent.comp
// RUN: %wglint --verify --remarks --checks=data-race -DORDER= -D'PART=64u * l' %t/silent.comp
// RUN: %edit 's/shared uint s.64./shared uint s[128]/' %t/silent.comp > %t/half.comp
// RUN: %wglint --verify --remarks --checks=data-race -DORDER= -DPART=0u %t/half.comp

//--- gather.comp
// Each invocation stores its own element and loads one that data picks. It may be its own, as where
// each has a part of the array for itself; and what else is there is seldom all of others'.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Ranks { uint rank[]; };
layout(std430, binding = 1) buffer Keys { uint key[]; };
shared uint s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = key[g];
  ORDER
  // expected-warning@+1 {{loads an element of 's', which invocation 0 stores to}}
  key[g] = s[PART + rank[g]];
}
