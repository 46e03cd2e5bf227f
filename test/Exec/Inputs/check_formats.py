#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies an image of every GLSL format, and of every dimension, by a shader.

    check_formats.py WGLINT_RUN FOLDER

Each run expects the bytes that it put in: a transfer or a binding that converts
anything is a difference. Prints one line for each that is not right.
"""

import pathlib
import random
import re
import subprocess
import sys

FORMATS = {
    "": "rgba32f rgba16f rg32f rg16f r11f_g11f_b10f r32f r16f rgba16 rgb10_a2 rgba8 rg16 rg8 r16 r8 "
    "rgba16_snorm rgba8_snorm rg16_snorm rg8_snorm r16_snorm r8_snorm",
    "i": "rgba32i rgba16i rgba8i rg32i rg16i rg8i r32i r16i r8i",
    "u": "rgba32ui rgba16ui rgb10_a2ui rgba8ui rg32ui rg16ui rg8ui r32ui r16ui r8ui",
}
PACKED = {"r11f_g11f_b10f": 4, "rgb10_a2": 4, "rgb10_a2ui": 4}

# Dimension, coordinate, size of the image, its position from the id.
DIMENSIONS = [
    ("1D", "int", (13, 1, 1), "int(id.x)"),
    ("1DArray", "ivec2", (13, 3, 1), "ivec2(id.xy)"),
    ("2D", "ivec2", (13, 5, 1), "ivec2(id.xy)"),
    ("2DArray", "ivec3", (13, 5, 3), "ivec3(id)"),
    ("3D", "ivec3", (13, 5, 3), "ivec3(id)"),
    ("Cube", "ivec3", (5, 5, 6), "ivec3(id)"),
    ("CubeArray", "ivec3", (5, 5, 12), "ivec3(id)"),
    ("Buffer", "int", (13, 1, 1), "int(id.x)"),
]

# Declarations and statements of a copy; {n} is its number within the shader.
COPY = (
    "layout({format}, binding = {source}) readonly uniform {prefix}image{dim} source{n};",
    "imageStore(target{n}, {position}, imageLoad(source{n}, {position}));",
)
# Texels through a sampler, without filtering.
SAMPLED = (
    "layout(binding = {n}) uniform {prefix}sampler2D source{n};",
    "imageStore(target{n}, {position}, textureLod(source{n}, "
    "(vec2({position}) + 0.5) / vec2(textureSize(source{n}, 0)), 0.0));",
)
# A copy does not notice components that change places both ways; this does.
CONSTANT = (
    COPY[0],
    "imageStore(target{n}, {position}, imageLoad(source{n}, {position}) * {prefix}vec4(0)"
    " + {prefix}vec4(1, 2, 3, 3));",
)
TARGET = "layout({format}, binding = {target}) writeonly uniform {prefix}image{dim} target{n};"

IMAGES = """  - name: source{n}
    size: {size}
    format: {format}
    contents: {{ kind: raw, file: texels{n}.raw }}
  - name: target{n}
    size: {size}
    format: {format}
    contents: {{ kind: zero }}
    output: true
    expected: expected{n}.raw
"""

# So many copies are one shader, to start fewer processes: every implementation
# binds eight images at once.
COPIES_PER_SHADER = 4


def texel_bytes(name):
    if name in PACKED:
        return PACKED[name]
    letters, bits = re.match(r"([rgba]+)(\d+)", name).groups()
    return len(letters) * int(bits) // 8


def constant_texel(name):
    """The bytes of the texel (1, 2, 3, 3) of an integer format."""
    if name == "rgb10_a2ui":
        return (1 | 2 << 10 | 3 << 20 | 3 << 30).to_bytes(4, "little")
    letters, bits = re.match(r"([rgba]+)(\d+)", name).groups()
    return b"".join(value.to_bytes(int(bits) // 8, "little") for value in (1, 2, 3, 3)[: len(letters)])


def write_texels(folder, number, name, count, expected):
    """What goes in, and what has to come out: a texel, or the same."""
    # Small positive numbers in every format: neither NaN nor the number that
    # has two forms in signed normalized formats.
    texels = bytes(random.Random(name).choices(range(1, 0x3C), k=count * texel_bytes(name)))
    (folder / f"texels{number}.raw").write_bytes(texels)
    (folder / f"expected{number}.raw").write_bytes(expected * count if expected else texels)


def run(tool, folder, how, formats, size, dim="2D", position="ivec2(id.xy)"):
    """Copies an image of each of formats, pairs of a prefix and a name. None, or
    what the tool said."""
    folder.mkdir(parents=True)
    declarations, statements, images = [], [], ""
    for n, (prefix, name) in enumerate(formats):
        fill = {
            "n": n, "source": 2 * n, "target": 2 * n + 1, "format": name, "prefix": prefix,
            "dim": dim, "position": position, "size": list(size),
        }
        if how is SAMPLED:
            fill["target"] = n
        declarations += [how[0].format(**fill), TARGET.format(**fill)]
        statements.append("  " + how[1].format(**fill))
        images += IMAGES.format(**fill)
        expected = constant_texel(name) if how is CONSTANT else None
        write_texels(folder, n, name, size[0] * size[1] * size[2], expected)
    path = folder / "copy.comp"
    lines = ["#version 450", "layout(local_size_x = 1) in;", *declarations, "void main() {"]
    path.write_text("\n".join([*lines, "  uvec3 id = gl_WorkGroupID;", *statements, "}", ""]))
    (folder / "copy.comp.run.yaml").write_text(f"workgroups: {list(size)}\nimages:\n{images}")
    done = subprocess.run([tool, "--device=llvmpipe", path], capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else done.stdout + done.stderr


def main():
    tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    right = total = 0

    def check(label, how, formats, size, **rest):
        nonlocal right, total
        for begin in range(0, len(formats), COPIES_PER_SHADER):
            some = formats[begin : begin + COPIES_PER_SHADER]
            problem = run(tool, folder / f"{label}-{begin}", how, some, size, **rest)
            total += len(some)
            right += 0 if problem else len(some)
            if problem:
                print(f"{label} {' '.join(name for _, name in some)}: {problem}")

    formats = [(prefix, name) for prefix, names in FORMATS.items() for name in names.split()]
    check("copied", COPY, formats, (13, 5, 1))
    check("constant", CONSTANT, [(prefix, name) for prefix, name in formats if prefix], (5, 3, 1))
    for dim, _, size, position in DIMENSIONS:
        check(dim, COPY, [("u", "r32ui")], size, dim=dim, position=position)
    check("sampled", SAMPLED, [("", "rgba8"), ("i", "rgba32i"), ("u", "r32ui"), ("", "r32f")], (13, 5, 1))
    print(f"{right} of {total} images are exact")


if __name__ == "__main__":
    main()
