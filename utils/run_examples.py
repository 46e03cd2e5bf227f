#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the examples of Markdown pages and compares what they print.

    utils/run_examples.py [--write] [--tools FOLDER] --wglint PROGRAM PAGE...

In a page, a fenced block whose info string names a file after its language,

    ```glsl test/Inputs/transpose.comp

is that file: one of the repository, which it then has to equal, or one that is
written to a folder of its own for the commands. A `console` block holds commands of the
shell after `$ ` and what each prints, both streams together, with names relative to that folder.
They run there, or in the repository where the page has no files of its own or a command
names one of the repository. `wglint` and `utils/lint.sh` run PROGRAM, `wglint-opt` and
`wglint-run` those beside it; `utils/` is this repository's everywhere. `[...]` on a line of its own stands for any lines. Other blocks are
not looked at. --write replaces what differs by what is true.

Exit code 1 if something differs, or if no page has a command.
"""

import argparse
import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def matches(expected, actual):
    """Whether actual is expected, where a line [...] stands for any lines."""
    pattern = re.escape(expected).replace(re.escape("[...]\n"), "(?:.*\n)*?")
    return re.fullmatch(pattern, actual) is not None


# A page shows nothing else to its readers, so that this runs nothing else.
COMMANDS = {
    "wglint", "wglint-opt", "wglint-run", "utils/lint.sh", "utils/new_check.py",
    "cat", "cp", "cmake", "git", "lit", "ninja", "pre-commit",
}  # fmt: skip


def environment(program, folder):
    """What the commands see: the tools just built, and nothing of the user's own settings."""
    tools = folder.with_name("bin")
    if not tools.is_dir():
        tools.mkdir()
        (tools / "wglint").symlink_to(program)
        for name in ("wglint-opt", "wglint-run"):
            (tools / name).symlink_to(program.with_name(name))
    names = ["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"]
    ours = {
        **dict.fromkeys(names, "example"),
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1",
        "PRE_COMMIT_HOME": str(folder.with_name("cache")),
        "PRE_COMMIT_COLOR": "never",
        "PATH": f"{tools}{os.pathsep}{os.environ.get('PATH', '')}",
        "WGLINT": str(program),
    }
    theirs = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**theirs, **ours}


def run(command, program, folder):
    """What command prints; it runs in the repository, or beside the page's own files."""
    words = shlex.split(command)
    if words[0] not in COMMANDS:
        sys.exit(f"run_examples: only {', '.join(sorted(COMMANDS))} are run, not: {command}")
    if words[0].startswith("utils/"):
        command = f"{ROOT}/{command}"
    is_elsewhere = any((ROOT / word).is_file() and not (folder / word).is_file() for word in words[1:])
    result = subprocess.run(
        ["sh", "-c", command],
        cwd=ROOT if is_elsewhere or not any(folder.iterdir()) else folder,
        env=environment(program, folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return result.stdout.replace(f"{folder}/", "")


class Page:
    """One Markdown page and its examples."""

    def __init__(self, path, program, folder):
        self.path = path
        self.program = program
        self.folder = folder
        self.command_count = 0

    def file_block(self, name, body):
        """The text that the block should have; writes the file if it is the page's own."""
        if (ROOT / name).is_file():
            return (ROOT / name).read_text(encoding="utf-8")
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body, encoding="utf-8")
        return body

    def console_block(self, body):
        """The block with the true output after each command."""
        parts = re.split(r"^(\$ .*\n)", body, flags=re.MULTILINE)
        result = parts[0]
        for command, expected in zip(parts[1::2], parts[2::2]):
            actual = run(command[2:].strip(), self.program, self.folder)
            self.command_count += 1
            # A blank line before the next command is the page's own.
            gap = "\n" if expected.endswith("\n\n") and not actual.endswith("\n\n") else ""
            same = matches(expected, actual + gap)
            result += command + (expected if same else actual + gap)
        return result

    def true_text(self, text):
        """text with every block as it should be."""

        def replace(match):
            language, name, body = match.groups()
            if name:
                body = self.file_block(name, body)
            elif language == "console":
                body = self.console_block(body)
            info = language + (f" {name}" if name else "")
            return f"```{info}\n{body}```"

        return BLOCK.sub(replace, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--wglint", required=True, type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--tools", default="", help="folder to look in for the other programs, before PATH")
    parser.add_argument("--write", action="store_true", help="mend the pages")
    parser.add_argument("pages", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    os.environ["PATH"] = f"{args.tools}{os.pathsep}{os.environ.get('PATH', '')}"

    command_count = 0
    differs = False
    for path in args.pages:
        text = path.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            own = pathlib.Path(folder) / "page"
            own.mkdir()
            page = Page(path, args.wglint, own)
            wanted = page.true_text(text)
        command_count += page.command_count
        if wanted == text:
            continue
        if args.write:
            path.write_text(wanted, encoding="utf-8")
            continue
        differs = True
        sys.stdout.writelines(
            difflib.unified_diff(
                text.splitlines(keepends=True), wanted.splitlines(keepends=True), str(path), "what is true"
            )
        )
    if command_count == 0:
        print("run_examples: no command in any page")
    return 1 if differs or command_count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
