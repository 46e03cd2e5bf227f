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

SHADER = """#version 450
layout(local_size_x = 1) in;
layout({format}, binding = 0) readonly uniform {prefix}image{dim} source;
layout({format}, binding = 1) writeonly uniform {prefix}image{dim} target;
void main() {{
  uvec3 id = gl_WorkGroupID;
  imageStore(target, {position}, imageLoad(source, {position}));
}}
"""

# Texels through a sampler, without filtering.
SAMPLED = """#version 450
layout(local_size_x = 1) in;
layout(binding = 0) uniform {prefix}sampler2D source;
layout({format}, binding = 1) writeonly uniform {prefix}image2D target;
void main() {{
  ivec2 id = ivec2(gl_WorkGroupID.xy);
  vec2 middle = (vec2(id) + 0.5) / vec2(textureSize(source, 0));
  imageStore(target, id, textureLod(source, middle, 0.0));
}}
"""

# A copy does not notice components that change places both ways; this does.
CONSTANT = """#version 450
layout(local_size_x = 1) in;
layout({format}, binding = 0) readonly uniform {prefix}image2D source;
layout({format}, binding = 1) writeonly uniform {prefix}image2D target;
void main() {{
  ivec2 id = ivec2(gl_WorkGroupID.xy);
  imageStore(target, id, imageLoad(source, id) * {prefix}vec4(0) + {prefix}vec4(1, 2, 3, 3));
}}
"""

RUN = """workgroups: [{size[0]}, {size[1]}, {size[2]}]
images:
  - name: source
    size: [{size[0]}, {size[1]}, {size[2]}]
    format: {format}
    contents: {{ kind: raw, file: texels.raw }}
  - name: target
    size: [{size[0]}, {size[1]}, {size[2]}]
    format: {format}
    contents: {{ kind: zero }}
    output: true
    expected: {expected}
"""


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


def run(tool, folder, shader, name, size, expected=None):
    """None, or what the tool said. Expected is a texel; else those that were put in."""
    folder.mkdir(parents=True)
    count = size[0] * size[1] * size[2] * texel_bytes(name)
    # Small positive numbers in every format: neither NaN nor the number that
    # has two forms in signed normalized formats.
    texels = random.Random(name).choices(range(1, 0x3C), k=count)
    (folder / "texels.raw").write_bytes(bytes(texels))
    (folder / "expected.raw").write_bytes(expected * (size[0] * size[1]) if expected else bytes(texels))
    path = folder / "copy.comp"
    path.write_text(shader)
    (folder / "copy.comp.run.yaml").write_text(RUN.format(size=size, format=name, expected="expected.raw"))
    done = subprocess.run([tool, "--device=llvmpipe", path], capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else done.stdout + done.stderr


def main():
    tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    right = total = 0

    def count(label, problem):
        nonlocal right, total
        total += 1
        right += problem is None
        if problem:
            print(f"{label}: {problem}")

    for prefix, names in FORMATS.items():
        for name in names.split():
            shader = SHADER.format(format=name, prefix=prefix, dim="2D", position="ivec2(id.xy)")
            count(name, run(tool, folder / name, shader, name, (13, 5, 1)))
            if prefix:
                shader = CONSTANT.format(format=name, prefix=prefix)
                texel = constant_texel(name)
                count(f"constant {name}", run(tool, folder / f"constant-{name}", shader, name, (5, 3, 1), texel))
    for dim, _, size, position in DIMENSIONS:
        shader = SHADER.format(format="r32ui", prefix="u", dim=dim, position=position)
        count(dim, run(tool, folder / dim, shader, "r32ui", size))
    for prefix, name in (("", "rgba8"), ("i", "rgba32i"), ("u", "r32ui"), ("", "r32f")):
        shader = SAMPLED.format(format=name, prefix=prefix)
        count(f"sampled {name}", run(tool, folder / f"sampled-{name}", shader, name, (13, 5, 1)))
    print(f"{right} of {total} images are exact")


if __name__ == "__main__":
    main()
