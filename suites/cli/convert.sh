#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# tenter convert: what comes out is judged as what went in, and a fault leaves
# nothing behind.
set -u
. suites/cli/hex.bash
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mwr="40000001 0100000f fee00000 deadbeef"

# refuses NAME INPUT: exit 2, one line, neither OUT nor OUT.part
refuses() {
    rm -f "$dir/out" "$dir/out.part"
    "$tenter" convert "$2" "$dir/out" 2>"$dir/err"
    is "$1" "2 1 0" "$? $(wc -l <"$dir/err") $(find "$dir" -name 'out*' | wc -l)"
}

# a packet of 262,124 bytes, four more than fit behind a record head
{
    pcap_head 125
    bytes "$(le32 1)$(le32 0)$(le32 262124)$(le32 262124)" 40000001 0100000f fee00000
    head -c 262112 /dev/zero
    record 9 "$mwr"
} >"$dir/long"
refuses "a packet longer than a record is told, not dropped" "$dir/long"
true_that "the message names record and bytes" grep -q 'record 1: 262124 bytes' "$dir/err"
{ head -c 24 "$dir/long"; record 0 "$mwr"; bytes 01000000 00000000 ffffff7f ffffff7f; } >"$dir/corrupt"
refuses "a corrupt record leaves nothing behind" "$dir/corrupt"
capture_of vectors/capture/pcapng_two_links.cap >"$dir/mixed"
refuses "interfaces of two link types are one plain line" "$dir/mixed"
true_that "the line says what to do" grep -q 'split it' "$dir/err"

capture_of vectors/capture/cut_file.cap >"$dir/cut"
"$tenter" convert "$dir/cut" "$dir/cut.own" 2>"$dir/err"
is "a capture cut short is converted up to its last whole record, and that is said" "0 1 1" \
    "$? $(grep -c 'ends inside a record' "$dir/err") $("$tenter" show "$dir/cut.own" | grep -c MRd)"
capture_of vectors/capture/foreign.cap >"$dir/foreign"
"$tenter" convert "$dir/foreign" "$dir/foreign.own" 2>"$dir/err"
is "records that are left out are counted on stderr" "0 1" "$? $(grep -c '5 records left out' "$dir/err")"

# NetTLP: points, and an order that is not to be trusted, survive
"$tenter" gen --packets 20 --size 256 "$dir/gen" 2>/dev/null
"$tenter" convert "$dir/gen" "$dir/gen.own"
is "the first record has the point table and the form it was made from" \
    "from=NetTLP point.0=192.168.10.1>192.168.10.3 point.1=192.168.10.3>192.168.10.1" \
    "$("$tenter" show "$dir/gen.own" | head -n 1 | tr ';' '\n' | grep -E '^(from|point)' | xargs)"
is "a clean NetTLP capture stays clean when converted" "0" \
    "$("$tenter" check "$dir/gen.own" >"$dir/out.txt"; echo $?)"
true_that "with as many violations, none" grep -q ' 0 violations' "$dir/out.txt"
"$tenter" convert "$dir/gen.own" "$dir/gen.own2"
true_that "an own capture is rewritten as it is" cmp -s "$dir/gen.own" "$dir/gen.own2"
"$tenter" convert - "$dir/gen.pipe" <"$dir/gen"
true_that "standard input is converted the same" cmp -s "$dir/gen.own" "$dir/gen.pipe"
"$tenter" convert <(cat "$dir/gen") "$dir/gen.fifo"
true_that "a pipe is converted the same" cmp -s "$dir/gen.own" "$dir/gen.fifo"
capture_of vectors/capture/time_back.cap >"$dir/back"
"$tenter" convert "$dir/back" "$dir/back.own"
true_that "time stamps that step back are named after conversion, too" \
    grep -q 'artefact ART-TIME.*1 record' <("$tenter" check "$dir/back.own")
capture_of vectors/capture/analyser.cap >"$dir/symbols"
"$tenter" convert "$dir/symbols" "$dir/symbols.own" 2>/dev/null
true_that "garbage is named after conversion, too" \
    grep -q 'artefact ART-GARBAGE.*2 records' <("$tenter" check "$dir/symbols.own")

# raw TLPs
"$tenter" convert --to pcap-raw "$dir/gen" "$dir/gen.raw"
is "--to pcap-raw writes link type 125 in nanoseconds" "4d3cb2a1 7d000000" \
    "$(od -An -tx1 -N4 "$dir/gen.raw" | tr -d ' ') $(od -An -tx1 -j20 -N4 "$dir/gen.raw" | tr -d ' ')"
tlps() { "$tenter" show "$1" | grep -oE ' [0-9]+\.[0-9]{9} .*' | sed -E 's/ [0-9.]+>[0-9.]+//'; }
true_that "the raw TLPs are those of the capture" cmp -s <(tlps "$dir/gen") <(tlps "$dir/gen.raw")
"$tenter" convert --to own "$dir/gen" "$dir/gen.own3"
true_that "--to own is what happens without" cmp -s "$dir/gen.own" "$dir/gen.own3"
"$tenter" convert --to pdf "$dir/gen" "$dir/pdf" 2>/dev/null
is "another form is refused" 2 $?
"$tenter" convert "$dir/gen" /dev/full 2>"$dir/err"
is "a full disk is told" "2 1" "$? $(wc -l <"$dir/err")"

# what check says stays, packet numbers included: records that are no packet keep their places
same_check() { # same_check NAME IN
    "$tenter" convert "$2" "$dir/kept.own" 2>/dev/null
    "$tenter" check --json "$2" >"$dir/before"
    "$tenter" check --json "$dir/kept.own" >"$dir/after"
    true_that "$1: violations and artefacts by number" cmp -s "$dir/before" "$dir/after"
    true_that "$1: and there are some" [ -s "$dir/before" ]
    true_that "$1: show has the same packets" cmp -s <("$tenter" show "$2" | grep -v ' RoCEv2 ') \
        <("$tenter" show --filter 'bytes > 7' "$dir/kept.own" | grep -v '^     0 ')
    "$tenter" convert "$dir/kept.own" "$dir/kept.own2" 2>/dev/null
    true_that "$1: converted again it is the same" cmp -s "$dir/kept.own" "$dir/kept.own2"
}
same_check "records left out" "$dir/foreign"
capture_of vectors/capture/roce.cap >"$dir/roce"
same_check "packets of RoCEv2 alone" "$dir/roce"
head -c 102 "$dir/roce" >"$dir/right" # the first record
"$tenter" convert "$dir/right" "$dir/right.own" 2>/dev/null
is "to a converted RoCEv2 packet whose ICRC is right no rule applies, as before" "2 2" "$("$tenter" check -q "$dir/right" >/dev/null; echo $?) $(
    "$tenter" check -q "$dir/right.own" >/dev/null; echo $?)"
"$tenter" gen --packets 200 --size 256 "$dir/some" 2>/dev/null
python3 - "$dir/some" "$dir/mixed" <<'END'
# every seventh frame is of another protocol, every eleventh padded, every thirteenth shorter than it says, one cut
import struct, sys
data = open(sys.argv[1], "rb").read()
out, at, n = bytearray(data[:24]), 24, 0
while at < len(data):
    sec, ns, caplen, length = struct.unpack("<4I", data[at:at + 16])
    p = bytearray(data[at + 16:at + 16 + caplen])
    at += 16 + caplen
    n += 1
    if n % 7 == 0: p[12:14] = b"\x88\xf7"
    if n % 11 == 0: p += bytes(80)
    if n % 13 == 0: p[38:40] = struct.pack(">H", struct.unpack(">H", p[38:40])[0] - 4)
    kept = p[:30] if n == 17 else p
    out += struct.pack("<4I", sec, ns, len(kept), len(p)) + kept
open(sys.argv[2], "wb").write(out)
END
same_check "frames of other protocols, padded, cut and wrong ones" "$dir/mixed"
true_that "each artefact is there" [ "$("$tenter" check --json "$dir/mixed" | grep -cE 'ART-(SNAP|FOREIGN|PAD|LEN)"')" = 4 ]
{ cat "$dir/some"; head -c 20 /dev/zero; } >"$dir/cutoff"
same_check "a file that ends in a record" "$dir/cutoff"

# more flows than a point has numbers, and more names than a record holds
python3 - "$dir/flows" <<'END'
import struct, sys
out = bytearray(struct.pack("<IHHIIII", 0xa1b23c4d, 2, 4, 0, 0, 65536, 1))
tlp = bytes.fromhex("400000010100000ffee00000deadbeef")
for i in range(100000):
    udp = struct.pack(">HHHH", 0x3000, 0x3000, 8 + 6 + len(tlp), 0) + struct.pack(">HI", i % 65536, i) + tlp
    ip = struct.pack(">BBHHHBBHII", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0, 0x0a000000 + i, 0x0b000000)
    frame = bytes(12) + b"\x08\x00" + ip + udp
    out += struct.pack("<4I", 1, i, len(frame), len(frame)) + frame
open(sys.argv[1], "wb").write(out)
END
"$tenter" convert "$dir/flows" "$dir/flows.own" 2>"$dir/err"
is "a hundred thousand flows are converted" "0 0" "$? $(wc -l <"$dir/err")"
true_that "with their names, as far as points have numbers" \
    cmp -s <("$tenter" show "$dir/flows") <("$tenter" show "$dir/flows.own" | grep -v '^     0 ')
"$tenter" convert "$dir/flows.own" "$dir/flows.own2"
true_that "and again the same" cmp -s "$dir/flows.own" "$dir/flows.own2"
