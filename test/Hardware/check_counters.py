#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds wglint's totals over whole dispatches against an H200's counters.

    check_counters.py WGLINT INPUTS        exit code 1 on a difference

INPUTS holds the shaders, with their dispatch and uniforms in a `// run:` line,
and h200-kernels.csv.
"""

import csv
import json
import pathlib
import re
import subprocess
import sys

# Load wavefronts are counted up to 1.8 % over the rule, never below it, when
# many subgroups contend; everything else is exact.
TOLERANCE = {"shared_load_wavefronts": 0.03}


def accesses(wglint, source):
    words = re.search(r"// run: (.*)", source.read_text()).group(1).split()
    groups = next(w for w in words if w.startswith("groups="))[len("groups="):]
    assumptions = ["--assume=" + w.replace(":", "=") for w in words if ":" in w]
    done = subprocess.run(
        [wglint, "--facts", "--output-format=json", "--target=nvidia-hopper", "--fail-on=never",
         f"--dispatch={groups},1", *assumptions, source],
        check=True, capture_output=True, text=True,
    )
    return json.loads(done.stdout)["facts"][0]["accesses"]


def main():
    wglint, inputs = map(pathlib.Path, sys.argv[1:])
    rows = list(csv.DictReader((inputs / "h200-kernels.csv").open()))
    different = 0
    for row in rows:
        facts = accesses(wglint, inputs / f"{row['kernel']}.comp")
        for name, text in row.items():
            if name == "kernel":
                continue
            space, op, count = name.split("_")
            wanted = [f["dispatch"][count] for f in facts if (f["space"], f["op"]) == (space, op)]
            # A range or an unknown is no answer here.
            is_known = all(isinstance(number, int) for number in wanted)
            stated, counted = sum(wanted) if is_known else None, int(text)
            if stated is None or abs(stated - counted) > TOLERANCE.get(name, 0) * counted:
                different += 1
                print(f"{row['kernel']}: {name} {wanted}, counted {counted}")
    print(f"{len(rows)} shaders, {different} totals different")
    raise SystemExit(1 if different or not rows else 0)


if __name__ == "__main__":
    main()
