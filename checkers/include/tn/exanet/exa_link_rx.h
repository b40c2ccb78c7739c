/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Reference model of the serial link's receiver (checkers/exanet/spec/exa_link.md sections 2, 4,
 * 5).
 *
 * The caller passes exactly the blocks that the DUT received; the model compares them with the
 * words that the DUT handed on. Frames without error must be handed on whole. The page leaves open
 * how many words of an abandoned frame are handed on, and so does the model. When the FIFO is full
 * but for a given number of words, the model accepts both outcomes, and counters have two bounds.
 */
#ifndef TN_EXA_LINK_RX_H
#define TN_EXA_LINK_RX_H

#include <tn/exanet/exa_link.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The effects of one block. */
struct tn_exl_rx_step {
    bool slip;     /* rx_slip pulses */
    bool locked;   /* the receiver has lock after this block */
    bool gave_up;  /* the receiver abandons a frame: obs_rx_break pulses */
    bool may_have; /* the receiver may abandon a frame, because the FIFO may be full */
};

struct tn_exl_rx;

/* Makes a model. slack is the number of words by which the fullness of the DUT's FIFO may differ
 * from the calls, because words are under way between the clocks. Verdicts go to fn, which may be
 * NULL: rules EXL-RX-2 (end of an abandoned frame), EXL-RX-3 (form of the output), EXL-RX-5 and
 * EXL-RX-6 (the output equals the input). NULL on ENOMEM. */
struct tn_exl_rx *tn_exl_rx_new(const struct tn_exl_params *p, unsigned slack, tn_verdict_fn *fn,
                                void *ctx);
/* Resets the model. */
void tn_exl_rx_reset(struct tn_exl_rx *m);
/* Frees the model. */
void tn_exl_rx_free(struct tn_exl_rx *m);

/* Passes the next block, as it stood on rx_head and rx_data. step may be NULL. Returns 0 or
 * -ENOMEM. */
int tn_exl_rx_block(struct tn_exl_rx *m, const struct tn_exl_block *b, struct tn_exl_rx_step *step);

/* The DUT handed on a word (valid and ready of m_exa) in this cycle, after the blocks passed so
 * far. Returns false when that breaks a rule; later words are not judged then. */
bool tn_exl_rx_handed(struct tn_exl_rx *m, const struct tn_exa_word *w, uint64_t cycle);

/* Returns the number of frames that the DUT must still hand on, with the frame that it
 * has begun. */
unsigned tn_exl_rx_left(const struct tn_exl_rx *m);

/* Gives the least and the greatest number of free words that the FIFO may have by the calls
 * so far. */
void tn_exl_rx_room(const struct tn_exl_rx *m, unsigned *least, unsigned *most);

/* The flow control that this side asks its peer for; EITHER: the model cannot tell. */
enum tn_exl_wish { TN_EXL_XON, TN_EXL_XOFF, TN_EXL_EITHER };
/* Returns the wish that follows from the FIFO's room [EXL-NFC-1]. */
enum tn_exl_wish tn_exl_rx_wish(const struct tn_exl_rx *m);

/* Says whether the receiver has lock after the blocks so far. */
bool tn_exl_rx_locked(const struct tn_exl_rx *m);
/* Says whether the peer asked for XOFF. */
bool tn_exl_rx_peer_xoff(const struct tn_exl_rx *m);
/* Says whether the peer is ready. */
bool tn_exl_rx_peer_ready(const struct tn_exl_rx *m);

/* Gives the bounds of a receiver counter (registers 408 to 420 and 428) at rest. Returns false when
 * the address is no such counter. */
bool tn_exl_rx_count(const struct tn_exl_rx *m, uint32_t addr, uint32_t *least, uint32_t *most);

#ifdef __cplusplus
}
#endif

#endif
