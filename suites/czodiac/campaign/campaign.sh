#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Campaigns as a user meets them. Verilator runs the long ones, Icarus a few faults of
# the same plan, and both must find the same.
#   campaign.sh BUILD
set -u
build=$1
tenter=$build/tenter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
bad=0
result() { # name status
    if [ "$2" = 0 ]; then echo "ok $1"; else echo "not ok $1"; bad=1; fi
}
outcomes() { # what a database holds, without times
    sqlite3 "$1" 'SELECT id, text, outcome, struck, told_cycle, told_rule, first_cycle, first_rule, told,
        wrong, lost, cycles, what FROM fault LEFT JOIN result USING(id) ORDER BY id'
}
plan() { # name, lines of its own after the common ones
    { sed "s|\.\./\.\./\.\./traces|$PWD/traces|; /^sample/d; /^sim/d" suites/czodiac/campaign/remap.plan; printf '%s\n' "$2"; } >"$dir/$1.plan"
}

plan long $'sample = 150\nsim = verilator'
"$tenter" campaign run "$dir/long.plan" --db "$dir/whole.db" -j 2 2>"$dir/whole.err"
result "a campaign ends with every fault's outcome" $?
outcomes "$dir/whole.db" >"$dir/whole.txt"
[ "$(sqlite3 "$dir/whole.db" "SELECT count(*) FROM result WHERE outcome NOT IN ('broken run')")" = 150 ]
result "150 faults have 150 outcomes and no run broke" $?
grep -q '^seed 1' "$dir/whole.err"
result "the seed is printed" $?

"$tenter" campaign run "$dir/long.plan" --db "$dir/one.db" -j 1 2>/dev/null
outcomes "$dir/one.db" | cmp -s - "$dir/whole.txt"
result "one job finds what two find" $?

# the same faults under Icarus, the first 33 of them
plan short $'sample = 33\nsim = icarus'
"$tenter" campaign run "$dir/short.plan" --db "$dir/icarus.db" -j 2 2>"$dir/icarus.err"
result "a campaign under Icarus" $?
outcomes "$dir/icarus.db" >"$dir/icarus.txt"
head -n 33 "$dir/whole.txt" | cmp -s - "$dir/icarus.txt"
result "both simulators find the same, to the cycle" $?

# killed, by the harshest means, as soon as some results are in
"$tenter" campaign run "$dir/long.plan" --db "$dir/killed.db" -j 2 2>/dev/null &
pid=$!
until [ "$(sqlite3 "$dir/killed.db" 'SELECT count(*) FROM result' 2>/dev/null || echo 0)" -ge 40 ]; do
    kill -0 $pid 2>/dev/null || break
done
kill -9 $pid 2>/dev/null
wait $pid 2>/dev/null
n=$(sqlite3 "$dir/killed.db" 'SELECT count(*) FROM result')
[ "$n" -ge 40 ] && [ "$n" -lt 150 ]
result "a campaign killed by SIGKILL keeps what it had" $?
"$tenter" campaign run "$dir/long.plan" --db "$dir/killed.db" -j 2 2>"$dir/resume.err" &&
    grep -q "$n done before" "$dir/resume.err" && outcomes "$dir/killed.db" | cmp -s - "$dir/whole.txt"
result "and goes on from there to the same end" $?

# interrupted
"$tenter" campaign run "$dir/long.plan" --db "$dir/int.db" -j 2 2>"$dir/int.err" &
pid=$!
until [ "$(sqlite3 "$dir/int.db" 'SELECT count(*) FROM result' 2>/dev/null || echo 0)" -ge 40 ]; do
    kill -0 $pid 2>/dev/null || break
done
kill -TERM $pid 2>/dev/null
wait $pid
[ $? = 130 ] && [ "$(sqlite3 "$dir/int.db" 'PRAGMA integrity_check')" = ok ] && grep -q 'goes on from here' "$dir/int.err"
result "an interrupted campaign leaves a usable database and exit code 130" $?
"$tenter" campaign report "$dir/int.db" >/dev/null
result "which can be reported on" $?

# interrupted before the first fault: no simulation stays to find nobody who takes
# its results, or to be waited for (the guard is against a hang alone)
plan early $'sample = 3000\nsim = verilator'
: >"$dir/early.err"
timeout -s KILL 100 "$tenter" campaign run "$dir/early.plan" --db "$dir/early.db" -j 1 2>"$dir/early.err" &
pid=$!
until grep -q '^survey' "$dir/early.err"; do
    kill -0 $pid 2>/dev/null || break
done
kill -TERM $pid 2>/dev/null
wait $pid
[ $? = 130 ] && [ "$(sqlite3 "$dir/early.db" 'SELECT count(*) FROM result')" = 0 ] &&
    ! grep -q 'Broken pipe' "$dir/early.err"
result "interrupted as it begins, it ends at once" $?

# somebody else holds the database as the campaign opens it: it waits
plan two $'sample = 2\nsim = verilator'
mkfifo "$dir/held"
printf '%s\n' 'BEGIN EXCLUSIVE;' ".shell echo >$dir/held; sleep 1" 'ROLLBACK;' | sqlite3 "$dir/busy.db" &
read -r _ <"$dir/held"
"$tenter" campaign run "$dir/two.plan" --db "$dir/busy.db" -j 1 2>"$dir/busy.err"
result "a database that is held for a moment is waited for" $?

# two at once on one database: the second is told, and leaves the first alone
plan twice $'sample = 20\nsim = icarus'
"$tenter" campaign run "$dir/twice.plan" --db "$dir/twice.db" -j 1 2>"$dir/twice.err" &
pid=$!
until [ -e "$dir/twice.db" ]; do
    kill -0 $pid 2>/dev/null || break
done
"$tenter" campaign run "$dir/twice.plan" --db "$dir/twice.db" -j 1 2>"$dir/second.err"
[ $? = 2 ] && [ "$(cat "$dir/second.err")" = "tenter campaign: $dir/twice.db is in use by another campaign (pid $pid)" ]
result "a second campaign on a database is told whose it is" $?
"$tenter" campaign merge "$dir/twice.db" "$dir/icarus.db" 2>"$dir/second.err"
[ $? = 2 ] && grep -q "in use by another campaign (pid $pid)" "$dir/second.err"
result "so is a merge into it" $?
wait $pid && [ "$(sqlite3 "$dir/twice.db" 'SELECT count(*) FROM result')" = 20 ] && [ ! -e "$dir/twice.db-lock" ]
result "the first ends as if alone" $?

# shards
for i in 1 2 3; do
    "$tenter" campaign run "$dir/long.plan" --db "$dir/shard$i.db" --shard $i/3 2>/dev/null || bad=1
done
"$tenter" campaign merge "$dir/merged.db" "$dir"/shard?.db >"$dir/merge.txt" && grep -q '^150 of 150' "$dir/merge.txt" &&
    outcomes "$dir/merged.db" | cmp -s - "$dir/whole.txt"
result "three shards merge to the whole" $?

# the report
"$tenter" campaign report "$dir/whole.db" -o "$dir/report.html" >"$dir/report.txt"
result "a report" $?
[ "$(awk '/ %/ {n += $(NF - 5)} END {print n}' "$dir/report.txt")" = 150 ]
result "whose shares are of all faults" $?
! grep -qE 'https?://|<link|src=' "$dir/report.html" && tail -c 20 "$dir/report.html" | grep -q '</html>'
result "whose page is whole and loads nothing from elsewhere" $?
command=$(grep -o 'tenter replay [^<]*' "$dir/report.html" | head -n 1 | sed "s/&#39;/'/g; s|--trace [^ ]*|--trace $dir/again.pcap|; s|--waves [^ ]*|--waves $dir/again.fst|")
eval "$build/$command" >"$dir/again.txt" 2>&1
[ $? = 1 ] && [ -s "$dir/again.pcap" ] && [ -s "$dir/again.fst" ]
result "whose command plays a silent corruption again, with a capture and a waveform" $?

# what cannot be done is said in one line, exit code 2
refused() { # name, pattern, command...
    local name=$1 pattern=$2
    shift 2
    "$@" >/dev/null 2>"$dir/err"
    local rc=$?
    [ $rc = 2 ] && [ "$(wc -l <"$dir/err")" = 1 ] && grep -q "$pattern" "$dir/err"
    result "$name" $?
}
plan other $'sample = 5\nsim = verilator'
refused "a database of another plan is refused" 'another plan' "$tenter" campaign run "$dir/other.plan" --db "$dir/whole.db"
refused "so is merging it" 'of another plan' "$tenter" campaign merge "$dir/icarus.db" "$dir/whole.db"
echo 'not a database, but long enough to be read as the beginning of one' >"$dir/junk.db"
refused "a file that is no database" 'junk.db' "$tenter" campaign report "$dir/junk.db"
refused "a database that is not there" 'nothing.db: No such file' "$tenter" campaign report "$dir/nothing.db"
refused "a plan that is not there" 'none.plan: No such file' "$tenter" campaign run "$dir/none.plan" --db "$dir/x.db"
printf 'dut = x\nwindow = many\n' >"$dir/bad.plan"
refused "a malformed plan" 'bad.plan:2: window' "$tenter" campaign run "$dir/bad.plan" --db "$dir/x.db"
sed 's|^stimulus.*|stimulus = gone.pcap|' "$dir/long.plan" >"$dir/gone.plan"
refused "a stimulus that is not there" 'gone.pcap: No such file' "$tenter" campaign run "$dir/gone.plan" --db "$dir/x.db"
sed 's|^dut.*|dut = no_such_dut|' "$dir/long.plan" >"$dir/dut.plan"
refused "a DUT that nobody knows" "'no_such_dut' (only into " "$tenter" campaign run "$dir/dut.plan" --db "$dir/x.db"
refused "nor does replay" "'no_such_dut' (only into " "$tenter" replay --dut no_such_dut traces/pcie/nic_like_1500b.pcap
# the device's ID made 02:00.0, which the remapper's tables cannot tell from the host's 00:00.0
LC_ALL=C sed 's/\x1b\x00/\x02\x00/g' traces/pcie/nic_like_1500b.pcap >"$dir/alike.pcap"
refused "nor IDs that the tables cannot hold" 'alike.pcap: 02:00.0 and 00:00.0 are alike in OID' "$tenter" replay "$dir/alike.pcap"
sed "s|^stimulus.*|stimulus = $dir/alike.pcap|" "$dir/two.plan" >"$dir/alike.plan"
# (a campaign has begun its survey then, and says so)
"$tenter" campaign run "$dir/alike.plan" --db "$dir/x.db" >/dev/null 2>"$dir/err"
[ $? = 2 ] && grep -q '02:00.0 and 00:00.0 are alike in OID' "$dir/err"
result "nor does a campaign" $?
sed 's|^dut.*|dut = cz_ioport_remap-0a1b2c3d|' "$dir/long.plan" >"$dir/dut.plan"
refused "an image that is not built" 'remap-0a1b2c3d.*is not built' "$tenter" campaign run "$dir/dut.plan" --db "$dir/x.db"
sed "s|^stimulus.*|stimulus = $dir|" "$dir/two.plan" >"$dir/dir.plan"
refused "a stimulus that is no file" "stimulus $dir: not a regular file" "$tenter" campaign run "$dir/dir.plan" --db "$dir/x.db"
refused "a plan that is a directory" 'Is a directory' "$tenter" campaign run "$dir" --db "$dir/x.db"
refused "a trace on a full disk" '/dev/full: No space' "$tenter" replay --max 5 --trace /dev/full traces/pcie/nic_like_1500b.pcap
# a replay that a signal ends has not passed, and leaves no half of its trace (a million times as slow as
# captured, it does not end by itself before)
"$tenter" gen --packets 40 "$dir/slow.pcap" 2>/dev/null
for sim in icarus verilator; do
    ended=0 # several times: the signal comes a little earlier or later, once the trace has begun
    for _ in 1 2 3 4 5 6 7 8; do
        env --default-signal=TERM "$tenter" replay --sim $sim --timing captured:1000000 --trace "$dir/ended.pcap" "$dir/slow.pcap" >/dev/null 2>&1 &
        pid=$!
        until [ -e "$dir/ended.pcap.part" ]; do
            kill -0 $pid 2>/dev/null || break
        done
        kill -TERM $pid 2>/dev/null
        wait $pid 2>/dev/null
        [ $? = 143 ] && [ ! -e "$dir/ended.pcap.part" ] && [ ! -e "$dir/ended.pcap" ] || ended=1
        rm -f "$dir/ended.pcap.part"
    done
    result "$sim: a replay that TERM ends says so, and leaves no trace" $ended
done
"$tenter" replay --max 5 traces/pcie/nic_like_1500b.pcap >/dev/full 2>"$dir/err"
[ $? = 2 ] && [ "$(wc -l <"$dir/err")" = 1 ] && grep -q 'standard output: No space' "$dir/err"
result "a replay whose result cannot be printed" $?
"$tenter" campaign merge "$dir/told.db" "$dir/whole.db" >/dev/full 2>"$dir/err"
[ $? = 2 ] && [ "$(wc -l <"$dir/err")" = 1 ] && grep -q 'standard output: No space' "$dir/err"
result "a merge, too" $?
"$tenter" campaign merge "$dir/half.db" "$dir/icarus.db" "$dir/whole.db" 2>/dev/null
[ ! -e "$dir/half.db" ]
result "a merge that is refused leaves no new database" $?
"$tenter" campaign report -o - "$dir/whole.db" >"$dir/std.html" && cmp -s "$dir/report.html" "$dir/std.html"
result "the page on standard output is the page alone" $?
cp "$dir/long.plan" "$dir/another.plan"
MAKEFLAGS='' make -n campaign B="$build" PLAN="$dir/another.plan" | grep -q -- "--db $build/another.db"
result "each plan has a database of its own" $?
refused "a report that cannot be written" 'report.html: No such file' "$tenter" campaign report "$dir/whole.db" -o "$dir/no/report.html"
(trap '' XFSZ; ulimit -f 100; "$tenter" campaign run "$dir/long.plan" --db "$dir/full.db" >/dev/null 2>"$dir/full.err")
rc=$?
[ $rc = 2 ] && grep -q 'full.db: ' "$dir/full.err"
result "a full disk is told" $?
"$tenter" campaign run "$dir/long.plan" --db "$dir/full.db" 2>/dev/null && outcomes "$dir/full.db" | cmp -s - "$dir/whole.txt"
result "and once there is room the campaign goes on" $?
exit $bad
