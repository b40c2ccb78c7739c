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
# Wireshark takes longer to start than to read any of them
for kind in "$real"/nettlp/*/; do
    mergecap -a -F nsecpcap -w "$dir/nettlp-$(basename "$kind")" "$kind"/*.pcap
done
for f in "$dir"/nettlp-* "$real"/analyzer/*.pcapng; do
    name=$(basename "$f")
    same_lines "$name: the info column is the line of tenter show" "$f"
    same_decode "$name: decoded values are those of tenter show --json" "$f"
    same_fields "$name: every field of the tables is that of tenter show -v" "$f"
    # shellcheck disable=SC2154
    ! awk "$columns"'{ n = split(col("tn.tlp.rule"), rule, ",")
        for (i = 1; i <= n; i++) if (rule[i] !~ /^ART-/) print $1, rule[i] }' "$dir/ws" | grep .
    verdict "$name: no violation" $?
done
no_lua_error "no Lua error"
