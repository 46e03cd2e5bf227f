// A whole number that is compared as a float is compared with the next whole number:
// what is a bound of the dispatch for integers is one for floats as well. One that is a
// multiple of the workgroup's width parts none.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=divergent-barrier -D'LEAVES=float(g.x) >= size.x' %t/bound.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=divergent-barrier -D'LEAVES=!(g.x < count)' %t/bound.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=divergent-barrier -D'LEAVES=count - 1.0 < float(int(g.x))' %t/bound.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=divergent-barrier -D'LEAVES=any(greaterThanEqual(vec2(g), size))' %t/bound.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=divergent-barrier -D'LEAVES=float(g.x) >= 14.5' %t/number.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=divergent-barrier -D'LEAVES=float(g.x) > 14.9' %t/number.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=divergent-barrier -D'LEAVES=float(g.x) >= float(whole)' %t/bound.comp
// RUN: %edit -e 's/^ *\/\/ expected.*//' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/bound.comp > %t/none.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVES=float(gl_WorkGroupID.x) >= count' %t/none.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVES=float(g.x) >= 15.5' %t/none.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVES=float(g.x) > 15.0' %t/none.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVES=float(g.x) < -1.0' %t/none.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVES=float(g.x) + 1.0 <= 0.5' %t/none.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVES=size.x >= count' %t/none.comp

//--- bound.comp
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) buffer Data { float data[]; };
uniform vec2 size;
uniform float count;
uniform int whole;
shared float s[64];
void main() {
  uvec2 g = gl_GlobalInvocationID.xy;
  uint l = gl_LocalInvocationIndex;
  if (LEAVES)
    return;
  s[l] = data[g.x];
  // expected-error@+1 {{a bound keeps some invocations of the last workgroup away from this barrier}}
  barrier();
  data[g.x] = s[l ^ 1u];
}

//--- number.comp
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) buffer Data { float data[]; };
uniform vec2 size;
uniform float count;
uniform int whole;
shared float s[64];
void main() {
  uvec2 g = gl_GlobalInvocationID.xy;
  uint l = gl_LocalInvocationIndex;
  if (LEAVES)
    return;
  s[l] = data[g.x];
  // expected-error@+1 {{a bound keeps some invocations of the workgroup that it lies in away from this barrier}}
  barrier();
  data[g.x] = s[l ^ 1u];
}
