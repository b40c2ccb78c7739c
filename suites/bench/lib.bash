# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# What every bench begins with. Sourced with the build directory as $1; sets build,
# tenter and dir, a directory of its own. Whatever fails ends the bench with exit code
# 2: a figure is never made from half a measurement.
# shellcheck shell=bash disable=SC2034
set -Eeuo pipefail
build=$1
tenter=$build/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'echo "$0: line $LINENO: a command failed; no figure from it" >&2; exit 2' ERR

# measure ROUNDS COMMAND... [-- COMMAND...]: medians into seconds_1, rss_1, seconds_2, ...
measure() {
    local rounds=$1 i=1 s r
    shift
    "$build/bench/measure" "$rounds" "$dir/out" "$@" >"$dir/measured" || return 2
    while read -r s r; do
        printf -v "seconds_$i" %s "$s"
        printf -v "rss_$i" %s "$r"
        i=$((i + 1))
    done <"$dir/measured"
}
# figure NAME VALUE at-most|at-least BOUND: VALUE is an expression of awk
figure() {
    awk -v n="$1" -v s="$3" -v b="$4" "BEGIN {
        v = $2
        ok = s == \"at-most\" ? v <= b : v >= b
        printf \"%s\t%.2f\t%s %s\t%s\n\", n, v, s, b, ok ? \"ok\" : \"short\" }"
}
