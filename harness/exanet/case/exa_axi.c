/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What cases of loads and stores to other nodes say and no others (checkers/exanet/spec/exa_axi.md): one channel, `net`, the bursts at
 * the memory port (`read`, `write`), and accesses to the windows, each with a number that its end names:
 *   store N WINDOW ADDR DATA [strobes=S] [size=L] [burst=B] [id=I]   load N WINDOW ADDR [beats=B] [size=L] [burst=B] [id=I]
 *   ends N [OKAY|SLVERR|DECERR] [DATA] within A..B cycles [RULE]
 * and the answer to the request that left as the K-th since reset, right but for what the line says (D is added):
 *   answer K [code=C] [tid=D] [seq=D] [addr=D] [src=other] [crc=bad] [as=ack|line]
 * A load is answered with the lowest eight bits of each byte's address.
 */
#include "exa.h"

#include "../dut/exa_duts.h"

#include <tn/exanet/exa_case.h>
#include <tn/exanet/exa_word.h>

#include <errno.h>
#include <string.h>

enum { WINDOWS = 8, LONGEST = 256, MOST_BEATS = 16 };

static const char *const streams[] = {"s_exa", "m_exa", "s_mem_aw", "s_mem_w", "s_mem_b", "s_mem_ar", "s_mem_r", "write", "read", NULL};
static const char *const classes[] = {"HDR", "PLD", "FTR"};
static const char *const causes[] = {"",      "HCRC",  "MALF", "SHORT", "BROKEN", "STRAY", "FCRC", "FLOW",
                                     "UNEXP", "NOROOM", "PCRC", "DUP",   "DECODE", "PROT",  "FULL", "TAKEN"};
static const struct tn_case_register registers[] = {
    {"WIN_DST", 0x40000, 8, 8}, {"WIN_PDID", 0x40004, 8, 8}, {"BANK", 0x40040, 4, 8},   {"ZBASE", 0x40060, 4, 8},
    {"ID", 0x40400, 0, 1},      {"PARAMS", 0x40404, 0, 1},   {"OWN", 0x40408, 0, 1},    {"Z_TIMEOUT", 0x40410, 0, 1},
    {"LEVEL", 0x40414, 0, 1},   {"BANK_LEVEL", 0x40080, 4, 8}, {"COUNT", 0x40440, 4, 16},   {"WRITES", 0x40480, 0, 1}, {"READS", 0x40484, 0, 1},
    {"ANSWERS", 0x40488, 0, 1}, {"REFUSED", 0x4048c, 0, 1},  {"TIMEOUTS", 0x40490, 0, 1}, {"ERRORS", 0x40494, 0, 1}};

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

/* Which slot a request takes is free, and so is the count that the slot has: neither is compared. The block's board judges both. */
static void free_slot(const struct tn_case_tlp *t)
{
    for (size_t at = 0; at + EXA_WORD <= t->len; at += EXA_WORD) {
        uint8_t *mask = t->mask + at;
        if (t->kinds[at / EXA_WORD] != TN_EXA_FTR)
            continue;
        mask[4] = 0;                      /* ftr_crc */
        mask[8] &= 0xe0, mask[9] = 0, mask[10] &= 0x7f; /* seq */
        mask[15] &= 0xf8;                 /* tid, bits 2:0 */
    }
}

/* A packet, or a burst at the memory port. */
static int form(struct tn_case_parser *p, unsigned at, unsigned end, bool masked, const char *stream, struct tn_case_tlp *out)
{
    if (strcmp(stream, "write") == 0 || strcmp(stream, "read") == 0)
        return tn_case_exa_burst(p, at, end, out);
    const int rc = tn_case_exa_form(p, at, end, masked, stream, out);
    struct exa_packet k;
    if (rc == 0 && strcmp(stream, "m_exa") == 0) {
        exa_decode(out->bytes, (uint32_t)out->len, (uint32_t)out->len, &k);
        if (k.type == EXA_ZWRITE || k.type == EXA_ZREAD_REQ)
            free_slot(out);
    }
    return rc;
}

/* NAME=NUMBER among the words from at on, or what it is without. */
static int field_or(struct tn_case_parser *p, unsigned at, const char *name, uint64_t max, unsigned otherwise, unsigned *out)
{
    const size_t n = strlen(name);
    uint64_t v = otherwise;
    int rc = 0;
    for (unsigned i = at; i < p->word_n; i++)
        if (strncmp(p->word[i], name, n) == 0 && p->word[i][n] == '=')
            rc = tn_case_field(p, i, i + 1, name, max, &v);
    *out = (unsigned)v;
    return rc;
}

/* The fields of an access from word at on. */
static int access_fields(struct tn_case_parser *p, unsigned at, struct tn_case_step *s)
{
    static const char *const store[] = {"strobes", "size", "burst", "id", NULL}, *const load[] = {"beats", "size", "burst", "id", NULL};
    uint64_t strobes;
    bool strobed = false;
    unsigned id;
    if (tn_case_known(p, at, p->word_n, s->write ? store : load) < 0 || field_or(p, at, "size", 4, 4, &s->classes) < 0 ||
        field_or(p, at, "burst", 2, 1, &s->dir) < 0 || field_or(p, at, "id", 0xffff, 0, &id) < 0 ||
        field_or(p, at, "beats", MOST_BEATS, s->write ? 0 : 4, &s->port) < 0 ||
        tn_case_field(p, at, p->word_n, "strobes", UINT64_MAX, &strobes) < 0)
        return -EINVAL;
    for (unsigned i = at; i < p->word_n; i++)
        strobed |= strncmp(p->word[i], "strobes=", 8) == 0;
    for (size_t i = 0; strobed && i < s->tlp[0].len; i++)
        s->tlp[0].mask[i] = i < 64 && strobes >> i & 1 ? 0xff : 0;
    s->first = id;
    return !s->write && s->port == 0 ? tn_case_fail(p, "a load has 1 beat or more") : 0;
}

/* store N WINDOW ADDR DATA ...; load N WINDOW ADDR ... */
static int access_line(struct tn_case_parser *p, bool store)
{
    uint64_t n, window, addr;
    size_t len;
    struct tn_case_step *s = tn_case_step(p, TN_CASE_LINE);
    if (!s)
        return -EINVAL;
    if (p->word_n < 4u + store)
        return tn_case_fail(p, "written so: %s N WINDOW ADDR%s FIELD=...", p->word[0], store ? " DATA" : "");
    if (tn_case_number(p, "access", p->word[1], TN_CASE_ACCESSES - 1, &n) < 0 ||
        tn_case_number(p, "window", p->word[2], WINDOWS - 1, &window) < 0 ||
        tn_case_number(p, "address", p->word[3], UINT32_MAX, &addr) < 0)
        return -EINVAL;
    s->cause = TN_CASE_ACCESS;
    s->write = store;
    s->value = (uint32_t)n;
    s->mask = (uint32_t)window;
    s->addr = (uint32_t)addr;
    if (store) {
        if (tn_case_room(p, &s->tlp[0], LONGEST) < 0 ||
            tn_case_data(p, p->word[4], false, s->tlp[0].bytes, s->tlp[0].mask, LONGEST, &len) < 0)
            return -EINVAL;
        s->tlp[0].len = len;
    }
    return access_fields(p, 4u + store, s);
}

/* answer K [code=C] [tid=D] [seq=D] [addr=D] [size=S] [src=OTHER] [crc=bad] [as=ack|line] */
static int answer_line(struct tn_case_parser *p)
{
    static const char *const names[] = {"code", "tid", "seq", "addr", "src", "crc", "as", NULL};
    struct tn_case_step *s = tn_case_step(p, TN_CASE_LINE);
    uint64_t k, code, addr;
    if (!s)
        return -EINVAL;
    if (p->word_n < 2)
        return tn_case_fail(p, "written so: answer K [code=C] [tid=D] [seq=D] [addr=D] [src=other] [crc=bad] [as=ack|line]");
    if (tn_case_number(p, "request", p->word[1], TN_CASE_ACCESSES, &k) < 0 || tn_case_known(p, 2, p->word_n, names) < 0 ||
        tn_case_field(p, 2, p->word_n, "code", 15, &code) < 0 || tn_case_field(p, 2, p->word_n, "tid", 0x3fff, &s->first) < 0 ||
        tn_case_field(p, 2, p->word_n, "seq", 0x3fff, &s->last) < 0 || tn_case_field(p, 2, p->word_n, "addr", UINT32_MAX, &addr) < 0)
        return -EINVAL;
    for (unsigned i = 2; i < p->word_n; i++)
        s->mask |= tn_case_is(p, i, "src=other") ? TN_CASE_OTHER_SRC
                   : tn_case_is(p, i, "crc=bad") ? TN_CASE_BAD_CRC
                   : tn_case_is(p, i, "as=ack")  ? TN_CASE_AS_ACK
                   : tn_case_is(p, i, "as=line") ? TN_CASE_AS_LINE
                                                 : 0;
    if (k == 0)
        return tn_case_fail(p, "requests are counted from 1");
    s->cause = TN_CASE_ANSWER;
    s->value = (uint32_t)k;
    s->addr = (uint32_t)addr;
    s->port = (unsigned)code;
    return 0;
}

/* ends N [RESPONSE] [DATA] within A..B cycles [RULE] */
static int ends_line(struct tn_case_parser *p)
{
    static const char *const names[] = {"OKAY", "", "SLVERR", "DECERR"};
    const char *rule = NULL;
    uint64_t n;
    size_t len;
    unsigned at = 2;
    struct tn_case_step *s;
    char *dots;
    if (tn_case_exa_rule(p, &rule) < 0 || !(s = tn_case_step(p, TN_CASE_LINE)))
        return -EINVAL;
    if (p->word_n < 5 || !tn_case_is(p, p->word_n - 3, "within") || !tn_case_is(p, p->word_n - 1, "cycles") ||
        !(dots = strstr(p->word[p->word_n - 2], "..")))
        return tn_case_fail(p, "written so: ends N [OKAY|SLVERR|DECERR] [DATA] within A..B cycles");
    *dots = 0;
    if (tn_case_number(p, "access", p->word[1], TN_CASE_ACCESSES - 1, &n) < 0 ||
        tn_case_number(p, "cycles", p->word[p->word_n - 2], TN_CASE_CYCLES, &s->first) < 0 ||
        tn_case_number(p, "cycles", dots + 2, TN_CASE_CYCLES, &s->last) < 0)
        return -EINVAL;
    for (unsigned i = 0; i < 4 && at == 2; i++)
        if (names[i][0] && tn_case_is(p, 2, names[i])) {
            s->response = i;
            at++;
        }
    if (at < p->word_n - 3) {
        if (tn_case_room(p, &s->tlp[0], LONGEST) < 0 ||
            tn_case_data(p, p->word[at], true, s->tlp[0].bytes, s->tlp[0].mask, LONGEST, &len) < 0)
            return -EINVAL;
        s->tlp[0].len = len;
        at++;
    }
    if (at != p->word_n - 3)
        return tn_case_fail(p, "'%s' is neither a response nor data", p->word[at]);
    s->cause = TN_CASE_ENDS;
    s->value = (uint32_t)n;
    s->rule = rule ? rule : s->rule;
    return 0;
}

static int line(struct tn_case_parser *p)
{
    if (tn_case_is(p, 0, "packet"))
        return tn_case_exa_packet_line(p);
    if (tn_case_is(p, 0, "own"))
        return tn_case_exa_own_line(p);
    if (tn_case_is(p, 0, "store") || tn_case_is(p, 0, "load"))
        return access_line(p, tn_case_is(p, 0, "store"));
    if (tn_case_is(p, 0, "ends"))
        return ends_line(p);
    if (tn_case_is(p, 0, "answer"))
        return answer_line(p);
    return tn_case_exa_memory_line(p);
}

const struct tn_case_words tn_case_exa_axi = {
    .ports = "net|write|read",
    .streams = streams,
    .classes = classes,
    .registers = registers,
    .register_n = sizeof registers / sizeof *registers,
    .reject = "rx",
    .causes = causes,
    .cause_n = sizeof causes / sizeof *causes,
    .cause_is_port = true,
    .axi = true,
    .lines = "own, packet, store, load, answer, ends, page, answers, holds",
    .point = point,
    .across = across,
    .form = form,
    .line = line,
};
