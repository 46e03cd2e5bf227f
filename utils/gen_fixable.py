#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Slow but right compute shaders that the rewrites are made for, with random
sizes, types, layouts, guards, macros, helper functions and comments.

    utils/gen_fixable.py --seed=1 --count=100 --out=DIR [--family=NAME]

A family is a function `family_<name>(rng)` that returns a Kernel. The first line
of each file says what is expected: `// mend: NAME[,NAME]`, the rewrites of which
one should apply, or `// keep: why`, where none may.
"""

import argparse
import pathlib
import random
import re

NAMES = ["src", "data", "values", "input_", "inBuf", "texels", "field", "A"]
RESULTS = ["dst", "result", "outBuf", "transformed", "sums", "B", "output_"]
TILES = ["tile", "s", "cache", "block_", "sharedData", "patch_"]
COMMENTS = ["/* row */", "/* [ ) */", "/*, */", "/* \" */", "/**/"]
SCALARS = ["float", "int", "uint"]


class Kernel:
    """The parts of one shader, and what the rewrites should make of it."""

    def __init__(self, rng, size):
        self.rng = rng
        self.size = (tuple(size) + (1, 1))[:3]
        self.mend = []
        self.keep = ""
        self.lines = []
        self.declarations = []
        self.bindings = 0
        # OpenGL ES 3.1 guarantees no larger workgroup.
        self.is_es = self.size[0] * self.size[1] <= 128 and rng.random() < 0.3
        self.macros = {}

    def number(self, value, name):
        """`value` as a literal, a macro or a constant."""
        form = self.rng.randrange(3)
        if form == 0:
            return f"{value}u"
        if form == 1:
            self.macros[name] = f"{value}u"
            return name
        self.declare(f"const uint {name} = {value}u;")
        return name

    def declare(self, text):
        self.declarations.append(text)

    def buffer(self, kind, name, access):
        """Declares a buffer; returns how its elements are written."""
        instance = self.rng.choice(["", "", "io_"])
        if instance:
            instance += name
        self.declare(
            f"layout(std430, binding = {self.bindings}) {access} buffer Block_{name} "
            f"{{ {kind} {name}[]; }}{' ' + instance if instance else ''};"
        )
        self.bindings += 1
        return f"{instance}.{name}" if instance else name

    def uniform(self, kind, name):
        location = "" if self.is_es else f"layout(location = {self.bindings}) "
        self.bindings += 1
        self.declare(f"{location}uniform {kind} {name};")
        return name

    def add(self, *lines):
        self.lines += lines

    def coordinates(self, x="x", y="y"):
        """Declares the invocation's global coordinates in one of the usual ways."""
        form = self.rng.randrange(3)
        if form == 0:
            self.add(
                f"uint {x} = gl_GlobalInvocationID.x;", f"uint {y} = gl_GlobalInvocationID.y;"
            )
        elif form == 1:
            self.add("uvec2 gid = gl_GlobalInvocationID.xy;")
            self.add(f"uint {x} = gid.x, {y} = gid.y;")
        else:
            self.add(
                f"uint {x} = gl_WorkGroupID.x * gl_WorkGroupSize.x + gl_LocalInvocationID.x;",
                f"uint {y} = gl_WorkGroupID.y * gl_WorkGroupSize.y + gl_LocalInvocationID.y;",
            )

    def index(self, row, column, pitch):
        """A row-major index, in one of the usual spellings."""
        form = self.rng.randrange(4)
        if form == 0:
            return f"{row} * {pitch} + {column}"
        if form == 1:
            return f"{column} + {pitch} * {row}"
        if form == 2:
            self.macros["AT(r, c, p)"] = "((r) * (p) + (c))"
            return f"AT({row}, {column}, {pitch})"
        self.declare("uint offsetOf(uint r, uint c, uint p) { return r * p + c; }")
        return f"offsetOf({row}, {column}, {pitch})"

    def text(self):
        head = f"// mend: {','.join(self.mend)}" if self.mend else f"// keep: {self.keep}"
        # The version has to be the first line but for comments.
        lines = [head, "#version 310 es" if self.is_es else "#version 430"]
        if self.is_es:
            lines += ["precision highp float;", "precision highp int;"]
        lines += [f"#define {name} {value}" for name, value in self.macros.items()]
        names = ["x", "y", "z"][: 1 + max(i for i in range(3) if self.size[i] > 1 or i == 0)]
        sizes = ", ".join(f"local_size_{n} = {s}" for n, s in zip(names, self.size))
        lines.append(f"layout({sizes}) in;")
        # A helper may be wanted twice.
        lines += list(dict.fromkeys(self.declarations))
        lines += ["void main() {"] + self.indented() + ["}"]
        return self.commented("\n".join(lines) + "\n")

    def indented(self):
        unit = self.rng.choice(["  ", "    ", "\t"])
        result, depth = [], 1
        for line in self.lines:
            depth -= line.startswith("}")
            result.append(unit * depth + line)
            depth += line.endswith("{")
        return result

    def commented(self, text):
        """Comments where people do not put them, and at ends of lines."""
        result = []
        for line in text.split("\n"):
            if not line.startswith(("//", "#")):
                if self.rng.random() < 0.15:
                    spots = [m.start() for m in re.finditer(r"(?<![<>=!+*])[\[\]=;+](?![=+])", line)]
                    if spots:
                        at = self.rng.choice(spots)
                        line = line[:at] + self.rng.choice(COMMENTS) + line[at:]
                if self.rng.random() < 0.1:
                    line += " // ] ; }"
            result.append(line)
        return "\n".join(result)


def value_of(kind, scalar):
    """An expression of `kind` from a scalar expression."""
    return scalar if kind in SCALARS else f"{kind}({scalar})"


def family_tile(rng):
    """A shared tile whose columns fall into one bank."""
    side = rng.choice([16, 32])
    k = Kernel(rng, (side, side) if rng.random() < 0.6 else (side, 8))
    kind = rng.choice(SCALARS)
    src, dst = rng.choice(NAMES), rng.choice(RESULTS)
    tile = rng.choice(TILES)
    s, d = k.buffer(kind, src, "readonly"), k.buffer(kind, dst, "writeonly")
    k.mend = ["pad-shared-array", "swizzle-shared-array"]
    n = k.number(side, "SIDE")
    pitch = k.uniform("uint", "pitch")
    k.coordinates()
    k.add("uint lx = gl_LocalInvocationID.x, ly = gl_LocalInvocationID.y;")
    flat = rng.random() < 0.5
    k.declare(f"shared {kind} {tile}[{n} * {n}];" if flat else f"shared {kind} {tile}[{n}][{n}];")

    def element(row, column):
        return f"{tile}[({row}) * {n} + {column}]" if flat else f"{tile}[{row}][{column}]"

    step = k.size[1]
    if step == side:
        k.add(f"{element('ly', 'lx')} = {s}[{k.index('y', 'x', pitch)}];", "barrier();")
        k.add(f"{d}[{k.index('y', 'x', pitch)}] = {element('lx', 'ly')};")
        return k
    k.add(f"uint top = gl_WorkGroupID.y * {side}u;")
    k.add(f"for (uint r = 0u; r < {n}; r += {step}u) {{")
    k.add(f"{element('r + ly', 'lx')} = {s}[{k.index('(top + r + ly)', 'x', pitch)}];", "}")
    k.add("barrier();", f"for (uint r = 0u; r < {n}; r += {step}u) {{")
    k.add(f"{d}[{k.index('(top + r + ly)', 'x', pitch)}] = {element('lx', 'r + ly')};", "}")
    return k


def family_transpose(rng):
    """Loads by rows and stores by columns, or the other way round."""
    k = Kernel(rng, rng.choice([(16, 16), (32, 8), (8, 8), (32, 4), (64, 4)]))
    kind = rng.choice(SCALARS)
    src, dst = rng.choice(NAMES), rng.choice(RESULTS)
    s, d = k.buffer(kind, src, "readonly"), k.buffer(kind, dst, "writeonly")
    k.mend = ["stage-transpose"]
    w, h = k.uniform("uint", "width"), k.uniform("uint", "height")
    k.coordinates()
    load, store = k.index("y", "x", w), k.index("x", "y", h)
    if rng.random() < 0.3:
        load, store = k.index("x", "y", h), k.index("y", "x", w)
    guard = rng.randrange(3)
    if guard == 0:
        k.add(f"if (x >= {w} || y >= {h}) return;")
    elif guard == 1:
        k.add(f"if (x < {w} && y < {h}) {{")
    else:
        k.add(f"if (any(greaterThanEqual(uvec2(x, y), uvec2({w}, {h})))) return;")
    if rng.random() < 0.5:
        k.add(f"{kind} v = {s}[{load}];", f"{d}[{store}] = v + {value_of(kind, kind + '(3)')};")
    else:
        k.add(f"{d}[{store}] = {s}[{load}];")
    if guard == 1:
        k.add("}")
    return k


def family_reduction(rng):
    """A tree in shared memory with interleaved addresses."""
    size = rng.choice([128, 256, 512])
    k = Kernel(rng, (size,))
    kind = rng.choice(["uint", "int"])
    src, dst, tile = rng.choice(NAMES), rng.choice(RESULTS), rng.choice(TILES)
    s, d = k.buffer(kind, src, "readonly"), k.buffer(kind, dst, "writeonly")
    k.mend = ["sequential-reduction"]
    n = k.number(size, "COUNT")
    k.declare(f"shared {kind} {tile}[{n}];")
    k.add("uint l = gl_LocalInvocationID.x;", f"{tile}[l] = {s}[gl_GlobalInvocationID.x];")
    k.add("barrier();", f"for (uint step_ = 1u; step_ < {n}; step_ *= 2u) {{")
    k.add("uint i = 2u * step_ * l;", f"if (i < {n}) {{", f"{tile}[i] += {tile}[i + step_];", "}")
    k.add("barrier();", "}")
    k.add("if (l == 0u) {", f"{d}[gl_WorkGroupID.x] = {tile}[0];", "}")
    return k


def family_barrier(rng):
    """A barrier too many, or one too few."""
    size = rng.choice([64, 128])
    k = Kernel(rng, (size,))
    kind = rng.choice(SCALARS)
    src, dst, tile = rng.choice(NAMES), rng.choice(RESULTS), rng.choice(TILES)
    s, d = k.buffer(kind, src, "readonly"), k.buffer(kind, dst, "writeonly")
    n = k.number(size, "COUNT")
    k.declare(f"shared {kind} {tile}[{n}];")
    k.add("uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;")
    k.add(f"{tile}[l] = {s}[g];")
    if rng.random() < 0.5:
        k.mend = ["remove-barrier"]
        k.add("barrier();", f"{d}[g] = {tile}[l] + {kind}(1);")
    else:
        k.mend = ["insert-barrier"]
        k.add(f"{d}[g] = {tile}[{n} - 1u - l];")
    return k


def family_copy(rng):
    """Lanes along the wrong dimension, or far apart."""
    k = Kernel(rng, rng.choice([(1, 32), (1, 64), (2, 64), (4, 32)]))
    kind = rng.choice(SCALARS)
    s = k.buffer(kind, rng.choice(NAMES), "readonly")
    d = k.buffer(kind, rng.choice(RESULTS), "writeonly")
    k.mend = ["remap-lanes", "resize-workgroup"]
    w, h = k.uniform("uint", "width"), k.uniform("uint", "height")
    k.coordinates()
    k.add(f"if (x >= {w} || y >= {h}) return;")
    at = k.index("y", "x", w)
    k.add(f"{d}[{at}] = {s}[{at}] * {value_of(kind, kind + '(2)')};")
    return k


def family_histogram(rng):
    """Atomics of all workgroups on a few global counters."""
    size, bins = rng.choice([64, 128, 256]), rng.choice([16, 64, 256])
    k = Kernel(rng, (size,))
    s = k.buffer("uint", rng.choice(NAMES), "readonly")
    d = k.buffer("uint", "bins_", "")
    k.mend = ["privatize-atomics"]
    n = k.number(bins, "BINS")
    k.add("uint g = gl_GlobalInvocationID.x;")
    guard = rng.random() < 0.5
    if guard:
        count = k.uniform("uint", "count_")
        k.add(f"if (g < {count}) {{")
    k.add(f"atomicAdd({d}[{s}[g] % {n}], 1u);")
    if guard:
        k.add("}")
    return k


def family_product(rng):
    """A matrix product without tiles."""
    k = Kernel(rng, rng.choice([(16, 16), (32, 16), (32, 8)]))
    kind = rng.choice(["float", "int"])
    a, b = k.buffer(kind, "a_", "readonly"), k.buffer(kind, "b_", "readonly")
    c = k.buffer(kind, rng.choice(RESULTS), "writeonly")
    k.mend = ["stage-reuse"]
    n = k.uniform("uint", "n_")
    k.coordinates()
    k.add(f"if (x >= {n} || y >= {n}) return;", f"{kind} sum = {kind}(0);")
    k.add(f"for (uint k = 0u; k < {n}; ++k) {{")
    k.add(f"sum += {a}[{k.index('y', 'k', n)}] * {b}[{k.index('k', 'x', n)}];", "}")
    k.add(f"{c}[{k.index('y', 'x', n)}] = sum;")
    return k


def family_stencil(rng):
    """A wide stencil along rows or columns."""
    radius = rng.choice([4, 5, 8])
    k = Kernel(rng, rng.choice([(32, 8), (16, 16), (64, 4)]))
    kind = rng.choice(["int", "uint"])
    s = k.buffer(kind, rng.choice(NAMES), "readonly")
    d = k.buffer(kind, rng.choice(RESULTS), "writeonly")
    k.mend = ["stage-halo"]
    w, h = k.uniform("int", "width"), k.uniform("int", "height")
    k.add("ivec2 p = ivec2(gl_GlobalInvocationID.xy);")
    k.add(f"if (p.x >= {w} || p.y >= {h}) return;", f"{kind} sum = {kind}(0);")
    k.add(f"for (int dy = -{radius}; dy <= {radius}; ++dy) {{")
    k.add(f"for (int dx = -{radius}; dx <= {radius}; ++dx) {{")
    k.add(f"int qx = clamp(p.x + dx, 0, {w} - 1), qy = clamp(p.y + dy, 0, {h} - 1);")
    k.add(f"sum += {s}[qy * {w} + qx];", "}", "}")
    k.add(f"{d}[p.y * {w} + p.x] = sum;")
    return k


def family_keep(rng):
    """What no rewrite may touch."""
    k = Kernel(rng, (32, 8))
    form = rng.randrange(3)
    access = ["coherent", "volatile", ""][form]
    k.keep = ["the buffer is coherent", "the buffer is volatile", "both are one buffer"][form]
    s = k.buffer("float", "src", access)
    d = s if form == 2 else k.buffer("float", "dst", access)
    w = k.uniform("uint", "width")
    k.coordinates()
    shift = f" + {w} * {w}" if form == 2 else ""
    k.add(f"{d}[x * {w} + y] = {s}[y * {w} + x{shift}];")
    return k


def families():
    return {name[7:]: f for name, f in sorted(globals().items()) if name.startswith("family_")}


def generate(seed, count, family=None):
    """Pairs of name and text. Each shader has its own source of numbers, so that
    one can be made again."""
    names = [family] if family else sorted(families())
    for number in range(count):
        name = names[number % len(names)]
        kernel = families()[name](random.Random(f"{seed}/{number}"))
        yield f"{name}-{number:04}", kernel.text()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--family", choices=sorted(families()))
    args = parser.parse_args()

    args.out.mkdir(parents=True, exist_ok=True)
    for name, text in generate(args.seed, args.count, args.family):
        (args.out / f"{name}.comp").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
