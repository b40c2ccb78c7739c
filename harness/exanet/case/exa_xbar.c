/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What cases of ExaNet's intra-node switch say and no others: its ports, registers,
 * causes (checkers/exanet/spec/exa_crossbar.md), and
 *   own X.Y.Z.FPGA    its coordinates from now on: with a reset
 */
#include "exa.h"

#include "../dut/exa_duts.h"

#include <stdio.h>
#include <string.h>

enum { PORTS = 16 };

static const char *const streams[] = {
    "s_exa0",  "s_exa1",  "s_exa2",  "s_exa3",  "s_exa4",  "s_exa5",  "s_exa6",  "s_exa7",
    "s_exa8",  "s_exa9",  "s_exa10", "s_exa11", "s_exa12", "s_exa13", "s_exa14", "s_exa15",
    "m_exa0",  "m_exa1",  "m_exa2",  "m_exa3",  "m_exa4",  "m_exa5",  "m_exa6",  "m_exa7",
    "m_exa8",  "m_exa9",  "m_exa10", "m_exa11", "m_exa12", "m_exa13", "m_exa14", "m_exa15",
    NULL};
static const char *const classes[] = {"HDR", "PLD", "FTR"};
static const char *const causes[] = {"", "HCRC", "MALF", "ROUTE", "LOOP", "BROKEN", "STRAY"};
static const struct tn_case_register registers[] = {
    {"ID", 0x000, 0, 1},     {"PARAMS", 0x004, 0, 1}, {"OWN", 0x008, 0, 1},
    {"FWD", 0x400, 4, 16},   {"HCRC", 0x440, 4, 16},  {"MALF", 0x480, 4, 16},
    {"ROUTE", 0x4c0, 4, 16}, {"LOOP", 0x500, 4, 16},  {"BROKEN", 0x540, 4, 16},
    {"STRAY", 0x580, 4, 16}, {"SENT", 0x5c0, 4, 16},
};

static int point(struct tn_case_parser *p, const char *text, bool input, const char **out)
{
    uint64_t port;
    int rc;
    if (strncmp(text, input ? "s_exa" : "m_exa", 5) == 0)
        return tn_case_stream(p, text, out);
    rc = tn_case_number(p, "port", text, PORTS - 1, &port);
    if (rc == 0)
        *out = streams[port + (input ? 0 : PORTS)];
    return rc;
}

static void rejected(struct tn_case_step *s)
{
    unsigned port = 0;
    sscanf(s->point, "s_exa%u", &port);
    s->dir = s->port = port;
}

static int line(struct tn_case_parser *p)
{
    if (strcmp(p->word[0], "packet") == 0)
        return tn_case_exa_packet_line(p);
    return strcmp(p->word[0], "own") == 0 ? tn_case_exa_own_line(p) : 1;
}

const struct tn_case_words tn_case_exa_xbar = {
    .ports = "PORT",
    .streams = streams,
    .classes = classes,
    .registers = registers,
    .register_n = sizeof registers / sizeof *registers,
    .reject = "drop",
    .causes = causes,
    .cause_n = sizeof causes / sizeof *causes,
    .lines = "own, packet",
    .point = point,
    .rejected = rejected,
    .form = tn_case_exa_form,
    .line = line,
};
