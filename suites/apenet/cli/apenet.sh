#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# APEnet in the tenter command: traffic made, checked, counted, drawn, converted; a request and its reply, and what holes look like.
set -u
. suites/cli/hex.bash
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

wrong=
for seed in 1 2 3 4 5 6; do
    "$tenter" gen --fabric apenet --packets 60 --seed $seed "$dir/gen" 2>/dev/null
    "$tenter" check "$dir/gen" >"$dir/out" || wrong="$wrong $seed: $(head -1 "$dir/out")"
done
is "traffic that is made breaks no rule" "" "$wrong"
"$tenter" gen --fabric apenet --packets 60 --seed 6 "$dir/again" 2>/dev/null
true_that "the same seed makes the same capture" cmp -s "$dir/gen" "$dir/again"
"$tenter" gen --fabric apenet --size 64 "$dir/bad" 2>"$dir/err"
is "gen --size is refused" "2 1" "$? $(wc -l <"$dir/err")"

"$tenter" show --stats "$dir/gen" >"$dir/stats"
is "--stats counts each packet once" "60 APEnet packets" "$(grep -o '^[0-9]* APEnet packets' "$dir/stats")"
is "by type, none forgotten" 60 "$(awk '$1 ~ /^(PUT|SEND|GET|GET_REPLY)$/ { n += $2 } END { print n }' "$dir/stats")"
is "by VC" 60 "$(awk '/^  vc/ { n += $3 } END { print n }' "$dir/stats")"
"$tenter" show --ladder "$dir/gen" >"$dir/ladder"
is "--ladder has a step a packet" 60 "$(grep -c ' msg [0-9a-f]* pkt ' "$dir/ladder")"
is "each packet's ends stand beside it" "$("$tenter" show "$dir/gen" | grep -oE '[0-9.]+ > [0-9.]+:' | tr -d ':' | sort | md5sum)" \
    "$(sed -nE 's/^ +[0-9]+ +[0-9.]+ +([0-9.]+) +\|(---|<--).*\| +([0-9.]+)( .*)?$/\2 \1 \3/p' "$dir/ladder" |
        awk '{ if ($1 == "---") print $2 " > " $3; else print $3 " > " $2 }' | sort | md5sum)"

is "--filter finds packets among a link's words" "$(awk '$1 == "SEND" { print $2 }' "$dir/stats")" \
    "$("$tenter" show --filter 'type == SEND' "$dir/gen" | wc -l)"
is "--json has the packet, no name twice" "60 yes" "$("$tenter" show --json "$dir/gen" | python3 -c '
import json, sys
once = lambda pairs: dict(pairs) if len(dict(pairs)) == len(pairs) else sys.exit("a name twice")
rows = [json.loads(line, object_pairs_hook=once) for line in sys.stdin]
print(sum("msg" in r for r in rows), "yes")')"

# the sizes of a lattice: by option and by the capture itself; a packet that takes another order of dimensions
python3 suites/apenet/cli/way.py "$dir/way" lattice=4x4x1
python3 suites/apenet/cli/way.py "$dir/bare"
for want in "way 0" "way 1 --dim-order xyz" "way 1 --lattice 2x4x1" "bare 0" "bare 0 --lattice 4x4x1" "bare 1 --lattice 4x4x1 --dim-order xzy"; do
    set -- $want
    "$tenter" check "${@:3}" "$dir/$1" >"$dir/out"
    is "check ${*:3} of a capture ($1) of three links" "$2" "$?"
done
is "without sizes no rule of ways is asked" 0 "$("$tenter" check -v "$dir/bare" | grep -c APE-RTR)"
for bad in "--lattice 4x4" "--lattice 0x1x1" "--lattice 65x1x1" "--dim-order xxy" "--dim-order zy"; do
    # shellcheck disable=SC2086 # an option and its value
    "$tenter" check $bad "$dir/way" >/dev/null 2>"$dir/err"
    is "check $bad is refused" "2 1" "$? $(wc -l <"$dir/err")"
done

# words by hand: idle credit words, a request, a reply on the other direction 400 ns later
python3 suites/apenet/cli/fetch.py "$dir/fetch"
"$tenter" check "$dir/fetch" >"$dir/out"
is "a request and its reply break no rule" 0 $?
"$tenter" show --stats "$dir/fetch" >"$dir/stats"
is "a reply's time counts from its request" "get request to first reply packet, ns:  0% 400  50% 400  90% 400  99% 400  100% 400" \
    "$(grep '^get request' "$dir/stats")"
is "--stats knows both" "1 1" "$(awk '$1 ~ /^GET/ { print $2 }' "$dir/stats" | xargs)"
is "--ladder draws the reply back, with its time" "<-- GET_REPLY msg 5 pkt 0 len 112 last" \
    "$("$tenter" show --ladder "$dir/fetch" | grep -o '<-- GET_REPLY.*last.*400 ns' | sed 's/ *---.*//')"
is "words of one packet over two records are one packet" "3 APEnet packets" \
    "$("$tenter" show --stats traces/apenet/hole_a4.pcap | grep -o '^[0-9]* APEnet packets')"
is "a wrong CRC is counted" 1 "$("$tenter" show --stats traces/apenet/hole_a3.pcap | awk '/CRC wrong/ { print $3 }')"

# a network interface's local port: what its host sends has no SECDED before the router made it, what the router gives has
port=traces/apenet/ni_port.pcap
is "a host's packet before its router has no SECDED that could be wrong" "0 0" "$("$tenter" show "$port" | grep -c SECDED) $("$tenter" show --json "$port" | grep -c '"secded_ok":false')"
is "nor do the statistics count one" "20 0" "$("$tenter" show --stats "$port" | awk '/^20 APEnet packets/ { n = $1 } /SECDED wrong/ { w = $3 } END { print n, w + 0 }')"
true_that "no rule is broken" "$tenter" check -q "$port"
# the seventh record goes from the router to the network interface: its header's first byte is the SECDED
python3 - "$port" "$dir/spoilt" <<'END'
import struct, sys
data, at = bytearray(open(sys.argv[1], "rb").read()), 24
for _ in range(6):
    at += 16 + struct.unpack_from("<I", data, at + 8)[0]
data[at + 16 + 24] ^= 1
open(sys.argv[2], "wb").write(data)
END
is "a packet from the router has one that can" "1 1 1" "$("$tenter" show "$dir/spoilt" | grep -c '1.0.0 > 0.0.0.*SECDED wrong') $("$tenter" show --json "$dir/spoilt" | grep -c '"secded_ok":false') $("$tenter" show --stats "$dir/spoilt" | awk '/SECDED wrong/ { print $3 }')"
is "check says so" 1 "$("$tenter" check "$dir/spoilt" | grep -c '^APE-SEC-1')"

# another form and back: every record as it was
"$tenter" convert --to own "$dir/gen" "$dir/own" >/dev/null 2>"$dir/err"
is "convert to our own form" 0 $?
is "every packet is as it was" "$("$tenter" show --hex "$dir/gen" | md5sum)" "$("$tenter" show --hex "$dir/own" | md5sum)"

# the same words on a link's wire in a waveform
python3 suites/apenet/cli/wires.py a3 paper "$dir/paper.vcd"
python3 suites/apenet/cli/wires.py a3 mended "$dir/mended.vcd"
"$tenter" wave --check "$dir/paper.vcd" >"$dir/out"
is "a waveform of the hole breaks its rule" "1 1" "$? $(grep -c '^APE-LNK-3' "$dir/out")"
"$tenter" wave --check "$dir/mended.vcd" >"$dir/out"
is "one of the mended link breaks none" 0 $?
"$tenter" wave -o "$dir/found" "$dir/mended.vcd" >/dev/null
is "its packet is found" 1 "$("$tenter" show "$dir/found" | grep -c 'PUT .* len 96 ')"
python3 suites/apenet/cli/wires.py a8 mended "$dir/four.vcd"
for from in 10 30 60 90 110; do
    "$tenter" wave --check --from ${from}ns "$dir/four.vcd" >"$dir/out"
    is "a window from $from ns on blames no words of which the beginning is missing" 0 $?
done

# words that carry packets of ExaNet
boards=traces/apenet/two_boards.pcap
is "a line, ExaNet's packet in it" 1 "$("$tenter" show "$boards" | grep -c 'torus0v Words 8: ExaNet Write 83.1.0.0.1 > 83.0.0.0.0 vc 1 last hop size 13 ')"
is "its step of the ladder" 1 "$("$tenter" show --ladder "$boards" | grep -cE '83.1.0.0.1 +\|--- ExaNet Write size 13 vc 1 last hop +-->\| 83.0.0.0.0')"
is "its members in JSON" 1 "$("$tenter" show --json "$boards" | grep -c '"point":"torus0".*"type":"Write",.*"dst":"83.0.0.0.0",.*"size":13,.*"src":"83.1.0.0.1",.*"vc":1,"last_hop":true,"words":8')"
is "packets of ExaNet are counted apart" "ExaNet packet 11" "$("$tenter" show --stats "$boards" | awk '/ExaNet packet  /{ print $1, $2, $3 }')"
true_that "no rule is broken" "$tenter" check -q "$boards"
