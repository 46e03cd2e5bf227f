#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random expression trees over invocation ids and constants, as GLSL.

    utils/gen_trees.py --seed=1 --shaders=100 --out=DIR [--trees=8] [--wide=no]

Writes DIR/trees-<seed>-<n>.comp. The value of each tree is stored to through
its low ten bits, the next ten and so on, so that the byte addresses of each
lane spell out all of its bits. A workgroup has 32 invocations and the dispatch
one or two workgroups (see the `// run:` line), so that a subgroup's addresses
stand in one request.

Divisors and shift amounts are kept within what GLSL defines, most of the time:
one in twenty is left alone, and its value may be undefined.
"""

import argparse
import pathlib
import random

SHAPES = [(32, 1, 1), (8, 4, 1), (4, 4, 2), (16, 2, 1), (1, 32, 1), (2, 8, 2)]
IDS = ["gl_LocalInvocationID", "gl_GlobalInvocationID"]
# Type name: width, signed, vector type's prefix (empty: none).
INTEGERS = {
    "int": (32, True, "ivec"),
    "uint": (32, False, "uvec"),
    "int64_t": (64, True, "i64vec"),
    "uint64_t": (64, False, "u64vec"),
    "int16_t": (16, True, "i16vec"),
    "uint16_t": (16, False, "u16vec"),
    "int8_t": (8, True, "i8vec"),
    "uint8_t": (8, False, "u8vec"),
}
COMPARISONS = ["<", "<=", ">", ">=", "==", "!="]
VECTOR_COMPARISONS = ["lessThan", "lessThanEqual", "greaterThan", "greaterThanEqual", "equal", "notEqual"]
RAW_SHARE = 0.05


class Trees:
    """Makes expressions of a wanted type and depth, as text."""

    def __init__(self, rng, types):
        self.rng = rng
        self.types = types

    def of(self, kind, depth):
        if kind == "bool":
            return self.boolean(depth)
        if depth <= 0 or self.rng.random() < 0.08:
            return self.leaf(kind)
        makers = [self.binary] * 5 + [self.shift, self.shift, self.divide, self.divide]
        makers += [self.unary, self.function, self.function, self.select, self.select]
        makers += [self.convert, self.convert, self.vector, self.vector, self.matrix]
        if INTEGERS[kind][0] == 32:
            makers += [self.bits, self.bits, self.through_float]
        return self.rng.choice(makers)(kind, depth)

    def leaf(self, kind):
        rng = self.rng
        if rng.random() < 0.35:
            return self.constant(kind)
        if rng.random() < 0.25:
            return f"{kind}(gl_LocalInvocationIndex)"
        return f"{kind}({rng.choice(IDS)}.{rng.choice('xyz')})"

    def constant(self, kind):
        width, signed, _ = INTEGERS[kind]
        small = self.rng.choice([0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 33, 100, 127])
        value = small if self.rng.random() < 0.7 else self.rng.getrandbits(width)
        if signed and value >= 1 << (width - 1):
            value -= 1 << width
        if signed and value < 0:
            # The least number has no literal of its own.
            return f"({kind}(-{self.literal(kind, -value - 1)}) - {kind}(1))"
        return f"{kind}({self.literal(kind, value)})"

    def literal(self, kind, value):
        width, signed, _ = INTEGERS[kind]
        suffix = "l" if width == 64 else ""
        return f"{value}{'' if signed else 'u'}{suffix}"

    def binary(self, kind, depth):
        operator = self.rng.choice(["+", "-", "*", "&", "|", "^", "+", "*", "^"])
        return f"({self.of(kind, depth - 1)} {operator} {self.of(kind, depth - 1)})"

    def shift(self, kind, depth):
        amount = self.of(kind, depth - 2)
        if self.rng.random() >= RAW_SHARE:
            amount = f"({amount} & {kind}({INTEGERS[kind][0] - 1}))"
        return f"({self.of(kind, depth - 1)} {self.rng.choice(['<<', '>>'])} {amount})"

    def divide(self, kind, depth):
        left, right = self.of(kind, depth - 1), self.of(kind, depth - 2)
        operator = self.rng.choice(["/", "%"])
        if self.rng.random() < RAW_SHARE:
            return f"({left} {operator} {right})"
        most = 127 if INTEGERS[kind][0] == 8 else 0x7FFF
        if operator == "%" and INTEGERS[kind][1]:
            left = f"({left} & {kind}({most}))"
        # From 1 to 64, so never 0 and never -1.
        return f"({left} {operator} (({right} & {kind}(63)) + {kind}(1)))"

    def unary(self, kind, depth):
        return f"({self.rng.choice(['-', '~'])}{self.of(kind, depth - 1)})"

    def function(self, kind, depth):
        signed = INTEGERS[kind][1]
        name = self.rng.choice(["min", "max", "clamp"] + (["abs", "sign"] if signed else []))
        first = self.of(kind, depth - 1)
        if name == "sign":
            # Not of a constant: glslang 12 folds the sign of a 64-bit constant
            # to something else each time.
            first = f"({first} ^ {kind}(gl_LocalInvocationIndex))"
        if name in ("abs", "sign"):
            return f"{name}({first})"
        if name in ("min", "max"):
            return f"{name}({first}, {self.of(kind, depth - 1)})"
        low, high = sorted(self.rng.choices(range(0, 100), k=2))
        return f"clamp({first}, {kind}({low}), {kind}({high}))"

    def select(self, kind, depth):
        condition = self.of("bool", depth - 1)
        yes, no = self.of(kind, depth - 1), self.of(kind, depth - 1)
        if INTEGERS[kind][0] == 32 and self.rng.random() < 0.4:
            return f"mix({no}, {yes}, {condition})"
        return f"({condition} ? {yes} : {no})"

    def convert(self, kind, depth):
        other = self.rng.choice(self.types + ["bool"])
        return f"{kind}({self.of(other, depth - 1)})"

    def bits(self, kind, depth):
        first = self.of(kind, depth - 1)
        name = self.rng.choice(
            ["bitfieldExtract", "bitfieldInsert", "bitfieldReverse", "bitCount", "findLSB", "findMSB"]
        )
        offset = self.rng.randrange(33)
        count = self.rng.randrange(33 - offset)
        if name == "bitfieldExtract":
            return f"bitfieldExtract({first}, {offset}, {count})"
        if name == "bitfieldInsert":
            return f"bitfieldInsert({first}, {self.of(kind, depth - 1)}, {offset}, {count})"
        if name == "bitfieldReverse":
            return f"bitfieldReverse({first})"
        return f"{kind}({name}({first}))"

    def vector(self, kind, depth):
        size = self.rng.choice([2, 3, 4])
        name = f"{INTEGERS[kind][2]}{size}"
        make = lambda: f"{name}({', '.join(self.of(kind, depth - 2) for _ in range(size))})"
        value = make()
        if self.rng.random() < 0.5:
            value = f"({value} {self.rng.choice('+-*&|^')} {make()})"
        if self.rng.random() < 0.5:
            letters = "".join(self.rng.choice("xyzw"[:size]) for _ in range(self.rng.choice([2, 3, 4])))
            value, size = f"{value}.{letters}", len(letters)
        if self.rng.random() < 0.3 and size in (2, 4):
            return f"{value}[{self.of('uint', depth - 2)} & {size - 1}u]"
        return f"{value}.{self.rng.choice('xyzw'[:size])}"

    def matrix(self, kind, depth):
        """Columns of small whole numbers, which floats hold exactly."""
        size = self.rng.choice([2, 3])
        cells = ", ".join(f"float({self.of('int', depth - 3)} & 255)" for _ in range(size * size))
        column, row = self.rng.randrange(size), self.rng.choice("xyz"[:size])
        return f"{kind}(int(mat{size}({cells})[{column}].{row}) & 127)"

    def through_float(self, kind, depth):
        """A tree of floats, brought into the range of every integer type."""
        most = "127.0" if INTEGERS[kind][0] == 8 else "32767.0"
        return f"{kind}(clamp({self.floating(depth - 1)}, 0.0, {most}))"

    def floating(self, depth):
        """Floats that stay exact: small whole numbers, scaled by powers of two.

        Deep products may round; then nothing is claimed of them.
        """
        rng = self.rng
        if depth <= 0 or rng.random() < 0.15:
            if rng.random() < 0.3:
                return rng.choice(["0.5", "3.0", "-2.0", "0.125", "7.75", "64.0", "-0.25"])
            kind = rng.choice(self.types)
            return f"float({self.of(kind, depth - 1)} & {kind}(127))"
        one = self.floating(depth - 1)
        makers = [
            lambda: f"({one} {rng.choice(['*', '/'])} {rng.choice(['0.5', '4.0', '8.0', '-2.0', '0.0625'])})",
            lambda: f"({one} {rng.choice('+-')} {self.floating(depth - 1)})",
            lambda: f"({one} * {self.floating(depth - 2)})",
            lambda: f"{rng.choice(['floor', 'ceil', 'trunc', 'fract', 'abs', 'sign', 'roundEven'])}({one})",
            lambda: f"{rng.choice(['min', 'max'])}({one}, {self.floating(depth - 1)})",
            lambda: f"clamp({one}, -8.0, {rng.randrange(1, 200)}.5)",
            lambda: f"mod({one}, {rng.choice(['2.0', '8.0', '0.5'])})",
            lambda: f"(- {one})",
            lambda: f"step({one}, {self.floating(depth - 1)})",
            lambda: f"({self.boolean(depth - 1)} ? {one} : {self.floating(depth - 1)})",
            lambda: f"({one} {rng.choice(COMPARISONS)} {self.floating(depth - 1)} ? 1.0 : {self.floating(depth - 2)})",
            lambda: f"vec2({one}, {self.floating(depth - 2)}).{rng.choice('xy')}",
            lambda: f"uintBitsToFloat(floatBitsToUint({one}))",
        ]
        return rng.choice(makers)()

    def boolean(self, depth):
        rng = self.rng
        if depth <= 0:
            kind = rng.choice(self.types)
            return f"({self.leaf(kind)} {rng.choice(COMPARISONS)} {self.leaf(kind)})"
        form = rng.randrange(8)
        if form == 0:
            return f"(!{self.boolean(depth - 1)})"
        if form <= 2:
            operator = rng.choice(["&&", "||", "^^", "==", "!="])
            return f"({self.boolean(depth - 1)} {operator} {self.boolean(depth - 1)})"
        kind = rng.choice(self.types)
        if form == 3:
            name = f"{INTEGERS[kind][2]}2"
            pair = lambda: f"{name}({self.of(kind, depth - 2)}, {self.of(kind, depth - 2)})"
            return f"{rng.choice(['any', 'all'])}({rng.choice(VECTOR_COMPARISONS)}({pair()}, {pair()}))"
        return f"({self.of(kind, depth - 1)} {rng.choice(COMPARISONS)} {self.of(kind, depth - 1)})"


def shader(rng, tree_count, types, of_floats):
    trees = Trees(rng, types)
    shape = rng.choice(SHAPES)
    groups = rng.choice([1, 1, 2])
    lines = ["#version 450"]
    if len(types) > 2:
        lines.append("#extension GL_EXT_shader_explicit_arithmetic_types : require")
    lines += [
        f"// run: groups={groups},1 b=1024",
        "layout(local_size_x = {}, local_size_y = {}, local_size_z = {}) in;".format(*shape),
        "layout(std430, binding = 0) buffer Buf_b { uint b[]; };",
        "void main() {",
    ]
    for number in range(tree_count):
        kind = rng.choice(types)
        make = trees.through_float if of_floats else trees.of
        lines.append(f"  {kind} t{number} = {make(kind, rng.choice([3, 4, 5]))};")
        for low in range(0, INTEGERS[kind][0], 10):
            shifted = f"t{number} >> {low}" if low else f"t{number}"
            lines.append(f"  b[uint({shifted}) & 1023u] = {number}u;")
    return "\n".join(lines + ["}", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shaders", type=int, default=10)
    parser.add_argument("--trees", type=int, default=8, help="trees in each shader")
    parser.add_argument("--wide", choices=["yes", "no"], default="yes", help="8, 16 and 64 bits, too")
    parser.add_argument("--floats", action="store_true", help="each tree is one of floats")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    types = list(INTEGERS) if options.wide == "yes" else ["int", "uint"]
    for number in range(options.shaders):
        # A shader depends on its own number alone, so that one can be made again.
        rng = random.Random(f"{options.seed}/{number}")
        path = options.out / f"trees-{options.seed}-{number}.comp"
        path.write_text(shader(rng, options.trees, types, options.floats))


if __name__ == "__main__":
    main()
