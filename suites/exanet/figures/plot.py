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
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 760, 420, 70, 56, 40, 250
COLOURS = ["#1b6ca8", "#c0392b", "#27864a", "#8e44ad", "#b9770e", "#555555"]
# The thesis: 8.23 of the 8.9 Gb/s that packets of 256 bytes allow on a line of 10 (7.1); from 8.3 to 7.9 Gb/s over hops (figure 7-3)
THESIS_SHARE = 8.23 / 8.9
THESIS_HOPS = {1: 1.0, 2: 7.9 / 8.3, 3: 7.9 / 8.3}
# 0.7 us of hardware, 0.5 of them the transceivers', at 150 MHz (figure 7-7)
THESIS_LATENCY, THESIS_LINES = 105, 75
# Table 6-1: LUTs and blocks of RAM; a link is a third of three
# Blocks may stand with parameters behind a comma
THESIS_COST = {"exa_dma": (4447, 10.5), "exa_rdma_rx": (12494, 9), "exa_rt_mailbox": (274, 2), "exa_crossbar": (8199, 0), "exa_link": (751, 5)}
MOST = 1.5  # times the thesis's LUTs


class Row:
    def __init__(self, name, hops, x, value, limit):
        self.name, self.hops, self.x, self.value, self.limit = name, int(hops), float(x), float(value), float(limit)


def rows(name):
    with open(folder + "/" + name) as f:
        return [line.rstrip("\n").split("\t") for line in f]


def number(x):
    """A tick's text: 16K for 16384, 10^-3 for 0.001."""
    if 0 < x < 0.1:
        e = math.floor(math.log10(x) + 1e-9)
        return "%.0f·10^%d" % (x / 10**e, e) if round(x / 10**e) != 1 else "10^%d" % e
    return "%dK" % (x / 1024) if x >= 1024 and x % 1024 == 0 else "%g" % x


def steps(top):
    """Ticks of a linear axis: four to eight, at 1, 2 or 5 times a power of ten."""
    for step in (m * 10.0**e for e in range(-3, 6) for m in (1, 2, 5)):
        if top / step <= 8:
            return [step * i for i in range(int(top / step) + 1)]
    return [0]


def text(x, y, words, more=""):
    words = words.replace("&", "&amp;").replace("<", "&lt;")
    return '<text x="%.1f" y="%.1f"%s>%s</text>' % (x, y, more, words)


def frame(title, x_text, y_text, width, height):
    return ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">' % (width, height),
            '<rect width="100%" height="100%" fill="white"/>', text(LEFT, 22, title, ' font-size="15"'),
            text((LEFT + width - RIGHT) / 2, height - 14, x_text, ' text-anchor="middle"'),
            '<text transform="translate(18,%d) rotate(-90)" text-anchor="middle">%s</text>' % ((TOP + height - BOTTOM) / 2, y_text)]


def save(name, out):
    with open("%s/%s.svg" % (folder, name), "w") as f:
        f.write("\n".join(out + ["</svg>"]) + "\n")


def plot(name, title, x_text, y_text, curves, log_x=True):
    """Curves of points over a logarithmic axis; dashed: a limit, or the thesis."""
    curves = {label: points for label, points in curves.items() if points}
    xs = sorted({x for c in curves.values() for x, _ in c})
    top = max(y for c in curves.values() for _, y in c) * 1.08
    low, high = xs[0], xs[-1]

    def px(x):
        part = (math.log(x) - math.log(low)) / (math.log(high) - math.log(low)) if log_x else (x - low) / (high - low)
        return LEFT + 14 + part * (WIDTH - LEFT - RIGHT - 28)

    def py(y):
        return HEIGHT - BOTTOM - y / top * (HEIGHT - BOTTOM - TOP)

    out = frame(title, x_text, y_text, WIDTH, HEIGHT)
    for y in steps(top):
        out.append('<path d="M%d %.1fH%d" stroke="#ddd"/>' % (LEFT, py(y), WIDTH - RIGHT))
        out.append(text(LEFT - 6, py(y) + 4, "%g" % y, ' text-anchor="end"'))
    written = -100.0
    for x in xs:
        out.append('<path d="M%.1f %dv5" stroke="black"/>' % (px(x), HEIGHT - BOTTOM))
        if px(x) - written >= 34:
            out.append(text(px(x), HEIGHT - BOTTOM + 18, number(x), ' text-anchor="middle"'))
            written = px(x)
    out.append('<path d="M%d %dV%dH%d" fill="none" stroke="black"/>' % (LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT))
    for i, (label, points) in enumerate(curves.items()):
        dashed = "limit" in label or "thesis" in label
        colour = "#777777" if "limit" in label else "#000000" if "thesis" in label else COLOURS[i % len(COLOURS)]
        dash = ' stroke-dasharray="%s"' % ("2 3" if "limit" in label else "7 4") if dashed else ""
        out.append('<polyline points="%s" fill="none" stroke="%s" stroke-width="2"%s/>' %
                   (" ".join("%.1f,%.1f" % (px(x), py(y)) for x, y in points), colour, dash))
        if not dashed:
            out.extend('<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>' % (px(x), py(y), colour) for x, y in points)
        at = TOP + 14 + 20 * i
        out.append('<path d="M%d %dh22" stroke="%s" stroke-width="2"%s/>' % (WIDTH - RIGHT + 12, at - 4, colour, dash))
        out.append(text(WIDTH - RIGHT + 40, at, label))
    save(name, out)


def bars(name, title, x_text, groups):
    """Bars of one quantity, a row a name: (name, [(label, value)])."""
    lines = sum(len(values) for _, values in groups) + len(groups)
    height = TOP + BOTTOM + 15 * lines
    left, right = 250, WIDTH - 170
    top = max(v for _, values in groups for _, v in values)
    out = frame(title, x_text, "", WIDTH, height)
    y = TOP + 12
    for group, values in groups:
        out.append(text(left - 8, y + 7 * len(values) - 3, group, ' text-anchor="end"'))
        for i, (label, value) in enumerate(values):
            width = value / top * (right - left)
            colour = "#999999" if "thesis" in label else COLOURS[i]
            out.append('<rect x="%d" y="%.1f" width="%.1f" height="12" fill="%s"/>' % (left, y - 8, max(width, 1), colour))
            out.append(text(left + width + 5, y + 2, "%g" % value + (", " + label if label else "")))
            y += 15
        y += 15
    save(name, out)


def line(*words):
    print(("%-70s %10s %9s %8s  %s" % words).rstrip())


measured = [Row(*r) for r in rows("measured.tsv")]
costs = {r[0]: [float(v) if v != "-" else None for v in r[1:]] for r in rows("cost.tsv")}


def there(block):
    return THESIS_COST.get(block.split(",")[0])


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
bars("cost", "Cost in LUTs, 7-series", "LUTs",
     [(b, ([("", c[0])] if c[0] is not None else []) + ([("thesis", there(b)[0])] if there(b) else []))
      for b, c in costs.items() if c[0] is not None or there(b)])

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
print("%-24s %8s %8s %8s   %10s %10s %6s" % ("cost", "LUT", "FF", "BRAM36", "LUT there", "RAM there", "times"))
for block, (lut, ff, ram) in costs.items():
    luts, rams = there(block) or ("", "")
    if lut is None:
        print(("%-24s %8s %8s %8s   %10s %10s" % (block, "no end", "", "", luts, rams)).rstrip())
        continue
    times = lut / luts if luts else 0
    print(("%-24s %8d %8d %8.1f   %10s %10s %6s %s" % (block, lut, ff, ram, luts, rams, "%.2f" % times if times else "",
                                                    "above %g" % MOST if times > MOST else "")).rstrip())
