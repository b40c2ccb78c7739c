/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Reference model of the serial link's receiver (checkers/exanet/spec/exa_link.md sections 2, 4, 5).
 *
 * Exactly the blocks that the DUT got go in, and the words that it handed on are held against
 * them. Frames without error must be handed on whole; of a frame given up the page leaves
 * open how far the DUT had come, and so does the model. The same is true of a FIFO that is
 * about to be full: within a given number of words of it the model takes both for right,
 * and counters have two bounds.
 */
#ifndef TN_EXA_LINK_RX_H
#define TN_EXA_LINK_RX_H

#include <tn/exanet/exa_link.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What one block did. */
struct tn_exl_rx_step {
    bool slip;     /* rx_slip pulses */
    bool locked;   /* lock after this block */
    bool gave_up;  /* a frame is given up: obs_rx_break pulses */
    bool may_have; /* or perhaps, because the FIFO may be full */
};

struct tn_exl_rx;

/* slack: words by which the fullness of the DUT's FIFO may differ from what the calls
 * say (words under way between the clocks). Verdicts go to fn, which may be NULL: rules EXL-RX-2
 * (end of a frame given up), EXL-RX-3 (form of the output), EXL-RX-5 and EXL-RX-6 (what is handed
 * on is what came). NULL on ENOMEM. */
struct tn_exl_rx *tn_exl_rx_new(const struct tn_exl_params *p, unsigned slack, tn_verdict_fn *fn,
                                void *ctx);
void tn_exl_rx_reset(struct tn_exl_rx *m);
void tn_exl_rx_free(struct tn_exl_rx *m);

/* One block as it stood on rx_head and rx_data. step may be NULL. 0, or -ENOMEM. */
int tn_exl_rx_block(struct tn_exl_rx *m, const struct tn_exl_block *b, struct tn_exl_rx_step *step);

/* The DUT handed on this word (valid and ready of m_exa) in this cycle, after the blocks given
 * so far. False: a verdict was given, and what follows is not judged. */
bool tn_exl_rx_handed(struct tn_exl_rx *m, const struct tn_exa_word *w, uint64_t cycle);

/* Frames that the DUT must still hand on, one that it is in the midst of among them. */
unsigned tn_exl_rx_left(const struct tn_exl_rx *m);

/* Free words of the FIFO by the calls so far, at least and at most. */
void tn_exl_rx_room(const struct tn_exl_rx *m, unsigned *least, unsigned *most);

/* Whether this side asks for XOFF [EXL-NFC-1], by the same count; TN_EXL_EITHER: it may. */
enum tn_exl_wish { TN_EXL_XON, TN_EXL_XOFF, TN_EXL_EITHER };
enum tn_exl_wish tn_exl_rx_wish(const struct tn_exl_rx *m);

/* What the blocks so far say of both sides. */
bool tn_exl_rx_locked(const struct tn_exl_rx *m);
bool tn_exl_rx_peer_xoff(const struct tn_exl_rx *m);
bool tn_exl_rx_peer_ready(const struct tn_exl_rx *m);

/* Bounds of a receiver counter (registers 408 to 420 and 428), at rest. False: the address is
 * none of these. */
bool tn_exl_rx_count(const struct tn_exl_rx *m, uint32_t addr, uint32_t *least, uint32_t *most);

#ifdef __cplusplus
}
#endif

#endif
