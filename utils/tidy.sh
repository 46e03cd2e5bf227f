#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# clang-tidy over lib and tools, several files at once, as most of the time goes into
# headers: names, sizes and style. The checks that analyse what code does take many
# times as long; `cmake --preset tidy-full && ninja -C build/tidy-full` runs all.
# Exit code 0 if nothing was found.

set -eu
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
cd "$root"

utils/install_packages.sh check
# Configuring makes all that clang-tidy needs: the commands and the lists of files.
mkdir -p build/tidy
cmake --preset tidy >build/tidy/configure.log 2>&1 || {
  cat build/tidy/configure.log
  exit 2
}

if run-clang-tidy -p build/tidy -quiet -j "$(nproc)" \
  -checks='-clang-analyzer-*,-bugprone-*,-performance-*' \
  -header-filter="^$root/(include/wglint|lib|tools)/" \
  "^$root/build/tidy/(lib|tools)/" "^$root/(lib|tools)/" >build/tidy/found.log 2>&1; then
  exit 0
fi
# Without the commands, and without the count of what stands in foreign headers.
grep -v -e '^clang-tidy' -e '^[0-9]* warnings\? generated' build/tidy/found.log
exit 1
