#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Plots of measured.tsv and cost.tsv in a folder, as SVG beside them, and one table on standard output: each point beside the limit
# of the line and what the thesis has.
#   plot.py FOLDER
import math
import sys

folder = sys.argv[1]
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 640, 400, 70, 50, 30, 180
COLOURS = ["#1b6ca8", "#c0392b", "#27864a", "#8e44ad", "#b9770e"]
# The thesis: 8.23 of the 8.9 Gb/s that packets of 256 bytes allow on a line of 10 (7.1)
THESIS_SHARE = 8.23 / 8.9
# Table 6-1: LUTs and blocks of RAM of 32 bits (36 Kb); a link is a third of three
THESIS_COST = {"exa_dma": (4447, 10.5), "exa_rdma_rx": (12494, 9), "exa_rt_mailbox": (274, 2), "exa_crossbar": (8199, 0), "exa_link": (751, 5)}


def rows(name):
    with open(folder + "/" + name) as f:
        return [line.rstrip("\n").split("\t") for line in f]


def ticks(low, high, log):
    if log:
        return [10.0**e for e in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]
    step = 10 ** math.floor(math.log10(high)) / 2
    return [step * i for i in range(int(high / step) + 2)]


def plot(name, title, x_text, y_text, curves, log_x):
    xs = [x for c in curves.values() for x, _ in c]
    ys = [y for c in curves.values() for _, y in c]
    low, high, top = min(xs), max(xs), max(ys) * 1.1

    def px(x):
        part = (math.log(x) - math.log(low)) / (math.log(high) - math.log(low)) if log_x else (x - low) / (high - low)
        return LEFT + part * (WIDTH - LEFT - RIGHT)

    def py(y):
        return HEIGHT - BOTTOM - y / top * (HEIGHT - BOTTOM - TOP)

    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">' % (WIDTH, HEIGHT),
           '<rect width="100%" height="100%" fill="white"/>',
           '<text x="%d" y="18" font-size="14">%s</text>' % (LEFT, title),
           '<text x="%d" y="%d">%s</text>' % (LEFT, HEIGHT - 12, x_text),
           '<text transform="translate(16,%d) rotate(-90)">%s</text>' % (HEIGHT - BOTTOM, y_text)]
    for y in ticks(0, top, False):
        if y <= top:
            out.append('<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%g</text>' %
                       (LEFT, py(y), WIDTH - RIGHT, LEFT - 6, py(y) + 4, y))
    for x in sorted(set(xs)):
        out.append('<path d="M%.1f %dv5" stroke="black"/><text x="%.1f" y="%d" text-anchor="middle">%g</text>' %
                   (px(x), HEIGHT - BOTTOM, px(x), HEIGHT - BOTTOM + 18, x))
    out.append('<path d="M%d %dV%dH%d" fill="none" stroke="black"/>' % (LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT))
    for i, (label, points) in enumerate(curves.items()):
        colour = COLOURS[i % len(COLOURS)]
        dash = ' stroke-dasharray="5 4"' if "limit" in label or "thesis" in label else ""
        out.append('<polyline points="%s" fill="none" stroke="%s" stroke-width="2"%s/>' %
                   (" ".join("%.1f,%.1f" % (px(x), py(y)) for x, y in points), colour, dash))
        if not dash:
            out.extend('<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>' % (px(x), py(y), colour) for x, y in points)
        out.append('<text x="%d" y="%d" fill="%s">%s</text>' % (WIDTH - RIGHT + 10, TOP + 16 + 18 * i, colour, label))
    out.append("</svg>")
    with open("%s/%s.svg" % (folder, name), "w") as f:
        f.write("\n".join(out) + "\n")


def curve(measured, name, column=2):
    return [(float(r[1]), float(r[column])) for r in measured if r[0] == name]


def line(*words):
    print("%-52s %12s %12s %9s %14s" % words)


measured = rows("measured.tsv")
limit = curve(measured, "write", 3)
plot("throughput", "Payload by size of a transfer", "bytes of a transfer", "bytes a cycle",
     {"write": curve(measured, "write"), "put (firmware)": curve(measured, "put"), "get (firmware)": curve(measured, "get"), "limit of the line": limit,
      "thesis, share of its line": [(x, y * THESIS_SHARE) for x, y in limit if x >= 256]}, True)
plot("outstanding", "Payload by transactions under way (1024 bytes)", "transactions", "bytes a cycle",
     {"write": curve(measured, "outstanding"), "limit of the line": curve(measured, "outstanding", 3)}, True)
plot("loss", "Payload by loss of data packets (4096 bytes, 4 under way)", "loss", "bytes a cycle",
     {"transactions": curve(measured, "loss"), "go-back-N": curve(measured, "loss go-back-N"), "limit of the line": curve(measured, "loss", 3)}, True)

line("figure", "measured", "limit", "share", "thesis")
for r in measured:
    name, x, value, most = r[0], float(r[1]), float(r[2]), float(r[3])
    if name in ("write", "put", "get"):
        line("%s, %g bytes, bytes a cycle" % (name, x), "%.3f" % value, "%.3f" % most, "%.1f %%" % (100 * value / most),
             "92.5 %" if x >= 16384 else "")
    elif name.startswith("zdma"):
        line("%s of %g bytes, bytes a cycle" % (name, x), "%.3f" % value, "%.3f" % most, "%.1f %%" % (100 * value / most), "")
    elif name == "outstanding":
        line("write of 1024 bytes, %g under way, bytes a cycle" % x, "%.3f" % value, "%.3f" % most, "%.1f %%" % (100 * value / most), "")
    elif name in ("loss", "loss go-back-N"):
        line("%s %g, bytes a cycle" % (name, x), "%.3f" % value, "%.3f" % most, "%.1f %%" % (100 * value / most), "")
    elif name == "loss packets":
        line("loss %g, packets lost" % x, "%d" % value, "", "", "")
    elif name.endswith(" time"):
        line("%s, %g bytes, cycles" % (name, x), "%d" % value, "", "", "")
    else:
        line("%s, cycles" % name, "%d" % value, "", "", "")
print()
line("cost (7-series, Yosys; thesis: table 6-1)", "LUT", "FF", "BRAM36", "thesis LUT, RAM")
for r in rows("cost.tsv"):
    thesis = THESIS_COST.get(r[0])
    line(r[0], r[1], r[2], r[3], "%g, %g" % thesis if thesis else "")
