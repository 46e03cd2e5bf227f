# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds a JSON document of wglint (stdin) against the tables of docs/JsonOutput.md.

Every object has exactly the members that its table lists (but for those that are
there only sometimes), and counts, ranges and words have their documented form.
"""

import json
import pathlib
import re
import sys

SOMETIMES = {"facts", "reason", "dispatch", "variant"}
EVIDENCE = {"proved", "assumed", "bounded", "measured", "unknown"}
TOTALS = {"requests", "sectors", "idealSectors", "wavefronts", "idealWavefronts"}
PER_REQUEST = TOTALS - {"requests"} | {"conflictWays"}


def documented_members(page):
    """Heading to the names in the first column of its `member` table."""
    members, heading, is_table = {}, "", False
    for line in page.splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        elif line.startswith("| member |"):
            is_table = True
        elif not line.startswith("|"):
            is_table = False
        elif is_table and not line.startswith("|---"):
            first = line.split("|")[1]
            members.setdefault(heading, set()).update(re.findall(r"`(\w+)`", first))
    return members


class Checker:
    def __init__(self, members):
        self.members = members

    def keys(self, thing, heading):
        listed = self.members[heading]
        missing, extra = listed - SOMETIMES - thing.keys(), thing.keys() - listed
        assert not missing and not extra, f"{heading}: missing {missing}, not documented {extra}"

    def range(self, thing):
        for end in ("start", "end"):
            assert thing[end].keys() == {"line", "column"}, thing
            assert thing[end]["line"] >= 1 and thing[end]["column"] >= 1, thing
        begin, end = (tuple(thing[k][p] for p in ("line", "column")) for k in ("start", "end"))
        assert begin <= end, thing

    def count(self, thing):
        if isinstance(thing, dict):
            assert thing.keys() == {"min", "max"} and thing["min"] < thing["max"], thing
        else:
            assert thing is None or (isinstance(thing, int) and thing >= 0), thing

    def costs(self, thing):
        for name in TOTALS:
            self.count(thing[name])
        assert thing["perRequest"].keys() == PER_REQUEST, thing["perRequest"]
        for value in thing["perRequest"].values():
            self.count(value)
        if thing["witness"] is not None:
            self.keys(thing["witness"], "witness")
            mask = int(thing["witness"]["activeMask"], 16)
            for lane, address in enumerate(thing["witness"]["laneAddressBytes"]):
                assert (address is not None) == bool(mask >> lane & 1), thing["witness"]

    def finding(self, thing):
        self.keys(thing, "findings")
        assert thing["severity"] in {"remark", "warning", "error"}, thing
        assert thing["evidence"] in EVIDENCE - {"unknown"}, thing
        self.range(thing["range"])
        for measurement in thing["measurements"]:
            assert measurement.keys() == {"name", "value", "unit"}, measurement
        for note in thing["notes"]:
            assert note.keys() - {"kind"} == {"message", "file", "range"}, note
            self.range(note["range"])

    def access(self, thing):
        self.keys(thing, "accesses")
        assert thing["space"] in {"global", "shared", "private", "image", "uniform"}, thing
        assert thing["op"] in {"load", "store", "atomic"}, thing
        assert thing["evidence"] in EVIDENCE, thing
        assert (thing["unknown"] is not None) == (thing["evidence"] == "unknown"), thing
        self.range(thing["range"])
        self.costs(thing)
        assert thing["devices"], thing
        for device in thing["devices"]:
            assert isinstance(device["device"], str) and device["subgroupSize"] > 0
            self.costs(device)

    def document(self, doc):
        self.keys(doc, "The JSON output")
        for file in doc["files"]:
            self.keys(file, "files")
        for finding in doc["findings"]:
            self.finding(finding)
        for fact in doc.get("facts", []):
            self.keys(fact, "facts")
            for access in fact["accesses"]:
                self.access(access)


def main():
    page = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    Checker(documented_members(page)).document(json.load(sys.stdin))


if __name__ == "__main__":
    main()
