// RUN: %wglint --verify --verify-ignore=note --remarks --checks=oversized-private-array %s

// Stacks and lists of data in structures, with their counters beside them.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Nodes { ivec4 nodes[]; };
layout(std430, binding = 1) buffer Result { int result[]; };
struct Stack { int nodes[200]; int top; };
struct Heap { int nodes[201]; int top; };
struct List { int entries[202]; int count; };
struct Reset { int entries[203]; int count; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  int sum = 0;
  Stack stack;
  stack.top = 0;
  // expected-remark@+1 {{private array 'stack.nodes' takes 800 bytes in every invocation, and its index is only known at run time}}
  stack.nodes[0] = nodes[i].x;
  while (stack.top >= 0) {
    int node = stack.nodes[stack.top];
    stack.top--;
    sum += node;
    if (nodes[node].y >= 0) {
      stack.top++;
      stack.nodes[stack.top] = nodes[node].y;
    }
  }
  // Its top is set to anything.
  Heap heap;
  heap.top = 0;
  // expected-warning@+1 {{private array 'heap.nodes' takes 804 bytes}}
  heap.nodes[0] = nodes[i].x;
  while (heap.top >= 0) {
    int node = heap.nodes[heap.top];
    heap.top--;
    sum += node;
    if (nodes[node].y >= 0) {
      heap.top = nodes[node].w;
      heap.nodes[heap.top] = nodes[node].y;
    }
  }
  List list;
  list.count = 0;
  for (int k = 0; k < 202; ++k)
    if (nodes[i + k].x > 3) {
      // expected-remark@+1 {{private array 'list.entries' takes 808 bytes in every invocation, and its index is only known at run time; only the entries that a condition lets in are touched}}
      list.entries[list.count] = k;
      list.count++;
    }
  for (int k = 0; k < list.count; ++k)
    sum += list.entries[k];
  // The structure is replaced as a whole: it is not known what its counter is then.
  Reset first, reset;
  reset.count = 0;
  first.count = nodes[i].w;
  for (int k = 0; k < 203; ++k)
    if (nodes[i + k].x > 3) {
      // expected-warning@+1 {{private array 'reset.entries' takes 812 bytes}}
      reset.entries[reset.count] = k;
      reset.count++;
      if (k == 7)
        reset = first;
    }
  for (int k = 0; k < reset.count; ++k)
    sum += reset.entries[k];
  result[i] = sum;
}
