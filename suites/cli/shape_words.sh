#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The parameters that make takes for a block are those of its manifest: each is taken at its least and greatest value or
# refused by a condition, and one that only another block has is refused in one line that lists the block's own. A sixth of
# the blocks by SEED, all with TN_ALL=1.
set -u
build=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
all=$(awk -F'\t' '$2 == "params" { print $3 }' "$build/gen/blocks.tsv" | tr ' ' '\n' | sed 's/=.*//' | sort -u)
# (of each block another parameter that is not its own: the next one of the list)
at=0
tell() { env -u MAKEFLAGS -u MAKELEVEL make -n help B="$build" "$@" >"$dir/said" 2>&1; }
while IFS=$'\t' read -r block _ params; do
    own=$(tr ' ' '\n' <<<"$params" | sed 's/=.*//')
    mapfile -t foreign < <(grep -vxF "$own" <<<"$all")
    name=${foreign[at++ % ${#foreign[@]}]}
    tell DUT="$block" "$name=2"
    status=$?
    said=$(sed -E 's/^[^ ]*: \*\*\* //; s/\.  Stop\.$//' "$dir/said")
    if [ $status = 2 ] && [ "$said" = "$block: there is no parameter $name; there are: $(xargs <<<"$own")" ]; then
        echo "ok $block: $name of another block is refused"
    else
        sed 's/^/# /' "$dir/said"
        echo "not ok $block: $name of another block is refused"
    fi
    # ... and each of its own is known
    for p in $params; do
        tell DUT="$block" "${p%%=*}=$(sed -E 's/.*=([0-9]+)\..*/\1/' <<<"$p")"
        ! grep -q 'there is no parameter' "$dir/said" || echo "not ok $block: ${p%%=*} is its own"
    done
done < <(awk -F'\t' '$2 == "params"' "$build/gen/blocks.tsv" | suites/part 6)
[ $at -gt 0 ] || echo "not ok blocks have parameters: $build/gen/blocks.tsv has none"
