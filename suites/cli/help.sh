#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# --help: of every command its usage, on standard output, and where the rest stands.
set -u
# shellcheck source=suites/cli/hex.bash
. suites/cli/hex.bash
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$tenter" --help >"$dir/all" 2>"$dir/err"
is "tenter --help: exit code, lines on stderr" "0 0" "$? $(wc -l <"$dir/err")"
commands=$(awk '/^  [a-z]/ { print $1 }' "$dir/all")
is "it lists the commands of the manual page" \
    "$(awk '/^\.Sh SYN/ { on = 1 } /^\.Sh DES/ { on = 0 } on && /^\.Cm/ { print $2 }' harness/tools/tenter.1 | sort -u | xargs)" \
    "$(sort <<<"$commands" | xargs)"
for command in $commands; do
    for words in "--help" "-x --help"; do
        # shellcheck disable=SC2086
        "$tenter" "$command" $words >"$dir/out" 2>"$dir/err"
        is "$command $words: exit code, lines on stderr" "0 0" "$? $(wc -l <"$dir/err")"
        true_that "$command $words: a usage line" grep -q "^usage: tenter $command " "$dir/out"
        is "$command $words: no option twice" "" "$(grep -oE '\[--[a-z-]+' "$dir/out" | sort | uniq -d)"
        is "$command $words: the page named" "See tenter(1)." "$(sed -n 2p "$dir/out")"
    done
done
"$tenter" show -- --help >"$dir/out" 2>"$dir/err"
is "after -- it is a file's name" "2 0" "$? $(wc -l <"$dir/out")"
"$tenter" gen --helpful >"$dir/out" 2>"$dir/err"
is "another word is refused" "2 0 1" "$? $(wc -l <"$dir/out") $(wc -l <"$dir/err")"
"$tenter" gen --help >/dev/full 2>"$dir/err"
is "an output that cannot be written is said" "2 1" "$? $(wc -l <"$dir/err")"
