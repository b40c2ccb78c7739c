#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The cluster in Wireshark: the lines and fields of tenter, on lanes with and without errors and on the packets of the vectors.
set -u
# shellcheck source=suites/dissector/common
. suites/dissector/common
CLUSTER=3 # the fabric in a record head

fields() { # fields NAME FILE: every field of header and payload, as show -v prints it
    "$tenter" show -v "$2" | awk '/^        byte / { if ($5 != "crc") print n, $5, $6; next } { n = $1 }' |
        sed -E 's/ 0+([0-9a-f]+h)$/ \1/' | sort >"$dir/expected"
    names=$(awk '/^TN_FIELD/ { gsub(/[(,]/, " "); sub(/_/, ".", $2); print "tn." $2 "." $3 }' checkers/cluster/spec/cluster.def)
    # shellcheck disable=SC2046,SC2086
    dissect -r "$2" -Y tn.cl -T fields -e frame.number $(printf -- '-e %s ' $names) |
        awk -F'\t' -v names="$names" '
        BEGIN { n = split(names, name, "\n"); for (i in name) sub(/.*\./, "", name[i]) }
        { for (i = 1; i <= n; i++) if ($(i + 1) != "") print $1, name[i], $(i + 1) }' |
        awk '$3 ~ /^0x/ { sub(/^0x0*/, "", $3); $3 = ($3 == "" ? "0" : $3) "h" } { print }' | sort >"$dir/found"
    same "$1" "$dir/expected" "$dir/found"
}

# the packets of the vectors, right and wrong, whole and cut to half, as records of unit 1 and 2
awk '/^ +(packet|run) / { hex = ""
        for (i = 2; i <= NF; i++) if ($i !~ /=|fault/) hex = hex $i
        print $1 == "run" ? 2 : 1, 0, length(hex) / 2, hex
        print $1 == "run" ? 2 : 1, 0, length(hex) / 2, substr(hex, 1, int(length(hex) / 4) * 2) }' \
    vectors/cluster/packet.vec vectors/cluster/lane.vec | sort -u >"$dir/list"
to_pcap "$dir/vectors.pcap" $CLUSTER <"$dir/list"
for file in traces/cluster/*.pcap "$dir/vectors.pcap"; do
    name=$(basename "$file" .pcap)
    same_lines "$name: the info column is the line of tenter show" "$file"
    fields "$name: every field of the tables is that of tenter show -v" "$file"
done
"$tenter" show --json "$dir/vectors.pcap" | python3 -c '
import json, sys
for d in map(json.loads, sys.stdin):
    if "crc_ok" in d:
        print(d["packet"], int(d["crc_ok"]))' >"$dir/expected"
dissect -r "$dir/vectors.pcap" -Y tn.cl.crc_ok -T fields -e frame.number -e tn.cl.crc_ok | awk '{ print $1, ($2 ~ /1|True/) + 0 }' >"$dir/found"
same "CRCs are right where tenter says so" "$dir/expected" "$dir/found"
no_lua_error "no error of Lua" traces/cluster/*.pcap "$dir/vectors.pcap"
