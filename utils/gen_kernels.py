#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compute shaders of the shapes that people write, with random parameters.

    utils/gen_kernels.py --seed=1 --count=100 --out=DIR [--family=NAME]

Every address is a function of ids, constants and uniforms. Each file's
`// run:` line gives the dispatch, the elements of each buffer and the uniforms
(`groups=X,Y a=LENGTH N:VALUE`), so that each can be executed and counted.
A family is a function `family_<name>(rng)` that returns a Shader.
"""

import argparse
import pathlib
import random

# Element types with their bytes, for buffers whose values do not matter.
ELEMENTS = {"float": 4, "uint": 4, "vec2": 8, "uvec2": 8, "vec4": 16, "uvec4": 16, "double": 8}


class Shader:
    """Collects the parts of one shader's text."""

    def __init__(self, size, groups=(1, 1), version="450"):
        self.size = (tuple(size) + (1, 1))[:3]
        self.groups = groups
        self.version = version
        self.extensions = []
        self.declarations = []
        self.lengths = {}
        self.uniforms = {}
        self.functions = ""
        self.body = ""

    @property
    def invocations(self):
        return self.size[0] * self.size[1] * self.size[2]

    def buffer(self, name, kind, length):
        binding = len(self.lengths)
        self.declarations.append(
            f"layout(std430, binding = {binding}) buffer Buf_{name} {{ {kind} {name}[]; }};"
        )
        self.lengths[name] = max(1, int(length))

    def uniform(self, name, value, kind="uint"):
        location = len(self.uniforms)
        self.declarations.append(f"layout(location = {location}) uniform {kind} {name};")
        self.uniforms[name] = value

    def push_constants(self, members):
        """Uniform values as Vulkan has them: name to (type, value or None)."""
        text = " ".join(f"{kind} {name};" for name, (kind, _) in members.items())
        self.declarations.append(f"layout(push_constant) uniform Push {{ {text} }};")
        self.uniforms.update({n: value for n, (_, value) in members.items() if value is not None})

    def declare(self, text):
        self.declarations.append(text)

    def text(self):
        run = [f"groups={self.groups[0]},{self.groups[1]}"]
        run += [f"{name}={length}" for name, length in self.lengths.items()]
        run += [f"{name}:{value}" for name, value in self.uniforms.items()]
        size = "layout(local_size_x = {}, local_size_y = {}, local_size_z = {}) in;".format(*self.size)
        names = {
            "lx": "gl_LocalInvocationID.x", "ly": "gl_LocalInvocationID.y", "lid": "gl_LocalInvocationIndex",
            "gx": "gl_GlobalInvocationID.x", "gy": "gl_GlobalInvocationID.y",
            "wx": "gl_WorkGroupID.x", "wy": "gl_WorkGroupID.y",
        }
        used = [f"  uint {name} = {value};" for name, value in names.items()]
        return "\n".join(
            [f"#version {self.version}", "// run: " + " ".join(run)]
            + [f"#extension {name} : require" for name in self.extensions]
            + (["precision highp float;"] if self.version.endswith("es") else []) + [size]
            + self.declarations + ([self.functions] if self.functions else [])
            + ["void main() {"] + used + [self.body.rstrip(), "}", ""]
        )


def row_size(rng):
    """A workgroup of one row."""
    return (rng.choice([32, 48, 64, 96, 128, 256]),)


def area_size(rng):
    return rng.choice([(32, 8), (16, 16), (8, 8), (32, 32), (64, 4), (8, 32), (4, 16), (24, 10)])


def element(rng):
    return rng.choice(list(ELEMENTS))


def power(rng, low, high):
    return 1 << rng.randrange(low, high + 1)


def family_copy(rng):
    s = Shader(row_size(rng), (rng.randrange(1, 9), 1))
    kind = element(rng)
    stride, offset = rng.choice([1, 1, 2, 3, 4, 5, 8, 16, 17]), rng.randrange(0, 9)
    count = s.invocations * s.groups[0]
    s.buffer("a", kind, count * stride + offset)
    s.buffer("b", kind, count + offset)
    s.body = f"  b[gx + {rng.choice([0, offset])}u] = a[gx * {stride}u + {offset}u];\n"
    return s


def family_transpose(rng):
    s = Shader(area_size(rng), (rng.randrange(1, 5), rng.randrange(1, 5)))
    width, height = s.size[0] * s.groups[0], s.size[1] * s.groups[1]
    pitch = max(width, height) + rng.choice([0, 0, 1, 3, 4])
    s.uniform("N", pitch)
    s.buffer("a", "float", pitch * pitch)
    s.buffer("b", "float", pitch * pitch)
    s.body = "  b[gx * N + gy] = a[gy * N + gx];\n"
    return s


def family_tile_transpose(rng):
    tile = rng.choice([8, 16, 32])
    rows = rng.choice([r for r in (tile, tile // 2, tile // 4) if r >= 2])
    s = Shader((tile, rows), (rng.randrange(1, 4), rng.randrange(1, 4)))
    pad, kind = rng.choice([0, 1, 2, 4]), rng.choice(["float", "vec2", "vec4", "double"])
    pitch = tile * max(s.groups)
    s.uniform("N", pitch)
    s.buffer("a", kind, pitch * pitch)
    s.buffer("b", kind, pitch * pitch)
    s.declare(f"shared {kind} tile[{tile}][{tile + pad}];")
    s.body = f"""
  for (uint r = ly; r < {tile}u; r += {rows}u)
    tile[r][lx] = a[(wy * {tile}u + r) * N + wx * {tile}u + lx];
  barrier();
  for (uint r = ly; r < {tile}u; r += {rows}u)
    b[(wx * {tile}u + r) * N + wy * {tile}u + lx] = tile[lx][r];
"""
    return s


def family_swizzle(rng):
    tile = rng.choice([16, 32])
    s = Shader((tile, tile), (rng.randrange(1, 4), 1))
    kind = rng.choice(["float", "vec2", "uint"])
    form = rng.choice(["(ly ^ lx)", f"((lx + ly) & {tile - 1}u)", "(lx ^ (ly >> 1u))", f"((lx * 5u + ly) % {tile}u)"])
    s.buffer("a", kind, tile * tile * s.groups[0])
    s.buffer("b", kind, tile * tile * s.groups[0])
    s.declare(f"shared {kind} tile[{tile * tile}];")
    turned = form.replace("lx", "q").replace("ly", "lx").replace("q", "ly")
    s.body = f"""
  uint base = wx * {tile * tile}u;
  tile[ly * {tile}u + {form}] = a[base + lid];
  barrier();
  b[base + lid] = tile[lx * {tile}u + {turned}];
"""
    return s


def family_scan(rng):
    n = rng.choice([64, 128, 256])
    s = Shader((n,), (rng.randrange(1, 5), 1))
    s.buffer("a", "uint", n * s.groups[0])
    s.buffer("b", "uint", n * s.groups[0])
    s.declare(f"shared uint t[{2 * n}];")
    if rng.random() < 0.5:
        s.body = f"""
  uint p = 0u, q = {n}u;
  t[lx] = a[gx];
  barrier();
  for (uint d = 1u; d < {n}u; d *= 2u) {{
    uint v = t[p + lx];
    if (lx >= d) v += t[p + lx - d];
    t[q + lx] = v;
    uint other = p; p = q; q = other;
    barrier();
  }}
  b[gx] = t[p + lx];
"""
        return s
    pad = rng.choice(["", " + ({0} >> 5u)"])
    at = lambda i: f"({i}{pad.format(i)})"
    s.body = f"""
  t[{at('lx')}] = a[gx];
  barrier();
  for (uint d = 1u; d < {n}u; d <<= 1u) {{
    uint i = (lx + 1u) * d * 2u - 1u;
    if (i < {n}u) t[{at('i')}] += t[{at('(i - d)')}];
    barrier();
  }}
  for (uint d = {n // 4}u; d > 0u; d >>= 1u) {{
    uint i = (lx + 1u) * d * 2u - 1u;
    if (i + d < {n}u) t[{at('(i + d)')}] += t[{at('i')}];
    barrier();
  }}
  b[gx] = t[{at('lx')}];
"""
    return s


def family_bitonic(rng):
    n = rng.choice([64, 128, 256])
    s = Shader((n // 2 if rng.random() < 0.5 else n,), (rng.randrange(1, 4), 1))
    s.buffer("a", "uint", n * s.groups[0])
    s.declare(f"shared uint t[{n}];")
    pair = s.size[0] != n
    compare = """
      uint x = t[i], y = t[m];
      bool up = (i & k) == 0u;
      if ((x > y) == up) { t[i] = y; t[m] = x; }
"""
    inner = (
        f"      uint i = 2u * lx - (lx & (j - 1u)), m = i + j;{compare}"
        if pair
        else f"      uint i = lx, m = i ^ j;\n      if (m > i) {{{compare}      }}\n"
    )
    # Values that do not come from memory would decide nothing: only the
    # addresses count, and both stores stand under a condition on data.
    inner = inner.replace("if ((x > y) == up) { t[i] = y; t[m] = x; }", "t[i] = up ? min(x, y) : max(x, y);\n      t[m] = up ? max(x, y) : min(x, y);")
    s.body = f"""
  for (uint i = lx; i < {n}u; i += {s.size[0]}u) t[i] = a[wx * {n}u + i];
  barrier();
  for (uint k = 2u; k <= {n}u; k <<= 1u)
    for (uint j = k >> 1u; j > 0u; j >>= 1u) {{
{inner}
      barrier();
    }}
  for (uint i = lx; i < {n}u; i += {s.size[0]}u) a[wx * {n}u + i] = t[i];
"""
    return s


def family_odd_even(rng):
    n = rng.choice([32, 64, 128])
    s = Shader((n // 2,), (rng.randrange(1, 4), 1))
    s.buffer("a", "float", n * s.groups[0])
    s.declare(f"shared float t[{n}];")
    s.body = f"""
  uint base = wx * {n}u;
  t[lx] = a[base + lx];
  t[lx + {n // 2}u] = a[base + lx + {n // 2}u];
  barrier();
  for (int phase = 0; phase < {rng.choice([4, n])}; ++phase) {{
    uint i = 2u * lx + uint(phase & 1);
    if (i + 1u < {n}u) {{
      float x = t[i], y = t[i + 1u];
      t[i] = min(x, y);
      t[i + 1u] = max(x, y);
    }}
    barrier();
  }}
  a[base + 2u * lx] = t[2u * lx];
  a[base + 2u * lx + 1u] = t[2u * lx + 1u];
"""
    return s


def family_fft(rng):
    n = rng.choice([64, 128, 256, 512])
    s = Shader((n // 2,), (rng.randrange(1, 4), 1))
    kind = rng.choice(["float", "vec2"])
    s.buffer("a", kind, n * s.groups[0])
    s.declare(f"shared {kind} t[{n}];")
    decimate = rng.random() < 0.5
    loop = f"uint m = 1u; m < {n}u; m <<= 1u" if decimate else f"uint m = {n // 2}u; m >= 1u; m /= 2u"
    index = rng.choice(["(lx / m) * (2u * m) + lx % m", "((lx & ~(m - 1u)) << 1u) | (lx & (m - 1u))"])
    load = rng.choice(["lx", f"bitfieldReverse(lx) >> {32 - (n // 2).bit_length() + 1}u"])
    s.body = f"""
  uint base = wx * {n}u;
  t[{load}] = a[base + lx];
  t[lx + {n // 2}u] = a[base + lx + {n // 2}u];
  barrier();
  for ({loop}) {{
    uint i = {index};
    {kind} x = t[i], y = t[i + m];
    t[i] = x + y;
    t[i + m] = x - y;
    barrier();
  }}
  a[base + lx] = t[lx];
  a[base + lx + {n // 2}u] = t[lx + {n // 2}u];
"""
    return s


def family_reduce(rng):
    n = rng.choice([64, 128, 256])
    s = Shader((n,), (rng.randrange(1, 6), 1))
    s.buffer("a", "float", n * s.groups[0])
    s.buffer("b", "float", s.groups[0])
    s.declare(f"shared float t[{n}];")
    step = rng.choice([
        f"for (uint d = {n // 2}u; d > 0u; d >>= 1u) {{ if (lx < d) t[lx] += t[lx + d]; barrier(); }}",
        f"for (uint d = 1u; d < {n}u; d *= 2u) {{ if (lx % (2u * d) == 0u) t[lx] += t[lx + d]; barrier(); }}",
        f"for (uint d = 1u; d < {n}u; d *= 2u) {{ uint i = 2u * d * lx; if (i < {n}u) t[i] += t[i + d]; barrier(); }}",
    ])
    s.body = f"""
  t[lx] = a[gx];
  barrier();
  {step}
  if (lx == 0u) b[wx] = t[0];
"""
    return s


def family_halo(rng):
    tx, ty = rng.choice([(16, 16), (32, 8), (8, 8), (32, 4)])
    radius = rng.randrange(1, 4)
    s = Shader((tx, ty), (rng.randrange(1, 4), rng.randrange(1, 4)))
    wide, high = tx + 2 * radius, ty + 2 * radius
    pitch = tx * s.groups[0] + 2 * radius + rng.choice([0, 1, 6])
    s.uniform("N", pitch)
    s.buffer("a", "float", pitch * (ty * s.groups[1] + 2 * radius))
    s.buffer("b", "float", pitch * (ty * s.groups[1] + 2 * radius))
    s.declare(f"shared float t[{high}][{wide + rng.choice([0, 1])}];")
    s.body = f"""
  for (uint y = ly; y < {high}u; y += {ty}u)
    for (uint x = lx; x < {wide}u; x += {tx}u)
      t[y][x] = a[(wy * {ty}u + y) * N + wx * {tx}u + x];
  barrier();
  float sum = 0.0;
  for (uint y = 0u; y < {2 * radius + 1}u; ++y)
    for (uint x = 0u; x < {2 * radius + 1}u; ++x)
      sum += t[ly + y][lx + x];
  b[(gy + {radius}u) * N + gx + {radius}u] = sum;
"""
    return s


def family_grid_stride(rng):
    s = Shader(row_size(rng), (rng.randrange(1, 5), 1))
    count = rng.randrange(200, 3000)
    kind = element(rng)
    s.uniform("N", count)
    s.buffer("a", kind, count)
    s.buffer("b", kind, count)
    s.body = f"""
  uint step = gl_NumWorkGroups.x * {s.size[0]}u;
  for (uint i = gx; i < N; i += step) {{
    {rng.choice(['', 'if (i % 7u == 3u) continue;', f'if (i > {count // 2}u) break;'])}
    b[i] = a[i];
  }}
"""
    return s


def family_block_cyclic(rng):
    s = Shader(row_size(rng), (rng.randrange(1, 4), 1))
    block, rounds = rng.choice([1, 2, 3, 4, 8]), rng.randrange(1, 6)
    count = s.invocations * s.groups[0] * block * rounds
    s.buffer("a", "float", count)
    s.buffer("b", "float", count)
    s.body = f"""
  for (uint r = 0u; r < {rounds}u; ++r)
    for (uint k = 0u; k < {block}u; ++k) {{
      uint i = (r * gl_NumWorkGroups.x * {s.size[0]}u + gx) * {block}u + k;
      b[i] = a[i] * 2.0;
    }}
"""
    return s


def family_triples(rng):
    s = Shader(row_size(rng), (rng.randrange(1, 4), 1))
    count = s.invocations * s.groups[0]
    form = rng.randrange(3)
    if form == 0:
        s.buffer("a", "float", 3 * count)
        s.buffer("b", "float", 3 * count)
        s.body = "  for (uint c = 0u; c < 3u; ++c) b[3u * gx + c] = a[3u * gx + c];\n"
        return s
    if form == 1:
        s.declare("struct Point { float x; float y; float z; };")
        s.buffer("a", "Point", count)
        s.buffer("b", "Point", count)
        s.body = "  b[gx].x = a[gx].y;\n  b[gx].y = a[gx].z;\n  b[gx].z = a[gx].x;\n"
        return s
    s.declare(f"shared float t[{3 * s.size[0]}];")
    s.buffer("a", "float", 3 * count)
    s.buffer("b", "float", 3 * count)
    s.body = f"""
  for (uint c = 0u; c < 3u; ++c) t[c * {s.size[0]}u + lx] = a[wx * {3 * s.size[0]}u + c * {s.size[0]}u + lx];
  barrier();
  float x = t[3u * lx], y = t[3u * lx + 1u], z = t[3u * lx + 2u];
  b[3u * gx] = z;
  b[3u * gx + 1u] = x;
  b[3u * gx + 2u] = y;
"""
    return s


def family_structs(rng):
    s = Shader(row_size(rng), (rng.randrange(1, 4), 1))
    count = s.invocations * s.groups[0]
    members = ["float m0;"]
    for i in range(1, rng.randrange(2, 7)):
        members.append(f"{rng.choice(['float', 'vec2', 'vec4', 'uint', 'float', 'ivec2'])} m{i};")
    if rng.random() < 0.5:
        members.append(f"float tail[{rng.randrange(2, 5)}];")
    s.declare("struct Record { " + " ".join(members) + " };")
    s.buffer("a", "Record", count)
    s.buffer("b", "float", count)
    read = "a[gx].m0"
    if "tail" in members[-1]:
        read += f" + a[gx].tail[{rng.choice(['1', 'gx & 1u'])}]"
    s.body = f"  b[gx] = {read};\n  a[gx].m0 = b[gx];\n"
    return s


def family_matrices(rng):
    s = Shader(row_size(rng), (rng.randrange(1, 4), 1))
    count = s.invocations * s.groups[0]
    kind = rng.choice(["mat2", "mat4", "mat2x4", "mat4x2"])
    order = rng.choice(["", "layout(column_major) "])
    s.declare(f"layout(std430, binding = 0) buffer Buf_a {{ {order}{kind} a[]; }};")
    s.lengths["a"] = count
    s.buffer("b", "float", count)
    s.body = f"""
  b[gx] = a[gx][{rng.choice(['1', 'gx & 1u'])}].y;
  a[gx][0] = a[gx][1];
"""
    return s


def family_histogram(rng):
    bins = power(rng, 4, 8)
    s = Shader(row_size(rng), (rng.randrange(1, 4), 1))
    s.buffer("a", "uint", bins)
    s.declare(f"shared uint h[{bins}];")
    index = rng.choice(["(gx * 2654435761u) >> 20u", "gx * 37u", "gx ^ (gx >> 3u)", "bitCount(gx) * 11u", "gx / 5u"])
    s.body = f"""
  for (uint i = lx; i < {bins}u; i += {s.size[0]}u) h[i] = 0u;
  barrier();
  atomicAdd(h[({index}) & {bins - 1}u], 1u);
  barrier();
  for (uint i = lx; i < {bins}u; i += {s.size[0]}u) atomicAdd(a[i], h[i]);
"""
    return s


def family_branches(rng):
    s = Shader(row_size(rng), (rng.randrange(1, 4), 1))
    count = s.invocations * s.groups[0]
    s.buffer("a", "float", 8 * count + 64)
    s.buffer("b", "float", 8 * count + 64)
    odd, limit = rng.choice([2, 3, 4, 5, 7]), rng.randrange(1, s.size[0])
    s.body = f"""
  float v = 0.0;
  if (lx % {odd}u == 1u) {{
    if (gx < {limit}u) v = a[gx * {rng.randrange(1, 5)}u];
    else v = a[gx + {rng.randrange(0, 40)}u];
  }} else if ((lx & {power(rng, 0, 4)}u) != 0u && lx > {limit // 2}u) {{
    v = a[count_of(lx) + 3u];
  }} else {{
    v = a[gx] + (lx < {limit}u ? a[2u * gx] : a[3u * gx + 1u]);
  }}
  b[gx] = v;
  if (gx >= {count - rng.randrange(0, 20)}u) return;
  b[gx + 1u] = v;
"""
    s.functions = f"""uint count_of(uint x) {{
  if (x < {limit}u) return x * 2u;
  if ((x & 1u) == 0u) return x + {rng.randrange(1, 9)}u;
  return x;
}}"""
    return s


def family_switch(rng):
    s = Shader(row_size(rng), (rng.randrange(1, 4), 1))
    count = s.invocations * s.groups[0]
    s.buffer("a", "uint", 8 * count + 64)
    s.buffer("b", "uint", 8 * count + 64)
    fall = rng.choice(["", "break;"])
    s.body = f"""
  uint v = 0u;
  switch (lx % {rng.choice([3, 4, 5])}u) {{
  case 0u: v = a[gx]; break;
  case 1u: v = a[2u * gx]; {fall}
  case 2u: v += a[3u * gx]; break;
  case 3u: for (uint k = 0u; k < 4u; ++k) {{ if (k == (lx >> 3u)) break; v += a[gx + k]; }} break;
  default: b[gx + 5u] = 1u; break;
  }}
  b[gx] = v;
"""
    return s


def family_loops(rng):
    s = Shader(row_size(rng), (rng.randrange(1, 3), 1))
    count = s.invocations * s.groups[0]
    s.buffer("a", "float", 64 * count)
    s.buffer("b", "float", count)
    trips = rng.randrange(1, 9)
    loop = rng.choice([
        f"for (uint k = lx & 3u; k < {trips}u + (lx & 7u); ++k) v += a[gx * {trips}u + k];",
        f"uint k = gx; while (k > 0u) {{ v += a[k]; k /= {rng.choice([2, 3])}u; }}",
        f"uint k = 0u; do {{ v += a[k * {s.size[0]}u + lx]; k++; }} while (k < {trips}u && k < (lx >> 2u));",
        f"for (int i = 0; i < {trips}; ++i) {{ for (int j = i; j < {trips}; ++j) {{ if (((i + j) & 1) == 1) continue; v += a[gx + uint(i * {trips} + j)]; }} }}",
        f"for (uint k = 1u; k <= {1 << trips}u; k <<= 1u) {{ if ((lx & k) != 0u) v += a[gx + k]; }}",
        f"for (uint k = 0u; k < {trips}u; ++k) {{ if (k * 8u > lx) {{ b[gx] = v; return; }} v += a[gx ^ k]; }}",
    ])
    s.body = f"  float v = 0.0;\n  {loop}\n  b[gx] = v;\n"
    return s


def family_calls(rng):
    s = Shader(row_size(rng), (rng.randrange(1, 4), 1))
    count = s.invocations * s.groups[0]
    s.buffer("a", "float", 8 * count + 64)
    s.buffer("b", "float", 8 * count + 64)
    s.functions = f"""float fetch(uint i) {{ return a[i * {rng.randrange(1, 5)}u]; }}
void put(uint i, float v) {{ if ((i & 1u) == 0u) {{ b[i] = v; return; }} b[i + {rng.randrange(1, 9)}u] = v; }}
void split(in uint i, out uint low, out uint high) {{ low = i & {power(rng, 1, 5) - 1}u; high = i >> {rng.randrange(1, 5)}u; }}"""
    s.body = """
  uint low, high;
  split(gx, low, high);
  put(gx, fetch(gx) + fetch(low));
  put(2u * gx, fetch(high + low));
"""
    return s


def family_matmul(rng):
    tile = rng.choice([8, 16])
    s = Shader((tile, tile), (rng.randrange(1, 3), rng.randrange(1, 3)))
    n = tile * 2
    pad = rng.choice([0, 1])
    s.uniform("N", n)
    for name in "abc":
        s.buffer(name, "float", n * n)
    s.declare(f"shared float ta[{tile}][{tile + pad}];")
    s.declare(f"shared float tb[{tile}][{tile + pad}];")
    turned = rng.choice(["tb[k][lx]", "tb[lx][k]"])
    s.body = f"""
  float acc = 0.0;
  for (uint k0 = 0u; k0 < N; k0 += {tile}u) {{
    ta[ly][lx] = a[gy * N + k0 + lx];
    tb[ly][lx] = b[(k0 + ly) * N + gx];
    barrier();
    for (uint k = 0u; k < {tile}u; ++k) acc += ta[ly][k] * {turned};
    barrier();
  }}
  c[gy * N + gx] = acc;
"""
    return s


def family_shared_patterns(rng):
    s = Shader(row_size(rng), (rng.randrange(1, 4), 1))
    n, kind = s.size[0], element(rng)
    s.buffer("a", kind, n * s.groups[0])
    total = 1 << (n * 4 - 1).bit_length()
    total = min(total, 2048 // ELEMENTS[kind] * 8)
    s.declare(f"shared {kind} t[{total}];")
    forms = [f"lx * {rng.choice([1, 2, 3, 4, 8, 16, 17, 32, 33])}u", "lx / 2u", "lx / 4u * 4u", "lx ^ 21u",
             "(lx >> 1u) * 7u", "(lx & 3u) * 32u + lx / 4u", "63u - lx", f"{rng.randrange(0, 64)}u"]
    put, get = rng.choice(forms), rng.choice(forms)
    guard = rng.choice(["", f"if (lx % {rng.randrange(2, 6)}u != 0u) ", f"if (lx < {rng.randrange(1, n)}u) "])
    s.body = f"""
  {guard}t[({put}) & {total - 1}u] = a[gx];
  barrier();
  {kind} v = t[({get}) & {total - 1}u];
  {guard}a[gx] = v;
"""
    return s


# Members with the layout's corner cases: three components, matrices, arrays,
# narrow and wide scalars.
MEMBERS = ["float", "vec2", "vec3", "vec4", "uint", "mat2", "mat3", "mat4x3", "float@[3]", "vec3@[2]", "vec2@[2]",
           "double", "dvec2", "uint8_t", "uint16_t", "u16vec2", "u8vec4", "float16_t", "int64_t", "mat2@[2]"]


def family_layouts(rng):
    s = Shader(row_size(rng), (rng.randrange(1, 3), 1))
    rule = rng.choice(["std430", "std140", "scalar"])
    s.extensions = ["GL_EXT_shader_explicit_arithmetic_types"]
    if rule == "scalar":
        s.extensions.append("GL_EXT_scalar_block_layout")
    kinds = [rng.choice(MEMBERS) for _ in range(rng.randrange(2, 6))]
    declare = lambda kind, name: (kind.replace("@", f" {name}") if "@" in kind else f"{kind} {name}") + ";"
    inner = " ".join(declare(kind, f"m{i}") for i, kind in enumerate(kinds))
    s.declare(f"struct Inner {{ {inner} }};")
    nested = rng.choice(["Inner in0;", "float first; Inner in0;", "Inner in0; vec2 last;"])
    s.declare(f"struct Outer {{ {nested} }};")
    order = rng.choice(["", "row_major, ", "column_major, "])
    count = s.invocations * s.groups[0]
    s.declare(f"layout({order}{rule}, binding = 0) buffer Buf_a {{ uint count; Outer a[]; }};")
    s.lengths["a"] = count + 1
    s.buffer("b", "float", 16 * count)
    lines = []
    for i, kind in enumerate(kinds):
        base, array = kind.split("@") if "@" in kind else (kind, "")
        place = f"a[gx].in0.m{i}" + (f"[{rng.choice(['1', 'gx & 1u'])}]" if array else "")
        if "mat" in base:
            place += f"[{rng.choice(['1', 'gx & 1u'])}]"
            lines.append(f"b[gx] += {place}.{rng.choice('xy')};")
            continue
        if "vec" in base and rng.random() < 0.6:
            place += "." + rng.choice("xy")
            lines.append(f"b[gx] += float({place});")
        elif "vec" in base:
            lines.append(f"{{ {base} v = {place}; {place} = v; }}")
            continue
        else:
            lines.append(f"b[gx] += float({place});")
        lines.append(f"{place} = {place};")
    s.body = "\n".join(f"  {line}" for line in lines) + "\n"
    return s


def family_push_constants(rng):
    s = Shader(area_size(rng), (rng.randrange(1, 4), rng.randrange(1, 3)))
    width = s.size[0] * s.groups[0] + rng.choice([0, 1, 8])
    height = s.size[1] * s.groups[1]
    s.push_constants({"pitch": ("uint", width), "skip": ("int", rng.randrange(0, 5)), "scale": ("float", None)})
    s.buffer("a", "float", width * height + 8)
    s.buffer("b", "float", width * height + 8)
    s.body = "  b[gy * pitch + gx] = a[int(gy * pitch + gx) + skip] * scale;\n"
    return s


def family_subgroups(rng):
    s = Shader(row_size(rng), (rng.randrange(1, 4), 1))
    s.extensions = ["GL_KHR_shader_subgroup_basic", "GL_KHR_shader_subgroup_arithmetic", "GL_KHR_shader_subgroup_shuffle",
                    "GL_KHR_shader_subgroup_ballot"]
    count = s.invocations * s.groups[0]
    s.buffer("a", "uint", 64 * count)
    s.buffer("b", "uint", count + 64)
    value = rng.choice([
        "subgroupAdd(1u)", "subgroupExclusiveAdd(1u)", "subgroupInclusiveAdd(2u)", "subgroupShuffleXor(lx, 1u)",
        "subgroupBroadcastFirst(gx)", "gl_SubgroupInvocationID * 3u", "gl_SubgroupID * 40u + gl_SubgroupInvocationID",
        "subgroupBallotBitCount(uvec4(lx))", "subgroupMax(lx)",
    ])
    s.body = f"""
  uint i = {value};
  uint v = a[i];
  if (subgroupElect()) b[gx] = v;
  b[gx + {rng.randrange(0, 9)}u] = a[gl_NumSubgroups + lx];
"""
    return s


def family_buffer_reference(rng):
    s = Shader(row_size(rng), (rng.randrange(1, 4), 1))
    s.extensions = ["GL_EXT_buffer_reference"]
    kind = rng.choice(["float", "vec2", "vec4"])
    s.declare(f"layout(buffer_reference, std430, buffer_reference_align = 16) buffer Node {{ uint tag; {kind} data[]; }};")
    s.push_constants({"node": ("Node", None), "first": ("uint", rng.randrange(0, 9))})
    s.body = f"  node.data[gx * {rng.choice([1, 2, 3])}u + first] = node.data[gx + {rng.randrange(0, 5)}u];\n"
    return s


class Statements:
    """Random structured statements around accesses, for family_control."""

    def __init__(self, rng):
        self.rng = rng
        self.loops = 0       # loops made so far: counters need names
        self.counters = []   # of the loops around this place
        self.budget = 14     # statements left

    def value(self):
        rng = self.rng
        atoms = ["lx", "gx", "x", "x", "wx", str(rng.choice([1, 2, 3, 5, 8, 31])) + "u"] + self.counters
        left, right = rng.choice(atoms), rng.choice(atoms)
        form = rng.choice(["{0} + {1}", "{0} * 3u + {1}", "{0} ^ {1}", "{0} * {1}", "({0} >> 1u) + {1}", "{0} & ({1} | 9u)",
                           "min({0}, {1})", "({0} % 7u) + {1}", "({0} < {1} ? {0} : {1} * 2u)"])
        return f"({form.format(left, right)})"

    def condition(self):
        rng = self.rng
        one = rng.choice(["({0} & {1}u) != 0u", "{0} % {2}u == 1u", "{0} < {3}u", "{0} > {3}u"])
        text = one.format(self.value(), 1 << rng.randrange(5), rng.choice([2, 3, 5]), rng.randrange(1, 40))
        if rng.random() < 0.2:
            text = f"{text} {rng.choice(['&&', '||'])} lx != {rng.randrange(32)}u"
        return text

    def access(self):
        index = f"{self.value()} & 1023u"
        return self.rng.choice([f"b[{index}] = x;", f"v += a[{index}];", f"t[{index}] = v;", f"v += t[{index}];"])

    def block(self, depth, in_loop):
        lines = [self.statement(depth, in_loop) for _ in range(self.rng.randrange(1, 4))]
        return "{ " + " ".join(lines) + " }"

    def statement(self, depth, in_loop):
        rng = self.rng
        self.budget -= 1
        if depth <= 0 or self.budget <= 0:
            return self.access()
        makers = [self.access, lambda: f"x = {self.value()};", lambda: f"x += step({self.value()});"]
        makers += [lambda: f"if ({self.condition()}) {self.block(depth - 1, in_loop)}"] * 2
        makers += [lambda: f"if ({self.condition()}) {self.block(depth - 1, in_loop)} else {self.block(depth - 1, in_loop)}"]
        makers += [lambda: self.loop(depth)] * 2 + [lambda: self.switch(depth, in_loop)]
        makers += [lambda: f"if ({self.condition()}) return;"]
        if in_loop:
            makers += [lambda: f"if ({self.condition()}) {rng.choice(['break', 'continue'])};"] * 2
        return rng.choice(makers)()

    def loop(self, depth):
        name = f"i{self.loops}"
        self.loops += 1
        bound = self.rng.choice(["3u", "5u", f"({self.value()} & 3u) + 1u", "(lx & 7u)"])
        form = self.rng.randrange(4)
        self.counters.append(name)
        body = self.block(depth - 1, True)
        self.counters.pop()
        if form == 0:
            return f"for (uint {name} = 0u; {name} < {bound}; ++{name}) {body}"
        if form == 1:
            return f"for (uint {name} = 1u; {name} < 40u; {name} = {name} * 2u + 1u) {body}"
        # The counter goes first, so that `continue` cannot skip it.
        body = f"{{ --{name}; " + body[2:]
        if form == 2:
            return f"uint {name} = {bound}; while ({name} > 0u) {body}"
        return f"uint {name} = {bound} + 1u; do {body} while ({name} > 0u);"

    def switch(self, depth, in_loop):
        # `continue` inside a switch belongs to the loop around it, `break` does not.
        cases = []
        for label in self.rng.sample(["case 0u:", "case 1u:", "case 2u:", "default:"], 3):
            end = self.rng.choice(["break;", "break;", ""])
            cases.append(f"{label} {self.block(depth - 1, False)} {end}")
        cases[-1] = cases[-1].rstrip() if cases[-1].rstrip().endswith("break;") else cases[-1] + "break;"
        return f"switch ({self.value()} & 3u) {{ {' '.join(cases)} }}"


def family_control(rng):
    s = Shader(row_size(rng), (rng.randrange(1, 4), 1))
    s.buffer("a", "uint", 1024)
    s.buffer("b", "uint", 1024)
    s.declare("shared uint t[1024];")
    s.functions = f"""uint step(uint n) {{
  for (uint k = 0u; k < 4u; ++k) {{
    if (k * 3u > n) return k;
    if ((n & {power(rng, 0, 3)}u) != 0u) continue;
    b[(n + k) & 1023u] = k;
  }}
  return n & 15u;
}}"""
    statements = Statements(rng)
    s.body = "  uint x = gx, v = 0u;\n"
    s.body += "\n".join("  " + statements.statement(4, False) for _ in range(4)) + "\n  b[x & 1023u] = v;\n"
    return s


class HostConditions:
    """Nests of branches that compare what the host gives with all sorts of values."""

    def __init__(self, rng, names):
        self.rng = rng
        self.names = names

    def operand(self):
        name = self.rng.choice(self.names)
        return self.rng.choice([
            name, name, f"{name} + {self.rng.randrange(9)}u", f"{power(self.rng, 0, 3)}u * {name}", "gx", "l",
            f"{self.rng.randrange(48)}u", f"({name} & {self.rng.randrange(1, 32)}u)", f"{name} % {self.rng.randrange(1, 20)}u",
            f"(gx >> {self.rng.randrange(4)})", f"{self.rng.choice(self.names)} + {name}",
        ])

    def condition(self):
        one = f"{self.operand()} {self.rng.choice(['<', '<=', '>', '>=', '==', '!='])} {self.operand()}"
        if self.rng.random() < 0.25:
            return f"{one} {self.rng.choice(['&&', '||'])} {self.condition()}"
        return f"!({one})" if self.rng.random() < 0.15 else one

    def access(self):
        return f"{self.rng.choice('ab')}[({self.operand()}) + {self.operand()}] = l;"

    def statements(self, depth):
        text = ""
        for _ in range(self.rng.randrange(1, 4)):
            kind = self.rng.random()
            if depth == 0 or kind < 0.4:
                text += self.access() + " "
            elif kind < 0.8:
                text += f"if ({self.condition()}) {{ {self.statements(depth - 1)}}} "
                if self.rng.random() < 0.5:
                    text += f"else {{ {self.statements(depth - 1)}}} "
            elif kind < 0.9:
                text += f"if ({self.condition()}) return; "
            else:
                name = f"i{depth}{self.rng.randrange(1000)}"
                text += f"for (uint {name} = 0u; {name} < ({self.operand()}) % 5u; ++{name}) {{ {self.statements(depth - 1)}}} "
        return text


def family_host(rng):
    s = Shader(row_size(rng), (rng.randrange(1, 4), 1))
    s.buffer("a", "uint", 4096)
    s.buffer("b", "uint", 4096)
    names = ["n", "m", "p"]
    for name in names:
        s.uniform(name, rng.randrange(48))
    body = HostConditions(rng, names)
    s.body = "  uint l = gl_LocalInvocationIndex;\n"
    s.body += "\n".join("  " + body.statements(3) for _ in range(3)) + "\n"
    return s


# Families whose text is also GLSL ES 3.10, and how often it is written so.
ES_FAMILIES = {"scan", "reduce", "halo", "matmul", "swizzle", "transpose", "grid_stride", "branches", "switch", "loops"}
ES_SHARE = 0.25

FAMILIES = {name[len("family_"):]: function for name, function in sorted(globals().items()) if name.startswith("family_")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=len(FAMILIES), help="shaders, families in turn")
    parser.add_argument("--family", choices=sorted(FAMILIES))
    parser.add_argument("--out", type=pathlib.Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    names = [options.family] if options.family else sorted(FAMILIES)
    for number in range(options.count):
        name = names[number % len(names)]
        # A shader depends on its own number alone, so that one can be made again.
        rng = random.Random(f"{options.seed}/{number}")
        shader = FAMILIES[name](rng)
        if name in ES_FAMILIES and "double" not in shader.text() and rng.random() < ES_SHARE:
            shader.version = "310 es"
        (options.out / f"{name}-{options.seed}-{number}.comp").write_text(shader.text())


if __name__ == "__main__":
    main()
