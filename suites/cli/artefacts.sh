#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Every artefact ID through tenter check: a capture with it, which is no violation, is
# one with --strict, and names it; and a capture beside it without.
set -u
. suites/cli/hex.bash
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mrd="00000001 0100000f 10000000"
cpld="4a000001 00000004 01000000 12345678"
mwr="40000001 0100000f fee00000 deadbeef"

# udp SRC DST BYTES...: a NetTLP frame from 10.0.0.SRC to 10.0.0.DST, as hex
udp() {
    local src=$1 dst=$2 n
    shift 2
    n=$(($(echo "$@" | tr -cd '0-9a-f' | wc -c) / 2))
    printf '020000000002020000000001080045%02x%04x00000000401100000a0000%02x0a0000%02x3001%04x%04x0000000100000000' \
        0 $((n + 34)) "$src" "$dst" 12289 $((n + 14))
    echo "$@"
}
# with ID CAPTURE [EXIT], without ID CAPTURE [EXIT]
with() {
    "$tenter" check "$2" >"$dir/out" 2>&1
    is "$1 is no violation" "${3:-0}" $?
    true_that "$1 is named" grep -q "^artefact $1: " "$dir/out"
    "$tenter" check --strict "$2" >/dev/null 2>&1
    is "$1 is one with --strict" 1 $?
}
without() {
    "$tenter" check --strict "$2" >"$dir/out" 2>&1
    is "$1 is not seen where there is none" "${3:-0} 0" "$? $(grep -c "^artefact $1" "$dir/out")"
}

{ pcap_head 125; record 1 "$mrd"; record 2 "$cpld"; record 3 "$mwr"; } >"$dir/clean"
{ pcap_head 1; record 1 "$(udp 1 2 "$mrd")"; record 2 "$(udp 2 1 "$cpld")"; } >"$dir/net"
for id in ART-SNAP ART-TIME ART-ZERO ART-SHIFT ART-TRUNC; do without $id "$dir/clean"; done
for id in ART-LEN ART-FOREIGN ART-PAD ART-ORDER; do without $id "$dir/net"; done

{ cat "$dir/clean"; bytes 01000000 04000000 10000000 14000000 40000002 010000ff fee00000 deadbeef; } >"$dir/a"
with ART-SNAP "$dir/a"
{ cat "$dir/clean"; record 0 "$mwr"; } >"$dir/a"
with ART-TIME "$dir/a"
{ cat "$dir/net"; record 3 "$(udp 1 2 "$mwr" | sed 's/3001001e/30010016/')"; } >"$dir/a"
with ART-LEN "$dir/a"
{ cat "$dir/clean"; record 4 "00000000 00000000 00000000"; } >"$dir/a"
with ART-ZERO "$dir/a"
{ cat "$dir/clean"; record 4 "a55a $mrd"; } >"$dir/a"
with ART-SHIFT "$dir/a"
{ cat "$dir/clean"; record 4 90002000; } >"$dir/a" # the address of a read: no hint has these bits
with ART-SHIFT "$dir/a"
{ cat "$dir/net"; record 3 ffffffffffff 020000000001 0806 0001 0800 0604 0001; } >"$dir/a"
with ART-FOREIGN "$dir/a"
{ cat "$dir/net"; record 3 "$(udp 1 2 "$mwr")" 00000000; } >"$dir/a"
with ART-PAD "$dir/a"
{ cat "$dir/clean"; bytes 01000000 04000000 10000000 10000000 40000001; } >"$dir/a"
with ART-TRUNC "$dir/a"
# the completion was tapped by the faster clock
{ pcap_head 1; record 1 "$(udp 2 1 "$cpld")"; record 2 "$(udp 1 2 "$mrd")"; } >"$dir/a"
with ART-ORDER "$dir/a"
# each record twice, its number as well; of a sender's first that is known once a number changes
second=$(udp 1 2 "$mwr" | sed 's/000100000000/000200000000/')
{
    pcap_head 1
    for p in "$(udp 1 2 "$mrd")" "$(udp 2 1 "$cpld")" "$second"; do record 1 "$p"; record 2 "$p"; done
} >"$dir/a"
with ART-ORDER "$dir/a"
is "all three copies are" 3 "$("$tenter" check "$dir/a" | sed -n 's/^artefact ART-ORDER.*: \([0-9]*\) records.*/\1/p')"
# Completions of host software, which leaves the number alone, are alike where a tag is used again. One packet with
# another number makes no copies of them.
data="11111111 22222222 33333333 44444444"
{
    pcap_head 1
    for i in 1 2 3 4 5 6 7; do
        record $((i * 10)) "$(udp 1 2 "00000004 010001ff 100000${i}0")"
        record $((i * 10 + 1)) "$(udp 1 2 "00000004 010002ff 100000${i}0")"
        record $((i * 10 + 2)) "$(udp 2 1 "4a000004 00000010 010001${i}0 $data")"
        record $((i * 10 + 3)) "$(udp 2 1 "4a000004 00000010 010002${i}0 $data" |
            if [ $i = 2 ]; then sed 's/000100000000/111100000000/'; else cat; fi)"
    done
} >"$dir/odd"
without ART-ORDER "$dir/odd"
# Of numbered packets that a mirror shows twice one damaged copy hides no other. (Whether the first one's number is one
# is not known yet.)
{
    pcap_head 1
    for i in 1 2 3 4 5 6; do
        p=$(udp 1 2 "40000001 0100000f fee0000$i deadbeef" | sed "s/000100000000/000${i}00000000/")
        record "${i}0" "$p"
        record "${i}1" "$(if [ $i = 3 ]; then echo "${p/fee0/fef0}"; else echo "$p"; fi)"
    done
} >"$dir/mirror"
is "the other copies are told, where one is damaged" 4 \
    "$("$tenter" check "$dir/mirror" | sed -n 's/^artefact ART-ORDER.*: \([0-9]*\) records.*/\1/p')"

# an Ack downstream: SDP, type 00, sequence 5, CRC-16 by hand of PCIe 3.0 3.4.1, END
symbols() { bytes "$(le32 1)$(le32 "$1")" 1c000000 1c000000 01000000 0000000000000000 0000 0000 "$2" "$3"; }
ack="5c 00000005 $(python3 -c '
reg = 0xffff
for byte in (0, 0, 0, 5):
    for bit in range(8):
        feedback = (reg >> 15) ^ (byte >> bit & 1)
        reg = (reg << 1 & 0xffff) ^ (0x100b if feedback else 0)
reg ^= 0xffff
low = lambda v: int(f"{v:08b}"[::-1], 2)
print(f"{low(reg >> 8):02x}{low(reg & 255):02x}")') fd"
{ pcap_head 158; symbols 1 00000000 "$ack"; } >"$dir/ack"
without ART-GARBAGE "$dir/ack"
{ cat "$dir/ack"; symbols 2 08000000 bc7c7c7c14b2e702; } >"$dir/a"
with ART-GARBAGE "$dir/a"

capture_of vectors/capture/roce.cap >"$dir/a"
with ART-ICRC "$dir/a" 2 # no rule applies
# its first record alone: 24 bytes of file head, 16 of record head, 62 of frame
head -c 102 "$dir/a" >"$dir/right"
without ART-ICRC "$dir/right" 2
