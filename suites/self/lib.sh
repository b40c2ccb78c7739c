# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# What the rules in rules/*.sh share. A rule is a function rule_<name> whose first line
# is a comment with the rule as a sentence; it prints a line for each thing that breaks
# it. It runs in the root of the tree that is judged.
# shellcheck shell=bash

# Every file of the tree, one a line: what version control knows, or everything but
# the build directories where there is none.
tree_files() {
    if [ -e .git ] && git rev-parse >/dev/null 2>&1; then
        git ls-files --cached --others --exclude-standard | while read -r f; do [ ! -e "$f" ] || echo "$f"; done
    else
        find . -type f -not -path './.git/*' -not -path './build*' -not -name '*.o' | sed 's|^\./||'
    fi | sort
}

# Those of them that hold program text, written by hand, to be read: by their suffix,
# or by "#!".
source_files() {
    [ -e "$WORK/sources" ] || {
        grep -E '\.(c|h|cpp|v|vh|vlt|def|sh|py|lua|mk|vec|case|dict)$|(^|/)Makefile$' "$FILES"
        grep -vE '\.[A-Za-z0-9]+$|(^|/)(Makefile|LICENSE)$|/regress/' "$FILES" | tr '\n' '\0' |
            xargs -0 -r awk 'FNR == 1 && /^#!/ { print FILENAME }'
    } >"$WORK/sources"
    cat "$WORK/sources"
}

# Those that are text of any kind.
text_files() {
    grep -vE '\.(pcap|pcapng|fst|png)$|/regress/' "$FILES"
}

readmes() {
    grep -E '(^|/)README\.md$' "$FILES"
}

# The first cell of each row of a README's tables, links and code marks taken off.
first_cells() {
    awk -F'|' '/^\|/ && !/^\|[-: |]*$/ { print $2 }' "$1" | tr ',' '\n' |
        sed -E 's/^ *//; s/ *$//; s/\[([^]]*)\]\([^)]*\)/\1/; s/`//g'
}
