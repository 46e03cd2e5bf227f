#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The quick checks of CI, in seconds: run this before a commit. Prints PASS or FAIL
# for each, and `N passed, N failed` at the end.

set -u
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
cd "$root" || exit 2

passed=0
failed=0

# step NAME COMMAND...: one check, its output shown if it fails.
step() {
  name=$1
  shift
  if output=$("$@" 2>&1 </dev/null); then
    echo "PASS: $name"
    passed=$((passed + 1))
  else
    echo "FAIL: $name"
    printf '%s\n' "$output" | tail -n 60
    failed=$((failed + 1))
  fi
}

step "clang-format (mend with utils/format.sh)" utils/format.sh --check
step "layering (utils/check_layering.py)" utils/check_layering.py
step "house rules (utils/check_repo.py)" utils/check_repo.py
step "test directives (utils/lint_filecheck.py)" utils/lint_filecheck.py

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
