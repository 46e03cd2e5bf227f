#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# clang-format over the C++ files: utils/format.sh [--check] [FILE...]
# Without files: all that git tracks. With --check nothing is written, and the exit
# code is 1 if a file would change.

set -eu
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)

mode=-i
if [ "${1-}" = --check ]; then
  mode="--dry-run --Werror"
  shift
fi
if [ $# -gt 0 ]; then
  # shellcheck disable=SC2086 # two words are meant
  exec clang-format $mode "$@"
fi
cd "$root"
# shellcheck disable=SC2086
git ls-files -z '*.cpp' '*.h' | xargs -0 clang-format $mode
