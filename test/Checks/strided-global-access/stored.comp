// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %s

// How structures lie that are only stored is up to the shaders that load them; a
// run of plain numbers for each invocation is this one's.
#version 450
layout(local_size_x = 64) in;
struct Agent {
  float weights[16];
};
layout(std430, binding = 0) writeonly buffer Agents { Agent agents[]; };
layout(std430, binding = 1) writeonly buffer Runs { float runs[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  for (uint k = 0u; k < 16u; k++)
    // expected-remark@+1 {{store to 'agents.weights' touches 32 sectors per request where 4 would do}}
    agents[i].weights[k] = float(k);
  for (uint k = 0u; k < 16u; k++)
    // expected-warning@+1 {{store to 'runs' touches 32 sectors per request where 4 would do}}
    runs[i * 16u + k] = float(k);
}
