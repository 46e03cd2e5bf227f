#version 310 es
// Each invocation reads what it wrote itself: the barrier separates nothing.
// RUN: %wglint --verify --remarks %s
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer GlobalData { float data[]; } globalData;
shared float sharedData[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  uint g = gl_GlobalInvocationID.x;
  sharedData[l] = globalData.data[g];
  // expected-warning@+2 {{this barrier orders nothing}}
  // expected-note@+1 {{leave it out}}
  barrier();
  float value = sharedData[l];
  globalData.data[g] = value * 2.0;
}
