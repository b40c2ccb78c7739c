#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Captures made on real hardware, where they are present (TENTER_CAPTURES): the lines and
# values of tenter, and no violation.
set -u
# shellcheck source=suites/dissector/common
. suites/dissector/common
real=${TENTER_CAPTURES:-../shared/captures}
if [ ! -d "$real/nettlp" ]; then
    echo "ok real captures # SKIP not present"
    exit 0
fi
for f in "$real"/nettlp/*/*.pcap "$real"/analyzer/*.pcapng; do
    name=$(basename "$f")
    same_lines "$name: the info column is the line of tenter show" "$f"
    same_decode "$name: decoded values are those of tenter show --json" "$f"
    ! dissect -r "$f" -Y tn.tlp.rule -T fields -e frame.number -e tn.tlp.rule -E occurrence=a | grep -vE '\sART-[A-Z]+$'
    verdict "$name: no violation" $?
done
no_lua_error "no Lua error" "$real"/nettlp/*/*.pcap "$real"/analyzer/*.pcapng
