// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One side of ape_ni_tb: a network interface, the memory of its host, and the host's doings. Include behind that bench's module.

module ape_ni_side #(
    parameter [15:0]  OWN = 16'd0,
    parameter integer ENGINE_N = 4,
    parameter integer PKT_LOG2 = 2,
    parameter integer BUF_LOG2 = 6,
    parameter integer TLB_LOG2 = 6,
    parameter integer MSG_LOG2 = 6,
    parameter integer GET_LOG2 = 4,
    parameter integer ACK_LOG2 = 4
) (
    input  wire         clk,
    input  wire         rst,
    output wire         l_tx_valid,
    input  wire         l_tx_ready,
    output wire [127:0] l_tx_data,
    output wire         l_tx_head,
    output wire         l_tx_last,
    input  wire         l_rx_valid,
    input  wire [127:0] l_rx_data,
    input  wire         l_rx_vc,
    input  wire         l_rx_head,
    input  wire         l_rx_last,
    output wire [1:0]   l_rx_room
);
    localparam [1:0] OKAY = 2'd0;
    localparam integer WORDS = 65536;

    // registers
    reg          awv = 0, wv = 0, arv = 0;
    wire         awr, wr, bv, arr, rv, rlast;
    reg  [19:0]  addr = 0;
    reg  [127:0] wdata = 0;
    reg  [15:0]  wstrb = 0;
    wire [1:0]   bresp, rresp;
    wire [127:0] rdata;
    wire         n_wr, n_rd;
    wire [11:0]  n_addr;
    wire [31:0]  n_wdata;
    reg  [31:0]  n_rdata = 0, n_last = 0;
    wire         irq_event, irq_miss;
    // memory
    wire         maw_v, mw_v, mw_last, mb_r, mar_v, mr_r;
    reg          maw_r = 0, mw_r = 0, mb_v = 0, mar_r = 0, mr_v = 0, mr_last = 0;
    wire [2:0]   maw_id, mar_id, maw_size, mar_size;
    wire [47:0]  maw_addr, mar_addr;
    wire [7:0]   maw_len, mar_len;
    wire [1:0]   maw_burst, mar_burst;
    wire [127:0] mw_data;
    wire [15:0]  mw_strb;
    reg  [2:0]   mb_id = 0, mr_id = 0;
    reg  [1:0]   mb_resp = 0, mr_resp = 0;
    reg  [127:0] mr_data = 0;

    ape_ni #(.ENGINE_N(ENGINE_N), .PKT_LOG2(PKT_LOG2), .BUF_LOG2(BUF_LOG2), .TLB_LOG2(TLB_LOG2), .MSG_LOG2(MSG_LOG2),
             .GET_LOG2(GET_LOG2), .ACK_LOG2(ACK_LOG2)) dut (
        .clk(clk), .rst(rst), .own(OWN), .n_reg_wr(n_wr), .n_reg_rd(n_rd), .n_reg_addr(n_addr), .n_reg_wdata(n_wdata),
        .n_reg_rdata(n_rdata), .irq_event(irq_event), .irq_miss(irq_miss), .l_tx_valid(l_tx_valid), .l_tx_ready(l_tx_ready),
        .l_tx_data(l_tx_data), .l_tx_head(l_tx_head), .l_tx_last(l_tx_last), .l_rx_valid(l_rx_valid), .l_rx_data(l_rx_data),
        .l_rx_vc(l_rx_vc), .l_rx_head(l_rx_head), .l_rx_last(l_rx_last), .l_rx_room(l_rx_room),
        .s_axi_awvalid(awv), .s_axi_awready(awr), .s_axi_awid(4'd1), .s_axi_awaddr(addr), .s_axi_awlen(8'd0),
        .s_axi_awsize(3'd2), .s_axi_awburst(2'd1), .s_axi_wvalid(wv), .s_axi_wready(wr), .s_axi_wdata(wdata),
        .s_axi_wstrb(wstrb), .s_axi_wlast(1'b1), .s_axi_bvalid(bv), .s_axi_bready(1'b1), .s_axi_bid(), .s_axi_bresp(bresp),
        .s_axi_arvalid(arv), .s_axi_arready(arr), .s_axi_arid(4'd1), .s_axi_araddr(addr), .s_axi_arlen(8'd0),
        .s_axi_arsize(3'd2), .s_axi_arburst(2'd1), .s_axi_rvalid(rv), .s_axi_rready(1'b1), .s_axi_rid(), .s_axi_rdata(rdata),
        .s_axi_rresp(rresp), .s_axi_rlast(rlast),
        .m_axi_awvalid(maw_v), .m_axi_awready(maw_r), .m_axi_awid(maw_id), .m_axi_awaddr(maw_addr), .m_axi_awlen(maw_len),
        .m_axi_awsize(maw_size), .m_axi_awburst(maw_burst), .m_axi_wvalid(mw_v), .m_axi_wready(mw_r), .m_axi_wdata(mw_data),
        .m_axi_wstrb(mw_strb), .m_axi_wlast(mw_last), .m_axi_bvalid(mb_v), .m_axi_bready(mb_r), .m_axi_bid(mb_id),
        .m_axi_bresp(mb_resp), .m_axi_arvalid(mar_v), .m_axi_arready(mar_r), .m_axi_arid(mar_id), .m_axi_araddr(mar_addr),
        .m_axi_arlen(mar_len), .m_axi_arsize(mar_size), .m_axi_arburst(mar_burst), .m_axi_rvalid(mr_v), .m_axi_rready(mr_r),
        .m_axi_rid(mr_id), .m_axi_rdata(mr_data), .m_axi_rresp(mr_resp), .m_axi_rlast(mr_last));

    // ---- random numbers of this side
    reg [31:0] rnd_q = 32'd90210 + OWN;
    function [31:0] rnd;
        input integer below;
        begin
            rnd_q = rnd_q ^ (rnd_q << 13);
            rnd_q = rnd_q ^ (rnd_q >> 17);
            rnd_q = rnd_q ^ (rnd_q << 5);
            rnd = rnd_q % below;
        end
    endfunction

    integer wrong = 0;
    task bad;
        input [8*32-1:0] name;
        input [63:0] a, b;
        begin
            wrong = wrong + 1;
            if (wrong < 9) $display("# %0t side %x: %0s: %x %x", $time, OWN, name, a, b);
        end
    endtask

    // ---- the node's registers: each word reads as its address and the last write
    always @(posedge clk) begin
        if (n_rd) n_rdata <= {n_last[19:0], n_addr};
        if (n_wr) n_last <= n_wdata;
    end

    // ---- memory: answers of IDs interleave, with stalls when slow is not 0
    reg [127:0] mem [0:WORDS-1];
    integer     slow = 0;
    reg [47:0]  bad_page = 48'hffffffffffff;  // accesses to it are answered SLVERR
    reg         b_hold = 0;                   // no B of data
    reg         w_hold = 0;                   // no W is taken
    integer     ar_n [0:7], ar_put [0:7], ar_take [0:7], k, l, pick_id, burst_n = 0, reads = 0, writes = 0;
    reg [47:0]  ar_addr [0:127];
    reg [8:0]   ar_len [0:127];
    reg [2:0]   aw_id [0:63], b_id [0:63];
    reg [47:0]  aw_addr [0:63];
    reg [8:0]   aw_len [0:63];
    reg [1:0]   b_resp [0:63];
    integer     aw_put = 0, aw_take = 0, b_put = 0, b_take = 0, beat = 0;
    reg [127:0] w_fifo [0:1023];
    reg [16:0]  s_fifo [0:1023];
    integer     w_put = 0, w_take = 0;
    reg [47:0]  at;

    initial for (k = 0; k < 8; k = k + 1) begin
        ar_put[k] = 0;
        ar_take[k] = 0;
    end

    always @(negedge clk) begin
        mar_r = slow == 0 || rnd(slow + 1) == 0;
        maw_r = slow == 0 || rnd(slow + 1) == 0;
        mw_r = (slow == 0 || rnd(slow + 1) == 0) && !w_hold;
    end

    // what a reset leaves of memory's work, of the rings and of events: nothing
    task flush;
        begin
            for (k = 0; k < 8; k = k + 1) ar_take[k] = ar_put[k];
            aw_take = aw_put;
            w_take = w_put;
            b_take = b_put;
            beat = 0;
            {mb_v, mr_v, b_hold, w_hold, answer} = 0;
            bad_page = 48'hffffffffffff;
            slow = 0;
            tx_at = 0;
            ev_at = 0;
            ev_phase = 1;
            for (k = 16'h2000; k < 16'h2400; k = k + 1) mem[k] = 0;
        end
    endtask

    always @(posedge clk)
        if (!rst) begin
            if (mar_v && mar_r) begin
                if (mar_size !== 3'd4 || mar_burst !== 2'd1 || mar_addr[3:0] !== 0 || {1'b0, mar_addr[11:4]} + mar_len > 255)
                    bad("a read's form", mar_addr, mar_len);
                if (mar_id > 4) bad("a read's ID", mar_id, 0);
                ar_addr[mar_id*16+ar_put[mar_id]%16] = mar_addr;
                ar_len[mar_id*16+ar_put[mar_id]%16] = mar_len + 1;
                ar_put[mar_id] = ar_put[mar_id] + 1;
                reads = reads + 1;
            end
            if (maw_v && maw_r) begin
                if (maw_size !== 3'd4 || maw_burst !== 2'd1 || maw_addr[3:0] !== 0 || {1'b0, maw_addr[11:4]} + maw_len > 255)
                    bad("a write's form", maw_addr, maw_len);
                if (maw_id !== 5 && maw_id !== 6) bad("a write's ID", maw_id, 0);
                aw_id[aw_put%64] = maw_id;
                aw_addr[aw_put%64] = maw_addr;
                aw_len[aw_put%64] = maw_len + 1;
                aw_put = aw_put + 1;
            end
            if (mw_v && mw_r) begin
                w_fifo[w_put%1024] = mw_data;
                s_fifo[w_put%1024] = {mw_last, mw_strb};
                w_put = w_put + 1;
            end
            // beats whose address has come
            while (aw_take != aw_put && w_take != w_put) begin
                at = aw_addr[aw_take%64] + 16 * beat;
                if (at[47:20] !== 0) bad("a write beyond memory", at, 0);
                for (k = 0; k < 16; k = k + 1)
                    if (s_fifo[w_take%1024][k] && at[47:12] !== bad_page[47:12])
                        mem[at[19:4]][8*k+:8] = w_fifo[w_take%1024][8*k+:8];
                beat = beat + 1;
                if (s_fifo[w_take%1024][16] !== (beat == aw_len[aw_take%64])) bad("WLAST", beat, aw_len[aw_take%64]);
                if (beat == aw_len[aw_take%64]) begin
                    b_id[b_put%64] = aw_id[aw_take%64];
                    b_resp[b_put%64] = at[47:12] == bad_page[47:12] ? 2 : 0;
                    b_put = b_put + 1;
                    aw_take = aw_take + 1;
                    beat = 0;
                    writes = writes + 1;
                end
                w_take = w_take + 1;
            end
            if (mb_v && !mb_r) bad("B is not taken", 0, 0);
            mb_v <= 0;
            if (b_take != b_put && !(b_hold && b_id[b_take%64] == 5) && (slow == 0 || rnd(slow * 4) == 0)) begin
                mb_v <= 1;
                mb_id <= b_id[b_take%64];
                mb_resp <= b_resp[b_take%64];
                b_take = b_take + 1;
            end
            if (mr_v && !mr_r) bad("R is not taken", 0, 0);
            mr_v <= 0;
            pick_id = slow == 0 ? burst_n : rnd(5);
            for (l = 0; l < 5 && ar_put[pick_id] == ar_take[pick_id]; l = l + 1) pick_id = (pick_id + 1) % 5;
            if (ar_put[pick_id] != ar_take[pick_id] && (slow == 0 || rnd(slow + 1) == 0)) begin
                burst_n = pick_id;
                at = ar_addr[pick_id*16+ar_take[pick_id]%16];
                mr_v <= 1;
                mr_id <= pick_id;
                mr_data <= mem[at[19:4]];
                mr_resp <= at[47:12] == bad_page[47:12] ? 2 : 0;
                mr_last <= ar_len[pick_id*16+ar_take[pick_id]%16] == 1;
                ar_addr[pick_id*16+ar_take[pick_id]%16] = at + 16;
                ar_len[pick_id*16+ar_take[pick_id]%16] = ar_len[pick_id*16+ar_take[pick_id]%16] - 1;
                if (ar_len[pick_id*16+ar_take[pick_id]%16] == 0) begin
                    ar_take[pick_id] = ar_take[pick_id] + 1;
                    burst_n = (pick_id + 1) % 5;
                end
            end
        end

    function [7:0] byte_at;
        input [47:0] a;
        byte_at = mem[a[19:4]] >> {a[3:0], 3'd0};
    endfunction

    // ---- registers
    task put32;
        input [19:0] a;
        input [31:0] d;
        reg          got_a, got_w;
        begin
            @(negedge clk);
            addr = a;
            wdata = {96'd0, d} << (32 * a[3:2]);
            wstrb = 16'h000f << (4 * a[3:2]);
            awv = 1;
            wv = 1;
            while (awv || wv) begin
                got_a = awv && awr;
                got_w = wv && wr;
                @(negedge clk);
                if (got_a) awv = 0;
                if (got_w) wv = 0;
            end
            while (!bv) @(negedge clk);
            if (bresp !== OKAY) bad("BRESP of a register", a, bresp);
        end
    endtask

    reg [31:0] got32;
    reg [1:0]  got_resp;
    task get32;
        input [19:0] a;
        reg          got_a;
        begin
            @(negedge clk);
            addr = a;
            arv = 1;
            while (!arr) @(negedge clk);
            @(negedge clk);
            arv = 0;
            while (!rv) @(negedge clk);
            got32 = rdata >> (32 * a[3:2]);
            got_resp = rresp;
            @(negedge clk);
        end
    endtask

    task expect32;
        input [19:0] a;
        input [31:0] d;
        begin
            get32(a);
            if (got32 !== d || got_resp !== OKAY) bad("a register", a, got32);
        end
    endtask

    // ---- rings, commands, events
    integer tx_at = 0, tx_log2 = 4, ev_at = 0, ev_log2 = 4;
    reg     ev_phase = 1;
    task start;
        input integer log2;
        begin
            put32(20'h01000, 32'h00010000);
            put32(20'h01008, 4);
            put32(20'h01020, 32'h00020000);
            put32(20'h01028, log2);
            ev_log2 = log2;
        end
    endtask

    reg [31:0] result;
    task command;
        input [2:0]  op;
        input [15:0] pid;
        input [47:0] vaddr;
        input [31:0] length;
        input [3:0]  flags;
        input [47:0] paddr;
        begin
            put32(20'h01040, pid);
            put32(20'h01044, flags);
            put32(20'h01048, vaddr[31:0]);
            put32(20'h0104c, vaddr[47:32]);
            put32(20'h01050, length);
            put32(20'h01058, paddr[31:0]);
            put32(20'h0105c, paddr[47:32]);
            put32(20'h01060, op);
            get32(20'h01064);
            result = got32;
        end
    endtask

    task ends;
        input [31:0] want;
        begin
            while (result[31]) begin
                get32(20'h01064);
                result = got32;
            end
            if (result !== want) bad("a command's result", result, want);
        end
    endtask

    task page;
        input [15:0] pid;
        input [47:0] vaddr, paddr;
        begin
            command(3, pid, vaddr, 0, 0, paddr);
            ends(0);
        end
    endtask

    // a descriptor into the ring, without the doorbell; an answer is wanted
    reg answer = 0;
    task descriptor;
        input [4:0]  kind;
        input [47:0] src;
        input [12:0] len;
        input [15:0] dst, pid;
        input [47:0] vaddr;
        input [31:0] msg, tag;
        input        last, want;
        begin
            mem[16'h1000+4*tx_at] = {dst, 4'd0, 2'd0, answer, want, last, 2'd0, kind, pid, 3'd0, len, 16'd0, src};
            mem[16'h1001+4*tx_at] = {msg, tag, 16'd0, vaddr};
            mem[16'h1002+4*tx_at] = 0;
            mem[16'h1003+4*tx_at] = 0;
            tx_at = (tx_at + 1) % (1 << tx_log2);
        end
    endtask

    task get_descriptor;
        input [15:0] dst, pid;
        input [47:0] from, to;
        input [31:0] bytes, tag;
        begin
            mem[16'h1000+4*tx_at] = {dst, 4'd0, 3'd0, 1'b1, 1'b1, 2'd0, 5'd4, pid, 16'd0, 64'd0};
            mem[16'h1001+4*tx_at] = {32'hdead, tag, 16'd0, from};
            mem[16'h1002+4*tx_at] = {32'd0, bytes, 16'd0, to};
            mem[16'h1003+4*tx_at] = 0;
            tx_at = (tx_at + 1) % (1 << tx_log2);
        end
    endtask

    task ring;
        put32(20'h01010, tx_at);
    endtask

    // the next event; 0 when none comes in limit cycles
    reg [127:0] event_q;
    integer     patience, limit = 4000;
    task take_event;
        begin
            patience = 0;
            event_q = 0;
            while (patience < limit) begin
                @(negedge clk);
                patience = patience + 1;
                if (mem[16'h2000+ev_at][0] === ev_phase && mem[16'h2000+ev_at][63:56] !== 0) begin
                    event_q = mem[16'h2000+ev_at];
                    patience = limit;
                end
            end
            if (event_q != 0) begin
                ev_at = (ev_at + 1) % (1 << ev_log2);
                if (ev_at == 0) ev_phase = !ev_phase;
                put32(20'h01030, ev_at);
            end
        end
    endtask

    task expect_event;
        input [7:0]  kind, cause;
        input [15:0] pid, src;
        input [31:0] msg, bytes;
        begin
            take_event;
            if (event_q[63:16] !== {kind, cause, pid, src} || event_q[127:64] !== {msg, bytes}) begin
                bad("event", event_q[63:0], event_q[127:64]);
                bad("expected", {kind, cause, pid, src, 16'd0}, {msg, bytes});
            end
        end
    endtask

    task no_event;
        begin
            limit = 1200;
            take_event;
            limit = 4000;
            if (event_q !== 0) bad("an event too many", event_q[63:0], event_q[127:64]);
        end
    endtask
endmodule
