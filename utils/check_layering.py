#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds every #include and every DEPS of the project against one table.

    utils/check_layering.py           check; exit code 1 and file:line: lines if not
    utils/check_layering.py --write   also write docs/Layering.md

A library may include and link what its row allows, and what that may in turn.
Beside this: what it includes it must also link; a foreign library appears only in
its folder and never in a public header; a private header (quoted, without `wglint/`)
stays in its folder. A large folder has parts, subfolders that stand in an order: each
may include those before it, by their names. `--root` checks another tree, for the tests
of this script.
"""

import argparse
import pathlib
import re
import sys
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Layer:
    """A row of the table: one folder of lib/ or tools/."""

    holds: str
    may: tuple = ()
    # Keys of FOREIGN that this folder may include.
    foreign: tuple = ()
    # EXTERNAL targets that this folder may link.
    external: tuple = field(default=())
    # Subfolders, each with what it holds; one may include those before it.
    parts: dict = field(default_factory=dict)


# In the order of the pipeline; a row may name only rows above it.
LAYERS = {
    "Support": Layer(
        "forked workers and their stages, errors, names of places, lines of a text, spelling",
        (),
        ("posix",),
    ),
    "Syntax": Layer(
        "GLSL as text: tokens, macros, includes, spans of expressions and comments",
        ("Support",),
    ),
    "Diag": Layer("findings, fixes, source map, suppressions", ("Support",)),
    "Target": Layer("device and API profiles, each row with its source", ("Support",)),
    "SPIRV": Layer(
        "the immutable module: types with layout, control flow, debug lines",
        ("Support",),
        ("spirv-headers", "spirv-tools"),
        ("SPIRV-Tools-static", "SPIRV-Tools-opt"),
    ),
    "Frontend": Layer(
        "a GLSL or SPIR-V file to a module and its source map",
        ("Syntax", "SPIRV", "Diag"),
        ("glslang", "spirv-headers", "spirv-tools"),
        ("wglint::glslang", "SPIRV-Tools-static", "SPIRV-Tools-opt"),
    ),
    "Analysis": Layer(
        "facts: values per lane, accesses, sectors, bank conflicts",
        ("SPIRV", "Target"),
        ("spirv-headers",),
        parts={
            "Lanes": "numbers for each lane, known or not, and what is computed with them; layouts of types",
            "Flow": "what travels with lanes through branches: conditions that are open, and how flows meet",
            "Code": "what can be read off the instructions without executing them",
            "Costs": "sectors, banks and bytes: of one request, of an access, of a shader",
            "Walk": "the interpreter: executes an entry point for all lanes at once",
            "Sync": "what listens to a walk for races and barriers",
            "Facts": "runs the walks of an entry point and makes facts of what they found",
        },
    ),
    "Check": Layer("the framework of checks", ("Analysis", "Diag")),
    "Checks": Layer("the checks, one file each", ("Check",)),
    "CommandLine": Layer("options that several tools have", ("Frontend",)),
    "Config": Layer(
        "configuration files: what is set for a file, and where", ("Checks", "CommandLine")
    ),
    "Rewrite": Layer("the framework of rewrites: edits of the text", ("Syntax", "Check")),
    "Rewrites": Layer("the rewrites, one file each", ("Rewrite",)),
    "Report": Layer("findings as text, JSON, SARIF, and for GitHub and GitLab", ("Check",)),
    "Reflect": Layer(
        "interface of a shader, and GLSL that OpenGL runs",
        ("SPIRV",),
        ("spirv-headers", "spirv-tools", "spirv-cross"),
        ("SPIRV-Tools-static", "SPIRV-Tools-opt", "spirv-cross-c-shared"),
    ),
    "Exec": Layer(
        "devices, dispatches, timings and their statistics",
        ("Reflect", "Target"),
        ("epoxy", "posix"),
        ("wglint::epoxy",),
    ),
    "Run": Layer(
        "a runnable dispatch for a shader without host code, comparison",
        ("Frontend", "Analysis", "Exec"),
        ("spirv-headers",),
    ),
    "Driver": Layer(
        "one file's job, from options to report", ("Config", "Rewrites", "Report")
    ),
    "LSP": Layer("the language server", ("Driver",), ("mlir-lsp", "posix"), ("wglint::mlir_lsp",)),
    "tools/wglint": Layer("the linter's command line", ("Driver", "CommandLine")),
    "tools/wglint-lsp": Layer("the language server's main", ("LSP",)),
    "tools/wglint-run": Layer("the runner's command line", ("Run", "CommandLine")),
    "tools/wglint-opt": Layer(
        "facts of one step, for FileCheck",
        ("Frontend", "Analysis", "Reflect", "Checks", "Rewrites"),
    ),
}

# What an include path says about the library it belongs to. llvm is for everyone.
FOREIGN = {
    "llvm": re.compile(r"^llvm/(ADT|Support|Config)/"),
    "glslang": re.compile(r"^(glslang|SPIRV)/"),
    "spirv-headers": re.compile(r"^spirv/unified1/"),
    "spirv-tools": re.compile(r"^spirv-tools/"),
    "spirv-cross": re.compile(r"^(spirv_cross/|spirv_cross|spirv_glsl)"),
    "epoxy": re.compile(r"^(epoxy|EGL|GL|GLES3|KHR)/"),
    "mlir-lsp": re.compile(r"^mlir/(Tools/lsp-server-support|Support)/"),
    "posix": re.compile(r"^(sys/.*|poll|unistd|fcntl|signal|spawn|pthread|malloc|termios|dlfcn)(\.h)?$"),
}
STANDARD = re.compile(r"^[a-z_0-9]+$")  # <vector>, <cstdint>: no slash, no dot

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
WORDS = re.compile(r"\b(SRCS|DEPS|EXTERNAL)\b|[^\s()]+")


def closure(layer):
    """The libraries that layer may include and link, directly or not."""
    seen = set()
    pending = list(LAYERS[layer].may)
    while pending:
        name = pending.pop()
        if name not in seen:
            seen.add(name)
            pending.extend(LAYERS[name].may)
    return seen


def linked(layer, deps):
    """The libraries that layer links, directly or not, by the DEPS that were read."""
    seen = set()
    pending = list(deps.get(layer, ()))
    while pending:
        name = pending.pop()
        if name not in seen:
            seen.add(name)
            pending.extend(deps.get(name, ()))
    return seen


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def check_table():
    """The table itself is a ladder: no row names one below it."""
    above = set()
    for name, layer in LAYERS.items():
        assert set(layer.may) <= above, f"{name} names a row below it"
        assert set(layer.foreign) <= set(FOREIGN), f"{name}: unknown foreign library"
        above.add(name)


class Checker:
    """Reads one tree and collects what is wrong with it as file:line: messages."""

    def __init__(self, root):
        self.root = root
        self.problems = []
        self.deps = {}

    def report(self, path, line, message):
        self.problems.append(f"{path.relative_to(self.root)}:{line}: {message}")

    def folders(self):
        """(layer name, folder) for each folder of lib/ and tools/."""
        for top, prefix in (("lib", ""), ("tools", "tools/")):
            base = self.root / top
            for folder in sorted(base.iterdir()) if base.is_dir() else ():
                if folder.is_dir():
                    yield prefix + folder.name, folder

    def read_cmake(self, layer, folder):
        """Reads the DEPS and EXTERNAL of one folder and checks them."""
        path = folder / "CMakeLists.txt"
        text = re.sub(r"#.*", "", path.read_text()) if path.exists() else ""
        call = re.search(r"wglint_add_(library|tool)\(([^)]*)\)", text)
        if not call:
            self.report(path, 1, "no wglint_add_library() or wglint_add_tool() call")
            return
        section = None
        lists = {"SRCS": [], "DEPS": [], "EXTERNAL": []}
        for match in WORDS.finditer(call.group(2)):
            if match.group(1):
                section = match.group(1)
            elif section:
                lists[section].append(match.group(0))
        self.deps[layer] = lists["DEPS"]
        line = line_of(text, call.start())
        for name in lists["DEPS"]:
            if name not in closure(layer):
                self.report(path, line, f"{layer} may not link {name}")
        for name in lists["EXTERNAL"]:
            if name not in LAYERS[layer].external:
                self.report(path, line, f"{layer} may not link the foreign library {name}")

    def check_own(self, layer, path, line, included):
        """An include of wglint/<Lib>/<Header>."""
        library = included.split("/")[1]
        if library == layer:
            return
        if library not in closure(layer):
            self.report(path, line, f"{layer} may not include {included}")
        elif library not in linked(layer, self.deps):
            self.report(path, line, f"{layer} includes {included} but does not link {library}")

    def check_foreign(self, layer, path, line, included, public):
        for name, pattern in FOREIGN.items():
            if not pattern.search(included):
                continue
            if name == "llvm":
                return
            if public:
                self.report(path, line, f"a public header may not include {included} ({name})")
            elif name not in LAYERS[layer].foreign:
                self.report(path, line, f"{layer} may not include {included} ({name})")
            return
        if not STANDARD.search(included):
            self.report(path, line, f"{included} belongs to no library of the table")

    def check_private(self, layer, path, line, included, public):
        """A quoted include that is no public header."""
        parts = list(LAYERS[layer].parts)
        base = self.root / "lib" / layer if parts else path.parent
        # Generated files (Checks.def) lie in the build folder.
        inside = (base / included).is_file() or included.endswith(".def")
        if public or ".." in included or not inside:
            self.report(path, line, f"{included} is no private header of this folder")
        elif parts:
            own, other = path.relative_to(base).parts[0], included.split("/")[0]
            if own in parts and other in parts and parts.index(other) > parts.index(own):
                self.report(path, line, f"{layer}/{own} may not include {included}")

    def check_parts(self, layer, folder):
        """The subfolders of a folder with parts are those of the table, and all files are in one."""
        parts = LAYERS[layer].parts
        for path in sorted(folder.iterdir()) if parts else ():
            if path.name != "CMakeLists.txt" and not (path.is_dir() and path.name in parts):
                self.report(path, 1, f"{path.name} is no part of {layer} in the table of check_layering.py")

    def check_file(self, layer, path, public):
        text = path.read_text()
        for match in INCLUDE.finditer(text):
            line = line_of(text, match.start())
            included = match.group(2)
            if included.startswith("wglint/"):
                self.check_own(layer, path, line, included)
            elif match.group(1) == '"' and not included.startswith("llvm/"):
                self.check_private(layer, path, line, included, public)
            else:
                self.check_foreign(layer, path, line, included, public)

    def run(self):
        folders = list(self.folders())
        known = [(layer, folder) for layer, folder in folders if layer in LAYERS]
        for layer in sorted(LAYERS.keys() - {layer for layer, _ in folders}):
            folder = self.root / (layer if layer.startswith("tools/") else f"lib/{layer}")
            self.report(folder, 1, "the table of check_layering.py has a row for no folder")
        for layer, folder in folders:
            if layer not in LAYERS:
                self.report(folder, 1, "this folder has no row in the table of check_layering.py")
        for layer, folder in known:
            self.read_cmake(layer, folder)
            self.check_parts(layer, folder)
        for layer, folder in known:
            for path in sorted(folder.rglob("*")):
                if path.suffix in (".h", ".cpp", ".def"):
                    self.check_file(layer, path, public=False)
            for path in sorted((self.root / "include" / "wglint" / layer).rglob("*.h")):
                self.check_file(layer, path, public=True)
        return self.problems


def document(deps):
    """docs/Layering.md: the table, for the folders that exist."""
    lines = [
        "# Layering",
        "",
        "<!-- Written by utils/check_layering.py --write; do not edit. -->",
        "",
        "A folder may include and link what its row names, and what that may in turn; nothing",
        "else. `links` is what its CMakeLists.txt says today. A foreign library appears in no",
        "other folder and in no public header; LLVM's Support library is open to all.",
        "",
        "| folder | holds | may include | links | foreign |",
        "|---|---|---|---|---|",
    ]
    for name, layer in LAYERS.items():
        if name not in deps:
            continue
        folder = name if name.startswith("tools/") else f"lib/{name}"
        cells = [
            folder,
            layer.holds,
            ", ".join(layer.may) or "-",
            ", ".join(deps[name]) or "-",
            ", ".join(layer.foreign) or "-",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    for name, layer in LAYERS.items():
        if name not in deps or not layer.parts:
            continue
        lines += [
            "",
            f"## Parts of lib/{name}",
            "",
            "A part may include those above it, nothing else of the folder.",
            "",
            "| part | holds |",
            "|---|---|",
        ]
        lines += [f"| {part} | {holds} |" for part, holds in layer.parts.items()]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--write", action="store_true", help="write docs/Layering.md")
    args = parser.parse_args()
    root = args.root.resolve()

    check_table()
    checker = Checker(root)
    problems = checker.run()
    page = root / "docs" / "Layering.md"
    wanted = document(checker.deps)
    if args.write:
        page.write_text(wanted)
    elif not page.exists() or page.read_text() != wanted:
        problems.append("docs/Layering.md:1: not current; run utils/check_layering.py --write")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
