#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the checks on races against kernels that are known to be clean and their broken twins.

    utils/check_races.py --build=build/release [--write=FOLDER] [--every=N] FILE...

A file is a clean kernel. `// sizes: 64 256` names the values of its macro SIZE; each is
a kernel of its own. `// twin: drop` at the end of a line makes a twin without that line,
`// twin: A -> B` one in which the line's A is B. A twin has to get a finding of
data-race, or of the check that stands behind a colon: `// twin: drop : CHECK`; `none`
stands for a twin that is clean, or of which nothing is known. A clean kernel must
not get any finding of CHECKS. Exit code 1 on a difference.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

CHECKS = ("data-race", "workgroup-race", "missing-memory-barrier", "same-value-race", "divergent-barrier",
          "uninitialized-shared-read")
TWIN = re.compile(r"\s*// twin: (?P<what>.*?)(?: : (?P<check>[a-z-]+))?$")

Case = collections.namedtuple("Case", "name text expected")


def plain(line):
    return TWIN.sub("", line)


def twin_of(lines, number, match):
    """The text in which one line is dropped or changed."""
    changed = [plain(line) for line in lines]
    if match["what"] == "drop":
        changed[number] = ""
        return changed
    before, _, after = match["what"].partition(" -> ")
    if before not in changed[number]:
        raise ValueError(f"line {number + 1} has no `{before}`")
    changed[number] = changed[number].replace(before, after)
    return changed


def cases_of(path):
    """The clean kernels and the twins that one file stands for."""
    lines = path.read_text().split("\n")
    sizes = next(line for line in lines if line.startswith("// sizes: ")).split()[2:]
    for size in sizes:

        def case(suffix, changed, expected):
            text = re.sub(r"#define SIZE \d+", f"#define SIZE {size}", "\n".join(changed))
            return Case(f"{path.stem}-{size}{suffix}", text, expected)

        yield case("", [plain(line) for line in lines], "none")
        for number, line in enumerate(lines):
            if match := TWIN.search(line):
                yield case(f"-twin{number + 1}", twin_of(lines, number, match), match["check"] or "data-race")


def findings_of(build, folder, cases):
    """For each case the names of the checks that fire."""
    done = subprocess.run(
        [build / "bin/wglint", "--remarks", "--checks=" + ",".join(CHECKS), "--output-format=json",
         *(folder / f"{case.name}.comp" for case in cases)],
        capture_output=True, text=True, check=False,
    )
    if not done.stdout:
        sys.exit("check_races: wglint printed nothing: " + done.stderr.strip())
    found = {case.name: set() for case in cases}
    for finding in json.loads(done.stdout)["findings"]:
        found[pathlib.Path(finding["file"]).stem].add(finding["check"])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--write", type=pathlib.Path, help="keep the kernels there")
    parser.add_argument("--every", type=int, default=1, help="of the kernels, one in so many")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    cases = [case for path in sorted(options.files) for case in cases_of(path)][::options.every]
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.write or pathlib.Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for case in cases:
            (folder / f"{case.name}.comp").write_text(case.text)
        found = findings_of(options.build, folder, cases)
    failures = 0
    for case in cases:
        names = found[case.name]
        fits = not names if case.expected == "none" else case.expected in names
        if not fits:
            failures += 1
            print(f"{case.name}: expected {case.expected}, found {', '.join(sorted(names)) or 'nothing'}")
    clean = sum(case.expected == "none" for case in cases)
    print(f"{clean} clean kernels, {len(cases) - clean} racy ones, {failures} judged wrongly")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
