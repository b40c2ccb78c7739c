# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# cZodiac's modules, for rtl/lint/lint: what is synthesized, shapes besides the defaults, parameters that are refused.
# shellcheck shell=bash disable=SC2154

synth czodiac cz_ioport_remap,FUNC_N=2,PORT_N=2,MPS_B=128,QUEUE_LOG2=5 \
    cz_dll,MPS_B=128,REPLAY_LOG2=9,SEQ_LOG2=3,LANES=1,CR_PH=1,CR_PD=8,CR_NPH=1,CR_NPD=2,CR_CPLH=1,CR_CPLD=8 \
    cz_framing,MPS_B=128,LANES=1 cz_framing,MPS_B=128,LANES=8 cz_pcs,LANES=1

# the largest and the smallest the contract allows
dut=rtl/czodiac/cz_ioport_remap.v
for p in "64 16 4096 10" "1 1 128 5" "5 3 512 7"; do
    read -r func port mps queue <<<"$p"
    by_turn "cz_ioport_remap with $func functions, $port ports, MPS $mps is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module cz_ioport_remap \
        "-GFUNC_N=$func" "-GPORT_N=$port" "-GMPS_B=$mps" "-GQUEUE_LOG2=$queue" $dut
done

for p in FUNC_N=65 FUNC_N=0 PORT_N=17 PORT_N=0 MPS_B=64 MPS_B=8192 QUEUE_LOG2=4; do
    refused cz_ioport_remap "$p" "${files[@]}"
done

for p in "4096 8 14 11 127 2047 127 2047 127 2047" "128 1 9 3 1 8 1 2 0 0"; do
    read -r mps lanes replay seq ph pd nph npd cplh cpld <<<"$p"
    by_turn "cz_dll with MPS $mps, $lanes lanes, credits $ph $pd $nph $npd $cplh $cpld is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module cz_dll \
        "-GMPS_B=$mps" "-GLANES=$lanes" "-GREPLAY_LOG2=$replay" "-GSEQ_LOG2=$seq" "-GCR_PH=$ph" "-GCR_PD=$pd" \
        "-GCR_NPH=$nph" "-GCR_NPD=$npd" "-GCR_CPLH=$cplh" "-GCR_CPLD=$cpld" rtl/czodiac/cz_dll.v
done

for p in MPS_B=64 MPS_B=8192 MPS_B=384 LANES=2 SEQ_LOG2=2 SEQ_LOG2=12 REPLAY_LOG2=8 REPLAY_LOG2=15 CR_PH=0 CR_PH=128 CR_PD=31 \
    CR_NPH=0 CR_NPD=1 CR_CPLH=1 CR_CPLD=31; do
    refused cz_dll "$p" "${files[@]}"
done
refused cz_dll WIRE_CYC=65536 "${files[@]}"

for p in "128 1 0 1180" "4096 8 1 1538" "4096 1 1 1538" "128 8 0 1180"; do
    read -r mps lanes scramble skp <<<"$p"
    for top in cz_framing cz_link; do
        more=()
        [ "$top $mps" != "cz_link 4096" ] || more=(-GREPLAY_LOG2=14 -GCR_PD=512)
        by_turn "$top with MPS $mps, $lanes lanes, scrambling $scramble, an ordered set in $skp cycles is clean" \
            verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module $top \
            "-GMPS_B=$mps" "-GLANES=$lanes" "-GSCRAMBLE=$scramble" "-GSKP_CYC=$skp" "${more[@]}" rtl/czodiac/$top.v
    done
done

for p in MPS_B=64 MPS_B=8192 MPS_B=384 LANES=2 SCRAMBLE=2 SKP_CYC=1179 SKP_CYC=1539; do
    refused cz_framing "$p" "${files[@]}"
done

for p in "1 1" "8 63"; do
    read -r lanes wire <<<"$p"
    by_turn "cz_wire of $lanes lanes and $wire cycles is clean" \
        verilator --lint-only -Wall "${waivers[@]}" "${path[@]}" --top-module cz_wire "-GLANES=$lanes" "-GWIRE_CYC=$wire" rtl/czodiac/cz_wire.v
done
for p in LANES=2 WIRE_CYC=0 WIRE_CYC=64; do
    refused cz_wire "$p" "${files[@]}"
done
