/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of a reception side: its state. rcv_player.c matches and writes, rcv_player_regs.c
 * has credits, registers and flushes.
 */
#ifndef TN_TNW_RCV_PLAYER_H
#define TN_TNW_RCV_PLAYER_H

#include <tn/tnw/tnw_rcv.h>

enum {
    RCV_RING = 64,   /* credits kept of a (link, channel), with those that ended and have packets to write */
    RCV_FIFO = 128,  /* beats that wait to be written */
    RCV_ROOM = 16,   /* beats that may wait, or be on their way, when a packet is taken */
    RCV_SPACING = 8, /* cycles between two takes */
    RCV_TAKES = 2,   /* takes under way */
};

struct rcv_credit {
    uint64_t base, notify;
    uint32_t length, tag, used, written;
    uint8_t status; /* set of enum tnw_cause */
    uint64_t at; /* the cycle of the write that gave the credit */
};

struct rcv_chan {
    struct rcv_credit c[RCV_RING];
    uint32_t in, out; /* credits ever queued; credits ever ended or dropped */
    uint32_t outstanding;
    bool behind; /* a LONG message has packets to come */
    uint32_t reg[TN_TNW_RCV_RW];
};

struct rcv_beat {
    bool first, last, note, frees;
    uint64_t addr;
    uint8_t data[TN_TNW_RCV_BEAT];
    uint8_t id;
    uint64_t from; /* the cycle from which the beat is shown */
};

struct rcv_take {
    unsigned age; /* cycles since the take; 0: no take */
    uint8_t id;
    struct rcv_credit *credit; /* NULL: behind */
    uint64_t addr;
    bool writes, ends;
};

struct tn_tnw_rcv {
    struct tn_tnw_rcv_params par;
    enum tn_tnw_rcv_bug bug;
    bool used; /* a bug that strikes once has struck */
    struct tn_tnw_rcv_out out;
    struct tn_tnw_rcv_out next; /* the outputs of the next cycle: obs_* and reg_rdata */
    uint64_t cycle, take_at;
    unsigned waited;
    unsigned picked; /* 1 + the (link, channel) that a late player takes next; 0: none yet */
    uint64_t picked_at;
    struct rcv_chan chan[TN_TNW_RCV_IDS];
    unsigned pointer;
    struct rcv_take take[RCV_TAKES]; /* the last take and the take before */
    struct rcv_beat beat[RCV_FIFO];
    uint32_t beat_in, beat_out;
    struct rcv_beat held; /* a notification that a bug holds back */
    bool has_held;
    uint32_t count[TN_TNW_RCV_COUNTS];
};

static inline uint32_t *rcv_counter(struct tn_tnw_rcv *r, unsigned addr)
{
    return &r->count[(addr - TN_TNW_RCV_COUNTERS) / 4];
}

/* Says whether the player has a bug that strikes at every time. */
static inline bool rcv_has(const struct tn_tnw_rcv *r, enum tn_tnw_rcv_bug bug)
{
    return r->bug == bug;
}
/* Says whether a bug that strikes once strikes now. */
static inline bool rcv_strikes(struct tn_tnw_rcv *r, enum tn_tnw_rcv_bug bug)
{
    if (r->bug != bug || r->used)
        return false;
    r->used = true;
    return true;
}

/* rcv_player.c: appends a beat to those that wait to be written; appends the notification of a
 * credit. */
void tnw_rcv_put(struct tn_tnw_rcv *r, struct rcv_beat b);
struct rcv_beat tnw_rcv_note(const struct tn_tnw_rcv *r, unsigned id, const struct rcv_credit *c);
/* rcv_player_regs.c: plays a cycle of the registers and of flushes. */
void tnw_rcv_registers(struct tn_tnw_rcv *r, const struct tn_tnw_rcv_in *in);
void tnw_rcv_flush(struct tn_tnw_rcv *r, const struct tn_tnw_rcv_in *in);

#endif
