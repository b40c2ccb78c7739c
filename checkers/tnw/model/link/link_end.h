/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of a link's end: its state. link_end.c has link states and ports, link_end_rx.c
 * what comes in, link_end_tx.c what goes out, link_end_regs.c registers. Packet numbers are plain
 * integers here, modulo 32 on the line only.
 */
#ifndef TN_TNW_LINK_END_PRIVATE_H
#define TN_TNW_LINK_END_PRIVATE_H

#include <tn/tnw/tnw_link.h>

enum {
    TNW_ITEMS_MAX = 64,
    TNW_FIFO_MAX = 16,
    TNW_PERIOD = 32,     /* cycles between two SETs of INIT or READY */
    TNW_TAKE_CYCLES = 9, /* cycles after a take until the packet's place is free */
    TNW_TAKES = 2,       /* takes under way, which are at least 8 cycles apart */
    TNW_STALLED = 16,    /* timeouts in a row after which a link is stalled */
};

struct tnw_fifo {
    struct tnw_packet k[TNW_FIFO_MAX];
    uint32_t in, out, freed; /* packets ever put in, ever taken, ever freed of their place */
};

struct tn_tnw_end {
    struct tn_tnw_params par;
    enum tn_tnw_bug bug;
    bool used; /* a bug that strikes once has struck */
    struct tn_tnw_out out;
    uint64_t cycle;
    enum tn_tnw_state state;
    unsigned since_set; /* cycles since the last SET of INIT or READY */
    bool was_up;

    /* txFifo and txBuffer: items begun, whole, sent and acknowledged; item k in place k mod 128 */
    struct tnw_packet item[2 * TNW_ITEMS_MAX];
    uint32_t begun, whole, next, oldest;
    unsigned beats;
    bool drop_item; /* the item under way began before a reset and is dropped */
    enum tn_tnw_tx tx;
    uint32_t pointer; /* the number of the packet that RESEND sends next */
    unsigned left;    /* words of the packet under way that are still to be sent */
    struct tnw_word words[TNW_WORDS - 1];
    uint32_t timer, backoff;
    bool by_timeout;
    unsigned row; /* timeouts in a row */
    unsigned gap;
    bool behind_crc;

    /* The pending feedback. */
    enum tnw_code pending;
    uint32_t acks; /* without numbers: ACKs that are pending */
    uint32_t pending_seq;
    unsigned hold; /* cycles until the feedback may leave */

    /* The receiver. */
    bool in_packet, skip, stray, discarding, room;
    unsigned n;
    struct tnw_word got[TNW_WORDS - 1];
    uint32_t expected;
    struct tnw_fifo fifo[TNW_VCS];
    struct tn_tnw_out judged; /* obs_rx_* of the next cycle, in the form of all outputs */

    /* The takes under way, the last first. */
    struct {
        unsigned age; /* 1 + the cycles since the take; 0: no take */
        uint8_t vc;
        struct tnw_packet k;
    } take[TNW_TAKES]; /* the last take and the take before */

    uint32_t ctrl, resend_tmo, full_backoff;
    bool reset_due;
    uint32_t count[(TN_TNW_COUNTERS_END - TN_TNW_COUNTERS) / 4];
};

static inline uint32_t *tnw_counter(struct tn_tnw_end *e, unsigned addr)
{
    return &e->count[(addr - TN_TNW_COUNTERS) / 4];
}

static inline bool tnw_seq_off(const struct tn_tnw_end *e)
{
    return e->ctrl & TN_TNW_CTRL_SEQ_OFF;
}

static inline unsigned tnw_unacked(const struct tn_tnw_end *e)
{
    return e->next - e->oldest;
}

/* Says whether the end has a bug that strikes at every time. */
static inline bool tnw_has(const struct tn_tnw_end *e, enum tn_tnw_bug bug)
{
    return e->bug == bug;
}
/* Says whether a bug that strikes once strikes now. */
static inline bool tnw_strikes(struct tn_tnw_end *e, enum tn_tnw_bug bug)
{
    if (e->bug != bug || e->used)
        return false;
    e->used = true;
    return true;
}

/* link_end.c: changes the link state. */
void tnw_end_enter(struct tn_tnw_end *e, enum tn_tnw_state state);
/* link_end_rx.c: takes the word that came in this cycle. */
void tnw_end_receive(struct tn_tnw_end *e, const struct tn_tnw_in *in);
/* link_end_tx.c: uses feedback that came; returns the word that is sent in this cycle. */
void tnw_end_feedback(struct tn_tnw_end *e, const struct tnw_ctl *c);
struct tnw_word tnw_end_word(struct tn_tnw_end *e);
/* link_end_regs.c: plays a cycle of the registers. */
void tnw_end_registers(struct tn_tnw_end *e, const struct tn_tnw_in *in);

#endif
