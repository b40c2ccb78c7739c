# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# What the figures of each fabric share: plots as SVG, curves and bars, saved in the folder that `folder` names, and the table of costs.
import math

folder = "."
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 760, 420, 70, 56, 40, 250
COLOURS = ["#1b6ca8", "#c0392b", "#27864a", "#8e44ad", "#b9770e", "#555555"]


def rows(name):
    """The lines of a table in the folder, as lists of their columns."""
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


def theirs(label):
    """The curve is that of a thesis or paper."""
    return "thesis" in label or "paper" in label


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
        part = 0.5  # of a single value
        if low < high:
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
        dashed = "limit" in label or theirs(label)
        colour = "#777777" if "limit" in label else "#000000" if theirs(label) else COLOURS[i % len(COLOURS)]
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
            colour = "#999999" if theirs(label) else COLOURS[i]
            out.append('<rect x="%d" y="%.1f" width="%.1f" height="12" fill="%s"/>' % (left, y - 8, max(width, 1), colour))
            out.append(text(left + width + 5, y + 2, "%g" % value + (", " + label if label else "")))
            y += 15
        y += 15
    save(name, out)


def costs():
    """cost.tsv, as cost.sh wrote it: LUTs, flip-flops, blocks of RAM and LUTs of memory by block, which may stand with parameters; None: Yosys came to no end."""
    return {r[0]: [float(v) if v != "-" else None for v in r[1:]] for r in rows("cost.tsv")}


def cost_bars(measured, there, whose):
    """there: what a block takes elsewhere, by its name with or without parameters, LUTs first."""
    groups = [(b, ([("", c[0])] if c[0] is not None else []) + ([(whose, of(there, b)[0])] if of(there, b) else []))
              for b, c in measured.items() if c[0] is not None or of(there, b)]
    if groups:
        bars("cost", "Cost in LUTs, 7-series", "LUTs", groups)


def of(there, block):
    return there.get(block) or there.get(block.split(",")[0])


def cost_table(measured, there, most):
    """there: LUTs, flip-flops (None: not told) and blocks of RAM. Says where a block takes more than `most` times the LUTs."""
    def shown(v, form):
        return form % v if v is not None else ""

    print("%-28s %8s %8s %8s %10s   %10s %10s %10s %6s" % ("cost", "LUT", "FF", "BRAM36", "LUT memory", "LUT there", "FF there", "RAM there", "times"))
    for block, (lut, ff, ram, memory) in measured.items():
        their = of(there, block) or (None, None, None)
        times = lut / their[0] if lut is not None and their[0] else None
        print(("%-28s %8s %8s %8s %10s   %10s %10s %10s %6s %s" % (
            block, shown(lut, "%d") or "no end", shown(ff, "%d"), shown(ram, "%.1f"), shown(memory, "%d"), shown(their[0], "%g"), shown(their[1], "%g"), shown(their[2], "%g"),
            shown(times, "%.2f"), "above %g" % most if times and times > most else "")).rstrip())
