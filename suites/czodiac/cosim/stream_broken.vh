// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The lines that break the rules of a stream at m_dev, the way that TN_BREAK says. suites/czodiac/cosim/stream puts
// them into the remapper's own wrapper, and connects valid, data, keep, last, ready and ok in the places of m_dev.

    wire         valid, last;
    wire [127:0] data;
    wire [3:0]   keep;
    wire         ready = m_dev_ready && !hide;
    reg          waits_q; // a beat was offered in the cycle before, and not taken

    // 1: withdrawn after a cycle
    wire hide = `TN_BREAK == 1 && waits_q;

    always @(posedge clk) waits_q <= !rst && valid && !m_dev_ready && !waits_q;

    assign m_dev_valid = valid && !hide;
    // 2: a bit changes while the beat waits; 5: one is unknown
    assign m_dev_data = {data[127:65], data[64] ^ (`TN_BREAK == 2 && waits_q), data[63:1],
                         `TN_BREAK == 5 ? 1'bx : data[0]};
    // 3: holes before the last beat; 4: in it
    assign m_dev_keep = `TN_BREAK == 3 && !last ? 4'h7 : `TN_BREAK == 4 && last ? 4'h5 : keep;
    assign m_dev_last = last;
    // 6: ok is not asked
    wire [2:0] ok = `TN_BREAK == 6 ? 3'd7 : m_dev_ok;
