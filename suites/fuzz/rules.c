/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The rule engine on any sequence of events. Input: 8 bytes of parameters (flags, MPS,
 * MRRS, RCB, window, one rule's number, fabric, whether order between points is asked), then
 * events: unit, place (direction, port, point, fault, and a cycle too early), artefacts, time step (log2 of ns), 2 bytes
 * snapped, 2 bytes length, the bytes. Properties: every verdict names a rule of the catalogue and a packet
 * of the sequence; a rule fails at most as often as it was asked; a rule asked alone gives
 * the same verdicts as among all.
 */
#include "fuzz.h"

#include <tn/protocol.h>
#include <tn/rules.h>

enum { EVENTS_MAX = 64 };

struct log {
    const char *one;     /* the rule counted */
    uint64_t packets;    /* events so far */
    uint64_t failed_one; /* its failures */
};

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct log *l = ctx;
    FUZZ_REQUIRE(tn_rule_find(v->rule) || strncmp(v->rule, "ART-", 4) == 0);
    FUZZ_REQUIRE(v->packet >= 1 && v->packet <= l->packets && v->related <= l->packets);
    FUZZ_REQUIRE(memchr(v->expected, 0, sizeof v->expected) && memchr(v->found, 0, sizeof v->found));
    if (v->kind == TN_VERDICT_FAIL && strcmp(v->rule, l->one) == 0)
        l->failed_one++;
}

/* One of the fabrics whose records something judges. */
static uint8_t a_fabric(unsigned which)
{
    uint8_t judged[TN_FABRIC_N];
    unsigned n = 0;
    for (unsigned i = 0; i < TN_FABRIC_N; i++)
        if (tn_fabric_judged(tn_fabrics[i].number))
            judged[n++] = tn_fabrics[i].number;
    return judged[which % n];
}

static struct tn_check_params parameters(struct fuzz_input *in, unsigned *one, uint8_t *fabric,
                                         unsigned *between)
{
    struct tn_check_params par;
    unsigned flags = (unsigned)fuzz_take(in, 1);
    tn_check_defaults(&par);
    par.ext_tags = flags & 1;
    par.inside = flags >> 1 & 1;
    par.strict = flags >> 2 & 1;
    par.unordered = flags >> 3 & 1;
    par.completion_timeout_ns = flags >> 4 & 1 ? 1000 : 0;
    par.multipath = flags >> 5 & 1;
    par.transfers = flags >> 6 & 1;
    par.mps = (uint32_t)fuzz_take(in, 1) << 7;
    par.mrrs = (uint32_t)fuzz_take(in, 1) << 7;
    par.rcb = fuzz_take(in, 1) & 1 ? 128 : 64;
    par.reorder_window = (uint32_t)fuzz_take(in, 1);
    *one = (unsigned)fuzz_take(in, 1);
    *fabric = a_fabric((unsigned)fuzz_take(in, 1));
    *between = (unsigned)fuzz_take(in, 1) & 1;
    return par;
}

/* The next event; its bytes are the caller's to free. */
static uint8_t *event(struct fuzz_input *in, struct tn_event *ev, unsigned *artefacts)
{
    unsigned place;
    size_t snapped, len;
    uint8_t *bytes;
    ev->packet++;
    ev->unit = (uint8_t)(fuzz_take(in, 1) & 3);
    place = (unsigned)fuzz_take(in, 1);
    ev->dir = (uint8_t)((place & 3) % 3);
    ev->port = place >> 2 & 1;
    ev->point = (uint16_t)(place >> 3 & 3);
    *artefacts = (unsigned)fuzz_take(in, 1);
    ev->time_ns += (1ull << (fuzz_take(in, 1) & 31)) - 1;
    ev->flags = place >> 5 & TN_EV_FAULT;
    ev->cycle = ev->time_ns / 4 - (place >> 6 & 1 ? ev->time_ns / 64 : 0); /* clocks may step back */
    snapped = (size_t)fuzz_take(in, 2);
    bytes = fuzz_block(in, (size_t)fuzz_take(in, 2), &len);
    ev->len = (uint32_t)len;
    ev->orig_len = (uint32_t)(len + snapped);
    ev->bytes = bytes;
    return bytes;
}

static void judge(struct tn_checker *c, const struct tn_event *ev, unsigned artefacts, unsigned between)
{
    tn_checker_event(c, ev, artefacts);
    if (between)
        tn_checker_between(c, ev, artefacts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    unsigned one, artefacts, between;
    uint8_t fabric;
    struct tn_check_params par = parameters(&in, &one, &fabric, &between);
    struct log all = {.one = tn_rule_at(one % tn_rule_count())->id}, alone = all;
    struct tn_checker *ca = tn_checker_new(&par, NULL, NULL, on_verdict, &all);
    struct tn_checker *cb = tn_checker_new(&par, alone.one, NULL, on_verdict, &alone);
    struct tn_event ev = {.fabric = fabric};
    struct tn_event *lent;
    FUZZ_REQUIRE(ca && cb);
    while (in.left && ev.packet < EVENTS_MAX) {
        uint8_t *bytes = event(&in, &ev, &artefacts);
        all.packets = alone.packets = ev.packet;
        lent = malloc(sizeof *lent);
        FUZZ_REQUIRE(lent != NULL);
        *lent = ev;
        judge(ca, lent, artefacts, between);
        judge(cb, lent, artefacts, between);
        free(lent); /* event and bytes are borrowed for the call alone */
        free(bytes);
    }
    tn_checker_finish(ca);
    tn_checker_finish(cb);
    FUZZ_REQUIRE(tn_checker_failed(ca, all.one) <= tn_checker_asked(ca, all.one));
    FUZZ_REQUIRE(all.failed_one == alone.failed_one);
    FUZZ_REQUIRE(all.failed_one == tn_checker_failed(ca, all.one));
    tn_checker_free(ca);
    tn_checker_free(cb);
    return 0;
}
