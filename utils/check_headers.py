#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles every header under include/ alone.

    utils/check_headers.py BUILD-FOLDER

A header that a compilation includes before all others was compiled alone then, so
that only the others are left to do. Flags are those of the first library file of
BUILD-FOLDER/compile_commands.json. Exit code 1, with the compiler's messages, if a
header needs what it does not include.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys


def flags_of(build):
    """The compiler and the flags of one library file, without input and output."""
    commands = json.loads((build / "compile_commands.json").read_text())
    entry = next(entry for entry in commands if "/lib/" in entry["file"])
    words = shlex.split(entry["command"])
    if os.path.basename(words[0]) == "ccache":
        words = words[1:]
    kept = []
    skip = False
    for word in words:
        if skip or word in ("-c", "-o", "-MD", entry["file"]):
            skip = word == "-o"
            continue
        if word in ("-MT", "-MF"):
            skip = True
            continue
        kept.append(word)
    return kept


def first_include(path):
    """What a file includes before all else; None: a system header, or nothing."""
    text = pathlib.Path(path).read_text()
    include = re.search(r'^#include "(.*)"$', text, re.MULTILINE)
    return include[1] if include and "#include" not in text[: include.start()] else None


def first_includes(build):
    """The headers that some compilation of the build includes first: those of the
    first file, where several are compiled at once."""
    found = set()
    for entry in json.loads((build / "compile_commands.json").read_text()):
        first = first_include(pathlib.Path(entry["directory"], entry["file"]))
        if first and first.endswith(".cpp"):
            first = first_include(first)
        found.add(first)
    return found


def compile_alone(flags, header):
    # As a main file, so that `#pragma once` and unused functions are not warned of.
    source = f'#include "{header}"\n#include "{header}"\n'
    return subprocess.run(
        [*flags, "-fsyntax-only", "-x", "c++", "-"],
        input=source,
        capture_output=True,
        text=True,
        check=False,
    )


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    include = pathlib.Path(__file__).resolve().parent.parent / "include"
    headers = sorted(str(path.relative_to(include)) for path in include.rglob("*.h"))
    build = pathlib.Path(sys.argv[1])
    flags = flags_of(build)
    done = first_includes(build)
    workers = len(os.sched_getaffinity(0))
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        left = [header for header in headers if header not in done]
        results = list(pool.map(lambda header: compile_alone(flags, header), left))
    broken = False
    for header, result in zip(left, results):
        if result.returncode:
            print(f"include/{header} does not compile alone:\n{result.stderr}")
            broken = True
    if not headers:
        print("no headers found")
    return 1 if broken or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
