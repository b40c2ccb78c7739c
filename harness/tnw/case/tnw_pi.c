/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What cases of TNW's processor interface say and no others (checkers/tnw/spec/tnw_pi.md): TLPs of
 * the host, items on inj, reception's writes, strobes of the other blocks' registers, errors of
 * windows. send host TLP, expect host TLP              addr=BAR0+N, addr=BAR2+N, addr=WL.V+N (a
 * window's byte N), addr=WL.V.last+N expect inj link=L vc=V offset=O [last=1] fill=B | data=DWS
 *   send wr addr=A fill=B | data=DWS            128 bytes, or 16: a notification
 *   expect strobe write addr=A value=V, expect strobe read addr=A
 *   expect err window=L.V OVERWRITE|ORDER|INCOMPLETE|FORM
 *   links L ... | all | none                    that take items
 *   descriptor L source=A length=N vc=V offset=O notify=A tag=N
 */
#include "tnw_words.h"

#include "../dut/tnw_duts.h"

#include <tn/tnw/tnw.h>
#include <tn/tnw/tnw_case.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
    LAST_LOG2 = 20,   /* bytes of a window, of OFF_LOG2 16 */
    WINDOW_LOG2 = 21, /* the same with those of `last`: LAST_EN 1 */
    WINDOWS_AT = 0x6000,
    ENGINES_AT = 0x8000,
    ENGINE_REGS = 0x100,
    ITEM_HEAD = 5, /* link, vc, offset */
    STROBE = 7,
    DESCRIPTOR = 7 /* registers */
};

static const char *const streams[] = {"s_tlp", "s_wr", "m_tlp", "m_inj", "m_err", "o_strobe", NULL};
static const char *const classes[] = {"P", "NP", "CPL"};
static const char *const causes[] = {"-", "MALF", "CPL", "UNSUP", "EP", "NOBAR", "REG", "REGRD", "PPUT", "FINE"};
static const char *const errors[] = {"-", "OVERWRITE", "ORDER", "INCOMPLETE", "FORM"};
static const struct tn_case_register registers[] = {
    {"ID", 0x00, 0, 1},
    {"PARAMS", 0x04, 0, 1},
    {"FEATURES", 0x08, 0, 1},
    {"REORDER_TMO", 0x10, 0, 1},
    {"CPL_TMO", 0x14, 0, 1},
    {"CAUSE", 0x40, 4, 10},
    {"PUT_ITEMS", 0x80, 0, 1},
    {"PUT_OVERWRITE", 0x84, 0, 1},
    {"PUT_ORDER", 0x88, 0, 1},
    {"PUT_INCOMPLETE", 0x8c, 0, 1},
    {"PUT_FORM", 0x90, 0, 1},
    {"PUT_AFTER", 0x94, 0, 1},
    {"GET_ITEMS", 0xa0, 0, 1},
    {"GET_READS", 0xa4, 0, 1},
    {"GET_NOTIFIED", 0xa8, 0, 1},
    {"GET_FAILED", 0xac, 0, 1},
    {"GET_UNEXPECTED", 0xb0, 0, 1},
    {"GET_BAD", 0xb4, 0, 1},
    {"GET_NO_ROOM", 0xb8, 0, 1},
    {"LOST_TAGS", 0xbc, 0, 1},
};
static const struct tn_case_register of_window[] = {
    {"NEXT", 0x0, 0, 1}, {"STATUS", 0x4, 0, 1}, {"ERR_ADDR", 0x8, 0, 1}, {"DONE", 0xc, 0, 1}};
static const struct tn_case_register of_engine[] = {
    {"SRC_LO", 0x00, 0, 1},    {"SRC_HI", 0x04, 0, 1}, {"LENGTH", 0x08, 0, 1},
    {"TAG", 0x0c, 0, 1},       {"DEST", 0x10, 0, 1},   {"NOTIFY_LO", 0x14, 0, 1},
    {"NOTIFY_HI", 0x18, 0, 1}, {"STATUS", 0x1c, 0, 1}, {"FREE_TAGS", 0x20, 0, 1},
    {"ABORT", 0x24, 0, 1}};
#define N(a) (unsigned)(sizeof(a) / sizeof *(a))

static int point(struct tn_case_parser *p, const char *text, bool input, const char **out)
{
    static const struct {
        const char *name, *in, *out;
    } sides[] = {{"host", "s_tlp", "m_tlp"}, {"wr", "s_wr", NULL},    {"inj", NULL, "m_inj"},
                 {"err", NULL, "m_err"},     {"strobe", NULL, "o_strobe"}};
    if (text[1] == '_')
        return tn_case_stream(p, text, out);
    for (unsigned k = 0; k < N(sides); k++) {
        *out = input ? sides[k].in : sides[k].out;
        if (*out && strcmp(text, sides[k].name) == 0)
            return 0;
    }
    return tn_case_fail(p, "nothing %s '%.40s' (host, wr, inj, err, strobe)",
                        input ? "is sent to" : "comes from", text);
}

/* WL.V.NAME, GL.NAME */
static int reg(struct tn_case_parser *p, const char *text, uint32_t *out)
{
    if (text[0] != 'G' || text[1] < '0' || text[1] >= '0' + TNW_LINKS || text[2] != '.')
        return tn_case_tnw_register(p, of_window, N(of_window), WINDOWS_AT, text, out);
    const int rc = tn_case_register_of(p, of_engine, N(of_engine), text + 3, out);
    *out += ENGINES_AT + (uint32_t)(text[1] - '0') * ENGINE_REGS;
    return rc;
}

/* addr=PLACE+N becomes addr=NUMBER in text; 0, or 1 when it is a number already. */
static int place(struct tn_case_parser *p, const char *word, char text[32])
{
    const char *at = word + 5, *rest = at + 4;
    uint64_t base = 0, n = 0;
    unsigned id = 0;
    if (strncmp(word, "addr=", 5) != 0 || (at[0] != 'B' && at[0] != 'W'))
        return 1;
    if (at[0] == 'W') {
        if (tn_case_tnw_id(p, at + 1, &id, &rest) < 0)
            return -EINVAL;
        const bool last = strncmp(rest, ".last", 5) == 0;
        rest += last ? 5 : 0;
        base = TN_CASE_PI_BAR2 + ((uint64_t)id << WINDOW_LOG2) + ((uint64_t)last << LAST_LOG2);
    } else if (strncmp(at, "BAR0", 4) == 0 || strncmp(at, "BAR2", 4) == 0)
        base = at[3] == '0' ? TN_CASE_PI_BAR0 : TN_CASE_PI_BAR2;
    else
        return tn_case_fail(p, "'%.40s': addr=BAR0+N, addr=BAR2+N or addr=WL.V+N, addr=WL.V.last+N",
                            word);
    if (*rest && (*rest != '+' || tn_case_number(p, "addr", rest + 1, UINT32_MAX, &n) < 0))
        return *rest == '+' ? -EINVAL : tn_case_fail(p, "'%.40s': +N stands behind it", word);
    snprintf(text, 32, "addr=0x%llx", (unsigned long long)(base + n));
    return 0;
}

static int host_tlp(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                    struct tn_case_tlp *out)
{
    char text[32];
    for (unsigned k = at; k < end; k++) {
        const int rc = place(p, p->word[k], text);
        if (rc < 0)
            return rc;
        if (rc == 0)
            p->word[k] = text;
    }
    return tn_case_tlp(p, at, end, masked, false, out);
}

static int item(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                struct tn_case_tlp *out)
{
    static const char *const names[] = {"link", "vc", "offset", "last", "fill", "data", NULL};
    uint64_t link, vc, offset, last;
    size_t len;
    if (tn_case_known(p, at, end, names) < 0 ||
        tn_case_field(p, at, end, "link", TNW_LINKS - 1, &link) < 0 ||
        tn_case_field(p, at, end, "vc", TNW_VCS - 1, &vc) < 0 ||
        tn_case_field(p, at, end, "offset", 0xffffff, &offset) < 0 ||
        tn_case_field(p, at, end, "last", 1, &last) < 0 ||
        tn_case_room(p, out, ITEM_HEAD + TNW_PAYLOAD) < 0 ||
        tn_case_tnw_payload(p, at, end, masked, out->bytes + ITEM_HEAD, out->mask + ITEM_HEAD,
                            &len) < 0)
        return -EINVAL;
    if (len != TNW_PAYLOAD)
        return tn_case_fail(p, "an item is of %d bytes", TNW_PAYLOAD);
    out->bytes[0] = (uint8_t)link;
    out->bytes[1] = (uint8_t)vc;
    tn_case_tnw_put(out->bytes + 2, offset | last, 3);
    return 0;
}

static int write_to_memory(struct tn_case_parser *p, unsigned at, unsigned end,
                           struct tn_case_tlp *out)
{
    if (tn_case_tnw_write(p, at, end, false, out) < 0)
        return -EINVAL;
    return out->bytes[CASE_TNW_WRITE - 1] % TNW_NOTE
               ? tn_case_fail(p, "addr= is a multiple of %d", TNW_NOTE)
               : 0;
}

static int strobe(struct tn_case_parser *p, unsigned at, unsigned end, struct tn_case_tlp *out)
{
    static const char *const names[] = {"addr", "value", NULL};
    uint64_t addr, value;
    const bool write = tn_case_is(p, at, "write");
    if (at == end || (!write && !tn_case_is(p, at, "read")))
        return tn_case_fail(
            p, "written so: expect strobe write addr=A value=V, expect strobe read addr=A");
    if (tn_case_known(p, at + 1, end, names) < 0 ||
        tn_case_field(p, at + 1, end, "addr", 0xffff, &addr) < 0 ||
        tn_case_field(p, at + 1, end, "value", UINT32_MAX, &value) < 0 ||
        tn_case_room(p, out, STROBE) < 0)
        return -EINVAL;
    out->bytes[0] = write;
    tn_case_tnw_put(out->bytes + 1, addr, 2);
    tn_case_tnw_put(out->bytes + 3, value, 4);
    return 0;
}

static int window_error(struct tn_case_parser *p, unsigned at, unsigned end,
                        struct tn_case_tlp *out)
{
    const char *rest;
    unsigned id;
    if (end != at + 2 || strncmp(p->word[at], "window=", 7) != 0)
        return tn_case_fail(p, "written so: expect err window=L.V CAUSE");
    if (tn_case_tnw_id(p, p->word[at] + 7, &id, &rest) < 0 || tn_case_room(p, out, 2) < 0)
        return -EINVAL;
    out->bytes[0] = (uint8_t)id;
    for (unsigned k = 1; k < N(errors); k++)
        if (tn_case_is(p, at + 1, errors[k]))
            out->bytes[1] = (uint8_t)k;
    return out->bytes[1] && !*rest ? 0 : tn_case_fail(p, "no error '%.40s'", p->word[at + 1]);
}

static int form(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                const char *stream, struct tn_case_tlp *out)
{
    if (strcmp(stream + 2, "tlp") == 0)
        return host_tlp(p, at, end, masked, out);
    if (strcmp(stream, "m_inj") == 0)
        return item(p, at, end, masked, out);
    if (strcmp(stream, "s_wr") == 0)
        return write_to_memory(p, at, end, out);
    return strcmp(stream, "o_strobe") == 0 ? strobe(p, at, end, out) : window_error(p, at, end, out);
}

static int links_line(struct tn_case_parser *p)
{
    struct tn_case_step *s = tn_case_step(p, TN_CASE_LINE);
    uint64_t l;
    if (!s)
        return -EINVAL;
    s->cause = TN_CASE_LINKS;
    if (p->word_n == 2 && tn_case_is(p, 1, "none"))
        return 0;
    if (p->word_n == 2 && tn_case_is(p, 1, "all"))
        s->value = (1u << TNW_LINKS) - 1;
    for (unsigned k = 1; k < p->word_n && !tn_case_is(p, 1, "all"); k++) {
        if (tn_case_number(p, "link", p->word[k], TNW_LINKS - 1, &l) < 0)
            return -EINVAL;
        s->value |= 1u << l;
    }
    return s->value ? 0 : tn_case_fail(p, "written so: links 0 3 5, links all, links none");
}

static int descriptor_line(struct tn_case_parser *p)
{
    static const char *const names[] = {"source", "length", "vc", "offset", "notify", "tag", NULL};
    uint64_t l, source, length, vc, offset, notify, tag;
    const unsigned n = p->word_n;
    if (n < 2)
        return tn_case_fail(p, "written so: descriptor L source= length= vc= offset= notify= tag=");
    if (tn_case_number(p, "link", p->word[1], TNW_LINKS - 1, &l) < 0 ||
        tn_case_known(p, 2, n, names) < 0 ||
        tn_case_field(p, 2, n, "source", UINT64_MAX, &source) < 0 ||
        tn_case_field(p, 2, n, "length", UINT32_MAX, &length) < 0 ||
        tn_case_field(p, 2, n, "vc", 7, &vc) < 0 ||
        tn_case_field(p, 2, n, "offset", 0xffffff, &offset) < 0 ||
        tn_case_field(p, 2, n, "notify", UINT64_MAX, &notify) < 0 ||
        tn_case_field(p, 2, n, "tag", UINT32_MAX, &tag) < 0)
        return -EINVAL;
    const uint32_t value[DESCRIPTOR] = {(uint32_t)source,          (uint32_t)(source >> 32), (uint32_t)length,
                                        (uint32_t)tag,             (uint32_t)(vc << 29 | offset),
                                        (uint32_t)notify,          (uint32_t)(notify >> 32)};
    for (unsigned k = 0; k < DESCRIPTOR; k++)
        if (tn_case_write(p, ENGINES_AT + (uint32_t)l * ENGINE_REGS + 4 * k, value[k]) < 0)
            return -EINVAL;
    return 0;
}

static int line(struct tn_case_parser *p)
{
    if (tn_case_is(p, 0, "links"))
        return links_line(p);
    return tn_case_is(p, 0, "descriptor") ? descriptor_line(p) : 1;
}

const struct tn_case_words tn_case_tnw_pi = {
    .ports = "host|inj|wr|err|strobe",
    .streams = streams,
    .classes = classes,
    .registers = registers,
    .register_n = N(registers),
    .reject = "drop",
    .causes = causes,
    .cause_n = N(causes),
    .reg_max = 0xfffc,
    .lines = "links, descriptor",
    .point = point,
    .form = form,
    .reg = reg,
    .line = line,
};
