# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the inputs that end glslang 12, or are no shaders at all, into a folder."""

import pathlib
import random
import struct
import sys

HEAD = "#version 450\nlayout(local_size_x = 64) in;\nlayout(std430, binding = 0) buffer B { float b[]; };\n"


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    write = lambda name, text: (folder / name).write_text(text)

    # A syntax tree that is as deep as the sum is long.
    terms = " + ".join(["b[0]"] * 100_000)
    write("sum.comp", HEAD + "void main() {\n  b[1] = " + terms + ";\n}\n")
    # Compared element by element.
    write("arrays.comp", HEAD + "float x[10000000], y[10000000];\nvoid main() { if (x == y) b[0] = 1.0; }\n")
    # 2^26 terms.
    doublings = "".join(f"#define M{i + 1} M{i} + M{i}\n" for i in range(26))
    write("doubling.comp", HEAD + "#define M0 b[0]\n" + doublings + "void main() { b[1] = M26; }\n")
    write("cycle.comp", HEAD + '#include "cycle-a.glsl"\nvoid main() {}\n')
    write("cycle-a.glsl", '#include "cycle-b.glsl"\n')
    write("cycle-b.glsl", '#include "cycle-a.glsl"\n')

    write("empty.comp", "")
    noise = random.Random(1).randbytes(4096)
    (folder / "noise.comp").write_bytes(noise)
    (folder / "noise.spv").write_bytes(struct.pack("<I", 0x07230203) + noise)
    # A header, and an instruction (OpCapability) whose second word is missing.
    (folder / "truncated.spv").write_bytes(struct.pack("<6I", 0x07230203, 0x00010000, 0, 8, 0, (2 << 16) | 17))


if __name__ == "__main__":
    main()
