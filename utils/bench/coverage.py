#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shares of memory accesses that wglint knows exactly, bounds, or does not know.

Usage: coverage.py [--wglint BIN] [--target NAME] [--jobs-file FILE] [--markdown] FOLDER...

Every shader below the folders is analysed without a dispatch. FILE holds one
job a line: options and a shader, as on wglint's command line (paths relative to
the first folder); it replaces the search for shaders. Counted are accesses to
global and shared memory. An access whose index depends on loaded data and that
names its load is counted apart; a bounded access counts as known only where its
maximum is at most twice its minimum.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import subprocess
import sys

from jobs import jobs_of

KNOWN = ("proved", "assumed", "bounded")


def run(wglint, target, job):
    command = [wglint, "--facts", "--output-format=json", "--target=" + target, "-j", "1"] + job
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return json.loads(result.stdout)
    except json.JSONDecodeError:
        return {"files": [{"file": job[-1], "status": "crashed"}], "facts": []}


def is_known(access):
    """Exact in sum, or exact or bounded within a factor of two per request."""
    unit = "wavefronts" if access["space"] == "shared" else "sectors"
    if isinstance(access.get(unit), int):
        return True  # the requests may differ: a tree reduction, a last subgroup
    count = (access.get("perRequest") or {}).get(unit)
    if count is None:
        return False
    if isinstance(count, dict):
        return count["max"] <= 2 * count["min"]
    return True


def classify(access):
    """proved, assumed, bounded, wide, data-dependent, or why it is unknown.

    What depends on data but does not name its load is data-unnamed.
    """
    if access["evidence"] == "unknown":
        unknown = access.get("unknown") or {}
        kind = unknown.get("kind", "unknown")
        if kind == "data-dependent" and "'" not in unknown.get("reason", ""):
            return "data-unnamed"
        return kind
    if not is_known(access):
        return "wide"
    return access["evidence"]


class Shares:
    """Accesses counted by class, and the unknown ones by reason."""

    def __init__(self):
        self.kinds = collections.Counter()
        self.varying = collections.Counter()  # those whose address differs between lanes
        self.reasons = collections.Counter()

    def add(self, access):
        kind = classify(access)
        self.kinds[kind] += 1
        if not access["isSubgroupUniform"]:
            self.varying[kind] += 1
        if kind not in KNOWN:
            unknown = access.get("unknown") or {}
            self.reasons[kind + ": " + unknown.get("reason", "max over twice min")] += 1
        return kind


def unknown_share(kinds):
    """Of those that do not depend on data that is named; None where there are none."""
    decidable = sum(kinds.values()) - kinds["data-dependent"]
    known = sum(kinds[kind] for kind in KNOWN)
    return 100 * (decidable - known) / decidable if decidable else None


def percent(value):
    return "-" if value is None else f"{value:.1f} %"


def markdown_row(shares, analyzed, jobs):
    kinds = shares.kinds
    total = sum(kinds.values())
    named = ("proved", "assumed", "bounded", "wide", "data-dependent")
    counts = [kinds[kind] for kind in named]
    counts.append(total - sum(counts))
    cells = [f"{analyzed} / {jobs}", str(total)]
    cells += [percent(100 * count / total if total else None) for count in counts]
    cells += [percent(unknown_share(kinds)), percent(unknown_share(shares.varying))]
    return "| " + " | ".join(cells) + " |"


def print_shares(shares, status, count):
    total = sum(shares.kinds.values())
    print("files:", ", ".join(f"{n} {name}" for name, n in status.most_common()))
    print("global and shared accesses:", total)
    for name, n in shares.kinds.most_common():
        print(f"  {name:18} {n:7}  {100 * n / max(total, 1):5.1f} %")
    print("unknown of those that do not depend on data:", percent(unknown_share(shares.kinds)))
    print("the same of those whose address differs between lanes:",
          percent(unknown_share(shares.varying)))
    for reason, n in shares.reasons.most_common(count):
        print(f"  {n:7}  {reason}")


def print_access(access):
    start = access["range"]["start"]
    reason = (access.get("unknown") or {}).get("reason", "")
    print(f"{access['file']}:{start['line']}:{start['column']}: {access['variable']} {reason}")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wglint", default="build/release/bin/wglint")
    parser.add_argument("--target", default="nvidia-hopper")
    parser.add_argument("--jobs-file")
    parser.add_argument("--markdown", action="store_true", help="one table row")
    parser.add_argument("--reasons", type=int, default=0, help="list the N most common reasons")
    parser.add_argument("--list", metavar="KIND", help="print every access of this kind")
    parser.add_argument("folders", nargs="+")
    return parser.parse_args()


def main():
    args = parse_arguments()
    jobs = jobs_of(args.jobs_file, args.folders)
    status = collections.Counter()
    shares = Shares()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for report in pool.map(lambda job: run(args.wglint, args.target, job), jobs):
            status.update(file["status"] for file in report["files"])
            for access in (access for entry in report["facts"] for access in entry["accesses"]):
                if access["space"] in ("global", "shared") and shares.add(access) == args.list:
                    print_access(access)
    if args.markdown:
        print(markdown_row(shares, status["analyzed"], len(jobs)))
    else:
        print_shares(shares, status, args.reasons)
    return 0


if __name__ == "__main__":
    sys.exit(main())
