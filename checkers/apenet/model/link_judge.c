/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of one end of a torus link: room, registers, counters, and the cycle as a whole.
 */
#include "link.h"

#include <stdlib.h>
#include <string.h>

static const char *const rules[] = {"APL-TX-1",  "APL-TX-2",  "APL-TX-3",  "APL-TX-4", "APL-TX-5",
                                    "APL-CRD-1", "APL-CRD-2", "APL-CRD-3", "APL-RX-1", "APL-RX-2",
                                    "APL-RX-3",  "APL-RX-4",  "APL-RX-5",  "APL-RX-6", "APL-RX-7",
                                    "APL-INJ-1", "APL-HSK-1", "APL-REG-1", NULL};
/* Registers that are written: their bits, and their values after reset. */
static const struct {
    uint32_t mask, reset;
} regs[APL_REGS] = {[APL_THR_RED] = {0x00ff03ff, 0x00800200}, [APL_TX_CYCLES] = {0xff, 64},
                    [APL_INJECT] = {0x007f7f03, 0},           [APL_CREDIT_PERIOD] = {0x3ff, 128},
                    [APL_MARGIN] = {0x00ff03ff, 0x00020008},  [APL_CTRL] = {3, 3}};

struct tn_ape_link_judge *tn_ape_link_judge_new(const struct tn_ape_link_config *c,
                                                tn_verdict_fn *fn, void *ctx)
{
    struct tn_ape_link_judge *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    j->config = *c;
    tn_judge_init(&j->judge, rules, fn, ctx);
    return j;
}

void tn_ape_link_judge_free(struct tn_ape_link_judge *j)
{
    free(j);
}

const struct tn_judge *tn_ape_link_judge_of(const struct tn_ape_link_judge *j)
{
    return &j->judge;
}

void ape_link_count(struct tn_ape_link_judge *j, enum tn_ape_link_reg r)
{
    tn_lag_up(&j->count[r], j->now, 1);
}

struct ape_link_word *ape_link_put(struct ape_link_row *r, const uint8_t word[APE_WORD],
                                   uint64_t at)
{
    struct ape_link_word *w = &r->w[r->in++ % ROW];
    *w = (struct ape_link_word){.at = at};
    memcpy(w->word, word, APE_WORD);
    return w;
}

/* Room (section 2). */

void ape_link_room_grant(struct tn_ape_link_judge *j, const struct ape_header *h)
{
    uint32_t *g = j->out.granted[h->vc & 1];
    g[0] += ape_payload_words(h);
    g[1] += h->alone ? 1 : 2;
}

void ape_link_room_credit(struct tn_ape_link_judge *j, const struct ape_credit *c)
{
    struct ape_link_base *b = &j->base[j->bases++ % BASES];
    const uint64_t delay = j->reg[APL_TX_CYCLES];
    ape_link_count(j, APL_RX_CREDITS);
    memset(b, 0, sizeof *b);
    b->at = j->now;
    if (j->now >= j->up_at + delay)
        memcpy(b->sent, j->out.past[(j->now - delay) % SENT_CYC], sizeof b->sent);
    if (j->now + SENT_EARLY >= j->up_at + delay)
        memcpy(b->early, j->out.past[(j->now + SENT_EARLY - delay) % SENT_CYC], sizeof b->early);
    for (unsigned v = 0; v < APE_VCS; v++) {
        b->value[v][0] = c->data[v];
        b->value[v][1] = c->hdr[v];
    }
}

/* The room by one credit word, with the words granted as counted. */
static uint32_t room_of(const struct tn_ape_link_judge *j, const struct ape_link_base *b,
                        unsigned v, unsigned what, uint32_t granted, uint32_t sent)
{
    const uint32_t thr = what ? j->reg[APL_THR_RED] >> 16 & 255 : j->reg[APL_THR_RED] & 1023;
    const int64_t r = (int64_t)thr - b->value[v][what] - (int32_t)(granted - sent);
    return r < 0 ? 0 : (uint32_t)r;
}

/* The least and the greatest room: of the credit words that may act now, and of packets just
 * granted. */
static void room_range(const struct tn_ape_link_judge *j, unsigned v, unsigned what, uint32_t *lo,
                       uint32_t *hi)
{
    const uint32_t sure = j->out.before[0][v][what], may = j->out.granted[v][what];
    unsigned k = 0;
    *lo = *hi = 0;
    for (bool more = j->bases != 0; more; k++) {
        const struct ape_link_base *b = &j->base[(j->bases - 1 - k) % BASES];
        const uint32_t least = room_of(j, b, v, what, may, b->sent[v][what]),
                       most = room_of(j, b, v, what, sure, b->early[v][what]);
        *lo = k == 0 || least < *lo ? least : *lo;
        *hi = most > *hi ? most : *hi;
        more = b->at + LATE_CYC > j->now && k + 1 < BASES;
        if (more && k + 1 == j->bases) {
            *lo = 0; /* as it was before the first credit word */
            more = false;
        }
    }
}

void ape_link_room_cycle(struct tn_ape_link_judge *j)
{
    if (j->now > j->wrote_at + WRITE_CYC)
        for (unsigned i = 0; i < 2 * APE_VCS; i++) {
            const unsigned v = i / 2, what = i % 2, told = what ? j->room_hdr[v] : j->room_data[v];
            uint32_t lo, hi;
            room_range(j, v, what, &lo, &hi);
            tn_scope_judge(&j->room, R_CRD_3, told >= lo && told <= hi,
                           "the room that credits and grants leave", "VC %u %s: %u, not %u to %u",
                           v, what ? "headers" : "data", told, lo, hi);
        }
    memmove(j->out.before[0], j->out.before[1], (GRANT_CYC - 1) * sizeof j->out.before[0]);
    memcpy(j->out.before[GRANT_CYC - 1], j->out.granted, sizeof j->out.granted);
}

/* Registers (section 4). */

static void wrote(struct tn_ape_link_judge *j, unsigned r, uint32_t value)
{
    if (r >= APL_REGS || !regs[r].mask)
        return;
    if (r == APL_CREDIT_PERIOD)
        j->old_period = j->reg[r];
    j->reg[r] = value & regs[r].mask;
    j->wrote_at = j->now;
    if (r == APL_CTRL && !(value & 2))
        ape_link_rx_off(j);
}

/* The receiver's status while its line is still. Bit n: code n is right. */
static uint32_t rx_status(const struct tn_ape_link_judge *j)
{
    const struct ape_link_rx *in = &j->in;
    if (!(j->reg[APL_CTRL] & 2))
        return 1;
    if (in->state == APL_DUE)
        return in->after ? 1 << 4 : 1 << 2;
    if (in->state == APL_HUNT)
        return 1 << 10;
    if (in->state == APL_HELD)
        return 1 << 9;
    if (in->state == APL_BETWEEN)
        return in->after ? 0xffff : 1 << 1;
    const bool foot = in->n + 1 == in->words;
    if (in->after)
        return foot ? 1 << 8 : 1 << 6;
    return (uint32_t)(foot ? 1 << 7 : 1 << 5) | (in->n == 1 ? 1 << 3 : 0);
}

static uint32_t tx_status(const struct tn_ape_link_judge *j)
{
    enum { OFF = 1 << 0, IDLE = 1 << 1, MAGIC = 1 << 2, INSIDE = 1 << 5, WAITS = 1 << 6 };
    if (j->out.state == APL_T_IN)
        return MAGIC | INSIDE | WAITS;
    return !(j->reg[APL_CTRL] & 1) ? OFF : j->config.in_band ? IDLE : IDLE | MAGIC;
}

static bool still(const struct tn_ape_link_judge *j)
{
    return j->now > j->wrote_at + STILL_CYC && j->now > j->rx_at + STILL_CYC &&
           j->now > j->up_at + STILL_CYC;
}

/* Says whether a register may read that value. */
static bool may_read(struct tn_ape_link_judge *j, unsigned r, uint32_t value)
{
    if (r >= APL_REGS)
        return value == 0;
    if (regs[r].mask)
        return value == j->reg[r] || (r == APL_INJECT && value == (j->reg[r] & ~3u));
    if (r == APL_RX_STATUS)
        return !still(j) || (value < 16 && (rx_status(j) >> value & 1));
    if (r == APL_TX_STATUS)
        return !still(j) || !ape_link_empty(&j->out.row) || j->out.line < j->out.left + STILL_CYC ||
               (value < 16 && (tx_status(j) >> value & 1));
    if (r == APL_LEVEL || r == APL_LEVEL + 1)
        return ape_link_rx_level(j, r - APL_LEVEL, 0, 0, 1023, value & 1023) &&
               ape_link_rx_level(j, r - APL_LEVEL, 1, 0, 255, value >> 16 & 255);
    if (r == APL_ROOM || r == APL_ROOM + 1) {
        uint32_t lo, hi, lo_h, hi_h;
        room_range(j, r - APL_ROOM, 0, &lo, &hi);
        room_range(j, r - APL_ROOM, 1, &lo_h, &hi_h);
        return !tn_scope_is_open(&j->room) || ((value & 1023) >= lo && (value & 1023) <= hi &&
                                               value >> 16 >= lo_h && value >> 16 <= hi_h);
    }
    return tn_lag_may_show(&j->count[r], j->now, value);
}

static void registers(struct tn_ape_link_judge *j, const struct tn_ape_link_pins *p)
{
    if (j->reading && j->now > j->wrote_at + 2)
        tn_scope_remark(&j->all, R_REG_1, may_read(j, j->read_addr / 4, p->reg_rdata),
                        "the value of section 4", "word %u reads %08x", j->read_addr / 4,
                        p->reg_rdata);
    j->reading = p->reg_rd;
    j->read_addr = p->reg_addr;
    if (p->reg_wr)
        wrote(j, p->reg_addr / 4, p->reg_wdata);
}

static void reset(struct tn_ape_link_judge *j)
{
    tn_scope_open(&j->all, &j->judge, NULL);
    for (unsigned r = 0; r < APL_REGS; r++) {
        j->reg[r] = regs[r].reset;
        tn_lag_init(&j->count[r], LATE_CYC);
    }
    ape_link_rx_reset(j);
    ape_link_tx_reset(j);
    tn_scope_open(&j->room, &j->judge, &j->tx);
    j->bases = 0;
    j->old_period = 0;
    j->reading = false;
    j->up_at = j->now;
    j->wrote_at = j->rx_at = j->tx_at = 0;
}

void tn_ape_link_judge_cycle(struct tn_ape_link_judge *j, const struct tn_ape_link_pins *p,
                             uint64_t cycle)
{
    j->now = j->judge.cycle = cycle;
    if (p->rst) {
        reset(j);
        j->reset_seen = true;
        return;
    }
    if (!j->reset_seen)
        return;
    memcpy(j->room_data, p->room_data, sizeof j->room_data);
    memcpy(j->room_hdr, p->room_hdr, sizeof j->room_hdr);
    ape_link_room_cycle(j);
    ape_link_rx_line(j, p);
    ape_link_tx_cycle(j, p);
    ape_link_rx_streams(j, p);
    registers(j, p);
}

bool tn_ape_link_judge_idle(const struct tn_ape_link_judge *j)
{
    return ape_link_empty(&j->out.row) && !ape_link_sends(j) && j->in.state != APL_IN &&
           j->in.state != APL_HELD && j->in.state != APL_DUE && ape_link_empty(&j->in.row[0]) &&
           ape_link_empty(&j->in.row[1]);
}

void tn_ape_link_judge_level(const struct tn_ape_link_judge *j, unsigned vc, unsigned *data,
                             unsigned *hdr)
{
    const struct ape_link_row *r = &j->in.row[vc];
    *data = *hdr = 0;
    for (unsigned i = r->out; i != r->in; i++)
        *(r->w[i % ROW].head || r->w[i % ROW].last ? hdr : data) += 1;
    *hdr += j->in.state == APL_HELD && j->in.header.vc == vc;
}
