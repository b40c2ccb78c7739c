# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Completion of tenter's command line in bash. Commands, options and their values are read from
# "tenter help", so that they are those of the command that is installed.
# shellcheck shell=bash

# The value that the usage line $1 names for option $2: "icarus|verilator", "FILE", or nothing. What
# may stand behind a value in brackets is left out.
_tenter_value() {
    [[ $1 =~ (^|[^a-z-])$2' '([^ ]*) ]] && sed 's/\[[^]]*\]//g; s/\].*//' <<<"${BASH_REMATCH[2]}"
}

# The words for the place of the value $1, of which $2 is typed, into COMPREPLY.
_tenter_values() {
    local head
    case $1 in
    OUT | DB | PAGE | LOG | FILE | PLAN) mapfile -t COMPREPLY < <(compgen -f -- "$2") ;;
    RULES)
        head=${2%"${2##*,}"}
        mapfile -t COMPREPLY < <(compgen -P "$head" -W "$("${COMP_WORDS[0]}" rules --tsv 2>/dev/null | cut -f1)" -- "${2##*,}")
        ;;
    *[a-z0-9]\|*) mapfile -t COMPREPLY < <(compgen -W "${1//|/ }" -- "$2") ;;
    *) COMPREPLY=() ;;
    esac
}

_tenter() {
    local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} usage value
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ] || { [ "$COMP_CWORD" = 2 ] && [ "$before" = help ]; }; then
        mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" help 2>/dev/null | awk '/^  [a-z]/ { print $1 }') help version" -- "$cur")
        return
    fi
    usage=$("${COMP_WORDS[0]}" help "${COMP_WORDS[1]}" 2>/dev/null | sed -n '1s/^usage: tenter [a-z]* //p')
    value=$([[ $before == -* ]] && _tenter_value "$usage" "$before")
    if [ -n "$value" ]; then
        _tenter_values "$value" "$cur"
    elif [[ $cur == -* ]]; then
        # "-vx" stands for -v and -x
        mapfile -t COMPREPLY < <(compgen -W "$(grep -oE -- '(^|[[ |])-(-[a-z][a-z-]*|[a-z]+)' <<<"$usage" |
            sed -E 's/^[[ |]//; /^--/!s/([a-z])/ -\1/g; s/^- //')" -- "$cur")
    else
        # "run ... | merge ...": the words with which the alternatives begin
        [ "$COMP_CWORD" = 2 ] && mapfile -t COMPREPLY < <(compgen -W "$(grep -oE '(^|\| )[a-z]+ ' <<<"$usage" | tr -d '|')" -- "$cur")
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur")
    fi
}
complete -o filenames -F _tenter tenter
