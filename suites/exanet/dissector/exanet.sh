#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# ExaNet in Wireshark: the lines, fields and violations of tenter on vectors, generated
# traffic, cut and changed packets; and each vector's own verdict.
set -u
# shellcheck source=suites/dissector/common
. suites/dissector/common
seed=${SEED:-1}
echo "seed $seed"
EXA=2 # the fabric in a record head
# Rules that take more than one packet, typed here from their texts in the rule catalogue
many='EXA-BND-2 EXA-SEQ-1 EXA-SEQ-2 EXA-SEQ-3 EXA-SEQ-4 EXA-ORD-1 EXA-ORD-2 EXA-FLG-1 EXA-FLG-2 EXA-FLG-3 EXA-DUP-1 EXA-DUP-2 EXA-ACK-1 EXA-ACK-2 EXA-ACK-3
EXA-ACK-4 EXA-ACK-5 EXA-ACK-6 EXA-ACK-7 EXA-ACK-8 EXA-ACK-9 EXA-ACK-10 EXA-NTF-1 EXA-NTF-2 EXA-NTF-3 EXA-NTF-4 EXA-NTF-5 EXA-NTF-6 EXA-NTF-7 EXA-NTF-8 EXA-NTF-9
EXA-ZDM-1 EXA-ZDM-2'
"$tenter" rules | grep -oE '^EXA-[A-Z]+-[0-9]+' | grep -v '^EXA-CHN-' | grep -vxF "$(tr ' ' '\n' <<<"$many")" |
    sort >"$dir/single"

# vectors/exanet as "RULE-OR-DASH 1 0 LENGTH HEX", a packet a line: the rule that one packet breaks
awk '
    /^(good|bad) / { bad = $1 == "bad"; rule = $2; n = 0; hit = 1
        for (i = 3; i <= NF; i++) if ($i ~ /^packet=/) hit = substr($i, 8) + 0 }
    /^ +(exa|bytes) / { hex = ""; n++
        for (i = 2; i <= NF; i++) if ($i !~ /=/) hex = hex $i
        print (bad && n == hit ? rule : "-"), 1, 0, length(hex) / 2, hex }' vectors/exanet/*.vec >"$dir/vectors"
cut -d' ' -f2- "$dir/vectors" | to_pcap "$dir/vectors.pcap" $EXA
awk 'NR == FNR { single[$1]; next } { print FNR (($1 in single) ? " " $1 : "") }' "$dir/single" "$dir/vectors" >"$dir/expected"
dissect -r "$dir/vectors.pcap" -T fields -e frame.number -e _ws.expert.message -E aggregator='|' |
    awk -F'\t' '{ n = split($2, m, "|"); line = $1
        for (i = 1; i <= n; i++) { sub(/:.*/, "", m[i]); line = line " " m[i] }
        print line }' >"$dir/found"
same "each vector's packet shows its rule and nothing else" "$dir/expected" "$dir/found"
cut -s -d' ' -f2 "$dir/found" | sort -u >"$dir/fired"
same "every rule that one packet shows has fired" "$dir/single" "$dir/fired"

exa_fields() { # exa_fields NAME FILE: every field of header, footer and place, as show -v prints it
    "$tenter" show -v "$2" | awk '/^        byte / { print n, $5, $6; next } { n = $1 }' | sort >"$dir/expected"
    names=$(awk '/^TN_FIELD/ { gsub(/[(,]/, " "); sub(/_/, ".", $2); print "tn." $2 "." $3 }' checkers/exanet/spec/exanet.def |
        grep -E '^tn\.exa\.(hdr|ack|ftr|place)\.')
    # shellcheck disable=SC2046,SC2086
    dissect -r "$2" -Y tn.exa -T fields -e frame.number $(printf -- '-e %s ' $names) |
        awk -F'\t' -v names="$names" '
        BEGIN { n = split(names, name, "\n"); for (i in name) sub(/.*\./, "", name[i]) }
        { for (i = 1; i <= n; i++) if ($(i + 1) != "") print $1, name[i], $(i + 1) }' |
        awk '$3 ~ /^0x/ { sub(/^0x0*/, "", $3); $3 = ($3 == "" ? "0" : $3) "h" } { print }' | sort >"$dir/found"
    same "$1" "$dir/expected" "$dir/found"
}
exa_rules() { # exa_rules NAME FILE [RULES]
    "$tenter" check --json --only "${3:-$(paste -sd, "$dir/single")}" "$2" |
        sed -nE 's/^\{"packet":([0-9]+),.*"rule":"([^"]*)".*/\1 \2/p' | sort >"$dir/expected"
    dissect -r "$2" -T fields -e frame.number -e tn.exa.rule -E aggregator=' ' |
        awk '{ for (i = 2; i <= NF; i++) if ($i !~ /^ART-/) print $1, $i }' | sort >"$dir/found"
    same "$1" "$dir/expected" "$dir/found"
}

"$tenter" gen --fabric exanet --packets 60 --size '1-64:3,300:1,4096:1' --seed "$seed" "$dir/gen.pcap" 2>/dev/null
cut -d' ' -f2- "$dir/vectors" | sort -u >"$dir/packets"
# each packet at each length, as if it had been so on the link, and snapped
awk 'NR % 4 == 0 { n = length($4) / 2
    for (k = 0; k < n && k < 70; k++) {
        print $1, $2, k, substr($4, 1, 2 * k)
        print $1, $2, n, substr($4, 1, 2 * k)
    } }' "$dir/packets" | to_pcap "$dir/cut.pcap" $EXA
# some bytes changed, of header or footer the likeliest
awk -v seed="$seed" 'BEGIN { srand(seed) }
    { for (times = 0; times < 3; times++) {
        hex = $4; bytes = length(hex) / 2
        for (n = 1 + int(rand() * 3); n > 0; n--) {
            at = int(rand() * rand() * bytes)
            if (rand() < 0.4) at = bytes - 1 - at
            hex = substr(hex, 1, 2 * at) sprintf("%02x", int(rand() * 256)) substr(hex, 2 * at + 3)
        }
        print $1, $2, $3, hex
    } }' "$dir/packets" | to_pcap "$dir/mutated.pcap" $EXA
for f in vectors gen cut mutated; do
    same_lines "$f: the info column is the line of tenter show" "$dir/$f.pcap"
    exa_fields "$f: every field of the tables is that of tenter show -v" "$dir/$f.pcap"
done
for f in vectors cut mutated; do exa_rules "$f: the violations of tenter check" "$dir/$f.pcap"; done
# link frames: unit 2, the same vectors and changed ones
awk '/^ +blocks / { hex = ""; for (i = 2; i <= NF; i++) hex = hex $i; print 2, 0, length(hex) / 2, hex }' \
    vectors/exanet/frame.vec >"$dir/frames"
to_pcap "$dir/link.pcap" $EXA <"$dir/frames"
awk -v seed="$seed" 'BEGIN { srand(seed) }
    { n = length($4) / 2
    for (k = 0; k < n; k += 5) { # cut, snapped, changed
        print $1, $2, k, substr($4, 1, 2 * k)
        print $1, $2, n, substr($4, 1, 2 * k)
        print $1, $2, n, substr($4, 1, 2 * k) sprintf("%02x", int(rand() * 256)) substr($4, 2 * k + 3)
        print $1, $2, n, substr($4, 1, 2 * (k - k % 9)) sprintf("%02x", int(rand() * 4)) substr($4, 2 * (k - k % 9) + 3)
    } }' "$dir/frames" | to_pcap "$dir/broken.pcap" $EXA
frame_single=$(printf 'EXL-BLK-1\nEXL-FRM-1\nEXL-TX-2\n' | cat - "$dir/single" | paste -sd,)
for f in link broken; do
    same_lines "$f frames: the info column is the line of tenter show" "$dir/$f.pcap"
    exa_rules "$f frames: the violations of tenter check" "$dir/$f.pcap" "$frame_single"
done
is_filter=$(dissect -r "$dir/gen.pcap" -Y 'tn.exa.type == "Notify" && tn.exa.hdr.size == 16' -T fields -e frame.number | wc -l)
[ "$is_filter" = "$("$tenter" show --filter 'type == Notify && size == 16' "$dir/gen.pcap" | wc -l)" ] && [ "$is_filter" -gt 0 ]
verdict "a display filter finds what the filter of tenter show finds ($is_filter packets)" $?
# a transaction followed: the vector's control packet, data, data and control packet of another attempt, notification, response
awk '/^good EXA-NTF-9/ { on = 1 } /^$/ && on { exit } on && /^  exa/ { hex = ""; for (i = 2; i <= NF; i++) hex = hex $i
    print 1, 0, length(hex) / 2, hex }' vectors/exanet/notify.vec | to_pcap "$dir/transaction.pcap" $EXA
printf '%s\n' '1 7 0   ' '2 7 0 1  ' '3 7 1 1  6' '4 7 1 1  ' '5 7 1 1  ' '6 7 1 1 3 ' >"$dir/expected"
dissect -2 -r "$dir/transaction.pcap" -T fields -E separator=' ' -e frame.number -e tn.exa.gen -e tn.exa.att -e tn.exa.begins_in \
    -e tn.exa.request_in -e tn.exa.response_in >"$dir/found"
same "the packets of a transaction are linked" "$dir/expected" "$dir/found"
"$tenter" gen --fabric exanet --pattern transfers --packets 30 --seed "$seed" "$dir/transfers.pcap" 2>/dev/null
"$tenter" show --ladder "$dir/transfers.pcap" | awk '/#[0-9]+/ { match($0, /#[0-9]+/); n = substr($0, RSTART + 1, RLENGTH - 1)
    if (!(n in begins)) begins[n] = $1; else print $1, begins[n] }' | sort -n >"$dir/expected"
dissect -r "$dir/transfers.pcap" -Y tn.exa.begins_in -T fields -E separator=' ' -e frame.number -e tn.exa.begins_in >"$dir/found"
same "and those of generated transfers as the ladder has them" "$dir/expected" "$dir/found"
no_lua_error "no Lua error" "$dir"/*.pcap
