# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# wires.py CAPTURE OUT: the runs of a capture of one lane as a waveform of its end's wires, a clock of 2 ns from cycle 0 on, with
# comma words between runs; two cycles of reset.
import struct
import sys

PCAP_HEAD, RECORD_HEAD, OWN_HEAD, COMMA = 24, 16, 24, (1, 0xC5BC, 0)
words = {1: {}, 2: {}}  # by direction: cycle to k, data, err
data, at, last = open(sys.argv[1], "rb").read(), PCAP_HEAD, 0
while at < len(data):
    n = struct.unpack_from("<I", data, at + 8)[0]
    record = data[at + RECORD_HEAD:at + RECORD_HEAD + n]
    at += RECORD_HEAD + n
    if record[2] != 2:
        continue
    cycle = struct.unpack_from(">Q", record, 8)[0]
    for i in range(OWN_HEAD, len(record), 3):
        flags, word = struct.unpack_from(">BH", record, i)
        words[record[6]][cycle] = (0, word, flags >> 2 & 1)
        last = cycle = cycle + 1
with open(sys.argv[2], "w", encoding="ascii") as f:
    f.write("$timescale 1ns $end\n$scope module tb $end\n$scope module u_link $end\n$var wire 1 c clk $end\n$var wire 1 r rst $end\n"
            "$var wire 1 a wire_tx_k $end\n$var wire 16 b wire_tx_data [15:0] $end\n"
            "$var wire 1 d wire_rx_k $end\n$var wire 16 e wire_rx_data [15:0] $end\n$var wire 1 f wire_rx_err $end\n"
            "$upscope $end\n$upscope $end\n$enddefinitions $end\n")
    for cycle in range(-2, last + 8):
        (tx_k, tx, _), (rx_k, rx, err) = words[1].get(cycle, COMMA), words[2].get(cycle, COMMA)
        f.write("#%d\n0c\n%dr\n%da\nb%s b\n%dd\nb%s e\n%df\n#%d\n1c\n" %
                (2 * cycle + 4, cycle < 0, tx_k, bin(tx)[2:], rx_k, bin(rx)[2:], err, 2 * cycle + 5))
