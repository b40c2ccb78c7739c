#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# tenter check: links by the names of points, reports in every form, and no pass
# where nothing was looked at.
set -u
. suites/cli/hex.bash
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mrd="00000001 0100000f 10000000"
cpld="4a000001 00000004 01000000 12345678"

# code NAME EXPECTED ARG...: the exit code of tenter check
code() {
    local name=$1 want=$2
    shift 2
    "$tenter" check "$@" >"$dir/out" 2>"$dir/err"
    is "$name" "$want" $?
}

# two links, one TLP each way: with the points told apart, each completion finds its
# request, and the one of the other link does not
links() { # links NAME_A NAME_B POINT_OF_COMPLETION
    pcap_head 147
    record 0 "$(note "point.0=s_$1\\npoint.1=m_$1\\npoint.2=s_$2\\npoint.3=m_$2\\n")"
    record 1 "$(own 0 "$mrd")"
    record 2 "$(own "$3" "$cpld")"
}
long=the_quick_brown_fox_jumps_over_the_lazy_dog_and_runs
links dev other 1 >"$dir/a"
code "a completion on the other point of a link finds its request" 0 "$dir/a"
links dev other 3 >"$dir/a"
code "one on another link does not" 1 "$dir/a"
links "$long-1" "$long-2" 1 >"$dir/a"
code "names of more than 31 characters name a link" 0 "$dir/a"
links "$long-1" "$long-2" 3 >"$dir/a"
code "and differ by their last character" 1 "$dir/a"
links "with a space" other 1 >"$dir/a"
code "names with blanks name a link" 0 "$dir/a"

# tags of ten bits, but inside cZodiac those two bits are Dest CPU
{
    pcap_head 147
    record 0 "$(note "point.0=s_usr\\npoint.1=m_usr\\n")"
    record 1 "$(own 0 "00880001 0100000f 10000000")"
    record 2 "$(own 1 "$cpld")"
} >"$dir/inside"
code "inside, --ext-tags 10 leaves Dest CPU out of a tag" 0 --ext-tags 10 "$dir/inside"

# forty links: a request on each, all with the same requester and tag
forty() {
    local i text=
    for i in $(seq 0 39); do text+="point.$((2 * i))=s_l$i\\npoint.$((2 * i + 1))=m_l$i\\n"; done
    pcap_head 147
    record 0 "$(note "$text")"
    for i in $(seq 0 39); do record "$((i + 1))" "$(own $((2 * i)) "$mrd")"; done
    for i in $(seq 0 39); do record "$((i + 50))" "$(own $((2 * i + 1)) "$cpld")"; done
}
forty >"$dir/forty"
code "forty links are forty" 0 "$dir/forty"
{
    pcap_head 147
    record 0 "$(note "point.1=s_a\\npoint.2=m_a\\n")"
    record 1 "$(own 0 "$mrd")"
    record 2 "$(own 1 "$mrd")"
    record 3 "$(own 2 "$cpld")"
    record 4 "$(own 0 "$cpld")"
} >"$dir/unnamed"
code "a point without a name does not take the others in" 0 "$dir/unnamed"

# what the capture does not show to its end is neither right nor wrong
{
    pcap_head 125
    record 1 "$mrd"
    record 2 "$cpld"
    record 3 "00000001 0100010f 10000000"
} >"$dir/open"
code "a request that is open at the end is no violation" 0 "$dir/open"
true_that "it has a line" \
    grep -qx 'CPL-13     packet 3: INCONCLUSIVE: expected a completion; found none until the end of the capture' "$dir/out"
true_that "and is counted" grep -q ', 0 violations, 1 inconclusive$' "$dir/out"
code "JSON of it" 0 --json "$dir/open"
is "has it" "3 CPL-13 True a completion; none until the end of the capture" "$(python3 -c '
import json, sys
d = json.loads(sys.stdin.read())
print(d["packet"], d["rule"], d["inconclusive"], d["expected"] + "; " + d["found"])' <"$dir/out")"
code "but with --fail-on inconclusive" 1 --fail-on inconclusive "$dir/open"
code "which is the only word" 2 --fail-on artefact "$dir/open"
true_that "that it takes" grep -q -- "--fail-on is inconclusive, not 'artefact'" "$dir/err"
{
    pcap_head 147
    record 0 "$(note "point.1=s_a\\npoint.2=m_a\\n")"
    record 1 "$(own 2 "$cpld")"
    record 2 "$(own 1 "$mrd")"
    record 3 "$(own 2 "$cpld")"
} >"$dir/answer"
code "an answer without a request is CPL-1" 1 "$dir/answer"
code "but open with --joined, in a capture that begins midway" 0 --joined "$dir/answer"
code "a summary by rule" 0 "$dir/open"
is "stands before the last line" "rule CPL-13     0 violations, 1 inconclusive: a request is completed before the completion timeout" "$(tail -2 "$dir/out" | head -1)"
code "JUnit of it" 0 --junit "$dir/j.xml" "$dir/open"
true_that "does not pass CPL-13" grep -q 'name="CPL-13"><skipped message="inconclusive: 1 packets of ' "$dir/j.xml"

# a limit that no device can have is a slip of the pen
for arg in "--mps 0" "--mps 64" "--mps 100" "--mps 8192" "--mrrs 300" "--mrrs 0" "--rcb 32" "--rcb 256" "--pcie 2" "--pcie 4"; do
    # shellcheck disable=SC2086
    code "$arg is refused" 2 $arg "$dir/open"
done
for arg in "--mps 128" "--mps 4096" "--mrrs 512" "--rcb 128" "--pcie 3.0" "--pcie 5.0"; do
    # shellcheck disable=SC2086
    code "$arg is not" 0 $arg "$dir/open"
done
{ pcap_head 125; record 1 "$(echo "$mrd" | sed 's/^0000/0002/')"; } >"$dir/ln"
code "bit 17 of DW0 is reserved" 1 "$dir/ln"
true_that "by PCIe 3.0" grep -q 'DW0 bits 00020000 (PCIe 3.0)$' "$dir/out"
code "but not since PCIe 4.0" 0 --pcie 4.0 "$dir/ln"

# devices that logged no header
is "a header of zeros is none" "     1 no header was logged: all words are 0" \
    "$("$tenter" decode 00000000 00000000 00000000 00000000)"

# -q says less and means the same
{ pcap_head 125; record 1 "$(echo "$mrd" | sed 's/^0000/0002/')"; record 2 "$mrd"; } >"$dir/two"
for file in open two; do
    head -c -3 "$dir/$file" >"$dir/cut"
    for strict in "" --strict; do
        # shellcheck disable=SC2086
        "$tenter" check $strict "$dir/cut" >"$dir/loud"
        loud=$?
        # shellcheck disable=SC2086
        code "-q $strict has the exit code of the report in full" "$loud" -q $strict "$dir/cut"
        is "and says that the file is cut" "artefact ART-TRUNC: file ends inside a record: 1 record ($([ $file = open ] && echo 3 || echo 2))" "$(head -1 "$dir/out")"
    done
done

# artefacts alone, with --strict
capture_of vectors/capture/time_back.cap >"$dir/back"
# a completion for each request would be needed: ask for the form rules alone
form="--only TLP-*"
# shellcheck disable=SC2086
code "an artefact is no violation" 0 $form "$dir/back"
# shellcheck disable=SC2086
code "with --strict it is" 1 --strict $form "$dir/back"
true_that "the summary counts it" grep -q ', 1 artefacts' "$dir/out"
# shellcheck disable=SC2086
code "--strict --json fails alike" 1 --strict --json $form "$dir/back"
is "and says why" '{"artefact":"ART-TIME","violation":true,"count":1,"records":[2]}' "$(cat "$dir/out")"
# shellcheck disable=SC2086
code "--strict --junit fails alike" 1 --strict --junit "$dir/j.xml" $form "$dir/back"
true_that "the file marks the artefact" \
    grep -q 'name="ART-TIME"><failure message="1 packets of ' "$dir/j.xml"
true_that "and counts it" grep -q 'failures="1"' "$dir/j.xml"
# shellcheck disable=SC2086
code "without --strict" 0 --junit "$dir/j.xml" $form "$dir/back"
true_that "the file marks nothing" grep -q 'failures="0"' "$dir/j.xml"
is "no part of it stays behind" 0 "$(find "$dir" -name '*.part' | wc -l)"
cp "$dir/back" "$dir/a<b>&\"c"
# shellcheck disable=SC2086
"$tenter" check --strict --junit "$dir/k.xml" $form "$dir/a<b>&\"c" >/dev/null
true_that "a file name with XML in it stays text" \
    python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$dir/k.xml"
echo before >"$dir/keep.xml"
mkdir "$dir/keep.xml.part"
# shellcheck disable=SC2086
code "a report that cannot be written is told" 2 --junit "$dir/keep.xml" $form "$dir/back"
is "and the one before stays" before "$(cat "$dir/keep.xml")"

# a RoCEv2 capture has no packet of a fabric
capture_of vectors/capture/roce.cap >"$dir/roce"
code "a capture to which no rule applies is no pass" 2 "$dir/roce"
true_that "in one line, too" grep -q 'nothing to check' "$dir/err"

# nothing looked at
pcap_head 125 >"$dir/empty"
code "a capture without packets is no pass" 2 "$dir/empty"
true_that "in one line" grep -q 'nothing to check' "$dir/err"
{ pcap_head 1; record 1 ffffffffffff 020000000001 0806 0001 0800 0604 0001; } >"$dir/arp"
code "nor is one of foreign packets alone" 2 "$dir/arp"
{ pcap_head 147; record 0 "$(note "tool=x")"; } >"$dir/notes"
code "nor one of notes alone" 2 "$dir/notes"
code "nor is one by rules of another fabric alone" 2 --only 'EXA-*' "$dir/back"
code "a rule that is none is usage" 2 --only TLP-LEN-99 "$dir/back"
true_that "by its name" grep -q "'TLP-LEN-99' is no rule" "$dir/err"
code "so is a prefix that no rule has" 2 --skip 'XYZ-*' "$dir/back"

# a record of a fabric that nothing judges is never passed over: not its number 0, nor
# one that no fabric has
for fabric in 0 6 127 128 255; do
    {
        pcap_head 147
        record 0 "$(own 0 "$mrd")"
        record 1 "$(own 0 "$mrd" | sed "s/^0101/01$(printf %02x $fabric)/")"
    } >"$dir/stranger"
    code "a record of fabric $fabric is unusable" 2 "$dir/stranger"
    true_that "and named" grep -qx "tenter check: $dir/stranger: record 2 is of fabric $fabric, whose records nothing judges" "$dir/err"
    { pcap_head 147; record 0 "$(own 0 "$mrd")"; record 1 "$(note "x=y" | sed "1s/^0101/01$(printf %02x $fabric)/")"; } >"$dir/note"
    code "an annotation of fabric $fabric is not" 0 "$dir/note"
done
