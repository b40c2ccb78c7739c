# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Rules of the code: headers, and who may know whom.
# shellcheck shell=bash

rule_headers_c() {
    # each public header compiles alone as C17
    for h in checkers/include/tn/*.h checkers/include/tn/*/*.h harness/include/tn/*.h harness/include/tn/*/*.h; do
        include=(-Icheckers/include "-I${TN_GEN:-build/gen/include}")
        [[ $h == checkers/* ]] || include+=(-Iharness/include)
        gcc -std=c17 -D_GNU_SOURCE -Wall -Wextra -Wconversion -Wshadow -Werror "${include[@]}" -fsyntax-only -x c \
            - <<<"#include \"$h\"" 2>&1 | grep -m 1 'error' | sed "s|^|$h: |"
    done
}

rule_headers_cpp() {
    # each public header compiles alone as C++17
    for h in checkers/include/tn/*.h checkers/include/tn/*/*.h harness/include/tn/*.h harness/include/tn/*/*.h; do
        g++ -std=c++17 -Wall -Wextra -Werror -Icheckers/include -Iharness/include "-I${TN_GEN:-build/gen/include}" -fsyntax-only -x c++ \
            - <<<"#include \"$h\"" 2>&1 | grep -m 1 'error' | sed "s|^|$h: |"
    done
}

rule_checkers_alone() {
    # checkers/ includes nothing of the harness, of simulators or of captures
    theirs=$(cd harness/include && find tn -name '*.h' | paste -sd'|' | sed 's/\./\\./g')
    grep -rnE "#include .*(harness|$theirs|pcap|vpi_user|svdpi|verilated|sqlite3)" checkers --include='*.[ch]' --include='*.def'
    # and inside, rules and model know the codec alone
    grep -rnE '#include .*(model/|cz_)' checkers/engine checkers/base checkers/*/rules checkers/*/codec
    # shellcheck disable=SC2046
    grep -rnE '#include .*(rules|engine)\.h' checkers/*/model checkers/*/codec checkers/base $(find checkers -name ports.def -printf '%h ')
}

# What the catalogue holds, one ID a line.
catalogue() {
    sed -nE 's/^TN_RULE\([A-Z0-9_]+, *"([A-Z0-9-]+)".*/\1/p' checkers/*/spec/rules.def
}

# The rules of which some verdict is shown to come, one a line: a seeded bug, a case that must break it, a unit test that awaits its
# verdict, a proof that must fail. Bad vectors are not among them.
fired() {
    cut -f2 $(ls suites/*/mutants/*_mutants.tsv | grep -v /ni_) | grep -vx -- - # of no rule listed
    find suites -name bugs.tsv -not -path '*/mutants/*' -exec cut -f2 {} + # of blocks of the kit
    cut -f4 suites/exanet/mutants/ni_mutants.tsv | grep -E '^[A-Z]+-' # others are seen by a test's name
    cat suites/*/cases/*/*.case | sed -nE 's/^expect = ([A-Z0-9]+-[A-Z0-9-]+)$/\1/p'
    cat suites/unit/*.c suites/*/unit/*.c | sed -nE 's/.*(assert_string_equal|blames|BLAMES|blamed)\(.*"([A-Z]+-[A-Z0-9]+-[0-9]+)"\);.*/\2/p' |
        grep -E "^($(catalogue | cut -d- -f1 | sort -u | paste -sd'|'))-"
    # misbehaviours of a player in a unit test, each beside its rule
    cat suites/*/unit/*.c | sed -nE 's/^ *\{[A-Z0-9_]+, "([A-Z]+-[A-Z0-9]+-[0-9]+)"\}[},;]*$/\1/p'
    # misbehaviours of a link's end: suites/tnw/unit/tnw_link_judge.c tries each
    sed -nE 's/^TN_TNW_BUG\([A-Z0-9_]+, "([A-Z0-9-]+)"\)$/\1/p' checkers/include/tn/tnw/tnw_bugs.def
    # and of a reception side: suites/tnw/unit/tnw_rcv_judge.c
    sed -nE 's/^TN_TNW_RCV_BUG\([A-Z0-9_]+, "([A-Z0-9-]+)"\)$/\1/p' checkers/include/tn/tnw/tnw_rcv_bugs.def
    # of Nget and the way out: suites/tnw/unit/tnw_get_judge.c
    sed -nE 's/^TN_TNW_GET_BUG\([A-Z0-9_]+, "([A-Z0-9-]+)"\)$/\1/p' checkers/include/tn/tnw/tnw_get_bugs.def
    # and of a processor interface: suites/tnw/unit/tnw_pi_judge.c
    sed -nE 's/^TN_TNW_PI_BUG\([A-Z0-9_]+, "([A-Z0-9-]+)"\)$/\1/p' checkers/include/tn/tnw/tnw_pi_bugs.def
    # of a data link layer: the plays of suites/czodiac/unit/cz_dll_*.c that must break a rule
    sed -nE 's/^    (WRONG\(|\{"[a-z0-9_]+", )[a-z0-9_]+, "([A-Z0-9-]+)".*$/\2/p' suites/czodiac/unit/cz_dll_*.c
    # of framing and of APEnet's network interface: the bugs of the players of these unit tests
    grep -ohE '\] = "(CZF|APN)-[A-Z]+-[0-9]+"' suites/czodiac/unit/cz_framing_judge.c suites/apenet/unit/ape_ni_judge.c |
        cut -d'"' -f2
    # of the library: what suites/tnw/unit/tnw_lib_judge.c does wrong on purpose
    sed -nE 's/^    \{"[^"]*", "(TNW-LIB-[0-9]+)", [a-z_0-9]+\},$/\1/p' suites/tnw/unit/tnw_lib_judge.c
    sed -nE 's/^ *finds .*"(TNW-[A-Z]+-[0-9]+) broken by .*/\1/p' suites/tnw/formal/spin
}

rule_rules() {
    # every rule has a good and a bad vector, or a suite that makes it fire
    fired=$(
        fired
        cut -f2 suites/*/mutants/rtl.tsv | grep -vx -- -
    )
    {
        sed 's/.*/good &\nbad &/' <<<"$fired"
        cat vectors/*/*.vec | sed -nE 's/^(good|bad) ([A-Z0-9-]+)( .*|:.*)?$/\1 \2/p'
    } | sort -u >"$WORK/have"
    catalogue | sed 's/.*/good &\nbad &/' | sort | comm -23 - "$WORK/have" |
        sed -E 's/^(good|bad) (.*)/\2: no \1 vector, and no suite makes it fire/'
    # and nothing else is fired
    {
        cat <<<"$fired"
        cat vectors/*/*.vec | sed -nE 's/^(good|bad) ([A-Z0-9-]+).*/\2/p'
    } | sort -u | grep -vxFf <(catalogue) | sed 's/$/: not in the catalogue/'
}

rule_verdicts() {
    # every rule's verdict can fail, by more than the word of a Verilog bench
    {
        fired
        cat vectors/*/*.vec | sed -nE 's/^bad ([A-Z0-9-]+)( .*|:.*)?$/\1/p'
    } | sort -u >"$WORK/proved"
    catalogue | sort -u | grep -vxF -f "$WORK/proved" | sed 's/$/: nothing shows that its verdict can fail/'
}

rule_ids_once() {
    # a rule ID is there once, and its C name is the ID with underscores
    catalogue | sort | uniq -d | sed 's/$/: twice/'
    sed -nE 's/^TN_RULE\(([A-Z0-9_]+), *"([A-Z0-9-]+)".*/\1 \2/p' checkers/*/spec/rules.def |
        while read -r name id; do [ "$name" = "${id//-/_}" ] || echo "$id: is called $name"; done
}

rule_ids_founded() {
    # each rule ID in brackets on a page of the specification is in the catalogue
    # all of "[A-B-1 to 3: x, y]" and of "[A-B-1, C-D-2]"
    catalogue >"$WORK/catalogue"
    grep -noE '\[[A-Z]+-[A-Z0-9]+-[0-9]+[^]]*\]' checkers/spec/*.md checkers/*/spec/*.md | while IFS=: read -r page line tag; do
        grep -oE '[A-Z]+-[A-Z0-9]+-[0-9]+( to [0-9]+)?' <<<"$tag" | while read -r from _ last; do
            for i in $(seq "${from##*-}" "${last:-${from##*-}}"); do
                grep -qx "${from%-*}-$i" "$WORK/catalogue" || echo "$page:$line: ${from%-*}-$i is not in the catalogue"
            done
        done
    done
}

rule_mutants() {
    # each row of the tables of seeded bugs applies to the RTL, and some check awaits each number
    kit=$(ls suites/*/*/bugs.tsv | grep -v /mutants/)
    # shellcheck disable=SC2086
    numbers=$(cut -f1 suites/*/mutants/bugs.tsv $kit | sort -un)
    for bug in $numbers; do
        suites/mutants/apply "$WORK/mutants" "$bug" rtl/*/*.v rtl/*/*.vh >/dev/null
    done
    while IFS=$'\t' read -r bug _ module _; do
        [[ $module == *.vh ]] || module+=.v
        suites/mutants/apply "$WORK/mutants" "$bug" rtl/*/"$module" >/dev/null
    done < <(grep -h '^s/' suites/*/mutants/rtl.tsv)
    # shellcheck disable=SC2086
    awaited=$(cut -f1 suites/*/mutants/*_mutants.tsv suites/*/mutants/rtl.tsv $kit | grep -v '^s/' | sort -un)
    # proofs that must fail name a bug's number first
    awaited+=$'\n'$(sed -nE 's/^ *bug ([0-9]{3}) .*/\1/p' suites/*/formal/*)
    comm -23 <(sort <<<"$numbers") <(sort -u <<<"$awaited") | sed 's|.*|bug &: no check awaits it|'
    comm -13 <(sort <<<"$numbers") <(sort -u <<<"$awaited") | sed 's|.*|bug &: suites/mutants has no row of it|'
}
