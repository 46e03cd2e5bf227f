#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sed for lit tests: edits a text and fails if one of the commands changes nothing.

    edit.py 's/33u/32u/' near.comp > far.comp
    edit.py -e '/RUN/d' -e 's/33u/32u/' near.comp > far.comp

Without a file it edits stdin. Each command has an argument of its own and is held
against what those in front of it left. With sed, a test whose shader has been rewritten
may go on to pass, on the shader as it is.
"""

import argparse
import subprocess
import sys


def sed(script, text):
    done = subprocess.run(["sed", script], input=text, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"edit: {script}: {done.stderr.decode().strip()}")
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-e", dest="commands", action="append", metavar="COMMAND")
    parser.add_argument("rest", nargs="*", metavar="[COMMAND] [FILE]")
    args = parser.parse_args()
    commands = args.commands or [args.rest.pop(0)]
    if args.rest:
        with open(args.rest[0], "rb") as stream:
            text = stream.read()
    else:
        text = sys.stdin.buffer.read()
    for command in commands:
        before, text = text, sed(command, text)
        if text == before:
            sys.exit(f"edit: changes nothing: {command}")
    sys.stdout.buffer.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
