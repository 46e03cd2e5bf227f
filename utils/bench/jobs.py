# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which shaders the scripts of this folder run on, with which options."""
import os
import shlex

# What a command line takes as text, and as SPIR-V.
TEXT_SUFFIXES = (".comp", ".comp.glsl")
ALL_SUFFIXES = TEXT_SUFFIXES + (".spv", ".spvasm")


def find_jobs(folders, suffixes=ALL_SUFFIXES):
    """One job without options for each shader below the folders, in order."""
    for folder in folders:
        for root, dirs, files in os.walk(folder):
            dirs.sort()
            for name in sorted(files):
                if name.endswith(suffixes):
                    yield [os.path.join(root, name)]


def read_jobs(path, folder):
    """A job a line: options and a shader, whose path is relative to the folder."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            words = shlex.split(line, comments=True)
            if words:
                words[-1] = os.path.join(folder, words[-1])
                yield words


def jobs_of(jobs_file, folders, suffixes=ALL_SUFFIXES):
    """Those of the file where there is one, else those that are found."""
    if jobs_file:
        return list(read_jobs(jobs_file, folders[0]))
    return list(find_jobs(folders, suffixes))
