// RUN: %wglint --verify --remarks --checks=shared-bank-conflict %s

// A structure that is copied as a whole is one place; its members are not.
#version 450
layout(local_size_x = 512) in;
struct Pair { float a; float b; float c; float d; };
layout(std430, binding = 0) buffer Data { float data[]; };
shared Pair whole[512];
shared Pair members[512];
void main() {
  uint lid = gl_LocalInvocationID.x;
  // expected-remark@+3 {{store to 'whole' is a 4-way bank conflict}}
  // expected-note@+2 {{assumed: shared structures are laid out by the rules of std430}}
  // expected-note@+1 {{pad its structures}}
  whole[lid] = Pair(data[lid], 1.0, 2.0, 3.0);
  // expected-warning@+3 {{store to 'members.a' is a 4-way bank conflict}}
  // expected-note@+2 {{assumed: shared structures are laid out by the rules of std430}}
  // expected-note@+1 {{keep what is accessed in an array of its own}}
  members[lid].a = data[lid];
  barrier();
  // expected-note@+1 {{load from 'members.a' conflicts alike}}
  data[lid] = members[511u - lid].a;
  if (lid == 0u)
    data[lid + 512u] = whole[511].b;
}
