// Tokens of a macro's body stand for the use of the macro; tokens of its arguments for
// themselves. Notes name the definition and the include chain.
// RUN: %wglint-opt --print=sites %s | FileCheck %s
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
#define MINE data[gl_LocalInvocationID.x]
#define TWICE(x) ((x) * 2.0)
#define INDEX(i) [(i) + 1u]
#define OUTER(i) TWICE(data[i])
#define data_of(kind, i) da##kind[i]
#define BASE data
#include "Inputs/lib.glsl"

void main() {
  uint i = gl_GlobalInvocationID.x;
  MINE = TWICE(data[i]);
  // CHECK: load - float exact {{.*}}macro-places.comp:[[# @LINE - 1]]:16-[[# @LINE - 1]]:23 | data[i]
  // CHECK: store - ? exact {{.*}}macro-places.comp:[[# @LINE - 2]]:3-[[# @LINE - 2]]:7 | MINE
  // CHECK-NEXT: note {{.*}}macro-places.comp:7:9: expanded from macro 'MINE'

  data[0] = data INDEX(i);
  // CHECK: load - float exact {{.*}} | data INDEX(i)
  // CHECK-NEXT: note {{.*}}macro-places.comp:9:9: expanded from macro 'INDEX'

  data[1] = OUTER(i + 3u);
  // CHECK: load - float exact {{.*}} | OUTER(i + 3u)
  // CHECK-NEXT: note {{.*}}macro-places.comp:10:9: expanded from macro 'OUTER'

  data[2] = BASE[i + 2u];
  // CHECK: load - float exact {{.*}} | BASE[i + 2u]
  // CHECK-NEXT: note {{.*}}macro-places.comp:12:9: expanded from macro 'BASE'

  data[2] = data_of(ta, i);
  // CHECK: load - float exact {{.*}} | data_of(ta, i)

  data[3] = data[
      i +
      5u];
  // CHECK: load - float exact {{.*}}:[[# @LINE - 3]]:13-[[# @LINE - 1]]:10 |

  data[4] = data[\
i];
  // CHECK: load - float exact {{.*}}:[[# @LINE - 2]]:13-[[# @LINE - 1]]:3 |

  data[5] = first(i);
  // CHECK: load - float exact {{.*}}lib.glsl:3:10-3:23 | FROM(data, i)
  // CHECK-NEXT: note {{.*}}lib.glsl:1:9: expanded from macro 'FROM'
  // CHECK-NEXT: note {{.*}}macro-places.comp:13:1: in file included from here
  // CHECK: load - float exact {{.*}}lib.glsl:3:26-3:33 | data[i]
  // CHECK-NEXT: note {{.*}}macro-places.comp:13:1: in file included from here
}
