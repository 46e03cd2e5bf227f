// RUN: %wglint-opt --print=module %s | FileCheck %s
//
// Blocks stand in an order in which a construct is in one piece and before its
// merge block, and belong to their innermost loop. Numbers are places in that
// order; a loop header names its merge block.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };

// A return inside the loop is a block of the loop, too: it stands before the
// merge block. The break leaves for the merge block.
// CHECK-LABEL: function search(u1;
// CHECK-NEXT: block 0 -> 1
// CHECK-NEXT: block 1 -> 2 loop merge [[MERGE:[0-9]+]] in 1
// CHECK-NEXT: block 2 -> 3 [[MERGE]] in 1
// CHECK-NEXT: block 3 -> 4 5 selection merge 5 in 1
// CHECK-NEXT: block 4 -> in 1
// CHECK-NEXT: block 5 -> 6 7 selection merge 7 in 1
// CHECK-NEXT: block 6 -> [[MERGE]] in 1
// CHECK-NEXT: block 7 -> 8 in 1
// CHECK-NEXT: block 8 -> 1 in 1
// CHECK-NEXT: block [[MERGE]] ->{{$}}
uint search(uint limit) {
  for (uint i = 0u; i < limit; ++i) {
    if (a[i] == limit)
      return i;
    if (a[i] == 0u)
      break;
  }
  return limit;
}

// Both loops, the inner one inside the outer; continue goes to the inner
// loop's last block.
// CHECK-LABEL: function nested(u1;
// CHECK-NEXT: block 0 -> 1
// CHECK-NEXT: block 1 -> 2 loop merge [[OUTER:[0-9]+]] in 1
// CHECK: block [[INNER:[0-9]+]] -> {{[0-9]+}} loop merge [[NEXT:[0-9]+]] in [[INNER]] inside 1
// CHECK: block [[#CONTINUE:]] -> [[INNER]] in [[INNER]]
// CHECK-NEXT: block [[NEXT]] -> {{[0-9]+}} in 1
// CHECK-NEXT: block {{[0-9]+}} -> 1 in 1
// CHECK-NEXT: block [[OUTER]] ->{{$}}
void nested(uint n) {
  for (uint i = 0u; i < n; ++i)
    for (uint j = i; j < n; ++j) {
      if ((j & 1u) == 1u)
        continue;
      a[i * n + j] = j;
    }
}

// A case that falls through stands before the one that it falls into.
// CHECK-LABEL: function choose(u1;
// CHECK-NEXT: block 0 -> 1 2 3 selection merge 4
// CHECK-NEXT: block 1 -> 4
// CHECK-NEXT: block 2 -> 3
// CHECK-NEXT: block 3 -> 4
// CHECK-NEXT: block 4 ->{{$}}
void choose(uint n) {
  switch (n) {
  case 0u:
    a[0] = 1u;
  case 1u:
    a[1] = 1u;
    break;
  default:
    a[2] = 1u;
  }
}

// No branch leads to the merge block of two arms that return.
// CHECK-LABEL: function either(u1;
// CHECK-NEXT: block 0 -> 1 2 selection merge unreachable
// CHECK-NEXT: block 1 ->{{$}}
// CHECK-NEXT: block 2 ->{{$}}
// CHECK-NOT: block 3
uint either(uint n) {
  if (n > 3u)
    return 1u;
  else
    return 2u;
}

void main() {
  nested(search(gl_LocalInvocationIndex));
  choose(either(gl_LocalInvocationIndex));
}
