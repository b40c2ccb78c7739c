# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Rules of the text of every file.
# shellcheck shell=bash

rule_spdx() {
    # a source file opens with two SPDX lines
    source_files | while read -r f; do
        head -n 4 "$f" | grep -q 'SPDX-FileCopyrightText: 2026 The Tenter authors' &&
            head -n 4 "$f" | grep -q 'SPDX-License-Identifier: BSD-2-Clause' || echo "$f: no SPDX lines"
    done
}

rule_length() {
    # a source file has at most 500 lines
    source_files | grep -vE '\.vec$' | while read -r f; do
        n=$(wc -l <"$f")
        [ "$n" -le 500 ] || echo "$f: $n lines"
    done
}

rule_promises() {
    # nothing is left for later in the text of a file
    text_files | grep -vE '^suites/self/' | tr '\n' '\0' | xargs -0 grep -nE '\b(TODO|FIXME|XXX|TBD)\b' -- | cut -c1-120
}

rule_blanks() {
    # no line ends in white space, no file without an end of line
    text_files | tr '\n' '\0' | xargs -0 grep -nE '[[:blank:]]$' -- | cut -c1-80
    text_files | while read -r f; do
        [ ! -s "$f" ] || [ -z "$(tail -c 1 "$f")" ] || echo "$f: the last line does not end"
    done
}
