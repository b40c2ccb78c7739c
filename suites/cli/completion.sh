#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Completion in bash offers what the command takes: held against its option tables.
set -u
# shellcheck source=suites/cli/hex.bash
. suites/cli/hex.bash
tenter=$(realpath "$1/tenter")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# shellcheck source=harness/tools/completion.bash
. harness/tools/completion.bash

# offered WORD...: what the last word may become, a line each, sorted
offered() {
    COMP_WORDS=("$tenter" "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    _tenter
    [ ${#COMPREPLY[@]} = 0 ] || printf '%s\n' "${COMPREPLY[@]}" | sort
}

commands=$("$tenter" help | awk '/^  [a-z]/ { print $1 }')
is "the commands of tenter help, help and version" "$(printf '%s\n' "$commands" help version | sort)" "$(offered "")"
is "a command by its beginning" "campaign" "$(offered ca)"
is "help has the same" "convert" "$(offered help conv)"

# every long option in the command's tables is offered, or the short one that stands for it
for command in $commands; do
    offered "$command" - >"$dir/offered"
    {
        grep -ohE "\{\"[a-z-]+\", [a-z]+_argument, NULL, '.'\}" harness/tools/cmd_"$command".c harness/*/face/cmd_"$command".c 2>/dev/null
        # the faces' own: gen.c of each fabric for gen, check.c for check
        grep -ohE '\{\.name = "[a-z-]+"(, \.value|\})' harness/*/face/"$command".c 2>/dev/null | sed -E 's/.*"(.*)".*/{"\1", x, x, '"''"'}/'
    } | sort -u | while IFS=\"\' read -r _ long _ short _; do
        grep -qxE -- "--$long|-${short:-none}" "$dir/offered" || echo "$long"
    done >"$dir/missing"
    is "$command: no option of its tables is missing" "" "$(cat "$dir/missing")"
    # and none is offered that the command does not know
    while read -r option; do
        "$tenter" "$command" "$option" 2>&1 </dev/null | grep -E 'unrecognized option|invalid option|ambiguous'
    done <"$dir/offered" >"$dir/unknown"
    [ "$command" = campaign ] || is "$command: it knows all that is offered" "" "$(cat "$dir/unknown")"
done
is "show has its letters, too" "$(printf '%s\n' --dim-order --ext-tags --filter --html --inside --json --ladder --lattice --link-speed --link-width --link-wire --mps --mrrs --multipath --pcie --rcb --stats --time --transfers -v -x)" "$(offered show - | LC_ALL=C sort)"
is "campaign begins with a word of its own" "merge report run" "$(cd "$dir" && mkdir -p e && cd e && offered campaign "" | xargs)"
is "the fabrics of gen" "$("$tenter" gen --fabric '?' x 2>&1 | sed "s/.*is //; s/, not.*//; s/,\? or /, /; s/, /\n/g" | sort)" "$(offered gen --fabric "")"
is "the forms of convert" "exanet own pcap-raw" "$(offered convert --to "" | xargs)"
is "a value by its beginning" "verilator" "$(offered replay --sim v)"
is "what may stand behind a value is left out" "captured fast random" "$(offered replay --timing "" | xargs)"
is "rules by their names, behind a comma, too" "TLP-4K-1,TLP-4K-2" "$(offered check --only TLP-4K-1,TLP-4K-2)"
touch "$dir/some.pcap"
is "files elsewhere" "$dir/some.pcap" "$(offered show -v "$dir/so")"
is "a number is left to the user" "" "$(offered gen --seed "")"
is "an unknown command has files at most" "$dir/some.pcap" "$(offered nothing "$dir/so")"
