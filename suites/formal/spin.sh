# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Shell functions that model-check Promela models with spin: every state, nothing hashed away. A script that sources this file
# sets $here, the models' directory, $out, a directory for the checkers, and $bug_count, the number of its seeded bugs. A
# run takes half of the properties and a third of the bugs by SEED, all with TN_ALL=1. TAP on stdout, the status is in $rc.

rc=0
bug=0
mapfile -t bugs < <(seq "$bug_count" | suites/part 3)
turn=$(cksum <<<"${SEED:-1}" | cut -c1-9)

# build MODEL OPTIONS CFLAGS: a checker in $dir
build() {
    dir=$(mktemp -d "$out/XXXXXX")
    # options are words
    # shellcheck disable=SC2086
    (cd "$dir" && spin -a $2 "$here/$1.pml" && gcc -w $3 -o pan pan.c) >"$dir/log" 2>&1
}
# ok NAME, bad NAME: the verdict on $dir's run
ok() { echo "ok $1"; }
bad() {
    echo "not ok $1"
    tail -n 20 "$dir/log" | sed 's/^/# /'
    rc=1
}
# complete: the last run saw all states, and no error
complete() { grep -q 'errors: 0$' "$dir/log" && ! grep -qE 'not completed|too small|memory exceeded|truncated' "$dir/log"; }
states() { sed -nE 's/^ *([0-9]+) states, stored.*/\1/p' "$dir/log" | tail -n 1; }

# holds NAME MODEL OPTIONS [LTL...]: assertions and dead ends, or each of the formulas under weak fairness
holds() {
    local name=$1 model=$2 options=$3 f
    shift 3
    turn=$((turn + 1))
    [ -n "${TN_ALL:-}" ] || [ $((turn % 2)) = 0 ] || return 0
    build "$model" "$options" "$([ $# = 0 ] && echo "-O1 -DSAFETY -DNOCLAIM" || echo "-O1 -DNFAIR=3")"
    if [ $# = 0 ]; then
        "$dir/pan" -m2000000 -w24 >>"$dir/log" 2>&1
        if complete; then ok "$name"; echo "# $(states) states"; else bad "$name"; fi
    fi
    for f; do
        "$dir/pan" -m500000 -w22 -a -f -N "$f" >"$dir/log" 2>&1
        if complete; then ok "$name: $f"; echo "# $(states) states"; else bad "$name: $f"; fi
    done
    rm -rf "$dir"
}

# finds WHAT NAME MODEL OPTIONS [LTL]: an error whose line has WHAT in it; breadth first: the shortest way to it
finds() {
    local what=$1 name=$2 model=$3 options=$4 formula=${5:-}
    bug=$((bug + 1))
    [[ " ${bugs[*]} " == *" $bug "* ]] || return 0
    build "$model" "$options" "$([ -z "$formula" ] && echo "-O0 -DSAFETY -DNOCLAIM -DBFS" || echo "-O0 -DNFAIR=3")"
    # the formula is two words or none
    # shellcheck disable=SC2046
    (cd "$dir" && ./pan -m500000 -w20 $([ -z "$formula" ] || echo "-a -f -N $formula")) >>"$dir/log" 2>&1
    if grep 'pan:1:' "$dir/log" | grep -qF "$what"; then ok "$name"; else bad "$name"; fi
    rm -rf "$dir"
}
