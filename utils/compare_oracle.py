#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds wglint's facts against wglint-oracle's execution, access by access.

    utils/compare_oracle.py --build=build/release FILE_OR_FOLDER...

Each shader's `// run:` line gives the dispatch, the elements of its buffers and
its uniforms. For every access the totals over the dispatch must be equal, and
the witness of the worst request must be one that really happened, lane by lane.
What wglint calls unknown is counted, not compared: with --max-unknown=N more of
it is a failure. An access whose address the execution found undefined says
nothing. Exit code 1 on a difference.

With --without-host wglint is told neither uniforms nor dispatch. What it then
states without an assumption must hold of the one dispatch that is executed: no
request touches bytes outside of `reachedBytes`, nor more or fewer sectors than
it says.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import tempfile

SPACES = ("global", "shared")
SAMPLES = 4096


def run_line(path):
    """Arguments for the two tools from a shader's `// run:` line."""
    words = re.search(r"^// run: (.*)$", path.read_text(), re.MULTILINE).group(1).split()
    common, oracle = [], []
    for word in words:
        if word.startswith("groups="):
            groups = (word[len("groups="):] + ",1,1").split(",")[:3]
            common.append("--dispatch=" + ",".join(groups))
        elif ":" in word:
            common.append("--assume=" + word.replace(":", "=", 1))
        else:
            oracle.append("--buffer=" + word)
    return common, oracle


def facts_of(build, path, common):
    done = subprocess.run(
        [build / "bin/wglint", "--facts", "--output-format=json", "--target=nvidia-hopper", *common, path],
        capture_output=True, text=True, timeout=120,
    )
    document = json.loads(done.stdout)
    if not document.get("facts"):
        raise ValueError(f"no facts: {done.stderr.strip() or document['files']}")
    return [a for a in document["facts"][0]["accesses"] if a["space"] in SPACES]


def execution_of(build, path, common, oracle, folder):
    binary = pathlib.Path(folder) / (path.stem + ".spv")
    subprocess.run([build / "bin/wglint-opt", "--emit-spirv", path, "-o", binary], check=True, capture_output=True)
    done = subprocess.run(
        [build / "bin/wglint-oracle", binary, f"--sample={SAMPLES}", *common, *oracle],
        capture_output=True, text=True, timeout=600,
    )
    if done.returncode:
        raise ValueError(done.stderr.strip())
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return lines[0], [a for a in lines[1:] if a["space"] in SPACES]


def is_exact(count):
    return isinstance(count, int)


def total_differs(fact, truth):
    """The first total that is not what was counted, as text; None: all fit."""
    totals = fact["dispatch"] or {}
    cost = "sectors" if fact["space"] == "global" else "wavefronts"
    for name in ("requests", cost):
        stated, counted = totals.get(name), truth.get(name)
        if stated is None or counted is None:
            continue
        if is_exact(stated) and stated != counted:
            return f"{name} {stated}, counted {counted}"
        if not is_exact(stated) and not stated["min"] <= counted <= stated["max"]:
            return f"{name} {stated['min']} to {stated['max']}, counted {counted}"
    return None


def witness_differs(fact, truth):
    """Whether the witness is no request of the execution, as text."""
    witness = fact.get("witness")
    samples = truth.get("samples", [])
    pieces = {s["accessBytes"] for s in samples}
    if not witness or not witness["workgroup"] or witness["unknownBase"] or len(pieces) > 1:
        return None
    if len(samples) >= SAMPLES:
        return None
    mask = int(witness["activeMask"], 16)
    stated = [a if mask >> lane & 1 else None for lane, a in enumerate(witness["laneAddressBytes"])]
    for sample in samples:
        if sample["workgroup"] == witness["workgroup"] and sample["subgroup"] == witness["subgroup"]:
            # The last subgroup of a workgroup may have fewer lanes.
            if sample["addresses"] == stated + [None] * (len(sample["addresses"]) - len(stated)):
                return None
    return f"no request touches {stated}"


def sectors_of(sample):
    """Distinct 32-byte sectors that one executed request touches."""
    size = sample["accessBytes"]
    touched = set()
    for address in sample["addresses"]:
        if address is not None:
            touched.update(range(address // 32, (address + size - 1) // 32 + 1))
    return len(touched)


def bounds_differ(fact, truth):
    """The first executed request that breaks what holds for every host, as text."""
    stated = (fact["perRequest"] or {}).get("sectors") if fact["space"] == "global" else None
    pieces = {s["accessBytes"] for s in truth.get("samples", [])}
    for sample in truth.get("samples", []):
        addresses = [a for a in sample["addresses"] if a is not None]
        reached = fact["reachedBytes"]
        if reached and not (reached[0] <= min(addresses) and max(addresses) + sample["accessBytes"] <= reached[1]):
            return f"bytes {min(addresses)} and {max(addresses)} are outside of {reached}"
        if stated is None or len(pieces) > 1:
            continue
        low, high = (stated, stated) if is_exact(stated) else (stated["min"], stated["max"])
        if not low <= sectors_of(sample) <= high:
            return f"{sectors_of(sample)} sectors, stated {stated}"
    return None


def is_unknown(fact):
    cost = "sectors" if fact["space"] == "global" else "wavefronts"
    return not is_exact((fact["dispatch"] or {}).get(cost))


def pair_up(facts, truths):
    """Facts and accesses of the execution in the order of their instructions.

    An access that no lane ever reaches is missing from the execution; under
    call chains the order within one instruction is free.
    """
    free = list(truths)
    for fact in facts:
        like = [t for t in free if (t["space"], t["op"]) == (fact["space"], fact["op"])]
        fitting = [t for t in like if not total_differs(fact, t) and not witness_differs(fact, t)]
        never = (fact["dispatch"] or {}).get("requests") == 0
        truth = None if never else (fitting or like or [None])[0]
        if truth is not None:
            free.remove(truth)
        yield fact, truth
    for truth in free:
        yield None, truth


def compare_bounds(path, pairs, general):
    """Like compare(), for the facts `general`, stated without knowing the host.

    They are in the order of the facts in `pairs`, stated knowing it.
    """
    counts = collections.Counter()
    differences = []
    known = [(fact, truth) for fact, truth in pairs if fact is not None]
    if len(known) != len(general):
        counts["assumed"] += len(general)
        return counts, differences
    for fact, (_, truth) in zip(general, known):
        if truth is None or truth["undefined"] or fact["assumptions"]:
            counts["assumed"] += 1
            continue
        counts["accesses"] += 1
        problem = bounds_differ(fact, truth)
        if problem:
            line = fact["range"]["start"]["line"]
            differences.append(f"{path}:{line}: {fact['op']} of '{fact['variable']}': {problem}")
    return counts, differences


def compare(build, path, without_host):
    """Counts and the differences of one shader."""
    counts = collections.Counter()
    differences = []
    common, oracle = run_line(path)
    try:
        facts = facts_of(build, path, common)
        general = facts_of(build, path, []) if without_host else []
        with tempfile.TemporaryDirectory() as folder:
            summary, truths = execution_of(build, path, common, oracle, folder)
    except (ValueError, KeyError, subprocess.SubprocessError) as error:
        return counts, [f"{path}: {error}"]
    if summary["undefinedBranches"]:
        counts["undefined"] += len(facts)
        return counts, differences
    if without_host:
        return compare_bounds(path, pair_up(facts, truths), general)
    for fact, truth in pair_up(facts, truths):
        if fact is None:
            differences.append(f"{path}: {truth['op']} of {truth['space']} memory, instruction {truth['instruction']}: no fact")
            continue
        counts["accesses"] += 1
        if truth is not None and truth["undefined"]:
            counts["undefined"] += 1
            continue
        if is_unknown(fact):
            counts["unknown"] += 1
            reason = (fact["unknown"] or {}).get("reason", "") or fact["evidence"]
            counts[f"unknown: {reason}"] += 1
        line = fact["range"]["start"]["line"]
        if truth is None:
            if (fact["dispatch"] or {}).get("requests") not in (0, None):
                differences.append(f"{path}:{line}: {fact['op']} of '{fact['variable']}' never happened")
            continue
        problem = total_differs(fact, truth) or witness_differs(fact, truth)
        if problem:
            differences.append(f"{path}:{line}: {fact['op']} of '{fact['variable']}': {problem}")
    return counts, differences


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/release"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--max-unknown", type=int)
    parser.add_argument("--without-host", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="of the shaders, each of how many is looked at")
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    files = []
    for path in options.paths:
        files += sorted(path.rglob("*.comp")) if path.is_dir() else [path]
    files = files[:: options.every]
    totals, different = collections.Counter(), 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for counts, differences in pool.map(lambda path: compare(options.build, path, options.without_host), files):
            totals += counts
            different += len(differences)
            for difference in differences:
                print(difference)
    reasons = {k: v for k, v in totals.items() if k.startswith("unknown: ")}
    for reason, count in sorted(reasons.items(), key=lambda item: -item[1]):
        print(f"{count:6} {reason}")
    print(
        f"{len(files)} shaders, {totals['accesses']} accesses: {different} different, "
        f"{totals['unknown']} unknown, {totals['undefined']} undefined"
    )
    too_unknown = options.max_unknown is not None and totals["unknown"] > options.max_unknown
    raise SystemExit(1 if different or too_unknown or not totals["accesses"] else 0)


if __name__ == "__main__":
    main()
