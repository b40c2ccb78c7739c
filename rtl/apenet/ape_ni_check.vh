// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The byte of an answer that binds it to its node, pid, msg and cause: ape_ni.md section 7.7. Include inside a module.

    function [7:0] answer_check;
        input [15:0] node;
        input [15:0] pid;
        input [31:0] msg;
        input [7:0]  cause;
        answer_check = 8'h5a ^ node[15:8] ^ node[7:0] ^ pid[15:8] ^ pid[7:0] ^ msg[31:24] ^ msg[23:16] ^ msg[15:8] ^ msg[7:0] ^ cause;
    endfunction
