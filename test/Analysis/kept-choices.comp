// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race %t/phases.comp | FileCheck %s --check-prefix=PHASES --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race %t/vector.comp | FileCheck %s --check-prefix=VECTOR --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race %t/workgroups.comp | FileCheck %s --check-prefix=WORKGROUPS --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --checks=same-value-race,data-race,workgroup-race %t/not-kept.comp | FileCheck %s --check-prefix=NOT-KEPT --implicit-check-not='data race' --implicit-check-not=likewise

// A store that leaves what was there as it was on one side of a uniform
// condition, and a load on that side.

// PHASES: remark: {{.*}} 'even', {{.*}}: what is used of it is stored unchanged [same-value-race]
// PHASES: remark: {{.*}} 'odd', {{.*}}: what is used of it is stored unchanged [same-value-race]

// VECTOR: remark: {{.*}} 'both', {{.*}}: what is used of it is stored unchanged [same-value-race]
// VECTOR: warning: data race: {{.*}} 'partly',

// WORKGROUPS: remark: {{.*}} 'all', {{.*}}: what is used of it is stored unchanged [same-value-race]

// NOT-KEPT: {{data race|likewise}}{{.*}} 'early'
// NOT-KEPT: {{data race|likewise}}{{.*}} 'wrong'
// NOT-KEPT: {{data race|likewise}}{{.*}} 'data'
// NOT-KEPT: {{data race|likewise}}{{.*}} 'later'

// Through calls and private variables, of the buffer that the host chooses.
//--- phases.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Even { float even[]; };
layout(std430, binding = 1) buffer Odd { float odd[]; };
layout(std430, binding = 2) buffer Sums { float sums[]; };
layout(binding = 3) uniform Host { int turn; int phase; };
void fetch(uint at, out float value) {
  if (turn == 0)
    value = even[at];
  else
    value = odd[at];
}
void main() {
  uint i = gl_GlobalInvocationID.x;
  float own, sum = 0.0;
  fetch(i, own);
  float next = own;
  if (phase == 0) {
    next = 0.0;
  } else if (phase == 1) {
    for (uint k = 0u; k < 64u; ++k) {
      float other;
      fetch(k, other);
      sum += other * own;
    }
  }
  sums[i] = sum;
  if (turn == 0)
    even[i] = next;
  else
    odd[i] = next;
}

// All components are kept where they are loaded; the other way round for one
// of them.
//--- vector.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Both { vec4 both[]; };
layout(std430, binding = 1) buffer Partly { vec4 partly[]; };
layout(std430, binding = 2) buffer Sums { vec4 sums[]; };
layout(binding = 3) uniform Host { bool first; bool second; };
void main() {
  uint i = gl_LocalInvocationIndex;
  vec4 a = both[i], b = partly[i], sum = vec4(0.0);
  if (first)
    a.x += 1.0, b.x += 1.0;
  else
    b.y += 1.0;
  if (second)
    a.y += 1.0;
  if (first)
    sum = vec4(1.0);
  else if (second)
    sum = vec4(2.0);
  else
    sum = both[i + 1u] + partly[i + 1u];
  both[i] = a;
  partly[i] = b;
  sums[i] = sum;
}

//--- workgroups.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer All { float all[]; };
layout(std430, binding = 1) buffer Sums { float sums[]; };
layout(binding = 2) uniform Host { bool isFirst; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float own = all[i], sum = 0.0;
  if (isFirst)
    own = 1.0;
  else
    sum = all[gl_LocalInvocationIndex + 64u * gl_WorkGroupID.x + 64u];
  sums[i] = sum;
  all[i] = own;
}

// The load is on the other side; on another one's; what decides is data; or
// another store comes in between.
//--- not-kept.comp
#version 450
layout(local_size_x = 64) in;
shared float early[65], wrong[65], data[65], later[65];
layout(std430, binding = 0) buffer Sums { float sums[]; };
layout(binding = 1) uniform Host { bool isFirst; bool isOther; };
void main() {
  uint i = gl_LocalInvocationIndex;
  early[i] = wrong[i] = data[i] = later[i] = sums[i];
  barrier();
  float a = early[i], b = wrong[i], c = data[i], d = later[i], sum = 0.0;
  if (isFirst) {
    a = 1.0, d = 1.0;
    sum = early[i + 1u];
    later[i] = 2.0;
  }
  if (isOther)
    b = 1.0;
  if (c > 0.0)
    c = 1.0;
  if (!isFirst)
    sum += wrong[i + 1u] + data[i + 1u] + later[i + 1u];
  early[i] = a, wrong[i] = b, data[i] = c, later[i] = d;
  barrier();
  sums[i] = sum + early[i] + wrong[i] + data[i] + later[i];
}
