#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Cut, snapped, mutated packets and records: never a Lua error, and still what tenter says.
# SEED= changes the mutations, PACKETS= how many of each sort are taken (all: make dissector-hostile).
set -u
# shellcheck source=suites/dissector/common
. suites/dissector/common
seed=${SEED:-1}
packets=${PACKETS:-700}
echo "seed $seed, at most $packets of a sort"
some() { # some COUNT: so many of the lines, picked at random
    awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' | sort -g | head -n "$1" | cut -f2-
}
vector_list | cut -d' ' -f5- | sort -u >"$dir/packets"
# eight and nine prefixes, local and end-to-end, before a header
for p in 8 9; do
    for first in 80aaaaaa 91bbbbbb; do
        hex=$(for _ in $(seq $p); do printf %s $first; done)
        echo "1 0 $((4 * p + 12)) ${hex}000000011b08420f89abcdec"
    done
done >>"$dir/packets"
# eight symbols that are no DLLP, whose CRC is wrong, too
echo "2 1 8 5c000000059217fc" >>"$dir/packets"

# each packet at each length, as if it had been so on the link, and snapped
awk '{ n = length($4) / 2
    for (k = 0; k < n && k < 40; k++) {
        print $1, $2, k, substr($4, 1, 2 * k)
        print $1, $2, n, substr($4, 1, 2 * k)
    } }' "$dir/packets" | some "$packets" >"$dir/cut"
# a frame with a number that was there is sent again, and no rule is asked of it: so the link comes up before each
awk '$1 == 2 { print 2, $2, 8, "5c40004008eaeefd" } { print }' "$dir/cut" >"$dir/up" && mv "$dir/up" "$dir/cut"
# some bytes changed, of which the first are the likeliest
every_form | cat - "$dir/packets" | awk -v seed="$seed" 'BEGIN { srand(seed) }
    { for (times = 0; times < 4; times++) {
        hex = $4
        for (n = 1 + int(rand() * 4); n > 0; n--) {
            at = int(rand() * rand() * length(hex) / 2)
            hex = substr(hex, 1, 2 * at) sprintf("%02x", int(rand() * 256)) substr(hex, 2 * at + 3)
        }
        print $1, $2, $3, hex
    } }' | some "$packets" >"$dir/mutated"
some "$packets" <"$dir/packets" >>"$dir/mutated"
link_frames | some "$packets" >>"$dir/mutated"
# TLPs of which R is the requester, without their first bytes and behind others
awk 'BEGIN {
    n = split("00000001Rxx0f10000000 00000004Rxxff10000000 20000001Rxx0f0000000110000000 " \
        "40000001Rxx0ffee00000deadbeef 40000002Rxxfffee0000000000000cafef00d 02000001Rxx0f00001000 " \
        "42000001Rxx0f0000100012345678 04000001Rxx0f01000010 44000001Rxx0f0100001012345678 " \
        "0a00000000002004Rxx00 0a00000000000004Rxx00 4a00000100000004Rxx0012345678 " \
        "4a00000100000044Rxx3c12345ffc 4a00000100000044Rxx3812345ffc 30000000Rxx200000000000000000", tlp, " ")
    split("0100 00ff 000f", requester, " ")
    split("00 20 40 a5", ahead, " ")
    for (i = 1; i <= n; i++)
        for (r = 1; r <= 3; r++) {
            hex = tlp[i]
            sub(/R/, requester[r], hex)
            sub(/xx/, sprintf("%02x", i * 17), hex)
            for (k = 1; k <= 3; k++) print 1, 0, length(hex) / 2 - k, substr(hex, 1 + 2 * k)
            for (k = 1; k <= 8; k++) {
                first = ahead[1 + (i + r + k) % 4] substr("00000000000000", 1, 2 * k - 2)
                print 1, 0, length(hex) / 2 + k, first hex
            }
        }
    }' >"$dir/displaced"
for what in cut mutated displaced; do
    to_pcap "$dir/$what.pcap" <"$dir/$what"
    echo "$(wc -l <"$dir/$what") packets $what"
    same_lines "$what: the info column is the line of tenter show" "$dir/$what.pcap"
    same_decode "$what: decoded values are those of tenter show --json" "$dir/$what.pcap"
    same_fields "$what: every field of the tables is that of tenter show -v" "$dir/$what.pcap"
    same_rules "$what: the violations of tenter check" "$dir/$what.pcap"
done

# in UDP, cut before, in and after NetTLP's own head
{ awk '$1 == 1 && $3 * 2 == length($4)' "$dir/cut"; awk '$1 == 1' "$dir/mutated"; } | to_nettlp "$dir/udp.pcap"
same_lines "NetTLP: the info column is the line of tenter show" "$dir/udp.pcap"
same_rules "NetTLP: the violations of tenter check" "$dir/udp.pcap"
for k in 1 2 3 4 5 6 7; do echo "00010000000240" | cut -c1-$((2 * k)); done | hexdump |
    text2pcap -q -F pcap -4 10.0.0.1,10.0.0.2 -u 12288,12288 - "$dir/udp_heads.pcap" 2>>"$dir/said"

# the record head itself cut and changed
awk -v seed="$seed" 'BEGIN { srand(seed) }
    NR % 3 == 0 {
        hex = sprintf("0101%02x000000%02x00%024x%08x", $1, $2, 0, $3) $4
        at = int(rand() * 24)
        print substr(hex, 1, 2 * at) sprintf("%02x", int(rand() * 6)) substr(hex, 2 * at + 3)
        print substr(hex, 1, 2 * (1 + int(rand() * 26)))
    }' "$dir/mutated" | hexdump | text2pcap -q -F pcap -l 147 - "$dir/heads.pcap" 2>>"$dir/said"
same_lines "record heads: the info column is the line of tenter show" "$dir/heads.pcap"

# an analyser's records: 20 bytes of head, then symbols; the link comes up before each, because no rule
# is asked of a frame that is sent again (one InitFC1 alone would not be believed)
awk -v seed="$seed" 'BEGIN { srand(seed) }
    $1 == 2 { head = sprintf("%08x%024x%02x00000%d", 0, 0, int(rand() * 16), int(rand() * 2))
        print head "5c40004008eaeefd"
        print head "5c40004008eaeefd"
        print head $4
        print head "5c40004008eaeefd"
        print head "5c40004008eaeefd"
        print substr(head $4, 1, 2 * (1 + int(rand() * 44))) }' "$dir/mutated" | hexdump |
    text2pcap -q -F pcap -l 158 - "$dir/symbols.pcap" 2>>"$dir/said"
same_lines "analyser: the info column is the line of tenter show" "$dir/symbols.pcap"
same_fields "analyser: every field of the tables is that of tenter show -v" "$dir/symbols.pcap"
same_rules "analyser: the violations of tenter check" "$dir/symbols.pcap"
no_lua_error "no Lua error" "$dir/udp_heads.pcap"
