#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Plots of measured.tsv and cost.tsv in a folder, as SVG beside them, and one table on standard output: each point beside the limit
# of the line and what the thesis has.
#   plot.py FOLDER
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)) + "/../../bench")
import svg
from svg import bars, number, plot, rows

svg.folder = sys.argv[1]
# The thesis: 8.23 of the 8.9 Gb/s that packets of 256 bytes allow on a line of 10 (7.1); from 8.3 to 7.9 Gb/s over hops (figure 7-3)
THESIS_SHARE = 8.23 / 8.9
THESIS_HOPS = {1: 1.0, 2: 7.9 / 8.3, 3: 7.9 / 8.3}
# 0.7 us of hardware, 0.5 of them the transceivers', at 150 MHz (figure 7-7)
THESIS_LATENCY, THESIS_LINES = 105, 75
# Table 6-1: LUTs and blocks of RAM; a link is a third of three
THESIS_COST = {"exa_dma": (4447, None, 10.5), "exa_rdma_rx": (12494, None, 9), "exa_rt_mailbox": (274, None, 2), "exa_crossbar": (8199, None, 0),
               "exa_link": (751, None, 5)}
MOST = 1.5  # times the thesis's LUTs


class Row:
    def __init__(self, name, hops, x, value, limit):
        self.name, self.hops, self.x, self.value, self.limit = name, int(hops), float(x), float(value), float(limit)


def line(*words):
    print(("%-70s %10s %9s %8s  %s" % words).rstrip())


measured = [Row(*r) for r in rows("measured.tsv")]
costs = svg.costs()


def curve(name, hops=1):
    return [(r.x, r.value) for r in measured if r.name == name and r.hops == hops]


def limit(name, hops=1):
    return [(r.x, r.limit) for r in measured if r.name == name and r.hops == hops]


def thesis(points):
    return [(x, y * THESIS_SHARE) for x, y in points if x >= 256]


zdma = {x: [(r.x, r.value) for r in measured if r.name == "zdma " + x and r.hops == 1] for x in ("store", "load")}
flat = [(x, zdma["store"][0][1]) for x, _ in curve("put")]
plot("throughput", "Payload by size of a transfer, one hop", "bytes of a transfer", "bytes a cycle",
     {"write (engines alone)": curve("write"), "put, 4 at a time (firmware)": curve("put"), "get, 4 at a time (firmware)": curve("get"),
      "zDMA, lines of 64 bytes": flat, "limit of the line": limit("put"), "thesis: its share of its line": thesis(limit("put"))})
hops = [r.hops for r in measured if r.name == "write" and r.x == 16384]


def over_hops(name, x):
    return [(r.hops, r.value) for r in measured if r.name == name and r.x == x]


plot("hops", "Payload over one to three hops", "hops", "bytes a cycle",
     {"write of 16 KiB": over_hops("write", 16384), "put of 64 KiB": over_hops("put", 65536), "get of 64 KiB": over_hops("get", 65536),
      "zDMA stores": over_hops("zdma store", 64), "zDMA loads": over_hops("zdma load", 64),
      "limit of the line": [(h, limit("write")[-1][1]) for h in hops],
      "thesis: its share of its line": [(h, limit("write")[-1][1] * THESIS_SHARE * THESIS_HOPS[h]) for h in hops]}, False)
plot("time", "Time of one transfer, from the user's call to its end", "bytes of a transfer", "cycles",
     {"%s, %d hop%s" % (name, h, "s" if h > 1 else ""): [p for p in curve(name + " time", h) if p[0] <= 4096]
      for name in ("put", "get") for h in hops})
plot("outstanding", "Payload by transactions of 1 KiB under way", "transactions", "bytes a cycle",
     {"write": curve("outstanding"), "limit of the line": limit("outstanding")})
KINDS = sorted((r[5:] for r in dict.fromkeys(r.name for r in measured if r.name.startswith("loss "))), key=lambda k: k[0] == "g")
plot("loss", "Payload by loss of data packets", "loss", "bytes a cycle",
     dict([(k if k[0] == "g" else "%s bytes" % k, curve("loss " + k)) for k in KINDS] + [("limit of the line", limit("loss " + KINDS[0]))]))
parts = {x: [r for r in measured if r.name.startswith("latency") and r.hops == 1 and r.x == x] for x in (16, 256)}


def both(rows_16, rows_256, more=()):
    return [("16 bytes", sum(r.value for r in rows_16)), ("256 bytes", sum(r.value for r in rows_256))] + list(more)


bars("latency", "Latency of a write by block, one hop", "cycles",
     [(r.name[11:], both([r], [s])) for r, s in zip(parts[16][:-2], parts[256])] +
     [("one way, to memory", both(parts[16][-2:-1], parts[256][-2:-1], [("thesis, hardware one way (0.7 µs)", THESIS_LATENCY)])),
      ("of these, link and line", both(parts[16][4:5], parts[256][4:5], [("thesis, transceivers (0.5 µs)", THESIS_LINES)])),
      ("with the answer", both(parts[16][-1:], parts[256][-1:]))])
svg.cost_bars(costs, THESIS_COST, "thesis")

line("figure", "measured", "limit", "share", "thesis")
for r in measured:
    over = "" if r.hops == 1 else ", %d hops" % r.hops
    share = ("%.3f" % r.value, "%.3f" % r.limit, "%.1f %%" % (100 * r.value / r.limit)) if r.limit else ("%d" % r.value, "", "")
    if r.name in ("write", "put", "get"):
        line("%s of %g bytes%s, bytes a cycle" % (r.name, r.x, over), *share,
             "%.1f %%" % (100 * THESIS_SHARE * THESIS_HOPS[r.hops]) if r.x >= 16384 else "")
    elif r.name.startswith("zdma"):
        line("%s of %g bytes%s, bytes a cycle" % (r.name, r.x, over), *share, "6 outstanding")
    elif r.name == "outstanding":
        line("write of 1024 bytes, %g under way, bytes a cycle" % r.x, *share, "")
    elif r.name.startswith("loss "):
        line("loss of %s: %s, bytes a cycle" % (number(r.x), r.name[5:]), *share, "")
    elif r.name.startswith("lost of "):
        line("loss of %s: packets lost of %s" % (number(r.x), r.name[8:]), *share, "")
    elif r.name.endswith(" time"):
        line("%s of %g bytes%s, cycles" % (r.name[:-5], r.x, over), *share, "")
    else:
        line("%s, %g bytes%s, cycles" % (r.name, r.x, over), *share, "%d (0.7 us)" % THESIS_LATENCY if "one way" in r.name and r.hops == 1 else "")
print()
svg.cost_table(costs, THESIS_COST, MOST)
