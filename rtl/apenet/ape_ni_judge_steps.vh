// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Steps of ape_ni_judge: what a state does, and which comes next. Included in that module alone.

    always @* begin
        state_d = state_q;
        cause_d = cause_q;
        h_pop = 1'b0;
        h_drop = 1'b1;
        buf_ask = 1'b0;
        buf_for = is_send ? ASK_SEND : is_reply ? ASK_REPLY : ASK_PUT;
        buf_pid = p_pid_h;
        buf_addr = p_va;
        buf_end = {1'b0, p_va} + {36'd0, p_len};
        buf_wr = 1'b0;
        buf_gone = 1'b0;
        buf_take = 1'b0;
        buf_give = 1'b0;
        tlb_ask = 1'b0;
        tlb_fill = 1'b0;
        tlb_drop = 1'b0;
        miss_open = 1'b0;
        miss_clear = 1'b0;
        fill_taken = 1'b0;
        msg_ask = 1'b0;
        msg_wr = 1'b0;
        msg_free = 1'b0;
        msg_touch = 1'b0;
        msg_wr_idx = msg_idx;
        tag_ask = 1'b0;
        tag_tag = f_msg;
        tag_dst = f_src;
        tag_wr_idx = tag_idx;
        tag_take = 1'b0;
        tag_touch = 1'b0;
        tag_kill = 1'b0;
        tag_free = 1'b0;
        ack_ask = 1'b0;
        ack_take = 1'b0;
        ack_kill = 1'b0;
        ack_free = 1'b0;
        get_tag_done = 1'b0;
        get_valid = 1'b0;
        p_done = 1'b0;
        p_ok = 1'b0;
        cmd_done = drained;
        cmd_code = code_q;
        cmd_idx = code_idx_q;
        w_push = 1'b0;
        d_push = 1'b0;
        d_ask = 1'b0;
        d_plain = 1'b0;
        d_wr = 1'b0;
        d_first = 1'b0;
        d_ev = 1'b1;
        d_idx = msg_idx;
        d_kind = EV_ERROR;
        d_cause = cause_q;
        d_from = 2'd0;
        d_has_buf = 1'b0;
        d_bytes = 32'd0;
        put_failed = 1'b0;
        ev_dropped = 1'b0;
        ev_late = 1'b0;
        ev_hit = 1'b0;

        case (state_q)
            S_IDLE:
            if (fill_want && !tlb_busy) begin
                tlb_fill = 1'b1;
                fill_taken = 1'b1;
            end else if (cmd_go && !cmd_wait_q && !tlb_busy) state_d = S_CMD;
            else if (turn_q == 2'd0 && can != 2'd0 && d_room && w_ready) state_d = S_PKT;
            else if (turn_q == 2'd1 && p_ask && !miss_waits[2] && !cmd_wait_q) state_d = S_GET;
            else if (turn_q == 2'd2 && (get_tag_ask || get_ans_ask)) state_d = S_TAG;
            else if (turn_q == 2'd3 && d_room) state_d = S_SCAN;

            // a packet: what needs no table
            S_PKT: begin
                state_d = S_IDLE;
                d_plain = 1'b1;
                h_pop = 1'b1;
                miss_clear = 1'b1;
                if (p_type == TYPE_ACK) begin
                    h_pop = 1'b0;
                    miss_clear = 1'b0;
                    ack_ask = 1'b1;
                    state_d = S_ACK;
                end else if (cut_short) begin
                    h_pop = 1'b0;
                    miss_clear = 1'b0;
                    buf_ask = 1'b1;
                    state_d = S_BUF;
                end else if (!h_crc_ok || h_hdr[APE_OOL]) begin
                    d_push = 1'b1;
                    d_cause = !h_crc_ok ? CAUSE_CRC : CAUSE_OOL;
                end else if (p_type == TYPE_GET) begin
                    get_valid = !f_err;
                    ev_dropped = f_err;
                end else begin
                    h_pop = 1'b0;
                    miss_clear = 1'b0;
                    msg_ask = 1'b1;
                    tag_ask = 1'b1;
                    state_d = is_reply ? S_ASKED : S_MSG;
                end
            end

            // an answer of another node
            S_ACK: begin
                ev_late = !a_right;
                ack_free = a_right;
                d_push = a_right;
                d_plain = 1'b1;
                d_kind = EV_ACKED;
                d_cause = a_cause;
                d_from = 2'd3;
                h_pop = 1'b1;
                state_d = S_IDLE;
            end

            // what its tag awaits
            S_ASKED: state_d = S_MSG;

            // its message
            S_MSG: begin
                d_from = 2'd1;
                d_bytes = e_bytes;
                if (is_reply && !tag_open) begin
                    ev_late = 1'b1;
                    h_pop = 1'b1;
                    miss_clear = 1'b1;
                    msg_free = msg_hit && e_msg == f_msg;
                    state_d = S_IDLE;
                end else if (is_reply && odd_q) begin
                    d_push = 1'b1;
                    d_plain = 1'b1;
                    d_from = 2'd0;
                    d_bytes = 32'd0;
                    d_cause = CAUSE_REPLY;
                    ev_dropped = 1'b1;
                    h_pop = 1'b1;
                    miss_clear = 1'b1;
                    state_d = S_IDLE;
                end else if (msg_hit && begins) begin
                    msg_free = 1'b1;
                    if (e_failed) state_d = S_PKT;
                    else begin
                        d_push = !e_stream;
                        d_cause = CAUSE_GAP;
                        buf_give = e_send && !e_gone;
                        tag_ask = e_stream;
                        tag_tag = e_msg;
                        state_d = e_stream ? S_OLD : S_PKT;
                    end
                end else if (!msg_hit && !msg_room) begin
                    d_plain = 1'b1;
                    d_from = 2'd0;
                    d_bytes = 32'd0;
                    d_cause = CAUSE_BUSY;
                    d_ev = f_pkt == 16'd0;
                    d_ask = f_asks;
                    d_push = d_ev || d_ask;
                    tag_kill = is_reply && f_pkt == 16'd0;
                    ev_dropped = 1'b1;
                    h_pop = 1'b1;
                    miss_clear = 1'b1;
                    state_d = S_IDLE;
                end else if (msg_hit && e_failed) begin
                    d_from = 2'd0;
                    d_bytes = 32'd0;
                    d_plain = f_pkt == 16'd0;
                    d_ev = d_plain;
                    d_cause = d_plain ? CAUSE_REPEAT : e_bytes[7:0];
                    d_ask = f_asks;
                    d_push = d_ev || d_ask;
                    ev_dropped = 1'b1;
                    h_pop = 1'b1;
                    miss_clear = 1'b1;
                    msg_free = f_last;
                    msg_touch = 1'b1;
                    state_d = S_IDLE;
                end else if (f_err || (msg_hit ? f_pkt != e_next : f_pkt != 16'd0)) begin
                    cause_d = refusal ? CAUSE_GET : CAUSE_GAP;
                    state_d = S_FAIL;
                end else if (msg_hit && e_gone) begin
                    cause_d = CAUSE_UNREG;
                    state_d = S_FAIL;
                end else begin
                    buf_ask = 1'b1;
                    state_d = S_BUF;
                end
            end

            // the reply that was under way, its tag asked for
            S_OLD: begin
                if (tag_open) begin
                    d_push = 1'b1;
                    d_from = 2'd1;
                    d_bytes = e_bytes;
                    d_cause = CAUSE_GAP;
                    tag_kill = 1'b1;
                end
                state_d = S_PKT;
            end

            // its place
            S_BUF: begin
                cause_d = CAUSE_OVERRUN;
                if (!msg_known && !buf_hit) begin
                    if (is_send || !buf_start) cause_d = CAUSE_NOBUF;
                    state_d = S_FAIL;
                end else if (!fits) state_d = S_FAIL;
                else if (crosses) begin
                    cause_d = CAUSE_CROSS;
                    state_d = S_FAIL;
                end else if (p_len == 13'd0) state_d = S_PUT;
                else if (!tlb_busy) begin
                    tlb_ask = 1'b1;
                    state_d = S_TLB;
                end
            end

            // a miss that ended without its page fails, whatever a command has mapped since
            S_TLB:
            if (tlb_hit && !miss_fault && !miss_timed) begin
                ev_hit = 1'b1;
                state_d = S_PUT;
            end else if (cut_q || miss_fault || miss_timed) begin
                cause_d = miss_fault ? CAUSE_PAGE : CAUSE_MISS;
                state_d = S_FAIL;
            end else begin
                miss_open = 1'b1;
                state_d = S_IDLE;
            end

            // accepted
            S_PUT:
            if (cut_q) begin
                w_push = 1'b1;
                d_push = 1'b1;
                d_plain = 1'b1;
                d_wr = 1'b1;
                d_cause = CAUSE_CRC;
                miss_clear = 1'b1;
                h_pop = 1'b1;
                h_drop = 1'b0;
                state_d = S_IDLE;
            end else begin
                w_push = p_len != 13'd0;
                d_push = 1'b1;
                d_wr = w_push;
                d_ask = f_asks;
                d_first = !msg_known;
                d_ev = f_last;
                d_idx = entry_idx;
                d_kind = EV_RECEIVED;
                d_cause = {3'd0, p_type};
                d_has_buf = f_last;
                d_bytes = bytes_after;
                msg_wr = !f_last;
                msg_wr_idx = entry_idx;
                msg_free = f_last && msg_known;
                buf_take = is_send && !msg_known;
                tag_touch = is_reply;
                tag_free = is_reply && f_last;
                miss_clear = 1'b1;
                h_pop = 1'b1;
                h_drop = p_len == 13'd0;
                state_d = S_IDLE;
            end

            // it ends its message
            S_FAIL:
            if (cut_q) begin
                d_push = 1'b1;
                d_plain = 1'b1;
                d_cause = CAUSE_CRC;
                miss_clear = 1'b1;
                h_pop = 1'b1;
                state_d = S_IDLE;
            end else begin
                d_push = 1'b1;
                d_ask = f_asks;
                d_first = !msg_known;
                d_idx = entry_idx;
                d_bytes = bytes_before;
                put_failed = 1'b1;
                msg_wr = !f_last && !is_reply;
                msg_wr_idx = entry_idx;
                msg_free = (f_last || is_reply) && msg_known;
                buf_give = msg_known && e_send && !e_gone;
                tag_kill = is_reply;
                tag_free = is_reply && cause_q == CAUSE_GET;
                miss_clear = 1'b1;
                h_pop = 1'b1;
                state_d = S_IDLE;
            end

            // a page for a reply
            S_GET: begin
                buf_for = ASK_GET;
                buf_pid = p_pid;
                buf_addr = p_addr;
                buf_end = {1'b0, p_addr} + {17'd0, p_bytes};
                buf_ask = p_first;
                if (p_first) state_d = S_GBUF;
                else if (g_gone_q) begin
                    p_done = 1'b1;
                    miss_clear = 1'b1;
                    state_d = S_IDLE;
                end else if (!tlb_busy) begin
                    tlb_ask = 1'b1;
                    state_d = S_GTLB;
                end
            end

            S_GBUF:
            if (!buf_hit) begin
                p_done = 1'b1;
                miss_clear = 1'b1;
                state_d = S_IDLE;
            end else if (!tlb_busy) begin
                tlb_ask = 1'b1;
                state_d = S_GTLB;
            end

            S_GTLB: begin
                state_d = S_IDLE;
                p_ok = tlb_hit && !miss_fault && !miss_timed;
                p_done = tlb_hit || miss_fault || miss_timed;
                miss_clear = p_done;
                miss_open = !p_done;
                ev_hit = p_ok;
            end

            // a tag for a request, or an answer awaited
            S_TAG: begin
                tag_ask = get_tag_ask;
                ack_ask = !get_tag_ask;
                tag_tag = get_tag;
                tag_dst = get_tag_dst;
                state_d = S_TAG2;
            end

            S_TAG2: begin
                get_tag_done = get_tag_ask ? tag_known || tag_room : ack_known || ack_room;
                tag_take = get_tag_ask && !tag_known && tag_room;
                ack_take = !get_tag_ask && !ack_known && ack_room;
                tag_tag = get_tag;
                tag_dst = get_tag_dst;
                tag_wr_idx = tag_free_idx;
                state_d = S_IDLE;
            end

            // timers
            S_SCAN: begin
                state_d = S_IDLE;
                d_from = scan_ack ? 2'd3 : scan_tag ? 2'd2 : 2'd1;
                d_bytes = scan_tag || scan_ack ? 32'd0 : e_bytes;
                d_idx = scan_q[5:0];
                d_plain = scan_tag || scan_ack;
                d_cause = scan_ack ? CAUSE_ACK_TIMEOUT : scan_tag ? CAUSE_GET_TIMEOUT : CAUSE_TIMEOUT;
                msg_wr_idx = scan_q[5:0];
                tag_wr_idx = scan_q[3:0];
                if (scan_msg && msg_at_valid && held) msg_touch = 1'b1;
                else if (scan_msg && msg_at_late) begin
                    msg_free = 1'b1;
                    d_push = !e_failed;
                    d_ev = !e_stream;
                    buf_give = !e_failed && e_send && !e_gone;
                end else if (scan_ok && tag_at_open && kept) tag_touch = 1'b1;
                else if (scan_ok && tag_at_late) begin
                    tag_kill = tag_at_open;
                    tag_free = !tag_at_open;
                    d_push = tag_at_open;
                    msg_ask = tag_at_open;
                    if (tag_at_open) state_d = S_TAGX;
                end else if (scan_ans && ack_at_late) begin
                    ack_kill = ack_at_open;
                    ack_free = !ack_at_open;
                    d_push = ack_at_open;
                end
                if (state_d == S_IDLE && !d_push && scan_q[1:0] != 2'd3) state_d = S_SCAN;
            end

            // the reply of a tag that has died
            S_TAGX: begin
                msg_free = msg_hit && e_msg == tag_at_tag;
                state_d = S_IDLE;
            end

            // commands
            S_CMD: begin
                buf_pid = cmd_pid;
                buf_addr = cmd_addr;
                buf_end = cmd_end;
                buf_for = cmd_op == OP_REGISTER ? ASK_FREE : cmd_op == OP_UNREGISTER ? ASK_EXACT : ASK_NAMED;
                buf_ask = 1'b1;
                cmd_code = OK;
                cmd_idx = 6'd0;
                state_d = S_CMD2;
                case (cmd_op)
                    OP_REGISTER:
                    if (cmd_bad) begin
                        cmd_code = BAD;
                        cmd_done = 1'b1;
                        state_d = S_IDLE;
                    end
                    OP_UNREGISTER, OP_RELEASE: ;
                    OP_MAP: begin
                        tlb_fill = 1'b1;
                        cmd_done = 1'b1;
                        state_d = S_IDLE;
                    end
                    OP_UNMAP: tlb_drop = 1'b1;
                    default: begin
                        cmd_code = BAD;
                        cmd_done = 1'b1;
                        state_d = S_IDLE;
                    end
                endcase
            end

            S_CMD2: begin
                buf_wr = cmd_op == OP_REGISTER && buf_hit;
                buf_give = cmd_op == OP_RELEASE && buf_hit;
                buf_gone = cmd_op == OP_UNREGISTER && buf_hit;
                buf_pid = cmd_pid;
                buf_addr = cmd_addr;
                buf_end = cmd_end;
                tlb_drop = buf_gone;
                cmd_done = cmd_op == OP_REGISTER || cmd_op == OP_RELEASE || (cmd_op == OP_UNREGISTER && !buf_hit);
                cmd_code = buf_hit ? OK : cmd_op == OP_REGISTER ? FULL : NOTFOUND;
                cmd_idx = buf_hit ? buf_idx : 6'd0;
                state_d = S_IDLE;
            end

            default: state_d = S_IDLE;
        endcase
    end
