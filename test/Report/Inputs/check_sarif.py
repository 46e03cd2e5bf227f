# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the SARIF document on stdin: sarif.schema.json, and what no schema can say.

The standard's own schema is no part of this repository: its licence is another. Where
WGLINT_SARIF_SCHEMA names a copy (sarif-schema-2.1.0.json, as OASIS publishes it), the
document is held against that too.
"""

import json
import os
import pathlib
import re
import sys

import jsonschema


def problems_of_schema(document, path):
    """What jsonschema says, one line for each problem."""
    schema = json.loads(path.read_text(encoding="utf-8"))
    validator = jsonschema.validators.validator_for(schema)(schema)
    for error in validator.iter_errors(document):
        yield f"{path.name}: at {list(error.absolute_path)}: {error.message[:300]}"


def problems_of_region(region, what):
    begin = (region["startLine"], region.get("startColumn", 1))
    end = (region["endLine"], region.get("endColumn", 1 << 30))
    if end < begin:
        yield f"{what}: ends before it begins: {region}"


def problems_of_run(run):
    """References inside the document, and fingerprints."""
    rules = run["tool"]["driver"]["rules"]
    fingerprints = set()
    for number, result in enumerate(run["results"]):
        what = f"result {number}"
        if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
            yield f"{what}: rule {result['ruleIndex']} is not {result['ruleId']}"
        ids = [place["id"] for place in result.get("relatedLocations", [])]
        links = [int(link) for link in re.findall(r"\]\((\d+)\)", result["message"]["text"])]
        if ids != links:
            yield f"{what}: links {links}, related locations {ids}"
        places = result["locations"] + result.get("relatedLocations", [])
        for place in places:
            yield from problems_of_region(place["physicalLocation"]["region"], what)
        for value in result["partialFingerprints"].values():
            if value in fingerprints:
                yield f"{what}: fingerprint {value} is taken"
            fingerprints.add(value)


def main():
    document = json.load(sys.stdin)
    schemas = [pathlib.Path(__file__).with_name("sarif.schema.json")]
    if os.environ.get("WGLINT_SARIF_SCHEMA"):
        schemas.append(pathlib.Path(os.environ["WGLINT_SARIF_SCHEMA"]))
    problems = [problem for path in schemas for problem in problems_of_schema(document, path)]
    if not problems:
        problems = [problem for run in document["runs"] for problem in problems_of_run(run)]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
