#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Brings a build folder up to date: installs packages, configures and builds what
# is missing, and nothing else. Everything it says goes to stderr.
#
#   utils/build.sh PRESET PACKAGES TARGET...
#
# PACKAGES is a set of utils/install_packages.sh. When nothing has changed, this
# costs ninja's look at the time stamps and one lock.

set -eu

preset=$1
packages=$2
shift 2

root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
build=$root/build/$preset
stamp=$build/.packages-$packages

exec >&2
mkdir -p "$build"

# Two runs at once (pre-commit, an editor) must not build in the same folder.
exec 9>"$build/.lock"
if command -v flock >/dev/null; then
  flock 9
fi

# Asking dpkg is slow, so it is asked again only when the list may have changed.
if ! cmp -s "$root/utils/install_packages.sh" "$stamp"; then
  "$root/utils/install_packages.sh" "$packages" 9>&-
  cp "$root/utils/install_packages.sh" "$stamp"
  # What was not found before may be there now.
  rm -f "$build/build.ninja"
fi

if [ ! -e "$build/build.ninja" ]; then
  echo "wglint: building in $build; from nothing this takes minutes"
  (cd "$root" && cmake --preset "$preset" 9>&-) >"$build/configure.log" 2>&1 || {
    cat "$build/configure.log"
    exit 2
  }
  ninja -C "$build" "$@" 9>&- || exit 2
else
  # Even --quiet says that there is nothing to do; a linter has nothing to say then.
  said=$(ninja --quiet -C "$build" "$@" 9>&-) || {
    echo "$said"
    exit 2
  }
  [ "$said" = "ninja: no work to do." ] || [ -z "$said" ] || echo "$said"
fi
