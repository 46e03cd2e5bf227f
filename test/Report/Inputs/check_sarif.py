# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the SARIF document on stdin: two schemas, and what no schema can say.

sarif-2.1.0-rtm.5.json is the published schema of the standard, unchanged, as the
package @microsoft/sarif-matcher-utils 1.0.0-beta.0 carries it (Microsoft
Corporation, MIT licence). sarif.schema.json is what wglint promises beyond it.
"""

import json
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
    folder = pathlib.Path(__file__).parent
    schemas = [folder / "sarif-2.1.0-rtm.5.json", folder / "sarif.schema.json"]
    problems = [problem for path in schemas for problem in problems_of_schema(document, path)]
    if not problems:
        problems = [problem for run in document["runs"] for problem in problems_of_run(run)]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
