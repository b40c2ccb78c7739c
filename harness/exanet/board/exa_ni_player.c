/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A block's accesses, words and causes against its model, one cycle at a time.
 */
#include "exa_ni_player.h"

#include "exa_ni_rules.h"

#include <tn/bug.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* obs_rx may be so many cycles off what the model says before a cause is missing, or was none */
enum { APART = 16, READ_WORDS = 8 };

static unsigned count_of(struct exn_counts *c, const char *rule)
{
    unsigned i = 0;
    while (i < c->n && c->of[i].rule != rule && strcmp(c->of[i].rule, rule) != 0)
        i++;
    if (i == c->n) {
        tn_require(c->n < EXN_RULES);
        c->of[c->n++].rule = rule;
    }
    return i;
}

void tn_exn_player_told(void *side, const struct tn_verdict *v)
{
    struct tn_exn_player *s = side;
    s->counts->of[count_of(s->counts, v->rule)].failed++;
    if (s->told_n < EXN_TOLD)
        s->told[s->told_n++] = *v;
}

void tn_exn_judge(struct tn_exn_player *s, const char *rule, bool ok, uint64_t cycle,
                  const char *expected, const char *found, ...)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule, .cycle = cycle};
    va_list ap;
    s->counts->of[count_of(s->counts, rule)].asked++;
    if (ok)
        return;
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    va_start(ap, found);
    vsnprintf(v.found, sizeof v.found, found, ap);
    va_end(ap);
    tn_exn_player_told(s, &v);
}

static struct exn_burst *push(struct exn_bursts *l)
{
    tn_require(l->n < EXN_BURSTS);
    return &l->b[(l->head + l->n++) % EXN_BURSTS];
}

static struct exn_burst *first(struct exn_bursts *l)
{
    return l->n ? &l->b[l->head] : NULL;
}

static void pop(struct exn_bursts *l)
{
    l->head = (l->head + 1) % EXN_BURSTS;
    l->n--;
}

static void address(struct exn_bursts *l, const struct tn_axi_seen *y)
{
    const bool alone = l->n == 0;
    *push(l) = (struct exn_burst){.b = {.addr = y->word[0],
                                        .beats = (y->word[3] & 0xff) + 1,
                                        .size = y->word[3] >> 8 & 7,
                                        .type = (enum tn_axs_burst_type)(y->word[3] >> 11 & 3)},
                                  .id = y->word[2] & 0xffff,
                                  .addressed = y->cycle,
                                  .alone = alone};
}

static const char *resp_name(unsigned resp)
{
    static const char *const names[] = {"OKAY", "EXOKAY", "SLVERR", "DECERR"};
    return names[resp & 3];
}

static uint32_t number(const uint8_t *b)
{
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* Lanes beat covers of what is promised, from word 4*i on. */
static uint32_t mask_of(const struct tn_axs_beat *beat, const uint8_t *sure, unsigned i)
{
    uint8_t m[4] = {0};
    for (unsigned k = 0; k < beat->n; k++) {
        const unsigned lane = (beat->addr + k) % TN_AXS_LANES;
        if (lane / 4 == i)
            m[lane % 4] = sure[lane];
    }
    return number(m);
}

/* Whether the beat's bytes of found are those at its address under another burst type. (Small
 * numbers are so by chance: nobody asks for them.) */
static bool is_of_other_type(struct tn_exn_player *s, const struct exn_burst *u,
                             const struct tn_axs_beat *here, const uint8_t *found, uint64_t cycle)
{
    if (u->moved == 0 || (tn_exn_id(s->model) == EXN_ID_RT_MAILBOX && u->b.addr / TN_AXS_PAGE < 2))
        return false; /* there reading has effects */
    for (unsigned type = TN_AXS_FIXED; type <= TN_AXS_WRAP; type++) {
        struct tn_axs_burst other = u->b;
        struct tn_axs_beat beat;
        uint8_t want[TN_AXS_LANES] = {0};
        bool same = true;
        other.type = (enum tn_axs_burst_type)type;
        if (other.type == u->b.type || !tn_axs_beat(&other, u->moved, &beat) ||
            tn_exn_read(s->model, &beat, cycle, want, NULL) != TN_AXS_OKAY)
            continue;
        for (unsigned k = 0; k < beat.n && k < here->n; k++)
            same = same &&
                   found[(here->addr + k) % TN_AXS_LANES] == want[(beat.addr + k) % TN_AXS_LANES];
        if (same)
            return true;
    }
    return false;
}

static void compare_data(struct tn_exn_player *s, const struct tn_axi_seen *y,
                         const struct exn_burst *u, const struct tn_axs_beat *beat,
                         const uint8_t *want, const uint8_t *sure)
{
    uint8_t found[TN_AXS_LANES];
    memcpy(found, y->word, sizeof found);
    for (unsigned i = 0; i < TN_AXS_LANES / 4; i++) {
        const uint32_t mask = mask_of(beat, sure, i), addr = (beat->addr & ~15u) + 4 * i;
        const uint32_t w = number(want + 4 * i) & mask, f = number(found + 4 * i) & mask;
        const char *rule;
        char text[40];
        if (!mask)
            continue;
        rule = tn_exn_rule_of_word(tn_exn_id(s->model), addr, w, f, s->word);
        if (w != f && f > UINT8_MAX && is_of_other_type(s, u, beat, found, y->cycle - 1))
            rule = "AXS-BST-1";
        if (w != f)
            snprintf(text, sizeof text, "%08x of %08x at %05x", w, mask, (unsigned)addr);
        tn_exn_judge(s, rule, w == f, y->cycle, w != f ? text : "", "%08x", f);
        if (w != f)
            return;
        for (const char *const *more = tn_exn_rules_beside(tn_exn_id(s->model), addr); *more;
             more++)
            tn_exn_judge(s, *more, true, y->cycle, "", " ");
        if (u->moved)
            tn_exn_judge(s, "AXS-BST-1", true, y->cycle, "", " ");
    }
}

/* The RT mailbox's READ: which word of a request the access reads. It moves on when one waits. */
static bool moves_on(struct tn_exn_player *s, const struct tn_axs_beat *beat, uint64_t cycle)
{
    const struct tn_axs_beat level = {EXN_KERNEL_PAGE * TN_AXS_PAGE + 0x410, 4};
    uint8_t data[TN_AXS_LANES];
    if (tn_exn_id(s->model) != EXN_ID_RT_MAILBOX || beat->addr / TN_AXS_PAGE != 1 || beat->n != 4 ||
        beat->addr % 4)
        return false;
    tn_exn_read(s->model, &level, cycle, data, NULL);
    return number(data) >> 16 != 0;
}

/* Read data stand first in y's cycle: were they late? */
static void judge_time(struct tn_exn_player *s, const struct tn_exn_cycle *c,
                       const struct exn_burst *u, const struct tn_axi_seen *y)
{
    bool stood = s->r_stands || s->r_stood >= u->addressed;
    for (unsigned i = 0; i < c->axi_n; i++) {
        const struct tn_axi_seen *e = &c->axi[i];
        stood |= e->cycle == c->cycle && e->channel == TN_AXI_CH_R && e->valid && !e->ready;
    }
    if (u->moved == 0 && u->alone && !stood)
        tn_exn_judge(s, "AXS-LAT-1", y->cycle == u->addressed + 2, y->cycle,
                     "data two cycles after their address", "%u",
                     (unsigned)(y->cycle - u->addressed));
}

/* Read data first valid in y's cycle: the access was done in the one before. */
static void read_beat(struct tn_exn_player *s, const struct tn_exn_cycle *c,
                      const struct tn_axi_seen *y)
{
    struct exn_burst *u = first(&s->reads);
    uint8_t want[TN_AXS_LANES] = {0}, sure[TN_AXS_LANES];
    struct tn_axs_beat beat = {0};
    enum tn_axs_resp resp = TN_AXS_SLVERR;
    const unsigned found = y->word[4] >> 16 & 3;
    bool moves = false;
    tn_exn_judge(s, "AXS-ORD-1", u && (y->word[4] & 0xffff) == u->id, y->cycle,
                 "data of the oldest read", u ? "ID %u, not %u" : "data of none",
                 y->word[4] & 0xffff, u ? u->id : 0);
    if (!u)
        return;
    judge_time(s, c, u, y);
    memset(sure, 0xff, sizeof sure);
    if (tn_axs_beat(&u->b, u->moved, &beat)) {
        moves = moves_on(s, &beat, y->cycle - 1);
        resp = tn_exn_read(s->model, &beat, y->cycle - 1, want, sure);
    }
    tn_exn_judge(s,
                 tn_exn_rule_of_read_response(tn_exn_id(s->model), u->b.addr, u->b.type, resp,
                                              (enum tn_axs_resp)found),
                 found == resp, y->cycle, resp_name(resp), "%s, read of %05x, beat %u",
                 resp_name(found), (unsigned)u->b.addr, u->moved);
    if (found == resp)
        compare_data(s, y, u, &beat, want, sure);
    s->word = (s->word + moves) % READ_WORDS;
    if (++u->moved == u->b.beats)
        pop(&s->reads);
}

static void write_beat(struct tn_exn_player *s, const struct tn_axi_seen *y)
{
    struct exn_burst *u = first(&s->writes);
    struct tn_axs_beat beat;
    uint8_t data[TN_AXS_LANES];
    enum tn_axs_resp resp = TN_AXS_SLVERR;
    tn_exn_judge(s, "AXS-ORD-1", u != NULL, y->cycle, "data after their address",
                 "data taken before");
    if (!u)
        return;
    memcpy(data, y->word, sizeof data);
    if (tn_axs_beat(&u->b, u->moved, &beat))
        resp = tn_exn_write(s->model, &beat, data, (uint16_t)y->word[4], y->cycle);
    u->worst = u->moved == 0 ? resp : tn_axs_worse(u->worst, resp);
    u->last = y->cycle;
    if (++u->moved == u->b.beats) {
        *push(&s->written) = *u;
        pop(&s->writes);
    }
}

static void response(struct tn_exn_player *s, const struct tn_axi_seen *y)
{
    const struct exn_burst *u = first(&s->written);
    const unsigned found = y->word[4] >> 16 & 3;
    tn_exn_judge(s, "AXS-ORD-1", u && (y->word[4] & 0xffff) == u->id, y->cycle,
                 "the response of the oldest write", u ? "ID %u, not %u" : "one of none",
                 y->word[4] & 0xffff, u ? u->id : 0);
    if (!u)
        return;
    tn_exn_judge(s,
                 tn_exn_rule_of_write_response(tn_exn_id(s->model), &u->b, u->worst,
                                               (enum tn_axs_resp)found),
                 found == u->worst, y->cycle, resp_name(u->worst), "%s, write of %05x",
                 resp_name(found), (unsigned)u->b.addr);
    tn_exn_judge(s, "AXS-LAT-1", y->cycle == u->last + 1, y->cycle,
                 "B the cycle after the last beat", "%u after it", (unsigned)(y->cycle - u->last));
    pop(&s->written);
}

/* Addresses and answers of this cycle, in any order with the model's accesses. */
static void run_axi(struct tn_exn_player *s, const struct tn_exn_cycle *c)
{
    for (unsigned i = 0; i < c->axi_n; i++) {
        const struct tn_axi_seen *y = &c->axi[i];
        if (y->cycle == c->cycle + 1 && y->channel == TN_AXI_CH_R && y->packet)
            read_beat(s, c, y);
    }
    for (unsigned i = 0; i < c->axi_n; i++) {
        const struct tn_axi_seen *y = &c->axi[i];
        if (y->cycle > c->cycle)
            continue;
        if (y->channel == TN_AXI_CH_R && y->valid) {
            if (s->r_stands || !y->ready)
                s->r_stood = y->cycle;
            s->r_stands = !y->ready;
        }
        if (y->channel == TN_AXI_CH_B && y->packet)
            response(s, y);
        else if (y->valid && y->ready && y->channel == TN_AXI_CH_W)
            write_beat(s, y);
        else if (y->valid && y->ready && y->channel == TN_AXI_CH_AW)
            address(&s->writes, y);
        else if (y->valid && y->ready && y->channel == TN_AXI_CH_AR)
            address(&s->reads, y);
    }
}

/* A cause, expected or found: it meets one of the other kind, or waits for it. */
static void cause_comes(struct tn_exn_player *s, enum tn_exn_cause cause, bool found, uint64_t now)
{
    struct exn_shown *q = &s->shown[cause];
    if (q->n && q->found != found) {
        tn_exn_judge(s, tn_exn_rule_of_cause(tn_exn_id(s->model), cause), true, now, "", " ");
        if (cause == TN_EXN_DUP)
            tn_exn_judge(s, "EXN-DUP-1", true, now, "", " ");
        q->head = (q->head + 1) % EXN_SHOWN;
        q->n--;
        return;
    }
    q->found = found;
    if (q->n < EXN_SHOWN)
        q->at[(q->head + q->n++) % EXN_SHOWN] = now;
}

/* The oldest that waits has waited too long. */
static bool is_overdue(const struct exn_shown *q, uint64_t now, unsigned apart)
{
    return q->n && now - q->at[q->head] >= apart;
}

/* What is overdue is told once. A duplicate and a packet judged anew in one another's place are
 * a matter of the table of duplicates. */
static void judge_causes(struct tn_exn_player *s, uint64_t now, unsigned apart)
{
    struct exn_shown *dup = &s->shown[TN_EXN_DUP];
    for (enum tn_exn_cause c = TN_EXN_DECODE; c <= TN_EXN_TAKEN; c++) {
        struct exn_shown *q = &s->shown[c];
        if (tn_exn_id(s->model) == EXN_ID_PACKETIZER || !q->n || !dup->n ||
            q->found == dup->found || !(is_overdue(dup, now, apart) || is_overdue(q, now, apart)))
            continue;
        tn_exn_judge(s, "EXN-DUP-1", false, now, dup->found ? "a new message" : "a duplicate",
                     "cause %u", dup->found ? TN_EXN_DUP : c);
        q->n = dup->n = 0;
    }
    for (unsigned c = 1; c < TN_EXN_CAUSES; c++) {
        struct exn_shown *q = &s->shown[c];
        if (!is_overdue(q, now, apart))
            continue;
        tn_exn_judge(s, tn_exn_rule_of_cause(tn_exn_id(s->model), (enum tn_exn_cause)c), false, now,
                     q->found ? "no such cause" : "the cause of a packet on obs_rx", "cause %u %s",
                     c, q->found ? "shown" : "not shown");
        q->n = 0;
    }
}

void tn_exn_player_run(struct tn_exn_player *s, const struct tn_exn_cycle *y)
{
    struct tn_exa_word w = {.kind = y->in.valid & y->in.ready};
    enum tn_exn_cause c;
    tn_exn_out(s->model, &y->out, y->cycle);
    run_axi(s, y);
    if (w.kind) {
        memcpy(w.data, y->in.data, sizeof w.data);
        tn_require(tn_exn_word(s->model, &w, y->cycle) == 0);
    }
    while ((c = tn_exn_cause(s->model)) != TN_EXN_NONE)
        cause_comes(s, c, false, y->cycle);
    for (unsigned i = 1; i < TN_EXN_CAUSES; i++)
        for (unsigned k = 0; k < y->rx[i]; k++)
            cause_comes(s, (enum tn_exn_cause)i, true, y->cycle);
    judge_causes(s, y->cycle, APART);
}

void tn_exn_player_finish(struct tn_exn_player *s, uint64_t now)
{
    const bool packetizer = tn_exn_id(s->model) == EXN_ID_PACKETIZER;
    enum tn_exn_cause c;
    unsigned left;
    tn_exn_settle(s->model, now + 1);
    left = tn_exn_left(s->model);
    while ((c = tn_exn_cause(s->model)) != TN_EXN_NONE)
        cause_comes(s, c, false, now);
    judge_causes(s, now, 0);
    tn_exn_judge(s, "AXS-ORD-1", !s->reads.n && !s->writes.n && !s->written.n, now,
                 "every burst answered", "%u reads, %u writes left", s->reads.n,
                 s->writes.n + s->written.n);
    tn_exn_judge(s, packetizer ? "EXP-PKT-1" : "EXN-ACK-2", left == 0, now, "every packet due",
                 "%u never came", left);
}
