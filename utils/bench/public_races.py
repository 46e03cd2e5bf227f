#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is said of a public suite's racy and clean shaders.

Usage: public_races.py [--wglint BIN] RACY.cpp CLEAN.cpp

The two files hold tests as C++: TEST_F(SUITE, NAME) with a shader as a raw string,
as in tests/unit/gpu_av_shared_memory_data_race.cpp and .._positive.cpp of the Vulkan
Validation Layers. Shaders that are no GLSL or that glslang does not know are counted
and left out. Prints the racy ones without a warning about a race and the clean ones
with one, and the counts. Exit code 1 if there are any, or if nothing was analysed.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

TEST = re.compile(r"^TEST_F\(\w+, *(\w+)\)", re.MULTILINE)
RAW_STRING = re.compile(r'R"(\w*)\((.*?)\)\1"', re.DOTALL)


def shaders(source):
    """Pairs of a test's name and one of its raw strings."""
    starts = list(TEST.finditer(source))
    ends = [test.start() for test in starts[1:]] + [len(source)]
    for test, end in zip(starts, ends):
        for _, text in RAW_STRING.findall(source, test.end(), end):
            yield test.group(1), text.strip() + "\n"


def judge(wglint, text):
    """The worst that is said of a race, "silent", or why the text was left out."""
    if "void main" not in text:
        return "not GLSL"
    with tempfile.NamedTemporaryFile("w", suffix=".comp") as file:
        file.write(text)
        file.flush()
        said = subprocess.run(
            [wglint, "--output-format=json", "--config={}", "--remarks",
             "--target-env=vulkan", "--fail-on=never", file.name],
            stdout=subprocess.PIPE, check=False).stdout
    result = json.loads(said)
    if result["files"][0]["status"] != "analyzed":
        return "not analysed"
    races = {finding["severity"] for finding in result["findings"]
             if finding["check"].endswith("-race")}
    return "warning" if races - {"remark"} else "remark" if races else "silent"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wglint", default="build/release/bin/wglint")
    parser.add_argument("racy", type=pathlib.Path)
    parser.add_argument("clean", type=pathlib.Path)
    options = parser.parse_args()

    is_right = True
    for path, wanted in ((options.racy, {"warning"}),
                         (options.clean, {"silent", "remark"})):
        counts = collections.Counter()
        for name, text in shaders(path.read_text()):
            verdict = judge(options.wglint, text)
            counts[verdict] += 1
            if not verdict.startswith("not ") and verdict not in wanted:
                is_right = False
                print(f"{path.name}: {name}: {verdict}")
        is_right &= any(counts[verdict] for verdict in wanted)
        print(f"{path.name}:", ", ".join(f"{number} {verdict}"
                                         for verdict, number in sorted(counts.items())))
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
