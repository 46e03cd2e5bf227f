#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times what rewrites make of slow shaders against the originals.

    utils/bench/time_rewrites.py make FOLDER --wglint=build/release/bin/wglint
    utils/bench/time_rewrites.py time FOLDER --wglint-run=build/release/bin/wglint-run --device=NAME

`make` lets `wglint --fix` mend a copy of each shader (it needs a device that runs
shaders, to prove them); `time` times the pairs side by side, maybe on another
machine, compares their outputs on the way, and writes FOLDER/results.json and
FOLDER/results.md. A pair that was timed already is left out.
"""

import argparse
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SLOW, TIMINGS = "test/Inputs/slow", "utils/bench/timings"
EDGE, SIDE, BODIES, BINS = 8192, 2048, 65536, 256
COUNT = EDGE * EDGE
RANDOM = "{ kind: random, min: 0, max: 4095 }"
GRID = {"width": EDGE, "height": EDGE}
UNIT = "{ kind: random, min: -1, max: 1 }"


UNSAFE = ["--unsafe-fixes"]


class Pair:
    """A shader, what mends it, and what both are run with. Lengths are in floats; the last is the output's."""

    def __init__(self, name, shader, workgroups, lengths, fix="all", **more):
        self.name, self.shader, self.fix = name, shader, fix
        self.workgroups, self.lengths = workgroups, lengths
        self.uniforms = more.get("uniforms", {})
        self.images = more.get("images", {})  # size and format; the last is the output
        self.contents = more.get("contents", {})
        self.defines = more.get("defines", {})
        self.replace = more.get("replace", {})
        self.options = more.get("options", [])
        self.covers = more.get("covers", "")  # invocations of the original, for a workgroup of the other
        self.hand = more.get("hand")  # a shader and its macros that take the fixed one's place

    def text(self, shader=None, defines=None):
        """The shader with its macros in it, so that nobody has to give them again."""
        text = (ROOT / (shader or self.shader)).read_text(encoding="utf-8")
        for old, new in self.replace.items():
            text = text.replace(old, new)
        lines = "".join(f"#define {n} {v}\n" for n, v in (defines or self.defines).items())
        return re.sub(r"^#version.*\n", lambda m: m.group(0) + lines, text, count=1, flags=re.MULTILINE)

    def yaml(self):
        output = [*self.lengths, *self.images][-1]
        lines = [f"workgroups: {list(self.workgroups)}"]
        lines += ["buffers:"] if self.lengths else []
        for name, length in self.lengths.items():
            contents = self.contents.get(name, "{ kind: zero }" if name == output else "{ kind: iota }")
            lines += [f"  - name: {name}", f"    bytes: {4 * length}", f"    contents: {contents}"]
            lines += ["    output: true"] if name == output else []
        lines += ["images:"] if self.images else []
        for name, (size, texels) in self.images.items():
            lines += [f"  - name: {name}", f"    size: [{size}, {size}]", f"    format: {texels}"]
            lines += ["    output: true"] if name == output else ["    contents: { kind: random }"]
        lines += ["uniforms:"] if self.uniforms else []
        lines += [f"  {name}: {value}" for name, value in self.uniforms.items()]
        return "\n".join(lines) + "\n"


def grid(name, shader, width, height, **more):
    lengths = {"Src": COUNT, "Dst": COUNT}
    return Pair(name, f"{SLOW}/{shader}.comp", (EDGE // width, EDGE // height, 1), lengths, **more)


def matrices(name, shader, **more):
    square = SIDE * SIDE
    return Pair(name, f"{SLOW}/{shader}.comp", (SIDE // 16, SIDE // 16, 1), dict.fromkeys("ABC", square), **more)


def outputs(count, wider=False):
    """Matrices with so many outputs for an invocation, the dispatch as it is or with workgroups that take more."""
    return matrices(f"matrices, {count} outputs{', dispatch changed' if wider else ''}", "matmul_columns", fix="stage-reuse",
                    options=[*(UNSAFE if wider else []), f"--rewrite-option=stage-reuse.outputs={count}"],
                    covers=f"16,{16 * count},1" if wider else "16,16,1")


def line(name, shader, per=1, output=COUNT, **more):
    return Pair(name, shader, (COUNT // (256 * per), 1, 1), {"Src": COUNT, "Dst": output}, **more)


def histogram(name, **more):
    lengths = {"Src": COUNT, "Bins": BINS}
    more.setdefault("uniforms", {"count": COUNT})
    return Pair(name, f"{SLOW}/histogram.comp", (COUNT // 256, 1, 1), lengths, contents={"Src": RANDOM}, **more)


def bank(name, **more):
    return Pair(name, f"{TIMINGS}/bank.comp", (4096, 1, 1), {"Dst": 1 << 20}, defines={"STRIDE": "32u"}, **more)


def tile(rows):
    name, macros = f"tile 32/{rows}, unpadded", {"TILE": "32u", "ROWS": f"{rows}u", "PAD": "0u"}
    return Pair(
        name, f"{TIMINGS}/tile.comp", (EDGE // 32, EDGE // 32, 1), {"Src": COUNT, "Dst": COUNT},
        fix="pad-shared-array", defines=macros, hand=(f"{TIMINGS}/tile.comp", {**macros, "PAD": "1u"}),
    )


def blur(radius):
    return grid(f"box blur, radius {radius}, 32x8", "blur_buffer", 32, 8, uniforms=GRID, defines={"RADIUS": radius})


def texels(radius, fetched=False):
    """A blur of an image; the texels come from imageLoad() or from texelFetch()."""
    fetch = {"layout(rgba8, binding = 0) readonly uniform image2D": "layout(binding = 0) uniform sampler2D",
             "imageSize(source)": "textureSize(source, 0)", "imageLoad(source, clamp(p + ivec2(x, y), ivec2(0), size - 1))":
             "texelFetch(source, clamp(p + ivec2(x, y), ivec2(0), size - 1), 0)"}
    name = f"box blur of texels, radius {radius}, {'texelFetch' if fetched else 'imageLoad'}"
    image = (EDGE, "rgba8")
    return Pair(name, f"{SLOW}/blur_image.comp", (EDGE // 32, EDGE // 8, 1), {}, fix="stage-halo",
                images={"source": image, "blurred": image}, defines={"RADIUS": radius}, replace=fetch if fetched else {})


SEQUENTIAL = (f"{TIMINGS}/reduce.comp", {"INTERLEAVED": 0})
PAIRS = [
    grid("transpose, strided stores, 32x8", "transpose_store", 32, 8, uniforms=GRID),
    grid("transpose, strided loads, 32x8", "transpose_load", 32, 8, uniforms=GRID),
    grid("transpose, strided stores, 16x16", "transpose_16x16", 16, 16),
    grid("transpose, strided stores, 8x8", "transpose_16x16", 8, 8,
         replace={"_x = 16, local_size_y = 16": "_x = 8, local_size_y = 8"}),
    grid("transpose through an unpadded tile, 32x32", "transpose_tile", 32, 32),
    tile(1), tile(4),
    matrices("matrices, lanes along columns, 16x16", "matmul_columns"),
    matrices("matrices, lanes along rows, 16x16", "matmul_rows"),
    matrices("matrices, guarded, 16x16", "matmul_edges",
             uniforms={"rows": SIDE, "inner": SIDE, "columns": SIDE}),
    outputs(2), outputs(4), outputs(8), outputs(2, wider=True), outputs(4, wider=True), outputs(8, wider=True),
    Pair("n-body", f"{SLOW}/nbody.comp", (BODIES // 256, 1, 1),
         {"Bodies": 4 * BODIES, "Forces": 4 * BODIES}, uniforms={"count": BODIES}, contents={"Bodies": UNIT},
         hand=(f"{TIMINGS}/nbody.comp", {"TILED": 1})),
    Pair("n-body, count fixed", f"{TIMINGS}/nbody.comp", (BODIES // 256, 1, 1),
         {"Bodies": 4 * BODIES, "Forces": 4 * BODIES}, contents={"Bodies": UNIT}, defines={"TILED": 0},
         replace={"65536u": "61440u"},  # llvmpipe, which proves it, leaves a loop after 65535 iterations
         hand=(f"{TIMINGS}/nbody.comp", {"TILED": 1})),
    Pair("n-body, 4 outputs", f"{SLOW}/nbody.comp", (BODIES // 256, 1, 1),
         {"Bodies": 4 * BODIES, "Forces": 4 * BODIES}, uniforms={"count": BODIES}, contents={"Bodies": UNIT},
         fix="stage-reuse", options=["--rewrite-option=stage-reuse.outputs=4"], covers="256,1,1"),
    grid("copy, 1x32", "copy_1x32", 1, 32, fix="remap-lanes"),
    grid("copy, 4x32", "copy_1x32", 4, 32, fix="remap-lanes", replace={"_x = 1,": "_x = 4,"}),
    line("copy of 16 each, blocked", f"{SLOW}/blocked_copy.comp", per=16,
         hand=(f"{TIMINGS}/blocked_copy.comp", {"PER": "16u", "BLOCKED": 0})),
    line("reduction, interleaved by %", f"{SLOW}/reduce_interleaved.comp", output=COUNT // 256, hand=SEQUENTIAL),
    line("reduction, interleaved by products", f"{SLOW}/reduce_strided.comp", output=COUNT // 256,
         fix="sequential-reduction", hand=SEQUENTIAL),
    line("the same, padded", f"{SLOW}/reduce_strided.comp", output=COUNT // 256, fix="pad-shared-array"),
    bank("bank 32 of 8192 floats"),
    bank("bank 32 of 4096 floats", replace={"8192u;": "4096u;"}),
    Pair("shared stride 32", f"{SLOW}/shared_stride_32.comp", (8192, 1, 1), {"Dst": 1 << 20}),
    histogram("histogram, 256 bins"),
    blur(1), blur(4), blur(8),
    texels(4), texels(6), texels(8), texels(4, fetched=True), texels(8, fetched=True),
    grid("star stencil, radius 4", "stencil", 32, 8, uniforms=GRID),
    line("scan of 256", f"{SLOW}/scan.comp"),
    Pair("four scalars side by side", f"{SLOW}/wide_loads.comp", (COUNT // 1024, 1, 1),
         {"Src": COUNT, "Dst": COUNT // 4}, fix="widen-loads"),
    Pair("convolution, 64 taps", f"{SLOW}/convolution.comp", (1 << 16, 1, 1),
         {"Signal": (1 << 24) + 64, "Weights": 64, "Dst": 1 << 24}, uniforms={"length": (1 << 24) + 63, "taps": 64}),
    Pair("FFT of columns, 256", f"{SLOW}/fft_columns.comp", (32768, 1, 1), {"Data": 2 * 256 * 32768},
         contents={"Data": "{ kind: iota }"}),
    grid("transpose, strided stores, dispatch changed", "transpose_store", 32, 8, uniforms=GRID,
         fix="stage-transpose", options=[*UNSAFE, "--rewrite-option=stage-transpose.rows=4"], covers="32,32,1"),
    grid("copy, 1x32, dispatch changed", "copy_1x32", 1, 32, fix="resize-workgroup", options=UNSAFE),
    grid("copy, 4x32, dispatch changed", "copy_1x32", 4, 32, fix="resize-workgroup", options=UNSAFE,
         replace={"_x = 1,": "_x = 4,"}),
    histogram("histogram, 256 bins, dispatch changed", fix="privatize-atomics", covers="4096,1,1",
              options=[*UNSAFE, "--rewrite-option=privatize-atomics.values=16"]),
]


def file_name(pair):
    return re.sub(r"[^a-z0-9]+", "-", pair.name.lower()).strip("-")


def make(options):
    options.folder.mkdir(parents=True, exist_ok=True)
    for pair in PAIRS:
        base = options.folder / file_name(pair)
        if not re.search(options.only, pair.name) or base.with_suffix(".said").exists():
            continue
        before, after = base.with_suffix(".before.comp"), base.with_suffix(".comp")
        base.with_suffix(".yaml").write_text(pair.yaml(), encoding="utf-8")
        for file in (before, after):
            file.write_text(pair.text(), encoding="utf-8")
        if pair.hand:
            base.with_suffix(".hand.comp").write_text(pair.text(*pair.hand), encoding="utf-8")
        command = [options.wglint, "--remarks", f"--fix={pair.fix}", *pair.options, after]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        base.with_suffix(".said").write_text(answer.stderr + answer.stdout, encoding="utf-8")
        print(f"{pair.name}: {', '.join(applied(base)) or 'nothing'}", flush=True)


def applied(base):
    said = base.with_suffix(".said").read_text(encoding="utf-8")
    return re.findall(r"^wglint: fixed .*: '([a-z-]+)' ", said, re.MULTILINE)


def measure(options, base, other, covers):
    """Medians in microseconds, and the ratio with its interval; or the error."""
    command = [options.wglint_run, "time", base.with_suffix(".before.comp"), base.with_suffix(other)]
    command += [f"--run={base.with_suffix('.yaml')}", f"--device={options.device}", f"--samples={options.samples}"]
    command += ["--memory-limit=0", "--time-limit=60", "--output-format=json", "--allow-cached"]
    command += [f"--workgroup-covers-b={covers}"] if covers else []
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        return {"error": answer.stderr.strip()}
    document = json.loads(answer.stdout)
    medians = [shader["medianNs"] / 1000 for shader in document["shaders"]]
    return {"device": document["device"], "driver": document.get("driver", ""), "us": medians, "ratio": document["ratio"]}


def row(name, rewrite, result):
    if "error" in result:
        return f"| {name} | {rewrite} | {result['error']} | | | |"
    interval = result["ratio"].get("interval") or {}
    spread = f"{interval.get('low', 0):.2f} to {interval.get('high', 0):.2f}" if interval else ""
    before, after = result["us"]
    return f"| {name} | {rewrite} | {before:.1f} | {after:.1f} | {before / after:.2f} | {spread} |"


def time(options):
    store = options.folder / "results.json"
    results = json.loads(store.read_text()) if store.exists() else {}
    lines = ["| slow form | rewrite | us | us after | times faster | interval |", "|---|---|---|---|---|---|"]
    for pair in PAIRS:
        base = options.folder / file_name(pair)
        rewrites = applied(base) if base.with_suffix(".said").exists() else []
        for suffix, what in ((".comp", ", ".join(rewrites)), (".hand.comp", "by hand")):
            if not base.with_suffix(suffix).exists() or not what or not re.search(options.only, pair.name):
                continue
            key = file_name(pair) + suffix
            if key not in results:
                results[key] = measure(options, base, suffix, pair.covers if suffix == ".comp" else "")
                store.write_text(json.dumps(results, indent=1))
            lines.append(row(pair.name, what, results[key]))
            print(lines[-1], flush=True)
    (options.folder / "results.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("step", choices=["make", "time"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--wglint", default="build/release/bin/wglint")
    parser.add_argument("--wglint-run", default="build/release/bin/wglint-run")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--samples", type=int, default=15)
    parser.add_argument("--only", default="", help="regular expression over names")
    options = parser.parse_args()
    (make if options.step == "make" else time)(options)


if __name__ == "__main__":
    main()
