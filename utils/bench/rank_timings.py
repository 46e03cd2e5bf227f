#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the predicted costs of wglint against a table of measured times.

The table (configuration,median_us) is divided into halves: its odd rows (the
first, the third, ...) are for training, its even rows are held out. Printed is,
for each family of configurations and each half, the rank correlation (Spearman)
of the measured times with the predicted cost and with the number of sectors
alone. --fit fits the rates of the model to the training half and prints them;
nothing else ever reads a measured time, and no rate knows a configuration.

Configurations whose cost the analysis does not know are counted, not guessed.
"""

import argparse
import concurrent.futures
import csv
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "timings"))
import timings  # noqa: E402  the shaders' configurations

# What timings.py cannot time, since the table does not tell how much work it
# was; the order within a family does not depend on that.
COUNT = timings.COUNT
ONLY_RANKED = [
    (r"bank (\d+)", "bank", "bank.comp", "STRIDE={}u", 4096),
    (r"private (\d+)", "private", "private.comp", "LENGTH={}u", 4096),
    (r"occ shared_bytes=(\d+)", "occupancy", "occupancy.comp", "BYTES={}", COUNT // 128),
    (r"barriers bar=(\d)", "barriers", "barriers.comp", "BARRIERS={}", 65536),
]
# Patterns of one shape belong together, though they are one shader.
FAMILIES = [(r"copy \d.*", "copy"), (r"transpose_naive .*", "transpose, strided stores"),
            (r"transpose_naive_r .*", "transpose, strided loads"), (r"tile.*", "transpose, tiled")]
RATES = ("workgroup", "subgroup", "request", "pass", "miss", "ramMiss", "l2Sector", "partialSector", "pageVisit")


class Sample:
    """A configuration with its measured time and the counts of its facts."""

    def __init__(self, name, measured, is_held_out):
        self.name, self.measured, self.is_held_out = name, measured, is_held_out
        self.family = self.group = None
        self.predicted = self.sectors = self.counts = None


def meaning_of(name):
    """(group, shader, defines, workgroups); None where the name is not known."""
    for pattern, family, shader, define, workgroups in ONLY_RANKED:
        match = re.fullmatch(pattern, name)
        if match:
            return family, HERE / "ranking" / shader, [define.format(*match.groups())], (workgroups, 1, 1)
    made = timings.meaning_of(name)
    if not made:
        return None
    defines = [f"{key}={value}" for key, value in made.defines.items()]
    return made.family, timings.HERE / made.shader, defines, made.workgroups


def count_sectors(accesses):
    """Sectors and wavefronts of the dispatch; None where one is unknown."""
    total = 0
    for access in accesses:
        unit = {"global": "sectors", "shared": "wavefronts"}.get(access["space"])
        count = (access.get("dispatch") or {}).get(unit) if unit else 0
        if count is None:
            return None
        total += (count["min"] + count["max"]) / 2 if isinstance(count, dict) else count
    return total


def analyse(sample, wglint):
    meaning = meaning_of(sample.name)
    if not meaning:
        return
    sample.group, shader, defines, workgroups = meaning
    sample.family = next(
        (family for pattern, family in FAMILIES if re.fullmatch(pattern, sample.name)), sample.group)
    command = [wglint, "--facts", "--output-format=json", "--target=nvidia-hopper", "-j", "1",
               "--dispatch=" + ",".join(map(str, workgroups))]
    command += [f"-D{define}" for define in defines] + [str(shader)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    facts = json.loads(answer.stdout)["facts"]
    if not facts:
        sys.exit(f"{sample.name}: {answer.stdout}{answer.stderr}")
    sample.sectors = count_sectors(facts[0]["accesses"])
    cost = facts[0]["predictedCost"]
    if cost:
        sample.predicted = cost["totalNs"] / 1000
        sample.counts = cost["counts"]


def ranks(values):
    """Ranks from 1; equal values share the mean of theirs."""
    return [sum(o < v for o in values) + (sum(o == v for o in values) + 1) / 2 for v in values]


def spearman(xs, ys):
    """None where there are fewer than three values or one side is constant."""
    if len(xs) < 3:
        return None
    a, b = ranks(xs), ranks(ys)
    mean = (len(a) + 1) / 2
    covariance = sum((p - mean) * (q - mean) for p, q in zip(a, b))
    spread = math.sqrt(sum((p - mean) ** 2 for p in a) * sum((q - mean) ** 2 for q in b))
    return covariance / spread if spread else None


def text(value):
    return "-" if value is None else f"{value:.2f}"


def row(title, samples):
    """Configurations and correlations of both halves, as a row of a table."""
    cells = [title]
    for is_held_out in (False, True):
        half = [s for s in samples if s.is_held_out == is_held_out]
        known = [s for s in half if s.predicted is not None]
        counted = [s for s in known if s.sectors is not None]
        cells += [
            f"{len(known)} of {len(half)}",
            text(spearman([s.measured for s in known], [s.predicted for s in known])),
            text(spearman([s.measured for s in counted], [s.sectors for s in counted])),
        ]
    return "| " + " | ".join(cells) + " |"


def table(samples):
    lines = ["| family | training | predicted | sectors | held out | predicted | sectors |",
             "|---|---|---|---|---|---|---|"]
    for key in ("family", "group"):
        names = list(dict.fromkeys(getattr(s, key) for s in samples))
        for name in names:
            members = [s for s in samples if getattr(s, key) == name]
            if key == "family" or any(s.family != name for s in members):
                lines.append(row(name if key == "family" else f"{name}, together", members))
    return "\n".join(lines)


def terms(counts):
    """What each rate of RATES is multiplied with, for times in us."""
    units = 132  # as in lib/Target/Throughput.cpp
    slots = counts["residentSubgroups"] * units
    return [counts["workgroups"], counts["subgroups"] / units, counts["requests"] / units,
            (counts["lines"] + counts["wavefronts"]) / units, counts["missRequests"] / slots,
            counts["ramRequests"] / slots, counts["l2Sectors"], counts["partialSectors"], counts["pageVisits"]]


def fixed_us(counts):
    """The part of the time whose rate is documented: 4.8 bytes a ps."""
    return counts["ramSectors"] * 32 / 4.8e6


# Terms that make up one part of the time; parts add up as squares.
PARTS = ((0, 1), (2,), (3,), (4, 5), (6, 7), (8,))


def error(rates, training):
    """Squared error of the logarithms of the times."""
    total = 0
    rates = [math.exp(rate) for rate in rates]
    for factors, fixed, measured in training:
        parts = [sum(rates[i] * factors[i] for i in part) for part in PARTS]
        total += math.log(math.hypot(fixed, *parts) / measured) ** 2
    return total


def fit(samples, start):
    """Rates by random descent, from `start`: the logarithm keeps each positive."""
    work_unknown = {family for _, family, *_ in ONLY_RANKED}
    training = [(terms(s.counts), fixed_us(s.counts), s.measured) for s in samples
                if s.counts and not s.is_held_out and s.group not in work_unknown]
    generator = random.Random(1)
    best, least, step = start, error(start, training), 1.0
    for _ in range(20000):
        trial = [rate + generator.gauss(0, step) * (generator.random() < 0.4) for rate in best]
        now = error(trial, training)
        if now < least:
            best, least, step = trial, now, min(1.0, step * 1.5)
        else:
            step = max(1e-3, step * 0.995)
    print(f"fit to {len(training)} configurations, root mean square of the logarithm "
          f"{math.sqrt(least / len(training)):.2f}")
    for name, rate in zip(RATES, best):
        print(f"  {name}: {1e3 * math.exp(rate):.4g} ns each, {1e-3 / math.exp(rate):.4g} a ns")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("table", type=pathlib.Path, help="CSV: configuration,median_us")
    parser.add_argument("--wglint", default="build/release/bin/wglint")
    parser.add_argument("--fit", action="store_true", help="fit the rates to the training half")
    parser.add_argument("--list", action="store_true", help="print every configuration")
    parser.add_argument("--json", type=pathlib.Path, help="write the samples")
    options = parser.parse_args()
    with options.table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    samples = [Sample(r["configuration"], float(r["median_us"]), i % 2 == 1) for i, r in enumerate(rows)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda sample: analyse(sample, options.wglint), samples))
    unknown = [s.name for s in samples if s.family is None]
    samples = [s for s in samples if s.family is not None]
    if options.json:
        options.json.write_text(json.dumps([vars(s) for s in samples]))
    if options.list:
        for s in samples:
            print(f"{s.name:32} {s.measured:10.1f} us, predicted {text(s.predicted):>10} us")
    print(table(samples))
    print(f"\nNo cost known: {', '.join(s.name for s in samples if s.predicted is None) or 'none'}.")
    print(f"Not expressed: {', '.join(unknown) or 'none'}.")
    if options.fit:
        fit(samples, [math.log(rate) for rate in (6e-4, 0.01, 1e-3, 5e-4, 0.06, 0.06, 5e-6, 3e-5, 5e-3)])


if __name__ == "__main__":
    main()
