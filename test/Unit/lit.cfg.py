# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# GoogleTest programs: every executable named *Tests in this suite's build folder.

import os

import lit.formats

config.name = "wglint-unit"
config.test_format = lit.formats.GoogleTest(".", "Tests")
config.test_source_root = config.wglint_unit_root
config.test_exec_root = config.wglint_unit_root
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
# LLVM's archives are built without sanitizers: what they take from an allocator
# whose slabs our code has poisoned looks like a misuse.
config.environment["ASAN_OPTIONS"] = ":".join(
    filter(None, ["allow_user_poisoning=0", config.environment.get("ASAN_OPTIONS")])
)
