# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Rules of the seam between the core and the fabrics, and of the history.
# shellcheck shell=bash

# The fabrics, one a line, but AXI4, which is the bus of blocks of every fabric.
fabrics() {
    sed -n 's/^TN_FABRIC.\([a-z0-9_]*\),.*/\1/p' checkers/spec/fabrics.def | grep -vx axi
}

# The prefixes of the modules of a fabric, one a line; PCIe has no modules of its own, and its codec has these.
module_prefixes() { # FABRIC
    if [ "$1" = pcie ]; then
        printf '%s\n' dllp tlp
    else
        find "rtl/$1" -name '*.v' -printf '%f\n' 2>/dev/null | sed -n 's/_.*//p' | sort -u
    fi
}

# The second words (exl of tn_exl_new) of the functions that the headers of a folder declare.
declared() { # FOLDER
    find "$1" -maxdepth 1 -name '*.h' -exec grep -ohE '\btn_[a-z0-9]+_[a-z0-9_]+\(' {} + 2>/dev/null | sed -E 's/^tn_([a-z0-9]+)_.*/\1/' | sort -u
}

# The prefixes of a fabric's own names: those of its modules, and those that its public headers alone declare.
prefixes() { # FABRIC
    {
        module_prefixes "$1"
        declared checkers/include/tn/"$1" | comm -23 - "$WORK/taken"
    } | sort -u
}

# The fabrics that may use a fabric's codec, one a line (checkers/README.md); every fabric may use AXI4.
users() { # FABRIC
    case $1 in
    pcie) printf '%s\n' czodiac tnw ;;
    exanet) echo apenet ;;
    esac
}

# "FILE: NAME is of FABRIC" for each file outside the folders of a fabric, and of those that may use it, that has a name of
# the fabric. rtl/top holds assemblies of several fabrics.
strangers() {
    {
        declared checkers/include/tn
        declared harness/include/tn
        for f in $(fabrics); do module_prefixes "$f"; done
        echo tn
    } | sort -u >"$WORK/taken"
    for f in $(fabrics); do
        names=$(prefixes "$f" | paste -sd'|')
        [ -n "$names" ] || continue
        source_files | grep -vE "(^|/)($({ echo "$f"; users "$f"; } | paste -sd'|'))/|^rtl/top/|^suites/self/" |
            tr '\n' '\0' | xargs -0 -r grep -HoE "\b(tn_|TN_)?(bfm_)?($names|$(tr '[:lower:]' '[:upper:]' <<<"$names"))_[A-Za-z0-9_]*" -- |
            awk -F: -v f="$f" '!seen[$1]++ { print $1 ": " $2 " is of " f }'
    done
}

rule_fabric_names() {
    # no file outside the folders of a fabric, and of those that may use it, has a name of that fabric
    strangers
}

# The last commit from before subjects had a form.
OLD_SUBJECTS=8caceab54247763b4dc89c33a382b4a50d592834

rule_subjects() {
    # the subject of a commit is "area: verb ...", at most 72 characters
    [ -e .git ] && git rev-parse -q --verify HEAD >/dev/null 2>&1 || return 0
    base=$(git rev-parse -q --verify "$OLD_SUBJECTS^{commit}" 2>/dev/null)
    [ -n "$base" ] || [ "$(git rev-parse --is-shallow-repository)" = false ] || return 0
    git log --no-merges --format='%H %s' ${base:+"^$base"} HEAD |
        awk '{ h = substr($1, 1, 8); sub(/^[^ ]* /, ""); if ($0 !~ /^[a-z0-9_.\/, -]+: [a-zA-Z0-9]/ || length($0) > 72) print h ": " $0 }'
}
