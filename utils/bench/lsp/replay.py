#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Types into shaders and prints how long the language server takes to answer.

    utils/bench/lsp/replay.py WGLINT-LSP [FILES...] [--lines 50,200,1000] [--edits 200]

Each shader is made up, of as many lines as are asked for: functions with accesses to
buffers and to shared memory, called from main; or it is a file. Statements are typed into
the end of it letter by letter and deleted again; after each letter the clock runs until the
diagnostics of that version are there. The server's rest before it lints is set to 0, so that
what is printed is without it. Most of these texts do not compile; those that do are listed
once more. `processor` is what the server and its workers computed for one edit, on average.
No test reads these numbers.
"""

import argparse
import pathlib
import resource
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
# What fits into any shader.
TYPED_ANYWHERE = "uint more = gl_LocalInvocationIndex * 3u + 1u; more += more * more;"


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


def edits(line, typed, count):
    """Changes that type a text letter by letter, delete it again, and so on."""
    column = 0
    while True:
        for letter in typed:
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


def before_last_brace(text):
    """text with an empty line in front of its last brace, and that line."""
    before, _, after = text.rpartition("}")
    return before + "\n\n}" + after, before.count("\n") + 1


def percentile(values, share):
    """The smallest value that share of all are not above."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def processor_ms():
    """Processor time of all processes that this one has started and that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (usage.ru_utime + usage.ru_stime) * 1e3


def measure(text, line, typed, edit_count):
    """Times of all edits and of those whose text compiles, in ms; processor time for each."""
    before = processor_ms()
    client = Client(initializationOptions={"debounceMs": 0})
    uri = "untitled:replay.comp"
    client.open(uri, text)
    client.diagnostics(uri)
    times, compiled = [], []
    for version, edit in enumerate(edits(line, typed, edit_count), 2):
        start = time.perf_counter()
        client.change(uri, version, edit)
        findings = client.diagnostics(uri, version)
        times.append((time.perf_counter() - start) * 1e3)
        if all(finding["code"] != "compile-error" for finding in findings):
            compiled.append(times[-1])
    client.finish()
    return times, compiled, (processor_ms() - before) / edit_count


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("server", type=pathlib.Path)
    parser.add_argument("files", type=pathlib.Path, nargs="*")
    parser.add_argument("--lines", default="50,200,1000", help="of shaders that are made up; empty: none")
    parser.add_argument("--edits", type=int, default=200)
    args = parser.parse_args()
    Client.server = str(args.server.resolve())
    shaders = [("made up", *shader(int(count)), TYPED) for count in args.lines.split(",") if count]
    for path in args.files:
        text = path.read_text()
        shaders.append((path.name, *before_last_brace(text), TYPED_ANYWHERE))
    print(f"{'ms':24}{'lines':>6}{'edits':>7}{'50 %':>8}{'90 %':>8}{'99 %':>8}{'compile':>9}{'50 %':>8}{'99 %':>8}{'processor':>11}")
    for name, text, line, typed in shaders:
        times, compiled, processor = measure(text, line, typed, args.edits)
        row = f"{name:24}{text.count(chr(10)):6}{len(times):7}"
        row += "".join(f"{percentile(times, share):8.1f}" for share in (0.5, 0.9, 0.99)) + f"{len(compiled):9}"
        row += "".join(f"{percentile(compiled, share):8.1f}" if compiled else f"{'-':>8}" for share in (0.5, 0.99))
        print(f"{row}{processor:11.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
