#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Wireshark and tenter read the same captures alike: lines, decoded values, every field of
# the tables, violations.
set -u
# shellcheck source=suites/dissector/common
. suites/dissector/common
# shellcheck source=suites/cli/hex.bash
. suites/cli/hex.bash
vector_list | cut -d' ' -f5- | to_pcap "$dir/vectors.pcap"
vector_list | awk '$5 == 1 { print $5, $6, $7, $8 }' | to_nettlp "$dir/udp.pcap"
with_point() { # with_point NAME: the packet list on standard input seen there; every other with the flag of a fault
    text=$(printf 'seed=1\npoint.0=%b\npoint.1=s_dev\n' "$1" | od -An -v -tx1 | tr -d ' \n')
    echo "3 0 $((${#text} / 2)) $text"
    awk '{ print $0, NR % 2 }'
}
every_form | with_point m_host | to_pcap "$dir/forms.pcap"
# inside cZodiac, reserved bits are Dest CPU: every one on a TLP whose ECRC takes them as 0
dest_cpus() {
    vector_list | awk '$1 == "good" && $2 == "ECRC-1" { for (i = 0; i < 16; i++)
        print $5, $6, $7, substr($8, 1, 2) sprintf("%x%x", int(i / 8) * 8, int(i / 4) % 2 * 8 + i % 4) substr($8, 5) }'
}
{ dest_cpus; every_form; } | with_point m_usr | to_pcap "$dir/inside.pcap"
"$tenter" gen --packets 40 --size 1024 --seed 7 "$dir/gen.pcap" 2>/dev/null
"$tenter" convert "$dir/gen.pcap" "$dir/own.pcap"
editcap -F nsecpcap -s 70 "$dir/gen.pcap" "$dir/snapped.pcap" 2>>"$dir/said"
# link frames of every kind, well and badly made
link_frames | with_point 'a=b \\\\c\t\303\251 ' | to_pcap "$dir/link.pcap"
link_frames | to_analyser "$dir/analyser.pcap"
"$tenter" convert "$dir/analyser.pcap" "$dir/converted.pcap" # which says who saw symbol errors
for f in vectors udp forms inside gen own snapped link analyser converted; do
    same_lines "$f: the info column is the line of tenter show" "$dir/$f.pcap"
    same_decode "$f: decoded values are those of tenter show --json" "$dir/$f.pcap"
    same_fields "$f: every field of the tables is that of tenter show -v" "$dir/$f.pcap"
    case $f in
    vectors | udp | forms | inside | link | analyser | converted) same_rules "$f: the violations of tenter check" "$dir/$f.pcap" ;;
    esac
    if [ $f = inside ]; then
        [ "$(dest_cpus | grep -c .)" = 16 ] && ! awk '$1 > 1 && $1 < 18' "$dir/found" | grep .
        verdict "inside: no violation by any Dest CPU" $?
    fi
    [ $f != forms ] || kinds=$(awk "$columns"'{ print col("tn.tlp.type") }' "$dir/ws" | sort -u | grep -c '[A-Z]')
done
[ "$kinds" = 18 ]
verdict "all 18 kinds of TLP were among them ($kinds)" $?

# Captures laid out by hand, of which some lie. Link type 125 is not Wireshark's: as Tenter's
# own. Of a UDP length below 8 it hands nothing over (the fourth of lengths_lie).
for f in analyser lengths_lie nettlp own own_from_nettlp pad shifted snapped vlan zero; do
    capture_of vectors/capture/$f.cap >"$dir/$f.hand"
done
for f in shifted zero; do "$tenter" convert "$dir/$f.hand" "$dir/$f" && mv "$dir/$f" "$dir/$f.hand"; done
editcap -F nsecpcap "$dir/lengths_lie.hand" "$dir/most.hand" 4 2>>"$dir/said"
(cd "$dir" && mergecap -a -F nsecpcap -w ethernet.hand {most,nettlp,pad,snapped,vlan}.hand)
for f in analyser ethernet own own_from_nettlp shifted zero; do
    same_lines "$f.hand: the info column is the line of tenter show" "$dir/$f.hand"
    same_decode "$f.hand: decoded values are those of tenter show --json" "$dir/$f.hand"
    same_rules "$f.hand: the violations of tenter check" "$dir/$f.hand" none
    "$tenter" check "$dir/$f.hand" 2>&1 |
        sed -nE "s/^artefact (ART-(SHIFT|ZERO|LEN|GARBAGE)):.*: ([0-9]+) records? .*/$f \1 \3/p" >>"$dir/arts"
    awk "$columns"'{ n = split(col("tn.tlp.rule"), r, ","); for (i = 1; i <= n; i++) print r[i] }' "$dir/ws" |
        grep -E '^ART-(SHIFT|ZERO|LEN|GARBAGE)$' | sort | uniq -c | awk -v f=$f '{ print f, $2, $1 }' >>"$dir/arts_seen"
done
[ "$(sed 's/.*ART/ART/; s/ .*//' "$dir/arts" | sort -u | grep -c .)" = 4 ]
verdict "each artefact that Wireshark is to name is among them" $?
sort "$dir/arts" >"$dir/expected"
sort "$dir/arts_seen" >"$dir/found"
same "and is named as often as by tenter check" "$dir/expected" "$dir/found"

# bare TLPs: link type 125 where Wireshark knows it; 148 by its table of user link types
bare="$dir/bare.pcap"
cut -d' ' -f4 <(every_form) | hexdump | text2pcap -q -F pcap -l 148 - "$bare" 2>>"$dir/said"
{ head -c 20 "$bare"; printf '\175\0\0\0'; tail -c +25 "$bare"; } >"$dir/pci_exp"
"$tenter" show "$dir/pci_exp" | sed -E 's/^ *[0-9]+ [0-9.]+ //' >"$dir/expected"
dissect -o 'uat:user_dlts:"User 1 (DLT=148)","tn.tlp","0","","0",""' -r "$bare" -T fields -e _ws.col.Info >"$dir/found"
same "bare TLPs with a user link type are what tenter shows of link type 125" "$dir/expected" "$dir/found"
no_lua_error "no Lua error"
