# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# How an expectation of ExaNet's cases is spoilt: another packet, another fill, another cause.
/^expect [0-9]+ /{ s/^(expect [0-9]+) .*(within.*)$/\1 zero \2/; b; }
/^expect ([0-9]+\* )?net /{ s/net .* within/net zero within/; b; }
/^expect (drop|rx) .* HCRC/{ s/HCRC/STRAY/; b; }
/^expect .*fill=/{ s/fill=[0-9]+/fill=99/; b; }
/^expect (drop|rx) /{ s/[A-Z]+/HCRC/; b; }
/^expect error .* SLVERR/{ s/SLVERR/DECERR/; b; }
/^expect error /{ s/DECERR/SLVERR/; b; }
/^expect (read|write) .*beats/{ s/beats=[0-9]+/beats=11/; b; }
/^holds /{ s/^(holds [^ ]+) [^ ]+/\1 5a5a5a5a/; b; }
/^expect event /{ s/DROP|FAULT|CLEAR/Q&/; s/QDROP/FAULT/; s/QFAULT|QCLEAR/DROP/; b; }
/^beat .* SLVERR/{ s/SLVERR/DECERR/; b; }
