# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Rules of the documents: they say what is there.
# shellcheck shell=bash

rule_readmes() {
    # a folder has a README.md; one inside a folder that has, may be named there instead
    source_files | grep -v '^\.' | awk -F/ '{ d = ""; for (i = 1; i < NF; i++) { d = d (i > 1 ? "/" : "") $i; print d } }' |
        sort -u | while read -r d; do
        up=$(dirname "$d") name=$(basename "$d")
        [ ! -e "$d/README.md" ] || continue
        # the toy is laid into a tree, where its folders are judged; fabrics.def names the folders of public headers
        [[ $d == suites/self/toy/* ]] && continue
        [[ $d == */include/tn/* ]] && grep -q "^TN_FABRIC(${d##*/}," checkers/spec/fabrics.def && continue
        if [[ $d == */*/* ]]; then
            grep -qsE "(^|[^a-zA-Z0-9_/])$name/" "$up/README.md" && continue
            # a block's folder in a fabric's cases/ or cosim/, which the fabric's page names
            [[ $d == suites/*/*/* ]] && grep -qsE "(^|[^a-zA-Z0-9_/])$(basename "$up")/" "$(dirname "$up")/README.md" && continue
            echo "$d: no README.md, and $up/README.md does not name $name/"
        else
            echo "$d: no README.md"
        fi
    done
}

# folders README: the folders beside it that its table does not name, and the other way.
folders() {
    dir=$(dirname "$1")
    first_cells "$1" | grep -E '/$' | sed -E 's|^([^/]*)/.*|\1|' | sort >"$WORK/named.raw"
    uniq -d "$WORK/named.raw" | sed "s|^|$1: two rows for |"
    sort -u "$WORK/named.raw" >"$WORK/named"
    grep "^$dir/" "$FILES" | sed "s|^$dir/||" | grep / | cut -d/ -f1 | sort -u >"$WORK/there"
    comm -13 "$WORK/named" "$WORK/there" | sed "s|^|$1: no row for |"
    comm -23 "$WORK/named" "$WORK/there" | sed "s|^|$1: a row for what is not there: |"
}

rule_folders() {
    # the tables of folders match the tree
    for f in checkers harness suites vectors; do
        folders "$f/README.md"
    done
}

rule_links() {
    # every relative link in a document leads to a file
    grep -E '\.md$' "$FILES" | while read -r f; do
        grep -oE '\]\([^)]+\)' "$f" | sed -E 's/^\]\(//; s/\)$//; s/#.*//' | grep -vE '^[a-z]+:|^$' |
            while read -r to; do [ -e "$(dirname "$f")/$to" ] || echo "$f: $to is not there"; done
    done
}

rule_traces() {
    # the table of traces/ has a row for each capture, with its SHA-256
    awk -F'|' '/^\|/ && NF >= 7 { gsub(/ /, "", $2); gsub(/ /, "", $6); print $2, $6 }' traces/README.md | sed 1,2d |
        tr -d '`' | sort >"$WORK/rows"
    grep -E '^traces/.*\.(pcap|pcapng)$' "$FILES" | sed 's|^traces/||' | while read -r f; do
        echo "$f $(sha256sum <"traces/$f" | cut -c1-64)"
    done | sort >"$WORK/sums"
    comm -23 "$WORK/rows" "$WORK/sums" | sed 's/^/README says, and no such file: /'
    comm -13 "$WORK/rows" "$WORK/sums" | sed 's/^/no such row: /'
}

# module_parameters FILE: the parameters of its module, in order, separated by blanks.
module_parameters() {
    sed -n '/^module /,/);/p' "$1" | sed -nE 's/^ *parameter +(integer|signed)? *(\[[^]]*\])? *([A-Za-z_0-9]+).*/\3/p' | paste -sd' '
}

rule_modules() {
    # the module table of rtl/ matches the tree: every module, its parameters, purpose, latency and status
    grep -E '^rtl/.*\.v$' "$FILES" | while read -r f; do
        m=$(basename "$f" .v)
        grep -q "^module $m\b" "$f" || echo "$f: holds no module $m"
        echo "$(dirname "${f#rtl/}")/$m|$(module_parameters "$f")"
    done | sort >"$WORK/there"
    awk -F'|' '/^\| `/ { gsub(/[ `]/, "", $2); gsub(/[`,]/, "", $4); gsub(/^ +| +$/, "", $4); gsub(/  +/, " ", $4)
        if ($4 == "–") $4 = ""
        print $2 "|" $4
        if ($3 ~ /^ *$/ || $5 ~ /^ *$/ || $6 ~ /^ *$/) print $2 ": purpose, latency or status is missing" > "/dev/stderr" }' rtl/README.md 2>"$WORK/missing" >"$WORK/named.raw"
    cat "$WORK/missing"
    sort "$WORK/named.raw" >"$WORK/named"
    comm -13 "$WORK/named" "$WORK/there" | sed 's/^/rtl\/README.md: no such row: /'
    comm -23 "$WORK/named" "$WORK/there" | sed 's/^/rtl\/README.md: a row for what is not there: /'
}

rule_targets() {
    # every make target that a document names is there, and make help lists it
    make -s help 2>/dev/null >"$WORK/help"
    readmes | tr '\n' '\0' | xargs -0 grep -ohE '(^|`)(make|MAKE)( +[A-Za-z_-]+)+' -- |
        sed -E 's/^`?make +//' | tr ' ' '\n' | grep -E '^[a-z][a-z-]*$' | sort -u | while read -r t; do
        grep -qE "(^| )$t( |\$)" "$WORK/help" || echo "make $t: documented, and not in make help"
    done
}

rule_man() {
    # the man page tells every subcommand, option and exit code
    page=harness/tools/tenter.1
    sed -nE 's/^ *\{"([a-z]+)", tn_cmd_.*/\1/p' harness/tools/main.c harness/*/face/face.c | while read -r c; do
        grep -qE "^\.It Cm $c( |\$)" $page || echo "tenter $c: not described"
        grep -qE "^\.Cm $c( |\$)" $page || echo "tenter $c: not in the synopsis"
    done
    sed -nE 's/.*TN_EXIT_OK = ([0-9]+), TN_EXIT_FAIL = ([0-9]+), TN_EXIT_USAGE = ([0-9]+).*/\1 \2 \3/p' harness/include/tn/face.h |
        tr ' ' '\n' | while read -r n; do
        sed -n '/^\.Sh EXIT STATUS/,/^\.Sh EX[AB]/p' $page | grep -qwE "$n" || echo "exit code $n: not told"
    done
    # a long option, or the short one that getopt takes for it
    grep -ohE "\{\"[a-z-]+\", [a-z]+_argument, NULL, '.'\}" harness/tools/*.c | sort -u | while IFS=\"\' read -r _ long _ short _; do
        grep -qE "Fl -$long\b|Fl [a-z]*$short" $page || echo "option --$long: not described"
    done
    # and the options that faces add
    grep -ohE "\{\.name = \"[a-z-]+\"(, \.value|\})" harness/*/face/*.c | cut -d'"' -f2 | sort -u | while read -r long; do
        grep -qE "Fl -$long\b" $page || echo "option --$long: not described"
    done
}

rule_inventory() {
    # README's table of fabrics is what suites/inventory --table prints, and README counts no tests
    suites/inventory --table >"$WORK/rows"
    sed -n '/^| fabric |/,/^$/p' README.md | sed '1,2d;/^$/d' >"$WORK/stand"
    grep -vxF -f "$WORK/stand" "$WORK/rows" | sed 's/^/README.md: no row: /'
    grep -vxF -f "$WORK/rows" "$WORK/stand" | sed 's/^/README.md: a row for what is not there: /'
    grep -nE '[0-9]+ (rules|cases|suites|benches|plans|seeded bugs)\b' README.md | sed 's/^/README.md: a number that goes stale: /'
}

rule_plans() {
    # a campaign's capture is where its plan says; one without a folder is made by a suite
    for plan in suites/*/campaign/*.plan; do
        file=$(sed -nE 's/^stimulus *= *//p' "$plan")
        [[ $file != */* ]] || [ -r "${plan%/*}/$file" ] || echo "$plan: $file is not there"
    done
}

rule_equivalents() {
    # the RTL has each line that a row of the list of equivalent mutants names
    while IFS=$'\t' read -r file line _; do
        [[ $file == \#* ]] && continue
        # FILE#3: the third such line
        [ "$(grep -csxF -- "$line" "${file%#*}")" -ge "$([[ $file == *\#* ]] && echo "${file##*#}" || echo 1)" ] 2>/dev/null ||
            echo "suites/mutation/equivalent.tsv: $file has no line:$line"
    done <suites/mutation/equivalent.tsv
}

rule_manifests() {
    # each block has a row in the table of DUTs, and each property of a manifest one in the table of properties
    grep -E '^harness/[a-z]+/([a-z0-9_]+/block|[a-z0-9_]+)\.mk$' "$FILES" | xargs -d '\n' grep -ls '^BLOCKS +=' | while read -r f; do
        sed -nE 's/^BLOCKS \+= ([a-z0-9_]+).*/\1/p' "$f" | while read -r b; do
            grep -qE "^\| .*\`$b\`.* \| .* \|" harness/dut/README.md || echo "harness/dut/README.md: no row for $b"
        done
        sed -nE 's/^[a-z0-9_]+\.([a-z_]+) *[:+?]?=.*/\1/p' "$f" | sort -u | while read -r property; do
            sed -n '/^| property /,/^$/p' harness/dut/README.md | grep -qE "^\|[^|]*\`$property\`" || echo "$f: $property has no row in harness/dut/README.md"
        done
    done
}
