/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What cases of the sender of RDMA transactions say and no others
 * (checkers/exanet/spec/exa_dma.md): start T FIELD=... [by=4|8|16]   writes descriptor T and starts
 * it; park T ...: parks it beat BYTES ADDR VALUE [HIGH] [strobes=N] [SLVERR|DECERR]   one write
 * beat, its answer later BYTES ADDR VALUE          the same, and the next line comes before the
 * answer message P T PLACE LOW HIGH      the three writes of a control message page PDID ADDR
 * missing|there    one page of a domain's memory answers A..B [reorder] [interleave]   when and how
 * memory answers expect read addr=A beats=N id=I within A..B cycles
 */
#include "exa.h"

#include "../dut/exa_duts.h"

#include <tn/exanet/exa.h>
#include <tn/exanet/exa_case.h>
#include <tn/exanet/exa_dma.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REGION = 0x8000, SLOT = 16, BUS = 16, OUTPUTS = 0x40500, OUTPUT = 0x20 };

static const char *const streams[] = {"s_exa",  "m_exa0", "m_exa1",   "m_exa2",  "m_exa3", "m_exa4",
                                      "m_exa5", "m_exa6", "s_mem_ar", "s_mem_r", "read",   NULL};
static const char *const classes[] = {"HDR", "PLD", "FTR"};
static const char *const events[] = {"", "DROP", "FAULT", "CLEAR"};
static const struct tn_case_register registers[] = {
    {"BANK", 0x40000, 4, 8},        {"ID", 0x40400, 0, 1},         {"PARAMS", 0x40404, 0, 1},
    {"OWN", 0x40408, 0, 1},         {"FAULT_LO", 0x40410, 0, 1},   {"FAULT_HI", 0x40414, 0, 1},
    {"FAULT_LEVEL", 0x40418, 0, 1}, {"CTL_DROP", 0x4041c, 0, 1},   {"BUSY", 0x40440, 0, 1},
    {"BAD", 0x40444, 0, 1},         {"CTL_MIX", 0x40448, 0, 1},    {"CHAINED", 0x4044c, 0, 1},
    {"CHAIN_MISS", 0x40450, 0, 1},  {"FAULT_LOST", 0x40454, 0, 1}, {"RX_DROPPED", 0x40458, 0, 1},
    {"ACTIVE", 0x4045c, 0, 1},      {"BANK_LEVEL", 0x40020, 4, 8}};
static const struct tn_case_register of_descriptor[] = {
    {"SRC", 0, 0, 1},     {"SRC_HI", 4, 0, 1},  {"DST", 8, 0, 1},  {"DST_HI", 12, 0, 1},
    {"LENGTH", 16, 0, 1}, {"STATUS", 20, 0, 1}, {"SEQ", 24, 0, 1}, {"TOP", 28, 0, 1}};
static const struct tn_case_register of_output[] = {{"PACKETS", 0, 0, 1},  {"BYTES", 4, 0, 1},
                                                    {"FAULTS", 8, 0, 1},   {"STARTS", 12, 0, 1},
                                                    {"RETRIES", 16, 0, 1}, {"CONTROLS", 20, 0, 1}};
#define N(a) (unsigned)(sizeof(a) / sizeof *(a))

static int point(struct tn_case_parser *p, const char *text, bool input, const char **out)
{
    const bool port = text[0] >= '0' && text[0] <= '6' && !text[1];
    if (strcmp(text, "net") == 0)
        *out = streams[0];
    else if (port && !input)
        *out = streams[1 + text[0] - '0'];
    else
        return tn_case_stream(p, text, out);
    return 0;
}

/* LETTER, a number below n, a dot and a register of the table. Returns 1 when text is no such name.
 */
static int one_of(struct tn_case_parser *p, char letter, uint32_t stride, unsigned n,
                  const struct tn_case_register *table, unsigned table_n, const char *text,
                  uint32_t *out)
{
    const size_t dot = strcspn(text, ".");
    char digits[8];
    uint64_t number;
    int rc;
    if (text[0] != letter || !text[dot] || dot < 2 || dot > sizeof digits)
        return 1;
    snprintf(digits, sizeof digits, "%.*s", (int)dot - 1, text + 1);
    if ((rc = tn_case_number(p, "number", digits, n - 1, &number)) < 0 ||
        (rc = tn_case_register_of(p, table, table_n, text + dot + 1, out)) < 0)
        return rc;
    *out += stride * (uint32_t)number;
    return 0;
}

static int reg(struct tn_case_parser *p, const char *text, uint32_t *out)
{
    const int rc = one_of(p, 'P', OUTPUT, TN_EXD_OUTS, of_output, N(of_output), text, out);
    if (rc != 0)
        return rc < 0 ? rc
                      : one_of(p, 'D', TN_EXD_DESC, TN_EXD_TXNS, of_descriptor, N(of_descriptor),
                               text, out);
    *out += OUTPUTS;
    return 0;
}

/* A packet, or a read of memory. */
static int form(struct tn_case_parser *p, unsigned at, unsigned end, bool masked, const char *stream, struct tn_case_tlp *out)
{
    return strcmp(stream, "read") == 0 ? tn_case_exa_burst(p, at, end, out)
                                       : tn_case_exa_form(p, at, end, masked, stream, out);
}

/* Appends a write of n bytes, all strobes set. */
static struct tn_case_step *write_step(struct tn_case_parser *p, uint32_t addr,
                                       const uint8_t *bytes, size_t n)
{
    struct tn_case_step *s = tn_case_step(p, TN_CASE_LINE);
    if (!s || tn_case_room(p, &s->tlp[0], n) < 0)
        return NULL;
    s->cause = TN_CASE_BEATS;
    s->addr = addr;
    s->write = true;
    memcpy(s->tlp[0].bytes, bytes, n);
    return s;
}

/* Parts of BYTES of a descriptor, the part with the control byte last. */
static int in_parts(struct tn_case_parser *p, uint32_t addr, const uint8_t *bytes, unsigned part)
{
    const unsigned last = TN_EXD_CONTROL / part;
    for (unsigned i = 0; i < TN_EXD_DESC / part; i++)
        if (i != last && !write_step(p, addr + i * part, bytes + i * part, part))
            return -EINVAL;
    return write_step(p, addr + last * part, bytes + last * part, part) ? 0 : -EINVAL;
}

static int coordinates(struct tn_case_parser *p, const char *text, uint32_t *out)
{
    struct exa_node n;
    if (exa_node_parse(text, &n) < 0)
        return tn_case_fail(p, "dst: '%.40s' is not x.y.z.fpga", text);
    *out = exa_node_bits(n);
    return 0;
}

/* start T FIELD=..., park T FIELD=... */
static int descriptor_line(struct tn_case_parser *p, bool park)
{
    static const char *const names[] = {"src", "dst",    "addr",    "length", "pdid", "path",
                                        "seq", "notify", "chained", "by",     NULL};
    struct tn_exd_fields f = {0};
    const unsigned n = p->word_n;
    uint64_t t, length, pdid, path, seq, notify, chained, by, word[4];
    uint8_t bytes[TN_EXD_DESC];
    if (n < 3)
        return tn_case_fail(p, "%s needs a transaction and its fields", p->word[0]);
    if (tn_case_number(p, "transaction", p->word[1], TN_EXD_TXNS - 1, &t) < 0 ||
        tn_case_known(p, 2, n, names) < 0 ||
        tn_case_field(p, 2, n, "src", UINT64_MAX, &f.src) < 0 ||
        tn_case_field(p, 2, n, "addr", (1ull << TN_EXD_ADDR_BITS) - 1, &f.addr) < 0 ||
        tn_case_field(p, 2, n, "length", 0x7fff, &length) < 0 ||
        tn_case_field(p, 2, n, "pdid", 0xffff, &pdid) < 0 ||
        tn_case_field(p, 2, n, "path", 31, &path) < 0 ||
        tn_case_field(p, 2, n, "seq", 8191, &seq) < 0 ||
        tn_case_field(p, 2, n, "notify", 1, &notify) < 0 ||
        tn_case_field(p, 2, n, "chained", 1023, &chained) < 0 ||
        tn_case_field(p, 2, n, "by", BUS, &by) < 0)
        return -EINVAL;
    if (by && by != 4 && by != 8 && by != BUS)
        return tn_case_fail(p, "by= is 4, 8 or 16");
    for (unsigned i = 2; i < n; i++) {
        f.chained |= strncmp(p->word[i], "chained=", 8) == 0;
        if (strncmp(p->word[i], "dst=", 4) == 0 && coordinates(p, p->word[i] + 4, &f.dst) < 0)
            return -EINVAL;
    }
    f.length = (unsigned)length;
    f.pdid = (unsigned)pdid;
    f.path = (unsigned)path;
    f.seq = (unsigned)seq;
    f.notify = notify;
    f.dependency = (unsigned)chained;
    tn_exd_words(&f, park, word);
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(word[i / 8] >> 8 * (i % 8));
    if (by)
        return in_parts(p, TN_EXD_DESC * (uint32_t)t, bytes, (unsigned)by);
    return write_step(p, TN_EXD_DESC * (uint32_t)t, bytes, sizeof bytes) ? 0 : -EINVAL;
}

static int address(struct tn_case_parser *p, const char *text, uint32_t *out)
{
    uint64_t v;
    if (text[0] < '0' || text[0] > '9')
        return tn_case_register(p, text, out);
    if (tn_case_number(p, "address", text, 0xfffff, &v) < 0)
        return -EINVAL;
    *out = (uint32_t)v;
    return 0;
}

/* Word at of the line may name a response. */
static unsigned response(const struct tn_case_parser *p, unsigned at)
{
    return tn_case_is(p, at, "SLVERR") ? 2 : tn_case_is(p, at, "DECERR") ? 3 : 0;
}

/* beat BYTES ADDR VALUE [HIGH] [strobes=N] [RESPONSE] */
static int beat_line(struct tn_case_parser *p, bool wait)
{
    const char *rule = NULL;
    uint64_t size, value[2] = {0, 0}, strobes;
    uint32_t addr;
    uint8_t bytes[BUS];
    struct tn_case_step *s;
    if (tn_case_exa_rule(p, &rule) < 0)
        return -EINVAL;
    const unsigned resp = response(p, p->word_n - 1), n = p->word_n - (resp != 0);
    const bool strobed = strncmp(p->word[n - 1], "strobes=", 8) == 0;
    const unsigned values = n - strobed - 3;
    if (n < 4u + strobed || values > 2)
        return tn_case_fail(p, "written so: %s BYTES ADDR VALUE [HIGH] [strobes=N] [SLVERR|DECERR]",
                            p->word[0]);
    if (tn_case_number(p, "bytes", p->word[1], BUS, &size) < 0 ||
        address(p, p->word[2], &addr) < 0 ||
        tn_case_number(p, "value", p->word[3], UINT64_MAX, &value[0]) < 0 ||
        (values == 2 && tn_case_number(p, "value", p->word[4], UINT64_MAX, &value[1]) < 0) ||
        tn_case_field(p, n - strobed, n, "strobes", 0xffff, &strobes) < 0)
        return -EINVAL;
    if (size == 0 || size & (size - 1) || addr % size)
        return tn_case_fail(p, "a beat is of 1, 2, 4, 8 or 16 bytes at a multiple of them");
    for (unsigned i = 0; i < size; i++)
        bytes[i] = (uint8_t)(value[i / 8] >> 8 * (i % 8));
    if (!(s = write_step(p, addr, bytes, size)))
        return -EINVAL;
    for (unsigned i = 0; strobed && i < size; i++)
        s->tlp[0].mask[i] = strobes >> i & 1 ? 0xff : 0;
    s->response = resp;
    s->rule = rule ? rule : s->rule;
    s->write = wait;
    return 0;
}

/* message P T PLACE LOW HIGH */
static int message_line(struct tn_case_parser *p)
{
    uint64_t path, t, value;
    uint8_t bytes[8];
    if (p->word_n != 6)
        return tn_case_fail(p, "written so: message OUTPUT T PLACE LOW HIGH");
    if (tn_case_number(p, "output", p->word[1], TN_EXD_OUTS - 1, &path) < 0 ||
        tn_case_number(p, "transaction", p->word[2], TN_EXD_TXNS - 1, &t) < 0)
        return -EINVAL;
    for (unsigned w = 3; w < 6; w++) {
        if (tn_case_number(p, "word", p->word[w], UINT64_MAX, &value) < 0)
            return -EINVAL;
        for (unsigned i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)(value >> 8 * i);
        if (!write_step(p, REGION * ((uint32_t)path + 1) + SLOT * (uint32_t)t + (w == 4 ? 8 : 0),
                        bytes, sizeof bytes))
            return -EINVAL;
    }
    return 0;
}

static int line(struct tn_case_parser *p)
{
    if (tn_case_is(p, 0, "packet"))
        return tn_case_exa_packet_line(p);
    if (tn_case_is(p, 0, "own"))
        return tn_case_exa_own_line(p);
    if (tn_case_is(p, 0, "start") || tn_case_is(p, 0, "park"))
        return descriptor_line(p, tn_case_is(p, 0, "park"));
    if (tn_case_is(p, 0, "beat") || tn_case_is(p, 0, "later"))
        return beat_line(p, tn_case_is(p, 0, "beat"));
    if (tn_case_is(p, 0, "message"))
        return message_line(p);
    return tn_case_exa_memory_line(p);
}

const struct tn_case_words tn_case_exa_dma = {
    .ports = "net|0|...|6|read",
    .streams = streams,
    .classes = classes,
    .registers = registers,
    .register_n = N(registers),
    .reject = "event",
    .causes = events,
    .cause_n = N(events),
    .cause_is_port = true,
    .axi = true,
    .lines = "own, packet, start, park, beat, later, message, page, answers, holds",
    .point = point,
    .form = form,
    .reg = reg,
    .line = line,
};
