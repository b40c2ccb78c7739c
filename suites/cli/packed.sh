#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Captures compressed by gzip and zstd are read as what is in them; a damaged one is told.
set -u
. suites/cli/hex.bash
tenter=$1/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$tenter" gen --packets 3000 --size 256 "$dir/in" 2>/dev/null
"$tenter" show "$dir/in" | md5sum >"$dir/want"
gzip -c "$dir/in" >"$dir/in.gz"
zstd -q -c "$dir/in" >"$dir/in.zst"
half=$(($(stat -c %s "$dir/in") / 2))
{ head -c $half "$dir/in" | gzip; tail -c +$((half + 1)) "$dir/in" | gzip; } >"$dir/two.gz"
{ head -c $half "$dir/in" | zstd -q; tail -c +$((half + 1)) "$dir/in" | zstd -q; } >"$dir/two.zst"
for f in in.gz in.zst two.gz two.zst; do
    true_that "$f is what is in it" cmp -s "$dir/want" <("$tenter" show "$dir/$f" | md5sum)
    true_that "$f from standard input, too" cmp -s "$dir/want" <("$tenter" show - <"$dir/$f" | md5sum)
    true_that "$f from a pipe, too" cmp -s "$dir/want" <("$tenter" show <(cat "$dir/$f") | md5sum)
    true_that "$f is checked" grep -q '^[0-9]* packets (NetTLP), .* 0 violations' <("$tenter" check "$dir/$f")
    "$tenter" convert "$dir/in" "$dir/own"
    "$tenter" convert - "$dir/own2" <"$dir/$f"
    true_that "$f is converted" cmp -s "$dir/own" "$dir/own2"
done

for form in gz zst; do
    # cut in the middle: up to there, and the artefact
    head -c $(($(stat -c %s "$dir/in.$form") / 2)) "$dir/in.$form" >"$dir/cut.$form"
    "$tenter" check --json "$dir/cut.$form" >"$dir/out"
    is "a cut $form is read up to there, and named" "0 1" "$? $(grep -c '"ART-TRUNC","violation":false,"count":1,' "$dir/out")"
    # a bit flipped in the middle
    python3 -c 'import sys
b = bytearray(open(sys.argv[1], "rb").read())
b[len(b) // 2] ^= 0x10
open(sys.argv[2], "wb").write(b)' "$dir/in.$form" "$dir/bad.$form"
    "$tenter" check "$dir/bad.$form" >"$dir/out" 2>"$dir/err"
    is "a damaged $form is one line and unusable" "2 1" "$? $(wc -l <"$dir/err")"
    printf 'no capture' | { [ $form = gz ] && gzip || zstd -q; } >"$dir/text.$form"
    "$tenter" check "$dir/text.$form" >"$dir/out" 2>"$dir/err"
    is "what is no capture is unusable in $form, too" "2 0 1" "$? $(wc -l <"$dir/out") $(wc -l <"$dir/err")"
done
{ head -c -8 "$dir/in.gz"; bytes 00000000; tail -c 4 "$dir/in.gz"; } >"$dir/sum.gz"
true_that "a wrong checksum of gzip is called so" grep -q ': gzip: incorrect data check' <("$tenter" show "$dir/sum.gz" 2>&1 >/dev/null)
true_that "damage of zstd is called so" grep -q ': .*zstd: ' <("$tenter" show "$dir/bad.zst" 2>&1 >/dev/null)
head -c 10 "$dir/in.gz" >"$dir/head.gz"
"$tenter" show "$dir/head.gz" >"$dir/out" 2>"$dir/err"
is "a gzip that ends in its head is unusable" "2 1" "$? $(wc -l <"$dir/err")"

# A file that is classic pcap is not read by libpcap but where a record is not plain; a stream always is. Both say the
# same of every capture of the vectors, whole and cut.
said() { # said FILE|-: the output, the messages without the file's name, and the exit code
    "$tenter" check --json "$1" 2>&1 | sed "s#check: $1:##; s#check: standard input:##"
    echo "${PIPESTATUS[0]}"
}
n=0
for v in vectors/capture/*.cap; do
    capture_of "$v" >"$dir/whole"
    size=$(stat -c %s "$dir/whole")
    for cut in "$size" $((size - 1)) $((size - 20)) $((size / 2)) 24; do
        head -c "$cut" "$dir/whole" >"$dir/capture"
        if diff <(said "$dir/capture") <(said - <"$dir/capture") >"$dir/differs"; then
            n=$((n + 1))
        else
            echo "# $v, $cut bytes:"
            sed 's/^/# /' "$dir/differs"
        fi
    done
done
is "a capture in a file and in a stream is the same" "$(($(find vectors/capture -name '*.cap' | wc -l) * 5))" "$n"
