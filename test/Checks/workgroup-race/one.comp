// RUN: %wglint --verify --remarks --checks=workgroup-race -DBORDER=0 %s
// RUN: %wglint --verify --remarks --checks=workgroup-race -DBORDER=2 %s

#version 450
layout(local_size_x = 1) in;
layout(r32f, binding = 0) uniform image2D heat;
layout(r32f, binding = 1) uniform readonly image2D matter;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  float own = imageLoad(heat, p).r, left = 0.0;
  if (imageLoad(matter, p).r != 0.0) {
    if (p.x > BORDER)
      // expected-note@+1 {{invocation 0 loads it here}}
      left = imageLoad(heat, p - ivec2(1, 0)).r;
  }
  // expected-warning@+3 {{data race between workgroups: invocation 0 stores to a texel of 'heat', which invocation 0 of the workgroup next to it in x loads}}
  // expected-note@+2 {{assumed: some data makes an invocation come here}}
  // expected-note@+1 {{no barrier orders workgroups: load from one image and store to another}}
  imageStore(heat, p, vec4(own + left));
}

// Of every second texel, who stores meets nobody.
