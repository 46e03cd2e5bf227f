// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier -DWIDTH=width %t/rows.comp
// RUN: %edit 's/expected-error .*/expected-error {{invocation 1 reaches this barrier and invocation 0 does not}}/' %t/rows.comp > %t/known-rows.comp
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier -DWIDTH=96u %t/known-rows.comp
// RUN: %edit -e 's/uint i = .*/uint i = gl_LocalInvocationID.x;/' -e 's/the workgroups at ends of rows/each workgroup/' %t/rows.comp > %t/local-rows.comp
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier -DWIDTH=width %t/local-rows.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier %t/example.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier %t/proved.comp %t/several.comp %t/near-miss.comp \
// RUN:   %t/chosen.comp %t/bound.comp %t/two.comp %t/besides.comp %t/edge.comp %t/twice.comp %t/behind-one.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier,uninitialized-shared-read %t/loop.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= n || flag == 0u' %t/joined.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=flag == 0u || g >= n' %t/joined.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=flag == 0u || g >= n || g >= m' %t/joined.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= n || g >= m || flag == 0u' %t/joined.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=!(g < n && flag != 0u)' %t/joined.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=!(flag != 0u && g < n)' %t/joined.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=mix(flag == 0u, true, g >= n)' %t/joined.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=mix(g >= n, true, flag == 0u)' %t/joined.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=flag != 0u ? g >= n : g >= m' %t/choice.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=flag != 0u ? g >= n : m == 3u' %t/choice.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=flag != 0u ? false : g >= n' %t/choice.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= n ? true : false' %t/joined.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= (flag != 0u ? n : m)' %t/joined.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=l >= (1u << n)' %t/local.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=l >= n || flag == 0u' %t/local.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g > (1u << n)' %t/joined.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= (3u << n)' %t/joined.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g * 3u >= (1u << n)' %t/joined.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g + 1u >= (1u << n)' %t/joined.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= (1u << n) || g >= m' %t/joined.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=flag == 0u || m == 3u || n == 4u' %t/uniform.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=gl_WorkGroupID.x * 64u >= n || mix(flag == 0u, true, m == 3u)' %t/uniform.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= (1u << n)' %t/power.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=(1u << n) <= g' %t/power.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=!(g < (4u << n))' %t/power.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g * 32u >= (1u << n)' %t/power.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= (1u << n) || flag == 0u' %t/power.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= (1u << n) || g >= (2u << m)' %t/power.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag != 0u) { if (g >= n) return; }' %t/branch.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag != 0u) { if (g >= n) return; } else { if (g >= m) return; }' %t/branch.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag != 0u) { if (m == 3u) { if (g >= n) return; } s[l] = 0.0; }' %t/branch.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=switch (flag) { case 0u: if (g >= n) return; break; case 1u: s[l] = 0.0; break; default: break; }' %t/branch.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=bool skip; if (g >= n) skip = true; else skip = false; if (skip) return;' %t/branch.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=bool skip = false; if (flag != 0u) skip = g >= n; if (skip) return;' %t/branch.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag != 0u) { if (gl_WorkGroupID.x >= n) return; }' %t/all.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag != 0u) { if (g >= n) dst[g] = 0.0; }' %t/all.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=for (uint k = 0u; k < m; k++) if (flag == k) { if (g >= n) break; }' %t/all.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=leave(g);' %t/all.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=bool skip = false; if (flag != 0u) skip = m == 3u; if (skip) return;' %t/all.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=l >= n - 64u * gl_WorkGroupID.x' %t/workgroups.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=gl_WorkGroupID.x == 3u && l >= n' %t/workgroups.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= n || src[g] == 0.0' %t/data.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=src[g] == 0.0' %t/data.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=imageLoad(im, ivec2(g, 0)).x == 0.0' %t/data.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=imageLoad(im, ivec2(gl_WorkGroupID.xy)).x == 0.0' %t/one-place.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=src[gl_WorkGroupID.x] == 0.0' %t/one-place.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=s[0] == 0.0' %t/one-place.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag == 1u) { if (l == 0u) return; }' %t/known.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (l == 0u) { if (flag == 1u) return; }' %t/known.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (l == 0u && flag == 1u) return;' %t/known.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=bool e = flag == 1u; if (!e) { if (l == 0u) return; }' -D'ELSE=e' %t/otherwise.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag == 1u && n == 0u && l == 0u) return;' -D'ELSE=!(flag == 1u && n == 0u)' %t/otherwise.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag > 2u && l == 0u) return;' -D'ELSE=flag <= 2u' %t/otherwise.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag == 1u) { if (g >= n) return; }' -D'ELSE=flag > 1u && flag < 4u' %t/otherwise.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag == 1u) { if (g >= n) return; }' -D'ELSE=flag == 0u' %t/otherwise.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag == 1u && g >= n) return;' -D'ELSE=flag != 1u' %t/otherwise.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag == 1u) { if (l == 0u) return; }' -D'ELSE=flag == 0u' %t/otherwise.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (l == 0u && flag == 1u) return;' -D'ELSE=flag != 1u' %t/otherwise.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (g < n) { if (flag == 1u) return; }' -D'ELSE=flag == 0u' %t/otherwise.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g.x >= 64 || g.y >= 64 || g.z >= 64' %t/whole.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=!(g.x <= 63 && 128 > g.y)' %t/whole.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g.x >= 8 * n || flag == 0u' %t/whole.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=mix(g.x >= 64, true, flag == 0u)' %t/whole.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g.x >= 64 || g.y >= 60' %t/within.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g.x > 64' %t/within.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g.x + 1 >= 64' %t/within.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g.x >= 4 * n' %t/part.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g.x >= count' %t/part.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=divergent-barrier %t/behind-two.comp
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier --target-env=vulkan %t/vote.comp %t/vote-of-all.comp %t/rays.comp
// RUN: %edit -e 's/_x = 256/_x = 32/' -e 's/expected-error.*/expected-no-diagnostics/' %t/vote.comp > %t/vote-of-one.comp
// RUN: %wglint --verify --checks=divergent-barrier --target-env=vulkan --target=nvidia-ampere %t/vote-of-one.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n;
shared float s[64];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{the bound is in this condition}}
  if (g >= n)
    return;
  s[l] = src[g];
  // expected-error@+3 {{a bound keeps some invocations of the last workgroup away from this barrier}}
  // expected-note@+2 {{assumed: the bound is no multiple of the workgroup's size}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g] = s[l ^ 1u];
}
// [/example]

//--- proved.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l < 32u)
    // expected-error@+2 {{invocation 0 reaches this barrier and invocation 32 does not}}
    // expected-note@+1 {{move the barrier}}
    barrier();
  dst[g] = src[g];
}

//--- several.comp
// One bound and two barriers behind it are one finding; another bound is another.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, m;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{the bound is in this condition}}
  if (g >= n)
    return;
  s[l] = src[g];
  // expected-error@+3 {{a bound keeps some invocations}}
  // expected-note@+2 {{assumed: the bound}}
  // expected-note@+1 {{move the barrier}}
  barrier();
  float a = s[l ^ 1u];
  // expected-note@+1 {{the same bound keeps them away from this one as well}}
  barrier();
  s[l] = a;
  // expected-note@+1 {{the bound is in this condition}}
  if (g >= m)
    return;
  // expected-error@+3 {{a bound keeps some invocations}}
  // expected-note@+2 {{assumed: the bound}}
  // expected-note@+1 {{move the barrier}}
  barrier();
  dst[g] = s[l ^ 2u];
}

//--- near-miss.comp
// expected-no-diagnostics
// The same for all invocations of a workgroup.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (gl_WorkGroupID.x * 64u >= n)
    return;
  s[l] = src[g];
  barrier();
  dst[g] = s[l ^ 1u];
}

//--- loop.comp
// expected-no-diagnostics
// Two invocations are known to make more iterations than are looked at one by
// one. They come to the barrier like the others.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint tile[64];
void main() {
  uint i = gl_LocalInvocationIndex;
  uint end = i < 2u ? 8u : data[i];
  uint sum = 0u;
  for (uint k = 0u; k < end; ++k)
    sum += data[64u + k];
  tile[i] = sum;
  barrier();
  data[i] = tile[63u - i];
}

//--- bound.comp
// The same behind a bound that keeps some away: those are named.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint tile[64];
void main() {
  uint i = gl_LocalInvocationIndex;
  if (i >= 37u)
    return;
  uint end = i < 2u ? 8u : data[i];
  uint sum = 0u;
  for (uint k = 0u; k < end; ++k)
    sum += data[64u + k];
  tile[i] = sum;
  // expected-error@+2 {{invocation 0 reaches this barrier and invocation 37 does not}}
  // expected-note@+1 {{move the barrier}}
  barrier();
  data[i] = tile[36u - i];
}

//--- joined.comp
// The bound keeps invocations away whatever uniforms stand beside it, in whichever
// order, and whether the compiler branches around the second operand or not.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, m, flag;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{the bound is in this condition}}
  if (SKIP)
    return;
  s[l] = src[g];
  // expected-error@+3 {{a bound keeps some invocations of the last workgroup away from this barrier}}
  // expected-note@+2 {{assumed: the bound}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g] = s[l ^ 1u];
}

//--- choice.comp
// The same where ?: chooses: the module has no place for what it chooses.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, m, flag;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (SKIP)
    return;
  s[l] = src[g];
  // expected-error@+3 {{a bound keeps some invocations of the last workgroup away from this barrier}}
  // expected-note@+2 {{assumed: the bound}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g] = s[l ^ 1u];
}

//--- local.comp
// A bound of the local id parts every workgroup alike.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, flag;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{the bound is in this condition}}
  if (SKIP)
    return;
  s[l] = src[g];
  // expected-error@+3 {{a bound keeps some invocations of each workgroup away from this barrier}}
  // expected-note@+2 {{assumed: the bound lies between the numbers of invocations that are compared with it}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g] = s[l ^ 1u];
}

//--- workgroups.comp
// A bound of the local id that is not the same in all workgroups, by itself or by what
// stands beside it.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{the bound is in this condition}}
  if (SKIP)
    return;
  s[l] = src[g];
  // expected-error@+3 {{a bound keeps some invocations of the last workgroup away from this barrier}}
  // expected-note@+2 {{assumed: the bound is no multiple}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g] = s[l ^ 1u];
}

//--- two.comp
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

//--- besides.comp
// Data keeps others away.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{the bound is in this condition}}
  if (g >= n)
    return;
  s[l] = src[g];
  // expected-note@+1 {{besides, data decides here whether an invocation comes to it}}
  if (src[g] == 0.0)
    return;
  // expected-error@+3 {{a bound keeps some invocations of the last workgroup away from this barrier}}
  // expected-note@+2 {{assumed: the bound}}
  // expected-note@+1 {{move the barrier}}
  barrier();
  if (l >= 32u)
    return;
  // expected-error@+2 {{invocation 0 reaches this barrier and invocation 32 does not}}
  // expected-note@+1 {{move the barrier}}
  barrier();
  dst[g] = s[l ^ 1u];
}

//--- uniform.comp
// expected-no-diagnostics
// No bound among them: all invocations of a workgroup agree.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, m, flag;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (SKIP)
    return;
  s[l] = src[g];
  barrier();
  dst[g] = s[l ^ 1u];
}

//--- data.comp
// What each invocation loads for itself decides. Beside a bound it is the data that
// are named.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
layout(rgba32f, binding = 0) readonly uniform image2D im;
uniform uint n;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{the data are in this condition}}
  if (SKIP)
    return;
  s[l] = src[g];
  // expected-error-re@+3 {{data decides for each invocation whether it reaches this barrier ({{loaded from 'src'|read from an image}})}}
  // expected-note@+2 {{assumed: the data are not the same for all invocations of a workgroup}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  float a = s[l ^ 1u];
  // expected-note@+1 {{the same data keep them away from this one as well}}
  barrier();
  s[l] = a;
  dst[g] = a;
}

//--- one-place.comp
// expected-no-diagnostics
// All load one thing.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
layout(rgba32f, binding = 0) readonly uniform image2D im;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l == 0u)
    s[0] = src[g];
  barrier();
  if (SKIP)
    return;
  barrier();
  s[l] = src[g];
  barrier();
  dst[g] = s[l ^ 1u];
}

//--- known.comp
// Known invocations leave where something is so that is the same for all.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, m, flag;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  LEAVE
  s[l] = src[g];
  // expected-error@+3 {{invocation 1 reaches this barrier and invocation 0 does not}}
  // expected-note@+2 {{assumed: flag == 1}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g] = s[l ^ 1u];
}

//--- twice.comp
// One condition and two barriers behind it.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint flag;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (flag == 1u && l == 0u)
    return;
  s[l] = src[g];
  // expected-error@+3 {{invocation 1 reaches this barrier and invocation 0 does not}}
  // expected-note@+2 {{assumed: flag == 1}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  float a = s[l ^ 1u];
  // expected-note@+1 {{nor does it reach this one}}
  barrier();
  s[l] = a;
  dst[g] = a;
}

//--- edge.comp
// Those within the bound leave, those behind it do not.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, flag;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{the bound is in this condition}}
  if (g < n) {
    if (flag != 0u)
      return;
  }
  s[l] = 1.0;
  // expected-error@+3 {{a bound keeps some invocations of the last workgroup away from this barrier}}
  // expected-note@+2 {{assumed: the bound}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g] = s[l ^ 1u];
}

//--- otherwise.comp
// expected-no-diagnostics
// The barrier is there only where nobody has left.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, flag;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  LEAVE
  if (ELSE) {
    s[l] = src[g];
    barrier();
    dst[g] = s[l ^ 1u];
  }
}

//--- power.comp
// A power of two divides a workgroup whose size is one only where it is smaller.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, m, flag;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{the bound is in this condition}}
  if (SKIP)
    return;
  s[l] = src[g];
  // expected-remark@+3 {{a bound keeps some invocations of the first workgroup away from this barrier}}
  // expected-note-re@+2 {{, a power of two, is less than the {{64|2048}} that a workgroup covers}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g] = s[l ^ 1u];
}

//--- branch.comp
// A bound in a branch that is the same for all.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, m, flag;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{the bound is in this condition}}
  LEAVE
  s[l] = src[g];
  // expected-error@+3 {{a bound keeps some invocations of the last workgroup away from this barrier}}
  // expected-note@+2 {{assumed: the bound}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g] = s[l ^ 1u];
}

//--- all.comp
// expected-no-diagnostics
// Nobody is kept away from the barrier, or whole workgroups are.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, m, flag;
shared float s[64];
void leave(uint g) {
  if (flag != 0u) {
    if (g >= n)
      return;
  }
  dst[g] = 0.0;
}
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  LEAVE
  s[l] = src[g];
  barrier();
  dst[g] = s[l ^ 1u];
}

//--- whole.comp
// expected-no-diagnostics
// Bounds that are multiples of the workgroup's size: no workgroup lies on both sides.
#version 450
layout(local_size_x = 8, local_size_y = 8, local_size_z = 8) in;
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint flag;
uniform int n;
shared float s[512];
void main() {
  ivec3 g = ivec3(gl_GlobalInvocationID);
  uint l = gl_LocalInvocationIndex;
  if (SKIP)
    return;
  s[l] = dst[g.x];
  barrier();
  dst[g.x] = s[l ^ 1u];
}

//--- part.comp
// One number off, or not known to be such a multiple: the default of a specialization
// constant is replaced.
#version 450
layout(local_size_x = 8, local_size_y = 8, local_size_z = 8) in;
layout(constant_id = 0) const int count = 64;
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform int n;
shared float s[512];
void main() {
  ivec3 g = ivec3(gl_GlobalInvocationID);
  uint l = gl_LocalInvocationIndex;
  // expected-note@+1 {{the bound is in this condition}}
  if (SKIP)
    return;
  s[l] = dst[g.x];
  // expected-error@+3 {{a bound keeps some invocations of the last workgroup away from this barrier}}
  // expected-note@+2 {{assumed: the bound is no multiple of the workgroup's size}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g.x] = s[l ^ 1u];
}

//--- within.comp
// One number off, or not known to be such a multiple: the default of a specialization
// constant is replaced.
#version 450
layout(local_size_x = 8, local_size_y = 8, local_size_z = 8) in;
layout(constant_id = 0) const int count = 64;
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform int n;
shared float s[512];
void main() {
  ivec3 g = ivec3(gl_GlobalInvocationID);
  uint l = gl_LocalInvocationIndex;
  // expected-note@+1 {{the bound is in this condition}}
  if (SKIP)
    return;
  s[l] = dst[g.x];
  // expected-error@+3 {{a bound keeps some invocations of the workgroup that it lies in away from this barrier}}
  // expected-note@+2 {{assumed: the dispatch reaches the bound}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g.x] = s[l ^ 1u];
}

//--- chosen.comp
// expected-no-diagnostics
// What a mode makes data is data under that mode alone.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
uniform bool isRead, isMasked;
uniform float threshold;
uniform uint n;
void main() {
  uint g = gl_GlobalInvocationID.x;
  float x = isRead ? dst[g] : threshold;
  if (isRead) {
    dst[g] = x;
    return;
  }
  if (x > 0.0)
    barrier();
  bool isOn = n > 3u;
  if (isMasked)
    isOn = dst[g] > 0.0;
  if (isMasked)
    return;
  if (isOn)
    barrier();
}

//--- behind-one.comp
// Whatever stands between the two, and in a loop that some leave earlier.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l < 32u) {
    s[l] = dst[g];
    // expected-error@+2 {{invocation 0 reaches this barrier and invocation 32 does not}}
    // expected-note@+1 {{move the barrier}}
    barrier();
    if (l < 16u)
      s[l] += s[l + 16u];
    // expected-note@+1 {{nor does it reach this one}}
    barrier();
    dst[g] = s[0];
  }
  for (uint k = 0u; k < l; ++k) {
    // expected-error@+2 {{invocation 1 reaches this barrier and invocation 0 does not}}
    // expected-note@+1 {{move the barrier}}
    barrier();
    s[l] += s[k];
    // expected-note@+1 {{nor does it reach this one}}
    barrier();
  }
}

//--- behind-two.comp
// The same invocations behind another branch, and others behind one within the first.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l < 32u) {
    s[l] = dst[g];
    // expected-error@+1 {{invocation 0 reaches this barrier and invocation 32 does not}}
    barrier();
    if (l < 16u) {
      // expected-error@+1 {{invocation 0 reaches this barrier and invocation 16 does not}}
      barrier();
      s[l] += s[l + 16u];
    }
  }
  if (l < 32u)
    // expected-error@+1 {{invocation 0 reaches this barrier and invocation 32 does not}}
    barrier();
  switch (l / 32u) {
  case 0u:
    // expected-error@+1 {{invocation 0 reaches this barrier and invocation 32 does not}}
    barrier();
    break;
  }
  dst[g] = s[0];
}

//--- vote.comp
// Each subgroup votes for itself when to leave.
#version 450
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint s[256];
void main() {
  uint l = gl_LocalInvocationIndex, v = data[gl_GlobalInvocationID.x];
  for (uint k = 0u; k < 16u; ++k) {
    s[l] = v;
    // expected-error@+1 {{data decides for each subgroup whether it reaches this barrier (loaded from 'data')}}
    barrier();
    v = max(v, s[(l + 1u) & 255u]) - 1u;
    barrier();
    if (subgroupAll(v == 0u)) break;
  }
  data[gl_GlobalInvocationID.x] = v;
}

//--- vote-of-all.comp
// Of one value that all see, the vote is the same in all subgroups.
// expected-no-diagnostics
#version 450
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(push_constant) uniform Params { uint mode; };
shared uint s[256];
void main() {
  uint l = gl_LocalInvocationIndex, v = data[gl_WorkGroupID.x];
  if (subgroupAny(v != 0u) || subgroupAll(mode == 3u)) {
    s[l] = l;
    barrier();
    data[gl_GlobalInvocationID.x] = s[255u - l];
  }
}

//--- rays.comp
// What a ray meets is data; what it was given is not.
#version 460
#extension GL_EXT_ray_query : require
layout(local_size_x = 64) in;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(std430, binding = 1) buffer Hits { float hits[]; };
shared float tile[64];
void main() {
  uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex;
  rayQueryEXT query;
  rayQueryInitializeEXT(query, scene, 0, 255, vec3(i), 0.0, vec3(1), 1.0);
  while (rayQueryProceedEXT(query)) {}
  if (rayQueryGetRayFlagsEXT(query) != 0u) return;
  tile[l] = 1.0;
  barrier();
  float distance = tile[63u - l];
  if (rayQueryGetIntersectionTEXT(query, true) > 0.5) return;
  // expected-error@+1 {{data decides for each invocation whether it reaches this barrier (returned by a ray query)}}
  barrier();
  hits[i] = distance;
}

//--- rows.comp
// The ends of rows lie anywhere in a dispatch, not only in its last workgroup.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Values { float values[]; };
uniform uint width;
shared float tile[64];
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint x = i % WIDTH;
  if (x == 0u || x == WIDTH - 1u)
    return;
  tile[gl_LocalInvocationID.x] = values[i];
  barrier(); // expected-error {{a bound keeps some invocations of the workgroups at ends of rows away from this barrier}}
  values[i] = tile[63u - gl_LocalInvocationID.x];
}
