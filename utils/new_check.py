#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Starts a check: its source file and its test, and nothing else is to be edited.

    utils/new_check.py CATEGORY CHECK-NAME "what it finds"

CATEGORY is one of global-memory, shared-memory, private-memory, workgroup. CHECK-NAME
names the pattern, not the remedy: `shared-bank-conflict`. The new check compiles and
finds nothing; its test fails until it finds what the test expects.
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CATEGORIES = {
    "global-memory": "GlobalMemory",
    "shared-memory": "SharedMemory",
    "private-memory": "PrivateMemory",
    "workgroup": "Workgroup",
}

SOURCE = """\
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \\file
/// Finds @SUMMARY@.
#include "wglint/Check/Findings.h"

using namespace wglint;

static void run@CAMEL@(const CheckContext &context, DiagnosticSink &sink) {
  for (const AccessFact &access : context.facts.accesses) {
    bool isPattern = false; // Decide from the facts; unknown is no finding.
    if (isPattern)
      addAccessFinding(context, sink, {&access}, /*config=*/nullptr,
                       accessText(access) + " does what was observed, in numbers",
                       "what to do, in one sentence");
  }
}

WGLINT_DEFINE_CHECK(@CAMEL@, {
                                 "@NAME@",
                                 "@SUMMARY@",
                                 CheckCategory::@CATEGORY@,
                                 Severity::Warning,
                                 /*enabledByDefault=*/true,
                                 R"(## What it flags

## Why it costs

## When to leave it

## Limits

## References
)",
                                 run@CAMEL@})
"""

TEST = """\
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=@NAME@ %t/example.comp
// RUN: %wglint --verify --remarks --checks=@NAME@ %t/near-miss.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;

layout(std430, binding = 0) buffer Data { float data[]; };

void main() {
  // expected-warning@+1 {{store to 'data' does what was observed, in numbers}}
  data[gl_GlobalInvocationID.x] = 1.0;
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
// The same with one constant changed.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_GlobalInvocationID.x] = 1.0; }
"""


def fill(template, values):
    for key, value in values.items():
        template = template.replace(f"@{key}@", value)
    return template


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("category", choices=CATEGORIES)
    parser.add_argument("name")
    parser.add_argument("summary")
    parser.add_argument("--root", default=ROOT, type=pathlib.Path)
    options = parser.parse_args()
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)+", options.name):
        sys.exit(f"new_check: {options.name} is not kebab-case of two words or more")
    if not options.summary[:1].islower() or options.summary.endswith("."):
        sys.exit("new_check: a summary starts in lower case and has no full stop")
    camel = "".join(word.capitalize() for word in options.name.split("-"))
    files = {
        options.root / "lib" / "Checks" / f"{camel}.cpp": SOURCE,
        options.root / "test" / "Checks" / f"{options.name}.comp": TEST,
    }
    for path in files:
        if path.exists():
            sys.exit(f"new_check: {path} is there already")
    values = {
        "CAMEL": camel,
        "NAME": options.name,
        "CATEGORY": CATEGORIES[options.category],
        "SUMMARY": options.summary.replace("\\", "\\\\").replace('"', '\\"'),
    }
    for path, template in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(fill(template, values))
        print(path.relative_to(options.root))
    return 0


if __name__ == "__main__":
    sys.exit(main())
