#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shares of labels of findings, with Wilson's 95 % intervals.

Usage: precision.py [--where COLUMN=VALUE[,VALUE...]]... [--by COLUMN] [--label COLUMN]
                    [--markdown NAME] FILE...

FILE is a table of docs/evidence: one finding a line, with its label in a column
(`label`, unless --label names another); several are counted as one. Only lines
whose COLUMN has one of the VALUEs count. Prints one line for each label, or with
--markdown one row of the tables in docs/Evidence.md; --by groups by a column.
"""
import argparse
import collections
import csv
import math

LABELS = ("true and useful", "true and useless", "false")
QUANTILE = 1.959964  # of the normal distribution, for 95 %


def wilson(count, total):
    """Lower and upper bound of a share, in percent."""
    if total == 0:
        return 0.0, 100.0
    share, square = count / total, QUANTILE**2
    middle = share + square / (2 * total)
    spread = QUANTILE * math.sqrt(share * (1 - share) / total + square / (4 * total**2))
    scale = 100 / (1 + square / total)
    return max(0.0, (middle - spread) * scale), min(100.0, (middle + spread) * scale)


def share_text(count, total):
    low, high = wilson(count, total)
    share = 100 * count / total if total else 0
    return f"{count}: {share:.1f} % ({low:.1f} to {high:.1f})"


def print_group(name, rows, column, markdown):
    counts = collections.Counter(row[column] for row in rows)
    texts = [share_text(counts[label], len(rows)) for label in LABELS]
    if markdown:
        print("| " + " | ".join([name, str(len(rows)), *texts]) + " |")
        return
    print(name or "all", len(rows))
    for label, text in zip(LABELS, texts):
        print(f"  {label:17} {text}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--where", action="append", default=[], metavar="COLUMN=VALUES")
    parser.add_argument("--by", metavar="COLUMN")
    parser.add_argument("--markdown", metavar="NAME")
    parser.add_argument("--label", default="label", metavar="COLUMN")
    parser.add_argument("files", nargs="+", metavar="FILE")
    args = parser.parse_args()
    rows = []
    for name in args.files:
        with open(name, encoding="utf-8", newline="") as table:
            rows += csv.DictReader(table)
    for condition in args.where:
        column, _, values = condition.partition("=")
        rows = [row for row in rows if row[column] in values.split(",")]
    groups = collections.defaultdict(list)
    for row in rows:
        groups[row[args.by] if args.by else args.markdown or ""].append(row)
    for name in sorted(groups):
        print_group(name, groups[name], args.label, args.markdown)


if __name__ == "__main__":
    main()
