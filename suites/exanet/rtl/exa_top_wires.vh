// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What exa_top_wires_tb forces and looks at in FPGA f of board b, which is FPGA N of both. Include in a
// generate block of its own for each.

    // ---- phase 1: links, the dead port, lines that are not there; registers, by address bits 15:12
    always @(force_now) if (phase == 1) begin
        `GIVE(`SW.reg_rdata, 99);
    end
    always @(look_reg) if (reg_addr[15:12] == 0) begin
        `SAME(reg_rdata[32*N+:32], `SW.reg_rdata)
    end else if (reg_addr[15:12] > 8) begin
        `SAME(reg_rdata[32*N+:32], 32'd0)
    end
    for (l = 0; l < 8; l = l + 1) begin : g_line
        if (l != f && (l < 4 || f == 0)) begin : g_link
            localparam [4095:0] BITS = noise(8 * N + l + 8);
            always @(force_now) if (phase == 1) begin
                `GIVE(`LINK.s_exa_hdr_ready, 0); `GIVE(`LINK.s_exa_pld_ready, 7);
                `GIVE(`LINK.s_exa_ftr_ready, 14); `GIVE(`LINK.m_exa_hdr_valid, 21);
                `GIVE(`LINK.m_exa_pld_valid, 28); `GIVE(`LINK.m_exa_ftr_valid, 35);
                `GIVE(`LINK.m_exa_data, 42); `GIVE(`LINK.tx_head, 49); `GIVE(`LINK.tx_data, 56);
                `GIVE(`LINK.rx_slip, 63); `GIVE(`LINK.reg_rdata, 70);
            end
            always @(look_reg) if (reg_addr[15:12] == l + 1) begin
                `SAME(reg_rdata[32*N+:32], `LINK.reg_rdata)
            end
            always @(look) if (phase == 1) begin
                `SAME(`LINK.clk, clk) `SAME(`LINK.rst, rst)
                `SAME(`LINK.tx_clk, `NODE.tx_clk) `SAME(`LINK.tx_rst, `NODE.tx_rst)
                `SAME(`LINK.rx_clk, `NODE.rx_clk[l]) `SAME(`LINK.rx_rst, `NODE.rx_rst[l])
                `SAME(`LINK.rx_head, `NODE.rx_head[2*l+:2]) `SAME(`LINK.rx_data, `NODE.rx_data[64*l+:64])
                `SAME(`LINK.reg_rd, reg_rd[N]) `SAME(`LINK.reg_addr, reg_addr[16*N+:12])
                `SAME(`LINK.s_exa_hdr_ready, `LINES.s_exa_hdr_ready[l])
                `SAME(`LINK.s_exa_pld_ready, `LINES.s_exa_pld_ready[l])
                `SAME(`LINK.s_exa_ftr_ready, `LINES.s_exa_ftr_ready[l])
                `SAME(`LINK.m_exa_hdr_valid, `LINES.m_exa_hdr_valid[l])
                `SAME(`LINK.m_exa_pld_valid, `LINES.m_exa_pld_valid[l])
                `SAME(`LINK.m_exa_ftr_valid, `LINES.m_exa_ftr_valid[l])
                `SAME(`LINK.m_exa_data, `LINES.m_exa_data[128*l+:128])
                `SAME(`LINK.tx_head, `NODE.tx_head[2*l+:2]) `SAME(`LINK.tx_data, `NODE.tx_data[64*l+:64])
                `SAME(`LINK.rx_slip, `NODE.rx_slip[l])
                `SAME(`LINK.s_exa_hdr_valid, `LINES.s_exa_hdr_valid[l])
                `SAME(`LINK.s_exa_pld_valid, `LINES.s_exa_pld_valid[l])
                `SAME(`LINK.s_exa_ftr_valid, `LINES.s_exa_ftr_valid[l])
                `SAME(`LINK.m_exa_hdr_ready, `LINES.m_exa_hdr_ready[l])
                `SAME(`LINK.m_exa_pld_ready, `LINES.m_exa_pld_ready[l])
                `SAME(`LINK.m_exa_ftr_ready, `LINES.m_exa_ftr_ready[l])
                `SAME(`LINK.s_exa_data, `LINES.s_exa_data[128*l+:128])
            end
        end else begin : g_other
            wire dead = l == f;
            always @(look_reg) if (reg_addr[15:12] == l + 1) begin
                `SAME(reg_rdata[32*N+:32], 32'd0)
            end
            always @(look) if (phase == 1) begin
                `SAME(`LINES.m_exa_hdr_valid[l], dead && `LINES.s_exa_hdr_valid[l])
                `SAME(`LINES.s_exa_hdr_ready[l], !dead || `LINES.m_exa_hdr_ready[l])
                `SAME(`LINES.m_exa_pld_valid[l], dead && `LINES.s_exa_pld_valid[l])
                `SAME(`LINES.s_exa_pld_ready[l], !dead || `LINES.m_exa_pld_ready[l])
                `SAME(`LINES.m_exa_ftr_valid[l], dead && `LINES.s_exa_ftr_valid[l])
                `SAME(`LINES.s_exa_ftr_ready[l], !dead || `LINES.m_exa_ftr_ready[l])
                if (dead) `SAME(`LINES.m_exa_data[128*l+:128], `LINES.s_exa_data[128*l+:128])
                `SAME({`NODE.tx_head[2*l+:2], `NODE.tx_data[64*l+:64], `NODE.rx_slip[l]}, 67'd0)
            end
        end
    end

    // ---- phase 2: switch, blocks, AXI4, lines as a whole
    always @(force_now) if (phase == 2) begin
        `GIVE(`SW.s_exa_hdr_ready, 900); `GIVE(`SW.s_exa_pld_ready, 911); `GIVE(`SW.s_exa_ftr_ready, 922);
        `GIVE(`SW.m_exa_hdr_valid, 933); `GIVE(`SW.m_exa_pld_valid, 944); `GIVE(`SW.m_exa_ftr_valid, 955);
        `GIVE(`SW.m_exa_data, 966);
        `GIVE_BLOCK(`PKT, 0)
        `GIVE_BLOCK(`MBOX, 200)
        `GIVE_BLOCK(`RT, 400)
        `GIVE(`MBOX.waiting, 977); `GIVE(`SPLIT.s_axi_awready, 988); `GIVE(`SPLIT.s_axi_wready, 999);
        `GIVE(`SPLIT.s_axi_bvalid, 1010); `GIVE(`SPLIT.s_axi_bid, 1021); `GIVE(`SPLIT.s_axi_bresp, 1032);
        `GIVE(`SPLIT.s_axi_arready, 1043); `GIVE(`SPLIT.s_axi_rvalid, 1054);
        `GIVE(`SPLIT.s_axi_rid, 1065); `GIVE(`SPLIT.s_axi_rdata, 1076); `GIVE(`SPLIT.s_axi_rresp, 1087);
        `GIVE(`SPLIT.s_axi_rlast, 1098); `GIVE(`SPLIT.m_axi_awvalid, 1109);
        `GIVE(`SPLIT.m_axi_wvalid, 1120); `GIVE(`SPLIT.m_axi_bready, 1131);
        `GIVE(`SPLIT.m_axi_arvalid, 1142); `GIVE(`SPLIT.m_axi_rready, 1153);
        `GIVE(`LINES.s_exa_hdr_ready, 1164); `GIVE(`LINES.s_exa_pld_ready, 1175);
        `GIVE(`LINES.s_exa_ftr_ready, 1186); `GIVE(`LINES.m_exa_hdr_valid, 1197);
        `GIVE(`LINES.m_exa_pld_valid, 1208); `GIVE(`LINES.m_exa_ftr_valid, 1219);
        `GIVE(`LINES.m_exa_data, 1230); `GIVE(`LINES.tx_head, 1241); `GIVE(`LINES.tx_data, 1252);
        `GIVE(`LINES.rx_slip, 1263);
    end
    always @(look) if (phase == 2) begin
        // page section 1: what is at the switch's ports
        `SAME(`SW.s_exa_hdr_valid, {`LINES.m_exa_hdr_valid, 2'd0, s_exa_hdr_valid[3*N+1+:2],
            `MBOX.m_exa_hdr_valid, `PKT.m_exa_hdr_valid, `RT.m_exa_hdr_valid, s_exa_hdr_valid[3*N]})
        `SAME(`SW.m_exa_hdr_ready, {`LINES.s_exa_hdr_ready, 2'd3, m_exa_hdr_ready[3*N+1+:2],
            `MBOX.s_exa_hdr_ready, `PKT.s_exa_hdr_ready, `RT.s_exa_hdr_ready, m_exa_hdr_ready[3*N]})
        `SAME(s_exa_hdr_ready[3*N+:3], {`SW.s_exa_hdr_ready[5:4], `SW.s_exa_hdr_ready[0]})
        `SAME(m_exa_hdr_valid[3*N+:3], {`SW.m_exa_hdr_valid[5:4], `SW.m_exa_hdr_valid[0]})
        `SAME({`LINES.s_exa_hdr_valid, `LINES.m_exa_hdr_ready},
            {`SW.m_exa_hdr_valid[15:8], `SW.s_exa_hdr_ready[15:8]})
        `SAME(`SW.s_exa_pld_valid, {`LINES.m_exa_pld_valid, 2'd0, s_exa_pld_valid[3*N+1+:2],
            `MBOX.m_exa_pld_valid, `PKT.m_exa_pld_valid, `RT.m_exa_pld_valid, s_exa_pld_valid[3*N]})
        `SAME(`SW.m_exa_pld_ready, {`LINES.s_exa_pld_ready, 2'd3, m_exa_pld_ready[3*N+1+:2],
            `MBOX.s_exa_pld_ready, `PKT.s_exa_pld_ready, `RT.s_exa_pld_ready, m_exa_pld_ready[3*N]})
        `SAME(s_exa_pld_ready[3*N+:3], {`SW.s_exa_pld_ready[5:4], `SW.s_exa_pld_ready[0]})
        `SAME(m_exa_pld_valid[3*N+:3], {`SW.m_exa_pld_valid[5:4], `SW.m_exa_pld_valid[0]})
        `SAME({`LINES.s_exa_pld_valid, `LINES.m_exa_pld_ready},
            {`SW.m_exa_pld_valid[15:8], `SW.s_exa_pld_ready[15:8]})
        `SAME(`SW.s_exa_ftr_valid, {`LINES.m_exa_ftr_valid, 2'd0, s_exa_ftr_valid[3*N+1+:2],
            `MBOX.m_exa_ftr_valid, `PKT.m_exa_ftr_valid, `RT.m_exa_ftr_valid, s_exa_ftr_valid[3*N]})
        `SAME(`SW.m_exa_ftr_ready, {`LINES.s_exa_ftr_ready, 2'd3, m_exa_ftr_ready[3*N+1+:2],
            `MBOX.s_exa_ftr_ready, `PKT.s_exa_ftr_ready, `RT.s_exa_ftr_ready, m_exa_ftr_ready[3*N]})
        `SAME(s_exa_ftr_ready[3*N+:3], {`SW.s_exa_ftr_ready[5:4], `SW.s_exa_ftr_ready[0]})
        `SAME(m_exa_ftr_valid[3*N+:3], {`SW.m_exa_ftr_valid[5:4], `SW.m_exa_ftr_valid[0]})
        `SAME({`LINES.s_exa_ftr_valid, `LINES.m_exa_ftr_ready},
            {`SW.m_exa_ftr_valid[15:8], `SW.s_exa_ftr_ready[15:8]})
        `SAME({`SW.s_exa_data[2047:1024], `SW.s_exa_data[767:0]}, {`LINES.m_exa_data,
            s_exa_data[384*N+128+:256],
            `MBOX.m_exa_data, `PKT.m_exa_data, `RT.m_exa_data, s_exa_data[384*N+:128]})
        `SAME(m_exa_data[384*N+:384], {`SW.m_exa_data[767:512], `SW.m_exa_data[127:0]})
        `SAME_BLOCK(`PKT, 0, 2)
        `SAME_BLOCK(`MBOX, 1, 3)
        `SAME_BLOCK(`RT, 2, 1)
        `SAME(`LINES.s_exa_data, `SW.m_exa_data[2047:1024])
        for (p = 0; p < 16; p = p + 1) begin
            `SAME(obs_in_valid[48*N+3*p+:3],
                {`SW.s_exa_ftr_valid[p], `SW.s_exa_pld_valid[p], `SW.s_exa_hdr_valid[p]})
            `SAME(obs_in_ready[48*N+3*p+:3],
                {`SW.s_exa_ftr_ready[p], `SW.s_exa_pld_ready[p], `SW.s_exa_hdr_ready[p]})
            `SAME(obs_out_valid[48*N+3*p+:3],
                {`SW.m_exa_ftr_valid[p], `SW.m_exa_pld_valid[p], `SW.m_exa_hdr_valid[p]})
            `SAME(obs_out_ready[48*N+3*p+:3],
                {`SW.m_exa_ftr_ready[p], `SW.m_exa_pld_ready[p], `SW.m_exa_hdr_ready[p]})
        end
        `SAME({obs_in_data[2048*N+:2048], obs_out_data[2048*N+:2048]}, {`SW.s_exa_data, `SW.m_exa_data})
        `SAME({`NODE.tx_head, `NODE.tx_data, `NODE.rx_slip}, {`LINES.tx_head, `LINES.tx_data, `LINES.rx_slip})
        `SAME(waiting[4*N+:4], `MBOX.waiting)
        // parameters; clock, reset, own coordinates
        `SAME({`PKT.AXI_ID_W, `PKT.CHAN_N, `SPLIT.AXI_ID_W, `SPLIT.SLAVE_N}, {32'd5, 32'd6, 32'd5, 32'd3})
        `SAME({`MBOX.AXI_ID_W, `MBOX.MBOX_N, `MBOX.SLOT_LOG2, `MBOX.DUP_N}, {32'd5, 32'd4, 32'd1, 32'd7})
        `SAME({`RT.AXI_ID_W, `RT.RSP_LOG2, `RT.READ_LOG2, `RT.DUP_N}, {32'd5, 32'd3, 32'd2, 32'd7})
        `SAME({`SW.clk, `SW.rst}, {clk, rst}) `SAME({`SPLIT.clk, `SPLIT.rst}, {clk, rst})
        `SAME({`LINES.clk, `LINES.rst}, {clk, rst}) `SAME(`SW.own, {board[20*b+EXA_FPGA_LSB+:8], FPGA, board[20*b+:EXA_FPGA_LSB]})
        `SAME({`SW.reg_rd, `SW.reg_addr}, {reg_rd[N], reg_addr[16*N+:12]})
        // section 2: AXI4
        `SAME({`SPLIT.aw_sel, `SPLIT.ar_sel}, {s_axi_awaddr[23*N+20+:3], s_axi_araddr[23*N+20+:3]})
        `SAME(`SPLIT.s_axi_awvalid, s_axi_awvalid[N]) `SAME(`SPLIT.s_axi_awid, s_axi_awid[5*N+:5])
        `SAME(`SPLIT.s_axi_awlen, s_axi_awlen[8*N+:8]) `SAME(`SPLIT.s_axi_wvalid, s_axi_wvalid[N])
        `SAME(`SPLIT.s_axi_bready, s_axi_bready[N]) `SAME(`SPLIT.s_axi_arvalid, s_axi_arvalid[N])
        `SAME(`SPLIT.s_axi_arid, s_axi_arid[5*N+:5]) `SAME(`SPLIT.s_axi_arlen, s_axi_arlen[8*N+:8])
        `SAME(`SPLIT.s_axi_rready, s_axi_rready[N]) `SAME(s_axi_awready[N], `SPLIT.s_axi_awready)
        `SAME(s_axi_wready[N], `SPLIT.s_axi_wready) `SAME(s_axi_bvalid[N], `SPLIT.s_axi_bvalid)
        `SAME(s_axi_bid[5*N+:5], `SPLIT.s_axi_bid) `SAME(s_axi_bresp[2*N+:2], `SPLIT.s_axi_bresp)
        `SAME(s_axi_arready[N], `SPLIT.s_axi_arready) `SAME(s_axi_rvalid[N], `SPLIT.s_axi_rvalid)
        `SAME(s_axi_rid[5*N+:5], `SPLIT.s_axi_rid) `SAME(s_axi_rdata[128*N+:128], `SPLIT.s_axi_rdata)
        `SAME(s_axi_rresp[2*N+:2], `SPLIT.s_axi_rresp) `SAME(s_axi_rlast[N], `SPLIT.s_axi_rlast)
        `SAME(`SPLIT.m_axi_awready, {`RT.s_axi_awready, `MBOX.s_axi_awready, `PKT.s_axi_awready})
        `SAME(`SPLIT.m_axi_wready, {`RT.s_axi_wready, `MBOX.s_axi_wready, `PKT.s_axi_wready})
        `SAME(`SPLIT.m_axi_bvalid, {`RT.s_axi_bvalid, `MBOX.s_axi_bvalid, `PKT.s_axi_bvalid})
        `SAME(`SPLIT.m_axi_bid, {`RT.s_axi_bid, `MBOX.s_axi_bid, `PKT.s_axi_bid})
        `SAME(`SPLIT.m_axi_bresp, {`RT.s_axi_bresp, `MBOX.s_axi_bresp, `PKT.s_axi_bresp})
        `SAME(`SPLIT.m_axi_arready, {`RT.s_axi_arready, `MBOX.s_axi_arready, `PKT.s_axi_arready})
        `SAME(`SPLIT.m_axi_rvalid, {`RT.s_axi_rvalid, `MBOX.s_axi_rvalid, `PKT.s_axi_rvalid})
        `SAME(`SPLIT.m_axi_rid, {`RT.s_axi_rid, `MBOX.s_axi_rid, `PKT.s_axi_rid})
        `SAME(`SPLIT.m_axi_rdata, {`RT.s_axi_rdata, `MBOX.s_axi_rdata, `PKT.s_axi_rdata})
        `SAME(`SPLIT.m_axi_rresp, {`RT.s_axi_rresp, `MBOX.s_axi_rresp, `PKT.s_axi_rresp})
        `SAME(`SPLIT.m_axi_rlast, {`RT.s_axi_rlast, `MBOX.s_axi_rlast, `PKT.s_axi_rlast})
    end

    // ---- phase 3: FPGAs; sections 3 and 4
    always @(force_now) if (phase == 3) begin
        `GIVE(`NODE.s_axi_awready, 0); `GIVE(`NODE.s_axi_wready, 13); `GIVE(`NODE.s_axi_bvalid, 26);
        `GIVE(`NODE.s_axi_bid, 39); `GIVE(`NODE.s_axi_bresp, 52); `GIVE(`NODE.s_axi_arready, 65);
        `GIVE(`NODE.s_axi_rvalid, 78); `GIVE(`NODE.s_axi_rid, 91); `GIVE(`NODE.s_axi_rdata, 104);
        `GIVE(`NODE.s_axi_rresp, 117); `GIVE(`NODE.s_axi_rlast, 130); `GIVE(`NODE.s_exa_hdr_ready, 143);
        `GIVE(`NODE.s_exa_pld_ready, 156); `GIVE(`NODE.s_exa_ftr_ready, 169);
        `GIVE(`NODE.m_exa_hdr_valid, 182); `GIVE(`NODE.m_exa_pld_valid, 195);
        `GIVE(`NODE.m_exa_ftr_valid, 208); `GIVE(`NODE.m_exa_data, 221); `GIVE(`NODE.waiting, 234);
        `GIVE(`NODE.reg_rdata, 247); `GIVE(`NODE.obs_in_valid, 260); `GIVE(`NODE.obs_in_ready, 273);
        `GIVE(`NODE.obs_in_data, 286); `GIVE(`NODE.obs_out_valid, 299); `GIVE(`NODE.obs_out_ready, 312);
        `GIVE(`NODE.obs_out_data, 325); `GIVE(`NODE.tx_head, 338); `GIVE(`NODE.tx_data, 351);
        `GIVE(`NODE.rx_slip, 364);
    end
    always @(look) if (phase == 3) begin
        `SAME(s_axi_awvalid[N], `NODE.s_axi_awvalid) `SAME(s_axi_awid[5*N+:5], `NODE.s_axi_awid)
        `SAME(s_axi_awaddr[23*N+:23], `NODE.s_axi_awaddr) `SAME(s_axi_awlen[8*N+:8], `NODE.s_axi_awlen)
        `SAME(s_axi_awsize[3*N+:3], `NODE.s_axi_awsize) `SAME(s_axi_awburst[2*N+:2], `NODE.s_axi_awburst)
        `SAME(s_axi_wvalid[N], `NODE.s_axi_wvalid) `SAME(s_axi_wdata[128*N+:128], `NODE.s_axi_wdata)
        `SAME(s_axi_wstrb[16*N+:16], `NODE.s_axi_wstrb) `SAME(s_axi_wlast[N], `NODE.s_axi_wlast)
        `SAME(s_axi_bready[N], `NODE.s_axi_bready) `SAME(s_axi_arvalid[N], `NODE.s_axi_arvalid)
        `SAME(s_axi_arid[5*N+:5], `NODE.s_axi_arid) `SAME(s_axi_araddr[23*N+:23], `NODE.s_axi_araddr)
        `SAME(s_axi_arlen[8*N+:8], `NODE.s_axi_arlen) `SAME(s_axi_arsize[3*N+:3], `NODE.s_axi_arsize)
        `SAME(s_axi_arburst[2*N+:2], `NODE.s_axi_arburst) `SAME(s_axi_rready[N], `NODE.s_axi_rready)
        `SAME(s_exa_hdr_valid[3*N+:3], `NODE.s_exa_hdr_valid)
        `SAME(s_exa_pld_valid[3*N+:3], `NODE.s_exa_pld_valid)
        `SAME(s_exa_ftr_valid[3*N+:3], `NODE.s_exa_ftr_valid)
        `SAME(s_exa_data[384*N+:384], `NODE.s_exa_data)
        `SAME(m_exa_hdr_ready[3*N+:3], `NODE.m_exa_hdr_ready)
        `SAME(m_exa_pld_ready[3*N+:3], `NODE.m_exa_pld_ready)
        `SAME(m_exa_ftr_ready[3*N+:3], `NODE.m_exa_ftr_ready) `SAME(reg_rd[N], `NODE.reg_rd)
        `SAME(reg_addr[16*N+:16], `NODE.reg_addr) `SAME(s_axi_awready[N], `NODE.s_axi_awready)
        `SAME(s_axi_wready[N], `NODE.s_axi_wready) `SAME(s_axi_bvalid[N], `NODE.s_axi_bvalid)
        `SAME(s_axi_bid[5*N+:5], `NODE.s_axi_bid) `SAME(s_axi_bresp[2*N+:2], `NODE.s_axi_bresp)
        `SAME(s_axi_arready[N], `NODE.s_axi_arready) `SAME(s_axi_rvalid[N], `NODE.s_axi_rvalid)
        `SAME(s_axi_rid[5*N+:5], `NODE.s_axi_rid) `SAME(s_axi_rdata[128*N+:128], `NODE.s_axi_rdata)
        `SAME(s_axi_rresp[2*N+:2], `NODE.s_axi_rresp) `SAME(s_axi_rlast[N], `NODE.s_axi_rlast)
        `SAME(s_exa_hdr_ready[3*N+:3], `NODE.s_exa_hdr_ready)
        `SAME(s_exa_pld_ready[3*N+:3], `NODE.s_exa_pld_ready)
        `SAME(s_exa_ftr_ready[3*N+:3], `NODE.s_exa_ftr_ready)
        `SAME(m_exa_hdr_valid[3*N+:3], `NODE.m_exa_hdr_valid)
        `SAME(m_exa_pld_valid[3*N+:3], `NODE.m_exa_pld_valid)
        `SAME(m_exa_ftr_valid[3*N+:3], `NODE.m_exa_ftr_valid)
        `SAME(m_exa_data[384*N+:384], `NODE.m_exa_data) `SAME(waiting[4*N+:4], `NODE.waiting)
        `SAME(reg_rdata[32*N+:32], `NODE.reg_rdata) `SAME(obs_in_valid[48*N+:48], `NODE.obs_in_valid)
        `SAME(obs_in_ready[48*N+:48], `NODE.obs_in_ready)
        `SAME(obs_in_data[2048*N+:2048], `NODE.obs_in_data)
        `SAME(obs_out_valid[48*N+:48], `NODE.obs_out_valid)
        `SAME(obs_out_ready[48*N+:48], `NODE.obs_out_ready)
        `SAME(obs_out_data[2048*N+:2048], `NODE.obs_out_data)
        `SAME({`NODE.clk, `NODE.rst, `NODE.board}, {clk, rst, board[20*b+:20]})
        `SAME({`NODE.tx_clk, `NODE.tx_rst}, {link_clk[N], link_rst[N]})
        `SAME({`NODE.rx_clk[3:0], `NODE.rx_rst[3:0]}, {link_clk[4*b+:4], link_rst[4*b+:4]})
        if (f == 0) begin
            `SAME({`NODE.rx_clk[7:4], `NODE.rx_rst[7:4]}, {{4{link_clk[4-4*b]}}, {4{link_rst[4-4*b]}}})
            `SAME(`NODE.rx_head[15:8], dut.g_board[1-b].u_board.g_fpga[0].u_node.tx_head[15:8])
            `SAME(`NODE.rx_data[511:256], dut.g_board[1-b].u_board.g_fpga[0].u_node.tx_data[511:256])
            `SAME(dut.g_board[b].u_board.gw_rx_slip, `NODE.rx_slip[7:4])
        end
    end
    // line l comes from FPGA l of the board, from its line to here
    for (l = 0; l < 4; l = l + 1) begin : g_from
        always @(look) if (phase == 3 && l != f) begin
            `SAME(`NODE.rx_head[2*l+:2], dut.g_board[b].u_board.g_fpga[l].u_node.tx_head[2*f+:2])
            `SAME(`NODE.rx_data[64*l+:64], dut.g_board[b].u_board.g_fpga[l].u_node.tx_data[64*f+:64])
        end
    end
