// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Seeded bugs. `TN_MUT(n, good, bad) is good, and costs nothing, unless the
// build says -DTN_MUT_SEL=n: then that one place is wrong on purpose. The list,
// with the rule that must catch each: suites/conformance/mutants.tsv.
`ifndef TN_MUT
`ifdef TN_MUT_SEL
`define TN_MUT(n, good, bad) ((`TN_MUT_SEL == (n)) ? (bad) : (good))
`else
`define TN_MUT(n, good, bad) (good)
`endif
`endif
