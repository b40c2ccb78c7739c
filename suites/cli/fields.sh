#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# tenter show: a line has what rules judge, -v and JSON every field, times are relative.
set -u
. suites/cli/hex.bash
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

{
    pcap_head 125
    record 0 00052801 1900010f 90000002                    # 1: MRd, attributes IDO and RO, TH, AT 2, hint 2
    record 250 0a002000 1b005004 19000100                  # 2: Cpl CRS with BCM, relaxed ordering
    record 500 04000001 0000020f 19080010                  # 3: CfgRd0 to 19:01.0, reg 010
    record 750 34000000 00000020 00000000 00000000         # 4: Assert_INTA, local
    record 1000 32000000 00000077 19080000 00000000        # 5: undefined message by ID to 19:01.0
    record 1250 4a880001 1b000004 190001ff 12345678        # 6: bits 23 and 19 set: tag 301
    record 1500 60000001 0100000f 00000001 fee00004 deadbeef # 7: MWr, address of 64 bits
    bytes "$(le32 0)" "$(le32 999999000)" "$(le32 12)" "$(le32 16)" 40004001 0100000f fee00000 # 8: earlier, poisoned, cut
} >"$dir/in"
"$tenter" show "$dir/in" | sed 's/^ *//' >"$dir/out"
cat >"$dir/want" <<'END'
1 0.000000000 MRd    from 19:00.0 tag 01 addr 90000000 be f/0 len 1 attr ido+ro th at translated
2 0.000000250 Cpl    to 19:00.0 tag 01 from 1b:00.0 CRS bc 4 la 00 attr ro bcm
3 0.000000500 CfgRd0 from 00:00.0 tag 02 to 19:01.0 reg 010 be f/0
4 0.000000750 Msg    from 00:00.0 Assert_INTA, routing local
5 0.000001000 Msg    from 00:00.0 undefined code 77, routing by ID to 19:01.0
6 0.000001250 CplD   to 19:00.0 tag 01 from 1b:00.0 SC bc 4 la 7f len 1
7 0.000001500 MWr    from 01:00.0 tag 00 addr 00000001fee00004 be f/0 len 1
8 -0.000001000 MWr    from 01:00.0 tag 00 addr fee00000 be f/0 len 1 poisoned [12 of 16 bytes kept]
END
true_that "a line shows what rules judge, and the time since the first packet" diff "$dir/want" "$dir/out"
{
    pcap_head 125
    record 0 8e000000 90000000 00000001 1900020f 90000000 # a vendor's prefix and a hint's
    record 1 5b000001 1900030f 00001000 deadbeef
} >"$dir/newer"
is "a line shows prefixes, and a DMWr of PCIe 4.0" "len 1 prefix 8e+90;DMWr from 19:00.0 tag 03 addr 00001000 be f/0 len 1" \
    "$("$tenter" show --pcie 4.0 "$dir/newer" | tr -s ' ' | sed '1s/.* len/len/; 2s/.* DMWr/DMWr/' | paste -sd ';')"
is "--time shows absolute times" "1.000000000 0.999999000" \
    "$("$tenter" show --time "$dir/in" | awk 'NR == 1 || NR == 8 { print $2 }' | xargs)"
is "the time is since the first packet, not the first that a filter takes" 0.000000750 \
    "$("$tenter" show --filter 'code == 0x20' "$dir/in" | awk '{ print $2 }')"

# every field of the list in tenter(1), by packet
json() {
    "$tenter" show --json "$@" | python3 -c '
import json, sys
for line in sys.stdin:
    d = json.loads(line)
    print(d["packet"], *("%s=%s" % (n, d[n]) for n in sys.argv[1:] if n in d))' "${names[@]}"
}
names=(type fmt len tag attr th td ep at ph bcm status_name)
cat >"$dir/want" <<'END'
1 type=MRd fmt=0 len=1 tag=1 attr=6 th=1 td=0 ep=0 at=2 ph=2
2 type=Cpl fmt=0 len=0 tag=1 attr=2 th=0 td=0 ep=0 at=0 bcm=1 status_name=CRS
3 type=CfgRd0 fmt=0 len=1 tag=2 attr=0 th=0 td=0 ep=0 at=0
4 type=Msg fmt=1 len=0 tag=0 attr=0 th=0 td=0 ep=0 at=0
5 type=Msg fmt=1 len=0 tag=0 attr=0 th=0 td=0 ep=0 at=0
6 type=CplD fmt=2 len=1 tag=1 attr=0 th=0 td=0 ep=0 at=0 bcm=0 status_name=SC
7 type=MWr fmt=3 len=1 tag=0 attr=0 th=0 td=0 ep=0 at=0 ph=0
8 type=MWr fmt=2 len=1 tag=0 attr=0 th=0 td=0 ep=1 at=0 ph=0
END
true_that "JSON has the fields of the first DW" diff "$dir/want" <(json "$dir/in")
names=(code message routing routing_name bus device function register bytes kept artefacts payload)
cat >"$dir/want" <<'END'
1 bytes=12 kept=12 artefacts=[] payload=0
2 bytes=12 kept=12 artefacts=[] payload=0
3 bus=25 device=1 function=0 register=16 bytes=12 kept=12 artefacts=[] payload=0
4 code=32 message=Assert_INTA routing=4 routing_name=local bytes=16 kept=16 artefacts=[] payload=0
5 code=119 message=undefined routing=2 routing_name=by ID bus=25 device=1 function=0 bytes=16 kept=16 artefacts=[] payload=0
6 bytes=16 kept=16 artefacts=[] payload=4
7 bytes=20 kept=20 artefacts=[] payload=4
8 bytes=16 kept=12 artefacts=['ART-SNAP', 'ART-TIME'] payload=0
END
true_that "messages, targets, what was kept and artefacts" diff "$dir/want" <(json "$dir/in")
"$tenter" gen --fabric tnw "$dir/tnw" 2>/dev/null
{ pcap_head 125; record 0 00000001 0100000f 00001044; record 9 4a000001 00000004 01000000 1; record 9 00000001 0100000f 00001044; } >"$dir/broken"
capture_of vectors/capture/roce.cap >"$dir/roce"
for f in "$dir/in" "$dir/broken" "$dir/roce" "$dir/tnw" traces/*/*.pcap; do
    "$tenter" show --json "$f"
    "$tenter" check --json "$f"
done 2>/dev/null >"$dir/all"
"$tenter" decode --json 00000000 00000000 00000000 >>"$dir/all"
python3 -c '
import json, re, sys
page = open("harness/tools/tenter.1").read().split(".Sh JSON")[1].split(".Sh ")[0]
named = set(" ".join(re.findall(r"^\.It (.*)", page, re.M)).replace(",", " ").split())
seen = set()
for line in open(sys.argv[1]):
    seen |= set(json.loads(line))
print(*sorted(seen - named))
print(*sorted(named - seen - set(sys.argv[2:])))' "$dir/all" dest_cpu prefixes digest \
    dllp crc_ok lcrc_ok class hdr data >"$dir/out"
is "tenter(1) lists every member of show, check and decode, and no other" " " "$(paste -sd' ' "$dir/out")"

# -v
"$tenter" show -v "$dir/in" >"$dir/out"
is "the address as such, with a range that holds it" "byte 8..11 bit 31..2 addr 90000000h Address[31:2]|byte 8..15 bit 63..2 addr 1fee00004h Address[63:2]" \
    "$(sed -nE 's/^ +(byte.*bit.*) +addr +/\1 addr /p' "$dir/out" | tr -s ' ' | sed -n '1p;2p' | paste -sd'|')"
is "no range is smaller than its value" "" "$(awk '/^        byte/ {
    split($4, b, /\.\./); bits = b[1] + 1; v = $6
    if (v !~ /h$/ || bits >= 32) next
    sub(/h$/, "", v); n = 0
    for (i = 1; i <= length(v); i++) n = n * 16 + index("0123456789abcdef", substr(v, i, 1)) - 1
    if (n >= 2 ^ bits) print }' "$dir/out")"
is "a host link has nothing of cZodiac" 0 "$(grep -c 'cZodiac\|Dest CPU' "$dir/out")"
is "inside, the bits are those of Dest CPU" "4 dest-cpu 1 dest-cpu 12" \
    "$("$tenter" show -v --inside --filter 'packet == 1' "$dir/in" | grep -c 'Dest CPU\[[0-3]\]') \
$("$tenter" show --inside "$dir/in" | grep -o 'dest-cpu 1[0-9]*' | xargs)"

# tags of ten bits
is "tags of ten bits are whole in lines, JSON, -v and decode" "301 769 1 1 301" \
    "$("$tenter" show --ext-tags 10 "$dir/in" | sed -n 's/.*CplD.* tag \([0-9a-f]*\) .*/\1/p') \
$(names=(tag); json --ext-tags 10 --filter 'type == CplD' "$dir/in" | sed 's/.*tag=//') \
$("$tenter" show -v --ext-tags 10 --filter 'packet == 6' "$dir/in" | grep -c 'Tag\[7:0\]; the tag is 301h') \
$("$tenter" show -v --ext-tags 10 --filter 'packet == 6' "$dir/in" | grep -c 'r23 .*Tag\[9\]') \
$("$tenter" decode --ext-tags 10 4a880001 1b000004 190001ff | sed -n '1s/.* tag \([0-9a-f]*\) .*/\1/p')"
is "a filter asks for the whole tag" 6 "$("$tenter" show --ext-tags 10 --filter 'tag == 0x301' "$dir/in" | awk '{ print $1 }')"
"$tenter" show --ext-tags 3 "$dir/in" >/dev/null 2>"$dir/err"
is "another number of bits is refused" "2 1" "$? $(wc -l <"$dir/err")"

# the ladder and the statistics
{
    pcap_head 125
    record 0 00000002 010000ff 00001000             # 8 bytes asked for by 01:00.0
    record 1000 4a000002 00000008 01000000 1111111122222222
    record 2000 00000001 0100010f 00001000          # UR
    record 3000 0a000000 00002004 01000100
    record 4000 00000001 0200020f 00001000          # CA, 02:00.0
    record 5000 0a000000 00008004 02000200
    record 6000 40000001 0200000f 00002000 33333333 # 4 bytes written by 02:00.0
    record 7000 00000001 0200030f 00001000          # never answered
    record 8000 40000001 0100000f 00002000 44444444
} >"$dir/stats"
is "the ladder has a column of times" "0.000000000 0.000001000 0.000008000" \
    "$("$tenter" show --ladder "$dir/stats" | awk 'NR == 1 || NR == 2 || NR == 9 { print $2 }' | xargs)"
is "with --time of absolute ones" 1.000008000 "$("$tenter" show --time --ladder "$dir/stats" | awk 'NR == 9 { print $2 }')"
"$tenter" show --stats "$dir/stats" | tr -s ' ' >"$dir/out"
cat >"$dir/want" <<'END'
9 packets, 9 TLPs, 124 bytes, payload 12.9 %, 0.000008000 s, 15.500 MB/s
requests open at the end: 1, without any completion: 1
by requester: requests, unanswered, UR, CA, CRS, bytes written, bytes read, MB/s
 01:00.0 3 0 1 0 0 4 8 1.500
 02:00.0 3 1 0 1 0 4 0 0.500
completions with UR: 1, with CA: 1, with CRS: 0
by point and direction:
 all 9 packets, 124 bytes, 15.500 MB/s
request to first completion, ns: 0% 1000 50% 1000 90% 1000 99% 1000 100% 1000
END
true_that "statistics by requester and direction, MB/s, UR and CA" diff "$dir/want" <(grep -vE '^ (MRd|MWr|Cpl|<=| *0 )|^payload' "$dir/out")
{
    pcap_head 125
    record 0 00800001 0100010f 00001000 # tag 201
    record 100 00000001 0100010f 00002000 # tag 001
    record 900 4a000001 00000004 01000100 11111111
    record 1700 4a800001 00000004 01000100 22222222
} >"$dir/ten"
is "the statistics pair by the whole tag" "0% 800 50% 800 90% 1700" \
    "$("$tenter" show --stats --ext-tags 10 "$dir/ten" | tr -s ' ' | grep -o '0% 800 50% 800 90% 1700')"
is "and the ladder shows it" "201 201" \
    "$("$tenter" show --ladder --ext-tags 10 "$dir/ten" | grep -o 'tag 201' | cut -d' ' -f2 | xargs)"
