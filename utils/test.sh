#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds everything and runs every test:
#
#   utils/test.sh [--preset=NAME] [LIT-OPTION...]
#
# The last line is `N passed, N failed`. A test that did not run counts as failed:
# a suite that shrinks must not look green. Exit code 0 if all passed, 1 if not, 2
# if it cannot be built.

set -eu
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)

preset=release
case "${1-}" in
  --preset=*)
    preset=${1#--preset=}
    shift
    ;;
esac

# The sanitizers are clang's.
packages=test
[ "$preset" != asan ] || packages=check

"$root/utils/build.sh" "$preset" "$packages" all wglint-test-depends || exit 2

results=$root/build/$preset/test/results.json
rm -f "$results"
"$root/build/$preset/test/run-lit.sh" --output "$results" "$@" </dev/null || true
exec python3 "$root/utils/lit/count_results.py" "$results"
