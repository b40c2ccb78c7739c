# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
"""What a mutant may be: one line of Verilog, changed by one of OPERATORS."""
import re


def constant(m):
    """A sized constant with another value of the same width."""
    width, base, digits = int(m[1]), m[2], m[3].replace("_", "")
    value = int(digits, {"d": 10, "h": 16, "b": 2}[base])
    other = value + 1 if value + 1 < 1 << width else value - 1
    text = {"d": "%d", "h": "%x", "b": "{:b}"}[base]
    return "%d'%s%s" % (width, base, text.format(other) if base == "b" else text % other)


def index(m):
    """A bit of constant number, or a slice of two, moved by its own width."""
    high = int(m[1])
    low = int(m[2] or high)
    width = high - low + 1
    to = -width if low >= width else width
    return "[%d:%d]" % (high + to, low + to) if m[2] else "[%d]" % (high + to)


TERM = r"!?[\w.]+(?:\[[^\]]*\])?(?: [=!]= [\w']+)?"  # of a condition, one that needs no brackets

# name, what it looks for, what it puts there
OPERATORS = (
    ("and to or", r"&&", lambda m: "||"),
    ("or to and", r"\|\|", lambda m: "&&"),
    ("equal to unequal", r"(?<![=!<>])==(?!=)", lambda m: "!="),
    ("unequal to equal", r"!=(?!=)", lambda m: "=="),
    ("less to at most", r"(?<![<])<(?![<=])", lambda m: "<="),
    ("more to at least", r"(?<![>])>(?![>=])", lambda m: ">="),
    ("at least to more", r"(?<![>])>=", lambda m: ">"),
    ("at least to less", r"(?<![>])>=", lambda m: "<"),
    ("more to less", r"(?<![>])>(?![>=])", lambda m: "<"),
    ("at most to less", r"(?<![<])<=", lambda m: "<"),
    ("plus to minus", r" \+ ", lambda m: " - "),
    ("minus to plus", r" - ", lambda m: " + "),
    ("and of bits to or", r" & ", lambda m: " | "),
    ("or of bits to and", r" \| ", lambda m: " & "),
    ("all bits to any", r"\(&(?=\w)", lambda m: "(|"),
    ("any bit to all", r"(?<=[{ ])\|(?=\w)", lambda m: "&"),
    ("no negation", r"!(?=[a-z({])", lambda m: ""),
    ("no complement", r"~(?=[a-z({])", lambda m: ""),
    ("term dropped", r" (?:&&|\|\|) " + TERM + r"(?=$|[);,]| [&|?:]| \|\|)", lambda m: ""),
    ("first term dropped", r"(?<=[(=] )" + TERM + r" (?:&&|\|\|) |(?<=\()" + TERM + r" (?:&&|\|\|) ", lambda m: ""),
    ("choice swapped", r"(?<=[ (])(\w+(?:\[[^\]]*\])?)(?= \? )", lambda m: "!" + m[1]),
    ("reset's choice dropped", r"(?<!!)\brst \? (?:\{[^}]*\{[^}]*\}\}|[^:?]+) : ", lambda m: ""),
    ("condition negated", r"\bif \(", None),
    ("constant", r"\b(\d+)'([dhb])([0-9a-f_]+)", constant),
    ("index", r"(?<=\w)\[(\d+)(?::(\d+))?\]", index),
    ("narrower", r"^(\s*(?:reg|wire)\s+)\[([1-9]\d*):0\]", lambda m: "%s[%d:0]" % (m[1], int(m[2]) - 1)),
    ("not connected", r"(?<=\()[^()]+(?=\),?$)", lambda m: ""),
    ("line dropped", r"^\s*[a-z_0-9]+(?:\[[^=]*\])?\s+<?= .*;$", lambda m: ";"),
    ("assignment dropped", r"(?:(?<=\) )|(?<=else ))[a-z_0-9]+(?:\[[^=]*\])?\s+<?= [^;]*;$", lambda m: ";"),
)


def assigns(line, at):
    """Whether a <= there is the assignment, not the comparison."""
    return re.match(r"^(?:.*\)|.*\bbegin|.*\belse|.*:)?\s*[\w{}\[\], :*+-]+ $", line[:at]) is not None and \
        line[:at].count("(") == line[:at].count(")")


def closing(code, at):
    """Where the bracket closes that stands open before at."""
    depth = 1
    while depth and at < len(code):
        depth += {"(": 1, ")": -1}.get(code[at], 0)
        at += 1
    return at - 1


def mutants_of_line(line):
    """What the operators make of it; declarations and checks of parameters are left alone."""
    code = line.split("//")[0].rstrip()
    word = code.split()[0] if code.split() else ""
    if not word or ": g_check" in code or "wire unused" in code or word.startswith("`") or word in ("parameter", "localparam", "input", "output", "module", "for", "genvar"):
        return
    for name, pattern, change in OPERATORS:
        for m in re.finditer(pattern, code):
            if m[0] == "<=" and assigns(code, m.start()):
                continue
            if name == "not connected" and ("unused" in code or not re.match(r"\s*\.\w+\s*\([^()]+\),?$", code)):
                continue
            if name == "index" and (word in ("wire", "reg") and code.index("]") >= m.start() or "+:" in m[0]):
                continue
            if name == "condition negated":
                end = closing(code, m.end())
                text = code[:m.end()] + "!(" + code[m.end():end] + ")" + code[end:]
            else:
                text = code[:m.start()] + change(m) + code[m.end():]
            yield name, text


def all_mutants(files):
    for path in files:
        inside = path.endswith(".vh")
        with open(path) as f:
            lines = f.read().split("\n")
        for n, line in enumerate(lines):
            inside = (inside or line.startswith(");")) and not line.startswith("endmodule")
            # what guards an error's name checks a parameter
            if inside and "tn_error_" not in "".join(lines[n:n + 3]):
                for name, text in mutants_of_line(line):
                    yield path, n, name, line, text
