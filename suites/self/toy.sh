#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# A fabric is folders of its name and one line: suites/self/toy/ is laid into a copy of the tree, its line is added to
# fabrics.def, and everything that users do with a fabric is done with it, on both simulators. Then a block of a kind of
# its own, suites/self/own/, is judged from a folder outside the tree.
#   suites/self/toy.sh BUILD
# The copy takes from BUILD what no fabric changes. It is not optimised: nothing here runs for long. Under Verilator other
# shapes than the defaults are compiled with TN_ALL=1 alone.
set -u
build=$(realpath "$1")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
tree=$dir/tree
bad=0
say() { # STATUS TEXT
    if [ "$1" = 0 ]; then echo "ok $2"; else sed 's/^/# /' "$dir/said" | tail -n 25; echo "not ok $2"; bad=1; fi
}
flags=$(sed -E 's/ ?-j[0-9]*| ?--jobserver-[a-z]+=[^ ]*//g' <<<"${MAKEFLAGS:-}")
run() { TN_WINDOW=0 "$@" >"$dir/said" 2>&1; }
# what make runs through suites/run fails in its line alone
tell() { MAKEFLAGS="$flags -j2" MAKELEVEL=1 run make -C "$tree" -s OPT=-O0 "$@" && ! grep -q '^ FAIL ' "$dir/said"; }

# the tree as it is to be committed, without what was built in it
mkdir "$tree"
if [ -e .git ]; then git ls-files -z --cached --others --exclude-standard; else find . -name "${build##*/}" -prune -o -type f -print0; fi |
    while IFS= read -r -d '' f; do [ ! -e "$f" ] || printf '%s\0' "$f"; done | tar c --null -T - | tar x -C "$tree"
(cd "$tree" && find . -type f -exec sha256sum {} + | sort -k 2) >"$dir/before"
cp -a "$tree"/suites/self/toy/*/ "$tree"
echo 'TN_FABRIC(toy,     TOY,     6, "Toy")' >>"$tree/checkers/spec/fabrics.def"
(cd "$tree" && find . -type f -exec sha256sum {} + | sort -k 2) >"$dir/after"
touched=$(join -1 2 -2 2 "$dir/before" "$dir/after" | awk '$2 != $3 { print $1 }')
mkdir -p "$tree/build/sim/verilator"
cp -a "$build"/sim/verilator/runtime* "$tree/build/sim/verilator" 2>/dev/null

echo "# a new fabric touched $(wc -l <<<"$touched") existing file, $touched, and brought $(find suites/self/toy/*/ -type f | wc -l) files" \
    "with $(find suites/self/toy/*/ -type f -exec cat {} + | wc -l) lines"
[ "$touched" = ./checkers/spec/fabrics.def ]
say $? "a new fabric touches fabrics.def, and no other file that was there"

tell all
say $? "the tree is built with the new fabric"
cd "$tree" || exit 2
tenter=build/tenter

run suites/self/check headers_c headers_cpp checkers_alone rules ids_once ids_founded readmes spdx
say $? "the new fabric keeps the rules of the tree"
tell build/unit/toy_codec.run build/unit/rule_vectors.run build/unit/fabrics.run build/unit/dut.run
say $? "its unit tests, and its vectors against its rules"

other_shapes() { [ $sim = icarus ] || [ -n "${TN_ALL:-}" ]; }
trace=suites/toy/campaign/toy_relay.pcap
for sim in icarus verilator; do
    TN_TRACE=$PWD/$trace TN_PACKETS=120 tell build/cosim/$sim/toy_relay/random.run && [ -s $trace ]
    say $? "$sim: a suite, and the capture of its run"
    $tenter show $trace | sed 1d >"$dir/$sim.txt"
    tell conformance DUT=toy_relay SIM=$sim
    rc=$?
    [ $rc = 0 ] && grep -q '^TOY-FWD-1 *MUST *pass *4 cases, suite random; [0-9]* packets' "$dir/said"
    say $? "$sim: conformance says what stood behind the relay's rule"
    if other_shapes; then
        tell conformance DUT=toy_relay SIM=$sim DEPTH_LOG2=1 && grep -q '^TOY-FWD-1 *MUST *pass ' "$dir/said"
        say $? "$sim: so it does of another shape"
    fi
    tell case CASE=suites/toy/cases/toy_relay/drop_what_is_wrong.case SIM=$sim
    say $? "$sim: a case"
    tell replay DUT=toy_relay CAPTURE=$trace SIM=$sim OPTIONS="--max 20" && grep -q '^20 packets in, [0-9]* out; [1-9][0-9]* as the model says, 0 verdicts' "$dir/said"
    say $? "$sim: replay"
    run $tenter replay --dut toy_relay --sim $sim --max 20 --fault flip:3@m_b@p2 $trace
    [ $? = 1 ] && grep -q '^TOY-CRC-1 broken at cycle ' "$dir/said" && grep -q '^fault: flip on m_b packet 2, packet, bit 3, cycle ' "$dir/said"
    say $? "$sim: replay with a fault, which a rule notices"
    { cat suites/toy/campaign/toy_relay.plan; echo "sim = $sim"; } >suites/toy/campaign/$sim.plan
    tell campaign PLAN=suites/toy/campaign/$sim.plan
    say $? "$sim: a campaign"
    sqlite3 build/$sim.db 'SELECT id, text, outcome, struck, first_rule, first_cycle, what FROM fault LEFT JOIN result USING(id) ORDER BY id' >"$dir/$sim.outcomes"
done
cmp -s "$dir/icarus.txt" "$dir/verilator.txt"
say $? "both simulators saw the same packets in the same cycles"
cmp -s "$dir/icarus.outcomes" "$dir/verilator.outcomes" && [ "$(grep -c 'TOY-' "$dir/icarus.outcomes")" -gt 5 ]
say $? "and their campaigns have the same outcomes"

tell check-mutants-toy_relay && tell check-cases-toy_relay
say $? "the cases see the seeded bug, cover the contract, and each of their lines counts"
tell case DUT=toy_relay DEPTH_LOG2=7
[ $? = 2 ] && grep -q 'toy_relay: DEPTH_LOG2=7: legal are 1 to 6' "$dir/said"
say $? "an illegal shape is refused by name"

run $tenter show -v --filter 'hops == 0' $trace && grep -q 'Toy *number' "$dir/said" && grep -q 'hops' "$dir/said"
say $? "tenter show"
run $tenter rules && grep -q '^TOY-SEQ-1' "$dir/said"
say $? "tenter rules"
$tenter replay --dut toy_relay --max 20 --fault drop@s_a@p2 --trace "$dir/drop.pcap" $trace >/dev/null 2>&1
run $tenter check "$dir/drop.pcap"
[ $? = 1 ] && grep -q '^TOY-SEQ-1 *packet [0-9]*: expected the next number' "$dir/said"
say $? "tenter check finds a packet that a link lost"
run tshark -X lua_script:build/tenter.lua -r $trace -T fields -e _ws.col.Info && diff <(grep -o 'Toy .*' "$dir/said") <($tenter show $trace | grep -o 'Toy .*') >/dev/null
say $? "the dissector shows each packet as tenter show does"
run tshark -X lua_script:build/tenter.lua -r $trace -Y 'tn.toy.hdr.words > 30 && tn.rule.toy_crc_1' && [ -s "$dir/said" ]
say $? "the dissector has the header's fields, and the rule that one packet shows"

cat >"$dir/p.cc" <<'CC'
#include <tn/toy/toy.h>
#include <tn/toy/toy_relay.h>
int main()
{
    uint8_t header[TN_BYTES_toy_hdr], out[TN_BYTES_toy_hdr];
    toy_packet k;
    toy_seal(header, 3, 5, 0);
    if (tn_toy_relay(header, sizeof header, out) != sizeof out)
        return 1;
    toy_decode(out, sizeof out, sizeof out, &k);
    return !(k.whole && k.hops == 2 && k.seq == 5);
}
CC
tell install DESTDIR="$dir/installed" PREFIX=/usr &&
    run g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -o "$dir/p" "$dir/p.cc" -I"$dir/installed/usr/include" -L"$dir/installed/usr/lib" -ltenter -lpcap -lz -lzstd -lpthread &&
    run "$dir/p"
say $? "its installed headers and library are enough for a program in C++"

# a new block of this fabric, as make new-block writes it
tell new-block FABRIC=toy NAME=toy_pass RULES=TYP && tell golden-docs
say $? "make new-block writes a block, and golden-docs the tables of its page"
run suites/self/check readmes rules verdicts ids_once ids_founded spdx
say $? "the new block keeps the rules of the tree"
for sim in icarus verilator; do
    tell cosim DUT=toy_pass SIM=$sim
    say $? "$sim: it is green as it is written"
done
tell conformance-shapes DUT=toy_pass && grep -q '^ok toy_pass conforms with W=24 (1 of 1 rules)' "$dir/said"
say $? "so it is in other shapes"
tell check-mutants-toy_pass && tell check-cases-toy_pass
say $? "its seeded bug is seen, and each line of its case counts"
# RTL of a user for this block, which calls clock, reset and streams otherwise
mkdir "$dir/user"
sed -E 's/\bclk\b/aclk/g; s/if \(rst\)/if (!aresetn)/; s/\brst\b/aresetn/g; s/\b([sm])_(valid|ready|data|last)\b/\1_axis_t\2/g; s/module toy_pass/module my_top/' \
    rtl/toy/toy_pass.v >"$dir/user/my_top.v"
printf 'BLOCKS += my_pass\nmy_pass.contract := toy_pass\nmy_pass.rtl := my_top.v\nmy_pass.module := my_top\nmy_pass.names := aclk !aresetn %%_axis_t%%\n' >"$dir/user/my_pass.mk"
tell conformance DUT_DIR="$dir/user" && grep -q '^TYP-PASS-1 *MUST *pass' "$dir/said"
say $? "a user's RTL with other names of clock, reset and streams needs no wrapper"
sed -i 's/m_axis_tdata  <= s_axis_tdata/m_axis_tdata  <= s_axis_tdata + 1/' "$dir/user/my_top.v"
! tell conformance DUT_DIR="$dir/user" && grep -q '^TYP-PASS-1 *MUST *FAIL' "$dir/said"
say $? "and is judged as ours is"
tell new-block FABRIC=toy NAME=toy_pass RULES=TYQ
[ $? = 2 ] && grep -q 'make new-block: rtl/toy/toy_pass.v is there already' "$dir/said"
say $? "a block that is there is not written over"

! tell check CHECKS=check-nothing && grep -q '^FAILED: make: a part was not made' "$dir/said" && grep -q '^0 passed, 1 failed' "$dir/said"
say $? "a part of make check that cannot be made is a failure"

# a block of a kind of its own, as a new user has it: everything in a folder elsewhere, whose path has blanks
my="$dir/my block"
cp -a suites/self/own "$my"
(cd "$tree" && find checkers harness rtl suites -type f -exec sha256sum {} + | sort -k 2) >"$dir/before"
outside() { (cd "$my" && tell "$@" DUT_DIR="$PWD"); }
for sim in icarus verilator; do
    outside conformance SIM=$sim
    rc=$?
    [ $rc = 0 ] && grep -q '^MY-FWD-1 *MUST *pass *2 cases, suite mixes; [0-9]* packets' "$dir/said" &&
        grep -q '^MY-DROP-1 *MUST *pass' "$dir/said" && grep -q '^MY-HSK-1 *MUST *pass' "$dir/said"
    say $? "$sim: a block outside the tree is judged by its own rules, which are rows"
    other_shapes || continue
    outside conformance SIM=$sim KIND_MAX=3
    rc=$?
    [ $rc = 0 ] && grep -q '^MY-FWD-1 *MUST *pass *suite mixes' "$dir/said"
    say $? "$sim: so it is in another shape"
done
outside case && grep -q '^ok kinds_pass_or_are_dropped$' "$dir/said"
say $? "make case runs its cases"
outside conformance KIND_MAX=0
rc=$?
[ $rc != 0 ] && grep -q 'my_filter: KIND_MAX=0: legal are 1 to 255' "$dir/said"
say $? "an illegal shape is refused by name"
TN_TRACE=$dir/own.pcap outside build/cosim/icarus/my_filter/mixes.run && run $tenter show -x "$dir/own.pcap" && grep -q 'm_m.* [0-9]* bytes of fabric 127' "$dir/said"
say $? "a capture of its run shows its packets as bytes"

# with a fault in its RTL
broken() { # RULE WHAT SED
    cp suites/self/own/my_filter.v "$my"
    sed -i "$3" "$my/my_filter.v"
    ! cmp -s suites/self/own/my_filter.v "$my/my_filter.v" || return 1
    outside conformance
    rc=$?
    [ $rc != 0 ] && grep -q "^$1 *MUST *FAIL " "$dir/said"
    say $? "$2 breaks $1"
}
broken MY-FWD-1 "a word that is changed" "s/assign m_axis_tdata .*/assign m_axis_tdata = s_axis_tdata | 128'd1;/"
broken MY-DROP-1 "a kind that should not pass" "s/!= 8'd0 &&/!= 8'd0 ||/"
broken MY-HSK-1 "an offer that changes while it waits" "s/assign m_axis_tkeep .*/assign m_axis_tkeep = m_axis_tready ? s_axis_tkeep : 16'd0;/"

# a block that has tables and no C: the tests that come from its tables
pipe="$dir/my pipe"
piped() { # SED [WORD...]: the suite on the block, changed so
    rm -rf "$pipe" && cp -a suites/self/pipe "$pipe" && sed -i "$1" "$pipe/my_pipe.v" && (cd "$pipe" && tell cosim DUT_DIR="$PWD" "${@:2}")
}
for sim in icarus verilator; do
    piped '' SIM=$sim && grep -q '^2 passed, 0 failed' "$dir/said"
    say $? "$sim: a block that is tables and RTL alone is tested from its tables"
done
pipe_fails() { # WHAT SAID SED
    ! piped "$3" && grep -q "$2" "$dir/said"
    say $? "its test fails for $1"
}
pipe_fails "a word that changes while it waits" 'm_data.*changed before it was taken' 's/if (m_valid .. m_ready) words/if (reg_wr) m_data[0] <= 1;\n&/'
pipe_fails "a counter that no reset clears" 'WORDS\|reg_rdata' 's/words   <= 32.d0;//'
pipe_fails "a register that has other bits" 'MASK' "s/{24'd0, mask}/{23'd0, 1'b1, mask}/"
(cd "$tree" && find checkers harness rtl suites -type f -exec sha256sum {} + | sort -k 2) | cmp -s - "$dir/before"
say $? "the tree was not touched"
exit $bad
