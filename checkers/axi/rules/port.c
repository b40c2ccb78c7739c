/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * An AXI4 port: handshakes, and which answer belongs to which request.
 */
#include "axi.h"

#include <tn/bug.h>

#include <stdio.h>
#include <string.h>

static const char *const names[] = {"AW", "W", "B", "AR", "R", "T"};

static struct axi_burst *push(struct tn_axi_rules *a, struct axi_list *l, const struct axi_burst *b)
{
    if (l->n == AXI_OPEN) {
        a->unsure = true;
        return NULL;
    }
    l->b[l->n] = *b;
    return &l->b[l->n++];
}

static void take_out(struct axi_list *l, struct axi_burst *b)
{
    size_t at = (size_t)(b - l->b);
    memmove(b, b + 1, (--l->n - at) * sizeof *b);
}

/* The oldest of that ID that was complete before the cycle, or NULL. */
static struct axi_burst *complete_before(struct axi_list *l, unsigned id, uint64_t cycle)
{
    for (unsigned i = 0; i < l->n; i++)
        if (l->b[i].id == id)
            return l->b[i].cycle < cycle ? &l->b[i] : NULL;
    return NULL;
}

/* Data meet the oldest write that lacks some. */
static void write_data(struct tn_checker *c, const struct tn_axi_seen *y, uint16_t strb, bool last)
{
    struct tn_axi_rules *a = axi_rules(c);
    struct axi_burst *b = &a->addressed.b[0];
    uint32_t lanes = tn_axi_lanes(b, b->moved, y->bus);
    if (lanes)
        RULE(c, AXI_WR_2, (strb & ~lanes) == 0, "strobes in the transfer's lanes",
             "strobes %04x, lanes %04x", strb, (unsigned)lanes);
    b->moved++;
    RULE(c, AXI_WR_1, last == (b->moved == b->beats), "WLAST on the last transfer alone",
         "WLAST %u on transfer %u of %u", last, b->moved, b->beats);
    if (last || b->moved == b->beats) {
        b->cycle = y->cycle;
        push(a, &a->written, b);
        take_out(&a->addressed, b);
    }
}

static void take_w(struct tn_checker *c, const struct tn_axi_seen *y)
{
    struct tn_axi_rules *a = axi_rules(c);
    uint16_t strb = (uint16_t)y->word[4];
    bool last = y->word[4] >> 16 & 1;
    if (a->unsure)
        return;
    if (a->addressed.n) {
        write_data(c, y, strb, last);
    } else if (a->early_n == AXI_EARLY) {
        a->unsure = true;
    } else {
        a->early[a->early_n].strb = strb;
        a->early[a->early_n++].last = last;
    }
}

static void take_aw(struct tn_checker *c, const struct tn_axi_seen *y)
{
    struct tn_axi_rules *a = axi_rules(c);
    struct axi_burst b;
    unsigned i = 0;
    tn_axi_address(y->word, &b);
    b.packet = y->packet;
    push(a, &a->addressed, &b);
    for (; i < a->early_n && a->addressed.n; i++)
        write_data(c, y, a->early[i].strb, a->early[i].last);
    memmove(a->early, a->early + i, (a->early_n - i) * sizeof *a->early);
    a->early_n -= i;
}

static void take_ar(struct tn_checker *c, const struct tn_axi_seen *y)
{
    struct axi_burst b;
    tn_axi_address(y->word, &b);
    b.packet = y->packet;
    b.cycle = y->cycle;
    push(axi_rules(c), &axi_rules(c)->reads, &b);
}

static void judge_resp(struct tn_checker *c, const struct axi_burst *b, unsigned resp)
{
    if (resp == AXI_EXOKAY)
        RULE(c, AXI_EXC_1, b->lock, "OKAY", "EXOKAY for a normal access");
}

static void offer_b(struct tn_checker *c, const struct tn_axi_seen *y)
{
    const struct axi_burst *b = complete_before(&axi_rules(c)->written, y->word[4] & 0xffff, y->cycle);
    if (axi_rules(c)->unsure)
        return;
    RULE(c, AXI_RSP_1, b != NULL, "a complete write of that ID before", "none of ID %u",
         y->word[4] & 0xffff);
    if (b)
        judge_resp(c, b, y->word[4] >> 16 & 3);
}

static void offer_r(struct tn_checker *c, const struct tn_axi_seen *y)
{
    const struct axi_burst *b = complete_before(&axi_rules(c)->reads, y->word[4] & 0xffff, y->cycle);
    unsigned resp = y->word[4] >> 16 & 3, last = y->word[4] >> 18 & 1;
    if (axi_rules(c)->unsure)
        return;
    RULE(c, AXI_RSP_2, b != NULL, "a read of that ID before", "none of ID %u", y->word[4] & 0xffff);
    if (!b)
        return;
    judge_resp(c, b, resp);
    RULE(c, AXI_RD_1, last == (b->moved + 1 == b->beats), "RLAST on the last transfer alone",
         "RLAST %u on transfer %u of %u", last, b->moved + 1, b->beats);
    if (resp < AXI_SLVERR)
        RULE(c, AXI_UNK_2, (y->unknown & tn_axi_lanes(b, b->moved, y->bus)) == 0, "known data",
             "unknown bits in lanes %04x", y->unknown & 0xffff);
}

static void take_b(struct tn_checker *c, const struct tn_axi_seen *y)
{
    struct axi_burst *b = complete_before(&axi_rules(c)->written, y->word[4] & 0xffff, y->cycle);
    if (b)
        take_out(&axi_rules(c)->written, b);
}

static void take_r(struct tn_checker *c, const struct tn_axi_seen *y)
{
    struct axi_burst *b = complete_before(&axi_rules(c)->reads, y->word[4] & 0xffff, y->cycle);
    if (b && (++b->moved == b->beats || y->word[4] >> 18 & 1))
        take_out(&axi_rules(c)->reads, b);
}

/* A stream's transfers are not followed. */
static void take_t(struct tn_checker *c, const struct tn_axi_seen *y)
{
    (void)c;
    (void)y;
}

/* A beat seen for the first time. */
static void offer(struct tn_checker *c, const struct tn_axi_seen *y)
{
    bool address = y->channel == TN_AXI_CH_AW || y->channel == TN_AXI_CH_AR;
    uint32_t counts = 1u << 16 | (address ? 0xffffu : y->channel == TN_AXI_CH_W ? y->word[4] & 0xffff : y->channel == TN_AXI_CH_T ? 0xffffu : 0);
    struct axi_burst b;
    RULE(c, AXI_UNK_2, (y->unknown & counts) == 0, "known values", "unknown bits on %s",
         names[y->channel]);
    if (y->unknown & 1u << 16 || (address && y->unknown))
        return;
    if (address) {
        tn_axi_address(y->word, &b);
        tn_axi_judge_address(c, &b, y->bus);
    } else if (y->channel == TN_AXI_CH_B) {
        offer_b(c, y);
    } else if (y->channel == TN_AXI_CH_R) {
        offer_r(c, y);
    }
}

static void handshake(struct tn_checker *c, const struct tn_axi_seen *y)
{
    const char *name = names[y->channel];
    RULE(c, AXI_UNK_1, !y->valid_unknown && !y->ready_unknown, "0 or 1", "%s%s unknown", name,
         y->valid_unknown ? "VALID" : "READY");
    if (!axi_rules(c)->channel[y->channel].waiting || y->valid_unknown)
        return;
    RULE(c, AXI_HSK_1, y->valid, "VALID held until READY", "%sVALID fell", name);
    if (y->valid)
        RULE(c, AXI_HSK_2, memcmp(y->word, axi_rules(c)->channel[y->channel].word, sizeof y->word) == 0,
             "no change until READY", "another beat on %s", name);
}

static void forget(struct tn_checker *c, const struct tn_axi_seen *y)
{
    memset(axi_rules(c), 0, sizeof *axi_rules(c));
    RULE(c, AXI_RST_1, !y->valid, "VALID low in reset", "%sVALID high", names[y->channel]);
}

static void judge(struct tn_checker *c, const struct tn_axi_seen *y)
{
    static void (*const take[])(struct tn_checker *, const struct tn_axi_seen *) = {
        take_aw, take_w, take_b, take_ar, take_r, take_t};
    bool waited = axi_rules(c)->channel[y->channel].waiting;
    handshake(c, y);
    if (y->valid && !waited)
        offer(c, y);
    if (y->valid && y->ready)
        take[y->channel](c, y);
    axi_rules(c)->channel[y->channel].waiting = y->valid && !y->ready;
    memcpy(axi_rules(c)->channel[y->channel].word, y->word, sizeof y->word);
}

void tn_checker_axi(struct tn_checker *c, const struct tn_axi_seen *y)
{
    const struct tn_event ev = {.packet = y->packet, .cycle = y->cycle, .time_ns = y->time_ns};
    tn_require(tn_checker_enter(c, &tn_protocol_axi) == 0);
    c->ev = &ev;
    if (y->rst)
        forget(c, y);
    else
        judge(c, y);
    c->last_ns = y->time_ns;
    c->ev = NULL;
}

void tn_checker_axi_join(struct tn_checker *c)
{
    tn_require(tn_checker_enter(c, &tn_protocol_axi) == 0);
    axi_rules(c)->unsure = true;
}

static void unanswered(struct tn_checker *c, const struct axi_list *l, const char *what)
{
    for (unsigned i = 0; i < l->n; i++) {
        const struct tn_event ev = {.packet = l->b[i].packet, .cycle = l->b[i].cycle};
        char found[TN_VERDICT_TEXT];
        snprintf(found, sizeof found, "%s of 0x%llx, ID %u, %u of %u transfers", what, (unsigned long long)l->b[i].addr,
                 l->b[i].id, l->b[i].moved, l->b[i].beats);
        c->ev = &ev;
        if (!c->par.joined)
            RULE(c, AXI_RSP_3, false, "an answer", "%s", found);
        else if (!c->off[R_AXI_RSP_3]) /* the answer may come behind the end of what was recorded */
            tn_rule_say(c, TN_VERDICT_INCONCLUSIVE, R_AXI_RSP_3, &ev, 0, "an answer", found);
    }
    c->ev = NULL;
}

void tn_rules_axi_end(struct tn_checker *c)
{
    if (axi_rules(c)->unsure)
        return;
    c->asked[R_AXI_RSP_3]++;
    unanswered(c, &axi_rules(c)->addressed, "write");
    unanswered(c, &axi_rules(c)->written, "write");
    unanswered(c, &axi_rules(c)->reads, "read");
}
