/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What cases of the RDMA receiver say and no others: one channel, `net`; the registers and causes of
 * checkers/exanet/spec/exa_rdma_rx.md sections 4, 9 and 10; its writes:
 *   expect write addr=A beats=N id=I within A..B cycles
 */
#include "exa.h"

#include "../dut/exa_duts.h"

#include <string.h>

static const char *const streams[] = {"s_exa", "m_exa", "s_mem_aw", "s_mem_w", "s_mem_b", "write", NULL};
static const char *const classes[] = {"HDR", "PLD", "FTR"};
static const char *const causes[] = {"",      "HCRC", "MALF",   "SHORT", "BROKEN", "STRAY", "FCRC",  "FLOW", "UNEXP",   "(9)",
                                     "PCRC",  "DUP",  "DECODE", "PROT",  "NOCTX",  "TAKEN", "STALE", "DONE", "MISMATCH", "CTLDUP"};
static const struct tn_case_register registers[] = {
    {"BANK", 0x40000, 4, 8},      {"ID", 0x40400, 0, 1},       {"PARAMS", 0x40404, 0, 1},         {"OWN", 0x40408, 0, 1},
    {"CTX_TIMEOUT", 0x40410, 0, 1}, {"DONE_HOLD", 0x40414, 0, 1}, {"LEVEL", 0x40418, 0, 1},         {"DUP_CYC", 0x4041c, 0, 1},
    {"ANSWERED", 0x40440, 0, 1},  {"COUNT", 0x40440, 4, 20},   {"NACKS", 0x40490, 0, 1},          {"NOTIFIES", 0x40494, 0, 1},
    {"MERGED", 0x40498, 0, 1},    {"LOST", 0x4049c, 0, 1},     {"OVERRUN", 0x404a0, 0, 1},        {"EVICTED", 0x404a4, 0, 1},
    {"EXPIRED_ACTIVE", 0x404a8, 0, 1}, {"EXPIRED_DONE", 0x404ac, 0, 1}, {"WERR", 0x404b0, 0, 1}, {"B_LATE", 0x404b4, 0, 1},
    {"BYTES", 0x404b8, 0, 1},     {"BANK_LEVEL", 0x40020, 4, 8}};

static int point(struct tn_case_parser *p, const char *text, bool input, const char **out)
{
    if (strcmp(text, "net") != 0)
        return tn_case_stream(p, text, out);
    *out = streams[!input];
    return 0;
}

static const char *across(const char *stream)
{
    (void)stream;
    return streams[0];
}

/* A packet, or a write to memory. */
static int form(struct tn_case_parser *p, unsigned at, unsigned end, bool masked, const char *stream, struct tn_case_tlp *out)
{
    return strcmp(stream, "write") == 0 ? tn_case_exa_burst(p, at, end, out)
                                        : tn_case_exa_form(p, at, end, masked, stream, out);
}

static int line(struct tn_case_parser *p)
{
    if (strcmp(p->word[0], "packet") == 0)
        return tn_case_exa_packet_line(p);
    return strcmp(p->word[0], "own") == 0 ? tn_case_exa_own_line(p) : tn_case_exa_memory_line(p);
}

const struct tn_case_words tn_case_exa_rdma_rx = {
    .ports = "net|write",
    .streams = streams,
    .classes = classes,
    .registers = registers,
    .register_n = sizeof registers / sizeof *registers,
    .reject = "rx",
    .causes = causes,
    .cause_n = sizeof causes / sizeof *causes,
    .cause_is_port = true,
    .axi = true,
    .lines = "own, packet, page, answers, holds",
    .point = point,
    .across = across,
    .form = form,
    .line = line,
};
