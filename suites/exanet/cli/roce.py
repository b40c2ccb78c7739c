# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# make FILE: a RoCEv2 capture of one queue pair: a write over a 16 KiB boundary in three
# packets, its ACK; a send, its NAK, the send again; a read; a longer send; a CNP.
# seed FILE, seed_again FILE: their packets as inputs of the fuzz target of that name.
# again FILE: a write of which the second packet is refused and sent again with the third, and then
# the third alone, unasked; a second write; one ACK for all.
# compare FILE: the ExaNet packets of FILE, decoded here by the bit tables of the
# specification, hold those bytes at those places. Exits 1 and says what is not so.
import random
import struct
import sys

rng = random.Random(1)
WRITE, SEND, READ, LONG = (bytes(rng.randrange(256) for _ in range(n)) for n in (2348, 40, 1500, 200))
VA, QP_A, QP_B, RKEY = 0x7F1234563D05, 0x22, 0x11, 0xABCD1234
A, B = bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2])
BLOCK = 16384


def packet(src, dst, opcode, qp, psn, head=b"", data=b""):
    pad = -len(data) % 4
    bth = struct.pack(">BBHII", opcode, pad << 4, 0xFFFF, qp, psn)
    body = bth + head + data + bytes(pad) + bytes(4)
    udp = struct.pack(">HHHH", 0xC000, 4791, 8 + len(body), 0) + body
    ip = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0) + src + dst
    return bytes(12) + b"\x08\x00" + ip + udp


def reth(va, length):
    return struct.pack(">QII", va, RKEY, length)


def aeth(syndrome):
    return struct.pack(">I", syndrome << 24)


def records():
    send = packet(A, B, 4, QP_B, 103, b"", SEND)
    return [
        packet(A, B, 6, QP_B, 100, reth(VA, len(WRITE)), WRITE[:1024]),
        packet(A, B, 7, QP_B, 101, b"", WRITE[1024:2048]),
        packet(A, B, 8, QP_B, 102, b"", WRITE[2048:]),
        packet(B, A, 17, QP_A, 102, aeth(0x1F)),
        send,
        packet(B, A, 17, QP_A, 103, aeth(0x62)),
        send,
        packet(A, B, 12, QP_B, 104, reth(0x1000, len(READ))),
        packet(B, A, 13, QP_A, 104, aeth(0x1F), READ[:1024]),
        packet(B, A, 15, QP_A, 105, aeth(0x1F), READ[1024:]),
        packet(A, B, 4, QP_B, 106, b"", LONG),
        packet(B, A, 17, QP_A, 106, aeth(0x1F)),
        packet(A, B, 0x81, QP_B, 0, bytes(16)),
    ]


def repeated():
    write = [
        packet(A, B, 6, QP_B, 7, reth(0x10080, 600), WRITE[:256]),
        packet(A, B, 7, QP_B, 8, b"", WRITE[256:512]),
        packet(A, B, 8, QP_B, 9, b"", WRITE[512:600]),
    ]
    return (write + [packet(B, A, 17, QP_A, 8, aeth(0x60))] * 2 + write[1:] + [write[2]]
         + [packet(A, B, 10, QP_B, 10, reth(0x20000, 16), WRITE[:16]), packet(B, A, 17, QP_A, 10, aeth(0x1F))])


def again(path):
    make(path, repeated())


def seed_again(path):
    seed(path, repeated())


def make(path, made=None):
    with open(path, "wb") as f:
        f.write(struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 1))
        for i, r in enumerate(made or records()):
            f.write(struct.pack("<IIII", 1, 1000 * i, len(r), len(r)) + r)


def seed(path, made=None):
    with open(path, "wb") as f:
        for r in made or records():
            f.write(struct.pack("<HH", 0, len(r) - 14) + r[14:])


def packets(path):
    raw = open(path, "rb").read()
    at = 24
    while at < len(raw):
        size = struct.unpack_from("<IIII", raw, at)[2]
        record = raw[at + 16 : at + 16 + size]
        at += 16 + size
        if record[1] == 2 and record[2] == 1:
            yield record[24:]


def bits(number, high, low):
    return number >> low & (1 << high - low + 1) - 1


def compare(path):
    memory, messages, requests = {}, [], []
    for p in packets(path):
        head = int.from_bytes(p[:16], "big")
        addr, size, kind = bits(head, 103, 62), bits(head, 61, 48), bits(head, 47, 43)
        node = bits(head, 34, 33)
        data = p[16:-16][addr % 16 : addr % 16 + size]
        if kind == 0 and bits(int.from_bytes(p[-16:], "big"), 13, 13):
            messages.append(data)
        elif kind == 0:
            for i, byte in enumerate(data):
                memory[node, addr + i] = byte
        elif kind == 1:
            requests.append(struct.unpack("<8I", data))

    def held(node, addr, size):
        return bytes(memory.get((node, addr + i), 0) for i in range(size))

    wrong = [
        name
        for name, right in (
            ("write", held(1, VA & (1 << 39) - 1, len(WRITE)) == WRITE),
            ("send", messages == [SEND]),
            ("read request", [(r[0], r[1], r[4]) for r in requests] == [(0x1000, 0, len(READ))]),
            ("read data", held(0, requests[0][2], len(READ)) == READ),
            ("longer send", held(1, QP_B * BLOCK, len(LONG)) == LONG),
            ("nothing else", len(memory) == len(WRITE) + len(READ) + len(LONG)),
        )
        if not right
    ]
    print(*wrong)
    return 1 if wrong else 0


sys.exit({"make": make, "again": again, "seed_again": seed_again, "seed": seed, "compare": compare}[sys.argv[1]](sys.argv[2]))
