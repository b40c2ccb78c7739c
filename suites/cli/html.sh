#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# tenter show --html: the data of the page are those of show and check, nothing in them ends the page's
# script, nothing half-written is left.
set -u
. suites/cli/hex.bash
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

{
    pcap_head 147
    record 0 "$(note 'point.0=</script><b>&"x')"
    record 10 "$(own 0 00000001 0100000f 00001044)"
    record 110 "$(own 0 4a000001 00000004 01000000 11111111)" # Lower Address is not 44
    record 210 "$(own 0 04000001 0000020f 19080010)"
    record 310 "$(own 0 00000001 0100010f 00001044)"
    record 560 "$(own 0 4a000001 00000004 01000144 11111111)"
} >"$dir/in"
"$tenter" show --html "$dir/out.html" "$dir/in" >"$dir/said" 2>&1
is "a page is made without a word" "0 0" "$? $(wc -l <"$dir/said")"
python3 - "$dir/out.html" >"$dir/data" <<'END'
import json, re, sys
page = open(sys.argv[1], encoding="utf-8").read()
data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S).group(1)
d = json.loads(data)
for p in d["packets"]:
    num, time, tone, latency, start, end, point, label, fields, length, bytes_ = p
    print(num, time, latency, start, end or "-", point or "-", label, len(fields), length, bytes_)
for v in d["verdicts"]:
    print(*v)
print(*(d["lines"][k] for k in d["packets"][2][8] if "lower_addr" in d["lines"][k]))
print(len(re.findall(r"</script>", page)), len(re.findall(r"(?:src|href)=|https?:|@import", page)))
END
cat >"$dir/want" <<'END'
2 0.000000000 -1 01:00.0 - </script><b>&"x MRd    from 01:00.0 tag 00 addr 00001044 be f/0 len 1 19 12 000000010100000f00001044
3 0.000000100 100 00:00.0 01:00.0 </script><b>&"x CplD   to 01:00.0 tag 00 from 00:00.0 SC bc 4 la 00 len 1 21 16 4a000001000000040100000011111111
4 0.000000200 -1 00:00.0 19:01.0 </script><b>&"x CfgRd0 from 00:00.0 tag 02 to 19:01.0 reg 010 be f/0 21 12 040000010000020f19080010
6 0.000000550 250 00:00.0 01:00.0 </script><b>&"x CplD   to 01:00.0 tag 01 from 00:00.0 SC bc 4 la 44 len 1 21 16 4a000001000000040100014411111111
3 2 1 CPL-7 PCIe 3.0 2.2.9 address of the first byte asked for Lower Address 00, not 44
END
true_that "it has every packet with its ends, its time to the answer, and its bytes" \
    diff <(sed -n 1,4p "$dir/want") <(grep -E '^[2346] 0\.' "$dir/data")
true_that "and the verdict" grep -qxF "$(sed -n 5p "$dir/want")" "$dir/data"
is "the fields of a packet are those of -v" "byte 11 bit 6..0  lower_addr  0h  Byte address[6:0] of the first byte returned" \
    "$(tail -n 2 "$dir/data" | head -n 1)"
is "two scripts, and nothing from elsewhere" "2 0" "$(tail -n 1 "$dir/data")"
"$tenter" show --html - --filter 'type == CplD' "$dir/in" >"$dir/one.html"
is "a filter chooses the packets, standard output takes the page" "2 </html>" \
    "$(grep -c '^\[[0-9]*,"' "$dir/one.html") $(grep -o '</html>$' "$dir/one.html" | tail -n 1)"

# nothing half-written
head -c 60 "$dir/in" >"$dir/damaged"
printf '\377\377\377\377\377\377\377\377\377\377\377\177\377\377\377\177' >>"$dir/damaged"
"$tenter" show --html "$dir/bad.html" "$dir/damaged" >/dev/null 2>"$dir/err"
is "of a capture that ends in a fault there is none" "2 1 0" "$? $(wc -l <"$dir/err") $(find "$dir" -name 'bad.html*' | wc -l)"
"$tenter" show --html "$dir/none/x.html" "$dir/in" 2>"$dir/err"
is "a page that cannot be written is told" "2 1" "$? $(wc -l <"$dir/err")"
"$tenter" show --html /dev/full "$dir/in" 2>"$dir/err"
is "so is a full disk" "2 1" "$? $(wc -l <"$dir/err")"
"$tenter" show --json --html "$dir/x.html" "$dir/in" >/dev/null 2>"$dir/err"
is "one form of output" "2 1" "$? $(wc -l <"$dir/err")"

# a hundred thousand packets: a page of some tens of MB
"$tenter" gen --packets 11500 --size 256 "$dir/many" 2>/dev/null
"$tenter" show --html "$dir/many.html" "$dir/many"
is "a hundred thousand packets, in less than 60 MB" "1 1" \
    "$(($(grep -c '^\[[0-9]*,"' "$dir/many.html") >= 100000)) $(($(stat -c %s "$dir/many.html") < 60000000))"
for fabric in exanet tnw; do
    "$tenter" gen --fabric $fabric "$dir/$fabric" 2>/dev/null
    "$tenter" show --html "$dir/$fabric.html" "$dir/$fabric"
    is "$fabric has as many rows as lines" "$("$tenter" show "$dir/$fabric" | wc -l)" "$(grep -c '^\[[0-9]*,"' "$dir/$fabric.html")"
done
