// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/commands.comp
// RUN: %edit -e 's/= counts.i.;/+= counts[i];/' -e 's/expected-remark@+1 {{store to/expected-warning@+1 {{load from/' %t/commands.comp > %t/counted-commands.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/counted-commands.comp

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
