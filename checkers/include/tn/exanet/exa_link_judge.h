/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a serial link's sender, on its line (checkers/exanet/spec/exa_link.md sections 2 to 4).
 *
 * The blocks that it sends go in, and as much of the rest as the caller knows: the words it took,
 * what its own receiver knows of the peer, and what its RX FIFO asks for. What is not told is not
 * judged, so that any line can be watched. The rules:
 *   EXL-BLK-1 heads, types and octets; NR in idles
 *   EXL-SCR-1 the first block after reset, by a scrambler of ones
 *   EXL-FRM-1 two data blocks a word, the words taken, in order; separators where they belong
 *   EXL-TX-1  readies by the room of the TX FIFO
 *   EXL-TX-2  where a frame ends
 *   EXL-NFC-1 NFC tells what the RX FIFO asks for
 *   EXL-NFC-2 and does so before another word begins
 *   EXL-NFC-3 no word is begun without lock, after XOFF, while the peer is not ready
 *   EXL-NFC-4 NFC comes again
 */
#ifndef TN_EXA_LINK_JUDGE_H
#define TN_EXA_LINK_JUDGE_H

#include <tn/exanet/exa_link_rx.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_exl_judge_params {
    struct tn_exl_params link;
    bool from_reset; /* the first block is the first after reset; else framing is looked for */
    bool words;      /* the words that the sender takes are told */
    unsigned react;  /* blocks in which what is told reaches the line; clocks have to be crossed */
    unsigned slack;  /* words by which the TX FIFO's fullness may differ from what is told */
};

/* Defaults: from reset, words told, 32 blocks, 24 words. */
void tn_exl_judge_defaults(struct tn_exl_judge_params *p);

struct tn_exl_judge;

/* NULL on ENOMEM. fn may be NULL. */
struct tn_exl_judge *tn_exl_judge_new(const struct tn_exl_judge_params *p, tn_verdict_fn *fn,
                                      void *ctx);
void tn_exl_judge_free(struct tn_exl_judge *w);

/* One block of the line, scrambled. cycle is for verdicts. */
void tn_exl_judge_block(struct tn_exl_judge *w, const struct tn_exl_block *b, uint64_t cycle);

/* The sender took this word at s_exa. 0, or -ENOMEM. */
int tn_exl_judge_word(struct tn_exl_judge *w, const struct tn_exa_word *word);
/* The readies of s_exa in a cycle out of reset (bits of enum tn_exa_kind). */
void tn_exl_judge_ready(struct tn_exl_judge *w, unsigned ready, uint64_t cycle);
/* What the sender's own receiver knows from now on: see tn_exl_rx_locked() and so on. */
void tn_exl_judge_side(struct tn_exl_judge *w, bool locked, bool peer_ready, bool peer_xoff);
/* What the sender's RX FIFO asks for from now on: tn_exl_rx_wish(). */
void tn_exl_judge_wish(struct tn_exl_judge *w, enum tn_exl_wish wish);

/* Words taken that have not been on the line. */
unsigned tn_exl_judge_left(const struct tn_exl_judge *w);
/* TX_FRAMES (400) and TX_STRAY (404) as the line and the words taken have them; 0 else. */
uint32_t tn_exl_judge_count(const struct tn_exl_judge *w, uint32_t addr);
/* How often a rule of the list above was exercised, and failed. */
uint64_t tn_exl_judge_asked(const struct tn_exl_judge *w, const char *rule);
uint64_t tn_exl_judge_failed(const struct tn_exl_judge *w, const char *rule);

#ifdef __cplusplus
}
#endif

#endif
