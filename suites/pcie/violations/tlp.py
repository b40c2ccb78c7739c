# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Faults of TLPs: name -> (which TLPs, change(tlps, i, rng), the rules that are the fault's own). A change returns
# False where it would be none.
import struct

from traffic import ROOT, Tlp

# A fault that no checker can see in a form, with the reason. Every other one must be told.
UNSEEN = {
    ("read: a tag that is taken", "nettlp"): "a request that its sender's clock stamps early by less than an answer takes looks the same",
}
# A fault of which two verdicts may come, with the reason: one by its own rule, and no more than one other.
MIXED = {
    ("read: a tag that is taken", "nettlp"): "the clocks of both senders hide which request came first, and whose answers are whose",
    ("read: a tag that is taken", "raw"): "the same, where one point has both directions and no order of them is sure",
    ("completion: random tag", "nettlp"): "the next request with the tag may be stamped early, or the tag be taken",
    ("completion: dropped", "nettlp"): "the next request with the tag may be stamped early, or the tag be taken",
}
KINDS = {}


def kind(name, which, rules, change):
    KINDS[name] = (which, change, set(rules.split()))


def bits(name, which, rules, at, mask=None, value=0, flip=0):
    """Changes bits of one byte: to a value under a mask, or the other way."""
    def change(tlps, i, rng):
        data = tlps[i].data
        old = data[at]
        data[at] = old ^ flip if mask is None else old & ~mask & 255 | value
        return data[at] != old
    kind(name, which, rules, change)


def adds(field):
    """Adds n to a Byte Count, Lower Address or Length, or a random number below -n."""
    def make(name, which, rules, n):
        def change(tlps, i, rng):
            data, t = tlps[i].data, tlps[i]
            step = n if n > -100 else rng.randrange(1, 127)
            if field == "count":
                new = (t.count + step) % 4096
                data[6], data[7] = data[6] & 0xf0 | new >> 8, new & 255
            elif field == "low":
                data[11] = (data[11] + step) & 127 | data[11] & 128
            else:
                new = (t.length + step) % 1024
                data[2], data[3] = data[2] & 0xfc | new >> 8, new & 255
            return True
        kind(name, which, rules, change)
    return make


def resized(name, which, rules, cut=None, extend=b"", ahead=b"", only=None):
    def change(tlps, i, rng):
        data = tlps[i].data
        if only is not None:
            data = only
        elif cut is not None:
            data = data[:cut]
        tlps[i].data = bytearray(ahead + data + extend)
    kind(name, which, rules, change)


PIECE, READ, WRITE, ANY = (lambda t: t.piece), (lambda t: t.read), (lambda t: t.write), (lambda t: True)
LONG_READ = lambda t: t.read and t.length > 2
READ_ANSWER = lambda t: t.piece and (t.count > 1 or t.data[11])

for word, which, n_rules, long_rules, bit6, bit5, cut1, cut4 in (
        ("completion", PIECE, "TLP-LEN-1 TLP-TD-1", "TLP-LEN-1", "TLP-LEN-8 TLP-TD-1", "TLP-FMT-2", "TLP-ALN-1", "TLP-LEN-1"),
        ("read", READ, *["CPL-5 CPL-7 CPL-10 CPL-12 CPL-LEN-1 TLP-BE-2 TLP-BE-3 TLP-BE-5 TLP-4K-1"] * 2, "TLP-LEN-1",
         "TLP-HDR-1 TLP-TD-1", "TLP-HDR-1", "TLP-HDR-1"),
        ("write", WRITE, "TLP-LEN-1 TLP-TD-1", "TLP-LEN-1", "TLP-LEN-8 TLP-TD-1", "TLP-LEN-1 TLP-TD-1 TLP-HDR-1",
         "TLP-ALN-1", "TLP-LEN-1")):
    bits(word + ": Fmt 5", which, "TLP-FMT-1", 0, 0xe0, 0xa0)
    bits(word + ": Fmt 7", which, "TLP-FMT-1", 0, 0xe0, 0xe0)
    bits(word + ": Type 1fh", which, "TLP-FMT-2", 0, 0x1f, 0x1f)
    bits(word + ": data bit of Fmt", which, bit6, 0, flip=0x40)
    bits(word + ": 4DW bit of Fmt", which, bit5, 0, flip=0x20)
    for bit, value in ((23, 0x80), (19, 8), (17, 2)):
        bits(f"{word}: reserved bit {bit}", which, "TLP-RSV-1", 1, flip=value)
    bits(word + ": TD without digest", which, "TLP-TD-1", 2, flip=0x80)
    adds("length")(word + ": Length and 1", which, n_rules, 1)
    adds("length")(word + ": Length less 1", which, n_rules, -1)
    adds("length")(word + ": Length and 7", which, long_rules, 7)
    resized(word + ": 1 byte missing", which, cut1, cut=-1)
    resized(word + ": 4 bytes missing", which, cut4, cut=-4)
    resized(word + ": 8 bytes missing", which, cut4 + " TLP-HDR-1", cut=-8)
    resized(word + ": header of 8 bytes", which, "TLP-HDR-1", cut=8)
    resized(word + ": 4 bytes more", which, "TLP-TD-1", extend=b"\xde\xad\xbe\xef")
    resized(word + ": 2 bytes more", which, "TLP-ALN-1", extend=b"\xde\xad")
    resized(word + ": undefined local prefix", which, "TLP-PFX-4", ahead=b"\x85\0\0\0")
    resized(word + ": undefined end-to-end prefix", which, "TLP-PFX-5", ahead=b"\x97\0\0\0")
    resized(word + ": local prefix behind another", which, "TLP-PFX-1", ahead=b"\x91\0\0\0\x80\0\0\0")
    resized(word + ": five end-to-end prefixes", which, "TLP-PFX-2", ahead=b"\x91\0\0\0" * 5)
    resized(word + ": prefix alone", which, "TLP-PFX-3", only=b"\x91\0\0\0")

    def wrong_digest(tlps, i, rng):
        tlps[i].data[2] |= 0x80
        tlps[i].data += b"\x12\x34\x56\x78"
    kind(word + ": wrong digest", which, "ECRC-1", wrong_digest)

bits("completion: TH", PIECE, "TLP-TH-1", 1, flip=1)
bits("completion: AT", PIECE, "TLP-AT-1", 2, flip=4)
bits("read: EP", READ, "TLP-EP-1", 2, flip=0x40)
bits("read: AT 3", READ, "TLP-AT-2", 2, 0xc, 0xc)
bits("write: AT 1", WRITE, "TLP-AT-5", 2, 0xc, 4)
bits("write: AT 3", WRITE, "TLP-AT-2", 2, 0xc, 0xc)
bits("read: Last BE 0", LONG_READ, "TLP-BE-2", 7, 0xf0, 0)
bits("read: First BE 0", LONG_READ, "TLP-BE-1", 7, 0x0f, 0)
bits("read: hole in First BE", LONG_READ, "TLP-BE-4", 7, 0x0f, 5)
bits("read: hole in Last BE", LONG_READ, "TLP-BE-5", 7, 0xf0, 0x50)
bits("read: Last BE of one DW", lambda t: t.read and t.length == 1, "TLP-BE-3", 7, 0xf0, 0xf0)
bits("write: Last BE of one DW", lambda t: t.write and t.length == 1, "TLP-BE-3", 7, 0xf0, 0xf0)


def address_at(t):
    return 12 if t.data[0] & 0x20 else 8


def page_end(tlps, i, rng):
    at = address_at(tlps[i])
    tlps[i].data[at + 2] |= 0xf
    tlps[i].data[at + 3] = 0xfc


def odd_address(tlps, i, rng):
    tlps[i].data[address_at(tlps[i]) + 3] |= rng.choice([1, 2, 3])


def four_dw(tlps, i, rng):
    data = tlps[i].data
    if data[0] & 0x20:
        return False
    data[0] |= 0x20
    tlps[i].data = data[:8] + bytes(4) + data[8:]
    return True


for word, which, rule in (("read", READ, "TLP-4K-1"), ("write", WRITE, "TLP-4K-2")):
    kind(word + ": over a page", lambda t, which=which: which(t) and t.length > 1, rule, page_end)
    kind(word + ": address bits 1:0", which, "TLP-ADR-2", odd_address)
    kind(word + ": 4DW header below 4 GiB", which, "TLP-ADR-1", four_dw)

bits("completion: reserved status", PIECE, "CPL-STS-1", 6, 0xe0, 0x60)
bits("completion: UR with data", PIECE, "CPL-STS-2", 6, 0xe0, 0x20)
bits("completion: CA with data", PIECE, "CPL-STS-2", 6, 0xe0, 0x80)
bits("completion: CRS with data", PIECE, "CPL-STS-2", 6, 0xe0, 0x40)
bits("completion: BCM", PIECE, "CPL-BCM-1", 6, flip=0x10)
bits("completion: reserved bit", PIECE, "TLP-RSV-3", 11, flip=0x80)
bits("completion: another TC", PIECE, "CPL-2", 1, flip=0x30)
bits("completion: No Snoop", PIECE, "CPL-3", 2, flip=0x10)
bits("completion: Relaxed Ordering", PIECE, "CPL-3", 2, flip=0x20)
bits("completion: locked", PIECE, "CPL-17", 0, flip=1)
COUNT = "CPL-5 CPL-6 CPL-10 CPL-12 CPL-LEN-1"
adds("count")("completion: Byte Count and 1", PIECE, COUNT, 1)
adds("count")("completion: Byte Count less 1", PIECE, COUNT, -1)
adds("count")("completion: Byte Count and 64", PIECE, COUNT, 64)
adds("count")("completion: random Byte Count", PIECE, COUNT, -100)
LOW = "CPL-7 CPL-8 CPL-11 CPL-LEN-1"
adds("low")("completion: Lower Address and 4", PIECE, LOW, 4)
adds("low")("completion: Lower Address and 1", PIECE, LOW, 1)
adds("low")("completion: random Lower Address", PIECE, LOW, -100)


def unused_tag(tlps, rng):
    free = sorted(set(range(256)) - {t.transaction[1] for t in tlps})
    return rng.choice(free) if free else None


def tag_nobody_has(tlps, i, rng):
    tag = unused_tag(tlps, rng)
    if tag is None:
        return False
    tlps[i].data[10] = tag
    return True


def random_tag(tlps, i, rng):
    tlps[i].data[10] = (tlps[i].data[10] + rng.randrange(1, 256)) & 255


def other_requester(tlps, i, rng):
    tlps[i].data[8] ^= rng.randrange(1, 256)


def other_function(tlps, i, rng):
    tlps[i].data[9] ^= rng.randrange(1, 8)


LOST = "CPL-1 CPL-4 CPL-5 CPL-6 CPL-13"
kind("completion: tag that no request has", PIECE, LOST, tag_nobody_has)
kind("completion: random tag", PIECE, LOST + " CPL-7 CPL-8 CPL-10 CPL-11 CPL-12 CPL-18 CPL-15 CPL-LEN-1", random_tag)
kind("completion: another requester", PIECE, LOST, other_requester)
kind("completion: another function", PIECE, LOST, other_function)


def other_completer(tlps, i, rng):
    before = [t for t in tlps[max(0, i - 30):i] if t.transaction == tlps[i].transaction]
    if not before or not before[-1].more:
        return False
    tlps[i].data[4] ^= 0x40
    return True


kind("completion: another completer goes on", PIECE, "CPL-19", other_completer)


def without_data(status, count=None):
    def change(tlps, i, rng):
        data = tlps[i].data[:12]
        data[0], data[2], data[3], data[6] = 0x0a, data[2] & 0xfc, 0, data[6] & 0x1f | status << 5
        if count is not None:
            new = count(tlps[i].count)
            if new == tlps[i].count:
                return False
            data[6], data[7] = data[6] & 0xf0 | new >> 8, new & 255
        tlps[i].data = data
        return True
    return change


REFUSED = "CPL-5 CPL-6 CPL-10"
kind("completion: SC without data", PIECE, "CPL-14", without_data(0))
kind("read: CRS", lambda t: t.piece and t.more, "CPL-16", without_data(2))
kind("read: UR with another Byte Count", lambda t: t.piece and t.count > 16, REFUSED, without_data(1, lambda n: n + 8))
kind("read: CA with Byte Count 4", lambda t: t.piece and t.count > 16, REFUSED, without_data(4, lambda n: 4))
kind("read: data behind UR", lambda t: t.more, "CPL-4", without_data(1))
kind("read: data behind CA", lambda t: t.more, "CPL-4", without_data(4))

AGAIN = "CPL-1 CPL-5 CPL-6 CPL-8 CPL-10"
kind("completion: sent twice", PIECE, AGAIN, lambda tlps, i, rng: tlps.insert(i + 1, tlps[i].copy()))


def sent_back(tlps, i, rng):
    back = tlps[i].copy()
    back.up = not back.up
    tlps.insert(i + 1, back)


kind("completion: sent back to its completer", PIECE, AGAIN, sent_back)


def twice_later(tlps, i, rng):
    j = min(len(tlps), i + 1 + rng.randrange(1, 12))
    tlps.insert(j, tlps[i].copy(later=tlps[j - 1].ns - tlps[i].ns + 1))


kind("completion: sent twice, later", PIECE, AGAIN + " CPL-4 CPL-7 CPL-12 CPL-18 CPL-15 CPL-LEN-1", twice_later)


def dropped(tlps, i, rng):
    tlps.pop(i)


kind("completion: dropped", PIECE, "CPL-5 CPL-6 CPL-13 TAG-1", dropped)
kind("completion: dropped amid a read", lambda t: t.more, "CPL-5 CPL-6 CPL-13 TAG-1", dropped)
kind("read: dropped", READ, "CPL-1 CPL-4", dropped)


def spurious(tlps, i, rng):
    tag = unused_tag(tlps, rng)
    if tag is None:
        return False
    tlps.insert(i + 1, tlps[i].copy())
    tlps[i + 1].data[10] = tag
    return True


def spurious_requester(tlps, i, rng):
    tlps.insert(i + 1, tlps[i].copy())
    tlps[i + 1].data[8] ^= 0x55


kind("spurious completion, a tag that no request has", PIECE, "CPL-1", spurious)
kind("spurious completion, another requester", PIECE, "CPL-1", spurious_requester)


def exchanged(tlps, i, rng):
    for j in range(i + 1, min(len(tlps), i + 40)):
        if tlps[j].completion and tlps[j].transaction == tlps[i].transaction:
            if tlps[j].count >= tlps[i].count:
                return False
            tlps[i].data, tlps[j].data = tlps[j].data, tlps[i].data
            return True
    return False


kind("read: two pieces exchanged", lambda t: t.more, "CPL-5 CPL-6 CPL-8", exchanged)


def tag_taken(tlps, i, rng):
    for j in range(i - 1, max(-1, i - 30), -1):
        if tlps[j].read and tlps[j].transaction[0] == tlps[i].transaction[0] and tlps[j].transaction != tlps[i].transaction:
            if not any(t.completion and t.transaction == tlps[j].transaction for t in tlps[j:i]):
                tlps[i].data[6] = tlps[j].data[6]
                return True
    return False


kind("read: a tag that is taken", READ, "TAG-1 CPL-1", tag_taken)


def split_amid(tlps, i, rng):
    t = tlps[i]
    if t.length < 8:
        return False
    first, second = bytearray(t.data[:24]), bytearray(t.data[:12]) + t.data[24:]
    left = (t.count or 4096) - (12 - (t.data[11] & 3))
    first[2], first[3] = first[2] & 0xfc, 3
    rest = t.length - 3
    second[2], second[3] = second[2] & 0xfc | rest >> 8, rest & 255
    second[6], second[7], second[11] = second[6] & 0xf0 | left >> 8 & 15, left & 255, (t.data[11] & ~3) + 12 & 127
    if (second[11] & 63) == 0:
        return False
    t.data = first
    tlps.insert(i + 1, Tlp(t.ns + 1, second, t.up))
    return True


kind("read: split at no boundary", PIECE, "CPL-9", split_amid)


def beyond(tlps, i, rng):
    t = tlps[i]
    if t.more or t.length >= 1000:
        return False
    new = t.length + 2
    t.data[2], t.data[3] = t.data[2] & 0xfc | new >> 8, new & 255
    t.data += bytes(8)
    return True


kind("completion: two DWs beyond its Byte Count", PIECE, "CPL-LEN-1 CPL-12 CPL-18", beyond)


def late(tlps, i, rng):
    """What follows the request comes 60 ms later; nothing else is open then."""
    begun = {t.transaction for t in tlps[:i + 1] if not t.completion}
    behind = {t.transaction for t in tlps[i + 1:] if t.completion and t.transaction in begun}
    if behind != {tlps[i].transaction} or not tlps[i + 1].completion:
        return False
    for t in tlps[i + 1:]:
        t.ns += 60 * 10**6
    return True


kind("read: answered behind the timeout", READ, "CPL-13", late)


def answered_write(tlps, i, rng):
    t = tlps[i]
    tlps.insert(i + 1, Tlp(t.ns + 1, b"\x0a\0\0\0" + ROOT + b"\0\4" + t.data[4:6] + bytes([unused_tag(tlps, rng) or 255, 0]), not t.up))


kind("write: answered", lambda t: t.write and t.up, "CPL-1", answered_write)

# Answers to other requests than reads
IO_CFG = lambda t: t.completion and t.data[8:10] == ROOT and t.count == 4
bits("I/O or configuration answer: Lower Address", IO_CFG, "CPL-11", 11, 0x7f, 4)
bits("I/O or configuration answer: Byte Count", IO_CFG, "CPL-10 CPL-LEN-1", 7, 0xff, 8)


def more_data(tlps, i, rng):
    if not tlps[i].piece:
        return False
    tlps[i].data[3] += 1
    tlps[i].data += bytes(4)
    return True


def data_for_a_write(tlps, i, rng):
    if tlps[i].piece or tlps[i].data[6] >> 5:
        return False
    tlps[i].data[0], tlps[i].data[3] = 0x4a, 1
    tlps[i].data += bytes(4)
    return True


kind("I/O or configuration answer: two DWs", IO_CFG, "CPL-18 CPL-LEN-1", more_data)
kind("I/O or configuration write: answered with data", IO_CFG, "CPL-15", data_for_a_write)
IO, CONFIG, ATOMIC = (lambda t: t.type in (2, 0x42)), (lambda t: t.type in (4, 0x44)), (lambda t: 0x4c <= t.type <= 0x4e)
for word, which, tc, attr, be, at in (("I/O", IO, "TLP-TC-1", "TLP-ATTR-1", "TLP-BE-6", "TLP-AT-3"),
                                      ("configuration", CONFIG, "TLP-TC-2", "TLP-ATTR-2", "TLP-BE-7", "TLP-AT-4")):
    bits(word + " request: TC", which, tc, 1, flip=0x10)
    bits(word + " request: Relaxed Ordering", which, attr, 2, flip=0x20)
    bits(word + " request: IDO", which, attr, 1, flip=4)
    bits(word + " request: Last BE", which, be, 7, flip=0xf0)
    bits(word + " request: AT 1", which, at, 2, flip=4)
    bits(word + " request: TH", which, "TLP-TH-1", 1, flip=1)
bits("configuration request: reserved bits", CONFIG, "TLP-RSV-2", 10, flip=0x10)
bits("AtomicOp: AT 1", ATOMIC, "TLP-AT-5", 2, flip=4)
bits("AtomicOp: unaligned", lambda t: t.type == 0x4d, "TLP-ATM-3", 11, flip=4)
bits("AtomicOp: address bits 1:0", ATOMIC, "TLP-ADR-2", 11, flip=1)


def three_dw_operand(tlps, i, rng):
    tlps[i].data[3] = 3
    tlps[i].data = tlps[i].data[:12] + bytes(12)


kind("AtomicOp: three DWs", ATOMIC, "TLP-ATM-1 TLP-ATM-2", three_dw_operand)


# Whole TLPs that are wrong by themselves, put between others
def inserted(name, rules, text, up=None):
    def change(tlps, i, rng):
        tlps.insert(i + 1, Tlp(tlps[i].ns + 1, bytes.fromhex(text), True if up is None else up))
    kind(name, ANY, rules, change)


def message(name, rules, code, route=4, tc=0, attr=0, data=None, dws="0" * 16, up=True, length=None):
    """A message; data: its payload, or None."""
    n = (len(data) // 8 if data else 0) if length is None else length
    first = (0x70 if data is not None else 0x30) | route
    inserted("message: " + name, rules,
             f"{first:02x}{tc << 4:02x}{attr << 4 | n >> 8:02x}{n & 255:02x}010000{code:02x}{dws}{data or ''}", up)


message("LTR with TC 2", "TLP-TC-8", 0x10, tc=2, dws="0000000010001000")
message("LTR with No Snoop", "TLP-ATTR-3", 0x10, attr=1, dws="0000000010001000")
message("LTR to the root complex", "TLP-MSG-17", 0x10, route=0, dws="0000000010001000")
message("LTR with data", "TLP-MSG-12", 0x10, data="00000000")
message("OBFF with TC 1", "TLP-TC-8", 0x12, tc=1, up=False)
message("PTM Request with Relaxed Ordering", "TLP-ATTR-3", 0x52, attr=2)
message("PTM Response by ID", "TLP-MSG-17", 0x53, route=2, up=False)
message("Page Request by ID", "TLP-MSG-18", 0x04, route=2, dws="0000000000001000")
message("Page Request with TC 1", "TLP-TC-9", 0x04, route=0, tc=1)
message("PRG Response to the root complex", "TLP-MSG-19", 0x05, route=0, up=False)
message("Invalidate Request without data", "TLP-MSG-20", 0x01, route=2, up=False)
message("Invalidate Request with one DW", "TLP-MSG-20", 0x01, route=2, up=False, data="00000000")
message("Invalidate Completion, local", "TLP-MSG-19", 0x02)
message("INTx with No Snoop", "TLP-ATTR-3", 0x20, attr=1)
message("INTx with TC 7", "TLP-TC-3", 0x20, tc=7)
message("INTx to the root complex", "TLP-MSG-3", 0x21, route=0)
message("INTx with a reserved DW", "TLP-MSG-28", 0x20, dws="0000000100000000")
message("INTx with Length 5", "TLP-LEN-6", 0x20, length=5)
message("INTx with routing 110b", "TLP-MSG-1", 0x20, route=6)
message("INTx with data", "TLP-MSG-12", 0x20, data="00000000")
message("PM_PME with Relaxed Ordering", "TLP-ATTR-3", 0x18, route=0, attr=2)
message("PM_PME with TC 1", "TLP-TC-4", 0x18, route=0, tc=1)
message("PM_PME, local", "TLP-MSG-4", 0x18)
message("PME_Turn_Off, local", "TLP-MSG-5", 0x19, up=False)
message("PME_TO_Ack, local", "TLP-MSG-6", 0x1b)
message("PM_Active_State_Nak, broadcast", "TLP-MSG-7", 0x14, route=3, up=False)
message("error, local", "TLP-MSG-8", 0x30)
message("error with TC 3", "TLP-TC-5", 0x33, route=0, tc=3)
message("Unlock, local", "TLP-MSG-9", 0x00, up=False)
message("Unlock with TC 1", "TLP-TC-6", 0x00, route=3, tc=1, up=False)
message("slot power, broadcast", "TLP-MSG-10", 0x50, route=3, data="00000000", up=False)
message("slot power without data", "TLP-MSG-11", 0x50, up=False)
message("slot power with two DWs", "TLP-MSG-11", 0x50, data="00" * 8, up=False)
message("slot power with TC 1", "TLP-TC-7", 0x50, tc=1, data="00000000", up=False)
message("of a vendor, gathered", "TLP-MSG-16", 0x7f, route=5)
message("undefined code", "TLP-MSG-2", 0x99)
message("with EP", "TLP-EP-1", 0x20, attr=4)
inserted("I/O request: Length 2", "TLP-LEN-4", "020000020100fe0f00001000")
inserted("I/O request: address bits 1:0", "TLP-ADR-2", "020000010100fe0f00001001")
inserted("configuration request: Length 2", "TLP-LEN-5", "040000020100fe0f02000000", False)
inserted("FetchAdd: Length 3", "TLP-ATM-1", "4c0000030100fe0f00001000" + "11" * 12)
inserted("CAS: Length 1", "TLP-ATM-2", "4e0000010100fe0f0000100011111111")
inserted("completion that answers nothing", "CPL-1", "0a00000000002004" + "0200fe00", False)

# Messages that go the wrong way: only a capture that tells the direction shows it
for name, rule, code, route, data, up in (
        ("INTx", "TLP-MSG-13", 0x20, 4, None, False), ("PME_Turn_Off", "TLP-MSG-14", 0x19, 3, None, True),
        ("PME_TO_Ack", "TLP-MSG-15", 0x1b, 5, None, False), ("PM_Active_State_Nak", "TLP-MSG-21", 0x14, 4, None, True),
        ("PM_PME", "TLP-MSG-22", 0x18, 0, None, False), ("error", "TLP-MSG-23", 0x31, 0, None, False),
        ("Unlock", "TLP-MSG-24", 0x00, 3, None, True), ("slot power", "TLP-MSG-25", 0x50, 4, "00000000", True),
        ("LTR", "TLP-MSG-26", 0x10, 4, None, False), ("OBFF", "TLP-MSG-27", 0x12, 4, None, True)):
    message(name + " the wrong way", rule, code, route=route, data=data, up=up)
    for form in ("nettlp", "raw"):
        UNSEEN["message: " + name + " the wrong way", form] = "the form does not tell the direction"
