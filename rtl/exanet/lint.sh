# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# ExaNet's modules, for rtl/lint/lint: what is synthesized, shapes besides the defaults, parameters that are refused.
# shellcheck shell=bash disable=SC2154

synth exanet exa_crossbar exa_link exa_mux exa_demux exa_packetizer,CHAN_N=3 exa_mailbox,MBOX_N=3,SLOT_LOG2=1,DUP_N=5 \
    exa_rt_mailbox,RSP_LOG2=2,READ_LOG2=1,DUP_N=5 exa_rdma_rx,DUP_N=5 exa_dma,OUT_N=2,TXN_LOG2=3 exa_axi,REQ_LOG2=2

for p in "8 0 4 7" "8 4 0 0" "11 3 7 10"; do
    read -r port link gw dram <<<"$p"
    by_turn "exa_crossbar with $port ports, links at $link, gateway at $gw, DRAM at $dram is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module exa_crossbar \
        "-GPORT_N=$port" "-GLINK_BASE=$link" "-GGW_BASE=$gw" "-GDRAM_PORT=$dram" rtl/exanet/exa_crossbar.v
done

# ni TOP PARAMETER=VALUE...: a block of the network interface with these is clean
ni() {
    local top=$1
    shift
    by_turn "$top with $* is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module "$top" "${@/#/-G}" "rtl/exanet/$top.v"
}
ni exa_packetizer AXI_ID_W=1 CHAN_N=2
ni exa_mailbox AXI_ID_W=16 MBOX_N=1 SLOT_LOG2=1 DUP_N=4
ni exa_mailbox MBOX_N=33 SLOT_LOG2=6 DUP_N=300
ni exa_rt_mailbox RSP_LOG2=2 READ_LOG2=1 DUP_N=5
ni exa_rt_mailbox RSP_LOG2=12 READ_LOG2=8
ni exa_dma OUT_N=2 TXN_LOG2=2 AXI_ID_W=1
ni exa_dma OUT_N=3 TXN_LOG2=5 AXI_ID_W=16
ni exa_dma OUT_N=7
ni exa_rdma_rx AXI_ID_W=1 WAY_LOG2=0 DUP_N=5
ni exa_rdma_rx WAY_LOG2=3 DUP_N=5
ni exa_axi AXI_ID_W=1 REQ_LOG2=1
ni exa_axi AXI_ID_W=16 REQ_LOG2=6
ni exa_mux IN_N=2
ni exa_mux IN_N=16
ni exa_demux OUT_N=2
ni exa_demux OUT_N=16

for p in PORT_N=7 PORT_N=17 LINK_BASE=13 GW_BASE=11 GW_BASE=13 DRAM_PORT=16; do
    refused exa_crossbar "$p" "${files[@]}"
done
for p in XOFF_FREE=31 XOFF_FREE=55 XOFF_FREE=201 XON_FREE=72 XON_FREE=256 REFRESH_CYC=15 REFRESH_CYC=353 SLIP_CYC=0 SLIP_CYC=256; do
    refused exa_link "$p" "${files[@]}"
done
for p in CHAN_N=1 CHAN_N=65 AXI_ID_W=0 AXI_ID_W=17; do
    refused exa_packetizer "$p" "${files[@]}"
done
for p in MBOX_N=0 MBOX_N=65 SLOT_LOG2=0 SLOT_LOG2=7 DUP_N=3 DUP_N=1025; do
    refused exa_mailbox "$p" "${files[@]}"
done
for p in RSP_LOG2=1 RSP_LOG2=13 READ_LOG2=0 READ_LOG2=9 DUP_N=3 DUP_N=1025; do
    refused exa_rt_mailbox "$p" "${files[@]}"
done
for p in AXI_ID_W=0 AXI_ID_W=17 OUT_N=0 OUT_N=8 TXN_LOG2=1 TXN_LOG2=11; do
    refused exa_dma "$p" "${files[@]}"
done
for p in HOLD=2 WAY_LOG2=5 DUP_N=3 DUP_N=1025; do
    refused exa_rdma_rx "$p" "${files[@]}"
done
for p in REQ_LOG2=0 REQ_LOG2=7; do
    refused exa_axi "$p" "${files[@]}"
done
refused exa_mux IN_N=1 "${files[@]}"
refused exa_mux IN_N=17 "${files[@]}"
refused exa_demux OUT_N=1 "${files[@]}"
refused exa_demux OUT_N=17 "${files[@]}"
