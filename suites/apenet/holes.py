# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# holes.py HOLE paper|mended OUT: a scenario in which the protocol of APEnet's paper, or of the public router and link, breaks,
# as a capture of one torus link. The transmitter is a small model written here from checkers/apenet/spec/apenet.md
# (mended) or with what the public one has instead (paper); SECDED and CRC are made here from the page's words. The paper's control
# words travel in band, mended out of band, but for the holes that are mended in band.
import struct
import sys
import zlib

PAPER = True
MAGIC = 0xFFFFAAAA5555AAAAFFFFAAAA5555AAAA
START = 0xFFFFBBBB6666BBBBFFFFBBBB6666BBBB
PUT = 1
PERIOD = 128  # a credit word among so many words
WORD, CONTROL, BEHIND, IN_BAND = range(4)  # leading bytes
SOURCE, TARGET, PID = (0, 0, 0), (1, 0, 0), 7
POSITIONS = [p for p in range(3, 128) if p & (p - 1)]


def secded(word):
    """The eight bits over bits 119:0 of a word."""
    parity = 0
    for i, position in enumerate(POSITIONS):
        if word >> i & 1:
            parity ^= position
    whole = bin(word & (1 << 120) - 1).count("1") + bin(parity).count("1")
    return parity << 1 | whole & 1


def sealed(word):
    return word | secded(word) << 120


def node(n):
    return n[0] | n[1] << 6 | n[2] << 11


def header(length, addr, kind, to, vc=0, hops=1):
    return sealed(vc | PID << 5 | node(to) << 21 | kind << 43 | length << 48 | addr << 62 | hops << 110)


def footer(head, payload, msg, pkt, last, by):
    same = head & ((1 << 110) - 1) & ~0x1F  # without vc, hops, SECDED
    word = msg << 64 | pkt << 48 | last << 46 | by[0] << 40 | by[1] << 35 | by[2] << 30
    crc = zlib.crc32(same.to_bytes(16, "big") + payload + word.to_bytes(16, "big"))
    return word | crc << 96


def credit():
    return sealed(8 | 2 << 10 | 8 << 18 | 2 << 28)


def pattern(n, salt):
    return bytes((i * 7 + salt) & 0x7F for i in range(n))


class Link:
    """One direction: words, one a cycle, each with its leading byte."""

    def __init__(self, literal=True, refresh=True, band=None):
        self.words, self.leads, self.literal, self.refresh, self.quiet = [], [], literal, refresh, 0
        self.band = not PAPER if band is None else band

    def put(self, word, k=False):
        behind = self.words and self.leads[-1] == CONTROL and self.words[-1] == MAGIC
        self.leads.append(IN_BAND if not self.band else CONTROL if k else BEHIND if behind else WORD)
        self.words.append(word)
        self.quiet += 1

    def credit(self):
        self.put(credit())
        self.quiet = 0

    def idle(self, n=4):
        for _ in range(n):
            if self.band:
                self.put(MAGIC, True)
            self.credit()

    def inside(self, word):
        if self.refresh and self.quiet > PERIOD - 4:
            self.put(MAGIC, True)
            self.credit()
        self.put(word)
        if word == MAGIC and self.literal and not self.band:
            self.put(MAGIC)

    def bytes(self):
        """The words as a record has them."""
        return b"".join(bytes([lead]) + w.to_bytes(16, "big") for lead, w in zip(self.leads, self.words))

    def packet(self, payload, msg, pkt=0, last=1, addr=0x10000, kind=PUT, by=SOURCE, to=TARGET, vc=0, hops=1):
        head = header(len(payload), addr, kind, to, vc, hops)
        for word in (MAGIC, START, head):
            self.put(word, word != head)
        for at in range(0, len(payload), 16):
            self.inside(int.from_bytes(payload[at:at + 16], "little"))
        self.inside(footer(head, payload, msg, pkt, last, by))


def a3():
    """A payload word of MAGIC: sent once, the next word passes for a credit word."""
    link = Link(literal=not PAPER, band=False)
    link.idle()
    link.packet(pattern(32, 1) + MAGIC.to_bytes(16, "little") + pattern(48, 3), 1)
    link.idle()
    return link


def a4():
    """A stream without pause, and a timer that never comes to its limit: no credit word for hundreds of words."""
    link = Link(refresh=not PAPER)
    link.idle()
    for i in range(3):
        link.packet(pattern(4096, i), i + 1, addr=0x10000 + 4096 * i)
    link.idle()
    return link


def a8():
    """The last packet of a message is lost whole; the paper's sender goes on with the next message. Mended is what
    the line carries without the loss: no packet comes again on it, the receiver's timer tells (msg_timeout)."""
    link = Link()
    link.idle()
    link.packet(pattern(64, 1), 1, 0, 0, 0x10000)
    link.packet(pattern(64, 2), 1, 1, 0, 0x10040)
    if not PAPER:
        link.packet(pattern(64, 3), 1, 2, 1, 0x10080)
    link.idle()
    link.packet(pattern(64, 4), 2, 0, 1, 0x20000)
    link.idle()
    return link


def inner():
    """The words of a whole packet that nobody sends, as a payload: START, header, payload, footer."""
    head, payload = header(16, 0xDEAD000, PUT, TARGET, hops=1), pattern(16, 9)
    words = (START, head, int.from_bytes(payload, "little"), footer(head, payload, 0x666, 0, 1, (5, 5, 5)))
    return b"".join(w.to_bytes(16, "little") for w in words)


def a13():
    """Two bits of a header are struck, and the payload is a packet: in band the receiver takes its START for a packet's. Mended the
    same words are lost with their header."""
    link = Link()
    link.idle()
    link.packet(inner(), 1)
    link.words[link.words.index(START) + 1] ^= 3 << 30
    link.idle()
    return link


def a18():
    """START between packets is struck, and the payload is zeros: in band each is a clean credit word that says that all room is free.
    Mended a credit word stands behind MAGIC with k."""
    link = Link()
    link.idle()
    link.packet(bytes(128), 1)
    link.words[link.words.index(START)] ^= 1 << 64
    return link


def a11():
    """A ring of six nodes in which no plus port is in use: a packet from node 1 to node 4 is a tie, goes minus and
    takes the wrap link from node 0 to node 5, so that its VC is 1 all the way. The public router gives it the VC of the
    way that it would have gone plus, where no wrap link is."""
    hops = []
    for i, node_of in enumerate((1, 0, 5)):
        link = Link()
        link.idle()
        link.packet(pattern(64, 1), 1, by=(1, 0, 0), to=(4, 0, 0), vc=(0 if PAPER else 1) | (16 if i == 2 else 0), hops=i + 1)
        link.idle()
        hops.append((node_of, 1, link))
    return hops


def note(text, fabric):
    return bytes([1, fabric, 3, 0]) + bytes(16) + struct.pack(">I", len(text)) + text


def write(path, link, name):
    def record(ns, data):
        return struct.pack("<IIII", ns // 10**9, ns % 10**9, len(data), len(data)) + data

    lines = link if isinstance(link, list) else [(0, 0, link)]
    with open(path, "wb") as f:
        f.write(struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 147))
        what = b"point.0=x+\n" if lines[0][2] is link else b"lattice=6x1x1\n"
        f.write(record(0, note(b"tool=holes.py\nhole=%s\n" % name.encode() + what, 4 if lines[0][2] is not link else 0)))
        first = 1
        for point, port, line in lines:
            words = line.bytes()
            side = 1 << 8 | port if lines[0][2] is not link else 0
            for at in range(0, len(words), 17 * 200):
                part = words[at:at + 17 * 200]
                cycle = first + at // 17
                head = bytes([1, 4, 2, 0]) + struct.pack(">HHQII", point, side, cycle, len(part) // 17 - 1, len(part))
                f.write(record(4 * cycle, head + part))
            first += len(words) // 17 if lines[0][2] is not link else 0


if __name__ == "__main__":
    PAPER = sys.argv[2] == "paper"
    write(sys.argv[3], globals()[sys.argv[1]](), sys.argv[1])
