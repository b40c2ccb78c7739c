#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Plots of hosts.tsv, ape_lattice*.tsv and cost.tsv in a folder, as SVG beside them, and one table on standard output: each point beside
# what the line or the bisection allows, and beside the paper.
#   plot.py FOLDER
import glob
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)) + "/../../bench")
import svg
from svg import bars, number, plot, rows

svg.folder = sys.argv[1]
# The paper: 2.3 of the 5.2 GB/s that one DMA engine of its host interface carries (section 5); ours takes 16 bytes a cycle
PAPER_SHARE, HOST = 2.3 / 5.2, 16
# Table 2: the whole board on a Stratix V, with its PCIe core: adaptive logic modules and registers
PAPER_ALM, PAPER_FF = 76747, 91447

hosts = [(name, float(x), float(value), float(most)) for name, x, value, most in rows("hosts.tsv")]
lattices = [[float(v) for v in r[1:]] + [r[0]] for f in sorted(glob.glob(svg.folder + "/ape_lattice*.tsv")) for r in rows(os.path.basename(f))]
costs = [(r[0], [float(v) if v != "-" else None for v in r[1:]]) for r in rows("cost.tsv")]


def curve(name):
    return [(x, value) for n, x, value, _ in hosts if n == name]


def limit(name):
    return [(x, most) for n, x, _, most in hosts if n == name]


plot("latency", "Latency of a message, from the call to the received event", "bytes", "cycles",
     {"to oneself, as in figure 5": curve("loop-back latency"), "to the neighbour": curve("put latency"),
      "to the neighbour, TLB missed": curve("put latency, TLB missed")})
plot("bandwidth", "Bandwidth by size of messages", "bytes of a message", "bytes a cycle",
     {"to oneself": curve("loop-back bandwidth"), "to oneself, 12 messages": curve("loop-back bandwidth, 12 messages"),
      "to the neighbour": curve("put bandwidth"), "get, 4 at once": curve("get bandwidth, 4 at once"),
      "limit of the line": limit("put bandwidth"), "limit of the host": limit("loop-back bandwidth"),
      "paper: its share of its host": [(x, PAPER_SHARE * HOST) for x, _ in limit("loop-back bandwidth")]})
sizes = list(dict.fromkeys(r[-1].split(" ", 1)[0] for r in lattices))
for size in sizes:
    here = [r for r in lattices if r[-1].split(" ", 1)[0] == size]
    patterns = list(dict.fromkeys(r[-1].split(" ", 1)[1] for r in here))
    curves = {p: [(r[0], r[1]) for r in here if r[-1] == size + " " + p] for p in patterns}
    for p in patterns:
        line, half = [r for r in here if r[-1] == size + " " + p][0][2:4]
        if min(line, half) < 1:
            curves["limit, %s: %.2f" % (p, min(line, half))] = [(r[0], min(r[0], line, half)) for r in here if r[-1] == size + " " + p]
    plot("saturation_" + size, "What a torus of %s carries, packets of 256 bytes" % size.replace("x", " x "), "offered, words a cycle and node",
         "carried", curves, False)
bars("cost", "Cost in LUTs, 7-series", "LUTs",
     [(b, [("", c[0])]) for b, c in costs if c[0] is not None] + [("a whole board", [("ALMs, paper", PAPER_ALM)])])

print("%-44s %10s %12s %12s %8s" % ("figure", "bytes", "measured", "limit", "share"))
for name, x, value, most in hosts:
    share = ("%.3f" % most, "%.1f %%" % (100 * value / most)) if most else ("", "")
    print(("%-44s %10s %12.4g %12s %8s" % ((name, number(x), value) + share)).rstrip())
print("%-44s %10s %12s %12s" % ("paper: loop-back bandwidth, share of the host", "", "%.1f %%" % (100 * PAPER_SHARE), ""))
print()
print("%-32s %10s %10s %12s %12s" % ("saturation, words a cycle and node", "offered", "carried", "line's limit", "bisection's"))
for offered, carried, line, half, name in lattices:
    print("%-32s %12.2f %10.3f %12.3f %12.3f" % (name, offered, carried, line, half))
print()
print("%-24s %8s %8s %8s" % ("cost", "LUT", "FF", "BRAM36"))
for block, (lut, ff, ram) in costs:
    print("%-24s %8d %8d %8.1f" % (block, lut, ff, ram) if lut is not None else "%-24s %8s" % (block, "no end"))
print("%-24s %8d %8d          %s" % ("paper, a whole board", PAPER_ALM, PAPER_FF, "(ALMs; 1.55 MB)"))
