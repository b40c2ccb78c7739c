#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The waveform (VCD) of a core behind the UltraScale+ hard block: legal requests of the host and of the core, completions that
# are split and refused, valid and ready at random, unused wires at random, a reset in the middle. Streams of 256 bits outside,
# segments inside: a FIFO read by read_en, a demultiplexer of three ports in vectors, a multiplexer of two with two segments.
#   inside.py SEED OUT [FAULT]     FAULT: cq, fifo, tag (one fault there), tags (none: the block gives the tags of requests)
import copy
import random
import sys

SEED, OUT, FAULT = int(sys.argv[1]), sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else ""
CYCLES, OWN_ID, RESETS = 1500, 0x0100, ((0, 5), (749, 754))
R = random.Random(SEED)
signals, values = {}, {}  # path: (code, width); path: the value, the highest bit first


def signal(path, width, first="0"):
    signals[path], values[path] = (f"s{len(signals)}", width), first * width
    return path


def put(path, low, width, value):
    bits = values[path]
    at = len(bits) - low - width
    values[path] = bits[:at] + format(value & ((1 << width) - 1), f"0{width}b") + bits[at + width:]


class Tlp:
    def __init__(self, kind, **fields):
        self.kind, self.attr, self.data = kind, 0, []
        self.__dict__.update(fields)

    def header(self):
        """The core's descriptor: requests have 4 DWs of header, whatever their address."""
        completion, data = self.kind in ("Cpl", "CplD"), self.kind in ("MWr", "IOWr", "CplD")
        kind = {"MRd": 0, "MWr": 0, "IORd": 2, "IOWr": 2}.get(self.kind, 10)
        first = data << 30 | (not completion) << 29 | kind << 24 | self.attr >> 2 << 18 | (self.attr & 3) << 12 | self.length
        if completion:
            rest = (OWN_ID << 16 | self.status << 13 | self.count) << 64 | (self.requester << 16 | self.tag << 8 | self.address & 127) << 32
        else:
            rest = (self.requester << 16 | self.tag << 8 | self.last_be << 4 | self.first_be) << 64 | self.address
        return first << 96 | rest

    def request(self, own_id):
        """The descriptor of CQ, or of RQ without a Requester ID, and its payload."""
        kind = ["MRd", "MWr", "IORd", "IOWr"].index(self.kind)
        return [self.address & 0xffffffff, self.address >> 32, self.length | kind << 11 | (0 if own_id else self.requester << 16),
                self.tag | self.attr << 28] + self.data

    def completion(self, rc):
        """The descriptor of CC or RC, and its payload."""
        first = self.address & (0xfff if rc else 127) | self.count << 16 | (rc and self.last) << 30 | (2 if rc and self.status else 0) << 12
        return [first, self.length | self.status << 11 | self.requester << 16, self.tag | OWN_ID << 8 | self.attr << 28] + self.data


class Segments:
    """A channel of segments, or one port of a vector of them (host: the channel that has the vectors)."""
    def __init__(self, name, count=1, bits=256, ports=1, port=0, host=None, read=False):
        self.count, self.bits, self.port, self.read = count, bits, port, read
        self.strobes = host.strobes if host else R.choice(["live", "tied to 0", "none"])
        self.waiting, self.shown, self.ring, self.taken = [], [], 0, 0
        n = ports * count
        self.wire = host.wire if host else {
            "hdr": signal(name + "_tlp_hdr", 128 * n, "x"), "valid": signal(name + "_tlp_valid", n), "sop": signal(name + "_tlp_sop", n),
            "eop": signal(name + "_tlp_eop", n), "data": bits and signal(name + "_tlp_data", ports * bits, "x"),
            "strb": bits and self.strobes != "none" and signal(name + "_tlp_strb", ports * bits // 32)}
        if read:
            self.wire |= {row: signal(name + "_" + row, w) for row, w in (("read_en", 1), ("seg_offset", 2), ("seg_count", 3), ("read_seg_count", 3))}
        elif not host:
            self.wire["ready"] = signal(name + "_tlp_ready", ports)

    def send(self, tlp):
        each = self.bits // self.count // 32 or 1
        pieces = [tlp.data[i:i + each] if self.bits else [] for i in range(0, max(len(tlp.data) if self.bits else 1, 1), each)]
        self.waiting += [(tlp, i == 0, i + 1 == len(pieces), piece) for i, piece in enumerate(pieces)]

    def show(self):
        if self.read:
            self.shown = self.waiting[:self.count]
            self.taken = R.randint(1, len(self.shown)) if self.shown and R.random() < 0.7 else 0
            for row, width, value in (("read_en", 1, self.taken > 0), ("seg_offset", 2, self.ring), ("seg_count", 3, len(self.shown)),
                                      ("read_seg_count", 3, self.taken or R.getrandbits(3))):
                put(self.wire[row], 0, width, value)
        else:
            if not self.shown and R.random() < 0.8:
                n = R.randint(1, self.count)
                self.shown, self.waiting = self.waiting[:n], self.waiting[n:]
            put(self.wire["ready"], self.port, 1, R.random() < 0.7)
        for i in range(self.count):
            k = (i - self.ring) % self.count
            self.lane(self.port * self.count + i, self.shown[k] if k < len(self.shown) else None)

    def lane(self, at, segment):
        tlp, first, last, piece = segment or (None, R.getrandbits(1), R.getrandbits(1), [])
        put(self.wire["valid"], at, 1, tlp is not None)
        put(self.wire["sop"], at, 1, first)
        put(self.wire["eop"], at, 1, last)
        put(self.wire["hdr"], 128 * at, 128, tlp.header() if tlp and first else R.getrandbits(128))
        width = self.bits // self.count
        if width:
            put(self.wire["data"], width * at, width, R.getrandbits(width))
            for i, dw in enumerate(piece):
                put(self.wire["data"], width * at + 32 * i, 32, dw)
        if self.wire["strb"]:
            put(self.wire["strb"], width // 32 * at, width // 32, (1 << len(piece)) - 1 if self.strobes == "live" else 0)

    def edge(self):
        """The TLPs whose last segments are taken."""
        if self.read:
            taken, self.waiting = self.waiting[:self.taken], self.waiting[self.taken:]
            self.ring = (self.ring + self.taken) % self.count
        elif values[self.wire["ready"]][-1 - self.port] == "1":
            taken, self.shown = self.shown, []
        else:
            taken = []
        return [segment[0] for segment in taken if segment[2]]

    def reset(self):
        self.waiting, self.shown, self.ring, self.taken = [], [], 0, 0
        put(self.wire["valid"], 0, len(values[self.wire["valid"]]), 0)


class Stream:
    """A stream of the hard block."""
    def __init__(self, name, user):
        rows = (("tdata", 256), ("tkeep", 8), ("tlast", 1), ("tuser", user), ("tvalid", 1), ("tready", 1))
        self.wire = {row: signal(f"{name}_{row}", width) for row, width in rows}
        self.waiting, self.shown = [], None

    def send(self, tlp, dws, enables=0):
        self.waiting += [(tlp, dws[i:i + 8], i + 8 >= len(dws), 0 if i else enables) for i in range(0, len(dws), 8)]

    def show(self):
        if not self.shown and self.waiting and R.random() < 0.8:
            self.shown = self.waiting.pop(0)
            put(self.wire["tdata"], 0, 256, R.getrandbits(256))
            for i, dw in enumerate(self.shown[1]):
                put(self.wire["tdata"], 32 * i, 32, dw)
            put(self.wire["tkeep"], 0, 8, (1 << len(self.shown[1])) - 1)
            put(self.wire["tlast"], 0, 1, self.shown[2])
            put(self.wire["tuser"], 0, 8, self.shown[3])
        put(self.wire["tvalid"], 0, 1, self.shown is not None)
        put(self.wire["tready"], 0, 1, R.random() < 0.7)

    def edge(self):
        if not self.shown or values[self.wire["tready"]] == "0":
            return []
        taken, self.shown = self.shown, None
        return [taken[0]] if taken[2] else []

    def reset(self):
        self.waiting, self.shown = [], None
        put(self.wire["tvalid"], 0, 1, 0)


def memory(write, requester, tag):
    length = R.choice([1, 1, 2, 3, 4, 8, 16, 17, 32])
    high = R.choice([0, 0, 0, 1, 0x12])
    enables = R.choice([(15, 0), (1, 0), (6, 0), (0, 0)]) if length == 1 else (R.choice([15, 14, 12, 8]), R.choice([15, 7, 3, 1]))
    return Tlp("MWr" if write else "MRd", attr=R.choice([0, 2, 1, 3, 4]), length=length, requester=requester, tag=tag,
               first_be=enables[0], last_be=enables[1], address=high << 32 | R.randrange(1 << 16) << 12 | 4 * R.randrange(1024 - length),
               data=[R.getrandbits(32) for _ in range(length if write else 0)])


def answers(request, requester):
    """The completions of a request: whole, split at multiples of 64 bytes, or a refusal."""
    def answer(kind, status, count, address, data):
        return Tlp(kind, attr=request.attr, length=len(data), status=status, count=count, requester=requester, tag=request.tag,
                   address=address, data=data, last=False, port=request.tag & 1)
    if request.kind != "MRd":
        status = R.choice([0, 0, 0, 1])
        reads = request.kind == "IORd" and not status
        all_of_it = [answer("CplD" if reads else "Cpl", status, 4, 0, [R.getrandbits(32)] if reads else [])]
    else:
        first, last = request.first_be, request.first_be if request.length == 1 else request.last_be
        begin = (first & -first).bit_length() - 1 if first else 0
        left = 4 * request.length - begin - (4 - last.bit_length()) if first else 1
        at, all_of_it = request.address + begin, []
        if R.random() < 0.05:
            left, all_of_it = 0, [answer("Cpl", R.choice([1, 4]), left, at, [])]
        while left:
            cut = min(left, 64 * (at // 64 + R.randint(1, 3)) - at) if R.random() < 0.5 else left
            all_of_it.append(answer("CplD", 0, left, at, [R.getrandbits(32) for _ in range((at % 4 + cut + 3) // 4)]))
            at, left = at + cut, left - cut
    all_of_it[-1].last = True
    return all_of_it


clk, rst = signal("tb.dut.clk", 1), signal("tb.dut.rst", 1)
cq, cc, rq, rc = (Stream("tb.dut." + name, user) for name, user in (("s_axis_cq", 88), ("m_axis_cc", 33), ("m_axis_rq", 62), ("s_axis_rc", 75)))
rx_req, rx_cpl, tx_cpl, tx_rd, tx_wr = (Segments("tb.dut." + name, bits=bits) for name, bits in (
    ("rx_req", 256), ("rx_cpl", 256), ("tx_cpl", 256), ("tx_rd_req", 0), ("tx_wr_req", 256)))
fifo = Segments("tb.dut.fifo_inst.out", R.choice([1, 2, 4]), read=True)
control = Segments("tb.dut.fifo_inst.out_ctrl", fifo.count, 0, read=True)
demux = [Segments("tb.dut.demux_inst.out", ports=3)]
demux += [Segments("", port=i, host=demux[0]) for i in (1, 2)]
mux = [Segments("tb.dut.mux_inst.in", 2, ports=2)]
mux += [Segments("", 2, port=1, host=mux[0])]
muxed = Segments("tb.dut.mux_inst.out", 2)
channels = [cq, cc, rq, rc, rx_req, rx_cpl, tx_cpl, tx_rd, tx_wr, fifo, control, muxed] + demux + mux
host_tags, core_tags, block_tags, host_open, core_open = set(), set(), set(), [], []
broken, twice = False, set()  # the fault was made; a tag that was taken twice, which is not used again


def break_enables(tlp, where, cycle):
    """The fault: a Last BE of a read of one DW."""
    global broken
    if FAULT == where and not broken and cycle > 100 and tlp.kind == "MRd" and tlp.length == 1:
        broken, tlp.last_be = True, 1


def one_of(open_requests):
    """The next piece of an answer, of those that are open."""
    pieces = R.choice(open_requests)
    tlp = pieces.pop(0)
    if not pieces:
        open_requests.remove(pieces)
    return tlp


def move(cycle):
    """An edge: each channel hands on what it was taken."""
    for tlp in cq.edge():
        rx_req.send(tlp)
    for tlp in rx_req.edge():
        fifo.send(tlp)
        control.send(tlp)
    control.edge()
    for tlp in fifo.edge():
        tlp = copy.copy(tlp)
        break_enables(tlp, "fifo", cycle)
        R.choice(demux).send(tlp)
    for port in demux:
        host_open.extend(answers(tlp, tlp.requester) for tlp in port.edge() if tlp.kind != "MWr")
    for port in mux:
        for tlp in port.edge():
            muxed.send(tlp)
    for tlp in muxed.edge():
        tx_cpl.send(tlp)
    for tlp in tx_cpl.edge():
        cc.send(tlp, tlp.completion(False))
    host_tags.difference_update(tlp.tag for tlp in cc.edge() if tlp.last)
    for tlp in tx_rd.edge() + tx_wr.edge():
        rq.send(tlp, tlp.request(True), tlp.last_be << 4 | tlp.first_be)
    for tlp in rq.edge():
        if tlp.kind == "MRd":
            tlp = copy.copy(tlp)
            if FAULT == "tags":
                tlp.tag = min(set(range(64)) - block_tags)
                block_tags.add(tlp.tag)
            core_open.append(answers(tlp, OWN_ID))
    for tlp in rc.edge():
        rx_cpl.send(tlp)
        if tlp.last:
            block_tags.discard(tlp.tag)
    core_tags.difference_update(tlp.tag for tlp in rx_cpl.edge() if tlp.last and tlp.tag not in twice)


def ask(cycle):
    """New requests."""
    global broken
    free = sorted(set(range(32)) - host_tags)
    kind = R.random()
    if R.random() < 0.15 and len(cq.waiting) < 8 and free:
        tag = R.choice(free)
        tlp = memory(kind < 0.3, 0, tag) if kind < 0.8 else Tlp(
            R.choice(["IORd", "IOWr"]), length=1, requester=0, tag=tag, first_be=R.choice([15, 1, 3]), last_be=0, address=4 * R.randrange(1 << 14))
        tlp.data = tlp.data or [R.getrandbits(32)] * (tlp.kind == "IOWr")
        if tlp.kind != "MWr":
            host_tags.add(tag)
        break_enables(tlp, "cq", cycle)
        cq.send(tlp, tlp.request(False), tlp.last_be << 4 | tlp.first_be)
    free = sorted(set(range(16)) - core_tags - twice)
    if R.random() < 0.1 and len(tx_rd.waiting) < 3 and free:
        tag = R.choice(free)
        if FAULT == "tag" and not broken and cycle > 300:
            broken = True
            twice.add(tag)
            tx_rd.send(memory(False, 0, tag))
        if FAULT != "tags":
            core_tags.add(tag)
        tx_rd.send(memory(False, 0, 0 if FAULT == "tags" else tag))
    if R.random() < 0.08:
        tx_wr.send(memory(True, 0, 0))


def answer():
    """Pieces of answers."""
    if host_open and R.random() < 0.3:
        tlp = one_of(host_open)
        mux[tlp.port].send(tlp)
    if core_open and R.random() < 0.3:
        tlp = one_of(core_open)
        rc.send(tlp, tlp.completion(True))


def declare(file, scope, paths):
    for name in sorted({path[0] for path in paths if len(path) > 1}):
        file.write(f"$scope module {name} $end\n")
        declare(file, scope + [name], [path[1:] for path in paths if len(path) > 1 and path[0] == name])
        file.write("$upscope $end\n")
    for name in [path[0] for path in paths if len(path) == 1]:
        code, width = signals[".".join(scope + [name])]
        file.write(f"$var wire {width} {code} {name} [{width - 1}:0] $end\n" if width > 1 else f"$var wire 1 {code} {name} $end\n")


with open(OUT, "w", encoding="ascii") as vcd:
    told = {}

    def write():
        for path, (code, width) in signals.items():
            if told.get(path) != values[path]:
                told[path] = values[path]
                vcd.write(f"b{values[path]} {code}\n" if width > 1 else f"{values[path]}{code}\n")

    vcd.write("$timescale 1 ns $end\n")
    declare(vcd, [], [path.split(".") for path in signals])
    vcd.write("$enddefinitions $end\n")
    for now in range(CYCLES):
        resets = any(low <= now < high for low, high in RESETS)
        vcd.write(f"#{10 * now}\n")
        put(clk, 0, 1, 0)
        write()
        vcd.write(f"#{10 * now + 5}\n")
        put(clk, 0, 1, 1)
        write()
        if not resets:
            move(now)
            if now < CYCLES - 300:
                ask(now)
            answer()
        for collection in (host_tags, core_tags, block_tags, host_open, core_open) if resets else ():
            collection.clear()
        for channel in channels:
            if resets:
                channel.reset()
            else:
                channel.show()
        put(rst, 0, 1, any(low - 1 <= now < high - 1 for low, high in RESETS))
        write()
if FAULT in ("cq", "fifo", "tag") and not broken:
    sys.exit("inside.py: the fault found no place")
