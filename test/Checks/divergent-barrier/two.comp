// RUN: %wglint --verify --remarks --checks=divergent-barrier %s

// Two bounds of one text, and a function that is called from two places: what data
// decides at one of them is not said of the other.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n;
// expected-error@+3 {{a bound keeps some invocations of the last workgroup away from this barrier}}
// expected-note@+2 {{assumed: the bound is no multiple}}
// expected-note@+1 {{move the barrier}}
void meet() { barrier(); }
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (dst[g] > 0.0)
    meet();
  // expected-note@+1 {{the bound is in this condition}}
  if (g < n)
    meet(); // expected-note {{called from here}}
  // expected-note@+1 {{the bound is in this condition}}
  if (l < n)
    // expected-error@+3 {{a bound keeps some invocations of each workgroup away from this barrier}}
    // expected-note@+2 {{assumed: the bound lies between}}
    // expected-note@+1 {{move the barrier}}
    barrier();
}
