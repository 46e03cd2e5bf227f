// RUN: %wglint --verify --verify-ignore=note --remarks --checks=oversized-private-array %s

// Of a stack only the depth in use is touched: one that registers could hold is a
// remark. One that only grows, whose top is set to anything, that is sorted, swept,
// counted in, or handed on as a whole, is no stack. All have lengths of their own, to be findings of their own.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Nodes { ivec4 nodes[]; };
layout(std430, binding = 1) buffer Result { int result[]; };
int sumOf(int values[203]) { return values[result[0]] + values[result[1]]; }
void main() {
  uint i = gl_GlobalInvocationID.x;
  int stack[200], grown[201], jumping[202], handed[203];
  int top = 0, up = 0, at = 0, last = 0;
  // expected-remark@+1 {{private array 'stack' takes 800 bytes in every invocation, and its index is only known at run time}}
  stack[0] = nodes[i].x;
  while (top >= 0) {
    int node = stack[top--];
    // expected-warning@+1 {{private array 'grown'}}
    grown[up++] = node;
    if (node != 3)
      // expected-warning@+1 {{private array 'jumping'}}
      jumping[at] = node;
    at = nodes[node].w;
    if (nodes[node].y >= 0) {
      stack[++top] = nodes[node].y;
      stack[1 + top] = nodes[node].z;
      top += 1;
      // What another function does with it is not followed.
      // expected-remark@+1 {{private array 'handed'}}
      handed[last++] = node;
    }
    if (nodes[node].z < 0)
      node = handed[--last];
    result[i] += sumOf(handed);
  }
  result[i] = grown[up - 1] + jumping[at--];
  int sorted[204], counts[205], swept[206];
  int k = 0;
  // expected-warning@+1 {{private array 'sorted'}}
  sorted[0] = nodes[i].w;
  for (int j = 1; j < 200; ++j)
    sorted[j] = nodes[j].x;
  while (k < 200)
    if (k > 0 && sorted[k - 1] > sorted[k]) {
      int swapped = sorted[k];
      sorted[k] = sorted[k - 1];
      sorted[k - 1] = swapped;
      --k;
    } else {
      ++k;
    }
  int where = 100;
  // expected-warning@+1 {{private array 'counts'}}
  counts[0] = 1;
  for (int j = 0; j < nodes[i].y; ++j) {
    if (nodes[j].x > 0)
      ++where;
    else
      --where;
    counts[where]++;
  }
  int s = 0;
  // expected-warning@+1 {{private array 'swept'}}
  swept[0] = nodes[i].z;
  while (++s < nodes[i].w)
    swept[s] = swept[s - 1] * 3;
  while (--s >= 0)
    swept[s] -= swept[s + 1];
  result[i] += sorted[where] + counts[k] + swept[0];
}
