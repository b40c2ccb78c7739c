# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# What the tests of messages share: suites/<fabric>/conformance/messages, called with BUILD DUT, defines case_head, which
# prints the keys of a case and what comes before its lines.
# shellcheck shell=bash
set -u
build=$1 dut=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# says NAME RULE REGEX: the case on stdin, after its keys and an entry, breaks RULE so
says() {
    { printf '# wrong on purpose\ndut = %s\n' "$dut"
      case_head
      cat
      echo 'expect = pass'; } >"$dir/x.case"
    TN_WINDOW=0 harness/sim/run-sim "$build" icarus "$dut" "cosim/$dut/cases" --log "$dir/log" "$dir/x.case" >"$dir/out" 2>&1
    if [ $? = 1 ] && grep -qE "^$2 fail x cycle [0-9]+ packet [0-9]+ $3\$" "$dir/log"; then
        echo "ok $1"
    else
        cat "$dir/out" "$dir/log"
        echo "not ok $1"
    fi
}
