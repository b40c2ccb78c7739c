# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The same of the data link layer: a link comes up, TLPs go both ways with their sequence numbers, Acks and credits.
import random
import struct
import zlib

from traffic import as_own as own_capture, own_head, pcap

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


def flow(step, kind, headers, data, channel=0, scale=(0, 0)):
    return bytearray([step << 6 | kind << 4 | channel, scale[0] << 6 | headers >> 2, (headers & 3) << 6 | scale[1] << 4 | data >> 8, data & 255])


def shifts(scale):
    """By how many bits credits of that scale are shifted in a DLLP."""
    return tuple((0, 0, 2, 4)[s] for s in scale)


def scale_of(dllp):
    return dllp[1] >> 6, dllp[2] >> 4 & 3


def ack(seq, nak=False):
    return bytearray([0x10 if nak else 0, 0, seq >> 8, seq & 255])


def data_of(tlp):
    """Its data in credits of 16 bytes."""
    return (((tlp[2] & 3) << 8 | tlp[3]) + 3) // 4 if tlp[0] & 0x40 else 0


def link_traffic(rng, rounds=40, scale=(0, 0)):
    """A link in correct traffic: TLPs that are sent again behind a Nak or a silence, nullified ones, power management."""
    out, now = [], 10**9
    h, d = shifts(scale)
    for name, step in (("init1", INIT1), ("init2", INIT2)):
        for k in (P, NP, CPL):
            for up in (True, False):
                out.append(Frame(now, up, dllp=flow(step, k, *GRANTED[up][k], scale=scale), what=name))
                now += 50
    seq, acked, given, pending = {True: 0, False: 0}, {True: -1, False: -1}, {}, {True: [], False: []}
    for up in (True, False):
        for k in (P, NP, CPL):
            given[up, k] = [GRANTED[up][k][0] << h, GRANTED[up][k][1] << d]

    def put(up, **which):
        nonlocal now
        out.append(Frame(now, up, **which))
        now += 30

    def sent_again(up):
        """A Nak, or none that came through, and all that is not acknowledged once more."""
        if rng.random() < 0.6:
            put(not up, dllp=ack(acked[up] % 4096, nak=True), what="nak")
        for number, tlp in pending[up]:
            put(up, seq=number % 4096, tlp=bytearray(tlp), what="again")

    def send(up, k, tlp):
        nonlocal now
        if rng.random() < 0.03:
            out.append(Frame(now, up, seq=seq[up] % 4096, tlp=bytearray(tlp), what="nullified"))
            out[-1].spoil = lambda s: s[:-5] + bytes(b ^ 255 for b in s[-5:-1]) + b"\xfe"
            now += 50
        out.append(Frame(now, up, seq=seq[up] % 4096, tlp=bytearray(tlp), what=WHAT[k]))
        pending[up].append((seq[up], tlp))
        seq[up] += 1
        now += rng.randrange(40, 200)
        if rng.random() < 0.05:
            sent_again(up)
        n = data_of(tlp)
        credit, first = given[not up, k], GRANTED[not up][k]
        if first[0]:
            credit[0] += 1
            credit[1] += n
            put(not up, dllp=flow(UPDATE, k, (credit[0] >> h) % 256, (credit[1] >> d) % 4096, scale=scale), what="update")
        else:
            put(not up, dllp=flow(UPDATE, k, 0, 0, scale=scale), what="infinite")
        if rng.random() < 0.7:
            acked[up] = seq[up] - 1
            pending[up].clear()
            put(not up, dllp=ack(acked[up] % 4096), what="ack")
        if rng.random() < 0.05:
            put(up, dllp=bytearray(rng.choice([b"\x30\1\2\3", b"\x23\0\0\0", b"\x24\0\0\0"])), what="other")

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


def link_up_twice(rng):
    """The link goes down amid traffic and comes up again."""
    first, second = link_traffic(rng), link_traffic(rng)
    for f in second:
        f.ns += 10**6
    return first[:-7] + second


def all_links(seed):
    """The names of those that need --pcie 4.0 begin with "scaled"."""
    rng = random.Random(seed)
    return [("link up twice", link_up_twice(random.Random(seed + 1))), ("link", link_traffic(rng)), ("link, long", link_traffic(rng, 700)), ("scaled by 4 and 16", link_traffic(rng, 40, (2, 3))),
            ("scaled by 16 and 1, long", link_traffic(rng, 3000, (3, 1))), ("scaled by 1 and 4", link_traffic(rng, 300, (1, 2)))]


def as_analyser(frames):
    return pcap(158, [(f.ns, struct.pack("<QQI", 0, 0, f.up << 28) + f.symbols()) for f in frames])


def as_own(frames):
    return own_capture([(f.ns, own_head(2, f.up, f.ns, len(f.symbols())) + f.symbols()) for f in frames])


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


def no_end(frames, i, rng):
    """Unless the LCRC ends in a byte that says END, too."""
    if frames[i].symbols()[-2] in (0xfd, 0xfe):
        return False
    frames[i].spoil = lambda s: s[:-1]


TLPS = "write read answer"
spoiled("a bit of a TLP", TLPS, "DLL-1", put(12, 0x10))
spoiled("a bit of the LCRC", TLPS, "DLL-1", put(-2, 1))
kind("no END behind a TLP", TLPS, "FRM-1", no_end)
spoiled("EDB behind a right LCRC", TLPS, "DLL-7", put(-1, 0xfd ^ 0xfe))
spoiled("a bit of a DLLP", "ack update", "DLL-3", put(2, 1))
spoiled("a bit of a DLLP's CRC", "ack update init1", "DLL-3", put(-2, 0x80))
spoiled("SDP before a TLP", TLPS, "FRM-2", put(0, 0xfb ^ 0x5c))
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
altered("reserved bits of a flow control DLLP", "update init1 init2", "DLL-6 FC-10", lambda f, frames, i: f.dllp.__setitem__(1, f.dllp[1] ^ 0x40))
altered("an Ack for what was not sent", "ack", "DLL-8", lambda f, frames, i: f.dllp.__setitem__(slice(0, 4), ack(((f.dllp[2] << 8 | f.dllp[3]) + 1000) % 4096)))


def back(f, frames, i):
    start = max((k for k in range(i) if frames[k].what == "init2"), default=0)
    seen = [g for g in frames[start:i] if g.what == "ack" and g.up == f.up]
    if len(seen) < 2:
        return False
    f.dllp[2:4] = seen[-2].dllp[2:4]
    return seen[-2].dllp != seen[-1].dllp


altered("an Ack that goes back", "ack", "DLL-9", back)
altered("a Nak that goes back", "ack", "DLL-9", lambda f, frames, i: back(f, frames, i) and (f.dllp.__setitem__(0, 0x10) or True))


def renumber(frames, up, step):
    """From the first of those frames on the TLPs that go that way, and the Acks and Naks for them, have other numbers."""
    first = frames[0].seq
    for f in frames:
        if f.seq is not None and f.up == up and (f.seq - first) % 4096 < 2048:
            f.seq = (f.seq + step) % 4096
        if f.what in ("ack", "nak") and f.up != up:
            seq = f.dllp[2] << 8 | f.dllp[3]
            if (seq - first) % 4096 < 2048:
                seq = (seq + step) % 4096
                f.dllp[2:4] = bytes([seq >> 8, seq & 255])


def before(frames, i, up):
    return [f for f in frames[:i] if f.seq is not None and f.up == up]


def renumbers(frames, i):
    """renumber() takes numbers by half the circle, and one start of the link."""
    return all(f.what != "init1" for f in frames[i:]) and len(before(frames[i:], len(frames), frames[i].up)) <= 1900


def left_out(frames, i, rng):
    if not renumbers(frames, i):
        return False
    renumber(frames[i:], frames[i].up, 1)
    return bool(before(frames, i, frames[i].up))


def same_number(frames, i, rng):
    earlier = before(frames, i, frames[i].up)
    if not renumbers(frames, i):
        return False
    renumber(frames[i:], frames[i].up, -1)
    return bool(earlier) and earlier[-1].tlp != frames[i].tlp


def never_came(frames, i, rng):
    """A TLP's frame is gone, and it is not sent again; its Ack is there, or the next TLP has the number behind it."""
    gone = frames.pop(i)
    if any(f.what == "again" and f.up == gone.up and f.seq == gone.seq for f in frames[i:i + 100]):
        return False
    tells = any((f.seq is not None and f.up == gone.up) or (f.what == "ack" and f.up != gone.up) for f in frames[i:])
    return None if i and tells else False


kind("a TLP that never came", "write", "DLL-4 DLL-8", never_came)
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
        f.dllp = flow(f.dllp[0] >> 6, f.dllp[0] >> 4 & 3, new[0] & 255, new[1] & 4095, scale=scale_of(f.dllp))
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
    h, d = shifts(scale_of(frames[i].dllp))
    frames[i:] = [f for f in frames[i:] if f.what != "update" or f.up != to or f.dllp[0] >> 4 & 3 != granted]
    headers, data = GRANTED[to][granted][0] << h, GRANTED[to][granted][1] << d
    owed = [f for f in before(frames, i, not to) if f.what == WHAT[granted]][-1:]  # what the one left out would have granted
    for k, f in enumerate(frames):
        if k >= i and f.what == "init1":  # the link comes up again
            return False
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

for number in (0x01, 0x11, 0x22, 0x25, 0x33, 0x3f, 0x48, 0x70, 0x8a, 0xb0, 0xf1):
    altered(f"type {number:02x}h", "ack", "DLL-5", lambda f, frames, i, number=number: f.dllp.__setitem__(slice(0, 4), bytes([number, 0, 0, 0])))
altered("reserved bits of power management", "ack", "DLL-6", lambda f, frames, i: f.dllp.__setitem__(slice(0, 4), b"\x23\0\1\0"))
altered("a Nak for what was not sent", "ack", "DLL-8", lambda f, frames, i: f.dllp.__setitem__(
    slice(0, 4), ack(((f.dllp[2] << 8 | f.dllp[3]) + 1) % 4096, True)))
altered("InitFC1-P without room for a payload", "init1", "FC-3", lambda f, frames, i: f.dllp[0] == 0x40 and (
    f.dllp.__setitem__(2, f.dllp[2] & 0xf0) or f.dllp.__setitem__(3, 1) or not f.dllp[2] & 0x20))
altered("InitFC1 with 2048 data", "init1", "FC-3", set_credit(data=lambda n: 2048))
altered("UpdateFC of 130 headers more", "update", "FC-4", set_credit(headers=lambda n: n + 130))
altered("UpdateFC of 2100 data more", "update", "FC-4", set_credit(data=lambda n: n + 2100))
altered("UpdateFC with data where credit is infinite", "infinite", "FC-5", set_credit(data=lambda n: 5))
altered("UpdateFC of another scale", "update", "DLL-6 FC-10", lambda f, frames, i: f.dllp.__setitem__(2, f.dllp[2] ^ 0x20))
altered("UpdateFC of no scale", "update", "FC-10", lambda f, frames, i: scale_of(f.dllp) != (0, 0) and (
    f.dllp.__setitem__(1, f.dllp[1] & 0x3f) or f.dllp.__setitem__(2, f.dllp[2] & 0xcf) or True))
altered("InitFC2 of another scale", "init2", "DLL-6 FC-10", lambda f, frames, i: f.dllp.__setitem__(2, f.dllp[2] ^ 0x20))
spoiled("a DLLP of seven symbols", "ack update", "FRM-2", lambda s: s[:-2] + s[-1:])
spoiled("a DLLP of nine symbols", "ack update", "FRM-2", lambda s: s[:-1] + b"\0" + s[-1:])
spoiled("an LCRC that is inverted", TLPS, "DLL-1", lambda s: s[:-5] + bytes(b ^ 255 for b in s[-5:-1]) + s[-1:])


def inner(name, which, rules, spoil):
    """A TLP that is wrong, in a frame that is right."""
    def change(frames, i, rng):
        frames[i].tlp = bytearray(spoil(bytearray(frames[i].tlp)))
        return not any(f.what == "again" and f.seq == frames[i].seq and f.up == frames[i].up for f in frames)
    kind(name, which, rules, change)


inner("TLP in a frame: a DW missing", "answer write", "TLP-LEN-1", lambda t: t[:-4])
inner("TLP in a frame: Last BE", "write", "TLP-BE-2 TLP-BE-3", lambda t: t[:7] + bytes([t[7] & 15 if t[7] >> 4 else 0xff]) + t[8:])
inner("TLP in a frame: Byte Count", "answer", "CPL-5 CPL-LEN-1", lambda t: t[:7] + bytes([t[7] + 8]) + t[8:])
inner("TLP in a frame: status 3", "answer", "CPL-STS-1", lambda t: t[:6] + b"\x60" + t[7:])


def left_out_class(frames, i, rng):
    if frames[i].dllp[0] >> 4 & 3 == CPL or frames[i].dllp[0] == 0x40:  # the capture may begin behind the first
        return False
    del frames[i]
    return True


def update_before_init(frames, i, rng):
    if frames[i].dllp[0] >> 4 & 3 != P:
        return False
    frames.insert(i + 1, Frame(frames[i].ns + 1, frames[i].up, dllp=flow(UPDATE, NP, 4, 4, scale=scale_of(frames[i].dllp)), what="update"))
    return True


kind("InitFC1 of a class left out", "init1", "FC-1", left_out_class)
kind("InitFC2 of a class left out", "init2", "FC-1", left_out_class)
kind("UpdateFC before its InitFC1", "init1", "FC-6", update_before_init)


def init_amid(number):
    """InitFC1 of a class amid traffic, which goes on."""
    def change(frames, i, rng):
        f = frames[i]
        if not any(g.up == f.up and g.what in (*WHAT, "ack", "update", "infinite") for g in frames[i + 1:]):
            return False
        scale = next(g for g in frames if g.what == "init1").dllp
        frames.insert(i + 1, Frame(f.ns + 1, f.up, dllp=flow(INIT1, number, *GRANTED[f.up][number], scale=scale_of(scale)), what="init1"))
        return True
    return change


for number, name in ((P, "P"), (NP, "NP"), (CPL, "Cpl")):
    kind(f"InitFC1-{name} amid traffic", TLPS + " ack update", "FC-1", init_amid(number))


def leap(step):
    """From one TLP on the numbers are so many further, and so are the Acks."""
    def change(frames, i, rng):
        earlier = before(frames, i, frames[i].up)
        if not renumbers(frames, i):
            return False
        renumber(frames[i:], frames[i].up, step)
        return bool(earlier) and (frames[i].seq - earlier[-1].seq) % 4096 == step + 1
    return change


for step in (64, 500, 2046, 2047, 2048, 3000):
    kind(f"a leap of {step} sequence numbers", TLPS, "DLL-4", leap(step))
