# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Captures made in a test, byte by byte. Sourced, not run.
# bytes: hex on the command line or standard input (comments, blanks) to bytes
# shellcheck shell=bash
bytes() {
    if [ $# -gt 0 ]; then echo "$@"; else cat; fi |
        sed 's/#.*//' | tr -cd '0-9a-f' | sed 's/../\\x&/g' | while IFS= read -r x || [ -n "$x" ]; do printf '%b' "$x"; done
}
# capture_of VECTOR: the bytes of a .cap file of vectors/capture
capture_of() { sed '1,/^bytes$/d; /^expect$/,$d' "$1" | bytes; }
# pcap_head LINK: little-endian, nanoseconds
pcap_head() { bytes 4d3cb2a1 02000400 00000000 00000000 00000400 "$(printf '%02x000000' "$1")"; }
le32() { printf '%02x%02x%02x%02x' $(($1 & 255)) $(($1 >> 8 & 255)) $(($1 >> 16 & 255)) $(($1 >> 24 & 255)); }
# record NS HEX...: a record at 1 s + NS
record() {
    local ns=$1 hex
    shift
    hex=$(echo "$@" | tr -cd '0-9a-f')
    bytes "$(le32 1)" "$(le32 "$ns")" "$(le32 $((${#hex} / 2)))" "$(le32 $((${#hex} / 2)))" "$hex"
}
# own POINT HEX...: a packet record of Tenter's own form, as hex
own() {
    local point=$1
    shift
    printf '01010100%04x0000%016x00000000%08x' "$point" 0 $(($(echo "$@" | tr -cd '0-9a-f' | wc -c) / 2))
    echo "$@"
}
# note TEXT: an annotation record's hex
note() {
    printf '010103000000000000000000000000000000000000000000'
    printf '%b' "$1" | od -An -v -tx1
}
# is NAME EXPECTED FOUND
is() {
    if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1 (expected $2, found $3)"; fi
}
# true_that NAME COMMAND...
true_that() {
    local name=$1
    shift
    if "$@"; then echo "ok $name"; else echo "not ok $name"; fi
}
