/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of tnw_pi's way out: beats on m_wr, TLPs to the host, and those that should have come by
 * now (tnw_pi.md 3 and 5).
 */
#include "get_judge.h"

#include <string.h>

enum { PAGE = 4096, BE_ALL = 15, KEEP_ALL = 15 };

/* Some write has been made, and has not left. */
static bool some_write_made(const struct tn_tnw_get_judge *w)
{
    for (unsigned l = 0; l < TNW_LINKS; l++)
        if (!w->engine[l].dead && w->engine[l].note_in != w->engine[l].note_out)
            return true;
    return w->write_out != w->write_in;
}

bool tnw_gw_passes(const struct tn_tnw_get_judge *w, uint64_t at, bool answers)
{
    const struct gw_write *r = &w->write[w->write_out % GW_WRITES];
    const struct gw_answer *a = &w->answer[w->answer_out % GW_RING];
    if (!w->writes_dead && w->write_out != w->write_in && r->at + GW_FREE < at)
        return true;
    if (answers && !w->answers_dead && w->answer_out != w->answer_in &&
        a->at + GW_MADE + GW_FREE < at)
        return true;
    for (unsigned l = 0; l < TNW_LINKS; l++) {
        const struct gw_engine *e = &w->engine[l];
        if (!e->dead && e->note_in != e->note_out &&
            e->note[e->note_out % GW_RING].since + GW_FREE < at)
            return true;
    }
    return false;
}

static bool some_slot_free(const struct tn_tnw_get_judge *w, const struct gw_engine *e)
{
    for (unsigned i = 0; i < gw_slots(w); i++)
        if (e->slot[i].state == GW_SLOT_FREE && e->slot[i].since <= w->t)
            return true;
    return false;
}

/* A read should be made. */
static bool read_due(const struct tn_tnw_get_judge *w, const struct gw_engine *e)
{
    return !e->dead && !e->must && !e->may && tnw_gw_next_read(e) && e->since <= w->t &&
           some_slot_free(w, e);
}

/* A TLP that was made in made left, another than a read of e. */
static void passed(struct tn_tnw_get_judge *w, const struct gw_engine *own, uint64_t made)
{
    for (unsigned l = 0; l < TNW_LINKS; l++) {
        struct gw_engine *e = &w->engine[l];
        if (e == own || !read_due(w, e) || !(w->to.ok >> TN_CLASS_NP & 1) ||
            made < e->due_from + GW_SETTLE)
            continue;
        if (++e->passed > GW_PASS)
            tnw_gw_blame(w, e, GW_PI_15, "a read that may begin is one of the next 64 TLPs",
                         "link %u has none among %u", l, e->passed);
    }
}

static bool reads_blocked(const struct tn_tnw_get_judge *w)
{
    for (unsigned l = 0; l < TNW_LINKS; l++)
        if (read_due(w, &w->engine[l]))
            return !(w->ok >> TN_CLASS_NP & 1);
    return false;
}

/* The last cycle in which something of the row could not begin, whatever it was. */
static uint64_t row_busy(const struct tn_tnw_get_judge *w)
{
    const bool answers = w->answers_dead || w->answer_out != w->answer_in;
    return answers ? gw_later(w->busy_p, w->busy_cpl) : w->busy_p;
}

static void write_due(struct tn_tnw_get_judge *w)
{
    const struct gw_write *r = &w->write[w->write_out % GW_WRITES];
    if (w->writes_dead || w->write_out == w->write_in || r->there != r->len || w->busy_p == w->t)
        return;
    const unsigned filling = r->len / TN_TNW_PI_BEAT - 1;
    const uint64_t ready = gw_later(r->at, r->whole_at - filling);
    w->judge.asked[GW_PI_16]++;
    w->judge.asked[GW_LAT_6]++;
    if (w->t < gw_later(ready, row_busy(w)) + GW_LAT_WRITE)
        return;
    w->writes_dead = true;
    tn_judge(&w->judge, reads_blocked(w) ? GW_PI_16 : GW_LAT_6, false,
             reads_blocked(w) ? "writes that do not wait for reads"
                              : "a write's first beat 12 cycles after it came",
             "address %llX, %llu cycles", (unsigned long long)r->addr,
             (unsigned long long)(w->t - r->at));
}

static void answer_due(struct tn_tnw_get_judge *w)
{
    const struct gw_answer *a = &w->answer[w->answer_out % GW_RING];
    if (w->answers_dead || w->answer_out == w->answer_in || !reads_blocked(w) ||
        w->t < gw_later(a->at, gw_later(w->busy_p, w->busy_cpl)) + GW_MADE)
        return;
    w->answers_dead = true;
    tn_judge(&w->judge, GW_PI_16, false, "completions that do not wait for reads", "tag %u",
             a->tag);
}

/* Some notification may be in the row, unseen, that cannot leave: reads wait for it. */
static bool row_blocked(const struct tn_tnw_get_judge *w)
{
    if (row_busy(w) != w->t)
        return false;
    for (unsigned l = 0; l < TNW_LINKS; l++)
        if (w->engine[l].dead || tnw_gw_may_be_over(w, &w->engine[l]))
            return true;
    return false;
}

/* Nothing is in the way of a read. */
static bool reads_free(const struct tn_tnw_get_judge *w)
{
    return w->busy_np != w->t && !some_write_made(w) && !row_blocked(w);
}

static bool all_read(const struct gw_engine *e)
{
    for (uint32_t i = e->read_out; i != e->read_in; i++)
        if (e->read[i % GW_RING].state == GW_ASKED)
            return false;
    return true;
}

/* What came with a timeout's end was in time or not: it goes on, or is over. */
static void goes_on_or_ends(struct tn_tnw_get_judge *w, struct gw_engine *e, unsigned link)
{
    uint8_t item[TNW_PAYLOAD];
    const bool gray = gw_in_work(e) && e->may && !e->must && all_read(e);
    const bool may_go_on =
        tnw_gw_next_item(e, false, item) || !tnw_gw_next_read(e) || some_slot_free(w, e);
    const bool free = w->np_free_now && row_busy(w) != w->t && w->in->inj_ok >> link & 1;
    e->gray_wait = gray ? e->gray_wait + (may_go_on && free) : 0;
    if (e->gray_wait > GW_IDLE)
        tnw_gw_blame(w, e, GW_GET_7, "an error ends its descriptor, or was none and it goes on",
                     "neither of tag %X", gw_in_work(e)->tag);
}

static void note_due(struct tn_tnw_get_judge *w, struct gw_engine *e)
{
    const struct gw_note *n = &e->note[e->note_out % GW_RING];
    uint8_t item[TNW_PAYLOAD];
    if (e->note_in != e->note_out &&
        w->t >= gw_later(gw_later(n->known, e->left_at), row_busy(w)) + GW_MADE) {
        tnw_gw_blame(w, e, reads_blocked(w) ? GW_PI_16 : GW_GET_6,
                     "one notification for a descriptor", "none for tag %X", n->desc.tag);
        return;
    }
    bool over = gw_in_work(e) && e->must && !tnw_gw_next_item(e, false, item) && all_read(e);
    over &= e->after > GW_SETTLE || !tnw_gw_next_read(e); /* no read waits to leave */
    e->note_wait = over ? e->note_wait + (row_busy(w) != w->t) : 0;
    if (e->note_wait > GW_IDLE)
        tnw_gw_blame(w, e, GW_GET_7, "an error ends its descriptor", "no notification for tag %X",
                     gw_in_work(e)->tag);
}

static void first_read_due(struct tn_tnw_get_judge *w, struct gw_engine *e, unsigned link)
{
    const struct tn_tnw_pi_out *o = w->out;
    if (!e->lat_at)
        return;
    if (o->reg_wr && o->reg_addr == tn_tnw_get_addr(link, TN_TNW_GET_NOTIFY_HI) && w->t < e->lat_at)
        e->lat_at = w->t;
    if (!w->np_free_now || w->answer_in != w->answer_out || !some_slot_free(w, e))
        e->lat_at = 0;
    else if (w->t >= e->lat_at + GW_LAT_READ)
        tnw_gw_blame(w, e, GW_LAT_8, "a descriptor's first read in 12 cycles", "none of link %u",
                     link);
}

static void engine_due(struct tn_tnw_get_judge *w, unsigned link)
{
    struct gw_engine *e = &w->engine[link];
    const bool free = w->np_free_now;
    uint8_t item[TNW_PAYLOAD];
    if (!read_due(w, e)) {
        e->read_wait = e->passed = 0;
        e->due_from = w->t;
    } else if ((e->read_wait += free) > GW_IDLE) {
        tnw_gw_blame(w, e, e->asked ? GW_GET_3 : GW_GET_1,
                     e->asked ? "a read when a slot is free"
                              : "a descriptor that is right is queued",
                     "no read of link %u", link);
        return;
    }
    e->after += free && (e->must || e->may);
    if (!tnw_gw_next_item(e, true, item))
        e->inject_wait = 0;
    else if ((e->inject_wait += w->in->inj_ok >> link & 1) > GW_INJECT) {
        tnw_gw_blame(w, e, GW_GET_5, "an item when its bytes are there", "none of link %u", link);
        return;
    }
    note_due(w, e);
    if (!e->dead)
        goes_on_or_ends(w, e, link);
    if (!e->dead)
        first_read_due(w, e, link);
}

void tnw_gw_due(struct tn_tnw_get_judge *w)
{
    w->np_free_now = reads_free(w);
    w->np_free += w->np_free_now;
    for (unsigned l = 0; l < TNW_LINKS; l++) {
        tnw_gw_open_descs(w, &w->engine[l]);
        if (!w->engine[l].dead)
            engine_due(w, l);
    }
    write_due(w);
    answer_due(w);
}

static bool some_dead(const struct tn_tnw_get_judge *w)
{
    for (unsigned l = 0; l < TNW_LINKS; l++)
        if (w->engine[l].dead)
            return true;
    return false;
}

static void push(struct tn_tnw_get_judge *w, uint64_t addr, unsigned len)
{
    w->write[w->write_in++ % GW_WRITES] =
        (struct gw_write){.addr = addr, .at = w->t, .len = (uint8_t)len};
}

/* Beats of tnw_rcv's writes. */
static void from_rcv(struct tn_tnw_get_judge *w)
{
    const struct tn_tnw_pi_in *in = w->in;
    if (!in->m_wr_valid || !w->out->m_wr_ready || w->writes_dead)
        return;
    if (w->write_in - w->write_out > GW_WRITES - 4) {
        w->writes_dead = true; /* never of a block that has this much to keep */
        return;
    }
    if (in->m_wr_first) {
        const unsigned len = in->m_wr_last ? TN_TNW_PI_BEAT : TNW_PAYLOAD;
        const unsigned room = PAGE - (unsigned)(in->m_wr_addr % PAGE);
        w->filled = w->write_in;
        push(w, in->m_wr_addr, len < room ? len : room);
        if (len > room)
            push(w, in->m_wr_addr + room, len - room);
    }
    struct gw_write *r = &w->write[w->filled % GW_WRITES];
    memcpy(r->data + r->there, in->m_wr_data, TN_TNW_PI_BEAT);
    r->there = (uint8_t)(r->there + TN_TNW_PI_BEAT);
    r->whole_at = w->t;
    w->filled += r->there == r->len;
}

static bool has_form(const struct tn_tnw_get_judge *w, const struct tn_tlp *t)
{
    return t->err == 0 && t->requester == w->rid && !t->tag && !t->tc && !t->attr && !t->td &&
           !t->ep && !t->th && !t->at && t->first_be == BE_ALL && t->last_be == BE_ALL &&
           t->hdr_dw == (t->addr >> 32 ? 4 : 3) && t->prefix_n == 0 && w->to.ok >> TN_CLASS_P & 1 &&
           !w->to.wrong;
}

static bool is_it(const struct gw_write *r, const struct tn_tlp *t, const uint8_t *payload)
{
    return r->addr == t->addr && r->len == t->payload_len && r->there == r->len &&
           memcmp(r->data, payload, r->len) == 0;
}

/* Writes in a row, with nothing in the way, have no gaps. */
static void in_a_row(struct tn_tnw_get_judge *w)
{
    if (!w->run_at) {
        w->run_at = w->to.from > w->broken_at ? w->to.from : 0;
        w->run_beats = w->to.beats;
        return;
    }
    tn_judge(&w->judge, GW_LAT_6, w->to.from - w->run_at <= w->run_beats + GW_SLACK,
             "writes that follow each other without a gap", "%llu beats in %llu cycles",
             (unsigned long long)w->run_beats, (unsigned long long)(w->to.from - w->run_at));
    w->run_beats += w->to.beats;
}

static void write_left(struct tn_tnw_get_judge *w, const struct tn_tlp *t, const uint8_t *payload)
{
    const struct gw_write r = w->write[w->write_out % GW_WRITES];
    const bool form = has_form(w, t), some = w->write_out != w->write_in;
    tn_judge(&w->judge, GW_PI_13, form, "a write of the form given, begun when m_tlp_ok allows it",
             "address %llX, enables %X %X, requester %04X, tag %u", (unsigned long long)t->addr,
             t->first_be, t->last_be, t->requester, t->tag);
    if (!form)
        w->writes_dead = true;
    if (some && !w->writes_dead && is_it(&r, t, payload)) {
        w->write_out++;
        tn_judge(&w->judge, GW_PI_15, !tnw_gw_passes(w, r.at, true),
                 "no write before what was made before it", "address %llX",
                 (unsigned long long)t->addr);
        passed(w, NULL, r.at);
        in_a_row(w);
        return;
    }
    if (t->payload_len == TNW_NOTE && tnw_gw_note_left(w, t->addr, payload)) {
        passed(w, NULL, w->t);
        w->run_beats += w->to.beats + 1;
        return;
    }
    if (w->writes_dead || some_dead(w))
        return;
    for (uint32_t i = w->write_out; i != w->write_in; i++)
        w->writes_dead |= is_it(&w->write[i % GW_WRITES], t, payload);
    tn_judge(&w->judge, w->writes_dead ? GW_PI_15 : GW_PI_13, false,
             w->writes_dead ? "writes in the order in which they came"
                            : "the write that came next, its bytes, cut at 4 KiB",
             "address %llX, %u bytes, not %llX, %u", (unsigned long long)t->addr, t->payload_len,
             some ? (unsigned long long)r.addr : 0, some ? r.len : 0u);
    w->writes_dead = true;
}

static void left(struct tn_tnw_get_judge *w)
{
    struct tn_tlp t;
    tn_tlp_decode(w->to.byte, w->to.len, w->to.len, &t);
    const uint8_t *payload = w->to.byte + t.payload_off;
    if (t.kind == TN_TLP_MWR) {
        write_left(w, &t, payload);
    } else if (t.kind == TN_TLP_MRD) {
        tnw_gw_read_left(w, &t);
        passed(w, &w->engine[t.tag / TN_TNW_GET_SLOTS_MAX % TNW_LINKS], w->t);
    } else if (t.kind == TN_TLP_CPL || t.kind == TN_TLP_CPLD) {
        tnw_gw_answered(w, &t, payload);
        passed(w, NULL, w->t);
    } else {
        tn_judge(&w->judge, GW_PI_13, false, "a TLP of one of the forms", "%s",
                 tn_tlp_name(t.kind));
    }
    if (t.kind != TN_TLP_MWR)
        w->run_beats += w->to.beats + 1;
}

static bool same(const struct tn_tnw_pi_stream *a, const struct tn_tnw_pi_stream *b)
{
    return a->valid == b->valid && a->last == b->last && a->keep == b->keep &&
           memcmp(a->data, b->data, sizeof a->data) == 0;
}

static void to_host(struct tn_tnw_get_judge *w)
{
    const struct tn_tnw_pi_stream *s = &w->out->m_tlp;
    struct gw_tlp *p = &w->to;
    if (w->held && !same(s, &w->last))
        tn_judge(&w->judge, GW_PI_13, false, "m_tlp holds until ready", "it changes");
    w->held = s->valid && !w->in->m_tlp_ready;
    w->last = *s;
    if (!s->valid)
        return;
    if (!p->begun)
        *p = (struct gw_tlp){.begun = true, .from = w->t, .ok = w->ok};
    if (!w->in->m_tlp_ready)
        return;
    if (!p->beats++)
        p->first_at = w->t;
    p->wrong |= (!s->last && s->keep != KEEP_ALL) || !s->keep || (s->keep & (s->keep + 1));
    for (unsigned i = 0; i < TN_TNW_PI_BEAT; i++)
        if (s->keep >> i / 4 & 1 && p->len < sizeof p->byte)
            p->byte[p->len++] = s->data[i];
    if (!s->last)
        return;
    p->begun = false;
    left(w);
}

void tnw_gw_out_cycle(struct tn_tnw_get_judge *w)
{
    const uint8_t row = 1u << TN_CLASS_P | 1u << TN_CLASS_CPL;
    const bool free = !w->out->m_tlp.valid && w->in->m_tlp_ready;
    if (!free || !(w->ok >> TN_CLASS_P & 1))
        w->busy_p = w->t;
    if (!free || !(w->ok >> TN_CLASS_NP & 1))
        w->busy_np = w->t;
    if (!free || !(w->ok >> TN_CLASS_CPL & 1))
        w->busy_cpl = w->t;
    if (!w->in->m_tlp_ready || (w->ok & row) != row || !w->in->m_wr_valid) {
        w->run_at = 0;
        w->broken_at = w->t;
    }
    from_rcv(w);
    to_host(w);
}
