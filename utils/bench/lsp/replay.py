#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Types into shaders and prints how long the language server takes to answer.

    utils/bench/lsp/replay.py WGLINT-LSP [--lines 50,200,1000] [--edits 200]

Each shader is made up, of as many lines as are asked for: functions with accesses to
buffers and to shared memory, called from main. Statements are typed into it letter by letter
and deleted again; after each letter the clock runs until the diagnostics of that version
are there. The server's rest before it lints is set to 0, so that what is printed is
without it. `processor` is the time that the server and its workers computed for one edit, on
average: it says the same on a busy machine. No test reads these numbers.
"""

import argparse
import pathlib
import resource
import statistics
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "utils" / "lit"))
from lsp_client import Client  # noqa: E402

HEAD = """#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Source { float source[]; };
layout(std430, binding = 1) buffer Target { float target[]; };
uniform uint pitch;
shared float tile[16][17];
"""
FUNCTION = """
float part{n}(uvec2 p, uvec2 l) {{
  float sum = source[p.y * pitch + p.x + {n}u];
  for (uint i = 0u; i < {loops}u; ++i)
    sum += source[(p.y + i) * pitch + p.x] * tile[l.x][i];
  if (sum > {n}.0)
    sum -= target[p.x * {stride}u + p.y];
  return sum;
}}
"""
TYPED = "float more = source[p.x * pitch + 3u] + tile[l.y][l.x]; target[p.y] = more;"


def shader(line_count):
    """A text of about line_count lines and the line that statements are typed into."""
    body_lines = line_count - HEAD.count("\n") - 9
    count = max(1, body_lines // (FUNCTION.count("\n") + 1))
    parts = [FUNCTION.format(n=n, loops=4 + n % 5, stride=1 + n % 3) for n in range(count)]
    calls = "".join(f"  sum += part{n}(p, l);\n" for n in range(count))
    text = (
        HEAD
        + "".join(parts)
        + "\nvoid main() {\n  uvec2 p = gl_GlobalInvocationID.xy, l = gl_LocalInvocationID.xy;\n"
        + "  tile[l.y][l.x] = source[p.y * pitch + p.x];\n  barrier();\n  float sum = 0.0;\n"
        + calls
    )
    return text + "\n  target[p.y * pitch + p.x] = sum;\n}\n", text.count("\n")


def edits(line, count):
    """Changes that type TYPED letter by letter, delete it again, and so on."""
    column = 0
    while True:
        for letter in TYPED:
            yield (line, column), (line, column), letter
            column += 1
            count -= 1
            if count == 0:
                return
        while column > 0:
            yield (line, column - 1), (line, column), ""
            column -= 1
            count -= 1
            if count == 0:
                return


def percentile(values, share):
    """The smallest value that share of all are not above."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def processor_ms():
    """Processor time of all processes that this one has started and that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (usage.ru_utime + usage.ru_stime) * 1e3


def measure(line_count, edit_count):
    text, line = shader(line_count)
    before = processor_ms()
    client = Client(initializationOptions={"debounceMs": 0})
    uri = "untitled:replay.comp"
    client.open(uri, text)
    client.diagnostics(uri)
    times = []
    for version, edit in enumerate(edits(line, edit_count), 2):
        start = time.perf_counter()
        client.change(uri, version, edit)
        client.diagnostics(uri, version)
        times.append((time.perf_counter() - start) * 1e3)
    client.finish()
    return text.count("\n"), times, (processor_ms() - before) / edit_count


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("server", type=pathlib.Path)
    parser.add_argument("--lines", default="50,200,1000")
    parser.add_argument("--edits", type=int, default=200)
    args = parser.parse_args()
    Client.server = str(args.server.resolve())
    print(f"{'lines':>6}{'edits':>7}{'median ms':>11}{'90 %':>8}{'99 %':>8}{'longest':>9}{'processor':>11}")
    for wanted in args.lines.split(","):
        lines, times, processor = measure(int(wanted), args.edits)
        figures = [statistics.median(times), percentile(times, 0.9), percentile(times, 0.99), max(times)]
        print(f"{lines:6}{len(times):7}{figures[0]:11.1f}" + "".join(f"{f:8.1f}" for f in figures[1:3]) + f"{figures[3]:9.1f}{processor:11.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
