#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command and passes if it ends with the given exit code, for lit tests.

    exits_with.py 3 wglint broken.comp

Output goes through unchanged, so that it can be piped into FileCheck.
"""

import subprocess
import sys


def main():
    expected = int(sys.argv[1])
    actual = subprocess.run(sys.argv[2:]).returncode
    if actual != expected:
        print(f"exits_with: exit code {actual}, not {expected}: {' '.join(sys.argv[2:])}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
