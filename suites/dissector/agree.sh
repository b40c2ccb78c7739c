#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Wireshark and tenter read the same captures alike: lines, decoded values, every field of
# the tables, violations.
set -u
# shellcheck source=suites/dissector/common
. suites/dissector/common
vector_list | cut -d' ' -f5- | to_pcap "$dir/vectors.pcap"
vector_list | awk '$5 == 1 { print $5, $6, $7, $8 }' | to_nettlp "$dir/udp.pcap"
with_point() { # with_point NAME: every form seen there; every other with the flag of a fault
    text=$(printf 'seed=1\npoint.0=%s\npoint.1=s_dev\n' "$1" | od -An -v -tx1 | tr -d ' \n')
    echo "3 0 $((${#text} / 2)) $text"
    every_form | awk '{ print $0, NR % 2 }'
}
with_point m_host | to_pcap "$dir/forms.pcap"
with_point m_usr | to_pcap "$dir/inside.pcap" # reserved bits are Dest CPU there
"$tenter" gen --packets 40 --size 1024 --seed 7 "$dir/gen.pcap" 2>/dev/null
"$tenter" convert "$dir/gen.pcap" "$dir/own.pcap"
editcap -F nsecpcap -s 70 "$dir/gen.pcap" "$dir/snapped.pcap" 2>>"$dir/said"
for f in vectors udp forms inside gen own snapped; do
    same_lines "$f: the info column is the line of tenter show" "$dir/$f.pcap"
    same_decode "$f: decoded values are those of tenter show --json" "$dir/$f.pcap"
    same_fields "$f: every field of the tables is that of tenter show -v" "$dir/$f.pcap"
done
kinds=$(dissect -r "$dir/forms.pcap" -T fields -e tn.tlp.type | sort -u | grep -c '[A-Z]')
[ "$kinds" = 18 ]
verdict "all 18 kinds of TLP were among them ($kinds)" $?
for f in vectors udp forms inside; do same_rules "$f: the violations of tenter check" "$dir/$f.pcap"; done

# bare TLPs: link type 125 where Wireshark knows it; 148 by its table of user link types
bare="$dir/bare.pcap"
cut -d' ' -f4 <(every_form) | hexdump | text2pcap -q -F pcap -l 148 - "$bare" 2>>"$dir/said"
{ head -c 20 "$bare"; printf '\175\0\0\0'; tail -c +25 "$bare"; } >"$dir/pci_exp"
"$tenter" show "$dir/pci_exp" | sed -E 's/^ *[0-9]+ [0-9.]+ //' >"$dir/expected"
dissect -o 'uat:user_dlts:"User 1 (DLT=148)","tn.tlp","0","","0",""' -r "$bare" -T fields -e _ws.col.Info >"$dir/found"
same "bare TLPs with a user link type are what tenter shows of link type 125" "$dir/expected" "$dir/found"
no_lua_error "no Lua error" "$dir"/*.pcap
