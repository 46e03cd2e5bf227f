#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lints the shaders of lit tests, all those together that ask for the same options.

    lint_together.py --wglint=BIN --split-file=BIN --out=FOLDER [--every=N] TEST_FOLDER...

For the sanitizers, under which a process takes half a second to begin and each of
the folders' `%wglint` lines is one: what these lines name is linted, with all checks
and remarks, and what wglint finds is not judged. Macros that a line defines are
written into a copy of its shader, so that they need no process of their own. Shaders
that no such line names are linted without options. With --every=N it is every N-th
test of a folder. Prints how many shaders were linted in how many processes. Exit code 1 if one of them died,
or a sanitizer has something to say.
"""

import argparse
import collections
import json
import pathlib
import re
import shlex
import subprocess
import sys

# What decides about findings only, or what a test makes of them; what takes long
# may take ten times as long here.
NOT_KEPT = re.compile(r"--(checks|verify|verify-ignore|remarks|output-format|color|facts|fail-on|quiet|time-limit-s)\b")
DEATHS = ("internal-error", "frontend-crash")


def lint_lines(test):
    """The words of each `%wglint` line, up to the first pipe."""
    text = re.sub(r"\\\n *// RUN:", " ", test.read_text())
    for line in re.findall(r"^// RUN: (.*)$", text, re.MULTILINE):
        words = re.findall(r"(?:'[^']*'|\"[^\"]*\"|[^\s'\"|])+|\|", line)
        if "%wglint" in words:
            words = words[words.index("%wglint") + 1:]
            words = words[:words.index("|")] if "|" in words else words
            yield shlex.split(" ".join(words))


def with_macros(shader, macros, out):
    """A copy of a shader behind whose #version the macros are defined."""
    lines = shader.read_text().splitlines(keepends=True)
    at = next((i + 1 for i, line in enumerate(lines) if line.lstrip().startswith("#version")), 0)
    lines[at:at] = [f"#define {name} {value}\n" for name, _, value in (m.partition("=") for m in macros)]
    copy = out / f"{len(list(out.iterdir()))}-{shader.name}"
    copy.write_text("".join(lines))
    return copy


def jobs_of(test, folder, options):
    """For each line of a test, and for what no line names: the options that are left, and the shaders."""
    out = options.out / folder.name / test.relative_to(folder).with_suffix("")
    parts, copies = out / "parts", out / "copies"
    copies.mkdir(parents=True, exist_ok=True)
    subprocess.run([options.split_file, test, parts], check=False, capture_output=True)
    unnamed = set(parts.rglob("*.comp")) or {test}
    for words in lint_lines(test):
        words = [w.replace("%t", str(parts)).replace("%S", str(test.parent)).replace("%s", str(test)) for w in words]
        macros = [w[2:] for w in words if w.startswith("-D")]
        shaders = [pathlib.Path(w) for w in words if pathlib.Path(w).is_file()]
        kept = tuple(
            w for w in words
            if not (pathlib.Path(w).exists() or w.startswith((str(parts), "-D")) or NOT_KEPT.match(w))
        )
        unnamed -= set(shaders)
        yield kept, [with_macros(s, macros, copies) if macros else s for s in shaders]
    yield (), sorted(unnamed)


def complaints(options, kept, shaders):
    done = subprocess.run(
        [options.wglint, "--output-format=json", "--remarks", "--checks=*", "-j2", "--time-limit-s=0", *kept, *shaders],
        capture_output=True, text=True, check=False, errors="replace",
    )
    said = [line for line in done.stderr.splitlines() if "Sanitizer" in line or "runtime error" in line]
    findings = json.loads(done.stdout)["findings"] if done.stdout else []
    said += [f"{f['file']}: {f['message']}" for f in findings if f["check"] in DEATHS]
    return said or ([] if done.stdout else [f"no output: {done.stderr[:300]}"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--wglint", required=True)
    parser.add_argument("--split-file", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    groups = collections.defaultdict(dict)
    for folder in options.folders:
        for test in sorted(folder.rglob("*.comp"))[:: options.every]:
            for kept, shaders in jobs_of(test, folder, options):
                groups[kept].update(dict.fromkeys(shaders))
    said = [s for kept, shaders in groups.items() if shaders for s in complaints(options, kept, shaders)]
    print("\n".join(said), file=sys.stderr)
    print(f"{sum(map(len, groups.values()))} shaders in {len(groups)} processes, {len(said)} complaints")
    return int(bool(said))


if __name__ == "__main__":
    sys.exit(main())
