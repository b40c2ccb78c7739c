#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Captures made on real hardware, where they are present (TENTER_CAPTURES): no false
# alarm, every artefact named, a third party's published decode matched.
set -u
tenter=$1/tenter
real=${TENTER_CAPTURES:-../shared/captures}
says() { # says NAME TEXT COMMAND...: the output holds the text
    name=$1 text=$2
    shift 2
    if "$@" 2>&1 | grep -qF -- "$text"; then echo "ok $name"; else echo "not ok $name"; fi
}
sum=$(sha256sum traces/pcie/nic_like_1500b.pcap | cut -c1-64)
says "the trace in the repository is the one in its README" "$sum" cat traces/README.md
says "the made capture breaks no rule" " 0 violations" "$tenter" check traces/pcie/nic_like_1500b.pcap
if [ ! -d "$real/nettlp" ]; then
    echo "ok real captures # SKIP not present"
    exit 0
fi
for f in "$real"/rocev2/*.pcap; do
    "$tenter" check -q "$f" >/dev/null 2>&1
    if [ $? = 2 ]; then echo "ok no rule applies to $(basename "$f")"; else echo "not ok no rule applies to $(basename "$f")"; fi
done
for f in "$real"/nettlp/*/*.pcap "$real"/analyzer/*.pcapng; do
    if "$tenter" check -q "$f" >/dev/null 2>&1; then
        echo "ok no false alarm on $(basename "$f")"
    else
        echo "not ok no false alarm on $(basename "$f")"
    fi
done
says "two capture points are told from a reused tag" "artefact ART-ORDER" \
    "$tenter" check "$real/nettlp/root-complex/mrd-512byte-plx.pcap"
says "time stamps that step back are named" "artefact ART-TIME" \
    "$tenter" check "$real/nettlp/x520/x520-1500B-32pkt.pcap"
says "electrical garbage is named" "artefact ART-GARBAGE: link symbols without framing: 2 records" \
    "$tenter" check "$real/analyzer/trace-link-power-off.pcapng"
says "RoCEv2 is recognised" "RoCEv2" "$tenter" check "$real/rocev2/scapy_roce_vectors.pcap"
# the CRCs of the analyser's capture: 2 LCRCs and 73 DLLP CRCs
bad=$("$tenter" check --only 'DLL-1,DLL-3' --json "$real/analyzer/trace-link-power-off.pcapng" | grep -c rule)
dllps=$("$tenter" show "$real/analyzer/trace-link-power-off.pcapng" | grep -c DLLP)
[ "$bad" = 0 ] && [ "$dllps" = 73 ] && echo "ok 73 DLLP CRCs and the LCRCs are right" ||
    echo "not ok 73 DLLP CRCs and the LCRCs are right ($dllps DLLPs, $bad bad)"
# the NetTLP project's own decode of simple-nic-ping, field by field
ping=$real/nettlp/simple-nic/simple-nic-ping
fields() { sed -E 's/ +/ /g'; }
published=$(sed -nE 's/.*NetTLP: (MWr|MRd), len ([0-9]+), requester ([0-9a-f:]+), tag 0x([0-9a-f]+), last 0x(.), first 0x(.), Addr 0x([0-9a-f]+)/\1 \3 \4 \7 \6\/\5 \2/p
    s/.*NetTLP: (CplD), len ([0-9]+), completer ([0-9a-f:]+), success, bc ([0-9]+), requester ([0-9a-f:]+), tag 0x([0-9a-f]+), lowaddr 0x([0-9a-f]+)/\1 \5 \6 \3 \4 \7 \2/p' "$ping.decode.txt")
ours=$("$tenter" show "$ping.pcap" | fields |
    sed -nE 's/.* (MWr|MRd) from ([0-9a-f:]+)\.0 tag (..) addr ([0-9a-f]+) be (.\/.) len ([0-9]+).*/\1 \2 \3 \4 \5 \6/p
    s/.* (CplD) to ([0-9a-f:]+)\.0 tag (..) from ([0-9a-f:]+)\.0 SC bc ([0-9]+) la (..) len ([0-9]+).*/\1 \2 \3 \4 \5 \6 \7/p')
if [ -n "$published" ] && [ "$published" = "$ours" ] && [ "$(wc -l <<<"$ours")" = 12 ]; then
    echo "ok the published decode of simple-nic-ping agrees in all 12 packets"
else
    echo "not ok the published decode of simple-nic-ping agrees in all 12 packets"
    diff <(echo "$published") <(echo "$ours")
fi
