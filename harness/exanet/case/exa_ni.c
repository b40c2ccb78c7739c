/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What cases of the blocks of ExaNet's network interface say and no others: one channel,
 * `net`; registers behind an AXI port (checkers/exanet/spec/exa_ni.md section 5 and the page of each), those
 * of a mailbox's or a channel's page as M3.INFO, C0.STATUS; causes on obs_rx.
 */
#include "exa.h"

#include "../dut/exa_duts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 0x1000, PAGES = 64 };

static const char *const streams[] = {"s_exa", "m_exa", NULL};
static const char *const classes[] = {"HDR", "PLD", "FTR"};
static const char *const causes[] = {"",     "HCRC",  "MALF",   "SHORT", "BROKEN", "STRAY",  "FCRC", "FLOW",
                                     "UNEXP", "NOROOM", "PCRC", "DUP",   "DECODE", "PROT", "FULL", "TAKEN"};

#define COMMON                                                                                     \
    {"ID", 0x40400, 0, 1}, {"PARAMS", 0x40404, 0, 1}, {"OWN", 0x40408, 0, 1},                      \
    {"HCRC", 0x40444, 0, 1}, {"MALF", 0x40448, 0, 1}, {"SHORT", 0x4044c, 0, 1},                    \
    {"BROKEN", 0x40450, 0, 1}, {"STRAY", 0x40454, 0, 1}, {"FCRC", 0x40458, 0, 1},                  \
    {"FLOW", 0x4045c, 0, 1}, {"UNEXP", 0x40460, 0, 1}, {"NOROOM", 0x40464, 0, 1},                  \
    {"PCRC", 0x40468, 0, 1}, {"DUP", 0x4046c, 0, 1}, {"DECODE", 0x40470, 0, 1},                    \
    {"PROT", 0x40474, 0, 1}, {"FULL", 0x40478, 0, 1}, {"TAKEN", 0x4047c, 0, 1},                    \
    {"ANSWERS", 0x40440, 0, 1}
static const struct tn_case_register mailbox[] = {COMMON,
                                                  {"BIND", 0x40000, 4, 64},
                                                  {"WAITING", 0x40410, 4, 2},
                                                  {"DUP_CYC", 0x4041c, 0, 1},
                                                  {"POPPED", 0x40480, 0, 1}};
static const struct tn_case_register rt_mailbox[] = {COMMON,
                                                     {"RESPONSE", 0, 4, 1024},
                                                     {"READ", 0x1000, 4, 1024},
                                                     {"LEVEL", 0x40410, 0, 1},
                                                     {"DUP_CYC", 0x4041c, 0, 1},
                                                     {"RESPONSES", 0x40480, 0, 1},
                                                     {"READS", 0x40484, 0, 1},
                                                     {"RSP_FULL", 0x40488, 0, 1}};
static const struct tn_case_register packetizer[] = {COMMON,
                                                     {"BIND", 0x40000, 4, 64},
                                                     {"TIMEOUT", 0x40410, 0, 1},
                                                     {"RETRY_MAX", 0x40414, 0, 1},
                                                     {"SENT", 0x40480, 0, 1},
                                                     {"RETRIES", 0x40484, 0, 1},
                                                     {"ACKED", 0x40488, 0, 1},
                                                     {"NACKED", 0x4048c, 0, 1},
                                                     {"TIMEOUTS", 0x40490, 0, 1},
                                                     {"REFUSED", 0x40494, 0, 1}};
/* of a page */
static const struct tn_case_register box[] = {
    {"DATA", 0, 4, 16},    {"INFO", 0x40, 0, 1}, {"SRC", 0x44, 0, 1},  {"TID", 0x48, 0, 1},
    {"COUNT", 0x4c, 0, 1}, {"POP", 0x50, 0, 1},  {"BOUND", 0x54, 0, 1}};
static const struct tn_case_register channel[] = {{"MSG", 0, 4, 16},
                                                  {"DST", 0x40, 4, 2},
                                                  {"CTRL", 0x48, 0, 1},
                                                  {"STATUS", 0x50, 0, 1},
                                                  {"BOUND", 0x54, 0, 1}};

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

/* LETTER and a number, a dot and a register of that page. */
static int paged(struct tn_case_parser *p, char letter, const struct tn_case_register *registers,
                 unsigned n, const char *text, uint32_t *out)
{
    char digits[8];
    uint64_t page;
    size_t dot = strcspn(text, ".");
    int rc;
    if (text[0] != letter || !text[dot] || dot < 2 || dot > sizeof digits)
        return 1;
    snprintf(digits, sizeof digits, "%.*s", (int)dot - 1, text + 1);
    if ((rc = tn_case_number(p, "page", digits, PAGES - 1, &page)) < 0 ||
        (rc = tn_case_register_of(p, registers, n, text + dot + 1, out)) < 0)
        return rc;
    *out += PAGE * (uint32_t)page;
    return 0;
}

static int in_box(struct tn_case_parser *p, const char *text, uint32_t *out)
{
    return paged(p, 'M', box, sizeof box / sizeof *box, text, out);
}

static int in_channel(struct tn_case_parser *p, const char *text, uint32_t *out)
{
    return paged(p, 'C', channel, sizeof channel / sizeof *channel, text, out);
}

static int line(struct tn_case_parser *p)
{
    if (strcmp(p->word[0], "packet") == 0)
        return tn_case_exa_packet_line(p);
    return strcmp(p->word[0], "own") == 0 ? tn_case_exa_own_line(p) : 1;
}

#define DUT(dut, table, page)                                                                      \
    const struct tn_case_words tn_case_##dut = {                                                     \
        .ports = "net",                                                                            \
        .streams = streams,                                                                        \
        .classes = classes,                                                                        \
        .registers = table,                                                                        \
        .register_n = sizeof table / sizeof *table,                                                \
        .reject = "rx",                                                                            \
        .causes = causes,                                                                          \
        .cause_n = sizeof causes / sizeof *causes,                                                 \
        .cause_is_port = true,                                                                     \
        .axi = true,                                                                               \
        .lines = "own, packet",                                                                    \
        .point = point,                                                                            \
        .across = across,                                                                          \
        .form = tn_case_exa_form,                                                                  \
        .reg = page,                                                                               \
        .line = line,                                                                              \
    }
DUT(exa_mailbox, mailbox, in_box);
DUT(exa_rt_mailbox, rt_mailbox, NULL);
DUT(exa_packetizer, packetizer, in_channel);
