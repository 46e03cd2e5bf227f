#version 450
// Each invocation reads what it wrote itself: the barrier separates nothing, which is
// no matter of memory costs. 64 invocations side by side leave nothing to say.
// RUN: %wglint --verify --remarks %s
// expected-no-diagnostics
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer GlobalData { float data[]; } globalData;
shared float sharedData[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  uint g = gl_GlobalInvocationID.x;
  sharedData[l] = globalData.data[g];
  barrier();
  float value = sharedData[l];
  globalData.data[g] = value * 2.0;
}
