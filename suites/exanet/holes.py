# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# holes.py HOLE paper|mended OUT: a scenario in which the thesis's own protocol breaks, as a capture of
# the link between a sender and a receiver. Both are small models written here from the thesis (paper:
# retransmissions counted from 0, a context that is done accepts a higher number) or from exa_transfer.md
# and exa_rdma_rx.md (mended); words and CRCs are assembled here from the bit tables of exanet.md.
import struct
import sys
import zlib

PAPER = True


def crc(data, width, poly, reg):
    for byte in data:
        reg ^= byte << (width - 8)
        for _ in range(8):
            reg = (reg << 1 ^ (poly if reg >> (width - 1) & 1 else 0)) & (1 << width) - 1
    return reg


def node(x, y=0):
    return y << 4 | x


A, B, C = node(1), node(2), node(3)
PDID, MAILBOX, RECEIVER = 0x42, 0x383 << 32, 0x380 << 32
TIMEOUT_NS = 229000  # 2^15 cycles
CTX_TIMEOUT_NS = (1 << 20) * 20 // 3
LONG_NS = 60000000  # longer than the checker waits for an answer


def header(addr, size, kind, dst, pdid=PDID):
    body = (addr << 62 | size << 48 | kind << 43 | dst << 21 | pdid << 5).to_bytes(14, "big")
    return crc(body, 16, 0x1021, 0xFFFF).to_bytes(2, "big") + body


def footer(payload, src, tid, seq, first=0, last=0, notify=0):
    body = (seq << 47 | notify << 46 | last << 45 | first << 44 | src << 14 | tid).to_bytes(11, "big")
    body = zlib.crc32(payload).to_bytes(4, "big") + body
    return body[:4] + bytes([crc(body, 8, 7, 0xFF)]) + body[4:]


class Packet:
    def __init__(self, kind, src, dst, addr, data, tid, seq, **flags):
        self.kind, self.src, self.dst, self.addr, self.data = kind, src, dst, addr, data
        self.tid, self.seq, self.flags, self.code, self.pdid = tid, seq, flags, 0, PDID

    def lanes(self):
        return bytes(self.addr % 16) + self.data + bytes(-(self.addr + len(self.data)) % 16)

    def bytes(self):
        if self.kind == 10:
            body = (self.pdid >> 4) << 91 | (self.seq >> 12) << 90 | self.code << 86 | self.tid << 72 | 0x381 << 62
            body |= 10 << 43 | self.dst << 21 | (self.seq & 0xFFF) << 9 | (self.pdid & 15) << 5
            body = body.to_bytes(14, "big")
            return crc(body, 16, 0x1021, 0xFFFF).to_bytes(2, "big") + body
        return (header(self.addr, len(self.data), self.kind, self.dst, self.pdid) + self.lanes()
                + footer(self.lanes(), self.src, self.tid, self.seq, **self.flags))


class Wire:
    """The capture: what passes its points, a packet every 200 ns."""

    def __init__(self, *points):
        self.records, self.ns, self.points = [], 0, points or ("link",)

    def put(self, p, raw=None, point=0):
        self.records.append((self.ns, raw or p.bytes(), point))
        self.ns += 200

    def long_after(self):
        """Another link goes on: its packet tells of the time that has passed."""
        self.ns += LONG_NS
        self.put(None, header(0, 0, 18, C), len(self.points) - 1)


class Receiver:
    def __init__(self, wire, own, ways=256):
        self.wire, self.own, self.ways, self.contexts = wire, own, ways, {}
        self.responses_lost = 0

    def answer(self, p, code=0):
        a = Packet(10, self.own, p.src, 0, b"", p.tid, p.seq)
        a.code, a.pdid = code, p.pdid
        if code == 0 and self.responses_lost:
            self.responses_lost -= 1
        else:
            self.wire.put(a)

    def begin(self, p, control=None):
        return {"seq": p.seq, "done": False, "map": set(), "ends": [None, None], "control": control, "notify": False,
                "nacked": False, "answered": -1, "used": self.wire.ns}

    def take(self, p):
        key = (p.src, p.tid)
        c = self.contexts.get(key)
        if not PAPER:
            for old in [k for k, o in self.contexts.items() if self.wire.ns > o["used"] + CTX_TIMEOUT_NS]:
                del self.contexts[old]
            c = self.contexts.get(key)
        if c is None:
            if len(self.contexts) == self.ways:
                if PAPER or (key, p.seq) != self.__dict__.get("refused"):
                    self.answer(p, 2)
                self.refused = (key, p.seq)
                return
            c = self.contexts[key] = self.begin(p)
        c["used"] = self.wire.ns
        ahead = (p.seq - c["seq"]) % 8192
        if ahead >= 4096:
            return  # older: discarded without a word
        same = PAPER or p.seq // 16 == c["seq"] // 16
        if c["done"] and (ahead == 0 if PAPER else same):
            if PAPER or p.seq % 16 > c["answered"] or p.flags.get("last"):
                c["answered"] = max(c["answered"], p.seq % 16)
                self.answer(p)
            return
        if ahead:
            c = self.contexts[key] = self.begin(p, c["control"] if same else None)
        if p.kind == 2:
            c["control"] = p
        else:
            index = p.addr >> 8 & 63
            c["map"].add(index)
            c["notify"] |= bool(p.flags.get("notify"))
            c["ends"] = [index if p.flags.get("first") else c["ends"][0], index if p.flags.get("last") else c["ends"][1]]
        self.complete(c, p)

    def complete(self, c, p):
        first, last = c["ends"]
        if None in (first, last) or not set(range(first, last + 1)) <= c["map"] or c["notify"] and not c["control"]:
            return
        if c["notify"]:
            place = int.from_bytes(c["control"].data[:8], "little")
            note = Packet(6, self.own, place >> 42, place & (1 << 42) - 1, c["control"].data[16:], p.tid, p.seq)
            note.pdid = p.pdid
            self.wire.put(note)
        c["done"], c["answered"] = True, p.seq % 16
        self.answer(p)


class Sender:
    """Sends transactions packet by packet; what the scenario does to a packet stands in `fate`."""

    def __init__(self, wire, own, receiver):
        self.wire, self.own, self.receiver = wire, own, receiver
        self.gens, self.numbers = {}, {}

    def begin(self, tid, addr, data, notify=False):
        self.gens[tid] = self.gens.get(tid, -1) + 1
        self.numbers[tid] = 0 if PAPER else self.gens[tid] * 16
        return {"tid": tid, "addr": addr, "data": data, "notify": notify}

    def control(self, t):
        place = A << 42 | MAILBOX
        data = place.to_bytes(8, "little") + bytes(8) + bytes(range(0xA0, 0xB0))
        return Packet(2, self.own, self.receiver.own, RECEIVER, data, t["tid"], self.numbers[t["tid"]])

    def packets(self, t):
        n = len(t["data"])
        for at in range(0, n, 256):
            yield Packet(0, self.own, self.receiver.own, t["addr"] + at, t["data"][at:at + 256], t["tid"],
                         self.numbers[t["tid"]], first=int(at == 0), last=int(at + 256 >= n), notify=int(t["notify"]))

    def send(self, p, fate="arrives"):
        if fate == "lost":
            return
        self.wire.put(p)
        self.receiver.take(p)

    def attempt(self, t, lost=(), control=True):
        if t["notify"] and control:
            self.send(self.control(t))
        for i, p in enumerate(self.packets(t)):
            self.send(p, "lost" if i in lost else "arrives")

    def again(self, t, **how):
        self.wire.ns += TIMEOUT_NS
        self.numbers[t["tid"]] += 1
        self.attempt(t, **how)


def pattern(n, salt):
    return bytes((i * 7 + salt) & 255 for i in range(n))


def pair():
    wire = Wire()
    receiver = Receiver(wire, B)
    return wire, receiver, Sender(wire, A, receiver)


def e1():
    """A tid used again for other bytes meets its own context, which is done."""
    wire, _, s = pair()
    s.attempt(s.begin(5, 0x40000, pattern(1024, 1)))
    s.attempt(s.begin(5, 0x40000, pattern(1024, 2)))
    return wire


def e2():
    """The positive response is lost; the retry is written and notified again."""
    wire, r, s = pair()
    r.responses_lost = 1
    t = s.begin(5, 0x40000, pattern(512, 1), notify=True)
    s.attempt(t)
    s.again(t)
    return wire


def e3():
    """A packet of attempt 0 on a slower path comes after attempt 1 is over; mended: a retry has its path."""
    wire, r, s = pair()
    t = s.begin(5, 0x40000, pattern(1024, 1))
    late = list(s.packets(t))[2]
    if PAPER:
        s.attempt(t, lost=(2,))
    else:  # on one path the packet cannot be that late
        r.responses_lost = 1
        s.attempt(t)
    s.again(t)
    if PAPER:
        s.send(late)
    return wire


def e4():
    """Four transactions of a transfer, the last one marked notify; the first loses a packet."""
    wire, _, s = pair()
    ts = [s.begin(5 + i, 0x40000 + 0x4000 * i, pattern(1024, i), notify=i == 3) for i in range(4)]
    s.attempt(ts[0], lost=(1,))
    for t in ts[1:3]:
        s.attempt(t)
    if PAPER:
        s.attempt(ts[3])
        s.again(ts[0])
    else:
        s.again(ts[0])
        s.attempt(ts[3])
    return wire


def e6():
    """The control packet is lost, and firmware does not write it again."""
    wire, _, s = pair()
    t = s.begin(5, 0x40000, pattern(512, 1), notify=True)
    s.attempt(t, control=False) if PAPER else s.attempt(t, lost=(1,))
    s.again(t, control=not PAPER)
    if PAPER:
        s.again(t, control=False)
    return wire


def e7():
    """All ways of a set are taken: each packet of an attempt is refused by itself."""
    wire = Wire()
    receiver = Receiver(wire, B, ways=1)
    first, second = Sender(wire, A, receiver), Sender(wire, C, receiver)
    first.attempt(first.begin(5, 0x40000, pattern(512, 1)), lost=(1,))
    second.attempt(second.begin(5, 0x80000, pattern(1024, 2)))
    return wire


def e8():
    """Senders give up; their contexts are never free again. Another sender is refused for good, though nothing is under way."""
    wire = Wire()
    receiver = Receiver(wire, B, ways=4)
    gone, alive = Sender(wire, A, receiver), Sender(wire, C, receiver)
    for tid in range(4):
        gone.attempt(gone.begin(tid, 0x40000 + 0x4000 * tid, pattern(512, tid)), lost=(1,))
    t = alive.begin(5, 0x80000, pattern(256, 9))
    alive.attempt(t)
    for _ in range(14):  # the last retries of firmware are 2^18 cycles apart
        wire.ns += 5 * TIMEOUT_NS
        alive.again(t)
        if (C, 5) in receiver.contexts:
            break
    return wire


class Site:
    """A node at a link: what waits for the line, what has come over it, and what takes it."""

    def __init__(self, wire, own, point, room):
        self.wire, self.own, self.point, self.room = wire, own, point, room
        self.data, self.answers, self.come, self.turn = [], [], [], False
        self.receiver = Receiver(self, own)

    @property
    def ns(self):
        return self.wire.ns

    def put(self, p):
        """The receiver's answer waits for the line."""
        self.answers.append(p)

    def send(self):
        """One packet goes over the line, if the other end has room: answers and data in turns."""
        if len(self.peer.come) == self.room or not (self.data or self.answers):
            return False
        from_answers = self.answers and (self.turn or not self.data)
        self.turn = not from_answers
        p = (self.answers if from_answers else self.data).pop(0)
        self.wire.put(p, None, self.point)
        self.peer.come.append(p)
        return True


def between(one, other):
    one.peer, other.peer = other, one
    return one, other


def transactions(site, to, n, base):
    """Transactions of a packet each, of a process each."""
    sender = Sender(site, site.own, Receiver(None, to))
    for i in range(n):
        t = sender.begin(i, base + 0x4000 * i, pattern(256, i))
        for p in sender.packets(t):
            p.pdid = PDID + i
            yield p


def e9():
    """A and B write to each other at full rate. Paper: a receiver with an answer that waits for the line takes nothing more from the line. Once both
    memories pause, both ends fill up, and neither can send the answer that would let it go on."""
    wire = Wire("link to B", "link to A", "another link")
    a, b = between(Site(wire, A, 0, 8), Site(wire, B, 1, 8))
    for site, to in (a, B), (b, A):
        site.data = list(transactions(site, to, 40, 0x100000))
    step = moved = 0
    while step <= 24 or moved:
        moved = a.send() + b.send()
        for site in (a, b):
            stalls = PAPER and site.answers and site.come and site.come[0].kind == 0
            if step >= 24 and site.come and not stalls:
                p = site.come.pop(0)
                moved += 1
                if p.kind == 0:
                    site.receiver.take(p)
        step += 1
    wire.long_after()
    return wire


class Processor:
    """The R5 of a node: it starts so many transactions, each with a control packet that it waits to see taken, and then reads its mailbox."""

    def __init__(self, site, to, n):
        self.site, self.slot, self.mailbox, self.done = site, None, [], set()
        self.to_start = []
        sender = Sender(site, site.own, Receiver(None, to))
        for i in range(n):
            t = sender.begin(i, 0x100000 + 0x4000 * i, pattern(256, i), notify=True)
            self.to_start.append([sender.control(t)] + list(sender.packets(t)))
            for p in self.to_start[-1]:
                p.pdid = PDID + i
        self.all = {group[0].tid: group for group in self.to_start}

    def step(self):
        """The R5 writes a control packet, or takes a response. Returns whether it did."""
        if self.to_start:
            if any(p.kind == 2 for p in self.site.data):
                return False  # the port holds its write, and so the R5
            self.site.data += self.to_start.pop(0)
            return True
        if self.mailbox:
            self.done.add(self.mailbox.pop(0).tid)
            return True
        return False

    def again(self):
        """After the timeout: what has no answer is sent as a new attempt."""
        for tid, group in self.all.items():
            if tid not in self.done:
                for p in group:
                    p.seq += 1
                self.to_start.append(group)
        return bool(self.to_start)


def e10():
    """The R5 of each node writes control packets while the line is full. Its port holds the write, so it does not read its mailbox; the paper's mailbox,
    full, holds up the line: a circle through both processors. Mended: a full mailbox drops, and firmware sends again."""
    wire = Wire("link to B", "link to A", "another link")
    a, b = between(Site(wire, A, 0, 4), Site(wire, B, 1, 4))
    cpus = {a: Processor(a, B, 16), b: Processor(b, A, 16)}
    moved = True
    while moved:
        moved = a.send() + b.send()
        for site, cpu in cpus.items():
            moved += cpu.step()
            head = site.come[0] if site.come else None
            if head is None or (PAPER and head.kind == 10 and len(cpu.mailbox) == 2):
                continue
            site.come.pop(0)
            moved += 1
            if head.kind in (0, 2):
                site.receiver.take(head)
            elif head.kind == 10 and len(cpu.mailbox) < 2:
                cpu.mailbox.append(head)
        if not moved and not PAPER:
            wire.ns += TIMEOUT_NS
            moved = sum(cpu.again() for cpu in cpus.values())
    wire.long_after()
    return wire


def e13():
    """Words are lost on the link: payload and footer of one packet under the header of another."""
    wire, _, s = pair()
    one = list(s.packets(s.begin(5, 0x40000, pattern(512, 1))))
    two = list(s.packets(s.begin(6, 0x80000, pattern(512, 2))))
    wire.put(one[0])
    wire.put(two[0])
    if PAPER:
        wire.put(None, header(two[1].addr, 256, 0, B) + one[1].bytes()[16:])
    else:  # the link sees the break and hands on nothing of it; both packets come again
        wire.put(one[1])
        wire.put(two[1])
    return wire


def e17():
    """Every packet of an attempt that is done is answered when it comes again."""
    wire, _, s = pair()
    t = s.begin(5, 0x40000, pattern(1024, 1))
    s.attempt(t)
    s.attempt(t) if PAPER else s.send(list(s.packets(t))[3])
    return wire


def e18():
    """Firmware starts anew at number 0 while the receiver remembers a newer one: nothing is answered."""
    wire, r, s = pair()
    t = s.begin(5, 0x40000, pattern(512, 1))
    s.attempt(t, lost=(1,))
    s.again(t)
    if PAPER:  # mended: it waits until the contexts of its life before are gone, with a new capture
        s.gens = {}
        t = s.begin(5, 0x40000, pattern(512, 9))
        s.attempt(t)
    return wire


def note(text):
    return bytes([1, 0, 3, 0]) + bytes(16) + struct.pack(">I", len(text)) + text


def write(path, wire, name):
    def record(ns, data):
        return struct.pack("<IIII", ns // 10**9, ns % 10**9, len(data), len(data)) + data

    with open(path, "wb") as f:
        f.write(struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 147))
        points = "".join("point.%d=%s\n" % at for at in enumerate(wire.points))
        f.write(record(0, note(("tool=holes.py\nhole=%s\n%s" % (name, points)).encode())))
        for ns, data, point in wire.records:
            head = bytes([1, 2, 1, 0]) + struct.pack(">HHQII", point, 0, ns * 3 // 20, 0, len(data))
            f.write(record(ns, head + data))


if __name__ == "__main__":
    PAPER = sys.argv[2] == "paper"
    write(sys.argv[3], globals()[sys.argv[1]](), sys.argv[1])
