# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# wires.py HOLE paper|mended OUT: the words of a scenario of suites/apenet/holes.py as a waveform of a link's word wire, with k when
# it is out of band, and a cycle without a word behind all.
import sys

sys.path.insert(0, "suites/apenet")
import holes  # noqa: E402

holes.PAPER = sys.argv[2] == "paper"
link = getattr(holes, sys.argv[1])()
with open(sys.argv[3], "w", encoding="ascii") as f:
    f.write("$timescale 1ns $end\n$scope module tb $end\n$scope module u_link $end\n"
            "$var wire 1 c clk $end\n$var wire 1 r rst $end\n"
            "$var wire 1 v wire_tx_valid $end\n$var wire 128 d wire_tx_data [127:0] $end\n"
            + ("$var wire 1 k wire_tx_k $end\n" if link.band else "") +
            "$upscope $end\n$upscope $end\n$enddefinitions $end\n#0\n0c\n1r\n0v\nb0 d\n")
    now = 2
    f.write("#%d\n1c\n#%d\n0c\n0r\n" % (now, now + 2))
    for lead, word in zip(link.leads, link.words):
        now += 4
        mark = "{:d}k\n".format(lead == holes.CONTROL) if link.band else ""
        f.write("1v\n{}b{:b} d\n#{}\n1c\n#{}\n0c\n".format(mark, word, now, now + 2))
    f.write("0v\n#%d\n1c\n#%d\n0c\n" % (now + 4, now + 6))
