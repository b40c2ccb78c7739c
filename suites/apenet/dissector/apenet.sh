#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# APEnet in Wireshark: the lines and fields of tenter, on the words of torus links that carry APEnet's packets or ExaNet's.
set -u
# shellcheck source=suites/dissector/common
. suites/dissector/common

fields() { # fields NAME FILE: every field of the headers, as show -v prints it
    "$tenter" show -v "$2" | awk '/^        byte / { if (words) print n, $5, $6; next } { n = $1; words = / Words [0-9]/ }' |
        sed -E 's/ 0+([0-9a-f]+h)$/ \1/' | sort >"$dir/expected"
    names=$(awk '/^TN_FIELD/ { gsub(/[(,]/, " "); sub(/_/, ".", $2); print "tn." $2 "." $3 }' checkers/{apenet,exanet}/spec/*.def |
        grep -E '^tn\.(ape\.(hdr|ftr|ctl|credit)|exa\.(hdr|ack|ftr))\.')
    # shellcheck disable=SC2046,SC2086
    dissect -r "$2" -Y 'tn.record.unit == 2' -T fields -e frame.number $(printf -- '-e %s ' $names) -E aggregator=' ' |
        awk -F'\t' -v names="$names" '
        BEGIN { n = split(names, name, "\n"); for (i in name) sub(/.*\./, "", name[i]) }
        { for (i = 1; i <= n; i++) { m = split($(i + 1), v, " "); for (k = 1; k <= m; k++) print $1, name[i], v[k] } }' |
        awk '$3 ~ /^0x/ { sub(/^0x0*/, "", $3); $3 = ($3 == "" ? "0" : $3) "h" } { print }' | sort >"$dir/found"
    same "$1" "$dir/expected" "$dir/found"
}

for name in two_boards two_hosts hole_a3 hole_a4 hole_a8 hole_a11 hole_a13 hole_a18; do
    same_lines "$name: the info column is the line of tenter show" "traces/apenet/$name.pcap"
    fields "$name: every field of the tables is that of tenter show -v" "traces/apenet/$name.pcap"
done
same_lines "ni_port: the info column is the line of tenter show" traces/apenet/ni_port.pcap
boards=traces/apenet/two_boards.pcap
"$tenter" show --json "$boards" | python3 -c '
import json, sys
for d in map(json.loads, sys.stdin):
    if d.get("packets") == 1:
        print(d["packet"], d["type"], d["dst"], d.get("src", ""))' >"$dir/expected"
dissect -r "$boards" -Y 'tn.record.unit == 2 && tn.exa' -T fields -e frame.number -e tn.exa.type -e tn.exa.dst -e tn.exa.src |
    awk -F'\t' '{ print $1, $2, $3, $4 }' >"$dir/found"
same "packets of ExaNet in words: type and ends are those of tenter show --json" "$dir/expected" "$dir/found"
[ "$(wc -l <"$dir/found")" = 11 ]
verdict "they are those that the two lines carry (11)" $?
