/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What cases of two ExaNet links back to back say and no others: sides 0 and 1, the registers
 * of each as S0.RX_BROKEN (checkers/exanet/spec/exa_link.md section 6), and
 *   fault WHAT@line0@WHEN    a fault of the line from side 0 (harness/fault/README.md)
 */
#include "exa.h"

#include "../dut/exa_duts.h"

#include <errno.h>
#include <string.h>

enum { SIDES = 2, SIDE = 0x2000 };

static const char *const streams[] = {"s_exa0", "s_exa1", "m_exa0", "m_exa1", NULL};
static const char *const classes[] = {"HDR", "PLD", "FTR"};
static const struct tn_case_register registers[] = {
    {"ID", 0x000, 0, 1},         {"STATUS", 0x004, 0, 1},      {"TX_FRAMES", 0x400, 0, 1},
    {"TX_STRAY", 0x404, 0, 1},   {"RX_FRAMES", 0x408, 0, 1},   {"RX_BROKEN", 0x40c, 0, 1},
    {"RX_SKIPPED", 0x410, 0, 1}, {"RX_OVERFLOW", 0x414, 0, 1}, {"RX_HEAD", 0x418, 0, 1},
    {"RX_UNKNOWN", 0x41c, 0, 1}, {"LOCK_LOST", 0x420, 0, 1},   {"XOFF_OUT", 0x424, 0, 1},
    {"XOFF_IN", 0x428, 0, 1},
};
enum { REGISTERS = sizeof registers / sizeof *registers };

static int point(struct tn_case_parser *p, const char *text, bool input, const char **out)
{
    uint64_t side;
    int rc;
    if (strncmp(text, input ? "s_exa" : "m_exa", 5) == 0)
        return tn_case_stream(p, text, out);
    rc = tn_case_number(p, "side", text, SIDES - 1, &side);
    if (rc == 0)
        *out = streams[side + (input ? 0 : SIDES)];
    return rc;
}

static const char *across(const char *stream)
{
    return streams[strcmp(stream, streams[SIDES]) == 0]; /* what leaves a side entered the other */
}

/* S0. or S1. and a name. */
static int side_register(struct tn_case_parser *p, const char *text, uint32_t *out)
{
    int rc;
    if (text[0] != 'S' || (text[1] != '0' && text[1] != '1') || text[2] != '.')
        return 1;
    rc = tn_case_register_of(p, registers, REGISTERS, text + 3, out);
    *out += text[1] == '1' ? SIDE : 0;
    return rc;
}

static int fault_line(struct tn_case_parser *p)
{
    char why[TN_CASE_ERROR];
    struct tn_case_step *s = tn_case_step(p, TN_CASE_FAULT);
    if (!s)
        return -EINVAL;
    if (p->word_n != 2)
        return tn_case_fail(p, "written so: fault WHAT@line0@WHEN");
    if (tn_fault_parse(p->word[1], &s->fault, why, sizeof why) < 0)
        return tn_case_fail(p, "%.300s", why);
    if (strcmp(s->fault.where, "line0") != 0 && strcmp(s->fault.where, "line1") != 0)
        return tn_case_fail(p, "faults of cases are on line0 or line1, not on '%.40s'",
                            s->fault.where);
    return 0;
}

static int line(struct tn_case_parser *p)
{
    if (strcmp(p->word[0], "packet") == 0)
        return tn_case_exa_packet_line(p);
    return strcmp(p->word[0], "fault") == 0 ? fault_line(p) : 1;
}

const struct tn_case_words tn_case_exa_link = {
    .ports = "SIDE",
    .streams = streams,
    .classes = classes,
    .registers = registers,
    .register_n = REGISTERS,
    .reject = "", /* no such line */
    .lines = "packet, fault",
    .reset_least = 32, /* four of the slowest clock's, which takes eight at most */
    .point = point,
    .across = across,
    .form = tn_case_exa_form,
    .reg = side_register,
    .line = line,
};
