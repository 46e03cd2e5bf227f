# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes shaders whose lines an editor would spoil into a folder."""

import pathlib
import sys

HEAD = b"#version 310 es\nlayout(local_size_x = 64) in;\nlayout(std430, binding = 0) buffer B { float b[]; };\n"


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    access = b"b[gl_GlobalInvocationID.x * 64u] = 1.0;"
    # Line 4 of each holds the store.
    bodies = {
        "tabs.comp": b"void main()\t{\t" + access + b"\t}\n",
        "wide.comp": "void main() { /* \u6f22\u5b57 \u00e9 */ ".encode() + access + b" }\n",
        "latin1.comp": b"void main() { /* \xe9\x07 */ " + access + b" }\n",
        "crlf.comp": b"void main() { " + access + b" }\r\n",
        "long.comp": b"void main() { /*" + b"x" * 1000 + b"*/ " + access + b" /*" + b"y" * 1000 + b"*/ }\n",
        "lines.comp": b"void main() { b[gl_GlobalInvocationID.x\n * 64u] = 1.0; }\n",
        "end.comp": b"void main() {",
    }
    for name, body in bodies.items():
        (folder / name).write_bytes(HEAD + body)
    (folder / "behind.spvasm").write_bytes(b"%1 = OpTypeInt 32\n")


if __name__ == "__main__":
    main()
