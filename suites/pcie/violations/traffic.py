# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Correct traffic, made or of real captures, and the forms in which a capture holds it.
import collections
import os
import random
import struct
import zlib

TREE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
REAL = os.path.join(TREE, "../shared/captures/nettlp")


class Tlp:
    """One TLP: its time in ns, its bytes, the way it goes."""

    def __init__(self, ns, data, up):
        self.ns, self.data, self.up = ns, bytearray(data), up

    def copy(self, later=1):
        return Tlp(self.ns + later, self.data, self.up)

    type = property(lambda self: self.data[0])
    completion = property(lambda self: self.data[0] & 0x1e == 0x0a)
    piece = property(lambda self: self.data[0] == 0x4a)
    read = property(lambda self: self.data[0] in (0x00, 0x20))
    write = property(lambda self: self.data[0] in (0x40, 0x60))
    length = property(lambda self: (self.data[2] & 3) << 8 | self.data[3])
    count = property(lambda self: (self.data[6] & 15) << 8 | self.data[7])
    more = property(lambda self: self.piece and 4 * self.length - (self.data[11] & 3) < self.count)

    @property
    def transaction(self):
        at = 8 if self.completion else 4
        return bytes(self.data[at:at + 2]), self.data[at + 2] if self.completion else self.data[6]


# Correct traffic

def real_traffic(path):
    """The TLPs of a NetTLP capture, with zeros where it kept only their first bytes."""
    with open(path, "rb") as f:
        data = f.read()
    order, scale = ("<", 1) if data[:4] == b"\x4d\x3c\xb2\xa1" else ("<", 1000)
    at, out = 24, []
    while at + 16 <= len(data):
        seconds, part, kept, _ = struct.unpack(order + "IIII", data[at:at + 16])
        frame = data[at + 16:at + 16 + kept]
        at += 16 + kept
        kind_at = 12
        while frame[kind_at:kind_at + 2] == b"\x81\x00":  # a VLAN
            kind_at += 4
        ip = frame[kind_at + 2:]
        head = 4 * (ip[0] & 15)
        size = struct.unpack(">H", ip[head + 4:head + 6])[0] - 14
        tlp = ip[head + 14:head + 14 + size]
        out.append(Tlp(seconds * 10**9 + part * scale, tlp + bytes(size - len(tlp)), False))
    asked = collections.Counter(t.transaction[0] for t in out if t.read)
    device = asked.most_common(1)[0][0] if asked else b""
    for t in out:
        t.up = (t.transaction[0] == device) != t.completion
    return out


def dw0(first, length, byte1=0):
    return bytes([first, byte1, length >> 8 & 3, length & 255])


DEVICE, ROOT = b"\x19\x00", b"\x00\x00"


def made_traffic(rng, tags, rounds=60):
    """Reads of every size with many outstanding, writes, I/O, configuration, AtomicOps, messages."""
    out, free, now = [], list(range(tags)), 10**9

    def data(n):
        return bytes(rng.randrange(256) for _ in range(4 * n))

    def answer(ns, who, by, tag, first, byte_count, low, payload, up, status=0):
        out.append(Tlp(ns, dw0(first, len(payload) // 4) + by + bytes([status << 5 | byte_count >> 8 & 15, byte_count & 255])
                       + who + bytes([tag, low]) + payload, up))

    def read(ns, tag):
        length = rng.choice([1, 1, 2, 3, 16, 31, 32, 64, 100, 128])
        address = rng.randrange(2, 1 << 18) << 12 | 4 * rng.randrange(1024 - length + 1)
        zero = length == 1 and rng.random() < 0.3
        first_be, last_be = 0 if zero else rng.choice([15, 15, 14, 8]), 0 if length == 1 else rng.choice([15, 15, 7, 1])
        four = rng.random() < 0.3
        where = (b"\0\0\0\1" if four else b"") + struct.pack(">I", address)
        out.append(Tlp(ns, dw0(0x20 if four else 0, length) + DEVICE + bytes([tag, last_be << 4 | first_be]) + where, True))
        skip = next((i for i in range(4) if first_be >> i & 1), 0)
        cut = next((i for i in range(4) if last_be >> (3 - i) & 1), 0) if length > 1 else 0
        if length == 1 and not zero:
            cut = next(i for i in range(4) if first_be >> (3 - i) & 1)
        left, low = (1, address) if zero else (4 * length - skip - cut, address + skip)
        ns += rng.randrange(400, 900)
        if rng.random() < 0.05:
            answer(ns, DEVICE, ROOT, tag, 0x0a, left, low & 0x7f, b"", False, status=1)
            return ns
        while left > 0:
            first = low & ~3
            ends = [e for e in range(first // 64 * 64 + 64, low + left, 64)]
            end = rng.choice(ends) if ends and rng.random() < 0.7 else low + left
            dws = (end + 3) // 4 - first // 4
            answer(ns, DEVICE, ROOT, tag, 0x4a, left, low & 0x7f, data(dws), False)
            left, low = left - (end - low), end
            ns += rng.randrange(5, 60)
        return ns

    def simple(ns, tag):
        kind = rng.randrange(7)
        head = DEVICE + bytes([tag, 0x0f])
        if kind < 2:  # I/O: the root asks the device
            head = ROOT + bytes([tag, 0x0f])
            out.append(Tlp(ns, dw0(0x42 if kind else 0x02, 1) + head + b"\0\0\x10\0" + (data(1) if kind else b""), False))
            answer(ns + 300, ROOT, DEVICE, tag, 0x0a if kind else 0x4a, 4, 0, b"" if kind else data(1), True)
        elif kind < 4:
            head = ROOT + bytes([tag, 0x0f])
            write = kind == 3
            out.append(Tlp(ns, dw0(0x44 if write else 0x04, 1) + head + DEVICE + b"\0\x10" + (data(1) if write else b""), False))
            answer(ns + 300, ROOT, DEVICE, tag, 0x0a if write else 0x4a, 4, 0, b"" if write else data(1), True)
        else:
            first, size = [(0x4c, 1), (0x4d, 2), (0x4e, 4)][kind - 4]
            out.append(Tlp(ns, dw0(first, size) + head + struct.pack(">I", 0x40000 + 64 * tag) + data(size), True))
            operand = size // 2 if first == 0x4e else size
            answer(ns + 500, DEVICE, ROOT, tag, 0x4a, 4 * operand, 0, data(operand), False)
        return ns + 600

    def posted(ns):
        what = rng.randrange(4)
        if what == 0:
            for first in (0x20, 0x24):
                out.append(Tlp(ns + first, dw0(0x34, 0) + DEVICE + bytes([0, first]) + bytes(8), True))
        else:
            length = rng.choice([1, 2, 4, 32])
            four, up = rng.random() < 0.5, rng.random() < 0.7
            where = (b"\0\0\0\1" if four else b"") + struct.pack(">I", rng.randrange(1 << 18) << 12 | 64 * rng.randrange(8))
            out.append(Tlp(ns, dw0(0x60 if four else 0x40, length) + (DEVICE if up else ROOT)
                           + bytes([0, 0xff if length > 1 else 0x0f]) + where + data(length), up))

    busy = []
    for _ in range(rounds):
        busy.sort()
        while busy and (busy[0][0] < now or not free):
            done, tag = busy.pop(0)
            now = max(now, done + 1)
            free.append(tag)
        if rng.random() < 0.3:
            posted(now)
        else:
            tag = free.pop(0)
            busy.append(((read if rng.random() < 0.7 else simple)(now, tag), tag))
        now += rng.randrange(60, 300)
    return sorted(out, key=lambda t: t.ns)


def digest(data):
    """The ECRC of a TLP without local prefixes: its variant bits count as 1."""
    first = next(i for i in range(0, len(data), 4) if data[i] & 0xe0 != 0x80)
    seen = bytearray(data)
    seen[first] |= 1
    seen[first + 2] |= 0x40
    return zlib.crc32(seen).to_bytes(4, "little")


class Mixed:
    """Traffic of everything that the specification allows: classes, attributes, hints, digests, prefixes, locked
    reads, translations, refusals, messages of all kinds, several requesters."""

    REQUESTERS = (DEVICE, b"\x19\x01", b"\x1a\x08")

    def __init__(self, rng, tags=256):
        self.rng, self.out, self.tag_n = rng, [], tags
        self.tags = {}  # requester and tag: the time of the last completion

    def put(self, ns, data, up):
        """The TLP, at times with a digest and a prefix."""
        data, rng = bytearray(data), self.rng
        if rng.random() < 0.15:
            data = bytearray(rng.choice([b"\x91\x00\x00\x05", b"\x9e\x01\x02\x03"])) + data if rng.random() < 0.5 else data
            first = next(i for i in range(0, len(data), 4) if data[i] & 0xe0 != 0x80)
            data[first + 2] |= 0x80
            data += digest(data)
        elif rng.random() < 0.05:
            data = bytearray(rng.choice([b"\x91\x00\x00\x05", b"\x8e\x00\x00\x00", b"\x8f\0\0\0\x90\0\0\0"])) + data
        self.out.append(Tlp(ns, data, up))

    def head(self, first, length, tc=0, attr=0, th=0, at=0, ep=0):
        """DW0; attr has IDO in bit 2, Relaxed Ordering and No Snoop below. IDO of a completion is its completer's choice."""
        if first & 0x1e == 0x0a:
            attr = attr & 3 | self.rng.choice([attr & 4, 0, 4])
        return bytes([first, tc << 4 | attr >> 2 << 2 | th, ep << 6 | (attr & 3) << 4 | at << 2 | length >> 8 & 3, length & 255])

    def payload(self, n):
        return bytes(self.rng.randrange(256) for _ in range(4 * n))

    def tag(self, who, ns):
        """A tag of that requester that is free at that time, one that was free for long or not."""
        free = [t for t in range(self.tag_n) if self.tags.get((who, t), 0) < ns]
        return self.rng.choice(free) if free else None

    def answer(self, ns, head, by, status, count, who, tag, low, payload, up):
        self.tags[who, tag] = max(ns, self.tags.get((who, tag), 0))
        self.put(ns, head + by + bytes([status << 5 | count >> 8 & 15, count & 255]) + who + bytes([tag, low]) + payload, up)

    def read(self, ns):
        rng = self.rng
        up = rng.random() < 0.8
        who, by = (rng.choice(self.REQUESTERS), ROOT) if up else (ROOT, rng.choice(self.REQUESTERS))
        locked = not up and rng.random() < 0.2
        tc, attr, at = rng.choice([0, 0, 0, 1, 7]), rng.choice([0, 0, 1, 2, 3, 4, 6]), rng.choice([0, 0, 0, 2])
        th = up and not locked and rng.random() < 0.15
        length = rng.choice([1, 1, 1, 2, 2, 3, 5, 32, 33, 128, 256, 512, 1024])
        address = rng.randrange(2, 1 << 18) << 12 | 4 * rng.randrange(1024 - length + 1)
        if length == 1:
            first_be, last_be = rng.choice([15, 0, 0, 0, 1, 2, 4, 6, 9, 5, 8]), 0
        elif length == 2 and address % 8 == 0:
            first_be, last_be = rng.choice([15, 5, 9, 2, 8]), rng.choice([15, 5, 10, 4, 1])
        else:
            first_be, last_be = rng.choice([15, 14, 12, 8]), rng.choice([15, 7, 3, 1])
        tag = self.tag(who, ns)
        if tag is None:
            return
        four = rng.random() < 0.4
        first = (0x20 if four else 0) | locked
        where = (b"\0\0\0\7" if four else b"") + struct.pack(">I", address | (rng.randrange(4) if th else 0))
        self.put(ns, self.head(first, length & 1023, tc, attr, th, at) + who + bytes([tag, last_be << 4 | first_be]) + where, up)
        if th:
            first_be, last_be = 15, 15 if length > 1 else 0
        skip = next((i for i in range(4) if first_be >> i & 1), 0)
        end_be = first_be if length == 1 else last_be
        cut = next((i for i in range(4) if end_be >> (3 - i) & 1), 0)
        left, low = (1, address) if length == 1 and not first_be else (4 * length - skip - cut, address + skip)
        boundary = rng.choice([64, 128])
        refuse = rng.random()
        while left > 0:
            ns += rng.randrange(200, 900)
            if refuse < 0.08 and rng.random() < 0.6:
                self.answer(ns, self.head(0x0a | locked, 0, tc, attr), by, rng.choice([1, 4]), left & 4095, who, tag,
                            low & 0x7f, b"", not up)
                return
            start = low & ~3
            ends = [e for e in range(start // boundary * boundary + boundary, low + left, boundary)]
            end = rng.choice(ends) if ends and rng.random() < 0.7 else low + left
            if end - start > 1024:
                end = start // 128 * 128 + 1024
            dws = (end + 3) // 4 - start // 4
            self.answer(ns, self.head(0x4a | locked, dws & 1023, tc, attr, ep=rng.random() < 0.05), by, 0, left & 4095, who, tag,
                        low & 0x7f, self.payload(dws), not up)
            left, low = left - (end - low), end

    def write(self, ns):
        rng = self.rng
        up, length = rng.random() < 0.6, rng.choice([1, 1, 2, 3, 8, 64, 128])
        who, th = rng.choice(self.REQUESTERS) if up else ROOT, rng.random() < 0.1
        address = rng.randrange(2, 1 << 18) << 12 | 4 * rng.randrange(1024 - length + 1)
        first_be = rng.choice([15, 0, 3, 9]) if length == 1 else rng.choice([15, 14, 8])
        last_be = 0 if length == 1 else rng.choice([15, 7, 1])
        four = rng.random() < 0.4
        where = (b"\0\0\0\7" if four else b"") + struct.pack(">I", address | (rng.randrange(4) if th else 0))
        self.put(ns, self.head(0x60 if four else 0x40, length, rng.choice([0, 0, 1, 5]), rng.choice([0, 1, 2, 4]), th,
                               rng.choice([0, 0, 2]), rng.random() < 0.05) + who
                 + bytes([rng.randrange(256), last_be << 4 | first_be]) + where + self.payload(length), up)

    def small(self, ns):
        """I/O, configuration of both types, AtomicOps, each at times refused."""
        rng = self.rng
        first, size = rng.choice([(0x02, 1), (0x42, 1), (0x04, 1), (0x44, 1), (0x05, 1), (0x45, 1), (0x4c, 1), (0x4c, 2), (0x4d, 1),
                                  (0x4d, 2), (0x4e, 2), (0x4e, 4), (0x4e, 8)])
        atomic = first & 0x1f >= 0x0c
        tc, attr = (rng.choice([0, 2]), rng.choice([0, 1, 2, 4])) if atomic else (0, 0)
        who, by = (rng.choice(self.REQUESTERS), ROOT) if atomic else (ROOT, rng.choice(self.REQUESTERS))
        tag = self.tag(who, ns)
        if tag is None:
            return
        where = struct.pack(">I", rng.randrange(1 << 20) << 6) if first & 0x1f not in (4, 5) else by + struct.pack(">H", 4 * rng.randrange(1024))
        self.put(ns, self.head(first, size, tc, attr) + who + bytes([tag, rng.choice([15, 1, 3, 8]) if not atomic else 0]) + where
                 + (self.payload(size) if first & 0x40 else b""), atomic)
        operand = size // 2 if first == 0x4e else size
        status = rng.choice([0, 0, 0, 0, 1, 4, 2 if first & 0x1f in (4, 5) else 1])
        data = status == 0 and (atomic or not first & 0x40)
        self.answer(ns + rng.randrange(300, 900), self.head(0x4a if data else 0x0a, operand if data else 0, tc, attr), by, status,
                    4 * operand if status == 0 or rng.random() < 0.5 else 4, who, tag, 0, self.payload(operand) if data else b"", not atomic)

    def message(self, ns):
        rng = self.rng
        code, route, up, dws, data = rng.choice([
            (0x20, 4, True, 0, None), (0x27, 4, True, 0, None), (0x14, 4, False, 0, None), (0x18, 0, True, 0, None),
            (0x19, 3, False, 0, None), (0x1b, 5, True, 0, None), (0x30, 0, True, 0, None), (0x31, 0, True, 0, None),
            (0x33, 0, True, 0, None), (0x00, 3, False, 0, None), (0x50, 4, False, 0, 1), (0x10, 4, True, 0x10011002, None),
            (0x12, 4, False, 0xf, None), (0x52, 4, True, 0, None), (0x53, 4, False, 0, None), (0x53, 4, False, 0x1234, 1),
            (0x04, 0, True, 0x10005007, None), (0x05, 2, False, 0x19000000, None), (0x01, 2, False, 0x19000000, 2),
            (0x02, 2, True, 0x11, None), (0x7e, 0, True, 0x1af41234, None), (0x7f, 3, False, 0x1af45678, 4), (0x7f, 2, True, 7, 1)])
        vendor = code >= 0x7e
        tail = struct.pack(">Q", dws if code in (0x10, 0x12, 0x53, 0x04) else dws << 32)
        self.put(ns, self.head((0x70 if data else 0x30) | route, data or 0, rng.choice([0, 3]) if vendor else 0,
                               rng.choice([0, 4]) if not vendor else rng.randrange(8)) + (rng.choice(self.REQUESTERS) if up else ROOT)
                 + bytes([0, code]) + tail + (self.payload(data) if data else b""), up)

    def all(self, rounds):
        ns = 10**9
        for _ in range(rounds):
            self.rng.choice([self.read, self.read, self.read, self.write, self.small, self.message])(ns)
            ns += self.rng.randrange(20, 600)
        return sorted(self.out, key=lambda t: t.ns)


def all_traffic(seed):
    """(name, TLPs) of each traffic: what is made, and of the real captures those that are there."""
    rng = random.Random(seed)
    out = [("made, 32 tags", made_traffic(rng, 32)), ("made, 3 tags", made_traffic(rng, 3))]
    out.append(("nic_like_1500b", real_traffic(os.path.join(TREE, "traces/pcie/nic_like_1500b.pcap"))))
    for name in ("x520/x520-1500B-16pkt", "x520/x520-512B-32pkt", "simple-nic/simple-nic-ping"):
        if os.path.exists(os.path.join(REAL, name + ".pcap")):
            out.append((name, real_traffic(os.path.join(REAL, name + ".pcap"))))
    return out


def mixed_traffic(seed):
    return [(f"mixed, {tags} tags", Mixed(random.Random(f"{seed} {tags}"), tags).all(400)) for tags in (256, 12)]


# The forms of a capture

def pcap(link, records):
    out = [struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, link)]
    for ns, data in records:
        out.append(struct.pack("<IIII", ns // 10**9, ns % 10**9, len(data), len(data)) + data)
    return b"".join(out)


def as_nettlp(tlps):
    sent, records = collections.Counter(), []
    for t in tlps:
        sent[t.up] += 1
        body = struct.pack(">HI", sent[t.up] & 0xffff, t.ns // 8 & 0xffffffff) + bytes(t.data)
        udp = struct.pack(">HHHH", 0x3001, 0x3001, 8 + len(body), 0) + body
        ends = bytes([10, 0, 0, 1, 10, 0, 0, 3]) if t.up else bytes([10, 0, 0, 3, 10, 0, 0, 1])
        ip = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0) + ends
        records.append((t.ns, (bytes(12) + b"\x08\x00" + ip + udp).ljust(60, b"\0")))
    return pcap(1, records)


def own_head(unit, up, ns, length):
    return struct.pack(">BBBBHBBQII", 1, 1, unit, 0, 0 if up else 1, 1 if up else 2, 0, ns // 8, 1, length)


def as_own(records):
    """A simulation's capture, which begins with its text; (time, bytes) of each record."""
    text = b"tool=made\npoint.0=s_link\npoint.1=m_link\n"
    head = struct.pack(">BBBBHBBQII", 1, 1, 3, 0, 0, 0, 0, 0, 0, len(text))
    return pcap(147, [(0, head + text), *records])


FORMS = {
    "nettlp": as_nettlp,
    "raw": lambda tlps: pcap(125, [(t.ns, bytes(t.data)) for t in tlps]),
    "own": lambda tlps: as_own([(t.ns, own_head(1, t.up, t.ns, len(t.data)) + bytes(t.data)) for t in tlps]),
}
