#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs the Debian packages that a task needs and that are missing. Does
# nothing, and needs no network, when all are there.
#
#   utils/install_packages.sh build   to build the tools
#   utils/install_packages.sh run     to run shaders with wglint-run, without a GPU
#   utils/install_packages.sh test    to build the tools and to run the tests
#   utils/install_packages.sh check   and to run what CI runs beside the tests
#
# Exit code 0 also where there is no apt: CMake then says what it does not find.

set -eu

build="g++ cmake ninja-build glslang-dev spirv-tools spirv-headers llvm-19-dev
  libmlir-19-dev libspirv-cross-c-shared-dev libepoxy-dev"
# libepoxy opens these when wglint-run needs a device; Mesa's software renderer is
# one on any machine.
run="libegl1 libopengl0 libegl-mesa0 libgl1-mesa-dri"
# The editors that the language server is tried with, and what its extension needs.
editors="neovim emacs-nox elpa-eglot nodejs node-typescript"
test="$build $run $editors llvm-19-tools python3 python3-jsonschema libgtest-dev git
  pre-commit dpkg-dev file"
# Debian's clang only recommends the sanitizers' runtime; which version, clang says.
check="$test ccache clang clang-format clang-tidy libclang-rt-dev"

case "${1-}" in
  build) packages=$build ;;
  run) packages=$run ;;
  test) packages=$test ;;
  check) packages=$check ;;
  *) echo "usage: ${0##*/} build|run|test|check" >&2; exit 2 ;;
esac

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "wglint: no apt here; needed are the equivalents of: $packages" >&2
  exit 0
fi

missing=
for package in $packages; do
  # "ii " is installed; anything else (unknown, removed, half-configured) is not.
  status=$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null || true)
  case "$status" in
    ii*) ;;
    *) missing="$missing $package" ;;
  esac
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
  sudo=
elif command -v sudo >/dev/null; then
  sudo=sudo
else
  echo "wglint: as root, install:$missing" >&2
  exit 2
fi

echo "wglint: installing packages:$missing" >&2
# Neither apt nor dpkg may ask anything, nor write to a caller's stdout. The lists
# are fetched anew because a stale one names versions that are gone.
{
  $sudo apt-get update -q
  # shellcheck disable=SC2086 # a list of words is meant
  $sudo env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends $missing
} </dev/null >&2
