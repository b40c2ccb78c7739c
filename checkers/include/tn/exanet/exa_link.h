/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Blocks of ExaNet's serial link: scrambler, block lock, framing
 * (checkers/exanet/spec/exa_link.md section 2). Its receiver's model is tn/exa_link_rx.h, the judge
 * of a sender's line tn/exa_link_judge.h.
 */
#ifndef TN_EXA_LINK_H
#define TN_EXA_LINK_H

#include <tn/exanet/exa_word.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum tn_exl_head { TN_EXL_DATA = 1, TN_EXL_CONTROL = 2 };

/* Octet 0 of a control block. */
enum tn_exl_type {
    TN_EXL_SEPARATOR = 0x1e,
    TN_EXL_SEPARATOR7 = 0xe1,
    TN_EXL_IDLE = 0x78,
    TN_EXL_NFC = 0xaa,
};

enum { TN_EXL_FIFO = 256 }; /* words of either FIFO */

struct tn_exl_block {
    uint8_t head;  /* 2 bits; enum tn_exl_head, others are invalid */
    uint64_t data; /* octet k in bits 8k+7:8k */
};

/* Parameters of the contract's section 1, in blocks and words. */
struct tn_exl_params {
    unsigned xoff_free, xon_free, refresh, slip;
};

/* The contract's defaults. */
void tn_exl_defaults(struct tn_exl_params *p);

static inline bool tn_exl_head_valid(unsigned head)
{
    return head == TN_EXL_DATA || head == TN_EXL_CONTROL;
}

/* The 58 bits that went over the line last, the latest in bit 0. */
struct tn_exl_scrambler {
    uint64_t line;
};

/* As before the first block after reset. */
void tn_exl_scrambler_init(struct tn_exl_scrambler *s);
/* A payload to the line's bits, and back; every block of a line, whatever its head. */
uint64_t tn_exl_scramble(struct tn_exl_scrambler *s, uint64_t plain);
uint64_t tn_exl_descramble(struct tn_exl_scrambler *s, uint64_t line);

/* Block lock by sync headers. All 0: as after reset. */
struct tn_exl_lock {
    bool locked;
    unsigned seen;    /* without lock: valid ones in a row; with lock: of this window */
    unsigned invalid; /* with lock: of this window */
    unsigned ignore;  /* blocks still to be ignored after a slip */
};

/* One block's sync header. True: it pulses rx_slip. Whether this block was received with lock
 * is locked before the call. */
bool tn_exl_lock_step(struct tn_exl_lock *k, const struct tn_exl_params *p, unsigned head);

/* Control blocks, not scrambled. */
struct tn_exl_block tn_exl_separator(void);
struct tn_exl_block tn_exl_idle(bool not_ready);
struct tn_exl_block tn_exl_nfc(bool xoff);

/* One frame of n words: writes its 2n + 1 blocks, not scrambled, and returns how many. n = 0: an
 * empty frame. */
unsigned tn_exl_frame(const struct tn_exa_word *w, unsigned n, struct tn_exl_block *out);

/* Words of a frame that begins with this header word: its only good number by a header with
 * good CRC in *least and *most (the same), or 1 and 18. */
void tn_exl_frame_words(const uint8_t header[EXA_WORD], unsigned *least, unsigned *most);

#ifdef __cplusplus
}
#endif

#endif
