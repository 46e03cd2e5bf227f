// RUN: %wglint --verify --verify-ignore=note --checks=shared-bank-conflict %s

// What is extra is that of one way through the branches: two calls of the four.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(binding = 1) uniform Mode { int mode; };
shared float rows[64][64];

float sumOfColumn(uint first) {
  float sum = 0.0;
  for (uint i = 0u; i < 64u; ++i)
    // expected-warning@+1 {{a 32-way bank conflict: 32 wavefronts per request where 1 would do, 7936 extra in each workgroup}}
    sum += rows[gl_LocalInvocationID.x][i ^ first];
  return sum;
}

void main() {
  uint l = gl_LocalInvocationID.x;
  for (uint i = 0u; i < 64u; ++i)
    rows[i][l] = data[i * 64u + l];
  barrier();
  if (mode == 1)
    data[l] = sumOfColumn(0u) + sumOfColumn(1u);
  else if (mode == 2)
    data[l] = sumOfColumn(2u);
  else if (mode == 3)
    data[l] = sumOfColumn(3u);
}
