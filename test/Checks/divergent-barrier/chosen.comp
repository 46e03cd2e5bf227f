// RUN: %wglint --verify --remarks --checks=divergent-barrier %s

// expected-no-diagnostics
// What a mode makes data is data under that mode alone.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
uniform bool isRead, isMasked;
uniform float threshold;
uniform uint n;
void main() {
  uint g = gl_GlobalInvocationID.x;
  float x = isRead ? dst[g] : threshold;
  if (isRead) {
    dst[g] = x;
    return;
  }
  if (x > 0.0)
    barrier();
  bool isOn = n > 3u;
  if (isMasked)
    isOn = dst[g] > 0.0;
  if (isMasked)
    return;
  if (isOn)
    barrier();
}
