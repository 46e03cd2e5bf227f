#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Lints shaders with this repository's wglint, building it first where needed:
#
#   utils/lint.sh [OPTION...] FILE...
#
# Options, output and exit code are wglint's. Exit code 2 if it cannot be built.
# Where WGLINT names a program, that one is run and nothing is built.

set -eu
if [ -n "${WGLINT-}" ]; then
  exec "$WGLINT" "$@"
fi
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
"$root/utils/build.sh" release build wglint || exit 2
exec "$root/build/release/bin/wglint" "$@"
