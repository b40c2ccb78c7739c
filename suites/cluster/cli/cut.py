#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
"""cut.py IN OUT HOW...: a capture as tools and lines may leave it. HOW, in this order:
FROM-TO: these records alone, from 0, besides the first one, which has the texts; dir=N: those of one direction;
drop=N: without record N; twice=N: with it twice; swap=N: with it behind the next one; snap=N,BYTES: with so many bytes of it;
flip=N,BIT: with that bit of its words inverted, counted from the first byte behind the record head."""
import struct
import sys

PCAP_HEAD, RECORD_HEAD, OWN_HEAD, DIR = 24, 16, 24, 6


def load(path):
    data = open(path, "rb").read()
    records, at = [], PCAP_HEAD
    while at < len(data):
        n = struct.unpack_from("<I", data, at + 8)[0]
        records.append(bytearray(data[at:at + RECORD_HEAD + n]))
        at += RECORD_HEAD + n
    return data[:PCAP_HEAD], records


def change(records, how):
    key, _, value = how.partition("=")
    if not value:
        low, high = (int(n) if n else None for n in key.split("-"))
        return records[:1] + records[low:high][low == 0:]
    n, _, more = value.partition(",")
    n = int(n)
    if key == "dir":
        return records[:1] + [r for r in records[1:] if r[RECORD_HEAD + DIR] == n]
    if key == "drop":
        return records[:n] + records[n + 1:]
    if key == "twice":
        return records[:n + 1] + records[n:]
    if key == "swap":
        return records[:n] + [records[n + 1], records[n]] + records[n + 2:]
    record = bytearray(records[n])
    if key == "snap":
        record = record[:RECORD_HEAD + OWN_HEAD + int(more)]
        struct.pack_into("<I", record, 8, OWN_HEAD + int(more))
    if key == "flip":
        record[RECORD_HEAD + OWN_HEAD + int(more) // 8] ^= 0x80 >> int(more) % 8
    return records[:n] + [record] + records[n + 1:]


head, all_records = load(sys.argv[1])
for word in sys.argv[3:]:
    all_records = change(all_records, word)
open(sys.argv[2], "wb").write(head + b"".join(all_records))
