// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier %s

// What it is to order is not written yet.
#version 450
layout(local_size_x = 64) in;
void main() {
  // expected-remark@+1 {{this barrier orders nothing}}
  barrier();
}
