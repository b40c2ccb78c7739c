# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# A shell function that judges a module's properties as gates, by ABC's model checker (it comes with yosys). A script that
# sources this file sets $build, $out, a directory for the gates, and $fabric, whose RTL is read. TAP on stdout, the status is
# in $rc.

rc=0

# gates ENGINE WANT NAME TOP BUG [CHPARAM]: the properties of checkers/<fabric>/formal/TOP.v by the commands ENGINE, of
# the RTL with the seeded bug when BUG is its number; ok when ABC prints WANT. CHPARAM: parameters of TOP, as yosys' chparam takes them
gates() {
    local engine=$1 want=$2 name=$3 top=$4 bug=$5 params=${6:-} file rtl
    file=$out/$top$bug${params//[^A-Za-z0-9]/}
    rtl=$(echo rtl/common/*.v rtl/"$fabric"/*.v)
    # files are words
    # shellcheck disable=SC2086
    [ -z "$bug" ] || rtl=$(suites/mutants/apply "$file.rtl" "$bug" $rtl)
    if yosys -q -p "read_verilog -formal -sv -Irtl/common -Irtl/$fabric -I$build/gen $rtl checkers/$fabric/formal/$top.v
        ${params:+chparam $params $top}
        prep -top $top -flatten; async2sync; memory_map; opt_clean; dffunmap
        techmap; opt -fast; dfflegalize -cell \$_DFF_P_ 01; opt_clean
        setundef -undriven -anyseq; aigmap; write_aiger -zinit $file.aig" >"$file.log" 2>&1 &&
        yosys-abc -c "read_aiger $file.aig; fold; strash; scorr; $engine" >>"$file.log" 2>&1
        grep -q "$want" "$file.log"; then
        echo "ok $name"
    else
        echo "not ok $name"
        tail -n 8 "$file.log" | sed 's/^/# /'
        rc=1
    fi
}
