#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mends shaders of utils/gen_fixable.py and holds the results against wglint-run.

    utils/check_fixes.py --bin=DIR [--seed=1] [--count=100] [--mutants=50]

Each shader goes through `wglint --fix=all --unsafe-fixes`, those that stage-reuse is for also with
several outputs an invocation. What comes out has to
compile, and to keep its line ends and byte order mark; what was made to be mended
has to be mended, or refused with a reason. Every third is run again, at seeds and
sizes that the proof did not use; every seventh is mended twice, which has to be as
once. Then results are broken on purpose (a barrier left out, an index shifted, a
halo too small, a guard dropped): `wglint --prove` has to reject every one. Prints one line for each failure and the sums; exit code 1
if a result is wrong, a broken one passes, or less than 90 % were mended.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import gen_fixable  # noqa: E402

APPLIED = re.compile(r"^wglint: fixed .*: '([a-z-]+)' ", re.MULTILINE)
REFUSED = re.compile(r"not applied: (.*)")
# The proof uses seed 1 and the following ones.
OTHER_SEED = 1000


class Tools:
    def __init__(self, folder, device):
        self.folder = pathlib.Path(folder).resolve()
        self.device = f"--device={device}"

    def call(self, tool, *arguments):
        command = [str(self.folder / tool), *map(str, arguments), self.device]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)

    def fix(self, file):
        return self.call("wglint", "--fix=all", "--remarks", *options_for(file.stem), file)

    def compare(self, before, after):
        """The verdict of wglint-run, or what it complained about."""
        answer = self.call(
            "wglint-run", "compare", "--output-format=json", f"--seed={OTHER_SEED}",
            "--seeds=2", "--sizes=2", before, after,
        )
        try:
            return json.loads(answer.stdout)["verdict"]
        except (json.JSONDecodeError, KeyError):
            return answer.stderr.strip().split("\n")[0] or "no answer"

    def proves(self, before, after):
        return self.call("wglint", f"--prove={after}", before).returncode == 0


def options_for(name):
    """Every other product keeps its dispatch; some get several outputs an invocation."""
    number = int(name.rsplit("-", 1)[1]) // len(gen_fixable.families())
    options = [f"--rewrite-option=stage-reuse.outputs={(1, 2, 4)[number % 3]}"]
    return options + ([] if name.startswith("product") and number % 2 else ["--unsafe-fixes"])


class Result:
    """What became of one generated shader."""

    def __init__(self, name):
        self.name = name
        self.family = name.split("-")[0]
        self.applied = []
        self.reasons = []
        self.wanted = []
        self.problem = ""
        self.original = self.mended = ""

    @property
    def is_mended(self):
        return any(name in self.wanted for name in self.applied)


def kept_from(head):
    """What a `// keep: NAMES: why` line excludes: a set of names, empty for every
    rewrite; None for other lines."""
    if not head.startswith("// keep: "):
        return None
    return set(filter(None, head[9:].split(": ")[0].split(",")))


def whole_text_problem(before, after):
    """What is wrong with the bytes of a mended file as a whole; empty: nothing."""
    if before.startswith("\ufeff") != after.startswith("\ufeff"):
        return "the byte order mark did not stay"
    ends = after.count("\r\n") if "\r\n" in before else after.count("\n") - after.count("\r")
    return "" if ends == after.count("\n") else "line ends are mixed"


def is_sampled(name, every):
    return int(name.rsplit("-", 1)[1]) % every == 0


def problem_of(tools, result, answer, before, after):
    """What is wrong with a result; empty: nothing."""
    head = result.original.lstrip("\ufeff").splitlines()[0]
    changed = result.mended != result.original
    if answer.returncode not in (0, 1):
        return f"exit code {answer.returncode}: {answer.stderr.strip()[:200]}"
    if changed != bool(result.applied):
        return "the text and the report disagree on whether it was changed"
    excluded = kept_from(head)
    if excluded is not None and any(not excluded or a in excluded for a in result.applied):
        return f"{', '.join(result.applied)}, although {head[9:]}"
    problem = whole_text_problem(result.original, result.mended)
    # A race's outcome is not to be compared with what it should have been.
    if problem or not changed or "insert-barrier" in result.applied:
        return problem
    # The proof has compared them already; this asks whether it did so well.
    if not is_sampled(result.name, 3):
        return ""
    verdict = tools.compare(before, after)
    return "" if verdict == "equal" else f"{', '.join(result.applied)}: {verdict}"


def check_one(tools, folder, name, text):
    result = Result(name)
    head = text.lstrip("\ufeff").splitlines()[0]
    if head.startswith("// mend: "):
        result.wanted = head[9:].split(",")
    before, after = folder / f"{name}.before.comp", folder / f"{name}.comp"
    before.write_bytes(text.encode())
    after.write_bytes(text.encode())
    answer = tools.fix(after)
    result.applied = APPLIED.findall(answer.stderr)
    result.reasons = REFUSED.findall(answer.stdout + answer.stderr)
    # What is not found cannot be mended; that is for the checks to answer for.
    if not answer.stdout.strip() and not result.applied:
        result.reasons = ["nothing is found in it"]
    result.original, result.mended = text, after.read_bytes().decode()
    result.problem = problem_of(tools, result, answer, before, after)
    if is_sampled(name, 7) and result.applied and not result.problem:
        tools.fix(after)
        if after.read_bytes().decode() != result.mended:
            result.problem = "mending twice is not as once"
    return result


def span_of_one(pattern, text, rng, flags=0):
    """The span of one match of `pattern`, or of its first group; None: no match."""
    spots = [m.span(m.lastindex or 0) for m in re.finditer(pattern, text, flags)]
    return rng.choice(spots) if spots else None


def replaced(text, span, new):
    return text[: span[0]] + new + text[span[1] :] if span else None


def without_barrier(text, rng):
    return replaced(text, span_of_one(r"\bbarrier\s*\(\s*\)\s*;", text, rng), ";")


def shifted(text, rng, names, before=""):
    """One more in an index of an array of `names`."""
    if not names:
        return None
    span = span_of_one(rf"{before}\b(?:{'|'.join(names)})\s*\[()(?!\])", text, rng)
    return replaced(text, span, "1u + ")


def with_shifted_store(text, rng):
    """Stores one element further in a buffer that is only written."""
    return shifted(text, rng, re.findall(r"writeonly buffer \w+ \{.*?(\w+)\s*\[\]", text))


def with_shifted_load(text, rng):
    """Reads one element further in a shared array."""
    return shifted(text, rng, re.findall(r"^shared \w+ (\w+)\[", text, re.MULTILINE), r"[=+*]\s*")


def with_smaller_halo(text, rng):
    """Fills a tile from one element further."""
    spots = r"Filled[.\w]* \+ -(\d+)"
    span = span_of_one(spots, text, rng)
    return replaced(text, span, str(int(text[span[0] : span[1]]) - 1)) if span else None


def with_shorter_fill(text, rng):
    """Leaves the last eighth of a tile as it is."""
    span = span_of_one(r"element < (\d+)u", text, rng)
    return replaced(text, span, str(int(text[span[0] : span[1]]) * 7 // 8)) if span else None


def with_dropped_guard(text, rng):
    """Loads what lies outside, too; where indices are clamped, nothing does."""
    if "clamp(" in text:
        return None
    return replaced(text, span_of_one(r"\] = ([^;?\n]*[^;?\s]) \? ", text, rng), "true")


def with_other_lanes(text, rng):
    """Gives invocations an id that another one has."""
    return replaced(text, span_of_one(r"gl_LocalInvocationIndex % (\d+)u, ", text, rng), "2")


def with_wrong_part(text, rng):
    """Puts the parts of an invocation where others are, or too far apart."""
    span = span_of_one(r"gl_WorkGroupID\.\w \* [^;\n]*?\+ (\d+)u \* part\b", text, rng)
    return replaced(text, span, str(int(text[span[0] : span[1]]) + rng.choice([-1, 1]))) if span else None


def with_fewer_parts(text, rng):
    """Leaves the last part out."""
    span = span_of_one(r"part < (\d+)u", text, rng)
    return replaced(text, span, str(int(text[span[0] : span[1]]) - 1)) if span else None


def with_wrong_row(text, rng):
    """Works out every other row of a loop along rows only."""
    span = span_of_one(r"\w+Row\d* \+= (\d+)", text, rng)
    return replaced(text, span, str(int(text[span[0] : span[1]]) * 2)) if span else None


MUTATIONS = [
    without_barrier, with_shifted_store, with_shifted_load, with_smaller_halo,
    with_shorter_fill, with_dropped_guard, with_other_lanes, with_wrong_part, with_fewer_parts,
    with_wrong_row,
]


def check_mutant(tools, folder, result, mutation, rng):
    """None where the text has no place for it; else whether it was rejected."""
    broken = mutation(result.mended, rng)
    if broken is None:
        return None
    original = folder / f"{result.name}.before.comp"
    mutant = folder / f"{result.name}.{mutation.__name__}.comp"
    mutant.write_bytes(broken.encode())
    return not tools.proves(original, mutant)


def check_mutants(tools, folder, results, count, seed):
    """Breaks mended results; returns (number made, names of those that passed)."""
    rng = random.Random(seed)
    candidates = [
        (result, mutation)
        for result in results
        for mutation in MUTATIONS
        if result.is_mended and not result.problem and "insert-barrier" not in result.applied
    ]
    rng.shuffle(candidates)
    made, passed = 0, []
    for result, mutation in candidates:
        if made == count:
            break
        rejected = check_mutant(tools, folder, result, mutation, rng)
        if rejected is None:
            continue
        made += 1
        if not rejected:
            passed.append(f"{result.name} {mutation.__name__}")
    return made, passed


def tell(result):
    """Says at once what is wrong or left, for those who watch a long run."""
    if result.problem:
        print(f"WRONG {result.name}: {result.problem}", flush=True)
    elif result.wanted and not result.is_mended:
        reasons = "; ".join(sorted(set(result.reasons))) or "no reason"
        print(f"left {result.name}: {reasons}", flush=True)
    return result


def report(results):
    """Prints the sums; returns whether all is well."""
    families = collections.defaultdict(list)
    for result in results:
        families[result.family].append(result)
    for family, members in sorted(families.items()):
        wanted = [r for r in members if r.wanted]
        mended = sum(r.is_mended for r in wanted)
        print(f"{family}: {mended} of {len(wanted)} mended, {len(members)} in all")
    wanted = [r for r in results if r.wanted]
    mended = sum(r.is_mended for r in wanted)
    silent = sum(not r.is_mended and not r.reasons for r in wanted)
    wrong = sum(bool(r.problem) for r in results)
    print(f"mended {mended} of {len(wanted)}, {silent} left without a reason, {wrong} wrong")
    return wrong == 0 and mended >= 0.9 * len(wanted)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, help="folder of wglint and wglint-run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--family", choices=sorted(gen_fixable.families()))
    parser.add_argument("--mutants", type=int, default=0)
    parser.add_argument("--device", default="llvmpipe")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--keep", type=pathlib.Path, help="folder for all files")
    args = parser.parse_args()

    tools = Tools(args.bin, args.device)
    shaders = gen_fixable.generate(args.seed, args.count, args.family)
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            results = [tell(r) for r in pool.map(lambda s: check_one(tools, folder, *s), shaders)]
        is_good = report(results)
        if args.mutants:
            made, passed = check_mutants(tools, folder, results, args.mutants, args.seed)
            for name in passed:
                print(f"PASSED {name}")
            print(f"rejected {made - len(passed)} of {made} broken results")
            is_good &= not passed
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
