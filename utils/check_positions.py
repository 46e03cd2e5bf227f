#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the places of accesses against the text, without knowing how they were found.

    utils/check_positions.py --wglint-opt BIN [--limit N] FILE_OR_FOLDER...

Loads are checked by an experiment: the text at the place of a load is replaced by
another value of its type and the shader is read again. Then exactly the loads inside that text
must be gone and all other accesses must still be there, in their order. A place that
is too long, too short or somebody else's makes another access vanish, or the shader
no longer compiles. Where the text of one place was read by several instructions (a
macro, `a[i] += 1`), all of them must go.

Stores, atomics and image accesses are checked by reading: a store's place starts with
a name, has balanced brackets, and an assignment (or ++, --) follows or precedes it;
an atomic's is the first argument of a call; an image's is a whole call.

The other way round, each `name[` in the text of a shader without macros whose name is
a buffer's or shared array must be inside some place.

Exits with 1 if a place is wrong.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

LINE = re.compile(r"^(load|store|atomic|image|call) (\S+) (\S+) (exact|inexact) "
                  r"(.*):(\d+):(\d+)-(\d+):(\d+) \| (.*)$")
REPLACEABLE = re.compile(r"^(float|int|uint|bool|[iub]?vec[234]|mat\dx\d)$")
STAND_IN = "gl_NumWorkGroups"


class Access:
    """One line of `wglint-opt --print=sites`."""

    def __init__(self, match, line):
        self.kind, self.root, self.type, self.exact = match.group(1, 2, 3, 4)
        self.file = match.group(5)
        self.begin = (int(match.group(6)), int(match.group(7)))
        self.end = (int(match.group(8)), int(match.group(9)))
        self.text = match.group(10)
        self.line = line
        self.is_macro = False

    def key(self):
        return (self.kind, self.root, self.text)


def sites(tool, paths, folder):
    """For each path its accesses, or None if it does not compile."""
    done = subprocess.run([tool, "--print=sites", "-I" + folder, os.devnull, *paths],
                          capture_output=True, timeout=600)
    results = [[] for _ in paths]
    index = -1
    for line in done.stdout.decode("latin-1").splitlines():
        match = LINE.match(line)
        if line.startswith("== "):
            index += 1
        elif index < 1:
            continue
        elif "error: " in line and not match or line.startswith("skipped"):
            results[index - 1] = None
        elif results[index - 1] is None:
            continue
        elif match:
            results[index - 1].append(Access(match, line))
        elif "expanded from macro" in line:
            results[index - 1][-1].is_macro = True
    # Where the tool dies, what it did not get to is not known.
    return [r if i < index else None for i, r in enumerate(results)]


def offset(text, position):
    """Byte offset of a (line, column)."""
    at = 0
    for _ in range(position[0] - 1):
        at = text.index(b"\n", at) + 1
    return at + position[1] - 1


def is_inside(inner, outer):
    return outer.begin <= inner.begin and inner.end <= outer.end


def matters(access):
    """Leaves out the stand-in itself and the temporaries that the compiler makes."""
    return access.root != STAND_IN and access.exact == "exact"


def balanced(text):
    depth = 0
    for c in text:
        depth += c in "([" and 1 or 0
        depth -= c in ")]" and 1 or 0
        if depth < 0:
            return False
    return depth == 0


def stand_ins(type):
    """What can stand for a value: something of the type that is loaded, or of the part
    of it that a swizzle takes. No constants: the compiler would calculate with them,
    and drop branches."""
    types = [type]
    match = re.match(r"([iub]?)vec|float|u?int|bool", type)
    if match:
        prefix = match.group(1)
        if prefix is None:
            prefix = {"float": "", "int": "i", "uint": "u", "bool": "b"}[match.group()]
        types += [{"": "float", "i": "int", "u": "uint", "b": "bool"}[prefix]]
        types += [f"{prefix}vec{n}" for n in (2, 3, 4)]
        # In blocks bool is stored as uint.
        types += ["bool", "bvec2", "bvec3", "bvec4"] if prefix == "u" else []
    return [f"{t}({STAND_IN}.x)" for t in dict.fromkeys(types)]


class Checker:
    def __init__(self, tool, max_loads):
        self.tool = tool
        self.max_loads = max_loads
        self.counts = {}
        self.failures = []

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def fail(self, access, why):
        self.failures.append(f"{why}: {access.line}")
        print(self.failures[-1], flush=True)

    def check_store(self, text, access):
        begin, end = offset(text, access.begin), offset(text, access.end)
        behind = text[end:end + 40].decode("latin-1")
        behind = re.sub(r"^(\s|//[^\n]*\n|/\*.*?\*/)*", "", behind, flags=re.S)
        ahead = text[max(0, begin - 10):begin].decode("latin-1").rstrip(" (")
        operator = re.match(r"(\[[^]]*\]\s*)*(<<|>>|[-+*/%&|^])?=(?!=)|\+\+|--",
                            behind.lstrip(" )"))
        is_step = ahead.endswith(("++", "--"))
        # An out argument is stored to when the function returns.
        is_argument = ahead.endswith((",", "(")) or behind[:1] in (",", ")")
        if not re.match(r"\(*[A-Za-z_]", access.text) or not balanced(access.text):
            self.fail(access, "a store's place is no expression")
        elif not (operator or is_step or is_argument):
            self.fail(access, "no assignment follows a store's place")
        else:
            self.count("stores")

    def check_call(self, text, access):
        begin, end = offset(text, access.begin), offset(text, access.end)
        ahead = text[:begin].decode("latin-1").rstrip()
        is_call = re.match(r"\w+\s*\(.*\)$", access.text) and balanced(access.text)
        if access.kind == "atomic" and not is_call:
            if not (ahead.endswith("(") and balanced(access.text)
                    and text[end:end + 20].lstrip()[:1] in (b",", b")")):
                return self.fail(access, "an atomic's place is no first argument")
        elif not is_call:
            return self.fail(access, "the place is no call")
        self.count({"atomic": "atomics", "image": "image accesses",
                    "call": "calls"}[access.kind])

    def can_try(self, accesses, access):
        # What is also stored to cannot become a value.
        if any(a.begin == access.begin and a.end == access.end and
               a.kind in ("store", "atomic") for a in accesses):
            self.count("loads of places that are also stored to, not tried")
            return False
        return True

    def check_loads(self, path, text, accesses, loads):
        """The experiments of one file, in few runs of the tool."""
        loads = [a for a in loads if self.can_try(accesses, a)]
        if len(loads) > self.max_loads:
            self.count(f"files of which {self.max_loads} loads were tried")
            step = len(loads) / self.max_loads
            loads = [loads[int(i * step)] for i in range(self.max_loads)]
        attempt = 0
        while loads:
            # Most places take a value of the type that is loaded; the rest get
            # further tries.
            failed = []
            for at in range(0, len(loads), 50):
                batch = [a for a in loads[at:at + 50] if attempt < len(stand_ins(a.type))]
                tried = self.try_stand_ins(path, text, batch, attempt)
                for access, after in zip(batch, tried):
                    if after is None:
                        failed.append(access)
                    else:
                        self.judge_load(accesses, access, after)
            attempt += 1
            for access in failed:
                if attempt == len(stand_ins(access.type)):
                    self.fail(access, "does not compile with another value in its place")
            loads = failed

    def try_stand_ins(self, path, text, batch, attempt):
        """For each access of `batch` the accesses of a text with a stand-in for it."""
        with tempfile.TemporaryDirectory() as folder:
            copies = []
            for access in batch:
                begin, end = offset(text, access.begin), offset(text, access.end)
                value = stand_ins(access.type)[attempt].encode()
                copies.append(os.path.join(folder, f"{len(copies)}.comp"))
                with open(copies[-1], "wb") as copy:
                    copy.write(text[:begin] + value + text[end:])
            return sites(self.tool, copies, os.path.dirname(path) or ".")

    def judge_load(self, accesses, access, after):
        # An access that is not where the text was touched prints the same as before;
        # one around it has other text, so that its place is compared instead.
        expected = [a for a in accesses if not is_inside(a, access) and matters(a)]
        after = [a for a in after if matters(a)]
        if len(after) != len(expected):
            return self.fail(access, f"{len(expected)} other accesses become {len(after)}")
        for old, new in zip(expected, after):
            contains = is_inside(access, old)
            if (old.kind, old.root) != (new.kind, new.root) or (
                    not contains and old.text != new.text):
                return self.fail(access, f"an access changes ({old.text} to {new.text})")
        self.count("loads")

    def check_coverage(self, text, accesses):
        """Each `name[` outside of declarations must be inside of some place."""
        source = text.decode("latin-1")
        if re.search(r"^\s*#\s*(define|include|if)", source, flags=re.M):
            return
        plain = re.sub(r"//[^\n]*|/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()),
                       source, flags=re.S)
        body = plain.find("main")
        roots = {a.root for a in accesses if a.root != "-"}
        for match in re.finditer(r"\b([A-Za-z_]\w*)\s*\[", plain[body:]):
            at = body + match.start()
            line = plain.count("\n", 0, at) + 1
            column = at - (plain.rfind("\n", 0, at) + 1) + 1
            declared = re.search(r"[\w>]\s+$", plain[max(0, at - 40):at])
            if match.group(1) not in roots or declared and not re.search(
                    r"\b(return|else|in)\s+$", plain[max(0, at - 40):at]):
                continue
            if any(a.begin <= (line, column) < a.end for a in accesses):
                self.count("occurrences covered")
            else:
                self.failures.append(f"{line}:{column}: '{match.group()}' has no access")
                print(self.failures[-1])

    def check_file(self, path):
        accesses = sites(self.tool, [path], os.path.dirname(path) or ".")[0]
        if not accesses:
            return
        self.count("files")
        with open(path, "rb") as file:
            text = file.read().removeprefix(b"\xef\xbb\xbf")
        # Instructions that read local scalars are checked too: they are what would
        # be confused with the accesses that matter.
        seen, loads = set(), []
        for access in accesses:
            place = (access.kind, access.file, access.begin, access.end)
            if place in seen or access.file != path:
                continue
            seen.add(place)
            if access.exact != "exact" or access.is_macro:
                self.count(f"{access.exact}{' in macros' if access.is_macro else ''}, not tried")
            elif access.kind == "store":
                self.check_store(text, access)
            elif access.kind != "load":
                self.check_call(text, access)
            elif REPLACEABLE.match(access.type):
                loads.append(access)
            else:
                self.count("loads of other types, not tried")
        self.check_loads(path, text, accesses, loads)
        self.check_coverage(text, accesses)


def shaders(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for folder, _, names in sorted(os.walk(path)):
            for name in sorted(names):
                if name.endswith((".comp", ".glsl")):
                    yield os.path.join(folder, name)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wglint-opt", required=True)
    parser.add_argument("--limit", type=int, default=0, help="files to check at most")
    parser.add_argument("--max-loads", type=int, default=40,
                        help="loads to try in one file at most, evenly chosen")
    parser.add_argument("paths", nargs="+")
    args = parser.parse_args()
    checker = Checker(args.wglint_opt, args.max_loads)
    for path in shaders(args.paths):
        if args.limit and checker.counts.get("files", 0) >= args.limit:
            break
        before = len(checker.failures)
        checker.check_file(path)
        if len(checker.failures) > before:
            print(f"  in {path}")
    for what, number in sorted(checker.counts.items()):
        print(f"{number} {what}")
    print(f"{len(checker.failures)} wrong")
    return 1 if checker.failures else 0


if __name__ == "__main__":
    sys.exit(main())
