#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a fenced block of a Markdown page to a file, for the tests that use it.

    page_block.py PAGE NAME FILE    NAME stands behind the block's language
"""

import pathlib
import re
import sys


def main():
    page, name, file = sys.argv[1:]
    pattern = rf"^```\w+ {re.escape(name)}\n(.*?)^```$"
    found = re.search(pattern, pathlib.Path(page).read_text(), re.MULTILINE | re.DOTALL)
    if not found:
        sys.exit(f"page_block: {page} has no block '{name}'")
    pathlib.Path(file).write_text(found.group(1))


if __name__ == "__main__":
    main()
