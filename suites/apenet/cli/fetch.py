# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# fetch.py OUT: a capture of both directions of a torus link: node 0.0.0 asks node 1.0.0 for 100 bytes under tag 5, and 400 ns
# behind the request's record the reply's begins. Packets and words are those of suites/apenet/holes.py.
import struct
import sys

sys.path.insert(0, "suites/apenet")
import holes  # noqa: E402

holes.PAPER = False

GET, REPLY = 4, 5
request = struct.pack("<QII", 0x20000, 100, 5)
asked, answered = holes.Link(), holes.Link()
asked.idle()
asked.packet(request, 9, addr=0x10000, kind=GET)
asked.idle()
answered.packet(holes.pattern(100, 1) + bytes(12), 5, addr=0x20000, kind=REPLY, by=holes.TARGET, to=holes.SOURCE)
answered.idle()


def record(ns, data):
    return struct.pack("<IIII", 0, ns, len(data), len(data)) + data


with open(sys.argv[1], "wb") as f:
    f.write(struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 147))
    f.write(record(0, holes.note(b"tool=fetch.py\npoint.0=out\npoint.1=in\n", 4)))
    for point, ns, link in ((0, 400, asked), (1, 800, answered)):
        words = link.bytes()
        f.write(record(ns, bytes([1, 4, 2, 0]) + struct.pack(">HHQII", point, 0, ns // 4, len(link.words) - 1, len(words)) + words))
