#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints `N passed, N failed` for a file written by `lit --output`.

Only PASS and XFAIL (a known failure that failed) count as passed. A test that was
skipped, unsupported, unresolved or timed out counts as failed and is named, and
so does a file without a single test; one that --filter left out is not counted. Exit
code 0 if nothing failed.
"""

import json
import sys

PASSED = {"PASS", "XFAIL"}
# lit names these itself, with their output.
ALREADY_REPORTED = {"FAIL", "XPASS", "UNRESOLVED", "TIMEOUT"}


def main():
    if len(sys.argv) != 2:
        print("usage: count_results.py RESULTS.json", file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], encoding="utf-8") as stream:
            listed = json.load(stream)["tests"]
    except (OSError, ValueError, KeyError) as error:
        print(f"count_results: no results: {error}")
        print("0 passed, 1 failed")
        return 1

    tests = [test for test in listed if test["code"] != "EXCLUDED"]
    failed = [test for test in tests if test["code"] not in PASSED]
    for test in failed:
        if test["code"] not in ALREADY_REPORTED:
            print(f"{test['code']}: {test['name']} (did not run: counts as failed)")
    passed_count = len(tests) - len(failed)
    failed_count = len(failed) if tests else 1
    print(f"{passed_count} passed, {failed_count} failed")
    return 1 if failed_count else 0


if __name__ == "__main__":
    sys.exit(main())
