#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# ExaNet in the tenter command: traffic made, shown, filtered, checked; RoCEv2 carried
# over, its bytes compared with what other code reads out of the records.
set -u
. suites/cli/hex.bash
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# generated traffic keeps every rule, is the same for the same seed, and goes where it should
for pattern in uniform permutation hotspot bursts; do
    "$tenter" gen --fabric exanet --pattern $pattern --packets 300 --size '1-64:3,300:1,16384:1' \
        --seed 5 "$dir/$pattern" 2>/dev/null
    "$tenter" check "$dir/$pattern" >"$dir/out"
    is "$pattern traffic breaks no rule" "0 broken, 0 violations" "$(grep -o '[0-9]* broken, .*' "$dir/out")"
    # shellcheck disable=SC2016
    true_that "$pattern: records are in the order of time" awk '{ if (NR > 1 && $2 < t) exit 1; t = $2 }' \
        <("$tenter" show "$dir/$pattern" | tail -n +2)
    is "$pattern: every operation is answered" 300 "$("$tenter" show --filter 'type == Ack' "$dir/$pattern" | wc -l)"
done
"$tenter" gen --fabric exanet --packets 300 --size '1-64:3,300:1,16384:1' --seed 5 "$dir/again" 2>/dev/null
true_that "the same seed makes the same capture" cmp -s "$dir/uniform" "$dir/again"
is "of a permutation each node has one destination, never itself" "16 0" \
    "$("$tenter" show --filter 'type == Write' "$dir/permutation" | grep -oE '[0-9.]+ > [0-9.]+' | sort -u |
        awk '{ n++; self += $1 == $3 } END { print n, self }')"
# snapped: a packet's sender stands in its footer, and what answers it is not judged
for bytes in 60 74 96; do
    editcap -F nsecpcap -s $bytes "$dir/uniform" "$dir/snapped"
    "$tenter" check "$dir/snapped" >"$dir/out"
    is "snapped at $bytes bytes it breaks no rule" "0 broken, 0 violations" "$(grep -o '[0-9]* broken, .*' "$dir/out")"
done
share=$("$tenter" show --filter 'type == Write && (first == 1 || tid >= 8192)' "$dir/hotspot" |
    awk '/ > 0.0.0.0 /{ hot++ } END { print int(100 * hot / NR) }')
is "a hot spot gets about its half ($share percent)" 1 $((share > 40 && share < 65))
"$tenter" gen --fabric exanet --packets 1000 --size '8:9,1000:1' "$dir/sizes" 2>/dev/null
share=$("$tenter" show --filter 'tid >= 8192 && type == Write' "$dir/sizes" | wc -l)
is "sizes have their weights ($share of 1000 are messages)" 1 $((share > 850 && share < 950))
for bad in '--size 0' '--size 16385' '--size 5-4' '--size 4:0' '--size 1,' '--nodes 1' '--nodes 257' '--pattern x'; do
    # shellcheck disable=SC2086
    "$tenter" gen --fabric exanet $bad "$dir/bad" 2>"$dir/err"
    is "gen $bad is refused" "2 1" "$? $(wc -l <"$dir/err")"
done
# transfers of engines: clean by the rules of transfers, too, each transaction ends, and all that can go wrong is there
"$tenter" gen --fabric exanet --pattern transfers --packets 200 --nodes 4 --seed 5 "$dir/transfers" 2>/dev/null
"$tenter" check --transfers "$dir/transfers" >"$dir/out"
is "transfers break no rule" "0 broken, 0 violations" "$(grep -o '[0-9]* broken, .*' "$dir/out")"
"$tenter" show --stats "$dir/transfers" | grep '^ExaNet transactions' | tr -d ',' >"$dir/out"
read -r _ _ begun _ done _ _ _ _ _ retries _ refusals _ notified _ <"$dir/out"
is "each transaction ends" "$begun" "$done"
true_that "there are retries, refusals, notifications ($retries, $refusals, $notified)" [ "$retries" -gt 20 ] && [ "$refusals" -gt 5 ] && [ "$notified" -gt 20 ]
is "each refusal has its code" "CRC NO_CONTEXT PAGE_FAULT" "$("$tenter" show --filter 'resp > 0' "$dir/transfers" | grep -oE 'nack [A-Z_]+' | sort -u | cut -d' ' -f2 | xargs)"
true_that "reads are asked for" grep -q ReadReq <("$tenter" show "$dir/transfers")
"$tenter" gen --fabric exanet --pattern transfers --packets 200 --nodes 4 --seed 5 "$dir/again" 2>/dev/null
true_that "the same seed makes the same transfers" cmp -s "$dir/transfers" "$dir/again"
"$tenter" gen --fabric exanet --pattern transfers --nodes 2 --size 65536 "$dir/bad" 2>/dev/null
is "a transfer may have 64 KiB" 0 $?
"$tenter" gen --fabric exanet --pattern transfers --size 65537 "$dir/bad" 2>"$dir/err"
is "and no more" "2 1" "$? $(wc -l <"$dir/err")"
"$tenter" gen --pattern uniform "$dir/bad" 2>/dev/null
is "a pattern is for ExaNet alone" 2 $?

# a packet typed from the specification: write of 3 bytes to lane 5
exa_at() { # exa_at POINT HEX...: as own() of hex.bash
    local point=$1
    shift
    printf '01020100%04x0000%016x00000000%08x' "$point" 0 $(($(echo "$@" | tr -cd '0-9a-f' | wc -c) / 2))
    echo "$@"
}
exa() { exa_at 0 "$@"; }
packet() { # packet HEADER_WITHOUT_CRC PAYLOAD FOOTER_WITHOUT_CRCS: by code of its own
    python3 - "$@" <<'END'
import sys, zlib
def crc(data, width, poly, reg):
    for byte in data:
        reg ^= byte << (width - 8)
        for _ in range(8):
            reg = (reg << 1 ^ (poly if reg >> (width - 1) & 1 else 0)) & (1 << width) - 1
    return reg
head, payload, foot = (bytes.fromhex(a) for a in sys.argv[1:4])
foot = (zlib.crc32(payload) if payload else 0).to_bytes(4, "big") + foot
print((crc(head, 16, 0x1021, 0xffff).to_bytes(2, "big") + head + payload + foot[:4] + bytes([crc(foot, 8, 7, 0xff)]) + foot[4:]).hex())
END
}
# bits 111:0 by the page: addr 1005h from bit 62 on, size 3 from 48, type 0, dst fpga 1 z 3 y 2 x 1 from 21, pdid 42h from 5;
# bits 87:0 of the footer: seq 6 from bit 47 on, last 45, first 44, src fpga 2 z 6 y 5 x 4 from 14, tid 5
good=$(packet "$(printf '%012x%016x' $((0x1005 >> 2)) $(((0x1005 & 3) << 62 | 3 << 48 | (1 << 12 | 3 << 8 | 2 << 4 | 1) << 21 | 0x42 << 5)))" \
    00000000001122330000000000000000 \
    "$(printf '%06x%016x' 0 $((6 << 47 | 1 << 45 | 1 << 44 | (2 << 12 | 6 << 8 | 5 << 4 | 4) << 14 | 5)))")
{ pcap_head 147; record 0 "$(note "tool=x")"; record 100 "$(exa "$good")"; record 200 "$(exa "${good/112233/112234}")"
  record 300 "$(exa "ff$good")"; record 400 "$(exa "ffff${good:4}")"; } >"$dir/typed"
"$tenter" show "$dir/typed" | sed 's/^ *//' >"$dir/out"
is "the line of a packet" "2 0.000000000 Write    4.5.6.2 > 1.2.3.1 addr 00000001005 size 3 tid 5 seq 6 first last pdid 0042" \
    "$(sed -n 2p "$dir/out")"
true_that "a wrong payload CRC is said" grep -q '^3 .*\[payload CRC wrong\]$' "$dir/out"
true_that "so is a wrong header CRC, and no field then" grep -qx '5 0.000000300 ExaNet packet with a wrong header CRC, 48 bytes' "$dir/out"
is "--json holds the same" "Write 1.2.3.1 4.5.6.2 4101 3 66 5 6 1 1 True True" "$("$tenter" show --json "$dir/typed" |
    python3 -c 'import json, sys
d = [json.loads(l) for l in sys.stdin][1]
print(*[d[k] for k in "type dst src addr size pdid tid seq first last footer_crc_ok payload_crc_ok".split()])')"
fields=$("$tenter" show -v --filter 'packet == 2' "$dir/typed")
for field in 'dst_x       1 ' 'dst_z       3 ' 'addr_lo     1005h' 'size        3 ' 'src_fpga    2 ' 'seq         6 ' 'last        1 '; do
    true_that "show -v prints ${field%% *}" grep -qF "$field" <<<"$fields"
done
for filter in 'src == 4.5.6.2' 'dst == 1.2.3.1 && type == Write' 'tid == 5 && seq == 6' 'first && last && !notify' 'pdid == 0x42' \
    'type == Write && size == 3' 'addr == 0x1005'; do
    is "filter $filter" "2 3" "$("$tenter" show --filter "$filter" "$dir/typed" | awk '{ print $1 }' | xargs)"
done
is "a TLP's field is none of an ExaNet packet" 0 "$("$tenter" show --filter 'requester >= 0' "$dir/typed" | wc -l)"
for bad in 'src == 1.2.3' 'dst == 1.2.3.4' 'src == 16.0.0.0' 'src == 256.0.0.0.0' 'type == Nothing'; do
    "$tenter" show --filter "$bad" "$dir/typed" >/dev/null 2>"$dir/err"
    is "filter $bad is refused" "2 1" "$? $(wc -l <"$dir/err")"
done
"$tenter" check --json "$dir/typed" | grep -v inconclusive | grep -o '"packet":[0-9]*\|EXA-[A-Z]*-[0-9]*' | paste -sd' ' >"$dir/out"
is "check names the packets and their rules" '"packet":3 EXA-CRC-2 "packet":3 EXA-DUP-1 "packet":4 EXA-CRC-1 "packet":5 EXA-CRC-1' \
    "$(cat "$dir/out")"
"$tenter" check --junit "$dir/junit" -q "$dir/typed" >/dev/null
true_that "JUnit has the rules of ExaNet as such" grep -q 'classname="exanet" name="EXA-CRC-2"><failure' "$dir/junit"

# a generated capture without its control packets: every transaction marked notify is named, once
"$tenter" gen --fabric exanet --packets 400 --size '65-2000' --seed 7 "$dir/whole" 2>/dev/null
controls=$(python3 - "$dir/whole" "$dir/without" <<'END'
import struct, sys
data = open(sys.argv[1], "rb").read()
out, at, controls = data[:24], 24, 0
while at < len(data):
    end = at + 16 + struct.unpack_from("<I", data, at + 8)[0]
    record = data[at + 16:end]
    kind = int.from_bytes(record[24 + 8:24 + 12], "big") >> 11 & 31 if record[1:3] == b"\x02\x01" else 0 # bits 47:43
    controls += kind == 2
    if kind not in (2, 6):
        out += data[at:end]
    at = end
open(sys.argv[2], "wb").write(out)
print(controls)
END
)
true_that "a generated capture has control packets ($controls)" [ "$controls" -gt 20 ]
is "with them no rule is broken" 0 "$("$tenter" check --json "$dir/whole" | grep -c '"rule"')"
"$tenter" check --json "$dir/without" | grep -v inconclusive | grep -o 'EXA-[A-Z]*-[0-9]*' | sort | uniq -c | xargs >"$dir/out"
is "without them each is missed" "$controls EXA-NTF-6" "$(cat "$dir/out")"

# the vector whose packets are exchanged inside a block, as a simulation's capture of two links
{
    pcap_head 147
    record 0 "$(note 'point.0=s_a\npoint.1=m_b')"
    ns=0
    while read -r _ point words; do
        record $((ns += 100)) "$(exa_at "${point#point=}" "$words")"
    done < <(sed -n '/^bad EXA-ORD-2/,$p' vectors/exanet/order.vec | grep '^  exa')
} >"$dir/order"
is "order is judged between the links of a simulation" '"packet":5 EXA-ORD-2' \
    "$("$tenter" check --json "$dir/order" | grep -v inconclusive | grep -o '"packet":[0-9]*\|EXA-[A-Z]*-[0-9]*' | paste -sd' ')"

# behind several paths, and where transfers are known: vectors as captures
capture() { # capture BEGINNING FILE.vec: the packets of the first vector that begins so
    pcap_head 147
    record 0 "$(note 'tool=x')"
    ns=0
    while read -r _ words; do
        record $((ns += 100)) "$(exa "$words")"
    done < <(awk -v b="$1" '/^$/ { on = 0 } !done && index($0, b) == 1 { on = done = 1 } on && /^  exa/' "vectors/exanet/$2")
}
broken() { "$tenter" check --json "$@" | grep -v inconclusive | grep -o '"packet":[0-9]*\|EX[AF]-[A-Z]*-[0-9]*' | paste -sd' '; }
capture 'bad EXA-ORD-1' transfer.vec >"$dir/paths"
true_that "order of addresses is a rule" grep -q 'EXA-ORD-1' <<<"$(broken "$dir/paths")"
is "and none with --multipath" "" "$(broken --multipath "$dir/paths")"
capture 'bad EXF-NTF-1' notify.vec >"$dir/transfer"
is "transactions of a transfer are not known by themselves" "" "$(broken "$dir/transfer")"
is "with --transfers the last one waits for the others" '"packet":6 EXF-NTF-1' "$(broken --transfers "$dir/transfer")"

# link frames: a write with an XOFF among its blocks, control blocks alone, half a word too many
write='01400880ca02001000 01004000000000b089 010203040506070809 02aa80000000000000 010a0b0c0d0e0f1011
    010540c80400300000 0100000088de30f3d0'
{
    pcap_head 147
    record 0 "$(note 'point.0=line0')"
    for blocks in "$write 021e00000000000000" '02aa00000000000000 027820000000000000 021e00000000000000' \
        "$write 010000000000000000 021e00000000000000"; do
        record $((ns += 100)) "$(exa_at 0 "$blocks" | sed 's/^010201/010202/')"
    done
} >"$dir/link"
"$tenter" show "$dir/link" | sed '1d; s|.* line0 ||' >"$dir/out"
is "a frame's line has its blocks and its packet" \
    '8 blocks, NFC XOFF: Write    1.2.3.1 > 4.5.6.1 addr 00000010000 size 16 tid 5 seq 0 first last pdid 0042' "$(head -1 "$dir/out")"
is "blocks between frames are shown" '3 blocks, NFC XON, idle NR' "$(sed -n 2p "$dir/out")"
is "-v lists every block" "8 NFC XOFF" "$("$tenter" show -v --filter 'packet == 2' "$dir/link" |
    awk '/^ +block/ { n++; if (n == 4) kind = $3 " " $4 } END { print n, kind }')"
is "a filter looks into frames" "2 4" "$("$tenter" show --filter 'src == 1.2.3.1' "$dir/link" | awk '{ print $1 }' | xargs)"
is "and the ladder does" 2 "$("$tenter" show --ladder "$dir/link" | grep -c -- '--- Write tid 5 seq 0 first last')"
is "the statistics count the packets in frames" "2 ExaNet packets" "$("$tenter" show --stats "$dir/link" | grep -o '^2 ExaNet packets')"
is "check judges blocks and frames" '"packet":4 EXL-FRM-1' \
    "$("$tenter" check --json "$dir/link" | grep -v inconclusive | grep -o '"packet":[0-9]*\|EX[AL]-[A-Z]*-[0-9]*' | paste -sd' ')"

# the ladder: a message and its acknowledgment, a transaction and its response
"$tenter" show --ladder "$dir/uniform" >"$dir/out"
is "every answer of the ladder has its time" 300 "$(grep -c '|<-- Ack .* ---| .* ns$' "$dir/out")"
true_that "--stats counts by type" grep -qE '^  Ack +300 +4800 bytes' <("$tenter" show --stats "$dir/uniform")

# a transaction followed, its text worked from the vector: control packet and data, both again
# under the next number, the notification at another node, the response 500 ns after the first packet
capture 'good EXA-NTF-9' notify.vec >"$dir/twice"
cat >"$dir/expected" <<'END'
     2    0.000000000 9.0.0.0     |--- DmaCtl tid 3 seq 112 38000000000+32          -->| 2.5.0.0  #1 gen 7 att 0
     3    0.000000100 9.0.0.0     |--- Write tid 3 seq 112 first last 40000+16      -->| 2.5.0.0  #1
     4    0.000000200 9.0.0.0     |--- Write tid 3 seq 113 first last 40000+16      -->| 2.5.0.0  #1 again: gen 7 att 1
     5    0.000000300 9.0.0.0     |--- DmaCtl tid 3 seq 113 38000000000+32          -->| 2.5.0.0  #1
     6    0.000000400 2.5.0.0     |--- Notify tid 3 seq 113 38300000040+16          -->| 9.1.0.0  #1 notified
     7    0.000000500 9.0.0.0     |<-- Ack tid 3 seq 113                            ---| 2.5.0.0  300 ns  #1 done: 16 bytes, 2 attempts, 500 ns
END
"$tenter" show --ladder "$dir/twice" >"$dir/out"
true_that "the ladder follows a transaction" cmp "$dir/expected" "$dir/out"
capture 'good EXA-SEQ-3' transfer.vec >"$dir/refused"
is "and says what was refused" '#1 gen 4 att 0
#1 again: gen 4 att 1
#1 refused
#1 again: gen 4 att 2
#1 done: 16 bytes, 3 attempts, 400 ns' "$("$tenter" show --ladder "$dir/refused" | grep -o '#.*')"
is "--stats counts transactions" 'ExaNet transactions: 1 begun, 1 answered 0 with 16 bytes, 2 retries, 1 refusals, 0 notifications
  first packet to positive response, ns:  0% 400  50% 400  90% 400  99% 400  100% 400' \
    "$("$tenter" show --stats "$dir/refused" | grep -A1 '^ExaNet transactions')"
is "generation and attempt are fields of a filter" "4 5 6 7" \
    "$("$tenter" show --filter 'gen == 7 && att == 1' "$dir/twice" | awk '{ print $1 }' | xargs)"
is "and of JSON" '7 1' "$("$tenter" show --json --filter 'packet == 4' "$dir/twice" | sed -E 's/.*"gen":([0-9]+),"att":([0-9]+).*/\1 \2/')"
is "no message has them" 0 "$("$tenter" show --filter 'tid >= 8192 && gen >= 0' "$dir/uniform" | wc -l)"

# RoCEv2: WRITE over two blocks of 16 KiB in three packets, SEND, READ; ACK and NAK
python3 suites/exanet/cli/roce.py make "$dir/roce"
"$tenter" convert --to exanet "$dir/roce" "$dir/exa" 2>"$dir/err"
is "a RoCEv2 capture is converted" "0 1" "$? $(wc -l <"$dir/err")"
is "what carries nothing is counted" 1 "$(grep -c ': 2 records left out: no packet that ExaNet holds' "$dir/err")"
true_that "every byte arrives where it was sent" python3 suites/exanet/cli/roce.py compare "$dir/exa"
"$tenter" check "$dir/exa" >"$dir/out"
is "and no rule is broken" "0 broken, 0 violations" "$(grep -o '[0-9]* broken, .*' "$dir/out")"
is "the ACK answers the write's two transactions, the NAK the message" "RT_MAILBOX ok, RT_MAILBOX ok, PACKETIZER nack PROTECTION" \
    "$("$tenter" show --filter 'type == Ack && dst == 0.0.0.0' "$dir/exa" | sed -n 1,3p |
        sed -E 's/.*addr [0-9a-f]+ ([A-Z_]+) .*(ok|nack [A-Z]+) pdid.*/\1 \2/' | paste -sd, | sed 's/,/, /g')"
python3 suites/exanet/cli/roce.py again "$dir/roce"
"$tenter" convert --to exanet "$dir/roce" "$dir/exa" 2>/dev/null
is "packets sent again are attempts, a refused one has no second answer" '#1 gen 0 att 0
#1 refused
#1 again: gen 0 att 1
#1 again: gen 0 att 2
#2 gen 0 att 0
#1 done: 600 bytes, 3 attempts, 9000 ns
#2 done: 16 bytes, 1 attempt, 1000 ns' "$("$tenter" show --ladder "$dir/exa" | grep -oE '#[0-9]+ .*')"
is "each with all its bytes" "3 3 3 1" "$("$tenter" show --filter 'type == Write' "$dir/exa" | grep -oE 'tid [0-9]+ seq [0-9]+' | uniq -c | awk '{ print $1 }' | xargs)"
is "and no rule is broken then" "0 broken, 0 violations" "$("$tenter" check "$dir/exa" | grep -o '[0-9]* broken, .*')"
"$tenter" convert --to exanet "$dir/uniform" "$dir/none" 2>/dev/null
is "without RoCEv2 there is nothing to convert" "2 no" "$? $([ -e "$dir/none" ] && echo file || echo no)"
