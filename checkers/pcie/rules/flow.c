/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Flow control (PCIe 3.0 2.6.1, 3.3): initialisation of a virtual channel, credits granted and used.
 *
 * Both counters of a credit run modulo 2^8 (headers) and 2^12 (data, 16 bytes each); scaled, since PCIe 4.0, they run
 * modulo 4 or 16 times that, and the DLLPs have them without their low bits. How much was used
 * is known only from the link's start on, and while every TLP could be read. The time between two
 * UpdateFC is judged while frames show that the link is in L0.
 */
#include "pcie.h"

#include <tn/bug.h>
#include <tn/pcie/dllp.h>

#include <stdlib.h>
#include <string.h>

enum { CLASSES = 3, VCS = 8, HDR_MOD = 256, DATA_MOD = 4096, UNIT = 16, PAYLOAD_MIN = 128, ANY_CLASS = 255 };
enum { UPDATE_NS = 45000 }; /* 30 us, and half of that more: 2.6.1.2 */

/* What a receiver granted of one class in one channel, and what its sender used. */
struct credit {
    bool init1, init2, known; /* InitFC1, InitFC2 came; hdr and data are those of the last DLLP */
    bool unsure;              /* its initial values disagreed: which of them hold is not known */
    bool stale;               /* a DLLP since the last one could not be read, which may have granted more */
    bool told;                /* a TLP without credit was named, and no UpdateFC came since */
    unsigned hdr, data;       /* the limits, as the last DLLP said them */
    unsigned hdr_0, data_0;   /* those of InitFC; 0: infinite */
    unsigned used_hdr, used_data; /* modulo 2^32, whatever the scale */
    bool scale_known;         /* scale is that of a DLLP */
    uint32_t scale;           /* HdrScale and DataScale, where they stand in a DLLP */
    bool limited;        /* a value other than 0 came, so that the credit is not infinite */
    bool timed;          /* the next UpdateFC is due within UPDATE_NS from update_ns on */
    uint64_t update_ns;  /* time of the last UpdateFC */
    uint64_t updated_by; /* its packet */
};

/* The receiver at the end from which one direction's DLLPs come. */
struct tn_flow {
    struct credit of[VCS][CLASSES];
    uint8_t next[VCS][2]; /* the class whose InitFC1, InitFC2 is due, or ANY_CLASS */
    bool shuffled[VCS][2]; /* they came in another order, which was named */
    bool up;              /* the link's start was seen */
    unsigned skipped;     /* TLPs towards it that could not be read: credits used that are not counted */
    bool past;            /* it was seen to work since its start */
    bool sends;           /* its own TLPs were seen since its start: its UpdateFC are due */
};

static const char *const class_names[CLASSES] = {"P", "NP", "Cpl"};

static struct tn_flow *flow_of(struct tn_checker *c, unsigned d)
{
    struct tn_flow **f = &pcie_rules(c)->flow[d];
    if (!*f) {
        *f = calloc(1, sizeof **f);
        tn_require(*f != NULL);
        memset((*f)->next, ANY_CLASS, sizeof (*f)->next);
    }
    return *f;
}

/* InitFC1 of channel 0 at a receiver that worked, or had not begun: all is new, both ways. */
static void start(struct tn_checker *c, unsigned d)
{
    struct tn_flow *f = flow_of(c, d);
    if (f->up && !f->past)
        return;
    for (unsigned i = 0; i < TN_LINKS; i++) {
        f = flow_of(c, i);
        memset(f, 0, sizeof *f);
        memset(f->next, ANY_CLASS, sizeof f->next);
        f->up = true;
    }
}

/* HdrScale and DataScale in struct tn_dllp.rsv. */
enum { HDR_SCALE_AT = 22, DATA_SCALE_AT = 12 };

static unsigned scale_at(uint32_t scale, unsigned at)
{
    return scale >> at & 3u;
}

/* The bits by which a value of that scale is shifted: it counts by 1, 4 or 16. */
static unsigned shift_at(uint32_t scale, unsigned at)
{
    const unsigned s = scale_at(scale, at);
    return s < 2 ? 0 : 2 * (s - 1);
}

/* The scale of a flow control DLLP. Returns whether its values may be held against those before. */
static bool scale_rule(struct tn_checker *c, const struct tn_dllp *d, struct credit *r)
{
    const uint32_t scale = c->par.pcie >= 40 ? d->rsv : 0;
    const unsigned hdr = scale_at(scale, HDR_SCALE_AT), data = scale_at(scale, DATA_SCALE_AT);
    if (!r->scale_known)
        r->scale = scale;
    const bool right = r->scale == scale && !hdr == !data;
    if (c->par.pcie >= 40)
        RULE(c, FC_10, right, "the scale of the first, of both headers and data", "%s-%s: scales %u, %u, before %u, %u",
             tn_dllp_name(d->kind), class_names[d->fc_class], hdr, data, scale_at(r->scale, HDR_SCALE_AT),
             scale_at(r->scale, DATA_SCALE_AT));
    r->scale_known = true;
    return right;
}

/* The values of an InitFC. Returns whether they may be believed: one fault is one verdict, so that values that
 * are wrong, or that another InitFC contradicts, are held against nothing that follows. */
static bool init_values(struct tn_checker *c, const struct tn_dllp *d, struct credit *r)
{
    const unsigned payload = c->par.mps ? c->par.mps : PAYLOAD_MIN;
    if (r->unsure || !scale_rule(c, d, r)) {
        r->unsure = true;
        return false;
    }
    const bool enough = d->fc_class != 0 || d->data_fc == 0 || (unsigned)d->data_fc << shift_at(r->scale, DATA_SCALE_AT) >= payload / UNIT;
    const bool legal = enough && d->hdr_fc < HDR_MOD / 2 && d->data_fc < DATA_MOD / 2;
    if (!r->init1 && !r->init2) {
        RULE(c, FC_3, legal, "credit for a payload, at most 127 headers and 2047 data", "%s-%s: %u headers, %u data",
             tn_dllp_name(d->kind), class_names[d->fc_class], d->hdr_fc, d->data_fc);
        r->unsure = !legal;
        return legal;
    }
    r->unsure = d->hdr_fc != r->hdr_0 || d->data_fc != r->data_0;
    RULE(c, FC_2, !r->unsure, "the values of InitFC before", "%s-%s: %u headers, %u data, before %u, %u",
         tn_dllp_name(d->kind), class_names[d->fc_class], d->hdr_fc, d->data_fc, r->hdr_0, r->data_0);
    return !r->unsure;
}

/* The next UpdateFC of that credit is due from now on, unless credit is infinite. */
static void due_from_now(const struct tn_checker *c, struct credit *r)
{
    r->timed = r->limited;
    r->update_ns = c->ev->time_ns;
    r->updated_by = c->ev->packet;
}

static void init(struct tn_checker *c, struct tn_flow *f, const struct tn_dllp *d)
{
    struct credit *r = &f->of[d->vc][d->fc_class];
    const bool second = d->kind == TN_DLLP_INITFC2;
    uint8_t *next = &f->next[d->vc][second];
    if (second && *next == ANY_CLASS && f->next[d->vc][0] != ANY_CLASS)
        *next = 0; /* the first InitFC2 behind InitFC1 */
    if (*next != ANY_CLASS && !f->shuffled[d->vc][second]) {
        RULE(c, FC_1, d->fc_class == *next, "P, NP, Cpl in turn", "%s-%s, not %s", tn_dllp_name(d->kind),
             class_names[d->fc_class], class_names[*next]);
        f->shuffled[d->vc][second] = d->fc_class != *next;
    }
    *next = (uint8_t)((d->fc_class + 1) % CLASSES);
    if (init_values(c, d, r) && !r->init1 && !r->init2) {
        r->hdr = r->hdr_0 = d->hdr_fc;
        r->data = r->data_0 = d->data_fc;
        r->known = true;
    }
    r->known = r->known && !r->unsure;
    r->limited = r->limited || d->hdr_fc || d->data_fc;
    r->init1 = r->init1 || !second;
    r->init2 = r->init2 || second;
}

/* The receiver was seen to initialise something: a capture may hold one direction. */
static bool heard(const struct tn_flow *f)
{
    for (unsigned k = 0; k < CLASSES; k++)
        if (f->of[0][k].init1 || f->of[0][k].init2)
            return true;
    return false;
}

static void update(struct tn_checker *c, struct tn_flow *f, const struct tn_dllp *d)
{
    struct credit *r = &f->of[d->vc][d->fc_class];
    const bool begun = r->init1 || r->init2;
    r->limited = r->limited || d->hdr_fc || d->data_fc;
    if (r->timed)
        RULE(c, FC_9, true, "", "%s", "");
    due_from_now(c, r);
    if (f->up && heard(f))
        RULE(c, FC_6, begun, "a channel that was initialised", "UpdateFC-%s of VC %u", class_names[d->fc_class], d->vc);
    if (!r->unsure && !scale_rule(c, d, r)) {
        r->stale = true; /* it may have granted more */
        return;
    }
    if (begun && !r->unsure)
        RULE(c, FC_5, (r->hdr_0 || d->hdr_fc == 0) && (r->data_0 || d->data_fc == 0), "0 where credit is infinite",
             "UpdateFC-%s: %u headers, %u data", class_names[d->fc_class], d->hdr_fc, d->data_fc);
    if (r->known) {
        const bool may = begun && !r->unsure; /* the values are infinite, or were seen to be not */
        const bool hdr = (d->hdr_fc - r->hdr + HDR_MOD) % HDR_MOD < HDR_MOD / 2 || (may && r->hdr_0 == 0);
        const bool data = (d->data_fc - r->data + DATA_MOD) % DATA_MOD < DATA_MOD / 2 || (may && r->data_0 == 0);
        RULE(c, FC_4, hdr && data, "credit that only grows", "UpdateFC-%s: %u headers, %u data, before %u, %u",
             class_names[d->fc_class], d->hdr_fc, d->data_fc, r->hdr, r->data);
        r->stale = !hdr || !data; /* it may have granted more */
        if (r->stale)
            return; /* the next one is held against those before */
    }
    r->hdr = d->hdr_fc;
    r->data = d->data_fc;
    r->known = true;
    r->told = r->stale = false;
    f->past = true;
}

void tn_rules_flow_dllp(struct tn_checker *c, const struct tn_dllp *d)
{
    const unsigned way = c->ev->dir & 1u;
    if (d->kind == TN_DLLP_INITFC1 && d->vc == 0)
        start(c, way);
    if (d->kind == TN_DLLP_UPDATEFC)
        update(c, flow_of(c, way), d);
    else
        init(c, flow_of(c, way), d);
}

bool tn_rules_flow_worked(const struct tn_checker *c)
{
    const struct tn_pcie_rules *s = pcie_rules(c);
    return (s->flow[0] && s->flow[0]->past) || (s->flow[1] && s->flow[1]->past);
}

/* No UpdateFC of that receiver is due until it sends the next one. */
static void forget_times(struct tn_flow *f)
{
    for (unsigned i = 0; f && i < VCS * CLASSES; i++)
        f->of[i / CLASSES][i % CLASSES].timed = false;
}

void tn_rules_flow_asleep(struct tn_checker *c)
{
    for (unsigned d = 0; d < TN_LINKS; d++)
        forget_times(pcie_rules(c)->flow[d]);
}

/* The UpdateFC of a receiver that are late now: each is told once. */
static void late_updates(struct tn_checker *c, struct tn_flow *f)
{
    for (unsigned i = 0; f && i < VCS * CLASSES; i++) {
        struct credit *r = &f->of[i / CLASSES][i % CLASSES];
        const uint64_t gone = c->ev->time_ns - r->update_ns;
        if (!r->timed || gone <= UPDATE_NS)
            continue;
        RULE(c, FC_9, false, "an UpdateFC within 45 us",
             "no UpdateFC-%s of VC %u for %llu ns, since packet %llu", class_names[i % CLASSES],
             i / CLASSES, (unsigned long long)gone, (unsigned long long)r->updated_by);
        r->timed = false;
    }
}

void tn_rules_flow_time(struct tn_checker *c)
{
    struct tn_pcie_rules *s = pcie_rules(c);
    const uint64_t before = s->frame_ns, now = c->ev->time_ns;
    s->frame_ns = now;
    if (now < before || now - before > UPDATE_NS || c->par.unordered)
        tn_rules_flow_asleep(c);
    else
        for (unsigned d = 0; d < TN_LINKS; d++)
            late_updates(c, s->flow[d]);
}

void tn_rules_flow_lost(struct tn_checker *c)
{
    struct tn_flow *f = pcie_rules(c)->flow[c->ev->dir & 1u];
    if (!f)
        return;
    forget_times(f);
    memset(f->next, ANY_CLASS, sizeof f->next);
    for (unsigned k = 0; k < CLASSES; k++)
        f->of[0][k].stale = true;
}

void tn_rules_flow_skipped(struct tn_checker *c, unsigned n)
{
    struct tn_flow *f = pcie_rules(c)->flow[(c->ev->dir & 1u) ^ 1u];
    if (f)
        f->skipped += n;
    forget_times(pcie_rules(c)->flow[c->ev->dir & 1u]); /* with them an UpdateFC may be missing */
}

void tn_rules_flow_found(struct tn_checker *c)
{
    struct tn_flow *f = pcie_rules(c)->flow[(c->ev->dir & 1u) ^ 1u];
    if (f && f->skipped)
        f->skipped--;
}

/* Was the credit granted? limit and used run modulo mod, a power of two; of the TLPs that could not be read up to more
 * may be used, too, and any number that explains what was sent excuses it. */
static bool within(unsigned limit, unsigned used, unsigned more, unsigned mod)
{
    const unsigned left = (limit - used) % mod;
    return left <= mod / 2 || left - mod / 2 <= more;
}

/* Was the credit granted for what was used of it, with a TLP of so much data at last? */
static bool granted_all(const struct tn_flow *f, const struct credit *r, unsigned data)
{
    enum { DATA_MAX = 4096 / UNIT }; /* of one TLP */
    const unsigned h = shift_at(r->scale, HDR_SCALE_AT), d = shift_at(r->scale, DATA_SCALE_AT);
    return (r->hdr_0 == 0 || within(r->hdr << h, r->used_hdr, f->skipped, (unsigned)HDR_MOD << h)) &&
           (r->data_0 == 0 || data == 0 || within(r->data << d, r->used_data, f->skipped * DATA_MAX, (unsigned)DATA_MOD << d));
}

/* Channel 0 is the only one, as far as it is known: which Traffic Class goes where else, a capture of
 * the link does not tell. */
static bool one_channel(const struct tn_flow *f)
{
    for (unsigned vc = 1; vc < VCS; vc++)
        for (unsigned k = 0; k < CLASSES; k++)
            if (f->of[vc][k].known)
                return false;
    return true;
}

/* The first TLP that a receiver sends itself: its link is up, and its UpdateFC are due. */
static void sends(const struct tn_checker *c, struct tn_flow *f)
{
    for (unsigned k = 0; !f->sends && k < CLASSES; k++)
        if (f->of[0][k].init2 && !f->of[0][k].timed)
            due_from_now(c, &f->of[0][k]);
    f->sends = true;
}

void tn_rules_flow_tlp(struct tn_checker *c, const struct tn_tlp *t)
{
    struct tn_flow *own = pcie_rules(c)->flow[c->ev->dir & 1u];
    struct tn_flow *f = pcie_rules(c)->flow[(c->ev->dir & 1u) ^ 1u];
    const unsigned class = tn_tlp_class(t->kind);
    const unsigned data = tn_tlp_has_data(t->kind) ? (4u * t->length_dw + UNIT - 1) / UNIT : 0;
    struct credit *r;
    if (own && own->up && c->ev->dir)
        sends(c, own);
    if (!f || !f->up || !c->ev->dir || !one_channel(f) || !heard(f))
        return;
    r = &f->of[0][class];
    f->past = true;
    RULE(c, FC_8, r->known || r->init1 || r->init2, "a channel that was initialised", "%s before InitFC1-%s",
         tn_tlp_name(t->kind), class_names[class]);
    if (!r->known || r->unsure)
        return;
    r->used_hdr++;
    r->used_data += data;
    const unsigned h = shift_at(r->scale, HDR_SCALE_AT), d = shift_at(r->scale, DATA_SCALE_AT);
    const bool granted = r->stale || granted_all(f, r, data);
    RULE(c, FC_7, granted || r->told, "credit for it", "%s: used %u headers, %u data of %u, %u", tn_tlp_name(t->kind),
         r->used_hdr % ((unsigned)HDR_MOD << h), r->used_data % ((unsigned)DATA_MOD << d), r->hdr << h, r->data << d);
    if (granted)
        return;
    r->told = true; /* until more is granted, the next TLPs are no second fault; and the TLP uses none */
    r->used_hdr--;
    r->used_data -= data;
}

void tn_rules_flow_free(struct tn_pcie_rules *s)
{
    for (unsigned d = 0; d < TN_LINKS; d++)
        free(s->flow[d]);
}
