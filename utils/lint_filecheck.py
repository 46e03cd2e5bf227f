#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds directives in lit tests that are silently ignored.

    utils/lint_filecheck.py [FILE...]      default: every test under test/

To FileCheck and to `wglint --verify`, a misspelt directive is a comment, and the
test passes by looking at nothing. Reported, as file:line: lines with exit code 1:

- a test without a RUN line;
- a line or a comment that begins with a word in capitals and a colon that is neither lit's
  nor a prefix of a RUN line (CHEKC:, CHECK-NXT:, a prefix no FileCheck is given);
- a prefix without its colon, with a space before it, or in another case;
- an expected- directive that does not have the form that --verify reads, or that
  stands in a file no RUN line verifies.

A test of --verify itself says `lint_filecheck: malformed expectations` in a comment;
then its expectations are not looked at.
"""

import argparse
import pathlib
import re
import sys

SUFFIXES = {".comp", ".glsl", ".spvasm", ".test"}
SKIPPED_FOLDERS = {"Inputs", "Unit", "kernels"}

LIT_WORDS = {"RUN", "REQUIRES", "UNSUPPORTED", "XFAIL", "END", "DEFINE", "REDEFINE", "ALLOW_RETRIES"}
# Words that open a remark to the reader.
PROSE_WORDS = {"NOTE", "TODO"}
SUFFIX = r"(?:-(?:NEXT|SAME|NOT|DAG|LABEL|EMPTY|COUNT-\d+))?(?:\{LITERAL\})?"
# A .test file needs no comment signs.
COMMENT = r"^\s*(?://+|#+|;+|)\s*"

RUN = re.compile(r"\bRUN:\s*(.*)")
PREFIX_OPTION = re.compile(r"--?check-prefix(?:es)?[= ]([\w,-]+)")
CAPITALS = re.compile(COMMENT + r"([A-Z][A-Z0-9_-]*(?:\{LITERAL\})?)\s?:")
ANY_CASE = re.compile(COMMENT + r"([A-Za-z][A-Za-z0-9_-]*?)" + r"(?:[-_ ](?:next|same|not|dag|label|empty))?\s?:", re.I)

EXPECTED_FORM = re.compile(
    r"expected-(?:"
    r"(?:warning|note|remark|error)(?:-re)?(?:@(?:[+-]?\d+|\*))?\s*(?:\d+(?:\+|-\d+)?)?\s*\{\{.+\}\}"
    r"|no-diagnostics\b)"
)
ON_PURPOSE = "lint_filecheck: malformed expectations"
EXPECTED_LIKE = re.compile(r"\bexp\w*[-_ ](?:warning|note|remark|error|warn|err|no[-_]diag\w*)\w*", re.I)
AT_LIKE = re.compile(r"\b\w+-(?:warning|note|remark|error)(?:-re)?@[+-]?\d+")


def run_lines(text):
    """The RUN commands, with continuation lines joined."""
    commands = []
    continued = False
    for line in text.split("\n"):
        match = RUN.search(line)
        if not match:
            continue
        part = match.group(1).rstrip()
        if continued:
            commands[-1] += " " + part.rstrip("\\")
        else:
            commands.append(part.rstrip("\\"))
        continued = part.endswith("\\")
    return commands


def prefixes_of(commands):
    """The FileCheck prefixes that some RUN line uses."""
    prefixes = set()
    for command in commands:
        for call in command.split("FileCheck")[1:]:
            call = re.split(r"[|;]|&&", call)[0]
            named = PREFIX_OPTION.findall(call)
            for names in named:
                prefixes.update(names.split(","))
            if not named:
                prefixes.add("CHECK")
    return prefixes


def directive_problem(line, prefixes):
    """What is wrong with line as a FileCheck directive, or None."""
    word = CAPITALS.search(line)
    if word:
        name = word.group(1)
        if name in LIT_WORDS or name in PROSE_WORDS:
            return None
        known = any(re.fullmatch(re.escape(prefix) + SUFFIX, name) for prefix in prefixes)
        if not known:
            return f"`{name}:` is no directive of any RUN line"
        if not re.search(re.escape(name) + ":", line):
            return f"`{name} :` is ignored; no space before the colon"
        return None
    for prefix in prefixes:
        if re.search(COMMENT + re.escape(prefix) + SUFFIX + r"(?:\s|$)", line):
            return f"`{prefix}` without its colon is ignored"
    other = ANY_CASE.search(line)
    if other and any(other.group(1).upper() == prefix for prefix in prefixes):
        return f"`{other.group(0).strip()}` is ignored; directives are {', '.join(sorted(prefixes))}"
    return None


def expected_problem(line, is_verified):
    """What is wrong with line as an expectation of --verify, or None."""
    if CAPITALS.search(line):  # A directive may quote an expectation.
        return None
    like = EXPECTED_LIKE.search(line) or AT_LIKE.search(line)
    if not like:
        return None
    form = EXPECTED_FORM.search(line)
    if not form or form.start() > like.start():
        return f"`{like.group(0)}` is not the form of an expectation"
    if not is_verified:
        return "no RUN line of this file uses --verify"
    return None


def check_file(path):
    """(line, message) for each problem of one test."""
    text = path.read_text(encoding="utf-8", errors="replace")
    commands = run_lines(text)
    if not commands:
        yield 1, "no RUN line"
    prefixes = prefixes_of(commands)
    is_verified = any("--verify" in command for command in commands)
    for number, line in enumerate(text.split("\n"), 1):
        problem = directive_problem(line, prefixes)
        if ON_PURPOSE not in text:
            problem = problem or expected_problem(line, is_verified)
        if problem:
            yield number, problem


def all_tests(root):
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        if path.suffix in SUFFIXES and not SKIPPED_FOLDERS & set(parts):
            yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    args = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parent.parent / "test"
    broken = False
    for path in args.files or all_tests(root):
        for line, message in check_file(path):
            print(f"{path}:{line}: {message}")
            broken = True
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
