/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Requests and their completions (PCIe 3.0 2.2.6, 2.2.9, 2.3, 2.8).
 *
 * One entry for each outstanding non-posted request; it goes with the last
 * completion, so memory follows what is outstanding, not what was seen.
 */
#include "../engine.h"

#include <tn/bug.h>

#include <stdlib.h>
#include <string.h>

enum { OPEN_MAX = 1 << 20, EARLY_MAX = 256 };

/* What later packets are held against; small, since every request writes one. */
struct tn_open {
    uint64_t key;
    uint64_t packet, cycle, time_ns;
    uint32_t left;      /* bytes still to come */
    uint32_t next_addr; /* low bits of the next byte's address */
    enum tn_tlp_kind kind;
    uint16_t length_dw;
    uint8_t tc, attr, th, first_be;
    bool started; /* a completion came */
    bool refused; /* finished by a status other than SC; kept to name what follows */
};

/* A completion ahead of its request, in an unordered capture. */
struct tn_early {
    uint64_t key;
    struct tn_event ev;
    struct tn_tlp t;
};

/* A request travels one way and its completions the other; directions that the
 * capture does not tell are all alike. */
static uint64_t key_of(const struct tn_event *ev, const struct tn_tlp *t, bool completion)
{
    uint64_t dir = ev->dir && completion ? 3u - ev->dir : ev->dir;
    return 1ull << 63 | dir << 40 | (uint64_t)ev->port << 32 | (uint64_t)t->requester << 8 | t->tag;
}

static bool is_cfg(enum tn_tlp_kind k)
{
    return k >= TN_TLP_CFGRD0 && k <= TN_TLP_CFGWR1;
}

static bool is_read(enum tn_tlp_kind k)
{
    return k == TN_TLP_MRD || k == TN_TLP_MRDLK;
}

static bool is_atomic(enum tn_tlp_kind k)
{
    return k >= TN_TLP_FETCHADD && k <= TN_TLP_CAS;
}

/* Byte Count of the answer to a request that is no read. */
static uint32_t operand_bytes(const struct tn_open *req)
{
    if (!is_atomic(req->kind))
        return 4;
    return req->kind == TN_TLP_CAS ? 2u * req->length_dw : 4u * req->length_dw;
}

/* What a completion of a read must say of itself, piece by piece. */
static void read_piece(struct tn_checker *c, struct tn_open *o, const struct tn_tlp *t)
{
    uint32_t low = o->next_addr & 0x7f, got;
    bool zero_length = o->length_dw == 1 && o->first_be == 0;
    bool hint = o->th; /* byte enables carry the steering tag: all bytes count */

    if (!hint) {
        if (zero_length) {
            RULE(c, CPL_12, t->length_dw == 1 && t->byte_count == 1, "one DW, Byte Count 1",
                 "Length %u, Byte Count %u", t->length_dw, t->byte_count);
        } else if (!o->started) {
            RULE(c, CPL_5, t->byte_count == o->left, "Byte Count as asked",
                 "Byte Count %u, asked for %u", t->byte_count, o->left);
        } else {
            RULE(c, CPL_6, t->byte_count == o->left, "Byte Count as left",
                 "Byte Count %u, left %u", t->byte_count, o->left);
        }
        if (!o->started)
            RULE(c, CPL_7, t->lower_addr == low, "address of the first byte asked for",
                 "Lower Address %02x, not %02x", t->lower_addr, low);
        else
            RULE(c, CPL_8, t->lower_addr == low, "address of this piece's first byte",
                 "Lower Address %02x, not %02x", t->lower_addr, low);
    }
    got = 4u * t->length_dw - (t->lower_addr & 3u);
    /* a wrong Byte Count says nothing of where it is split */
    if (got < t->byte_count && (hint || t->byte_count == o->left))
        RULE(c, CPL_9, (t->lower_addr + got) % c->par.rcb == 0, "a split at the RCB",
             "Lower Address %02x, %u bytes, RCB %u", t->lower_addr, got, c->par.rcb);
    /* go on from what it said, so that one wrong count is one verdict */
    o->left = got < t->byte_count ? t->byte_count - got : 0;
    o->next_addr = t->lower_addr + got;
    o->started = true;
}

static void other_answer(struct tn_checker *c, struct tn_open *o, const struct tn_tlp *t)
{
    bool write = o->kind == TN_TLP_IOWR || o->kind == TN_TLP_CFGWR0 || o->kind == TN_TLP_CFGWR1;
    uint32_t bytes = operand_bytes(o);
    RULE(c, CPL_10, t->byte_count == bytes || t->status != TN_CPL_SC, "the operand's bytes",
         "Byte Count %u, not %u", t->byte_count, bytes);
    RULE(c, CPL_11, t->lower_addr == 0, "Lower Address 0", "Lower Address %02x", t->lower_addr);
    if (write)
        RULE(c, CPL_15, !tn_tlp_has_data(t->kind), "no data", "%s answers %s",
             tn_tlp_name(t->kind), tn_tlp_name(o->kind));
    else if (tn_tlp_has_data(t->kind))
        RULE(c, CPL_18, 4u * t->length_dw == bytes, "the operand's DWs", "Length %u, operand %u bytes",
             t->length_dw, bytes);
    o->left = 0;
}

/* One completion against its request; removes the request when it is done. */
static void answer(struct tn_checker *c, struct tn_open *o, const struct tn_tlp *t)
{
    bool locked = t->kind == TN_TLP_CPLLK || t->kind == TN_TLP_CPLDLK;
    bool wants_data = is_read(o->kind) || is_atomic(o->kind) || o->kind == TN_TLP_IORD ||
                      o->kind == TN_TLP_CFGRD0 || o->kind == TN_TLP_CFGRD1;

    RULE(c, CPL_4, !o->refused, "nothing after a status other than SC", "%s of request %llu",
         tn_tlp_name(t->kind), (unsigned long long)o->packet);
    if (o->refused)
        return;
    RULE(c, CPL_2, t->tc == o->tc, "TC of the request", "TC %u, request %u", t->tc, o->tc);
    RULE(c, CPL_3, t->attr == o->attr, "Attr of the request", "Attr %u, request %u", t->attr,
         o->attr);
    RULE(c, CPL_13, c->ev->time_ns < o->time_ns + c->par.completion_timeout_ns,
         "before the timeout", "%llu ns after the request",
         (unsigned long long)(c->ev->time_ns - o->time_ns));
    RULE(c, CPL_16, t->status != TN_CPL_CRS || is_cfg(o->kind), "CRS for configuration only",
         "CRS answers %s", tn_tlp_name(o->kind));
    RULE(c, CPL_17, locked == (o->kind == TN_TLP_MRDLK), "locked answers locked",
         "%s answers %s", tn_tlp_name(t->kind), tn_tlp_name(o->kind));
    if (t->status != TN_CPL_SC) {
        o->refused = true;
        return;
    }
    if (wants_data)
        RULE(c, CPL_14, tn_tlp_has_data(t->kind), "data", "%s with status SC answers %s",
             tn_tlp_name(t->kind), tn_tlp_name(o->kind));
    if (!is_read(o->kind))
        other_answer(c, o, t);
    else if (tn_tlp_has_data(t->kind))
        read_piece(c, o, t);
    else
        o->left = 0;
    if (o->left == 0)
        tn_keyed_remove(&c->open, o);
}

/* Completions that came before this request in a merged capture. */
static void answer_early(struct tn_checker *c, uint64_t key)
{
    const struct tn_event *now = c->ev;
    for (size_t i = 0; i < c->early_n;) {
        struct tn_open *o = tn_keyed_find(&c->open, key);
        if (c->early[i].key != key || !o) {
            i++;
            continue;
        }
        struct tn_early e = c->early[i];
        memmove(&c->early[i], &c->early[i + 1], (c->early_n - i - 1) * sizeof e);
        c->early_n--;
        e.ev.time_ns = now->time_ns;
        c->ev = &e.ev;
        c->asked[R_CPL_1]++;
        tn_rule_artefact(c, "ART-ORDER", now->packet, "a completion before its request");
        answer(c, o, &e.t);
        c->ev = now;
    }
}

static void unexpected(struct tn_checker *c, const struct tn_event *ev, const struct tn_tlp *t)
{
    const struct tn_event *now = c->ev;
    c->ev = ev;
    RULE(c, CPL_1, false, "an outstanding request", "%s to %04x tag %02x, none open",
         tn_tlp_name(t->kind), t->requester, t->tag);
    c->ev = now;
}

/* Early completions whose request did not come within the window. */
static void expire_early(struct tn_checker *c, bool all)
{
    while (c->early_n > 0 &&
           (all || c->early[0].ev.packet + c->par.reorder_window < c->ev->packet)) {
        unexpected(c, &c->early[0].ev, &c->early[0].t);
        memmove(&c->early[0], &c->early[1], (c->early_n - 1) * sizeof *c->early);
        c->early_n--;
    }
}

static void hold_early(struct tn_checker *c, uint64_t key, const struct tn_tlp *t)
{
    if (!c->early)
        c->early = calloc(EARLY_MAX, sizeof *c->early);
    if (!c->early || c->early_n == EARLY_MAX) {
        unexpected(c, c->ev, t);
        return;
    }
    c->early[c->early_n++] = (struct tn_early){.key = key, .ev = *c->ev, .t = *t};
}

static void open_request(struct tn_checker *c, const struct tn_tlp *t)
{
    uint64_t key = key_of(c->ev, t, false);
    bool made;
    RULE(c, TAG_2, c->par.ext_tags || t->tag < 32, "Tag below 32", "Tag %02x", t->tag);
    struct tn_open *o = tn_keyed_add(&c->open, key, &made);
    if (!o)
        return; /* a million outstanding: judged no further */
    if (!made && !o->refused) {
        bool late = c->ev->time_ns >= o->time_ns + c->par.completion_timeout_ns;
        if (late)
            RULE(c, CPL_13, false, "a completion before the timeout", "none for request %llu",
                 (unsigned long long)o->packet);
        else
            RULE(c, TAG_1, false, "a free tag", "%04x tag %02x is request %llu's", t->requester,
                 t->tag, (unsigned long long)o->packet);
    } else {
        RULE(c, TAG_1, true, "", "%s", "");
    }
    *o = (struct tn_open){
        .key = key,
        .packet = c->ev->packet,
        .cycle = c->ev->cycle,
        .time_ns = c->ev->time_ns,
        .left = tn_tlp_bytes_asked(t->length_dw, t->first_be, t->last_be),
        .next_addr = (uint32_t)t->addr + tn_tlp_first_byte(t->first_be),
        .kind = t->kind,
        .length_dw = t->length_dw,
        .tc = t->tc,
        .attr = t->attr,
        .th = t->th,
        .first_be = t->first_be,
    };
    if (c->par.unordered && c->early_n)
        answer_early(c, key);
}

/* In a merged capture: was this header just seen at another point? Then it is the
 * same TLP on its way, not a second one. */
static bool copy_of_recent(struct tn_checker *c, const struct tn_tlp *t)
{
    const uint8_t *p = c->ev->bytes + t->hdr_off;
    uint64_t header[2] = {0, 0}, mix;
    size_t i;
    memcpy(&header[0], p, 8);
    memcpy(&header[1], p + 8, 4);
    if (t->hdr_dw == 4)
        memcpy(&header[1], p + 8, 8);
    mix = header[0] ^ header[1];
    mix ^= mix >> 32; /* the fields that differ stand at both ends */
    i = (size_t)(mix * 0x9e3779b97f4a7c15u >> 40) % TN_RECENT;
    if (c->recent[i].header[0] == header[0] && c->recent[i].header[1] == header[1] &&
        c->recent[i].point != c->ev->point && c->recent[i].packet + c->par.reorder_window > c->ev->packet) {
        c->recent[i].packet = 0; /* one copy for one original */
        c->recent[i].header[0] = 0;
        return true;
    }
    c->recent[i].header[0] = header[0];
    c->recent[i].header[1] = header[1];
    c->recent[i].point = c->ev->point;
    c->recent[i].packet = c->ev->packet;
    return false;
}

void tn_rules_transaction_begin(struct tn_checker *c)
{
    tn_keyed_init(&c->open, sizeof(struct tn_open), OPEN_MAX);
}

void tn_rules_transaction(struct tn_checker *c, const struct tn_tlp *t)
{
    if (c->early_n)
        expire_early(c, false);
    if (c->par.unordered && copy_of_recent(c, t)) {
        tn_rule_artefact(c, "ART-ORDER", 0, "a TLP captured at two points");
        return;
    }
    if (tn_tlp_is_completion(t->kind)) {
        uint64_t key = key_of(c->ev, t, true);
        struct tn_open *o = tn_keyed_find(&c->open, key);
        if (o) {
            c->asked[R_CPL_1]++;
            answer(c, o, t);
        } else if (c->par.unordered) {
            hold_early(c, key, t);
        } else {
            unexpected(c, c->ev, t);
        }
    } else if (tn_tlp_class(t->kind) == TN_CLASS_NP) {
        open_request(c, t);
    }
}

void tn_rules_transaction_end(struct tn_checker *c)
{
    uint64_t now = c->last_ns;
    struct tn_event none = {0};
    c->ev = &none;
    expire_early(c, true);
    for (const struct tn_open *o = tn_keyed_next(&c->open, NULL); o; o = tn_keyed_next(&c->open, o)) {
        if (o->refused)
            continue;
        struct tn_event request = {.packet = o->packet, .cycle = o->cycle, .time_ns = o->time_ns};
        c->ev = &request;
        if (now >= o->time_ns + c->par.completion_timeout_ns)
            RULE(c, CPL_13, false, "a completion before the timeout", "none until the end, %llu ns later",
                 (unsigned long long)(now - o->time_ns));
        else if (!c->off[R_CPL_13])
            tn_rule_say(c, TN_VERDICT_INCONCLUSIVE, R_CPL_13, &request, 0, "a completion",
                        "the capture ends before the timeout");
    }
    c->ev = NULL;
}
