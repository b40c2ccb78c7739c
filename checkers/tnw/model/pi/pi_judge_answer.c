/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_pi: answers to reads, and what they say; counters.
 */
#include "pi_judge.h"

#include <inttypes.h>
#include <string.h>

static uint32_t dw(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* An answer that nobody waits for: a TLP that is not answered, perhaps. */
static void unasked(struct tn_tnw_pi_judge *w, const struct tn_tlp *t)
{
    enum pw_rule rule = PW_PI_12;
    for (unsigned i = 0; i < PW_DROPPED; i++) {
        const struct tn_tnw_pi_tlp *d = &w->dropped[i];
        if (d->cause && !d->answered && d->t.requester == t->requester && d->t.tag == t->tag)
            rule = pw_rule_of(d->cause);
    }
    w->lost = true;
    tn_judge(&w->judge, rule, false, "no completion", "%s, tag %02X", tn_tlp_name(t->kind), t->tag);
}

static void counter(struct tn_tnw_pi_judge *w, const struct pw_read *r, unsigned k, uint32_t found)
{
    if (w->check_in - w->check_out == PW_CHECKS)
        return;
    w->check[w->check_in++ % PW_CHECKS] = (struct pw_check){.count = r->before[k],
                                                            .found = found,
                                                            .least = r->want[k],
                                                            .at = w->t + PW_SHOWS,
                                                            .cycle = w->judge.cycle};
}

/* A DW of the answer. */
static bool reg_is_right(struct tn_tnw_pi_judge *w, const struct pw_read *r, unsigned k,
                         uint32_t found)
{
    const unsigned addr = (unsigned)r->tlp.at + 4 * k;
    switch ((enum pw_source)r->source[k]) {
    case PW_OF_WINDOW:
        tnw_pw_value(w, (addr - TN_TNW_PI_R_PUT) / TN_TNW_PI_WINDOW, addr % TN_TNW_PI_WINDOW,
                     &r->of[k], found);
        return true;
    case PW_COUNTER:
        counter(w, r, k, found);
        return true;
    case PW_OF_GET:
        if (w->hook.read)
            w->hook.read(w->judge.ctx, (uint16_t)addr, found, r->cycle, w->judge.cycle);
        return true;
    case PW_STROBED:
        return tn_judge(&w->judge, PW_PI_12, r->there[k] && found == r->want[k],
                        "what the block gave", "%04X: %08X and not %08X%s", addr, found, r->want[k],
                        r->there[k] ? "" : ", not read");
    case PW_EXACT:
    default:
        return tn_judge(&w->judge,
                        found == r->before[k] && found != r->want[k] ? PW_PI_12 : PW_CNT_3,
                        found == r->want[k], "the register as written", "%04X: %08X and not %08X",
                        addr, found, r->want[k]);
    }
}

static void answer(struct tn_tnw_pi_judge *w, const struct pw_cycle *c, const struct tn_tlp *t)
{
    const struct pw_read *r = &w->read[w->read_out % PW_READS];
    const bool fine = r->tlp.cause == TN_TNW_PI_FINE;
    const enum pw_rule rule = fine ? PW_PI_12 : pw_rule_of(r->tlp.cause);
    uint8_t want[TN_TNW_PI_ANSWER];
    uint32_t data[PW_DWS] = {0};
    const unsigned dws = t->payload_len / 4;
    for (unsigned k = 0; k < dws && k < PW_DWS; k++)
        data[k] = dw(w->m.bytes + t->payload_off + 4 * k);
    const size_t len = tn_tnw_pi_answer(&r->tlp, c->in.rid, fine ? data : NULL, want);
    w->lost = !tn_judge(&w->judge, pw_rule_of(r->tlp.cause), (t->status == TN_CPL_SC) == fine,
                        fine ? "status 000" : "status 001", "%u, tag %02X", t->status, t->tag) ||
              !tn_judge(&w->judge, rule, len == w->m.len && memcmp(want, w->m.bytes, len) == 0,
                        "one completion, the next read's",
                        "%s of %zu bytes, tag %02X, not tag %02X, %zu bytes, or other fields",
                        tn_tlp_name(t->kind), w->m.len, t->tag, r->tlp.t.tag, len);
    for (unsigned k = 0; !w->lost && fine && k < dws; k++)
        w->lost = !reg_is_right(w, r, k, data[k]);
    w->read_out++;
}

/* Of m_tlp, completions alone; the rest is not looked at. */
static void judge_tlp(struct tn_tnw_pi_judge *w, const struct pw_cycle *c)
{
    struct tn_tlp t;
    tn_tlp_decode(w->m.bytes, w->m.len, w->m.len, &t);
    if (!tn_tlp_is_completion(t.kind) || w->lost)
        return;
    if (w->read_in == w->read_out)
        unasked(w, &t);
    else
        answer(w, c, &t);
}

/* Nothing kept the answer from coming. */
static void missing(struct tn_tnw_pi_judge *w, const struct pw_cycle *c)
{
    const struct pw_read *r = &w->read[w->read_out % PW_READS];
    const bool free =
        c->in.m_tlp_ready && (c->in.m_tlp_ok >> TN_CLASS_CPL & 1) && !c->out.m_tlp.valid;
    w->free = w->read_in == w->read_out ? 0 : w->free + free;
    if (w->lost || w->free <= PW_ANSWER)
        return;
    w->lost = true;
    tn_judge(&w->judge, r->tlp.cause == TN_TNW_PI_FINE ? PW_PI_12 : pw_rule_of(r->tlp.cause), false,
             "a completion", "none, tag %02X, cause %u", r->tlp.t.tag, r->tlp.cause);
}

void tnw_pw_to_host(struct tn_tnw_pi_judge *w, const struct pw_cycle *c)
{
    const struct tn_tnw_pi_stream *m = &c->out.m_tlp;
    missing(w, c);
    if (!m->valid || !c->in.m_tlp_ready)
        return;
    for (unsigned i = 0; i < 4 && (m->keep >> i & 1); i++)
        if (w->m.len + 4 <= sizeof w->m.bytes) {
            memcpy(w->m.bytes + w->m.len, m->data + 4 * i, 4);
            w->m.len += 4;
        }
    if (!m->last)
        return;
    judge_tlp(w, c);
    w->m.len = 0;
    w->free = 0;
}

/* The most that PUT_AFTER may be; a window that is not judged may have any. */
static uint32_t most_dropped(const struct tn_tnw_pi_judge *w)
{
    uint32_t n = 0;
    for (unsigned id = 0; id < TN_TNW_PI_WINDOWS; id++) {
        n += w->chan[id].dropped_hi;
        if (w->chan[id].lost)
            return UINT32_MAX;
    }
    return n;
}

void tnw_pw_checks(struct tn_tnw_pi_judge *w)
{
    while (w->check_in != w->check_out && w->check[w->check_out % PW_CHECKS].at <= w->t) {
        const struct pw_check *k = &w->check[w->check_out++ % PW_CHECKS];
        const bool after = k->count == PW_PUT_AFTER;
        const uint32_t most = after ? most_dropped(w) : w->count[k->count];
        tn_judge(&w->judge, after ? PW_PUT_2 : PW_CNT_3, k->found - k->least <= most - k->least,
                 "the counter", "%s %u is %u and not %u to %u",
                 k->count < PW_PUT_ITEMS ? "TLPs of cause" : "PUT", k->count % PW_PUT_ITEMS,
                 k->found, k->least, most);
    }
}
