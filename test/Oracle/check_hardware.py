#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds wglint-oracle's totals against those that an H200's counters gave.

    check_hardware.py BUILD INPUTS        exit code 1 on a difference

INPUTS holds the shaders and h200-kernels.csv. The workgroups of these shaders
cost the same modulo a few hundred, so where there are many, some are executed
and the totals scaled.
"""

import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile

# Executing all would take minutes; every n-th workgroup is as good as all.
EVERY = {
    "matmul_naive": 1024, "matmul_tile": 512, "reduce_interleaved": 256, "scan_hillis": 256,
    "fft_stride": 64, "shared_stride": 64, "stencil5": 8, "copy_32x8": 16, "copy_8x8": 64,
    "transpose_naive": 32, "transpose_tile32": 32, "transpose_tile32_pad": 32, "aos4": 16,
}
# hardware/README.md: load wavefronts are up to 1.8 % over the rule when many
# subgroups contend, everything else is exact.
TOLERANCE = {"shared_load_wavefronts": 0.03}


def totals(build, inputs, name, folder):
    source = inputs / f"{name}.comp"
    words = re.search(r"// run: (.*)", source.read_text()).group(1).split()
    groups = next(w for w in words if w.startswith("groups="))[len("groups="):]
    assumptions = ["--assume=" + w.replace(":", "=") for w in words if ":" in w]
    binary = pathlib.Path(folder) / f"{name}.spv"
    subprocess.run([build / "bin/wglint-opt", "--emit-spirv", source, "-o", binary], check=True)
    every = EVERY.get(name, 1)
    done = subprocess.run(
        [build / "bin/wglint-oracle", binary, f"--dispatch={groups}", f"--every={every}", *assumptions],
        check=True, capture_output=True, text=True,
    )
    summary, *accesses = [json.loads(line) for line in done.stdout.splitlines()]
    x, y, z = summary["dispatch"]
    scale = x * y * z / summary["executedWorkgroups"]

    def total(space, op, count):
        return scale * sum(a.get(count, 0) for a in accesses if (a["space"], a["op"]) == (space, op))

    return {
        f"{space}_{op}_{count}": total(space, op, count)
        for space, counts in (("global", ("requests", "sectors")), ("shared", ("wavefronts",)))
        for op in ("load", "store")
        for count in counts
    }


def main():
    build, inputs = map(pathlib.Path, sys.argv[1:])
    rows = list(csv.DictReader((inputs / "h200-kernels.csv").open()))
    different = 0
    with tempfile.TemporaryDirectory() as folder:
        for row in rows:
            for name, value in totals(build, inputs, row["kernel"], folder).items():
                counted = int(row[name])
                if abs(value - counted) > TOLERANCE.get(name, 0) * counted:
                    different += 1
                    print(f"{row['kernel']}: {name} {value}, counted {counted}")
    print(f"{len(rows)} shaders, {different} totals different")
    raise SystemExit(1 if different or not rows else 0)


if __name__ == "__main__":
    main()
