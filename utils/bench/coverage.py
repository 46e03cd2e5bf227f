#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shares of memory accesses that wglint knows exactly, bounds, or does not know.

Usage: coverage.py [--wglint BIN] [--target NAME] [--jobs-file FILE] [--markdown] FOLDER...

Every shader below the folders is analysed without a dispatch. FILE holds one
job a line: options and a shader, as on wglint's command line (paths relative to
the first folder); it replaces the search for shaders. Counted are accesses to
global and shared memory. An access whose index depends on loaded data names its
load and is counted apart; a bounded access counts as known only where its
maximum is at most twice its minimum.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import shlex
import subprocess
import sys

SUFFIXES = (".comp", ".comp.glsl", ".spv", ".spvasm")


def find_jobs(folders):
    for folder in folders:
        for root, dirs, files in os.walk(folder):
            dirs.sort()
            for name in sorted(files):
                if name.endswith(SUFFIXES):
                    yield [os.path.join(root, name)]


def read_jobs(path, folder):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            words = shlex.split(line, comments=True)
            if words:
                words[-1] = os.path.join(folder, words[-1])
                yield words


def run(wglint, target, job):
    command = [wglint, "--facts", "--output-format=json", "--target=" + target, "-j", "1"] + job
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return json.loads(result.stdout)
    except json.JSONDecodeError:
        return {"files": [{"file": job[-1], "status": "crashed"}], "facts": []}


def is_known(access):
    """Exact, assumed, or bounded within a factor of two, per request."""
    per_request = access.get("perRequest") or {}
    count = per_request.get("wavefronts" if access["space"] == "shared" else "sectors")
    if count is None:
        return False
    if isinstance(count, dict):
        return count["max"] <= 2 * count["min"]
    return True


def classify(access):
    """proved, assumed, bounded, wide, data-dependent, or why it is unknown."""
    if access["evidence"] == "unknown":
        unknown = access.get("unknown") or {}
        return unknown.get("kind", "unknown")
    if not is_known(access):
        return "wide"
    return access["evidence"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wglint", default="build/release/bin/wglint")
    parser.add_argument("--target", default="nvidia-hopper")
    parser.add_argument("--jobs-file")
    parser.add_argument("--markdown", action="store_true", help="one table row")
    parser.add_argument("--reasons", type=int, default=0, help="list the N most common reasons")
    parser.add_argument("--list", metavar="KIND", help="print every access of this kind")
    parser.add_argument("folders", nargs="+")
    args = parser.parse_args()
    jobs = list(read_jobs(args.jobs_file, args.folders[0]) if args.jobs_file
                else find_jobs(args.folders))
    status = collections.Counter()
    kinds = collections.Counter()
    reasons = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for report in pool.map(lambda job: run(args.wglint, args.target, job), jobs):
            for file in report["files"]:
                status[file["status"]] += 1
            for entry in report["facts"]:
                for access in entry["accesses"]:
                    if access["space"] not in ("global", "shared"):
                        continue
                    kind = classify(access)
                    kinds[kind] += 1
                    unknown = access.get("unknown") or {}
                    if kind not in ("proved", "assumed", "bounded"):
                        reasons[kind + ": " + unknown.get("reason", "max over twice min")] += 1
                    if kind == args.list:
                        begin = access["range"]["begin" if "begin" in access["range"] else "start"]
                        print(f"{access['file']}:{begin['line']}:{begin['column']}: "
                              f"{access['variable']} {unknown.get('reason', '')}")
    total = sum(kinds.values())
    decidable = total - kinds["data-dependent"]
    known = kinds["proved"] + kinds["assumed"] + kinds["bounded"]
    if args.markdown:
        share = lambda n, of: f"{100 * n / of:.1f} %" if of else "-"
        print(f"| {status['analyzed']} / {len(jobs)} | {total} | {share(kinds['exact'], total)} | "
              f"{share(kinds['assumed'], total)} | {share(kinds['bounded'], total)} | "
              f"{share(kinds['wide'], total)} | {share(kinds['data-dependent'], total)} | "
              f"{share(total - known - kinds['wide'] - kinds['data-dependent'], total)} | "
              f"{share(decidable - known, decidable)} |")
        return 0
    print("files:", ", ".join(f"{n} {name}" for name, n in status.most_common()))
    print("global and shared accesses:", total)
    for name, n in kinds.most_common():
        print(f"  {name:18} {n:7}  {100 * n / max(total, 1):5.1f} %")
    print(f"unknown of those that do not depend on data: "
          f"{100 * (decidable - known) / max(decidable, 1):.1f} %")
    for reason, n in reasons.most_common(args.reasons):
        print(f"  {n:7}  {reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
