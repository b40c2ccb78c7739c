/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The asking side: accesses to the windows, their requests, their ends (exa_axi.md sections 4 and
 * 5). Which of two equal requests has which slot cannot be seen and is not asked: an access ends
 * with any end of an equal request.
 */
#include "zdma_judge.h"

#include <string.h>

static unsigned win_rule(bool write)
{
    return write ? EXZ_WIN_1 : EXZ_WIN_2;
}

bool tn_exz_ask_idle(const struct tn_exz_judge *j)
{
    return j->writes == 0 && j->reads == 0;
}

/* Ends of requests. */

static void end(struct tn_exz_judge *j, unsigned slot, enum tn_exz_resp resp, bool timeout,
                const uint8_t *line)
{
    struct exz_ended *e = &j->ended[j->endeds];
    if (j->endeds == EXZ_OPEN) {
        tn_exz_lose(j);
        return;
    }
    j->endeds++;
    memset(e, 0, sizeof *e);
    e->k = j->m.slot[slot].k;
    e->resp = resp;
    e->timeout = timeout;
    if (line && resp == TN_EXZ_OKAY)
        memcpy(e->line, line, sizeof e->line);
    j->m.counter[TN_EXZ_TIMEOUTS] += timeout;
    tn_exz_free(&j->m, slot);
}

/* Says whether the slot's time may be over in that cycle, and whether it is over for certain. */
static bool may_be_over(const struct tn_exz_judge *j, unsigned slot, uint64_t cycle)
{
    return j->m.slot[slot].waits && cycle >= j->m.slot[slot].at + j->m.timeout;
}

static bool is_over(const struct tn_exz_judge *j, unsigned slot, uint64_t cycle)
{
    return j->m.slot[slot].waits && cycle > j->m.slot[slot].at + j->m.timeout + TN_EXZ_LATE;
}

/* An answer whose cause was not shown may have come in time. */
static bool has_pending(const struct tn_exz_judge *j, unsigned slot)
{
    for (unsigned i = 0; i < j->side[EXZ_ASK].ins; i++)
        if (j->side[EXZ_ASK].in[i].k.tid == slot)
            return true;
    return false;
}

void tn_exz_ask_time(struct tn_exz_judge *j)
{
    for (unsigned s = 0; s < TN_EXZ_SLOTS; s++)
        if (j->now > TN_EXZ_LATE && is_over(j, s, j->now - TN_EXZ_LATE) && !has_pending(j, s))
            end(j, s, TN_EXZ_SLVERR, true, NULL);
}

static bool waits_to_send(const struct tn_exz_judge *j)
{
    for (unsigned i = 0; i < j->writes; i++)
        if (j->write[i].fate == TN_EXZ_SEND && !j->write[i].sent)
            return true;
    for (unsigned i = 0; i < j->reads; i++)
        if (j->read[i].fate == TN_EXZ_SEND && !j->read[i].sent)
            return true;
    return false;
}

bool tn_exz_ask_may(const struct tn_exz_judge *j, const struct exa_packet *k, uint64_t at,
                    unsigned cause)
{
    const unsigned slot = tn_exz_match(&j->m, k);
    const bool spoilt = k->type != EXA_ACK && k->pld_crc != exa_want_pld_crc(k);
    const bool ends = cause == (spoilt ? TN_EXZ_PCRC : TN_EXZ_TAKEN);
    if (slot < TN_EXZ_SLOTS)
        return cause == TN_EXZ_DUP ? may_be_over(j, slot, j->now) : ends && !is_over(j, slot, at);
    if (cause == TN_EXZ_DUP)
        return true;
    /* The slot may have been given to an access whose request has not left. */
    return ends && k->tid < TN_EXZ_SLOTS && !j->m.slot[k->tid].waits &&
           k->seq == j->m.slot[k->tid].count && waits_to_send(j);
}

void tn_exz_ask_cause(struct tn_exz_judge *j, const struct exa_packet *k, unsigned cause)
{
    const unsigned slot = tn_exz_match(&j->m, k);
    if (slot == TN_EXZ_SLOTS) {
        if (cause != TN_EXZ_DUP)
            tn_exz_lose(j);
    } else if (cause == TN_EXZ_DUP) {
        end(j, slot, TN_EXZ_SLVERR, true, NULL);
    } else {
        end(j, slot, tn_exz_ends(k), false, k->lanes);
    }
}

/* Requests that leave. */

static void take_slot(struct tn_exz_judge *j, const struct exz_event *e, const struct exa_packet *k)
{
    struct tn_exz_slot *s = &j->m.slot[e->k.tid % TN_EXZ_SLOTS];
    if (e->k.tid < TN_EXZ_SLOTS && may_be_over(j, e->k.tid, e->cycle) && e->k.seq != s->count)
        end(j, e->k.tid, TN_EXZ_SLVERR, true, NULL);
    if (!tn_exz_ask(j, EXZ_SLT_1, e->k.tid < TN_EXZ_SLOTS && !s->waits && e->k.seq == s->count,
                    "a free slot and its count", "tid %u, seq %u (%s, count %u)", e->k.tid,
                    e->k.seq, s->waits ? "waits" : "free", s->count))
        return;
    s->waits = true;
    s->k = *k;
    s->at = e->cycle;
}

static void request_out(struct tn_exz_judge *j, const struct exz_event *e)
{
    const bool write = e->k.type == EXA_ZWRITE;
    struct exz_open *list = write ? j->write : j->read;
    const unsigned n = write ? j->writes : j->reads;
    bool near = false;
    if (!tn_exz_ask(j, EXZ_PKT_1, write || e->k.type == EXA_ZREAD_REQ, "a request",
                    "a packet of type %u", e->k.type))
        return;
    for (unsigned i = 0; i < n; i++) {
        struct exa_packet want = list[i].k;
        if (!list[i].whole || list[i].fate != TN_EXZ_SEND || list[i].sent || list[i].at > e->begun)
            continue;
        want.tid = e->k.tid;
        want.seq = e->k.seq;
        exa_seal(&want);
        near = true;
        if (!tn_exz_equal(&want, &e->k))
            continue;
        list[i].sent = true;
        tn_judge_held(&j->judge, EXZ_PKT_1);
        tn_judge_held(&j->judge, win_rule(write));
        j->m.counter[write ? TN_EXZ_WRITES : TN_EXZ_READS]++;
        take_slot(j, e, &list[i].k);
        return;
    }
    tn_exz_ask(j, near ? EXZ_PKT_1 : win_rule(write), false,
               near ? "the request of an access" : "no request", "type %u to %llx, size %u",
               e->k.type, (unsigned long long)e->k.addr, e->k.size);
}

/* Accesses. */

static struct exz_open *new_open(struct tn_exz_judge *j, struct exz_open *list, unsigned *n)
{
    if (*n == EXZ_OPEN || j->changing[EXZ_ASK]) {
        tn_exz_lose(j);
        return NULL;
    }
    memset(&list[*n], 0, sizeof *list);
    return &list[(*n)++];
}

static void address(struct exz_open *o, bool write, const struct tn_axi_seen *s)
{
    o->a.write = write;
    o->a.addr = s->word[0] | (uint64_t)(s->word[1] & 7) << 32;
    o->a.beats = (s->word[3] & 255) + 1;
    o->a.size = s->word[3] >> 8 & 7;
    o->a.incr = (s->word[3] >> 11 & 3) == TN_AXS_INCR;
    o->id = s->word[2] & 0xffff;
    o->addressed = true;
}

/* Decides on an access that is whole. */
static void decide(struct tn_exz_judge *j, struct exz_open *o, uint64_t cycle)
{
    o->whole = true;
    o->at = cycle;
    o->fate = tn_exz_fate(&j->m, &o->a, &o->k);
}

static void write_address(struct tn_exz_judge *j, const struct tn_axi_seen *s)
{
    struct exz_open *o = j->write;
    while (o < j->write + j->writes && o->addressed)
        o++;
    if (o == j->write + j->writes && !(o = new_open(j, j->write, &j->writes)))
        return;
    address(o, true, s);
    if (o->n && o->n == o->a.beats && !o->whole)
        decide(j, o, s->cycle);
}

static void write_data(struct tn_exz_judge *j, const struct tn_axi_seen *s)
{
    struct exz_open *o = j->write;
    while (o < j->write + j->writes && o->full)
        o++;
    if (o == j->write + j->writes && !(o = new_open(j, j->write, &j->writes)))
        return;
    if (o->n < TN_EXZ_BEATS) {
        for (unsigned i = 0; i < EXA_WORD; i++)
            o->a.data[o->n][i] = (uint8_t)(s->word[i / 4] >> 8 * (i % 4));
        o->a.strobes[o->n] = (uint16_t)s->word[4];
    }
    o->n++;
    o->full = s->word[4] >> 16 & 1;
    if (o->addressed && o->n == o->a.beats)
        decide(j, o, s->cycle);
}

static bool fits(const struct exz_ended *e, const struct exz_open *o, enum tn_exz_resp resp)
{
    return e->resp == resp && memcmp(e->line, o->line, sizeof o->line) == 0;
}

/* Returns the place of an end that the access may have, one with its response first; j->endeds:
 * there is none. */
static unsigned end_of(const struct tn_exz_judge *j, const struct exz_open *o,
                       enum tn_exz_resp resp)
{
    unsigned best = j->endeds;
    for (unsigned i = 0; i < j->endeds; i++) {
        if (tn_exz_same(&j->ended[i].k, &o->k) &&
            (best == j->endeds || fits(&j->ended[i], o, resp)))
            best = i;
    }
    return best;
}

/* Returns the slot that waits with the access's request; TN_EXZ_SLOTS: there is none. */
static unsigned slot_of(const struct tn_exz_judge *j, const struct exz_open *o)
{
    unsigned found = TN_EXZ_SLOTS;
    for (unsigned s = 0; s < TN_EXZ_SLOTS; s++)
        if (j->m.slot[s].waits && tn_exz_same(&j->m.slot[s].k, &o->k) &&
            (found == TN_EXZ_SLOTS || j->m.slot[s].at < j->m.slot[found].at))
            found = s;
    return found;
}

/* Judges the answer to an access that was to send a request. */
static void ends(struct tn_exz_judge *j, const struct exz_open *o, enum tn_exz_resp resp,
                 uint64_t cycle)
{
    unsigned i = end_of(j, o, resp);
    const unsigned slot = slot_of(j, o);
    const bool ended = i < j->endeds && fits(&j->ended[i], o, resp);
    if (!ended && slot < TN_EXZ_SLOTS && resp == TN_EXZ_SLVERR &&
        (i == j->endeds || may_be_over(j, slot, cycle)) &&
        tn_exz_ask(j, EXZ_TMO_1, may_be_over(j, slot, cycle), "no end before its time",
                   "SLVERR after %llu cycles", (unsigned long long)(cycle - j->m.slot[slot].at)))
        end(j, slot, TN_EXZ_SLVERR, true, NULL);
    i = end_of(j, o, resp);
    if (!tn_exz_ask(j, slot < TN_EXZ_SLOTS || i < j->endeds ? EXZ_ANS_1 : win_rule(o->a.write),
                    i < j->endeds, "no end without answer or timeout", "response %u", resp))
        return;
    const struct exz_ended *e = &j->ended[i];
    const bool same = memcmp(e->line, o->line, sizeof o->line) == 0;
    tn_exz_ask(j, e->timeout ? EXZ_TMO_1 : EXZ_ANS_2, !o->wrong && e->resp == resp && same,
               "the response of the answer", "response %u for %u%s", resp, e->resp,
               same ? "" : ", other data");
    j->m.counter[TN_EXZ_ERRORS] += e->resp != TN_EXZ_OKAY && !e->timeout;
    memmove(&j->ended[i], &j->ended[i + 1], (--j->endeds - i) * sizeof *e);
}

static void drop(struct exz_open *list, unsigned *n, unsigned i)
{
    memmove(&list[i], &list[i + 1], (--*n - i) * sizeof *list);
}

/* Returns the place of the oldest access with that ID; n: there is none. */
static unsigned oldest(const struct exz_open *list, unsigned n, unsigned id)
{
    unsigned i = 0;
    while (i < n && !(list[i].whole && list[i].id == id))
        i++;
    return i;
}

static void write_answer(struct tn_exz_judge *j, const struct tn_axi_seen *s)
{
    const unsigned resp = s->word[4] >> 16 & 3,
                   i = oldest(j->write, j->writes, s->word[4] & 0xffff);
    struct exz_open *o = &j->write[i];
    if (!tn_exz_ask(j, EXZ_ANS_1, i < j->writes, "an access with that ID", "a B with ID %x",
                    s->word[4] & 0xffff))
        return;
    if (o->fate == TN_EXZ_SEND) {
        ends(j, o, (enum tn_exz_resp)resp, s->cycle);
    } else {
        tn_exz_ask(j, EXZ_WIN_1, resp == (o->fate == TN_EXZ_REFUSE ? TN_EXZ_SLVERR : TN_EXZ_OKAY),
                   "SLVERR, or OKAY without strobes", "%u", resp);
        j->m.counter[TN_EXZ_REFUSED] += o->fate == TN_EXZ_REFUSE;
    }
    drop(j->write, &j->writes, i);
}

static void read_data(struct tn_exz_judge *j, const struct tn_axi_seen *s)
{
    const unsigned resp = s->word[4] >> 16 & 3, i = oldest(j->read, j->reads, s->word[4] & 0xffff);
    struct exz_open *o = &j->read[i];
    bool zero = true;
    if (!tn_exz_ask(j, EXZ_ANS_1, i < j->reads, "an access with that ID", "an R with ID %x",
                    s->word[4] & 0xffff))
        return;
    for (unsigned b = 0; b < EXA_WORD; b++) {
        const uint8_t byte = (uint8_t)(s->word[b / 4] >> 8 * (b % 4));
        zero = zero && byte == 0;
        if (o->fate == TN_EXZ_SEND)
            o->line[o->n * EXA_WORD + b] = byte;
    }
    o->wrong = o->wrong || (o->n > 0 && resp != o->resp);
    o->resp = (enum tn_exz_resp)resp;
    o->n++;
    if (o->fate == TN_EXZ_REFUSE)
        tn_exz_ask(j, EXZ_WIN_2, resp == TN_EXZ_SLVERR && zero, "SLVERR and zeros", "%u", resp);
    if (o->n < o->a.beats)
        return;
    if (o->fate == TN_EXZ_SEND)
        ends(j, o, o->resp, s->cycle);
    j->m.counter[TN_EXZ_REFUSED] += o->fate == TN_EXZ_REFUSE;
    drop(j->read, &j->reads, i);
}

void tn_exz_ask_event(struct tn_exz_judge *j, const struct exz_event *e)
{
    struct exz_open *o;
    if (e->packet) {
        request_out(j, e);
    } else if (e->seen.channel == TN_AXI_CH_AW) {
        write_address(j, &e->seen);
    } else if (e->seen.channel == TN_AXI_CH_W) {
        write_data(j, &e->seen);
    } else if (e->seen.channel == TN_AXI_CH_B) {
        write_answer(j, &e->seen);
    } else if (e->seen.channel == TN_AXI_CH_R) {
        read_data(j, &e->seen);
    } else if ((o = new_open(j, j->read, &j->reads))) {
        address(o, false, &e->seen);
        decide(j, o, e->seen.cycle);
    }
}

static void missing(struct tn_exz_judge *j, const struct exz_open *o)
{
    const unsigned slot = slot_of(j, o);
    if (!o->whole || (o->sent && slot < TN_EXZ_SLOTS && !is_over(j, slot, j->now)))
        return;
    tn_exz_ask(j,
               !o->sent              ? win_rule(o->a.write)
               : slot < TN_EXZ_SLOTS ? EXZ_TMO_1
                                     : EXZ_ANS_1,
               false, "an answer to an access", "nothing for %llx", (unsigned long long)o->a.addr);
}

void tn_exz_ask_finish(struct tn_exz_judge *j)
{
    for (unsigned i = 0; i < j->writes; i++)
        missing(j, &j->write[i]);
    for (unsigned i = 0; i < j->reads; i++)
        missing(j, &j->read[i]);
}
