#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a JSON document against Python expressions, for lit tests.

    wglint --output-format=json a.comp | check_json.py 'len(doc["findings"]) == 1'

The document is read from stdin (or --file) and bound to `doc`. Each argument is
an expression that must be true; one that is not, or that raises, is printed with
the document, and the exit code is 1. Keys that were misspelt raise, so a test
cannot pass by looking at nothing.
"""

import argparse
import json
import sys


def holds(expression, doc):
    """Whether expression is true of doc; says on stderr why not."""
    try:
        # Expressions come from the project's own tests.
        value = eval(expression, {"doc": doc})
    except Exception as error:  # any failure of the expression is a failure of the test
        print(f"check_json: {expression}: {type(error).__name__}: {error}", file=sys.stderr)
        return False
    if not value:
        print(f"check_json: not so: {expression}", file=sys.stderr)
    return bool(value)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--file", help="read this file, not stdin")
    parser.add_argument("expressions", nargs="+", metavar="EXPRESSION")
    args = parser.parse_args()
    if args.file:
        with open(args.file, encoding="utf-8") as stream:
            text = stream.read()
    else:
        text = sys.stdin.read()
    try:
        doc = json.loads(text)
    except json.JSONDecodeError as error:
        print(f"check_json: not JSON: {error}\n{text}", file=sys.stderr)
        return 1
    results = [holds(expression, doc) for expression in args.expressions]
    if all(results):
        return 0
    print(json.dumps(doc, indent=2), file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
