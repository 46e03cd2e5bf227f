#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many shaders of a tree wglint-run can run by itself, and why not the others.

Usage: run_corpus.py [--wglint-run BIN] [--jobs-file FILE] [--markdown NAME] FOLDER...

Every compute shader below the folders is planned and run on llvmpipe, without any
options. FILE holds one job a line: options and a shader, as on wglint-run's command
line (paths relative to the first folder); it replaces the search for shaders.
--markdown prints one row of the table of docs/Running.md. Exit code 1 where the
tool itself crashed.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys

from jobs import TEXT_SUFFIXES, jobs_of

# Columns of the table, in order; classify() gives their keys.
OUTCOMES = {
    "ran": "ran",
    "outside": "ran, but reads or writes outside",
    "nothing": "wrote nothing",
    "device": "needs what llvmpipe lacks",
    "opengl": "refused by name",
    "source": "does not compile here",
    "driver": "driver's compiler refuses",
    "limit": "time or memory limit",
    "died": "driver died",
    "other": "other",
    "crash": "tool crashed",
}

# By DispatchFailure's names, which the answer carries.
KINDS = {
    "unsupported": "device", "compile": "driver", "timeout": "limit",
    "out-of-memory": "limit", "crash": "died", "context-lost": "died", "gl-error": "driver",
}


def classify(code, document):
    """(key of OUTCOMES, reason) of one answer."""
    if document is None:
        return "crash", f"exit code {code}"
    error = document.get("error")
    if error:
        message = re.sub(r"^\S+?(:\d+:\d+)?: ", "", error["message"].split("\n")[0])
        if error["kind"] in KINDS:
            return KINDS[error["kind"]], message
        if "working out a run ended" in message:
            return "other", message
        is_refused = re.search("OpenGL (cannot run|has no)|which wglint does not run", message)
        return ("opengl" if is_refused else "source"), message
    failures = document.get("failures", [])
    if failures:
        return "nothing", failures[0]
    outside = [note for note in document.get("notes", []) if "outside of an array" in note]
    return ("outside", re.sub(r"^\S+: ", "", outside[0])) if outside else ("ran", "")


def run(args, job):
    command = [args.wglint_run, "--device=llvmpipe", "--output-format=json",
               f"--time-limit={args.time_limit}", *job]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False,
                              timeout=20 * args.time_limit)
    except subprocess.TimeoutExpired:
        return job, "limit", "the whole job took too long"
    try:
        document = json.loads(done.stdout)
    except json.JSONDecodeError:
        document = None
    return job, *classify(done.returncode, document)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wglint-run", default="build/release/bin/wglint-run")
    parser.add_argument("--jobs-file")
    parser.add_argument("--time-limit", type=int, default=10, help="seconds for one child")
    parser.add_argument("--parallel", type=int, default=os.cpu_count())
    parser.add_argument("--markdown", metavar="NAME", help="one table row")
    parser.add_argument("--reasons", type=int, default=0, help="list the N most common reasons")
    parser.add_argument("--list", metavar="OUTCOME", help="print the jobs that ended so")
    parser.add_argument("folders", nargs="+")
    return parser.parse_args()


def main():
    args = parse_arguments()
    jobs = jobs_of(args.jobs_file, args.folders, TEXT_SUFFIXES)
    outcomes, reasons = collections.Counter(), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(args.parallel) as pool:
        for job, outcome, reason in pool.map(lambda job: run(args, job), jobs):
            outcomes[outcome] += 1
            if reason:
                reasons[f"{outcome}: {reason}"] += 1
            if args.list in (outcome, "all"):
                print(outcome, shlex.join(job), "|", reason, flush=True)
    if args.markdown:
        cells = [args.markdown, str(len(jobs))] + [str(outcomes[key]) for key in OUTCOMES]
        print("| " + " | ".join(cells) + " |")
    else:
        for key, text in OUTCOMES.items():
            print(f"{outcomes[key]:5}  {text}")
        print(f"{len(jobs):5}  shaders")
    for reason, count in reasons.most_common(args.reasons):
        print(f"  {count:4}  {reason}")
    return 1 if outcomes["crash"] else 0


if __name__ == "__main__":
    sys.exit(main())
