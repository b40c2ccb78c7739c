#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Plots of measured.tsv in a folder, as SVG beside it, and one table on standard output, with the speeds of both simulators.
#   plot.py FOLDER
import glob
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)) + "/../../bench")
import svg
from svg import bars, number, plot, rows

svg.folder = sys.argv[1]
measured = [(name, float(x), float(value), float(most)) for name, x, value, most in rows("measured.tsv")]
names = list(dict.fromkeys(r[0] for r in measured))


def curve(name):
    return [(x, value) for n, x, value, _ in measured if n == name]


def limit(name):
    return [(x, most) for n, x, _, most in measured if n == name]


shares = {n: n[len("share, "):] for n in names if n.startswith("share, ")}
first, last = list(shares)[0], list(shares)[-1]
plot("share", "Payload share of the line, traffic both ways", "bytes of payload", "share",
     {**{shares[n]: curve(n) for n in shares}, "limit, " + shares[first]: limit(first), "limit, " + shares[last]: limit(last)})
mends = [n for n in names if "lost" in n.lower() or n.startswith("corrupted")]
plot("recovery", "Recovery, one way", "bytes of payload", "symbol times",
     {**{n: curve(n) for n in mends}, "limit of the replay timer": limit("corrupted TLP, Nak lost"), "limit of the line": limit("corrupted TLP")})
plot("errors", "Payload share by bit errors of the line, 128 bytes", "errors a bit", "share",
     {"measured": curve("share by errors"), "limit, expected": limit("share by errors")})
speeds = [(r[0].split(" ")[0], float(r[2])) for f in sorted(glob.glob(svg.folder + "/speed-*.tsv")) for r in rows(os.path.basename(f))]
if speeds:
    bars("speed", "TLPs of 128 bytes a second of processor time", "TLPs a second", [(s, [("", round(v))]) for s, v in speeds])

print("%-36s %10s %12s %12s" % ("figure", "x", "measured", "limit"))
for name, x, value, most in measured:
    print("%-36s %10s %12.4g %12.4g" % (name, number(x), value, most))
for simulator, value in speeds:
    print("%-36s %10s %12.4g" % ("TLPs a second, " + simulator, "", value))
