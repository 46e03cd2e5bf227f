# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# lit's configuration. Substitutions beside lit's own:
#   %wglint, %wglint-opt, %wglint-run  the tools just built
#   %wglint-lsp           the language server; %lsp_client runs a test against it
#   %wglint_tools         the folder of all of them, for PATH
#   %check_json           utils/lit/check_json.py: Python expressions over a document on stdin
#   %lint_together        utils/lit/lint_together.py: shaders of tests in few processes
#   %edit                 utils/lit/edit.py: sed that fails where a command changes nothing
#   %exits_with           utils/lit/exits_with.py: a command and the exit code that it must have
#   %lit-program          lit itself
#   %python               the interpreter that runs lit
#   %root, %build         the repository and the build folder
#   %inputs               test/Inputs, the shaders that several tests share
#   %stress_options       what test/Fix/stress.test generates and breaks
#   %run_count            how many shaders test/Run/generated.test runs
#   %every                of the shaders of test/Oracle, each of how many is executed
#   FileCheck, not, count, split-file   LLVM's, wherever they live
#
# Features: asan (the sanitizer preset).

import os
import sys

import lit.formats

config.name = "wglint"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".comp", ".glsl", ".spvasm", ".test"]
# Unit is a suite of its own (GoogleTest).
config.excludes = ["Inputs", "Unit", "kernels"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.wglint_binary_root, "test")

if config.wglint_sanitized:
    config.available_features.add("asan")
    # Nobody ships these programs, which are ten times as large. The others are
    # about numbers, texts and scripts, and come through no code of ours that
    # the tests beside them do not: a fifth of the time of all.
    config.excludes += ["package.test", "known.test", "measure.test"]
    config.excludes += ["hardware.test", "formats.test"]
    # Those that wait for limits of time, or measure it.
    config.excludes += ["isolation.test", "time.test"]
    config.excludes += ["Docs", "Hardware", "Listings", "PreCommit", "Report", "Utils"]
    # A process takes half a second to begin: Sanitized lints their shaders in few.
    config.excludes += ["Analysis", "Checks", "Races"]
else:
    config.excludes += ["Sanitized"]

# A user's colours and options must not change what a test sees.
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
# LLVM's archives are built without sanitizers: what they take from an allocator
# whose slabs our code has poisoned looks like a misuse.
# The others save a fourth of the time: what is freed waits in 8 MB rather than 256
# for being used wrongly, each worker has few pages of its own, and of the callers of an
# allocation two are kept.
config.environment["ASAN_OPTIONS"] = ":".join(
    [
        "allow_user_poisoning=0",
        "quarantine_size_mb=8:thread_local_quarantine_size_kb=64",
        "malloc_context_size=2:max_malloc_fill_size=0",
    ]
    + list(filter(None, [config.environment.get("ASAN_OPTIONS")]))
)

# By PATH rather than by substitution, which would also rewrite the words `not`
# and `count` inside quoted arguments.
config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools, config.environment.get("PATH", "")]
)
config.environment["LC_ALL"] = "C.UTF-8"
config.environment["FILECHECK_OPTS"] = "--enable-var-scope --dump-input=fail"
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"

tools = os.path.join(config.wglint_binary_root, "bin")
root = config.wglint_source_root


# Longer names first: substitutions are applied in this order.
config.substitutions += [
    ("%wglint-run", os.path.join(tools, "wglint-run")),
    ("%wglint-opt", os.path.join(tools, "wglint-opt")),
    ("%wglint_tools", tools),
    ("%wglint-lsp", os.path.join(tools, "wglint-lsp")),
    ("%lsp_client", f"{sys.executable} {root}/utils/lit/lsp_client.py {tools}/wglint-lsp"),
    ("%wglint", os.path.join(tools, "wglint")),
    ("%lit-program", config.lit_program),
    ("%check_json", f"{sys.executable} {root}/utils/lit/check_json.py"),
    ("%edit", f"{sys.executable} {root}/utils/lit/edit.py"),
    ("%exits_with", f"{sys.executable} {root}/utils/lit/exits_with.py"),
    ("%python", sys.executable),
    ("%root", root),
    # A few cheap ones where everything takes ten times as long.
    (
        "%stress_options",
        "--family=tile --count=4 --mutants=2"
        if config.wglint_sanitized
        else "--count=40 --mutants=6",
    ),
    ("%run_count", "10" if config.wglint_sanitized else "30"),
    ("%every", "--every=4" if config.wglint_sanitized else "--every=1"),
    ("%lint_together", f"{sys.executable} {root}/utils/lit/lint_together.py"),
    ("%llvm_tools", config.llvm_tools),
    ("%build", config.wglint_binary_root),
    ("%inputs", os.path.join(root, "test", "Inputs")),
]
