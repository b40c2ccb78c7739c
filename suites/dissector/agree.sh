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
every_form | to_pcap "$dir/forms.pcap"
"$tenter" gen --packets 40 --size 1024 --seed 7 "$dir/gen.pcap" 2>>"$dir/said"
"$tenter" convert "$dir/gen.pcap" "$dir/own.pcap"
for f in vectors udp forms gen own; do
    same_lines "$f: the info column is the line of tenter show" "$dir/$f.pcap"
    same_decode "$f: decoded values are those of tenter show --json" "$dir/$f.pcap"
    same_fields "$f: every field of the tables is that of tenter show -v" "$dir/$f.pcap"
done
kinds=$(dissect -r "$dir/forms.pcap" -T fields -e tn.tlp.type | sort -u | grep -c '[A-Z]')
[ "$kinds" = 18 ]
verdict "all 18 kinds of TLP were among them ($kinds)" $?
for f in vectors udp forms; do same_rules "$f: the violations of tenter check" "$dir/$f.pcap"; done
no_lua_error "no Lua error"
