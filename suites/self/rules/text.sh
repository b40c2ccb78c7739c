# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Rules of the text of every file.
# shellcheck shell=bash

rule_spdx() {
    # a source file opens with two SPDX lines
    source_files | sort >"$WORK/want"
    source_files | tr '\n' '\0' | xargs -0 awk '
        FNR == 1 { n = 0 }
        FNR <= 4 && /SPDX-FileCopyrightText: 2026 The Tenter authors/ { n++ }
        FNR <= 4 && /SPDX-License-Identifier: BSD-2-Clause/ && ++n == 2 { print FILENAME }' | sort |
        comm -23 "$WORK/want" - | sed 's/$/: no SPDX lines/'
}

rule_length() {
    # a source file has at most 500 lines
    source_files | grep -vE '\.vec$' | tr '\n' '\0' | xargs -0 awk 'FNR == 501 { print FILENAME ": more than 500 lines" }'
}

rule_promises() {
    # nothing is left for later in the text of a file
    text_files | grep -vE '^suites/self/' | tr '\n' '\0' | xargs -0 grep -nE '\b(TODO|FIXME|XXX|TBD)\b' -- | cut -c1-120
}

rule_blanks() {
    # no line ends in white space, no file without an end of line
    text_files | tr '\n' '\0' | xargs -0 grep -nE '[[:blank:]]$' -- | cut -c1-80
    text_files | tr '\n' '\0' | xargs -0 tail -qc 1 | tr -d '\n' | grep -q . || return 0
    text_files | while read -r f; do
        [ ! -s "$f" ] || [ -z "$(tail -c 1 "$f")" ] || echo "$f: the last line does not end"
    done
}

rule_bits() {
    # words of a channel, headers and footers are cut in rtl/exanet by names of exa_defs.vh, or into halves
    grep -E '^rtl/exanet/.*\.vh?$' "$FILES" | tr '\n' '\0' |
        xargs -0 -r grep -noE '\b([swm]_data|[sm]_exa_data|w_head|hdr|ftr|foot)\[[0-9]+ *((:|\+:) *[0-9]+ *)?\]' -- |
        grep -vE '\[(127:0|127:64|63:0)\]$'
}
