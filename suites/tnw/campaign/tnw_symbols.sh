#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# A campaign on two nodes of a torus whose cable carries symbols: a node, or an end of the cable, that is reset alone is
# reported; errors of symbols, and a cable that is dark for a while, are corrected.
#   tnw_symbols.sh BUILD FEW
# All of the plan under Verilator; its first FEW faults under Icarus (ten seconds each), which must find the same.
set -u
build=$1 few=$2
tenter=$build/tenter
capture=traces/tnw/torus_exchange.pcap
# shellcheck source=suites/campaign/lib.bash
. suites/campaign/lib.bash
"$tenter" replay --sim verilator --dut tnw_torus-symbols --max 12 --fault drop@line0@600 $capture >"$dir/out" 2>&1
[ $? = 2 ] && grep -q 'not on the lines of a torus' "$dir/out"
result "words cannot be lost where nobody knows them" $?
under_both suites/tnw/campaign/tnw_symbols.plan "$few" 1
sqlite3 "$dir/verilator.db" 'SELECT text, outcome, what FROM fault JOIN result USING(id)' >"$dir/out"
number() { sqlite3 "$dir/verilator.db" "SELECT count(*) FROM result JOIN fault USING(id) WHERE $1"; }
resets="(text LIKE 'noderst:%' OR text LIKE 'linkrst:%')"
[ "$(number "$resets AND outcome <> 'reported'")" = 0 ] && [ "$(number "$resets")" -ge 20 ]
result "a node, or a link, that is reset alone is reported" $?
[ "$(number "NOT $resets AND outcome NOT IN ('corrected', 'no effect')")" = 0 ] &&
    [ "$(number "outcome = 'corrected'")" -ge 5 ]
result "errors of symbols are corrected, or do nothing" $?
diff "$dir/icarus.txt" "$dir/verilator.txt" >"$dir/out"
result "both simulators find the same, to the cycle" $?
exit $bad
