# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parts of a generated shader, each in one of the ways in which people write
it; for utils/gen_fixable.py."""

import re

COMMENTS = ["/* row */", "/* [ ) */", "/*, */", '/* " */', "/**/"]
SCALARS = ["float", "int", "uint"]


class Kernel:
    """The parts of one shader, and what the rewrites should make of it."""

    def __init__(self, rng, size):
        self.rng = rng
        self.size = (tuple(size) + (1, 1))[:3]
        self.mend = []  # one of these should be applied
        self.may = []  # these may be, and may be refused
        self.keep = ""  # why nothing may change
        self.keep_from = []  # only these may not be applied; empty: none may
        self.lines = []
        self.declarations = []
        self.uniforms = []
        self.bindings = 0
        self.macros = {}
        self.flavour = rng.choice(self.flavours())
        self.uniform_form = rng.randrange(3)

    def flavours(self):
        # OpenGL ES 3.1 guarantees no larger workgroup.
        is_small = self.size[0] * self.size[1] <= 128
        return ["desktop", "desktop", "vulkan"] + (["es", "es"] if is_small else [])

    def number(self, value, name):
        """`value` as a literal, a macro, a macro of macros or a constant."""
        form = self.rng.randrange(4)
        if form == 0:
            return f"{value}u"
        if form == 1:
            self.macros[name] = f"{value}u"
            return name
        if form == 2:
            self.macros[f"HALF_{name}"] = f"{value // 2}u"
            self.macros[name] = f"(HALF_{name} * 2u)"
            return name
        self.declare(f"const uint {name} = {value}u;")
        return name

    def declare(self, text):
        self.declarations.append(text)

    def buffer(self, kind, name, access, header=False):
        """Declares a buffer; returns how its elements are written."""
        instance = self.rng.choice(["", "", "io_"])
        if instance:
            instance += name
        place = "set = 0, " if self.flavour == "vulkan" else ""
        layout = self.rng.choice(["std430, ", "std430, ", "std430, row_major, "])
        head = f"uvec4 head_{name}; " if header and self.rng.random() < 0.3 else ""
        self.declare(
            f"layout({layout}{place}binding = {self.bindings}) {access} buffer Block_{name} "
            f"{{ {head}{kind} {name}[]; }}{' ' + instance if instance else ''};"
        )
        self.bindings += 1
        return f"{instance}.{name}" if instance else name

    def image(self, name, access):
        place = "set = 0, " if self.flavour == "vulkan" else ""
        self.declare(
            f"layout({place}binding = {self.bindings}, r32f) {access} uniform highp image2D {name};"
        )
        self.bindings += 1
        return name

    def uniform(self, kind, name):
        """A number that the host gives, alone or in a block with others."""
        self.uniforms.append((kind, name))
        if self.flavour == "vulkan" and self.uniform_form == 0:
            return f"push.{name}"
        if self.flavour == "vulkan" or self.uniform_form == 1:
            return f"sizes.{name}" if self.uniform_form != 2 else name
        return name

    def uniform_declarations(self):
        members = " ".join(f"{kind} {name};" for kind, name in self.uniforms)
        if not members:
            return []
        if self.flavour == "vulkan" and self.uniform_form == 0:
            return [f"layout(push_constant) uniform Push {{ {members} }} push;"]
        if self.flavour == "vulkan" or self.uniform_form == 1:
            place = "set = 0, " if self.flavour == "vulkan" else ""
            instance = " sizes" if self.uniform_form != 2 else ""
            return [
                f"layout(std140, {place}binding = {self.bindings}) "
                f"uniform Sizes {{ {members} }}{instance};"
            ]
        location = "" if self.flavour == "es" else "layout(location = {}) "
        return [
            f"{location.format(i)}uniform {kind} {name};"
            for i, (kind, name) in enumerate(self.uniforms)
        ]

    def add(self, *lines):
        self.lines += lines

    def local(self, axis):
        """The invocation's place in its workgroup, perhaps behind a macro."""
        if self.rng.random() < 0.2:
            self.macros[f"LOCAL_{axis.upper()}"] = f"gl_LocalInvocationID.{axis}"
            return f"LOCAL_{axis.upper()}"
        return f"gl_LocalInvocationID.{axis}"

    def coordinates(self, x="x", y="y"):
        """Declares the invocation's global coordinates in one of the usual ways."""
        form = self.rng.randrange(4)
        if form == 0:
            self.add(
                f"uint {x} = gl_GlobalInvocationID.x;", f"uint {y} = gl_GlobalInvocationID.y;"
            )
        elif form == 1:
            self.add("uvec2 gid = gl_GlobalInvocationID.xy;")
            self.add(f"uint {x} = gid.x, {y} = gid.y;")
        elif form == 2:
            self.macros["GLOBAL_X"] = "(gl_GlobalInvocationID.x)"
            # OpenGL ES has no constants that are known at run time only.
            const = "" if self.flavour == "es" else "const "
            self.add(f"{const}uint {x} = GLOBAL_X, {y} = gl_GlobalInvocationID.y;")
        else:
            self.add(
                f"uint {x} = gl_WorkGroupID.x * gl_WorkGroupSize.x + gl_LocalInvocationID.x;",
                f"uint {y} = gl_WorkGroupID.y * gl_WorkGroupSize.y + gl_LocalInvocationID.y;",
            )

    def index(self, row, column, pitch):
        """A row-major index, in one of the usual spellings."""
        form = self.rng.randrange(5)
        if form == 0:
            return f"{row} * {pitch} + {column}"
        if form == 1:
            return f"{column} + {pitch} * {row}"
        if form == 2:
            self.macros["AT(r, c, p)"] = "((r) * (p) + (c))"
            return f"AT({row}, {column}, {pitch})"
        if form == 3:
            self.macros["AT2(r, c, p)"] = "( \\\n  (r) * (p) /* row */ + \\\n  (c))"
            return f"AT2({row}, {column}, {pitch})"
        self.declare("uint offsetOf(uint r, uint c, uint p) { return r * p + c; }")
        return f"offsetOf({row}, {column}, {pitch})"

    def guard(self, x, y, width, height):
        """Leaves at the edges; returns what has to stand behind the work."""
        form = self.rng.randrange(4 if self.size[0] > 1 else 1)
        if form == 0:
            self.add(f"if ({x} >= {width} || {y} >= {height}) return;")
        elif form == 1:
            self.add(f"if ({x} < {width} && {y} < {height}) {{")
            return ["}"]
        elif form == 2:
            self.add(f"if (any(greaterThanEqual(uvec2({x}, {y}), uvec2({width}, {height}))))")
            self.add("{", "return; /* outside */", "}")
        else:
            self.add(f"if ({x} >= {width}) return;", f"if ({y} >= {height}) {{ return; }}")
        return []

    def head(self):
        if self.mend:
            return f"// mend: {','.join(self.mend)}"
        if self.keep:
            return f"// keep: {','.join(self.keep_from)}: {self.keep}"
        return f"// may: {','.join(self.may)}"

    def text(self):
        version = {"es": "310 es", "desktop": "430", "vulkan": "450"}[self.flavour]
        # The version has to be the first line but for comments.
        lines = [self.head(), f"#version {version}"]
        if self.flavour == "es":
            lines += ["precision highp float;", "precision highp int;"]
        lines += [f"#define {name} {value}" for name, value in self.macros.items()]
        names = ["x", "y", "z"][: 1 + max(i for i in range(3) if self.size[i] > 1 or i == 0)]
        sizes = ", ".join(f"local_size_{n} = {s}" for n, s in zip(names, self.size))
        lines.append(f"layout({sizes}) in;")
        # A helper may be wanted twice.
        lines += self.uniform_declarations() + list(dict.fromkeys(self.declarations))
        lines += ["void main() {"] + self.indented() + ["}"]
        return self.encoded(self.commented("\n".join(lines) + "\n"))

    def encoded(self, text):
        """Line ends and a byte order mark, as editors of other systems write."""
        if self.rng.random() < 0.12:
            text = text.replace("\n", "\r\n")
        return ("\ufeff" if self.rng.random() < 0.06 else "") + text

    def indented(self):
        unit = self.rng.choice(["  ", "    ", "\t"])
        result, depth = [], 1
        for line in self.lines:
            depth -= line.startswith("}")
            result.append(unit * depth + line)
            depth += line.endswith("{")
        return result

    def commented(self, text):
        """Comments where people do not put them, and at ends of lines."""
        result = []
        is_continued = False
        for line in text.split("\n"):
            is_code = not line.startswith(("//", "#")) and not is_continued
            is_continued = line.endswith("\\")
            if is_code and not is_continued:
                if self.rng.random() < 0.15:
                    spots = [m.start() for m in re.finditer(r"(?<![<>=!+*])[\[\]=;+](?![=+])", line)]
                    if spots:
                        at = self.rng.choice(spots)
                        line = line[:at] + self.rng.choice(COMMENTS) + line[at:]
                if self.rng.random() < 0.1:
                    line += self.rng.choice([" // ] ; }", " /* two\n   lines */", " // äöü"])
            result.append(line)
        return "\n".join(result)


def value_of(kind, scalar):
    """An expression of `kind` from a scalar expression."""
    return scalar if kind in SCALARS else f"{kind}({scalar})"
