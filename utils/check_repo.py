#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""House rules that no compiler sees, over every file of the repository.

    utils/check_repo.py      exit code 1 and file:line: lines for what is broken

The rules are the functions named check_*; CONTRIBUTING.md gives their reasons.
`--root` checks another tree, for the tests of this script.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys

# CONTRIBUTING.md, "Size and shape". A check's file is meant to be read in one go.
MAX_LINES = [
    (re.compile(r"^lib/Checks/(?!Registry)\w+\.cpp$"), 200),
    (re.compile(r"^(lib|tools|test)/.*\.cpp$"), 600),
    (re.compile(r"^(include|lib)/.*\.h$"), 250),
    # A test that fails is read by somebody who has not written it.
    (re.compile(r"^test/(Analysis|Checks|Rewrites)/.*\.(comp|spvasm|test)$"), 300),
]

NEEDS_SPDX = {".cpp", ".h", ".py", ".sh", ".def"}
SPDX = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"

# Not the project's prose: measured data and the licence as it was handed down.
NOT_OURS = re.compile(r"\.(csv|spv|bin|png)$|^LICENSE$")
CODE = re.compile(r"^(include|lib|tools)/.*\.(h|cpp|def)$")

# docs/Glossary.md: the words with two meanings, and what to say.
BANNED_WORDS = {
    "thread": "invocation or lane",
    "threads": "invocations or lanes",
    "threadgroup": "workgroup",
    "workitem": "invocation",
    "warp": "subgroup",
    "warps": "subgroups",
    "kernel": "shader or entry point",
    "kernels": "shaders or entry points",
    "lds": "shared memory",
    "groupshared": "shared memory",
}
# A comment may mean the threads of this program.
BANNED_IN_COMMENTS = {word: instead for word, instead in BANNED_WORDS.items() if not word.startswith("thread")}
FOREIGN_NAME = re.compile(r"\b(?:spv|llvm|std|glslang|spvtools)::[\w:]+|\bp?thread_\w+|\bSpv\w+")
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
CAMEL_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
COMMENT = re.compile(r"^\s*///?(?P<indent>\s*)(?P<text>.*)$")
MAX_COLUMNS = 80
RAW_STRING = re.compile(r'R"(\w*)\(.*?\)\1"', re.DOTALL)

# Split so that this file does not hold what it forbids.
MACHINE_PATH = re.compile("/(?:ro" + "ot|ho" + r"me/\w+|wo" + r"rk)/[\w.]")

FORBIDDEN_CODE = [
    (
        re.compile(r"\bcl::(opt|list|bits|alias|ParseCommandLineOptions)\b"),
        re.compile(r"^(include/wglint|lib)/(?!CommandLine/)"),
        "options are parsed in tools/ (and lib/CommandLine, for them) only and handed on as a struct",
    ),
    (
        re.compile(r"\b(throw|try|catch)\b\s*[({]|\bthrow\s+\w"),
        re.compile(r"^(?!lib/Reflect/)"),
        "exceptions end in lib/Reflect; use llvm::Error or a Diagnostic",
    ),
    (
        re.compile(r"\bk(?:Most|Longest|Largest)(?![a-z])\w*"),
        re.compile(r""),
        "name a limit kMax... (docs/Glossary.md)",
    ),
    (
        re.compile(r"\bseverity\s*=\s*Severity::Remark"),
        re.compile(r"^lib/Checks/"),
        "a finding that is milder than its check says why: setMinor()",
    ),
    (
        re.compile(r"#\s*include\s*<iostream>"),
        re.compile(r""),
        "<iostream> has static constructors; use llvm/Support/raw_ostream.h",
    ),
    (
        re.compile(r"^\s*using\s+namespace\b"),
        re.compile(r"\.h$"),
        "no using-directive in a header",
    ),
]


def tracked_files(root):
    """Paths relative to root: what git tracks; without git, all there is."""
    if (root / ".git").exists() and shutil.which("git"):
        listing = subprocess.run(
            ["git", "-C", str(root), "ls-files", "-z"], capture_output=True, text=True, check=False
        )
        if listing.returncode == 0:
            names = [name for name in listing.stdout.split("\0") if name]
            return [name for name in names if (root / name).is_file()]
    skipped = {".git", ".cache", "build", "__pycache__"}
    found = []
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        if path.is_file() and not skipped & set(parts):
            found.append("/".join(parts))
    return found


def without_comments(text):
    """text with // and /* */ comments blanked, so that line numbers stay."""
    pattern = re.compile(r'("(?:[^"\\\n]|\\.)*")|(//[^\n]*|/\*.*?\*/)', re.DOTALL)

    def blank(match):
        if match.group(1):
            return match.group(1)
        return re.sub(r"[^\n]", " ", match.group(2))

    return pattern.sub(blank, text)


def without_raw_strings(text):
    """text with raw string literals blanked: they hold documentation pages."""
    return RAW_STRING.sub(lambda match: re.sub(r"[^\n]", " ", match.group(0)), text)


def banned_in(words):
    """(word, instead) for each banned word among the parts of some names."""
    for word in words:
        for part in CAMEL_PART.findall(word):
            if part.lower() in BANNED_WORDS:
                yield part, BANNED_WORDS[part.lower()]


def check_spdx(name, text):
    head = "\n".join(text.split("\n")[:2])
    if pathlib.PurePath(name).suffix in NEEDS_SPDX and SPDX not in head:
        yield 1, f"no `{SPDX}` in the first two lines"


def check_white_space(name, text):
    for number, line in enumerate(text.split("\n"), 1):
        if "\t" in line:
            yield number, "tab"
        if line != line.rstrip():
            yield number, "trailing space"
    if text and not text.endswith("\n"):
        yield text.count("\n") + 1, "no newline at the end"


def check_size(name, text):
    lines = text.count("\n")
    for pattern, limit in MAX_LINES:
        if pattern.search(name):
            if lines > limit:
                yield limit + 1, f"{lines} lines; at most {limit}"
            return


def check_machine_paths(name, text):
    for number, line in enumerate(text.split("\n"), 1):
        match = MACHINE_PATH.search(line)
        if match:
            yield number, f"path of one machine: {match.group(0)}..."


def check_vocabulary(name, text):
    if not CODE.search(name):
        return
    code = without_comments(without_raw_strings(text))
    for number, line in enumerate(code.split("\n"), 1):
        if line.lstrip().startswith("#"):
            continue
        strings = STRING.findall(line)
        names = IDENTIFIER.findall(FOREIGN_NAME.sub(" ", STRING.sub(" ", line)))
        # Rows of the device tables cite their vendors' documents by title.
        if not name.startswith("lib/Target/"):
            names += [word for string in strings for word in IDENTIFIER.findall(string)]
        for word, instead in banned_in(names):
            yield number, f"`{word}`: say {instead} (docs/Glossary.md)"


def check_comment_words(name, text):
    """The words of the glossary in comments; what is quoted is the title or the code of others."""
    if not CODE.search(name):
        return
    blank = lambda match: re.sub(r"[^\n]", " ", match.group(0))
    comments = [match["text"] if (match := COMMENT.match(line)) else "\0" for line in text.split("\n")]
    unquoted = re.sub(r'"[^"\0]*"|`[^`\0]*`', blank, "\n".join(comments))
    for number, line in enumerate(unquoted.split("\n"), 1):
        for word in re.findall(r"\w+", line):
            if word.lower() in BANNED_IN_COMMENTS:
                yield number, f"`{word}`: say {BANNED_IN_COMMENTS[word.lower()]} (docs/Glossary.md)"


def check_drawings(name, text):
    """clang-format moves the end of a line that is too long to a line of its own, also in a drawing or a list."""
    if not CODE.search(name):
        return
    lines = text.split("\n")
    for number, (above, line, below) in enumerate(zip(lines, lines[1:], lines[2:]), 2):
        above, line, below = (COMMENT.match(text) for text in (above, line, below))
        if not (above and line and below) or " " in line["text"] or not line["text"]:
            continue
        breaks = len(above.group()) + 1 + len(line["text"]) > MAX_COLUMNS
        is_drawn = len(below["indent"]) > len(line["indent"]) or (not below["text"] and len(line["indent"]) > 1)
        if breaks and is_drawn:
            yield number, "a word broken off the line above by clang-format; write shorter lines"


def check_forbidden_code(name, text):
    if not CODE.search(name):
        return
    code = STRING.sub('""', without_comments(without_raw_strings(text)))
    for number, line in enumerate(code.split("\n"), 1):
        for pattern, where, why in FORBIDDEN_CODE:
            if where.search(name) and pattern.search(line):
                yield number, why


def check_todo(name, text):
    if not CODE.search(name):
        return
    for number, line in enumerate(text.split("\n"), 1):
        if re.search(r"\b(TODO|FIXME|XXX)\b(?!\(#\d+\))", line):
            yield number, "write TODO(#N) with the number of an issue"


def check_file_name(name, text):
    path = pathlib.PurePath(name)
    if path.suffix in (".cpp", ".h") and path.parts[0] in ("lib", "include"):
        if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", path.stem):
            yield 1, "files of libraries are named in UpperCamel"
    if name.startswith("test/Checks/") and "Inputs" not in path.parts:
        if path.suffix == ".comp" and not re.fullmatch(r"[a-z0-9-]+", path.stem):
            yield 1, "tests of checks are named like the check, in kebab-case"


CHECKS = [
    check_spdx,
    check_white_space,
    check_size,
    check_machine_paths,
    check_vocabulary,
    check_comment_words,
    check_drawings,
    check_forbidden_code,
    check_todo,
    check_file_name,
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    args = parser.parse_args()
    root = args.root.resolve()

    broken = False
    for name in tracked_files(root):
        if NOT_OURS.search(name):
            continue
        try:
            text = (root / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # A binary test input.
        for line, message in sorted(found for check in CHECKS for found in check(name, text)):
            print(f"{name}:{line}: {message}")
            broken = True
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
