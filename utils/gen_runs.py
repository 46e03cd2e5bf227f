#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compute shaders with inputs and the outputs that they must give.

    utils/gen_runs.py --seed=1 --count=50 --out=DIR [--family=NAME]

Each shader NAME.comp lies beside NAME.comp.run.yaml, which names .npy files of its
inputs and of its expected outputs. Those are computed here, in Python, by what the
shader means rather than by how it says it; all arithmetic is on 32-bit integers, so
that every device must agree to the bit.
A family is a function `family_<name>(rng)` that returns a Run.
"""

import argparse
import pathlib
import random
import struct

MASK = 0xFFFFFFFF


def npy(values):
    """A NumPy file (version 1.0) of 32-bit unsigned integers."""
    header = f"{{'descr': '<u4', 'fortran_order': False, 'shape': ({len(values)},), }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    magic = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header))
    return magic + header.encode() + struct.pack(f"<{len(values)}I", *values)


class Run:
    """One shader with all that its run needs."""

    def __init__(self, size, groups):
        self.size = (tuple(size) + (1, 1))[:3]
        self.groups = (tuple(groups) + (1, 1))[:3]
        self.declarations = []
        self.buffers = []  # (name, strideBytes * length, values or None, expected or None)
        self.uniforms = {}
        self.body = ""

    def extent(self, dim):
        return self.size[dim] * self.groups[dim]

    def buffer(self, name, values=None, expected=None, declaration=None, byte_count=None):
        binding = len(self.buffers)
        members = declaration or f"uint {name}[];"
        self.declarations.append(f"layout(std430, binding = {binding}) buffer Buf_{name} {{ {members} }} ;")
        count = len(values if values is not None else expected)
        self.buffers.append((name, byte_count or 4 * count, values, expected))

    def uniform(self, name, value):
        self.declarations.append(f"layout(location = {len(self.uniforms)}) uniform uint {name};")
        self.uniforms[name] = value

    def text(self):
        size = "layout(local_size_x = {}, local_size_y = {}, local_size_z = {}) in;".format(*self.size)
        names = [
            "  uvec3 g = gl_GlobalInvocationID, l = gl_LocalInvocationID;",
            "  uint i = g.x, k = l.x;",
        ]
        return "\n".join(["#version 450", size, *self.declarations, "void main() {", *names, self.body.rstrip(), "}", ""])

    def write(self, folder, name):
        (folder / f"{name}.comp").write_text(self.text())
        lines = [f"workgroups: [ {', '.join(map(str, self.groups))} ]", "buffers:"]
        for buffer, byte_count, values, expected in self.buffers:
            lines += [f"  - name: Buf_{buffer}", f"    bytes: {byte_count}"]
            if values is None:
                lines.append("    contents: { kind: sentinel }")
            else:
                (folder / f"{name}.{buffer}.in.npy").write_bytes(npy(values))
                lines.append(f"    contents: {{ kind: npy, file: {name}.{buffer}.in.npy }}")
            if expected is not None:
                (folder / f"{name}.{buffer}.out.npy").write_bytes(npy(expected))
                lines += ["    output: true", f"    expected: {name}.{buffer}.out.npy"]
        if self.uniforms:
            lines.append("uniforms:")
            lines += [f"  {uniform}: {value}" for uniform, value in self.uniforms.items()]
        (folder / f"{name}.comp.run.yaml").write_text("\n".join(lines) + "\n")


def numbers(rng, count, top=MASK):
    return [rng.randrange(top + 1) for _ in range(count)]


OPERATIONS = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "&": lambda a, b: a & b, "|": lambda a, b: a | b, "^": lambda a, b: a ^ b,
}


def tree(rng, depth):
    """(GLSL, function of i and x) of a random expression."""
    if depth == 0:
        leaf = rng.randrange(3)
        constant = rng.randrange(1, 1 << 16)
        return [("i", lambda i, x: i), ("x", lambda i, x: x),
                (f"{constant}u", lambda i, x: constant)][leaf]
    if rng.random() < 0.2:
        text, inner = tree(rng, depth - 1)
        shift = rng.randrange(1, 31)
        return f"({text} >> {shift})", lambda i, x: inner(i, x) >> shift
    sign = rng.choice(list(OPERATIONS))
    (left_text, left), (right_text, right) = tree(rng, depth - 1), tree(rng, depth - 1)
    return (f"({left_text} {sign} {right_text})",
            lambda i, x: OPERATIONS[sign](left(i, x), right(i, x)) & MASK)


def family_map(rng):
    run = Run((rng.choice([32, 64, 96]),), (rng.randrange(2, 9),))
    n = run.extent(0) - rng.randrange(1, 20)
    text, value = tree(rng, rng.randrange(2, 5))
    values = numbers(rng, n)
    run.buffer("a", values)
    run.buffer("b", expected=[value(i, x) for i, x in enumerate(values)])
    run.uniform("n", n)
    run.body = f"  if (i >= n) return;\n  uint x = a[i];\n  b[i] = {text};\n"
    return run


def family_transpose(rng):
    tile = rng.choice([8, 16])
    run = Run((tile, tile), (rng.randrange(2, 5), rng.randrange(1, 4)))
    width, height = run.extent(0), run.extent(1)
    values = numbers(rng, width * height)
    run.buffer("a", values)
    run.buffer("b", expected=[values[y * width + x] for x in range(width) for y in range(height)])
    run.uniform("width", width)
    run.uniform("height", height)
    if rng.random() < 0.5:
        run.body = "  b[g.x * height + g.y] = a[g.y * width + g.x];\n"
        return run
    run.declarations.append(f"shared uint tile[{tile}][{tile + 1}];")
    run.body = (
        "  tile[l.y][l.x] = a[g.y * width + g.x];\n  barrier();\n"
        f"  uvec2 o = gl_WorkGroupID.yx * {tile}u + l.xy;\n"
        "  b[o.y * height + o.x] = tile[l.x][l.y];\n"
    )
    return run


def family_reduce(rng):
    size = rng.choice([32, 64, 128])
    run = Run((size,), (rng.randrange(1, 9),))
    values = numbers(rng, run.extent(0))
    sums = [sum(values[w * size:(w + 1) * size]) & MASK for w in range(run.groups[0])]
    run.buffer("a", values)
    run.buffer("b", expected=sums)
    run.declarations.append(f"shared uint s[{size}];")
    loops = [
        f"for (uint d = {size // 2}u; d > 0u; d /= 2u) {{ if (k < d) s[k] += s[k + d]; barrier(); }}",
        f"for (uint d = 1u; d < {size}u; d *= 2u) {{ if (k % (2u * d) == 0u) s[k] += s[k + d]; barrier(); }}",
    ]
    run.body = (f"  s[k] = a[i];\n  barrier();\n  {rng.choice(loops)}\n"
                "  if (k == 0u) b[gl_WorkGroupID.x] = s[0];\n")
    return run


def family_scan(rng):
    size = rng.choice([32, 64])
    run = Run((size,), (rng.randrange(1, 6),))
    values = numbers(rng, run.extent(0))
    expected = []
    for begin in range(0, len(values), size):
        total = 0
        for x in values[begin:begin + size]:
            total = (total + x) & MASK
            expected.append(total)
    run.buffer("a", values)
    run.buffer("b", expected=expected)
    run.declarations.append(f"shared uint s[{size}];")
    run.body = (
        f"  s[k] = a[i];\n  barrier();\n  for (uint d = 1u; d < {size}u; d *= 2u) {{\n"
        "    uint x = k >= d ? s[k - d] : 0u;\n    barrier();\n    s[k] += x;\n    barrier();\n  }\n  b[i] = s[k];\n"
    )
    return run


def family_histogram(rng):
    run = Run((64,), (rng.randrange(2, 9),))
    bins = rng.choice([16, 32, 64])
    values = numbers(rng, run.extent(0))
    counts = numbers(rng, bins, 1000)
    expected = list(counts)
    for x in values:
        expected[x % bins] += 1
    run.buffer("a", values)
    run.buffer("b", counts, expected)
    run.body = f"  atomicAdd(b[a[i] % {bins}u], 1u);\n"
    return run


def family_stencil(rng):
    run = Run((8, 8), (rng.randrange(2, 6), rng.randrange(2, 5)))
    width, height = run.extent(0) - rng.randrange(1, 7), run.extent(1) - rng.randrange(1, 7)
    values = numbers(rng, width * height)

    def at(x, y):
        return values[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]

    weight = rng.randrange(2, 9)
    run.buffer("a", values)
    run.buffer("b", expected=[
        (weight * at(x, y) + at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)) & MASK
        for y in range(height) for x in range(width)])
    run.uniform("width", width)
    run.uniform("height", height)
    run.declarations.append(
        "uint at(int x, int y) {\n  uint cx = uint(clamp(x, 0, int(width) - 1)), cy = uint(clamp(y, 0, int(height) - 1));\n"
        "  return a[cy * width + cx];\n}")
    run.body = (
        "  if (g.x >= width || g.y >= height) return;\n  int x = int(g.x), y = int(g.y);\n"
        f"  b[g.y * width + g.x] = {weight}u * at(x, y) + at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1);\n"
    )
    return run


def family_matmul(rng):
    run = Run((8, 8), (rng.randrange(1, 4), rng.randrange(1, 4)))
    width, height, depth = run.extent(0), run.extent(1), rng.randrange(3, 20)
    left, right = numbers(rng, height * depth), numbers(rng, depth * width)
    run.buffer("a", left)
    run.buffer("c", right)
    run.buffer("b", expected=[
        sum(left[y * depth + t] * right[t * width + x] for t in range(depth)) & MASK
        for y in range(height) for x in range(width)])
    run.uniform("width", width)
    run.uniform("depth", depth)
    run.body = (
        "  uint sum = 0u;\n  for (uint t = 0u; t < depth; ++t) sum += a[g.y * depth + t] * c[t * width + g.x];\n"
        "  b[g.y * width + g.x] = sum;\n"
    )
    return run


def family_structures(rng):
    """Arrays of structures whose padding the files do not hold."""
    run = Run((32,), (rng.randrange(1, 6),))
    count = run.extent(0)
    points = [numbers(rng, 4) for _ in range(count)]
    run.declarations.append("struct Point { uvec3 at; uint mass; uvec2 pair; };")
    values = [x for p in points for x in (*p, *p[:2])]
    run.buffer("a", values, declaration="Point a[];", byte_count=32 * count)
    run.buffer("b", expected=[(p[0] + 3 * p[2] + p[3] + p[1]) & MASK for p in points])
    run.body = "  b[i] = a[i].at.x + 3u * a[i].at.z + a[i].mass + a[i].pair.y;\n"
    return run


FAMILIES = {name[len("family_"):]: function for name, function in sorted(globals().items())
            if name.startswith("family_")}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--family", choices=list(FAMILIES))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    names = [args.family] if args.family else list(FAMILIES)
    for index in range(args.count):
        name = names[index % len(names)]
        run = FAMILIES[name](random.Random(f"{args.seed} {index}"))
        run.write(args.out, f"{name}-{index}")


if __name__ == "__main__":
    main()
