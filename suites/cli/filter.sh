#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# tenter show --filter: it takes what lines print, says how a number was read, and refuses what
# no packet can match.
set -u
. suites/cli/hex.bash
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

{
    pcap_head 125
    record 0 00000001 1900010f 90000000                    # 1: MRd of 19:00.0
    record 1 40000001 1900000f fee00000 deadbeef           # 2: MWr
    record 2 4a000001 1b000004 19000100 12345678           # 3: CplD SC from 1b:00.0
    record 3 0a000000 1b002004 19001f00                    # 4: Cpl UR, tag 1f
    record 4 04000001 0000020f 19080010                    # 5: CfgRd0 to 19:01.0, reg 010
    record 5 30000000 19000018 00000000 00000000           # 6: PM_PME to the root complex
    record 6 00042801 1900020f 90000000                    # 7: MRd, attributes ido and ro, translated
    record 7 34000000 19000010 00000000 00000000           # 8: latency tolerance reporting, local
    record 8 32000000 19000077 19080000 00000000           # 9: undefined message, by ID
} >"$dir/in"
# finds NAME PACKETS FILTER OPTION...: the packets, and nothing on stderr
finds() {
    local name=$1 want=$2
    shift 2
    is "$name: $1" "$want 0" "$("$tenter" show --filter "$@" "$dir/in" 2>"$dir/err" | awk '{ print $1 }' | xargs) $(wc -l <"$dir/err")"
}
finds "an address as a number" "1 7" 'addr == 0x90000000'
finds "a requester as it is printed" "1 2 3 4 6 7 8 9" 'requester == 19:00.0'
finds "a completer with its domain" "3 4" 'completer == 0000:1b:00.0'
finds "the target of a configuration request" 5 'target == 19:01.0 && reg == 0x10'
finds "a status by its name" 4 'status == UR'
finds "a message by its name" 6 'code == PM_PME'
finds "one of several" "1 2 7" 'type in (MWr, MRd)'
finds "in within an expression" "2 3" 'type in (mwr,CplD) && !(addr in (0x90000000))'
finds "words for the signs" "2 3 4" 'type in (MWr, CplD) and not addr == 0x90000000 or not (not status == UR)'
finds "in with one value" 5 'type in (CfgRd0)'
finds "a completion without data carries nothing" "4 6 8 9" 'len == 0'
finds "a tag above 255 where tags have ten bits" "" 'tag == 0x300' --ext-tags 10
finds "byte enables as they are printed" "1 2 5 7" 'be == f/0'
finds "byte enables as a number" "1 2 5 7" 'be == 0xf0'
finds "bc and la as they are printed" 3 'bc == 4 && la == 0 && type == CplD'
finds "attributes by their names" 7 'attr == ido+ro'
finds "attributes in any order" 7 'attr == RO+ido'
finds "an address type by its name" 7 'at == translated'
finds "a routing by its name" 8 'routing == local'
finds "a routing of two words" 9 'routing == "by ID"'
finds "a message of three words" "6 8" 'code in ("Latency tolerance reporting", PM_PME)'

# hints FILTER PACKETS HINT
hints() {
    is "a hint on $1" "$2 1" "$("$tenter" show --filter "$1" "$dir/in" 2>"$dir/err" | awk '{ print $1 }' | xargs) $(wc -l <"$dir/err")"
    true_that "it says: $3" grep -qF "tenter show: filter: $3" "$dir/err"
}
hints 'addr == fee00000' 2 'fee00000 is read as 0xfee00000'
hints 'tag == 1f' 4 '1f is read as 0x1f'
hints 'code == 77' "" '77 is read as a decimal number; as packets print the field it is 0x77'
hints 'code == 7f' "" '7f is read as 0x7f'
hints 'addr == 90000000' "" '90000000 is read as a decimal number; as packets print the field it is 0x90000000'

# refuses FILTER WORD: exit 2, no output, one line with the word
refuses() {
    "$tenter" show --filter "$1" "$dir/in" >"$dir/out" 2>"$dir/err"
    is "refused: $1" "2 0 1" "$? $(wc -l <"$dir/out") $(wc -l <"$dir/err")"
    true_that "the line names $2" grep -qF "$2" "$dir/err"
}
refuses 'colour == 3' "'colour' is no field"
refuses 'notype == MWr' "'notype' is no field"
refuses 'status == UX' "'UX' is not a number"
refuses 'type == Nothing' "'Nothing' is not a packet type"
refuses 'type == 3' "'3' is not a packet type"
refuses 'type in (MWr, Nothing)' "'Nothing'"
refuses 'type in MWr' "'(' is missing"
refuses 'type in (MWr' "')' is missing"
refuses 'code == PM_PMI' "'PM_PMI'"
refuses 'requester == 19:20.0' "'19:20.0'"
refuses 'requester == 19:00.8' "'19:00.8'"
refuses 'requester == 0x10000' "'0x10000' is a value that no packet can match"
refuses 'tag == 300' "'300' is a value that no packet can match"
refuses 'tag > 255' "'255' is a value that no packet can match"
refuses 'tc == 8' "'8' is a value"
refuses 'tc < 0' "'0' is a value"
refuses 'len == 1025' "'1025' is a value"
refuses 'first_be != 16' "'16' is a value"
refuses 'dir == 3' "'3' is a value"
refuses 'routing == "by ID' "'\"' is missing"
refuses 'routing == reserved' "'reserved' is not a number"
refuses 'attr == ro+ro' "'ro+ro'"
refuses 'be == f/0/0' "'f/0/0'"
refuses 'addr == zebra' "'zebra' is not a number"
