#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# TNW in Wireshark: the lines, fields and violations of tenter on vectors, generated traffic, cut
# and changed records; and each vector's own verdict, where one record shows it.
set -u
# shellcheck source=suites/dissector/common
. suites/dissector/common
seed=${SEED:-1}
echo "seed $seed"
TNW=5 # the fabric in a record head
printf '%s\n' TNW-FB-1 TNW-FB-2 TNW-FB-3 TNW-FB-4 TNW-PKT-2 TNW-WRD-1 >"$dir/single"

# vectors/tnw as "RULE-OR-DASH UNIT 0 LENGTH HEX FLAGS", a record a line: the rule that it breaks. Two need
# what the link's other records say: RESTART in a START, a number with NONE.
awk '
    /^#/ { several = /on a link that knows/ }
    /^(good|bad) / { bad = $1 == "bad" && !several; rule = $2; n = 0; hit = 1
        for (i = 3; i <= NF; i++) if ($i ~ /^packet=/) hit = substr($i, 8) + 0 }
    /^ +(words|packet) / { hex = ""; flags = 0; n++
        for (i = 2; i <= NF; i++) if ($i == "fault") flags = 1; else if ($i !~ /=/) hex = hex $i
        print (bad && n == hit ? rule : "-"), $1 == "words" ? 2 : 1, 0, length(hex) / 2, hex, flags }' \
    vectors/tnw/*.vec >"$dir/vectors"
cut -d' ' -f2- "$dir/vectors" | to_pcap "$dir/vectors.pcap" $TNW
awk 'NR == FNR { single[$1]; next } { print FNR (($1 in single) ? " " $1 : "") }' "$dir/single" "$dir/vectors" >"$dir/expected"
dissect -r "$dir/vectors.pcap" -T fields -e frame.number -e _ws.expert.message -E aggregator='|' |
    awk -F'\t' '{ n = split($2, m, "|"); line = $1
        for (i = 1; i <= n; i++) { sub(/:.*/, "", m[i]); line = line " " m[i] }
        print line }' >"$dir/found"
same "each vector's record shows its rule and nothing else" "$dir/expected" "$dir/found"
cut -s -d' ' -f2 "$dir/found" | sort -u >"$dir/fired"
same "every rule that one record shows has fired" "$dir/single" "$dir/fired"

tnw_fields() { # tnw_fields NAME FILE: every field of header, CRC and control word, as show -v prints it
    "$tenter" show -v "$2" | awk '/^        byte / { print n, $5, $6; next } !/^        word / { n = $1 }' | sort >"$dir/expected"
    names=$(awk '/^TN_FIELD/ { gsub(/[(,]/, " "); sub(/_/, ".", $2); print "tn." $2 "." $3 }' checkers/tnw/spec/tnw.def |
        grep -E '^tn\.tnw\.(hdr|crc|ctl)\.')
    # shellcheck disable=SC2046,SC2086
    dissect -r "$2" -Y tn.tnw -T fields -e frame.number $(printf -- '-e %s ' $names) |
        awk -F'\t' -v names="$names" '
        BEGIN { n = split(names, name, "\n"); for (i in name) sub(/.*\./, "", name[i]) }
        { for (i = 1; i <= n; i++) { m = split($(i + 1), v, ","); for (j = 1; j <= m; j++) print $1, name[i], v[j] } }' |
        awk '$3 ~ /^0x/ { sub(/^0x0*/, "", $3); $3 = ($3 == "" ? "0" : $3) "h" } { print }' | sort >"$dir/found"
    same "$1" "$dir/expected" "$dir/found"
}
tnw_rules() { # tnw_rules NAME FILE
    "$tenter" check --json --only TNW-WRD-1,TNW-PKT-2,TNW-FB-1,TNW-FB-4 "$2" |
        sed -nE 's/^\{"packet":([0-9]+),.*"rule":"([^"]*)".*/\1 \2/p' | sort >"$dir/expected"
    dissect -r "$2" -T fields -e frame.number -e tn.tnw.rule -E aggregator=' ' |
        awk '{ for (i = 2; i <= NF; i++) if ($i !~ /^ART-|FB-[23]$/) print $1, $i }' | sort >"$dir/found"
    same "$1" "$dir/expected" "$dir/found"
}
tnw_artefacts() { # tnw_artefacts NAME FILE: how many of ART-SHIFT and ART-ZERO
    "$tenter" check --json "$2" | sed -nE 's/^\{"artefact":"(ART-(SHIFT|ZERO))".*"count":([0-9]+).*/\1 \3/p' | sort >"$dir/expected"
    dissect -r "$2" -T fields -e tn.tnw.rule -E aggregator=' ' | tr ' ' '\n' | grep -E '^ART-(SHIFT|ZERO)$' |
        sort | uniq -c | awk '{ print $2, $1 }' >"$dir/found"
    same "$1" "$dir/expected" "$dir/found"
}

"$tenter" gen --fabric tnw --packets 40 --faults 60 --seed "$seed" "$dir/gen.pcap" 2>/dev/null
{ grep -E '^TNW-(WRD|FB)-' "$dir/vectors"; sort -u "$dir/vectors" | awk 'NR % 5 == 0'; } | cut -d' ' -f2- >"$dir/some"
# each record at many lengths, as if it had been so on the link, and snapped
awk '{ n = length($4) / 2
    for (k = 0; k < n; k += (k < 12 ? 1 : 7)) {
        print $1, $2, k, substr($4, 1, 2 * k)
        print $1, $2, n, substr($4, 1, 2 * k)
    } }' "$dir/some" | head -700 | to_pcap "$dir/cut.pcap" $TNW
# some bytes changed, the first ones and flags the likeliest; some put ahead; all zeros
awk -v seed="$seed" 'BEGIN { srand(seed); for (i = 0; i < 175; i++) zeros = zeros "00" }
    { for (times = 0; times < 3; times++) {
        hex = $4; bytes = length(hex) / 2
        for (n = 1 + int(rand() * 3); n > 0; n--) {
            at = int(rand() * rand() * bytes)
            if (rand() < 0.5 && $1 == 2) at -= at % 5
            hex = substr(hex, 1, 2 * at) sprintf("%02x", int(rand() * ($1 == 2 && at % 5 == 0 ? 16 : 256))) substr(hex, 2 * at + 3)
        }
        print $1, $2, $3, hex
        if (NR % 4 == 0) print $1, $2, bytes + times + 1, substr("0a0b0c", 1, 2 * times + 2) $4
        if (NR % 4 == 1) print $1, $2, bytes, substr("0a0b0c" $4, 1, 2 * bytes)
    } }
    END { print 1, 0, 136, substr(zeros, 1, 272); print 2, 0, 175, zeros }' "$dir/some" | to_pcap "$dir/mutated.pcap" $TNW
# as other tools may have them: four octets a word in lane order and as numbers; packets in lane order
awk '{ hex = ""; numbers = ""; size = $2 == 2 ? 10 : 8
    for (i = 1; i < length($5); i += size) {
        w = substr($5, i + size - 8, 8)
        hex = hex w
        numbers = numbers substr(w, 7, 2) substr(w, 5, 2) substr(w, 3, 2) substr(w, 1, 2)
    }
    n = length(hex)
    if ($2 == 1) hex = substr(numbers, 1, 8) substr(hex, 9, n - 16) substr(numbers, n - 7)
    print $2, $3, n / 2, hex
    if ($2 == 2) print $2, $3, n / 2, numbers
    if (NR % 3 == 0) print $2, $3, n / 2, substr(hex, 1, 40)
    if ($2 == 1) print $2, $3, n / 2 + 4, "fbd70000" hex }' "$dir/vectors" | sort -u | awk 'NR % 3 == 0' | to_pcap "$dir/foreign.pcap" $TNW
for f in vectors gen cut mutated foreign; do
    same_lines "$f: the info column is the line of tenter show" "$dir/$f.pcap"
    tnw_fields "$f: every field of the tables is that of tenter show -v" "$dir/$f.pcap"
done
for f in vectors cut mutated foreign; do tnw_rules "$f: the violations of tenter check" "$dir/$f.pcap"; done
tnw_artefacts "the artefacts of tenter check" "$dir/mutated.pcap"
found=$(dissect -r "$dir/gen.pcap" -Y 'tn.tnw.code == "NACK"' -T fields -e frame.number | wc -l)
[ "$found" -gt 0 ] && [ "$found" -le "$("$tenter" show --filter 'code == NACK' "$dir/gen.pcap" | wc -l)" ]
verdict "a display filter finds the NACKs ($found)" $?
no_lua_error "no Lua error" "$dir"/*.pcap
