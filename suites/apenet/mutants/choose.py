#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
"""A copy of a Verilog file with all seeded bugs of a list, of which +bug=N chooses one when the simulation begins (0: none):
a board's image takes minutes to make. The texts of such bugs are expressions.
  choose.py LIST FILE >COPY
"""
import os
import re
import sys


def rows(path):
    with open(path, encoding="utf-8") as table:
        return [line.rstrip("\n").split("\t") for line in table]


def main():
    wanted, name = sys.argv[1:]
    numbers = {row[0] for row in rows(wanted)}
    with open(name, encoding="utf-8") as file:
        text = file.read()
    for number, path, old, new in rows(os.path.join(os.path.dirname(__file__), "bugs.tsv")):
        if number not in numbers or path != name:
            continue
        if text.count(old) != 1:
            sys.exit(f"bug {number}: {name} has {text.count(old)} times: {old}")
        text = text.replace(old, f"(tn_bug == {number} ? {new} : {old})")
    head, body = re.split(r"^\);$", text, maxsplit=1, flags=re.M)
    choice = '    integer tn_bug;\n    initial if (!$value$plusargs("bug=%d", tn_bug)) tn_bug = 0;\n'
    sys.stdout.write(f"{head});\n{choice}{body}")


main()
