// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %s

#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared uint flag;
void main() {
  // expected-remark@+3 {{invocation 0 and invocation 1 store the same value to byte 0 of 'flag' with nothing to order them}}
  // expected-note@+2 {{let one invocation store it}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  flag = 0u;
  barrier();
  dst[gl_GlobalInvocationID.x] = float(flag);
}
