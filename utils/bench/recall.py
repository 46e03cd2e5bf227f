#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether what commits with a known gain changed is named before, and no longer after.

Usage: recall.py [--wglint BIN] [--table FILE] [--only WORD] [--markdown] FOLDER

FOLDER holds clones or bare git directories, named OWNER+NAME or OWNER+NAME/repo.
A line of the table (docs/evidence/recall.csv) is one shader that a commit changed:

  before         the revision before, where it is not the commit's parent; the commit
                 itself where the project keeps both versions side by side
  path_after     where the version after is another file
  options        for wglint; folders after -I are relative to the repository
  lines          of the version before, as in 12;20-24: the place that was changed
  check          what must be said at one of these lines before, as warning or error,
                 and nowhere there after. Lines are followed through the diff; a file
                 that another one replaces is a place as a whole.
  change, gain, stated_in   what was done, what it brought, and who says so

Prints for each row whether it holds and what is said: before at the place, after at
the place and in what else the commit changed; then the sum for each kind of change.
Exit code 1 if a row does not hold.
"""
import argparse
import collections
import csv
import difflib
import io
import json
import os
import shlex
import subprocess
import sys
import tarfile
import tempfile

COUNTED = ("warning", "error")

Said = collections.namedtuple("Said", "line check message")
# What is said before at the place; after of the same check, and of others, at the
# place; after in what else was changed.
Verdict = collections.namedtuple("Verdict", "before same others elsewhere")


def git_directory(folder, repository):
    """Where the repository's objects lie, in whichever form it was cloned."""
    base = os.path.join(folder, repository.replace("/", "+"))
    for path in (base, os.path.join(base, "repo")):
        for candidate in (os.path.join(path, ".git"), path):
            if os.path.isdir(os.path.join(candidate, "objects")):
                return candidate
    raise LookupError("no clone of the repository")


def include_folders(options):
    """Those that -I names, so that they are taken out as well."""
    words = shlex.split(options)
    folders = [word[2:] for word in words if word.startswith("-I") and len(word) > 2]
    return folders + [after for word, after in zip(words, words[1:]) if word == "-I"]


def take_out(directory, revision, path, options, target):
    """The file and what it may include; returns its lines."""
    folders = {os.path.dirname(path) or ".", *include_folders(options)}
    done = subprocess.run(
        ["git", "--git-dir", directory, "archive", revision, "--", *sorted(folders)],
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise LookupError(done.stderr.decode(errors="replace").strip().split("\n")[-1])
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as tar:
        tar.extractall(target, members=[member for member in tar if member.isfile()])
    with open(os.path.join(target, path), encoding="utf-8", errors="replace") as text:
        return text.read().split("\n")


def lint(wglint, folder, path, options):
    """Warnings and errors of the default set in the file itself."""
    command = [os.path.abspath(wglint), "--config={}", "--stage=compute", "--quiet", "--output-format=json"]
    done = subprocess.run([*command, *shlex.split(options), path], cwd=folder, capture_output=True, check=False)
    document = json.loads(done.stdout)
    if document["files"][0]["status"] != "analyzed":
        reasons = [finding["message"] for finding in document["findings"]]
        raise LookupError("; ".join(reasons) or document["files"][0].get("reason", "not analyzed"))
    return [
        Said(finding["range"]["start"]["line"], finding["check"], finding["message"])
        for finding in document["findings"]
        if finding["severity"] in COUNTED and finding["file"] == path
    ]


def numbers(ranges):
    """12;20-22: {12, 20, 21, 22}."""
    result = set()
    for part in ranges.split(";"):
        first, _, last = part.partition("-")
        result.update(range(int(first), int(last or first) + 1))
    return result


def follow(place, before, after):
    """The lines after that stand where those of the place stood, and all that are new."""
    followed, changed = set(), set()
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for kind, first, last, first_after, last_after in matcher.get_opcodes():
        hit = place.intersection(range(first + 1, last + 1))
        if kind == "equal":
            followed.update(line - first + first_after for line in hit)
            continue
        new = range(first_after + 1, last_after + 1)
        changed.update(new)
        if hit:
            followed.update(new)
    return followed, changed


def judge(row, folder, wglint):
    directory = git_directory(folder, row["repository"])
    path_after = row["path_after"] or row["path"]
    with tempfile.TemporaryDirectory() as old, tempfile.TemporaryDirectory() as new:
        before = take_out(directory, row["before"] or row["commit"] + "^", row["path"], row["options"], old)
        after = take_out(directory, row["commit"], path_after, row["options"], new)
        said_before = lint(wglint, old, row["path"], row["options"])
        said_after = lint(wglint, new, path_after, row["options"])
    place = numbers(row["lines"])
    followed = changed = set(range(len(after) + 1))
    if path_after == row["path"]:
        followed, changed = follow(place, before, after)
    there = [said for said in said_after if said.line in followed]
    return Verdict(
        [said for said in said_before if said.line in place and said.check == row["check"]],
        [said for said in there if said.check == row["check"]],
        [said for said in there if said.check != row["check"]],
        [said for said in said_after if said.line in changed - followed],
    )


def holds(verdict):
    return bool(verdict.before) and not verdict.same


def describe(said):
    counts = collections.Counter(one.check for one in said)
    return ", ".join(f"{check} ({count} x)" if count > 1 else check for check, count in counts.items()) or "nothing"


def print_row(row, verdict, markdown):
    name = f"{row['repository']} {row['commit'][:9]}"
    file = os.path.basename(row["path"])
    if row["path_after"]:
        file += ", " + os.path.basename(row["path_after"])
    after = describe(verdict.same + verdict.others)
    if verdict.elsewhere:
        after += f"; elsewhere {describe(verdict.elsewhere)}"
    if markdown:
        cells = [name, file, row["change"], row["gain"], describe(verdict.before), after]
        print("| " + " | ".join(cells) + " |")
        return
    print(f"{'holds' if holds(verdict) else 'FAILS'}: {name} {file}: {describe(verdict.before)} -> {after}")
    for mark, findings in (("before", verdict.before), ("after", verdict.same + verdict.others),
                           ("elsewhere", verdict.elsewhere)):
        for said in findings:
            print(f"    {mark} {said.line}: {said.message} [{said.check}]")


def print_sums(held, total):
    for change in sorted(total):
        print(f"{change}: {held[change]} of {total[change]}")
    print(f"{sum(held.values())} of {sum(total.values())} rows hold")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wglint", default="build/release/bin/wglint")
    parser.add_argument("--table", default="docs/evidence/recall.csv")
    parser.add_argument("--only", default="", metavar="WORD", help="rows in which it occurs")
    parser.add_argument("--markdown", action="store_true", help="print rows of docs/Evidence.md")
    parser.add_argument("folder")
    args = parser.parse_args()
    with open(args.table, encoding="utf-8", newline="") as table:
        rows = [row for row in csv.DictReader(table) if args.only in "\n".join(row.values())]
    held, total = collections.Counter(), collections.Counter()
    for row in rows:
        total[row["change"]] += 1
        try:
            verdict = judge(row, args.folder, args.wglint)
        except LookupError as error:
            print(f"FAILS: {row['repository']} {row['commit'][:9]} {row['path']}: {error}")
            continue
        held[row["change"]] += holds(verdict)
        print_row(row, verdict, args.markdown)
    print_sums(held, total)
    return 0 if held == total else 1


if __name__ == "__main__":
    sys.exit(main())
