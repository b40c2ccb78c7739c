#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The installed dissector, found by Wireshark in a user's plugin folder as the README says.
set -u
# shellcheck source=suites/dissector/common
. suites/dissector/common
capture=traces/pcie/nic_like_1500b.pcap
make B="$build" install-dissector DESTDIR="$dir/root" PREFIX=/usr WIRESHARK_PLUGINS=/plugins >"$dir/log" 2>&1
cmp "$build/tenter.lua" "$dir/root/usr/share/tenter/tenter.lua" && cmp "$build/tenter.lua" "$dir/root/plugins/tenter.lua"
verdict "it is installed into share/tenter, and where WIRESHARK_PLUGINS says" $?
mkdir -p "$dir/home/.local/lib/wireshark/plugins"
ln -s "$dir/root/usr/share/tenter/tenter.lua" "$dir/home/.local/lib/wireshark/plugins/"
n=$(HOME=$dir/home tshark -r "$capture" -Y 'tn.tlp.type == "MWr" && tn.tlp.addr >= 0xfee00000' 2>>"$dir/said" | grep -c .)
[ "$n" = "$("$tenter" show --filter 'type == MWr && addr >= 0xfee00000' "$capture" | grep -c .)" ] && [ "$n" -gt 0 ]
verdict "a display filter finds what the filter of tenter show finds ($n packets)" $?
# the filters of the README are filters: any of them, asked at once
# shellcheck disable=SC2016
any=$(grep -oE '^- `tn\.[^`]*`' harness/dissector/README.md | sed 's/^- `//; s/`$//; s/.*/(&)/' | paste -sd'|' | sed 's/)|(/) || (/g')
[ -n "$any" ] && dissect -r "$capture" -Y "$any" | grep -q .
verdict "the filters of the README are understood" $?
no_lua_error "no Lua error" "$capture"
