// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ExaNet's sender of RDMA transactions (ExaDMA).
//
// AXI_ID_W (1 to 16); OUT_N (1 to 7) outputs; TXN_LOG2 (2 to 10): log2 of the descriptors. A write that
// starts a transaction has its first read on m_axi_ar some 8 cycles later; the last beat of a packet
// taken in t: header on m_exa in t+6. rst forgets all and clears the descriptors in 2^TXN_LOG2 cycles. Paper chapter 5;
// contract: exa_dma.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma #(
    parameter integer AXI_ID_W = 4,  // bits of an AXI ID, 1 to 16
    parameter integer OUT_N    = 1,  // outputs, 1 to 7
    parameter integer TXN_LOG2 = 10  // log2 of the descriptors, 2 to 10
) (
    input  wire                 clk,
    input  wire                 rst,
    // this node's coordinates
    input  wire [21:0]          own,
    // answers from the network
    input  wire                 s_exa_hdr_valid,
    output wire                 s_exa_hdr_ready,
    input  wire                 s_exa_pld_valid,
    output wire                 s_exa_pld_ready,
    input  wire                 s_exa_ftr_valid,
    output wire                 s_exa_ftr_ready,
    input  wire [127:0]         s_exa_data,
    // packets to the network, a path each
    output wire [OUT_N-1:0]     m_exa_hdr_valid,
    input  wire [OUT_N-1:0]     m_exa_hdr_ready,
    output wire [OUT_N-1:0]     m_exa_pld_valid,
    input  wire [OUT_N-1:0]     m_exa_pld_ready,
    output wire [OUT_N-1:0]     m_exa_ftr_valid,
    input  wire [OUT_N-1:0]     m_exa_ftr_ready,
    output wire [128*OUT_N-1:0] m_exa_data,
    // AXI slave: pages of transactions, registers
    input  wire                 s_axi_awvalid,
    output wire                 s_axi_awready,
    input  wire [AXI_ID_W-1:0]  s_axi_awid,
    input  wire [19:0]          s_axi_awaddr,
    input  wire [7:0]           s_axi_awlen,
    input  wire [2:0]           s_axi_awsize,
    input  wire [1:0]           s_axi_awburst,
    input  wire                 s_axi_wvalid,
    output wire                 s_axi_wready,
    input  wire [127:0]         s_axi_wdata,
    input  wire [15:0]          s_axi_wstrb,
    input  wire                 s_axi_wlast,
    output wire                 s_axi_bvalid,
    input  wire                 s_axi_bready,
    output wire [AXI_ID_W-1:0]  s_axi_bid,
    output wire [1:0]           s_axi_bresp,
    input  wire                 s_axi_arvalid,
    output wire                 s_axi_arready,
    input  wire [AXI_ID_W-1:0]  s_axi_arid,
    input  wire [19:0]          s_axi_araddr,
    input  wire [7:0]           s_axi_arlen,
    input  wire [2:0]           s_axi_arsize,
    input  wire [1:0]           s_axi_arburst,
    output wire                 s_axi_rvalid,
    input  wire                 s_axi_rready,
    output wire [AXI_ID_W-1:0]  s_axi_rid,
    output wire [127:0]         s_axi_rdata,
    output wire [1:0]           s_axi_rresp,
    output wire                 s_axi_rlast,
    // AXI master: reads of memory
    output wire                 m_axi_arvalid,
    input  wire                 m_axi_arready,
    output wire [2:0]           m_axi_arid,
    output wire [41:0]          m_axi_araddr,
    output wire [7:0]           m_axi_arlen,
    output wire [2:0]           m_axi_arsize,
    output wire [1:0]           m_axi_arburst,
    input  wire                 m_axi_rvalid,
    output wire                 m_axi_rready,
    input  wire [2:0]           m_axi_rid,
    input  wire [127:0]         m_axi_rdata,
    input  wire [1:0]           m_axi_rresp,
    input  wire                 m_axi_rlast,
    // a page fault waits
    output wire                 irq_fault,
    // observation
    output reg                  obs_drop
);

    generate
        if (AXI_ID_W < 1 || AXI_ID_W > 16) begin : g_id_w
            tn_error_AXI_ID_W_must_be_1_to_16 u_error ();
        end
        if (OUT_N < 1 || OUT_N > 7) begin : g_out_n
            tn_error_OUT_N_must_be_1_to_7 u_error ();
        end
        if (TXN_LOG2 < 2 || TXN_LOG2 > 10) begin : g_txn_log2
            tn_error_TXN_LOG2_must_be_2_to_10 u_error ();
        end
    endgenerate

    // ---- the channel in: nothing is awaited there
    assign s_exa_hdr_ready = !rst;
    assign s_exa_pld_ready = !rst;
    assign s_exa_ftr_ready = !rst;

    always @(posedge clk) obs_drop <= s_exa_hdr_valid && s_exa_hdr_ready;

    // ---- the port's beats
    wire         clearing;
    wire         wr_valid, wr_ready;
    wire [15:0]  wr_addr, wr_strb;
    wire [127:0] wr_data;
    wire [1:0]   wr_resp;
    wire         rd_valid, rd_ready;
    wire [15:0]  rd_addr, rd_soon, rd_strb;
    wire [127:0] rd_data;
    wire [1:0]   rd_resp;

    tn_axi_slave #(
        .AXI_ID_W(AXI_ID_W),
        .ADDR_W  (20)
    ) u_axi (
        .clk          (clk),
        .rst          (rst || clearing),
        .s_axi_awvalid(s_axi_awvalid),
        .s_axi_awready(s_axi_awready),
        .s_axi_awid   (s_axi_awid),
        .s_axi_awaddr (s_axi_awaddr),
        .s_axi_awlen  (s_axi_awlen),
        .s_axi_awsize (s_axi_awsize),
        .s_axi_awburst(s_axi_awburst),
        .s_axi_wvalid (s_axi_wvalid),
        .s_axi_wready (s_axi_wready),
        .s_axi_wdata  (s_axi_wdata),
        .s_axi_wstrb  (s_axi_wstrb),
        .s_axi_wlast  (s_axi_wlast),
        .s_axi_bvalid (s_axi_bvalid),
        .s_axi_bready (s_axi_bready),
        .s_axi_bid    (s_axi_bid),
        .s_axi_bresp  (s_axi_bresp),
        .s_axi_arvalid(s_axi_arvalid),
        .s_axi_arready(s_axi_arready),
        .s_axi_arid   (s_axi_arid),
        .s_axi_araddr (s_axi_araddr),
        .s_axi_arlen  (s_axi_arlen),
        .s_axi_arsize (s_axi_arsize),
        .s_axi_arburst(s_axi_arburst),
        .s_axi_rvalid (s_axi_rvalid),
        .s_axi_rready (s_axi_rready),
        .s_axi_rid    (s_axi_rid),
        .s_axi_rdata  (s_axi_rdata),
        .s_axi_rresp  (s_axi_rresp),
        .s_axi_rlast  (s_axi_rlast),
        .wr_valid     (wr_valid),
        .wr_ready     (wr_ready),
        .wr_addr      (wr_addr),
        .wr_strb      (wr_strb),
        .wr_data      (wr_data),
        .wr_resp      (wr_resp),
        .rd_valid     (rd_valid),
        .rd_ready     (rd_ready),
        .rd_addr      (rd_addr),
        .rd_soon      (rd_soon),
        .rd_strb      (rd_strb),
        .rd_data      (rd_data),
        .rd_resp      (rd_resp)
    );

    // ---- the sequencer
    wire [7:0]          kernel_at;
    wire                bank_wr;
    wire [3:0]          bank_which;
    wire [3:0]          bank_there;
    wire                bank_over;
    wire [2:0]          over_bank;
    wire [127:0]        bank_data;
    wire [127:0]        kernel_data;
    wire [3:0]          kernel_ok;
    wire                is_bank;
    wire                is_fault;
    wire                fault_any;
    wire                fault_settled;
    wire                fault_pop;
    wire                fault_push;
    wire                fault_lost;
    wire [57:0]         fault_entry;
    wire [57:0]         fault;
    wire [10:0]         fault_level;
    wire [15:0]         pdid;
    wire                bank_hit;
    wire [2:0]          bank;
    wire [OUT_N-1:0]    ctl_drop;
    wire [OUT_N-1:0]    ctl_wr;
    wire [9:0]          ctl_tid;
    wire [189:0]        row;
    wire [OUT_N-1:0]    ctl_ok;
    wire [OUT_N-1:0]    ctl_mix;
    wire [OUT_N-1:0]    ctl_full;
    wire [OUT_N-1:0]    ctl_gone;
    wire                read_busy;
    wire                issue;
    wire [2:0]          path;
    wire [2:0]          slot;
    wire [OUT_N-1:0]    alloc;
    wire [OUT_N-1:0]    drop;
    wire                lost;
    wire [9:0]          tid;
    wire                cut_last;
    wire [14:0]         cut_off;
    wire [117:0]        cut;
    wire [27:0]         cut_vbs;
    wire [37:0]         cut_beat_at;
    wire [4:0]          cut_beats;
    wire [4:0]          cut_page_beats;
    wire [OUT_N-1:0]    free_any;
    wire [3*OUT_N-1:0]  free_at;
    wire [OUT_N-1:0]    tid_failed;
    wire [OUT_N-1:0]    astray;
    wire [OUT_N-1:0]    fin;
    wire [3*OUT_N-1:0]  fin_at;
    wire [OUT_N-1:0]    fin_failed;
    wire [10*OUT_N-1:0] fin_tid;
    wire [2*OUT_N-1:0]  fin_code;
    wire [OUT_N-1:0]    fin_page;
    wire [15*OUT_N-1:0] fin_off;
    wire [OUT_N-1:0]    fin_take;
    wire [2:0]          fin_take_at;
    wire                ev_busy;
    wire                ev_bad;
    wire                ev_chained;
    wire                ev_chain_miss;
    wire                ev_start;
    wire                ev_end;
    wire                ev_retry;
    wire [OUT_N-1:0]    ev_starts;
    wire [OUT_N-1:0]    ev_packet;
    wire [9*OUT_N-1:0]  ev_bytes;
    wire [2*OUT_N-1:0]  ev_faults;

    exa_dma_seq #(
        .OUT_N   (OUT_N),
        .TXN_LOG2(TXN_LOG2)
    ) u_seq (
        .clk           (clk),
        .rst           (rst),
        .clearing      (clearing),
        .wr_valid      (wr_valid),
        .wr_ready      (wr_ready),
        .wr_addr       (wr_addr),
        .wr_strb       (wr_strb),
        .wr_data       (wr_data),
        .wr_resp       (wr_resp),
        .rd_valid      (rd_valid),
        .rd_ready      (rd_ready),
        .rd_addr       (rd_addr),
        .rd_strb       (rd_strb),
        .rd_data       (rd_data),
        .rd_resp       (rd_resp),
        .kernel_at     (kernel_at),
        .bank_wr       (bank_wr),
        .bank_which    (bank_which),
        .bank_there    (bank_there),
        .kernel_data   (kernel_data),
        .kernel_ok     (kernel_ok),
        .is_bank       (is_bank),
        .is_fault      (is_fault),
        .fault_settled (fault_settled),
        .fault_pop     (fault_pop),
        .fault_push    (fault_push),
        .fault_entry   (fault_entry),
        .ctl_drop      (ctl_drop),
        .pdid          (pdid),
        .bank_hit      (bank_hit),
        .ctl_wr        (ctl_wr),
        .ctl_tid       (ctl_tid),
        .row           (row),
        .ctl_ok        (ctl_ok),
        .ctl_full      (ctl_full),
        .read_busy     (read_busy),
        .issue         (issue),
        .path          (path),
        .slot          (slot),
        .alloc         (alloc),
        .drop          (drop),
        .lost          (lost),
        .tid           (tid),
        .cut_last      (cut_last),
        .cut_off       (cut_off),
        .cut           (cut),
        .cut_vbs       (cut_vbs),
        .cut_beat_at   (cut_beat_at),
        .cut_beats     (cut_beats),
        .cut_page_beats(cut_page_beats),
        .free_any      (free_any),
        .free_at       (free_at),
        .tid_failed    (tid_failed),
        .astray        (astray),
        .fin           (fin),
        .fin_at        (fin_at),
        .fin_failed    (fin_failed),
        .fin_tid       (fin_tid),
        .fin_code      (fin_code),
        .fin_page      (fin_page),
        .fin_off       (fin_off),
        .fin_take      (fin_take),
        .fin_take_at   (fin_take_at),
        .ev_busy       (ev_busy),
        .ev_bad        (ev_bad),
        .ev_chained    (ev_chained),
        .ev_chain_miss (ev_chain_miss),
        .ev_start      (ev_start),
        .ev_end        (ev_end),
        .ev_retry      (ev_retry),
        .ev_starts     (ev_starts)
    );

    // ---- the kernel's page
    exa_banks u_banks (
        .clk      (clk),
        .rst      (rst),
        .wr       (bank_wr),
        .wr_row   (kernel_at[0]),
        .which    (bank_which),
        .wr_data  (wr_data),
        .there    (bank_there),
        .rd_row   (kernel_at[1:0]),
        .rd_data  (bank_data),
        .pdid     (pdid),
        .hit      (bank_hit),
        .bank     (bank),
        .take     (issue),
        .give     (bank_over),
        .give_bank(over_bank)
    );

    exa_dma_faults #(
        .TXN_LOG2(TXN_LOG2)
    ) u_faults (
        .clk       (clk),
        .rst       (rst),
        .push      (fault_push),
        .push_entry(fault_entry),
        .lost      (fault_lost),
        .pop       (fault_pop),
        .any       (fault_any),
        .settled   (fault_settled),
        .entry     (fault),
        .level     (fault_level)
    );

    exa_dma_regs #(
        .OUT_N   (OUT_N),
        .TXN_LOG2(TXN_LOG2)
    ) u_regs (
        .clk        (clk),
        .rst        (rst),
        .own        (own),
        .at         (kernel_at),
        .banks      (bank_data),
        .fault_any  (fault_any),
        .fault      (fault),
        .fault_level(fault_level),
        .rd_data    (kernel_data),
        .rd_ok      (kernel_ok),
        .is_bank    (is_bank),
        .is_fault   (is_fault),
        .ev_one     ({obs_drop, fault_lost, ev_chain_miss, ev_chained, ctl_mix != {OUT_N{1'b0}}, ev_bad, ev_busy}),
        .ev_start   (ev_start),
        .ev_end     (ev_end),
        .ev_packet  (ev_packet),
        .ev_bytes   (ev_bytes),
        .ev_faults  (ev_faults),
        .ev_starts  (ev_starts),
        .ev_retry   (ev_retry),
        .ev_control (ctl_gone)
    );

    assign irq_fault = fault_any;

    // ---- reads, and their answers
    wire         w_en;
    wire [5:0]   w_slot;
    wire [3:0]   w_index;
    wire [127:0] w_data;
    wire         done;
    wire         done_fault;
    wire [1:0]   done_code;
    wire         done_page;

    exa_dma_read u_read (
        .clk          (clk),
        .rst          (rst),
        .start        (issue),
        .busy         (read_busy),
        .bank         (bank),
        .beat_at      (cut_beat_at),
        .beats        (cut_beats),
        .page_beats   (cut_page_beats),
        .m_axi_arvalid(m_axi_arvalid),
        .m_axi_arready(m_axi_arready),
        .m_axi_arid   (m_axi_arid),
        .m_axi_araddr (m_axi_araddr),
        .m_axi_arlen  (m_axi_arlen),
        .m_axi_arsize (m_axi_arsize),
        .m_axi_arburst(m_axi_arburst)
    );

    exa_dma_shift #(
        .OUT_N(OUT_N)
    ) u_shift (
        .clk         (clk),
        .rst         (rst),
        .put         (issue),
        .put_bank    (bank),
        .put_slot    ({path, slot}),
        .put_vbs     (cut_vbs),
        .m_axi_rvalid(m_axi_rvalid),
        .m_axi_rready(m_axi_rready),
        .m_axi_rid   (m_axi_rid),
        .m_axi_rdata (m_axi_rdata),
        .m_axi_rresp (m_axi_rresp),
        .over        (bank_over),
        .over_bank   (over_bank),
        .w_en        (w_en),
        .w_slot      (w_slot),
        .w_index     (w_index),
        .w_data      (w_data),
        .done        (done),
        .done_fault  (done_fault),
        .done_code   (done_code),
        .done_page   (done_page)
    );

    // ---- outputs
    genvar p;
    generate
        for (p = 0; p < OUT_N; p = p + 1) begin : g_out
            exa_dma_path #(
                .PATH(p)
            ) u_path (
                .clk        (clk),
                .rst        (rst),
                .own        (own),
                .tid        (tid),
                .alloc      (alloc[p]),
                .drop       (drop[p]),
                .last       (cut_last),
                .lost       (lost),
                .off        (cut_off),
                .cut        (cut),
                .free_any   (free_any[p]),
                .free_at    (free_at[3*p+:3]),
                .tid_failed (tid_failed[p]),
                .astray     (astray[p]),
                .w_en       (w_en),
                .w_slot     (w_slot),
                .w_index    (w_index),
                .w_data     (w_data),
                .done       (done),
                .done_fault (done_fault),
                .done_code  (done_code),
                .done_page  (done_page),
                .fin        (fin[p]),
                .fin_at     (fin_at[3*p+:3]),
                .fin_failed (fin_failed[p]),
                .fin_tid    (fin_tid[10*p+:10]),
                .fin_code   (fin_code[2*p+:2]),
                .fin_page   (fin_page[p]),
                .fin_off    (fin_off[15*p+:15]),
                .fin_take   (fin_take[p]),
                .fin_take_at(fin_take_at),
                .ctl_wr     (ctl_wr[p]),
                .ctl_tid    (ctl_tid),
                .ctl_strb   (wr_strb),
                .ctl_data   (wr_data),
                .ctl_row    (row),
                .ctl_ok     (ctl_ok[p]),
                .ctl_mix    (ctl_mix[p]),
                .ctl_drop   (ctl_drop[p]),
                .ctl_full   (ctl_full[p]),
                .ctl_gone   (ctl_gone[p]),
                .ev_packet  (ev_packet[p]),
                .ev_bytes   (ev_bytes[9*p+:9]),
                .ev_faults  (ev_faults[2*p+:2]),
                .m_hdr_valid(m_exa_hdr_valid[p]),
                .m_hdr_ready(m_exa_hdr_ready[p]),
                .m_pld_valid(m_exa_pld_valid[p]),
                .m_pld_ready(m_exa_pld_ready[p]),
                .m_ftr_valid(m_exa_ftr_valid[p]),
                .m_ftr_ready(m_exa_ftr_ready[p]),
                .m_data     (m_exa_data[128*p+:128])
            );
        end
    endgenerate

    wire unused = &{1'b0, rd_soon, s_exa_pld_valid, s_exa_ftr_valid, s_exa_data, m_axi_rlast};

endmodule

`default_nettype wire
