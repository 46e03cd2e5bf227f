#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the names of checks together.

    utils/check_catalogue.py --wglint PROGRAM    exit code 1 and a line for each gap

A check is one file lib/Checks/SomePattern.cpp, the name some-pattern in the
program's list, one test test/Checks/some-pattern.comp (or another ending that lit
knows) with an [example] and a section that stays silent, and one page
docs/checks/some-pattern.md. Further tests lie in a folder test/Checks/some-pattern.
Nothing has one of them without the others. README.md
links the pages of all checks that are more than remarks, and of no others.
"""

import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def kebab(camel):
    """SharedBankConflict: shared-bank-conflict."""
    return re.sub(r"(?<=.)([A-Z])", r"-\1", camel).lower()


def listed_checks(program):
    """The names in the program's order, each with its severity."""
    output = subprocess.run(
        [program, "--list-checks"], stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    return dict(line.split()[:2] for line in output.splitlines())


def gaps(root, severities):
    """One line for each thing that is missing or too much."""
    listed = list(severities)
    tests = {p.stem: p for p in (root / "test" / "Checks").iterdir() if p.suffix in (".comp", ".spvasm")}
    named = {
        "in the program's list": set(listed),
        "in lib/Checks": {kebab(p.stem) for p in (root / "lib" / "Checks").glob("*.cpp")},
        "in test/Checks": set(tests),
        "in docs/checks": {
            p.stem for p in (root / "docs" / "checks").glob("*.md") if p.stem != "README"
        },
    }
    for name in sorted(set.union(*named.values())):
        for where, names in named.items():
            if name not in names:
                yield f"{name} is not {where}"
    for name, path in sorted(tests.items()):
        text = path.read_text()
        for part in ("[example]", "expected-no-diagnostics"):
            if part not in text:
                yield f"{path.relative_to(root)} has no {part}"
    # Further tests of a check lie in a folder of its name, one for each question.
    for folder in sorted(p for p in (root / "test" / "Checks").iterdir() if p.is_dir()):
        if folder.name not in tests and folder.name != "known-good":
            yield f"{folder.relative_to(root)} is no check's"
    readme = root / "README.md"
    linked = re.findall(r"docs/checks/([a-z-]+)\.md", readme.read_text() if readme.exists() else "")
    warning = [name for name in listed if severities[name] != "remark"]
    for name in sorted(set(linked) ^ set(warning)):
        yield f"{name} is {'more than a remark, but not' if name in warning else 'no warning, but'} in README.md"
    if listed != sorted(listed):
        yield "the program's list is not sorted"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--wglint", required=True)
    parser.add_argument("--root", default=ROOT, type=pathlib.Path)
    options = parser.parse_args()
    lines = list(gaps(options.root, listed_checks(options.wglint)))
    print("\n".join(lines), end="\n" if lines else "")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
