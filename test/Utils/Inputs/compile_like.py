# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the syntax of a file with the options that the build uses for those of a library.

compile_like.py BUILD-FOLDER LIBRARY FILE
"""

import json
import pathlib
import shlex
import subprocess
import sys

build, library, path = sys.argv[1:]
commands = json.loads(pathlib.Path(build, "compile_commands.json").read_text())
entry = next(c for c in commands if f"/{library}.dir/" in c["command"])
words = shlex.split(entry["command"])
words = words[: words.index("-o")] + ["-fsyntax-only", "-Werror", path]
sys.exit(subprocess.run(words, cwd=entry["directory"], check=False).returncode)
