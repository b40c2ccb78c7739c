/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What cases of one end of a TNW link say and no others. Sides are dut and far (the other end, the
 * model's); its registers are FAR.STATUS, ... An item is vc= offset= fill=, its byte i fill + i.
 *   put WAY SET|START CODE N [crc=bad]                    words that nobody sent, in the place of
 *   put WAY packet seq=N vc=V offset=O fill=B [crc=bad]   the next IDLE words; WAY: to_dut,
 *   put WAY data HEX | bad                                from_dut
 *   hurt WAY ERROR packet A..B [word W]                   the A-th to the B-th from here on
 *   hurt WAY ERROR feedback A..B                          (SETs of codes 1 to 4)
 *   hurt WAY ERROR word A..B                              (of any class)
 *   skew B0 B1 B2 B3                                      bits that each lane to the DUT is late
 */
#include "../../case/parse.h"

#include "../dut/tnw_duts.h"

#include <tn/tnw/tnw.h>
#include <tn/tnw/tnw_link.h>
#include <tn/tnw/tnw_case.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FAR = 0x1000, ITEM = 4 + TNW_PAYLOAD, LANES = 4, SKEW_MAX = 79, WORDS_MAX = TNW_WORDS };

static const char *const streams[] = {"s_dut", "s_far", "m_dut", "m_far", NULL};
static const char *const classes[] = {"-", "-", "-"}; /* none */
static const char *const causes[] = {"-",   "SKIPPED", "BROKEN", "STRAY", "CRC",
                                     "DUP", "AHEAD",   "FULL",   "TAKEN"};
/* enum tn_tnw_error, in its order */
static const char *const errors[] = {"bit", "lane", "idle", "lose", "double", "swap", "packet", "symbol",
                                     "skew", "line", "dark", "field"};
static const char *const ways[] = {"from_dut", "to_dut"};
static const struct tn_case_register registers[] = {
    {"ID", 0x000, 0, 1},          {"PARAMS", 0x004, 0, 1},     {"CTRL", 0x008, 0, 1},
    {"STATUS", 0x00c, 0, 1},      {"RESEND_TMO", 0x010, 0, 1}, {"FULL_BACKOFF", 0x014, 0, 1},
    {"TX_PACKETS", 0x040, 0, 1},  {"TX_RESENT", 0x044, 0, 1},  {"TX_RESTARTS", 0x048, 0, 1},
    {"TX_TIMEOUTS", 0x04c, 0, 1}, {"FB_NACK", 0x050, 0, 1},    {"FB_FULL", 0x054, 0, 1},
    {"FB_CRC", 0x058, 0, 1},      {"FB_SEQ", 0x05c, 0, 1},     {"FB_CODE", 0x060, 0, 1},
    {"PEER_RESET", 0x064, 0, 1},  {"LOST", 0x068, 0, 1},       {"UNREAD", 0x06c, 0, 1},
    {"CAUSE", 0x080, 4, 9},       {"SYNC", 0x0a4, 0, 1},       {"BAD_WORDS", 0x0a8, 0, 1},
    {"ALIGN_LOST", 0x0ac, 0, 1},  {"SYM_CODE", 0x0b0, 0, 1},   {"SYM_DISP", 0x0b4, 0, 1},
    {"LEVEL", 0x0c0, 4, 8},
};
enum { REGISTERS = sizeof registers / sizeof *registers };

static int point(struct tn_case_parser *p, const char *text, bool input, const char **out)
{
    if (text[1] == '_')
        return tn_case_stream(p, text, out);
    for (unsigned side = 0; side < 2; side++)
        if (strcmp(text, streams[side] + 2) == 0) {
            *out = streams[side + (input ? 0 : 2)];
            return 0;
        }
    return tn_case_fail(p, "'%.40s' is no side (dut, far)", text);
}

static int far_register(struct tn_case_parser *p, const char *text, uint32_t *out)
{
    if (strncmp(text, "FAR.", 4) != 0)
        return 1;
    const int rc = tn_case_register_of(p, registers, REGISTERS, text + 4, out);
    *out += FAR;
    return rc;
}

static int item_fields(struct tn_case_parser *p, unsigned at, unsigned end, struct tnw_packet *k)
{
    uint64_t vc, offset, fill;
    int rc;
    if ((rc = tn_case_field(p, at, end, "vc", TNW_VCS - 1, &vc)) < 0 ||
        (rc = tn_case_field(p, at, end, "offset", 0xffffff, &offset)) < 0 ||
        (rc = tn_case_field(p, at, end, "fill", 255, &fill)) < 0)
        return rc;
    *k = (struct tnw_packet){.vc = (uint8_t)vc, .offset = (uint32_t)offset};
    for (unsigned i = 0; i < TNW_PAYLOAD; i++)
        k->payload[i] = (uint8_t)(fill + i);
    return 0;
}

static int form(struct tn_case_parser *p, unsigned at, unsigned end, bool masked, const char *where,
                struct tn_case_tlp *out)
{
    static const char *const names[] = {"vc", "offset", "fill", NULL};
    struct tnw_packet k;
    int rc;
    (void)masked;
    (void)where;
    if ((rc = tn_case_known(p, at, end, names)) < 0 || (rc = item_fields(p, at, end, &k)) < 0 ||
        (rc = tn_case_room(p, out, ITEM)) < 0)
        return rc;
    out->bytes[0] = k.vc;
    for (unsigned i = 0; i < 3; i++)
        out->bytes[1 + i] = (uint8_t)(k.offset >> 8 * (2 - i));
    memcpy(out->bytes + 4, k.payload, TNW_PAYLOAD);
    return 0;
}

static int way(struct tn_case_parser *p, struct tn_case_step *s)
{
    for (s->dir = 0; s->dir < 2; s->dir++)
        if (tn_case_is(p, 1, ways[s->dir]))
            return 0;
    return tn_case_fail(p, "'%.40s' is neither to_dut nor from_dut",
                        p->word_n > 1 ? p->word[1] : "");
}

/* SET|START CODE N [crc=bad] */
static int put_control(struct tn_case_parser *p, struct tnw_word *w)
{
    uint64_t n;
    unsigned code = 0;
    if (p->word_n < 5 || p->word_n > 6 || (p->word_n == 6 && !tn_case_is(p, 5, "crc=bad")))
        return tn_case_fail(p, "written so: put WAY SET|START CODE N [crc=bad]");
    while (code < TNW_CODES && !tn_case_is(p, 3, tnw_code_name(code)))
        code++;
    if (code == TNW_CODES && !tn_case_is(p, 3, "7"))
        return tn_case_fail(p, "no code '%.40s'", p->word[3]);
    if (tn_case_number(p, "number", p->word[4], TNW_SEQ_MOD - 1, &n) < 0)
        return -EINVAL;
    *w = tnw_ctl_word(tn_case_is(p, 2, "SET") ? TNW_Q : TNW_S, (enum tnw_code)code, (uint8_t)n);
    if (p->word_n == 6)
        w->data ^= 1u << 9;
    return 1;
}

static int put_packet(struct tn_case_parser *p, struct tnw_word word[WORDS_MAX])
{
    static const char *const names[] = {"seq", "vc", "offset", "fill", "crc", NULL};
    struct tnw_packet k;
    uint64_t seq;
    if (tn_case_known(p, 3, p->word_n, names) < 0 || item_fields(p, 3, p->word_n, &k) < 0 ||
        tn_case_field(p, 3, p->word_n, "seq", TNW_SEQ_MOD - 1, &seq) < 0)
        return -EINVAL;
    k.seq = (uint8_t)seq;
    tnw_seal(&k);
    if (tn_case_is(p, p->word_n - 1, "crc=bad"))
        k.crc ^= 1;
    word[0] = tnw_ctl_word(TNW_S, TNW_NONE, 0);
    tnw_packet_words(&k, word + 1);
    return TNW_WORDS;
}

static int put_line(struct tn_case_parser *p)
{
    struct tnw_word word[WORDS_MAX];
    struct tn_case_step *s = tn_case_step(p, TN_CASE_LINE);
    uint64_t data = 0;
    int n = s ? way(p, s) : -EINVAL;
    if (n < 0)
        return n;
    s->cause = TN_CASE_PUT;
    if (tn_case_is(p, 2, "SET") || tn_case_is(p, 2, "START"))
        n = put_control(p, word);
    else if (tn_case_is(p, 2, "packet"))
        n = put_packet(p, word);
    else if (tn_case_is(p, 2, "data") && p->word_n == 4) {
        n = tn_case_number(p, "data", p->word[3], UINT32_MAX, &data) < 0 ? -EINVAL : 1;
        word[0] = tnw_data((uint32_t)data);
    } else if (tn_case_is(p, 2, "bad") && p->word_n == 3) {
        n = 1;
        word[0] = (struct tnw_word){0x070707fe, 15};
    } else
        n = tn_case_fail(p, "written so: put WAY SET|START|packet|data|bad ...");
    if (n < 0 || tn_case_room(p, &s->tlp[0], (size_t)n * TNW_WORD_OCTETS) < 0)
        return -EINVAL;
    for (int i = 0; i < n; i++)
        tnw_word_put(word[i], s->tlp[0].bytes + (size_t)i * TNW_WORD_OCTETS);
    return 0;
}

static int hurt_line(struct tn_case_parser *p)
{
    struct tn_case_step *s = tn_case_step(p, TN_CASE_LINE);
    const bool packets = tn_case_is(p, 3, "packet"), words = tn_case_is(p, 3, "word"),
               word = packets && p->word_n == 7 && tn_case_is(p, 5, "word");
    uint64_t at = 0;
    int rc = s ? way(p, s) : -EINVAL;
    if (rc < 0)
        return rc;
    s->cause = TN_CASE_HURT;
    s->addr = packets ? TN_CASE_OF_PACKETS : words ? TN_CASE_OF_WORDS : TN_CASE_OF_FEEDBACK;
    while (s->port < sizeof errors / sizeof *errors && !tn_case_is(p, 2, errors[s->port]))
        s->port++;
    if (s->port == sizeof errors / sizeof *errors ||
        (!packets && !words && !tn_case_is(p, 3, "feedback")) || (p->word_n != 5 && !word))
        return tn_case_fail(p, "written so: hurt WAY "
                               "bit|lane|idle|lose|double|swap|packet|symbol|skew|line|dark|field "
                               "packet|feedback|word A..B [word W]");
    char *dots = strstr(p->word[4], ".."), *last = dots ? dots + 2 : p->word[4];
    if (dots)
        *dots = 0;
    if ((rc = tn_case_number(p, "from", p->word[4], 1000, &s->first)) < 0 ||
        (rc = tn_case_number(p, "to", last, 1000, &s->last)) < 0)
        return rc;
    if (s->first == 0 || s->last < s->first)
        return tn_case_fail(p, "A..B: counted from 1, A not above B");
    rc = word ? tn_case_number(p, "word", p->word[6], TNW_WORDS - 1, &at) : 0;
    s->value = word ? (uint32_t)at : 1;
    return rc;
}

static int skew_line(struct tn_case_parser *p)
{
    struct tn_case_step *s = tn_case_step(p, TN_CASE_LINE);
    uint64_t bits;
    if (!s)
        return -EINVAL;
    if (p->word_n != 1 + LANES)
        return tn_case_fail(p, "written so: skew B0 B1 B2 B3, bits of each lane");
    s->cause = TN_CASE_SKEW;
    if (tn_case_room(p, &s->tlp[0], LANES) < 0)
        return -EINVAL;
    for (unsigned i = 0; i < LANES; i++) {
        if (tn_case_number(p, "bits", p->word[1 + i], SKEW_MAX, &bits) < 0)
            return -EINVAL;
        s->tlp[0].bytes[i] = (uint8_t)bits;
    }
    return 0;
}

static int line(struct tn_case_parser *p)
{
    if (tn_case_is(p, 0, "put"))
        return put_line(p);
    if (tn_case_is(p, 0, "hurt"))
        return hurt_line(p);
    return tn_case_is(p, 0, "skew") ? skew_line(p) : 1;
}

const struct tn_case_words tn_case_tnw_link = {
    .ports = "dut|far",
    .streams = streams,
    .classes = classes,
    .registers = registers,
    .register_n = REGISTERS,
    .reject = "rx",
    .causes = causes,
    .cause_n = sizeof causes / sizeof *causes,
    .lines = "put, hurt, skew",
    .point = point,
    .form = form,
    .reg = far_register,
    .line = line,
};
