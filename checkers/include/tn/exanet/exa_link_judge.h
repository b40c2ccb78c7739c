/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a serial link's sender, on its line (checkers/exanet/spec/exa_link.md sections 2 to 4).
 *
 * The caller passes the blocks that the sender sends and, as far as it knows them, the words that
 * the sender took, the state that its own receiver knows of the peer, and the wish of its RX FIFO.
 * The judge leaves out rules about facts that it is not told, so that it can judge any line. Its
 * rules:
 *   EXL-BLK-1 heads, types and octets of blocks; NR in idles
 *   EXL-SCR-1 the first block after reset is scrambled by a scrambler of ones
 *   EXL-FRM-1 each word taken becomes two data blocks, in order; separators stand where they belong
 *   EXL-TX-1  the readies follow the room of the TX FIFO
 *   EXL-TX-2  a frame ends behind the right word
 *   EXL-NFC-1 NFC tells the wish of the RX FIFO
 *   EXL-NFC-2 NFC does so before another word begins
 *   EXL-NFC-3 no word is begun without lock, after XOFF, or while the peer is not ready
 *   EXL-NFC-4 NFC is repeated
 */
#ifndef TN_EXA_LINK_JUDGE_H
#define TN_EXA_LINK_JUDGE_H

#include <tn/exanet/exa_link_rx.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_exl_judge_params {
    struct tn_exl_params link;
    bool from_reset; /* the first block follows reset; else the judge looks for framing */
    bool words;      /* the caller tells the words that the sender takes */
    unsigned react; /* blocks until a fact that is told has its effect on the line, across clocks */
    unsigned slack; /* words by which the TX FIFO's fullness may differ from the told words */
};

/* Fills in the defaults: from reset, words told, 32 blocks, 24 words. */
void tn_exl_judge_defaults(struct tn_exl_judge_params *p);

struct tn_exl_judge;

/* Makes a judge. fn may be NULL. NULL on ENOMEM. */
struct tn_exl_judge *tn_exl_judge_new(const struct tn_exl_judge_params *p, tn_verdict_fn *fn,
                                      void *ctx);
/* Frees the judge. */
void tn_exl_judge_free(struct tn_exl_judge *w);

/* Judges the next block of the line, scrambled. cycle is for verdicts. */
void tn_exl_judge_block(struct tn_exl_judge *w, const struct tn_exl_block *b, uint64_t cycle);

/* The sender took a word at s_exa. Returns 0 or -ENOMEM. */
int tn_exl_judge_word(struct tn_exl_judge *w, const struct tn_exa_word *word);
/* Judges the readies of s_exa in a cycle out of reset (bits of enum tn_exa_kind). */
void tn_exl_judge_ready(struct tn_exl_judge *w, unsigned ready, uint64_t cycle);
/* Tells the state of the sender's own receiver from now on: tn_exl_rx_locked(),
 * tn_exl_rx_peer_ready(), tn_exl_rx_peer_xoff(). */
void tn_exl_judge_side(struct tn_exl_judge *w, bool locked, bool peer_ready, bool peer_xoff);
/* Tells the wish of the sender's RX FIFO from now on: tn_exl_rx_wish(). */
void tn_exl_judge_wish(struct tn_exl_judge *w, enum tn_exl_wish wish);

/* Returns the number of words that the sender took and has not sent yet. */
unsigned tn_exl_judge_left(const struct tn_exl_judge *w);
/* Returns the value that register TX_FRAMES (400) or TX_STRAY (404) must have; 0 for other
 * addresses. */
uint32_t tn_exl_judge_count(const struct tn_exl_judge *w, uint32_t addr);
/* Returns how often a rule of the list above was asked. */
uint64_t tn_exl_judge_asked(const struct tn_exl_judge *w, const char *rule);
/* Returns how often a rule of the list above failed. */
uint64_t tn_exl_judge_failed(const struct tn_exl_judge *w, const char *rule);

#ifdef __cplusplus
}
#endif

#endif
