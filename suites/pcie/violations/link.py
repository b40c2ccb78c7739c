# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The same of the data link layer: a link comes up, TLPs go both ways with their sequence numbers, Acks and credits.
import struct
import zlib

from traffic import own_head, pcap

KINDS = {}
INIT1, UPDATE, INIT2 = 1, 2, 3
P, NP, CPL = 0, 1, 2
WHAT = ("write", "read", "answer")
# credits of each receiver: headers, data; 0 is infinite
GRANTED = {True: ((8, 64), (8, 4), (0, 0)), False: ((16, 128), (4, 4), (8, 64))}


class Frame:
    """Symbols of one frame without what is computed; the way they go; a change of the symbols at last."""

    def __init__(self, ns, up, dllp=None, seq=None, tlp=None, what=""):
        self.ns, self.up, self.dllp, self.seq, self.tlp, self.what = ns, up, dllp, seq, tlp, what
        self.spoil = None

    def symbols(self):
        if self.dllp is not None:
            out = b"\x5c" + bytes(self.dllp) + crc16(self.dllp) + b"\xfd"
        else:
            body = struct.pack(">H", self.seq) + bytes(self.tlp)
            out = b"\xfb" + body + zlib.crc32(body).to_bytes(4, "little") + b"\xfd"
        return bytes(self.spoil(bytearray(out))) if self.spoil else out


def crc16(data):
    reg = 0xffff
    for byte in data:
        for i in range(8):
            reg, out = reg << 1 & 0xffff, reg >> 15 ^ byte >> i & 1
            if out:
                reg ^= 0x100b
    reg = int(f"{reg ^ 0xffff:016b}"[::-1], 2)
    return bytes([reg & 255, reg >> 8])


def flow(step, kind, headers, data, channel=0):
    return bytearray([step << 6 | kind << 4 | channel, headers >> 2, (headers & 3) << 6 | data >> 8, data & 255])


def ack(seq, nak=False):
    return bytearray([0x10 if nak else 0, 0, seq >> 8, seq & 255])


def data_of(tlp):
    """Its data in credits of 16 bytes."""
    return (((tlp[2] & 3) << 8 | tlp[3]) + 3) // 4 if tlp[0] & 0x40 else 0


def link_traffic(rng, rounds=40):
    out, now = [], 10**9
    for name, step in (("init1", INIT1), ("init2", INIT2)):
        for k in (P, NP, CPL):
            for up in (True, False):
                out.append(Frame(now, up, dllp=flow(step, k, *GRANTED[up][k]), what=name))
                now += 50
    seq, acked, given = {True: 0, False: 0}, {True: -1, False: -1}, {}
    for up in (True, False):
        for k in (P, NP, CPL):
            given[up, k] = list(GRANTED[up][k])

    def send(up, k, tlp):
        nonlocal now
        out.append(Frame(now, up, seq=seq[up] % 4096, tlp=bytearray(tlp), what=WHAT[k]))
        seq[up] += 1
        now += rng.randrange(40, 200)
        n = data_of(tlp)
        credit, first = given[not up, k], GRANTED[not up][k]
        if first[0]:
            credit[0] = (credit[0] + 1) % 256
            credit[1] = (credit[1] + n) % 4096
            out.append(Frame(now, not up, dllp=flow(UPDATE, k, *credit), what="update"))
        else:
            out.append(Frame(now, not up, dllp=flow(UPDATE, k, 0, 0), what="infinite"))
        now += 30
        if rng.random() < 0.7:
            acked[up] = seq[up] - 1
            out.append(Frame(now, not up, dllp=ack(acked[up] % 4096), what="ack"))
            now += 30

    for i in range(rounds):
        up = rng.random() < 0.5
        if rng.random() < 0.5:
            n = rng.choice([1, 4, 16])
            head = bytes([0x40, 0, 0, n]) + (b"\x19\0" if up else b"\0\0") + bytes([0, 0xff if n > 1 else 0x0f])
            send(up, P, head + struct.pack(">I", 0x10000 + 256 * i) + bytes(4 * n))
        else:
            n, tag = rng.choice([1, 2, 16]), i & 31
            head = bytes([0, 0, 0, n]) + b"\x19\0" + bytes([tag, 0xff if n > 1 else 0x0f])
            send(True, NP, head + struct.pack(">I", 0x20000 + 256 * i))
            send(False, CPL, bytes([0x4a, 0, 0, n, 0, 0, 0, 4 * n]) + b"\x19\0" + bytes([tag, 0]) + bytes(4 * n))
    return out


def as_analyser(frames):
    return pcap(158, [(f.ns, struct.pack("<QQI", 0, 0, f.up << 28) + f.symbols()) for f in frames])


def as_own(frames):
    return pcap(147, [(f.ns, own_head(2, f.up, f.ns, len(f.symbols())) + f.symbols()) for f in frames])


FORMS = {"analyser": as_analyser, "own": as_own}


def kind(name, which, rules, change):
    KINDS["link: " + name] = (lambda f: f.what in which.split(), change, set(rules.split()))


def spoiled(name, which, rules, spoil):
    def change(frames, i, rng):
        frames[i].spoil = spoil
    kind(name, which, rules, change)


def altered(name, which, rules, alter):
    """Another DLLP with its right CRC."""
    def change(frames, i, rng):
        return alter(frames[i], frames, i)
    kind(name, which, rules, change)


def put(at, value):
    def spoil(symbols):
        symbols[at] ^= value
        return symbols
    return spoil


TLPS = "write read answer"
spoiled("a bit of a TLP", TLPS, "DLL-1", put(12, 0x10))
spoiled("a bit of the LCRC", TLPS, "DLL-1", put(-2, 1))
spoiled("no END behind a TLP", TLPS, "FRM-1", lambda s: s[:-1])
spoiled("EDB behind a right LCRC", TLPS, "DLL-7", put(-1, 0xfd ^ 0xfe))
spoiled("a bit of a DLLP", "ack update", "DLL-3", put(2, 1))
spoiled("a bit of a DLLP's CRC", "ack update init1", "DLL-3", put(-2, 0x80))
spoiled("no END behind a DLLP", "ack update", "FRM-2", lambda s: s[:-1])


def changed(field, value):
    def alter(f, frames, i):
        new = value(f)
        if new == getattr(f, field):
            return False
        setattr(f, field, new)
        return True
    return alter


altered("bits above the sequence number", TLPS, "DLL-2", changed("seq", lambda f: f.seq | 0x3000))
altered("undefined type", "ack", "DLL-5", lambda f, frames, i: f.dllp.__setitem__(0, 0x77))
altered("reserved bits of an Ack", "ack", "DLL-6", lambda f, frames, i: f.dllp.__setitem__(1, 0x40))
altered("reserved bits of a flow control DLLP", "update init1 init2", "DLL-6", lambda f, frames, i: f.dllp.__setitem__(1, f.dllp[1] | 0x40))
altered("an Ack for what was not sent", "ack", "DLL-8", lambda f, frames, i: f.dllp.__setitem__(slice(2, 4), b"\x03\x00"))


def back(f, frames, i):
    seen = [g for g in frames[:i] if g.what == "ack" and g.up == f.up]
    if len(seen) < 2:
        return False
    f.dllp[2:4] = seen[-2].dllp[2:4]
    return seen[-2].dllp != seen[-1].dllp


altered("an Ack that goes back", "ack", "DLL-9", back)
altered("a Nak that goes back", "ack", "DLL-9", lambda f, frames, i: back(f, frames, i) and (f.dllp.__setitem__(0, 0x10) or True))


def renumber(frames, up, step):
    """The TLPs that go that way, and the Acks for them, have other numbers."""
    for f in frames:
        if f.seq is not None and f.up == up:
            f.seq = (f.seq + step) % 4096
        if f.what == "ack" and f.up != up:
            seq = ((f.dllp[2] << 8 | f.dllp[3]) + step) % 4096
            f.dllp[2:4] = bytes([seq >> 8, seq & 255])


def before(frames, i, up):
    return [f for f in frames[:i] if f.seq is not None and f.up == up]


def left_out(frames, i, rng):
    renumber(frames[i:], frames[i].up, 1)
    return bool(before(frames, i, frames[i].up))


def same_number(frames, i, rng):
    earlier = before(frames, i, frames[i].up)
    renumber(frames[i:], frames[i].up, -1)
    return bool(earlier) and earlier[-1].tlp != frames[i].tlp


kind("a sequence number left out", TLPS, "DLL-4", left_out)
kind("a sequence number for two TLPs", TLPS, "DLL-4", same_number)


def init_order(frames, i, rng):
    other = next((j for j in range(i + 1, len(frames)) if frames[j].what == frames[i].what and frames[j].up == frames[i].up), None)
    if other is None or frames[i].dllp[0] >> 4 & 3 != P:
        return False
    frames[i].dllp, frames[other].dllp = frames[other].dllp, frames[i].dllp
    return True


def set_credit(headers=None, data=None, step=None):
    def alter(f, frames, i):
        old = f.dllp[1] << 2 & 255 | f.dllp[2] >> 6, (f.dllp[2] & 15) << 8 | f.dllp[3]
        new = headers(old[0]) if headers else old[0], data(old[1]) if data else old[1]
        f.dllp = flow(f.dllp[0] >> 6, f.dllp[0] >> 4 & 3, new[0] & 255, new[1] & 4095)
        return new != old
    return alter


altered("InitFC2 with other headers", "init2", "FC-2", set_credit(headers=lambda n: n + 1))
altered("InitFC2 with other data", "init2", "FC-2", set_credit(data=lambda n: n + 1))
altered("InitFC1 with 200 headers", "init1", "FC-3 FC-2", set_credit(headers=lambda n: 200))
altered("UpdateFC takes headers back", "update", "FC-4", set_credit(headers=lambda n: n - 3))
altered("UpdateFC takes data back", "update", "FC-4", set_credit(data=lambda n: n - 40))
altered("UpdateFC where credit is infinite", "infinite", "FC-5", set_credit(headers=lambda n: 1))
altered("UpdateFC of another channel", "update", "FC-6", lambda f, frames, i: f.dllp.__setitem__(0, f.dllp[0] | 2))


def withheld(frames, i, rng):
    """The receiver grants no more, and the sender sends on, up to the first TLP without credit."""
    to, granted = frames[i].up, frames[i].dllp[0] >> 4 & 3
    frames[i:] = [f for f in frames[i:] if f.what != "update" or f.up != to or f.dllp[0] >> 4 & 3 != granted]
    headers, data = GRANTED[to][granted]
    owed = [f for f in before(frames, i, not to) if f.what == WHAT[granted]][-1:]  # what the one left out would have granted
    for k, f in enumerate(frames):
        if k >= i and f.what == WHAT[granted] and f.up != to:
            owed.append(f)
        if len(owed) > headers or sum(data_of(f.tlp) for f in owed) > data:
            del frames[k + 1:]
            return True
    return False


def early(frames, i, rng):
    """A read, before the credits of non-posted requests are told."""
    if frames[i].up or frames[i].dllp[0] >> 4 & 3 != P:
        return False
    frames.insert(i + 1, Frame(frames[i].ns + 1, True, seq=0, tlp=next(f for f in frames if f.what == "read").tlp, what="read"))
    return True


kind("InitFC in another order", "init1 init2", "FC-1", init_order)
kind("a TLP without credit", "update", "FC-7", withheld)
kind("a TLP before the channel's InitFC1", "init1", "FC-8", early)
