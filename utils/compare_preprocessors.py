#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds wglint's preprocessor against glslang's own, token by token.

    utils/compare_preprocessors.py --wglint-opt BIN FILE...

Files that glslang's preprocessor rejects are counted but not compared; a file
without #version counts as 4.50. Exits with 1 if a file differs.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

TOKEN = re.compile(
    r'"[^"\n]*"|[A-Za-z_\x80-\xff][\w\x80-\xff]*'
    r"|0[xX][0-9a-fA-F]+\w*|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\w*|\S"
)


def tokens(text):
    """Tokens without directives, operators as single characters. Strings are left
    out: glslang forgets to print them."""
    lines = [l for l in text.splitlines() if not l.lstrip().startswith("#")]
    return [t for t in TOKEN.findall("\n".join(lines)) if t[0] != '"']


def run(command):
    done = subprocess.run(command, capture_output=True, timeout=60)
    return done.returncode, done.stdout.decode("latin-1"), done.stderr.decode("latin-1")


def glslang_output(path):
    """glslang's preprocessed text, with includes switched on as wglint does."""
    with open(path, encoding="latin-1") as file:
        text = file.read()
    enable = "#extension GL_GOOGLE_include_directive : enable\n"
    if not re.search(r"^[ \t]*#[ \t]*version", text, flags=re.M):
        text = "#version 450\n" + text
    text = re.sub(r"^([ \t]*#[ \t]*version[^\n]*\n)", r"\1" + enable, text,
                  count=1, flags=re.M)
    with tempfile.NamedTemporaryFile("w", suffix=".comp", encoding="latin-1") as copy:
        copy.write(text)
        copy.flush()
        return run(["glslangValidator", "-E", "-DVULKAN=100",
                    "-I" + (os.path.dirname(path) or "."), copy.name])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wglint-opt", required=True)
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    same = rejected = total = 0
    different = []
    for path in args.files:
        code, theirs, errors = glslang_output(path)
        if code or "ERROR" in errors or "ERROR" in theirs:
            rejected += 1
            continue
        _, ours, _ = run([args.wglint_opt, "--print=tokens", "--target-env=vulkan", path])
        a, b = tokens(theirs), tokens(ours)
        total += len(a)
        if a == b:
            same += 1
            continue
        at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
        different.append(path)
        print(f"{path}: glslang: {' '.join(a[max(0, at - 5):at + 6])}")
        print(f"{path}: wglint:  {' '.join(b[max(0, at - 5):at + 6])}")
    print(f"{same} files alike ({total} tokens), {len(different)} different, "
          f"{rejected} rejected by glslang")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
