/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What cases of two nodes say and no others (checkers/exanet/spec/exa_two_nodes.md): transfers, each with a number, that a user of a node
 * asks for and the firmware of both nodes carries out; with a notification to the other node or, home, to its own:
 *   put N NODE length=L [src=S] [dst=D] [user=U] [notify|home]     get N NODE length=L [src=S] [dst=D] [user=U]
 *   ends N [error=E] within A..B cycles [RULE]                noted N TIMES [RULE]
 *   retries A..B [RULE]                                       run N                fault WHAT@PLACE@CYCLE
 * Registers are those of the blocks of node 0 and 1: D0 and D1 the ExaDMA, R0 and R1 the receiver.
 */
#include "exa.h"

#include "../dut/exa_duts.h"

#include <tn/dut.h>
#include <tn/exanet/exa_case.h>

#include <errno.h>
#include <string.h>

enum { D0 = 0x300000, R0 = 0x400000, NODE_1 = 1 << 23, LONGEST = 0x8000, ATTEMPTS = 64, TIMES = 8, ERRORS = 255 };

static const char *const streams[] = {"s_mem0", "s_mem1", NULL};
static const char *const classes[] = {"HDR", "PLD", "FTR"};
static const struct tn_case_register registers[] = {
    {"D0.BANK", D0 + 0x40000, 4, 8}, {"D1.BANK", NODE_1 + D0 + 0x40000, 4, 8}, {"R0.BANK", R0 + 0x40000, 4, 8},
    {"R1.BANK", NODE_1 + R0 + 0x40000, 4, 8}, {"R0.COUNT", R0 + 0x40440, 4, 20}, {"R1.COUNT", NODE_1 + R0 + 0x40440, 4, 20},
    {"R0.NACKS", R0 + 0x40490, 0, 1}, {"R1.NACKS", NODE_1 + R0 + 0x40490, 0, 1}, {"R0.NOTIFIES", R0 + 0x40494, 0, 1},
    {"R1.NOTIFIES", NODE_1 + R0 + 0x40494, 0, 1}, {"R1.BYTES", NODE_1 + R0 + 0x404b8, 0, 1},
    {"R1.EVICTED", NODE_1 + R0 + 0x404a4, 0, 1}, {"R1.EXPIRED_ACTIVE", NODE_1 + R0 + 0x404a8, 0, 1},
    {"R1.EXPIRED_DONE", NODE_1 + R0 + 0x404ac, 0, 1}};

static int transfer_line(struct tn_case_parser *p, bool get)
{
    static const char *const fields[] = {"length", "src", "dst", "user", NULL};
    uint64_t n, node, length, src, dst, user;
    struct tn_case_step *s = tn_case_step(p, TN_CASE_LINE);
    const bool home = !get && p->word_n > 3 && tn_case_is(p, p->word_n - 1, "home");
    const bool notify = home || (!get && p->word_n > 3 && tn_case_is(p, p->word_n - 1, "notify"));
    const unsigned end = p->word_n - notify;
    if (!s)
        return -EINVAL;
    if (p->word_n < 4)
        return tn_case_fail(p, "written so: put N NODE length=L [src=S] [dst=D] [user=U] [notify|home]");
    if (tn_case_known(p, 3, end, fields) < 0 || tn_case_number(p, "transfer", p->word[1], TN_CASE_TRANSFERS - 1, &n) < 0 ||
        tn_case_number(p, "node", p->word[2], 1, &node) < 0 || tn_case_field(p, 3, end, "length", LONGEST, &length) < 0 ||
        tn_case_field(p, 3, end, "src", LONGEST - 1, &src) < 0 || tn_case_field(p, 3, end, "dst", LONGEST / 2 - 1, &dst) < 0 ||
        tn_case_field(p, 3, end, "user", 1, &user) < 0)
        return -EINVAL;
    if (length == 0)
        return tn_case_fail(p, "a transfer has a length");
    s->cause = TN_CASE_TRANSFER;
    s->value = (uint32_t)n;
    s->port = (unsigned)node;
    s->addr = (uint32_t)length;
    s->first = src;
    s->last = dst;
    s->classes = (unsigned)user;
    s->write = !get;
    s->unordered = notify;
    s->mask = home;
    return 0;
}

/* Reads A..B of a line. */
static int window(struct tn_case_parser *p, unsigned at, uint64_t most, struct tn_case_step *s)
{
    char *dots = at < p->word_n ? strstr(p->word[at], "..") : NULL;
    if (!dots)
        return tn_case_fail(p, "A..B is missing");
    *dots = 0;
    return tn_case_number(p, "number", p->word[at], most, &s->first) < 0 ||
                   tn_case_number(p, "number", dots + 2, most, &s->last) < 0
               ? -EINVAL
               : 0;
}

/* ends N [error=E] within A..B cycles [RULE] */
static int ends_line(struct tn_case_parser *p)
{
    static const char *const fields[] = {"error", NULL};
    const char *rule = NULL;
    struct tn_case_step *s;
    uint64_t n, err;
    if (tn_case_exa_rule(p, &rule) < 0 || !(s = tn_case_step(p, TN_CASE_LINE)))
        return -EINVAL;
    if (p->word_n < 5 || !tn_case_is(p, p->word_n - 3, "within") || !tn_case_is(p, p->word_n - 1, "cycles"))
        return tn_case_fail(p, "written so: ends N [error=E] within A..B cycles");
    if (tn_case_known(p, 2, p->word_n - 3, fields) < 0 || tn_case_number(p, "transfer", p->word[1], TN_CASE_TRANSFERS - 1, &n) < 0 ||
        tn_case_field(p, 2, p->word_n - 3, "error", ERRORS, &err) < 0 || window(p, p->word_n - 2, TN_CASE_CYCLES, s) < 0)
        return -EINVAL;
    s->cause = TN_CASE_TRANSFER_ENDS;
    s->value = (uint32_t)n;
    s->response = (unsigned)err;
    s->rule = rule ? rule : s->rule;
    return 0;
}

/* noted N TIMES [RULE]; retries A..B [RULE]; run N */
static int short_line(struct tn_case_parser *p, unsigned cause)
{
    const char *rule = NULL;
    struct tn_case_step *s;
    uint64_t n, times = 0;
    if (tn_case_exa_rule(p, &rule) < 0 || !(s = tn_case_step(p, TN_CASE_LINE)))
        return -EINVAL;
    s->cause = cause;
    s->rule = rule ? rule : s->rule;
    if (p->word_n != (cause == TN_CASE_NOTED ? 3u : 2u))
        return tn_case_fail(p, "'%s' has another form", p->word[0]);
    if (cause == TN_CASE_RETRIES)
        return window(p, 1, ATTEMPTS, s);
    if (tn_case_number(p, "number", p->word[1], cause == TN_CASE_RUN ? TN_CASE_CYCLES : TN_CASE_TRANSFERS - 1, &n) < 0 ||
        (cause == TN_CASE_NOTED && tn_case_number(p, "times", p->word[2], TIMES, &times) < 0))
        return -EINVAL;
    s->value = (uint32_t)n;
    s->last = times;
    return 0;
}

/* A fault of a place of the bench (harness/fault/README.md), from a cycle since the simulation's start on. */
static int fault_line(struct tn_case_parser *p)
{
    char why[TN_CASE_ERROR];
    struct tn_case_step *s = tn_case_step(p, TN_CASE_FAULT);
    const char *const *place = p->dut->lines;
    if (!s)
        return -EINVAL;
    if (p->word_n != 2)
        return tn_case_fail(p, "written so: fault WHAT@PLACE@CYCLE");
    if (tn_fault_parse(p->word[1], &s->fault, why, sizeof why) < 0)
        return tn_case_fail(p, "%.300s", why);
    while (place && *place && strcmp(*place, s->fault.where) != 0)
        place++;
    return place && *place ? 0 : tn_case_fail(p, "no place is '%.40s'", s->fault.where);
}

static int line(struct tn_case_parser *p)
{
    if (tn_case_is(p, 0, "put") || tn_case_is(p, 0, "get"))
        return transfer_line(p, tn_case_is(p, 0, "get"));
    if (tn_case_is(p, 0, "ends"))
        return ends_line(p);
    if (tn_case_is(p, 0, "fault"))
        return fault_line(p);
    if (tn_case_is(p, 0, "noted"))
        return short_line(p, TN_CASE_NOTED);
    if (tn_case_is(p, 0, "retries"))
        return short_line(p, TN_CASE_RETRIES);
    return tn_case_is(p, 0, "run") ? short_line(p, TN_CASE_RUN) : 1;
}

static int point(struct tn_case_parser *p, const char *text, bool input, const char **out)
{
    (void)input;
    return tn_case_stream(p, text, out);
}

static int form(struct tn_case_parser *p, unsigned at, unsigned end, bool masked, const char *stream, struct tn_case_tlp *out)
{
    (void)at, (void)end, (void)masked, (void)stream, (void)out;
    return tn_case_fail(p, "cases of two nodes have transfers, no packets");
}

const struct tn_case_words tn_case_exa_two_nodes = {
    .ports = "none",
    .streams = streams,
    .classes = classes,
    .registers = registers,
    .register_n = sizeof registers / sizeof *registers,
    .reject = "", /* no such line */
    .reg_max = (1 << 24) - 4,
    .axi = true,
    .lines = "put, get, ends, noted, retries, run, fault",
    .point = point,
    .form = form,
    .line = line,
};
