/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What cases of TNW's reception side say and no others (checkers/tnw/spec/tnw_nwp.md sections 1 to
 * 4): packets that links offer, writes to memory, credits. send link id=L.V offset=O [last=1]
 * fill=B (last: none with LAST_EN 0) expect wr addr=A fill=B | data=DWS           128 bytes, or 16:
 * a notification expect match id=L.V fits|nofit               on obs_match credit [N*] L.V base=A
 * length=N notify=A tag=N    its six registers, and NOTIFY_HI again for each further one flush L
 * the link is reset, and up again 40 cycles later
 */
#include "tnw_words.h"

#include "../dut/tnw_duts.h"

#include <tn/tnw/tnw.h>
#include <tn/tnw/tnw_case.h>

#include <errno.h>
#include <string.h>

enum { PACKET_HEAD = 4, CREDIT = 6 /* registers */ };

static const char *const streams[] = {"s_link", "m_wr", "o_match", NULL};
static const char *const classes[] = {"-", "-", "-"}; /* none */
static const char *const causes[] = {"-", "-"};       /* none */
static const struct tn_case_register registers[] = {
    {"PACKETS", 0xc00, 0, 1}, {"NOFIT", 0xc04, 0, 1},   {"NOTIFIED", 0xc08, 0, 1},
    {"BAD", 0xc0c, 0, 1},     {"NO_ROOM", 0xc10, 0, 1}, {"FLUSHED", 0xc14, 0, 1},
    {"SHORT", 0xc18, 0, 1},   {"LONG", 0xc1c, 0, 1},    {"BEHIND", 0xc20, 0, 1},
};
static const struct tn_case_register of_window[] = {
    {"BASE_LO", 0x00, 0, 1}, {"BASE_HI", 0x04, 0, 1},   {"LENGTH", 0x08, 0, 1},
    {"TAG", 0x0c, 0, 1},     {"NOTIFY_LO", 0x10, 0, 1}, {"NOTIFY_HI", 0x14, 0, 1},
    {"CREDITS", 0x18, 0, 1}, {"PROGRESS", 0x1c, 0, 1},
};
#define N(a) (unsigned)(sizeof(a) / sizeof *(a))

static int point(struct tn_case_parser *p, const char *text, bool input, const char **out)
{
    if (text[1] == '_')
        return tn_case_stream(p, text, out);
    for (unsigned k = 0; k < 3; k++)
        if (strcmp(text, streams[k] + 2) == 0 && (k == 0) == input) {
            *out = streams[k];
            return 0;
        }
    return tn_case_fail(p, "nothing %s '%.40s' (link, wr, match)",
                        input ? "is sent to" : "comes from", text);
}

static const char *across(const char *stream)
{
    return stream[0] == 'm' ? streams[0] : NULL;
}

static int id_of(struct tn_case_parser *p, const char *text, unsigned *id)
{
    const char *rest;
    if (tn_case_tnw_id(p, text, id, &rest) < 0)
        return -EINVAL;
    return *rest || *id >= TNW_LINKS * TNW_VCS
               ? tn_case_fail(p, "'%.40s' is no L.V (link, channel)", text)
               : 0;
}

static int reg(struct tn_case_parser *p, const char *text, uint32_t *out)
{
    return tn_case_tnw_register(p, of_window, N(of_window), 0, text, out);
}

/* id=L.V first of words[at..end). */
static int first_id(struct tn_case_parser *p, unsigned at, unsigned end, unsigned *id)
{
    if (at == end || strncmp(p->word[at], "id=", 3) != 0)
        return tn_case_fail(p, "id=L.V comes first");
    return id_of(p, p->word[at] + 3, id);
}

static int packet(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                  struct tn_case_tlp *out)
{
    static const char *const names[] = {"offset", "last", "fill", "data", NULL};
    uint64_t offset, last;
    unsigned id;
    size_t len;
    if (first_id(p, at, end, &id) < 0 || tn_case_known(p, at + 1, end, names) < 0 ||
        tn_case_field(p, at, end, "offset", 0xffffff, &offset) < 0 ||
        tn_case_field(p, at, end, "last", 1, &last) < 0 ||
        tn_case_room(p, out, PACKET_HEAD + TNW_PAYLOAD) < 0 ||
        tn_case_tnw_payload(p, at, end, masked, out->bytes + PACKET_HEAD, out->mask + PACKET_HEAD,
                            &len) < 0)
        return -EINVAL;
    if (len != TNW_PAYLOAD)
        return tn_case_fail(p, "a packet is of %d bytes", TNW_PAYLOAD);
    out->bytes[0] = (uint8_t)(id | last << 7);
    tn_case_tnw_put(out->bytes + 1, offset, 3);
    return 0;
}

static int match(struct tn_case_parser *p, unsigned at, unsigned end, struct tn_case_tlp *out)
{
    unsigned id;
    const bool fits = end == at + 2 && tn_case_is(p, at + 1, "fits");
    if (end != at + 2 || (!fits && !tn_case_is(p, at + 1, "nofit")))
        return tn_case_fail(p, "written so: expect match id=L.V fits|nofit");
    if (first_id(p, at, end, &id) < 0 || tn_case_room(p, out, 2) < 0)
        return -EINVAL;
    out->bytes[0] = (uint8_t)id;
    out->bytes[1] = fits;
    return 0;
}

static int form(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                const char *stream, struct tn_case_tlp *out)
{
    if (stream[0] == 's')
        return packet(p, at, end, masked, out);
    return stream[0] == 'm' ? tn_case_tnw_write(p, at, end, masked, out) : match(p, at, end, out);
}

static int credit_line(struct tn_case_parser *p)
{
    static const char *const names[] = {"base", "length", "notify", "tag", NULL};
    uint64_t base, length, notify, tag;
    unsigned id, at = 1, count = 1;
    const unsigned n = p->word_n;
    if (tn_case_count(p, &at, &count) < 0)
        return -EINVAL;
    if (n <= at)
        return tn_case_fail(p, "written so: credit [N*] L.V base= length= notify= tag=");
    if (id_of(p, p->word[at], &id) < 0 || tn_case_known(p, at + 1, n, names) < 0 ||
        tn_case_field(p, at + 1, n, "base", UINT64_MAX, &base) < 0 ||
        tn_case_field(p, at + 1, n, "length", UINT32_MAX, &length) < 0 ||
        tn_case_field(p, at + 1, n, "notify", UINT64_MAX, &notify) < 0 ||
        tn_case_field(p, at + 1, n, "tag", UINT32_MAX, &tag) < 0)
        return -EINVAL;
    const uint32_t value[CREDIT] = {(uint32_t)base,   (uint32_t)(base >> 32),
                                    (uint32_t)length, (uint32_t)tag,
                                    (uint32_t)notify, (uint32_t)(notify >> 32)};
    for (unsigned k = 0; k < CREDIT + count - 1; k++) {
        const unsigned reg = k < CREDIT ? k : CREDIT - 1;
        if (tn_case_write(p, id * CASE_TNW_WINDOW + 4 * reg, value[reg]) < 0)
            return -EINVAL;
    }
    return 0;
}

static int flush_line(struct tn_case_parser *p)
{
    struct tn_case_step *s = tn_case_step(p, TN_CASE_LINE);
    uint64_t l;
    if (!s)
        return -EINVAL;
    if (p->word_n != 2)
        return tn_case_fail(p, "written so: flush L");
    s->cause = TN_CASE_FLUSH;
    if (tn_case_number(p, "link", p->word[1], TNW_LINKS - 1, &l) < 0)
        return -EINVAL;
    s->value = (uint32_t)l;
    return 0;
}

static int line(struct tn_case_parser *p)
{
    if (tn_case_is(p, 0, "credit"))
        return credit_line(p);
    return tn_case_is(p, 0, "flush") ? flush_line(p) : 1;
}

const struct tn_case_words tn_case_tnw_rcv = {
    .ports = "link|wr|match",
    .streams = streams,
    .classes = classes,
    .registers = registers,
    .register_n = N(registers),
    .reject = "-",
    .causes = causes,
    .cause_n = N(causes),
    .lines = "credit, flush",
    .point = point,
    .across = across,
    .form = form,
    .reg = reg,
    .line = line,
};
