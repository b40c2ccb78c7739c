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
refused "an edition that there is not" "$tenter" show --pcie 7.0 $good
grep -q '^tenter show: --pcie' "$dir/err" && echo "ok the command that was given is named" || echo "not ok the command that was given is named"
refused "a page to a full disk" "$tenter" show --html /dev/full $good
grep -q 'No space left' "$dir/err" && echo "ok it says so" || echo "not ok it says so"
refused "an empty file" "$tenter" check "$dir/empty"
grep -q ': empty$' "$dir/err" && echo "ok it is called empty" || echo "not ok it is called empty"
refused "a list of no rules" "$tenter" check --only '' $good
refused "two forms of output at once" "$tenter" show --ladder --json $good
refused "a replay of a directory" "$tenter" replay "$dir"
refused "a replay of a pipe" "$tenter" replay <(cat $good)
refused "a replay of standard input" "$tenter" replay - <$good
refused "an option that there is not" "$tenter" campaign run --frob
grep -q '^tenter campaign run: ' "$dir/err" && echo "ok the command is named" || echo "not ok the command is named"
refused "a DUT that there is not" env -u MAKEFLAGS make -s cosim DUT=nope
refused "a simulator that there is not" env -u MAKEFLAGS make -s cosim SIM=nope
refused "a device without an end is no capture" timeout 20 "$tenter" convert /dev/zero "$dir/out"
refused "nor is a pipe without one" timeout 20 "$tenter" convert - "$dir/out" </dev/zero
refused "nor a log" timeout 20 "$tenter" decode -f /dev/zero
refused "words and a log at once" "$tenter" decode -f "$dir/empty" 00000001
refused "--tsv and --page at once" "$tenter" rules --tsv --page
refused "a report to where the other one goes" "$tenter" check --junit - $good
refused "so is a trace" "$tenter" replay --trace - $good
refused "a trace without a name" "$tenter" replay --trace '' $good
refused "cycles of no waveform" "$tenter" replay --cycles 1:5 $good
refused "cycles with blanks" "$tenter" replay --waves "$dir/w.fst" --cycles ' 1:5' $good
refused "a scale with a blank" "$tenter" replay --timing 'captured: 1' $good
refused "a shard with a blank" "$tenter" campaign run --shard '1/ 2' --db "$dir/db" "$dir/empty"
refused "a database without a name" "$tenter" campaign run --db '' "$dir/empty"
refused "a plan of bytes" "$tenter" campaign run --db "$dir/db" /bin/true
grep -q 'no text' "$dir/err" && echo "ok which is said" || echo "not ok which is said"
refused "an option that merge does not have" "$tenter" campaign merge -x "$dir/db"
refused "an argument that version does not take" "$tenter" version now
refused "help on what there is not" "$tenter" help frobnicate
refused "an --only without its argument" "$tenter" check --only
for option in packets seed nodes hot faults; do
    refused "a number below 0" "$tenter" gen --fabric exanet --$option -1 "$dir/out"
    grep -q -- "--$option: '-1'" "$dir/err" && echo "ok --$option is named" || echo "not ok --$option is named"
done
for option in mps mrrs rcb ext-tags; do
    refused "a number too large" "$tenter" check --$option 99999999999999999999 $good
    grep -q -- "--$option: '9" "$dir/err" && echo "ok --$option is named" || echo "not ok --$option is named"
done

# a name in a message can neither break its line nor move a terminal
odd=$'none\n\e[31m\xc2\x9bend'
refused "a file's name with a newline" "$tenter" show "$dir/$odd"
grep -q 'none\\x0a\\x1b\[31m\\xc2\\x9bend: No such file' "$dir/err" && echo "ok its control characters are escaped" || echo "not ok its control characters are escaped"
refused "an umlaut stays" "$tenter" show "$dir/ü"
grep -q 'ü: No such file' "$dir/err" && echo "ok as it is" || echo "not ok as it is"
refused "a plan's name" "$tenter" campaign run --db "$dir/db" "$dir/$odd"
refused "a command's name" "$tenter" "$odd"
refused "a DUT's name" "$tenter" replay --dut "$odd" $good

# what is no database stays as it is
printf x >"$dir/one"
refused "a report on an empty file" "$tenter" campaign report "$dir/empty"
refused "a report on a byte" "$tenter" campaign report "$dir/one"
refused "a merge of an empty file" "$tenter" campaign merge "$dir/new.db" "$dir/empty"
refused "a merge into a byte" "$tenter" campaign merge "$dir/one" "$dir/empty"
[ ! -s "$dir/empty" ] && [ "$(cat "$dir/one")" = x ] && [ ! -e "$dir/new.db" ] && echo "ok nothing was written" || echo "not ok nothing was written"
head -c 1000 $good >"$dir/cut"
if "$tenter" check "$dir/cut" | grep -q 'artefact ART-TRUNC'; then
    echo "ok a capture cut inside a record is read up to its last whole record"
else
    echo "not ok a capture cut inside a record is read up to its last whole record"
fi
"$tenter" show $good >/dev/full 2>"$dir/err"
[ $? = 2 ] && echo "ok a full standard output is told" || echo "not ok a full standard output is told"
