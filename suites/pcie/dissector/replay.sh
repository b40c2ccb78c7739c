#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# What Wireshark says of a link's replays and acknowledgments, against a list made here from tenter's own fields: of traffic
# with errors, in Tenter's form and in an analyser's, and of a few frames written by hand.
set -u
# shellcheck source=suites/dissector/common
. suites/dissector/common

# Of each frame: the frame of its first copy, the Nak before it, its acknowledgment, the newest TLP that it acknowledges
follow() { # follow CAPTURE
    "$tenter" show --json "$1" | python3 -c '
import json, sys
ways, acked, rows = {}, {}, []
for line in sys.stdin:
    e = json.loads(line)
    n, row = e.get("packet"), {}
    rows.append((n, row))
    if e.get("unit") != 2 or e["dir"] not in (1, 2):
        continue
    if e.get("lcrc_ok") and not e.get("edb"):
        w = ways.setdefault(e["dir"], {"first": {}, "newest": None, "nak": None, "copies": False})
        seq = e["seq"]
        if w["newest"] is not None and (w["newest"] - seq) % 4096 < 2048 and seq in w["first"]:
            row["first"], row["nak"], w["copies"] = w["first"][seq], w["nak"], True
        else:
            if w["copies"]:
                w["nak"], w["copies"] = None, False
            w["newest"], w["first"][seq] = seq, n
    elif e.get("crc_ok") and e["dllp"] in ("Ack", "Nak"):
        w = ways.setdefault(3 - e["dir"], {"first": {}, "newest": None, "nak": None, "copies": False})
        if e["dllp"] == "Nak":
            w["nak"] = n
        seq = at = e["seq"]
        if w["newest"] is None or (w["newest"] - seq) % 4096 >= 2048:
            continue
        while at in w["first"] and w["first"][at] not in acked:
            acked[w["first"][at]] = n
            at = (at - 1) % 4096
        if at != seq:
            row["acks"] = w["first"][seq]
for n, row in rows:
    row["acked"] = acked.get(row.get("first", n))
    print(" ".join([str(n)] + [str(row.get(k) or "") for k in ("first", "nak", "acked", "acks")]))
'
}
seen() { # seen CAPTURE
    dissect -2 -r "$1" -T fields -E separator=' ' -e frame.number -e tn.frame.retransmission_of -e tn.frame.asked_by -e tn.frame.acked_in -e tn.frame.acks
}
for n in 0 60 200; do
    "$tenter" gen --pattern link --packets 150 --faults $n --seed "${SEED:-1}" "$dir/link.pcap" 2>/dev/null
    follow "$dir/link.pcap" >"$dir/expected"
    seen "$dir/link.pcap" >"$dir/found"
    same "replays and acknowledgments, $n frames of 1000 with errors" "$dir/expected" "$dir/found"
done
awk '$2 && $3 && $4 { n++ } END { exit n < 3 }' "$dir/expected"
verdict "copies that a Nak asked for are among them" $?

# two TLPs, the first again for a Nak, an Ack of both; a list of frames as text (common)
tlp0="fb0000400000010100000f000010001111111148 9b111ffd"
tlp1="fb000140000001010000 0f00001000111111110b50b798fd"
printf "%s\n" "2 1 24 ${tlp0// /}" "2 1 24 ${tlp1// /}" "2 2 8 5c100000005805fd" "2 1 24 ${tlp1// /}" "2 2 8 5c000000011279fd" >"$dir/list"
to_pcap "$dir/own.pcap" <"$dir/list"
to_analyser "$dir/analyser.pcap" <"$dir/list"
printf "%s\n" "1   3 " "2   5 " "3    1" "4 2 3 5 " "5    2" >"$dir/expected"
for f in own analyser; do
    seen "$dir/$f.pcap" >"$dir/found"
    same "a replay written by hand, $f" "$dir/expected" "$dir/found"
done
no_lua_error "no Lua error" "$dir"/*.pcap
