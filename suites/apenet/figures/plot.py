#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Plots of hosts*.tsv, ape_lattice*.tsv and cost.tsv in a folder, as SVG beside them, and tables on standard output: each point beside
# what the line or the bisection allows, and beside the paper.
#   plot.py FOLDER
import glob
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)) + "/../../bench")
import svg
from svg import number, plot, rows

svg.folder = sys.argv[1]
# The paper, section 5: 2.3 of the 5.2 GB/s that one DMA engine of its host interface carries; ours takes 16 bytes a cycle. Section 6: DMA
# engines in parallel brought about 40 % in APEnet+
PAPER_SHARE, PAPER_ENGINES, HOST = 2.3 / 5.2, 1.4, 16
# Table 2: the whole board on a Stratix V, with its PCIe core and microcontroller: adaptive logic modules, registers, 1.55 MB as blocks of
# 36 Kb. An ALM counts as one LUT, though it may be two.
PAPER = {"ape_node: their sum": (76747, 91447, round(1.55e6 * 8 / 36864))}
MOST = 2  # times the paper's LUTs


def tables(names):
    """The lines of all tables of a name."""
    return [r for f in sorted(glob.glob(svg.folder + "/" + names)) for r in rows(os.path.basename(f))]


hosts = [(name, float(x), float(value), float(most)) for name, x, value, most in tables("hosts*.tsv")]
lattices = [[float(v) for v in r[1:]] + [r[0]] for r in tables("ape_lattice*.tsv")]
costs = svg.costs()
# The node of the paper's board: three coded links, a router of as many, a network interface, and what joins them
PARTS = {"ape_link": 3, "ape_pcs": 3, "ape_router,LINK_N=3": 1, "ape_ni": 1, "ape_node-ape_link-ape_pcs-ape_router-ape_ni,LINK_N=3,PCS=1": 1}
known = all(costs.get(b, [None])[0] is not None for b in PARTS)
costs["ape_node: their sum"] = [sum(n * costs[b][i] for b, n in PARTS.items()) if known else None for i in range(4)]


def curve(name):
    return [(x, value) for n, x, value, _ in hosts if n == name]


def limit(name):
    return [(x, most) for n, x, _, most in hosts if n == name]


def curves(begin):
    """The curves whose names begin so, by what follows."""
    return {n[len(begin):]: curve(n) for n in dict.fromkeys(h[0] for h in hosts) if n.startswith(begin)}


LATE, PAGES = "put of 4 KiB by memory latency, ", "put latency by pages, "
plot("latency", "Latency of a message, from the call to the received event", "bytes", "cycles",
     {"to oneself, as in figure 5": curve("loop-back latency"), "to the neighbour": curve("put latency"),
      "to the neighbour, TLB missed": curve("put latency, TLB missed")})
plot("bandwidth", "Bandwidth by size of messages", "bytes of a message", "bytes a cycle",
     {"to oneself": curve("loop-back bandwidth"), "to oneself, 12 messages": curve("loop-back bandwidth, 12 messages"),
      "to the neighbour": curve("put bandwidth"), "get, 4 at once": curve("get bandwidth, 4 at once"),
      "limit of the line": limit("put bandwidth"), "limit of the host": limit("loop-back bandwidth"),
      "paper: its share of its host": [(x, PAPER_SHARE * HOST) for x, _ in limit("loop-back bandwidth")]})
plot("engines", "Puts of 4 KiB to the neighbour by latency of the memory", "cycles from a read's address to its first answer", "bytes a cycle",
     dict(list(curves(LATE).items()) + [("limit of the line", limit(LATE + "4 engines"))]))
plot("tlb", "Latency of a put of 16 bytes by the pages that are used in turn", "pages", "cycles", curves(PAGES))
sizes = list(dict.fromkeys(r[-1].split(" ", 1)[0] for r in lattices))
for size in sizes:
    here = [r for r in lattices if r[-1].split(" ", 1)[0] == size]
    patterns = list(dict.fromkeys(r[-1].split(" ", 1)[1] for r in here))
    lines = {p: [(r[0], r[1]) for r in here if r[-1] == size + " " + p] for p in patterns}
    for p in patterns:
        line, half = [r for r in here if r[-1] == size + " " + p][0][2:4]
        if min(line, half) < 1:
            lines["limit, %s: %.2f" % (p, min(line, half))] = [(r[0], min(r[0], line, half)) for r in here if r[-1] == size + " " + p]
    plot("latency_" + size, "Latency of packets of 256 bytes in a torus of %s" % size.replace("x", " x "), "carried, words a cycle and node",
         "cycles from the call to the last word", {p: [(r[1], r[4]) for r in here if r[-1] == size + " " + p] for p in patterns}, False)
    plot("saturation_" + size, "What a torus of %s carries, packets of 256 bytes" % size.replace("x", " x "), "offered, words a cycle and node",
         "carried", lines, False)
svg.cost_bars(costs, PAPER, "paper, a whole board: ALMs")

print("%-48s %10s %12s %12s %8s  %s" % ("figure", "at", "measured", "limit", "share", "paper"))
for name, x, value, most in hosts:
    share = ("%.3f" % most, "%.1f %%" % (100 * value / most)) if most else ("", "")
    paper = "%.1f %% (2.3 of 5.2 GB/s)" % (100 * PAPER_SHARE) if name.startswith("loop-back bandwidth") else ""
    print(("%-48s %10s %12.4g %12s %8s  %s" % ((name, number(x), value) + share + (paper,))).rstrip())
one, four = dict(curve(LATE + "1 engine")), dict(curve(LATE + "4 engines"))
for x in sorted(set(one) & set(four)):
    print("%-48s %10s %12s %12s %8s  %s" % ("gain of four engines over one, memory latency", number(x), "%.2f times" % (four[x] / one[x]), "", "",
                                         "%.1f times" % PAPER_ENGINES))
print()
print("%-36s %10s %12s %12s %12s %10s" % ("saturation, words a cycle and node", "most", "at full load", "line's limit", "bisection's", "share"))
for name in dict.fromkeys(r[-1] for r in lattices):
    here = [r for r in lattices if r[-1] == name]
    most, least = max(r[1] for r in here), min(here[0][2:4])
    print("%-36s %10.3f %12.3f %12.3f %12.3f %10s" % (name, most, here[-1][1], here[0][2], here[0][3], "%.1f %%" % (100 * most / least)))
print()
svg.cost_table(costs, PAPER, MOST)
