#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a SPIR-V module without its names and lines: strip_debug.py IN OUT."""
import struct
import sys

# OpSourceContinued, OpSource, OpSourceExtension, OpName, OpMemberName, OpString,
# OpLine, OpNoLine
DEBUG = {2, 3, 4, 5, 6, 7, 8, 317}
HEADER_WORDS = 5


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    words = struct.unpack(f"<{len(data) // 4}I", data)
    kept = list(words[:HEADER_WORDS])
    at = HEADER_WORDS
    while at < len(words):
        end = at + (words[at] >> 16)
        if words[at] & 0xFFFF not in DEBUG:
            kept += words[at:end]
        at = end
    with open(sys.argv[2], "wb") as file:
        file.write(struct.pack(f"<{len(kept)}I", *kept))


main()
