// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The lines that break the rules of the channel at output 0, the way that TN_BREAK says. suites/exanet/cosim/channel puts
// them into the switch's own wrapper, and connects hdr_valid, hdr_ready and so on to data in the places of m_exa.

    wire [PORT_N-1:0]     hdr_valid, pld_valid, ftr_valid;
    wire [128*PORT_N-1:0] data;
    reg                   stalled_q; // a word stands at output 0 and was shown for a cycle

    wire any = hdr_valid[0] || pld_valid[0] || ftr_valid[0];
    wire taken = hdr_valid[0] && m_exa_hdr_ready[0] || pld_valid[0] && m_exa_pld_ready[0] ||
                 ftr_valid[0] && m_exa_ftr_ready[0];
    // 1: withdrawn after a cycle
    wire              hide = `TN_BREAK == 1 && stalled_q;
    wire [PORT_N-1:0] shown = {{PORT_N-1{1'b1}}, !hide};
    wire [PORT_N-1:0] hdr_ready = m_exa_hdr_ready & shown;
    wire [PORT_N-1:0] pld_ready = m_exa_pld_ready & shown;
    wire [PORT_N-1:0] ftr_ready = m_exa_ftr_ready & shown;

    always @(posedge clk) stalled_q <= !rst && any && !taken && !stalled_q;

    // 3: two valids; 5: footers as payload; 6: headers as payload; 7: a valid is unknown
    assign m_exa_hdr_valid = {hdr_valid[PORT_N-1:1],
                              `TN_BREAK == 7 && pld_valid[0] ? 1'bx : hdr_valid[0] && !hide && `TN_BREAK != 6};
    assign m_exa_pld_valid = {pld_valid[PORT_N-1:1],
                              !hide && (pld_valid[0] || `TN_BREAK == 5 && ftr_valid[0] || `TN_BREAK == 6 && hdr_valid[0])};
    assign m_exa_ftr_valid = {ftr_valid[PORT_N-1:1],
                              !hide && (`TN_BREAK != 5 && ftr_valid[0] || `TN_BREAK == 3 && hdr_valid[0])};
    // 2: a bit changes while the word waits; 4: one is unknown
    assign m_exa_data = {data[128*PORT_N-1:65], data[64] ^ (`TN_BREAK == 2 && any && !taken && !stalled_q),
                         data[63:1], `TN_BREAK == 4 && pld_valid[0] ? 1'bx : data[0]};

