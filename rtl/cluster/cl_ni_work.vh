// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What a turn does to its line, as tasks of cl_ni_core's clocked block. Include there alone.

    // ---- short ends
    // a word to the line that is worked on, its bytes be
    task put_word;
        input [2:0]  index;
        input [31:0] data;
        input [3:0]  be;
        begin
            line_we    <= {28'd0, be} << {index, 2'b00};
            line_waddr <= here;
            line_wdata <= {8{data}};
        end
    endtask
    task put_tag;  // the tag of a line
        input [10:0] line;
        input [2:0]  state;
        input [11:0] more;
        begin
            tag_we     <= 4'd1 << line[10:9];
            tag_wdata  <= {state, more};
            line_waddr <= line;
        end
    endtask
    task reply;    // an end of the CPU's access
        input        fault;
        input [31:0] data;
        begin
            ready_q  <= 1'b1;
            fault_q  <= fault;
            rdata_q  <= data;
            missed_q <= 1'b0;
            if (fault) protect;
        end
    endtask
    task protect;
        begin
            ev_q[0] <= 1'b1;
            obs_q   <= OBS_PROTECTION;
        end
    endtask
    task malformed;
        begin
            ev_q[1] <= 1'b1;
            obs_q   <= OBS_MALFORMED;
        end
    endtask
    task respond;  // an answer to the packet that is worked on; none to address 0
        input [31:0] to;
        input [1:0]  cause;  // 0: ACK
        input [31:0] much;
        if (op_q == RX0) begin
            ans_q[0]          <= to != 32'd0;
            ans_cause_q[1:0] <= cause;
            ans_addr_q[31:0]  <= to;
            ans_value_q[31:0] <= much;
        end else begin
            ans_q[1]           <= to != 32'd0;
            ans_cause_q[3:2] <= cause;
            ans_addr_q[63:32]  <= to;
            ans_value_q[63:32] <= much;
        end
    endtask
    task emit;     // a packet
        input [1:0]   prio;
        input [3:0]   of;
        input [31:0]  first_word;
        input [31:0]  second_word;
        input [255:0] data;
        input [3:0]   words;
        begin
            tx_load    <= 3'd1 << prio;
            tx_kind    <= of;
            tx_payload <= {data, second_word, first_word};
            tx_n       <= words;
        end
    endtask
    task emit_answer;  // an answer that is not for this CPU
        input [31:0] to;
        input [31:0] much;
        input [1:0]  cause;
        if (cause == 2'd0) emit(2'd0, CL_ACK, to, much, 256'd0, 4'd0);
        else emit(2'd0, CL_REFUSE, to, {much[15:0], 14'd0, cause}, {240'd0, much[31:16]}, 4'd0);
    endtask
    task done;     // the work on what came, or on an answer, is done
        begin
            step_q <= IDLE;
            if (packet) rx_take[p] <= 1'b1;
            if (answer) ans_q[k] <= 1'b0;
        end
    endtask

    // ---- the choice
    task choose;
        begin
            op_q    <= pick;
            then_q  <= pick == READ ? DATA0 : WORK;
            step_q  <= TAGS;
            cache_q <= 1'b0;
            cpu_last_q <= pick == CPU;
            if (pick != CPU) last_q <= pick;
            case (pick)
                FILL: begin
                    step_q     <= IDLE;
                    line_we    <= 32'hffffffff;
                    line_wdata <= mem_data;
                    put_tag({fill_way_q, mem_line[8:0]}, CACHE, {2'b10, mem_line[18:9]});
                end
                SET: a_q <= {9'h100, set_line, 5'd0};
                RX0: a_q <= rx_payload[24:0];
                RX1: a_q <= rx_payload[320+:25];
                RX2: a_q <= rx_payload[640+:25];
                READ: a_q <= rd_addr[24:0];
                ANS0: a_q <= ans_addr_q[24:0];
                ANS1: a_q <= ans_addr_q[56:32];
                NOTE: a_q <= ans_addr_q[88:64];
                FIRE: a_q <= {9'h100, fire_line, 5'd0};
                CMD: a_q <= {9'h100, cmd_line, 5'd0};
                default: ;
            endcase
            if ((pick == RX0 && rx_bad[0]) || (pick == RX1 && rx_bad[1]) || (pick == RX2 && rx_bad[2])) begin
                step_q <= IDLE;
                rx_take <= pick == RX0 ? 3'd1 : pick == RX1 ? 3'd2 : 3'd4;
                malformed;
            end
            if (pick == ANS0 && !ans_here[0]) begin
                step_q   <= IDLE;
                ans_q[0] <= 1'b0;
                emit_answer(ans_addr_q[31:0], ans_value_q[31:0], ans_cause_q[1:0]);
            end
            if (pick == ANS1 && !ans_here[1]) begin
                step_q   <= IDLE;
                ans_q[1] <= 1'b0;
                emit_answer(ans_addr_q[63:32], ans_value_q[63:32], ans_cause_q[3:2]);
            end
        end
    endtask

    // ---- the CPU
    task translate;  // its address; remote ones are done with here
        begin
            step_q  <= c_ok && !x_remote ? LINE : IDLE;
            a_q     <= x_pa[24:0];
            cache_q <= !x_scratch;
            if (!c_ok) reply(1'b1, 32'd0);
            else if (x_remote && c_wr && tx_free[1]) begin
                emit(2'd1, CL_WRITE, x_pa, 32'd0, {224'd0, c_wdata}, 4'd1);
                reply(1'b0, 32'd0);
            end else if (x_remote && !c_wr && tx_free[2]) begin
                emit(2'd2, CL_READ, x_pa, {me, LOAD_REPLY}, {192'd0, 32'd4, me, LOAD_REPLY}, 4'd0);
                load_q <= 1'b1;
            end
        end
    endtask
    task work_cache;
        begin
            step_q <= IDLE;
            if (hit_q) begin
                if (c_wr) begin
                    put_word(at, c_wdata, c_be);
                    put_tag(here, CACHE, {2'b11, more_q[9:0]});
                end
                ev_q[3] <= !missed_q;
                reply(1'b0, word);
            end else begin
                ev_q[4]       <= !missed_q;
                missed_q      <= 1'b1;
                mem_start     <= 1'b1;
                mem_back      <= more_q[11] && more_q[10];
                mem_back_line <= {more_q[9:0], a_q[13:5]};
                mem_back_data <= line_data;
                mem_fetch     <= 1'b1;
                mem_line      <= a_q[23:5];
                ev_q[5]       <= more_q[11] && more_q[10];
                fill_way_q    <= way_q;
                victim_q      <= victim_q + 2'd1;
                put_tag(here, CACHE, 12'd0);
            end
        end
    endtask
    task work_cpu;
        begin
            step_q <= IDLE;
            if (state_q == CACHE || (esl_store && state_q != SCRATCH)) reply(1'b1, 32'd0);
            else if (c_wr)
                case (state_q)
                    COMMAND:
                        if (!more_q[7]) begin
                            put_word(at, c_wdata, 4'hf);
                            put_tag(here, COMMAND, {more_q[11:4], filled});
                            line_q <= merged;
                            l_q    <= here;
                            if (filled == 4'hf) step_q <= SOURCE;
                            reply(1'b0, 32'd0);
                        end
                    COUNTER: begin
                        if (at == 3'd0) count;
                        else put_word(at, at == 3'd7 ? {28'd0, c_wdata[3], line_data[226:225], c_wdata[0]} : c_wdata, 4'hf);
                        reply(1'b0, 32'd0);
                    end
                    default: begin
                        put_word(at, c_wdata, c_be);
                        reply(1'b0, 32'd0);
                    end
                endcase
            else if (queue && at == 3'd5) begin
                if (meets) to_body;
                else begin
                    put_word(3'd6, line_data[223:192] | 32'd1, 4'hf);
                    reply(1'b0, 32'd0);
                end
            end else if (state_q == COMMAND && at == 3'd4) reply(1'b0, {29'd0, more_q[7] ? ST_BUSY : more_q[6:4]});
            else reply(1'b0, word);
        end
    endtask

    // ---- register LINE
    task work_set;
        begin
            step_q      <= IDLE;
            set_done    <= 1'b1;
            set_refused <= held;
            is_q        <= held ? state_q : set_state;
            if (!held) begin
                put_tag(here, set_state, 12'd0);
                line_we    <= {32{set_state > SCRATCH}};
                line_wdata <= 256'd0;
                if (state_q == CACHE && more_q[11] && more_q[10]) begin
                    mem_start     <= 1'b1;
                    mem_back      <= 1'b1;
                    mem_back_line <= {more_q[9:0], a_q[13:5]};
                    mem_back_data <= line_data;
                    mem_fetch     <= 1'b0;
                    ev_q[5]       <= 1'b1;
                end
            end
        end
    endtask

    // ---- counters
    task count;
        begin
            line_we    <= 32'hf000000f;
            line_waddr <= here;
            line_wdata <= {28'd0, flags_d, 192'd0, value_d};
            fire_put   <= fires;
            if (lost) obs_q <= OBS_COUNTER;
        end
    endtask
    task work_fire;  // one of the four addresses, or the end
        begin
            step_q    <= IDLE;
            note_at_q <= note_at_q[2] ? 3'd0 : note_at_q + 3'd1;
            if (note_at_q[2]) begin
                count;
                fire_take <= 1'b1;
            end else if (note_to[31:25] == me && note_to != 32'd0) begin
                ans_q[2]           <= 1'b1;
                ans_addr_q[95:64]  <= note_to;
                ans_value_q[95:64] <= line_data[63:32];
            end else if (note_to != 32'd0) emit(2'd0, CL_ADD, note_to, line_data[63:32], 256'd0, 4'd0);
        end
    endtask

    // ---- packets, and answers to this CPU's lines
    task work_packet;
        begin
            done;
            case (kind)
                CL_WRITE, CL_WRITE_REPLY:
                    if (kind == CL_WRITE_REPLY && to_load) begin
                        load_q <= 1'b0;
                        if (load_q) reply(1'b0, pay[95:64]);
                        else malformed;
                    end else if (state_q == SCRATCH) begin
                        line_we    <= ((32'd1 << bytes) - 32'd1) << {at, 2'b00};
                        line_waddr <= here;
                        line_wdata <= pay[319:64] << {at, 5'd0};
                        respond(second, 2'd0, {26'd0, bytes});
                    end else begin
                        protect;
                        respond(second, REFUSED, {26'd0, bytes});
                    end
                CL_READ: begin
                    reads_q[READ_W*reads_n_q+:READ_W] <= {pay[101:98], pay[95:0]};
                    reads_n_q <= reads_n_q + 3'd1;
                end
                CL_MESSAGE, CL_QUEUE_READ: work_queue;
                CL_REFUSE: begin
                    case (state_q)
                        SCRATCH: put_word(at, 32'd0, 4'hf);
                        COMMAND: put_tag(here, COMMAND, {more_q[11:7], ST_NACK, more_q[3:0]});
                        COUNTER: put_word(3'd7, {29'd1, line_data[226:224]}, 4'hf);
                        default: ev_q[0] <= !to_load;
                    endcase
                    if (to_load && load_q) begin
                        load_q  <= 1'b0;
                        ready_q <= 1'b1;
                        fault_q <= 1'b1;
                        rdata_q <= 32'd0;
                    end
                    ev_q[2] <= 1'b1;
                    obs_q   <= OBS_NACK;
                end
                default:
                    if (state_q == COUNTER && at == 3'd0) count;
                    else if (state_q == SCRATCH) put_word(at, value, 4'hf);
                    else protect;
            endcase
        end
    endtask

    // ---- queues
    task to_body;
        begin
            line_q  <= line_data;
            l_q     <= here;
            meets_q <= meets;
            a_q     <= {8'h80, body, 5'd0};
            rx_take <= 3'd0;
            step_q  <= TAGS;
            then_q  <= BODY;
        end
    endtask
    task work_queue;  // at the head
        if (!queue || at != 3'd0) begin
            protect;
            respond(second, REFUSED, asks);
        end else if (too_long || (is_full && !meets)) begin
            respond(second, too_long ? TOO_LONG : putting ? FULL : REFUSED, asks);
            put_word(3'd7, line_data[255:224] + 32'd1, 4'hf);
        end else to_body;
    endtask
    task work_body;
        if (state_q != SCRATCH) begin
            done;
            if (op_q == CPU) reply(1'b1, 32'd0);
            else begin
                protect;
                respond(second, REFUSED, asks);
            end
        end else begin
            step_q     <= HEAD;
            line_waddr <= here;
            line_wdata <= putting ? {pay[287:64], 26'd0, bytes} : {192'd0, 16'd0, asked, second};
            line_we    <= {32{!meets_q}};
            if (op_q == CPU) reply(1'b0, line_data[63:32]);
            else if (putting) respond(second, 2'd0, asks);
            if (meets_q && op_q != CPU)
                emit(2'd0, CL_WRITE_REPLY, putting ? line_data[31:0] : second, 32'd0,
                     {32'd0, putting ? pay[287:64] : line_data[255:32]}, gives);
        end
    endtask
    task work_head;
        begin
            done;
            line_waddr <= l_q;
            line_we    <= meets_q ? 32'h00000f0f : 32'h0000f00f;
            line_wdata <= {128'd0, 16'd0, new_at, 16'd0, new_at, 32'd0, counts};
        end
    endtask

    // ---- data of reads and copies
    task pop_read;
        begin
            step_q    <= IDLE;
            reads_q   <= reads_q >> READ_W;
            reads_n_q <= reads_n_q - 3'd1;
        end
    endtask
    task work_data;
        if (state_q != SCRATCH) begin
            protect;
            if (op_q == READ) begin
                pop_read;
                respond(rd_ack, REFUSED, chunk_bytes);
            end else end_command(ST_PROTECTION);
        end else if (crosses) begin
            low_q  <= line_data;
            a_q    <= a_q + 25'd32;
            step_q <= TAGS;
            then_q <= DATA1;
        end else if (op_q == READ) begin
            pop_read;
            emit(2'd0, CL_WRITE_REPLY, rd_reply, rd_ack, both, chunk);
        end else begin
            emit(2'd1, CL_WRITE, line_q[95:64], line_q[127:96], both, chunk);
            advance;
        end
    endtask

    // ---- command buffers
    task end_command;
        input [2:0] status;
        begin
            step_q <= IDLE;
            put_tag(l_q, COMMAND, {5'd0, status, 4'd0});
        end
    endtask
    task requeue;
        begin
            step_q     <= IDLE;
            line_waddr <= l_q;
            cmd_put    <= 1'b1;
        end
    endtask
    task advance;  // a packet of a copy was sent
        begin
            line_we    <= 32'h00000fff;
            line_wdata <= {160'd0, line_q[95:64] + chunk_bytes, line_q[63:32] + chunk_bytes, line_q[31:20], left - {14'd0, chunk}, 2'b00};
            if (ended) end_command(status_q);
            else requeue;
        end
    endtask
    task work_split;
        if (!tx_free[by_reads ? 2 : 1]) requeue;
        else if (opcode == SEND) begin
            emit(2'd1, CL_MESSAGE, line_q[95:64], line_q[127:96], {128'd0, line_q[255:128]}, left[3:0]);
            end_command(status_q);
        end else if (opcode == RECEIVE) begin
            emit(2'd2, CL_QUEUE_READ, line_q[63:32], line_q[95:64], {236'd0, line_q[19:0]}, 4'd0);
            end_command(status_q);
        end else if (by_reads) begin
            emit(2'd2, CL_READ, line_q[63:32], line_q[95:64], {192'd0, chunk_bytes, line_q[127:96]}, 4'd0);
            advance;
        end else begin
            a_q    <= line_q[56:32];
            step_q <= TAGS;
            then_q <= DATA0;
        end
    endtask
    task start;
        if (verdict == ST_BUSY) begin
            put_tag(l_q, COMMAND, 12'h080);
            requeue;
            line_we    <= 32'h0000ffff;
            line_wdata <= {128'd0, no_ack ? 32'd0 : ack_q, dest_q, source_q, opcode, copies && source_is_q[2], 7'd0, size};
        end else begin
            end_command(verdict);
            if (verdict == ST_PROTECTION) protect;
            else obs_q <= OBS_MISALIGNED;
        end
    endtask
