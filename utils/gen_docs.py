#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/checks: a page for each check, and the table of all.

    utils/gen_docs.py --wglint PROGRAM          writes docs/checks
    utils/gen_docs.py --wglint PROGRAM --check  exit code 1 if it is not current

The text is the check's own documentation. The example is cut from the check's test
(between `// [example]` and `// [/example]`, without the expected- comments) and its
output comes from running PROGRAM on it, so that a page cannot say what is not true.
A check without an example, or whose example it does not find, is an error.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLE = re.compile(
    r"^(?://|;) \[example\]\n(.*?)^(?://|;) \[/example\]$", re.MULTILINE | re.DOTALL
)
EXPECTED = re.compile(r"^[ \t]*(?://|;) expected-.*\n", re.MULTILINE)
INTRODUCTION = """# Checks

Made by utils/gen_docs.py from the checks themselves; do not edit.

| check | severity | what it finds |
|---|---|---|
"""
RULES = """
A finding judges what the accesses of a request waste together: accesses of one buffer
whose lanes walk the same structures share their sectors. Below twice the ideal, or
below 4 bytes of waste for each lane of the subgroup (4 sectors of 32 bytes for 32
lanes), nothing is said. A finding fires where all devices of the target agree that
have the resource in question, and names the one behind its numbers.

A finding on traffic is a remark where less than a tenth of the shader's sectors and
wavefronts would go away if all findings of its kind on the variable were mended; 30 %
are asked of accesses to buffers that touch too many sectors, since
caches serve some of what these cost, and those that are remarks for another reason do not
count there. A loop
whose length is not known counts as 32 iterations for that, as LLVM takes one without a
profile, or as many as a bound leaves it, such as the 512 of `min(count, 512u)`; accesses to images, and those whose addresses are not known, count as the
fewest sectors that they can touch.
"""


def run(program, *arguments, cwd=None):
    """Standard output of the program; its exit code may say that it found something."""
    result = subprocess.run(
        [program, *arguments], cwd=cwd, capture_output=True, text=True, check=False
    )
    if result.returncode not in (0, 1):
        sys.exit(f"gen_docs: {' '.join(arguments)}: {result.stderr}")
    return result.stdout


class Check:
    """One check as the program describes it."""

    def __init__(self, program, name):
        self.program, self.name = program, name
        heading, self.text = run(program, f"--explain={name}").split("\n", 1)
        self.summary = heading.split(": ", 1)[1]

    def example(self, tests):
        """The shader of the test's example and what is said about it."""
        test = next(iter(sorted(tests.glob(f"{self.name}.*"))), None)
        match = test and EXAMPLE.search(test.read_text())
        if not match:
            sys.exit(f"gen_docs: {tests}/{self.name}.comp has no [example]")
        shader = EXPECTED.sub("", match.group(1))
        # The run line of the example's own section says the target, if any.
        line = re.search(r"--verify (.*) %t/example", test.read_text())
        options = [o for o in (line.group(1).split() if line else []) if o != "--remarks"]
        selection = [o for o in options if o.startswith("--checks=")]
        options = [o for o in options if not o.startswith("--checks=")]
        # A file that an option names is shown by its name alone.
        given = [o.replace("%S", str(tests.resolve())) for o in options]
        options = [re.sub(r"=%S/\S*/", "=", o) for o in options]
        with tempfile.TemporaryDirectory() as folder:
            name = f"example{test.suffix}"
            pathlib.Path(folder, name).write_text(shader)
            # A check of other checks' findings says nothing without them.
            for checks in [f"--checks={self.name}", *selection]:
                output = run(self.program, checks, "--remarks", *given, name, cwd=folder)
                if f"[{self.name}]" in output:
                    break
        if f"[{self.name}]" not in output:
            sys.exit(f"gen_docs: {self.name} finds nothing in its own example")
        return shader, output, options

    def page(self, tests):
        shader, output, options = self.example(tests)
        note = f" (`{' '.join(options)}`)" if options else ""
        return (
            f"# {self.name}\n\n"
            f"Made by utils/gen_docs.py from lib/Checks and test/Checks; do not edit.\n\n"
            f"{self.summary[0].upper()}{self.summary[1:]}.\n\n"
            f"## Example\n\n```glsl\n{shader}```\n\n"
            f"What wglint says{note}:\n\n```\n{output}```\n\n"
            f"{self.text.strip()}\n"
        )


def pages(program, tests):
    """All pages, by file name."""
    result = {}
    table = INTRODUCTION
    for line in run(program, "--list-checks").splitlines():
        name, severity = line.split()[:2]
        check = Check(program, name)
        result[f"{name}.md"] = check.page(tests)
        if line.endswith(" (off by default)"):
            severity += ", off by default"
        table += f"| [{name}]({name}.md) | {severity} | {check.summary} |\n"
    result["README.md"] = table + RULES
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--wglint", required=True, type=pathlib.Path)
    parser.add_argument("--tests", default=ROOT / "test" / "Checks", type=pathlib.Path)
    parser.add_argument("--output", default=ROOT / "docs" / "checks", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    made = pages(str(options.wglint.resolve()), options.tests)
    there = {p.name: p.read_text() for p in options.output.glob("*.md")}
    if not options.check:
        options.output.mkdir(parents=True, exist_ok=True)
        for name in there.keys() - made.keys():
            (options.output / name).unlink()
        for name, text in made.items():
            (options.output / name).write_text(text)
        return 0
    stale = sorted(n for n in made.keys() | there.keys() if made.get(n) != there.get(n))
    for name in stale:
        print(f"docs/checks/{name} is not current: run utils/gen_docs.py")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
