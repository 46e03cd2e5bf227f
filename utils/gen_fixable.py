#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Slow but right compute shaders that the rewrites are made for, with random
sizes, types, layouts, languages, guards, macros, helper functions and comments.

    utils/gen_fixable.py --seed=1 --count=100 --out=DIR [--family=NAME]

A family is a function `family_<name>(rng)` that returns a Kernel. The first line
of each file says what is expected: `// mend: NAME[,NAME]`, the rewrites of which
one should be applied; `// may: NAME`, which may be refused; `// keep: NAME: why`,
which may not be applied, or with an empty name none.
"""

import argparse
import pathlib
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixable_kernel import SCALARS, Kernel, value_of  # noqa: E402

NAMES = ["src", "data", "values", "input_", "inBuf", "texels", "field", "A"]
RESULTS = ["dst", "result", "outBuf", "transformed", "sums", "B", "output_"]
TILES = ["tile", "s", "cache", "block_", "sharedData", "patch_"]


def family_tile(rng):
    """A shared tile whose columns fall into one bank."""
    side = rng.choice([16, 32])
    k = Kernel(rng, (side, side) if rng.random() < 0.6 else (side, 8))
    kind = rng.choice(SCALARS + ["vec2", "uvec2"])
    src, dst = rng.choice(NAMES), rng.choice(RESULTS)
    tile = rng.choice(TILES)
    s, d = k.buffer(kind, src, "readonly"), k.buffer(kind, dst, "writeonly")
    k.mend = ["pad-shared-array", "swizzle-shared-array"]
    n = k.number(side, "SIDE")
    pitch = k.uniform("uint", "pitch")
    k.coordinates()
    k.add(f"uint lx = {k.local('x')}, ly = {k.local('y')};")
    flat = rng.random() < 0.5
    k.declare(f"shared {kind} {tile}[{n} * {n}];" if flat else f"shared {kind} {tile}[{n}][{n}];")
    if flat and rng.random() < 0.3:
        k.macros["TILE(r, c)"] = f"{tile}[(r) * {n} + (c)]"

    def element(row, column):
        if "TILE(r, c)" in k.macros:
            return f"TILE({row}, {column})"
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


def family_rows(rng):
    """Each lane walks its own row of a flattened shared array."""
    length, size = rng.choice([16, 32, 64]), rng.choice([32, 64])
    k = Kernel(rng, (size,))
    kind, number = rng.choice(SCALARS), rng.choice(["uint", "uint", "int"])
    s, d = k.buffer(kind, rng.choice(NAMES), "readonly"), k.buffer(kind, rng.choice(RESULTS), "writeonly")
    tile, u = rng.choice(TILES), "u" if number == "uint" else ""
    k.mend = ["pad-shared-array", "swizzle-shared-array"]
    all_ = length * size
    k.declare(f"shared {kind} {tile}[{all_}];")
    n = k.number(length, "LENGTH") if number == "uint" else str(length)
    k.add(f"uint g = gl_GlobalInvocationID.x;", f"{number} l = {number}({k.local('x')});")
    k.add(f"for ({number} i = l; i < {all_}{u}; i += {size}{u}) {{")
    k.add(f"{tile}[i] = {s}[gl_WorkGroupID.x * {all_}u + uint(i)];", "}", "barrier();", f"{kind} sum = {kind}(0);")
    form, first = rng.randrange(6), rng.choice([0, 0, 8])
    row = rng.choice([f"l * {n} + k", f"k + {n} * l", f"l * {n} | k" if form != 1 else f"l * {n} + k"])
    if form == 0:
        k.add(f"for ({number} k = 0{u}; k < {n}; ++k) {{", f"sum += {tile}[{row}];", "}")
    elif form == 1:
        # Into the next rows, and around the end.
        k.add(f"for ({number} k = {first}{u}; k < {2 * length}{u}; k++) {{")
        k.add(f"sum += {tile}[({row}) & {all_ - 1}{u}] * {kind}(k + 1{u});", "}")
    elif form == 2:
        k.add(f"for ({number} t = 0{u}; t < {n}; t += 8{u}) {{", f"for ({number} k = 0{u}; k < 8{u}; ++k) {{")
        k.add(f"sum += {tile}[t + {row if '|' not in row else 'k + l * ' + n}];", "}", "}")
    elif form == 3:
        k.add(f"for ({number} k = {first}{u}; k <= {length - 1}{u}; k += 1{u}) {{", f"{number} at = {row};")
        k.add("if (k == l) continue;", f"sum += {tile}[at];", "}")
    elif form == 4:
        k.add(f"for ({number} k = 0{u}; k < {n}; ++k) {{", f"if (k > l) break;", f"sum += {tile}[{row}];", "}")
    else:
        # A carry reaches the next row.
        k.add(f"for ({number} k = 0{u}; k < {n}; ++k) {{", f"sum += {tile}[(l * {n} + k + 3{u}) % {all_}{u}];", "}")
    k.add(f"{d}[g] = sum;")
    return k


def family_transpose(rng):
    """Loads by rows and stores by columns, or the other way round."""
    k = Kernel(rng, rng.choice([(16, 16), (32, 8), (8, 8), (32, 4), (64, 4)]))
    kind = rng.choice(SCALARS + ["vec2", "ivec2"])
    src, dst = rng.choice(NAMES), rng.choice(RESULTS)
    s = k.buffer(kind, src, "readonly", header=True)
    d = k.buffer(kind, dst, "writeonly", header=True)
    k.mend = ["stage-transpose", "remap-lanes"]
    w, h = k.uniform("uint", "width"), k.uniform("uint", "height")
    k.coordinates()
    load, store = k.index("y", "x", w), k.index("x", "y", h)
    if rng.random() < 0.3:
        load, store = k.index("x", "y", h), k.index("y", "x", w)
    end = k.guard("x", "y", w, h)
    form = rng.randrange(4)
    # Columns of eight elements fill one sector or two, and no row of a tile of
    # eight keeps both its accesses free of conflicts.
    if k.size[0] == 8:
        k.mend, k.may = [], k.mend
    if form == 0:
        k.add(f"{kind} v = {s}[{load}];", f"{d}[{store}] = v + {value_of(kind, kind + '(3)')};")
    elif form == 1:
        k.add(f"{d}[{store}] = {s}[{load}];")
    elif form == 2:
        k.declare(f"{kind} changed({kind} v) {{ return v * {kind}(2); }}")
        k.add(f"{d}[{store}] = changed({s}[{load}]);")
    else:
        # The access itself stands in a function.
        k.mend, k.may = [], k.mend or k.may
        k.declare(f"void put(uint at, {kind} v) {{ {d}[at] = v; }}")
        k.add(f"put({store}, {s}[{load}]);")
    k.add(*end)
    return k


def family_reduction(rng):
    """A tree in shared memory with interleaved addresses."""
    size = rng.choice([64, 128, 256, 512])
    k = Kernel(rng, (size,))
    kind = rng.choice(SCALARS)
    src, dst, tile = rng.choice(NAMES), rng.choice(RESULTS), rng.choice(TILES)
    s, d = k.buffer(kind, src, "readonly"), k.buffer(kind, dst, "writeonly")
    mending = ["sequential-reduction", "pad-shared-array", "swizzle-shared-array"]
    n = k.number(size, "COUNT")
    k.declare(f"shared {kind} {tile}[{n}];")
    k.add(f"uint l = {k.local('x')};", f"{tile}[l] = {s}[gl_GlobalInvocationID.x];")
    k.add("barrier();", f"for (uint step_ = 1u; step_ < {n}; step_ *= 2u) {{")
    form = rng.randrange(3)
    i = "l"
    if form == 0:
        i = "i"
        k.add("uint i = 2u * step_ * l;", f"if (i < {n}) {{")
    elif form == 1:
        k.add("if (l % (2u * step_) == 0u) {")
    else:
        k.add("if ((l & (2u * step_ - 1u)) == 0u) {")
    # In order, the additions of floats keep their distances, and get conflicts.
    k.mend, k.may = (mending, []) if kind != "float" or form == 0 else ([], mending)
    if kind != "float" and rng.random() < 0.3:
        k.add(f"{tile}[{i}] = max({tile}[{i}], {tile}[{i} + step_]);", "}")
    else:
        k.add(f"{tile}[{i}] += {tile}[{i} + step_];", "}")
    k.add("barrier();", "}")
    k.add("if (l == 0u) {", f"{d}[gl_WorkGroupID.x] = {tile}[0];", "}")
    return k


def family_barrier(rng):
    """A barrier too many, or one too few."""
    size = rng.choice([64, 128])
    k = Kernel(rng, (size,))
    kind = rng.choice(SCALARS + ["vec4"])
    src, dst, tile = rng.choice(NAMES), rng.choice(RESULTS), rng.choice(TILES)
    s, d = k.buffer(kind, src, "readonly"), k.buffer(kind, dst, "writeonly")
    n = k.number(size, "COUNT")
    k.declare(f"shared {kind} {tile}[{n}];")
    k.add(f"uint l = {k.local('x')}, g = gl_GlobalInvocationID.x;")
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
    k = Kernel(rng, rng.choice([(1, 32), (1, 64), (2, 64), (2, 32)]))
    kind = rng.choice(SCALARS)
    s = k.buffer(kind, rng.choice(NAMES), "readonly")
    d = k.buffer(kind, rng.choice(RESULTS), "writeonly")
    k.mend = ["remap-lanes", "resize-workgroup"]
    w, h = k.uniform("uint", "width"), k.uniform("uint", "height")
    k.add("uint x = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y;")
    end = k.guard("x", "y", w, h)
    at = k.index("y", "x", w)
    k.add(f"{d}[{at}] = {s}[{at}] * {value_of(kind, kind + '(2)')};", *end)
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
        k.add(f"if (g < {k.uniform('uint', 'count_')}) {{")
    k.add(f"atomicAdd({d}[{s}[g] % {n}], 1u);")
    if guard:
        k.add("}")
    return k


def family_product(rng):
    """A matrix product without tiles, lanes along its columns or its rows, or all
    pairs of a row. utils/check_fixes.py asks for several outputs an invocation."""
    form = rng.randrange(3)
    square = [(16, 16), (32, 16), (32, 8), (16, 8)]
    k = Kernel(rng, rng.choice([square, square, [(256,), (128,)]][form]))
    kind = rng.choice(["float", "int"])
    a, b = k.buffer(kind, "a_", "readonly"), k.buffer(kind, "b_", "readonly")
    c = k.buffer(kind, rng.choice(RESULTS), "writeonly")
    k.mend = ["stage-reuse"]
    n = k.uniform("uint", "n_")
    if form == 2:
        k.add("uint x = gl_GlobalInvocationID.x;", f"if (x >= {n}) return;")
        k.add(f"{kind} own = {a}[x];" if rng.random() < 0.5 else f"{kind} own; own = {a}[x];", f"{kind} sum = {kind}(0);")
        k.declare(f"{kind} pull({kind} p, {kind} q) {{ return max(p - q, q); }}")
        k.add(f"for (uint k = 0u; k < {n}; ++k) {{", f"sum += pull(own, {b}[k]);", "}", f"{c}[x] = sum;")
        return k
    row, column = ("y", "x") if form == 0 else ("x", "y")
    k.mend += ["remap-lanes"] if form == 1 else []
    k.coordinates()
    end = k.guard("x", "y", n, n)
    k.add(f"{kind} sum = {kind}(0);" if rng.random() < 0.7 else f"{kind} sum;", f"sum = {kind}(0);")
    k.add(f"for (uint k = 0u; k < {n}; ++k) {{")
    k.add(f"sum += {a}[{k.index(row, 'k', n)}] * {b}[{k.index('k', column, n)}];", "}")
    k.add(f"{c}[{k.index(row, column, n)}] = sum;", *end)
    return k


def family_stencil(rng):
    """A wide stencil over a square, or along a row or a column."""
    radius = rng.choice([4, 4, 4, 5])
    k = Kernel(rng, rng.choice([(32, 8), (32, 8), (16, 16), (64, 4)]))
    kind = rng.choice(["int", "uint", "float"])
    s = k.buffer(kind, rng.choice(NAMES), "readonly")
    d = k.buffer(kind, rng.choice(RESULTS), "writeonly")
    k.mend = ["stage-halo"]
    w, h = k.uniform("int", "width"), k.uniform("int", "height")
    form = rng.randrange(3)
    # Along one dimension little is loaded twice, and narrow workgroups lose.
    if form != 0 or k.size[0] < 32:
        k.mend, k.may = [], k.mend
    if rng.random() < 0.5:
        k.macros["RADIUS"] = str(radius)
        radius = "RADIUS"
    k.add("ivec2 p = ivec2(gl_GlobalInvocationID.xy);")
    k.add(f"if (p.x >= {w} || p.y >= {h}) return;", f"{kind} sum = {kind}(0);")
    if form in (0, 2):
        k.add(f"for (int dy = -{radius}; dy <= {radius}; ++dy) {{")
    if form in (0, 1):
        k.add(f"for (int dx = -{radius}; dx <= {radius}; ++dx) {{")
    dx, dy = ("dx" if form != 2 else "0"), ("dy" if form != 1 else "0")
    k.add(f"int qx = clamp(p.x + {dx}, 0, {w} - 1), qy = clamp(p.y + {dy}, 0, {h} - 1);")
    k.add(f"sum += {s}[qy * {w} + qx];", "}")
    if form == 0:
        k.add("}")
    k.add(f"{d}[p.y * {w} + p.x] = sum;")
    return k


def family_blur(rng):
    """A wide filter over an image."""
    radius = rng.choice([2, 4])
    k = Kernel(rng, rng.choice([(32, 8), (16, 8), (16, 4)]))
    s, d = k.image(rng.choice(NAMES), "readonly"), k.image(rng.choice(RESULTS), "writeonly")
    # Texels come through a cache of their own: not every device gains.
    k.may = ["stage-halo"]
    k.add("ivec2 p = ivec2(gl_GlobalInvocationID.xy);", f"ivec2 size = imageSize({s});")
    k.add("if (any(greaterThanEqual(p, size))) return;", "float sum = 0.0;")
    k.add(f"for (int dy = -{radius}; dy <= {radius}; ++dy) {{")
    k.add(f"for (int dx = -{radius}; dx <= {radius}; ++dx) {{")
    k.add(f"sum += imageLoad({s}, clamp(p + ivec2(dx, dy), ivec2(0), size - 1)).x;", "}", "}")
    k.add(f"imageStore({d}, p, vec4(sum));")
    return k


def family_keep(rng):
    """What no rewrite may touch."""
    # No more invocations than every API guarantees: their number may be mended.
    k = Kernel(rng, (32, 4))
    form = rng.randrange(4)
    access = ["coherent", "volatile", "", ""][form]
    k.keep = [
        "the buffer is coherent", "the buffer is volatile",
        "a second store to the same buffer", "another store may reach what is loaded",
    ][form]
    # Other ids for the invocations move no access.
    k.keep_from = ["stage-transpose", "hoist-load"] if form >= 2 else []
    s = k.buffer("float", "src", access)
    d = s if form == 2 else k.buffer("float", "dst", access)
    w = k.uniform("uint", "width")
    k.coordinates()
    if form == 2:
        k.add(f"{d}[x * {w} + y] = 1.0;", f"{d}[y * {w} + x] = {s}[x * {w} + y] + 1.0;")
    elif form == 3:
        k.add(f"{d}[x * {w} + y] = {s}[y * {w} + x];", f"{s}[y * {w} + x] = {d}[x * {w} + y];")
    else:
        k.add(f"{d}[x * {w} + y] = {s}[y * {w} + x];")
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
        (args.out / f"{name}.comp").write_bytes(text.encode())


if __name__ == "__main__":
    main()
