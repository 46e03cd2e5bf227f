#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Processor time and memory that wglint spends on each shader.

Usage: budget.py [--wglint BIN] [--jobs-file FILE] [--slowest N] FOLDER...

Shaders and jobs are those of jobs.py. Prints how many shaders were linted,
the median, the 99th percentile and the largest of both figures, and the slowest
shaders by name. Time is user and system time of the process and its workers, so
a busy machine distorts it little; memory is the largest resident size of one of
them.
"""
import argparse
import os
import statistics
import subprocess

from jobs import jobs_of


def measure(wglint, job):
    """(seconds, MiB, exit code) of one run; None where it does not compile."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        process = subprocess.Popen(
            [wglint, "-j1", "--fail-on=never", *job], stdout=nowhere, stderr=nowhere
        )
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, process.returncode


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wglint", default="build/release/bin/wglint")
    parser.add_argument("--jobs-file")
    parser.add_argument("--slowest", type=int, default=5)
    parser.add_argument("folders", nargs="+")
    options = parser.parse_args()
    runs = []
    for job in jobs_of(options.jobs_file, options.folders):
        seconds, mebibytes, code = measure(options.wglint, job)
        if code == 0:
            runs.append((seconds, mebibytes, job))
    if not runs:
        raise SystemExit("budget.py: no shader was linted")
    print(f"{len(runs)} shaders linted")
    for name, unit, column in (("time", "s", 0), ("memory", "MiB", 1)):
        values = [run[column] for run in runs]
        print(
            f"{name}: median {statistics.median(values):.2f} {unit}, "
            f"99 % {percentile(values, 0.99):.2f} {unit}, most {max(values):.2f} {unit}"
        )
    for seconds, mebibytes, job in sorted(runs, key=lambda run: -run[0])[: options.slowest]:
        print(f"{seconds:6.2f} s {mebibytes:6.0f} MiB  {' '.join(job)}")


if __name__ == "__main__":
    main()
