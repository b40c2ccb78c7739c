# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# way.py OUT [LINE]: a capture of a torus of 4 x 4: a packet from 0.0.0 to 2.1.0 on the three links of its way, y first; its first
# record has LINE. Words are those of suites/apenet/holes.py.
import struct
import sys

sys.path.insert(0, "suites/apenet")
import holes  # noqa: E402

holes.PAPER = False
SOURCE, TARGET = (0, 0, 0), (2, 1, 0)
STEPS = ((0, 2, 0, 1), (4, 0, 0, 0), (5, 0, 0, 1))  # point, port, VC, last hop in the dimension


def packet(vc, last, hops):
    payload = holes.pattern(64, 1)
    head = holes.sealed(vc | last << 4 | 7 << 5 | holes.node(TARGET) << 21 | 1 << 43 | 64 << 48 | 0x10000 << 62 | hops << 110)
    return head.to_bytes(16, "big") + payload + holes.footer(head, payload, 1, 0, 1, SOURCE).to_bytes(16, "big")


def record(ns, data):
    return struct.pack("<IIII", 0, ns, len(data), len(data)) + data


text = "tool=way.py\n" + "".join(line + "\n" for line in sys.argv[2:])
with open(sys.argv[1], "wb") as f:
    f.write(struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 147))
    f.write(record(0, bytes([1, 1, 3, 0]) + bytes(16) + struct.pack(">I", len(text)) + text.encode()))
    for i, (point, port, vc, last) in enumerate(STEPS):
        data = packet(vc, last, i + 1)
        f.write(record(40 * i, bytes([1, 4, 1, 0]) + struct.pack(">HBBQII", point, 1, port, 10 * i + 1, 5, len(data)) + data))
