/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The order of legal traffic: tags, completions, and what any TLP may have. legal_request.c has the
 * requests.
 */
#include "legal.h"

#include <inttypes.h>
#include <string.h>

enum { ROOT = 0x0000, PEER = 0x0208, RO = 2, IDO = 4, BOOT = 3, LN = 1 << 17 };
/* Every request is answered within 50 us, the least time after which its requester may give it up
 * (2.8): what waits for OLD_NS goes first, and so much data at most is asked for. */
enum { NS_PER_DW = 4, OLD_NS = 20000, ASKED_MAX = 12288 };

static const struct {
    const char *source, *text;
} freedoms[] = {
#define FREEDOM(name, source, text) {source, text},
#include "legal.def"
#undef FREEDOM
};

void tn_legal_begin(struct tn_legal *l, uint64_t seed, bool four, unsigned most)
{
    static const struct {
        uint16_t id;
        bool up;
        unsigned tags;
    } who[TN_LEGAL_WHO] = {{0x1900, true, 32},  {0x1901, true, 256}, {0x1907, true, 256},
                           {0x1a40, true, 256}, {0x1a08, true, 256}, {ROOT, false, 256},
                           {0x00e4, false, 32}, {PEER, false, 256}};
    memset(l, 0, sizeof *l);
    tn_rng_seed(&l->rng, seed, 0);
    l->four = four;
    l->mps = most ? most : 128u << tn_legal_below(l, 6);
    l->mrrs = seed & 1
                  ? 4096
                  : 128u << tn_legal_below(l, 6); /* of two seeds in turn one has each freedom */
    l->rcb = 64u << (seed & 1);
    for (unsigned i = 0; i < TN_LEGAL_WHO; i++) {
        struct tn_legal_who *w = &l->who[i];
        const bool ten = four && (i == 1 || i == 4 || i == 7);
        *w = (struct tn_legal_who){.id = who[i].id, .up = who[i].up, .first = ten ? 256 : 0};
        w->n = ten ? 768 : who[i].tags;
        if (i && tn_legal_chance(l, 30)) /* so few that each comes again at once */
            w->n = 1 + tn_legal_below(l, 3);
    }
}

/* A mood: how much is asked and answered for a while, and how tags are taken. */
static void mood(struct tn_legal *l)
{
    static const unsigned answering[] = {5, 30, 50, 70, 95}, posting[] = {0, 10, 30, 60};
    l->mood_until = l->number + 20 + tn_legal_below(l, 200);
    l->answering = answering[tn_legal_below(l, 5)];
    l->posting = posting[tn_legal_below(l, 4)];
    for (unsigned i = 0; i < TN_LEGAL_WHO; i++)
        l->who[i].policy = tn_legal_below(l, 4);
}

/* A payload: anything, nothing but 0, or the TLP before, behind some zeros. */
static void fill(struct tn_legal *l, uint8_t *p, size_t n)
{
    const unsigned how = tn_legal_below(l, 100);
    memset(p, 0, n);
    if (how < 10) {
        l->done[TN_LEGAL_ZEROS]++;
    } else if (how < 30 && l->last_len) {
        const size_t gap = 4 * tn_rng_below(&l->rng, 4);
        if (gap < n)
            memcpy(p + gap, l->last, n - gap < l->last_len ? n - gap : l->last_len);
        l->done[TN_LEGAL_LOOKALIKE]++;
    } else {
        for (size_t i = 0; i < n; i++)
            p[i] = (uint8_t)tn_rng_next(&l->rng);
    }
}

static bool is_memory(enum tn_tlp_kind k)
{
    return k <= TN_TLP_MWR || k >= TN_TLP_FETCHADD;
}

static void prefix(struct tn_tlp *t, uint32_t value)
{
    t->prefix[t->prefix_n++] = value;
}

/* Prefixes, the digest and poison, which any TLP may have. */
static void adorn(struct tn_legal *l, struct tn_tlp *t)
{
    static const uint32_t local[] = {0x80000102, 0x8e010203, 0x8f040506};
    const unsigned how = tn_legal_below(l, 100);
    const bool all = how == 0;
    if (all || how < 4) {
        for (unsigned i = all ? 3 : 1; i > 0; i--)
            prefix(t, local[tn_legal_below(l, 3)]);
        l->done[TN_LEGAL_PREFIX_LOCAL]++;
    }
    if (t->th && tn_legal_chance(l, 40)) {
        prefix(t, 0x90000000u | tn_legal_below(l, 256) << 16);
        l->done[TN_LEGAL_HINT_WIDE]++;
    }
    if (is_memory(t->kind) && t->kind != TN_TLP_MRDLK && t->at != 2 && tn_legal_chance(l, 6)) {
        prefix(t, 0x91000000u | tn_legal_below(l, 1 << 20));
        l->done[TN_LEGAL_PASID]++;
    }
    if (all || (how >= 4 && how < 7)) {
        const unsigned have = t->prefix_n - (all ? 3u : 0u);
        for (unsigned i = all ? 4 - have : 1; i > 0; i--)
            prefix(t, 0x9e000000u | tn_legal_below(l, 2) << 24 | tn_legal_below(l, 1 << 24));
        l->done[TN_LEGAL_PREFIX_VENDOR]++;
        l->done[TN_LEGAL_PREFIX_FOUR] += all;
    }
    t->td = tn_legal_chance(l, 8);
    t->ep = tn_tlp_has_data(t->kind) && tn_legal_chance(l, 3);
    l->done[TN_LEGAL_DIGEST] += t->td;
    l->done[TN_LEGAL_POISONED] += t->ep;
}

/* Makes the bytes. */
static void put(struct tn_legal *l, struct tn_legal_tlp *to, bool up, uint64_t after)
{
    uint8_t payload[TN_TLP_MAX_PAYLOAD];
    const size_t n = tn_tlp_has_data(to->t.kind) ? 4u * to->t.length_dw : 0;
    long len;
    unsigned local = 0;
    adorn(l, &to->t);
    fill(l, payload, n);
    len = tn_tlp_encode(&to->t, payload, n, to->p, sizeof to->p);
    to->len = len > 0 ? (size_t)len : 0; /* every field fits */
    if (to->t.td) {
        while (local < to->t.prefix_n && !(to->t.prefix[local] >> 28 & 1))
            local++;
        to->t.digest = tn_tlp_digest(to->p + 4 * local, to->len - 4 * local - 4,
                                     4u * (to->t.prefix_n - local));
        tn_tlp_encode(&to->t, payload, n, to->p, sizeof to->p);
    }
    to->up = up;
    to->number = ++l->number;
    to->ns = l->now_ns;
    l->now_ns += NS_PER_DW * (to->len / 4 + 2 + tn_legal_below(l, 20));
    if (!l->open_n && tn_legal_chance(l, 10))
        l->now_ns += tn_legal_below(l, 100000);
    to->after = after;
    memcpy(l->last, to->p, to->len);
    l->last_len = to->len;
}

/* Tags. */

static bool take_tag(struct tn_legal *l, struct tn_legal_open *o)
{
    struct tn_legal_who *w = o->who;
    const unsigned begin = w->policy == 0 ? tn_legal_below(l, w->n) : w->policy == 1 ? 0 : w->turn;
    unsigned i = 0;
    if (w->policy == 3 && !w->taken[w->freed] && w->since[w->freed]) {
        o->tag = w->freed;
    } else {
        while (i < w->n && w->taken[(begin + i) % w->n])
            i++;
        if (i == w->n)
            return false;
        o->tag = (begin + i) % w->n;
        w->turn = (o->tag + 1) % w->n;
    }
    w->taken[o->tag] = true;
    l->done[TN_LEGAL_TAG_AT_ONCE] += w->since[o->tag] && w->since[o->tag] == l->number;
    l->done[TN_LEGAL_TAG_HIGH] += o->tag > 31;
    l->done[TN_LEGAL_TAG_TEN] += w->first != 0;
    for (unsigned k = 0; k < TN_LEGAL_WHO; k++)
        l->done[TN_LEGAL_TAG_TWICE] +=
            &l->who[k] != w && l->who[k].first == w->first && l->who[k].taken[o->tag];
    return true;
}

static void put_tag(struct tn_tlp *t, const struct tn_legal_open *o)
{
    const unsigned tag = o->who->first + o->tag;
    t->requester = o->who->id;
    t->tag = (uint8_t)tag;
    t->rsv[0] |= (tag >> 9 & 1) << 23 | (tag >> 8 & 1) << 19;
}

/* Completions. */

/* Data of a read: up to a boundary, or all that is left. Returns where the piece ends. */
static uint32_t piece_end(struct tn_legal *l, struct tn_legal_open *o)
{
    const uint32_t start = o->low & ~3u, end = o->low + o->left;
    uint32_t most =
        (start + l->mps) / o->rcb * o->rcb; /* the last boundary that a payload reaches */
    const uint32_t least = (o->low / o->rcb + 1) * o->rcb;
    if (end - start <= l->mps)
        most = end;
    if (least >= end || o->t.at == 1)
        return end;
    if (o->shape == 0)
        return most;
    if (o->shape == 1 || tn_legal_chance(l, 30)) {
        l->done[TN_LEGAL_SPLIT_EACH]++;
        return least;
    }
    return most - least < o->rcb ? most
                                 : least + o->rcb * tn_legal_below(l, (most - least) / o->rcb + 1);
}

static void piece_of_read(struct tn_legal *l, struct tn_legal_open *o, struct tn_tlp *c)
{
    const uint32_t end = piece_end(l, o);
    c->length_dw = (uint16_t)((end + 3) / 4 - o->low / 4);
    c->byte_count = (uint16_t)o->left;
    c->lower_addr = (uint8_t)(o->low & 0x7f);
    if (end < o->low + o->left) {
        l->done[o->rcb == 64 ? TN_LEGAL_SPLIT_64 : TN_LEGAL_SPLIT_128]++;
        l->done[TN_LEGAL_PIECE_SHORT] += end - o->low < 4;
    }
    l->done[TN_LEGAL_MPS_MET] += 4u * c->length_dw == l->mps;
    o->left -= end - o->low;
    o->low = end;
}

/* As many translations as there are, in one completion. */
static void translations(struct tn_legal *l, struct tn_legal_open *o, struct tn_tlp *c)
{
    const unsigned asked = o->t.length_dw / 2u, n = 1 + tn_legal_below(l, asked);
    c->length_dw = (uint16_t)(2 * n);
    c->byte_count = (uint16_t)(8 * n);
    c->lower_addr = (uint8_t)((1024 - 8 * n) & 0x7f);
    l->done[TN_LEGAL_TRANSLATION_FEW] += n < asked;
    if (tn_legal_chance(l, 50)) {
        c->attr |= RO;
        l->done[TN_LEGAL_TRANSLATION_RO]++;
    }
    o->left = 0;
}

static bool is_read(const struct tn_legal_open *o)
{
    return o->t.kind == TN_TLP_MRD || o->t.kind == TN_TLP_MRDLK;
}

static void refusal(struct tn_legal *l, struct tn_legal_open *o, struct tn_tlp *c)
{
    c->status = o->end;
    c->length_dw = 1024; /* reserved, 0 */
    c->byte_count = (uint16_t)(is_read(o) ? o->left : 4);
    l->done[TN_LEGAL_REFUSED] += o->end != TN_CPL_CRS;
    l->done[TN_LEGAL_REFUSED_AMID] += o->last != 0;
    l->done[TN_LEGAL_REFUSED_LOCK] += o->t.kind == TN_TLP_MRDLK;
    o->left = 0;
    if (o->end == TN_CPL_CRS) {
        l->retry = o->who;
        l->retried = o->t;
    }
}

static void no_read(struct tn_legal_open *o, struct tn_tlp *c, bool data)
{
    c->length_dw = data ? (uint16_t)(o->total / 4) : 1024;
    c->byte_count = (uint16_t)o->total;
    o->left = 0;
}

static void count(struct tn_legal *l, const struct tn_legal_open *o)
{
    bool older = false;
    for (unsigned i = 0; i < l->open_n; i++)
        older |=
            l->open[i].number < o->number && l->open[i].who->up == o->who->up && !l->open[i].last;
    l->done[TN_LEGAL_OVERTAKEN] += older && !o->last;
    l->done[TN_LEGAL_INTERLEAVED] += o->last && o->last != l->number;
}

static void answers(struct tn_legal *l, struct tn_legal_open *o, struct tn_legal_tlp *to)
{
    const bool lock = o->t.kind == TN_TLP_MRDLK, ends = o->end != TN_CPL_SC && o->pieces-- == 0;
    const bool data =
        !ends && (is_read(o) || !tn_tlp_has_data(o->t.kind) || o->t.kind >= TN_TLP_FETCHADD);
    struct tn_tlp *c = &to->t;
    *c = (struct tn_tlp){.completer = o->by, .tc = o->t.tc, .attr = o->t.attr};
    tn_tlp_set_kind(c,
                    lock   ? data ? TN_TLP_CPLDLK : TN_TLP_CPLLK
                    : data ? TN_TLP_CPLD
                           : TN_TLP_CPL,
                    0);
    if (tn_legal_chance(l, 30)) {
        c->attr ^= IDO;
        l->done[c->attr & IDO ? TN_LEGAL_CPL_IDO : TN_LEGAL_CPL_NO_IDO]++;
    }
    put_tag(c, o);
    if (o->t.rsv[0] & LN && data && tn_legal_chance(l, 50))
        c->rsv[0] |= LN;
    count(l, o);
    if (ends)
        refusal(l, o, c);
    else if (is_read(o) && o->t.at == 1)
        translations(l, o, c);
    else if (is_read(o))
        piece_of_read(l, o, c);
    else
        no_read(o, c, data);
    put(l, to, !o->who->up, o->number);
    o->last = to->number;
    if (o->left == 0) {
        o->who->taken[o->tag] = false;
        o->who->freed = o->tag;
        o->who->since[o->tag] = to->number;
        memmove(o, o + 1, (size_t)(&l->open[--l->open_n] - o) * sizeof *o);
    }
}

/* The next answer is to the oldest request, to the newest, to that of the last piece, or to any. */
static struct tn_legal_open *chosen(struct tn_legal *l)
{
    const unsigned how = tn_legal_below(l, 4);
    for (unsigned i = 0; how == 0 && i < l->open_n; i++)
        if (l->open[i].last == l->number)
            return &l->open[i];
    return &l->open[how == 1 ? 0 : how == 2 ? l->open_n - 1 : tn_legal_below(l, l->open_n)];
}

/* The traffic. */

static bool busy(const struct tn_legal *l)
{
    uint32_t left = 0;
    for (unsigned i = 0; i < l->open_n; i++)
        left += l->open[i].left;
    return l->open_n == TN_LEGAL_OPEN || left > ASKED_MAX - 4096;
}

/* The link's first requests are the root's: CRS, a read without a bus number, and the write that
 * gives it. */
static void boots(struct tn_legal *l, struct tn_legal_open *o)
{
    tn_tlp_set_kind(&o->t, l->booted == 2 ? TN_TLP_CFGWR0 : TN_TLP_CFGRD0, 0);
    o->t.length_dw = 1;
    o->t.first_be = 15;
    o->t.dest_id = 0x1900;
    o->by = l->booted == 2 ? 0x1900 : 0;
    o->total = 4;
    o->end = l->booted == 0 ? TN_CPL_CRS : TN_CPL_SC;
    l->done[TN_LEGAL_NO_BUS]++;
    l->booted++;
}

static bool asks(struct tn_legal *l, struct tn_legal_tlp *to)
{
    struct tn_legal_open *o = &l->open[l->open_n];
    if (busy(l))
        return false;
    *o = (struct tn_legal_open){.who = &l->who[tn_legal_below(l, TN_LEGAL_WHO)]};
    if (l->booted < BOOT || (l->retry && tn_legal_chance(l, 70)))
        o->who = l->retry ? l->retry : &l->who[5];
    if (!take_tag(l, o))
        return false;
    if (l->booted < BOOT) {
        boots(l, o);
    } else if (o->who == l->retry && tn_legal_chance(l, 80)) {
        o->t = l->retried;
        o->t.prefix_n = 0;
        o->t.rsv[0] = 0;
        o->by = o->t.dest_id;
        o->total = 4;
        o->end = tn_legal_chance(l, 40) ? TN_CPL_CRS : TN_CPL_SC;
        l->retry = NULL;
        l->done[TN_LEGAL_RETRY]++;
    } else {
        tn_legal_asks(l, o);
    }
    o->left = o->total;
    put_tag(&o->t, o);
    to->t = o->t;
    put(l, to, o->who->up, o->who->since[o->tag]);
    o->number = to->number;
    o->asked_ns = to->ns;
    l->open_n++;
    return true;
}

static void posts(struct tn_legal *l, struct tn_legal_tlp *to)
{
    bool up;
    to->t = (struct tn_tlp){0};
    up = tn_legal_posts(l, &to->t);
    for (unsigned i = 0; i < l->open_n && is_memory(to->t.kind) && !to->t.th; i++)
        if (l->open[i].who->id == to->t.requester && tn_legal_chance(l, 20)) {
            to->t.tag = l->open[i].t.tag;
            l->done[TN_LEGAL_TAG_POSTED]++;
        }
    put(l, to, up, 0);
}

bool tn_legal_next(struct tn_legal *l, bool ending, struct tn_legal_tlp *to)
{
    if (l->number >= l->mood_until)
        mood(l);
    if (l->booted < BOOT || (l->booted == BOOT && l->open_n)) {
        if (l->open_n)
            answers(l, &l->open[0], to);
        else
            asks(l, to);
        l->booted += l->booted == BOOT && !l->open_n;
        return true;
    }
    if (ending && !l->open_n)
        return false;
    if (l->open_n && l->now_ns - l->open[0].asked_ns > OLD_NS)
        answers(l, &l->open[0], to);
    else if (l->open_n && (ending || tn_legal_chance(l, l->answering)))
        answers(l, chosen(l), to);
    else if (tn_legal_chance(l, l->posting) || !asks(l, to))
        posts(l, to);
    return true;
}

void tn_legal_print(const struct tn_legal *l, FILE *f)
{
    for (unsigned i = 0; i < TN_LEGAL_N; i++)
        if (l->four || i <= LEGAL_3_0)
            fprintf(f, "%8" PRIu64 "  %s (%s)\n", l->done[i], freedoms[i].text, freedoms[i].source);
}
