# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# TNW captures made other than they are: records left out, cut, doubled, moved in time, which is
# no violation; and records changed as no link may send them, which is one, with its rule. CRCs
# are made here.
#   tnw.py TENTER DIRECTORY
import random
import struct
import subprocess
import sys
import zlib

TENTER, DIR = sys.argv[1:3]
HEAD = 16 + 24  # pcap's and Tenter's
START, SET, FAULT = 0xfb, 0x9c, 1
ACK, NACK, RESTART, NACK_FULL, INIT, READY = 1, 2, 3, 4, 5, 6


def crc8(data):
    reg = 0xff
    for byte in data:
        reg ^= byte
        for _ in range(8):
            reg = (reg << 1 ^ (7 if reg & 0x80 else 0)) & 0xff
    return reg


def control(octet, code, seq, reserved=0):
    field = bytes([code << 5 | seq, reserved])
    return bytes([1, octet, crc8(field), reserved, field[0]])


class Record:
    """One record of a capture; frame: its words."""

    def __init__(self, data):
        self.stamp, self.head, self.frame = data[:8], bytearray(data[16:HEAD]), bytearray(data[HEAD:])
        self.keep = None

    def point(self):
        return self.head[5]

    def cycle(self):
        return struct.unpack(">Q", self.head[8:16])[0]

    def at(self, cycle):
        r = Record(self.bytes())
        r.head[8:16] = struct.pack(">Q", cycle)
        return r

    def is_packet(self):
        return len(self.frame) == 175 and self.frame[1] == START and not self.head[3] & FAULT

    def code(self):
        return self.frame[4] >> 5 if self.frame[1] in (START, SET) and not self.head[3] & FAULT else None

    def seq(self):  # of the packet
        return self.frame[9] & 31

    def with_(self, at, value):
        """The record with other bytes from `at` on; a packet's CRC is made anew."""
        r = Record(self.bytes())
        r.frame[at:at + len(value)] = value
        if r.is_packet():
            body = b"".join(bytes(r.frame[i + 1:i + 5]) for i in range(5, 170, 5))
            r.frame[171:175] = struct.pack("<I", zlib.crc32(body))
        return r

    def bytes(self):
        body = bytes(self.head) + bytes(self.frame)
        kept = body if self.keep is None else body[:self.keep]
        return self.stamp + struct.pack("<II", len(kept), len(body)) + kept


def generated(faults, seed, packets=120):
    path = f"{DIR}/base"
    subprocess.run([TENTER, "gen", "--fabric", "tnw", "--packets", str(packets), "--faults", str(faults), "--seed", str(seed),
                    path], stderr=subprocess.DEVNULL, check=True)
    data, at, out = open(path, "rb").read(), 24, []
    while at < len(data):
        size = struct.unpack_from("<I", data, at + 8)[0]
        out.append(Record(data[at:at + 16 + size]))
        at += 16 + size
    for r in out[1:]:
        r.head[20:24] = struct.pack(">I", len(r.frame))
    return data[:24], out[0], out[1:]


def check(file_head, records):
    path = f"{DIR}/changed"
    open(path, "wb").write(file_head + b"".join(r.bytes() for r in records))
    out = subprocess.run([TENTER, "check", path], capture_output=True, text=True)
    return out.returncode, [line.split()[0] for line in out.stdout.splitlines() if line.startswith("TNW-")]


def verdict(name, good, found):
    print(f"ok {name}" if good else f"not ok {name}: {found}")


def as_unit_1(records):
    out = []
    for r in records:
        if r.is_packet():
            word = [bytes(r.frame[i + 1:i + 5]) for i in range(5, 175, 5)]
            p = Record(r.bytes())
            p.head[2] = 1
            p.frame = word[0][::-1] + b"".join(word[1:33]) + word[33][::-1]
            p.head[20:24] = struct.pack(">I", len(p.frame))
            out.append(p)
    return out


def snapped(records, kept):
    out = [Record(r.bytes()) for r in records]
    for r in out:
        r.keep = 24 + kept if len(r.frame) > kept else None
    return out


def other_tool(records, numbers):
    """Frames of four octets a word."""
    out = [Record(r.bytes()) for r in records]
    for r in out:
        words = [bytes(r.frame[i + 1:i + 5]) for i in range(0, len(r.frame), 5)]
        r.frame = b"".join(w[::-1] if numbers else w for w in words)
        r.head[20:24] = struct.pack(">I", len(r.frame))
    return out


def lacking(faults, seed):
    """What is no violation: name and records."""
    file_head, note, records = generated(faults, seed)
    pick = random.Random(seed)
    nameless = Record(note.bytes())
    nameless.frame = bytearray(b"tool=x\n")
    nameless.head[20:24] = struct.pack(">I", len(nameless.frame))
    cuts = [pick.randrange(1, len(records)) for _ in range(2)]
    yield "all of it", file_head, [note] + records
    for point in 0, 1:
        yield "one direction alone", file_head, [note] + [r for r in records if r.point() == point]
    if faults <= 50:
        for cut in cuts:
            yield "a beginning in the middle", file_head, [note] + records[cut:]
            yield "an end in the middle", file_head, [note] + records[:cut]
    yield "no INIT, no READY, no names", file_head, [nameless] + [r for r in records if r.code() not in (INIT, READY)]
    yield "snapped in the payload", file_head, [note] + snapped(records, 60)
    yield "snapped behind the START", file_head, [note] + snapped(records, 5)
    yield "without cycles", file_head, [note] + [r.at(0) for r in records]
    yield "each record when its last word came", file_head, [note] + sorted(records, key=lambda r: r.cycle() + len(r.frame) // 5)
    yield "one point's clock ahead", file_head, [note] + [r.at(r.cycle() + 1000 * r.point()) for r in records]
    yield "each record twice", file_head, [note] + [r for r in records for _ in range(2)]
    if faults == 0:
        yield "another tool's frames, in lane order", file_head, [note] + other_tool(records, False)
        yield "another tool's frames, as numbers", file_head, [note] + other_tool(records, True)
        yield "packets alone, without feedback", file_head, [note] + as_unit_1(records)
        both = sorted(records + as_unit_1(records), key=Record.cycle)
        yield "packets in both units", file_head, [note] + both


def wrong(seed):
    """What is one: the rule, and the records."""
    file_head, note, records = generated(20, seed)
    packets = [i for i, r in enumerate(records) if r.is_packet() and r.point() == 0]
    some = packets[len(packets) // 2]

    def changed(i, r):
        return [note] + records[:i] + [r] + records[i + 1:]

    def first(code, point, octet=SET, after=0):
        return next(i for i, r in enumerate(records) if i >= after and r.code() == code and r.point() == point and r.frame[1] == octet)

    def without(i):
        return [note] + records[:i] + records[i + 1:]

    p = records[some]
    yield "TNW-PKT-1", changed(some, Record(p.with_(0, b"").bytes()).with_(85, bytes([15, 7, 7, 7, 7])))
    broken = Record(p.bytes())
    broken.frame[82] ^= 1
    yield "TNW-PKT-2", changed(some, broken)
    yield "TNW-PKT-3", changed(packets[2], records[packets[2]].with_(9, bytes([p.frame[9] & 0xe0 | (records[packets[2]].seq() + 15) % 32])))
    nack = first(NACK, 1, SET)
    restart = next(i for i in range(nack, len(records)) if records[i].code() == RESTART and records[i].point() == 0)
    again = restart + 1 + next(k for k, r in enumerate(records[restart + 1:]) if r.is_packet() and r.point() == 0)
    yield "TNW-PKT-4", changed(again, records[again].with_(62, b"\x55"))
    yield "TNW-FB-1", changed(nack, records[nack].with_(2, b"\x00"))
    yield "TNW-FB-2", changed(nack, records[nack].with_(0, control(SET, 7, 0)))
    yield "TNW-FB-3", changed(some, p.with_(0, control(START, READY, 0)))
    yield "TNW-FB-4", changed(some, p.with_(0, control(START, 0, 0, 4)))
    yield "TNW-WRD-1", changed(nack, records[nack].with_(0, bytes([8, 7, 7, 7, 0xfe])))
    start = records[packets[0]].cycle()
    yield "TNW-LNK-2", [note] + [r.with_(0, control(SET, INIT, 0)) if r.point() == 1 and r.cycle() < start and r.code() in (READY, ACK) else r
                                 for r in records]
    twice = records[nack].at(records[nack].cycle() + 1)
    yield "TNW-RX-9", [note] + records[:nack + 1] + [twice] + records[nack + 1:]
    early = records[nack].with_(0, control(SET, ACK, records[nack].frame[4] & 31)).at(records[nack].cycle() + 1)
    yield "TNW-RX-11", [note] + records[:nack + 1] + [early] + records[nack + 1:]
    yield "TNW-TX-5", without(restart)
    file_head, note, records = generated(0, seed)
    yield "TNW-TX-1", [note] + [r.with_(0, control(START, 0, 0)) if r.is_packet() else r for r in records
                                if r.point() == 0 or r.is_packet() or r.code() in (INIT, READY)]


def has_nack(seed):
    return any(r.code() == NACK and r.point() == 1 and len(r.frame) == 5 for r in generated(20, seed)[2])


def main():
    found = {}
    for faults in 0, 20, 50:
        for seed in range(1, 5):
            for name, file_head, records in lacking(faults, seed):
                code, rules = check(file_head, records)
                if code != 0:
                    found.setdefault(name, []).append((faults, seed, code, rules[:3]))
                else:
                    found.setdefault(name, [])
    for name, bad in found.items():
        verdict(f"no violation: {name}", not bad, bad)
    for seed in [s for s in range(1, 30) if has_nack(s)][:2]:
        file_head, note, records = generated(20, seed)
        sound = [r for r in records if r.code() is not None and len(r.frame) in (5, 175) and (len(r.frame) == 5 or r.is_packet())]
        nacks = [i for i, r in enumerate(sound) if r.code() == NACK and len(r.frame) == 5 and r.point() == 1]
        twice = sound[:nacks[0] + 1] + [sound[nacks[0]].at(sound[nacks[0]].cycle() + 1)] + sound[nacks[0] + 1:]
        for numbers in False, True:
            code, rules = check(file_head, [note] + other_tool(twice, numbers))
            verdict(f"TNW-RX-9 is seen in another tool's frames (seed {seed})", code == 1 and "TNW-RX-9" in rules, rules)
        for rule, records in wrong(seed):
            code, rules = check(file_head, records)
            verdict(f"{rule} is seen (seed {seed})", code == 1 and rule in rules, rules)


main()
