#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Unusable input: exit code 2 and one line on stderr, nothing half-written.
set -u
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# refused NAME COMMAND...: exit 2 with exactly one line on stderr
# (the seed that gen prints is no complaint)
refused() {
    name=$1
    shift
    "$@" >/dev/null 2>"$dir/err"
    code=$?
    if [ $code = 2 ] && [ "$(grep -vc ': seed ' "$dir/err")" = 1 ]; then
        echo "ok $name"
    else
        echo "not ok $name (exit $code, $(wc -l <"$dir/err") lines)"
    fi
}
good=traces/pcie/nic_like_1500b.pcap
: >"$dir/empty"
head -c 20 $good >"$dir/cut_head"
{ head -c 20 $good; printf '\x63\0\0\0'; } >"$dir/link99"
refused "an empty file is unusable" "$tenter" show "$dir/empty"
refused "a cut file head is unusable" "$tenter" check "$dir/cut_head"
refused "an unknown link type is unusable" "$tenter" show "$dir/link99"
refused "a missing file is unusable" "$tenter" show "$dir/none"
refused "a directory is unusable" "$tenter" check "$dir"
refused "an unknown command is usage" "$tenter" frobnicate
refused "a missing file argument is usage" "$tenter" check
refused "a malformed filter is usage" "$tenter" show --filter 'type ==' $good
refused "an unknown field is usage" "$tenter" show --filter 'colour == 3' $good
refused "a number out of range is usage" "$tenter" check --mps 99999 $good
refused "an RCB that PCIe does not have is usage" "$tenter" check --rcb 100 $good
refused "an output directory that is not there" "$tenter" convert $good "$dir/no/out.pcap"
refused "a full disk" "$tenter" gen --packets 100 /dev/full
refused "header words that are no words" "$tenter" decode 12 34
refused "a log without headers" "$tenter" decode -f "$dir/empty"
refused "a log that is a directory" "$tenter" decode -f "$dir"
refused "extended tags that are none of 0, 1 and 10" "$tenter" check --ext-tags 2 $good
refused "a list of no rules" "$tenter" check --only '' $good
refused "two forms of output at once" "$tenter" show --ladder --json $good
refused "a replay of a directory" "$tenter" replay "$dir"
refused "a replay of a pipe" "$tenter" replay <(cat $good)
refused "a replay of standard input" "$tenter" replay - <$good
refused "an option that there is not" "$tenter" campaign run --frob
grep -q '^tenter campaign run: ' "$dir/err" && echo "ok the command is named" || echo "not ok the command is named"
refused "a DUT that there is not" env -u MAKEFLAGS make -s cosim DUT=nope
refused "a simulator that there is not" env -u MAKEFLAGS make -s cosim SIM=nope
head -c 1000 $good >"$dir/cut"
if "$tenter" check "$dir/cut" | grep -q 'artefact ART-TRUNC'; then
    echo "ok a capture cut inside a record is read up to its last whole record"
else
    echo "not ok a capture cut inside a record is read up to its last whole record"
fi
"$tenter" show $good >/dev/full 2>"$dir/err"
[ $? = 2 ] && echo "ok a full standard output is told" || echo "not ok a full standard output is told"
