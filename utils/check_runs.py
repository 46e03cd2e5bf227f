#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs each shader of some folders on llvmpipe, as the run beside it says.

    utils/check_runs.py --build=build/release FOLDER...

Every run must write its outputs as its expected files have them. Prints what is not
so and, at the end, `N shaders: N as expected`; exit code 1 if some are not.
"""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys


def failure(build, path):
    """What is wrong with one run; empty: nothing."""
    done = subprocess.run(
        [build / "bin/wglint-run", "--device=llvmpipe", path], capture_output=True, text=True, timeout=300,
    )
    if done.returncode:
        return done.stdout[-1000:] + done.stderr[-1000:]
    expected = path.with_name(path.name + ".run.yaml").read_text().count("expected:")
    found = done.stdout.count(", as expected")
    return "" if found == expected else f"{found} of {expected} outputs were held against a file\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("folders", type=pathlib.Path, nargs="+")
    args = parser.parse_args()
    paths = sorted(path for folder in args.folders for path in folder.glob("*.comp"))
    good = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, wrong in zip(paths, pool.map(lambda path: failure(args.build, path), paths)):
            good += not wrong
            if wrong:
                print(f"{path.name}: {wrong}", end="")
    print(f"{len(paths)} shaders: {good} as expected")
    return 0 if good == len(paths) else 1


if __name__ == "__main__":
    sys.exit(main())
