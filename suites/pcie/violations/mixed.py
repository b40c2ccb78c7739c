# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The same in traffic of everything that is allowed: faults that devices make of a whole field, such as a Byte Count
# that forgets the byte enables, and TLPs that are wrong by themselves.
import tlp
from traffic import ROOT, Tlp, digest

KINDS = {}


def kind(name, which, rules, change):
    tlp.kind(name, which, rules, change)
    KINDS[name] = tlp.KINDS.pop(name)


def inserted(name, rules, text, up=None):
    tlp.inserted(name, rules, text, up)
    KINDS[name] = tlp.KINDS.pop(name)


plain = lambda t: t.data[0] & 0xe0 != 0x80 and not t.data[2] & 0x80  # no prefix and no digest: fields stand where they belong
PIECE = lambda t: plain(t) and t.piece
READ = lambda t: plain(t) and t.read
WRITE = lambda t: plain(t) and t.write
COUNT = "CPL-5 CPL-6 CPL-10 CPL-12 CPL-LEN-1"
LOW = "CPL-7 CPL-8 CPL-11 CPL-LEN-1"


def bare(t):
    """The TLP without its prefixes."""
    first = next((k for k in range(0, len(t.data), 4) if t.data[k] & 0xe0 != 0x80), 0)
    return Tlp(t.ns, t.data[first:], t.up)


def request_of(tlps, i):
    """The request that completion i answers; None when its fields do not stand where they belong."""
    for t in reversed(tlps[:i]):
        b = bare(t)
        if t.up != tlps[i].up and not b.completion and b.type & 0x38 != 0x30 and not b.write and b.transaction == tlps[i].transaction:
            return t if plain(t) else None
    return None


def first_piece(tlps, i):
    return not any(b.completion and b.up == tlps[i].up and b.transaction == tlps[i].transaction
                   for b in map(bare, tlps[tlps.index(request_of(tlps, i)):i]))


def byte_count(data, n):
    data[6], data[7] = data[6] & 0xf0 | n >> 8 & 15, n & 255


def of_answer(name, rules, change, first=None, which=PIECE):
    """change(request, completion) of an answer to a request; first: of the first piece, or of a later one."""
    def do(tlps, i, rng):
        asked = request_of(tlps, i)
        if asked is None or (first is not None and first != first_piece(tlps, i)):
            return False
        before = bytes(tlps[i].data)
        return change(asked, tlps[i].data) is not False and before != bytes(tlps[i].data)
    kind(name, which, rules, do)


def only_read(change):
    return lambda asked, data: change(asked, data) if asked.type & 0x5e == 0 else False


def count_of_length(asked, data):
    byte_count(data, 4 * (asked.length or 1024))


def low_of_dw(asked, data):
    data[11] &= ~3


def all_of_what_is_left(asked, data):
    """A later piece names what was asked for at first."""
    first, last = asked.data[7] & 15, asked.data[7] >> 4 or asked.data[7] & 15
    skip, cut = (first & -first).bit_length() - 1, 4 - last.bit_length()
    byte_count(data, 4 * (asked.length or 1024) - skip - cut)


def left_by_dws(asked, data):
    """It counts whole DWs, although the read begins amid one."""
    first = asked.data[7] & 15
    count = (data[6] & 15) << 8 | data[7]
    if not first & -first or first & 1:
        return False
    byte_count(data, count + (first & -first).bit_length() - 1)
    return True


def low_of_request(asked, data):
    at = 12 if asked.data[0] & 0x20 else 8
    first = asked.data[7] & 15
    data[11] = (asked.data[at + 3] & 0x7c) + (first & -first).bit_length() - 1 if first else asked.data[at + 3] & 0x7c


def low_zero(asked, data):
    data[11] = 0


of_answer("read: Byte Count without byte enables", COUNT, only_read(count_of_length), first=True)
of_answer("read: Byte Count of this piece", COUNT, only_read(lambda asked, data: byte_count(data, 4 * ((data[2] & 3) << 8 | data[3]) - (data[11] & 3))))
of_answer("read: Byte Count 4096", COUNT, only_read(lambda asked, data: byte_count(data, 0)))
of_answer("read: Byte Count is never less", COUNT, only_read(all_of_what_is_left), first=False)
of_answer("read: Byte Count by whole DWs", COUNT, only_read(left_by_dws), first=False)
of_answer("read: Byte Count without its upper bits", COUNT, only_read(lambda asked, data: byte_count(data, data[7])))
of_answer("read: Lower Address of the DW", LOW, only_read(low_of_dw), first=True)
of_answer("read: Lower Address of the request", LOW, only_read(low_of_request), first=False)
of_answer("read: Lower Address 0", LOW, only_read(low_zero))
of_answer("read: Lower Address of 6 bits", LOW, only_read(lambda asked, data: data.__setitem__(11, data[11] & 0x3f)))
of_answer("read: Lower Address and Byte Count exchanged", COUNT + " " + LOW + " CPL-1", only_read(
    lambda asked, data: (byte_count(data, data[11]), data.__setitem__(11, data[7] & 127))[0]))
of_answer("answer: TC 0", "CPL-2", lambda asked, data: data.__setitem__(1, data[1] & 0x8f), which=lambda t: plain(t) and t.completion)
of_answer("answer: Attr 0", "CPL-3", lambda asked, data: data.__setitem__(2, data[2] & ~0x30), which=lambda t: plain(t) and t.completion)


def class_and_attr_0(asked, data):
    """IDO alone is the completer's choice."""
    if not data[1] & 0x70 and not data[2] & 0x30:
        return False
    data[1], data[2] = 0, data[2] & ~0x30
    return True


of_answer("answer: TC and Attr 0", "CPL-1 CPL-2 CPL-3", class_and_attr_0,
          which=lambda t: plain(t) and t.completion)

EMPTY = lambda t: plain(t) and t.type in (0x0a, 0x0b)


def field(name, which, rules, at, change):
    """change(old) of one byte."""
    def do(tlps, i, rng):
        old = tlps[i].data[at]
        tlps[i].data[at] = change(old) & 255
        return tlps[i].data[at] != old
    kind(name, which, rules, do)


field("answer without data: Length 1", EMPTY, "TLP-LEN-7", 3, lambda old: 1)
field("answer without data: EP", EMPTY, "TLP-EP-1", 2, lambda old: old ^ 0x40)
field("answer without data: TD", EMPTY, "TLP-TD-1 TLP-LEN-8", 2, lambda old: old ^ 0x80)
field("answer without data: TH", EMPTY, "TLP-TH-1", 1, lambda old: old ^ 1)
field("answer without data: AT", EMPTY, "TLP-AT-1", 2, lambda old: old ^ 8)
field("answer without data: BCM", EMPTY, "CPL-BCM-1", 6, lambda old: old ^ 0x10)
field("answer without data: reserved bit", EMPTY, "TLP-RSV-3", 11, lambda old: old ^ 0x80)
for status in (3, 5, 6, 7):
    field(f"answer without data: status {status}", EMPTY, "CPL-STS-1", 6, lambda old, status=status: old & 0x1f | status << 5)
    field(f"answer with data: status {status}", PIECE, "CPL-STS-1", 6, lambda old, status=status: old & 0x1f | status << 5)


def as_kind(first, only=lambda asked: True):
    def change(asked, data):
        if not only(asked):
            return False
        data[0] = first
        return True
    return change


of_answer("read: answered as locked", "CPL-17", as_kind(0x4b, lambda asked: asked.type in (0x00, 0x20)))
of_answer("locked read: answered as not locked", "CPL-17", as_kind(0x4a, lambda asked: asked.type in (0x01, 0x21)), which=lambda t: plain(t) and t.type == 0x4b)
SMALL = lambda t: plain(t) and t.completion and t.count <= 16


def small(kinds, change):
    return lambda asked, data: change(asked, data) if asked.type in kinds else False


def refused(status, count=None):
    def change(asked, data):
        if data[6] >> 5 == status:
            return False
        del data[12:]
        data[0], data[3], data[6] = 0x0a, 0, data[6] & 0x1f | status << 5
        if count is not None:
            byte_count(data, count)
        return True
    return change


NOT_READS = {"I/O": (0x02, 0x42), "configuration": (0x04, 0x44, 0x05, 0x45), "AtomicOp": (0x4c, 0x4d, 0x4e)}
for word, kinds in NOT_READS.items():
    of_answer(f"{word}: refused with Byte Count 1", "CPL-10", small(kinds, refused(1, 1)), which=SMALL)
    of_answer(f"{word}: refused with Byte Count 0", "CPL-10", small(kinds, refused(4, 0)), which=SMALL)
    of_answer(f"{word}: Lower Address 8", "CPL-11", small(kinds, lambda asked, data: data.__setitem__(11, 8)), which=SMALL)
    if word != "configuration":
        of_answer(f"{word}: CRS", "CPL-16", small(kinds, refused(2)), which=SMALL)


def no_data(asked, data):
    if data[0] != 0x4a:
        return False
    del data[12:]
    data[0], data[2], data[3] = 0x0a, data[2] & 0xbc, 0 # EP is of data
    return True


of_answer("I/O or configuration read: SC without data", "CPL-14", small((2, 4, 5), no_data), which=SMALL)
of_answer("AtomicOp: SC without data", "CPL-14", small(NOT_READS["AtomicOp"], no_data), which=SMALL)


def both_operands(asked, data):
    if data[0] != 0x4a:
        return False
    data[3] = asked.length
    data[12:] = bytes(4 * asked.length)
    byte_count(data, 4 * asked.length)
    return True


of_answer("CAS: answered with both operands", "CPL-1 CPL-10 CPL-18 CPL-LEN-1", small((0x4e,), both_operands), which=SMALL)
of_answer("AtomicOp: Byte Count 0", "CPL-10", small(NOT_READS["AtomicOp"], lambda asked, data: byte_count(data, 0) if data[0] == 0x4a else False), which=SMALL)
zero_read = lambda asked: asked.type in (0, 0x20) and asked.length == 1 and asked.data[7] & 15 == 0 and not asked.data[1] & 1
of_answer("zero-length read: Byte Count 4", "CPL-12", lambda asked, data: byte_count(data, 4) if zero_read(asked) else False)
of_answer("zero-length read: Byte Count 0", "CPL-12", lambda asked, data: byte_count(data, 0) if zero_read(asked) else False)
of_answer("zero-length read: no data", "CPL-14", lambda asked, data: no_data(asked, data) if zero_read(asked) else False)


def again(where):
    def change(tlps, i, rng):
        tlps.insert(i + 1, tlps[i].copy())
    return where, change


kind("read: sent twice", lambda t: READ(t), "TAG-1", again(None)[1])
kind("refusal: sent twice", EMPTY, "CPL-1 CPL-4", again(None)[1])
kind("answer to an AtomicOp: sent twice", lambda t: PIECE(t) and t.data[8:10] != ROOT and t.count == 4 and t.length == 1 and not t.data[11],
     "CPL-1 CPL-5 CPL-6", again(None)[1])


def before_request(tlps, i, rng):
    asked = request_of(tlps, i)
    if asked is None or tlps[i].more or not first_piece(tlps, i):
        return False
    at = tlps.index(asked)
    tlps[i].ns, asked.ns = asked.ns, tlps[i].ns
    tlps[at], tlps[i] = tlps[i], tlps[at]
    return True


# Requests
field("I/O request: 4DW header", lambda t: plain(t) and t.type in (2, 0x42), "TLP-FMT-2", 0, lambda old: old ^ 0x20)
field("configuration request: 4DW header", lambda t: plain(t) and t.type in (4, 0x44, 5, 0x45), "TLP-FMT-2", 0, lambda old: old ^ 0x20)
field("message: 3DW header", lambda t: plain(t) and t.type & 0xf8 == 0x30, "TLP-FMT-2", 0, lambda old: old ^ 0x20)
field("AtomicOp: no data by its Fmt", lambda t: plain(t) and t.type in (0x4c, 0x4d, 0x4e), "TLP-FMT-2", 0, lambda old: old ^ 0x40)
field("locked read: data by its Fmt", lambda t: plain(t) and t.type in (1, 0x21), "TLP-FMT-2", 0, lambda old: old ^ 0x40)
field("write: hole in First BE", lambda t: WRITE(t) and t.length > 2, "TLP-BE-4", 7, lambda old: old & 0xf0 | 9)
field("write: hole in Last BE", lambda t: WRITE(t) and t.length > 2, "TLP-BE-5", 7, lambda old: old & 0x0f | 0x90)
field("write: First BE 0", lambda t: WRITE(t) and t.length > 1, "TLP-BE-1", 7, lambda old: old & 0xf0)
field("write: Last BE 0", lambda t: WRITE(t) and t.length > 1, "TLP-BE-2", 7, lambda old: old & 0x0f)
field("write: Length 0", lambda t: WRITE(t) and t.length, "TLP-LEN-1", 3, lambda old: 0)
field("write: Length 512 more", WRITE, "TLP-LEN-1", 2, lambda old: old ^ 2)
field("write: AT 3", WRITE, "TLP-AT-2", 2, lambda old: old | 0xc)
field("AtomicOp: AT 3", lambda t: plain(t) and t.type in (0x4c, 0x4d, 0x4e), "TLP-AT-2", 2, lambda old: old | 0xc)
for bit in (0x80, 8, 2):
    field(f"request that is not of memory: reserved bit {bit:02x}h", lambda t: plain(t) and t.type in (2, 0x42, 4, 5, 0x44, 0x45, 0x30, 0x34, 0x33),
          "TLP-RSV-1", 1, lambda old, bit=bit: old ^ bit)
field("message: AT 1", lambda t: plain(t) and t.type & 0xf8 == 0x30, "TLP-AT-1", 2, lambda old: old | 4)
field("message: TH", lambda t: plain(t) and t.type & 0xf8 == 0x30, "TLP-TH-1", 1, lambda old: old | 1)
field("message: EP", lambda t: plain(t) and t.type & 0xf8 == 0x30, "TLP-EP-1", 2, lambda old: old | 0x40)
field("message: Length 1", lambda t: plain(t) and t.type & 0xf8 == 0x30, "TLP-LEN-6 TLP-MSG-11", 3, lambda old: 1)

DIGEST = lambda t: t.data[0] & 0xe0 != 0x80 and t.data[2] & 0x80


def digest_of_another(tlps, i, rng):
    tlps[i].data[-rng.randrange(1, 5)] ^= 1 << rng.randrange(8)


def digest_gone(tlps, i, rng):
    del tlps[i].data[-4:]


kind("digest: a bit", DIGEST, "ECRC-1", digest_of_another)
kind("digest: gone", DIGEST, "TLP-TD-1", digest_gone)
field("digest: TD 0", DIGEST, "TLP-TD-1 TLP-LEN-8", 2, lambda old: old ^ 0x80)
kind("digest: bytes reversed", DIGEST, "ECRC-1", lambda tlps, i, rng: tlps[i].data.__setitem__(slice(-4, None), tlps[i].data[:-5:-1]))
kind("digest: a bit of the payload", lambda t: DIGEST(t) and t.piece, "ECRC-1", lambda tlps, i, rng: tlps[i].data.__setitem__(12, tlps[i].data[12] ^ 4))
kind("digest: of the header alone", lambda t: DIGEST(t) and (t.piece or t.write), "ECRC-1",
     lambda tlps, i, rng: tlps[i].data.__setitem__(slice(-4, None), digest(tlps[i].data[:12])))
for n, data in ((2, b"\x92\0\0\0"), (13, b"\x9d\0\0\0")):
    kind(f"end-to-end prefix of type {n}", plain, "TLP-PFX-5", lambda tlps, i, rng, data=data: tlps[i].data.__setitem__(slice(0, 0), data))
kind("local prefix of type 1", plain, "TLP-PFX-4", lambda tlps, i, rng: tlps[i].data.__setitem__(slice(0, 0), b"\x81\0\0\0"))
kind("local prefix behind a vendor's", plain, "TLP-PFX-1", lambda tlps, i, rng: tlps[i].data.__setitem__(slice(0, 0), b"\x9e\0\0\0\x8e\0\0\0"))


for code in (0x03, 0x06, 0x11, 0x13, 0x15, 0x1a, 0x1f, 0x28, 0x32, 0x34, 0x42, 0x46, 0x49, 0x51, 0x54, 0x7d, 0x80, 0xff):
    inserted(f"message: undefined code {code:02x}h", "TLP-MSG-2", f"34000000010000{code:02x}" + "00" * 8)
for code, rule in ((0x18, 4), (0x19, 5), (0x1b, 6), (0x14, 7), (0x31, 8), (0x00, 9), (0x10, 17), (0x12, 17), (0x52, 17)):
    inserted(f"message: code {code:02x}h by address", f"TLP-MSG-{rule}", f"31000000010000{code:02x}" + "00" * 8, code in (0x18, 0x1b, 0x31, 0x10, 0x52))
inserted("message: of a vendor by address", "TLP-MSG-16", "310000000100007e" + "00" * 8)
inserted("message: routing 111b", "TLP-MSG-1", "370000000100007f" + "00" * 8)
inserted("message: error with data", "TLP-MSG-12", "7000000101000031" + "00" * 12)
inserted("message: Page Request with data", "TLP-MSG-12", "7000000101000004" + "00" * 12)
inserted("message: PRG Response with data", "TLP-MSG-12", "7200000100000005" + "00" * 12, False)
inserted("message: Invalidate Request with four DWs", "TLP-MSG-20", "7200000400000001" + "00" * 24, False)
for code, route, up in ((0x18, 0, True), (0x30, 0, True), (0x00, 3, False), (0x12, 4, False), (0x19, 3, False), (0x1b, 5, True)):
    inserted(f"message: code {code:02x}h with No Snoop", "TLP-ATTR-3", f"3{route}001000010000{code:02x}" + "00" * 8, up)
inserted("message: PM_PME with a reserved DW", "TLP-MSG-28", "3000000001000018" + "00" * 7 + "01", True)
inserted("message: error with a reserved DW", "TLP-MSG-28", "3000000001000033" + "80" + "00" * 7, True)
inserted("write: answered with data", "CPL-1", "4a0000010000000401000f00" + "00" * 4, False)
inserted("swap: Length 4", "TLP-ATM-1", "4d0000040100fe0000001000" + "00" * 16, True)
inserted("CAS: Length 16", "TLP-ATM-2", "4e0000100100fe0000001000" + "00" * 64, True)
inserted("CAS: Length 4, address of 4 bytes", "TLP-ATM-3", "4e0000040100fe0000001004" + "00" * 16, True)
inserted("read: 4096 bytes amid a page", "TLP-4K-1", "000000000100feff00001004", True)
inserted("read: two DWs over a page", "TLP-4K-1", "200000020100feff0000000100000ffc", True)
inserted("read: First BE 0 of two DWs", "TLP-BE-1", "000000020100fef000001008", True)
inserted("read: hole amid two DWs", "TLP-BE-4", "000000020100fef500001004", True)
inserted("configuration request: AT 2", "TLP-AT-4", "040008010001fe0f02000000", False)
inserted("I/O write: no data", "TLP-LEN-1", "420000010001fe0f00001000", False)
inserted("I/O write: two DWs", "TLP-TD-1 TLP-LEN-1", "420000010001fe0f00001000" + "00" * 8, False)
inserted("configuration write: Length 0", "TLP-LEN-1", "440000000001ff0f0100001000000000", False)
