/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words that cases of the data link layer alone have (checkers/czodiac/spec/cz_dll.md).
 *   link up | rises | down               dl_up of both ends; up: until the DUT is active
 *   far does nothing | all | init ack nak update replay       deeds of the far end
 *   far late N                           cycles by which its answers are late at most
 *   far grants P|NP|CPL hdr=N data=N     its credits
 *   hurt to|from tlp|ack|nak|fc lose|double|damage|symbol A..B     frames on the wire
 *   strike to|from LANE|all flip|dead|again|KXX A+N     symbols of a cz_link, A cycles from now for
 * N cycles: their bit 3 inverted, none, those of the cycle before, a control symbol send tlp
 * [abort] TLP, send far TLP   given to the DUT, to the far end send wire FRAME, expect wire FRAME
 * TLP seq=N [lcrc=bad|inverted] [edb] [err] [high=N] TLP Ack|Nak seq=N, InitFC1|InitFC2|UpdateFC
 * CLASS hdr= data=, DLLP HEX, each with [crc=bad] [err] expect tlp TLP, expect far TLP delivered by
 * the DUT, by the far end expect ack seq=N, expect nak seq=N, expect fc KIND CLASS hdr=N data=N,
 * expect err NAME expect nul FRAME                     a frame that ends with EDB
 */
#include "../../case/parse.h"

#include "../dut/cz_duts.h"

#include <tn/czodiac/bfm_cz_dll.h>
#include <tn/czodiac/cz_dll_case.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { S_TLP, S_FRM, S_FAR, M_TLP, M_FRM, O_FAR, O_ACK, O_NAK, O_FC, O_ERR, O_NUL };
static const char *const streams[] = {"s_tlp", "s_frm", "s_far", "m_tlp", "m_frm", "o_far",
                                      "o_ack", "o_nak", "o_fc",  "o_err", "o_nul", NULL};
static const char *const ports[] = {"tlp", "wire", "far", "tlp", "wire", "far",
                                    "ack", "nak",  "fc",  "err", "nul"};
static const char *const classes[] = {"P", "NP", "CPL", NULL};
static const char *const kinds[] = {"Ack", "Nak", "InitFC1", "InitFC2", "UpdateFC", NULL};
static const enum tn_dllp_kind kind_of[] = {TN_DLLP_ACK, TN_DLLP_NAK, TN_DLLP_INITFC1,
                                            TN_DLLP_INITFC2, TN_DLLP_UPDATEFC};
static const char *const errors[] = {"BAD_TLP",  "BAD_DLLP", "TIMEOUT",  "ROLLOVER",
                                     "PROTOCOL", "OVERFLOW", "RECEIVER", "FC",
                                     "RETRAIN",  "SYMBOLS",  NULL};
static const char *const causes[] = {"-", "-"}; /* none */
static const struct tn_case_register registers[] = {
    {"ID", 0x000, 0, 1},           {"PARAMS", 0x004, 0, 1},    {"STATE", 0x008, 0, 1},
    {"REPLAY_LIMIT", 0x00c, 0, 1}, {"ACK_LIMIT", 0x010, 0, 1}, {"NUMBERS", 0x014, 0, 1},
    {"NEXT_RCV", 0x018, 0, 1},     {"LIMIT", 0x020, 4, 3},     {"CONSUMED", 0x030, 4, 3},
    {"ALLOCATED", 0x040, 4, 3},    {"ERRORS", 0x080, 4, 8},    {"TX_TLPS", 0x0a0, 0, 1},
    {"REPLAYED", 0x0a4, 0, 1},     {"NULLIFIED", 0x0a8, 0, 1}, {"RX_TLPS", 0x0ac, 0, 1},
    {"DUPLICATES", 0x0b0, 0, 1},   {"TX_ACKS", 0x0b4, 0, 1},   {"TX_NAKS", 0x0b8, 0, 1},
    {"RX_ACKS", 0x0bc, 0, 1},      {"RX_NAKS", 0x0c0, 0, 1},
};

/* Place of a word in a list, or -1. */
static int place(const struct tn_case_parser *p, unsigned at, const char *const *list)
{
    for (int i = 0; list[i]; i++)
        if (tn_case_is(p, at, list[i]))
            return i;
    return -1;
}

static int point(struct tn_case_parser *p, const char *text, bool input, const char **out)
{
    if (text[1] == '_')
        return tn_case_stream(p, text, out);
    for (unsigned k = input ? S_TLP : M_TLP; k < (input ? (unsigned)M_TLP : O_NUL + 1u); k++)
        if (strcmp(text, ports[k]) == 0) {
            *out = streams[k];
            return 0;
        }
    return tn_case_fail(p, "nothing %s '%.40s'", input ? "is sent to" : "comes from", text);
}

static const char *across(const char *stream)
{
    return strcmp(stream, "m_frm") == 0 ? streams[S_TLP] : streams[S_FRM];
}

/* NAME=x, where any value will do. */
static bool any(const struct tn_case_parser *p, unsigned at, unsigned end, const char *name)
{
    const size_t n = strlen(name);
    for (unsigned k = at; k < end; k++)
        if (strncmp(p->word[k], name, n) == 0 && strcmp(p->word[k] + n, "=x") == 0)
            return true;
    return false;
}

/* A number that may be x where masked; its n bytes stand at bytes, highest first. */
static int number(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                  const char *name, uint64_t max, struct tn_case_tlp *t, unsigned byte, unsigned n)
{
    uint64_t v = 0;
    const bool free = masked && any(p, at, end, name);
    if (!free && tn_case_field(p, at, end, name, max, &v) < 0)
        return -EINVAL;
    for (unsigned i = 0; i < n; i++) {
        t->bytes[byte + i] = (uint8_t)(v >> 8 * (n - 1 - i));
        t->mask[byte + i] = free ? 0 : 0xff;
    }
    return 0;
}

/* TLP seq=N [...] TLP: 2 bytes of 0, number, TLP, LCRC. */
static int tlp_frame(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                     struct tn_case_tlp *out)
{
    struct tn_case_tlp t = {0};
    uint64_t seq = 0, high = 0;
    unsigned k = at, flags = 0, crc = 0;
    for (; k < end; k++) {
        if (tn_case_is(p, k, "edb"))
            flags |= TN_CASE_EDB;
        else if (tn_case_is(p, k, "err"))
            flags |= TN_CASE_ERR;
        else if (tn_case_is(p, k, "lcrc=bad") || tn_case_is(p, k, "lcrc=inverted"))
            crc = p->word[k][5] == 'b' ? 1 : 2;
        else if (strncmp(p->word[k], "seq=", 4) != 0 && strncmp(p->word[k], "high=", 5) != 0)
            break;
    }
    const bool free_seq = masked && any(p, at, k, "seq");
    if ((!free_seq && tn_case_field(p, at, k, "seq", 4095, &seq) < 0) ||
        tn_case_field(p, at, k, "high", 15, &high) < 0 ||
        tn_case_tlp(p, k, end, masked, false, &t) < 0)
        return -EINVAL;
    struct tn_cz_frame f = {.len = t.len + 8};
    bool holes = free_seq;
    memcpy(f.bytes + 4, t.bytes, t.len);
    f.bytes[2] = (uint8_t)(high << 4 | seq >> 8);
    f.bytes[3] = (uint8_t)seq;
    const uint32_t lcrc = tn_cz_frame_lcrc_want(&f);
    for (unsigned i = 0; i < 4; i++)
        f.bytes[f.len - 4 + i] = (uint8_t)((crc == 2   ? ~lcrc
                                            : crc == 1 ? lcrc ^ 0x10
                                                       : lcrc) >>
                                           8 * i);
    if (tn_case_room(p, out, f.len) < 0) {
        free(t.bytes);
        return -EINVAL;
    }
    memcpy(out->bytes, f.bytes, f.len);
    memcpy(out->mask + 4, t.mask, t.len);
    for (size_t i = 0; i < t.len; i++)
        holes |= t.mask[i] != 0xff;
    if (free_seq)
        memset(out->mask + 2, 0, 2);
    if (holes)
        memset(out->mask + f.len - 4, 0, 4);
    out->port = flags;
    free(t.bytes);
    return 0;
}

/* KIND [CLASS] FIELD=... [crc=bad] [err], or DLLP HEX: the 8 bytes of its frame. */
static int dllp_frame(struct tn_case_parser *p, unsigned at, unsigned end, struct tn_case_tlp *out)
{
    static const char *const names[] = {"seq", "hdr", "data", "vc", "crc", NULL};
    const int kind = place(p, at, kinds), cls = kind > 1 ? place(p, at + 1, classes) : 0;
    uint64_t seq, hdr, data, vc;
    uint8_t mask[4];
    size_t len = 4;
    struct tn_dllp d = {0};
    const bool err = end > at && tn_case_is(p, end - 1, "err"), raw = tn_case_is(p, at, "DLLP");
    if ((kind < 0 && !raw) || cls < 0)
        return tn_case_fail(p, "no frame: TLP, Ack, Nak, InitFC1 CLASS, InitFC2, UpdateFC, DLLP");
    if (tn_case_room(p, out, 8) < 0)
        return -EINVAL;
    at += raw ? 2 : kind > 1 ? 2 : 1;
    if (tn_case_known(p, at, end - err, names) < 0 ||
        tn_case_field(p, at, end, "seq", 4095, &seq) < 0 ||
        tn_case_field(p, at, end, "hdr", 255, &hdr) < 0 ||
        tn_case_field(p, at, end, "data", 4095, &data) < 0 ||
        tn_case_field(p, at, end, "vc", 7, &vc) < 0)
        return -EINVAL;
    if (raw) {
        if (tn_case_data(p, p->word[at - 1], false, out->bytes, mask, 4, &len) < 0 || len != 4)
            return tn_case_fail(p, "DLLP and 8 hex digits");
        tn_dllp_decode(out->bytes, &d);
    } else {
        d.kind = kind_of[kind];
        d.seq = (uint16_t)seq;
        d.fc_class = (uint8_t)cls;
        d.vc = (uint8_t)vc;
        d.hdr_fc = (uint8_t)hdr;
        d.data_fc = (uint16_t)data;
        tn_dllp_encode(&d, out->bytes);
        tn_dllp_decode(out->bytes, &d);
    }
    for (unsigned k = at; k < end; k++)
        d.crc_want ^= tn_case_is(p, k, "crc=bad") ? 0x0400 : 0;
    out->bytes[4] = (uint8_t)d.crc_want;
    out->bytes[5] = (uint8_t)(d.crc_want >> 8);
    out->port = TN_CASE_DLLP | (err ? TN_CASE_ERR : 0u);
    return 0;
}

/* KIND CLASS hdr=N data=N as five bytes. */
static int credit(struct tn_case_parser *p, unsigned at, unsigned end, struct tn_case_tlp *out)
{
    const int kind = place(p, at, kinds), cls = place(p, at + 1, classes);
    if (kind < 2 || cls < 0 || tn_case_room(p, out, 5) < 0)
        return tn_case_fail(p,
                            "written so: expect fc InitFC1|InitFC2|UpdateFC P|NP|CPL hdr= data=");
    out->bytes[0] = (uint8_t)kind_of[kind];
    out->bytes[1] = (uint8_t)cls;
    return number(p, at, end, true, "hdr", 255, out, 2, 1) < 0 ||
                   number(p, at, end, true, "data", 4095, out, 3, 2) < 0
               ? -EINVAL
               : 0;
}

static int error_name(struct tn_case_parser *p, unsigned at, struct tn_case_tlp *out)
{
    const int k = place(p, at, errors);
    if (k < 0)
        return tn_case_fail(p, "no error '%.40s' (BAD_TLP, ..., RETRAIN, SYMBOLS)", p->word[at]);
    if (tn_case_room(p, out, 1) < 0)
        return -EINVAL;
    out->bytes[0] = (uint8_t)k;
    return 0;
}

static int form(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                const char *stream, struct tn_case_tlp *out)
{
    unsigned k = 0;
    while (strcmp(streams[k], stream) != 0)
        k++;
    if (at >= end)
        return tn_case_fail(p, "a packet is missing here");
    if (k == S_FRM || k == M_FRM || k == O_NUL)
        return tn_case_is(p, at, "TLP") ? tlp_frame(p, at + 1, end, masked, out)
                                        : dllp_frame(p, at, end, out);
    if (k == O_ACK || k == O_NAK)
        return tn_case_room(p, out, 2) < 0 ? -EINVAL
                                           : number(p, at, end, masked, "seq", 4095, out, 0, 2);
    if (k == O_FC || k == O_ERR)
        return k == O_FC ? credit(p, at, end, out) : error_name(p, at, out);
    const bool abort = k == S_TLP && tn_case_is(p, at, "abort");
    if (tn_case_tlp(p, at + abort, end, masked, false, out) < 0)
        return -EINVAL;
    out->port = abort ? TN_CASE_EDB : 0;
    return 0;
}

static struct tn_case_step *step(struct tn_case_parser *p, enum tn_case_dll what)
{
    struct tn_case_step *s = tn_case_step(p, TN_CASE_LINE);
    if (s)
        s->cause = what;
    return s;
}

static int link_line(struct tn_case_parser *p)
{
    static const char *const words[] = {"up", "rises", "down", NULL};
    const int k = place(p, 1, words);
    if (p->word_n != 2 || k < 0)
        return tn_case_fail(p, "written so: link up|rises|down");
    return step(p, (enum tn_case_dll)k) ? 0 : -EINVAL;
}

static int grants(struct tn_case_parser *p)
{
    const int cls = place(p, 2, classes);
    uint64_t hdr, data;
    struct tn_case_step *s = step(p, TN_CASE_DLL_GRANTS);
    if (!s || cls < 0 || tn_case_field(p, 3, p->word_n, "hdr", 255, &hdr) < 0 ||
        tn_case_field(p, 3, p->word_n, "data", 4095, &data) < 0)
        return tn_case_fail(p, "written so: far grants P|NP|CPL hdr=N data=N");
    s->port = (unsigned)cls;
    s->value = (uint32_t)hdr;
    s->mask = (uint32_t)data;
    return 0;
}

static int far_line(struct tn_case_parser *p)
{
    static const char *const deeds[] = {"init", "ack", "nak", "update", "replay", NULL};
    struct tn_case_step *s;
    uint64_t late;
    if (tn_case_is(p, 1, "grants"))
        return grants(p);
    if (tn_case_is(p, 1, "late") && p->word_n == 3) {
        if (!(s = step(p, TN_CASE_DLL_LATE)) ||
            tn_case_number(p, "cycles", p->word[2], 100000, &late) < 0)
            return -EINVAL;
        s->value = (uint32_t)late;
        return 0;
    }
    if (!tn_case_is(p, 1, "does") || p->word_n < 3)
        return tn_case_fail(p, "written so: far does ..., far late N, far grants CLASS ...");
    if (!(s = step(p, TN_CASE_DLL_DOES)))
        return -EINVAL;
    s->value = tn_case_is(p, 2, "all") ? TN_CZ_DOES_ALL : 0;
    for (unsigned k = 2; k < p->word_n && !tn_case_is(p, 2, "all") && !tn_case_is(p, 2, "nothing");
         k++) {
        const int d = place(p, k, deeds);
        if (d < 0)
            return tn_case_fail(p, "the far end does not '%.40s'", p->word[k]);
        s->value |= 1u << d;
    }
    return 0;
}

static int hurt_line(struct tn_case_parser *p)
{
    static const char *const ways[] = {"from", "to", NULL},
                             *const of[] = {"tlp", "ack", "nak", "fc", NULL},
                             *const deeds[] = {"lose", "double", "damage", "symbol", NULL};
    const int way = place(p, 1, ways), kind = place(p, 2, of), deed = place(p, 3, deeds);
    char *dots = p->word_n == 5 ? strstr(p->word[4], "..") : NULL;
    struct tn_case_step *s = step(p, TN_CASE_DLL_HURT);
    if (!s || way < 0 || kind < 0 || deed < 0 || !dots)
        return tn_case_fail(
            p, "written so: hurt to|from tlp|ack|nak|fc lose|double|damage|symbol A..B");
    *dots = 0;
    if (tn_case_number(p, "first", p->word[4], 100000, &s->first) < 0 ||
        tn_case_number(p, "last", dots + 2, 100000, &s->last) < 0)
        return -EINVAL;
    s->dir = (unsigned)way;
    s->port = (unsigned)kind;
    s->value = (uint32_t)deed;
    return 0;
}

static int strike_line(struct tn_case_parser *p)
{
    static const char *const ways[] = {"from", "to", NULL}, *const deeds[] = {"flip", "dead",
                                                                              "again", NULL};
    const int way = place(p, 1, ways);
    int deed = place(p, 3, deeds);
    char *plus = p->word_n == 5 ? strchr(p->word[4], '+') : NULL;
    const bool all = tn_case_is(p, 2, "all");
    uint64_t lane = TN_CASE_ALL_LANES, symbol = 0;
    struct tn_case_step *s = step(p, TN_CASE_DLL_STRIKE);
    if (s && plus && deed < 0 && p->word[3][0] == 'K') {
        deed = TN_CASE_CONTROL;
        symbol = strtoul(p->word[3] + 1, NULL, 16) & 0xff;
    }
    if (!s || way < 0 || deed < 0 || !plus)
        return tn_case_fail(p, "written so: strike to|from LANE|all flip|dead|again|KXX A+N");
    *plus = 0;
    if ((!all && tn_case_number(p, "lane", p->word[2], 7, &lane) < 0) ||
        tn_case_number(p, "cycles", p->word[4], 100000, &s->first) < 0 ||
        tn_case_number(p, "cycles", plus + 1, 100000, &s->last) < 0)
        return -EINVAL;
    s->dir = (unsigned)way;
    s->port = (unsigned)lane;
    s->value = (uint32_t)deed;
    s->mask = (uint32_t)symbol;
    return 0;
}

static int line(struct tn_case_parser *p)
{
    if (tn_case_is(p, 0, "strike"))
        return strike_line(p);
    if (tn_case_is(p, 0, "link"))
        return link_line(p);
    if (tn_case_is(p, 0, "far"))
        return far_line(p);
    return tn_case_is(p, 0, "hurt") ? hurt_line(p) : 1;
}

const struct tn_case_words tn_case_cz_dll = {
    .ports = "tlp|wire|far|ack|nak|fc|err|nul",
    .streams = streams,
    .classes = classes,
    .registers = registers,
    .register_n = sizeof registers / sizeof *registers,
    .reject = "-",
    .causes = causes,
    .cause_n = sizeof causes / sizeof *causes,
    .lines = "link, far, hurt, strike",
    .point = point,
    .across = across,
    .form = form,
    .line = line,
};
