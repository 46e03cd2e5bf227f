#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what wglint costs in time, as ratios that mean the same on every machine.

    utils/bench/startup.py WGLINT [FILE...]      default: the shaders of test/Inputs

Each round runs every command once, in turn, so that a busy moment of the machine
hits all alike; the figure is the median over the rounds. The yardstick is the start
of a process that does nothing. No test reads these numbers.
"""

import argparse
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def elapsed_ms(command):
    """Wall time of one run; the exit code is not looked at."""
    start = time.perf_counter()
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return (time.perf_counter() - start) * 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("wglint", type=pathlib.Path)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--rounds", type=int, default=25)
    args = parser.parse_args()
    wglint = str(args.wglint.resolve())
    files = args.files or sorted(str(path) for path in (ROOT / "test" / "Inputs").rglob("*.comp"))
    if not files:
        sys.exit("startup: no shaders")

    commands = {
        "a process that does nothing": ["/bin/true"],
        "--version": [wglint, "--version"],
        "one file": [wglint, files[0]],
        f"{len(files)} files, one run": [wglint, *files],
        f"{len(files)} files, one run, -j1": [wglint, "-j1", *files],
    }
    samples = {name: [] for name in commands}
    for _ in range(args.rounds):
        for name, command in commands.items():
            samples[name].append(elapsed_ms(command))

    medians = {name: statistics.median(values) for name, values in samples.items()}
    yardstick = medians["a process that does nothing"]
    print(f"{'':32}{'median ms':>10}{'ratio':>8}{'per file':>10}")
    for name, median in medians.items():
        count = len(commands[name]) - 1 if "file" in name else 0
        count -= "-j1" in commands[name]
        per_file = f"{median / count / yardstick:10.1f}" if count else ""
        print(f"{name:32}{median:10.2f}{median / yardstick:8.1f}{per_file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
