#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times the configurations of a table of measured times again.

The table (configuration,median_us) was measured on some device; this runs what
it names with wglint-run on this machine's, and writes a Markdown table of both
times and of their ratios to the first configuration of each family. Times of
another day and driver differ; ratios are what a tool must get right.

What a name means is a guess for some families; docs/Measurements.md says which.
Configurations whose names mean nothing here are left out and named. Results go to --results as they come, so that a run that was
cut short is continued by the same command.
"""

import argparse
import csv
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
EDGE = 8192
COUNT = EDGE * EDGE


class Configuration:
    """A shader, its macros and what it is run with. Lengths are in floats."""

    def __init__(self, family, shader, defines, workgroups, lengths, contents=None, uniforms=None):
        self.family = family
        self.shader = shader
        self.defines = defines
        self.workgroups = workgroups
        self.lengths = lengths
        self.contents = contents or {}
        self.uniforms = uniforms or {}

    def yaml(self):
        """The run. The last buffer is the output."""
        lines = [f"workgroups: {list(self.workgroups)}", "buffers:"]
        output = list(self.lengths)[-1]
        for name, length in self.lengths.items():
            kind = "zero" if name == output else "iota"
            lines += [
                f"  - name: {name}",
                f"    bytes: {4 * length}",
                f"    contents: {self.contents.get(name, '{ kind: ' + kind + ' }')}",
            ]
            if name == output:
                lines.append("    output: true")
        if self.uniforms:
            lines.append("uniforms:")
            lines += [f"  {name}: {value}" for name, value in self.uniforms.items()]
        return "\n".join(lines) + "\n"


def square(family, shader, width, height, tile_width=None, tile_height=None, **defines):
    """A shader over the EDGE x EDGE grid, in workgroups of width x height elements."""
    groups = (EDGE // (tile_width or width), EDGE // (tile_height or height), 1)
    return Configuration(family, shader, defines, groups, {"Src": COUNT, "Dst": COUNT})


def linear(family, shader, per=1, lengths=None, **defines):
    """A shader over COUNT values, in workgroups of 256 invocations."""
    return Configuration(
        family, shader, defines, (COUNT // (256 * per), 1, 1), lengths or {"Src": COUNT, "Dst": COUNT}
    )


def matrix(width, height, shader="matmul.comp", **defines):
    size = 2048
    groups = (size // width, size // height, 1)
    lengths = {"A": size * size, "B": size * size, "C": size * size}
    return Configuration("matmul", shader, defines, groups, lengths)


def histogram(bins, in_shared):
    made = linear(
        "hist", "histogram.comp", 16 if in_shared else 1, {"Src": COUNT, "Bins": bins},
        BINS=f"{bins}u", IN_SHARED=in_shared,
    )
    made.contents["Src"] = "{ kind: random, min: 0, max: 4095 }"
    return made


def bodies(tiled):
    made = Configuration(
        "nbody", "nbody.comp", {"TILED": tiled}, (256, 1, 1), {"Bodies": 4 * 65536, "Forces": 4 * 65536}
    )
    made.contents["Bodies"] = "{ kind: random, min: -1, max: 1 }"
    return made


def divisions(divides):
    made = linear("divaddr", "division.comp", DIVIDES=divides)
    if int(divides):
        made.uniforms = {"width": EDGE}
    return made


def fields(structures):
    count = 1 << 24
    length = count * (16 if structures else 1)
    lengths = {"Src": length, "Dst": length}
    return Configuration("aos", "field.comp", {"STRUCTURES": structures}, (count // 256, 1, 1), lengths)


def banks(stride):
    count = 1 << 20
    return Configuration("bank", "bank.comp", {"STRIDE": f"{stride}u"}, (count // 256, 1, 1), {"Dst": count})


def privates(count):
    invocations = 1 << 22
    lengths = {"Src": invocations, "Dst": invocations}
    return Configuration("private", "private.comp", {"COUNT": f"{count}u"}, (invocations // 256, 1, 1), lengths)


def occupancies(shared_bytes):
    lengths = {"Src": COUNT, "Dst": COUNT}
    return Configuration("occ", "occupancy.comp", {"BYTES": shared_bytes}, (COUNT // 128, 1, 1), lengths)


def over_grid(pattern):
    def make(x, y):
        x, y = int(x), int(y)
        return square("copy and transpose", "copy.comp", x, y, WX=x, WY=y, PATTERN=pattern)

    return make


def tiles(tile, rows, pad):
    tile, rows = int(tile), int(rows)
    return square(
        "copy and transpose", "tile.comp", tile, tile, TILE=f"{tile}u", ROWS=f"{rows}u", PAD=f"{pad}u"
    )


def blurs(tiled):
    def make(radius, x, y):
        x, y = int(x), int(y)
        return square("blur", "blur.comp", x, y, WX=x, WY=y, R=radius, TILED=tiled)

    return make


# What a name of the table means; the first pattern that matches all of it counts.
MEANINGS = [
    (r"copy (\d+)x(\d+)", over_grid(0)),
    (r"transpose_naive (\d+)x(\d+)", over_grid(1)),
    (r"transpose_naive_r (\d+)x(\d+)", over_grid(2)),
    (r"tile (\d+) pad (\d)", lambda tile, pad: tiles(tile, 1, pad)),
    (r"tile_rows (\d+)/(\d+) pad (\d)", tiles),
    (r"stride (\d+)", lambda s: linear("stride", "stride.comp", STRIDE=f"{s}u")),
    (r"aos", lambda: fields(1)),
    (r"soa", lambda: fields(0)),
    (r"matmul_naive (\d+)x(\d+)", lambda x, y: matrix(int(x), int(y), WX=x, WY=y, SWAPPED=1)),
    (r"matmul_swapped (\d+)x(\d+)", lambda x, y: matrix(int(x), int(y), WX=x, WY=y, SWAPPED=0)),
    (r"matmul_tile (\d+)", lambda t: matrix(int(t), int(t), "matmul_tile.comp", TILE=f"{t}u")),
    (
        r"reduce_(interleaved|sequential)",
        lambda kind: linear(
            "reduce", "reduce.comp", 1, {"Src": COUNT, "Dst": COUNT // 256}, INTERLEAVED=int(kind == "interleaved")
        ),
    ),
    (r"blur_naive R=(\d+) (\d+)x(\d+)", blurs(0)),
    (r"blur_tile R=(\d+) (\d+)x(\d+)", blurs(1)),
    (r"nbody_(naive|tile)", lambda kind: bodies(int(kind == "tile"))),
    (r"hist_(global|shared) (\d+)", lambda kind, bins: histogram(int(bins), int(kind == "shared"))),
    (
        r"vec_copy (?:float|vec(\d))",
        lambda n: linear("vec_copy", "vector_copy.comp", int(n or 1), TYPE=f"vec{n}" if n else "float"),
    ),
    (
        r"blocked_copy per=(\d+) blocked=(\d)",
        lambda per, blocked: linear("blocked_copy", "blocked_copy.comp", int(per), PER=f"{per}u", BLOCKED=blocked),
    ),
    (r"divaddr div=(\d)", divisions),
    (r"bank (\d+)", banks),
    (r"private (\d+)", privates),
    (r"occ shared_bytes=(\d+)", occupancies),
    (r"barriers bar=(\d)", lambda bar: linear("barriers", "barriers.comp", 1, {"Dst": COUNT}, BARRIERS=bar)),
]


def meaning_of(name):
    """The configuration that a name of the table means; None where it is not known."""
    for pattern, make in MEANINGS:
        match = re.fullmatch(pattern, name)
        if match:
            return make(*match.groups())
    return None


def measure(options, configuration):
    """Median microseconds; or the error as text."""
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as run:
        run.write(configuration.yaml())
        run.flush()
        command = [options.wglint_run, "time", HERE / configuration.shader, f"--run={run.name}"]
        command += [f"-D{name}={value}" for name, value in configuration.defines.items()]
        command += [f"--device={options.device}", f"--samples={options.samples}", "--memory-limit=0"]
        command += ["--output-format=json", "--time-limit=120"]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        return None, answer.stderr.strip()
    document = json.loads(answer.stdout)
    return document["shaders"][0]["medianNs"] / 1000, f"{document['device']}, {document['timer']}"


def markdown(rows):
    """The table of both times, by family, and how far the ratios are apart."""
    lines = [
        "| configuration | table, us | here, us | table, ratio | here, ratio | difference |",
        "|---|---|---|---|---|---|",
    ]
    first, differences = {}, []
    for name, family, told, measured in rows:
        base = first.setdefault(family, (told, measured))
        ratios = told / base[0], measured / base[1]
        difference = ratios[1] / ratios[0] - 1
        differences.append(abs(difference))
        lines.append(
            f"| {name} | {told:.1f} | {measured:.1f} | {ratios[0]:.2f} | {ratios[1]:.2f} | {difference:+.1%} |"
        )
    if differences:
        close = sum(difference <= 0.1 for difference in differences)
        lines += [
            "",
            f"{close} of {len(differences)} ratios to the first of their family are within 10 %; "
            f"the median difference is {statistics.median(differences):.1%}.",
        ]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("table", type=pathlib.Path, help="CSV: configuration,median_us")
    parser.add_argument("--wglint-run", default="build/release/bin/wglint-run")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--samples", type=int, default=15)
    parser.add_argument("--only", default="", help="regular expression over names")
    parser.add_argument("--results", type=pathlib.Path, default=pathlib.Path("timings.json"))
    options = parser.parse_args()

    with options.table.open(newline="") as file:
        table = {row["configuration"]: float(row["median_us"]) for row in csv.DictReader(file)}
    results = json.loads(options.results.read_text()) if options.results.exists() else {}
    rows, unknown, device = [], [], ""
    for name, told in table.items():
        configuration = meaning_of(name)
        if not configuration:
            unknown.append(name)
            continue
        if name not in results and re.search(options.only, name):
            measured, said = measure(options, configuration)
            print(f"{name}: {said if measured is None else measured}", file=sys.stderr)
            if measured is not None:
                results[name] = {"us": measured, "device": said}
                options.results.write_text(json.dumps(results, indent=1))
        if name in results:
            rows.append((name, configuration.family, told, results[name]["us"]))
            device = results[name]["device"]
    print(f"Device: {device}\n\n{markdown(rows)}")
    print(f"Not expressed: {', '.join(unknown) or 'none'}.")


if __name__ == "__main__":
    main()
