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

# The subjects of the commits that the upstream branch lacks; without one, of the last commit.
# CONTRIBUTING.md, "Commits".
check_subjects() {
  git rev-parse --verify -q HEAD >/dev/null 2>&1 || return 0 # not a repository
  commits=-1
  git rev-parse --verify -q '@{upstream}' >/dev/null 2>&1 && commits='@{upstream}..'
  areas=$(printf '%s|' lib/*/ | sed -e 's|lib/||g' -e 's|/||g')
  ! git log --no-merges --format=%s "$commits" |
    grep -vE "^\[(${areas}Build|CI|Docs|Test|Tools|Utils)\] " &&
    ! git log --no-merges --format=%s "$commits" | grep -E '^.{101}'
}

step "clang-format (mend with utils/format.sh)" utils/format.sh --check
step "layering (utils/check_layering.py)" utils/check_layering.py
step "house rules (utils/check_repo.py)" utils/check_repo.py
step "subjects of commits (CONTRIBUTING.md)" check_subjects
step "test directives (utils/lint_filecheck.py)" utils/lint_filecheck.py

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
