#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
"""An ExaNet capture of one link as one of a board: packets to nodes with an even FPGA number pass the points b0_o08 and b1_i08, the
others b1_o08 and b0_i08, so that most answers pass other points than what they answer. A capture of several points stays as it is.
  ways.py IN OUT [FAULT [POINTS]]
FAULT happens to the first packet that has one, at each of the points where it passes or at the last POINTS of them:
  double-message, double-response  an answer comes twice
  nobody-message, nobody-response  an answer has a number that was not sent
  early                            a positive response comes before the packet marked last
  lost-message, lost-response      an answer does not come
  again, again-reset               all of it comes a second time, with the annotation "reset" before it or without"""
import struct
import sys

HEAD, RECORD, STEP_NS = 16, 24, 8
WRITE, ACK, RT_MAILBOX = 0, 10, 0x381
NAMES = ("b0_o08", "b1_i08", "b1_o08", "b0_i08")
TYPE, FPGA, ADDR, RESP, ACK_TID, ACK_SEQ = (80, 5), (93, 2), (56, 10), (38, 4), (42, 14), (107, 12)
SEQ, LAST, TID, SRC = (67, 14), (82, 1), (114, 14), (92, 22)
DST = (85, 22)


def field(word, place):
    return int.from_bytes(word, "big") >> 128 - sum(place) & (1 << place[1]) - 1


def crc16(data):
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def renumbered(packet):
    """An acknowledgment of the number 16 behind, or before."""
    word = int.from_bytes(packet[2:], "big") ^ 1 << 128 - sum(ACK_SEQ) + 4
    body = word.to_bytes(14, "big")
    return crc16(body).to_bytes(2, "big") + body


def read(path):
    """What the file begins with, the first record's text, and [time, head, packet] of the others."""
    with open(path, "rb") as file:
        data = file.read()
    at, found = 24, []
    while at < len(data):
        s, ns, n = struct.unpack_from("<III", data, at)
        body = data[at + HEAD:at + HEAD + n]
        found.append([s * 10**9 + ns, body[:RECORD], body[RECORD:]])
        at += HEAD + n
    return data[:24], found[0][2].decode(), found


def spread(found):
    """Each packet at the two points of its way."""
    for time, head, packet in found:
        first = 2 * (field(packet[:16], FPGA) & 1)
        for i in range(2):
            yield [time + STEP_NS * i, head[:4] + struct.pack(">H", first + i) + head[6:], packet]


def is_answer(record, of):
    word = record[2][:16]
    if record[1][2] != 1 or field(word, TYPE) != ACK:
        return False
    if of == "message":
        return field(word, ACK_TID) >> 13 == 1
    return field(word, ADDR) == RT_MAILBOX and field(word, ACK_TID) >> 13 == 0 and field(word, RESP) == 0


def last_of(found, answer):
    """The places of the packets marked last that the response answers."""
    word = answer[:16]
    for i, (_, head, packet) in enumerate(found):
        end = packet[-16:]
        if head[2] == 1 and field(packet[:16], TYPE) == WRITE and field(end, LAST) and field(end, TID) == field(word, ACK_TID) and \
                field(end, SEQ) & 0xFFF == field(word, ACK_SEQ) and field(end, SRC) == field(word, DST):
            yield i


def strike(found, fault, points):
    kind, _, of = fault.partition("-")
    if kind == "again":
        end = found[-1][0] + 1
        note = b"reset"
        reset = [[end, struct.pack(">BBBBHBBQII", 1, 1, 3, 0, 0, 0, 0, 0, 0, len(note)), note]] if of else []
        found += reset + [[end + r[0] - found[0][0], r[1], r[2]] for r in found]
        return
    answer = next(r[2] for r in found if is_answer(r, of or "response"))
    places = [i for i, r in enumerate(found) if r[2] == answer]
    # the same answer may come again later: its first way alone, at each point once
    ways = {}
    for i in places:
        ways.setdefault(found[i][1][4:6], i)
    places = list(ways.values())[-points:]
    if kind == "early":
        first = next(last_of(found, answer))
        moved = [found[i] for i in places]
        for i in sorted(places, reverse=True):
            del found[i]
        found[first:first] = [[found[first][0], head, packet] for _, head, packet in moved]
        return
    for i in sorted(places, reverse=True):
        if kind == "double":
            found.insert(i + 1, [found[i][0] + 1, *found[i][1:]])  # at one time it would be one record twice
        elif kind == "nobody":
            found[i][2] = renumbered(answer)
        elif kind == "lost":
            del found[i]
        else:
            sys.exit(f"no fault {fault}")


def main():
    start, text, found = read(sys.argv[1])
    meta, found = found[0], found[1:]
    if "point.1=" not in text:
        found = list(spread(found))
        lines = [line for line in text.split("\n") if line and not line.startswith("point.")]
        lines += [f"point.{i}={name}" for i, name in enumerate(NAMES)]
        meta[2] = ("\n".join(lines) + "\n").encode()
        meta[1] = meta[1][:20] + struct.pack(">I", len(meta[2]))
    if len(sys.argv) > 3:
        strike(found, sys.argv[3], int(sys.argv[4]) if len(sys.argv) > 4 else 99)
    with open(sys.argv[2], "wb") as out:
        out.write(start)
        for time, head, packet in [meta] + found:
            n = len(head) + len(packet)
            out.write(struct.pack("<IIII", time // 10**9, time % 10**9, n, n) + head + packet)


main()
