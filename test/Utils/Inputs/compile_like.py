# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the syntax of a file with the options that the build uses for another one.

compile_like.py BUILD-FOLDER KNOWN-FILE FILE
"""

import json
import pathlib
import shlex
import subprocess
import sys

build, known, path = sys.argv[1:]
commands = json.loads(pathlib.Path(build, "compile_commands.json").read_text())
entry = next(c for c in commands if pathlib.Path(c["file"]) == pathlib.Path(known))
words = shlex.split(entry["command"])
words = words[: words.index("-o")] + ["-fsyntax-only", "-Werror", path]
sys.exit(subprocess.run(words, cwd=entry["directory"], check=False).returncode)
