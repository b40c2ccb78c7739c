#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The rule vectors as Wireshark sees them: the packet that breaks a rule carries the expert
# info with its ID and no other, every other packet none.
set -u
# shellcheck source=suites/dissector/common
. suites/dissector/common
single >"$dir/single"
vector_list | awk '$4 !~ /^pcie=/' >"$dir/vectors"

# What each packet should show and what it shows, with the preference that OPTION stands for
shown() { # shown OPTION PREFERENCE...
    option=$1
    shift
    awk -v o="$option" '$4 == o || ($4 ~ /^(rcb|open|joined|unordered)=/ && o == "-")' "$dir/vectors" >"$dir/these"
    cut -d' ' -f5- "$dir/these" | to_pcap "$dir/these.pcap"
    awk 'NR == FNR { single[$1]; next }
        { print FNR ($3 && ($2 in single) ? " " $2 : "") }' "$dir/single" "$dir/these" >>"$dir/expected"
    # ids from the expert infos themselves, as Wireshark lists them
    dissect "$@" -r "$dir/these.pcap" -T fields -e frame.number -e _ws.expert.message -E aggregator='|' |
        awk -F'\t' '{ n = split($2, m, "|"); line = $1
            for (i = 1; i <= n; i++) { sub(/:.*/, "", m[i]); line = line " " m[i] }
            print line }' >>"$dir/found"
}
shown -
shown ext_tags=0 -o tn.tlp.ext_tags:FALSE
shown ext_tags=10 -o tn.tlp.ten_bit_tags:TRUE -o tn.tlp.ext_tags:FALSE
shown mps=128 -o tn.tlp.mps:128
shown mps=256 -o tn.tlp.mps:256
shown mps=512 -o tn.tlp.mps:512
shown mrrs=512 -o tn.tlp.mrrs:512
[ "$(wc -l <"$dir/expected")" = "$(wc -l <"$dir/vectors")" ]
verdict "no vector is left out" $?
same "each vector's packet shows its rule and nothing else" "$dir/expected" "$dir/found"
cut -s -d' ' -f2 "$dir/found" | sort -u >"$dir/fired"
same "every rule that one packet shows has fired" "$dir/single" "$dir/fired"

# the same packets the way NetTLP has them: without direction, no rule of direction
awk '$4 == "-" && $5 == 1' "$dir/vectors" >"$dir/these"
cut -d' ' -f5- "$dir/these" | to_nettlp "$dir/udp.pcap"
awk 'NR == FNR { single[$1]; next }
    { print FNR ($3 && ($2 in single) && $2 !~ /^TLP-MSG-(1[345]|2[1-7])$/ ? " " $2 : "") }' \
    "$dir/single" "$dir/these" >"$dir/expected"
dissect -r "$dir/udp.pcap" -T fields -e frame.number -e tn.tlp.rule -E aggregator=' ' |
    sed 's/\t$//; s/\t/ /' >"$dir/found"
same "in NetTLP, too" "$dir/expected" "$dir/found"
no_lua_error "no Lua error" "$dir"/*.pcap
