#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
"""Moves ExaNet packets from the layout that the project had first to the public one.

    relayout.py vec FILE.vec ...   rewrites vectors (lines exa, blocks, cycle, bytes) in place
    relayout.py pcap IN OUT        rewrites the packets and frames of a Tenter capture
    relayout.py case FILE.case ... rewrites fields, registers and coordinates of cases in place

Bits are moved by the tables below, CRCs are computed here a bit at a time: nothing of the codec is
used, so that what it makes of the result is a test of the codec. A CRC that was wrong is wrong
afterwards by the same bits. The CRCs of the ten packets worked by hand in
suites/exanet/unit/exa_layout.c are from here.
"""
import re
import struct
import sys

# field: high and low bit in the old words, most significant field first
OLD_HDR = {'crc': (127, 112), 'pdid': (111, 96), 'x': (95, 89), 'y': (88, 82), 'z': (81, 76), 'fpga': (75, 74),
           'addr': (73, 32), 'type': (31, 27), 'form': (26, 25), 'len': (24, 16), 'msg': (15, 15),
           'chan': (14, 9), 'num': (8, 0)}
OLD_FTR = {'pcrc': (127, 96), 'x': (95, 89), 'y': (88, 82), 'z': (81, 76), 'fpga': (75, 74), 'tid': (73, 64),
           'seq': (63, 51), 'first': (50, 50), 'last': (49, 49), 'notify': (48, 48), 'err': (47, 44),
           'rsv': (43, 8), 'fcrc': (7, 0)}
# and in the new ones
NEW_HDR = {'crc': (127, 112), 'addr': (103, 62), 'size': (61, 48), 'type': (47, 43), 'tor': (42, 35),
           'fpga': (34, 33), 'z': (32, 29), 'y': (28, 25), 'x': (24, 21), 'pdid': (20, 5)}
NEW_ACK = {'crc': (127, 112), 'pdid_hi': (102, 91), 'seq_hi': (90, 90), 'resp': (89, 86), 'tid': (85, 72),
           'top': (71, 62), 'size': (61, 48), 'type': (47, 43), 'tor': (42, 35), 'fpga': (34, 33),
           'z': (32, 29), 'y': (28, 25), 'x': (24, 21), 'seq_lo': (20, 9), 'pdid_lo': (8, 5)}
NEW_FTR = {'pcrc': (127, 96), 'fcrc': (95, 88), 'user': (87, 76), 'ttl': (75, 61), 'seq': (60, 47),
           'notify': (46, 46), 'last': (45, 45), 'first': (44, 44), 'tor': (35, 28), 'fpga': (27, 26),
           'z': (25, 22), 'y': (21, 18), 'x': (17, 14), 'tid': (13, 0)}
# types by their old codes; 0, 11 to 31 were none, and stay none
TYPES = {1: 0, 2: 1, 3: 2, 4: 6, 5: 3, 6: 9, 7: 11, 8: 10, 9: 17, 10: 18, 0: 4, 11: 12, 17: 13, 18: 14}
CTL, ACK, ALONE = 3, 8, (8, 9, 10)


def take(table, word):
    return {f: word >> lo & ((1 << (hi - lo + 1)) - 1) for f, (hi, lo) in table.items()}


def give(table, fields):
    word = 0
    for f, v in fields.items():
        hi, lo = table[f]
        if v >> (hi - lo + 1):
            raise ValueError(f'{f} = {v:#x} has no room')
        word |= v << lo
    return word


def plain_crc(bits, width, poly, reg):
    """CRC of a string of bits, not reflected."""
    for b in bits:
        top = reg >> (width - 1) & 1
        reg = (reg << 1) & ((1 << width) - 1)
        if top ^ b:
            reg ^= poly
    return reg


def crc32(data):
    """CRC-32/ISO-HDLC, the least significant bit of each byte first."""
    reg = 0xffffffff
    for byte in data:
        for i in range(8):
            bit = (reg ^ byte >> i) & 1
            reg = reg >> 1 ^ (0xedb88320 if bit else 0)
    return reg ^ 0xffffffff


def bits_of(word, *ranges):
    return [word >> b & 1 for hi, lo in ranges for b in range(hi, lo - 1, -1)]


def hdr_crc(word):
    return plain_crc(bits_of(word, (111, 0)), 16, 0x1021, 0xffff)


def old_ftr_crc(word):
    return plain_crc(bits_of(word, (127, 8)), 8, 0x07, 0xff)


def new_ftr_crc(word):
    return plain_crc(bits_of(word, (127, 96), (87, 0)), 8, 0x07, 0xff)


def place(old):
    """Coordinates on top of an address, 64 bits: of payloads and registers."""
    n = {'x': old >> 57 & 127, 'y': old >> 50 & 127, 'z': old >> 44 & 63, 'fpga': old >> 42 & 3}
    return coords(n) << 42 | old & ((1 << 42) - 1)


def coords(n):
    if max(n['x'], n['y'], n['z']) > 15:
        raise ValueError(f'coordinates {n} have no room')
    return n['fpga'] << 12 | n['z'] << 8 | n['y'] << 4 | n['x']


def coords22(old):
    return coords({'x': old >> 15 & 127, 'y': old >> 8 & 127, 'z': old >> 2 & 63, 'fpga': old & 3})


def only(fields, names):
    return {f: fields[f] for f in names}


def header(word, foot):
    """The new header of an old one; foot is the fields of the packet's footer, or None."""
    h = take(OLD_HDR, word)
    wrong = h['crc'] ^ hdr_crc(word)
    kind = TYPES.get(h['type'], h['type'])
    where = only(h, ('x', 'y', 'z', 'fpga'))
    if h['type'] == ACK:
        f = foot or {'tid': 0, 'seq': 0, 'err': 0}
        tid, seq = (0x2000 | h['chan'], h['num']) if h['msg'] else (f['tid'], f['seq'])
        new = give(NEW_ACK, dict(where, pdid_hi=h['pdid'] >> 4, pdid_lo=h['pdid'] & 15, seq_hi=seq >> 12,
                                 seq_lo=seq & 0xfff, resp=f['err'], tid=tid, top=h['addr'] >> 32,
                                 size=h['len'], type=kind))
    else:
        new = give(NEW_HDR, dict(where, addr=h['addr'], size=h['len'], type=kind, pdid=h['pdid']))
    return new | (hdr_crc(new) ^ wrong) << 112


def footer(word, h, pcrc):
    """The new footer; h is the fields of the old header, pcrc the new payload CRC."""
    f = take(OLD_FTR, word)
    wrong = f['fcrc'] ^ old_ftr_crc(word)
    tid, seq = (0x2000 | h['chan'], h['num']) if h['msg'] else (f['tid'], f['seq'])
    new = give(NEW_FTR, dict(only(f, ('x', 'y', 'z', 'fpga', 'first', 'last', 'notify')), pcrc=pcrc, tid=tid,
                             seq=seq, user=f['rsv'] & 0xfff, ttl=f['rsv'] >> 12 & 0x7fff))
    return new | (new_ftr_crc(new) ^ wrong) << 88


def packet(words):
    """Words as they stand in a capture (bytes of 16); what they are in the new layout."""
    head = int.from_bytes(words[0], 'big')
    h = take(OLD_HDR, head)
    foot = int.from_bytes(words[-1], 'big') if len(words) > 1 else None
    new = [header(head, take(OLD_FTR, foot) if foot is not None else None).to_bytes(16, 'big')]
    body = list(words[1:-1])
    if h['type'] in ALONE and not body:
        return new
    if foot is None:
        return new
    moved = list(body)
    if h['type'] == CTL and len(body) == 2:  # the place of the notification
        low, high = struct.unpack('<QQ', body[0])
        moved[0] = struct.pack('<QQ', place(low), high)
    wrong = (foot >> 96) ^ (crc32(b''.join(body)) if body else 0)
    pcrc = (crc32(b''.join(moved)) if moved else 0) ^ wrong
    return new + moved + [footer(foot, h, pcrc).to_bytes(16, 'big')]


def frame(blocks):
    """Blocks of a link frame (bytes of 9), with the packet's words in the new layout."""
    data = [i for i, b in enumerate(blocks) if b[0] == 1]
    if not data or len(data) % 2:
        return blocks
    lanes = [blocks[data[i]][1:] + blocks[data[i + 1]][1:] for i in range(0, len(data), 2)]
    turned = [w[::-1] if i in (0, len(lanes) - 1) else w for i, w in enumerate(lanes)]
    new = packet(turned)
    last = len(new) - 1
    new = [w[::-1] if i in (0, last) else w for i, w in enumerate(new)]
    out = list(blocks)
    for i, at in enumerate(data):
        out[at] = b'\1' + new[i // 2][8 * (i % 2):8 * (i % 2) + 8] if i // 2 < len(new) else None
    return [b for b in out if b is not None]


def vec(path):
    out, words, kinds = [], [], ''
    for line in open(path):
        part = line.split()
        if line.startswith('  exa ') and all(re.fullmatch('[0-9a-f]{32}', w) for w in part[1:] if '=' not in w):
            keys = [w for w in part[1:] if '=' in w]
            new = packet([bytes.fromhex(w) for w in part[1:] if '=' not in w])
            line = '  ' + ' '.join(['exa'] + keys + [w.hex() for w in new]) + '\n'
        elif line.startswith('  blocks '):
            keys = [w for w in part[1:] if '=' in w]
            try:
                new = frame([bytes.fromhex(w) for w in part[1:] if '=' not in w])
                line = '  ' + ' '.join(['blocks'] + keys + [b.hex() for b in new]) + '\n'
            except ValueError as e:
                print(f'{path}: {e}: {line.strip()[:60]}', file=sys.stderr)
        elif line.startswith('  cycle '):
            word = part[3]
            if 'h' in part[1] and re.fullmatch('[0-9a-f]{32}', word):
                line = line.replace(word, f'{header(int(word, 16), None):032x}')
            elif 'f' in part[1] and re.fullmatch('[0-9a-f]{32}', word):
                h = dict.fromkeys(OLD_HDR, 0)
                line = line.replace(word, f'{footer(int(word, 16), h, int(word, 16) >> 96):032x}')
        out.append(line)
    open(path, 'w').writelines(out)


def pcap(src, dst):
    raw = open(src, 'rb').read()
    order = '<' if raw[:4] in (b'\x4d\x3c\xb2\xa1', b'\xd4\xc3\xb2\xa1') else '>'
    out, at = [raw[:24]], 24
    while at < len(raw):
        sec, frac, kept, length = struct.unpack(order + '4I', raw[at:at + 16])
        rec = raw[at + 16:at + 16 + kept]
        at += 16 + kept
        head, body = rec[:24], rec[24:]
        if head[1] == 2 and head[2] in (1, 2):
            if head[2] == 1:
                new = packet([body[i:i + 16] for i in range(0, len(body), 16)])
                span = struct.pack('>I', struct.unpack('>I', head[16:20])[0] - (len(body) // 16 - len(new)))
            else:
                new = frame([body[i:i + 9] for i in range(0, len(body), 9)])
                span = head[16:20]
            body = b''.join(new)
            head = head[:16] + span + struct.pack('>I', len(body))
        rec = head + body
        out.append(struct.pack(order + '4I', sec, frac, len(rec), len(rec)) + rec)
    open(dst, 'wb').write(b''.join(out))


def case(path):
    def message(m):
        tag = int(m.group(1), 0)
        return f'chan={tag >> 9 & 63} seq={tag & 511}' if tag & 0x8000 else f'tid={tag}'

    def packet_line(line):
        line = re.sub(r'\blen=', 'size=', line)
        if 'tag=0x8' in line or 'tag=3' in line:  # the footer of a message said nothing more
            line = re.sub(r' (tid|seq)=\S+', '', line)
        line = re.sub(r'\btag=(\w+)', message, line)
        line = re.sub(r' form=[013]\b', '', line)
        line = re.sub(r'\b127\.127\.63\.3', '15.15.15.3', line)
        if re.search(r'(^packet \w+|send \S+( \S+)?) Ack ', line):
            line = re.sub(r' src=\S+', '', line)
        return line

    out = []
    for line in open(path):
        if re.match(r'(packet|send|expect (net|\d)|own)\b', line):
            line = packet_line(line)
        line = re.sub(r'(\bexpect reg \S*SRC = )(0x[0-9a-f]+)', lambda m: m[1] + f'{coords22(int(m[2], 16)):#010x}', line)
        line = re.sub(r'(\bexpect reg OWN = )(0x[0-9a-f]+)', lambda m: m[1] + f'{coords22(int(m[2], 16)):#010x}', line)
        line = re.sub(r'(\.DST\[1\] )(0x02[0-9a-f]+)',
                      lambda m: m[1] + f'{place(int(m[2], 16) << 32) >> 32:#010x}', line)
        line = re.sub(r'(M\d+\.)TAG = (0x[0-9a-f]+)',
                      lambda m: m[1] + f'TID = {(0x2000 | int(m[2], 16) >> 9 & 63) << 16 | int(m[2], 16) & 511:#010x}', line)
        line = re.sub(r'(\.CTRL )0x([0-9a-f])([0-9a-f]{2})\b',
                      lambda m: m[1] + f'0x{TYPES[int(m[2], 16)]:x}{m[3]}', line)
        out.append(line)
    open(path, 'w').writelines(out)


def main(argv):
    if len(argv) > 1 and argv[0] in ('vec', 'case'):
        for path in argv[1:]:
            (vec if argv[0] == 'vec' else case)(path)
    elif len(argv) == 3 and argv[0] == 'pcap':
        pcap(argv[1], argv[2])
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main(sys.argv[1:])
