// The syntax tree: precedence, scopes, what is written to, what is pure, and
// nothing that the parser does not understand.
// RUN: %wglint-opt --print=syntax %s | FileCheck %s --implicit-check-not=Opaque
#version 450
#extension GL_EXT_control_flow_attributes : enable
#define N 32
#define AT(r, c) tile[(r) * N + (c)]
layout(local_size_x = N) in;
// CHECK: Declaration `layout(local_size_x = 32) in;`
// CHECK-NEXT: LayoutEntry `local_size_x = 32`
struct Particle { vec3 position; float mass[2]; };
// CHECK: Declaration `struct Particle { {{.*}}`
// CHECK-NEXT: TypeSpec
// CHECK-NEXT: StructSpec
layout(std430, binding = 0) readonly buffer Source { float source[]; };
layout(std430, binding = 1) buffer Target { Particle particles[]; } target[2];
// CHECK: Block `layout(std430, binding = 1) buffer Target
shared float tile[N * N], other[4][N];
const float kTable[3] = float[3](1.0, .5, 2e-3f), kList[] = {1.0, 2.0};
// CHECK: Declarator `kTable[3] = float[3](1.0, .5, 2e-3f)`
// CHECK: CallExpr `float[3](1.0, .5, 2e-3f)` pure
// CHECK-NEXT: IndexExpr `float[3]`
// CHECK: InitializerList
shared uint counter;
float pureFunction(float a) { float b = a; b += 1.0; return b; }
float impureFunction(in float a, out float b) { ++counter; b = a; return a; }

void marked() [[subgroup_uniform_control_flow]] {}
// CHECK: Function `void marked(){{\[\[}}subgroup_uniform_control_flow]]

// CHECK-LABEL: Function `void main()
void main() {
  uvec2 p = gl_GlobalInvocationID.xy, q;
  float b, c = source[p.x] + source[p.y] * 2.0;
  // CHECK: BinaryExpr `source[p.x] + source[p.y] * 2.0`
  // CHECK-NEXT: IndexExpr `source[p.x]`
  // CHECK-NEXT: NameExpr `source` pure is Declarator of `float source[];`
  // CHECK: BinaryExpr `source[p.y] * 2.0`
  [[unroll]] for (int i = 0, p = 1; i < N; ++i) {
    AT(i, p) += c;
    // CHECK: ForStmt `{{\[\[}}unroll]] for(int i = 0,
    // CHECK: AssignExpr `tile[(i) * 32 + (p)] += c`
    // CHECK: NameExpr `tile` {{.*}} written
    // CHECK: NameExpr `p` pure is Declarator of `int i = 0, p = 1;`
  }
  b = pureFunction(c) - impureFunction(c, b);
  // CHECK: NameExpr `b` pure is Declarator of `float b, c = {{.*}} written
  // CHECK: BinaryExpr `pureFunction(c) - impureFunction(c, b)`{{$}}
  // CHECK: CallExpr `pureFunction(c)` pure
  // CHECK: CallExpr `impureFunction(c, b)`{{$}}
  // CHECK: NameExpr `c` pure is Declarator of `float b, c = {{[^w]*$}}
  // CHECK: NameExpr `b` pure is Declarator of `float b, c = {{.*}} written
  while (bool more = b > 4.0)
    b -= 1.0;
  // CHECK: WhileStmt
  // CHECK-NEXT: Declaration `bool more = b > 4.0`
  do
    b *= 2.0;
  while (b < 3.0);
  // CHECK: DoStmt `do b *= 2.0; while(b < 3.0);`
  switch (int(p.x)) {
  case 1:
    target[0].particles[p.x].mass[1] = b;
    break;
  default:;
  }
  // CHECK: SwitchStmt
  // CHECK: CaseLabel `case 1 :`
  // CHECK: NameExpr `target` pure is Block of {{.*}} written
  // CHECK: CaseLabel `default :`
  if (p.x == 0u)
    return;
  else
    atomicAdd(counter, source.length() > 1 ? 1u : 2u);
  // CHECK: IfStmt
  // CHECK: JumpStmt `return;`
  // CHECK: CallExpr `atomicAdd(counter, {{.*}}`{{$}}
  // CHECK: NameExpr `counter` pure is Declarator of `shared uint counter;` written
  int l = 1 + 2 << 3 & 4 | 5 ^ 6;
  // CHECK: BinaryExpr `1 + 2 << 3 & 4 | 5 ^ 6`
  // CHECK-NEXT: BinaryExpr `1 + 2 << 3 & 4`
  // CHECK-NEXT: BinaryExpr `1 + 2 << 3`
  // CHECK-NEXT: BinaryExpr `1 + 2`
  // CHECK: BinaryExpr `5 ^ 6`
}
