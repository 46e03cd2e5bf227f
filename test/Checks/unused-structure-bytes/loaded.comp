// Structures that are loaded as a whole: what nothing is done with, compilers leave out.
// RUN: rm -rf %t && split-file %s %t
// RUN: cat %t/head.inc %t/one.inc > %t/one.comp && cat %t/head.inc %t/passed.inc > %t/passed.comp
// RUN: cat %t/head.inc %t/copied.inc > %t/copied.comp && cat %t/head.inc %t/updated.inc > %t/updated.comp
// RUN: cat %t/head.inc %t/all.inc > %t/all.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=unused-structure-bytes %t/one.comp %t/passed.comp \
// RUN:   %t/copied.comp %t/updated.comp %t/all.comp

//--- head.inc
#version 450
layout(local_size_x = 64) in;
struct Light { vec4 position, ambient, diffuse, specular; };
layout(std430, binding = 0) buffer Lights { Light lights[]; };
layout(std430, binding = 1) buffer Found { float found[]; };
layout(std430, binding = 2) buffer Copies { Light copies[]; };

//--- one.inc
void main() {
  uint i = gl_GlobalInvocationID.x;
  Light light = lights[i]; // expected-remark {{load from 'lights' moves 1024 bytes per request of which this shader uses 512: it touches 16 of the 64 bytes of each 'Light', and never 'ambient', 'diffuse', 'specular'}}
  found[i] = dot(light.position, light.position);
}

//--- passed.inc
float strength(Light light) {
  return light.diffuse.x;
}
void main() {
  uint i = gl_GlobalInvocationID.x;
  Light light = lights[i]; // expected-remark {{never 'position', 'ambient', 'specular'}}
  found[i] = strength(light);
}

//--- copied.inc
// expected-no-diagnostics
void main() {
  uint i = gl_GlobalInvocationID.x;
  copies[i] = lights[i];
}

//--- updated.inc
// expected-no-diagnostics
void main() {
  uint i = gl_GlobalInvocationID.x;
  Light light = lights[i];
  light.position.x += 1.0;
  lights[i] = light;
}

//--- all.inc
// expected-no-diagnostics
void main() {
  uint i = gl_GlobalInvocationID.x;
  Light light = lights[i];
  vec4 sum = light.position;
  for (uint k = 0u; k < 2u; k++)
    sum += light.ambient + light.diffuse;
  found[i] = sum.x + light.specular.w;
}
