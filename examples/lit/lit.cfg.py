# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Pins the findings of one's own shaders in lit tests; docs/LitTests.md explains it.

import os

import lit.formats

config.name = "shaders"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".comp"]
# What lit writes goes here, below the folder that it was started in.
config.test_exec_root = os.path.join(os.getcwd(), "build", "lit")
